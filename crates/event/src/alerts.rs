//! What a player is told of published rounds, and what of it is news.
//!
//! It is told how things stand when the message goes out, held against what was told last: a round that was published
//! and taken back in between is never told of.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tiger_rules::{GameKind, Side};

use crate::{ByeKind, Entry, EntryId, Event, PublishedEvent, Round, RoundNumber, RoundState, Seat};

/// What a player has to do with a published round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Part {
    Game {
        /// The number on the table in the hall.
        board: u16,
        seat: Seat,
        /// Who sits opposite.
        opponent: EntryId,
    },
    /// A bye, or a win by forfeit.
    Bye { kind: ByeKind, is_forfeit: bool },
    /// In the event, and not paired.
    Unpaired,
    /// Not in this round: left, not come yet, or out of the bracket.
    Out,
}

/// What a player was told, or is to be told, of each published round.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Told(pub BTreeMap<RoundNumber, Part>);

/// Something that a player has not been told yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    Published(RoundNumber, Part),
    /// The player's pairing of a published round is another one.
    Changed(RoundNumber, Part),
    /// A published round is no longer.
    TakenBack(RoundNumber),
}

impl Piece {
    pub const fn round(&self) -> RoundNumber {
        match self {
            Self::Published(round, _) | Self::Changed(round, _) | Self::TakenBack(round) => *round,
        }
    }
}

impl Told {
    /// How it stands for a player who was told this; of rounds that are over what was told stays, there is nothing more to
    /// tell.
    pub fn next(&self, event: &PublishedEvent, entry: &Entry) -> Self {
        let now = |round: &Round| {
            let told = self.0.get(&round.number).filter(|_| is_over(event, round));
            (round.number, told.copied().unwrap_or_else(|| part(event, entry, round)))
        };
        Self(event.rounds.iter().map(now).collect())
    }

    /// What is news in how it stands now for whoever was told this; rounds that are over are no news any more.
    pub fn news(&self, event: &PublishedEvent, now: &Self) -> Vec<Piece> {
        let gone = self.0.iter().filter(|(round, part)| **part != Part::Out && !now.0.contains_key(round));
        let gone = gone.map(|(round, _)| Piece::TakenBack(*round));
        let is_open = |round| event.round(round).is_ok_and(|round| !is_over(event, round));
        let new = now.0.iter().filter(|(round, _)| is_open(**round));
        let new = new.filter_map(|(round, part)| match self.0.get(round) {
            Some(told) if told == part => None,
            Some(Part::Out) | None if *part == Part::Out => None,
            Some(Part::Out) | None => Some(Piece::Published(*round, *part)),
            Some(_) => Some(Piece::Changed(*round, *part)),
        });
        gone.chain(new).collect()
    }
}

/// Whether a round is closed, or open again after a later one was paired.
fn is_over(event: &Event, round: &Round) -> bool {
    round.state == RoundState::Closed || event.round_after(round.number).is_some()
}

fn part(event: &Event, entry: &Entry, round: &Round) -> Part {
    let own = event.games.values().filter(|game| game.round == round.number);
    if let Some((game, seat)) = own.filter_map(|game| Some((game, game.seat_of(entry.id)?))).next() {
        return Part::Game { board: event.board_number(game), seat, opponent: game.player(seat.other()) };
    }
    match round.table.byes.iter().find(|bye| bye.entry == entry.id) {
        Some(bye) => Part::Bye { kind: bye.kind, is_forfeit: bye.against.is_some() },
        None if entry.is_in(round.number) && !is_out(event, entry) => Part::Unpaired,
        None => Part::Out,
    }
}

/// What a seat is called, as on the player's page.
pub const fn side(game: GameKind, seat: Seat) -> &'static str {
    match (game, seat) {
        (GameKind::Dragon, Seat::First) => "Moves first",
        (GameKind::Dragon, Seat::Second) => "Moves second",
        (game, Seat::First) => game.side_name(Side::South),
        (game, Seat::Second) => game.side_name(Side::North),
    }
}

/// Whether a player has lost a tie of a bracket.
pub fn is_out(event: &Event, entry: &Entry) -> bool {
    let bracket = event.bracket(None).ok().flatten();
    let tie = bracket.as_ref().and_then(|bracket| bracket.last_tie(entry.id));
    tie.is_some_and(|tie| tie.is_decided() && tie.winner() != Some(entry.id))
}
