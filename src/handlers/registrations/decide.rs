//! What arbiters decide about those who registered.

use actix_web::http::StatusCode;
use tiger_event::category::Asked;
use tiger_event::{EntryDetails, Reason, RegistrationId};

use super::list::{named, page};
use crate::access::Posted;
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, Deed, FromArbiter, Submission, heed};
use crate::pages::entries::{read_details, read_for_categories};
use crate::pages::registrations::RegistrationPage;
use crate::services::registrations;

/// The chosen ones, or all those whom the page showed that nothing speaks against.
pub async fn accept(FromArbiter(sent): FromArbiter) -> Answer {
    let (is_of_all, chosen) = (sent.posted.has("shown"), chosen(&sent.posted)?);
    let (ledger, actor, event) = (sent.state.ledger.clone(), sent.actor()?, sent.access.event.id);
    let (all, key) = (chosen.len(), sent.posted.once()?);
    let accept = move || match is_of_all {
        true => registrations::accept_clear(&ledger, actor, event, &chosen, key),
        false => registrations::accept(&ledger, actor, event, (&chosen, None), key),
    };
    let done = db::block(accept).await;
    let free = sent.access.event.free_places();
    answer(sent, done, |count| {
        let entered = tiger_event::text::count(count, "player is", "players are");
        let beyond = match free.map_or(0, |free| count.saturating_sub(free)) {
            0 => String::new(),
            beyond => format!(" That is {beyond} more than there were places for."),
        };
        match all.saturating_sub(count) {
            0 => format!("{entered} entered.{beyond}"),
            _ => {
                format!("{entered} entered, of {all} on the page: look at what became of the others.{beyond}")
            }
        }
    })
    .await
}

/// One, with details that an arbiter mended.
pub async fn accept_one(FromArbiter(mut sent): FromArbiter) -> Answer {
    let line = named(&sent.state, &sent.access).await?;
    let (details, identity) = (read_details(&mut sent.form), read_for_categories(&mut sent.form, Asked::ALL));
    if let (Some(details), Some(identity)) = (details, identity) {
        let details = EntryDetails { identity, ..details };
        let said = format!("{} is entered.", details.name);
        let (ledger, actor, event) = (sent.state.ledger.clone(), sent.actor()?, sent.access.event.id);
        let (id, key) = (line.registration.id, sent.posted.once()?);
        let accept = move || registrations::accept(&ledger, actor, event, (&[id], Some(&details)), key);
        let done = db::block(accept).await;
        if heed(&mut sent.form, "name", done)?.is_some() {
            return Ok(Deed::new(sent.access.path("/registrations"), said).done());
        }
    }
    sent.again(StatusCode::UNPROCESSABLE_ENTITY, async |access, form| {
        let mut page = RegistrationPage::of(access, &line);
        page.form.refill(form);
        Ok(page)
    })
    .await
}

pub async fn refuse(FromArbiter(mut sent): FromArbiter) -> Answer {
    let by = sent.actor()?.name().to_owned();
    let chosen = chosen(&sent.posted)?;
    let Some(reason) = sent.form.read("reason", Reason::parse) else { return again(sent).await };
    let (database, event) = (sent.state.db.clone(), sent.access.event.id);
    let refuse = move || match chosen.is_empty() {
        true => Err(AppError::unprocessable("Choose at least one registration.")),
        false => registrations::refuse(&database, event, &chosen, &reason, &by),
    };
    let done = db::block(refuse).await;
    answer(sent, done, |count| format!("{count} refused.")).await
}

pub async fn delete(FromArbiter(sent): FromArbiter) -> Answer {
    let chosen = chosen(&sent.posted)?;
    let (database, event) = (sent.state.db.clone(), sent.access.event.id);
    let delete = move || match chosen.is_empty() {
        true => Err(AppError::unprocessable("Choose at least one registration.")),
        false => registrations::delete(&database, event, &chosen),
    };
    let done = db::block(delete).await;
    answer(sent, done, |count| format!("{count} deleted.")).await
}

pub async fn clear(FromArbiter(sent): FromArbiter) -> Answer {
    let (database, event) = (sent.state.db.clone(), sent.access.event.id);
    let shown = chosen(&sent.posted)?;
    let clear = move || database.write(|db| db::registrations::delete_decided(db, event, &shown));
    let done = db::block(clear).await;
    answer(sent, done, |count| format!("{count} forgotten.")).await
}

/// Those that are ticked; of a form that is about all, those that its page showed.
fn chosen(posted: &Posted) -> Result<Vec<RegistrationId>> {
    let id = |text: &str| text.parse().map_err(|_| AppError::not_found("registration"));
    let shown = posted.value("shown").split_whitespace();
    posted.values("registration").chain(shown).map(id).collect()
}

/// Says how many it were, or shows the list again.
async fn answer(mut sent: Submission, done: Result<usize>, said: impl FnOnce(usize) -> String) -> Answer {
    match heed(&mut sent.form, "", done)? {
        Some(count) => Ok(Deed::new(sent.access.path("/registrations"), said(count)).done()),
        None => again(sent).await,
    }
}

/// The list again, as it stands now, with what was chosen and typed.
async fn again(sent: Submission) -> Answer {
    let state = sent.state.clone();
    sent.again(StatusCode::UNPROCESSABLE_ENTITY, async |access, form| {
        let mut page = page(&state, access).await?;
        page.form.refill(form);
        Ok(page)
    })
    .await
}
