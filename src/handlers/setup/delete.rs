//! `/events/{slug}/settings/delete`: an event that never was public goes.

use crate::access::{EventAccess, ForChief};
use crate::auth::journal::What;
use crate::db;
use crate::handlers::submission::{Answer, FromChief, heed};
use crate::pages::setup::DeletePage;
use crate::pages::{Page, Tone, see_other_saying};
use crate::state::{AppState, State};

const HERE: &str = "/settings/delete";

/// What goes, and the form that asks for the event's name.
pub async fn show(state: State, ForChief(access): ForChief) -> Answer {
    access.require_just_typed(HERE)?;
    Page(page(&state, &access).await?).answer()
}

async fn page(state: &AppState, access: &EventAccess) -> Result<DeletePage, crate::error::AppError> {
    let (ledger, event) = (state.ledger.clone(), access.event.id);
    let kept = db::block(move || ledger.keeps(event)).await?;
    Ok(DeletePage::of(access, kept))
}

pub async fn delete(FromChief(mut sent): FromChief) -> Answer {
    sent.access.require_just_typed(HERE)?;
    let event = sent.access.event.clone();
    let meant = sent.form.read("which", |typed| {
        let typed = typed.trim();
        let is_meant = typed == event.slug.as_str() || typed == event.settings.name.as_str();
        is_meant.then_some(()).ok_or_else(|| {
            format!("Type {} or {} to confirm that this event is meant.", event.slug, event.settings.name)
        })
    });
    if meant.is_some() {
        let (state, actor) = (sent.state.clone(), sent.actor()?);
        let deleted = db::block(move || state.ledger.delete(&actor, event.id)).await;
        if let Some(deleted) = heed(&mut sent.form, "", deleted)? {
            let (state, event) = (&sent.state, &sent.access.event);
            state.publisher.forget(event.id);
            state.clocks.forget(event.id);
            state.sandboxes.forget(event.id);
            let what = format!("{} ({}), {} entries", deleted.name, event.slug, deleted.entries);
            sent.access.viewer.note(state, What::EventDeleted, &what);
            // Nothing else tells of it any more: the line is not left to wait.
            let journal = sent.state.clone();
            db::block(move || journal.journal.write(&journal.db)).await?;
            if let Some(why) = deleted.left {
                tracing::warn!(%why, "unused parts of the database's files may still hold the deleted event");
            }
            let said = format!("{} is deleted.", deleted.name);
            return Ok(see_other_saying("/", Tone::Good, &said));
        }
    }
    let mut page = page(&sent.state, &sent.access).await?;
    page.form.refill(sent.form);
    Page(page).again()
}
