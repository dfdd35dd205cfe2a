//! The form with which a player registers. Anybody may send it.

use std::collections::BTreeSet;

use actix_web::http::{StatusCode, header};
use tiger_event::{Application, EntryDetails, Event, Label, Note, RoundNumber};

use crate::access::{EventAccess, Posted};
use crate::auth::{Token, address};
use crate::error::Result;
use crate::handlers::submission::{Answer, Submission};
use crate::pages::entries::{read_details, read_for_categories};
use crate::pages::registrations::{RegisterPage, may_be_self, open_rounds, own_path};
use crate::pages::{FormView, Page, see_other};
use crate::services::registrations::{self, Registered};
use crate::shares::What;
use crate::state::{AppState, State};
use crate::{clock, db};

pub async fn show(state: State, access: EventAccess) -> Answer {
    let mut page = page(&state, &access).await?;
    // A number of its own: the token of the private link to be.
    let token = Token::new()?;
    let mut form = page.form.with_value("ticket", token.reveal());
    if let (Some(signed_in), true) = (access.viewer.signed_in(), may_be_self(&access)) {
        form = form.with_value("name", signed_in.user.name.as_str()).with_value("self", "on");
    }
    page.form = form;
    Page(page).answer()
}

pub async fn submit(mut sent: Submission) -> Answer {
    let form = &mut sent.form;
    let ticket = form.value("ticket").parse::<Token>();
    let application = read(form, &sent.access.event, &sent.posted);
    let Ok(token) = ticket else {
        form.reject("", "This form lacks its number. Please send it again.");
        return renumbered(sent).await;
    };
    if sent.access.event.open_registration(clock::now()).is_none() {
        form.reject("", "Registration has just ended. Ask an arbiter in the hall.");
    }
    if !sent.posted.value("website").is_empty() {
        form.reject("", "A field that people do not see was filled in. Reload the page and type it by hand.");
    }
    let (Some(application), false) = (application, form.is_rejected()) else {
        return again(sent, StatusCode::UNPROCESSABLE_ENTITY).await;
    };
    let request = sent.access.viewer.request();
    let address = address::client(request, &sent.state.config);
    if let Err(wait) = sent.state.shares.allowances.pass(What::Registration, &address) {
        // What was typed stays, and the browser hears how long to wait.
        let seconds = wait.as_secs().max(1);
        let said =
            format!("Many registrations came from your address. Please send it again in {seconds} seconds.");
        form.reject("", said);
        let mut answer = again(sent, StatusCode::TOO_MANY_REQUESTS).await?;
        answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        return Ok(answer);
    }
    let is_self = sent.posted.has("self") && may_be_self(&sent.access);
    let user = sent.access.viewer.signed_in().filter(|_| is_self).map(|signed_in| signed_in.user.id);
    let (database, event, path) = (sent.state.db.clone(), sent.access.event.id, own_path(&token));
    let register = move || registrations::register(&database, event, &token, &application, user);
    match db::block(register).await? {
        Registered::Waits => return Ok(see_other(&path)),
        Registered::SentBefore(name) => {
            let said = format!(
                "This form was sent before, for {name}, who is registered. Send it again if it is another player."
            );
            form.reject("", said);
            return renumbered(sent).await;
        }
        Registered::AccountWaits => {
            form.reject("self", "You are registered already; your private link shows where it stands.");
        }
        Registered::Full => {
            let said = "Too many registrations wait at this moment. Try again when the arbiters have looked at them.";
            form.reject("", said);
        }
    }
    again(sent, StatusCode::UNPROCESSABLE_ENTITY).await
}

fn read(form: &mut FormView, event: &Event, posted: &Posted) -> Option<Application> {
    let details = read_details(form);
    let identity = read_for_categories(form, event.asked_by_categories());
    let contact = form.read("contact", Label::parse_optional);
    let remark = form.read("remark", Note::parse_optional);
    // Each round once, however often it was sent.
    let rounds: Option<BTreeSet<RoundNumber>> = match event.registration_takes_byes() {
        true => posted.values("rounds_off").map(|round| round.parse().ok()).collect(),
        false => Some(BTreeSet::new()),
    };
    let rounds = rounds.filter(|rounds| rounds.iter().all(|round| open_rounds(event).contains(round)));
    let rounds: Option<Vec<_>> = rounds.map(|rounds| rounds.into_iter().collect());
    if rounds.is_none() {
        form.reject("rounds_off", "Choose among the rounds that are still to come.");
    }
    if rounds.as_ref().is_some_and(|off| !off.is_empty() && off.len() == open_rounds(event).count()) {
        form.reject(
            "rounds_off",
            "These are all rounds that are left: leave one at least in which you play.",
        );
    }
    let details = EntryDetails { identity: identity?, ..details? };
    Some(Application { details, rounds_off: rounds?, contact: contact?, remark: remark? })
}

/// The form again, with a number of its own.
async fn renumbered(mut sent: Submission) -> Answer {
    let token = Token::new()?;
    sent.form = sent.form.with_only_value("ticket", token.reveal());
    again(sent, StatusCode::UNPROCESSABLE_ENTITY).await
}

async fn page(state: &AppState, access: &EventAccess) -> Result<RegisterPage> {
    RegisterPage::of(access, registrations::waiting(&state.db, access.event.id).await?)
}

async fn again(sent: Submission, status: StatusCode) -> Answer {
    let state = sent.state.clone();
    sent.again(status, async |access, form| {
        let mut page = page(&state, access).await?;
        page.form.refill(form);
        Ok(page)
    })
    .await
}
