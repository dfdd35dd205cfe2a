//! Accounts, their passwords and sessions, as their owners, administrators and one-time links change them. Blocking.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::TimeDelta;
use tiger_event::{Bytes32, Event, EventId, Speaker, UserId};
use uuid::Uuid;

use crate::auth::account::{self};
use crate::auth::factor::{self, Proposed};
use crate::auth::halfway::{self, Finish};
use crate::auth::links::{self, NO_LINK};
use crate::auth::sessions::{self, Attempt, Caller, Credentials, SignIn};
use crate::auth::throttle::{self, Origin};
use crate::auth::{AccountError, Hasher, Lane, NewAccount, NewPassword, Token};
use crate::clock;
use crate::config::Config;
use crate::db::links::Purpose;
use crate::db::users::{self, User};
use crate::db::{self, Database, DbError, factors};
use crate::error::{AppError, Result};
use crate::ledger::{Ledger, LedgerError};

/// How long players who came by a link stay signed in when their event is finished.
const AFTER_EVENT: TimeDelta = TimeDelta::days(1);

/// What accounts need of the program: where they are, how passwords are hashed, how long sessions last.
#[derive(Debug, Clone, Copy)]
pub struct Accounts<'a> {
    pub db: &'a Database,
    pub hasher: &'a Hasher,
    pub config: &'a Config,
}

/// What a person has after setting a password.
#[derive(Debug, Clone, Copy)]
pub enum Entrance {
    Session(Token),
    /// A code is still to come; with the token for the cookie of [`halfway`].
    HalfWay(Token),
}

/// Everybody, with what they have.
pub struct People {
    pub users: Vec<User>,
    /// Those who have a second factor.
    pub with_factor: BTreeSet<UserId>,
    /// Whether it is asked of everybody with a password.
    pub is_factor_demanded: bool,
}

/// What an event's end, or that it goes on after all, does to the sign-ins of its players.
pub fn follow_end(ledger: &Ledger, config: &Config, event: EventId) -> Result<(), LedgerError> {
    match ledger.event(event)?.is_finished {
        true => end_with_event(ledger, event),
        false => go_on_with_event(ledger, config, event),
    }
}

/// Lets the sessions of players who came to an event by a link end a day after it is finished, unless another event that
/// goes on knows them: nobody needs them any more, and the telephones on which they are wander.
fn end_with_event(ledger: &Ledger, finished: EventId) -> Result<(), LedgerError> {
    let db = ledger.database();
    let by = clock::now() + AFTER_EVENT;
    let event = ledger.event(finished)?;
    let mut players = players_of(&event);
    let events = db.read(|db| -> Result<Vec<_>, LedgerError> {
        let lines = db::events::list(db)?.into_iter().filter(|line| line.id != finished && !line.is_finished);
        lines.filter_map(|line| ledger.readable(db, line.id).transpose()).collect()
    })?;
    for other in &events {
        players = &players - &players_of(other);
    }
    Ok(db.write(|db| -> Result<(), DbError> {
        for player in &players {
            if users::find(db, *player)?.is_some_and(|user| !user.has_password) {
                db::sessions::end_by(db, *player, by)?;
            }
        }
        Ok(())
    })?)
}

/// An event that was finished goes on: what is left of the sessions of its players lasts as long as it would have lasted.
fn go_on_with_event(ledger: &Ledger, config: &Config, event: EventId) -> Result<(), LedgerError> {
    let (players, now) = (players_of(&*ledger.event(event)?), clock::now());
    Ok(ledger.database().write(|db| -> Result<(), DbError> {
        for player in &players {
            for session in db::sessions::list_of(db, *player)? {
                let until = sessions::later(session.created_at, config.absolute_expiry());
                if (now..until).contains(&session.expires_at) {
                    db::sessions::last_until(db, session.id, until)?;
                }
            }
        }
        Ok(())
    })?)
}

/// Those who speak for an entry.
fn players_of(event: &Event) -> BTreeSet<UserId> {
    let claims = event.entries.values().map(|entry| entry.speaker);
    claims.filter_map(Speaker::user).collect()
}

pub fn people(db: &Database) -> Result<People, DbError> {
    db.read(|db| {
        let (with_factor, is_factor_demanded) = (factors::list(db)?, factors::is_demanded(db)?);
        Ok(People { users: users::list(db)?, with_factor, is_factor_demanded })
    })
}

/// Makes an account that gets its password by a link, under its token; none if the login is taken.
pub fn invite(db: &Database, account: &NewAccount, token: &Token) -> Result<Option<Purpose>> {
    let made = db.write(|db| -> Result<_, AccountError> {
        let id = account::create(db, account)?;
        links::create(db, Purpose::Password(id), token)?;
        Ok(Purpose::Password(id))
    });
    match made {
        Err(AccountError::LoginTaken) => Ok(None),
        made => Ok(Some(made?)),
    }
}

/// Makes a link with which a person sets a password; the person, and the link's path.
pub fn new_link(db: &Database, id: UserId) -> Result<(User, String)> {
    let user = db.read(|db| users::find(db, id))?.ok_or(AppError::NotFound("account"))?;
    if user.login.is_none() || user.is_disabled {
        return Err(AppError::unprocessable("This account cannot have a password."));
    }
    Ok((user, links::issue(db, Purpose::Password(id))?))
}

