//! Clocks: the face between the players, what happened to one, all of a round.

use askama::Template;
use serde::Serialize;
use tiger_rules::ClockSettings;
use tiger_rules::clock::{ClockSide, Flag, Phase, Reading, Run, SideReading};

use super::Frame;
use super::form::{Choice, FormView};

/// How a clock stands, as pages show it and as their script counts on from it.
#[derive(Debug, Clone, Serialize)]
pub struct ClockState {
    /// The game.
    pub game: String,
    /// The number of the board in the hall.
    pub board: u16,
    /// Entries in the clock's chain.
    pub seq: u64,
    /// The two players, the one who moves first first.
    pub names: [String; 2],
    /// The times, as text.
    pub times: String,
    /// The times; none while it is not settled which.
    pub settings: Option<ClockSettings>,
    /// What it showed right after the last thing that happened to it.
    pub clock: Option<Reading>,
    /// Milliseconds since it was started.
    pub now: u64,
    /// Whether it was started.
    pub is_started: bool,
    /// Whether an arbiter stopped it.
    pub is_held: bool,
    /// How many turns of postings the deployment has.
    pub postings: u32,
    /// What is missing before it can be started.
    pub missing: String,
    /// The game's result, if it has one.
    pub result: String,
    /// What stands in contradiction: the times do not fit the variation.
    pub contradiction: String,
    /// Which halves the reader may press.
    pub may_press: [bool; 2],
    /// Whether the reader may start the clock and set it going again.
    pub may_start: bool,
    /// The token for the next thing that is sent.
    pub csrf: String,
    /// What it shows now.
    #[serde(skip)]
    pub shown: Option<Reading>,
}

impl ClockState {
    /// For a page's script.
    #[must_use]
    pub fn json(&self) -> String {
        // Text, numbers and names of fields: nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    fn half(&self, side: &ClockSide) -> Option<&SideReading> {
        self.shown.as_ref().map(|reading| reading.side(*side))
    }

    /// A player's name.
    #[must_use]
    pub fn name(&self, side: &ClockSide) -> &str {
        &self.names[side.index()]
    }

    /// What a main clock shows.
    #[must_use]
    pub fn main(&self, side: &ClockSide) -> String {
        self.half(side).map_or_else(|| "–".to_owned(), |half| half.main.to_string())
    }

    /// Whether this kind of clock has a separate reserve.
    #[must_use]
    pub const fn has_reserve(&self) -> bool {
        matches!(
            self.settings,
            Some(ClockSettings::TripleCountdown { .. } | ClockSettings::DoubleCountdown { .. })
        )
    }

    /// What a reserve shows.
    #[must_use]
    pub fn reserve(&self, side: &ClockSide) -> String {
        self.half(side).map_or_else(String::new, |half| half.reserve.to_string())
    }

    /// Turns or moves made, in words.
    #[must_use]
    pub fn moves(&self, side: &ClockSide) -> String {
        match (&self.shown, self.half(side)) {
            (Some(reading), Some(half)) if reading.phase == Phase::Deployment => match half.turns {
                1 => "1 turn of postings".to_owned(),
                turns => format!("{turns} turns of postings"),
            },
            (_, Some(half)) if half.moves == 1 => "1 move".to_owned(),
            (_, Some(half)) => format!("{} moves", half.moves),
            _ => String::new(),
        }
    }

