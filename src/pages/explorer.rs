//! What the published games show together: how fair a game is, how it opens and ends, where a position was played.

use askama::Template;
use tiger_event::explorer::{
    FEWEST, Lengths, Next, Posted, Tally, Told, deployments, endings, fairness, following, lengths, openings,
    options, postings, variation,
};
use tiger_event::text::count;
use tiger_event::{GameId, PublishedGame, Seat};
use tiger_rules::GameKind;

use super::Frame;
use super::parts::GameCard;
use super::people::{name_and_page, score};
use super::rules::option_title;
use crate::error::problem::percent_encode;
use crate::error::{AppError, Result};
use crate::services::explorer::Games;

mod settled;

use settled::{DiceView, with_limits};

/// The most games, or moves, that a list names.
const MOST: usize = 100;

/// The most whole deployments.
const FEW: usize = 20;

/// The longest way that an address spells out, in bytes.
const LONGEST: usize = 240;

/// What the first mover has scored in some games.
struct TallyView {
    name: String,
    /// Where the game goes on from here; empty for a variation.
    href: String,
    count: usize,
    tally: Tally,
    share: [String; 2],
}

impl TallyView {
    fn of(name: String, count: usize, tally: Tally) -> Self {
        Self { name, href: String::new(), count, tally, share: with_limits(tally.share()) }
    }
}

struct GameView {
    event: String,
    round: u16,
    board: u16,
    /// Each with the page that the register has of them; empty where it has none.
    players: [(String, String); 2],
    variation: String,
    score: String,
    href: String,
}

impl GameView {
    /// The game, at a ply of its record.
    fn of(games: &Games, game: &PublishedGame, ply: usize) -> Self {
        let scores = [score(game, Seat::First), score(game, Seat::Second)];
        Self {
            event: game.event.name.clone(),
            round: game.round,
            board: game.board,
            players: game.entries.map(|entry| name_and_page(&games.people.register, entry)),
            variation: variation(game),
            score: if scores[0].is_empty() { String::new() } else { scores.join(" : ") },
            href: format!("{}?ply={ply}", game.href()),
        }
    }
}

#[derive(Template)]
#[template(path = "explorer/index.html")]
pub struct IndexPage {
    frame: Frame,
    cards: Vec<GameCard>,
}

