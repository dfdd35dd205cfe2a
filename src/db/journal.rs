//! The security journal: what was tried and done, by whom, from where, how often.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use tiger_event::ids::UserId;
use uuid::Uuid;

use super::schema::security_journal as journal;
use super::users::User;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// Within how long the same is one line.
const ONE_LINE: TimeDelta = TimeDelta::hours(1);

/// How long lines are kept.
const KEPT: TimeDelta = TimeDelta::days(90);

/// Who certainly did something: an account, and its token where a program acted. A name alone may be anybody's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Queryable, Selectable)]
#[diesel(table_name = journal)]
pub struct Doer {
    #[diesel(column_name = user_id)]
    pub user: Option<UserId>,
    #[diesel(column_name = token_id)]
    pub token: Option<Uuid>,
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = journal)]
pub struct Line {
    /// What happened, as its kind's key.
    pub what: String,
    /// Who did it, or was meant.
    pub who: String,
    #[diesel(embed)]
    pub doer: Doer,
    pub address: String,
    /// How often.
    pub times: u64,
    pub first_at: DateTime<Utc>,
    pub last_at: DateTime<Utc>,
}

/// Adds to the line that tells the same, or a line of its own; clears away what is too old.
pub fn add(connection: &mut Db, line: &Line) -> Result<(), DbError> {
    let times = i64::try_from(line.times).unwrap_or(i64::MAX);
    let (first, last) = (to_stored(line.first_at), to_stored(line.last_at));
    let (user, token) = (line.doer.user.map(|id| id.to_string()), line.doer.token.map(|id| id.to_string()));
    let same: Vec<(String, Doer)> = journal::table
        .filter(journal::what.eq(&line.what))
        .filter(journal::who.eq(&line.who))
        .filter(journal::address.eq(&line.address))
        .filter(journal::first_at.gt(to_stored(line.last_at - ONE_LINE)))
        .select((journal::id, Doer::as_select()))
        .load(connection)?;
    if let Some((id, _)) = same.into_iter().find(|(_, doer)| *doer == line.doer) {
        let counted = (journal::times.eq(journal::times + times), journal::last_at.eq(last));
        return diesel::update(journal::table.find(id)).set(counted).run(connection);
    }
    let old = journal::table.filter(journal::last_at.lt(to_stored(line.last_at - KEPT)));
    diesel::delete(old).execute(connection)?;
    diesel::insert_into(journal::table)
        .values((
            journal::id.eq(Uuid::now_v7().to_string()),
            journal::what.eq(&line.what),
            journal::who.eq(&line.who),
            journal::address.eq(&line.address),
            journal::times.eq(times),
            journal::first_at.eq(first),
            journal::last_at.eq(last),
            journal::user_id.eq(user),
            journal::token_id.eq(token),
        ))
        .run(connection)
}

/// The newest lines, newest first.
pub fn newest(connection: &mut Db, most: i64) -> Result<Vec<Line>, DbError> {
    Ok(journal::table
        .order((journal::last_at.desc(), journal::id.desc()))
        .limit(most)
        .select(Line::as_select())
        .load(connection)?)
}

/// The lines that are certainly of an account, newest first: by who did it, else by the login, which nobody shares.
pub fn of_user(connection: &mut Db, user: &User) -> Result<Vec<Line>, DbError> {
    let login = user.login.as_deref().unwrap_or_default();
    let is_login = journal::user_id.is_null().and(journal::who.eq(login));
    Ok(journal::table
        .filter(journal::user_id.eq(user.id.to_string()).or(is_login))
        .order((journal::last_at.desc(), journal::id.desc()))
        .select(Line::as_select())
        .load(connection)?)
}

/// Says otherwise in all lines who did it, or was meant; a line of whom nothing is to be left goes.
pub fn rewrite(
    connection: &mut Db,
    instead: impl Fn(&str, Option<UserId>) -> Option<String>,
) -> Result<(), DbError> {
    let lines: Vec<(String, String, Option<UserId>)> =
        journal::table.select((journal::id, journal::who, journal::user_id)).load(connection)?;
    for (id, who, user) in lines {
        let line = journal::table.find(id);
        match instead(&who, user) {
            None => diesel::delete(line).execute(connection)?,
            Some(now) if now != who => diesel::update(line).set(journal::who.eq(now)).execute(connection)?,
            Some(_) => 0,
        };
    }
    Ok(())
}
