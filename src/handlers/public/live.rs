//! The stream that tells pages of a new version.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use futures_util::{Stream, StreamExt, stream};
use serde::Deserialize;
use tiger_event::permission::Role;
use tiger_event::{Entry, EntryId, Event, EventId, Game, GameId, RoundState};

use super::is_visitor;
use crate::access::{EventAccess, is_still_signed_in};
use crate::auth::address;
use crate::error::Result;
use crate::handlers::submission::Answer;
use crate::live::{self, Full, RETRY, Watcher};
use crate::services::clocks::{self, Fallen};
use crate::shares::{self, Who};
use crate::state::AppState;
use crate::{clock, db};

/// What a message of a version has in it, and a heartbeat has not.
const HEAD: &[u8] = b"event: version";

/// How often the session of whoever hears from inside is looked up again at most.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// What the page has.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// The version that it shows.
    seen: Option<u64>,
    /// Whether it shows more than readers see.
    inside: Option<String>,
    /// The game whose room it is.
    game: Option<GameId>,
}

/// Of what a page inside hears.
#[derive(Debug, Clone, Copy)]
enum Of {
    /// Everything: an arbiter's.
    All,
    Game(GameId),
    /// The own games of a player.
    Player(EntryId),
}

impl Of {
    /// What somebody may hear of an event beside what readers see; nothing for those who only read.
    fn asked(access: &EventAccess, asked: &Asked) -> Option<Self> {
        asked.inside.as_ref()?;
        let sits_at = |entry, game| {
            access.event.games.get(&game).is_some_and(|game: &Game| game.seat_of(entry).is_some())
        };
        match (access.role, asked.game) {
            (Role::Player(entry), Some(game)) => sits_at(entry, game).then_some(Self::Game(game)),
            (Role::Player(entry), None) => Some(Self::Player(entry)),
            (role, Some(game)) => role.is_arbiter().then_some(Self::Game(game)),
            (role, None) => role.is_arbiter().then_some(Self::All),
        }
    }

    fn games(self, event: &Event) -> Vec<&Game> {
        match self {
            Self::All => Vec::new(),
            Self::Game(game) => event.games.get(&game).into_iter().collect(),
            Self::Player(entry) => {
                event.games.values().filter(|game| game.seat_of(entry).is_some()).collect()
            }
        }
    }
}

pub async fn watch(request: HttpRequest, asked: web::Query<Asked>) -> Answer {
    let state = AppState::of(&request)?;
    let slug = request.match_info().get("slug").unwrap_or_default();
    let (event, version, of) = if is_visitor(&request, state) {
        let issue = state.publisher.issue(slug).await?;
        (issue.event.id, issue.version, None)
    } else {
        let access = EventAccess::extract(&request).await?;
        let of = Of::asked(&access, &asked);
        (access.event.id, access.event.version, of.map(|of| (of, access.viewer, access.role)))
    };
    // A browser that connects again says what it heard last.
    let heard = request.headers().get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let seen = heard.or(asked.seen);
    let who = shares::who().unwrap_or_else(|| Who::Stranger(address::of(&request, &state.config)));
    let joined = if of.is_some() {
        let current = || state.ledger.known(event).map_or(version, |event| event.version);
        state.publisher.inside.join(event, who, seen, current)
    } else {
        let current = || state.publisher.issue_in_memory(slug).map_or(version, |issue| issue.version);
        state.publisher.live.join(event, who, seen, current)
    };
    let watcher = match joined {
        Ok(watcher) => watcher,
        Err(full) => return Ok(no_room(full)),
    };
    let Some((of, viewer, role)) = of else { return Ok(streamed(watcher)) };
    // Who is dismissed or signed out hears no more.
    let (ledger, asking, mut looked) = (state.ledger.clone(), request.clone(), Instant::now());
    let is_welcome = move |_: &Result<Bytes, Infallible>| {
        let is_in_role = ledger.known(event).is_none_or(|event| viewer.role_in(&event) == role);
        let is_due = looked.elapsed() >= LOOK_AGAIN;
        if is_due {
            looked = Instant::now();
        }
        let request = asking.clone();
        // Where the database does not answer, the next message asks again.
        async move { is_in_role && (!is_due || is_still_signed_in(request).await.unwrap_or(true)) }
    };
    Ok(match of {
        Of::All => streamed(watcher.take_while(is_welcome)),
        of => {
            // A page that is not behind shows what stands now.
            let now = if seen == Some(version) { shown(&request, event, of).await.ok() } else { None };
            let now = now.map(|(_, shown)| shown);
            streamed(only_of((watcher, now), request, event, of).take_while(is_welcome))
        }
    })
}

