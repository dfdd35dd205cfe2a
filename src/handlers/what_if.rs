//! `/events/{slug}/what-if` and what is below it: trying something out in a copy of the event, for its arbiters.

use std::sync::Arc;

use actix_web::http::StatusCode;
use tiger_event::ids::SandboxId;
use tiger_event::possible_result::ParseResultCodeError;
use tiger_event::{EntryId, Event, Game, Refusal, ResultCode};

use crate::access::{EventAccess, ForArbiter, Posted};
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, Deed, FromArbiter, Submission};
use crate::pages::setup::form::read_tie_breaks;
use crate::pages::what_if::{ForRealPage, WhatIfPage, WhatIfsPage};
use crate::pages::{FormView, Page, Tone, see_other, see_other_saying};
use crate::services::differences::Differences;
use crate::services::sandbox::{Comparison, Sandbox, Trial};
use crate::services::take_back::tried;
use crate::state::{AppState, State};
use crate::{clock, db};

/// All of an event, with the form for another one.
pub async fn list(ForArbiter(access): ForArbiter, state: State) -> Answer {
    Page(all(&access, &state, FormView::default())).answer()
}

fn all(access: &EventAccess, state: &AppState, form: FormView) -> WhatIfsPage {
    let sandboxes = state.sandboxes.without_erased(&access.event).of_event(access.event.id);
    WhatIfsPage::of(access, sandboxes, form)
}

/// Makes one from the event as it stood after an entry.
pub async fn make(FromArbiter(mut sent): FromArbiter) -> Answer {
    let last = sent.access.event.version;
    let entry = sent.form.read("entry", |text| match text.trim().parse::<u64>() {
        Ok(entry) if (1..=last).contains(&entry) => Ok(entry),
        _ => Err(format!("Write the number of an entry, from 1 to {last}.")),
    });
    if let Some(entry) = entry {
        let (state, id) = (sent.state.clone(), sent.access.event.id);
        let base = db::block(move || state.db.read(|db| state.ledger.event_as_of(db, id, entry))).await?;
        match sent.state.sandboxes.make(base, &sent.actor()?) {
            Ok(made) => return Ok(see_other(&sent.access.path(&format!("/what-if/{made}")))),
            Err(refusal) => sent.form.reject("", refusal.to_string()),
        }
    }
    let state = sent.state.clone();
    sent.again(StatusCode::UNPROCESSABLE_ENTITY, async |access, form| Ok(all(access, &state, form))).await
}

/// One: its steps, what can be tried, and what differs.
pub async fn show(ForArbiter(access): ForArbiter, state: State) -> Answer {
    Page(page(&access, &state, FormView::default()).await?).answer()
}

pub async fn step(FromArbiter(sent): FromArbiter) -> Answer {
    let place = (sent.access.event.id, named(&sent.access)?);
    let (now, _) = carried_out(&meant(&sent.access, &sent.state)?).await?;
    let (posted, key) = (sent.posted.clone(), sent.posted.once()?);
    let (state, actor) = (sent.state.clone(), sent.actor()?);
    let done = db::block(move || {
        let done =
            read(&now, &posted).and_then(|what| state.sandboxes.try_out(place, &what, &actor, key.as_str()));
        Ok::<_, AppError>(done)
    })
    .await?;
    answer(sent, done, "It is tried: see what differs.").await
}

pub async fn take_out(FromArbiter(sent): FromArbiter) -> Answer {
    let place = (sent.access.event.id, named(&sent.access)?);
    let step: usize = sent.access.named("step", "step")?;
    let state = sent.state.clone();
    let done =
        db::block(move || Ok::<_, AppError>(state.sandboxes.take_out(place, step.saturating_sub(1)))).await?;
    answer(sent, done, "The step is taken out.").await
}

pub async fn throw_away(FromArbiter(sent): FromArbiter) -> Answer {
    sent.state.sandboxes.throw_away(sent.access.event.id, named(&sent.access)?);
    Ok(see_other_saying(&sent.access.path("/what-if"), Tone::Good, "It is thrown away."))
}

/// What a step would do to the real event as it stands.
pub async fn offer(ForArbiter(access): ForArbiter, state: State) -> Answer {
    Page(for_real(&access, &state, FormView::fresh("for-real")).await?).answer()
}

/// Does it to the real event, by the door of all commands.
pub async fn do_it(FromArbiter(mut sent): FromArbiter) -> Answer {
    let (what, _) = trial(&sent.access, &sent.state).await?;
    let seen = sent.posted.version()?;
    let command = what.command(&sent.access.event, Some(seen)).map_err(|refusal| {
        sent.form.reject("", refusal.to_string());
    });
    let state = sent.state.clone();
    let back = sent.access.path(&format!("/what-if/{}", named(&sent.access)?));
    let deed = Deed::new(back, "It is done, in the real event.").confirmed_by("Do it in the real event");
    sent.answer(deed, command.ok(), async |access, form| for_real(access, &state, form).await).await
}

fn named(access: &EventAccess) -> Result<SandboxId> {
    access.named("sandbox", "what-if")
}

