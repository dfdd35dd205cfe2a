//! Casts of dice that anybody can check: the commitment before, the secret after, the faces derived.
//!
//! A cast by the program goes like this. A secret of 32 bytes is drawn and its SHA-256 is stored and shown.
//! Players may add a word each. Then the faces are read from `HMAC-SHA-256(secret, message || counter)`,
//! where the message names event, game, cast, number of dice and the digests of the words, and counter is a 32-bit number from
//! 0, big-endian. Each byte below 252 gives one die, `byte % 6 + 1`; the others are passed over, so that
//! all six faces are exactly equally likely. The secret is revealed with the faces.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::{CastId, EventId, GameId, Reason};

mod word;

pub use word::{PlayerWord, Said, Spoken};

/// Thirty-two bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes32(pub [u8; 32]);

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected 64 hexadecimal digits")]
pub struct ParseHexError;

impl Bytes32 {
    /// The SHA-256 digest of some bytes.
    pub fn digest(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The digest of a salt and a text under a mark that says what is digested.
    pub(super) fn salted(mark: &[u8], salt: Self, text: &str) -> Self {
        Self(Sha256::new().chain_update(mark).chain_update(salt.0).chain_update(text).finalize().into())
    }
}

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Bytes32 {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(ParseHexError);
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| ParseHexError)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| ParseHexError)?;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Bytes32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bytes32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What a cast decides, as the rules' choice asks for it.
pub type CastPurpose = tiger_rules::Cast;

/// The name that transcripts use.
const fn purpose_key(purpose: CastPurpose) -> &'static str {
    match purpose {
        CastPurpose::Deployment => "deployment",
        CastPurpose::Tiger => "tiger",
    }
}

/// What a cast decides, for people.
pub const fn purpose_title(purpose: CastPurpose) -> &'static str {
    match purpose {
        CastPurpose::Deployment => "Deployment variation",
        CastPurpose::Tiger => "TigerVariation",
    }
}

/// How far a cast has come. Nothing is ever taken away from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum CastState {
    /// The program has drawn and committed itself; players may add words.
    Committed,
    /// The program has cast and revealed its secret.
    Cast {
        /// The secret whose digest is the commitment.
        secret: Bytes32,
        /// The faces, each 1 to 6.
        faces: Vec<u8>,
        at: DateTime<Utc>,
    },
    /// An arbiter entered the faces of real dice.
    FromCup {
        /// The faces, each 1 to 6.
        faces: Vec<u8>,
        /// Whether the first and the second player have confirmed them.
        confirmed: [bool; 2],
        at: DateTime<Utc>,
        /// The arbiter's name.
        by: String,
    },
}

/// Who entered a player's word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum WordHand {
    /// The player, who has claimed the entry.
    Player,
    /// An arbiter, for a player who has not.
    Arbiter { name: String },
}

impl fmt::Display for WordHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player => f.write_str("by the player"),
            Self::Arbiter { name } => write!(f, "by {name} for the player"),
        }
    }
}

/// One cast of one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cast {
    pub id: CastId,
    pub purpose: CastPurpose,
    /// The digest of the secret; dice from a cup have none.
    pub commitment: Option<Bytes32>,
    pub begun_at: DateTime<Utc>,
    /// The words of the first and the second player.
    pub words: [Option<PlayerWord>; 2],
    /// Who entered these words; earlier programs did not note it.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub hands: [Option<WordHand>; 2],
    pub state: CastState,
    /// Why it does not count, if an arbiter voided it.
    pub voided: Option<Reason>,
    /// The secret of a cast that was voided before the dice were cast; earlier programs kept it to themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revealed: Option<Bytes32>,
}

impl Cast {
    /// A cast that begins now.
    pub const fn begun(
        id: CastId,
        purpose: CastPurpose,
        begun_at: DateTime<Utc>,
        commitment: Option<Bytes32>,
        state: CastState,
    ) -> Self {
        Self {
            id,
            purpose,
            commitment,
            begun_at,
            words: [None, None],
            hands: [None, None],
            state,
            voided: None,
            revealed: None,
        }
    }

