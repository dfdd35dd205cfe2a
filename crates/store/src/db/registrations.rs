//! Players who registered by themselves. See [`tiger_event::registration`].

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::text::ERASED;
use tiger_event::{
    Application, Bytes32, EntryDetails, EntryId, EventId, Identity, Label, Note, PersonName, Reason,
    Registration, RegistrationId, RegistrationState, UserId,
};

use super::schema::{registration_identities, registrations};
use super::{Change, Db, DbError};
use crate::clock::to_stored;

const WAITING: &str = "waiting";
const ACCEPTED: &str = "accepted";
const REFUSED: &str = "refused";
const WITHDRAWN: &str = "withdrawn";

/// A registration with the SHA-256 of its private link's token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub registration: Registration,
    pub token_hash: Bytes32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = registrations)]
struct Row {
    id: RegistrationId,
    event_id: EventId,
    token_hash: Bytes32,
    user_id: Option<UserId>,
    name: PersonName,
    club: Option<Label>,
    federation: Option<Label>,
    rating: Option<i32>,
    rounds_off: String,
    contact: Option<Label>,
    remark: Option<Note>,
    state: String,
    entry_id: Option<EntryId>,
    reason: Option<Reason>,
    decided_by: Option<String>,
    created_at: DateTime<Utc>,
}

/// What categories ask of somebody.
#[derive(Default, Queryable, Selectable)]
#[diesel(table_name = registration_identities)]
struct Asked {
    sex: Option<Label>,
    birth_date: Option<Label>,
}

type Joined = (Row, Option<Asked>);

impl Row {
    fn into_stored((row, asked): Joined) -> Result<Stored, DbError> {
        let state = row.state()?;
        let Asked { sex, birth_date } = asked.unwrap_or_default();
        let application = Application {
            details: EntryDetails {
                club: row.club,
                federation: row.federation,
                rating: row.rating.map(u16::try_from).transpose().map_err(unreadable)?,
                identity: Identity { sex, birth_date, ..Identity::default() },
                ..EntryDetails::named(row.name)
            },
            rounds_off: read_rounds(&row.rounds_off)?,
            contact: row.contact,
            remark: row.remark,
        };
        Ok(Stored {
            registration: Registration {
                id: row.id,
                event: row.event_id,
                user: row.user_id,
                application,
                at: row.created_at,
                state,
            },
            token_hash: row.token_hash,
        })
    }

    fn state(&self) -> Result<RegistrationState, DbError> {
        match (self.state.as_str(), self.entry_id, &self.reason) {
            (WAITING, ..) => Ok(RegistrationState::Waiting),
            (WITHDRAWN, ..) => Ok(RegistrationState::Withdrawn),
            (ACCEPTED, Some(entry), _) => Ok(RegistrationState::Accepted { entry }),
            (REFUSED, _, reason) => {
                // Why somebody was refused goes with the person.
                let reason = reason.clone().map_or_else(|| Reason::parse(ERASED).map_err(unreadable), Ok)?;
                Ok(RegistrationState::Refused { reason, by: self.decided_by.clone().unwrap_or_default() })
            }
            (other, ..) => Err(unreadable(other)),
        }
    }
}

fn unreadable(why: impl std::fmt::Display) -> DbError {
    DbError::corrupt("registration", why)
}

fn read_rounds(text: &str) -> Result<Vec<u16>, DbError> {
    let rounds = text.split(',').filter(|round| !round.is_empty());
    rounds.map(|round| round.parse().map_err(unreadable)).collect()
}

/// Stores a registration that waits.
pub fn insert(connection: &mut Db, new: &Stored) -> Result<(), DbError> {
    let Registration { id, event, user, application, at, .. } = &new.registration;
    let rounds_off: Vec<_> = application.rounds_off.iter().map(ToString::to_string).collect();
    let details = &application.details;
    diesel::insert_into(registrations::table)
        .values((
            registrations::id.eq(id.to_string()),
            registrations::event_id.eq(event.to_string()),
            registrations::token_hash.eq(new.token_hash.to_string()),
            registrations::user_id.eq(user.map(|user| user.to_string())),
            registrations::name.eq(details.name.as_str()),
            registrations::club.eq(details.club.as_ref().map(Label::as_str)),
            registrations::federation.eq(details.federation.as_ref().map(Label::as_str)),
            registrations::rating.eq(details.rating.map(i32::from)),
            registrations::rounds_off.eq(rounds_off.join(",")),
            registrations::contact.eq(application.contact.as_ref().map(Label::as_str)),
            registrations::remark.eq(application.remark.as_ref().map(Note::as_str)),
            registrations::state.eq(WAITING),
            registrations::created_at.eq(to_stored(*at)),
        ))
        .run(connection)?;
    let Identity { sex, birth_date, .. } = &details.identity;
    if sex.is_none() && birth_date.is_none() {
        return Ok(());
    }
    diesel::insert_into(registration_identities::table)
        .values((
            registration_identities::registration_id.eq(id.to_string()),
            registration_identities::sex.eq(sex.as_ref().map(Label::as_str)),
            registration_identities::birth_date.eq(birth_date.as_ref().map(Label::as_str)),
        ))
        .run(connection)
}

/// Finds a registration by the token of its private link.
pub fn find_by_token(connection: &mut Db, token_hash: Bytes32) -> Result<Option<Stored>, DbError> {
    let row: Option<Joined> = registrations::table
        .left_join(registration_identities::table)
        .filter(registrations::token_hash.eq(token_hash.to_string()))
        .select(<Joined as SelectableHelper<_>>::as_select())
        .first(connection)
        .optional()?;
    row.map(Row::into_stored).transpose()
}

