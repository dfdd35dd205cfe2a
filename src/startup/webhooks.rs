//! Tells other programs what readers see new of an event.

use std::sync::Arc;

use actix_web::web;
use tokio::sync::Semaphore;

use crate::db::block;
use crate::db::webhooks::Due;
use crate::error::{AppError, Result};
use crate::services::webhooks::{self, Poster};
use crate::state::State;
use crate::{clock, exports};

/// Messages that are on their way at a time.
const AT_A_TIME: usize = 4;

/// Looks for what is due and sends it, for as long as the app runs.
pub(super) async fn follow(state: State) {
    let poster = Poster::new(state.config.webhooks_inside);
    let places = Arc::new(Semaphore::new(AT_A_TIME));
    loop {
        tokio::time::sleep(state.config.look).await;
        let db = state.db.clone();
        // Mostly there is nothing, and nobody who writes has to wait for that.
        let all = block(move || db.read(webhooks::due)).await;
        let all = all.inspect_err(|error| tracing::warn!(?error, "it is not known which webhooks are due"));
        for due in all.unwrap_or_default() {
            let Ok(place) = places.clone().acquire_owned().await else { return };
            let (state, poster) = (state.clone(), poster.clone());
            actix_web::rt::spawn(async move {
                let (hook, slug) = (due.hook.id, due.slug.clone());
                if let Err(error) = tell(&state, poster, due).await {
                    tracing::warn!(?error, %hook, event = slug, "a webhook was not told; it is tried again");
                }
                drop(place);
            });
        }
    }
}

/// Takes what is due and sends it, if readers see anything new, and notes the answer.
async fn tell(state: &State, poster: Poster, due: Due) -> Result<()> {
    let db = state.db.clone();
    let (database, due) = (db.clone(), Arc::new(due));
    let asked = due.clone();
    if !block(move || database.write(|db| webhooks::take(db, &asked))).await? {
        return Ok(());
    }
    let issue = match state.publisher.issue(&due.slug).await {
        Ok(issue) => issue,
        // It is hidden.
        Err(AppError::NotFound(_)) => return block(move || db.write(|db| webhooks::skip(db, &due))).await,
        Err(error) => return Err(error),
    };
    // What readers see may be older than what another server has just written: that waits for the next look.
    let due = Arc::new(Due { version: issue.version.max(due.hook.told), ..Due::clone(&due) });
    if due.version == due.hook.told && !due.hook.is_asked {
        return block(move || db.write(|db| webhooks::skip(db, &due))).await;
    }
    let message = exports::message(&issue, &due, clock::now(), &state.base_url);
    let (hook, told_at) = (due.hook.clone(), issue.event.changed_at);
    // Beside the turns of those who wait for an answer of this program: another one may take its time.
    let sent = web::block(move || poster.post(&hook, &message)).await?;
    block(move || db.write(|db| webhooks::note(db, &due, &sent, told_at))).await
}
