//! The boards of a published round that nothing has happened at, changed by hand.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::rounds::{check_is_last, check_players, round_mut};
use super::{Effect, Event, Game, Meta, Refusal, Teller, check_seen, entries, telling};
use crate::{Entry, EntryId, GameId, Pairing, RoundBye, RoundNumber, RoundState, Table};

/// Who sits at a board of a published round from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seated {
    /// Its place in the round, from 1; one more than the round has is a new board.
    pub board: u16,
    /// Their game, a new one.
    pub game: GameId,
    /// The one who moves first.
    pub first: EntryId,
    /// The one who moves second.
    pub second: EntryId,
}

pub(super) fn change(
    event: &mut Event,
    meta: &Meta,
    number: RoundNumber,
    (boards, byes): (&[Seated], Option<&[RoundBye]>),
    seen: u64,
) -> Effect {
    let round = round_mut(event, number, RoundState::Published)?;
    let (before, revision) = (round.table.clone(), round.revision);
    let after = changed(event, &before, (boards, byes))?;
    if *before == after {
        return Err(Refusal::invalid("Nothing would change at the boards."));
    }
    // Two who sat at each other's boards are put right whenever it comes out; who was there is known by then.
    if before.byes != after.byes || before.boards.len() != after.boards.len() {
        check_is_last(event, number, "who plays in it stays: its players can only be exchanged")?;
    }
    // What happened at other boards does not matter; a new board or a bye is a matter of the whole round.
    let is_of_round = byes.is_some() || after.boards.len() != before.boards.len();
    let sat = boards.iter().filter_map(|new| event.games.get(&before.at(new.board)?));
    let known = sat.map(|game| game.revision).max().unwrap_or_default();
    let [theirs, yours] = event.differences_of(&before, &after);
    check_seen(seen, if is_of_round { revision } else { known }, || {
        (format!("the boards of round {number}"), theirs, yours)
    })?;
    for player in boards.iter().flat_map(|new| [new.first, new.second]) {
        begin_earlier(event, meta, number, player)?;
    }
    for bye in after.byes.iter().filter(|bye| !before.byes.contains(bye)) {
        begin_with_bye(event, meta, number, bye.entry)?;
    }
    match event.settings.format.has_free_pairs() {
        true => check_players(event, number, &after)?,
        false => check_pairs_stay(event, &before, &after)?,
    }
    for new in boards {
        let mut game = Game::new(&new.pairing(), number, new.board, meta.seq);
        if let Some(sat) = before.at(new.board).and_then(|sat| event.games.remove(&sat)) {
            // What was chosen and cast at the board was so whoever sat there.
            (game.answers, game.casts) = (sat.answers.clone(), sat.casts.clone());
        }
        event.games.insert(new.game, game);
    }
    let round = round_mut(event, number, RoundState::Published)?;
    round.table = after.into();
    round.is_changed_by_hand = true;
    round.changed_at = Some(meta.at);
    round.revision = meta.seq;
    Ok(())
}

/// The table with these boards and byes in it.
fn changed(
    event: &Event,
    before: &Table,
    (boards, byes): (&[Seated], Option<&[RoundBye]>),
) -> Result<Table, Refusal> {
    let mut table = before.clone();
    if let Some(byes) = byes {
        table.byes = byes.to_vec();
    }
    let (mut games, mut places) = (BTreeSet::new(), BTreeSet::new());
    for new in boards {
        if event.games.contains_key(&new.game) || !games.insert(new.game) {
            return Err(Refusal::invalid("A game's identifier stands twice."));
        }
        if !places.insert(new.board) {
            return Err(Refusal::invalid("A board stands twice."));
        }
        if let Some(game) = before.at(new.board) {
            let game = event.game(game)?;
            if game.has_begun() {
                return Err(Refusal::Invalid(format!(
                    "Something has happened at {} already, so its players and sides stay.",
                    event.place_of(game)
                )));
            }
        }
        let boards = &mut table.boards;
        match usize::from(new.board).checked_sub(1) {
            Some(place) if place < boards.len() => boards[place] = new.pairing(),
            Some(place) if place == boards.len() => boards.push(new.pairing()),
            _ => return Err(Refusal::NotFound("board in this round")),
        }
    }
    Ok(table)
}

