//! What the published games show together: how fair a game is, how it opens and ends, where a position was played.

use askama::Template;
use tiger_rules::GameKind;

use super::Frame;
use super::people::score;
use super::public::words::count;
use crate::domain::explorer::{FEWEST, Tally, endings, fairness, following, lengths, openings, variation};
use crate::domain::ids::GameId;
use crate::domain::register::PublishedGame;
use crate::domain::result::Seat;
use crate::error::AppError;
use crate::error::problem::percent_encode;
use crate::services::explorer::Games;

/// The most games that a list names.
const MOST: usize = 100;

/// What the first mover has scored in some games.
#[derive(Debug)]
struct TallyView {
    name: String,
    /// Where the game goes on from here; empty for a variation.
    href: String,
    count: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    share: String,
    limits: String,
}

impl TallyView {
    fn of(name: String, count: usize, tally: &Tally) -> Self {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let share = tally.share();
        Self {
            name,
            href: String::new(),
            count,
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            share: share.map(|it| percent(it.share)).unwrap_or_default(),
            limits: share
                .map(|it| format!("{} to {}", percent(it.low), percent(it.high)))
                .unwrap_or_default(),
        }
    }
}

/// A game in a list.
#[derive(Debug)]
struct GameView {
    event: String,
    round: u16,
    board: u16,
    players: String,
    variation: String,
    score: String,
    href: String,
}

impl GameView {
    /// The game, at a ply of its record.
    fn of(games: &Games, game: &PublishedGame, ply: usize) -> Self {
        let register = &games.people.register;
        let name = |place: usize| {
            register.person(game.entries[place]).map_or("somebody who was erased", |it| it.name.as_str())
        };
        let scores = [score(game, Seat::First), score(game, Seat::Second)];
        Self {
            event: game.event.name.clone(),
            round: game.round,
            board: game.board,
            players: format!("{} – {}", name(0), name(1)),
            variation: variation(game),
            score: if scores[0].is_empty() { String::new() } else { scores.join(" : ") },
            href: format!("{}?ply={ply}", game.href()),
        }
    }
}

/// A card of the front page.
#[derive(Debug)]
struct CardView {
    game: GameKind,
    href: String,
    text: String,
}

/// The four games.
#[derive(Debug, Template)]
#[template(path = "explorer/index.html")]
pub struct IndexPage {
    frame: Frame,
    cards: Vec<CardView>,
}

impl IndexPage {
    /// The page.
    #[must_use]
    pub fn of(games: &Games, frame: Frame) -> Self {
        let card = |game: GameKind| {
            let told = games.told(game);
            let records = told.iter().filter(|it| it.line.is_some()).count();
            CardView {
                game,
                href: path(game),
                text: format!(
                    "{}, {}",
                    count(told.len(), "game", "games"),
                    count(records, "record", "records")
                ),
            }
        };
        Self { frame, cards: GameKind::ALL.into_iter().map(card).collect() }
    }
}

fn path(game: GameKind) -> String {
    format!("/explorer/{}", game.key())
}

/// A step of the way that an opening takes.
#[derive(Debug)]
struct StepView {
    text: String,
    href: String,
}

/// What is known of one game.
#[derive(Debug, Template)]
#[template(path = "explorer/game.html")]
pub struct GamePage {
    frame: Frame,
    game: GameKind,
    lead: String,
    /// How many records are not read yet, in words; empty if none.
    unread: String,
    fewest: usize,
    csv: String,
    fairness: Vec<TallyView>,
    endings: Vec<(String, usize)>,
    lengths: String,
    way: Vec<StepView>,
    openings: Vec<TallyView>,
    games: Vec<GameView>,
    count: usize,
}

impl GamePage {
    /// The page, with the openings after some moves.
    #[must_use]
    pub fn of(games: &Games, frame: Frame, game: GameKind, moves: &[&str]) -> Self {
        let told = games.told(game);
        let ended = told.iter().filter(|it| it.game.halves(Seat::First).is_some()).count();
        let records = told.iter().filter(|it| it.line.is_some()).count();
        let line = |count: usize| {
            let moves = moves.iter().take(count).copied().collect::<Vec<_>>().join("\n");
            format!("{}?line={}#openings", path(game), percent_encode(&moves))
        };
        let way = moves.iter().enumerate();
        let with = |mv: &str| {
            let all = moves.iter().copied().chain([mv]).collect::<Vec<_>>().join("\n");
            format!("{}?line={}#openings", path(game), percent_encode(&all))
        };
        let next = openings(&told, moves)
            .into_iter()
            .map(|(mv, count, tally)| TallyView { href: with(&mv), ..TallyView::of(mv, count, &tally) });
        let openings = next.collect();
        let found: Vec<_> = if moves.is_empty() { Vec::new() } else { following(&told, moves).collect() };
        let lengths = lengths(&told).map(|[shortest, middle, longest]| {
            format!("The shortest game took {shortest} plies, the longest {longest}; half of them took {middle} or fewer.")
        });
        Self {
            frame: frame.under("Explorer", "/explorer"),
            game,
            lead: format!(
                "{} played to the end, {}.",
                count(ended, "game", "games"),
                count(records, "record", "records")
            ),
            unread: match games.unread {
                0 => String::new(),
                unread => format!(
                    "{} still being read; look again in a moment.",
                    if unread == 1 { "One record is".to_owned() } else { format!("{unread} records are") }
                ),
            },
            fewest: FEWEST,
            csv: format!("{}.csv", path(game)),
            fairness: fairness(&told)
                .into_iter()
                .map(|(name, tally)| TallyView::of(name, tally.games(), &tally))
                .collect(),
            endings: endings(&told),
            lengths: lengths.unwrap_or_default(),
            way: way.map(|(at, mv)| StepView { text: (*mv).to_owned(), href: line(at + 1) }).collect(),
            openings,
            count: found.len(),
            games: found
                .iter()
                .rev()
                .take(MOST)
                .map(|it| GameView::of(games, it.game, moves.len()))
                .collect(),
        }
    }
}

/// Where a position was played.
#[derive(Debug, Template)]
#[template(path = "explorer/position.html")]
pub struct PositionPage {
    frame: Frame,
    title: String,
    back: String,
    ply: usize,
    games: Vec<GameView>,
    count: usize,
    unread: bool,
}

impl PositionPage {
    /// The page for the position after a ply of a game.
    pub fn of(games: &Games, frame: Frame, id: GameId, ply: usize) -> Result<Self, AppError> {
        let game = games.people.game(id).ok_or(AppError::not_found("game"))?;
        let found = games.with_position(id, ply).ok_or(AppError::not_found("position"))?;
        let own = GameView::of(games, game, ply);
        Ok(Self {
            frame: frame.under("Explorer", "/explorer").under(game.event.kind.name(), path(game.event.kind)),
            title: match found.len() {
                1 => "This position was played once".to_owned(),
                times => format!("This position was played in {times} games"),
            },
            back: own.href,
            ply,
            count: found.len(),
            games: found.into_iter().take(MOST).map(|(game, ply)| GameView::of(games, game, ply)).collect(),
            unread: games.unread > 0,
        })
    }
}
