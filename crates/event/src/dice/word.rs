//! The players' words for the dice: the faces rest on their salted digests, so that a word can be erased.

use serde::{Deserialize, Serialize};

use super::Bytes32;
use crate::text::Word;

/// What a player's word and its salt are hashed with.
const WORD_MARK: &[u8] = b"tiger-arbiter word 1";

/// A player's word for the dice.
///
/// The faces rest on the digest, so they stay provable when the word, which a person typed, is erased.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PlayerWord {
    /// As earlier programs took it: the faces rest on the word itself.
    Plain(Word),
    /// The faces rest on the digest.
    Sealed {
        /// SHA-256 of salt and word.
        digest: Bytes32,
        /// Both, kept apart from entries.
        #[serde(serialize_with = "crate::apart::serialize")]
        said: Said,
    },
}

/// What was said, and what keeps others from finding it out by guessing once it was erased.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    pub word: Word,
    /// The salt; none after the word was erased.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Bytes32>,
}

impl Said {
    fn digest(&self) -> Option<Bytes32> {
        self.salt.map(|salt| word_digest(salt, self.word.as_str()))
    }
}

fn word_digest(salt: Bytes32, word: &str) -> Bytes32 {
    Bytes32::salted(WORD_MARK, salt, word)
}

impl PlayerWord {
    /// A word under its digest; the salt is known to nobody yet.
    pub fn sealed(word: Word, salt: Bytes32) -> Self {
        Self::Sealed { digest: word_digest(salt, word.as_str()), said: Said { word, salt: Some(salt) } }
    }

    /// The word, or what stands in its place since it was erased.
    pub const fn said(&self) -> &Word {
        let (Self::Plain(word) | Self::Sealed { said: Said { word, .. }, .. }) = self;
        word
    }

    /// Whether the digest is that of the word; not so after the word was erased.
    pub fn fits(&self) -> bool {
        match self {
            Self::Plain(_) => true,
            Self::Sealed { digest, said } => said.digest() == Some(*digest),
        }
    }
}

/// A word as a transcript tells it.
#[derive(Debug, Clone, Default)]
pub struct Spoken {
    /// The word; empty if there is none, or it was erased.
    pub word: String,
    /// The digest on which the faces rest.
    pub digest: Option<Bytes32>,
    pub salt: Option<Bytes32>,
}

impl Spoken {
    pub(super) fn of(word: Option<&PlayerWord>) -> Self {
        match word {
            None => Self::default(),
            Some(PlayerWord::Plain(word)) => Self { word: word.to_string(), ..Self::default() },
            Some(PlayerWord::Sealed { digest, said: Said { salt: None, .. } }) => {
                Self { digest: Some(*digest), ..Self::default() }
            }
            Some(PlayerWord::Sealed { digest, said: Said { word, salt } }) => {
                Self { word: word.to_string(), digest: Some(*digest), salt: *salt }
            }
        }
    }

    /// Whether there was a word and it was erased.
    pub const fn is_erased(&self) -> bool {
        self.digest.is_some() && self.salt.is_none()
    }

    pub(super) fn fits(&self) -> bool {
        match (self.digest, self.salt) {
            (None, None) => true,
            (Some(_), None) => self.word.is_empty(),
            (None, Some(_)) => false,
            (Some(digest), Some(salt)) => word_digest(salt, &self.word) == digest,
        }
    }

    /// Its line of the message.
    pub(super) fn line(&self) -> String {
        match self.digest {
            None => format!("{} {}", self.word.len(), self.word),
            Some(digest) => format!("sha256 {digest}"),
        }
    }
}
