//! The security journal: what was tried and done, by whom, from where, how often.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use tiger_event::UserId;
use uuid::Uuid;

use super::schema::security_journal as journal;
use super::users::User;
use super::{Change, Db, DbError, api_tokens};
use crate::clock::to_stored;

/// What is noted under a login; everything else says names as pages show them.
pub const UNDER_LOGINS: [&str; 9] = [
    "signed_in",
    "paper_used",
    "wrong_password",
    "wrong_code",
    "throttled",
    "password_set",
    "factor_set",
    "factor_off",
    "paper_made",
];

/// What begins with the name of the account that it is about.
pub const ABOUT_ACCOUNTS: [&str; 9] = [
    "link_made",
    "account_made",
    "disabled",
    "enabled",
    "arbiter_named",
    "arbiter_unnamed",
    "factor_reset",
    "staff_appointed",
    "staff_dismissed",
];

/// What says nothing but who was refused something.
pub const REFUSALS: [&str; 3] = ["forbidden", "stale_form", "too_much"];

/// What begins with the name of the player whom a link is for.
pub const LINK_FOR_PLAYER: &str = "entry_link_made";

/// Whoever is not signed in.
pub const VISITOR: &str = "a visitor";

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

/// The lines that are certainly of an account, newest first: by who did it, else by the login where a line is under logins,
/// which nobody shares. A name may be what somebody else's login is.
pub fn of_user(connection: &mut Db, user: &User) -> Result<Vec<Line>, DbError> {
    let login = user.login.as_deref().unwrap_or_default();
    let is_under = journal::what.eq_any(UNDER_LOGINS).and(journal::who.eq(login));
    let is_login = journal::user_id.is_null().and(is_under);
    Ok(journal::table
        .filter(journal::user_id.eq(user.id.to_string()).or(is_login))
        .order((journal::last_at.desc(), journal::id.desc()))
        .select(Line::as_select())
        .load(connection)?)
}

/// Takes out what somebody did under a login, with the addresses from which they did it.
pub fn delete_of_login(connection: &mut Db, login: &str) -> Result<(), DbError> {
    let own = journal::table.filter(journal::what.eq_any(UNDER_LOGINS)).filter(journal::who.eq(login));
    diesel::delete(own).run(connection)
}

/// Takes out what the programs of somebody did. A line of an earlier program says only a name: it goes where nobody else
/// with programs has it.
pub fn delete_of_programs(
    connection: &mut Db,
    (user, name): (UserId, &str),
    is_alone: bool,
) -> Result<(), DbError> {
    rewrite(connection, |_, who, doer| {
        let is_own = doer.map_or(is_alone, |doer| doer == user) && api_tokens::is_of(who, name);
        (!is_own).then(|| who.to_owned())
    })
}

/// Calls somebody otherwise where their name stands as who did something or was meant, and nowhere else. Where somebody
/// else is called the same, only in lines that say by an identifier who did it.
pub fn rename(
    connection: &mut Db,
    (user, name): (UserId, &str),
    called: &str,
    is_alone: bool,
) -> Result<(), DbError> {
    rewrite(connection, |what, who, doer| {
        let is_certain = is_alone || doer == Some(user);
        Some(if is_certain { renamed((what, who), name, called) } else { who.to_owned() })
    })
}

fn renamed((what, who): (&str, &str), name: &str, called: &str) -> String {
    if UNDER_LOGINS.contains(&what) {
        return who.to_owned();
    }
    if REFUSALS.contains(&what) && who == name && name != VISITOR {
        return called.to_owned();
    }
    let rest = Some(who).filter(|_| ABOUT_ACCOUNTS.contains(&what)).and_then(|who| who.strip_prefix(name));
    let rest = rest.filter(|rest| [", by ", " in ", " ("].iter().any(|behind| rest.starts_with(behind)));
    let who = rest.map_or_else(|| who.to_owned(), |rest| format!("{called}{rest}"));
    match who.strip_suffix(name).filter(|before| before.ends_with(", by ")) {
        Some(before) if name != VISITOR => format!("{before}{called}"),
        _ => who,
    }
}

/// Calls a player otherwise for whom links were made.
pub fn rename_player(connection: &mut Db, (name, slug): (&str, &str), called: &str) -> Result<(), DbError> {
    let made_for = format!("{name} in {slug}, by ");
    rewrite(connection, |what, who, _| {
        let by = who.strip_prefix(&made_for).filter(|_| what == LINK_FOR_PLAYER);
        Some(by.map_or_else(|| who.to_owned(), |by| format!("{called} in {slug}, by {by}")))
    })
}

/// Says otherwise in lines who did it or was meant, by what they are, what they say and the identifier of who did it; a
/// line of whom nothing is to be left goes.
fn rewrite(
    connection: &mut Db,
    instead: impl Fn(&str, &str, Option<UserId>) -> Option<String>,
) -> Result<(), DbError> {
    let lines: Vec<(String, String, String, Option<UserId>)> = journal::table
        .select((journal::id, journal::what, journal::who, journal::user_id))
        .load(connection)?;
    for (id, what, who, user) in lines {
        let line = journal::table.find(id);
        match instead(&what, &who, user) {
            None => diesel::delete(line).execute(connection)?,
            Some(now) if now != who => diesel::update(line).set(journal::who.eq(now)).execute(connection)?,
            Some(_) => 0,
        };
    }
    Ok(())
}
