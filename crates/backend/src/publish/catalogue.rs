//! Which events there are, at which version, and what readers see of them.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use chrono::NaiveDate;
use tiger_event::{Event, EventId, Format, PublishedEvent, RoundNumber, Speaker, StaffRole, UserId};
use tiger_rules::GameKind;

use super::issue::Issue;
use crate::error::{AppError, Result};

/// Events whose issues are kept; those of others are made again when somebody asks.
pub const ISSUES_KEPT: usize = 64;

/// A line of a list of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    pub slug: String,
    pub name: String,
    pub game: GameKind,
    pub format: Format,
    pub venue: Option<String>,
    pub starts_on: NaiveDate,
    pub ends_on: NaiveDate,
    pub players: usize,
    /// How many rounds are published.
    pub rounds: RoundNumber,
    pub planned_rounds: RoundNumber,
    pub is_finished: bool,
    pub is_public: bool,
}

impl Card {
    fn of(event: &Event) -> Self {
        Self {
            slug: event.slug.to_string(),
            name: event.settings.name.to_string(),
            game: event.settings.game,
            format: event.settings.format,
            venue: event.settings.venue.as_ref().map(ToString::to_string),
            starts_on: event.settings.starts_on,
            ends_on: event.settings.ends_on,
            players: event.entries.len(),
            rounds: event.published_rounds(),
            planned_rounds: event.planned_rounds(),
            is_finished: event.is_finished,
            is_public: event.is_public,
        }
    }
}

/// What a person is to an event of his.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnRole {
    Staff(StaffRole),
    Player,
    /// The administrator of the installation.
    Administrator,
}

/// An event that a person works or plays in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnEvent {
    pub card: Arc<Card>,
    pub role: OwnRole,
}

/// What is known of one event.
#[derive(Debug)]
struct Seen {
    id: EventId,
    /// The version last looked at; readers may see the same since an earlier one.
    version: u64,
    card: Arc<Card>,
    people: BTreeMap<UserId, OwnRole>,
    issue: Option<Arc<Issue>>,
    used: AtomicU64,
}

/// What came of taking in a version.
pub struct Taken {
    /// What readers see; none of an event that is not public.
    pub issue: Option<Arc<Issue>>,
    /// The version, if readers see something new.
    pub news: Option<u64>,
}

#[derive(Debug, Default)]
struct Known {
    by_slug: HashMap<String, Seen>,
    slugs: HashMap<EventId, String>,
    /// The versions of events that could not be read.
    unreadable: HashMap<EventId, u64>,
    cards_version: u64,
    is_complete: bool,
}

/// Which events there are.
#[derive(Debug, Default)]
pub struct Catalogue {
    known: RwLock<Known>,
    clock: AtomicU64,
}

