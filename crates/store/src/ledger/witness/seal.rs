//! The short form of a checkpoint, which stands at the foot of prints: an event's address, an entry, and its hash. What
//! people compare and type is `SLUG:ENTRY:HASH` with the first sixteen digits; the picture beside it carries all digits
//! and the signature.

use std::str::FromStr;

use thiserror::Error;
use tiger_event::{Bytes32, EventId, Slug};

use super::Witness;
use super::statement;

/// Digits of the hash that are typed; fewer could be met by chance.
const DIGITS: usize = 16;

/// The foot of a print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seal {
    /// What people compare and type.
    pub text: String,
    /// What the picture carries.
    pub whole: String,
}

/// A seal as somebody read it from a print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadSeal {
    pub slug: Slug,
    pub version: u64,
    /// The first digits of its hash, or all.
    pub hash: String,
    /// The signature, if it came from the picture.
    pub signature: Option<String>,
}

/// Why a text is no seal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("write it as it stands on the print, such as merridon-open:1234:9f3c11ab22de4455")]
pub struct ParseSealError;

fn signed(event: EventId, version: u64, hash: Bytes32) -> Vec<u8> {
    format!("tiger-arbiter seal 1\n{event}\n{version}\n{hash}\n").into_bytes()
}

impl Seal {
    /// The seal of an entry; with a signature where there is somebody to sign.
    pub fn of(
        (event, slug): (EventId, &Slug),
        version: u64,
        hash: Bytes32,
        witness: Option<&Witness>,
    ) -> Self {
        let digits: String = hash.to_string().chars().take(DIGITS).collect();
        let signature = witness.map(|witness| statement::sign(&witness.key, &signed(event, version, hash)));
        let signature = signature.map(|signature| format!(":{signature}")).unwrap_or_default();
        Self {
            text: format!("{slug}:{version}:{digits}"),
            whole: format!("{slug}:{version}:{hash}{signature}"),
        }
    }
}

impl ReadSeal {
    /// Whether its signature was made with this key; none if it has no signature.
    pub fn is_signed_by(&self, key: &Bytes32, event: EventId) -> Option<bool> {
        let signature = self.signature.as_ref()?;
        let hash = self.hash.parse().ok()?;
        Some(statement::verify(key, &signed(event, self.version, hash), signature))
    }
}

impl FromStr for ReadSeal {
    type Err = ParseSealError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.trim().split(':');
        let (slug, version, hash) = (parts.next(), parts.next(), parts.next());
        let signature = parts.next().map(str::to_owned);
        let slug = slug.and_then(|slug| Slug::parse(slug).ok()).ok_or(ParseSealError)?;
        let version = version.and_then(|version| version.parse().ok()).ok_or(ParseSealError)?;
        let hash = hash.unwrap_or_default().to_ascii_lowercase();
        let is_hash =
            (DIGITS..=64).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_hash && parts.next().is_none() {
            Ok(Self { slug, version, hash, signature })
        } else {
            Err(ParseSealError)
        }
    }
}
