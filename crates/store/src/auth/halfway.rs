//! The second page of signing in: whoever typed the right password types a code too. Blocking, like
//! [`super::sessions`].

use std::time::Duration;

use chrono::TimeDelta;
use tiger_event::UserId;

use super::factor::{self, Checked, Factor, FactorSecret, Paper};
use super::journal::What;
use super::sessions::{self, Caller, Tokens};
use super::throttle::{self, Origin};
use super::token::Token;
use crate::clock;
use crate::config::Config;
use crate::db::users::{self, User};
use crate::db::{Database, Db, DbError, halfway};
use crate::error::Result;

/// How long somebody may take for it.
pub const LIFE: TimeDelta = TimeDelta::minutes(15);

/// Somebody who is halfway in.
pub struct Half {
    pub user: User,
    /// The secret that is still to be proved, for those who set up their factor on the way in.
    pub to_prove: Option<FactorSecret>,
}

/// How the second page came out.
pub enum Finish {
    Welcome {
        /// The tokens for the cookies.
        tokens: Tokens,
        user: User,
        /// What the code was.
        checked: Checked,
        /// The new codes on paper, which count if the factor was proved.
        paper: Paper,
    },
    /// The code is wrong or was used.
    Wrong(User),
    /// It took too long, or the password was changed meanwhile.
    Gone,
}

/// Notes that a person typed the right password, in a write transaction at hand.
pub fn begin(db: &mut Db, user: UserId, token: &Token) -> Result<(), DbError> {
    let now = clock::now();
    halfway::delete_before(db, now - LIFE)?;
    halfway::insert(db, token.hash(), user, now)
}

/// Who is halfway in.
pub fn find(db: &mut Db, token: &Token) -> Result<Option<Half>, DbError> {
    let Some(user) = find_user(db, token)? else { return Ok(None) };
    let to_prove = match factor::find(db, user.id)? {
        Some(Factor { secret, proved_at: None }) => Some(secret),
        _ => None,
    };
    Ok(Some(Half { user, to_prove }))
}

fn find_user(db: &mut Db, token: &Token) -> Result<Option<User>, DbError> {
    let Some(id) = halfway::find(db, token.hash(), clock::now() - LIFE)? else { return Ok(None) };
    Ok(users::find(db, id)?.filter(|user| !user.is_disabled))
}

/// Checks the code and begins a session; or tells how long to wait.
pub fn finish(
    db: &Database,
    config: &Config,
    token: &Token,
    typed: &str,
    caller: &Caller,
) -> Result<Result<Finish, Duration>> {
    let tokens = Tokens::new()?;
    let paper = Paper::new()?;
    let now = clock::now();
    let outcome = db.write(|db| -> Result<Result<_, Duration>, DbError> {
        let Some(user) = find_user(db, token)? else { return Ok(Ok(None)) };
        // A password that is changed at this moment ends what was begun with the old one.
        users::lock(db, user.id)?;
        if find_user(db, token)?.as_ref() != Some(&user) {
            return Ok(Ok(None));
        }
        let login = user.login.clone().unwrap_or_default();
        let origin = sessions::origin(db, caller, Some(user.id), now)?;
        if let Some(wait) = throttle::note_code(db, &login, &origin, now)? {
            return Ok(Err(wait));
        }
        let checked = factor::check(db, user.id, typed, &paper, now)?;
        if checked == Checked::Wrong {
            // Somebody knows the password; in a browser that the person uses it is a slip.
            if let Origin::Stranger(_) = origin {
                sessions::put_news(db, user.id, What::WrongCode, caller, now)?;
            }
        } else {
            throttle::clear_code(db, &login, &origin)?;
            halfway::delete(db, token.hash())?;
            sessions::arrive(db, config, user.id, &tokens, caller)?;
        }
        Ok(Ok(Some((user, checked))))
    })?;
    Ok(outcome.map(|found| match found {
        Some((user, Checked::Wrong)) => Finish::Wrong(user),
        Some((user, checked)) => Finish::Welcome { tokens, user, checked, paper },
        None => Finish::Gone,
    }))
}
