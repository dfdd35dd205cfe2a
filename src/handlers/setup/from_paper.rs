//! An event taken up from its continuity sheets: codes are read until none is missing, looked at, then it is made.

use actix_web::http::StatusCode;
use tiger_event::{Event, Refusal};

use super::begin::begin;
use super::new::require_organiser;
use crate::access::{self, CurrentUser, Posted};
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::ledger::{Ledger, LedgerError, Newcomers, OnceKey};
use crate::pages::setup::{FromPaperPage, TakeUpPage};
use crate::pages::{FormView, Page, Tone, see_other_saying};
use crate::services::paper::codes::{self, Unread};
use crate::services::paper::{Print, picture};
use crate::state::State;
use crate::{clock, db};

pub async fn show(user: CurrentUser) -> Answer {
    require_organiser(&user)?;
    let (frame, form) = (user.viewer.frame(), FormView::new("paper"));
    Page(FromPaperPage { frame, form, count: 0, missing: String::new() }).answer()
}

/// Adds the codes of a picture to those that were read; with the last one it shows the event.
pub async fn read(state: State, user: CurrentUser, posted: Posted) -> Answer {
    require_organiser(&user)?;
    let mut form = FormView::new("paper");
    let mut text = posted.value("codes").to_owned();
    if let Some(file) = posted.file("picture").filter(|file| !file.bytes.is_empty()) {
        let bytes = file.bytes.clone();
        let before = codes::lines(&text).len();
        match db::block(move || Ok::<_, AppError>(picture::codes_in_time(bytes.to_vec()))).await? {
            Ok(found) => {
                text = std::iter::once(text).chain(found).collect::<Vec<_>>().join("\n");
                if codes::lines(&text).len() == before {
                    form.reject("picture", "No further code can be read in this picture. Take it again, closer, flat and in good light.");
                }
            }
            Err(error) => form.reject("picture", error.to_string()),
        }
    }
    look(&state, &user, form, text).await
}

pub async fn take_up(state: State, user: CurrentUser, posted: Posted) -> Answer {
    require_organiser(&user)?;
    let mut form = FormView::new("paper");
    let text = posted.value("codes").to_owned();
    let tried = try_out(&state.ledger, &text).await?;
    let Ok((print, _)) = tried else { return look(&state, &user, form, text).await };
    let story = print.story()?;
    match begin(&state, &user, &posted, (&print.settings, &story), Some((print.event, &print.slug))).await? {
        Ok(event) => {
            // Who was erased since it was printed is erased from it again.
            let ledger = state.ledger.clone();
            db::block(move || ledger.erase_again()).await?;
            let said = format!(
                "{} is taken up, with {} players. You are its chief arbiter; appoint the others under Arbiters.",
                event.settings.name,
                event.entries.len()
            );
            Ok(see_other_saying(&format!("{}/desk", access::base(&event)), Tone::Good, &said))
        }
        Err(refusal) => {
            form.reject("", refusal.to_string());
            look(&state, &user, form, text).await
        }
    }
}

/// The form again with what was read, or the event that it would become.
async fn look(state: &State, user: &CurrentUser, form: FormView, text: String) -> Answer {
    let lines = codes::lines(&text);
    let (count, text) = (lines.len(), lines.join("\n"));
    let mut form = form.with_value("codes", &text);
    let frame = user.viewer.frame();
    let mut missing = String::new();
    match try_out(&state.ledger, &text).await? {
        Ok((print, event)) if !form.is_rejected() => {
            let form = form.with_idempotency(OnceKey::new().as_str());
            return Page(TakeUpPage::of(frame, form, (&print, &event))).answer();
        }
        Ok(_) => {}
        Err(NotYet::Unread(unread @ Unread::Missing(_))) => missing = unread.to_string(),
        Err(NotYet::Unread(Unread::Nothing)) if form.is_rejected() => {}
        Err(NotYet::Unread(unread)) => form.reject("codes", unread.to_string()),
        Err(NotYet::Refused(sentence)) => form.reject("codes", sentence),
    }
    let status = if form.is_rejected() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Page(FromPaperPage { frame, form, count, missing }).answer_with(status)
}

/// Why there is no event to be taken up.
enum NotYet {
    Unread(Unread),
    Refused(String),
}

impl From<Refusal> for NotYet {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(format!("This event cannot be taken up: {refusal}"))
    }
}

/// Puts the codes together and tells the event, without anything being written.
async fn try_out(ledger: &Ledger, text: &str) -> Result<Result<(Print, Event), NotYet>> {
    let (ledger, text, now) = (ledger.clone(), text.to_owned(), clock::now());
    let tried = move || {
        let bytes = codes::read(&codes::lines(&text)).map_err(NotYet::Unread)?;
        let print = Print::read(&bytes).map_err(|error| NotYet::Refused(error.to_string()))?;
        let event = print.try_out(now)?;
        Ok((print, event))
    };
    db::block(move || match tried() {
        Ok((print, event)) => match ledger.event(print.event) {
            Err(LedgerError::NoEvent) => match ledger.check_own(print.event, &Newcomers::of(&event)) {
                Err(LedgerError::Refused(refusal)) => Ok(Err(refusal.into())),
                Err(error) => Err(error.into()),
                Ok(()) => Ok(Ok((print, event))),
            },
            Ok(here) => Ok(Err(NotYet::Refused(format!(
                "This event is here already, at /events/{}: it goes on there.",
                here.slug
            )))),
            Err(error) => Err(AppError::from(error)),
        },
        Err(error) => Ok(Err(error)),
    })
    .await
}
