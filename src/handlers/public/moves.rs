//! Games in progress: their page, and a stream of their moves that other programs can follow.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use futures_util::{StreamExt, stream};
use serde::Deserialize;
use tiger_event::GameId;

use super::live::{no_room, streamed};
use super::{current_issue, from_memory, going_on, is_visitor, theme};
use crate::access::EventAccess;
use crate::auth::address;
use crate::db::block;
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::pages::{Frame, public};
use crate::publish::{HallShow, Issue, Key, Moment, Printed, View};
use crate::services::live_games::Line;
use crate::shares::{self, Who};
use crate::state::AppState;

/// How often a stream looks for a new move.
const LOOK: Duration = Duration::from_secs(1);

/// What everybody may see now of a game.
async fn line(state: &AppState, issue: &Issue, id: GameId) -> Result<Option<Line>> {
    match issue.event.games.get(&id) {
        Some(game) => state.live_games.line(&state.db, &issue.event, game).await,
        None => Ok(None),
    }
}

/// Whether a game is played and may be watched.
fn is_played(issue: &Issue, id: GameId) -> bool {
    issue.event.games.get(&id).is_some_and(|game| issue.event.live_delay(game).is_some())
}

/// What stands now; none where somebody looks back, or the event is not public: its arbiters see pages without moves.
async fn present(request: &HttpRequest) -> Option<Arc<Issue>> {
    if request.query_string().contains("as-of=") {
        return None;
    }
    current_issue(request).await.ok()
}

/// Shows a page with moves; visitors get it from memory until there is another move.
async fn show(
    request: &HttpRequest,
    issue: Arc<Issue>,
    view: View,
    body: impl FnOnce(&Issue, Frame) -> Result<String> + Send + 'static,
) -> Answer {
    let state = AppState::of(request)?;
    if is_visitor(request, state) {
        let theme = theme(request);
        let key = Key::of(&issue, view, theme);
        let roof = state.publisher.roof(issue.event.id);
        let print = move || {
            let frame = Frame { theme, ..public::public_frame(&issue.event, view).in_festival(roof) };
            going_on(Printed::new(view.media_type(), body(&issue, frame)?)?, view, &issue)
        };
        return from_memory(request, key, print).await;
    }
    let frame = EventAccess::extract(request).await?.frame(public::tab(view));
    let print = move || going_on(Printed::once(view.media_type(), body(&issue, frame)?)?, view, &issue);
    Ok(block(print).await?.answer_once())
}

/// The page of a game that is played and may be watched, or was watched to its end; none of any other.
pub(super) async fn page(request: &HttpRequest, id: GameId, moment: Moment) -> Result<Option<HttpResponse>> {
    let Some(issue) = present(request).await else { return Ok(None) };
    let Some(line) = line(AppState::of(request)?, &issue, id).await? else { return Ok(None) };
    let view = View::Live(id, moment, line.id);
    let body = move |issue: &Issue, frame| public::render_live(issue, (id, moment), &line, frame);
    show(request, issue, view, body).await.map(Some)
}

/// A screenful of boards that are played; none if the page of the show has something else.
pub(super) async fn hall(request: &HttpRequest, parts: HallShow, page: u16) -> Result<Option<HttpResponse>> {
    let state = AppState::of(request)?;
    let Some(issue) = present(request).await else { return Ok(None) };
    let mut lines = Vec::new();
    for game in public::live_boards(&issue, parts, page) {
        if let Some(line) = line(state, &issue, game).await? {
            lines.push((game, line));
        }
    }
    if lines.is_empty() {
        return Ok(None);
    }
    let id = lines.iter().fold(0_u64, |id, (_, line)| id.rotate_left(7) ^ line.id);
    let view = View::HallLive(parts, page, id);
    let base_url = state.base_url.clone();
    let body =
        move |issue: &Issue, frame| public::render_hall_live(issue, (parts, page), &lines, frame, &base_url);
    show(request, issue, view, body).await.map(Some)
}

/// What the follower has.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// The number of the line that it shows.
    seen: Option<u64>,
}

/// A message with all moves whenever there is another one, and one when the game
/// is not played any more.
pub async fn follow(
    request: HttpRequest,
    path: web::Path<(String, GameId)>,
    asked: web::Query<Asked>,
) -> Answer {
    let (state, id) = (AppState::of(&request)?, path.1);
    let issue = current_issue(&request).await?;
    if !is_played(&issue, id) {
        return Err(AppError::not_found("game in progress"));
    }
    let who = shares::who().unwrap_or_else(|| Who::Stranger(address::of(&request, &state.config)));
    let (slug, version) = (issue.event.slug.to_string(), issue.version);
    let current = || state.publisher.issue_in_memory(&slug).map_or(version, |issue| issue.version);
    let watcher = match state.publisher.live.join(issue.event.id, who, Some(version), current) {
        Ok(watcher) => watcher,
        Err(full) => return Ok(no_room(full)),
    };
    let begun =
        Following { watcher, state: state.clone().into_inner(), slug, id, seen: asked.seen, is_over: false };
    let moves = stream::unfold(begun, async |mut it| {
        let piece = it.next().await?;
        Some((Ok(piece), it))
    });
    Ok(streamed(Box::pin(moves)))
}

/// Somebody who follows a game.
struct Following {
    watcher: crate::live::Watcher,
    state: Arc<AppState>,
    slug: String,
    id: GameId,
    seen: Option<u64>,
    is_over: bool,
}

impl Following {
    /// The next message: of the moves, or what every page of the event hears.
    async fn next(&mut self) -> Option<Bytes> {
        if self.is_over {
            return None;
        }
        loop {
            if let Ok(issue) = self.state.publisher.issue(&self.slug).await {
                let is_played = is_played(&issue, self.id);
                match line(&self.state, &issue, self.id).await {
                    Ok(Some(line)) if is_played && self.seen != Some(line.id) => {
                        self.seen = Some(line.id);
                        let data = serde_json::json!({ "game": self.id, "moves": line.moves });
                        return Some(Bytes::from(format!("event: moves\ndata: {data}\n\n")));
                    }
                    Ok(_) if !is_played => {
                        self.is_over = true;
                        let data = serde_json::json!({ "game": self.id });
                        return Some(Bytes::from(format!("event: over\ndata: {data}\n\n")));
                    }
                    Ok(_) | Err(_) => {}
                }
            }
            tokio::select! {
                Some(Ok(piece)) = self.watcher.next() => return Some(piece),
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }
}
