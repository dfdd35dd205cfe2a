//! Players ask to be told of their pairings, on their own page or behind the private link of their registration; whoever
//! reads at an address says yes, or that it shall stop.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::Path;
use tiger_event::{Entry, EntryId, Event, UserId};
use uuid::Uuid;

use crate::access::{EventAccess, Posted, Viewer};
use crate::auth::links::NO_LINK;
use crate::auth::{Token, address};
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::registrations::own;
use crate::handlers::room::me;
use crate::handlers::submission::Answer;
use crate::pages::alerts::{AlertPage, AlertsView};
use crate::pages::registrations::{OwnPage, own_path};
use crate::pages::{FormView, Page, Tone, see_other_saying};
use crate::services::alerts::{self, Asked, Place, Subscription, mail};
use crate::services::registrations::Own;
use crate::shares::What;
use crate::state::{AppState, State};

/// On the own page of the event.
pub async fn ask(state: State, access: EventAccess, posted: Posted) -> Answer {
    let (signed_in, id) = access.require_player()?;
    let who = (&*access.event, access.event.entry(id)?, Some(signed_in.user.id));
    asked(&state, &access.viewer, who, (&access.path("/me"), &posted), async |form, status| {
        let alerts = view(&state, id, access.path("/me/alerts")).await?.with(form);
        Page(me::page(&state, &access, alerts).await?).answer_with(status)
    })
    .await
}

/// Behind the private link of the registration.
pub async fn ask_by_link(state: State, viewer: Viewer, token: Path<String>, posted: Posted) -> Answer {
    let (token, own, entry) = by_link(&state, &viewer, &token).await?;
    let path = own_path(&token);
    asked(&state, &viewer, (&own.event, &entry, None), (&path, &posted), async |form, status| {
        let alerts = view(&state, entry.id, format!("{path}/alerts")).await?.with(form);
        Page(OwnPage::of(&viewer, &state.base_url, (&own, Some(alerts)), &token)?).answer_with(status)
    })
    .await
}

/// What the page's script sends when the button was pressed.
pub async fn subscribe(state: State, access: EventAccess, posted: Posted) -> Answer {
    let (signed_in, id) = access.require_player()?;
    let who = (&*access.event, access.event.entry(id)?, Some(signed_in.user.id));
    subscribed(&state, &access.viewer, who, (&access.path("/me"), &posted)).await
}

pub async fn subscribe_by_link(state: State, viewer: Viewer, token: Path<String>, posted: Posted) -> Answer {
    let (token, own, entry) = by_link(&state, &viewer, &token).await?;
    subscribed(&state, &viewer, (&own.event, &entry, None), (&own_path(&token), &posted)).await
}

pub async fn end(state: State, access: EventAccess, _posted: Posted) -> Answer {
    let (_, id) = access.require_player()?;
    ended(&state, id, access.named("alert", "address")?, &access.path("/me")).await
}

pub async fn end_by_link(
    state: State,
    viewer: Viewer,
    names: Path<(String, Uuid)>,
    _posted: Posted,
) -> Answer {
    let (token, alert) = names.into_inner();
    let (token, _, entry) = by_link(&state, &viewer, &token).await?;
    ended(&state, entry.id, alert, &own_path(&token)).await
}

/// The link in each e-mail. Mail programs look at such links by themselves, so nothing is done.
pub async fn show(state: State, viewer: Viewer, token: Path<String>) -> Answer {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    let ledger = state.ledger.clone();
    let (alert, event) = db::block(move || alerts::find(&ledger, &token)).await?;
    Page(AlertPage::of(&viewer, (&alert, &event), &token)?).answer()
}

pub async fn confirm(state: State, token: Path<String>, _posted: Posted) -> Answer {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    let ledger = state.ledger.clone();
    db::block(move || alerts::confirm(&ledger, &token)).await?;
    Ok(see_other_saying(&alerts::path(&token), Tone::Good, "Good: you are told from now on."))
}

/// By the button, or by a mail program alone (RFC 8058), which has no form of ours.
pub async fn stop(state: State, viewer: Viewer, token: Path<String>) -> Answer {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    let database = state.db.clone();
    db::block(move || alerts::stop(&database, &token)).await?;
    Page(AlertPage::stopped(&viewer)).answer()
}

