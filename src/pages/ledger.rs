//! The page that tells everything that happened to an event.

use askama::Template;
use tiger_event::text::sentence;
use tiger_event::{Command, Event, RoundState, Teller};

use super::Frame;
use super::event::EventTab;
use super::form::FormView;
use super::listing::{Listing, Wanted};
use crate::access::EventAccess;
use crate::error::Result;
use crate::ledger::{Entry, OnceKey};
use crate::pages::parts::{to_the_second, unbroken};
use crate::services::differences::Differences;
use crate::services::take_back::{Outlook, is_offered};

/// The ledger in words, newest first.
#[derive(Template)]
#[template(path = "ledger/show.html")]
pub struct LedgerPage {
    pub frame: Frame,
    pub lines: Vec<LedgerLine>,
    pub listing: Listing,
    pub last: u64,
    /// The last days, each with its last entry.
    pub days: Vec<(String, u64)>,
}

impl LedgerPage {
    const PART: usize = 100;

    const DAYS: usize = 14;

    /// The part of all entries, newest first, that the address asks for.
    pub fn of(access: &EventAccess, lines: Vec<LedgerLine>) -> Result<Self> {
        let frame = access.frame(Some(EventTab::Ledger));
        let mut days: Vec<(String, u64)> = Vec::new();
        for line in &lines {
            let day = line.at.split(", ").next().unwrap_or_default();
            if days.last().is_none_or(|(last, _)| last != day) {
                days.push((day.to_owned(), line.seq));
            }
        }
        days.truncate(Self::DAYS);
        let wanted = Wanted::of(access.viewer.request())?;
        let text = |line: &LedgerLine| format!("{} {} {} {}", line.seq, line.at, line.by, line.what);
        let (lines, listing) = wanted.part(lines, Self::PART, access.path("/ledger"), text)?;
        Ok(Self { frame, lines, listing, last: access.event.version, days })
    }
}

/// What differs between two moments of an event.
#[derive(Template)]
#[template(path = "ledger/changes.html")]
pub struct ChangesPage {
    pub frame: Frame,
    pub entries: [u64; 2],
    /// When they were made, in the event's time.
    pub times: [String; 2],
    pub last: u64,
    pub differences: Differences,
}

impl ChangesPage {
    pub fn of(access: &EventAccess, states: [&Event; 2], differences: Differences) -> Self {
        let frame = access.frame_under(EventTab::Ledger);
        let time = |event: &Event| to_the_second(event.changed_at, access.event.settings.time_zone);
        Self {
            frame,
            entries: states.map(|event| event.version),
            times: states.map(time),
            last: access.event.version,
            differences,
        }
    }
}

/// What taking an entry back would do.
#[derive(Template)]
#[template(path = "ledger/take_back.html")]
pub struct TakeBackPage {
    pub frame: Frame,
    pub line: LedgerLine,
    pub outlook: Outlook,
    /// The page of what it is about, if there is one.
    pub way: Option<(&'static str, String)>,
    /// The form that asks for the reason.
    pub form: FormView,
}

impl TakeBackPage {
    pub fn of(
        access: &EventAccess,
        line: LedgerLine,
        taken: &Command,
        outlook: Outlook,
        form: FormView,
    ) -> Self {
        let frame = access.frame_under(EventTab::Ledger);
        let form = form.with_idempotency(OnceKey::new().as_str());
        Self { frame, line, outlook, way: way_to(access, taken), form }
    }
}

/// The page of what an entry is about: there it is changed otherwise, where it cannot be taken back.
fn way_to(access: &EventAccess, command: &Command) -> Option<(&'static str, String)> {
    if let Some(game) = command.game() {
        return Some(("To the game", access.game_path(access.event.games.get(&game)?, "/room")));
    }
    let Command::Round(command) = command else { return None };
    let round = access.event.round(command.number()?).ok()?;
    Some(match round.state {
        RoundState::Draft => ("To the draft", access.path("/draft")),
        _ => ("To the round", access.path(&format!("/rounds/{}/results", round.number))),
    })
}

/// One entry in words.
pub struct LedgerLine {
    pub seq: u64,
    /// When, in the event's time.
    pub at: String,
    pub by: String,
    pub what: String,
    /// The hash that chains it to the next one.
    pub hash: String,
    /// Whether its kind can be taken back alone.
    pub is_taken_back: bool,
}

impl LedgerLine {
    pub fn sentence(&self) -> String {
        sentence(&self.what)
    }

    /// An entry, told after those before it.
    pub fn of(entry: &Entry, teller: &mut Teller<'_>) -> Self {
        Self {
            seq: entry.meta.seq,
            at: to_the_second(entry.meta.at, teller.time_zone()),
            by: entry.meta.by.name().to_owned(),
            what: unbroken(&teller.tell(&entry.command)),
            hash: entry.hash.to_string(),
            is_taken_back: is_offered(&entry.command) && teller.still_has(&entry.command),
        }
    }

    /// The beginning of the hash, enough to compare by eye.
    pub fn short_hash(&self) -> &str {
        self.hash.get(..12).unwrap_or(&self.hash)
    }
}
