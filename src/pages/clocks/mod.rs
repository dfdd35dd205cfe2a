//! Clocks: the face between the players, what happened to one, all of a round.

use serde::Serialize;
use tiger_event::clock::{Hand, turns_of_postings};
use tiger_event::text::count;
use tiger_event::{Event, Game};
use tiger_rules::ClockSettings;
use tiger_rules::clock::{Clock, ClockSide, Flag, Phase, Reading, Run, SideReading};

use crate::access::ClockAccess;
use crate::clock;
use crate::error::Result;
use crate::ledger::clocks::Standing;
use crate::pages::Choice;
use crate::pages::public::words;
use crate::pages::room::offer_told;
use crate::services::clocks as service;

mod book;
mod face;
mod hall;
mod telling;

pub use book::BookPage;
pub use face::{FacePage, JoinPage, TabletLinkPage};
pub use hall::ClocksPage;
pub(crate) use telling::late;

/// How a clock stands, as pages show it and as their script counts on from it.
#[derive(Debug, Clone, Serialize)]
pub struct ClockState {
    pub game: String,
    /// The number of the board in the hall.
    pub board: u16,
    /// Entries in the clock's chain.
    pub seq: u64,
    /// The two players, the one who moves first first.
    pub names: [String; 2],
    pub times: String,
    /// The times; none while it is not settled which.
    pub settings: Option<ClockSettings>,
    /// What it showed right after the last thing that happened to it.
    pub clock: Option<Reading>,
    /// Milliseconds since it was started.
    pub now: u64,
    pub is_started: bool,
    /// Whether an arbiter stopped it.
    pub is_held: bool,
    /// How many turns of postings the deployment has.
    pub postings: u32,
    /// What is missing before it can be started.
    pub missing: String,
    pub result: String,
    /// Why the game is not played now, in a sentence: it has its result, or is adjourned.
    pub ended: String,
    /// Offers that wait for their answer, each in a sentence.
    pub offers: String,
    /// What stands in contradiction: the times do not fit the variation.
    pub contradiction: String,
    /// Which halves the reader may press.
    pub may_press: [bool; 2],
    /// Whether the reader may start the clock and set it going again.
    pub may_start: bool,
    /// As whom a device keeps what waits, and sends it.
    pub hand: String,
    /// The token for the next thing that is sent.
    pub csrf: String,
    /// What a press that waits brings back, to prove when its device last heard the server.
    pub mark: String,
    /// What came late, for arbiters.
    pub late: String,
    #[serde(skip)]
    pub shown: Option<Reading>,
}

impl ClockState {
    pub fn times_in_words(&self) -> Option<String> {
        self.settings.as_ref().map(words::clock)
    }

    /// How a clock stands for a hand that may touch it.
    pub fn of(event: &Event, game: &Game, standing: &Standing, hand: &Hand, csrf: String) -> Self {
        let running = &standing.clock;
        let planned = service::start(event, game);
        let settings = running.settings().or_else(|| event.clock_of(game).ok().map(|(settings, _)| settings));
        let untouched = settings.map(|settings| Clock::new(settings).at(Default::default()));
        let now = clock::even();
        let shown = running.reading(now).or(untouched);
        let variation = running.variation().map(str::to_owned).or_else(|| event.clock_of(game).ok()?.1);
        let contradiction = service::contradiction(event, game, standing).map_or_else(String::new, |wanted| {
            let runs = settings.as_ref().map(words::clock).unwrap_or_default();
            let wanted = words::clock(&wanted);
            format!("This clock was started with: {runs}. The event and the variation on file ask for: {wanted}. Correct its times.")
        });
        let result = game.result.as_ref().map(|result| event.result_words(game, &result.entry));
        Self {
            game: game.id.to_string(),
            board: event.board_number(game),
            seq: standing.seq,
            names: game.players().map(|player| event.name_of(player).to_owned()),
            times: settings.map(|settings| settings.to_string()).unwrap_or_default(),
            settings,
            clock: running.last_reading().or(untouched),
            now: running.moment(now).unwrap_or_default().0,
            is_started: running.is_started(),
            is_held: running.is_held(),
            postings: shown.map_or(0, |reading| turns_of_postings(&reading, variation.as_deref())),
            missing: match planned {
                Err(missing) if !running.is_started() => missing.to_owned(),
                _ => String::new(),
            },
            ended: match (&result, &game.adjourned) {
                (Some(result), _) => format!("The game is over: {result}."),
                (None, Some(_)) => "The game is adjourned.".to_owned(),
                (None, None) => String::new(),
            },
            result: result.unwrap_or_default(),
            offers: {
                let open = game.protocol.open_offers().map(|offered| offer_told(event, game, offered));
                open.collect::<Vec<_>>().join(" ")
            },
            contradiction,
            may_press: ClockSide::BOTH.map(|side| hand.may_press(side)),
            may_start: hand.may_start(),
            hand: hand.on_device(),
            csrf,
            mark: String::new(),
            late: if hand.is_arbiter() { late(&standing.late) } else { String::new() },
            shown,
        }
    }

