//! Public pages as bytes in memory: rendered once for each version of an event, served without the database.
//!
//! What is current is known here: the ledger's memory tells of changes by this process at once, a PostgreSQL server of
//! those by another; a look at the database every two seconds (`CHECK`) is the fallback. Invariant: nothing here is made
//! from anything but a [`PublishedEvent`](tiger_event::published::PublishedEvent), the register of people made from such,
//! and the line of a game in progress that everybody may see.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tiger_event::{Event, EventId, EventName, Slug, UserId};
use tokio::sync::broadcast::error::RecvError;

use crate::db::{self, DbError, block, block_in};
use crate::error::{AppError, Result};
use crate::ledger::{Ledger, LedgerError};
use crate::live::LiveHub;
use crate::services::people::{Directory, People};
use crate::theme::Theme;
use crate::{metrics, shares};

pub mod answer;
pub mod catalogue;
mod issue;
mod people;
pub mod printed;
pub mod shelf;
pub mod view;

pub use answer::{answer, answer_to_one, is_for_everybody, is_known};
pub use catalogue::{Card, OwnEvent, OwnRole};
pub use issue::Issue;
pub use people::PeopleView;
pub use printed::{MARK, Printed};
pub use shelf::Key;
pub use view::HTML;
pub use view::{ApiView, HallPart, HallShow, Moment, Sheet, View};

use catalogue::Catalogue;
use shelf::Shelf;

/// The content policy of what may stand within pages of others: nothing there is anybody's own, and it sends no form. Other
/// pages are framed by nobody.
pub const FRAMED_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *";

/// How often the database is asked whether another process changed an event.
const CHECK: Duration = Duration::from_secs(2);

/// How long news are gathered before pages are renewed.
const MOMENT: Duration = Duration::from_millis(20);

/// Bytes of pages that are kept, compressed forms included.
const SHELF_BYTES: usize = 96 * 1024 * 1024;

/// The festival of each event that belongs to one: its name and its address.
type Roofs = HashMap<EventId, (String, String)>;

/// The public pages of all events.
#[derive(Debug)]
pub struct Publisher {
    ledger: Ledger,
    catalogue: Catalogue,
    /// Who has played, and who keeps ratings and register.
    pub directory: Arc<Directory>,
    shelf: Shelf,
    roofs: RwLock<Roofs>,
    /// Who watches which event.
    pub live: Arc<LiveHub>,
    /// Arbiters and players who watch an event: they hear of every version, also of what readers do not see.
    pub inside: Arc<LiveHub>,
    /// Whoever finds something out of date takes the turn; the others wait and look again.
    turn: tokio::sync::Mutex<()>,
}

impl Publisher {
    /// A publisher that has not looked at any event yet.
    pub fn new(ledger: Ledger, live: Arc<LiveHub>, inside: Arc<LiveHub>) -> Arc<Self> {
        Arc::new(Self {
            ledger,
            inside,
            catalogue: Catalogue::default(),
            directory: Arc::default(),
            shelf: Shelf::new(SHELF_BYTES),
            roofs: RwLock::default(),
            live,
            turn: tokio::sync::Mutex::default(),
        })
    }

    /// The current issue of a public event.
    pub async fn issue(self: &Arc<Self>, slug: &str) -> Result<Arc<Issue>> {
        if let Some(found) = self.find(slug) {
            return found;
        }
        let slug = Slug::parse(slug).map_err(|_| AppError::not_found("event"))?;
        // First one's own turn: nobody who has the lock waits for anything but the work.
        let work = shares::turn().await;
        let _turn = self.turn.lock().await;
        if let Some(found) = self.find(slug.as_str()) {
            return found;
        }
        let publisher = self.clone();
        block_in(work, move || {
            let ledger = &publisher.ledger;
            let event = ledger.database().read(|db| ledger.event_by_slug(db, &slug))?;
            publisher.take(&event).ok_or(AppError::not_found("event"))
        })
        .await
    }

    /// The current issue of a public event, if it is in memory and not known to be out of date.
    pub fn issue_in_memory(&self, slug: &str) -> Option<Arc<Issue>> {
        self.find(slug)?.ok()
    }

    /// A page as it goes to visitors who chose no colours, if it is in memory and of now; none where anything has to be
    /// found out first.
    pub fn in_memory(&self, path: &str) -> Option<Arc<Printed>> {
        let event = path.strip_prefix("/events/")?;
        let (slug, rest) = event.split_at(event.find('/').unwrap_or(event.len()));
        let view = View::at(rest)?;
        let issue = self.issue_in_memory(slug)?;
        self.shelf.find(Key::of(&issue, view, Theme::Device))
    }

    /// What is in memory about an event, unless it is out of date; an error where it is not public.
    fn find(&self, slug: &str) -> Option<Result<Arc<Issue>>> {
        self.catalogue.find(slug, |id| self.ledger.known(id).map(|event| event.version))
    }

    /// The public events, and a number that changes whenever one of these lines does.
    pub async fn cards(self: &Arc<Self>) -> Result<(u64, Vec<Arc<Card>>)> {
        self.load_all().await?;
        Ok(self.catalogue.public_cards())
    }

    /// Everybody who has played in a public event.
    pub async fn people(self: &Arc<Self>) -> Result<Arc<People>> {
        self.load_all().await?;
        self.directory.current(&self.ledger, self.catalogue.public_versions()).await
    }

    /// The events that a person works or plays in; for an administrator, every one.
    pub async fn own_events(self: &Arc<Self>, user: UserId, is_admin: bool) -> Result<Vec<OwnEvent>> {
        self.load_all().await?;
        Ok(self.catalogue.own_events(user, is_admin))
    }