    /// The faces, once they are known, voided or not.
    pub fn faces(&self) -> Option<&[u8]> {
        match &self.state {
            CastState::Committed => None,
            CastState::Cast { faces, .. } | CastState::FromCup { faces, .. } => Some(faces),
        }
    }

    /// Whether it decides something: cast, and not voided.
    pub fn counts(&self) -> bool {
        self.voided.is_none() && self.faces().is_some()
    }
}

/// What is read when faces are derived, and what a transcript publishes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transcript {
    /// Names the procedure: [`Transcript::FORMAT`], or [`Transcript::PLAIN_FORMAT`].
    pub format: String,
    pub event: EventId,
    pub game: GameId,
    pub cast: CastId,
    pub purpose: CastPurpose,
    pub dice: usize,
    /// The first player's word, empty if there is none.
    pub first_word: String,
    /// The second player's word, empty if there is none.
    pub second_word: String,
    /// The digest of salt and word on which the faces rest; none for words of earlier programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_word_digest: Option<Bytes32>,
    /// The same of the second player's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_word_digest: Option<Bytes32>,
    /// The salt of the first player's word; none where it was erased.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_word_salt: Option<Bytes32>,
    /// The same of the second player's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_word_salt: Option<Bytes32>,
    /// Who entered the first player's word, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_word_entered: Option<String>,
    /// Who entered the second player's word, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_word_entered: Option<String>,
    /// SHA-256 of the secret, published before the words.
    pub commitment: Bytes32,
    /// When the commitment was stored.
    pub committed_at: DateTime<Utc>,
    pub secret: Bytes32,
    /// When the dice were cast; none when the cast was voided before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cast_at: Option<DateTime<Utc>>,
    /// The faces; those that would have come when the cast was voided before.
    pub faces: Vec<u8>,
    /// Why the cast does not count, if it was voided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub voided: Option<String>,
}

/// Why a transcript is not believed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum VerifyError {
    #[error(
        "this is not a dice transcript: format must be \"{}\" or, without digests of words, \"{}\"",
        Transcript::FORMAT,
        Transcript::PLAIN_FORMAT
    )]
    Format,
    #[error("the digest of the {player} player's word is not that of salt and word")]
    Word { player: &'static str },
    #[error("{purpose} takes {expected} dice, the transcript says {said}")]
    Dice { purpose: &'static str, expected: usize, said: usize },
    #[error("the secret's SHA-256 is {found}, the commitment is {commitment}")]
    Commitment { found: Bytes32, commitment: Bytes32 },
    #[error("the commitment seen before is {seen}, the transcript's is {commitment}")]
    Seen { seen: Bytes32, commitment: Bytes32 },
    #[error("the secret and the words give {found:?}, the transcript says {said:?}")]
    Faces { found: Vec<u8>, said: Vec<u8> },
}

impl Transcript {
    /// The format's name; a change of the procedure changes it.
    pub const FORMAT: &'static str = "tiger-arbiter dice 2";

    /// The name where no word has a digest: nobody said one, or earlier programs took them.
    pub const PLAIN_FORMAT: &'static str = "tiger-arbiter dice 1";

    /// The transcript of a cast by the program whose secret is revealed: it was cast, or voided before; none for others.
    pub fn of(event: EventId, game: GameId, cast: &Cast) -> Option<Self> {
        let commitment = cast.commitment?;
        let (secret, faces, cast_at) = match (&cast.state, cast.revealed) {
            (CastState::Cast { secret, faces, at }, _) => (*secret, faces.clone(), Some(*at)),
            (CastState::Committed, Some(secret)) => (secret, faces_of(event, game, cast, &secret), None),
            _ => return None,
        };
        let hand = |i: usize| cast.hands[i].as_ref().map(ToString::to_string);
        let [first, second] = cast.words.each_ref().map(|word| Spoken::of(word.as_ref()));
        Some(Self {
            format: format_of([&first, &second]).to_owned(),
            event,
            game,
            cast: cast.id,
            purpose: cast.purpose,
            dice: cast.purpose.dice(),
            first_word: first.word,
            second_word: second.word,
            first_word_digest: first.digest,
            second_word_digest: second.digest,
            first_word_salt: first.salt,
            second_word_salt: second.salt,
            first_word_entered: hand(0),
            second_word_entered: hand(1),
            commitment,
            committed_at: cast.begun_at,
            secret,
            cast_at,
            faces,
            voided: cast.voided.as_ref().map(ToString::to_string),
        })
    }

    /// The words of the first and the second player.
    pub fn words(&self) -> [Spoken; 2] {
        let first = (&self.first_word, self.first_word_digest, self.first_word_salt);
        let second = (&self.second_word, self.second_word_digest, self.second_word_salt);
        [first, second].map(|(word, digest, salt)| Spoken { word: word.clone(), digest, salt })
    }

    /// Checks that the secret fits the commitment and gives the faces, and that the commitment is the one that was seen
    /// before, where one was.
    pub fn verify(&self, seen: Option<Bytes32>) -> Result<(), VerifyError> {
        let words = self.words();
        if self.format != format_of(words.each_ref()) {
            return Err(VerifyError::Format);
        }
        let expected = self.purpose.dice();
        if self.dice != expected {
            return Err(VerifyError::Dice { purpose: purpose_key(self.purpose), expected, said: self.dice });
        }
        if let Some(seen) = seen.filter(|seen| *seen != self.commitment) {
            return Err(VerifyError::Seen { seen, commitment: self.commitment });
        }
        let found = Bytes32::digest(&self.secret.0);
        if found != self.commitment {
            return Err(VerifyError::Commitment { found, commitment: self.commitment });
        }
        if let Some((player, _)) = ["first", "second"].into_iter().zip(&words).find(|(_, word)| !word.fits())
        {
            return Err(VerifyError::Word { player });
        }
        let message = message(self.event, self.game, self.cast, self.purpose, words.each_ref());
        let found = derive_faces(&self.secret, &message, expected);
        if found == self.faces { Ok(()) } else { Err(VerifyError::Faces { found, said: self.faces.clone() }) }
    }
}

fn format_of(words: [&Spoken; 2]) -> &'static str {
    let is_sealed = words.into_iter().any(|word| word.digest.is_some());
    if is_sealed { Transcript::FORMAT } else { Transcript::PLAIN_FORMAT }
}

