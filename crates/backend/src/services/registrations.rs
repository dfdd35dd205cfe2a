//! Players who register by themselves: they wait in a table of their own, and an arbiter's yes enters them through the
//! ledger.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tiger_event::permission::Role;
use tiger_event::registration::AcceptedRegistration;
use tiger_event::text::{look, sought};
use tiger_event::{
    Actor, Application, Entry, EntryDetails, EntryId, Event, EventId, NewEntry, Reason, Refusal,
    Registration, RegistrationCommand, RegistrationId, RegistrationState, Speaker, UserId,
};

use crate::auth::{Token, links};
use crate::clock;
use crate::db::links::Purpose;
use crate::db::registrations::{self, Stored};
use crate::db::users::User;
use crate::db::{self, Database, DbError};
use crate::error::{AppError, Result};
use crate::ledger::{Ledger, LedgerError, OnceKey, Order};

/// The most registrations of one event that wait.
pub const MOST_WAITING: usize = 500;

/// What came of a registration form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Registered {
    /// It waits for an arbiter; sent twice, it waits once.
    Waits,
    /// This form was sent before, with something else in it: for the player of this name.
    SentBefore(String),
    /// This person's account waits already.
    AccountWaits,
    Full,
}

/// Stores a registration under the token that its private link will have. Blocking.
pub fn register(
    database: &Database,
    event: EventId,
    token: &Token,
    application: &Application,
    user: Option<UserId>,
) -> Result<Registered> {
    let registration = Registration {
        id: clock::new_id(),
        event,
        user,
        application: application.clone(),
        at: clock::now(),
        state: RegistrationState::Waiting,
    };
    let new = Stored { registration, token_hash: token.hash() };
    Ok(database.write(|db| -> Result<_, DbError> {
        if let Some(Stored { registration: earlier, .. }) = registrations::find_by_token(db, new.token_hash)?
        {
            let is_same = earlier.event == event && earlier.application == *application;
            let name = earlier.application.details.name.to_string();
            return Ok(if is_same { Registered::Waits } else { Registered::SentBefore(name) });
        }
        if db::links::find(db, new.token_hash)?.is_some() {
            // It was sent before and accepted; the registration has been deleted since, the link of the entry not.
            return Ok(Registered::SentBefore(application.details.name.to_string()));
        }
        if let Some(user) = user
            && registrations::is_waiting(db, event, user)?
        {
            return Ok(Registered::AccountWaits);
        }
        if registrations::count_waiting(db, event)? >= MOST_WAITING {
            return Ok(Registered::Full);
        }
        registrations::insert(db, &new).map_err(|error| match error {
            // The same form a moment earlier: the next attempt finds it.
            DbError::Taken(_) => DbError::Busy,
            other => other,
        })?;
        Ok(Registered::Waits)
    })?)
}

/// How many registrations of an event wait.
pub async fn waiting(database: &Database, event: EventId) -> Result<usize> {
    let database = database.clone();
    db::block(move || database.read(|db| registrations::count_waiting(db, event))).await
}

/// A registration as arbiters see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub registration: Registration,
    /// Who else has this name; empty if nobody has.
    pub double: String,
    /// Whether there is no free place for it, those before it counted.
    pub is_beyond: bool,
}

impl Line {
    /// Whether nobody has decided.
    pub fn is_waiting(&self) -> bool {
        self.registration.state == RegistrationState::Waiting
    }

    /// Whether it is among those that are accepted all at once.
    pub fn is_clear(&self) -> bool {
        self.is_waiting() && self.double.is_empty() && !self.is_beyond
    }
}

