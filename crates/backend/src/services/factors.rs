//! Second factors, as their owners and administrators change them. Blocking.

use chrono::{DateTime, Utc};
use tiger_event::{Bytes32, UserId};
use uuid::Uuid;

use crate::auth::factor::{self, Checked, Factor, FactorSecret, Paper, Proposed};
use crate::auth::throttle::{self, Origin};
use crate::clock;
use crate::db::users::{self, User};
use crate::db::{self, Database, DbError, factors};
use crate::error::{AppError, Result};

/// How a person's second factor stands.
pub struct Standing {
    /// The secret that is still to be proved.
    pub to_prove: Option<FactorSecret>,
    /// Since when the factor counts, if it does.
    pub since: Option<DateTime<Utc>>,
    /// How many codes on paper are left.
    pub on_paper: i64,
    pub is_demanded: bool,
}

/// What a person does with their factor, with a code of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Proves it; all other sessions, which began without it, end.
    Prove,
    NewPaper,
    Off,
}

pub fn standing(db: &Database, user: UserId) -> Result<Standing, DbError> {
    db.read(|db| {
        let (to_prove, since) = match factor::find(db, user)? {
            None => (None, None),
            Some(Factor { secret, proved_at: None }) => (Some(secret), None),
            Some(Factor { proved_at, .. }) => (None, proved_at),
        };
        let on_paper = factors::count_paper(db, user)?;
        Ok(Standing { to_prove, since, on_paper, is_demanded: factors::is_demanded(db)? })
    })
}

pub fn begin(db: &Database, user: UserId) -> Result<()> {
    let proposed = Proposed::new()?;
    Ok(db.write(|db| factor::begin(db, user, &proposed))?)
}

/// Changes a person's factor, if the code that they typed is right; with the new codes on paper.
///
/// # Errors
/// When there were too many attempts, or the factor must stay.
pub fn change(
    db: &Database,
    (user, session): (&User, Uuid),
    what: Change,
    typed: &str,
) -> Result<Option<Paper>> {
    let paper = Paper::new()?;
    let login = user.login.clone().unwrap_or_default();
    // Whoever finds a browser signed in shall not guess codes with it.
    let origin = Origin::Known(Bytes32::digest(session.as_bytes()));
    let now = clock::now();
    let outcome = db.write(|db| -> Result<_, DbError> {
        if let Some(retry_after) = throttle::note_code(db, &login, &origin, now)? {
            return Ok(Err(AppError::TooMany { retry_after }));
        }
        if what == Change::Off && factors::is_demanded_for_long(db)? {
            return Ok(Err(AppError::unprocessable(
                "A second factor is asked of everybody here; it must stay.",
            )));
        }
        let fits = |checked| match what {
            Change::Prove => checked == Checked::Proved,
            Change::NewPaper | Change::Off => matches!(checked, Checked::Right | Checked::OnPaper { .. }),
        };
        if !fits(factor::check(db, user.id, typed, &paper, now)?) {
            return Ok(Ok(false));
        }
        throttle::clear_code(db, &login, &origin)?;
        match what {
            Change::Prove => db::sessions::delete_all_of(db, user.id, Some(session))?,
            Change::NewPaper => factor::put_on_paper(db, user.id, &paper)?,
            Change::Off => factors::delete(db, user.id)?,
        }
        Ok(Ok(true))
    })?;
    Ok(outcome?.then_some(paper))
}

/// Takes a person's factor away, for those who have lost it, and signs them out everywhere; who it was.
///
/// # Errors
/// When there is no such person, or nothing to take away.
pub fn reset(db: &Database, id: UserId) -> Result<User> {
    let outcome = db.write(|db| -> Result<_, DbError> {
        let (Some(user), Some(_)) = (users::find(db, id)?, factors::find(db, id)?) else { return Ok(None) };
        factors::delete(db, id)?;
        db::sessions::delete_all_of(db, id, None)?;
        db::devices::delete_of(db, id)?;
        Ok(Some(user))
    })?;
    outcome.ok_or_else(|| AppError::unprocessable("This account has no second factor."))
}

/// Asks a second factor of everybody with a password, or no longer. Sessions of those who have none end: they set it up
/// at the next sign-in.
///
/// # Errors
/// When the administrator who asks has none.
pub fn demand(db: &Database, by: UserId, is_on: bool) -> Result<()> {
    let is_done = db.write(|db| -> Result<_, DbError> {
        if is_on && !factors::list(db)?.contains(&by) {
            return Ok(false);
        }
        factors::demand(db, is_on)?;
        if is_on {
            factors::end_sessions_without(db)?;
        }
        Ok(true)
    })?;
    let why = "Set up your own second factor first, on your account page.";
    if is_done { Ok(()) } else { Err(AppError::unprocessable(why)) }
}
