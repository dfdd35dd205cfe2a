//! The second factor: codes of an app on somebody's telephone (RFC 6238), and codes on paper for the day when the
//! telephone is gone. Blocking, like [`super::sessions`].

use std::fmt;

use chrono::{DateTime, Utc};
use tiger_event::{Bytes32, UserId};
use totp_rs::{Builder, Secret, Totp};

use super::token::keyed;
use crate::db::factors;
use crate::db::{Db, DbError};
use crate::error::problem::percent_encode;

/// Codes on paper.
pub const ON_PAPER: usize = 10;

/// The name under which apps list it.
const ISSUER: &str = "Tiger Arbiter";

/// Bytes of a secret, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;

/// Bytes of a code on paper: nobody guesses them, whatever they have stolen.
const PAPER_BYTES: usize = 10;

fn random<const BYTES: usize>() -> Result<Secret, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(Secret::from(bytes.to_vec()))
}

/// In groups of four, as people copy it.
fn in_fours(text: &str, between: char) -> String {
    let with_gap = |(at, c): (usize, char)| (at > 0 && at % 4 == 0).then_some(between).into_iter().chain([c]);
    text.chars().enumerate().flat_map(with_gap).collect()
}

/// A secret for somebody who has none yet.
pub struct Proposed(String);

impl Proposed {
    pub fn new() -> Result<Self, getrandom::Error> {
        Ok(Self(random::<SECRET_BYTES>()?.to_base32()))
    }
}

/// What an app makes its codes of; its `Debug` keeps it to itself.
pub struct FactorSecret(Totp);

impl FactorSecret {
    pub fn from_stored(text: &str) -> Result<Self, DbError> {
        let unreadable = |why: String| DbError::corrupt("second factor", why);
        let secret = Secret::try_from_base32(text).map_err(|error| unreadable(error.to_string()))?;
        let totp = Builder::new().with_secret(secret).build();
        totp.map(Self).map_err(|error| unreadable(error.to_string()))
    }

    /// The secret as people type it into an app.
    pub fn typed(&self) -> String {
        in_fours(&self.0.secret().to_base32(), ' ')
    }

    /// The secret as apps read it from a QR code.
    pub fn address(&self, login: &str) -> String {
        let (issuer, login) = (percent_encode(ISSUER), percent_encode(login));
        let secret = self.0.secret().to_base32();
        format!("otpauth://totp/{issuer}:{login}?secret={secret}&issuer={issuer}")
    }

    /// The step of time to which a code belongs, if it is the present one, the one before or the one after.
    pub fn step(&self, code: &str, now: DateTime<Utc>) -> Option<i64> {
        let is_code = code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit());
        let step = self.0.check(code, u64::try_from(now.timestamp()).ok()?).filter(|_| is_code)?;
        i64::try_from(step).ok()
    }

    /// What the database keeps of a code on paper: the secret salts it.
    fn hash(&self, code: &str) -> Bytes32 {
        keyed(self.0.secret().as_bytes(), code.as_bytes())
    }
}

impl fmt::Debug for FactorSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FactorSecret(…)")
    }
}

/// Codes that work once each; their `Debug` keeps them to themselves.
pub struct Paper(Vec<String>);

impl Paper {
    pub fn new() -> Result<Self, getrandom::Error> {
        let code = |_| random::<PAPER_BYTES>().map(|secret| secret.to_base32());
        (0..ON_PAPER).map(code).collect::<Result<_, _>>().map(Self)
    }

    /// As they are shown, once.
    pub fn shown(&self) -> Vec<String> {
        self.0.iter().map(|code| in_fours(code, '-')).collect()
    }
}

impl fmt::Debug for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Paper(…)")
    }
}

/// What a typed code was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// None that counts, or no more.
    Wrong,
    /// The app's.
    Right,
    /// The app's, and the first: from now on the factor counts, and the new codes on paper with it.
    Proved,
    OnPaper {
        /// How many are left.
        left: i64,
    },
}

/// Somebody's factor.
pub struct Factor {
    /// What the app makes its codes of.
    pub secret: FactorSecret,
    /// Since when it counts; none before a code has proved it.
    pub proved_at: Option<DateTime<Utc>>,
}

/// A person's factor, proved or not.
pub fn find(db: &mut Db, user: UserId) -> Result<Option<Factor>, DbError> {
    let Some(factors::Factor { secret, proved_at }) = factors::find(db, user)? else { return Ok(None) };
    Ok(Some(Factor { secret: FactorSecret::from_stored(&secret)?, proved_at }))
}

/// Begins to set up a factor, unless one counts already.
pub fn begin(db: &mut Db, user: UserId, proposed: &Proposed) -> Result<(), DbError> {
    if factors::find(db, user)?.is_some_and(|factor| factor.proved_at.is_some()) {
        return Ok(());
    }
    factors::replace(db, user, &proposed.0)
}

/// Whether a person who typed the right password is asked for a code: because they have a factor, or because everybody
/// is to have one; then they set it up on the way in.
pub fn is_asked(db: &mut Db, user: UserId, proposed: &Proposed) -> Result<bool, DbError> {
    let factor = factors::find(db, user)?;
    let is_demanded = factors::is_demanded_for_long(db)?;
    if is_demanded && factor.is_none() {
        begin(db, user, proposed)?;
    }
    Ok(is_demanded || factor.is_some_and(|factor| factor.proved_at.is_some()))
}

/// Checks a code that somebody typed and uses it up, in a write transaction at hand. The first right one proves the
/// factor; then the codes on `paper` count.
pub fn check(
    db: &mut Db,
    user: UserId,
    typed: &str,
    paper: &Paper,
    now: DateTime<Utc>,
) -> Result<Checked, DbError> {
    let Some(Factor { secret, proved_at }) = find(db, user)? else { return Ok(Checked::Wrong) };
    let plain = |c: char| c.is_ascii_alphanumeric().then(|| c.to_ascii_uppercase());
    let code: String = typed.chars().filter_map(plain).take(64).collect();
    if let Some(step) = secret.step(&code, now) {
        return Ok(match (factors::use_step(db, user, step)?, proved_at) {
            (false, _) => Checked::Wrong,
            (true, Some(_)) => Checked::Right,
            (true, None) => {
                factors::prove(db, user, now)?;
                put_on_paper(db, user, paper)?;
                Checked::Proved
            }
        });
    }
    if proved_at.is_some() && factors::use_paper(db, user, secret.hash(&code))? {
        return Ok(Checked::OnPaper { left: factors::count_paper(db, user)? });
    }
    Ok(Checked::Wrong)
}

/// Lets these codes count in the place of all on paper before.
pub fn put_on_paper(db: &mut Db, user: UserId, paper: &Paper) -> Result<(), DbError> {
    let Some(Factor { secret, .. }) = find(db, user)? else { return Ok(()) };
    let hashes: Vec<Bytes32> = paper.0.iter().map(|code| secret.hash(code)).collect();
    factors::replace_paper(db, user, &hashes)
}
