//! The ties of a bracket, for arbiters: how each stands, and the form by which one is decided.

use askama::Template;
use tiger_event::bracket::TieState;
use tiger_event::{Bracket, Event, Tie, TieVerdict};
use tiger_pairing::knockout::TieId;

use super::{local, points_view, result_text};
use crate::access::EventAccess;
use crate::error::{AppError, Result};
use crate::pages::public::score;
use crate::pages::{Choice, EventTab, FormView, Frame};

#[derive(Template)]
#[template(path = "rounds/ties.html")]
pub struct TiesPage {
    pub frame: Frame,
    pub base: String,
    /// The stages, the last one that has players first.
    pub stages: Vec<StageRows>,
}

pub struct StageRows {
    pub title: String,
    pub rows: Vec<TieRow>,
}

pub struct TieRow {
    /// Its place, such as `Semifinal 1`.
    pub title: String,
    pub names: String,
    /// Their points; empty before the first game.
    pub score: String,
    pub stands: String,
    /// Whether tie-break games or a ruling are due.
    pub is_level: bool,
    /// Where it is decided; empty while its players are not known.
    pub href: String,
}

/// One tie with the form that decides it.
#[derive(Template)]
#[template(path = "rounds/tie.html")]
pub struct TiePage {
    pub frame: Frame,
    pub base: String,
    /// Where the form goes.
    pub action: String,
    pub row: TieRow,
    pub games: Vec<TieGame>,
    /// Rulings on it, oldest first.
    pub rulings: Vec<String>,
    /// What can be decided.
    pub verdicts: Vec<Choice>,
    /// Why nothing can be decided now; empty if it can.
    pub obstacle: String,
    pub form: FormView,
}

pub struct TieGame {
    /// What it is in the tie, and where it was played.
    pub title: String,
    pub result: String,
    /// Where the result is entered.
    pub href: String,
}

impl TiesPage {
    /// All ties whose players are known.
    ///
    /// # Errors
    /// In formats without a bracket.
    pub fn of(access: &EventAccess) -> Result<Self> {
        let event = &*access.event;
        if !event.settings.format.has_bracket() {
            return Err(AppError::not_found("bracket"));
        }
        let bracket = bracket(event)?;
        let stage = |bracket: &Bracket, ties: &[Tie]| {
            let mut known = ties.iter().filter(|tie| tie.pair().is_some()).peekable();
            let title = bracket.stage_title(known.peek()?.id.stage);
            Some(StageRows { title, rows: known.map(|tie| TieRow::of(access, bracket, tie)).collect() })
        };
        let stages = bracket
            .iter()
            .flat_map(|bracket| bracket.stages.iter().rev().filter_map(move |ties| stage(bracket, ties)));
        let (frame, base) = (access.frame_under(EventTab::Rounds), access.base());
        Ok(Self { frame, base, stages: stages.collect() })
    }
}

impl TieRow {
    fn of(access: &EventAccess, bracket: &Bracket, tie: &Tie) -> Self {
        let event = &*access.event;
        let mut points =
            if !tie.has_score(event) { String::new() } else { score(tie.points.map(points_view)) };
        if tie.extra_games > 0 {
            points.push_str(&format!(", tie-break games {}", score(tie.extra.map(points_view))));
        }
        Self {
            title: bracket.tie_title(tie),
            names: tie.pair().map(|pair| event.pair_text(pair)).unwrap_or_default(),
            score: points,
            stands: event.tie_text(tie),
            is_level: tie.state == TieState::Level,
            href: address(access, tie.id),
        }
    }
}

impl TiePage {
    pub fn of(access: &EventAccess, id: TieId) -> Result<Self> {
        let event = &*access.event;
        let bracket = bracket(event)?.ok_or(AppError::not_found("bracket"))?;
        let tie = bracket.tie(id).ok_or(AppError::not_found("tie"))?;
        let pair = tie.pair().ok_or(AppError::not_found("tie of two players"))?;
        let games: Vec<_> = tie.games.iter().filter_map(|id| event.games.get(id)).collect();
        let open = games.iter().find(|game| game.result.is_none());
        let ruling = event.tie_ruling(id, pair);
        let mut verdicts: Vec<_> = pair
            .iter()
            .map(|id| Choice::new(id.to_string(), format!("{} goes on", event.name_of(*id))))
            .collect();
        verdicts.push(Choice::new("nobody", "Both are out").with_hint("Such as when neither of them came."));
        if ruling.is_some_and(|ruling| ruling.verdict != TieVerdict::Games) {
            verdicts.push(Choice::new("games", "The games decide").with_hint("The ruling so far falls."));
        }
        let regular = games.len() - tie.extra_games;
        let game_rows = (1..).zip(&games).map(|(number, game)| TieGame {
            title: match number > regular {
                true => format!("Tie-break game, round {}, board {}", game.round, event.board_number(game)),
                false => format!("Game {number}, round {}, board {}", game.round, event.board_number(game)),
            },
            result: match (&game.result, &game.adjourned) {
                (Some(result), _) => result_text(event, game, result),
                (None, Some(_)) => "adjourned".to_owned(),
                (None, None) => "no result yet".to_owned(),
            },
            href: access.game_path(game, "/result"),
        });
        Ok(Self {
            frame: access.frame_under(EventTab::Rounds).under("Ties", access.path("/ties")),
            base: access.base(),
            action: address(access, id),
            row: TieRow::of(access, &bracket, tie),
            games: game_rows.collect(),
            rulings: event
                .tie_rulings
                .iter()
                .filter(|ruling| ruling.tie == id)
                .map(|ruling| {
                    let verdict = event.verdict_text(ruling.verdict);
                    format!("{}, {}: {verdict}. {}", local(event, ruling.at), ruling.by, ruling.reason)
                })
                .collect(),
            obstacle: match open {
                Some(game) => format!(
                    "The game at {} has no result yet. Enter it first; then the tie can be decided.",
                    event.place_of(game)
                ),
                None => String::new(),
            },
            verdicts,
            form: FormView::fresh("tie").with_version(&ruling.map_or(0, |ruling| ruling.revision)),
        })
    }
}

pub(super) fn level(access: &EventAccess) -> Result<Vec<TieRow>> {
    let Some(bracket) = access.event.bracket(None).map_err(AppError::internal)? else {
        return Ok(Vec::new());
    };
    Ok(bracket.level().into_iter().map(|tie| TieRow::of(access, &bracket, tie)).collect())
}

fn address(access: &EventAccess, id: TieId) -> String {
    access.path(&format!("/ties/{}/{}", id.stage, id.slot))
}

/// The bracket once a round of it is published.
fn bracket(event: &Event) -> Result<Option<Bracket>> {
    if event.published_rounds() == 0 {
        return Ok(None);
    }
    event.bracket(None).map_err(AppError::internal)
}
