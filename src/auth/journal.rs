//! What concerns security is noted for administrators: sign-ins, links, roles, refusals. Never a password or a token, nor
//! a login that nobody has, for it may be a password typed into the wrong field.
//!
//! Lines are gathered in memory, where repeats become one, and written every few seconds: whoever tries a thousand times
//! a second costs a line.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use strum::{EnumString, IntoStaticStr};

use crate::clock;
use crate::db::journal::{self, Doer, Line};
use crate::db::users::User;
use crate::db::{Database, DbError};

/// How often lines are written.
pub const EVERY: Duration = Duration::from_secs(2);

/// Different lines that are gathered; what comes beyond that is counted as from many.
const MANY: usize = 500;

/// What is noted; in words, see [`What::title`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr)]
#[cfg_attr(test, derive(strum::EnumIter))]
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

type Told = (What, String, Doer, String);
type Gathered = BTreeMap<Told, (u64, DateTime<Utc>, DateTime<Utc>)>;

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
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        let mut told = (what, who.to_owned(), doer, address.to_owned());
        if gathered.len() >= MANY && !gathered.contains_key(&told) {
            told = (what, "many".to_owned(), Doer::default(), "many".to_owned());
        }
        let (times, _, last) = gathered.entry(told).or_insert((0, now, now));
        (*times, *last) = (*times + 1, now);
    }

    /// Writes what was gathered. Blocking.
    pub fn write(&self, database: &Database) -> Result<(), DbError> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let gathered = std::mem::take(&mut *self.gathered.lock().unwrap_or_else(PoisonError::into_inner));
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
            let mut newer = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::{Doer, Journal, MANY, What};
    use crate::db::journal::{ABOUT_ACCOUNTS, LINK_FOR_PLAYER, REFUSALS, UNDER_LOGINS};
    use strum::IntoEnumIterator;

    #[test]
    fn repeats_are_one_line_and_many_are_counted_together() {
        let journal = Journal::default();
        for _ in 0..14_000 {
            journal.note(What::WrongPassword, "tessa", "192.0.2.1");
        }
        for number in 0..MANY * 4 {
            journal.note(What::Throttled, "tessa", &format!("192.0.2.{number}"));
        }
        let gathered = journal.gathered.lock().unwrap();
        let tessa = (What::WrongPassword, "tessa".to_owned(), Doer::default(), "192.0.2.1".to_owned());
        assert_eq!(gathered[&tessa].0, 14_000);
        assert_eq!(gathered.len(), MANY + 1);
        assert_eq!(gathered.values().map(|(times, ..)| times).sum::<u64>(), 14_000 + 4 * 500);
    }

    #[test]
    fn each_kind_is_found_by_its_key() {
        assert!(What::iter().all(|what| what.key().parse() == Ok(what)));
        let erased = [UNDER_LOGINS.as_slice(), &ABOUT_ACCOUNTS, &REFUSALS, &[LINK_FOR_PLAYER]].concat();
        assert!(
            erased.iter().all(|key| key.parse::<What>().is_ok()),
            "who is erased is found in these lines"
        );
    }
}
