//! The bracket of a knockout, stage by stage; the score of a match.

use askama::Template;
use tiger_event::bracket::{How, TieKind, TieState};
use tiger_event::text::count;
use tiger_event::{Bracket, EntryId, Event, Format, Game, Tie};

use crate::error::{AppError, Result};
use crate::pages::rounds::points_view;
use crate::pages::{Frame, PointsView};
use crate::publish::{Issue, Moment, View};
use crate::services::pairing::match_score;

use super::board::{BoardView, PlayerLink};
use super::{address, words};

/// One of the two places of a tie.
struct Seat {
    player: Option<PlayerLink>,
    seed: String,
    /// What stands in place of a player.
    instead: &'static str,
    score: String,
    is_winner: bool,
    is_out: bool,
}

struct TieView {
    title: String,
    seats: [Seat; 2],
    /// What each game is in the tie, and its page.
    games: Vec<(String, String)>,
    /// How it stands, where that does not go without saying.
    note: String,
    is_third_place: bool,
}

struct Stage {
    anchor: String,
    title: String,
    ties: Vec<TieView>,
}

struct MatchView {
    players: [(PlayerLink, PointsView, bool); 2],
    extra: String,
    lead: String,
    games: Vec<(String, BoardView)>,
}

#[derive(Template)]
#[template(path = "public/bracket.html")]
pub(super) struct BracketPage {
    frame: Frame,
    title: &'static str,
    lead: String,
    winner: Option<PlayerLink>,
    stages: Vec<Stage>,
    contest: Option<MatchView>,
    seats: [&'static str; 2],
}

impl BracketPage {
    pub(super) fn new(issue: &Issue, frame: Frame) -> Result<Self> {
        let event = &issue.event;
        let is_match = event.settings.format == Format::Match;
        let bracket = match event.published_rounds() {
            0 => None,
            _ => event.bracket(None).map_err(AppError::internal)?,
        };
        let mut page = Self {
            frame,
            title: if is_match { "Match" } else { "Bracket" },
            lead: String::new(),
            winner: None,
            stages: Vec::new(),
            contest: None,
            seats: words::seat_titles(event.settings.game),
        };
        let Some(bracket) = bracket else { return Ok(page) };
        page.lead = lead(event, &bracket);
        let winner = bracket.places.iter().find(|(place, _)| *place == 1);
        page.winner = winner.map(|(_, entry)| PlayerLink::to(event, *entry));
        if is_match {
            page.contest = bracket.stages.iter().flatten().next().and_then(|tie| contest(event, tie));
        } else {
            page.stages = (1_u32..)
                .zip(&bracket.stages)
                .map(|(stage, ties)| Stage {
                    anchor: format!("stage-{stage}"),
                    title: bracket.stage_title(stage),
                    ties: ties.iter().map(|tie| tie_view(event, &bracket, tie)).collect(),
                })
                .collect();
        }
        Ok(page)
    }
}

fn lead(event: &Event, bracket: &Bracket) -> String {
    let players = count(bracket.seeds.len(), "player", "players");
    let games = match event.settings.format {
        Format::Match => {
            return count(bracket.games.into(), "game", "games") + ", the sides alternating.";
        }
        _ if bracket.games == 1 => "one game a tie".to_owned(),
        _ => format!("{} games a tie", bracket.games),
    };
    format!("{players}, {games}. The small number before a name is the seed.")
}

fn tie_view(event: &Event, bracket: &Bracket, tie: &Tie) -> TieView {
    let is_first_stage = tie.id.stage == 1;
    let seat = |place: usize| {
        let entry = tie.players[place];
        let is_winner = entry.is_some() && tie.winner() == entry;
        Seat {
            player: entry.map(|entry| PlayerLink::to(event, entry)),
            seed: entry
                .and_then(|entry| bracket.seed(entry))
                .map(|seed| seed.to_string())
                .unwrap_or_default(),
            instead: match tie.state {
                TieState::Decided { .. } => "no opponent",
                _ if is_first_stage => "no opponent",
                _ => "not known yet",
            },
            score: score(event, tie, place),
            is_winner,
            is_out: tie.is_decided() && !is_winner,
        }
    };
    TieView {
        title: bracket.tie_title(tie),
        seats: [seat(0), seat(1)],
        games: games(event, tie),
        note: note(event, bracket, tie),
        is_third_place: tie.kind == TieKind::ThirdPlace,
    }
}

/// A player's points in the tie, those of tie-break games behind a plus.
fn score(event: &Event, tie: &Tie, place: usize) -> String {
    if !tie.has_score(event) {
        return String::new();
    }
    let points = |points| points_view(points).text();
    match tie.extra_games {
        0 => points(tie.points[place]),
        _ => format!("{} + {}", points(tie.points[place]), points(tie.extra[place])),
    }
}

fn games(event: &Event, tie: &Tie) -> Vec<(String, String)> {
    let games: Vec<_> = tie.games.iter().filter_map(|id| event.games.get(id)).collect();
    let regular = games.len() - tie.extra_games;
    let label = |number: usize, board: u16| match number {
        _ if games.len() == 1 => format!("Board {board}"),
        number if number > regular => "Tie-break game".to_owned(),
        number => format!("Game {number}"),
    };
    let link = |(number, game): (usize, &&Game)| {
        (label(number, event.board_number(game)), address(event, View::Game(game.id, Moment::default())))
    };
    (1..).zip(&games).map(link).collect()
}

fn note(event: &Event, bracket: &Bracket, tie: &Tie) -> String {
    match tie.state {
        TieState::Decided { how: How::Ruling(id), .. } => {
            let ruling = event.tie_rulings.iter().find(|ruling| ruling.id == id);
            let reason = ruling.map(|ruling| ruling.reason.to_string()).unwrap_or_default();
            format!("{} {reason}", event.tie_text(tie))
        }
        TieState::Decided { how: How::Bye, winner: Some(_) } => {
            format!("No opponent: {}.", bracket.gain(tie))
        }
        TieState::Decided { how: How::Points, winner: Some(_) } => String::new(),
        TieState::Waiting => String::new(),
        TieState::Playing | TieState::Level | TieState::Decided { .. } => event.tie_text(tie),
    }
}

fn contest(event: &Event, tie: &Tie) -> Option<MatchView> {
    let score = match_score(event)?;
    let points = |entry: EntryId| {
        let place = tie.players.iter().position(|player| *player == Some(entry)).unwrap_or(0);
        (points_view(tie.points[place]), points_view(tie.extra[place]).text())
    };
    let players = score.players.map(|(entry, _)| {
        (
            PlayerLink::to(event, entry),
            points(entry).0,
            tie.winner() == Some(entry) || score.winner == Some(entry),
        )
    });
    let extra = match tie.extra_games {
        0 => String::new(),
        _ => format!("Tie-break games {}–{}", points(score.players[0].0).1, points(score.players[1].0).1),
    };
    let name = |place: usize| event.name_of(score.players[place].0);
    let games_left = count(score.remaining as usize, "game remains", "games remain");
    let ahead = usize::from(score.players[1].1 > score.players[0].1);
    let lead = match (tie.state, score.winner) {
        (TieState::Decided { winner: Some(winner), how }, _) => {
            format!("{} has won the match {}.", event.name_of(winner), how.text())
        }
        (TieState::Decided { winner: None, how }, _) => format!("Nobody has won the match, {}.", how.text()),
        (_, Some(winner)) => format!(
            "{} has won the match: a lead of {} cannot be made up any more. {games_left}.",
            event.name_of(winner),
            points_view(score.lead).text(),
        ),
        (TieState::Level, _) => "Level after all games: a tie-break game or a ruling decides.".to_owned(),
        _ if score.lead.halves() == 0 => format!("The match is level. {games_left}."),
        _ => format!("{} leads by {}. {games_left}.", name(ahead), points_view(score.lead).text()),
    };
    let games: Vec<_> = tie.games.iter().filter_map(|id| event.games.get(id)).collect();
    let regular = games.len() - tie.extra_games;
    let games = (1..).zip(&games).map(|(number, game)| {
        let label = if number > regular { "Tie-break".to_owned() } else { number.to_string() };
        (label, BoardView::of(event, game))
    });
    Some(MatchView { players, extra, lead, games: games.collect() })
}
