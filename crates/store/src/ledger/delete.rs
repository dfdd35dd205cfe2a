//! A trial is deleted: an event that never was public.
//!
//! Whether it was, its ledger tells, which is proved first, also against what was witnessed: an entry that showed the event
//! cannot have been cut out before. Then everything goes in one transaction, and the witness notes, signed, where the ledger
//! ended. A public event that vanishes is still missed.

use tiger_event::{Actor, Command, Event, EventCommand, EventId, Refusal, UserId};

use super::entry::{PAGE, texts_of};
use super::verify::verify_on;
use super::witness::{self, Deletion};
use super::{Entry, Ledger, LedgerError};
use crate::clock;
use crate::db::{self, Db, DbError, deletion, users};

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deleted {
    pub name: String,
    /// How many entries its ledger had.
    pub entries: u64,
    /// Why something of it may still lie in unused parts of the database's files, if it may.
    pub left: Option<String>,
}

impl Ledger {
    /// Why an event cannot be deleted, in a sentence; none if it never was public.
    pub fn keeps(&self, event: EventId) -> Result<Option<String>, LedgerError> {
        self.db.snapshot(|db| Ok(kept_by(db, event)?.map(|refusal| refusal.to_string())))
    }

    /// Deletes an event that never was public, with everything that belongs to it.
    ///
    /// # Errors
    /// When the person may not do this, the event was public, or its ledger does not prove that it never was. Nothing has
    /// changed then.
    pub fn delete(&self, actor: &Actor, event: EventId) -> Result<Deleted, LedgerError> {
        let mut deleted = self.db.write(|db| {
            let head = db::events::lock_head(db, event)?.ok_or(LedgerError::NoEvent)?;
            let state = self.at_head(db, &head)?.event;
            check_permission(&state, actor)?;
            if let Some(fault) = verify_on(db, event)?.faults.first() {
                return Err(unproved(fault));
            }
            if let Some(refusal) = kept_by(db, event)? {
                return Err(refusal.into());
            }
            if let Some(witness) = &self.witness {
                let statements = witness.statements()?;
                let ends = statements.iter().flat_map(|statement| &statement.ends.events);
                for end in ends.filter(|end| end.head.id == event) {
                    if let Some(fault) = witness::check::event_fault(db, end, &[])? {
                        return Err(unproved(&fault));
                    }
                }
            }
            take_out(db, &state)?;
            db::notices::tell(db, event, head.version)?;
            if let Some(witness) = &self.witness {
                let note = Deletion { head, slug: state.slug.to_string(), at: clock::now() };
                witness.note_deletion(&note)?;
            }
            Ok(Deleted { name: state.settings.name.to_string(), entries: head.version, left: None })
        })?;
        self.forget(event);
        deleted.left = self.left();
        Ok(deleted)
    }
}

fn check_permission(event: &Event, actor: &Actor) -> Result<(), Refusal> {
    match actor {
        Actor::Program => Ok(()),
        Actor::User { id, is_admin, .. } if event.role_of(*id, *is_admin).is_chief() => Ok(()),
        Actor::User { .. } => {
            Err(Refusal::Forbidden("Only the chief arbiter of this event may delete it.".to_owned()))
        }
    }
}

/// What the first entry says that showed the event to everybody, or took it up from paper: of what was shown before that,
/// nobody knows here.
fn kept_by(db: &mut Db, event: EventId) -> Result<Option<Refusal>, LedgerError> {
    let mut after = 0;
    loop {
        let page = db::entries::list_after(db, event, after, PAGE)?;
        let Some(last) = page.last() else { return Ok(None) };
        after = last.seq;
        let texts = texts_of(db, &page)?;
        for stored in &page {
            let why = match Entry::read(stored, &texts)?.command {
                Command::Event(EventCommand::ShowEvent { is_public: true }) => {
                    "This event was public: entry {seq} of its ledger showed it to everybody."
                }
                Command::Event(EventCommand::TakeUpEvent { .. }) => {
                    "This event goes on from paper (entry {seq} of its ledger) and may have been public before."
                }
                _ => continue,
            };
            let why = why.replace("{seq}", &stored.seq.to_string());
            let rest = "What was published stays; it can be hidden, not deleted.";
            return Ok(Some(Refusal::Invalid(format!("{why} {rest}"))));
        }
    }
}

fn unproved(fault: &dyn std::fmt::Display) -> LedgerError {
    Refusal::Invalid(format!(
        "The ledger of this event does not prove that it never was public: {fault}. It is not deleted."
    ))
    .into()
}

/// Takes out what belongs to the event, and the names of players who came for it alone and have no login.
fn take_out(db: &mut Db, event: &Event) -> Result<(), LedgerError> {
    let players = event.entries.values().filter_map(|entry| entry.speaker.user());
    let guests: Vec<UserId> =
        players.filter_map(|user| is_guest(db, event.id, user).transpose()).collect::<Result<_, _>>()?;
    for record in event.games.values().flat_map(|game| &game.records) {
        deletion::take_out_record(db, event.id, record.digest)?;
    }
    deletion::take_out(db, event.id)?;
    for user in guests {
        let called = format!("Person {}", users::number_of(db, user)?);
        users::forget(db, user, &called, clock::now())?;
        users::mark_erased(db, user)?;
    }
    Ok(())
}

fn is_guest(db: &mut Db, event: EventId, user: UserId) -> Result<Option<UserId>, DbError> {
    let is_guest = deletion::came_for_this_alone(db, event, user)?
        && db::entries::events_naming(db, user)?.iter().all(|named| *named == event);
    Ok(is_guest.then_some(user))
}
