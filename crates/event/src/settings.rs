//! What an arbiter settles about an event before and while it runs.

mod told;

use std::sync::Arc;

use chrono::NaiveDate;
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use tiger_pairing::round_robin::Cycles;
use tiger_pairing::tiebreak::TieBreak;
use tiger_rules::dance::Board;
use tiger_rules::{ClockSettings, GameKind, PointsTable};

use crate::board_file::BoardFile;
use crate::offered::offered;
use crate::text::count;
use crate::{ByeKind, EventName, FileRecords, Label, LegalMoves, Points, Refusal, RoundNumber};

/// How rounds are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody meets everybody once, by FIDE's Berger tables.
    RoundRobin,
    /// Everybody meets everybody twice.
    DoubleRoundRobin,
    /// Everybody plays in every round against somebody with about as many points, by FIDE's Dutch system.
    Swiss,
    /// Who loses goes out, until one player is left.
    Knockout,
    /// The same two players throughout.
    Match,
    /// The arbiter pairs by hand.
    Free,
}

offered!(Format {
    Swiss: "swiss", "Swiss system";
    RoundRobin: "round_robin", "Round robin";
    DoubleRoundRobin: "double_round_robin", "Double round robin";
    Knockout: "knockout", "Knockout";
    Match: "match", "Match";
    Free: "free", "Free pairing";
});

impl Format {
    /// The tie-breaks that a new event has unless others are typed, as codes. A bracket has nothing to break, and where no
    /// victory is greater than another nothing is broken by them.
    pub const fn usual_tie_breaks(self, game: GameKind) -> &'static str {
        let are_wins_alike = matches!(game, GameKind::LancerChess | GameKind::Dance);
        match self {
            Self::Swiss if are_wins_alike => "BH/C1, BH, SB, DE, WIN",
            Self::Swiss => "BH/C1, BH, SB, DE, WIN, GV",
            Self::RoundRobin | Self::DoubleRoundRobin | Self::Free if are_wins_alike => "DE, WIN, SB",
            Self::RoundRobin | Self::DoubleRoundRobin | Self::Free => "DE, WIN, SB, GV",
            Self::Knockout | Self::Match => "",
        }
    }

    /// Whether everybody meets everybody.
    pub const fn is_round_robin(self) -> bool {
        matches!(self, Self::RoundRobin | Self::DoubleRoundRobin)
    }

    /// How often everybody meets everybody in a round robin.
    pub const fn cycles(self) -> Cycles {
        match self {
            Self::DoubleRoundRobin => Cycles::Double,
            _ => Cycles::Single,
        }
    }

    /// Whether rounds follow a bracket: a knockout, or a match, which is a bracket of one tie.
    pub const fn has_bracket(self) -> bool {
        matches!(self, Self::Knockout | Self::Match)
    }

    /// Whether who meets whom is decided round by round: neither a bracket nor Berger's tables say it.
    pub const fn has_free_pairs(self) -> bool {
        !self.has_bracket() && !self.is_round_robin()
    }

    /// The rounds that everybody's meeting everybody takes; other formats have as many as the settings or the
    /// bracket say.
    pub fn rounds_for(self, players: usize) -> Option<RoundNumber> {
        let single = players + players % 2;
        let single = RoundNumber::try_from(single.saturating_sub(1)).ok()?;
        match self {
            Self::RoundRobin => Some(single),
            Self::DoubleRoundRobin => single.checked_mul(2),
            Self::Swiss | Self::Free | Self::Knockout | Self::Match => None,
        }
    }
}

/// What byes and forfeits are worth, and how many may be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByePolicy {
    /// For the pairing-allocated bye and a full-point bye; a win by forfeit has the points of the table.
    pub full: Points,
    pub half: Points,
    /// How many half-point byes each player may ask for.
    pub half_byes_allowed: u8,
    /// For a full-point bye, where a report file gives it other points than the pairing-allocated one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_point: Option<Points>,
}

impl ByePolicy {
    pub const fn points(&self, kind: ByeKind) -> Points {
        match (kind, self.full_point) {
            (ByeKind::FullPoint, Some(points)) => points,
            (ByeKind::Pairing | ByeKind::FullPoint, _) => self.full,
            (ByeKind::HalfPoint, _) => self.half,
            (ByeKind::ZeroPoint, _) => Points::ZERO,
        }
    }
}

/// By what the players of a knockout are seeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seeding {
    /// Their pairing numbers.
    #[default]
    Number,
    /// Their ratings, those without a rating last; on equal ratings their pairing numbers.
    Rating,
}

offered!(Seeding {
    Number: "number", "Pairing number";
    Rating: "rating", "Rating";
});

/// How a knockout is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnockoutRules {
    pub seeding: Seeding,
    /// Games of a tie before tie-break games, 1 to 9.
    pub games: u8,
    /// Whether the losers of the semifinals play for the third place.
    pub third_place: bool,
}

impl KnockoutRules {
    /// The most games of a tie.
    pub const MOST_GAMES: u8 = 9;
}

impl Default for KnockoutRules {
    fn default() -> Self {
        Self { seeding: Seeding::Number, games: 1, third_place: false }
    }
}

