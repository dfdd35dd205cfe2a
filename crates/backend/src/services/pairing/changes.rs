//! Changes of a draft by hand. Each gives a whole new table; pairs that stay keep their game and reason. Others have
//! a new game: the round may have been published before, and a clock or a scoresheet begun by those who sat there.

use tiger_event::{ByeKind, EntryId, GameId, Refusal, RoundBye, Table};

use super::pairing;
use crate::clock;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Two players take each other's places.
    Exchange(EntryId, EntryId),
    /// The players of a board change sides.
    SwapSides(GameId),
    /// A board is dissolved; its players are unpaired.
    Break(GameId),
    BreakAll,
    /// Two players without opponent are paired, the first one to move first.
    Pair(EntryId, EntryId),
    /// A player without opponent has a bye.
    Bye(EntryId, ByeKind),
    /// A player's bye is taken back.
    Unpair(EntryId),
    MoveUp(GameId),
}

impl Change {
    pub fn apply(self, table: &Table) -> Result<Table, Refusal> {
        let mut table = table.clone();
        match self {
            Self::Exchange(one, other) => exchange(&mut table, one, other)?,
            Self::SwapSides(game) => {
                let place = place(&table, game)?;
                let board = &mut table.boards[place];
                std::mem::swap(&mut board.first, &mut board.second);
                board.game = clock::new_id();
                if !board.is_forced {
                    board.why.clear();
                }
            }
            Self::Break(game) => {
                let place = place(&table, game)?;
                let board = table.boards.remove(place);
                table.unpaired.extend([board.first, board.second]);
            }
            Self::BreakAll => {
                let boards = std::mem::take(&mut table.boards);
                table.unpaired.extend(boards.iter().flat_map(|board| [board.first, board.second]));
            }
            Self::Pair(one, other) => {
                if one == other {
                    return Err(Refusal::invalid("Nobody plays against themselves: choose two players."));
                }
                take(&mut table, one)?;
                take(&mut table, other)?;
                table.boards.push(pairing(one, other, String::new()));
            }
            Self::Bye(entry, kind) => {
                take(&mut table, entry)?;
                table.byes.push(RoundBye::new(entry, kind));
            }
            Self::Unpair(entry) => {
                take(&mut table, entry)?;
                table.unpaired.push(entry);
            }
            Self::MoveUp(game) => {
                let place = place(&table, game)?;
                if place > 0 {
                    table.boards.swap(place, place - 1);
                }
            }
        }
        Ok(table)
    }
}

fn place(table: &Table, game: GameId) -> Result<usize, Refusal> {
    table.boards.iter().position(|board| board.game == game).ok_or(Refusal::NotFound("board"))
}

/// Takes a player without opponent out of the byes or the unpaired.
fn take(table: &mut Table, entry: EntryId) -> Result<(), Refusal> {
    let before = table.byes.len() + table.unpaired.len();
    table.byes.retain(|bye| bye.entry != entry);
    table.unpaired.retain(|id| *id != entry);
    if table.byes.len() + table.unpaired.len() < before {
        Ok(())
    } else {
        Err(Refusal::invalid("This player has an opponent; break that pair first."))
    }
}

fn exchange(table: &mut Table, one: EntryId, other: EntryId) -> Result<(), Refusal> {
    if one == other {
        return Err(Refusal::invalid("Choose two different players to exchange."));
    }
    let exchanged = |id: EntryId| match id {
        id if id == one => other,
        id if id == other => one,
        id => id,
    };
    let mut found = 0;
    for board in &mut table.boards {
        let (first, second) = (exchanged(board.first), exchanged(board.second));
        if (first, second) != (board.first, board.second) {
            found += usize::from(first != board.first) + usize::from(second != board.second);
            board.why.clear();
            board.is_forced = false;
            board.game = clock::new_id();
        }
        (board.first, board.second) = (first, second);
    }
    for seed in &mut table.seeds {
        *seed = exchanged(*seed);
    }
    for bye in table.byes.iter_mut().filter(|bye| exchanged(bye.entry) != bye.entry) {
        bye.against = None;
    }
    for id in table.byes.iter_mut().map(|bye| &mut bye.entry).chain(&mut table.unpaired) {
        found += usize::from(exchanged(*id) != *id);
        *id = exchanged(*id);
    }
    if found == 2 { Ok(()) } else { Err(Refusal::NotFound("player in this round")) }
}