/// Reads the form and asks the address; or shows the page again.
async fn asked(
    state: &State,
    viewer: &Viewer,
    (event, entry, user): (&Event, &Entry, Option<UserId>),
    (back, posted): (&str, &Posted),
    again: impl AsyncFnOnce(FormView, StatusCode) -> Answer,
) -> Answer {
    if !state.config.mail.is_set() {
        return Err(AppError::unprocessable("No e-mail is sent from here."));
    }
    let mut form = FormView::typed("alerts", posted);
    let Some(to) = form.read("email", mail::read_address) else {
        return again(form, StatusCode::UNPROCESSABLE_ENTITY).await;
    };
    let from = address::client(viewer.request(), &state.config);
    let allowances = &state.shares.allowances;
    let passed = allowances.pass(What::Mail, &from).and_then(|()| allowances.pass(What::MailTo, &to));
    if let Err(wait) = passed {
        let seconds = wait.as_secs().max(1);
        form.reject(
            "email",
            format!("This was asked for too often. Please try again in {} minutes.", seconds / 60 + 1),
        );
        let mut answer = again(form, StatusCode::TOO_MANY_REQUESTS).await?;
        answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        return Ok(answer);
    }
    let to = Place::Mail(to);
    let (database, event, entry) = (state.db.clone(), event.clone(), entry.clone());
    let (tone, said) = match db::block(move || alerts::ask(&database, &event, (&entry, user), &to)).await? {
        Asked::Sent => (Tone::Good, "An e-mail is on its way: open its link to say yes."),
        Asked::Already => (Tone::Good, "This address is told already."),
        Asked::Full => (Tone::Warning, FULL),
    };
    Ok(see_other_saying(back, tone, said))
}

/// Keeps the browser that asks.
async fn subscribed(
    state: &State,
    viewer: &Viewer,
    (event, entry, user): (&Event, &Entry, Option<UserId>),
    (back, posted): (&str, &Posted),
) -> Answer {
    let [endpoint, key, shared] = ["endpoint", "key", "shared"].map(|name| posted.value(name));
    let browser = Subscription::read(endpoint, key, shared, state.config.webhooks_inside);
    let place = Place::Browser(browser.map_err(AppError::unprocessable)?);
    let from = address::client(viewer.request(), &state.config);
    let passed = state.shares.allowances.pass(What::Mail, &from);
    passed.map_err(|retry_after| AppError::TooMany { retry_after })?;
    let (database, event, entry) = (state.db.clone(), event.clone(), entry.clone());
    let (tone, said) = match db::block(move || alerts::ask(&database, &event, (&entry, user), &place)).await?
    {
        Asked::Sent => (Tone::Good, "This browser tells you from now on."),
        Asked::Already => (Tone::Good, "This browser tells you already."),
        Asked::Full => (Tone::Warning, FULL),
    };
    Ok(see_other_saying(back, tone, said))
}

const FULL: &str = "You are told in as many places as there may be. Stop one of them first.";

async fn ended(state: &State, entry: EntryId, alert: Uuid, back: &str) -> Answer {
    let database = state.db.clone();
    match db::block(move || alerts::end(&database, entry, alert)).await? {
        true => Ok(see_other_saying(back, Tone::Good, "It is stopped: nothing more is sent there.")),
        false => Err(AppError::not_found("address")),
    }
}

/// What is shown of where a player is told.
pub(super) async fn view(state: &AppState, entry: EntryId, action: String) -> Result<AlertsView> {
    let database = state.db.clone();
    let alerts = db::block(move || alerts::of(&database, entry)).await?;
    Ok(AlertsView::of(action, &alerts, (state.config.mail.is_set(), state.pusher.public())))
}

/// The player of a private link, once an arbiter has entered them.
async fn by_link(state: &State, viewer: &Viewer, token: &str) -> Result<(Token, Own, Entry)> {
    let (token, own) = own::behind(state, viewer, token).await?;
    let entry = own.entry.clone().filter(|entry| !entry.is_erased).ok_or(NO_LINK)?;
    Ok((token, own, entry))
}