/// All registrations of an event, first come first. Blocking.
pub fn lines(database: &Database, event: &Event) -> Result<Vec<Line>> {
    let stored = database.read(|db| registrations::list(db, event.id))?;
    let key = |details: &EntryDetails| look(&sought(details.name.as_str()));
    let entered: BTreeMap<_, _> = event.entries.values().map(|e| (key(&e.details), e.number)).collect();
    let mut waiting: BTreeMap<String, usize> = BTreeMap::new();
    for Stored { registration, .. } in &stored {
        if registration.state == RegistrationState::Waiting {
            *waiting.entry(key(&registration.application.details)).or_default() += 1;
        }
    }
    let (mut free, mut counted) = (event.free_places(), BTreeSet::new());
    let line = |Stored { registration, .. }| {
        let name = key(&registration.application.details);
        let is_waiting = registration.state == RegistrationState::Waiting;
        let double = match (entered.get(&name), waiting.get(&name)) {
            _ if !is_waiting => String::new(),
            (Some(number), _) => format!("Player {number} has this name, or one that looks like it"),
            (None, Some(2..)) => "Registered more than once".to_owned(),
            (None, _) => String::new(),
        };
        // Who registered more than once has the place of the first time, until somebody has looked at it.
        let takes_place = is_waiting && !entered.contains_key(&name) && counted.insert(name);
        let is_beyond = is_waiting && free == Some(0);
        if takes_place && let Some(free) = &mut free {
            *free = free.saturating_sub(1);
        }
        Line { registration, double, is_beyond }
    };
    Ok(stored.into_iter().map(line).collect())
}

/// Enters those who registered, through the ledger; how many. With other details than they typed if an arbiter
/// mended them, which goes for one at a time. Blocking.
pub fn accept(
    ledger: &Ledger,
    actor: Actor,
    event: EventId,
    (chosen, mended): (&[RegistrationId], Option<&EntryDetails>),
    key: OnceKey,
) -> Result<usize> {
    if ledger.is_done(&actor, &key)? {
        return Ok(chosen.len());
    }
    let by = actor.name().to_owned();
    let event = ledger.event(event)?;
    let stored = ledger.database().read(|db| registrations::list(db, event.id))?;
    let stored: Vec<_> = stored.into_iter().filter(|one| chosen.contains(&one.registration.id)).collect();
    if stored.is_empty() {
        return Err(AppError::unprocessable("Choose at least one registration that waits."));
    }
    let accepted: Vec<_> = stored.iter().map(|one| entry_of(&event, one, mended)).collect();
    let entries: Vec<EntryId> = accepted.iter().map(|one| one.entry.id).collect();
    let offered: Vec<bool> =
        accepted.iter().map(|one| matches!(one.speaker, Speaker::Offered { .. })).collect();
    let order = Order::new(actor, event.id, RegistrationCommand::AcceptRegistrations { accepted }).once(key);
    ledger.commit_with(&order, |db| {
        for ((one, entry), is_offered) in stored.iter().zip(&entries).zip(&offered) {
            let Registration { id, application, .. } = &one.registration;
            if !registrations::accept(db, *id, *entry, &by)? {
                let name = &application.details.name;
                let sentence =
                    format!("{name} was accepted or has withdrawn meanwhile. Look at the list again.");
                return Err(Refusal::Invalid(sentence).into());
            }
            if *is_offered {
                let purpose = Purpose::Speaker(event.id, *entry);
                let now = clock::now();
                db::links::insert(db, one.token_hash, purpose, now, now + links::lifetime(purpose))?;
            }
        }
        Ok::<(), LedgerError>(())
    })?;
    Ok(entries.len())
}

/// Enters those of the ones that a page showed against whom nothing speaks now; how many. Blocking.
///
/// # Errors
/// When none is left of them.
pub fn accept_clear(
    ledger: &Ledger,
    actor: Actor,
    event: EventId,
    shown: &[RegistrationId],
    key: OnceKey,
) -> Result<usize> {
    let now = ledger.event(event)?;
    let mut lines = lines(ledger.database(), &now)?;
    lines.retain(|line| shown.contains(&line.registration.id));
    if ledger.is_done(&actor, &key)? {
        let is_in = |line: &&Line| matches!(line.registration.state, RegistrationState::Accepted { .. });
        return Ok(lines.iter().filter(is_in).count());
    }
    let clear: Vec<_> = lines.iter().filter(|line| line.is_clear()).map(|it| it.registration.id).collect();
    if clear.is_empty() {
        let sentence = "None of those whom the page showed can be accepted unseen any more: they were decided meanwhile, their names stand twice now, or the places are taken. Look at the list again.";
        return Err(AppError::unprocessable(sentence));
    }
    accept(ledger, actor, event, (&clear, None), key)
}