impl IndexPage {
    pub fn of(games: &Games, frame: Frame) -> Self {
        let card = |game: GameKind| {
            let told = games.told(game);
            let records = told.iter().filter(|it| it.line.is_some()).count();
            GameCard {
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
struct StepView {
    text: String,
    href: String,
}

#[derive(Template)]
#[template(path = "explorer/game.html")]
pub struct GamePage {
    frame: Frame,
    game: GameKind,
    lead: String,
    /// How many records are not read yet, in words; empty if none.
    unread: String,
    csv: String,
    fairness: Vec<TallyView>,
    settings: Vec<(String, Vec<TallyView>)>,
    dice: Option<DiceView>,
    deployments: Vec<TallyView>,
    postings: Vec<(&'static str, Vec<Posted>)>,
    endings: Vec<(String, usize)>,
    lengths: String,
    branch: BranchView,
}

/// What was played after some moves.
struct BranchView {
    /// The picture of the board that is reached, and what it shows; empty before the first move.
    board: [String; 2],
    is_unknown: bool,
    way: Vec<StepView>,
    openings: Vec<TallyView>,
    /// How many moves were played next.
    moves: usize,
    games: Vec<GameView>,
    count: usize,
}

/// Where the openings go on after some moves. Long ways are told by a game that goes them: so no page repeats all its moves
/// with every link.
fn address(kind: GameKind, moves: &[&str], game: GameId) -> String {
    let line = percent_encode(&moves.join("\n"));
    match line.len() > LONGEST {
        false => format!("{}?line={line}#openings", path(kind)),
        true => format!("{}?game={game}&ply={}#openings", path(kind), moves.len()),
    }
}

impl BranchView {
    fn of(games: &Games, told: &[Told<'_>], kind: GameKind, moves: &[&str]) -> Self {
        let found: Vec<_> = following(told, moves).collect();
        let example = found.first().map(|it| it.game.id);
        let board = match (found.first(), moves.last()) {
            (Some(it), Some(last)) => [
                format!("{}/board.svg?ply={}", it.game.href(), moves.len()),
                format!("The board after ply {}, {last}", moves.len()),
            ],
            _ => Default::default(),
        };
        let step = |(at, mv): (usize, &&str)| StepView {
            text: (*mv).to_owned(),
            href: example.map(|game| address(kind, &moves[..=at], game)).unwrap_or_default(),
        };
        let next = openings(told, moves);
        let with = |next: &Next| {
            let way: Vec<_> = moves.iter().copied().chain([next.written.as_str()]).collect();
            let href = address(kind, &way, next.game);
            TallyView { href, ..TallyView::of(next.written.clone(), next.count, next.tally) }
        };
        let shown = if moves.is_empty() { &[][..] } else { &found[..] };
        let game = |it: &&Told<'_>| GameView::of(games, it.game, moves.len());
        Self {
            board,
            is_unknown: found.is_empty() && !moves.is_empty(),
            way: moves.iter().enumerate().map(step).collect(),
            moves: next.len(),
            openings: next.iter().take(MOST).map(with).collect(),
            count: shown.len(),
            games: shown.iter().rev().take(MOST).map(game).collect(),
        }
    }
}

/// The page for some moves only.
#[derive(Template)]
#[template(path = "explorer/branch.html")]
pub struct BranchPage {
    frame: Frame,
    game: GameKind,
    unread: String,
    branch: BranchView,
}

impl BranchPage {
    pub fn of(games: &Games, frame: Frame, game: GameKind, moves: &[&str]) -> Self {
        Self {
            frame: frame.under("Explorer", "/explorer").under(game.name(), path(game)),
            game,
            unread: unread(games),
            branch: BranchView::of(games, &games.told(game), game, moves),
        }
    }
}

/// How many records are not read yet; empty if none.
fn unread(games: &Games) -> String {
    match games.unread {
        0 => String::new(),
        1 => "One record is still being read; look again in a moment.".to_owned(),
        unread => format!("{unread} records are still being read; look again in a moment."),
    }
}

impl GamePage {
    pub fn of(games: &Games, frame: Frame, game: GameKind) -> Self {
        let told = games.told(game);
        let ended = told.iter().filter(|it| it.game.is_ended()).count();
        let records = told.iter().filter(|it| it.line.is_some()).count();
        let apart = |some: usize, [one, many]: [&str; 2], how: &str| match some {
            0 => String::new(),
            _ => format!(" {} {how} counted among endings and lengths only.", count(some, one, many)),
        };
        let special = told.iter().filter(|it| it.game.is_special).count();
        let special = apart(special, ["game began", "games began"], "from another situation:");
        let lengths = lengths(&told).map(|Lengths { games, shortest, half, longest }| match games {
            1 => format!("The one recorded game took {longest} plies."),
            _ => format!(
                "Of the {games} recorded games the shortest took {shortest} plies, the longest {longest}; half of them \
                 took {half} or fewer."
            ),
        });
        let both_lost =
            told.iter().filter(|it| it.game.is_ended() && it.game.halves(Seat::First).is_none()).count();
        let both_lost = apart(both_lost, ["game was", "games were"], "lost by both: no draw, and");
        let fair = fairness(&told);
        let is_alone = fair.len() == 1;
        let tally = |(name, tally): (&str, Tally)| TallyView::of(name.to_owned(), tally.games(), tally);
        let settings = options(&told).into_iter();
        let deployment = |(moves, count, tally): (Vec<String>, usize, Tally)| {
            let way: Vec<_> = moves.iter().map(String::as_str).collect();
            let href = format!("{}?line={}#openings", path(game), percent_encode(&way.join("\n")));
            TallyView { href, ..TallyView::of(way.join(" "), count, tally) }
        };
        Self {
            frame: frame.under("Explorer", "/explorer"),
            game,
            lead: format!(
                "{} played to the end, {}.{special}{both_lost}",
                count(ended, "game", "games"),
                count(records, "record", "records")
            ),
            unread: unread(games),
            csv: format!("{}.csv", path(game)),
            fairness: fair
                .into_iter()
                .map(|(name, tally)| {
                    let name = match (name.is_empty(), is_alone) {
                        (true, true) => "All games".to_owned(),
                        (true, false) => "Without variations".to_owned(),
                        (false, _) => name,
                    };
                    TallyView::of(name, tally.games(), tally)
                })
                .collect(),
            settings: settings
                .map(|(key, values)| (option_title(key), values.into_iter().map(tally).collect()))
                .collect(),
            dice: DiceView::of(&told),
            deployments: deployments(&told).into_iter().take(FEW).map(deployment).collect(),
            postings: postings(&told)
                .chunk_by(|one, other| one.side == other.side)
                .filter_map(|own| Some((game.side_name(own.first()?.side), own.to_vec())))
                .collect(),
            endings: endings(&told),
            lengths: lengths.unwrap_or_default(),
            branch: BranchView::of(games, &told, game, &[]),
        }
    }
}

#[derive(Template)]
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
    pub fn of(games: &Games, frame: Frame, id: GameId, ply: usize) -> Result<Self> {
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
