//! The clock of one game: what happened to it, told entry by entry, and how it stands.
//!
//! Clocks are no part of an [`super::event::Event`]: a press changes nothing that the public pages show, and many
//! are pressed at the same time. Each clock is the fold of its own entries through [`tiger_rules::clock::Clock`].

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use tiger_rules::clock::{Clock, ClockEvent, ClockSide, Flag, Millis, Phase, Reading, Run};
use tiger_rules::{ClockSettings, GameKind};

use crate::result::seat_index;
use crate::{Event, Game, Reason, TabletId, UserId};

/// Who touches a clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Hand {
    Program,
    Arbiter {
        id: UserId,
        /// The name at the time.
        #[serde(serialize_with = "super::apart::serialize")]
        name: String,
    },
    /// One of the two players, on a device of his own.
    Player {
        id: UserId,
        /// The name at the time.
        #[serde(serialize_with = "super::apart::serialize")]
        name: String,
        side: ClockSide,
    },
    /// A device between the players: it may press this one clock.
    Tablet {
        id: TabletId,
    },
}

impl Hand {
    /// The name that pages show.
    pub fn name(&self) -> &str {
        match self {
            Self::Program => "the program",
            Self::Arbiter { name, .. } | Self::Player { name, .. } => name,
            Self::Tablet { .. } => "the clock at the board",
        }
    }

    /// The person, if it is one.
    pub const fn user(&self) -> Option<UserId> {
        match self {
            Self::Arbiter { id, .. } | Self::Player { id, .. } => Some(*id),
            Self::Program | Self::Tablet { .. } => None,
        }
    }

    /// What tells this hand from all others.
    pub fn key(&self) -> String {
        match self {
            Self::Program => "the program".to_owned(),
            Self::Arbiter { id, .. } | Self::Player { id, .. } => id.to_string(),
            Self::Tablet { id } => id.to_string(),
        }
    }

    /// As whom a device keeps presses that wait. Whichever lies at the board presses for both players.
    pub fn on_device(&self) -> String {
        match self {
            Self::Tablet { .. } => "board".to_owned(),
            _ => self.key(),
        }
    }

    /// Whether this is an arbiter, or the program on an arbiter's behalf.
    pub const fn is_arbiter(&self) -> bool {
        matches!(self, Self::Program | Self::Arbiter { .. })
    }

    /// Whether this hand may start a clock, and set a stopped one going again.
    pub const fn may_start(&self) -> bool {
        matches!(self, Self::Program | Self::Arbiter { .. } | Self::Tablet { .. })
    }

    pub fn may_press(&self, half: ClockSide) -> bool {
        match self {
            Self::Player { side, .. } => *side == half,
            _ => true,
        }
    }

    /// Why this hand may not do something to a clock; none if it may.
    #[must_use]
    pub fn refusal(&self, what: &ClockEvent) -> Option<&'static str> {
        let (may, why) = match what {
            ClockEvent::Press { side } => {
                (self.may_press(*side), "Players press their own half of the clock only.")
            }
            ClockEvent::Pause | ClockEvent::BeginEngagement => return None,
            ClockEvent::Start | ClockEvent::Resume => {
                (self.may_start(), "An arbiter, or the device at the board, sets the clock going.")
            }
            ClockEvent::ResumeDeployment
            | ClockEvent::SetTime { .. }
            | ClockEvent::AddTime { .. }
            | ClockEvent::TakeTime { .. }
            | ClockEvent::SetMoves { .. }
            | ClockEvent::SetTurn { .. } => {
                (self.is_arbiter(), "Only an arbiter of this event may correct a clock.")
            }
        };
        (!may).then_some(why)
    }
}

/// How something came from its device.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// How long it had waited on the device, by the device's own clock.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub age: Millis,
    /// How far it had to be moved, because something later had happened to the clock already.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub moved: Millis,
    /// By how many milliseconds the device ran ahead of the server, or behind it, since they last spoke.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<i64>,
    /// Whether nothing proved that it had waited, so that it counts from its receipt.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unproved: bool,
}

/// One entry of a clock's chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockEntry {
    /// The clock was set and started.
    Started {
        /// Its times.
        settings: ClockSettings,
        /// The variation that they were made for, if one was on file.
        variation: Option<String>,
        /// What happened to it at once, because the game begins from another situation than the usual one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<ClockEvent>,
        sent: Sent,
    },
    Happened {
        what: ClockEvent,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Reason>,
        sent: Sent,
    },
    /// A device sent something that came too late or made no sense any more. It changed nothing, and is kept.
    InVain { what: ClockEvent, why: String, sent: Sent },
    /// A device found the server again.
    Reconnected {
        /// How many presses had waited on it.
        waited: u32,
        sent: Sent,
    },
    /// A device opened its link.
    Joined { tablet: TabletId },
    /// An arbiter ended a device's right.
    Ended { tablet: TabletId },
    /// Somebody set the system's time. The clock did not follow it.
    Stepped {
        /// By so many milliseconds, forwards or back.
        by: i64,
    },
}

/// How a clock stands after some of its entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameClock {
    going: Option<Going>,
    is_held: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Going {
    began: DateTime<Utc>,
    clock: Clock,
    variation: Option<String>,
}