/// The entry that a registration becomes: late if rounds are published, with the byes that can still be had.
fn entry_of(event: &Event, stored: &Stored, mended: Option<&EntryDetails>) -> AcceptedRegistration {
    let Registration { id, user, application, .. } = &stored.registration;
    let first_round = event.published_rounds() + 1;
    let details = mended.unwrap_or(&application.details).clone();
    let may_speak = |user: &UserId| matches!(event.role_of(*user, false), Role::Public);
    let speaker = match user.filter(may_speak) {
        Some(user) => Speaker::Taken { user },
        None => Speaker::Offered { token: stored.token_hash },
    };
    AcceptedRegistration {
        registration: *id,
        entry: NewEntry { id: clock::new_id(), details, first_round },
        byes: event.byes_for(&application.rounds_off, first_round),
        speaker,
    }
}

/// Says no to those who registered; how many. Blocking.
///
/// # Errors
/// When one of them was decided otherwise meanwhile, or none is there any more; nobody is refused then.
pub fn refuse(
    database: &Database,
    event: EventId,
    chosen: &[RegistrationId],
    reason: &Reason,
    by: &str,
) -> Result<usize> {
    Ok(database.write(|db| {
        let mut found = registrations::list(db, event)?;
        found.retain(|one| chosen.contains(&one.registration.id));
        if found.is_empty() {
            return Err(
                Refusal::invalid("What you chose was deleted meanwhile. Look at the list again.").into()
            );
        }
        for one in &found {
            let Registration { id, application, state, .. } = &one.registration;
            let refused = RegistrationState::Refused { reason: reason.clone(), by: by.to_owned() };
            if *state != refused && !registrations::refuse(db, event, *id, reason, by)? {
                let name = &application.details.name;
                let sentence = format!("{name} is {} already. Look at the list again.", state.title());
                return Err(Refusal::Invalid(sentence).into());
            }
        }
        Ok::<_, LedgerError>(found.len())
    })?)
}

/// Deletes registrations with everything that was typed; how many there were. Blocking.
pub fn delete(database: &Database, event: EventId, chosen: &[RegistrationId]) -> Result<usize> {
    Ok(database.write(|db| -> Result<_, DbError> {
        let mut count = 0;
        for id in chosen {
            count += usize::from(registrations::delete(db, event, *id)?);
        }
        Ok(count)
    })?)
}

/// What a private link shows.
#[derive(Debug, Clone)]
pub struct Own {
    pub event: Arc<Event>,
    pub registration: Registration,
    /// How many wait who came earlier.
    pub ahead: usize,
    /// The entry, if it was accepted and is still there.
    pub entry: Option<Entry>,
    /// Whether the link can still be used.
    pub is_offered: bool,
    /// Whether the one who asks speaks for the entry.
    pub is_own: bool,
}

/// Finds what a private link shows. Blocking.
pub fn find(ledger: &Ledger, token: &Token, viewer: Option<&User>) -> Result<Own> {
    ledger.database().read(|db| {
        let found = registrations::find_by_token(db, token.hash())?;
        let Stored { registration, token_hash } = found.ok_or(links::NO_LINK)?;
        let event = ledger.event_on(db, registration.event)?;
        let ahead = match registration.state {
            RegistrationState::Waiting => registrations::list(db, event.id)?
                .iter()
                .filter(|one| one.registration.state == RegistrationState::Waiting)
                .take_while(|one| one.registration.id != registration.id)
                .count(),
            _ => 0,
        };
        let entry = match registration.state {
            RegistrationState::Accepted { entry } => event.entries.get(&entry).cloned(),
            _ => None,
        };
        let speaker = entry.as_ref().map(|entry| entry.speaker);
        let is_offered = speaker == Some(Speaker::Offered { token: token_hash });
        let is_own = viewer.is_some_and(|user| speaker == Some(Speaker::Taken { user: user.id }));
        Ok(Own { event, registration, ahead, entry, is_offered, is_own })
    })
}

/// Takes a registration back, for whoever has its private link. Blocking.
pub fn withdraw(database: &Database, token: &Token) -> Result<()> {
    Ok(database.write(|db| -> Result<(), LedgerError> {
        let no_link = || Refusal::NotFound("link");
        let found = registrations::find_by_token(db, token.hash())?.ok_or_else(no_link)?.registration;
        match found.state {
            RegistrationState::Withdrawn => Ok(()),
            RegistrationState::Waiting if registrations::withdraw(db, found.id)? => Ok(()),
            _ => Err(Refusal::invalid(
                "An arbiter has decided already. If you cannot come, please tell the arbiter.",
            )
            .into()),
        }
    })?)
}
