//! Asks before a result is set or changed: the points of both are seen before they count.

use actix_web::HttpResponse;

use crate::auth::{EventAccess, Posted};
use crate::db;
use crate::domain::command::Command;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::result::GameResult;
use crate::error::AppError;
use crate::ledger::step_words;
use crate::pages::confirm::{ConfirmPage, PlayerChange};
use crate::pages::parts::PointsView;
use crate::pages::{Page, rounds};
use crate::services::foresee::{Change, Foreseen, foresee};
use crate::services::standings::Tally;

/// The field that says which change was seen and confirmed.
const CONFIRMED: &str = "confirmed";

/// Where a step is sent, and where one goes who does not confirm it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asking<'a> {
    /// The address of the form.
    pub(super) action: &'a str,
    /// The way back.
    pub(super) back: &'a str,
    /// The word on the button.
    pub(super) button: &'a str,
}

/// The page that asks, if the command would set or change the game's result and this change has not been confirmed.
///
/// # Errors
/// When nobody is signed in, or the page cannot be made.
pub(super) async fn ask_first(
    access: &EventAccess,
    posted: &Posted,
    game: &Game,
    command: &Command,
    asking: Asking<'_>,
) -> Result<Option<HttpResponse>, AppError> {
    let event = &*access.event;
    let (shared, actor, tried) = (access.event.clone(), access.actor()?, command.clone());
    // The standings of a great field take a while to reckon, twice.
    let foreseen = db::block(move || Ok::<_, AppError>(foresee(&shared, &actor, &tried))).await?;
    let Some(foreseen) = foreseen else { return Ok(None) };
    let seen = posted.value(CONFIRMED);
    if seen == foreseen.fingerprint() {
        return Ok(None);
    }
    let what = match command {
        Command::UndoStep { .. } => match &game.last {
            Some(last) => format!("undo: {}", step_words(event, game, &last.command)),
            None => "undo".to_owned(),
        },
        command => step_words(event, game, command),
    };
    let is_kept = |name: &str| !matches!(name, "csrf" | "idempotency_key" | "version" | CONFIRMED);
    let fields = posted.fields().iter().filter(|(name, _)| is_kept(name)).cloned().collect();
    let page = ConfirmPage {
        frame: access.frame(None).under("Game room", access.path(&format!("/games/{}/room", game.id))),
        place: event.place_of(game),
        what,
        before: result_words(event, game, foreseen.before.as_ref()),
        after: result_words(event, game, foreseen.after.as_ref()),
        row: foreseen.row.clone(),
        players: std::array::from_fn(|i| player(event, game, &foreseen, i)),
        has_changed: !seen.is_empty(),
        action: asking.action.to_owned(),
        fields,
        once: posted.key_of_page()?.to_string(),
        version: posted.value("version").to_owned(),
        confirmed: foreseen.fingerprint(),
        button: asking.button.to_owned(),
        back: asking.back.to_owned(),
    };
    Page(page).answer().map(Some)
}

fn result_words(event: &Event, game: &Game, result: Option<&GameResult>) -> String {
    result.map_or_else(|| "no result".to_owned(), |result| rounds::result_text(event, game, result))
}

fn player(event: &Event, game: &Game, foreseen: &Foreseen, i: usize) -> PlayerChange {
    let points = |result: &Option<GameResult>| result.as_ref().map(|it| PointsView::from(it.points[i]));
    let Change { before, after, place_before, place_after } = foreseen.standing[i];
    PlayerChange {
        name: event.name_of(game.players()[i]).to_owned(),
        points: points(&foreseen.after),
        points_before: points(&foreseen.before),
        total_before: Tally::decimal(before),
        total_after: Tally::decimal(after),
        place_before,
        place_after,
    }
}
