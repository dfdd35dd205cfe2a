//! The players of one round as the Dutch system sees them, and who may meet whom.

use std::collections::{BTreeMap, BTreeSet};

use super::colour::{ColourDue, SideRule};
use super::floats::{Float, float_in, pairing_score};
use crate::matching::bits::Bits;
use crate::model::{
    Bye, Cell, Entry, GameResult, PairingError, PairingNumber, Player, Points, Round, Side, Tournament,
};

/// A player present in the round.
#[derive(Debug, Clone)]
pub(crate) struct Contestant {
    pub(crate) number: PairingNumber,
    /// His place by number among all who were ever paired or are present, from 0: its parity decides the
    /// first side.
    pub(crate) rank: usize,
    /// The score he is paired by: virtual points included.
    pub(crate) score: Points,
    /// The score without virtual points, by which boards are ordered.
    pub(crate) standing: Points,
    pub(crate) colour: ColourDue,
    /// The floats of the previous round and of the round before it.
    pub(crate) floats: [Option<Float>; 2],
    /// Criterion C2 lets him take the pairing-allocated bye.
    pub(crate) may_take_bye: bool,
    /// Games he has played.
    pub(crate) games: u32,
}

/// The players present, best first, and who may meet whom by the criteria C1 and C3 and the forbidden pairs.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) round: Round,
    pub(crate) contestants: Vec<Contestant>,
    /// A row a contestant; one bit more than contestants, for the bye.
    pub(crate) legal: Vec<Bits>,
    initial_side: Option<Side>,
}

impl Field {
    /// Reads the state before a round.
    ///
    /// # Errors
    /// If cells contradict each other, name unknown players or await a result, or the round is beyond the last.
    pub(crate) fn new(tournament: &Tournament, round: Round) -> Result<Self, PairingError> {
        let rounds = tournament.settings.rounds;
        if rounds > 0 && round.get() > rounds {
            return Err(PairingError::BeyondLastRound { round, rounds });
        }
        for player in tournament.players() {
            check_past(tournament, player, round)?;
        }
        let mut contestants = Vec::new();
        let mut rank = 0;
        for player in tournament.players() {
            let present = is_present(player, round);
            if present {
                contestants.push(contestant(tournament, player, round, rank));
            }
            if present || past(player, round).iter().any(Cell::was_paired) {
                rank += 1;
            }
        }
        contestants.sort_by_key(|contestant| (std::cmp::Reverse(contestant.score), contestant.number));
        let legal = legal_rows(tournament, round, &contestants);
        Ok(Self { round, contestants, legal, initial_side: initial_side(tournament) })
    }

    /// How many players are present.
    pub(crate) fn len(&self) -> usize {
        self.contestants.len()
    }

    /// The score of a contestant.
    pub(crate) fn score(&self, index: usize) -> Points {
        self.contestants[index].score
    }

    /// The side the first of two contestants gets, and by which article.
    ///
    /// # Errors
    /// [`PairingError::NoInitialSide`] if only the initial side could decide and there is none.
    pub(crate) fn side_of(&self, a: usize, b: usize) -> Result<(Side, SideRule), PairingError> {
        let (one, other) = (&self.contestants[a], &self.contestants[b]);
        if let Some(decided) = one.colour.side_against(&other.colour) {
            return Ok(decided);
        }
        // Contestants stand in order of rank: 5.2.4 and 5.2.5 look at the higher-ranked one.
        let (higher, is_a) = if a < b { (one, true) } else { (other, false) };
        let (side, rule) = match higher.colour.preference {
            Some(preference) => (preference, SideRule::HigherRanked),
            None => {
                let initial = self.initial_side.ok_or(PairingError::NoInitialSide)?;
                let side = if higher.rank.is_multiple_of(2) { initial } else { initial.other() };
                (side, SideRule::InitialSide)
            }
        };
        Ok((if is_a { side } else { side.other() }, rule))
    }

    /// Where a player stands among the contestants.
    pub(crate) fn index_of(&self, number: PairingNumber) -> Option<usize> {
        self.contestants.iter().position(|contestant| contestant.number == number)
    }

    /// Lets two contestants meet each other or nobody.
    pub(crate) fn force_pair(&mut self, a: usize, b: usize) {
        for (index, row) in self.legal.iter_mut().enumerate() {
            let partner = if index == a {
                Some(b)
            } else if index == b {
                Some(a)
            } else {
                None
            };
            match partner {
                Some(partner) => *row = Bits::of(self.contestants.len() + 1, [partner]),
                None => {
                    row.remove(a);
                    row.remove(b);
                }
            }
        }
        self.contestants[a].may_take_bye = false;
        self.contestants[b].may_take_bye = false;
    }

    /// Lets only this contestant take the bye.
    pub(crate) fn force_bye(&mut self, chosen: usize) {
        for (index, contestant) in self.contestants.iter_mut().enumerate() {
            contestant.may_take_bye &= index == chosen;
        }
    }
}

/// The cells of the rounds before this one.
fn past(player: &Player, round: Round) -> &[Cell] {
    &player.cells[..round.index().min(player.cells.len())]
}

