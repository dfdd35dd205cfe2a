//! Signing in and out. Blocking: to be called inside [`crate::db::block`].

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::UserId;
use uuid::Uuid;

use super::journal::What;
use super::password::{Hasher, Lane};
use super::throttle::{self, Origin};
use super::token::Token;
use super::{factor, halfway};
use crate::clock;
use crate::config::Config;
use crate::db::devices;
use crate::db::news::{self, News};
use crate::db::sessions::{self, Session};
use crate::db::users::User;
use crate::db::{self, Database, Db, DbError};
use crate::error::Result;

/// How exact the time of last use is.
const SEEN_GRAIN: TimeDelta = TimeDelta::minutes(1);

/// How long a browser is known after a sign-in.
pub const DEVICE_LIFE: TimeDelta = TimeDelta::days(365);

/// Characters of a browser's description that are kept.
const USER_AGENT_KEPT: usize = 200;

/// What somebody typed to sign in, and from where.
#[derive(Clone)]
pub struct Credentials {
    /// The login as typed.
    pub login: String,
    /// The password as typed.
    pub password: String,
    pub caller: Caller,
}

/// From where somebody signs in.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The client's address, see [`super::address`].
    pub address: String,
    /// What the browser said it was.
    pub user_agent: String,
    /// What the browser has from an earlier sign-in.
    pub device: Option<Token>,
}

/// What a browser is given at a sign-in, for the cookies.
#[derive(Debug, Clone, Copy)]
pub struct Tokens {
    pub session: Token,
    /// The browser's, by which it is known at the next sign-in.
    pub device: Token,
}

impl Tokens {
    pub fn new() -> Result<Self, getrandom::Error> {
        Ok(Self { session: Token::new()?, device: Token::new()? })
    }
}

/// How an attempt to sign in came out.
pub enum SignIn {
    /// A session has begun.
    Welcome(Tokens),
    /// The password is right, and a code is still to come; with the token for the cookie of [`super::halfway`].
    HalfWay(Token),
    /// Unknown login, wrong password, or a disabled account: nobody is told which.
    Wrong,
}

/// An attempt to sign in that is noted and may be checked.
pub struct Attempt {
    login: String,
    origin: Origin,
    found: Option<(User, Option<String>)>,
}

impl Attempt {
    /// Whether there is an account of that login.
    pub const fn is_of_somebody(&self) -> bool {
        self.found.is_some()
    }

    /// In which queue its password waits.
    pub const fn lane(&self) -> Lane {
        match self.origin {
            Origin::Known(_) => Lane::Known,
            Origin::Stranger(_) => Lane::Strangers,
        }
    }
}

/// Notes an attempt to sign in, before anything is reckoned for it; or tells how long to wait, without a place among
/// those who write.
pub fn attempt(db: &Database, typed: &Credentials) -> Result<Result<Attempt, Duration>, DbError> {
    let login = super::account::normalize(&typed.login);
    let now = clock::now();
    let (wait, origin, found) = db.read(|db| -> Result<_, DbError> {
        let found = db::users::find_by_login(db, &login)?;
        let origin = origin(db, &typed.caller, found.as_ref().map(|(user, _)| user.id), now)?;
        Ok((throttle::wait(db, &login, &origin, now)?, origin, found))
    })?;
    let wait = match wait {
        Some(wait) => Some(wait),
        None => db.write(|db| throttle::note(db, &login, &origin, now))?,
    };
    Ok(wait.map_or(Ok(Attempt { login, origin, found }), Err))
}

/// Checks the password of an attempt, and begins a session.
pub fn sign_in(
    db: &Database,
    hasher: &Hasher,
    config: &Config,
    typed: &Credentials,
    attempt: Attempt,
) -> Result<SignIn> {
    let lane = attempt.lane();
    let Attempt { login, origin, found } = attempt;
    let hash = found.as_ref().and_then(|(_, hash)| hash.as_deref());
    let is_right = hasher.is_right(lane, &typed.password, hash);
    match found {
        Some((user, hash)) if is_right && !user.is_disabled => {
            let tokens = Tokens::new()?;
            let proposed = factor::Proposed::new()?;
            Ok(db.write(|db| -> Result<_, DbError> {
                // Checking took its time: a password that was changed meanwhile opens nothing any more.
                db::users::lock(db, user.id)?;
                let as_checked = (user.clone(), hash.clone());
                if db::users::find_by_login(db, &login)?.as_ref() != Some(&as_checked) {
                    return Ok(SignIn::Wrong);
                }
                throttle::clear(db, &login, &origin)?;
                if factor::is_asked(db, user.id, &proposed)? {
                    halfway::begin(db, user.id, &tokens.session)?;
                    return Ok(SignIn::HalfWay(tokens.session));
                }
                arrive(db, config, user.id, &tokens, &typed.caller)?;
                Ok(SignIn::Welcome(tokens))
            })?)
        }
        _ => Ok(SignIn::Wrong),
    }
}

