//! Whether a report agrees with itself: opponents with each other, points with results.

use core::fmt;
use std::collections::BTreeMap;

use super::error::{Mismatch, Problem, ReadError};
use super::read::{opponent_column, result_column};
use super::report::Report;
use crate::model::{Cell, Entry, ForfeitResult, GameResult, PairingNumber, Points, Round, Tournament};
use crate::standings::{Row, Standings};
use crate::tiebreak::TieBreak;

/// Adds an error for every cell that the opponent's line does not mirror. Of two lines that contradict each other in
/// colour or result, the later one is named.
pub(super) fn check_mirrors(
    tournament: &Tournament,
    seats: &BTreeMap<PairingNumber, usize>,
    errors: &mut Vec<ReadError>,
) {
    for player in tournament.players() {
        for (round, cell) in player.cells.iter().enumerate() {
            let Some(opponent) = cell.opponent() else { continue };
            let line = seats.get(&player.number).copied().unwrap_or(0);
            let Some(other) = tournament.player(opponent) else {
                let problem = Problem::UnknownPlayer { number: opponent.get() };
                errors.push(ReadError { line, column: opponent_column(round), problem });
                continue;
            };
            let theirs = other.cell(Round::from_index(round));
            let named_back = theirs.and_then(Cell::opponent) == Some(player.number);
            let (column, what) = match theirs {
                Some(theirs) if named_back => match mismatch(cell, theirs) {
                    Some(what) if seats.get(&opponent).copied().unwrap_or(0) < line => {
                        (result_column(round), what)
                    }
                    _ => continue,
                },
                _ => (opponent_column(round), Mismatch::Opponent),
            };
            errors.push(ReadError {
                line,
                column,
                problem: Problem::NotMirrored { opponent: opponent.get(), what },
            });
        }
    }
}

/// In what two cells of one board contradict each other.
fn mismatch(ours: &Cell, theirs: &Cell) -> Option<Mismatch> {
    use GameResult as G;
    let (colours, results_fit) = match (ours.entry, theirs.entry) {
        (Entry::Game { side, result, .. }, Entry::Game { side: other, result: their_result, .. }) => {
            let fit = match (result, their_result) {
                (G::Win, other) | (other, G::Win) => matches!(other, G::Loss),
                // A draw against a loss, and two losses, are what an Arbiter may decide.
                (G::Draw | G::Loss, other) => matches!(other, G::Draw | G::Loss),
                (G::Adjourned, other) => other == G::Adjourned,
                (G::Open, other) => other == G::Open,
            };
            (side != other, fit)
        }
        (Entry::Forfeit { side, result, .. }, Entry::Forfeit { side: other, result: their_result, .. }) => {
            let colours = side.is_none() || other.is_none() || side != other;
            (colours, (result, their_result) != (ForfeitResult::Win, ForfeitResult::Win))
        }
        _ => (true, false),
    };
    match (colours, results_fit) {
        (false, _) => Some(Mismatch::Colour),
        (true, false) => Some(Mismatch::Result),
        (true, true) => None,
    }
}

/// A player whose stated points are not those of his results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The player.
    pub player: PairingNumber,
    /// The line of the file.
    pub line: usize,
    /// The column of the points.
    pub column: usize,
    /// What the file states.
    pub stated: Points,
    /// What the results come to.
    pub computed: Points,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, line, column, stated, computed } = self;
        write!(
            f,
            "line {line}, column {column}: player {player} is said to have {stated} points, but the results give \
             {computed}"
        )
    }
}

/// The players whose stated points disagree with their results. Byes already entered for the round to be paired may be
/// counted or not: programs differ.
#[must_use]
pub fn disagreements(report: &Report) -> Vec<Disagreement> {
    let tournament = &report.tournament;
    let next = tournament.next_round();
    let check = |(&player, person): (&PairingNumber, &super::report::Person)| {
        let stated = person.stated?;
        let record = tournament.player(player)?;
        let computed = tournament.score_before(record, next);
        let with_next = tournament.score_before(record, next.next());
        (stated.points != computed && stated.points != with_next).then_some(Disagreement {
            player,
            line: stated.line,
            column: stated.column,
            stated: stated.points,
            computed,
        })
    };
    report.people.iter().filter_map(check).collect()
}

/// Two neighbours in a file's order whose stated ranks are not those of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankMistake {
    /// Whom the file ranks higher, or equal, and its rank for them.
    pub above: (PairingNumber, u32),
    /// Whom the file ranks lower, or equal, and its rank for them.
    pub below: (PairingNumber, u32),
    /// The first tie-break by which the second player is ahead; none if it is the points.
    pub by: Option<TieBreak>,
}

impl fmt::Display for RankMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { above: (above, rank), below: (below, other_rank), by } = self;
        write!(f, "player {above} has rank {rank} and player {below} rank {other_rank}, but ")?;
        match by {
            Some(tie_break) => write!(f, "by {tie_break} player {below} is ahead"),
            None => write!(f, "player {below} has more points"),
        }
    }
}

/// Where the ranks that a file states contradict the standings, neighbour by neighbour. Players whom the tie-breaks leave
/// tied may stand in any order: lots may have been drawn.
#[must_use]
pub fn rank_mistakes(report: &Report, standings: &Standings) -> Vec<RankMistake> {
    let stated = |row: &Row| report.people.get(&row.player).and_then(|person| person.rank);
    let mut ranked: Vec<(u32, &Row)> =
        standings.rows.iter().filter_map(|row| Some((stated(row)?, row))).collect();
    // Whoever shares a rank stands as the standings have it the other way round, so that what separates them shows.
    ranked.sort_by_key(|(rank, row)| (*rank, core::cmp::Reverse(row.rank)));
    let wrong = |pair: &[(u32, &Row)]| {
        let [(rank, above), (other_rank, below)] = *pair else { return None };
        (below.rank < above.rank).then(|| RankMistake {
            above: (above.player, rank),
            below: (below.player, other_rank),
            by: separating(standings, above, below),
        })
    };
    ranked.windows(2).filter_map(wrong).collect()
}

/// The first tie-break that two players differ in; none if their points do.
fn separating(standings: &Standings, one: &Row, other: &Row) -> Option<TieBreak> {
    if one.points != other.points {
        return None;
    }
    let values = one.values.iter().zip(&other.values).zip(&standings.columns);
    values
        .into_iter()
        .find(|((ours, theirs), _)| ours.value != theirs.value)
        .map(|(_, column)| column.tie_break)
}
