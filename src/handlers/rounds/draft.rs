//! The draft of the next round: made, changed by hand, published, discarded.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use super::{draft_view, order, sentence};
use crate::auth::{EventAccess, Posted};
use crate::db;
use crate::domain::command::Command;
use crate::domain::entry::ByeKind;
use crate::domain::event::Event;
use crate::domain::ids::{EntryId, GameId};
use crate::domain::refusal::Refusal;
use crate::domain::result::Seat;
use crate::domain::round::{Round, RoundState, Table};
use crate::domain::settings::Format;
use crate::error::AppError;
use crate::ledger::{OnceKey, Order};
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::parts::Tone;
use crate::pages::rounds::{ConflictChoice, ConflictPage, Typed};
use crate::pages::{Page, see_other};
use crate::services::pairing::{self, Change, Start, Verdict};
use crate::services::rounds::attempt;
use crate::state::AppState;

/// Shows the draft, or the way to one.
///
/// # Errors
/// For anybody but arbiters.
pub async fn show(access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let verdict = judged(access.event.clone()).await?;
    Page(draft_view::page(&access, &access.event, verdict)?).answer()
}

/// What the checker says of the draft, if there is one to be judged.
async fn judged(event: Arc<Event>) -> Result<Option<Verdict>, AppError> {
    db::block(move || {
        let Some(round) = event.rounds.iter().find(|round| round.state == RoundState::Draft) else {
            return Ok(None);
        };
        match pairing::verdict(&event, round) {
            Err(Refusal::Invalid(said)) => Ok(Some(Verdict { violations: vec![said], ..Verdict::default() })),
            other => other,
        }
    })
    .await
}

/// Drafts the next round, or the drafted one again.
///
/// # Errors
/// For anybody but arbiters.
pub async fn make(
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let event = &access.event;
    let start = if posted.value("start") == "unpaired" { Start::Unpaired } else { Start::Proposal };
    let wanted = posted.value("round").parse().ok();
    let round = drafted(&access).map(|round| round.number).or_else(|| event.next_round()).or(wanted);
    let Some(round) = round else {
        return refused(&access, &state, Refusal::invalid("No round can be drafted now."), Typed::default())
            .await;
    };
    if wanted.is_some_and(|wanted| wanted != round) {
        // Sent again after the round was published and closed: what there is to see is the draft as it stands.
        return Ok(see_other(&access.path("/draft")));
    }
    if let Some(answer) = drafted_meanwhile(&access, &state, &posted).await? {
        return Ok(answer);
    }
    let event = match lots_drawn(&access, &state).await? {
        Ok(event) => event,
        Err(refusal) => return refused(&access, &state, refusal, Typed::default()).await,
    };
    let format = event.settings.format;
    let table = match db::block(move || Ok::<_, Refusal>(pairing::draft(&event, round, start))).await? {
        Ok(table) => table,
        Err(refusal) => return refused(&access, &state, refusal, Typed::default()).await,
    };
    let command = Command::DraftRound { round, system: format, table };
    match attempt(&state, order(&access, &posted, command)?).await? {
        Ok(_) => Ok(see_other(&access.path("/draft"))),
        Err(refusal) => refused(&access, &state, refusal, Typed::default()).await,
    }
}

/// What a form gets that does not know the draft as it stands: the desk knows of none, and another arbiter's page may
/// show an older one. Neither may throw away what was changed by hand.
async fn drafted_meanwhile(
    access: &EventAccess,
    state: &Data<AppState>,
    posted: &Posted,
) -> Result<Option<HttpResponse>, AppError> {
    let Some(round) = drafted(access) else { return Ok(None) };
    if posted.value("version").is_empty() {
        let said = format!("Round {} is drafted already. This is the draft.", round.number);
        return Ok(Some(see_other_saying(&access.path("/draft"), Tone::Info, &said)));
    }
    let yours = "To draft the round again. Sent again, it throws away the draft as it is now.";
    let fields = ["round", "start"].map(|name| (name.to_owned(), posted.value(name).to_owned())).to_vec();
    let choice = outdated(access, posted, round, ("/draft", fields, yours))?;
    match choice {
        Some(_) if is_done(access, state, posted).await? => Ok(Some(see_other(&access.path("/draft")))),
        Some(choice) => conflicted(access, choice).map(Some),
        None => Ok(None),
    }
}