    /// A page from the shelf, rendered by `print` if it is not there. Requests for a page that is being
    /// rendered wait for it.
    ///
    /// # Errors
    /// When rendering fails; the next request tries again.
    pub async fn page(
        &self,
        key: Key,
        print: impl FnOnce() -> Result<Printed> + Send + 'static,
    ) -> Result<Arc<Printed>> {
        if let Some(printed) = self.shelf.find(key) {
            return Ok(printed);
        }
        // First one's own turn: whoever makes the page lets nobody wait for anything but the work.
        let work = shares::turn().await;
        let print = async {
            metrics::PRINTED.add(1);
            block_in(work, print).await.map(Arc::new)
        };
        self.shelf.find_or_print(key, print).await
    }

    /// Takes in a version of an event and tells those who watch it, if readers see something new; what readers see.
    fn take(&self, event: &Event) -> Option<Arc<Issue>> {
        let taken = self.catalogue.take(event);
        if let Some(version) = taken.news {
            self.live.tell(event.id, version);
        }
        taken.issue
    }

    /// Takes in everything that changed since the last look at the database.
    fn check(&self) -> Result<(), LedgerError> {
        self.look_at_festivals()?;
        let seen = self.catalogue.all();
        let lines = self.ledger.database().read(db::events::list)?;
        let versions: BTreeMap<EventId, u64> = lines.iter().map(|line| (line.id, line.version)).collect();
        seen.into_iter().filter(|id| !versions.contains_key(id)).for_each(|id| self.forget(id));
        self.catalogue.behind(versions).into_iter().try_for_each(|id| self.refresh(id))?;
        self.catalogue.set_complete();
        Ok(())
    }

    fn refresh(&self, id: EventId) -> Result<(), LedgerError> {
        match self.ledger.event(id) {
            Ok(event) => {
                self.take(&event);
                self.inside.tell(event.id, event.version);
                Ok(())
            }
            Err(LedgerError::NoEvent) => {
                self.forget(id);
                Ok(())
            }
            // The other events do not suffer for it.
            Err(LedgerError::Database(why @ DbError::Corrupt { .. })) => {
                let head = self.ledger.database().read(|db| db::events::find_head(db, id))?;
                if head.is_some_and(|head| self.catalogue.pass_over(id, head.version)) {
                    tracing::error!(
                        event = %id,
                        %why,
                        "an event cannot be read, its public pages stay as they were: `tiger-arbiter doctor` says more"
                    );
                }
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// The name and the address of the festival that an event belongs to.
    pub fn roof(&self, event: EventId) -> Option<(String, String)> {
        self.roofs.read().unwrap_or_else(PoisonError::into_inner).get(&event).cloned()
    }

    /// Looks which event belongs to which festival. Pages of events for which that has changed are made anew. Blocking.
    pub fn look_at_festivals(&self) -> Result<(), DbError> {
        let rows = self.ledger.database().read(db::festivals::of_events)?;
        let row = |(event, slug, name): (EventId, Slug, EventName)| {
            (event, (name.to_string(), format!("/festivals/{slug}")))
        };
        let now: Roofs = rows.into_iter().map(row).collect();
        let mut roofs = self.roofs.write().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *roofs, now);
        let touched = before.keys().chain(roofs.keys()).filter(|event| before.get(event) != roofs.get(event));
        let touched: BTreeSet<EventId> = touched.copied().collect();
        drop(roofs);
        touched.into_iter().for_each(|event| self.shelf.forget(event));
        Ok(())
    }

    pub fn forget(&self, id: EventId) {
        self.ledger.forget(id);
        self.catalogue.forget(id);
    }

    async fn load_all(self: &Arc<Self>) -> Result<()> {
        // Events that this process has just made or changed are taken in at once.
        let behind = self.catalogue.behind(self.ledger.known_versions());
        if self.catalogue.is_complete() && behind.is_empty() {
            return Ok(());
        }
        let work = shares::turn().await;
        let _turn = self.turn.lock().await;
        let publisher = self.clone();
        block_in(work, move || {
            if !publisher.catalogue.is_complete() {
                publisher.check()?;
            }
            behind.into_iter().try_for_each(|id| publisher.refresh(id))
        })
        .await
    }

    /// Follows the ledger for as long as the app runs: pages are renewed and watchers told.
    pub async fn follow(self: Arc<Self>) {
        let mut news = self.ledger.watch();
        let mut elsewhere = self.ledger.database().notices();
        let mut check = tokio::time::interval(CHECK);
        check.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut told = String::new();
        loop {
            let publisher = self.clone();
            let result = tokio::select! {
                heard = news.recv() => match heard {
                    Ok(heard) => {
                        // Fifty arbiters write many versions a second: readers see the last of each moment.
                        tokio::time::sleep(MOMENT).await;
                        let mut events = BTreeSet::from([heard.event]);
                        while let Ok(more) = news.try_recv() {
                            events.insert(more.event);
                        }
                        block(move || events.into_iter().try_for_each(|id| publisher.refresh(id))).await
                    }
                    Err(RecvError::Lagged(_)) => block(move || publisher.check()).await,
                    Err(RecvError::Closed) => return,
                },
                Some(event) = elsewhere.recv() => block(move || publisher.refresh(event)).await,
                _ = check.tick() => block(move || publisher.check()).await,
            };
            if let Some(cause) = result.as_ref().err().and_then(AppError::cause) {
                let cause = format!("{cause:#}");
                // Looked at every moment: it is told again when it becomes another one.
                if told != cause {
                    tracing::error!(
                        %cause,
                        "public pages stay as they were: `tiger-arbiter doctor` says whether the database is sound"
                    );
                }
                told = cause;
            } else {
                told.clear();
            }
        }
    }
}
