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
    pub(super) fn explains(&self, witnessed: &Head) -> bool {
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
    pub(super) fn sign(&self, key: &SigningKey) -> String {
        let fields = self.fields();
        let signature = statement::sign(key, format!("{TITLE}\n{fields}").as_bytes());
        format!("{fields} {signature}\n")
    }

    /// Reads a line; none if this key has not signed it.
    pub(super) fn read(line: &str, key: &Bytes32) -> Option<Self> {
        let (fields, signature) = line.rsplit_once(' ')?;
        let parts: Vec<&str> = fields.split(' ').collect();
        let [id, version, hash, slug, at] = parts.as_slice() else { return None };
        let head = Head { id: id.parse().ok()?, version: version.parse().ok()?, hash: hash.parse().ok()? };
        let at = DateTime::parse_from_rfc3339(at).ok()?.to_utc();
        let is_own = statement::verify(key, format!("{TITLE}\n{fields}").as_bytes(), signature);
        is_own.then(|| Self { head, slug: (*slug).to_owned(), at })
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use ed25519_dalek::SigningKey;
    use tiger_event::{Bytes32, EventId};
    use uuid::Uuid;

    use super::Deletion;
    use crate::db::events::Head;

    #[test]
    fn a_note_counts_as_it_was_signed_and_only_up_to_where_the_event_had_come() {
        let head = Head { id: EventId::from_uuid(Uuid::from_u128(7)), version: 12, hash: Bytes32([3; 32]) };
        let note = Deletion { head, slug: "trial".to_owned(), at: DateTime::UNIX_EPOCH };
        let key = SigningKey::from_bytes(&[9; 32]);
        let own = Bytes32(key.verifying_key().to_bytes());
        let line = note.sign(&key);
        assert_eq!(Deletion::read(line.trim_end(), &own), Some(note.clone()));
        assert_eq!(Deletion::read(line.trim_end(), &Bytes32([1; 32])), None);
        assert_eq!(Deletion::read(line.trim_end().replace(" 12 ", " 13 ").as_str(), &own), None);
        let at = |version, hash| note.explains(&Head { version, hash: Bytes32(hash), ..head });
        assert!(at(12, [3; 32]) && at(4, [8; 32]));
        assert!(!at(12, [4; 32]) && !at(13, [3; 32]));
    }
}
