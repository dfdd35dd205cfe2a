//! Server-sent events: pages hear that an event has a new version.
//!
//! Each watcher holds the newest version and nothing else, so a slow one can fall behind but never pile up
//! messages. A heartbeat every [`HEARTBEAT`] lets the server notice who has gone: a connection that is closed
//! while nothing is written to it looks open.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_web::web::Bytes;
use futures_util::Stream;
use tiger_event::EventId;
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep_until};
use tokio_stream::wrappers::WatchStream;

use crate::shares::Who;

/// How long a stream is silent at most.
pub const HEARTBEAT: Duration = Duration::from_secs(15);

/// How long a browser waits before it connects again, and how long it shall wait when there is no room.
pub const RETRY: Duration = Duration::from_secs(5);

/// Pages of one person that may be live.
pub const PER_PERSON: usize = 32;

/// How many pages may be live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seats {
    /// All.
    pub most: usize,
    /// Those of people who are not signed in.
    pub strangers: usize,
    /// Those of strangers at one address.
    pub per_address: usize,
}

/// Who watches which event.
#[derive(Debug)]
pub struct LiveHub {
    events: Mutex<HashMap<EventId, watch::Sender<u64>>>,
    taken: Mutex<Taken>,
    seats: Seats,
    heartbeat: Duration,
}

/// Seats that are taken.
#[derive(Debug, Default)]
struct Taken {
    by: HashMap<Who, usize>,
    all: usize,
    strangers: usize,
}

/// There is no room for one more watcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "So many people are watching that there is no room for one more. Please reload the page now and then."
)]
pub struct Full;

impl LiveHub {
    /// A hub with room for so many watchers at once.
    pub fn new(seats: Seats) -> Arc<Self> {
        Self::with_heartbeat(seats, HEARTBEAT)
    }

    pub fn with_heartbeat(seats: Seats, heartbeat: Duration) -> Arc<Self> {
        Arc::new(Self { events: Mutex::default(), taken: Mutex::default(), seats, heartbeat })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn events(&self) -> MutexGuard<'_, HashMap<EventId, watch::Sender<u64>>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many watch at the moment.
    pub fn watching(&self) -> usize {
        self.taken().all
    }

    /// Tells everybody who watches an event of its new version.
    pub fn tell(&self, event: EventId, version: u64) {
        if let Some(sender) = self.events().get(&event) {
            sender.send_replace(version);
        }
    }

    /// A stream of an event's versions; it begins with the current one, unless the page has `seen` it already.
    /// `current` is asked when the stream listens already, so that no version falls in between.
    pub fn join(
        self: &Arc<Self>,
        event: EventId,
        who: Who,
        seen: Option<u64>,
        current: impl FnOnce() -> u64,
    ) -> Result<Watcher, Full> {
        self.taken().take(who, self.seats)?;
        let seat = Seat { hub: self.clone(), event, who };
        let receiver = self.events().entry(event).or_insert_with(|| watch::channel(0).0).subscribe();
        let current = current();
        let is_behind = seen.is_none_or(|seen| seen < current);
        let greeting = greeting(is_behind.then_some(current));
        Ok(Watcher {
            versions: WatchStream::from_changes(receiver),
            silence: Box::pin(sleep_until(Instant::now() + self.heartbeat)),
            heartbeat: self.heartbeat,
            greeting: Some(greeting),
            _seat: seat,
        })
    }
}

impl Taken {
    fn take(&mut self, who: Who, seats: Seats) -> Result<(), Full> {
        let is_stranger = matches!(who, Who::Stranger(_));
        let most_own = if is_stranger { seats.per_address } else { PER_PERSON };
        let own = self.by.get(&who).copied().unwrap_or_default();
        let is_full = self.all >= seats.most || (is_stranger && self.strangers >= seats.strangers);
        if is_full || own >= most_own {
            return Err(Full);
        }
        self.by.insert(who, own + 1);
        self.all += 1;
        self.strangers += usize::from(is_stranger);
        Ok(())
    }

    fn give_back(&mut self, who: Who) {
        self.all -= 1;
        self.strangers -= usize::from(matches!(who, Who::Stranger(_)));
        match self.by.get_mut(&who) {
            Some(own) if *own > 1 => *own -= 1,
            _ => drop(self.by.remove(&who)),
        }
    }
}

/// The right to watch; given back when it is dropped.
#[derive(Debug)]
struct Seat {
    hub: Arc<LiveHub>,
    event: EventId,
    who: Who,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.hub.taken().give_back(self.who);
        let mut events = self.hub.events();
        if events.get(&self.event).is_some_and(|sender| sender.receiver_count() == 0) {
            events.remove(&self.event);
        }
    }
}

/// The stream of one watcher, as bytes of server-sent events.
#[derive(Debug)]
pub struct Watcher {
    greeting: Option<Bytes>,
    // Dropped before the seat, which counts the receivers that are left.
    versions: WatchStream<u64>,
    silence: Pin<Box<Sleep>>,
    heartbeat: Duration,
    _seat: Seat,
}

impl Stream for Watcher {
    type Item = Result<Bytes, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(greeting) = self.greeting.take() {
            return Poll::Ready(Some(Ok(greeting)));
        }
        if let Poll::Ready(next) = Pin::new(&mut self.versions).poll_next(context) {
            let Some(version) = next else { return Poll::Ready(None) };
            self.rest();
            return Poll::Ready(Some(Ok(message(version))));
        }
        ready!(self.silence.as_mut().poll(context));
        self.rest();
        Poll::Ready(Some(Ok(Bytes::from_static(b":\n\n"))))
    }
}

impl Watcher {
    fn rest(&mut self) {
        let until = Instant::now() + self.heartbeat;
        self.silence.as_mut().reset(until);
    }
}

fn greeting(version: Option<u64>) -> Bytes {
    let retry = format!("retry: {}\n\n", RETRY.as_millis());
    match version {
        Some(version) => [retry.into_bytes(), message(version).to_vec()].concat().into(),
        None => retry.into(),
    }
}

pub fn message(version: u64) -> Bytes {
    format!("id: {version}\nevent: version\ndata: {version}\n\n").into()
}
