//! Deciding who is who, one decision after the other.

use tiger_event::EntryId;
use tiger_event::register::Decision;

use super::{Directory, People, require_arbiter};
use crate::clock;
use crate::db::decisions::{self, Decided};
use crate::db::users::User;
use crate::db::{Db, DbError};
use crate::error::Result;
use crate::ledger::{Ledger, LedgerError};

use std::sync::PoisonError;
use std::sync::atomic::Ordering;

/// Why two cannot be merged.
pub const NOT_ONE: &str = "They played in the same event: they cannot be merged.";

/// What became of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deciding {
    Kept,
    /// It was decided before, in this or in another way; by nobody, where accounts or numbers say it.
    Before(Option<Decided>),
    /// It makes no sense, for this reason.
    Refused(&'static str),
}

impl Directory {
    /// Keeps what an arbiter decides, if it still makes sense. `seen` is how many decisions the page knew on which they
    /// decided: a newer one about the same people stands. Blocking.
    ///
    /// # Errors
    /// For others than arbiters whom an administrator has named, and when nobody is found.
    pub fn decide(
        &self,
        ledger: &Ledger,
        people: &People,
        person: &User,
        decision: Decision,
        seen: Option<usize>,
    ) -> Result<Deciding> {
        require_arbiter(person)?;
        for entry in entries(decision) {
            people.person(entry)?;
        }
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).clone();
        let deciding = ledger.database().write(|db: &mut Db| -> Result<Deciding, DbError> {
            // Nobody else decides between this look and the row.
            decisions::take_turn(db)?;
            let decided = decisions::list(db)?;
            let newer = match &known {
                Some(known) if decided.len() != people.decided.len() => {
                    Some(People::of(&known.harvests, decided, people))
                }
                _ => None,
            };
            let deciding = judge(newer.as_ref().unwrap_or(people), decision, seen);
            if deciding == Deciding::Kept {
                decisions::insert(db, decision, person.id, clock::now())?;
            }
            Ok(deciding)
        });
        // What was decided is seen at once.
        self.decisions.fetch_add(1, Ordering::AcqRel);
        Ok(deciding.map_err(LedgerError::from)?)
    }
}

fn entries(decision: Decision) -> Vec<EntryId> {
    match decision {
        Decision::Same(one, other) | Decision::Different(one, other) => vec![one, other],
        Decision::Apart(one) => vec![one],
    }
}

fn judge(people: &People, decision: Decision, seen: Option<usize>) -> Deciding {
    let same = |one: EntryId, other: EntryId| people.register.player(one) == people.register.player(other);
    // The last that speaks of these people, of those from this number on.
    let last = |from: usize| {
        let concerns = |it: &&Decided| {
            let said = entries(it.decision);
            entries(decision).iter().all(|entry| said.iter().any(|other| same(*entry, *other)))
        };
        people.decided.iter().skip(from).rev().find(concerns).cloned()
    };
    if let Some(newer) = seen.and_then(last) {
        return Deciding::Before(Some(newer));
    }
    match decision {
        Decision::Same(one, other) if same(one, other) => Deciding::Before(last(0)),
        Decision::Same(one, other) => {
            let pair = people.register.person(one).zip(people.register.person(other));
            match pair.is_some_and(|(one, other)| people.register.may_be_one(one, other)) {
                true => Deciding::Kept,
                false => Deciding::Refused(NOT_ONE),
            }
        }
        Decision::Apart(entry) => {
            let is_alone = people.register.person(entry).is_none_or(|it| it.appearances.len() < 2);
            if is_alone { Deciding::Before(last(0)) } else { Deciding::Kept }
        }
        Decision::Different(one, other) if same(one, other) => Deciding::Before(last(0)),
        Decision::Different(..) => {
            let is_said = |it: &Decided| matches!(it.decision, Decision::Different(..));
            match last(0).filter(is_said) {
                Some(said) => Deciding::Before(Some(said)),
                None => Deciding::Kept,
            }
        }
    }
}