/// In a bracket and by Berger's tables who meets whom is settled once a round is published.
fn check_pairs_stay(event: &Event, before: &Table, after: &Table) -> Effect {
    let pairs = |table: &Table| -> BTreeSet<[EntryId; 2]> {
        let pairs = table.boards.iter().map(|pair| [pair.first, pair.second]);
        pairs.map(|[first, second]| [first.min(second), first.max(second)]).collect()
    };
    let (sat, sit) = (pairs(before), pairs(after));
    if let Some(pair) = sat.difference(&sit).next() {
        return Err(Refusal::Invalid(format!(
            "{} play each other in this round, whatever happens: only sides are changed.",
            event.pair_text(*pair)
        )));
    }
    match sat == sit && before.boards.len() == after.boards.len() && before.byes == after.byes {
        true => Ok(()),
        false => Err(Refusal::invalid("Who plays in this round is settled: only sides are changed.")),
    }
}

/// Who was entered for a later round or had asked for a bye, and is here after all, plays from this one on.
fn begin_earlier(event: &mut Event, meta: &Meta, number: RoundNumber, player: EntryId) -> Effect {
    if event.latecomers(number).iter().any(|late| late.id == player) {
        let entry = entries::entry_mut(event, player)?;
        entry.first_round = entry.first_round.min(number);
        entry.byes.remove(&number);
        entry.attendance = entry.attendance.seen(true);
        entry.says_here = None;
        entry.revision = meta.seq;
    }
    Ok(())
}

/// Who was entered for a later round and is given a bye in this one belongs to it.
fn begin_with_bye(event: &mut Event, meta: &Meta, number: RoundNumber, player: EntryId) -> Effect {
    let mut late = event.latecomers(number).into_iter().filter(|late| late.first_round > number);
    if late.any(|late| late.id == player) {
        let entry = entries::entry_mut(event, player)?;
        entry.first_round = number;
        entry.revision = meta.seq;
    }
    Ok(())
}

impl Table {
    /// The game at a board, from 1.
    fn at(&self, board: u16) -> Option<GameId> {
        self.boards.get(usize::from(board).checked_sub(1)?).map(|pair| pair.game)
    }
}

impl Seated {
    pub(super) fn pairing(self) -> Pairing {
        let Self { game, first, second, .. } = self;
        Pairing { game, first, second, why: String::new(), is_forced: false }
    }
}

/// Boards and who has no opponent, in words.
pub(super) fn tell(
    teller: &Teller<'_>,
    round: RoundNumber,
    boards: &[Seated],
    byes: Option<&[RoundBye]>,
) -> String {
    let pair = |new: &Seated| {
        let board = teller.event.number_of_board(round, new.board);
        format!("board {board} {} – {}", teller.name(new.first), teller.name(new.second))
    };
    let alone =
        byes.into_iter().flatten().map(|bye| format!("{} {}", teller.name(bye.entry), bye.kind.code()));
    telling::list(boards.iter().map(pair).chain(alone))
}

impl Event {
    /// Who can be paired while a round is played: entered for a later one, or with a bye that was asked for, and not gone.
    pub fn latecomers(&self, number: RoundNumber) -> Vec<&Entry> {
        if !self.settings.format.has_free_pairs() {
            return Vec::new();
        }
        let entries = self.entries_by_number().into_iter();
        let is_late = |entry: &&Entry| match entry.first_round > number {
            true => entry.leaves_from().is_none(),
            false => entry.is_in(number) && entry.byes.contains_key(&number),
        };
        entries.filter(is_late).collect()
    }
}
