//! When rounds and breaks begin.
//!
//! Times are kept as the clocks in the hall show them: an event that is moved to another zone keeps its hours.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use crate::ids::OccasionId;
use crate::{Event, Label, Refusal, Round, RoundNumber, RoundState, Settings, local_time};

/// When the rounds and breaks of an event begin, and what else players should know of its times.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timetable {
    /// The default time: the minutes after the beginning of a round after which who has not come loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_minutes: Option<u16>,
    /// How long a round takes, for calendars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round_minutes: Option<u16>,
    /// Whether everybody sees beforehand who meets whom in all rounds of a round robin.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shows_schedule: bool,
    /// The rounds, each once, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundTime>,
    /// Breaks and whatever else there is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub occasions: Vec<Occasion>,
}

/// When the round ends that is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndOfRound {
    pub round: RoundNumber,
    /// When, by the clocks of the event's zone.
    pub ends: NaiveDateTime,
    /// The boards that have minutes more, each with how many.
    pub later: Vec<(u16, u16)>,
}

/// When a round begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundTime {
    pub round: RoundNumber,
    /// When, by the clocks of the event's zone.
    pub begins: NaiveDateTime,
}

/// A break, the opening, the prize-giving.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occasion {
    /// What it keeps when it is moved.
    pub id: OccasionId,
    pub name: Label,
    /// When, by the clocks of the event's zone.
    pub begins: NaiveDateTime,
    /// How long it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
}

/// The timetable as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetTimetable {
    pub timetable: Timetable,
    /// The ledger entry that set it.
    pub revision: u64,
    pub at: DateTime<Utc>,
}

/// A line of a timetable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    pub what: What<'a>,
    /// When, by the clocks of the event's zone.
    pub begins: NaiveDateTime,
    /// How long it takes, if that is said.
    pub minutes: Option<u16>,
}

/// What begins at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What<'a> {
    Round(RoundNumber),
    Occasion(&'a Occasion),
}

impl Line<'_> {
    /// What it is called, such as `Round 3`.
    pub fn title(&self) -> String {
        match self.what {
            What::Round(round) => format!("Round {round}"),
            What::Occasion(occasion) => occasion.name.to_string(),
        }
    }

    /// The moment at which it begins: of an hour that the clocks show twice the first.
    pub fn moment(&self, zone: Tz) -> DateTime<Utc> {
        local_time::moments(self.begins, zone)[0]
    }
}

impl Timetable {
    /// The most minutes of anything in it: two days.
    pub const MOST_MINUTES: u16 = 2 * 24 * 60;

    /// The most breaks and other occasions.
    pub const MOST_OCCASIONS: usize = 60;