/// All registrations of an event, first come first.
pub fn list(connection: &mut Db, event: EventId) -> Result<Vec<Stored>, DbError> {
    let rows: Vec<Joined> = registrations::table
        .left_join(registration_identities::table)
        .filter(registrations::event_id.eq(event.to_string()))
        .order((registrations::created_at.asc(), registrations::id.asc()))
        .select(<Joined as SelectableHelper<_>>::as_select())
        .load(connection)?;
    rows.into_iter().map(Row::into_stored).collect()
}

/// How many registrations of an event wait.
pub fn count_waiting(connection: &mut Db, event: EventId) -> Result<usize, DbError> {
    let waiting = registrations::table
        .filter(registrations::event_id.eq(event.to_string()))
        .filter(registrations::state.eq(WAITING));
    let count: i64 = waiting.count().get_result(connection)?;
    usize::try_from(count).map_err(unreadable)
}

/// Whether a person has a registration in an event that waits.
pub fn is_waiting(connection: &mut Db, event: EventId, user: UserId) -> Result<bool, DbError> {
    let own = registrations::table
        .filter(registrations::event_id.eq(event.to_string()))
        .filter(registrations::user_id.eq(user.to_string()))
        .filter(registrations::state.eq(WAITING));
    let count: i64 = own.count().get_result(connection)?;
    Ok(count > 0)
}

/// Notes that a registration was accepted; whether it waited or had been refused until now.
pub fn accept(connection: &mut Db, id: RegistrationId, entry: EntryId, by: &str) -> Result<bool, DbError> {
    let open = registrations::table
        .find(id.to_string())
        .filter(registrations::state.eq(WAITING).or(registrations::state.eq(REFUSED)));
    diesel::update(open)
        .set((
            registrations::state.eq(ACCEPTED),
            registrations::entry_id.eq(entry.to_string()),
            registrations::decided_by.eq(by),
        ))
        .changes_one(connection)
}

/// Notes that a registration was refused; whether it waited until now.
pub fn refuse(
    connection: &mut Db,
    event: EventId,
    id: RegistrationId,
    reason: &Reason,
    by: &str,
) -> Result<bool, DbError> {
    let waiting = registrations::table
        .find(id.to_string())
        .filter(registrations::event_id.eq(event.to_string()))
        .filter(registrations::state.eq(WAITING));
    diesel::update(waiting)
        .set((
            registrations::state.eq(REFUSED),
            registrations::reason.eq(reason.as_str()),
            registrations::decided_by.eq(by),
        ))
        .changes_one(connection)
}

/// Notes that a player took the registration back; whether it waited until now.
pub fn withdraw(connection: &mut Db, id: RegistrationId) -> Result<bool, DbError> {
    let waiting = registrations::table.find(id.to_string()).filter(registrations::state.eq(WAITING));
    diesel::update(waiting).set(registrations::state.eq(WITHDRAWN)).changes_one(connection)
}

pub fn delete(connection: &mut Db, event: EventId, id: RegistrationId) -> Result<bool, DbError> {
    let one = registrations::table.find(id.to_string()).filter(registrations::event_id.eq(event.to_string()));
    diesel::delete(one).changes_one(connection)
}

/// Deletes those registrations of an event among the named ones that are decided, and says how many.
pub fn delete_decided(
    connection: &mut Db,
    event: EventId,
    named: &[RegistrationId],
) -> Result<usize, DbError> {
    let decided = registrations::table
        .filter(registrations::event_id.eq(event.to_string()))
        .filter(registrations::id.eq_any(named.iter().map(ToString::to_string)))
        .filter(registrations::state.ne(WAITING));
    Ok(diesel::delete(decided).execute(connection)?)
}

/// Takes a person out of all registrations of their own: they say nothing any more.
pub fn erase_user(connection: &mut Db, user: UserId, called: &str) -> Result<(), DbError> {
    let own = registrations::user_id.eq(user.to_string());
    let ids: Vec<String> = registrations::table.filter(own).select(registrations::id).load(connection)?;
    empty(connection, &ids, called)
}

/// Calls otherwise whoever decided.
pub fn rename_decider(connection: &mut Db, name: &str, called: &str) -> Result<(), DbError> {
    let decided = registrations::table.filter(registrations::decided_by.eq(name));
    diesel::update(decided).set(registrations::decided_by.eq(called)).run(connection)
}

/// Takes a player out of the registrations of an event: those that were accepted as this entry, and those of the account.
/// Others may be called the same.
pub fn erase(
    connection: &mut Db,
    (event, entry): (EventId, EntryId),
    user: Option<UserId>,
    called: &str,
) -> Result<(), DbError> {
    let of_event = || registrations::table.filter(registrations::event_id.eq(event.to_string()));
    let by_entry = of_event().filter(registrations::entry_id.eq(entry.to_string()));
    let mut ids: Vec<String> = by_entry.select(registrations::id).load(connection)?;
    if let Some(user) = user {
        let by_account = of_event().filter(registrations::user_id.eq(user.to_string()));
        ids.extend(by_account.select(registrations::id).load::<String>(connection)?);
    }
    empty(connection, &ids, called)
}

fn empty(connection: &mut Db, ids: &[String], called: &str) -> Result<(), DbError> {
    let nothing = None::<String>;
    let asked = registration_identities::table.filter(registration_identities::registration_id.eq_any(ids));
    diesel::delete(asked).execute(connection)?;
    diesel::update(registrations::table.filter(registrations::id.eq_any(ids)))
        .set((
            registrations::name.eq(called),
            registrations::club.eq(&nothing),
            registrations::federation.eq(&nothing),
            registrations::contact.eq(&nothing),
            registrations::remark.eq(&nothing),
            registrations::reason.eq(&nothing),
            registrations::user_id.eq(&nothing),
        ))
        .run(connection)
}