/// The choice between the draft as it is now and what a form wants that was made from an older one.
fn outdated(
    access: &EventAccess,
    posted: &Posted,
    round: &Round,
    (address, fields, yours): (&str, Vec<(String, String)>, &str),
) -> Result<Option<ConflictChoice>, AppError> {
    let is_outdated = posted.version()? < round.revision;
    Ok(is_outdated.then(|| ConflictChoice {
        what: format!("the draft of round {}", round.number),
        theirs: access.event.summary_of(&round.table),
        yours: yours.to_owned(),
        action: access.path(address),
        fields,
        version: round.revision,
        once: OnceKey::new().to_string(),
    }))
}

/// The event with the lots drawn for the sides of round 1, where its format wants them; they are drawn once.
async fn lots_drawn(
    access: &EventAccess,
    state: &Data<AppState>,
) -> Result<Result<Arc<Event>, Refusal>, AppError> {
    let format = access.event.settings.format;
    let wants_lots = format == Format::Swiss || format.has_bracket();
    if !wants_lots || access.event.first_side.is_some() {
        return Ok(Ok(access.event.clone()));
    }
    let mut lot = [0];
    getrandom::fill(&mut lot).map_err(AppError::internal)?;
    let side = if lot[0].is_multiple_of(2) { Seat::First } else { Seat::Second };
    let order = Order::new(access.actor()?, access.event.id, Command::DrawFirstSide { side });
    Ok(attempt(state, order).await?.map(|committed| committed.event))
}

/// Changes the draft by hand.
///
/// # Errors
/// For anybody but arbiters, and when there is no draft.
pub async fn change(
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let round = drafted(&access).ok_or(AppError::not_found("draft"))?;
    let typed = Typed {
        change: posted.value("change").to_owned(),
        one: posted.value("one").to_owned(),
        other: posted.value("other").to_owned(),
        bye: posted.value("bye").to_owned(),
    };
    let table = match changed(&access, &posted, &typed, round).await? {
        Ok(table) => table,
        Err(_) if is_done(&access, &state, &posted).await? => return Ok(see_other(&access.path("/draft"))),
        Err(Refusal::NotFound(_)) => {
            let gone =
                Refusal::invalid("The draft has changed meanwhile. This is how it stands now; choose again.");
            return refused(&access, &state, gone, typed).await;
        }
        Err(refusal) => return refused(&access, &state, refusal, typed).await,
    };
    let command = Command::ChangeDraft { round: round.number, table, seen: posted.version()? };
    match attempt(&state, order(&access, &posted, command)?).await? {
        Ok(_) => Ok(see_other(&access.path("/draft"))),
        Err(Refusal::Conflict(conflict)) => {
            let names = ["change", "one", "other", "bye", "game"];
            let fields = names.map(|name| (name.to_owned(), posted.value(name).to_owned())).to_vec();
            let choice = ConflictChoice {
                what: conflict.what,
                theirs: conflict.theirs,
                yours: conflict.yours,
                action: access.path("/draft/change"),
                fields,
                version: conflict.revision,
                once: OnceKey::new().to_string(),
            };
            conflicted(&access, choice)
        }
        Err(refusal) => refused(&access, &state, refusal, typed).await,
    }
}

/// The table as the form wants it.
async fn changed(
    access: &EventAccess,
    posted: &Posted,
    typed: &Typed,
    round: &Round,
) -> Result<Result<Table, Refusal>, AppError> {
    if typed.change != "force" {
        return Ok(read_change(posted, typed).and_then(|change| change.apply(&round.table)));
    }
    let pair = match (read_entry(&typed.one), read_entry(&typed.other)) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(refusal), _) | (_, Err(refusal)) => return Ok(Err(refusal)),
    };
    let (event, round) = (access.event.clone(), round.clone());
    db::block(move || Ok::<_, Refusal>(pairing::draft_forcing(&event, &round, pair))).await
}

fn read_entry(text: &str) -> Result<EntryId, Refusal> {
    text.parse().map_err(|_| Refusal::invalid("Choose a player from the list."))
}

/// Whether this very form was carried out before: a double click is no mistake.
async fn is_done(access: &EventAccess, state: &Data<AppState>, posted: &Posted) -> Result<bool, AppError> {
    let (state, actor, once) = (state.clone(), access.actor()?, posted.once()?);
    db::block(move || state.ledger.is_done(&actor, &once)).await
}