/// A player takes part unless a cell says otherwise: a requested bye, or that he was not there.
fn is_present(player: &Player, round: Round) -> bool {
    player.cell(round).is_none_or(Cell::was_paired)
}

fn check_past(tournament: &Tournament, player: &Player, round: Round) -> Result<(), PairingError> {
    for (index, cell) in past(player, round).iter().enumerate() {
        let round = Round::from_index(index);
        let Some(number) = cell.opponent() else { continue };
        let opponent = tournament.player(number).ok_or(PairingError::UnknownPlayer { number })?;
        let contradiction = PairingError::Contradiction { player: player.number, round };
        if let Entry::Game { side, result, .. } = cell.entry {
            let mirror = opponent.cell(round).ok_or_else(|| contradiction.clone())?;
            if mirror.opponent_met() != Some(player.number) || mirror.side_played() != Some(side.other()) {
                return Err(contradiction);
            }
            if result == GameResult::Open {
                return Err(PairingError::OpenResult { player: player.number, round });
            }
        }
    }
    Ok(())
}

fn contestant(tournament: &Tournament, player: &Player, round: Round, rank: usize) -> Contestant {
    let cells = past(player, round);
    let float_back = |back: usize| {
        let index = round.index().checked_sub(back)?;
        float_in(tournament, player, Round::from_index(index))
    };
    let win = tournament.settings.points.win;
    let barred = cells.iter().any(|cell| match cell.entry {
        Entry::Game { .. } => false,
        Entry::Bye(Bye::PairingAllocated) => true,
        _ => tournament.cell_points(cell) >= win,
    });
    Contestant {
        number: player.number,
        rank,
        score: pairing_score(tournament, player, round),
        standing: tournament.score_before(player, round),
        colour: ColourDue::after(cells),
        floats: [float_back(1), float_back(2)],
        may_take_bye: !barred,
        games: cells.iter().filter(|cell| cell.opponent_met().is_some()).count() as u32,
    }
}

fn legal_rows(tournament: &Tournament, round: Round, contestants: &[Contestant]) -> Vec<Bits> {
    let settings = &tournament.settings;
    let best_result = settings.points.win.max(settings.points.draw);
    let is_last = settings.rounds > 0 && round.get() >= settings.rounds;
    // Article 1.8: topscorers have more than half of what could be had, when the last round is paired.
    let is_topscorer = |contestant: &Contestant| {
        is_last && 2 * contestant.score.halves() > best_result.halves() * round.index() as i32
    };
    let everybody = Bits::of(contestants.len() + 1, 0..contestants.len());
    let set_of = |belongs: &dyn Fn(&Contestant) -> bool| {
        let members = (0..contestants.len()).filter(|&index| belongs(&contestants[index]));
        Bits::of(contestants.len() + 1, members)
    };
    let groups: Vec<(&BTreeSet<PairingNumber>, Bits)> = settings
        .forbidden
        .iter()
        .filter(|group| group.holds_in(round))
        .map(|group| (&group.players, set_of(&|each| group.players.contains(&each.number))))
        .collect();
    // C3 keeps two of these apart if they are due the same side.
    let bound = |contestant: &Contestant| contestant.colour.is_absolute() && !is_topscorer(contestant);
    let same_due = [Side::First, Side::Second]
        .map(|side| set_of(&|each| bound(each) && each.colour.preference == Some(side)));
    let index_of: BTreeMap<PairingNumber, usize> =
        contestants.iter().enumerate().map(|(index, each)| (each.number, index)).collect();
    let mut rows = Vec::with_capacity(contestants.len());
    for (index, one) in contestants.iter().enumerate() {
        let mut row = everybody.clone();
        row.remove(index);
        let cells = tournament.player(one.number).map_or(&[][..], |player| past(player, round));
        for other in cells.iter().filter_map(|cell| index_of.get(&cell.opponent_met()?)) {
            row.remove(*other);
        }
        for (_, members) in groups.iter().filter(|(group, _)| group.contains(&one.number)) {
            row.subtract(members);
        }
        if bound(one) {
            match one.colour.preference {
                Some(Side::First) => row.subtract(&same_due[0]),
                Some(Side::Second) => row.subtract(&same_due[1]),
                None => {}
            }
        }
        rows.push(row);
    }
    rows
}

/// The side drawn by lot, or what the first round that has sides says about it: the side of the highest
/// player who had been paired by then, turned round if his place among those is even.
pub(crate) fn initial_side(tournament: &Tournament) -> Option<Side> {
    if tournament.settings.initial_side.is_some() {
        return tournament.settings.initial_side;
    }
    let side_in = |player: &Player, index: usize| match player.cells.get(index)?.entry {
        Entry::Game { side, .. } => Some(side),
        Entry::Forfeit { side, .. } => side,
        _ => None,
    };
    let rounds = tournament.players().map(|player| player.cells.len()).max().unwrap_or(0);
    let first =
        (0..rounds).find(|&index| tournament.players().any(|player| side_in(player, index).is_some()))?;
    tournament
        .players()
        .filter(|player| player.cells.iter().take(first + 1).any(Cell::was_paired))
        .enumerate()
        .find_map(|(place, player)| {
            let side = side_in(player, first)?;
            Some(if place.is_multiple_of(2) { side } else { side.other() })
        })
}
