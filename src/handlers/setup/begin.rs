//! A new event, with the story that it comes with, if any: all of it is made, or nothing.

use std::sync::Arc;

use tiger_event::{Command, Event, EventCommand, EventId, PersonName, Refusal, Settings, Slug};

use super::address::address;
use crate::access::{CurrentUser, Posted};
use crate::error::{AppError, Result};
use crate::ledger::{LedgerError, Order};
use crate::shares::What;
use crate::state::State;
use crate::{clock, db};

/// How often another address is tried when somebody has one by chance.
const TRIES: usize = 8;

/// Makes an event of these settings whose chief arbiter is whoever asks, and lets the rest of its story happen. The same
/// form sent twice makes one event. One that was elsewhere before keeps its identifier, and its address where that is free.
///
/// # Errors
/// Inside, what the event refuses; outside, what keeps anything from being made.
pub(super) async fn begin(
    state: &State,
    user: &CurrentUser,
    posted: &Posted,
    (settings, story): (&Settings, &[Command]),
    known: Option<(EventId, &Slug)>,
) -> Result<Result<Arc<Event>, Refusal>> {
    let chief_name = PersonName::parse(&user.signed_in.user.name)
        .map_err(|error| AppError::unprocessable(format!("The name of your account: {error}")))?;
    let once = posted.once()?;
    state.shares.allowances.pass_person(What::Event, user.signed_in.user.id)?;
    for attempt in 0..TRIES {
        let event = known.map_or_else(clock::new_id::<EventId>, |(event, _)| event);
        let slug = match known {
            Some((_, slug)) if attempt == 0 => slug.clone(),
            _ => address(settings)?,
        };
        let create = EventCommand::CreateEvent {
            event,
            slug,
            settings: Box::new(settings.clone()),
            chief: user.signed_in.user.id,
            chief_name: chief_name.clone(),
        };
        let commands = std::iter::once(create.into()).chain(story.iter().cloned());
        let orders = commands.map(|command| Order::new(user.signed_in.actor(), event, command));
        let mut orders: Vec<Order> = orders.collect();
        if let Some(create) = orders.first_mut() {
            create.key = Some(once.clone());
        }
        let ledger = state.ledger.clone();
        match db::block(move || Ok::<_, LedgerError>(ledger.begin(&orders))).await? {
            Ok(committed) => return Ok(Ok(committed.event)),
            Err(LedgerError::SlugTaken) => {}
            Err(LedgerError::Refused(refusal)) => return Ok(Err(refusal)),
            Err(error) => return Err(error.into()),
        }
    }
    Err(AppError::unprocessable("Please send this once more."))
}
