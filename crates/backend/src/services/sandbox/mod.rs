//! What if: copies of an event in which arbiters try something out. Nothing of it reaches the event, the database or the
//! public; versions share what did not change, so a copy costs what is tried in it.
//!
//! Sandboxes live in the memory of this server. They are gone when it stops, when nobody looked at them for half a day,
//! and when they are thrown away. Whatever is good in them goes to the event by its own door, step by step.

mod comparison;
mod trial;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

pub use comparison::{Comparison, PairRow};
pub use trial::Trial;

use tiger_event::ids::SandboxId;
use tiger_event::{Actor, Event, EventId, Meta, Refusal, Teller};

use crate::clock;

/// Sandboxes of one event, of all events, and steps of one.
const MOST_OF_EVENT: usize = 8;
const MOST: usize = 64;
const MOST_STEPS: usize = 50;

/// Time without a look after which one is thrown away.
const KEPT: Duration = Duration::from_secs(12 * 60 * 60);

/// Something that was tried.
#[derive(Debug, Clone)]
pub struct Step {
    pub what: Trial,
    by: Actor,
    at: DateTime<Utc>,
    /// The key of the form that it came with: sent twice, it is one step.
    key: String,
}

/// A copy of an event in which something is tried.
#[derive(Debug, Clone)]
pub struct Sandbox {
    pub id: SandboxId,
    /// The event as it stood where the copy was taken.
    pub base: Arc<Event>,
    pub by: String,
    pub at: DateTime<Utc>,
    pub steps: Vec<Step>,
}

impl Sandbox {
    /// In an event that is over things are tried as if it went on.
    fn of(mut base: Arc<Event>, actor: &Actor) -> Self {
        if base.is_finished {
            Arc::make_mut(&mut base).is_finished = false;
        }
        Self { id: clock::new_id(), base, by: actor.name().to_owned(), at: clock::now(), steps: Vec::new() }
    }

    /// The event with everything that was tried, and each step in words.
    ///
    /// # Errors
    /// Which step cannot be carried out, and why.
    pub fn carried_out(&self) -> Result<(Arc<Event>, Vec<String>), (usize, Refusal)> {
        let mut now = self.base.clone();
        let mut told = Vec::with_capacity(self.steps.len());
        for (place, step) in self.steps.iter().enumerate() {
            let after = Arc::new(step.carry_out(&now).map_err(|refusal| (place, refusal))?);
            let command = step.what.command(&now, None).map_err(|refusal| (place, refusal))?;
            told.push(Teller::after(&after, &now).tell(&command));
            now = after;
        }
        Ok((now, told))
    }

    /// With one more step.
    fn with(&self, what: Trial, by: &Actor, key: &str) -> Result<Self, Refusal> {
        if self.steps.len() >= MOST_STEPS {
            return Err(Refusal::Invalid(format!(
                "{MOST_STEPS} steps have been tried here. Take some out first."
            )));
        }
        let mut next = self.clone();
        next.steps.push(Step { what, by: by.clone(), at: clock::now(), key: key.to_owned() });
        next.carried_out().map_err(|(_, refusal)| refusal)?;
        Ok(next)
    }

    /// Without one of its steps.
    fn without(&self, place: usize) -> Result<Self, Refusal> {
        let mut next = self.clone();
        if place >= next.steps.len() {
            return Err(Refusal::NotFound("step"));
        }
        next.steps.remove(place);
        // The later ones have moved up by one.
        let rests = |(place, refusal)| Refusal::Invalid(format!("Step {} rests on it: {refusal}", place + 2));
        next.carried_out().map_err(rests)?;
        Ok(next)
    }
}

impl Step {
    fn carry_out(&self, event: &Event) -> Result<Event, Refusal> {
        let mut now = event.clone();
        for command in self.what.commands(event)? {
            let meta = Meta { seq: now.version + 1, at: self.at.max(now.changed_at), by: self.by.clone() };
            now = now.given(&meta, &command)?;
        }
        Ok(now)
    }
}

/// All sandboxes of this server.
#[derive(Debug, Default)]
pub struct Sandboxes(Mutex<BTreeMap<SandboxId, Kept>>);

