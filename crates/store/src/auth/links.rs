//! Links that work once: to make the first account, to set a password, for a player. Blocking, like
//! [`super::sessions`].

use chrono::{TimeDelta, Utc};
use tiger_event::UserId;

use super::account::{self, AccountError, NewAccount};
use super::token::Token;
use crate::clock;
use crate::db::links::{self, OneTimeLink, Purpose};
use crate::db::{self, Database, Db, DbError};
use crate::error::{AppError, Result};

/// What is said of a link that does not work, whyever.
pub const NO_LINK: AppError = AppError::NotFound(
    "link, or it was used already, or its time is over: ask whoever gave it to you for a new one",
);

/// How long a player's link works: it is handed out before the event and used in the hall.
pub const SPEAKER: TimeDelta = TimeDelta::days(60);

/// How long a link works.
pub fn lifetime(purpose: Purpose) -> TimeDelta {
    match purpose {
        Purpose::Setup | Purpose::Password(_) => TimeDelta::days(2),
        Purpose::Speaker(..) => SPEAKER,
    }
}

pub fn path(purpose: Purpose, token: &Token) -> String {
    let area = match purpose {
        Purpose::Setup => "setup",
        Purpose::Password(_) => "password",
        Purpose::Speaker(..) => "claim",
    };
    format!("/{area}/{}", token.reveal())
}

/// Makes a link in a transaction at hand; earlier ones for the same end no longer work.
pub fn create(db: &mut Db, purpose: Purpose, token: &Token) -> Result<(), DbError> {
    match purpose {
        Purpose::Setup => links::delete_setup(db)?,
        Purpose::Password(user) => links::delete_password(db, user)?,
        Purpose::Speaker(_, entry) => links::delete_invitations(db, entry)?,
    }
    let now = clock::now();
    links::insert(db, token.hash(), purpose, now, now + lifetime(purpose))
}

/// Makes a link and gives its path.
pub fn issue(db: &Database, purpose: Purpose) -> Result<String> {
    let token = Token::new()?;
    db.write(|db| create(db, purpose, &token))?;
    Ok(path(purpose, &token))
}

/// The path of a new set-up link, if nobody administers the installation yet.
pub fn issue_setup_if_needed(db: &Database) -> Result<Option<String>> {
    if db.read(db::users::has_administrator)? {
        return Ok(None);
    }
    issue(db, Purpose::Setup).map(Some)
}

/// Finds an open link of the purpose that `select` recognises.
pub fn find_open<T>(db: &mut Db, token: &Token, select: impl FnOnce(Purpose) -> Option<T>) -> Result<T> {
    let link = links::find(db, token.hash())?;
    link.filter(|link: &OneTimeLink| link.is_open(Utc::now()))
        .and_then(|link| select(link.purpose))
        .ok_or(NO_LINK)
}

/// Uses an open link, in a write transaction at hand. Of two at the same time one is told no.
pub fn use_up(db: &mut Db, token: &Token) -> Result<bool, DbError> {
    links::use_up(db, token.hash(), clock::now())
}

/// Makes the first administrator with a set-up link; none when the link is no longer open, or somebody administers
/// the installation already.
pub fn set_up(db: &Database, token: &Token, account: &NewAccount) -> Result<Option<UserId>, AccountError> {
    db.write(|db| {
        // An administrator may have been made beside it, on the command line.
        if !use_up(db, token)? || db::users::has_administrator(db)? {
            return Ok(None);
        }
        links::delete_setup(db)?;
        account::create(db, account).map(Some)
    })
}
