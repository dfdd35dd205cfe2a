//! Random Swiss tournaments from a seed: everything that happens in a hall, played round by round from the drafts
//! themselves. The same plan and seed give the same tournament for ever.
//!
//! ```
//! use tiger_pairing::simulate::{Dice, Plan};
//!
//! let plan = Plan { forfeits: 5, absences: 10, ..Plan::quiet(20, 7) };
//! let tournament = plan.play(&mut Dice::new(1), |_, _, _| {});
//! assert_eq!(tournament.players().len(), 20);
//! ```

mod dice;

use std::collections::{BTreeMap, BTreeSet};

pub use self::dice::Dice;
use crate::dutch;
use crate::model::{
    Acceleration, BoardResult, Bye, Cell, DraftRound, ForbiddenGroup, PairingError, PairingNumber, Player,
    PointTable, Points, Round, Settings, Side, System, Tournament,
};
use crate::tiebreak::expected_hundredths;

/// By what a game is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strength {
    /// The dice alone: the side that moves first wins 55 of 100 decided games.
    #[default]
    Even,
    /// The ratings, by the expected scores of FIDE's rating regulations.
    Rated,
    /// The first side always wins: the worst case for sides that are due.
    FirstAlways,
}

/// What kind of tournament is simulated. Chances are in percent, for each player (or board) and round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// How many players.
    pub players: u32,
    /// How many rounds.
    pub rounds: u32,
    /// That a player has a bye other than the pairing-allocated one.
    pub absences: u32,
    /// That a board is decided by forfeit, one time in eight of both.
    pub forfeits: u32,
    /// That a game is drawn.
    pub draws: u32,
    /// That a player enters late, in round 2, 3 or 4.
    pub late: u32,
    /// That a player leaves for good.
    pub withdrawals: u32,
    /// How many groups of two to four players may not meet each other, throughout or up to a round.
    pub forbidden_groups: u32,
    /// Whether Baku's method accelerates the tournament.
    pub accelerated: bool,
    /// What results are worth.
    pub points: PointTable,
    /// By what games are decided.
    pub strength: Strength,
    /// The ratings of the first and of the last player; those between lie evenly between.
    pub ratings: (u32, u32),
}

/// Tables that tournaments use: 1-½-0, 3-1-0, 5-3-1-0, 5½-3-1-0, and 1-½-0 with half a point for the
/// pairing-allocated bye.
#[must_use]
pub fn point_tables() -> [PointTable; 5] {
    let table = |win, draw, loss| {
        PointTable::new(Points::from_halves(win), Points::from_halves(draw), Points::from_halves(loss))
    };
    let half_bye = PointTable { pairing_allocated_bye: Points::from_halves(1), ..PointTable::default() };
    [PointTable::default(), table(6, 2, 0), table(10, 6, 2), table(11, 6, 2), half_bye]
}

impl Plan {
    /// A quiet tournament: everybody always comes.
    #[must_use]
    pub fn quiet(players: u32, rounds: u32) -> Self {
        Self {
            players,
            rounds,
            absences: 0,
            forfeits: 0,
            draws: 30,
            late: 0,
            withdrawals: 0,
            forbidden_groups: 0,
            accelerated: false,
            points: PointTable::default(),
            strength: Strength::Even,
            ratings: (2600, 1400),
        }
    }

    /// Any tournament of 2 players to a number of them.
    #[must_use]
    pub fn any(dice: &mut Dice, most_players: u32) -> Self {
        let players = 2 + dice.below(most_players.saturating_sub(1).max(1));
        let rounds = 2 + dice.below(players.clamp(2, 10));
        let calm = dice.percent(30);
        let mut chance = |most: u32| if calm { 0 } else { dice.below(most) };
        let (absences, forfeits, late, withdrawals) = (chance(20), chance(20), chance(25), chance(8));
        Self {
            absences,
            forfeits,
            draws: dice.below(60),
            late,
            withdrawals,
            forbidden_groups: if dice.percent(25) { 1 + dice.below(3) } else { 0 },
            accelerated: dice.percent(15),
            points: point_tables()[if dice.percent(50) { 0 } else { dice.below(5) as usize }],
            strength: if dice.percent(50) { Strength::Even } else { Strength::Rated },
            ..Self::quiet(players, rounds)
        }
    }

