//! Who has played here, and how strong they are: kept in memory, and made anew only of what has changed.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

use chrono::Datelike;
use tiger_event::rated::{distance, words};
use tiger_event::ratings::{Month, RatedGame, Rating, Ratings};
use tiger_event::register::{Appearance, Decision, Harvest, Person};
use tiger_event::{EntryId, Event, EventId, GameId, PublishedGame, RatedPlayer, Register, Seat};
use tiger_rules::GameKind;

use crate::db::block_in;
use crate::db::decisions::{self, Decided};
use crate::db::ratings::MOST_FOUND;
use crate::db::users::User;
use crate::error::{AppError, Result};
use crate::ledger::{Ledger, LedgerError};
use crate::shares;

mod decide;

pub use decide::{Deciding, NOT_ONE};

/// How long decisions are taken as they were last read: another server may have taken some.
const FRESH: Duration = Duration::from_secs(2);

/// The games of one kind that count, and the ratings that they give once somebody asks.
#[derive(Debug, Default)]
struct Pool {
    games: Vec<RatedGame>,
    ratings: OnceLock<Ratings>,
}

/// The people of all public events at one moment.
#[derive(Debug, Default)]
pub struct People {
    pub register: Register,
    /// What arbiters decided, the oldest first.
    pub decided: Vec<Decided>,
    /// A number that is another one when anything here is.
    pub version: u64,
    pools: BTreeMap<GameKind, Arc<Pool>>,
    games: HashMap<GameId, usize>,
}

impl People {
    fn of(harvests: &HashMap<EventId, (u64, Arc<Harvest>)>, decided: Vec<Decided>, before: &Self) -> Self {
        let decisions: Vec<Decision> = decided.iter().map(|it| it.decision).collect();
        let register = Register::of(harvests.values().map(|(_, harvest)| &**harvest), &decisions);
        let pool = |kind: GameKind| {
            let mut games: Vec<RatedGame> = register
                .games
                .iter()
                .filter(|game| game.event.kind == kind)
                .filter_map(|game| rated(&register, game))
                .collect();
            games.sort();
            // Ratings that the same games gave stay.
            let same = before.pools.get(&kind).filter(|pool| pool.games == games).cloned();
            (kind, same.unwrap_or_else(|| Arc::new(Pool { games, ratings: OnceLock::new() })))
        };
        let pools = GameKind::ALL.into_iter().map(pool).collect();
        let games = register.games.iter().enumerate().map(|(place, game)| (game.id, place)).collect();
        Self { register, decided, version: before.version + 1, pools, games }
    }

    /// The ratings of a kind of games. The first to ask waits until they are made.
    pub fn ratings(&self, kind: GameKind) -> Option<&Ratings> {
        let pool = self.pools.get(&kind)?;
        Some(pool.ratings.get_or_init(|| Ratings::of(pool.games.clone())))
    }

