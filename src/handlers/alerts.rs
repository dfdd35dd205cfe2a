//! Players ask to be told of their pairings, on their own page or behind the private link of their registration; whoever
//! reads at an address says yes, or that it shall stop.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::{Data, Path};
use uuid::Uuid;

use crate::access::{EventAccess, Posted, Viewer};
use crate::auth::address;
use crate::auth::links::NO_LINK;
use crate::auth::token::Token;
use crate::db;
use crate::domain::entry::Entry;
use crate::domain::event::Event;
use crate::domain::ids::{EntryId, UserId};
use crate::error::AppError;
use crate::handlers::room::me;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::alerts::{AlertPage, AlertsView};
use crate::pages::flash::see_other_saying;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::pages::registrations::{OwnPage, own_path};
use crate::services::alerts::{self, Asked, Place, Subscription, mail};
use crate::services::registrations::{self, Own};
use crate::shares::What;
use crate::state::AppState;

/// `POST /events/{slug}/me/alerts`
pub async fn ask(state: Data<AppState>, access: EventAccess, posted: Posted) -> Answer {
    let (signed_in, id) = access.require_player()?;
    let entry = access.event.entry(id)?;
    let mut form = FormView::typed("alerts", &posted);
    let who = (&*access.event, entry, Some(signed_in.user.id));
    let (status, wait) = match asked(&state, &access.viewer, who, &mut form).await? {
        Read::Said(tone, said) => return Ok(see_other_saying(&access.path("/me"), tone, said)),
        Read::Again(status, wait) => (status, wait),
    };
    let alerts = view(&state, id, access.path("/me/alerts")).await?.with(form);
    let page = Page(me::page(&state, &access, alerts).await?);
    page.answer_with(status).map(|answer| waiting(answer, wait))
}

/// `POST /events/{slug}/me/alerts/push`: what the page's script sends when the button was pressed.
pub async fn subscribe(state: Data<AppState>, access: EventAccess, posted: Posted) -> Answer {
    let (signed_in, id) = access.require_player()?;
    let who = (&*access.event, access.event.entry(id)?, Some(signed_in.user.id));
    let (tone, said) = subscribed(&state, &access.viewer, who, &posted).await?;
    Ok(see_other_saying(&access.path("/me"), tone, said))
}

/// `POST /registrations/{token}/alerts/push`
pub async fn subscribe_by_link(
    state: Data<AppState>,
    viewer: Viewer,
    token: Path<String>,
    posted: Posted,
) -> Answer {
    let (token, own, entry) = by_link(&state, &viewer, &token).await?;
    let (tone, said) = subscribed(&state, &viewer, (&own.event, &entry, None), &posted).await?;
    Ok(see_other_saying(&own_path(&token), tone, said))
}

/// `POST /events/{slug}/me/alerts/{alert}/end`
pub async fn end(state: Data<AppState>, access: EventAccess, _posted: Posted) -> Answer {
    let (_, id) = access.require_player()?;
    ended(&state, id, access.named("alert", "address")?).await?;
    Ok(see_other_saying(&access.path("/me"), Tone::Good, STOPPED))
}

/// `POST /registrations/{token}/alerts`
pub async fn ask_by_link(
    state: Data<AppState>,
    viewer: Viewer,
    token: Path<String>,
    posted: Posted,
) -> Answer {
    let (token, own, entry) = by_link(&state, &viewer, &token).await?;
    let mut form = FormView::typed("alerts", &posted);
    let path = own_path(&token);
    let (status, wait) = match asked(&state, &viewer, (&own.event, &entry, None), &mut form).await? {
        Read::Said(tone, said) => return Ok(see_other_saying(&path, tone, said)),
        Read::Again(status, wait) => (status, wait),
    };
    let alerts = view(&state, entry.id, format!("{path}/alerts")).await?.with(form);
    let page = Page(OwnPage::of(&viewer, &state.base_url, (&own, Some(alerts)), &token)?);
    page.answer_with(status).map(|answer| waiting(answer, wait))
}

/// `POST /registrations/{token}/alerts/{alert}/end`
pub async fn end_by_link(
    state: Data<AppState>,
    viewer: Viewer,
    names: Path<(String, Uuid)>,
    _posted: Posted,
) -> Answer {
    let (token, alert) = names.into_inner();
    let (token, _, entry) = by_link(&state, &viewer, &token).await?;
    ended(&state, entry.id, alert).await?;
    Ok(see_other_saying(&own_path(&token), Tone::Good, STOPPED))
}

/// `GET /alerts/{token}`: the link in each e-mail. Mail programs look at such links by themselves, so nothing is done.
pub async fn show(state: Data<AppState>, viewer: Viewer, token: Path<String>) -> Answer {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    let (ledger, link) = (state.ledger.clone(), token);
    let (alert, event) = db::block(move || alerts::find(&ledger, &link)).await?;
    Page(AlertPage::of(&viewer, (&alert, &event), &token)?).answer()
}

