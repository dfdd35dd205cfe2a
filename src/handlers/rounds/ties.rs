//! The ties of a bracket: how they stand, and an arbiter's decision about one.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use tiger_pairing::knockout::TieId;

use super::{order, sentence};
use crate::auth::{EventAccess, Posted};
use crate::domain::bracket::{Bracket, Tie, TieVerdict};
use crate::domain::command::Command;
use crate::domain::event::Event;
use crate::domain::ids::RulingId;
use crate::domain::refusal::Refusal;
use crate::domain::text::Article;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::form::{Choice, FormView};
use crate::pages::parts::Tone;
use crate::pages::public::score;
use crate::pages::rounds::{
    ConflictChoice, ConflictPage, StageRows, TieGame, TiePage, TieRow, TiesPage, local, points_view,
    result_text,
};
use crate::services::results::read_reason;
use crate::services::rounds::attempt;
use crate::state::AppState;

/// Shows all ties.
///
/// # Errors
/// For anybody but arbiters, and in formats without a bracket.
pub async fn list(access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let event = &access.event;
    if !event.settings.format.has_bracket() {
        return Err(AppError::not_found("bracket"));
    }
    let bracket = bracket(event)?;
    let mut stages: Vec<StageRows> = Vec::new();
    for ties in
        bracket.iter().flat_map(|bracket| bracket.stages.iter().rev().map(move |ties| (bracket, ties)))
    {
        let (bracket, ties) = ties;
        let rows: Vec<_> = ties.iter().filter(|tie| tie.pair().is_some()).collect();
        if let Some(first) = rows.first() {
            stages.push(StageRows {
                title: bracket.stage_title(first.id.stage),
                rows: rows.iter().map(|tie| row(&access, event, bracket, tie)).collect(),
            });
        }
    }
    let frame = access.frame(Some(EventTab::Rounds)).under("Rounds", access.path("/rounds"));
    Page(TiesPage { frame, base: access.base(), stages }).answer()
}

/// Shows one tie.
///
/// # Errors
/// As [`list`], and for a tie that is not there or has no two players.
pub async fn show(request: HttpRequest, access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    Page(page(&access, &access.event, named(&request)?)?).answer()
}

/// Decides one tie.
///
/// # Errors
/// As [`show`].
pub async fn decide(
    request: HttpRequest,
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let id = named(&request)?;
    let mut form = posted.view("tie");
    let command = read(&mut form, id, posted.version()?);
    if let Some(command) = command {
        match attempt(&state, order(&access, &posted, command)?).await? {
            Ok(_) => {
                return Ok(see_other_saying(&access.path("/ties"), Tone::Good, "The ruling is recorded."));
            }
            Err(Refusal::Conflict(conflict)) => {
                let names = ["verdict", "reason", "article"];
                let fields = names.map(|name| (name.to_owned(), posted.value(name).to_owned())).to_vec();
                let choice = ConflictChoice {
                    what: conflict.what,
                    theirs: conflict.theirs,
                    yours: conflict.yours,
                    action: address(&access, id),
                    fields,
                    version: conflict.revision,
                    once: OnceKey::new().to_string(),
                };
                let page = ConflictPage {
                    frame: access.frame(Some(EventTab::Rounds)),
                    saved: String::new(),
                    choices: vec![choice],
                    back: access.path("/ties"),
                    back_label: "The ties as they stand".to_owned(),
                };
                return Page(page).answer_with(StatusCode::CONFLICT);
            }
            Err(refusal) => form.reject("", sentence(refusal)?),
        }
    }
    let event = state.ledger.event(access.event.id)?;
    let mut page = page(&access, &event, id)?;
    page.form = form.with_idempotency(OnceKey::new().as_str());
    Page(page).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
}

fn read(form: &mut FormView, tie: TieId, seen: u64) -> Option<Command> {
    let verdict = form.read("verdict", |text| match text {
        "nobody" => Ok(TieVerdict::Nobody),
        "games" => Ok(TieVerdict::Games),
        text => match text.parse() {
            Ok(entry) => Ok(TieVerdict::Winner { entry }),
            Err(_) => Err("Choose who goes on."),
        },
    });
    let reason = form.read("reason", |text| {
        read_reason(text, "Say why: what was seen, and why this decision.")
            .map_err(|mistake| mistake.sentence)
    });
    let article = form.read("article", Article::parse_optional);
    let (verdict, reason, article) = (verdict?, reason?, article?);
    Some(Command::DecideTie { ruling: RulingId::new(), tie, verdict, reason, article, seen })
}

fn named(request: &HttpRequest) -> Result<TieId, AppError> {
    let part = |name| request.match_info().get(name).and_then(|text: &str| text.parse::<u32>().ok());
    match (part("stage"), part("slot")) {
        (Some(stage), Some(slot)) => Ok(TieId { stage, slot }),
        _ => Err(AppError::not_found("tie")),
    }
}

fn address(access: &EventAccess, id: TieId) -> String {
    access.path(&format!("/ties/{}/{}", id.stage, id.slot))
}

/// The bracket once a round of it is published.
fn bracket(event: &Event) -> Result<Option<Bracket>, AppError> {
    if event.published_rounds() == 0 {
        return Ok(None);
    }
    event.bracket(None).map_err(AppError::internal)
}

pub(super) fn row(access: &EventAccess, event: &Event, bracket: &Bracket, tie: &Tie) -> TieRow {
    let is_level = tie.state == crate::domain::bracket::TieState::Level;
    let names = tie.pair().map(|pair| event.pair_text(pair)).unwrap_or_default();
    let mut points = if !tie.has_score(event) { String::new() } else { score(tie.points.map(points_view)) };
    if tie.extra_games > 0 {
        points.push_str(&format!(", tie-break games {}", score(tie.extra.map(points_view))));
    }
    TieRow {
        title: bracket.tie_title(tie),
        names,
        score: points,
        stands: event.tie_text(tie),
        is_level,
        href: address(access, tie.id),
    }
}

fn page(access: &EventAccess, event: &Event, id: TieId) -> Result<TiePage, AppError> {
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
        href: access.path(&format!("/games/{}/result", game.id)),
    });
    Ok(TiePage {
        frame: access
            .frame(Some(EventTab::Rounds))
            .under("Rounds", access.path("/rounds"))
            .under("Ties", access.path("/ties")),
        base: access.base(),
        action: address(access, id),
        row: row(access, event, &bracket, tie),
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
        form: FormView::new("tie")
            .with_idempotency(OnceKey::new().as_str())
            .with_version(&ruling.map_or(0, |ruling| ruling.revision)),
    })
}