    /// Plays the tournament. Every draft, or why there is none, is shown before its results are cast. The tournament
    /// ends early where nobody can be paired.
    pub fn play(
        &self,
        dice: &mut Dice,
        mut show: impl FnMut(&Tournament, Round, &Result<DraftRound, PairingError>),
    ) -> Tournament {
        let mut tournament = Tournament::new(self.settings(dice));
        for index in 0..self.players {
            tournament.enter(Player::new(number(index), Some(self.rating(index))));
        }
        let arrivals: Vec<u32> =
            (0..self.players).map(|_| if dice.percent(self.late) { 2 + dice.below(3) } else { 1 }).collect();
        let mut gone = BTreeSet::new();
        for round in (0..self.rounds as usize).map(Round::from_index) {
            for (index, arrival) in (0..).zip(&arrivals) {
                if dice.percent(self.withdrawals) {
                    gone.insert(index);
                }
                let is_away = gone.contains(&index) || *arrival > round.get();
                if let Some(bye) = self.absence(dice, is_away) {
                    put(&mut tournament, number(index), round, bye);
                }
            }
            let draft = dutch::draft_round(&tournament, round);
            show(&tournament, round, &draft);
            let Some(draft) = draft.ok().filter(|draft| !(draft.boards.is_empty() && draft.byes.is_empty()))
            else {
                forget(&mut tournament, round);
                break;
            };
            for board in &draft.boards {
                let result = self.result(dice, &tournament, board.first, board.second);
                // Both are players: they stand in the draft.
                let _ = tournament.record(round, board.first, board.second, result);
            }
            for bye in &draft.byes {
                put(&mut tournament, bye.player, round, Bye::PairingAllocated);
            }
        }
        tournament
    }

    fn settings(&self, dice: &mut Dice) -> Settings {
        let mut settings = Settings::new(System::Dutch, self.rounds);
        settings.points = self.points;
        settings.initial_side = Some(if dice.percent(50) { Side::First } else { Side::Second });
        for _ in 0..self.forbidden_groups {
            let players: BTreeSet<PairingNumber> =
                (0..2 + dice.below(3)).map(|_| number(dice.below(self.players))).collect();
            let last_round =
                dice.percent(25).then(|| Round::from_index(dice.below(self.rounds.max(1)) as usize));
            if players.len() > 1 {
                settings.forbidden.push(ForbiddenGroup { players, first_round: Round::FIRST, last_round });
            }
        }
        if self.accelerated {
            let full = self.rounds.div_ceil(2).div_ceil(2);
            let list: Vec<Points> = (1..=self.rounds.div_ceil(2))
                .map(|round| if round <= full { self.points.win } else { self.points.draw })
                .collect();
            let half = (0..self.players.div_ceil(4) * 2).map(|index| (number(index), list.clone()));
            let half = half.filter(|(number, _)| number.get() <= self.players);
            settings.acceleration = Acceleration::Listed(half.collect::<BTreeMap<_, _>>());
        }
        settings
    }

    fn rating(&self, index: u32) -> u32 {
        let (first, last) = (i64::from(self.ratings.0), i64::from(self.ratings.1));
        let steps = i64::from(self.players.max(2) - 1);
        u32::try_from(first + (last - first) * i64::from(index) / steps).unwrap_or(0)
    }

    fn absence(&self, dice: &mut Dice, is_away: bool) -> Option<Bye> {
        if is_away {
            return Some(if dice.percent(15) { Bye::HalfPoint } else { Bye::ZeroPoint });
        }
        dice.percent(self.absences).then(|| match dice.below(10) {
            0 => Bye::FullPoint,
            1..=5 => Bye::HalfPoint,
            _ => Bye::ZeroPoint,
        })
    }

    fn result(
        &self,
        dice: &mut Dice,
        tournament: &Tournament,
        first: PairingNumber,
        second: PairingNumber,
    ) -> BoardResult {
        if dice.percent(self.forfeits) {
            return match dice.below(8) {
                0 => BoardResult::BothForfeit,
                1..=4 => BoardResult::SecondForfeits,
                _ => BoardResult::FirstForfeits,
            };
        }
        if dice.percent(self.draws) {
            return BoardResult::Draw;
        }
        let rating = |number| tournament.player(number).and_then(|player| player.rating).unwrap_or(0);
        let chance = match self.strength {
            Strength::Even => 55,
            Strength::Rated => {
                let difference = i64::from(rating(first)) - i64::from(rating(second));
                u32::try_from(expected_hundredths(difference)).unwrap_or(0)
            }
            Strength::FirstAlways => 100,
        };
        if dice.percent(chance) { BoardResult::FirstWins } else { BoardResult::SecondWins }
    }
}

fn number(index: u32) -> PairingNumber {
    PairingNumber::from_index(index as usize)
}

fn put(tournament: &mut Tournament, player: PairingNumber, round: Round, bye: Bye) {
    // Whoever gets a bye has been entered.
    let _ = tournament.set_cell(player, round, Cell::bye(bye));
}

/// Takes back what was entered for a round that is not played.
fn forget(tournament: &mut Tournament, round: Round) {
    let numbers: Vec<PairingNumber> = tournament.players().map(|player| player.number).collect();
    for number in numbers {
        if let Some(player) = tournament.player_mut(number) {
            player.cells.truncate(round.index());
        }
    }
}