    /// The same for whoever asks for one clock.
    ///
    /// # Errors
    /// When the event has lost the game, or the operating system has no randomness to give.
    pub fn for_access(access: &ClockAccess, standing: &Standing) -> Result<Self> {
        let csrf = access.viewer.form_frame()?.csrf;
        Ok(Self::of(&access.event, access.game()?, standing, &access.hand, csrf))
    }

    /// The same for a device, with the mark that it brings back.
    pub fn for_device(access: &ClockAccess, standing: &Standing, mark: String) -> Result<Self> {
        Ok(Self { mark, ..Self::for_access(access, standing)? })
    }

    pub fn json(&self) -> String {
        // Text, numbers and names of fields: nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    fn half(&self, side: &ClockSide) -> Option<&SideReading> {
        self.shown.as_ref().map(|reading| reading.side(*side))
    }

    pub fn name(&self, side: &ClockSide) -> &str {
        &self.names[side.index()]
    }

    /// The two players, to choose from.
    pub fn sides(&self) -> Vec<Choice> {
        ClockSide::BOTH.map(|side| Choice::new(side.key(), self.name(&side))).to_vec()
    }

    /// What a main clock shows.
    pub fn main(&self, side: &ClockSide) -> String {
        self.half(side).map_or_else(|| "–".to_owned(), |half| half.main.to_string())
    }

    /// Whether this kind of clock has a separate reserve.
    pub const fn has_reserve(&self) -> bool {
        matches!(
            self.settings,
            Some(ClockSettings::TripleCountdown { .. } | ClockSettings::DoubleCountdown { .. })
        )
    }

    pub fn reserve(&self, side: &ClockSide) -> String {
        self.half(side).map_or_else(String::new, |half| half.reserve.to_string())
    }

    /// Turns or moves made, in words.
    pub fn moves(&self, side: &ClockSide) -> String {
        match (&self.shown, self.half(side)) {
            (Some(reading), Some(half)) if reading.phase == Phase::Deployment => {
                count(half.turns as usize, "turn of postings", "turns of postings")
            }
            (_, Some(half)) => count(half.moves as usize, "move", "moves"),
            _ => String::new(),
        }
    }