    /// How many days a timetable may reach beyond the days of its event.
    const DAYS_BESIDE: i64 = 366;

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn check(&self, settings: &Settings) -> Result<(), Refusal> {
        let lengths = [self.default_minutes, self.round_minutes];
        let lengths = lengths.into_iter().chain(self.occasions.iter().map(|occasion| occasion.minutes));
        if lengths.flatten().any(|minutes| minutes > Self::MOST_MINUTES) {
            return Err(Refusal::Invalid(format!("Nothing takes more than {} minutes.", Self::MOST_MINUTES)));
        }
        if self.round_minutes == Some(0) {
            return Err(Refusal::invalid("A round takes a minute at least."));
        }
        if self.occasions.len() > Self::MOST_OCCASIONS {
            return Err(Refusal::Invalid(format!(
                "A timetable has at most {} breaks.",
                Self::MOST_OCCASIONS
            )));
        }
        for (place, occasion) in self.occasions.iter().enumerate() {
            if self.occasions[..place].iter().any(|other| other.id == occasion.id) {
                return Err(Refusal::Invalid(format!("{} stands twice in the timetable.", occasion.name)));
            }
        }
        if self.rounds.iter().any(|line| !(1..=Settings::MOST_ROUNDS).contains(&line.round)) {
            return Err(Refusal::Invalid(format!("An event has 1 to {} rounds.", Settings::MOST_ROUNDS)));
        }
        if let Some([earlier, later]) =
            self.rounds.array_windows().find(|[one, two]| one.round >= two.round || one.begins >= two.begins)
        {
            return Err(Refusal::Invalid(format!(
                "Round {} must begin after round {}.",
                later.round, earlier.round
            )));
        }
        let (first, last) = (settings.starts_on, settings.ends_on);
        let is_far = |line: &Line<'_>| {
            let day = line.begins.date();
            (first - day).num_days() > Self::DAYS_BESIDE || (day - last).num_days() > Self::DAYS_BESIDE
        };
        match self.lines().iter().find(|line| is_far(line)) {
            Some(line) => Err(Refusal::Invalid(format!(
                "{} is more than a year away from the event’s days, {first} to {last}.",
                line.title()
            ))),
            None => Ok(()),
        }
    }

    /// All lines, the earliest first.
    pub fn lines(&self) -> Vec<Line<'_>> {
        let rounds = self.rounds.iter().map(|line| Line {
            what: What::Round(line.round),
            begins: line.begins,
            minutes: self.round_minutes,
        });
        let occasions = self.occasions.iter().map(|occasion| Line {
            what: What::Occasion(occasion),
            begins: occasion.begins,
            minutes: occasion.minutes,
        });
        let mut lines: Vec<_> = rounds.chain(occasions).collect();
        lines.sort_by_key(|line| line.begins);
        lines
    }

    /// When a round begins, if that is said.
    pub fn of_round(&self, round: RoundNumber) -> Option<Line<'_>> {
        self.lines().into_iter().find(|line| line.what == What::Round(round))
    }

    /// Until when a player of a round must have come, by the clocks of the event's zone.
    pub fn default_time(&self, round: RoundNumber) -> Option<NaiveDateTime> {
        let minutes = TimeDelta::minutes(self.default_minutes?.into());
        self.of_round(round)?.begins.checked_add_signed(minutes)
    }

    /// All of it in one line, for people.
    pub fn summary(&self) -> String {
        let line = |line: &Line<'_>| format!("{} {}", line.title(), line.begins.format("%-d %B %Y, %H:%M"));
        let default = self.default_minutes.map(|minutes| format!("default time {minutes} minutes"));
        let schedule = self.shows_schedule.then(|| "all rounds are shown beforehand".to_owned());
        let said: Vec<_> = self.lines().iter().map(line).chain(default).chain(schedule).collect();
        if said.is_empty() { "nothing".to_owned() } else { said.join("; ") }
    }
}

impl Event {
    /// When rounds and breaks begin, as far as that is said.
    pub fn timetable(&self) -> Option<&Timetable> {
        self.timetable.as_ref().map(|set| &set.timetable).filter(|timetable| !timetable.is_empty())
    }

    /// The ledger entry that last set the timetable; 0 before the first.
    pub fn timetable_revision(&self) -> u64 {
        self.timetable.as_ref().map_or(0, |set| set.revision)
    }

    /// The round that begins next as the event stands, with its time, if that is said: the first without any result.
    pub fn next_beginning(&self) -> Option<Line<'_>> {
        if self.is_finished {
            return None;
        }
        let has_begun = |line: &RoundTime| {
            let is_closed = self.round(line.round).is_ok_and(|round| round.state == RoundState::Closed);
            is_closed || self.games.values().any(|game| game.round == line.round && game.result.is_some())
        };
        let timetable = self.timetable()?;
        let next = timetable.rounds.iter().find(|line| !has_begun(line))?;
        timetable.of_round(next.round)
    }

    /// The round that is played and when it ends, if the timetable says so, with the boards that have minutes more.
    pub fn end_of_round(&self) -> Option<EndOfRound> {
        let running = |round: &&Round| round.state == RoundState::Published;
        let round = self.rounds.iter().rev().find(running)?.number;
        let timetable = self.timetable()?;
        let minutes = timetable.round_minutes?;
        let begins = timetable.of_round(round)?.begins;
        let open: Vec<_> = self.games_of(round).into_iter().filter(|game| game.awaits_result()).collect();
        let later = open.iter().filter(|game| game.protocol.extra_minutes > 0);
        (!open.is_empty()).then(|| EndOfRound {
            round,
            ends: begins + TimeDelta::minutes(minutes.into()),
            later: later.map(|game| (self.board_number(game), game.protocol.extra_minutes)).collect(),
        })
    }

    /// Whether everybody may see beforehand who meets whom in all rounds: a round robin whose arbiters want it so.
    pub fn shows_schedule(&self) -> bool {
        self.settings.format.is_round_robin()
            && self.planned_rounds() <= Settings::MOST_ROUNDS
            && self.timetable().is_some_and(|timetable| timetable.shows_schedule)
    }
}
