//! `/events/{slug}/ledger/{entry}/take-back`: what taking an entry back would do, and doing it.

use actix_web::http::StatusCode;
use tiger_event::{Command, EventCommand, Reason, Refusal, Teller};

use crate::access::{EventAccess, ForArbiter};
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::ledger::LedgerError;
use crate::pages::ledger::{LedgerLine, TakeBackPage};
use crate::pages::{FormView, Page};
use crate::services::accounts::follow_end;
use crate::services::results::read_reason;
use crate::services::take_back::{inverse, later, outlook, overtaken};
use crate::state::State;

pub async fn show(ForArbiter(access): ForArbiter, state: State) -> Answer {
    Page(page(&access, &state, FormView::fresh("take-back")).await?).answer()
}

/// Does it, as an entry like all others.
pub async fn take_back(FromArbiter(mut sent): FromArbiter) -> Answer {
    let state = sent.state.clone();
    let read = read_reason(sent.posted.value("reason"), "Say why, so that everybody can read it later.");
    let mut command = None;
    if let Some(reason) = sent.form.heed(read) {
        let (.., inverse) = find(&sent.access, &state, reason).await?;
        match inverse {
            Ok(found) => command = Some(found),
            Err(refusal) => sent.form.reject("", refusal.to_string()),
        }
    }
    let deed = Deed::new(sent.access.path("/ledger"), "It is taken back.").shown_before();
    let (event, is_of_end) =
        (sent.access.event.id, matches!(command, Some(Command::Event(EventCommand::FinishEvent { .. }))));
    let answer = sent.answer(deed, command, async |access, form| page(access, &state, form).await).await?;
    if is_of_end && answer.status() == StatusCode::SEE_OTHER {
        db::block(move || follow_end(&state.ledger, &state.config, event)).await?;
    }
    Ok(answer)
}

/// The entry in words, its command, and the one that takes it back.
async fn find(
    access: &EventAccess,
    state: &State,
    reason: Reason,
) -> Result<(LedgerLine, Command, Result<Command, Refusal>)> {
    let seq: u64 = access.named("entry", "entry")?;
    let (state, event) = (state.clone(), access.event.clone());
    db::block(move || {
        let (entry, before) = state.db.read(|db| {
            let entry = state.ledger.entry(db, event.id, seq)?;
            let before = match seq {
                1 => None,
                _ => Some(state.ledger.event_as_of(db, event.id, seq - 1)?),
            };
            Ok::<_, LedgerError>((entry, before))
        })?;
        let mut teller = match &before {
            Some(before) => Teller::after(&event, before),
            None => Teller::new(&event),
        };
        let line = LedgerLine::of(&entry, &mut teller);
        let command = match inverse(&event, before.as_deref(), (seq, &entry.command), &reason) {
            Ok(command) => match overtaken(&state.ledger, &event, &entry)? {
                Some(refusal) => Err(refusal),
                None => Ok(command),
            },
            Err(obstacle) => Err(obstacle.clone().told(later(&state.ledger, &event, &entry, &obstacle)?)),
        };
        Ok::<_, LedgerError>((line, entry.command, command))
    })
    .await
}

async fn page(access: &EventAccess, state: &State, form: FormView) -> Result<TakeBackPage> {
    let reason = Reason::parse("To be given.").map_err(AppError::internal)?;
    let (line, taken, command) = find(access, state, reason).await?;
    let (event, actor) = (access.event.clone(), access.actor()?);
    let outlook = db::block(move || Ok::<_, AppError>(outlook(&event, &actor, command))).await?;
    Ok(TakeBackPage::of(access, line, &taken, outlook, form))
}
