//! Round robin schedules by the Berger tables (FIDE C.05 Annex 1), for any number of players.
//!
//! The published tables end at 24; they follow one rule, which gives every larger table too. Numbers here are
//! *drawing numbers* from 1; the caller says which player drew which. An odd field plays the table of the next even
//! number, whose highest number stands for nobody: who meets it has the bye.

use core::fmt;

use crate::model::{Board, DraftRound, PairingError, PairingNumber, Round, System, Tournament};

/// The largest field a schedule is made for; a table of this size has a million games.
pub const LARGEST_FIELD: u32 = 1_500;

/// One game of a schedule, by drawing numbers; `first` moves first (White in FIDE's tables).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fixture {
    /// The drawing number of the side that moves first.
    pub first: u32,
    /// The drawing number of the other side.
    pub second: u32,
}

impl Fixture {
    /// The same two players with sides exchanged.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { first: self.second, second: self.first }
    }
}

/// One round of a schedule: its games in the table's board order, and who is free when the field is odd.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FixtureRound {
    /// The games, board 1 first.
    pub fixtures: Vec<Fixture>,
    /// The drawing number without a game in this round; only in odd fields.
    pub free: Option<u32>,
}

/// How often everybody meets everybody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Cycles {
    /// Once.
    #[default]
    Single,
    /// Twice, with sides exchanged in the second cycle. The last two rounds of the first cycle are played in reverse
    /// order, so that nobody has the same side three times running (C.05 Annex 1).
    Double,
}

/// Why no schedule can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundRobinError {
    /// A round robin needs two players.
    TooFewPlayers(u32),
    /// More than [`LARGEST_FIELD`] players.
    TooManyPlayers(u32),
}

impl fmt::Display for RoundRobinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewPlayers(players) => {
                write!(f, "a round robin needs at least 2 players; there are {players}")
            }
            Self::TooManyPlayers(players) => {
                write!(f, "a round robin takes at most {LARGEST_FIELD} players; there are {players}")
            }
        }
    }
}

impl core::error::Error for RoundRobinError {}

/// The number of rounds that `players` need to meet everybody in the given cycles.
#[must_use]
pub const fn number_of_rounds(players: u32, cycles: Cycles) -> u32 {
    let one_cycle = if players < 2 {
        0
    } else if players.is_multiple_of(2) {
        players - 1
    } else {
        players
    };
    match cycles {
        Cycles::Single => one_cycle,
        Cycles::Double => one_cycle * 2,
    }
}

/// The whole schedule of a round robin, round 1 first.
///
/// # Errors
/// Fewer than two players, or more than [`LARGEST_FIELD`].
///
/// ```
/// use tiger_pairing::round_robin::{Cycles, Fixture, schedule};
///
/// let rounds = schedule(4, Cycles::Single)?;
/// assert_eq!(rounds.len(), 3);
/// assert_eq!(rounds[1].fixtures, [Fixture { first: 4, second: 3 }, Fixture { first: 1, second: 2 }]);
/// # Ok::<(), tiger_pairing::round_robin::RoundRobinError>(())
/// ```
pub fn schedule(players: u32, cycles: Cycles) -> Result<Vec<FixtureRound>, RoundRobinError> {
    check_field(players)?;
    Ok((0..number_of_rounds(players, cycles)).map(|round| round_at(players, cycles, round)).collect())
}

/// One round of the schedule that [`schedule`] gives.
///
/// # Errors
/// If no schedule can be made, or it has no such round.
pub fn round_of(players: u32, cycles: Cycles, round: Round) -> Result<FixtureRound, PairingError> {
    check_field(players).map_err(|error| PairingError::Unsuitable { why: error.to_string() })?;
    let rounds = number_of_rounds(players, cycles);
    if round.get() > rounds {
        return Err(PairingError::BeyondLastRound { round, rounds });
    }
    Ok(round_at(players, cycles, round.get() - 1))
}