/// Everything that the form of an event's settings holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub name: EventName,
    pub venue: Option<Label>,
    /// The room or part of the hall in which its boards stand, where a festival has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<Label>,
    pub starts_on: NaiveDate,
    /// Last day, not before the first.
    pub ends_on: NaiveDate,
    /// The zone that its pages show times in.
    pub time_zone: Tz,
    pub game: GameKind,
    pub format: Format,
    /// Rounds planned, 1 to 99; a round robin takes as many as its players need.
    pub rounds: RoundNumber,
    pub clock: ClockSettings,
    /// Tie-breaks, the first one first.
    pub tie_breaks: Vec<TieBreak>,
    pub points: PointsTable,
    pub byes: ByePolicy,
    /// Whether the nominal half point counts in totals (Dragon).
    pub nominal_counts: bool,
    /// Whether players may report results and records by themselves.
    pub players_report: bool,
    /// Whether players may say by themselves that they are here; an arbiter confirms it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub players_check_in: bool,
    /// Whether players answer by themselves what is asked before a game; arbiters can write it down all the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub players_choose: bool,
    /// The number that board 1 bears in the hall.
    pub first_board: u16,
    /// Whether the upper half of a Swiss event is paired with virtual points in its first rounds (C.04.5.1).
    #[serde(default)]
    pub is_accelerated: bool,
    /// The board of The Dragon's Dance, if it is not the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board_file: Option<BoardFile>,
    /// How a knockout is played; other formats do not look at it.
    #[serde(default)]
    pub knockout: KnockoutRules,
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub legal_moves: LegalMoves,
    /// How many minutes after it is written everybody sees a move of a game that is played; none if nobody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub live_delay: Option<u16>,
    /// Whether players are looked up in the ratings that this program keeps, and their ratings taken from there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_ratings: bool,
    /// What the report file said of which the event came, and nothing here has a place for.
    #[serde(default, skip_serializing_if = "super::is_default", serialize_with = "super::apart::serialize")]
    pub file: FileRecords,
}

impl Settings {
    /// The most rounds of an event.
    pub const MOST_ROUNDS: RoundNumber = 99;

    /// The most minutes that everybody sees games late.
    pub const MOST_DELAY: u16 = 600;

    /// An event of one day with what is usual, to be made another by what is unusual in it.
    pub fn usual(name: EventName, game: GameKind, format: Format, day: NaiveDate) -> Self {
        Self {
            name,
            venue: None,
            room: None,
            starts_on: day,
            ends_on: day,
            time_zone: Tz::UTC,
            game,
            format,
            rounds: 5,
            clock: ClockSettings::standard(game),
            tie_breaks: Vec::new(),
            points: PointsTable::Game,
            byes: ByePolicy {
                full: Points::whole(3),
                half: Points::whole(1),
                half_byes_allowed: 1,
                full_point: None,
            },
            nominal_counts: true,
            players_report: true,
            players_check_in: false,
            players_choose: false,
            first_board: 1,
            is_accelerated: false,
            board_file: None,
            knockout: KnockoutRules::default(),
            legal_moves: LegalMoves::default(),
            live_delay: None,
            own_ratings: false,
            file: FileRecords::default(),
        }
    }

    /// Refuses settings that contradict each other.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.ends_on < self.starts_on {
            return Err(Refusal::invalid("The last day lies before the first."));
        }
        if !(1..=Self::MOST_ROUNDS).contains(&self.rounds) {
            return Err(Refusal::Invalid(format!("An event has 1 to {} rounds.", Self::MOST_ROUNDS)));
        }
        if self.first_board == 0 {
            return Err(Refusal::invalid("The first board's number is at least 1."));
        }
        if self.is_accelerated && self.format != Format::Swiss {
            return Err(Refusal::invalid("Only a Swiss event can be accelerated."));
        }
        if self.board_file.is_some() && self.game != GameKind::Dance {
            return Err(Refusal::Invalid(format!(
                "{} has one board; only The Dragon's Dance has others.",
                self.game
            )));
        }
        if self.live_delay.is_some_and(|minutes| minutes > Self::MOST_DELAY) {
            return Err(Refusal::Invalid(format!(
                "Games that are played are shown at most {} minutes late.",
                Self::MOST_DELAY
            )));
        }
        if self.legal_moves == LegalMoves::Open && self.live_delay != Some(0) {
            return Err(Refusal::invalid(
                "Legal moves that are shown openly stand on the public board of the game: show games while they are played, 0 minutes late.",
            ));
        }
        if !(1..=KnockoutRules::MOST_GAMES).contains(&self.knockout.games) {
            return Err(Refusal::Invalid(format!(
                "A tie of a knockout has 1 to {} games.",
                KnockoutRules::MOST_GAMES
            )));
        }
        for (place, tie_break) in self.tie_breaks.iter().enumerate() {
            if self.tie_breaks[..place].contains(tie_break) {
                return Err(Refusal::Invalid(format!("The tie-break {tie_break} stands twice.")));
            }
        }
        Ok(())
    }

    /// The board that The Dragon's Dance is played on; the other games have one board and do not ask.
    pub fn dance_board(&self) -> Arc<Board> {
        self.board_file.as_ref().map_or_else(Board::standard, |file| Arc::clone(file.board()))
    }

    /// These settings, typed anew: what a file said before stays, as far as it is not about what was changed.
    #[must_use]
    pub fn typed_after(mut self, before: &Self) -> Self {
        self.file = before.file.clone();
        if self.clock != before.clock {
            self.file.time_control.clear();
            self.file.time_code.clear();
        }
        if (self.starts_on, self.ends_on) != (before.starts_on, before.ends_on) {
            self.file.round_dates.clear();
        }
        if self.byes.full == before.byes.full {
            self.byes.full_point = before.byes.full_point;
        }
        self
    }

    /// The most important settings in one line, for people.
    pub fn summary(&self) -> String {
        format!(
            "{}, {}{}, {}, {}, {} to {}, clock {}",
            self.name,
            self.game,
            if self.board_file.is_some() { " on the event's own board" } else { "" },
            self.format.title(),
            count(self.rounds.into(), "round", "rounds"),
            self.starts_on,
            self.ends_on,
            self.clock
        )
    }
}