fn read_change(posted: &Posted, typed: &Typed) -> Result<Change, Refusal> {
    let entry = read_entry;
    let game = || posted.value("game").parse::<GameId>().map_err(|_| Refusal::NotFound("board"));
    match typed.change.as_str() {
        "sides" => game().map(Change::SwapSides),
        "break" => game().map(Change::Break),
        "up" => game().map(Change::MoveUp),
        "break-all" => Ok(Change::BreakAll),
        "unpair" => entry(&typed.one).map(Change::Unpair),
        "pair" => Ok(Change::Pair(entry(&typed.one)?, entry(&typed.other)?)),
        "exchange" => Ok(Change::Exchange(entry(&typed.one)?, entry(&typed.other)?)),
        "bye" => {
            let kind = ByeKind::from_code(&typed.bye)
                .ok_or_else(|| Refusal::invalid("Choose a bye from the list."))?;
            Ok(Change::Bye(entry(&typed.one)?, kind))
        }
        _ => Err(Refusal::invalid("Choose what to change.")),
    }
}

/// Publishes the draft as the arbiter saw it.
///
/// # Errors
/// For anybody but arbiters, and when there is no draft.
pub async fn publish(
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let Some(round) = drafted(&access) else {
        // Sent twice: the round is out, and its grid is what comes next.
        let current = access.event.current_round().ok_or(AppError::not_found("draft"))?;
        return Ok(see_other(&access.path(&format!("/rounds/{}/results", current.number))));
    };
    let command = Command::PublishRound { round: round.number, seen: posted.version()? };
    match attempt(&state, order(&access, &posted, command)?).await? {
        Ok(_) => {
            let shown =
                if access.event.is_public { "everybody sees it" } else { "the event itself is still hidden" };
            let said = format!("Round {} is published; {shown}.", round.number);
            let path = access.path(&format!("/rounds/{}/results", round.number));
            Ok(see_other_saying(&path, Tone::Good, &said))
        }
        Err(Refusal::Conflict(conflict)) => {
            let choice = ConflictChoice {
                what: conflict.what,
                theirs: conflict.theirs,
                yours: "To publish the draft as you had seen it. Sent again, it publishes the draft as it is now.".to_owned(),
                action: access.path("/draft/publish"),
                fields: Vec::new(),
                version: conflict.revision,
                once: OnceKey::new().to_string(),
            };
            conflicted(&access, choice)
        }
        Err(refusal) => refused(&access, &state, refusal, Typed::default()).await,
    }
}

/// Throws the draft away.
///
/// # Errors
/// For anybody but arbiters.
pub async fn discard(
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let Some(round) = drafted(&access) else { return Ok(see_other(&access.path("/draft"))) };
    let yours = "To discard the draft as you had seen it. Sent again, it discards the draft as it is now.";
    if let Some(choice) = outdated(&access, &posted, round, ("/draft/discard", Vec::new(), yours))? {
        return conflicted(&access, choice);
    }
    let command = Command::DiscardDraft { round: round.number };
    match attempt(&state, order(&access, &posted, command)?).await? {
        Ok(_) => {
            let said = format!("The draft of round {} is discarded.", round.number);
            Ok(see_other_saying(&access.path("/draft"), Tone::Good, &said))
        }
        Err(refusal) => refused(&access, &state, refusal, Typed::default()).await,
    }
}

pub(super) fn drafted(access: &EventAccess) -> Option<&Round> {
    access.event.rounds.iter().find(|round| round.state == RoundState::Draft)
}

/// The page again, with what was chosen and why it could not be done.
async fn refused(
    access: &EventAccess,
    state: &Data<AppState>,
    refusal: Refusal,
    typed: Typed,
) -> Result<HttpResponse, AppError> {
    let refusal = sentence(refusal)?;
    let event = state.ledger.event(access.event.id)?;
    let verdict = judged(event.clone()).await?;
    let mut page = draft_view::page(access, &event, verdict)?;
    page.refusal = refusal;
    page.typed = typed;
    Page(page).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
}

fn conflicted(access: &EventAccess, choice: ConflictChoice) -> Result<HttpResponse, AppError> {
    let page = ConflictPage {
        frame: access.frame(Some(EventTab::Rounds)),
        saved: String::new(),
        choices: vec![choice],
        back: access.path("/draft"),
        back_label: "The draft as it is now".to_owned(),
    };
    Page(page).answer_with(StatusCode::CONFLICT)
}
