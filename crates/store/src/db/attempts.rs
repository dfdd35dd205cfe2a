//! Attempts to sign in that have failed or are still being checked.

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, min};
use diesel::prelude::*;
use uuid::Uuid;

use super::schema::sign_in_attempts as attempts;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// What stands before the token's hash where attempts in a known browser have their address.
pub const BROWSER: &str = "browser ";

/// How many attempts there were since a time, and the oldest of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable)]
pub struct Tally {
    pub count: i64,
    pub oldest: Option<DateTime<Utc>>,
}

/// From when on attempts are counted, and up to when: those after it are of a time when the clock was wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// What was at this time is no longer counted.
    pub since: DateTime<Utc>,
    /// What was at this time still is.
    pub until: DateTime<Utc>,
}

/// Under which name attempts at codes are kept; no login has capital letters.
pub fn code_account(login: &str) -> String {
    format!("CODE {login}")
}

pub fn insert(
    connection: &mut Db,
    id: Uuid,
    account: &str,
    address: &str,
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    diesel::insert_into(attempts::table)
        .values((
            attempts::id.eq(id.to_string()),
            attempts::account.eq(account),
            attempts::address.eq(address),
            attempts::at.eq(to_stored(at)),
        ))
        .run(connection)
}

type Attempts<'a> = attempts::BoxedQuery<'a, <Db as Connection>::Backend>;

fn tally(connection: &mut Db, these: Attempts<'_>, span: Span) -> Result<Tally, DbError> {
    Ok(these
        .filter(attempts::at.gt(to_stored(span.since)))
        .filter(attempts::at.le(to_stored(span.until)))
        .select((count_star(), min(attempts::at)))
        .first(connection)?)
}

/// Counts the attempts on an account from one address or browser.
pub fn tally_pair(connection: &mut Db, account: &str, address: &str, span: Span) -> Result<Tally, DbError> {
    let own = attempts::table.filter(attempts::account.eq(account)).filter(attempts::address.eq(address));
    tally(connection, own.into_boxed(), span)
}

/// Counts the attempts on an account from all addresses, those in known browsers left out.
pub fn tally_strangers(connection: &mut Db, account: &str, span: Span) -> Result<Tally, DbError> {
    let strangers = attempts::table
        .filter(attempts::account.eq(account))
        .filter(attempts::address.not_like(format!("{BROWSER}%")));
    tally(connection, strangers.into_boxed(), span)
}

/// Counts the attempts from an address.
pub fn tally_address(connection: &mut Db, address: &str, span: Span) -> Result<Tally, DbError> {
    tally(connection, attempts::table.filter(attempts::address.eq(address)).into_boxed(), span)
}

/// Forgets all attempts on a login, and at its codes.
pub fn delete_of(connection: &mut Db, login: &str) -> Result<(), DbError> {
    let accounts = [login.to_owned(), code_account(login)];
    diesel::delete(attempts::table.filter(attempts::account.eq_any(accounts))).run(connection)
}

/// Forgets the attempts on an account from one address or browser.
pub fn delete_pair(connection: &mut Db, account: &str, address: &str) -> Result<(), DbError> {
    let own = attempts::table.filter(attempts::account.eq(account)).filter(attempts::address.eq(address));
    diesel::delete(own).run(connection)
}

/// Forgets the attempts up to a time, and those after another one.
pub fn delete_outside(connection: &mut Db, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<(), DbError> {
    let outside = attempts::at.le(to_stored(from)).or(attempts::at.gt(to_stored(to)));
    diesel::delete(attempts::table.filter(outside)).run(connection)
}
