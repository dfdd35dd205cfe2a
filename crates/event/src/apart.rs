//! What people typed about people is kept apart from the entries that say it: `{"apart":"DIGEST"}` stands in its place.
//!
//! An entry is hashed into a chain and stays for ever; a person may want to be forgotten. So names, details, reasons and
//! the like are written into a ledger by a salted digest only, and text and salt are kept beside it. When both are gone,
//! the chain still holds, and nobody can find out by guessing what stood there. Everywhere else, as in snapshots, such
//! values are written in full. No text that is typed can be taken for a digest: it would be a JSON string, not an object.

use std::borrow::Cow;
use std::cell::RefCell;

use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};

use crate::Bytes32;

/// What the digest of such a text begins with.
const MARK: &[u8] = b"tiger-arbiter text 1";

const BEFORE: &str = "{\"apart\":\"";
const DIGITS: usize = 64;
const BEHIND: &str = "\"}";

/// A value that is kept apart from an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// The digest of salt and body, which the entry says.
    pub digest: Bytes32,
    /// What keeps others from guessing.
    pub salt: Bytes32,
    /// The value, as JSON.
    pub body: String,
}

/// The digest of a value and its salt.
pub fn digest(salt: Bytes32, body: &str) -> Bytes32 {
    Bytes32::salted(MARK, salt, body)
}

/// What is kept apart of the entry that is being written on this thread.
struct Gathering {
    /// Where salts come from; it is thrown away.
    seed: Bytes32,
    /// A value that is kept already.
    known: Option<(String, Bytes32)>,
    new: Vec<Apart>,
}

thread_local! {
    static GATHERING: RefCell<Option<Gathering>> = const { RefCell::new(None) };
}

/// Ends the gathering, also when it panics.
struct End;

impl Drop for End {
    fn drop(&mut self) {
        GATHERING.take();
    }
}

/// Writes an entry, and gives what is to be kept apart of it. Salts are made from a seed that nobody else knows; a value
/// that is kept already is named by its digest again.
pub fn gather<T>(
    seed: Bytes32,
    known: Option<(String, Bytes32)>,
    write: impl FnOnce() -> T,
) -> (T, Vec<Apart>) {
    GATHERING.set(Some(Gathering { seed, known, new: Vec::new() }));
    let _end = End;
    let written = write();
    let new = GATHERING.take().map(|gathering| gathering.new).unwrap_or_default();
    (written, new)
}

impl Gathering {
    fn digest_of(&mut self, body: String) -> Bytes32 {
        if let Some((_, digest)) = self.known.as_ref().filter(|(known, _)| *known == body) {
            return *digest;
        }
        let place = self.new.len().to_be_bytes();
        let salt = Bytes32::digest(&[self.seed.0.as_slice(), &place].concat());
        let digest = digest(salt, &body);
        self.new.push(Apart { digest, salt, body });
        digest
    }
}

/// Writes a value of the kind that is kept apart: in an entry its digest, elsewhere itself.
pub(super) fn serialize<T: Serialize + ?Sized, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    // Values inside this one are part of it.
    let Some(mut gathering) = GATHERING.take() else { return value.serialize(serializer) };
    let body = serde_json::to_string(value);
    let digest = body.map(|body| gathering.digest_of(body));
    GATHERING.set(Some(gathering));
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry("apart", &digest.map_err(S::Error::custom)?)?;
    map.end()
}

/// The digests that an entry says.
pub fn named(entry: &str) -> impl Iterator<Item = Bytes32> {
    entry.split(BEFORE).skip(1).filter_map(|rest| rest.get(..DIGITS)?.parse().ok())
}

/// An entry with everything in its place.
///
/// # Errors
/// Which value is missing.
pub fn in_full<'a, 'b>(
    entry: &'a str,
    find: impl Fn(&Bytes32) -> Option<&'b str>,
) -> Result<Cow<'a, str>, Bytes32> {
    if !entry.contains(BEFORE) {
        return Ok(Cow::Borrowed(entry));
    }
    let mut parts = entry.split(BEFORE);
    let mut full = parts.next().unwrap_or_default().to_owned();
    for rest in parts {
        let digest = rest.get(..DIGITS).and_then(|digits| digits.parse().ok());
        let behind = rest.get(DIGITS..).and_then(|rest| rest.strip_prefix(BEHIND));
        match (digest, behind) {
            (Some(digest), Some(behind)) => {
                full.push_str(find(&digest).ok_or(digest)?);
                full.push_str(behind);
            }
            _ => [BEFORE, rest].into_iter().for_each(|text| full.push_str(text)),
        }
    }
    Ok(Cow::Owned(full))
}