/// `POST /alerts/{token}/confirm`
pub async fn confirm(state: Data<AppState>, token: Path<String>, _posted: Posted) -> Answer {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    let (ledger, link) = (state.ledger.clone(), token);
    db::block(move || alerts::confirm(&ledger, &link)).await?;
    Ok(see_other_saying(&alerts::path(&token), Tone::Good, "Good: you are told from now on."))
}

/// `POST /alerts/{token}`: by the button, or by a mail program alone (RFC 8058), which has no form of ours.
pub async fn stop(state: Data<AppState>, viewer: Viewer, token: Path<String>) -> Answer {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    let database = state.db.clone();
    db::block(move || alerts::stop(&database, &token)).await?;
    Page(AlertPage::stopped(&viewer)).answer()
}

const STOPPED: &str = "It is stopped: nothing more is sent there.";

/// What came of a form.
enum Read<'a> {
    /// It goes on, with a sentence.
    Said(Tone, &'a str),
    /// It is shown again; after how many seconds it may be sent again, if it came too often.
    Again(StatusCode, Option<u64>),
}

/// Reads the form and asks the address.
async fn asked(
    state: &Data<AppState>,
    viewer: &Viewer,
    (event, entry, user): (&Event, &Entry, Option<UserId>),
    form: &mut FormView,
) -> Result<Read<'static>, AppError> {
    if !state.config.mail.is_set() {
        return Err(AppError::unprocessable("No e-mail is sent from here."));
    }
    let Some(to) = form.read("email", mail::read_address) else {
        return Ok(Read::Again(StatusCode::UNPROCESSABLE_ENTITY, None));
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
        return Ok(Read::Again(StatusCode::TOO_MANY_REQUESTS, Some(seconds)));
    }
    let to = Place::Mail(to);
    let (database, event, entry) = (state.db.clone(), event.clone(), entry.clone());
    let said = match db::block(move || alerts::ask(&database, &event, (&entry, user), &to)).await? {
        Asked::Sent => (Tone::Good, "An e-mail is on its way: open its link to say yes."),
        Asked::Already => (Tone::Good, "This address is told already."),
        Asked::Full => (Tone::Warning, FULL),
    };
    Ok(Read::Said(said.0, said.1))
}

/// Keeps the browser that asks.
async fn subscribed(
    state: &Data<AppState>,
    viewer: &Viewer,
    (event, entry, user): (&Event, &Entry, Option<UserId>),
    posted: &Posted,
) -> Result<(Tone, &'static str), AppError> {
    let field = |name| posted.value(name);
    let inside = state.config.webhooks_inside;
    let browser = Subscription::read(field("endpoint"), field("key"), field("shared"), inside);
    let place = Place::Browser(browser.map_err(AppError::unprocessable)?);
    let from = address::client(viewer.request(), &state.config);
    let passed = state.shares.allowances.pass(What::Mail, &from);
    passed.map_err(|retry_after| AppError::TooMany { retry_after })?;
    let (database, event, entry) = (state.db.clone(), event.clone(), entry.clone());
    Ok(match db::block(move || alerts::ask(&database, &event, (&entry, user), &place)).await? {
        Asked::Sent => (Tone::Good, "This browser tells you from now on."),
        Asked::Already => (Tone::Good, "This browser tells you already."),
        Asked::Full => (Tone::Warning, FULL),
    })
}

const FULL: &str = "You are told in as many places as there may be. Stop one of them first.";

fn waiting(mut answer: actix_web::HttpResponse, seconds: Option<u64>) -> actix_web::HttpResponse {
    if let Some(seconds) = seconds {
        answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    answer
}

async fn ended(state: &Data<AppState>, entry: EntryId, alert: Uuid) -> Result<(), AppError> {
    let database = state.db.clone();
    let is_there = db::block(move || alerts::end(&database, entry, alert)).await?;
    if is_there { Ok(()) } else { Err(AppError::not_found("address")) }
}

/// What is shown of where a player is told.
async fn view(state: &Data<AppState>, entry: EntryId, action: String) -> Result<AlertsView, AppError> {
    let database = state.db.clone();
    let alerts = db::block(move || alerts::of(&database, entry)).await?;
    Ok(AlertsView::of(action, &alerts, (state.config.mail.is_set(), state.pusher.public())))
}

/// The player of a private link, once an arbiter has entered them.
async fn by_link(
    state: &Data<AppState>,
    viewer: &Viewer,
    token: &str,
) -> Result<(Token, Own, Entry), AppError> {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    let user = viewer.signed_in().map(|signed_in| signed_in.user.clone());
    let (ledger, link) = (state.ledger.clone(), token);
    let own = db::block(move || registrations::find(&ledger, &link, user.as_ref())).await?;
    let entry = own.entry.clone().filter(|entry| !entry.is_erased).ok_or(NO_LINK)?;
    Ok((token, own, entry))
}