    /// Everybody with a rating in a kind of games, the strongest first. Who was erased is not among them.
    pub fn ranked(&self, kind: GameKind) -> Vec<Ranked<'_>> {
        let Some(ratings) = self.ratings(kind) else { return Vec::new() };
        let one = |person| Ranked::of(ratings, person);
        let mut all: Vec<_> = self.register.people.iter().filter_map(one).collect();
        // The order of names stays among those who have as much, to the last bit: files tell more of it than pages do.
        all.sort_by(|one, other| other.rating.value.total_cmp(&one.rating.value));
        for place in 0..all.len() {
            let before = place.checked_sub(1).map(|at| (all[at].points(), all[at].place));
            all[place].place = match before {
                Some((points, shared)) if points == all[place].points() => shared,
                _ => place + 1,
            };
        }
        all
    }

    /// The ratings that the players of an event have in its game, where they are others than those entered, and how many
    /// players have none here.
    pub fn new_ratings(&self, event: &Event) -> (Vec<(EntryId, u16)>, usize) {
        let ranked = self.ranked(event.settings.game);
        let points: HashMap<EntryId, u16> =
            ranked.iter().filter_map(|it| Some((it.person.id, it.entered()?))).collect();
        let (mut new, mut unknown) = (Vec::new(), 0);
        for entry in event.entries_by_number() {
            match self.register.find(entry).and_then(|person| points.get(&person.id)) {
                Some(rating) if entry.details.rating == Some(*rating) => {}
                Some(rating) => new.push((entry.id, *rating)),
                None => unknown += 1,
            }
        }
        (new, unknown)
    }

    /// The players nearest to a name, or the one with this identifier, as lists have them; each with the identifier.
    pub fn look_up(&self, kind: GameKind, asked: &str) -> Vec<(EntryId, RatedPlayer)> {
        let asked_words = words(asked);
        let id = asked.trim().parse::<EntryId>().ok();
        let mut found: Vec<_> = self
            .ranked(kind)
            .into_iter()
            .map(|ranked| (distance(&asked_words, &ranked.person.name), ranked))
            .filter(|(far, ranked)| match id {
                Some(id) => ranked.person.id == id,
                None => !asked_words.is_empty() && *far <= 3 * asked_words.len(),
            })
            .collect();
        found.sort_by_key(|(far, _)| *far);
        let player = |ranked: Ranked<'_>| {
            let of = |text: fn(&Appearance) -> &Option<String>| {
                self.register.last_said(ranked.person, text).unwrap_or_default().to_owned()
            };
            let player = RatedPlayer {
                club: of(|part| &part.club),
                id: of(|part| &part.fide_id),
                name: ranked.person.name.clone(),
                title: of(|part| &part.title),
                federation: of(|part| &part.federation),
                rating: ranked.entered(),
                ..RatedPlayer::default()
            };
            (ranked.person.id, player)
        };
        found.into_iter().take(MOST_FOUND).map(|(_, ranked)| player(ranked)).collect()
    }

    pub fn game(&self, id: GameId) -> Option<&PublishedGame> {
        self.register.games.get(self.place(id)?)
    }

    /// The place of a published game among those of the register.
    pub fn place(&self, id: GameId) -> Option<usize> {
        self.games.get(&id).copied()
    }

    pub fn person(&self, entry: EntryId) -> Result<&Person> {
        self.register.person(entry).ok_or(AppError::not_found("player"))
    }
}

/// The game as ratings count it; none for those that do not count: not played, disqualified on both sides, begun from
/// another situation. It counts in the month in which its event ends.
fn rated(register: &Register, game: &PublishedGame) -> Option<RatedGame> {
    let halves = game.halves(Seat::First).filter(|_| !game.is_special)?;
    let day = game.event.ends_on;
    let month = Month(day.year() * 12 + i32::try_from(day.month0()).unwrap_or_default());
    let players = game.entries.map(|entry| register.player(entry));
    (players[0] != players[1]).then_some(RatedGame {
        month,
        event: game.event.id,
        game: game.id,
        players,
        halves,
    })
}

/// What is remembered from one look to the next.
#[derive(Debug)]
struct Known {
    versions: Vec<(EventId, u64)>,
    harvests: HashMap<EventId, (u64, Arc<Harvest>)>,
    people: Arc<People>,
    looked: Instant,
    /// How many decisions this program had taken when it was begun.
    decisions: u64,
}

/// The people of all public events.
#[derive(Debug, Default)]
pub struct Directory {
    known: RwLock<Option<Arc<Known>>>,
    /// How many decisions this program has taken: what was begun before the last of them is out of date.
    decisions: AtomicU64,
    /// Whoever finds something out of date takes the turn; the others wait and look again.
    turn: tokio::sync::Mutex<()>,
}

