//! Signing in and out. Blocking: to be called inside [`crate::db::block`].

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::password::{Hasher, Lane};
use super::throttle::{self, Origin};
use super::token::Token;
use crate::clock;
use crate::config::Config;
use crate::db::devices;
use crate::db::sessions::{self, Session};
use crate::db::users::User;
use crate::db::{self, Database, Db, DbError};
use crate::domain::ids::UserId;
use crate::error::AppError;

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
    /// The client's address, see [`super::address`].
    pub address: String,
    /// What the browser said it was.
    pub user_agent: String,
    /// What the browser has from an earlier sign-in.
    pub device: Option<Token>,
}

/// How an attempt to sign in came out.
#[derive(Debug)]
pub enum SignIn {
    /// The session's token and the browser's new one, for the cookies.
    Welcome {
        /// The session's.
        session: Token,
        /// The browser's, by which it is known at the next sign-in.
        device: Token,
        /// Who it is.
        user: User,
    },
    /// Unknown login, wrong password, or a disabled account: nobody is told which.
    Wrong,
}

/// An attempt to sign in that is noted and may be checked.
#[derive(Debug)]
pub struct Attempt {
    login: String,
    origin: Origin,
    found: Option<(User, Option<String>)>,
}

impl Attempt {
    /// Whether there is an account of that login.
    #[must_use]
    pub const fn is_of_somebody(&self) -> bool {
        self.found.is_some()
    }

    /// In which queue its password waits.
    #[must_use]
    pub const fn lane(&self) -> Lane {
        match self.origin {
            Origin::Known(_) => Lane::Known,
            Origin::Stranger(_) => Lane::Strangers,
        }
    }
}

/// Notes an attempt to sign in, before anything is reckoned for it; or tells how long to wait.
pub fn attempt(db: &Database, typed: &Credentials) -> Result<Result<Attempt, Duration>, DbError> {
    let login = super::account::normalize(&typed.login);
    let now = clock::now();
    let (wait, origin, found) = db.write(|db| -> Result<_, DbError> {
        let found = db::users::find_by_login(db, &login)?;
        let origin = origin(db, typed, found.as_ref().map(|(user, _)| user.id), now)?;
        let wait = throttle::note(db, &login, &origin, now)?;
        Ok((wait, origin, found))
    })?;
    if let Some(wait) = wait {
        return Ok(Err(wait));
    }
    Ok(Ok(Attempt { login, origin, found }))
}

/// Checks the password of an attempt, and begins a session.
pub fn sign_in(
    db: &Database,
    hasher: &Hasher,
    config: &Config,
    typed: &Credentials,
    Attempt { login, origin, found }: Attempt,
) -> Result<SignIn, AppError> {
    let now = clock::now();
    let hash = found.as_ref().and_then(|(_, hash)| hash.as_deref());
    let is_right = hasher.is_right(&typed.password, hash);
    match found {
        Some((user, hash)) if is_right && !user.is_disabled => {
            let session = Token::new().map_err(AppError::internal)?;
            let device = Token::new().map_err(AppError::internal)?;
            let is_begun = db.write(|db| -> Result<_, DbError> {
                // Checking took its time: a password that was changed meanwhile opens nothing any more.
                db::users::lock(db, user.id)?;
                let as_checked = (user.clone(), hash.clone());
                if db::users::find_by_login(db, &login)?.as_ref() != Some(&as_checked) {
                    return Ok(false);
                }
                throttle::clear(db, &login, &origin)?;
                devices::delete_unused(db, now - DEVICE_LIFE)?;
                devices::renew(db, typed.device.map(|device| device.hash()), device.hash(), user.id, now)?;
                begin(db, config, user.id, &session, &typed.user_agent)?;
                Ok(true)
            })?;
            Ok(if is_begun { SignIn::Welcome { session, device, user } } else { SignIn::Wrong })
        }
        _ => Ok(SignIn::Wrong),
    }
}

/// Whether the person has signed in before in this browser, or it is a stranger from some address.
fn origin(
    db: &mut Db,
    typed: &Credentials,
    user: Option<UserId>,
    now: DateTime<Utc>,
) -> Result<Origin, DbError> {
    if let (Some(user), Some(device)) = (user, typed.device)
        && devices::is_known(db, device.hash(), user, now - DEVICE_LIFE)?
    {
        return Ok(Origin::Known(device.hash()));
    }
    Ok(Origin::Stranger(typed.address.clone()))
}

/// Begins a session of a person under a new token, and clears away those that have ended.
pub fn begin(
    db: &mut Db,
    config: &Config,
    user: UserId,
    token: &Token,
    user_agent: &str,
) -> Result<(), DbError> {
    let now = clock::now();
    sessions::delete_expired(db, now, unused_since(config, now))?;
    let session = Session {
        id: Uuid::now_v7(),
        created_at: now,
        seen_at: now,
        expires_at: later(now, config.absolute_expiry()),
        confirmed_at: now,
        user_agent: user_agent.chars().filter(|c| !c.is_control()).take(USER_AGENT_KEPT).collect(),
    };
    sessions::insert(db, token.hash(), user, &session)
}

/// The session and person of a token, if both are still good; notes that the session was used.
pub fn find(db: &mut Db, config: &Config, token: &Token) -> Result<Option<(Session, User)>, DbError> {
    let Some((session, user)) = sessions::find(db, token.hash())? else { return Ok(None) };
    let now = clock::now();
    // Players who came by a link have no password to come back with: a night's rest does not end theirs.
    let is_idle = user.has_password && session.seen_at <= unused_since(config, now);
    if user.is_disabled || session.expires_at <= now || is_idle {
        return Ok(None);
    }
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

fn later(now: DateTime<Utc>, wait: Duration) -> DateTime<Utc> {
    TimeDelta::from_std(wait).ok().and_then(|wait| now.checked_add_signed(wait)).unwrap_or(now)
}
