//! People who can sign in, or who came by a link.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::{NameOrder, UserId};

use super::connection::{self, Turn, lock_row};
use super::decisions;
use super::schema::users;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// A person known to the app.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = users)]
pub struct User {
    pub id: UserId,
    /// The name typed at sign-in; none for those who came by a link.
    pub login: Option<String>,
    /// The name that pages show.
    pub name: String,
    #[diesel(select_expression = users::password_hash.is_not_null())]
    pub has_password: bool,
    pub is_admin: bool,
    pub is_disabled: bool,
    /// Whether an administrator calls the person an arbiter, in whatever event.
    pub is_arbiter: bool,
    pub is_erased: bool,
}

impl User {
    /// The login, or a dash for those without.
    pub fn shown_login(&self) -> &str {
        self.login.as_deref().unwrap_or("–")
    }

    /// Whether an administrator trusts the person with events of their own, and with what concerns all events.
    pub const fn is_named_arbiter(&self) -> bool {
        self.is_admin || self.is_arbiter
    }
}

/// A person to be stored.
#[derive(Debug, Clone, Copy)]
pub struct NewUser<'a> {
    pub id: UserId,
    /// The name typed at sign-in.
    pub login: Option<&'a str>,
    /// The name that pages show.
    pub name: &'a str,
    /// The password's hash with its parameters, in PHC's notation.
    pub password_hash: Option<&'a str>,
    pub is_admin: bool,
    pub at: DateTime<Utc>,
}

pub fn insert(connection: &mut Db, user: &NewUser<'_>) -> Result<(), DbError> {
    let at = to_stored(user.at);
    diesel::insert_into(users::table)
        .values((
            users::id.eq(user.id.to_string()),
            users::login.eq(user.login),
            users::name.eq(user.name),
            users::password_hash.eq(user.password_hash),
            users::is_admin.eq(user.is_admin),
            users::is_disabled.eq(false),
            users::is_arbiter.eq(false),
            users::created_at.eq(at),
            users::changed_at.eq(at),
        ))
        .run(connection)
}

pub fn find(connection: &mut Db, id: UserId) -> Result<Option<User>, DbError> {
    Ok(users::table.find(id.to_string()).select(User::as_select()).first(connection).optional()?)
}

/// Finds a person and the hash of the password by the login.
pub fn find_by_login(connection: &mut Db, login: &str) -> Result<Option<(User, Option<String>)>, DbError> {
    Ok(users::table
        .filter(users::login.eq(login))
        .select((User::as_select(), users::password_hash))
        .first(connection)
        .optional()?)
}

/// Keeps other transactions from changing a person until this one ends.
pub fn lock(connection: &mut Db, id: UserId) -> Result<(), DbError> {
    lock_row(connection, "SELECT 1 FROM users WHERE id = $1 FOR UPDATE", id)
}

pub fn find_password_hash(connection: &mut Db, id: UserId) -> Result<Option<String>, DbError> {
    Ok(users::table.find(id.to_string()).select(users::password_hash).first(connection)?)
}

/// Everybody with a login, by login; then those who came by a link, by name.
pub fn list(connection: &mut Db) -> Result<Vec<User>, DbError> {
    let mut people: Vec<User> = users::table.select(User::as_select()).load(connection)?;
    let mut order = NameOrder::default();
    people.sort_by(|a, b| {
        let by_login = (a.login.is_none(), &a.login).cmp(&(b.login.is_none(), &b.login));
        by_login.then_with(|| order.compare(&a.name, &b.name)).then(a.id.cmp(&b.id))
    });
    Ok(people)
}

/// Lets nobody else take an administrator away until this transaction ends: two who take each other away would leave none.
pub fn take_turn(connection: &mut Db) -> Result<(), DbError> {
    connection::take_turn(connection, Turn::TakeAdministrator)
}

/// Whether anybody administers the installation and can sign in.
pub fn has_administrator(connection: &mut Db) -> Result<bool, DbError> {
    let count: i64 = users::table
        .filter(users::is_admin.eq(true))
        .filter(users::is_disabled.eq(false))
        .filter(users::password_hash.is_not_null())
        .count()
        .get_result(connection)?;
    Ok(count > 0)
}

pub fn update_password(
    connection: &mut Db,
    id: UserId,
    hash: &str,
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    diesel::update(users::table.find(id.to_string()))
        .set((users::password_hash.eq(hash), users::changed_at.eq(to_stored(at))))
        .must_change(connection)
}

/// The how manieth person was known here, from 1.
pub fn number_of(connection: &mut Db, id: UserId) -> Result<i64, DbError> {
    // Identifiers begin with the time at which they were made.
    Ok(users::table.filter(users::id.le(id.to_string())).count().get_result(connection)?)
}

/// Takes away all that is known of a person, and whatever hangs on the row: sessions, links, browsers, factors, news.
pub fn forget(connection: &mut Db, id: UserId, called: &str, at: DateTime<Utc>) -> Result<(), DbError> {
    let decided = decisions::lift(connection, id)?;
    diesel::delete(users::table.find(id.to_string())).must_change(connection)?;
    insert(connection, &NewUser { id, login: None, name: called, password_hash: None, is_admin: false, at })?;
    decisions::put_back(connection, decided)?;
    update_disabled(connection, id, true, at)
}

/// Notes that nothing about a person is left anywhere.
pub fn mark_erased(connection: &mut Db, id: UserId) -> Result<(), DbError> {
    let row = users::table.find(id.to_string());
    diesel::update(row).set(users::is_erased.eq(true)).must_change(connection)
}

/// Lets a person sign in, or no longer; nobody who was erased comes back.
pub fn update_disabled(
    connection: &mut Db,
    id: UserId,
    is_disabled: bool,
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    diesel::update(users::table.find(id.to_string()).filter(users::is_erased.eq(false)))
        .set((users::is_disabled.eq(is_disabled), users::changed_at.eq(to_stored(at))))
        .must_change(connection)
}

/// Calls a person an arbiter, or no longer.
pub fn update_arbiter(
    connection: &mut Db,
    id: UserId,
    is_arbiter: bool,
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    diesel::update(users::table.find(id.to_string()))
        .set((users::is_arbiter.eq(is_arbiter), users::changed_at.eq(to_stored(at))))
        .must_change(connection)
}

/// Who else is called the same. What is noted by the name alone may be about either.
pub fn namesakes(connection: &mut Db, user: &User) -> Result<Vec<User>, DbError> {
    Ok(users::table
        .filter(users::name.eq(&user.name))
        .filter(users::id.ne(user.id.to_string()))
        .filter(users::is_erased.eq(false))
        .select(User::as_select())
        .load(connection)?)
}

/// Calls a player otherwise who came by a link and has no login.
pub fn rename_player(connection: &mut Db, id: UserId, called: &str) -> Result<(), DbError> {
    let player = users::table.find(id.to_string()).filter(users::login.is_null());
    diesel::update(player).set(users::name.eq(called)).run(connection)
}
