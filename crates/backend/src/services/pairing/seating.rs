//! Which board a pair sits at: by its points, or where one of its players always sits.

use std::cmp::Reverse;

use tiger_event::{Event, Pairing, Refusal, RoundNumber, Table};

use super::history::History;

/// Puts the pair that was made last where its points put it, in the order of a Swiss round's boards: by those of the higher
/// player, then of the lower one, then by the higher one's number.
pub(super) fn seat_last(event: &Event, round: RoundNumber, boards: &mut Vec<Pairing>) -> Result<(), Refusal> {
    let history = History::before(event, round)?;
    let order = |pair: &Pairing| {
        let number = |id| event.entries.get(&id).map(|entry| entry.number);
        let mut keys = [pair.first, pair.second].map(|id| (Reverse(history.of(id).points), number(id)));
        keys.sort_unstable();
        let [(higher, number), (lower, _)] = keys;
        (higher, lower, number)
    };
    let Some(made) = boards.pop() else { return Ok(()) };
    let own = order(&made);
    let place = boards.iter().position(|pair| order(pair) > own).unwrap_or(boards.len());
    boards.insert(place, made);
    Ok(())
}

/// The table with every pair at the board that one of its players never leaves.
///
/// Where both have one, or two pairs want the same, whoever has the lower pairing number sits there. A board beyond the
/// last one is the last one. Pairs of a bracket stand in its order and stay.
pub fn at_own_boards(event: &Event, mut table: Table) -> Table {
    let wanted = own_boards(event, &table);
    if table.stage.is_some() || wanted.is_empty() {
        return table;
    }
    let mut places: Vec<Option<Pairing>> = table.boards.iter().map(|_| None).collect();
    let mut others: Vec<Option<Pairing>> = table.boards.into_iter().map(Some).collect();
    for OwnBoard { at, board, .. } in wanted {
        let place = usize::from(board.saturating_sub(event.settings.first_board));
        let place = place.min(places.len().saturating_sub(1));
        // Who comes second to a board finds it taken and sits where the order has them.
        if let Some(free @ None) = places.get_mut(place)
            && let Some(pair) = others.get_mut(at)
        {
            *free = pair.take();
        }
    }
    let mut rest = others.into_iter().flatten();
    table.boards = places.into_iter().filter_map(|place| place.or_else(|| rest.next())).collect();
    table
}

/// A pair one of whose players has a board of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnBoard {
    /// The place of the pair in the table.
    pub at: usize,
    /// The pairing number of the player.
    pub number: u16,
    /// The number of the board in the hall.
    pub board: u16,
}

/// The pairs one of whose players has a board of their own, by pairing number; of each the player with the lower one.
pub fn own_boards(event: &Event, table: &Table) -> Vec<OwnBoard> {
    let own = |(at, pair): (usize, &Pairing)| {
        let players = [pair.first, pair.second].into_iter().filter_map(|id| event.entries.get(&id));
        let own = players.filter_map(|entry| Some((entry.number, entry.details.office.board?)));
        own.min().map(|(number, board)| OwnBoard { at, number, board })
    };
    let mut found: Vec<_> = table.boards.iter().enumerate().filter_map(own).collect();
    found.sort_by_key(|own| own.number);
    found
}