#[derive(Debug)]
struct Kept {
    sandbox: Arc<Sandbox>,
    looked_at: Instant,
}

impl Sandboxes {
    fn all(&self) -> MutexGuard<'_, BTreeMap<SandboxId, Kept>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, kept| kept.looked_at.elapsed() < KEPT);
        all
    }

    /// All, but for those of an event that were made before somebody was erased from it: the name is still in them.
    pub fn without_erased(&self, event: &Event) -> &Self {
        self.all().retain(|_, kept| {
            let base = &kept.sandbox.base;
            base.id != event.id || base.version >= event.erased
        });
        self
    }

    /// Throws all of an event away.
    pub fn forget(&self, event: EventId) {
        self.all().retain(|_, kept| kept.sandbox.base.id != event);
    }

    /// Those of an event, the oldest first.
    pub fn of_event(&self, event: EventId) -> Vec<Arc<Sandbox>> {
        let all = self.all();
        all.values().map(|kept| kept.sandbox.clone()).filter(|sandbox| sandbox.base.id == event).collect()
    }

    /// One of an event's; a look keeps it.
    pub fn find(&self, event: EventId, id: SandboxId) -> Result<Arc<Sandbox>, Refusal> {
        let mut all = self.all();
        let found = all.get_mut(&id).filter(|kept| kept.sandbox.base.id == event);
        let found = found.ok_or(Refusal::NotFound("what-if"))?;
        found.looked_at = Instant::now();
        Ok(found.sandbox.clone())
    }

    /// Makes one from a state of the event. Where the server has too many, the one goes that nobody looked at longest.
    ///
    /// # Errors
    /// When the event has too many.
    pub fn make(&self, base: Arc<Event>, actor: &Actor) -> Result<SandboxId, Refusal> {
        let mut all = self.all();
        if all.values().filter(|kept| kept.sandbox.base.id == base.id).count() >= MOST_OF_EVENT {
            return Err(Refusal::Invalid(format!(
                "This event has {MOST_OF_EVENT} what-ifs already. Throw one away first."
            )));
        }
        let oldest = all.iter().min_by_key(|(_, kept)| kept.looked_at).map(|(id, _)| *id);
        if let Some(oldest) = oldest.filter(|_| all.len() >= MOST) {
            all.remove(&oldest);
        }
        let made = Sandbox::of(base, actor);
        let id = made.id;
        all.insert(id, Kept { sandbox: Arc::new(made), looked_at: Instant::now() });
        Ok(id)
    }

    /// Tries something in one; `key` is the key of the form that asks for it.
    pub fn try_out(
        &self,
        place: (EventId, SandboxId),
        what: &Trial,
        actor: &Actor,
        key: &str,
    ) -> Result<(), Refusal> {
        self.change(place, |sandbox| {
            let is_done = sandbox.steps.iter().any(|step| step.key == key);
            if is_done { Ok(sandbox.clone()) } else { sandbox.with(what.clone(), actor, key) }
        })
    }

    /// Takes a step out.
    ///
    /// # Errors
    /// When a later one rests on it, which is said.
    pub fn take_out(&self, place: (EventId, SandboxId), step: usize) -> Result<(), Refusal> {
        self.change(place, |sandbox| sandbox.without(step))
    }

    /// Throws one away; nothing is said if it is gone.
    pub fn throw_away(&self, event: EventId, id: SandboxId) {
        self.all().retain(|other, kept| *other != id || kept.sandbox.base.id != event);
    }

    /// Changes one while others may change it too: nothing is reckoned while all wait.
    fn change(
        &self,
        (event, id): (EventId, SandboxId),
        change: impl Fn(&Sandbox) -> Result<Sandbox, Refusal>,
    ) -> Result<(), Refusal> {
        loop {
            let before = self.find(event, id)?;
            let after = change(&before)?;
            let mut all = self.all();
            let known = all.get_mut(&id).ok_or(Refusal::NotFound("what-if"))?;
            if Arc::ptr_eq(&known.sandbox, &before) {
                known.sandbox = Arc::new(after);
                return Ok(());
            }
        }
    }
}
