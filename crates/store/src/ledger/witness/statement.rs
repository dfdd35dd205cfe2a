//! A checkpoint: a signed statement of where ledgers and clocks ended at a moment. Lines of text, so that it can be kept,
//! printed and sent:
//!
//! ```text
//! tiger-arbiter checkpoint 1
//! at 2026-11-22T06:12:00.123456Z
//! event ID ENTRIES HASH FORMS DIGEST
//! clock GAME EVENT ENTRIES HASH
//! dice EVENT CAST COMMITMENT
//! key PUBLIC-KEY
//! signature SIGNATURE
//! ```
//!
//! The signature, Ed25519, is over everything before its line. FORMS are the keys of forms that led to these entries, and
//! DIGEST is the SHA-256 of their list. COMMITMENT is the digest to which the program was committed in a cast that was not
//! thrown yet.

use std::fmt::Write as _;

use chrono::{DateTime, SecondsFormat, Utc};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use thiserror::Error;
use tiger_event::{Bytes32, CastId, EventId};

use crate::db::clocks::ClockHead;
use crate::db::events::Head;

const TITLE: &str = "tiger-arbiter checkpoint 1";

/// Where an event's ledger ended, and which forms had led to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WitnessedEvent {
    /// Its end.
    pub head: Head,
    /// How many forms were kept so that none is carried out twice.
    pub forms: u64,
    /// The digest of their list.
    pub digest: Bytes32,
}

/// A cast of dice to which the program was committed and which it had not thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WitnessedCast {
    pub event: EventId,
    pub cast: CastId,
    /// The digest of the secret.
    pub commitment: Bytes32,
}

/// What a checkpoint states.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ends {
    pub events: Vec<WitnessedEvent>,
    pub clocks: Vec<ClockHead>,
    /// The casts that wait.
    pub casts: Vec<WitnessedCast>,
}

/// A checkpoint whose signature holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    pub at: DateTime<Utc>,
    pub ends: Ends,
    /// The public key that signed it.
    pub key: Bytes32,
}

/// Why a text is no checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StatementError {
    #[error("this is no checkpoint: a line is not as this program writes it: `{0}`")]
    Unreadable(String),
    /// Somebody changed it.
    #[error("the signature does not fit: the checkpoint was changed after it was made")]
    Forged,
    #[error("there is no checkpoint in it")]
    Nothing,
}

impl Statement {
    /// The text, signed.
    pub fn sign(at: DateTime<Utc>, ends: &Ends, key: &SigningKey) -> String {
        let mut text = format!("{TITLE}\nat {}\n", at.to_rfc3339_opts(SecondsFormat::Micros, true));
        // Writing to a text does not fail.
        for WitnessedEvent { head, forms, digest } in &ends.events {
            let _ = writeln!(text, "event {} {} {} {forms} {digest}", head.id, head.version, head.hash);
        }
        for clock in &ends.clocks {
            let _ = writeln!(text, "clock {} {} {} {}", clock.game, clock.event, clock.seq, clock.hash);
        }
        for WitnessedCast { event, cast, commitment } in &ends.casts {
            let _ = writeln!(text, "dice {event} {cast} {commitment}");
        }
        let _ = writeln!(text, "key {}", Bytes32(key.verifying_key().to_bytes()));
        let signature = sign(key, text.as_bytes());
        let _ = writeln!(text, "signature {signature}");
        text
    }

    /// Reads a text with one checkpoint or several. One that breaks off proves nothing and is passed over.
    pub fn read(text: &str) -> Result<Vec<Self>, StatementError> {
        let starts: Vec<usize> = text.match_indices(TITLE).map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let parts = starts.iter().zip(ends).filter_map(|(start, end)| text.get(*start..end));
        parts.filter_map(|part| Self::read_one(part).transpose()).collect()
    }

    fn read_one(text: &str) -> Result<Option<Self>, StatementError> {
        let Some((body, signature)) = text.split_once("signature ") else { return Ok(None) };
        // Behind it may stand the beginning of another one.
        let signature = signature.lines().next().unwrap_or_default().trim();
        if signature.len() < SIGNATURE {
            return Ok(None);
        }
        let mut statement = Self { at: DateTime::UNIX_EPOCH, ends: Ends::default(), key: Bytes32([0; 32]) };
        for line in body.lines().skip(1) {
            statement.line(line).ok_or_else(|| StatementError::Unreadable(line.to_owned()))?;
        }
        if verify(&statement.key, body.as_bytes(), signature) {
            Ok(Some(statement))
        } else {
            Err(StatementError::Forged)
        }
    }

    fn line(&mut self, line: &str) -> Option<()> {
        let fields: Vec<&str> = line.split(' ').collect();
        match fields.as_slice() {
            ["at", at] => self.at = DateTime::parse_from_rfc3339(at).ok()?.to_utc(),
            ["key", key] => self.key = key.parse().ok()?,
            ["event", id, version, hash, forms, digest] => {
                let head =
                    Head { id: id.parse().ok()?, version: version.parse().ok()?, hash: hash.parse().ok()? };
                let (forms, digest) = (forms.parse().ok()?, digest.parse().ok()?);
                self.ends.events.push(WitnessedEvent { head, forms, digest });
            }
            ["clock", game, event, seq, hash] => self.ends.clocks.push(ClockHead {
                game: game.parse().ok()?,
                event: event.parse().ok()?,
                seq: seq.parse().ok()?,
                hash: hash.parse().ok()?,
            }),
            ["dice", event, cast, commitment] => self.ends.casts.push(WitnessedCast {
                event: event.parse().ok()?,
                cast: cast.parse().ok()?,
                commitment: commitment.parse().ok()?,
            }),
            _ => return None,
        }
        Some(())
    }
}

/// A signature in hexadecimal digits.
pub(super) fn sign(key: &SigningKey, bytes: &[u8]) -> String {
    key.sign(bytes).to_bytes().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The digits of a signature.
const SIGNATURE: usize = 128;

/// Whether a signature in hexadecimal digits fits.
pub(super) fn verify(key: &Bytes32, bytes: &[u8], signature: &str) -> bool {
    let half = |range| signature.get(range).and_then(|half: &str| half.parse::<Bytes32>().ok());
    let (Some(first), Some(second), true) = (half(0..64), half(64..128), signature.len() == 128) else {
        return false;
    };
    let mut both = [0; 64];
    both[..32].copy_from_slice(&first.0);
    both[32..].copy_from_slice(&second.0);
    let key = VerifyingKey::from_bytes(&key.0);
    key.is_ok_and(|key| key.verify_strict(bytes, &Signature::from_bytes(&both)).is_ok())
}
