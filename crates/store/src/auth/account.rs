//! Accounts: making them, their passwords, and who may no longer sign in. Blocking, like
//! [`super::sessions`].

use thiserror::Error;
use tiger_event::{PersonName, UserId};

use super::password::{HashError, Hasher, NewPassword};
use crate::clock;
use crate::db::users::{self, NewUser};
use crate::db::{self, Database, Db, DbError, TransactionError};
use crate::error::AppError;

/// A name to sign in with: 2 to 60 lower-case letters, digits, and `. _ - @ +`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Login(String);

/// Why a text is no login.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("Use 2 to 60 letters a to z, digits, and . _ - @ +, without blanks.")]
pub struct ParseLoginError;

/// A login as it is compared: without blanks around it, in lower case, and without the character 0, which PostgreSQL
/// takes in no text.
pub fn normalize(text: &str) -> String {
    text.trim().to_lowercase().replace('\0', "\u{FFFD}").chars().take(200).collect()
}

impl Login {
    pub fn parse(text: &str) -> Result<Self, ParseLoginError> {
        let login = normalize(text);
        let is_plain = login.chars().all(|c| c.is_ascii_alphanumeric() || "._-@+".contains(c));
        if is_plain && (2..=60).contains(&login.len()) { Ok(Self(login)) } else { Err(ParseLoginError) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why an account is not as it was asked to be.
#[derive(Debug, Error)]
pub enum AccountError {
    #[error("Somebody has this login already. Please choose another one.")]
    LoginTaken,
    #[error("This is the last administrator. Make another one first.")]
    LastAdministrator,
    #[error("There is no such account.")]
    Missing,
    #[error(transparent)]
    Hash(#[from] HashError),
    #[error(transparent)]
    Database(DbError),
}

impl From<DbError> for AccountError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Taken(_) => Self::LoginTaken,
            DbError::Missing => Self::Missing,
            other => Self::Database(other),
        }
    }
}

impl TransactionError for AccountError {
    fn of_database(&self) -> Option<&DbError> {
        if let Self::Database(error) = self { Some(error) } else { None }
    }
}

impl From<AccountError> for AppError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::LoginTaken | AccountError::LastAdministrator => {
                Self::unprocessable(error.to_string())
            }
            AccountError::Missing => Self::not_found("account"),
            AccountError::Hash(error) => Self::internal(error),
            AccountError::Database(error) => error.into(),
        }
    }
}

#[derive(Debug, Clone)]
pub struct NewAccount {
    /// The name to sign in with.
    pub login: Login,
    /// The name that pages show.
    pub name: PersonName,
    /// The password's hash; none for an account that gets its password by a link.
    pub password_hash: Option<String>,
    /// Whether it administers the installation.
    pub is_admin: bool,
}

/// Makes an account, in a transaction at hand.
pub fn create(db: &mut Db, account: &NewAccount) -> Result<UserId, AccountError> {
    let id = clock::new_id();
    let user = NewUser {
        id,
        login: Some(account.login.as_str()),
        name: account.name.as_str(),
        password_hash: account.password_hash.as_deref(),
        is_admin: account.is_admin,
        at: clock::now(),
    };
    users::insert(db, &user)?;
    Ok(id)
}

/// Sets a new password and ends the person's sessions, except perhaps the one that asks.
pub fn change_password(
    db: &Database,
    hasher: &Hasher,
    user: UserId,
    password: &NewPassword,
    except: Option<uuid::Uuid>,
) -> Result<(), AccountError> {
    let hash = hasher.hash(password)?;
    db.write(|db| {
        users::update_password(db, user, &hash, clock::now())?;
        db::links::delete_password(db, user)?;
        db::devices::delete_of(db, user)?;
        Ok(db::sessions::delete_all_of(db, user, except)?)
    })
}

/// Lets a person sign in, or no longer; then the sessions end too.
pub fn set_disabled(db: &Database, user: UserId, is_disabled: bool) -> Result<(), AccountError> {
    db.write(|db| {
        users::take_turn(db)?;
        users::update_disabled(db, user, is_disabled, clock::now())?;
        if is_disabled {
            db::sessions::delete_all_of(db, user, None)?;
            db::links::delete_password(db, user)?;
            db::devices::delete_of(db, user)?;
            if !users::has_administrator(db)? {
                return Err(AccountError::LastAdministrator);
            }
        }
        Ok(())
    })
}

/// Calls a person an arbiter, or no longer.
pub fn set_arbiter(db: &Database, user: UserId, is_arbiter: bool) -> Result<(), AccountError> {
    Ok(db.write(|db| users::update_arbiter(db, user, is_arbiter, clock::now()))?)
}
