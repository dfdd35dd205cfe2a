//! Entries as they are written and read: what people typed about people is kept apart from them.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tiger_event::erasure::Place;
use tiger_event::{Bytes32, EventId, UserId, apart};

use super::LedgerError;
use crate::db::texts::{KeptText, NewText, Texts};
use crate::db::{self, Db, DbError};

/// Names of people who do something in an event, as JSON, and under which digests entries say them.
type Known = HashMap<(EventId, UserId), (String, Bytes32)>;

/// Names that are kept in memory; beyond it they are looked up again.
const MOST_NAMES: usize = 20_000;

/// Under which digests the names of people who do something are kept: they say the same name again and again.
#[derive(Debug, Clone, Default)]
pub(super) struct Names(Arc<Mutex<Known>>);

impl Names {
    fn all(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps names that are in the database.
    pub(super) fn keep(&self, pen: &Pen) {
        if pen.known.is_empty() {
            return;
        }
        let mut all = self.all();
        if all.len() + pen.known.len() > MOST_NAMES {
            all.clear();
        }
        all.extend(pen.known.iter().map(|(key, name)| (*key, name.clone())));
    }

    pub(super) fn forget(&self, event: EventId) {
        self.all().retain(|(known, _), _| *known != event);
    }

    /// A pen for entries that these people give.
    pub(super) fn pen<'a>(
        &self,
        db: &mut Db,
        people: impl IntoIterator<Item = (EventId, UserId, &'a str)>,
    ) -> Result<Pen, LedgerError> {
        let mut pen = Pen::default();
        for (event, person, name) in people {
            if pen.known.contains_key(&(event, person)) {
                continue;
            }
            let body = to_json("name", name)?;
            let remembered = self.all().get(&(event, person)).filter(|(known, _)| *known == body).cloned();
            let found = match remembered {
                Some((_, digest)) => Some(digest),
                None => db::texts::find_name(db, event, person, &body)?,
            };
            pen.known.extend(found.map(|digest| ((event, person), (body, digest))));
        }
        Ok(pen)
    }
}

/// Writes entries, and gathers what is kept apart from them until it is stored.
#[derive(Debug, Default)]
pub(super) struct Pen {
    known: Known,
    new: Vec<NewText>,
}

impl Pen {
    /// Writes who does something.
    pub(super) fn person(
        &mut self,
        event: EventId,
        (person, value): (Option<UserId>, &impl Serialize),
    ) -> Result<String, LedgerError> {
        let known = person.and_then(|person| self.known.get(&(event, person)).cloned());
        let (text, new) = apart::gather(seed()?, known, || to_json("author", value));
        for apart in new {
            if let Some(person) = person {
                self.known.insert((event, person), (apart.body.clone(), apart.digest));
            }
            self.new.push(NewText::new(event, KeptText { owner: person, ..apart.into() }));
        }
        text
    }

    /// Writes what happens.
    pub(super) fn deed(&mut self, event: EventId, value: &impl Serialize) -> Result<String, LedgerError> {
        let (text, new) = apart::gather(seed()?, None, || to_json("command", value));
        self.new.extend(new.into_iter().map(|apart| NewText::new(event, apart.into())));
        text
    }

    /// Stores what was gathered.
    pub(super) fn store(&self, db: &mut Db) -> Result<(), DbError> {
        db::texts::insert_all(db, &self.new)
    }
}

fn seed() -> Result<Bytes32, LedgerError> {
    let mut seed = Bytes32([0; 32]);
    let filled = getrandom::fill(&mut seed.0);
    filled.map_err(|error| DbError::Place(format!("the system gives no random numbers: {error}")))?;
    Ok(seed)
}

pub(super) fn to_json(what: &'static str, value: &(impl Serialize + ?Sized)) -> Result<String, LedgerError> {
    serde_json::to_string(value).map_err(|source| LedgerError::Json { what, source })
}

/// What is kept apart from some entries.
pub(super) fn kept_apart<'a>(
    db: &mut Db,
    entries: impl IntoIterator<Item = &'a str>,
) -> Result<Texts, DbError> {
    let digests: HashSet<Bytes32> = entries.into_iter().flat_map(apart::named).collect();
    if digests.is_empty() {
        return Ok(Texts::new());
    }
    db::texts::find_all(db, &digests.into_iter().collect::<Vec<_>>())
}

/// An entry with everything in its place.
pub(super) fn in_full<'a>(entry: &'a str, texts: &Texts) -> Result<Cow<'a, str>, DbError> {
    apart::in_full(entry, |digest| texts.get(digest).map(|text| text.body.as_str()))
        .map_err(|digest| DbError::corrupt("ledger entry", format!("the text {digest} of it is missing")))
}

/// The texts that an entry names and that say something else than they did, with the digests of what they say. One that is
/// missing makes the entry unreadable.
pub(super) fn changed<'a>(entry: &'a str, texts: &'a Texts) -> impl Iterator<Item = (Place, Bytes32)> + 'a {
    apart::named(entry).filter_map(|digest| {
        let text = texts.get(&digest)?;
        let is_same = text.salt.is_some_and(|salt| apart::digest(salt, &text.body) == digest);
        (!is_same).then(|| (Place::Text { digest }, Bytes32::digest(text.body.as_bytes())))
    })
}
