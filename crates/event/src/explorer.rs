//! What the published games of a kind show together: how fair its variations are, how games end and how long they take, how
//! they open, and where a position was played.

use std::collections::BTreeMap;

use tiger_rules::{Limits, Replay, Side, TigerDice, Variation, read_records};

use crate::board_file::BoardFile;
use crate::{GameId, PublishedGame, Seat};
use tiger_rules::dance::Board;

pub mod settled;

pub use settled::{Dice, Face, Posted, deployments, dice, options, postings};

/// The fewest games of which a share is told: fewer tell nothing.
pub const FEWEST: usize = 30;

/// How many deviations hold 95 of 100 cases.
const Z: f64 = 1.959_964;

/// The way of a recorded game, as far as the rules follow it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// The moves in canonical notation, a line each.
    moves: Box<str>,
    /// What the position before the first move and that after each ply is known by.
    positions: Box<[u64]>,
    /// Who posted at each of the first plies, as long as the deployment lasts.
    postings: Box<[Side]>,
    /// The dice that the record's tag tells of.
    dice: Option<TigerDice>,
}

impl Line {
    /// Replays a record; The Dragon's Dance on the event's own board, if it has one. Nothing if it cannot be read.
    pub fn read(text: &str, board: Option<&BoardFile>) -> Self {
        let Some(Ok(record)) = read_records(text, Limits::WEB).next() else { return Self::default() };
        let standard = Board::standard();
        let Ok(mut replay) = Replay::on(&record, board.map_or(&standard, |file| file.board())) else {
            return Self::default();
        };
        let (mut moves, mut positions) = (String::new(), vec![replay.position().fingerprint()]);
        let mut postings = Vec::new();
        while let Some(Ok(ply)) = replay.next() {
            let position = replay.position().fingerprint();
            match positions.get_mut(usize::try_from(ply.number).unwrap_or(usize::MAX)) {
                // A flag that fell is no ply of its own.
                Some(same) => *same = position,
                None => {
                    if !moves.is_empty() {
                        moves.push('\n');
                    }
                    moves.push_str(&ply.written);
                    positions.push(position);
                    if ply.move_number.is_none() {
                        postings.push(ply.side);
                    }
                }
            }
        }
        // Thousands of games are kept: nothing stands by for more.
        Self {
            moves: moves.into_boxed_str(),
            positions: positions.into_boxed_slice(),
            postings: postings.into_boxed_slice(),
            dice: record.tag("Dice").and_then(|dice| dice.parse().ok()),
        }
    }

    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.moves.lines()
    }

    /// What the position after a ply is known by.
    pub fn position(&self, ply: usize) -> Option<u64> {
        self.positions.get(ply).copied()
    }

    /// The first ply after which a position stood.
    pub fn ply_of(&self, position: u64) -> Option<usize> {
        self.positions.iter().position(|known| *known == position)
    }

    /// How many bytes it takes in memory.
    pub const fn bytes(&self) -> usize {
        size_of::<Self>() + self.moves.len() + size_of_val(&*self.positions) + size_of_val(&*self.postings)
    }

    pub const fn plies(&self) -> usize {
        self.positions.len().saturating_sub(1)
    }
}

/// A published game with its way, if it has a record.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    pub game: &'a PublishedGame,
    pub line: Option<&'a Line>,
}

/// What the first mover has scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
}

/// A share with the limits between which it lies in 95 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

impl Tally {
    fn add(&mut self, game: &PublishedGame) {
        match game.halves(Seat::First) {
            None => {}
            Some(0) => self.lost += 1,
            Some(1) => self.drawn += 1,
            Some(_) => self.won += 1,
        }
    }

