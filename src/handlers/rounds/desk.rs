//! The desk: what to do next, and the event's publication and end.

use actix_web::http::StatusCode;
use tiger_event::command::AnnouncementCommand;
use tiger_event::{Command, EventCommand, Note};

use crate::access::ForArbiter;
use crate::db;
use crate::handlers::submission::{Answer, Deed, FromArbiter, FromChief, Submission};
use crate::pages::Page;
use crate::pages::confirm::ConfirmPage;
use crate::pages::rounds::DeskPage;
use crate::services::accounts::follow_end;
use crate::services::queue::still_open;
use crate::services::registrations::waiting;
use crate::services::take_back::tried;
use crate::state::State;

pub async fn show(state: State, ForArbiter(access): ForArbiter) -> Answer {
    let registered = waiting(&state.db, access.event.id).await?;
    Page(DeskPage::of(&access, registered)).answer()
}

/// Publishes or hides the event.
pub async fn publish(FromChief(sent): FromChief) -> Answer {
    let is_public = sent.posted.value("public") == "yes";
    let said =
        if is_public { "Everybody can see the event now." } else { "Only arbiters see the event now." };
    carry_out(sent, EventCommand::ShowEvent { is_public }, said).await
}

/// Finishes the event, or takes it up again.
pub async fn finish(FromChief(sent): FromChief) -> Answer {
    let is_finished = sent.posted.value("finished") == "yes";
    let said = if is_finished { "The event is finished." } else { "The event goes on." };
    let command = EventCommand::FinishEvent { is_finished };
    let open = if is_finished { still_open(&sent.access.event) } else { Vec::new() };
    // What the event refuses anyway is not asked first.
    if !open.is_empty() && tried(&sent.access.event, &sent.actor()?, &command.clone().into()).is_ok() {
        let deed = Deed::new(sent.access.path("/desk"), said).confirmed_by("Finish event");
        if let Some(asked) = sent.ask(&deed, ConfirmPage::of_end(&sent.access, open))? {
            return Ok(asked);
        }
    }
    let (state, event) = (sent.state.clone(), sent.access.event.id);
    let answer = carry_out(sent, command, said).await?;
    if answer.status() == StatusCode::SEE_OTHER {
        db::block(move || follow_end(&state.ledger, &state.config, event)).await?;
    }
    Ok(answer)
}

/// Tells everybody something, or nothing any more.
pub async fn announce(FromArbiter(mut sent): FromArbiter) -> Answer {
    let takes_down = sent.posted.has("take_down");
    let text = if takes_down { Some(None) } else { sent.form.read("announcement", Note::parse).map(Some) };
    let said = if takes_down { "The announcement is taken down." } else { "Everybody reads it now." };
    let command = text.map(|text| AnnouncementCommand::Announce { text }.into());
    answer(sent, command, said).await
}

async fn carry_out(sent: Submission, command: EventCommand, said: &str) -> Answer {
    answer(sent, Some(command.into()), said).await
}

async fn answer(sent: Submission, command: Option<Command>, said: &str) -> Answer {
    let (state, deed) = (sent.state.clone(), Deed::new(sent.access.path("/desk"), said));
    sent.answer(deed, command, async |access, form| {
        let mut page = DeskPage::of(access, waiting(&state.db, access.event.id).await?);
        page.refusal = form.error("").unwrap_or_default().to_owned();
        page.announcement.refill(form);
        Ok(page)
    })
    .await
}
