//! The records of both players beside each other.

use tiger_event::RecordCommand;

use crate::access::{EventAccess, Room};
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::pages::Page;
use crate::pages::room::{ComparePage, pair};
use crate::services::records::text_of;
use crate::state::State;

pub async fn show(state: State, access: EventAccess) -> Answer {
    Page(page(&state, &access, String::new()).await?).answer()
}

/// An arbiter lets one of the records stand.
pub async fn let_stand(FromArbiter(sent): FromArbiter) -> Answer {
    let room = Room::of(&sent.access)?;
    let record = sent.access.named("record", "record")?;
    let command = RecordCommand::UseRecord { game: room.game.id, record, seen: sent.posted.version()? };
    let deed = Deed::new(room.path("/room"), "This record stands, with its result.").told();
    if pair(room.game).is_none() {
        // It was not compared with another: a refusal has no page to stand on.
        if let Some(asked) = sent.ask_first(&deed, &command.clone().into()).await? {
            return Ok(asked);
        }
        sent.commit(command).await?;
        return Ok(deed.done());
    }
    let state = sent.state.clone();
    sent.answer(deed, Some(command), async |access, form| {
        page(&state, access, form.error("").unwrap_or_default().to_owned()).await
    })
    .await
}

async fn page(state: &State, access: &EventAccess, error: String) -> Result<ComparePage> {
    let room = Room::of(access)?;
    let records = pair(room.game).ok_or(AppError::not_found("comparison"))?;
    let one = text_of(&state.db, records[0].digest).await?;
    let other = text_of(&state.db, records[1].digest).await?;
    ComparePage::of(&room, records, [&one, &other], error)
}
