//! Festivals, and which events belong to them. See [`tiger_event::festival`].

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::{EventId, EventName, Festival, FestivalId, Slug, UserId};

use super::schema::{events, festival_events, festivals};
use super::{Change, Db, DbError};
use crate::clock::to_stored;

const COLUMNS: (festivals::id, festivals::slug, festivals::name, festivals::owner_id) =
    (festivals::id, festivals::slug, festivals::name, festivals::owner_id);

fn festival((id, slug, name, owner): (FestivalId, Slug, EventName, Option<UserId>)) -> Festival {
    Festival { id, slug, name, owner }
}

/// Stores a new festival; whether its address was free.
pub fn insert(connection: &mut Db, new: &Festival, at: DateTime<Utc>) -> Result<bool, DbError> {
    if find(connection, &new.slug)?.is_some() {
        return Ok(false);
    }
    diesel::insert_into(festivals::table)
        .values((
            festivals::id.eq(new.id.to_string()),
            festivals::slug.eq(new.slug.as_str()),
            festivals::name.eq(new.name.as_str()),
            festivals::owner_id.eq(new.owner.map(|owner| owner.to_string())),
            festivals::created_at.eq(to_stored(at)),
        ))
        .execute(connection)?;
    Ok(true)
}

/// Finds a festival by its address.
pub fn find(connection: &mut Db, slug: &Slug) -> Result<Option<Festival>, DbError> {
    let row = festivals::table.filter(festivals::slug.eq(slug.as_str())).select(COLUMNS);
    Ok(row.first(connection).optional()?.map(festival))
}

/// The festivals of a person, the newest first.
pub fn of(connection: &mut Db, owner: UserId) -> Result<Vec<Festival>, DbError> {
    let rows = festivals::table.filter(festivals::owner_id.eq(owner.to_string())).select(COLUMNS);
    let rows: Vec<_> = rows.order((festivals::created_at.desc(), festivals::id.desc())).load(connection)?;
    Ok(rows.into_iter().map(festival).collect())
}

/// The festivals with an event at one of these addresses, or, without addresses, with one that everybody may see; the newest
/// first.
pub fn with(connection: &mut Db, slugs: Option<&[String]>) -> Result<Vec<Festival>, DbError> {
    let own = || events::table.select(events::id);
    let there = festival_events::table.select(festival_events::festival_id);
    let there: Vec<String> = match slugs {
        Some(slugs) => {
            let own = own().filter(events::slug.eq_any(slugs));
            there.filter(festival_events::event_id.eq_any(own)).distinct().load(connection)?
        }
        None => {
            let public = own().filter(events::is_public.eq(true));
            there.filter(festival_events::event_id.eq_any(public)).distinct().load(connection)?
        }
    };
    let rows = festivals::table.filter(festivals::id.eq_any(there)).select(COLUMNS);
    let rows: Vec<_> = rows.order((festivals::created_at.desc(), festivals::id.desc())).load(connection)?;
    Ok(rows.into_iter().map(festival).collect())
}

/// The events of a festival, in their order.
pub fn events(connection: &mut Db, festival: FestivalId) -> Result<Vec<EventId>, DbError> {
    Ok(festival_events::table
        .filter(festival_events::festival_id.eq(festival.to_string()))
        .order((festival_events::place.asc(), festival_events::event_id.asc()))
        .select(festival_events::event_id)
        .load(connection)?)
}

/// The other events of the festival that an event belongs to, in their order; none where it belongs to no festival.
pub fn beside(connection: &mut Db, event: EventId) -> Result<Vec<EventId>, DbError> {
    let of = festival_events::table.find(event.to_string()).select(festival_events::festival_id);
    let Some(festival) = of.first::<String>(connection).optional()? else { return Ok(Vec::new()) };
    Ok(festival_events::table
        .filter(festival_events::festival_id.eq(festival))
        .filter(festival_events::event_id.ne(event.to_string()))
        .order((festival_events::place.asc(), festival_events::event_id.asc()))
        .select(festival_events::event_id)
        .load(connection)?)
}

/// Adds an event behind the others; whether it belonged to no festival.
pub fn add(connection: &mut Db, festival: FestivalId, event: EventId) -> Result<bool, DbError> {
    let taken: i64 = festival_events::table.find(event.to_string()).count().get_result(connection)?;
    if taken > 0 {
        return Ok(false);
    }
    let last: Option<i64> = festival_events::table
        .filter(festival_events::festival_id.eq(festival.to_string()))
        .select(diesel::dsl::max(festival_events::place))
        .first(connection)?;
    diesel::insert_into(festival_events::table)
        .values((
            festival_events::event_id.eq(event.to_string()),
            festival_events::festival_id.eq(festival.to_string()),
            festival_events::place.eq(last.unwrap_or(0) + 1),
        ))
        .execute(connection)?;
    Ok(true)
}

/// Takes an event out; whether it belonged there.
pub fn take(connection: &mut Db, festival: FestivalId, event: EventId) -> Result<bool, DbError> {
    let one = festival_events::table
        .find(event.to_string())
        .filter(festival_events::festival_id.eq(festival.to_string()));
    diesel::delete(one).changes_one(connection)
}

/// Gives a festival another name, if it still has the one that was seen.
pub fn rename(
    connection: &mut Db,
    festival: FestivalId,
    seen: &EventName,
    name: &EventName,
) -> Result<bool, DbError> {
    let one = festivals::table.find(festival.to_string()).filter(festivals::name.eq(seen.as_str()));
    diesel::update(one).set(festivals::name.eq(name.as_str())).changes_one(connection)
}

/// Deletes a festival; whether it was there. Its events stay.
pub fn delete(connection: &mut Db, festival: FestivalId) -> Result<bool, DbError> {
    let sections = festival_events::table.filter(festival_events::festival_id.eq(festival.to_string()));
    diesel::delete(sections).execute(connection)?;
    diesel::delete(festivals::table.find(festival.to_string())).changes_one(connection)
}

/// The festival of every event that belongs to one: its address and name.
pub fn of_events(connection: &mut Db) -> Result<Vec<(EventId, Slug, EventName)>, DbError> {
    Ok(festival_events::table
        .inner_join(festivals::table.on(festivals::id.eq(festival_events::festival_id)))
        .select((festival_events::event_id, festivals::slug, festivals::name))
        .load(connection)?)
}

/// The addresses of the events that belong to a festival.
pub fn taken(connection: &mut Db) -> Result<Vec<String>, DbError> {
    let own = festival_events::table.select(festival_events::event_id);
    Ok(events::table.filter(events::id.eq_any(own)).select(events::slug).load(connection)?)
}
