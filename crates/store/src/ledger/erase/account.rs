//! Somebody with an account is erased, from everything that is stored here.
//!
//! The account goes and the person from all events, in one transaction with the witness's note: what cannot be done in one
//! event is not begun in any. Then the events are looked through once more, and in the end the row that is left says so.
//! Whoever stops the program in between finds the rest done at its next start, because the witness's note and that row do
//! not agree.

use std::collections::BTreeSet;

use tiger_event::text::folded;
use tiger_event::{Actor, EventId, PersonName, Reason, Refusal, Speaker, UserId};

use super::super::witness::Witness;
use super::person::{in_both_orders, replace_words};
use super::{Done, Ledger, LedgerError, Whom, keep_first};
use crate::clock;
use crate::db::users::{self, User};
use crate::db::{self, Db, DbError};

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasedAccount {
    /// What stands in the place of the name.
    pub called: String,
    /// In how many events something says something else.
    pub events: usize,
    /// How many places there do.
    pub places: usize,
    /// Why something of it may still lie in unused parts of the database's files, if it may.
    pub left: Option<String>,
}

impl Ledger {
    /// Erases somebody who has an account: the account with all that hangs on it, and the person from every event. Who
    /// did something is called by the number of the account from then on, or by that of the player.
    ///
    /// # Errors
    /// When the person may not do this, it is the last administrator, the reason names the person, or the database fails.
    pub fn erase_account(
        &self,
        actor: &Actor,
        user: UserId,
        reason: &Reason,
    ) -> Result<ErasedAccount, LedgerError> {
        if matches!(actor, Actor::User { is_admin: false, .. }) {
            return Err(Refusal::Forbidden("Only administrators erase accounts.".to_owned()).into());
        }
        if actor.user() == Some(user) {
            let sentence = "Nobody erases themselves: another administrator does, or the command line.";
            return Err(Refusal::invalid(sentence).into());
        }
        let number = self.db.read(|db| users::number_of(db, user))?;
        let called = called(number)?;
        self.list_erasing_entries()?;
        let done = self.db.write(|db| -> Result<_, LedgerError> {
            users::take_turn(db)?;
            forget_account(db, (user, &called), reason)?;
            let mut done = Vec::new();
            for event in db::entries::events_naming(db, user)? {
                done.extend(self.erase_in(db, actor, (event, user, &called), reason)?);
            }
            if let Some(witness) = &self.witness {
                witness.note_erased_account(user, number, reason)?;
            }
            self.note(&done, reason)?;
            Ok(done)
        })?;
        let (events, places) = self.tell_all(done);
        // What was on its way when the account went.
        let late = self.erase_everywhere(actor, (user, &called), reason)?;
        let (events, places) = (events + late.0, places + late.1);
        Ok(ErasedAccount { called: called.to_string(), events, places, left: self.left() })
    }

    /// Erases somebody from all events and notes that it is done; how many events changed, and how many places in them.
    fn erase_everywhere(
        &self,
        actor: &Actor,
        (user, called): (UserId, &PersonName),
        reason: &Reason,
    ) -> Result<(usize, usize), LedgerError> {
        let (mut events, mut places, mut failed) = (0, 0, None);
        for event in self.db.read(|db| db::entries::events_naming(db, user))? {
            match self.erase_from_one(actor, (event, user, called), reason) {
                Ok(changed) => (events, places) = (events + changed.0, places + changed.1),
                Err(error) => _ = keep_first(&mut failed, error),
            }
        }
        if let Some(error) = failed {
            return Err(error);
        }
        self.db.write(|db| users::mark_erased(db, user))?;
        Ok((events, places))
    }

    /// Erases somebody from one event in a transaction of its own.
    fn erase_from_one(
        &self,
        actor: &Actor,
        (event, user, called): (EventId, UserId, &PersonName),
        reason: &Reason,
    ) -> Result<(usize, usize), LedgerError> {
        let done = self.db.write(|db| -> Result<_, LedgerError> {
            let done = self.erase_in(db, actor, (event, user, called), reason)?;
            self.note(&done, reason)?;
            Ok(done)
        })?;
        Ok(self.tell_all(done))
    }

    /// Tells everybody what is on the disk now; how many events changed, and how many places in them.
    fn tell_all(&self, done: Vec<Done<'_>>) -> (usize, usize) {
        let events: BTreeSet<EventId> =
            done.iter().filter(|done| done.erased.places > 0).map(|done| done.event).collect();
        (events.len(), done.into_iter().map(|done| self.tell(done).places).sum())
    }

