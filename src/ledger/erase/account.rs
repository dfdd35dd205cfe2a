//! Somebody with an account is erased, from everything that is stored here.
//!
//! First the account goes, in one transaction with the witness's note: nobody signs in with it any more. Then the person
//! is erased from one event after the other, and in the end the row that is left says so. Whoever stops the program in
//! between finds the rest done at its next start, because the witness's note and that row do not agree.

use tiger_event::actor::Actor;
use tiger_event::entry::Speaker;
use tiger_event::ids::{EventId, UserId};
use tiger_event::refusal::Refusal;
use tiger_event::text::{PersonName, Reason, folded};

use super::super::witness::Witness;
use super::person::{in_both_orders, replace_words};
use super::{Ledger, LedgerError, Whom};
use crate::clock;
use crate::db::users::{self, User};
use crate::db::{self, Db, DbError};

/// How often all events are looked through: what was on its way when the account went is found by the second look.
const LOOKS: usize = 2;

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
        let called = self.db.write(|db| self.forget_account(db, user, reason))?;
        self.erase_everywhere(actor, (user, &called), reason)
    }

    /// Takes away the account and what is no part of a ledger.
    fn forget_account(&self, db: &mut Db, user: UserId, reason: &Reason) -> Result<PersonName, LedgerError> {
        let person = users::find(db, user)?.filter(|person| !person.is_erased);
        let person = person.ok_or(Refusal::NotFound("account"))?;
        let names = in_both_orders(&person.name);
        let typed = folded(reason.as_str());
        if names.iter().chain(&person.login).any(|name| !replace_words(&typed, &folded(name), "").eq(&typed))
        {
            let sentence = "Do not name the person in the reason: it stays in the ledger.";
            return Err(Refusal::invalid(sentence).into());
        }
        let number = users::number_of(db, user)?;
        let called = called(number)?;
        forget_beside(db, &person, called.as_str())?;
        users::forget(db, user, called.as_str(), clock::now())?;
        if person.is_admin && !users::has_administrator(db)? {
            return Err(Refusal::invalid("This is the last administrator. Make another one first.").into());
        }
        if let Some(witness) = &self.witness {
            witness.note_erased_account(user, number, reason)?;
        }
        Ok(called)
    }

    fn erase_everywhere(
        &self,
        actor: &Actor,
        (user, called): (UserId, &PersonName),
        reason: &Reason,
    ) -> Result<ErasedAccount, LedgerError> {
        let (mut events, mut places) = (0, 0);
        for _ in 0..LOOKS {
            for event in self.db.read(|db| db::entries::events_naming(db, user))? {
                let changed = self.erase_in(actor, (event, user, called), reason)?;
                (events, places) = (events + usize::from(changed > 0), places + changed);
            }
        }
        self.db.write(|db| users::mark_erased(db, user))?;
        Ok(ErasedAccount { called: called.to_string(), events, places, left: self.left() })
    }

    /// Erases somebody from one event: as a player, if they are one, and as whoever did something; how many places changed.
    fn erase_in(
        &self,
        actor: &Actor,
        (event, user, called): (EventId, UserId, &PersonName),
        reason: &Reason,
    ) -> Result<usize, LedgerError> {
        let state = self.event(event)?;
        let own = state.entries.values().filter(|entry| entry.speaker == Speaker::Taken { user });
        let mut places = 0;
        let players = own.map(|entry| Whom::Player(entry.id));
        for whom in players.chain([Whom::Account(user, called)]) {
            places += self.erase_from(actor, (event, whom), reason)?.map_or(0, |erased| erased.places);
        }
        Ok(places)
    }

    /// Erases again accounts that were erased before and are back, or were not erased to the end; how many.
    pub(super) fn erase_accounts_again(&self, witness: &Witness) -> Result<usize, LedgerError> {
        let mut again = 0;
        for (user, number, reason) in witness.erased_accounts()? {
            let called = called(number)?;
            let is_back = self.db.write(|db| -> Result<_, LedgerError> {
                let Some(person) = users::find(db, user)?.filter(|person| !person.is_erased) else {
                    return Ok(false);
                };
                forget_beside(db, &person, called.as_str())?;
                users::forget(db, user, called.as_str(), clock::now())?;
                Ok(true)
            })?;
            if is_back {
                self.erase_everywhere(&Actor::Program, (user, &called), &reason)?;
                again += 1;
            }
        }
        Ok(again)
    }

    /// Erases from an event that came from elsewhere those whose accounts were erased here.
    pub(in crate::ledger) fn erase_accounts_from(
        &self,
        witness: &Witness,
        event: EventId,
    ) -> Result<(), LedgerError> {
        for (user, number, reason) in witness.erased_accounts()? {
            self.erase_in(&Actor::Program, (event, user, &called(number)?), &reason)?;
        }
        Ok(())
    }
}

fn called(number: i64) -> Result<PersonName, Refusal> {
    PersonName::parse(&format!("Person {number}")).map_err(|error| Refusal::Invalid(error.to_string()))
}

/// Takes somebody out of tables that are neither part of a ledger nor hang on the account's row.
fn forget_beside(db: &mut Db, person: &User, called: &str) -> Result<(), DbError> {
    db::registrations::erase_user(db, person.id, &person.name, called)?;
    db::tablets::rename_maker(db, &person.name, called)?;
    if let Some(login) = &person.login {
        db::attempts::delete_of(db, login)?;
    }
    let names = in_both_orders(&person.name);
    // What somebody did under the login or by a program goes, with the addresses from which they did it; what others did
    // to them stays.
    db::journal::rewrite(db, |who, doer| {
        let is_own = person.login.as_deref() == Some(who)
            || db::api_tokens::is_of(who, &person.name) && doer.is_none_or(|doer| doer == person.id);
        (!is_own).then(|| names.iter().fold(who.to_owned(), |who, name| replace_words(&who, name, called)))
    })
}
