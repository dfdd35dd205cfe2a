//! What the checker knows about each player, read afresh from the records.

use std::collections::BTreeMap;

use crate::model::{Bye, Cell, DraftRound, Entry, PairingNumber, Player, Points, Round, Side, Tournament};

/// Why a side is wanted, the weakest reason first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Want {
    Mildly,
    Strongly,
    Absolutely,
}

/// What the round does with a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lot {
    Board { opponent: PairingNumber, side: Side },
    Bye,
    Nothing,
}

/// A player in the round that is judged.
#[derive(Debug, Clone)]
pub(super) struct Person {
    pub(super) number: PairingNumber,
    pub(super) score: Points,
    /// The sides of the games played, the earliest first.
    pub(super) sides: Vec<Side>,
    /// Games with the first side less games with the second.
    pub(super) balance: i32,
    pub(super) last_two: Option<(Side, Side)>,
    pub(super) wanted: Option<(Side, Want)>,
    pub(super) met: BTreeMap<PairingNumber, Round>,
    /// The round that bars the player from the bye (C2).
    pub(super) barred_by: Option<Round>,
    /// +1 for an upfloat, -1 for a downfloat: the previous round, and the one before.
    pub(super) floats: [i32; 2],
    pub(super) unplayed: i32,
    pub(super) topscorer: bool,
    pub(super) lot: Lot,
}

/// Everybody whom the round pairs or should pair.
pub(super) fn people(tournament: &Tournament, draft: &DraftRound) -> BTreeMap<PairingNumber, Person> {
    let mut lots: BTreeMap<PairingNumber, Lot> = BTreeMap::new();
    for board in &draft.boards {
        lots.insert(board.first, Lot::Board { opponent: board.second, side: Side::First });
        lots.insert(board.second, Lot::Board { opponent: board.first, side: Side::Second });
    }
    for bye in &draft.byes {
        lots.insert(bye.player, Lot::Bye);
    }
    let mut people = BTreeMap::new();
    for player in tournament.players() {
        let lot = lots.get(&player.number).copied();
        if lot.is_some() || is_expected(player, draft.round) {
            people
                .insert(player.number, person(tournament, player, draft.round, lot.unwrap_or(Lot::Nothing)));
        }
    }
    people
}

/// A player by himself, before anything is done with him.
pub(super) fn person_of(tournament: &Tournament, number: PairingNumber, round: Round) -> Option<Person> {
    tournament.player(number).map(|player| person(tournament, player, round, Lot::Nothing))
}

/// Whether a player is there to be paired: nothing is recorded for the round, or that he was paired.
pub(super) fn is_expected(player: &Player, round: Round) -> bool {
    match player.cell(round).map(|cell| cell.entry) {
        None | Some(Entry::Game { .. } | Entry::Forfeit { .. } | Entry::Bye(Bye::PairingAllocated)) => true,
        Some(Entry::Bye(_) | Entry::Unplayed) => false,
    }
}

fn person(tournament: &Tournament, player: &Player, round: Round, lot: Lot) -> Person {
    let earlier = || player.cells.iter().take(round.index()).enumerate();
    let games = || {
        earlier().filter_map(|(index, cell)| match cell.entry {
            Entry::Game { opponent, side, .. } => Some((Round::from_index(index), opponent, side)),
            _ => None,
        })
    };
    let balance = games().map(|(_, _, side)| if side == Side::First { 1 } else { -1 }).sum();
    let mut latest = games().map(|(_, _, side)| side);
    let last = latest.next_back();
    let last_two = last.and_then(|last| Some((latest.next_back()?, last)));
    let score = score(tournament, player, round);
    Person {
        number: player.number,
        score,
        sides: games().map(|(_, _, side)| side).collect(),
        balance,
        last_two,
        wanted: wanted(balance, last, last_two),
        met: games().map(|(round, opponent, _)| (opponent, round)).collect(),
        barred_by: earlier()
            .find(|(_, cell)| bars_bye(tournament, cell))
            .map(|(index, _)| Round::from_index(index)),
        floats: [float(tournament, player, round, 1), float(tournament, player, round, 2)],
        unplayed: round.index() as i32 - games().count() as i32,
        topscorer: is_topscorer(tournament, score, round),
        lot,
    }
}

fn score(tournament: &Tournament, player: &Player, round: Round) -> Points {
    tournament.score_before(player, round) + tournament.virtual_points(player.number, round)
}

/// Article 1.7, read from the top: the difference first, then two alike, then the balance.
fn wanted(balance: i32, last: Option<Side>, last_two: Option<(Side, Side)>) -> Option<(Side, Want)> {
    let rarer = if balance > 0 { Side::Second } else { Side::First };
    if balance.abs() > 1 {
        return Some((rarer, Want::Absolutely));
    }
    if let Some((one, other)) = last_two
        && one == other
    {
        return Some((one.other(), Want::Absolutely));
    }
    if balance != 0 {
        return Some((rarer, Want::Strongly));
    }
    last.map(|last| (last.other(), Want::Mildly))
}

/// C.04.1 article 4: a pairing-allocated bye, or a win's points in one round without playing.
fn bars_bye(tournament: &Tournament, cell: &Cell) -> bool {
    match cell.entry {
        Entry::Game { .. } => false,
        Entry::Bye(Bye::PairingAllocated) => true,
        Entry::Bye(_) | Entry::Forfeit { .. } | Entry::Unplayed => {
            tournament.cell_points(cell) >= tournament.settings.points.win
        }
    }
}

/// Articles 1.4.2 to 1.4.4.
fn float(tournament: &Tournament, player: &Player, round: Round, back: usize) -> i32 {
    let Some(index) = round.index().checked_sub(back) else { return 0 };
    let Some(cell) = player.cells.get(index) else {
        return -i32::from(tournament.settings.points.zero_point_bye > tournament.settings.points.loss);
    };
    let round = Round::from_index(index);
    if let Entry::Game { opponent, .. } = cell.entry {
        let ours = score(tournament, player, round);
        let theirs = tournament.player(opponent).map_or(ours, |opponent| score(tournament, opponent, round));
        return (theirs.halves() - ours.halves()).signum();
    }
    let is_bye = cell.entry == Entry::Bye(Bye::PairingAllocated);
    -i32::from(is_bye || tournament.cell_points(cell) > tournament.settings.points.loss)
}

/// Article 1.8.
fn is_topscorer(tournament: &Tournament, score: Points, round: Round) -> bool {
    let settings = &tournament.settings;
    let most = settings.points.win.max(settings.points.draw).halves() * round.index() as i32;
    settings.rounds > 0 && round.get() >= settings.rounds && score.halves() * 2 > most
}