    /// A side's flag in words; empty while there is time.
    #[must_use]
    pub fn flag(&self, side: &ClockSide) -> &'static str {
        match self.half(side) {
            Some(half) if half.flag == Flag::Lost => "Flag fallen: out of time",
            Some(half) if half.flag == Flag::Deployment => "Flag fallen: posts no more",
            Some(half) if half.is_on_reserve => "On the reserve",
            _ => "",
        }
    }

    /// The class of a half.
    #[must_use]
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
    #[must_use]
    pub fn run(&self) -> Option<Run> {
        self.shown.as_ref().filter(|_| self.is_started).map(|reading| reading.run)
    }

    /// Whether it counts.
    #[must_use]
    pub fn is_going(&self) -> bool {
        self.run() == Some(Run::Going)
    }

    /// Whether it is stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.run() == Some(Run::Stopped)
    }

    /// Whether it is in the deployment.
    #[must_use]
    pub fn is_deploying(&self) -> bool {
        self.is_started && self.shown.is_some_and(|reading| reading.phase == Phase::Deployment)
    }

    /// Whether a flag has fallen that loses the game.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.shown.is_some_and(|reading| reading.lost().is_some())
    }

    /// Whether the half can be pressed now.
    #[must_use]
    pub fn can_press(&self, side: &ClockSide) -> bool {
        self.may_press[side.index()]
            && self.is_going()
            && self.shown.is_some_and(|r| r.counting == Some(*side))
    }

    /// Whether it can be started by the reader.
    #[must_use]
    pub fn can_start(&self) -> bool {
        !self.is_started && self.may_start && self.missing.is_empty()
    }

    /// Whether it can be set going again by the reader; `true` for arbiters even when one of them stopped it.
    #[must_use]
    pub fn can_resume(&self, is_arbiter: &bool) -> bool {
        self.is_stopped() && self.may_start && (!self.is_held || *is_arbiter)
    }

    /// Whether all turns of postings were made, so that the engagement is next.
    #[must_use]
    pub fn has_posted_all(&self) -> bool {
        self.is_deploying()
            && self.shown.is_some_and(|reading| {
                let turns: u32 = reading.sides.iter().map(|half| half.turns).sum();
                turns >= self.postings || reading.sides.iter().all(|half| half.flag == Flag::Deployment)
            })
    }

    /// How it stands, in a sentence. The page's script says the same in the same words.
    #[must_use]
    pub fn sentence(&self) -> String {
        if !self.result.is_empty() {
            return format!("The game is over: {}.", self.result);
        }
        let Some(reading) = self.shown.as_ref() else { return self.missing.clone() };
        let who = self.name(&reading.turn);
        let other = self.name(&reading.turn.other());
        if !self.is_started {
            return if self.missing.is_empty() {
                format!("Not started. {who} begins.")
            } else {
                self.missing.clone()
            };
        }
        if let Some(lost) = reading.lost() {
            return format!("The flag of {} has fallen: out of time.", self.name(&lost));
        }
        if reading.run == Run::Stopped {
            return if self.is_held { "Stopped by an arbiter." } else { "Stopped." }.to_owned();
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

/// The clock itself: two big halves.
#[derive(Debug, Template)]
#[template(path = "clocks/face.html")]
pub struct FacePage {
    /// The frame.
    pub frame: Frame,
    /// Round and board.
    pub title: String,
    /// Where the event's pages begin.
    pub base: String,
    /// Where the game's pages begin.
    pub game: String,
    /// The clock.
    pub state: ClockState,
    /// The halves from top to bottom.
    pub order: [ClockSide; 2],
    /// Whether the upper half stands on its head, for a device that lies between the players.
    pub is_turned: bool,
    /// Whether the reader is an arbiter.
    pub is_arbiter: bool,
    /// Whether the reader is a device between the players: it has no way to other pages.
    pub is_tablet: bool,
    /// What was refused.
    pub refusal: String,
    /// What the keys of the page's forms begin with.
    pub once: String,
}

impl FacePage {
    /// Whether this half stands on its head.
    #[must_use]
    pub fn is_upside_down(&self, side: &ClockSide) -> bool {
        self.is_turned && *side == self.order[0]
    }

    /// What follows the address of a form, so that the page comes back as it was.
    #[must_use]
    pub const fn as_it_was(&self) -> &'static str {
        if self.is_turned && !self.is_tablet { "?turned=yes" } else { "" }
    }
}

/// One entry of the chain in words.
#[derive(Debug, Clone)]
pub struct PressRow {
    /// Its place.
    pub seq: u64,
    /// The moment that it counts for, in the event's time.
    pub at: String,
    /// The same on the clock, since it was started.
    pub moment: String,
    /// Who did it.
    pub by: String,
    /// What happened.
    pub what: String,
    /// How it was sent, where that is worth saying.
    pub note: String,
    /// Whether it changed nothing.
    pub is_in_vain: bool,
}

/// A device, or a link that waits for one.
#[derive(Debug, Clone)]
pub struct TabletRow {
    /// Its identifier.
    pub id: String,
    /// What it is, in a sentence.
    pub text: String,
    /// Whether it can be ended.
    pub is_valid: bool,
}

/// What happened to a clock; for arbiters, what can be done about it.
#[derive(Debug, Template)]
#[template(path = "clocks/book.html")]
pub struct BookPage {
    /// The frame.
    pub frame: Frame,
    /// Round and board.
    pub title: String,
    /// Where the game's pages begin.
    pub game: String,
    /// The clock.
    pub state: ClockState,
    /// The latest entry first.
    pub rows: Vec<PressRow>,
    /// The devices.
    pub tablets: Vec<TabletRow>,
    /// Whether the reader is an arbiter.
    pub is_arbiter: bool,
    /// The form for corrections.
    pub correction: FormView,
    /// The form to stop the clock, or to set it going.
    pub stop: FormView,
    /// What can be corrected.
    pub kinds: Vec<Choice>,
    /// The two players.
    pub sides: Vec<Choice>,
    /// The accounts of time.
    pub accounts: Vec<Choice>,
    /// What the keys of further forms begin with.
    pub once: String,
}

/// A link for a device between the players, shown once.
#[derive(Debug, Template)]
#[template(path = "clocks/link.html")]
pub struct TabletLinkPage {
    /// The frame.
    pub frame: Frame,
    /// Round and board.
    pub title: String,
    /// Where the game's pages begin.
    pub game: String,
    /// The link as a QR code.
    pub qr: String,
    /// The link.
    pub link: String,
    /// How many days it works.
    pub days: i64,
}

/// What a device sees that opens the link.
#[derive(Debug, Template)]
#[template(path = "clocks/join.html")]
pub struct JoinPage {
    /// The frame.
    pub frame: Frame,
    /// Round and board.
    pub title: String,
    /// The event's name.
    pub event: String,
    /// The two players.
    pub names: [String; 2],
}

/// A clock among all of the round.
#[derive(Debug, Clone)]
pub struct ClockCard {
    /// Where the game's pages begin.
    pub path: String,
    /// The clock.
    pub state: ClockState,
    /// The form to stop it, or to set it going.
    pub stop: FormView,
    /// The form to add time.
    pub add: FormView,
}

/// All clocks of the round.
#[derive(Debug, Template)]
#[template(path = "clocks/hall.html")]
pub struct ClocksPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The round; 0 while there is none.
    pub round: u16,
    /// The clocks, board 1 first.
    pub cards: Vec<ClockCard>,
    /// The form to stop all.
    pub stop_all: FormView,
    /// What the keys of further forms begin with.
    pub once: String,
}

impl ClocksPage {
    /// How many clocks could be started.
    #[must_use]
    pub fn startable(&self) -> usize {
        self.cards.iter().filter(|card| card.state.can_start() && card.state.result.is_empty()).count()
    }

    /// How many clocks run.
    #[must_use]
    pub fn going(&self) -> usize {
        self.cards.iter().filter(|card| card.state.is_going() && card.state.result.is_empty()).count()
    }

    /// How many clocks an arbiter stopped.
    #[must_use]
    pub fn held(&self) -> usize {
        self.cards.iter().filter(|card| card.state.is_held && card.state.result.is_empty()).count()
    }

    /// The players of a card, for its form.
    #[must_use]
    pub fn sides(&self, card: &ClockCard) -> Vec<Choice> {
        ClockSide::BOTH.map(|side| Choice::new(side.key(), card.state.name(&side))).to_vec()
    }
}