impl Directory {
    fn find(&self, versions: &[(EventId, u64)]) -> Option<Arc<People>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).clone()?;
        let is_fresh = known.decisions == self.decisions.load(Ordering::Acquire);
        (is_fresh && known.looked.elapsed() < FRESH && known.versions == versions)
            .then(|| known.people.clone())
    }

    /// The people as these versions of the public events tell of them.
    pub async fn current(
        self: &Arc<Self>,
        ledger: &Ledger,
        versions: Vec<(EventId, u64)>,
    ) -> Result<Arc<People>> {
        if let Some(people) = self.find(&versions) {
            return Ok(people);
        }
        // First one's own turn: nobody who has the lock waits for anything but the work.
        let work = shares::turn().await;
        let _turn = self.turn.lock().await;
        if let Some(people) = self.find(&versions) {
            return Ok(people);
        }
        let (directory, ledger) = (self.clone(), ledger.clone());
        block_in(work, move || directory.look(&ledger, versions)).await
    }

    fn look(&self, ledger: &Ledger, versions: Vec<(EventId, u64)>) -> Result<Arc<People>, LedgerError> {
        let before = self.known.read().unwrap_or_else(PoisonError::into_inner).clone();
        let looked = Instant::now();
        let taken = self.decisions.load(Ordering::Acquire);
        let old = before.as_ref().map(|known| &known.harvests);
        let mut harvests = HashMap::new();
        let mut is_new = old.is_none_or(|old| old.len() != versions.len());
        for (id, version) in &versions {
            let kept = old.and_then(|old| old.get(id));
            if let Some(kept) = kept.filter(|(seen, _)| seen == version) {
                harvests.insert(*id, kept.clone());
                continue;
            }
            let event = ledger.database().read(|db| ledger.readable(db, *id))?;
            let Some(harvest) = event.and_then(|event| Harvest::of(&event)) else {
                is_new = true;
                continue;
            };
            let same = kept.map(|(_, kept)| kept).filter(|kept| ***kept == harvest).cloned();
            is_new |= same.is_none();
            harvests.insert(*id, (*version, same.unwrap_or_else(|| Arc::new(harvest))));
        }
        let known = before.as_ref().map(|known| known.people.clone());
        let decided = match &known {
            Some(known)
                if i64::try_from(known.decided.len()) == Ok(ledger.database().read(decisions::count)?) =>
            {
                known.decided.clone()
            }
            _ => {
                is_new = true;
                ledger.database().read(decisions::list)?
            }
        };
        let people = match known {
            Some(known) if !is_new => known,
            known => Arc::new(People::of(&harvests, decided, &known.unwrap_or_default())),
        };
        let known = Known { versions, harvests, people: people.clone(), looked, decisions: taken };
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(known));
        Ok(people)
    }
}

/// Lets pass who may say who is who.
pub fn require_arbiter(person: &User) -> Result<()> {
    if person.is_named_arbiter() {
        return Ok(());
    }
    Err(AppError::forbidden(
        "Players are merged and split by arbiters whom an administrator of this installation has named.",
    ))
}

/// Somebody in a list of ratings.
#[derive(Debug, Clone, Copy)]
pub struct Ranked<'a> {
    /// The place; who has as much shares it.
    pub place: usize,
    pub person: &'a Person,
    pub rating: Rating,
    /// After how many games.
    pub games: usize,
    pub last: Month,
}

impl<'a> Ranked<'a> {
    fn of(ratings: &Ratings, person: &'a Person) -> Option<Self> {
        let (rating, steps) = (ratings.now.get(&person.id)?, ratings.steps.get(&person.id)?);
        let games = steps.iter().map(|step| step.games.len()).sum();
        Some(Self { place: 0, person, rating: *rating, games, last: steps.last()?.month })
    }

    /// The rating as lists write it.
    pub fn points(&self) -> i32 {
        #[expect(clippy::cast_possible_truncation, reason = "ratings are small")]
        let points = self.rating.value.round() as i32;
        points
    }

    /// The rating as entries take it; none outside of what they allow.
    pub fn entered(&self) -> Option<u16> {
        u16::try_from(self.points()).ok().filter(|rating| (1..=4000).contains(rating))
    }
}
