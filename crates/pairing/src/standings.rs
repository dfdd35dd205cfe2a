//! Standings: who is where, by points and then by the event's tie-breaks, with the working of every number.
//!
//! Each tie-break is applied to every group of players that is still tied (C.07, 4.2). Players whom the whole list
//! leaves tied share a rank and stand by pairing number; lots, if the rules want them, are the Arbiter's.

use core::cmp::Reverse;

use crate::model::{Cell, Edition, Entry, PairingNumber, Points, Round, Side, System, Tournament};
use crate::tiebreak::{
    Better, Field, How, Method, Restriction, Scored, TieBreak, Value, definition, order_by_encounter,
};

/// The standings after a number of rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Standings {
    /// How many rounds are counted.
    pub rounds: u32,
    /// The edition of the tie-break regulations used.
    pub edition: Edition,
    /// The tie-breaks, in the order they were applied.
    pub columns: Vec<Column>,
    /// The players, the first ranked highest.
    pub rows: Vec<Row>,
}

/// A tie-break of the list and whether it could be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Column {
    /// The tie-break.
    pub tie_break: TieBreak,
    /// Why it was passed over, if it was.
    pub passed_over: Option<PassedOver>,
}

/// Why a tie-break was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum PassedOver {
    /// The Buchholz family must not be used in round robins (art. 8).
    RoundRobin,
    /// Some player has no rating, and the event does not say what unrated players count as (art. 10).
    UnratedPlayers,
}

/// One player's line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Row {
    /// The player.
    pub player: PairingNumber,
    /// The rank, shared by players whom nothing separates: 1, 2, 2, 4.
    pub rank: u32,
    /// Points after the rounds counted.
    pub points: Points,
    /// A value for each column.
    pub values: Vec<Scored>,
    /// The cross-table's cells, one for each round counted.
    pub results: Vec<CrossCell>,
    /// Whether the player's games are annulled, so that the rank says nothing.
    pub is_annulled: bool,
}

/// One round in the cross-table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CrossCell {
    /// The opponent's number, if there was one.
    pub opponent: Option<PairingNumber>,
    /// The index of the opponent's row in [`Standings::rows`].
    pub opponent_row: Option<usize>,
    /// The side in a game over the board.
    pub side: Option<Side>,
    /// What happened.
    pub entry: Entry,
    /// The points it brought, or would have brought were it not annulled.
    pub points: Points,
    /// Whether it counts: not if it was annulled.
    pub counts: bool,
}

impl Standings {
    /// One player's line.
    #[must_use]
    pub fn row(&self, player: PairingNumber) -> Option<&Row> {
        self.rows.iter().find(|row| row.player == player)
    }
}

/// The rounds that standings count unless told otherwise: all that have been paired.
#[must_use]
pub fn rounds_paired(tournament: &Tournament) -> u32 {
    tournament.next_round().get() - 1
}

/// The standings after the last round paired. Games of it without a result count for nothing yet.
#[must_use]
pub fn standings(tournament: &Tournament, tie_breaks: &[TieBreak]) -> Standings {
    standings_after(tournament, rounds_paired(tournament), tie_breaks)
}

/// The standings after the first `rounds` rounds. A cell that names somebody who is not in the tournament counts for
/// its points alone.
#[must_use]
pub fn standings_after(tournament: &Tournament, rounds: u32, tie_breaks: &[TieBreak]) -> Standings {
    let field = Field::new(tournament, rounds as usize);
    let mut groups = groups_by_points(&field);
    let mut columns = Vec::with_capacity(tie_breaks.len());
    let mut values: Vec<Vec<Scored>> =
        field.entrants.iter().map(|_| Vec::with_capacity(tie_breaks.len())).collect();
    for &tie_break in tie_breaks {
        let passed_over = passed_over(tournament, &field, tie_break);
        let column = if passed_over.is_some() {
            field.entrants.iter().map(|_| not_applied()).collect()
        } else {
            apply(&field, &tie_break, &mut groups)
        };
        for (row, scored) in values.iter_mut().zip(column) {
            row.push(scored);
        }
        columns.push(Column { tie_break, passed_over });
    }
    let rows = rows(tournament, &field, &groups, values);
    Standings { rounds, edition: field.edition, columns, rows }
}

const fn not_applied() -> Scored {
    Scored { value: None, working: crate::tiebreak::Working { how: How::NotApplied, terms: Vec::new() } }
}