/// The faces that a cast must show, by its secret.
pub fn faces_of(event: EventId, game: GameId, cast: &Cast, secret: &Bytes32) -> Vec<u8> {
    let words = cast.words.each_ref().map(|word| Spoken::of(word.as_ref()));
    let message = message(event, game, cast.id, cast.purpose, words.each_ref());
    derive_faces(secret, &message, cast.purpose.dice())
}

/// The message: one line each for format, event, game, cast, purpose and the words: the digest of each, or the word led by
/// its length in bytes, so that no two pairs of words give the same message.
fn message(event: EventId, game: GameId, cast: CastId, purpose: CastPurpose, words: [&Spoken; 2]) -> Vec<u8> {
    let [first, second] = words.map(Spoken::line);
    format!(
        "{}\n{event}\n{game}\n{cast}\n{} {}\n{first}\n{second}\n",
        format_of(words),
        purpose_key(purpose),
        purpose.dice(),
    )
    .into_bytes()
}

pub fn derive_faces(secret: &Bytes32, message: &[u8], dice: usize) -> Vec<u8> {
    (0_u32..)
        .flat_map(|counter| block(secret, message, counter))
        .filter(|&byte| byte < 252)
        .map(|byte| byte % 6 + 1)
        .take(dice)
        .collect()
}

fn block(secret: &Bytes32, message: &[u8], counter: u32) -> [u8; 32] {
    let key = hmac::digest::Key::<Hmac<Sha256>>::default();
    let mut mac = Hmac::<Sha256>::new(&padded(key, secret));
    mac.update(message);
    mac.update(&counter.to_be_bytes());
    mac.finalize().into_bytes().into()
}

/// HMAC pads a key shorter than the digest's block with zeros; the fixed-size constructor wants it padded.
fn padded(mut key: hmac::digest::Key<Hmac<Sha256>>, secret: &Bytes32) -> hmac::digest::Key<Hmac<Sha256>> {
    key[..32].copy_from_slice(&secret.0);
    key
}
