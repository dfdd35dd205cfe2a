//! Accounts, their passwords and sessions, as their owners, administrators and one-time links change them. Blocking.

use uuid::Uuid;

use crate::auth::account::{self, AccountError, NewAccount};
use crate::auth::links::{self, NO_LINK};
use crate::auth::password::{Hasher, NewPassword};
use crate::auth::sessions::{self, Attempt, Credentials, SignIn};
use crate::auth::throttle::{self, Origin};
use crate::auth::token::Token;
use crate::clock;
use crate::config::Config;
use crate::db::links::Purpose;
use crate::db::sessions::Session;
use crate::db::users::{self, User};
use crate::db::{self, Database, DbError};
use crate::domain::dice::Bytes32;
use crate::domain::ids::UserId;
use crate::error::AppError;

/// What accounts need of the program: where they are, how passwords are hashed, how long sessions last.
#[derive(Debug, Clone, Copy)]
pub struct Accounts<'a> {
    /// The database.
    pub db: &'a Database,
    /// Hashes and checks passwords.
    pub hasher: &'a Hasher,
    /// The settings.
    pub config: &'a Config,
}

/// The sessions of a person.
///
/// # Errors
/// When the database fails.
pub fn sessions_of(db: &Database, user: UserId) -> Result<Vec<Session>, DbError> {
    db.read(|db| db::sessions::list_of(db, user))
}

/// Ends one session of a person; whether there was one.
///
/// # Errors
/// When the database fails.
pub fn end_session(db: &Database, user: UserId, session: Uuid) -> Result<bool, DbError> {
    db.write(|db| db::sessions::delete(db, user, session))
}

/// Ends all sessions of a person but one.
///
/// # Errors
/// When the database fails.
pub fn end_others(db: &Database, user: UserId, session: Uuid) -> Result<(), DbError> {
    db.write(|db| db::sessions::delete_all_of(db, user, Some(session)))
}

/// Everybody.
///
/// # Errors
/// When the database fails.
pub fn people(db: &Database) -> Result<Vec<User>, DbError> {
    db.read(users::list)
}

/// Makes an account that gets its password by a link, under its token; none if the login is taken.
///
/// # Errors
/// When the database fails.
pub fn invite(db: &Database, account: &NewAccount, token: &Token) -> Result<Option<Purpose>, AppError> {
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
///
/// # Errors
/// When there is no such account, or it cannot have a password.
pub fn new_link(db: &Database, id: UserId) -> Result<(User, String), AppError> {
    let user = db.read(|db| users::find(db, id))?.ok_or(AppError::NotFound("account"))?;
    if user.login.is_none() || user.is_disabled {
        return Err(AppError::unprocessable("This account cannot have a password."));
    }
    Ok((user, links::issue(db, Purpose::Password(id))?))
}

/// Whose password a link sets.
///
/// # Errors
/// When the link does not work.
pub fn find_by_link(db: &Database, link: &Token) -> Result<User, AppError> {
    db.read(|db| {
        let id = links::find_open(db, link, |purpose| match purpose {
            Purpose::Password(user) => Some(user),
            _ => None,
        })?;
        users::find(db, id)?.filter(|user| !user.is_disabled).ok_or(NO_LINK)
    })
}

/// Lets pass whoever has the link that makes the first administrator.
///
/// # Errors
/// When the link does not work, or there is an administrator.
pub fn require_setup(db: &Database, link: &Token) -> Result<(), AppError> {
    db.read(|db| {
        links::find_open(db, link, |purpose| (purpose == Purpose::Setup).then_some(()))?;
        if users::has_administrator(db)? { Err(NO_LINK) } else { Ok(()) }
    })
}

impl Accounts<'_> {
    /// Signs in; the session that the browser had until now ends, for it forgets it.
    ///
    /// # Errors
    /// When the database fails.
    pub fn sign_in(
        &self,
        typed: &Credentials,
        attempt: Attempt,
        before: Option<(UserId, Uuid)>,
    ) -> Result<SignIn, AppError> {
        let outcome = sessions::sign_in(self.db, self.hasher, self.config, typed, attempt)?;
        if let (SignIn::Welcome { .. }, Some((user, session))) = (&outcome, before) {
            end_session(self.db, user, session)?;
        }
        Ok(outcome)
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
    ) -> Result<bool, AppError> {
        let login = person.login.clone().unwrap_or_default();
        // Whoever finds a browser signed in shall not guess the password with it.
        let origin = Origin::Known(Bytes32::digest(session.as_bytes()));
        let wait = self.db.write(|db| throttle::note(db, &login, &origin, clock::now()))?;
        if let Some(retry_after) = wait {
            return Err(AppError::TooMany { retry_after });
        }
        let hash = self.db.read(|db| users::find_password_hash(db, person.id))?;
        if !self.hasher.is_right(old, hash.as_deref()) {
            return Ok(false);
        }
        account::change_password(self.db, self.hasher, person.id, new, Some(session))?;
        self.db.write(|db| throttle::clear(db, &login, &origin))?;
        Ok(true)
    }

    /// Sets a person's password with a link; all older sessions end and a new one begins.
    ///
    /// # Errors
    /// When the link does not work any more.
    pub fn set_password(
        &self,
        link: &Token,
        user: UserId,
        password: &NewPassword,
        (session, agent): (&Token, &str),
    ) -> Result<(), AppError> {
        let hash = self.hasher.hash(password).map_err(AppError::internal)?;
        let is_set = self.db.write(|db| -> Result<_, AccountError> {
            if !links::use_up(db, link)? {
                return Ok(false);
            }
            users::update_password(db, user, &hash, clock::now())?;
            db::sessions::delete_all_of(db, user, None)?;
            db::devices::delete_of(db, user)?;
            sessions::begin(db, self.config, user, session, agent)?;
            Ok(true)
        })?;
        if is_set { Ok(()) } else { Err(NO_LINK) }
    }

    /// Makes the first administrator, whose session begins.
    ///
    /// # Errors
    /// When the link does not work any more, or the login is taken.
    pub fn set_up(
        &self,
        link: &Token,
        account: NewAccount,
        password: &NewPassword,
        (session, agent): (&Token, &str),
    ) -> Result<(), AppError> {
        let hash = self.hasher.hash(password).map_err(AppError::internal)?;
        let account = NewAccount { password_hash: Some(hash), ..account };
        let user = links::set_up(self.db, link, &account)?.ok_or(NO_LINK)?;
        Ok(self.db.write(|db| sessions::begin(db, self.config, user, session, agent))?)
    }
}