    /// Erases somebody from one event: as a player, if they are one, and as whoever did something.
    fn erase_in<'a>(
        &self,
        db: &mut Db,
        actor: &Actor,
        (event, user, called): (EventId, UserId, &'a PersonName),
        reason: &Reason,
    ) -> Result<Vec<Done<'a>>, LedgerError> {
        let state = self.event_on(db, event)?;
        let own = state.entries.values().filter(|entry| entry.speaker == Speaker::Taken { user });
        let players = own.map(|entry| Whom::Player(entry.id, None));
        let mut done = Vec::new();
        for whom in players.chain([Whom::Account(user, called)]) {
            done.extend(self.erase_on(db, actor, (event, whom), reason)?);
        }
        Ok(done)
    }

    /// Erases again accounts that were erased before and are back, or were not erased to the end; how many.
    pub(super) fn erase_accounts_again(&self, witness: &Witness) -> Result<usize, LedgerError> {
        let (mut again, mut failed) = (0, None);
        for erased in witness.erased_accounts()? {
            let is_back = self.erase_account_again(&erased);
            again += is_back.map(usize::from).unwrap_or_else(|error| keep_first(&mut failed, error));
        }
        failed.map_or(Ok(again), Err)
    }

    fn erase_account_again(
        &self,
        (user, number, reason): &(UserId, i64, Reason),
    ) -> Result<bool, LedgerError> {
        let called = called(*number)?;
        let is_back = self.db.write(|db| -> Result<_, LedgerError> {
            let Some(person) = users::find(db, *user)?.filter(|person| !person.is_erased) else {
                return Ok(false);
            };
            forget_beside(db, &person, called.as_str())?;
            users::forget(db, *user, called.as_str(), clock::now())?;
            Ok(true)
        })?;
        if is_back {
            self.erase_everywhere(&Actor::Program, (*user, &called), reason)?;
            if let Some(why) = self.left() {
                tracing::warn!(%why, "unused parts of the database's files may still hold the name");
            }
        }
        Ok(is_back)
    }

    /// Erases from an event that came from elsewhere those whose accounts were erased here.
    pub(in crate::ledger) fn erase_accounts_from(
        &self,
        witness: &Witness,
        event: EventId,
    ) -> Result<(), LedgerError> {
        for (user, number, reason) in witness.erased_accounts()? {
            self.erase_from_one(&Actor::Program, (event, user, &called(number)?), &reason)?;
        }
        Ok(())
    }
}

fn called(number: i64) -> Result<PersonName, Refusal> {
    PersonName::parse(&format!("Person {number}")).map_err(|error| Refusal::Invalid(error.to_string()))
}

/// Takes away the account and what is no part of a ledger.
fn forget_account(
    db: &mut Db,
    (user, called): (UserId, &PersonName),
    reason: &Reason,
) -> Result<(), LedgerError> {
    let person = users::find(db, user)?.filter(|person| !person.is_erased);
    let person = person.ok_or(Refusal::NotFound("account"))?;
    let names = in_both_orders(&person.name);
    let typed = folded(reason.as_str());
    if names.iter().chain(&person.login).any(|name| !replace_words(&typed, &folded(name), "").eq(&typed)) {
        let sentence = "Do not name the person in the reason: it stays in the ledger.";
        return Err(Refusal::invalid(sentence).into());
    }
    forget_beside(db, &person, called.as_str())?;
    users::forget(db, user, called.as_str(), clock::now())?;
    if person.is_admin && !users::has_administrator(db)? {
        return Err(Refusal::invalid("This is the last administrator. Make another one first.").into());
    }
    Ok(())
}

/// Takes somebody out of tables that are neither part of a ledger nor hang on the account's row. Where only a name says who
/// is meant and somebody else is called the same, it stays: nobody can say whom it means.
fn forget_beside(db: &mut Db, person: &User, called: &str) -> Result<(), DbError> {
    db::registrations::erase_user(db, person.id, called)?;
    let namesakes = users::namesakes(db, person)?;
    // Whoever has no login decides nothing, makes no links and has no programs.
    if namesakes.iter().all(|other| other.login.is_none()) {
        db::registrations::rename_decider(db, &person.name, called)?;
        db::tablets::rename_maker(db, &person.name, called)?;
    }
    // What somebody did under the login or by a program goes, with the addresses from which they did it; what others did
    // to them stays.
    if let Some(login) = &person.login {
        db::attempts::delete_of(db, login)?;
        db::journal::delete_of_login(db, login)?;
    }
    let own = (person.id, &*person.name);
    db::journal::delete_of_programs(db, own, namesakes.iter().all(|other| other.login.is_none()))?;
    db::journal::rename(db, own, called, namesakes.is_empty())
}
