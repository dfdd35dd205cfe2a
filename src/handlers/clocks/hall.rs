//! All clocks of the round, for arbiters.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use tiger_event::Reason;
use tiger_event::clock::Hand;
use tiger_event::text::count;

use crate::access::EventAccess;
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, Submission};
use crate::pages::clocks::ClocksPage;
use crate::pages::{Page, Tone, see_other_saying};
use crate::services::clocks::{self, All};
use crate::state::State;

pub async fn show(state: State, access: EventAccess) -> Answer {
    Page(page(&state, &access).await?).answer()
}

pub async fn states(state: State, access: EventAccess) -> Answer {
    let hand = hand(&access)?;
    let standings = clocks::standings(&state.clocks, &access.event).await?;
    Ok(HttpResponse::Ok().json(ClocksPage::states(&access, &hand, &standings)))
}

pub async fn all(mut sent: Submission) -> Answer {
    let hand = hand(&sent.access)?;
    let (what, word) = match sent.posted.value("do") {
        "start" => (All::Start, "started"),
        "stop" => (All::Stop, "stopped"),
        "resume" => (All::Resume, "set going again"),
        _ => {
            return Err(AppError::unprocessable(
                "This form does not say what to do with the clocks. Go back to its page and press one of the buttons there.",
            ));
        }
    };
    let reason = match what {
        All::Start => None,
        All::Stop | All::Resume => match sent.form.read("reason", Reason::parse) {
            Some(reason) => Some(reason),
            None => return again(sent).await,
        },
    };
    let key = sent.posted.once()?;
    let id = |text: &str| text.parse().map_err(|_| AppError::not_found("game"));
    let shown = sent.posted.value("shown").split_whitespace().map(id).collect::<Result<_, _>>()?;
    let (clocks, event) = (&sent.state.clocks, &sent.access.event);
    let done = clocks::all(clocks, event, &hand, (what, shown), (key.as_str(), reason)).await?;
    let mut said = match done.done {
        1 => format!("1 clock is {word}."),
        count => format!("{count} clocks are {word}."),
    };
    for refused in done.refused.iter().take(3) {
        said.push(' ');
        said.push_str(refused);
    }
    if done.refused.len() > 3 {
        said.push_str(&format!(" The same holds for {} more.", done.refused.len() - 3));
    }
    if done.unseen > 0 {
        let clocks = count(done.unseen, "clock was", "clocks were");
        let why = if what == All::Start { "not on the page" } else { "stopped since the page was shown" };
        said.push_str(&format!(" {clocks} {why}: look at them and press again."));
    }
    let tone = if done.refused.is_empty() && done.unseen == 0 { Tone::Good } else { Tone::Warning };
    Ok(see_other_saying(&sent.access.path("/clocks"), tone, &said))
}

async fn again(sent: Submission) -> Answer {
    let state = sent.state.clone();
    sent.again(StatusCode::UNPROCESSABLE_ENTITY, async |access, form| {
        let mut page = page(&state, access).await?;
        page.stop_all.refill(form);
        Ok(page)
    })
    .await
}

fn hand(access: &EventAccess) -> Result<Hand> {
    let signed_in = access.require_arbiter()?;
    Ok(Hand::Arbiter { id: signed_in.user.id, name: signed_in.user.name.clone() })
}

async fn page(state: &State, access: &EventAccess) -> Result<ClocksPage> {
    let hand = hand(access)?;
    let standings = clocks::standings(&state.clocks, &access.event).await?;
    Ok(ClocksPage::of(access, &hand, &standings))
}