impl Catalogue {
    fn read(&self) -> RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Known> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn tick(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// What readers see of the event at this address, an error where it is not public; none if it has to be looked at again.
    pub fn find(&self, slug: &str, newest: impl Fn(EventId) -> Option<u64>) -> Option<Result<Arc<Issue>>> {
        let known = self.read();
        let seen = known.by_slug.get(slug)?;
        if newest(seen.id).is_some_and(|newest| newest > seen.version) {
            return None;
        }
        if !seen.card.is_public {
            return Some(Err(AppError::not_found("event")));
        }
        seen.used.store(self.tick(), Ordering::Relaxed);
        seen.issue.clone().map(Ok)
    }

    /// Takes in a version of an event; an older one than is known changes nothing.
    pub fn take(&self, event: &Event) -> Taken {
        let card = Card::of(event);
        let people = people(event);
        // Comparing takes a while: readers are not kept waiting for it.
        let issue = self.issue_of(event);
        let used = AtomicU64::new(self.tick());
        let mut known = self.write();
        let known = &mut *known;
        let before = known.by_slug.get(event.slug.as_str());
        if let Some(before) = before.filter(|before| before.version > event.version) {
            // Where the newer one was let go of meanwhile, whoever asked for this one shall have it.
            let issue = before.issue.clone().or(issue).filter(|_| before.card.is_public);
            return Taken { issue, news: None };
        }
        let shown = before.and_then(|before| before.issue.as_ref());
        let is_same = shown.map(Arc::as_ptr) == issue.as_ref().map(Arc::as_ptr);
        let is_newer = before.is_some_and(|before| before.version < event.version);
        let card = match before.filter(|before| *before.card == card) {
            Some(before) => before.card.clone(),
            None => {
                known.cards_version += 1;
                Arc::new(card)
            }
        };
        let seen = Seen { id: event.id, version: event.version, card, people, issue: issue.clone(), used };
        known.slugs.insert(event.id, event.slug.to_string());
        known.by_slug.insert(event.slug.to_string(), seen);
        known.forget_unused();
        Taken { issue, news: (is_newer && !is_same).then_some(event.version) }
    }

    /// What readers see of a version: the issue that they see already, if nothing in it has changed for them.
    fn issue_of(&self, event: &Event) -> Option<Arc<Issue>> {
        let published = PublishedEvent::of(event)?;
        let shown = self.read().by_slug.get(event.slug.as_str()).and_then(|seen| seen.issue.clone());
        let unchanged = shown.filter(|shown| shown.event.reads_like(&published));
        Some(unchanged.unwrap_or_else(|| Arc::new(Issue::new(published, event.version))))
    }

    pub(super) fn forget(&self, id: EventId) {
        let mut known = self.write();
        let Some(slug) = known.slugs.remove(&id) else { return };
        if known.by_slug.get(&slug).is_some_and(|seen| seen.id == id) {
            known.by_slug.remove(&slug);
        }
        known.cards_version += 1;
    }

    /// Notes that a version of an event cannot be read: readers see what they saw before. Whether that was not known yet.
    pub(super) fn pass_over(&self, id: EventId, version: u64) -> bool {
        self.write().unreadable.insert(id, version) != Some(version)
    }

    /// The events that were looked at.
    pub(super) fn all(&self) -> Vec<EventId> {
        self.read().slugs.keys().copied().collect()
    }

    /// Which of these versions have not been looked at yet.
    pub(super) fn behind(&self, versions: impl IntoIterator<Item = (EventId, u64)>) -> Vec<EventId> {
        let known = self.read();
        let behind = versions.into_iter().filter(|(id, version)| known.is_behind(*id, *version));
        behind.map(|(id, _)| id).collect()
    }

    /// Whether every event of the database has been looked at.
    pub(super) fn is_complete(&self) -> bool {
        self.read().is_complete
    }

    pub(super) fn set_complete(&self) {
        if !self.is_complete() {
            self.write().is_complete = true;
        }
    }

    /// The public events, latest first, and the number that changes with this list.
    pub(super) fn public_cards(&self) -> (u64, Vec<Arc<Card>>) {
        let known = self.read();
        let public = known.by_slug.values().filter(|seen| seen.card.is_public);
        (known.cards_version, sorted(public.map(|seen| seen.card.clone()).collect(), |card| card))
    }

    pub(super) fn public_versions(&self) -> Vec<(EventId, u64)> {
        let known = self.read();
        let public = known.by_slug.values().filter(|seen| seen.card.is_public);
        let mut versions: Vec<_> = public.map(|seen| (seen.id, seen.version)).collect();
        versions.sort_unstable();
        versions
    }

    /// The events that a person works or plays in, latest first.
    pub(super) fn own_events(&self, user: UserId, is_admin: bool) -> Vec<OwnEvent> {
        let known = self.read();
        let own = known.by_slug.values().filter_map(|seen| {
            let role = seen.people.get(&user).copied();
            let role = role.or(is_admin.then_some(OwnRole::Administrator))?;
            Some(OwnEvent { card: seen.card.clone(), role })
        });
        sorted(own.collect(), |own| &own.card)
    }
}

impl Known {
    fn is_behind(&self, id: EventId, version: u64) -> bool {
        let seen = self.slugs.get(&id).and_then(|slug| self.by_slug.get(slug));
        let is_passed_over = self.unreadable.get(&id).is_some_and(|passed| *passed >= version);
        !is_passed_over && seen.is_none_or(|seen| seen.version < version)
    }

    /// Lets go of the issue that was not asked for the longest, if there are too many.
    fn forget_unused(&mut self) {
        let kept = self.by_slug.values().filter(|seen| seen.issue.is_some()).count();
        if kept <= ISSUES_KEPT {
            return;
        }
        let kept = self.by_slug.values_mut().filter(|seen| seen.issue.is_some());
        if let Some(seen) = kept.min_by_key(|seen| seen.used.load(Ordering::Relaxed)) {
            seen.issue = None;
        }
    }
}

fn people(event: &Event) -> BTreeMap<UserId, OwnRole> {
    let players = event.entries.values().filter_map(|entry| match entry.speaker {
        Speaker::Taken { user } => Some((user, OwnRole::Player)),
        Speaker::None | Speaker::Offered { .. } => None,
    });
    let staff = event.staff.iter().map(|(user, member)| (*user, OwnRole::Staff(member.role)));
    players.chain(staff).collect()
}

fn sorted<T>(mut events: Vec<T>, card: impl Fn(&T) -> &Arc<Card>) -> Vec<T> {
    events.sort_by(|one, other| {
        let (one, other) = (card(one), card(other));
        (other.starts_on, &one.name, &one.slug).cmp(&(one.starts_on, &other.name, &other.slug))
    });
    events
}
