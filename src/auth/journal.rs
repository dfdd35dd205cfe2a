//! What concerns security is noted for administrators: sign-ins, links, roles, refusals. Never a password or a token, nor
//! a login that nobody has, for it may be a password typed into the wrong field.
//!
//! Lines are gathered in memory, where repeats become one, and written every few seconds: whoever tries a thousand times
//! a second costs a line.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::clock;
use crate::db::journal::{self, Line};
use crate::db::{Database, DbError};

/// How often lines are written.
pub const EVERY: Duration = Duration::from_secs(2);

/// Different lines that are gathered; what comes beyond that is counted as from many.
const MANY: usize = 500;

/// What is noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// Somebody signed in.
    SignedIn,
    /// Somebody signed in with a code on paper.
    PaperUsed,
    /// A wrong password, or a login that nobody has.
    WrongPassword,
    /// A right password, and a wrong code of the second factor.
    WrongCode,
    /// Too many attempts to sign in.
    Throttled,
    /// A password was changed or set.
    PasswordSet,
    /// Somebody set up a second factor.
    FactorSet,
    /// Somebody switched off their own second factor.
    FactorOff,
    /// Somebody made new codes on paper.
    PaperMade,
    /// Somebody else took a second factor away.
    FactorReset,
    /// A second factor is asked of everybody with a password.
    FactorDemanded,
    /// A second factor is asked of nobody who does not want it.
    FactorOptional,
    /// A link was made with which a password is set.
    LinkMade,
    /// A link was made by which a player speaks for themselves.
    EntryLinkMade,
    /// A link was made with which a device presses a clock.
    ClockLinkMade,
    AccountMade,
    /// An account was disabled.
    Disabled,
    /// An account was enabled.
    Enabled,
    /// Somebody was called an arbiter.
    ArbiterNamed,
    /// Somebody is called an arbiter no longer.
    ArbiterUnnamed,
    /// Somebody was appointed an arbiter of an event.
    StaffAppointed,
    /// Somebody is an arbiter of an event no longer.
    StaffDismissed,
    /// An event was deleted that never was public.
    EventDeleted,
    /// A person was erased.
    Erased,
    /// A token for another program was made.
    TokenMade,
    /// A token for another program was taken away.
    TokenTaken,
    /// Another program is told of an event.
    WebhookMade,
    /// Another program is told of an event no longer.
    WebhookTaken,
    /// Another program read for somebody.
    ProgramRead,
    /// Another program changed something for somebody.
    ProgramWrote,
    /// Somebody who is signed in asked for what they may not do.
    Forbidden,
    /// A form was old or forged.
    StaleForm,
    /// Too much was asked for.
    TooMuch,
}

impl What {
    const ALL: [Self; 33] = [
        Self::SignedIn,
        Self::PaperUsed,
        Self::WrongPassword,
        Self::WrongCode,
        Self::Throttled,
        Self::PasswordSet,
        Self::FactorSet,
        Self::FactorOff,
        Self::PaperMade,
        Self::FactorReset,
        Self::FactorDemanded,
        Self::FactorOptional,
        Self::LinkMade,
        Self::EntryLinkMade,
        Self::ClockLinkMade,
        Self::AccountMade,
        Self::Disabled,
        Self::Enabled,
        Self::ArbiterNamed,
        Self::ArbiterUnnamed,
        Self::StaffAppointed,
        Self::StaffDismissed,
        Self::EventDeleted,
        Self::Erased,
        Self::TokenMade,
        Self::TokenTaken,
        Self::WebhookMade,
        Self::WebhookTaken,
        Self::ProgramRead,
        Self::ProgramWrote,
        Self::Forbidden,
        Self::StaleForm,
        Self::TooMuch,
    ];

    /// Its name in the database.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::SignedIn => "signed_in",
            Self::PaperUsed => "paper_used",
            Self::WrongPassword => "wrong_password",
            Self::WrongCode => "wrong_code",
            Self::Throttled => "throttled",
            Self::PasswordSet => "password_set",
            Self::FactorSet => "factor_set",
            Self::FactorOff => "factor_off",
            Self::PaperMade => "paper_made",
            Self::FactorReset => "factor_reset",
            Self::FactorDemanded => "factor_demanded",
            Self::FactorOptional => "factor_optional",
            Self::LinkMade => "link_made",
            Self::EntryLinkMade => "entry_link_made",
            Self::ClockLinkMade => "clock_link_made",
            Self::AccountMade => "account_made",
            Self::Disabled => "disabled",
            Self::Enabled => "enabled",
            Self::ArbiterNamed => "arbiter_named",
            Self::ArbiterUnnamed => "arbiter_unnamed",
            Self::StaffAppointed => "staff_appointed",
            Self::StaffDismissed => "staff_dismissed",
            Self::EventDeleted => "event_deleted",
            Self::Erased => "erased",
            Self::TokenMade => "token_made",
            Self::TokenTaken => "token_taken",
            Self::WebhookMade => "webhook_made",
            Self::WebhookTaken => "webhook_taken",
            Self::ProgramRead => "program_read",
            Self::ProgramWrote => "program_wrote",
            Self::Forbidden => "forbidden",
            Self::StaleForm => "stale_form",
            Self::TooMuch => "too_much",
        }
    }

    /// In words.
    #[must_use]
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

    /// The kind with a key.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|what| what.key() == key)
    }

    /// Whether something was refused.
    #[must_use]
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

type Told = (What, String, String);
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
        let now = clock::now();
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        let mut told = (what, who.to_owned(), address.to_owned());
        if gathered.len() >= MANY && !gathered.contains_key(&told) {
            told = (what, "many".to_owned(), "many".to_owned());
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
            for ((what, who, address), (times, first_at, last_at)) in &gathered {
                let line = Line {
                    what: what.key().to_owned(),
                    who: who.clone(),
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
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::{Journal, MANY, What};

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
        assert_eq!(gathered[&(What::WrongPassword, "tessa".to_owned(), "192.0.2.1".to_owned())].0, 14_000);
        assert_eq!(gathered.len(), MANY + 1);
        assert_eq!(gathered.values().map(|(times, ..)| times).sum::<u64>(), 14_000 + 4 * 500);
    }

    #[test]
    fn each_kind_is_found_by_its_key() {
        assert!(What::ALL.into_iter().all(|what| What::of_key(what.key()) == Some(what)));
    }
}