    /// A side's flag in words; empty while there is time.
    pub fn flag(&self, side: &ClockSide) -> &'static str {
        match self.half(side) {
            Some(half) if half.flag == Flag::Lost => "Flag fallen: out of time",
            Some(half) if half.flag == Flag::Deployment => "Flag fallen: no more Swordsmen",
            Some(half) if half.is_on_reserve => "On the reserve",
            _ => "",
        }
    }

    /// The class of a half.
    pub fn look(&self, side: &ClockSide) -> &'static str {
        match (&self.shown, self.half(side)) {
            (_, Some(half)) if half.flag != Flag::Up => "is-flagged",
            (Some(reading), Some(half)) if reading.counting == Some(*side) && half.is_on_reserve => {
                "is-counting is-last"
            }
            (Some(reading), _) if reading.counting == Some(*side) => "is-counting",
            _ => "",
        }
    }

    /// How the clock runs, if it was started.
    pub fn run(&self) -> Option<Run> {
        self.shown.as_ref().filter(|_| self.is_started).map(|reading| reading.run)
    }

    /// Whether it counts.
    pub fn is_going(&self) -> bool {
        self.run() == Some(Run::Going)
    }

    pub fn is_stopped(&self) -> bool {
        self.run() == Some(Run::Stopped)
    }

    pub fn is_deploying(&self) -> bool {
        self.is_started
            && self.ended.is_empty()
            && self.shown.is_some_and(|reading| reading.phase == Phase::Deployment)
    }

    /// Whether the engagement follows a deployment, to which an arbiter can go back.
    pub fn can_resume_deployment(&self) -> bool {
        matches!(self.settings, Some(ClockSettings::TripleCountdown { .. }))
            && self.shown.is_some_and(|reading| reading.phase == Phase::Engagement)
    }

    /// Whether a flag has fallen that loses the game.
    pub fn is_lost(&self) -> bool {
        self.shown.is_some_and(|reading| reading.lost().is_some())
    }

    /// Whether the half can be pressed now.
    pub fn can_press(&self, side: &ClockSide) -> bool {
        self.may_press[side.index()]
            && self.is_going()
            && self.shown.is_some_and(|r| r.counting == Some(*side))
    }

    /// Whether it can be started by the reader.
    pub fn can_start(&self) -> bool {
        !self.is_started && self.may_start && self.missing.is_empty()
    }

    /// Whether it can be set going again by the reader; `true` for arbiters even when one of them stopped it.
    pub fn can_resume(&self, is_arbiter: &bool) -> bool {
        self.is_stopped() && self.ended.is_empty() && self.may_start && (!self.is_held || *is_arbiter)
    }

    /// Whether all turns of postings were made, so that the engagement is next.
    pub fn has_posted_all(&self) -> bool {
        self.is_deploying()
            && self.shown.is_some_and(|reading| {
                let turns: u32 = reading.sides.iter().map(|half| half.turns).sum();
                turns >= self.postings || reading.sides.iter().all(|half| half.flag == Flag::Deployment)
            })
    }

    /// How it stands, in a sentence. The page's script says the same in the same words.
    pub fn sentence(&self) -> String {
        if !self.ended.is_empty() {
            return self.ended.clone();
        }
        let Some(reading) = self.shown.as_ref() else { return self.missing.clone() };
        let who = self.name(&reading.turn);
        let other = self.name(&reading.turn.other());
        if !self.is_started {
            return match (self.missing.is_empty(), self.may_start) {
                (true, true) => format!("Not started. {who} begins."),
                (true, false) => format!("Not started. {who} begins when an arbiter starts it."),
                (false, _) => self.missing.clone(),
            };
        }
        if let Some(lost) = reading.lost() {
            return format!("The flag of {} has fallen: out of time.", self.name(&lost));
        }
        if reading.run == Run::Stopped {
            return match (self.is_held, self.may_start) {
                (true, _) => "Stopped by an arbiter.",
                (false, true) => "Stopped.",
                (false, false) => "Stopped. The arbiter has been told, and sets it going again.",
            }
            .to_owned();
        }
        match (reading.phase, reading.counting) {
            (Phase::Deployment, None) => {
                "Both flags fell in the deployment: nothing more is posted. Begin the engagement.".to_owned()
            }
            (Phase::Deployment, Some(_)) if reading.side(reading.turn.other()).flag == Flag::Deployment => {
                format!("The flag of {other} fell in the deployment: no more postings there. {who} posts on.")
            }
            (Phase::Deployment, Some(_)) if self.has_posted_all() => {
                "All Swordsmen should be posted. Begin the engagement.".to_owned()
            }
            (Phase::Deployment, Some(_)) => format!("Deployment: {who} posts."),
            (Phase::Engagement, _) => format!("{who} to move."),
        }
    }
}