/// Whose password a link sets.
pub fn find_by_link(db: &Database, link: &Token) -> Result<User> {
    db.read(|db| {
        let id = links::find_open(db, link, |purpose| match purpose {
            Purpose::Password(user) => Some(user),
            _ => None,
        })?;
        users::find(db, id)?.filter(|user| !user.is_disabled).ok_or(NO_LINK)
    })
}

/// Lets pass whoever has the link that makes the first administrator.
pub fn require_setup(db: &Database, link: &Token) -> Result<()> {
    db.read(|db| {
        links::find_open(db, link, |purpose| (purpose == Purpose::Setup).then_some(()))?;
        if users::has_administrator(db)? { Err(NO_LINK) } else { Ok(()) }
    })
}

impl Accounts<'_> {
    /// Signs in; the session that the browser had until now ends, for it forgets it.
    pub fn sign_in(
        &self,
        typed: &Credentials,
        attempt: Attempt,
        before: Option<(UserId, Uuid)>,
    ) -> Result<SignIn> {
        let outcome = sessions::sign_in(self.db, self.hasher, self.config, typed, attempt)?;
        if let SignIn::Welcome(_) = &outcome {
            self.end_before(before)?;
        }
        Ok(outcome)
    }

    /// Signs in whoever typed the right password and now types a code; or tells how long to wait.
    pub fn finish(
        &self,
        half: &Token,
        typed: &str,
        caller: &Caller,
        before: Option<(UserId, Uuid)>,
    ) -> Result<Result<Finish, Duration>> {
        let outcome = halfway::finish(self.db, self.config, half, typed, caller)?;
        if let Ok(Finish::Welcome { .. }) = &outcome {
            self.end_before(before)?;
        }
        Ok(outcome)
    }

    fn end_before(&self, before: Option<(UserId, Uuid)>) -> Result<(), DbError> {
        if let Some((user, session)) = before {
            self.db.write(|db| db::sessions::delete(db, user, session))?;
        }
        Ok(())
    }

    /// Changes a person's own password; not if the old one is another.
    ///
    /// # Errors
    /// When there were too many attempts.
    pub fn change_password(
        &self,
        person: &User,
        session: Uuid,
        old: &str,
        new: &NewPassword,
    ) -> Result<bool> {
        if !self.is_right(person, session, old)? {
            return Ok(false);
        }
        account::change_password(self.db, self.hasher, person.id, new, Some(session))?;
        Ok(true)
    }

    /// Notes that a person typed the password once more in a session; not if it is wrong.
    ///
    /// # Errors
    /// When there were too many attempts.
    pub fn confirm(&self, person: &User, session: Uuid, typed: &str) -> Result<bool> {
        let is_right = self.is_right(person, session, typed)?;
        if is_right {
            self.db.write(|db| db::sessions::confirm(db, session, clock::now()))?;
        }
        Ok(is_right)
    }

    /// Whether this is the password of somebody who is signed in.
    fn is_right(&self, person: &User, session: Uuid, typed: &str) -> Result<bool> {
        let login = person.login.clone().unwrap_or_default();
        // Whoever finds a browser signed in shall not guess the password with it.
        let origin = Origin::Known(Bytes32::digest(session.as_bytes()));
        let wait = self.db.write(|db| throttle::note(db, &login, &origin, clock::now()))?;
        if let Some(retry_after) = wait {
            return Err(AppError::TooMany { retry_after });
        }
        let hash = self.db.read(|db| users::find_password_hash(db, person.id))?;
        let is_right = self.hasher.is_right(Lane::Known, typed, hash.as_deref());
        if is_right {
            self.db.write(|db| throttle::clear(db, &login, &origin))?;
        }
        Ok(is_right)
    }

    /// Sets a person's password with a link; all older sessions end. A new one begins, unless a code is still to come.
    pub fn set_password(
        &self,
        link: &Token,
        user: UserId,
        password: &NewPassword,
        (token, agent): (Token, &str),
    ) -> Result<Entrance> {
        let hash = self.hasher.hash(password).map_err(AppError::internal)?;
        let proposed = Proposed::new()?;
        let entrance = self.db.write(|db| -> Result<_, AccountError> {
            if !links::use_up(db, link)? {
                return Ok(None);
            }
            users::update_password(db, user, &hash, clock::now())?;
            db::sessions::delete_all_of(db, user, None)?;
            db::devices::delete_of(db, user)?;
            if factor::is_asked(db, user, &proposed)? {
                halfway::begin(db, user, &token)?;
                return Ok(Some(Entrance::HalfWay(token)));
            }
            sessions::begin(db, self.config, user, &token, agent)?;
            Ok(Some(Entrance::Session(token)))
        })?;
        entrance.ok_or(NO_LINK)
    }

    /// Makes the first administrator, whose session begins.
    pub fn set_up(
        &self,
        link: &Token,
        account: NewAccount,
        password: &NewPassword,
        (session, agent): (&Token, &str),
    ) -> Result<()> {
        let hash = self.hasher.hash(password).map_err(AppError::internal)?;
        let account = NewAccount { password_hash: Some(hash), ..account };
        let user = links::set_up(self.db, link, &account)?.ok_or(NO_LINK)?;
        Ok(self.db.write(|db| sessions::begin(db, self.config, user, session, agent))?)
    }
}