fn passed_over(tournament: &Tournament, field: &Field, tie_break: TieBreak) -> Option<PassedOver> {
    match definition(tie_break.code()).restriction {
        Restriction::NotForRoundRobins if matches!(tournament.settings.system, System::RoundRobin { .. }) => {
            Some(PassedOver::RoundRobin)
        }
        Restriction::NeedsRatings
            if field.entrants.iter().any(|entrant| entrant.rating.is_none() && !entrant.is_annulled) =>
        {
            Some(PassedOver::UnratedPlayers)
        }
        _ => None,
    }
}

/// Groups of players with equal points, the first ranked highest; within a group, by pairing number. Those whose games are
/// annulled are the last.
fn groups_by_points(field: &Field) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..field.entrants.len()).collect();
    let key = |player: usize| (field.entrants[player].is_annulled, Reverse(field.entrants[player].score));
    order.sort_by_key(|&player| key(player));
    chunks(&order, key)
}

fn chunks<K: PartialEq>(order: &[usize], key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    order.chunk_by(|&one, &other| key(one) == key(other)).map(<[usize]>::to_vec).collect()
}

/// Applies one tie-break to every group that is still tied, and gives everybody's values.
fn apply(field: &Field, tie_break: &TieBreak, groups: &mut Vec<Vec<usize>>) -> Vec<Scored> {
    let definition = definition(tie_break.code());
    match definition.method {
        Method::Everybody(compute) => {
            let column = compute(field, tie_break);
            let greater_first = (definition.better == Better::Greater) != tie_break.reversed();
            *groups = groups.iter().flat_map(|group| split(group, &column, greater_first)).collect();
            column
        }
        Method::TiedGroup => {
            let mut column: Vec<Scored> = field.entrants.iter().map(|_| not_tied()).collect();
            let mut ordered = Vec::with_capacity(groups.len());
            for group in groups.iter() {
                if group.len() < 2 {
                    ordered.push(group.clone());
                    continue;
                }
                for class in order_by_encounter(field, tie_break, group) {
                    ordered.push(class.iter().map(|(player, _)| *player).collect());
                    for (player, scored) in class {
                        column[player] = scored;
                    }
                }
            }
            *groups = ordered;
            column
        }
    }
}

const fn not_tied() -> Scored {
    Scored { value: None, working: crate::tiebreak::Working { how: How::NotTied, terms: Vec::new() } }
}

/// A tied group by its values; players without one come last.
fn split(group: &[usize], column: &[Scored], greater_first: bool) -> Vec<Vec<usize>> {
    let value = |player: usize| -> Option<Value> { column[player].value };
    let mut order = group.to_vec();
    order.sort_by(|&one, &other| match (value(one), value(other)) {
        (Some(one), Some(other)) if greater_first => other.cmp(&one),
        (Some(one), Some(other)) => one.cmp(&other),
        (one, other) => other.is_some().cmp(&one.is_some()),
    });
    chunks(&order, value)
}

fn rows(
    tournament: &Tournament,
    field: &Field,
    groups: &[Vec<usize>],
    mut values: Vec<Vec<Scored>>,
) -> Vec<Row> {
    let mut row_of = vec![0; field.entrants.len()];
    for (row, &player) in groups.iter().flatten().enumerate() {
        row_of[player] = row;
    }
    let mut rows = Vec::with_capacity(row_of.len());
    for group in groups {
        let rank = rows.len() as u32 + 1;
        for &player in group {
            let entrant = &field.entrants[player];
            rows.push(Row {
                player: entrant.number,
                rank,
                points: Points::from_halves(entrant.score as i32),
                values: core::mem::take(&mut values[player]),
                results: results(tournament, field, player, &row_of),
                is_annulled: entrant.is_annulled,
            });
        }
    }
    rows
}

/// Where a player stands among the entrants, who are in the order of their numbers.
fn index_of(field: &Field, number: PairingNumber) -> Option<usize> {
    field.entrants.binary_search_by_key(&number, |entrant| entrant.number).ok()
}

fn results(tournament: &Tournament, field: &Field, player: usize, row_of: &[usize]) -> Vec<CrossCell> {
    let entrant = &field.entrants[player];
    let cells = tournament.player(entrant.number).map_or(&[][..], |player| player.cells.as_slice());
    let absent = Cell::from(Entry::Unplayed);
    let cell_of = |round: Round| cells.get(round.index()).unwrap_or(&absent);
    (0..field.rounds)
        .map(|index| {
            let cell = cell_of(Round::from_index(index));
            CrossCell {
                opponent: cell.opponent(),
                opponent_row: cell.opponent().and_then(|number| index_of(field, number)).map(|it| row_of[it]),
                side: cell.side_played(),
                entry: cell.entry,
                points: tournament.cell_points(cell),
                counts: tournament.counts(entrant.number, cell),
            }
        })
        .collect()
}
