//! A signed note that an event was deleted which never was public: `ID ENTRIES HASH ADDRESS TIME SIGNATURE`, a line of text.
//!
//! Whoever takes a published event out of the database cannot write one: it takes the witness's key.

use chrono::{DateTime, SecondsFormat, Utc};
use ed25519_dalek::SigningKey;
use tiger_event::Bytes32;

use super::statement;
use crate::db::events::Head;

/// What is signed begins so, that no other signature of the witness can be taken for one of these.
const TITLE: &str = "tiger-arbiter deletion 1";

/// An event that was deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deletion {
    /// Where its ledger ended.
    pub head: Head,
    /// Its address.
    pub slug: String,
    /// When it was deleted.
    pub at: DateTime<Utc>,
}

impl Deletion {
    /// Whether an end that was witnessed is missed because of it: nothing can have followed.
    pub fn explains(&self, witnessed: &Head) -> bool {
        self.head.id == witnessed.id
            && match self.head.version == witnessed.version {
                true => self.head.hash == witnessed.hash,
                false => self.head.version > witnessed.version,
            }
    }

    fn fields(&self) -> String {
        let Head { id, version, hash } = self.head;
        let at = self.at.to_rfc3339_opts(SecondsFormat::Micros, true);
        format!("{id} {version} {hash} {} {at}", self.slug)
    }

    /// The line, signed.
    pub fn sign(&self, key: &SigningKey) -> String {
        let fields = self.fields();
        let signature = statement::sign(key, format!("{TITLE}\n{fields}").as_bytes());
        format!("{fields} {signature}\n")
    }

    /// Reads a line; none if this key has not signed it.
    pub fn read(line: &str, key: &Bytes32) -> Option<Self> {
        let (fields, signature) = line.rsplit_once(' ')?;
        let parts: Vec<&str> = fields.split(' ').collect();
        let [id, version, hash, slug, at] = parts.as_slice() else { return None };
        let head = Head { id: id.parse().ok()?, version: version.parse().ok()?, hash: hash.parse().ok()? };
        let at = DateTime::parse_from_rfc3339(at).ok()?.to_utc();
        let is_own = statement::verify(key, format!("{TITLE}\n{fields}").as_bytes(), signature);
        is_own.then(|| Self { head, slug: (*slug).to_owned(), at })
    }
}
