//! Second factors: the secret of somebody's app, the codes on paper, and whether they are asked of everybody.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::{Bytes32, UserId};

use super::connection::lock_row;
use super::schema::{demands, recovery_codes as paper, second_factors as factors, sessions, users};
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// The row that says whether a second factor is asked of everybody with a password.
const DEMAND: &str = "second_factor";

/// Somebody's second factor. It has no `Debug`, so that no log shows the secret.
#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = factors)]
pub struct Factor {
    /// The secret in base 32.
    pub secret: String,
    /// Since when it counts; none before a code has proved it.
    pub proved_at: Option<DateTime<Utc>>,
}

/// Finds a person's factor, proved or not.
pub fn find(connection: &mut Db, user: UserId) -> Result<Option<Factor>, DbError> {
    Ok(factors::table.find(user.to_string()).select(Factor::as_select()).first(connection).optional()?)
}

/// Those whose factor counts.
pub fn list(connection: &mut Db) -> Result<BTreeSet<UserId>, DbError> {
    let ids: Vec<UserId> =
        factors::table.filter(factors::proved_at.is_not_null()).select(factors::user_id).load(connection)?;
    Ok(ids.into_iter().collect())
}

/// Puts a secret that is still to be proved in the place of whatever was there.
pub fn replace(connection: &mut Db, user: UserId, secret: &str) -> Result<(), DbError> {
    delete(connection, user)?;
    diesel::insert_into(factors::table)
        .values((factors::user_id.eq(user.to_string()), factors::secret.eq(secret), factors::last_step.eq(0)))
        .run(connection)
}

/// From now on the factor counts.
pub fn prove(connection: &mut Db, user: UserId, at: DateTime<Utc>) -> Result<(), DbError> {
    diesel::update(factors::table.find(user.to_string()))
        .set(factors::proved_at.eq(to_stored(at)))
        .run(connection)
}

/// Uses up a step of time and all before it; whether it was still unused. Only one of two at the same time hears yes.
pub fn use_step(connection: &mut Db, user: UserId, step: i64) -> Result<bool, DbError> {
    let unused = factors::table.find(user.to_string()).filter(factors::last_step.lt(step));
    diesel::update(unused).set(factors::last_step.eq(step)).changes_one(connection)
}

/// Takes a person's factor away, with the codes on paper.
pub fn delete(connection: &mut Db, user: UserId) -> Result<(), DbError> {
    delete_paper(connection, user)?;
    diesel::delete(factors::table.find(user.to_string())).run(connection)
}

fn delete_paper(connection: &mut Db, user: UserId) -> Result<(), DbError> {
    diesel::delete(paper::table.filter(paper::user_id.eq(user.to_string()))).run(connection)
}

/// Puts new codes on paper in the place of all old ones.
pub fn replace_paper(connection: &mut Db, user: UserId, hashes: &[Bytes32]) -> Result<(), DbError> {
    delete_paper(connection, user)?;
    for hash in hashes {
        diesel::insert_into(paper::table)
            .values((paper::user_id.eq(user.to_string()), paper::code_hash.eq(hash.to_string())))
            .execute(connection)?;
    }
    Ok(())
}

/// Uses a code on paper; whether there was such a one.
pub fn use_paper(connection: &mut Db, user: UserId, hash: Bytes32) -> Result<bool, DbError> {
    let code = paper::table.find((user.to_string(), hash.to_string()));
    diesel::delete(code).changes_one(connection)
}

/// How many codes on paper are left.
pub fn count_paper(connection: &mut Db, user: UserId) -> Result<i64, DbError> {
    Ok(paper::table.filter(paper::user_id.eq(user.to_string())).count().get_result(connection)?)
}

/// Whether a second factor is asked of everybody with a password.
pub fn is_demanded(connection: &mut Db) -> Result<bool, DbError> {
    Ok(demands::table.find(DEMAND).select(demands::is_on).first(connection)?)
}

/// The same, and it stays so until this transaction ends.
pub fn is_demanded_for_long(connection: &mut Db) -> Result<bool, DbError> {
    lock_row(connection, "SELECT 1 FROM demands WHERE name = $1 FOR SHARE", DEMAND)?;
    is_demanded(connection)
}

/// Asks a second factor of everybody with a password, or no longer.
pub fn demand(connection: &mut Db, is_on: bool) -> Result<(), DbError> {
    diesel::update(demands::table.find(DEMAND)).set(demands::is_on.eq(is_on)).run(connection)
}

/// Ends the sessions of everybody who has a password and no factor that counts.
pub fn end_sessions_without(connection: &mut Db) -> Result<(), DbError> {
    let with_password = users::table.filter(users::password_hash.is_not_null()).select(users::id);
    let with_factor = factors::table.filter(factors::proved_at.is_not_null()).select(factors::user_id);
    let is_without = sessions::user_id.eq_any(with_password).and(sessions::user_id.ne_all(with_factor));
    diesel::delete(sessions::table.filter(is_without)).run(connection)
}
