//! What concerns security is noted for administrators: sign-ins, links, roles, refusals. Never a password or a token, nor
//! a login that nobody has, for it may be a password typed into the wrong field.
//!
//! Lines are gathered in memory, where repeats become one, and written every few seconds: whoever tries a thousand times
//! a second costs a line.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::clock;
use crate::db::journal::{self, Doer, Line};
use crate::db::users::User;
use crate::db::{Database, DbError};

/// How often lines are written.
pub const EVERY: Duration = Duration::from_secs(2);

/// Different lines that are gathered; what comes beyond that is counted as from many.
pub const MANY: usize = 500;

/// What is noted; in words, see [`What::title`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum What {
    SignedIn,
    PaperUsed,
    WrongPassword,
    WrongCode,
    Throttled,
    PasswordSet,
    FactorSet,
    /// Somebody took their own away.
    FactorOff,
    PaperMade,
    /// Somebody else took it away.
    FactorReset,
    FactorDemanded,
    FactorOptional,
    LinkMade,
    EntryLinkMade,
    ClockLinkMade,
    AccountMade,
    Disabled,
    Enabled,
    ArbiterNamed,
    ArbiterUnnamed,
    StaffAppointed,
    StaffDismissed,
    EventDeleted,
    Erased,
    TokenMade,
    TokenTaken,
    WebhookMade,
    WebhookTaken,
    ProgramRead,
    ProgramWrote,
    Forbidden,
    StaleForm,
    TooMuch,
}

impl What {
    /// Its name in the database.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// In words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::SignedIn => "Signed in",
            Self::PaperUsed => "Signed in with a recovery code",
            Self::WrongPassword => "Wrong login or password",
            Self::WrongCode => "Right password, wrong code",
            Self::Throttled => "Too many attempts to sign in",
            Self::PasswordSet => "Password set",
            Self::FactorSet => "Second factor set up",
            Self::FactorOff => "Second factor switched off",
            Self::PaperMade => "New recovery codes made",
            Self::FactorReset => "Second factor reset",
            Self::FactorDemanded => "Second factor asked of everybody",
            Self::FactorOptional => "Second factor left to everybody",
            Self::LinkMade => "Link for a password made",
            Self::EntryLinkMade => "Link for a player made",
            Self::ClockLinkMade => "Link to a clock made",
            Self::AccountMade => "Account made",
            Self::Disabled => "Account disabled",
            Self::Enabled => "Account enabled",
            Self::ArbiterNamed => "Called an arbiter",
            Self::ArbiterUnnamed => "Called an arbiter no longer",
            Self::StaffAppointed => "Arbiter of an event appointed",
            Self::StaffDismissed => "Arbiter of an event dismissed",
            Self::EventDeleted => "Event deleted that never was public",
            Self::Erased => "Person erased",
            Self::TokenMade => "Token for a program made",
            Self::TokenTaken => "Token for a program taken away",
            Self::WebhookMade => "Address made that is told of an event",
            Self::WebhookTaken => "Address taken away that was told of an event",
            Self::ProgramRead => "A program read",
            Self::ProgramWrote => "A program changed something",
            Self::Forbidden => "Asked for what they may not do",
            Self::StaleForm => "A form that was old or forged",
            Self::TooMuch => "Too much at a time",
        }
    }

    /// Whether something was refused.
    pub const fn is_refusal(self) -> bool {
        matches!(
            self,
            Self::WrongPassword
                | Self::WrongCode
                | Self::Throttled
                | Self::Forbidden
                | Self::StaleForm
                | Self::TooMuch
        )
    }
}

pub type Told = (What, String, Doer, String);
/// Lines that are not written yet: how often each was told, first and last.
pub type Gathered = BTreeMap<Told, (u64, DateTime<Utc>, DateTime<Utc>)>;

#[derive(Debug, Default)]
pub struct Journal {
    gathered: Mutex<Gathered>,
    /// Held while lines are on their way, so that whoever reads the journal then does not miss them.
    writing: Mutex<()>,
}

impl Journal {
    /// Notes something: who did it or was meant, and from where.
    pub fn note(&self, what: What, who: &str, address: &str) {
        self.note_of(what, (who, Doer::default()), address);
    }

    /// Notes something of which it is certain who did it.
    pub fn note_of(&self, what: What, (who, doer): (&str, Doer), address: &str) {
        let now = clock::now();
        let mut gathered = self.gathered();
        let mut told = (what, who.to_owned(), doer, address.to_owned());
        if gathered.len() >= MANY && !gathered.contains_key(&told) {
            told = (what, "many".to_owned(), Doer::default(), "many".to_owned());
        }
        let (times, _, last) = gathered.entry(told).or_insert((0, now, now));
        (*times, *last) = (*times + 1, now);
    }

    /// What waits to be written.
    pub fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what was gathered. Blocking.
    pub fn write(&self, database: &Database) -> Result<(), DbError> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let gathered = std::mem::take(&mut *self.gathered());
        if gathered.is_empty() {
            return Ok(());
        }
        let written = database.write(|db| -> Result<(), DbError> {
            for ((what, who, doer, address), (times, first_at, last_at)) in &gathered {
                let line = Line {
                    what: what.key().to_owned(),
                    who: who.clone(),
                    doer: *doer,
                    address: address.clone(),
                    times: *times,
                    first_at: *first_at,
                    last_at: *last_at,
                };
                journal::add(db, &line)?;
            }
            Ok(())
        });
        if written.is_err() {
            let mut newer = self.gathered();
            for (told, (times, first, last)) in gathered {
                let known = newer.entry(told).or_insert((0, first, last));
                (known.0, known.1) = (known.0 + times, first);
            }
        }
        written
    }

    /// The newest lines, with what was not written yet. Blocking.
    pub fn newest(&self, database: &Database, most: i64) -> Result<Vec<Line>, DbError> {
        self.write(database)?;
        database.read(|db| journal::newest(db, most))
    }

    /// The lines that are certainly of an account, with what was not written yet. Blocking.
    pub fn of_user(&self, database: &Database, user: &User) -> Result<Vec<Line>, DbError> {
        self.write(database)?;
        database.read(|db| journal::of_user(db, user))
    }
}