/// Back to the page after something was tried, or the page again with what the event says against it.
async fn answer(mut sent: Submission, done: Result<(), Refusal>, said: &str) -> Answer {
    match done {
        Ok(()) => {
            let path = sent.access.path(&format!("/what-if/{}", named(&sent.access)?));
            Ok(see_other_saying(&path, Tone::Good, said))
        }
        Err(Refusal::NotFound("what-if")) => Err(AppError::not_found("what-if")),
        Err(refusal) => {
            sent.form.reject("", refusal.to_string());
            let state = sent.state.clone();
            sent.again(StatusCode::UNPROCESSABLE_ENTITY, async |access, form| {
                page(access, &state, form).await
            })
            .await
        }
    }
}

/// The what-if that the address names; a look keeps it.
fn meant(access: &EventAccess, state: &AppState) -> Result<Arc<Sandbox>> {
    Ok(state.sandboxes.without_erased(&access.event).find(access.event.id, named(access)?)?)
}

async fn carried_out(sandbox: &Arc<Sandbox>) -> Result<(Arc<Event>, Vec<String>)> {
    let sandbox = sandbox.clone();
    db::block(move || Ok::<_, AppError>(sandbox.carried_out().map_err(|(_, refusal)| refusal)?)).await
}

async fn page(access: &EventAccess, state: &State, form: FormView) -> Result<WhatIfPage> {
    let sandbox = meant(access, state)?;
    let (now, told) = carried_out(&sandbox).await?;
    let base = sandbox.base.clone();
    let tried = now.clone();
    let comparison = db::block(move || Ok::<_, AppError>(Comparison::of(&base, &tried))).await?;
    Ok(WhatIfPage::of(access, &sandbox, &now, told, comparison, form))
}

/// The step that the address names, and its words.
async fn trial(access: &EventAccess, state: &State) -> Result<(Trial, String)> {
    let number: usize = access.named("step", "step")?;
    let place = number.checked_sub(1).ok_or(AppError::not_found("step"))?;
    let sandbox = meant(access, state)?;
    let (_, told) = carried_out(&sandbox).await?;
    let step = sandbox.steps.get(place).filter(|step| step.what.is_for_real());
    let (step, words) = step.zip(told.get(place)).ok_or(AppError::not_found("step"))?;
    Ok((step.what.clone(), words.clone()))
}

async fn for_real(access: &EventAccess, state: &State, form: FormView) -> Result<ForRealPage> {
    let (what, words) = trial(access, state).await?;
    let (event, actor) = (access.event.clone(), access.actor()?);
    let revision = what.revision(&event).unwrap_or_default();
    let outlook = db::block(move || {
        let after = what.command(&event, None).and_then(|command| tried(&event, &actor, &command));
        Ok::<_, AppError>(after.map(|after| Differences::between(&event, &after)))
    })
    .await?;
    let back = access.path(&format!("/what-if/{}", named(access)?));
    Ok(ForRealPage::of(access, words, outlook, back, form.with_version(&revision)))
}

/// What a form asks to be tried.
fn read(now: &Event, posted: &Posted) -> Result<Trial, Refusal> {
    match posted.value("try") {
        "result" => {
            let number = |field: &str| posted.value(field).trim().parse::<u16>().ok();
            let (round, board) = (number("round"), number("board"));
            let is_meant = |game: &&Game| Some(game.round) == round && Some(now.board_number(game)) == board;
            let game = now.games.values().find(is_meant).ok_or_else(|| {
                Refusal::invalid(
                    "There is no such board: write the numbers of a published round and of a board in it.",
                )
            })?;
            let result = match posted.value("result") {
                "none" => None,
                code => {
                    let refused = |error: ParseResultCodeError| Refusal::Invalid(error.to_string());
                    Some(code.parse::<ResultCode>().map_err(refused)?.0)
                }
            };
            Ok(Trial::Result { game: game.id, result })
        }
        "withdraw" => {
            let from_round = now.published_rounds().saturating_add(1);
            Ok(Trial::Withdraw { entry: player(now, posted.value("player"))?, from_round })
        }
        "apart" => {
            let players = ["one", "other"].map(|field| player(now, posted.value(field)));
            let players = players.into_iter().collect::<Result<_, _>>()?;
            let first_round = now.published_rounds().saturating_add(1);
            Ok(Trial::Apart { group: clock::new_id(), players, first_round })
        }
        "tie-breaks" => {
            Ok(Trial::TieBreaks(read_tie_breaks(posted.value("tie_breaks")).map_err(Refusal::Invalid)?))
        }
        "next-round" => Trial::next_round(now),
        _ => Err(Refusal::invalid("Choose what to try.")),
    }
}

/// A player by pairing number; the name may stand after it, as the list of suggestions writes it.
fn player(event: &Event, text: &str) -> Result<EntryId, Refusal> {
    let number = text.split_whitespace().next().and_then(|number| number.parse::<u16>().ok());
    let found = event.entries.values().find(|entry| Some(entry.number) == number);
    found.map(|entry| entry.id).ok_or_else(|| Refusal::invalid("Write the number of a player, such as 12."))
}
