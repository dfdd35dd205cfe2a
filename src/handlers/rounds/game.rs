//! The result of one game: entered, overruled, taken back, left for later.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::{game_view, named_game, order, sentence};
use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::game::Game;
use crate::domain::ids::RulingId;
use crate::domain::points_text::parse_game_points;
use crate::domain::refusal::{Conflict, Refusal};
use crate::domain::text::Article;
use crate::error::AppError;
use crate::handlers::confirm::{Asking, ask_first};
use crate::ledger::OnceKey;
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::pages::rounds::{ConflictChoice, ConflictPage, GameResultPage};
use crate::services::results::{self, ADJOURNED, Mistake, read_entry, read_reason};
use crate::services::rounds::attempt;
use crate::state::AppState;

/// Shows the game's result and what can be done about it.
///
/// # Errors
/// For anybody but arbiters, and for a game that is not there.
pub async fn show(request: HttpRequest, access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let game = named_game(&request, &access)?;
    Page(game_view::page(&access, &access.event, game)?).answer()
}

/// Enters a result.
///
/// # Errors
/// As [`show`].
pub async fn enter(
    request: HttpRequest,
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let game = named_game(&request, &access)?;
    let read = if results::is_settled(game) {
        let why =
            "This result rests on the players' agreement, a record or a ruling: overrule it, with a reason.";
        Err(Mistake { field: "reason", sentence: why.to_owned() })
    } else if posted.value("pick") == ADJOURNED {
        read_reason(posted.value("reason"), "Say why the game is adjourned.")
            .map(|reason| Command::Adjourn { game: game.id, reason: Some(reason) })
    } else {
        let version = posted.version()?;
        read_entry(&access.event, game, posted.value("pick"), &awards(&posted))
            .map(|result| Command::EnterResult { game: game.id, result, seen: version })
    };
    Action { name: "result", form: |page| &mut page.result, said: "The result is entered." }
        .carry_out(&access, &state, &posted, game, read)
        .await
}

fn awards(posted: &Posted) -> [String; 2] {
    ["award1", "award2"].map(|name| posted.value(name).trim().to_owned())
}

/// Decides against what stands, with a reason.
///
/// # Errors
/// As [`show`].
pub async fn overrule(
    request: HttpRequest,
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let game = named_game(&request, &access)?;
    let read = read_ruling(&access, game, &posted, posted.version()?);
    Action { name: "overrule", form: |page| &mut page.result, said: "The ruling is recorded." }
        .carry_out(&access, &state, &posted, game, read)
        .await
}

fn read_ruling(access: &EventAccess, game: &Game, posted: &Posted, seen: u64) -> Result<Command, Mistake> {
    let awards = awards(posted);
    let mut result = read_entry(&access.event, game, posted.value("pick"), &awards)?;
    if result.awarded.is_none() && awards.iter().any(|award| !award.is_empty()) {
        let [first, second] = awards
            .map(|award| parse_game_points(&award).map_err(|sentence| Mistake { field: "award", sentence }));
        result.awarded = Some([first?, second?]);
    }
    let reason = read_reason(
        posted.value("reason"),
        "A ruling needs its reason: what was seen, and why this result.",
    )?;
    let article = Article::parse_optional(posted.value("article"))
        .map_err(|error| Mistake { field: "article", sentence: error.to_string() })?;
    Ok(Command::Overrule { ruling: RulingId::new(), game: game.id, result, reason, article, seen })
}

/// Takes the result back.
///
/// # Errors
/// As [`show`].
pub async fn clear(
    request: HttpRequest,
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let game = named_game(&request, &access)?;
    let seen = posted.version()?;
    let read = read_reason(posted.value("reason"), "Say why the result is taken back.")
        .map(|reason| Command::ClearResult { game: game.id, reason, seen });
    Action { name: "clear", form: |page| &mut page.clear, said: "The result is taken back." }
        .carry_out(&access, &state, &posted, game, read)
        .await
}

/// Leaves the game for later.
///
/// # Errors
/// As [`show`].
pub async fn adjourn(
    request: HttpRequest,
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let game = named_game(&request, &access)?;
    let read =
        read_reason(posted.value("reason"), "Say why the game is adjourned, such as the hall closing.")
            .map(|reason| Command::Adjourn { game: game.id, reason: Some(reason) });
    Action { name: "adjourn", form: |page| &mut page.adjourn, said: "The game is adjourned." }
        .carry_out(&access, &state, &posted, game, read)
        .await
}

/// Takes an adjourned game up again.
///
/// # Errors
/// As [`show`].
pub async fn resume(
    request: HttpRequest,
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let game = named_game(&request, &access)?;
    let command = Command::Adjourn { game: game.id, reason: None };
    Action { name: "resume", form: |page| &mut page.adjourn, said: "The game goes on." }
        .carry_out(&access, &state, &posted, game, Ok(command))
        .await
}

/// One of the page's forms.
struct Action {
    /// The last part of its address.
    name: &'static str,
    /// The form to be shown again.
    form: fn(&mut GameResultPage) -> &mut FormView,
    /// What is said when it was carried out.
    said: &'static str,
}

impl Action {
    async fn carry_out(
        self,
        access: &EventAccess,
        state: &Data<AppState>,
        posted: &Posted,
        game: &Game,
        read: Result<Command, Mistake>,
    ) -> Result<HttpResponse, AppError> {
        let mistake = match read {
            Err(mistake) => mistake,
            Ok(command) => {
                let action = access.path(&format!("/games/{}/{}", game.id, self.name));
                let back = access.path(&format!("/games/{}/result", game.id));
                let asking = Asking { action: &action, back: &back, button: "Confirm" };
                if let Some(page) = ask_first(access, posted, game, &command, asking).await? {
                    return Ok(page);
                }
                match attempt(state, order(access, posted, command)?).await? {
                    Ok(_) => {
                        let board = access.event.board_number(game);
                        let path =
                            access.path(&format!("/rounds/{}/results#board-{}", game.round, game.board));
                        return Ok(see_other_saying(
                            &path,
                            Tone::Good,
                            &format!("Board {board}: {}", self.said),
                        ));
                    }
                    Err(Refusal::Conflict(conflict)) => return self.conflict(access, posted, game, conflict),
                    Err(refusal) => Mistake { field: "", sentence: sentence(refusal)? },
                }
            }
        };
        let event = state.ledger.event(access.event.id)?;
        let mut page = game_view::page(access, &event, event.game(game.id)?)?;
        let form = (self.form)(&mut page);
        *form = posted.view(&form.id.clone()).with_idempotency(OnceKey::new().to_string());
        form.reject(mistake.field, mistake.sentence);
        Page(page).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
    }

    fn conflict(
        &self,
        access: &EventAccess,
        posted: &Posted,
        game: &Game,
        conflict: Conflict,
    ) -> Result<HttpResponse, AppError> {
        let names = ["pick", "award1", "award2", "reason", "article"];
        let fields = names.map(|name| (name.to_owned(), posted.value(name).to_owned())).to_vec();
        let page = ConflictPage {
            frame: access.frame(Some(EventTab::Rounds)),
            saved: String::new(),
            choices: vec![ConflictChoice {
                what: conflict.what,
                theirs: conflict.theirs,
                yours: conflict.yours,
                action: access.path(&format!("/games/{}/{}", game.id, self.name)),
                fields,
                version: conflict.revision,
                once: OnceKey::new().to_string(),
            }],
            back: access.path(&format!("/rounds/{}/results", game.round)),
            back_label: format!("Results of round {}", game.round),
        };
        Page(page).answer_with(StatusCode::CONFLICT)
    }
}