/// An answer whose messages go out as they come.
pub(super) fn streamed(messages: impl Stream<Item = Result<Bytes, Infallible>> + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header(("x-accel-buffering", "no"))
        .streaming(messages)
}

/// The stream of a page that shows some games only. Of a version that leaves them alone it says nothing: there are as many
/// rooms as boards, and each would be made anew with every result of the hall.
fn only_of(
    begun: (Watcher, Option<Shown>),
    request: HttpRequest,
    event: EventId,
    of: Of,
) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(begun, move |(mut watcher, mut known)| {
        let request = request.clone();
        async move {
            loop {
                let Ok(mut piece) = watcher.next().await?;
                if piece.windows(HEAD.len()).any(|part| part == HEAD) {
                    // What cannot be looked up is told: the page asks by itself then.
                    let (now, shown) = shown(&request, event, of).await.ok().unzip();
                    if known.is_some() && known == shown {
                        continue;
                    }
                    known = shown;
                    // The event may be further than the version that was told: what was looked at is what is said.
                    if let (Some(now), true) = (now, piece.starts_with(b"id:")) {
                        piece = live::message(now);
                    }
                }
                return Some((Ok(piece), (watcher, known)));
            }
        }
    })
}

/// What the page shows, as far as it changes while the event is played.
#[derive(Debug, PartialEq)]
struct Shown {
    games: Vec<ShownGame>,
    /// Of a player's own page: wishes and byes are there too, and each round that comes.
    own: Option<(Entry, Vec<RoundState>)>,
}

#[derive(Debug, PartialEq, Eq)]
struct ShownGame {
    game: GameId,
    revision: u64,
    settings: u64,
    round: RoundState,
    flags: Vec<Fallen>,
}

/// That, with the version of the event that was looked at.
async fn shown(request: &HttpRequest, id: EventId, of: Of) -> Result<(u64, Shown)> {
    let state = AppState::of(request)?;
    // Whoever told of a version has it in memory; hundreds of rooms do not all go to the database for it.
    let event = match state.ledger.known(id) {
        Some(event) => event,
        None => {
            let ledger = state.ledger.clone();
            db::block(move || ledger.event(id)).await?
        }
    };
    let standings = state.clocks.in_memory(id);
    let one = |game: &Game| {
        let round = event.round(game.round).ok().filter(|round| round.state != RoundState::Draft)?;
        let standing = standings.get(&game.id);
        Some(ShownGame {
            game: game.id,
            revision: game.revision,
            settings: event.settings_revision,
            round: round.state,
            flags: standing.map(|it| clocks::fallen(game, it, clock::even())).unwrap_or_default(),
        })
    };
    let games = of.games(&event).into_iter().filter_map(one).collect();
    let own = match of {
        Of::Player(entry) => event.entries.get(&entry).cloned().map(|entry| {
            let states = event.rounds.iter().map(|round| round.state);
            (entry, states.filter(|state| *state != RoundState::Draft).collect())
        }),
        Of::All | Of::Game(_) => None,
    };
    Ok((event.version, Shown { games, own }))
}

pub(super) fn no_room(full: Full) -> HttpResponse {
    HttpResponse::ServiceUnavailable()
        .insert_header((header::RETRY_AFTER, RETRY.as_secs() * 12))
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .body(format!("{full}\n"))
}