const fn check_field(players: u32) -> Result<(), RoundRobinError> {
    match players {
        ..2 => Err(RoundRobinError::TooFewPlayers(players)),
        2..=LARGEST_FIELD => Ok(()),
        _ => Err(RoundRobinError::TooManyPlayers(players)),
    }
}

/// The games of one round of an event. The players' order by pairing number is the order of their drawing numbers, and
/// nobody may enter or leave after the first round: who withdraws is still paired, and forfeits.
///
/// Who is free is in no board and has no bye either: the round brings him nothing ([`free_player`] names him).
///
/// # Errors
/// If the event is no round robin of one or two cycles, has too few players, or has no such round.
pub fn draft(tournament: &Tournament, round: Round) -> Result<DraftRound, PairingError> {
    let (fixtures, numbers) = fixtures_of(tournament, round)?;
    let number = |drawn: u32| numbers.get(drawn as usize - 1).copied();
    let board = |game: &Fixture| Some(Board { first: number(game.first)?, second: number(game.second)? });
    Ok(DraftRound { round, boards: fixtures.fixtures.iter().filter_map(board).collect(), byes: Vec::new() })
}

/// Who has no game in a round of an odd field.
///
/// # Errors
/// As [`draft`].
pub fn free_player(tournament: &Tournament, round: Round) -> Result<Option<PairingNumber>, PairingError> {
    let (fixtures, numbers) = fixtures_of(tournament, round)?;
    Ok(fixtures.free.and_then(|drawn| numbers.get(drawn as usize - 1).copied()))
}

/// One round of the event's schedule, and the pairing numbers by drawing number.
fn fixtures_of(
    tournament: &Tournament,
    round: Round,
) -> Result<(FixtureRound, Vec<PairingNumber>), PairingError> {
    let unsuitable = |why: String| PairingError::Unsuitable { why };
    let cycles = match tournament.settings.system {
        System::RoundRobin { cycles: 1 } => Cycles::Single,
        System::RoundRobin { cycles: 2 } => Cycles::Double,
        System::RoundRobin { cycles } => {
            return Err(unsuitable(format!("a round robin has one cycle or two, not {cycles}")));
        }
        _ => return Err(unsuitable("the event is no round robin".to_owned())),
    };
    let numbers: Vec<PairingNumber> = tournament.players().map(|player| player.number).collect();
    let field = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    Ok((round_of(field, cycles, round)?, numbers))
}

/// Round `round` (from 0) of the schedule.
fn round_at(players: u32, cycles: Cycles, round: u32) -> FixtureRound {
    let one_cycle = number_of_rounds(players, Cycles::Single);
    match cycles {
        Cycles::Single => berger_round(players, round),
        // The last two of the first cycle change places.
        Cycles::Double if round < one_cycle => match one_cycle - round {
            1 | 2 if one_cycle >= 2 => berger_round(players, 2 * one_cycle - 3 - round),
            _ => berger_round(players, round),
        },
        Cycles::Double => {
            let FixtureRound { fixtures, free } = berger_round(players, round - one_cycle);
            FixtureRound { fixtures: fixtures.into_iter().map(Fixture::reversed).collect(), free }
        }
    }
}

/// Round `round` (from 0) of the table.
///
/// Round 1 pairs 1 with the highest number, 2 with the second highest, and so on. From one round to the next every
/// number but the highest moves up by half the field, counted round a circle that leaves the highest out; it keeps its
/// side. The highest number stays on board 1 and changes sides every round.
fn berger_round(players: u32, round: u32) -> FixtureRound {
    let even = players + players % 2;
    let circle = even - 1;
    let moved = |number: u32| (number - 1 + round * (even / 2)) % circle + 1;
    let mut fixtures = Vec::with_capacity((players / 2) as usize);
    let against_highest = moved(1);
    let free = (even != players).then_some(against_highest);
    if free.is_none() {
        let board = Fixture { first: against_highest, second: even };
        fixtures.push(if round.is_multiple_of(2) { board } else { board.reversed() });
    }
    fixtures.extend((2..=even / 2).map(|low| Fixture { first: moved(low), second: moved(even + 1 - low) }));
    FixtureRound { fixtures, free }
}