    pub const fn games(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// The share of the points that the first mover scored, by Wilson's interval; none of too few games.
    pub fn share(&self) -> Option<Share> {
        wilson(2 * self.won + self.drawn, self.games())
    }
}

/// Wilson's interval, of half-successes; none of too few cases. A draw counts as half a success, which makes it wider than
/// it had to be, never narrower.
fn wilson(halves: usize, cases: usize) -> Option<Share> {
    if cases < FEWEST {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "nobody plays or casts so often")]
    let (halves, cases) = (halves as f64, cases as f64);
    let share = halves / 2.0 / cases;
    let z = Z * Z / cases;
    let middle = (share + z / 2.0) / (1.0 + z);
    let reach = Z / (1.0 + z) * (share * (1.0 - share) / cases + z / cases / 4.0).sqrt();
    Some(Share { share, low: middle - reach, high: middle + reach })
}

/// The variation of a game in words; empty where the game has one alone.
pub fn variation(game: &PublishedGame) -> String {
    game.variation.map_or_else(|| "Not on file".to_owned(), Variation::title)
}

/// What the first mover has scored, by variation. Games that began from another situation say nothing of it.
pub fn fairness(told: &[Told<'_>]) -> BTreeMap<String, Tally> {
    let mut all: BTreeMap<String, Tally> = BTreeMap::new();
    for it in told.iter().filter(|it| !it.game.is_special) {
        if it.game.halves(Seat::First).is_some() {
            all.entry(variation(it.game)).or_default().add(it.game);
        }
    }
    all
}

/// How games ended, the most frequent way first.
pub fn endings(told: &[Told<'_>]) -> Vec<(String, usize)> {
    let mut all: BTreeMap<String, usize> = BTreeMap::new();
    for it in told {
        if let (true, Some(result)) = (it.game.is_ended(), it.game.result) {
            *all.entry(result.ending_words(it.game.event.kind)).or_default() += 1;
        }
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all
}

/// How many plies the recorded games took that have a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    pub games: usize,
    pub shortest: usize,
    /// At least half of them took so many plies or fewer.
    pub half: usize,
    pub longest: usize,
}

/// How long games take; none where no record tells of one.
pub fn lengths(told: &[Told<'_>]) -> Option<Lengths> {
    let ended = told.iter().filter(|it| it.game.is_ended());
    Lengths::of(ended.filter_map(|it| Some(it.line?.plies())).filter(|plies| *plies > 0).collect())
}

impl Lengths {
    pub fn of(mut plies: Vec<usize>) -> Option<Self> {
        plies.sort_unstable();
        Some(Self {
            games: plies.len(),
            shortest: *plies.first()?,
            half: *plies.get((plies.len() - 1) / 2)?,
            longest: *plies.last()?,
        })
    }
}

/// What was played next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// The move.
    pub written: String,
    /// In how many games.
    pub count: usize,
    /// What the first mover scored in them.
    pub tally: Tally,
    /// One of them.
    pub game: GameId,
}

/// What was played after some moves, the most frequent first, each with what the first mover scored by it.
pub fn openings(told: &[Told<'_>], moves: &[&str]) -> Vec<Next> {
    let mut all: BTreeMap<&str, Next> = BTreeMap::new();
    for it in following(told, moves) {
        let Some(next) = it.line.and_then(|line| line.moves().nth(moves.len())) else { continue };
        let first = || Next { written: next.to_owned(), count: 0, tally: Tally::default(), game: it.game.id };
        let next = all.entry(next).or_insert_with(first);
        next.count += 1;
        next.tally.add(it.game);
    }
    let mut all: Vec<_> = all.into_values().collect();
    all.sort_by_key(|next| std::cmp::Reverse(next.count));
    all
}

/// The games that begin with some moves.
pub fn following<'a>(told: &'a [Told<'a>], moves: &'a [&str]) -> impl Iterator<Item = &'a Told<'a>> {
    told.iter().filter(|it| {
        !it.game.is_special
            && it.line.is_some_and(|line| {
                line.plies() > 0 && line.moves().take(moves.len()).eq(moves.iter().copied())
            })
    })
}