impl GameClock {
    /// Carries an entry out. When it is refused, the clock is as it was.
    ///
    /// # Errors
    /// Why it cannot happen, for people.
    pub fn apply(&mut self, at: DateTime<Utc>, by: &Hand, entry: &ClockEntry) -> Result<(), String> {
        match entry {
            ClockEntry::Started { settings, variation, then, .. } => {
                if self.going.is_some() {
                    return Err(tiger_rules::clock::ClockRefusal::IsStarted.to_string());
                }
                let mut clock = Clock::new(*settings);
                for event in std::iter::once(&ClockEvent::Start).chain(then) {
                    clock.apply(Millis::ZERO, *event).map_err(|refusal| refusal.to_string())?;
                }
                self.going = Some(Going { began: at, clock, variation: variation.clone() });
                Ok(())
            }
            ClockEntry::Happened { what, .. } => self.happen(at, by, *what),
            ClockEntry::InVain { .. }
            | ClockEntry::Reconnected { .. }
            | ClockEntry::Joined { .. }
            | ClockEntry::Ended { .. }
            | ClockEntry::Stepped { .. } => Ok(()),
        }
    }

    fn happen(&mut self, at: DateTime<Utc>, by: &Hand, what: ClockEvent) -> Result<(), String> {
        if what == ClockEvent::Resume && self.is_held && !by.is_arbiter() {
            return Err("an arbiter stopped the clock, and an arbiter sets it going again".to_owned());
        }
        let Some(going) = &mut self.going else {
            return Err(tiger_rules::clock::ClockRefusal::IsNotStarted.to_string());
        };
        let moment = moment(going.began, at);
        going.clock.apply(moment, what).map_err(|refusal| refusal.to_string())?;
        match what {
            ClockEvent::Pause | ClockEvent::ResumeDeployment => self.is_held = by.is_arbiter(),
            ClockEvent::Resume => self.is_held = false,
            _ => {}
        }
        Ok(())
    }

    pub const fn is_started(&self) -> bool {
        self.going.is_some()
    }

    /// Whether an arbiter stopped it: then only an arbiter sets it going again.
    pub fn is_held(&self) -> bool {
        self.is_held
            && self.going.as_ref().is_some_and(|going| going.clock.at(Millis::ZERO).run == Run::Stopped)
    }

    /// Its times, once it is started.
    pub fn settings(&self) -> Option<ClockSettings> {
        self.going.as_ref().map(|going| going.clock.settings())
    }

    /// The variation that its times were made for.
    pub fn variation(&self) -> Option<&str> {
        self.going.as_ref()?.variation.as_deref()
    }

    /// What it shows at a moment, once it is started.
    pub fn reading(&self, now: DateTime<Utc>) -> Option<Reading> {
        self.going.as_ref().map(|going| going.clock.at(moment(going.began, now)))
    }

    /// What it showed right after the last thing that happened to it.
    pub fn last_reading(&self) -> Option<Reading> {
        self.going.as_ref().map(|going| going.clock.at(going.clock.last_event()))
    }

    /// Whether turns of postings are still to be made in its deployment.
    pub fn has_postings_left(&self) -> bool {
        self.last_reading().is_some_and(|reading| {
            let turns: u32 = reading.sides.iter().map(|half| half.turns).sum();
            let is_cut_short = reading.sides.iter().any(|half| half.flag == Flag::Deployment);
            !is_cut_short && turns < turns_of_postings(&reading, self.variation())
        })
    }

    /// The moment as the clock counts it: since its start.
    pub fn moment(&self, now: DateTime<Utc>) -> Option<Millis> {
        self.going.as_ref().map(|going| moment(going.began, now))
    }

    /// When something last happened to it: nothing can happen before that any more.
    pub fn last_event(&self) -> Option<DateTime<Utc>> {
        let going = self.going.as_ref()?;
        let since = i64::try_from(going.clock.last_event().0).unwrap_or(i64::MAX);
        Some(going.began + TimeDelta::try_milliseconds(since).unwrap_or_default())
    }
}

/// Whole milliseconds since the start; none before it.
fn moment(began: DateTime<Utc>, at: DateTime<Utc>) -> Millis {
    Millis(u64::try_from((at - began).num_milliseconds()).unwrap_or_default())
}

/// How many turns of postings a whole deployment has: S B B S S B B S, two Swordsmen of one side in a row being one
/// turn; in the TigerVariation the two Royal Guards come first.
pub fn turns_of_postings(reading: &Reading, variation: Option<&str>) -> u32 {
    match reading.phase {
        Phase::Engagement => 0,
        Phase::Deployment if variation.is_some_and(|title| title.starts_with("Tiger")) => 7,
        Phase::Deployment => 5,
    }
}

impl Event {
    /// What happens to a game's clock as it is started: nothing, unless the game begins from another situation, or its
    /// deployment is over as an arbiter has noted.
    pub fn clock_begins(&self, game: &Game) -> Vec<ClockEvent> {
        let has_deployment = matches!(self.settings.clock, ClockSettings::TripleCountdown { .. });
        let is_deployed = game.begins_deployed() || game.protocol.engaged.is_some();
        let engages = (has_deployment && is_deployed).then_some(ClockEvent::BeginEngagement);
        let turn = self.begins_with(game).map(|seat| ClockSide::BOTH[seat_index(seat)]);
        engages.into_iter().chain(turn.map(|side| ClockEvent::SetTurn { side })).collect()
    }

    /// The times of a game's clock, and the variation they are made for: doubled in the TigerVariation (its rule 3).
    ///
    /// # Errors
    /// What is missing before a clock of this game can be started, in a sentence.
    pub fn clock_of(&self, game: &Game) -> Result<(ClockSettings, Option<String>), &'static str> {
        let kind = self.settings.game;
        match game.variation(kind) {
            Some(variation) => Ok((
                self.settings.clock.for_game(variation),
                Some(variation.title()).filter(|t| !t.is_empty()),
            )),
            None if kind == GameKind::TigerChess => Err("The variation is not chosen yet, and in the \
                 TigerVariation all clock times are doubled (its rule 3). Choose it in the game room first."),
            None => Ok((self.settings.clock, None)),
        }
    }
}