/// Lets somebody in who has proved who they are: a session begins, and the browser is known from now on. A new browser is
/// news for the person, told in those that were known before.
pub(super) fn arrive(
    db: &mut Db,
    config: &Config,
    user: UserId,
    tokens: &Tokens,
    caller: &Caller,
) -> Result<(), DbError> {
    let now = clock::now();
    devices::delete_unused(db, now - DEVICE_LIFE)?;
    let known = known_since(db, caller, user, now)?;
    let known_since = known.unwrap_or(now);
    let before = caller.device.map(|device| device.hash());
    devices::renew(db, before, tokens.device.hash(), user, (known_since, now))?;
    if known.is_none() {
        put_news(db, user, What::SignedIn, caller, now)?;
    }
    start(db, config, user, (&tokens.session, &caller.user_agent), known_since)
}

/// Keeps news for a person of what was done from somewhere.
pub(super) fn put_news(
    db: &mut Db,
    user: UserId,
    what: What,
    caller: &Caller,
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    let (browser, address) = (described(&caller.user_agent), caller.address.clone());
    news::put(db, user, &News { what: what.key().to_owned(), browser, address, at })
}

/// Since when the person is known in this browser.
fn known_since(
    db: &mut Db,
    caller: &Caller,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, DbError> {
    let Some(device) = caller.device else { return Ok(None) };
    devices::known_since(db, device.hash(), user, now - DEVICE_LIFE)
}

/// Whether the person has signed in before in this browser, or it is a stranger from some address.
pub(super) fn origin(
    db: &mut Db,
    caller: &Caller,
    user: Option<UserId>,
    now: DateTime<Utc>,
) -> Result<Origin, DbError> {
    if let (Some(user), Some(device)) = (user, caller.device)
        && known_since(db, caller, user, now)?.is_some()
    {
        return Ok(Origin::Known(device.hash()));
    }
    Ok(Origin::Stranger(caller.address.clone()))
}

/// Begins a session of a person under a new token, in a browser that is new to them, and clears away those that have
/// ended.
pub fn begin(
    db: &mut Db,
    config: &Config,
    user: UserId,
    token: &Token,
    user_agent: &str,
) -> Result<(), DbError> {
    start(db, config, user, (token, user_agent), clock::now())
}

fn start(
    db: &mut Db,
    config: &Config,
    user: UserId,
    (token, user_agent): (&Token, &str),
    known_since: DateTime<Utc>,
) -> Result<(), DbError> {
    let now = clock::now();
    sessions::delete_expired(db, now, unused_since(config, now))?;
    let session = Session {
        id: Uuid::now_v7(),
        created_at: now,
        seen_at: now,
        expires_at: later(now, config.absolute_expiry()),
        confirmed_at: now,
        user_agent: described(user_agent),
        known_since,
    };
    sessions::insert(db, token.hash(), user, &session)
}

/// What is kept of a browser's description of itself.
fn described(user_agent: &str) -> String {
    user_agent.chars().filter(|c| !c.is_control()).take(USER_AGENT_KEPT).collect()
}

/// The session and person of a token, if both are still good. A page that is only open does not use it.
pub fn look_up(db: &mut Db, config: &Config, token: &Token) -> Result<Option<(Session, User)>, DbError> {
    let now = clock::now();
    let is_good = |(session, user): &(Session, User)| {
        // Players who came by a link have no password to come back with: a night's rest does not end theirs.
        let is_idle = user.has_password && session.seen_at <= unused_since(config, now);
        !user.is_disabled && session.expires_at > now && !is_idle
    };
    Ok(sessions::find(db, token.hash())?.filter(is_good))
}

/// The same; notes that the session was used.
pub fn find(db: &mut Db, config: &Config, token: &Token) -> Result<Option<(Session, User)>, DbError> {
    let Some((session, user)) = look_up(db, config, token)? else { return Ok(None) };
    let now = clock::now();
    if session.seen_at + SEEN_GRAIN <= now {
        // A reader who cannot write for a moment is still signed in.
        if let Err(error) = sessions::update_seen(db, session.id, now) {
            tracing::debug!(%error, "the use of a session was not noted");
        }
    }
    Ok(Some((session, user)))
}

fn unused_since(config: &Config, now: DateTime<Utc>) -> DateTime<Utc> {
    TimeDelta::from_std(config.idle_expiry())
        .ok()
        .and_then(|idle| now.checked_sub_signed(idle))
        .unwrap_or(now)
}

/// The time after a wait, or the same time where there is none so late.
pub fn later(now: DateTime<Utc>, wait: Duration) -> DateTime<Utc> {
    TimeDelta::from_std(wait).ok().and_then(|wait| now.checked_add_signed(wait)).unwrap_or(now)
}
