//! The time, as everything that is stored knows it: UTC in whole microseconds. What people are told is the system's time;
//! players' clocks run by one that nobody sets.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, DurationRound, NaiveDateTime, TimeDelta, Utc};
use uuid::Uuid;

/// The present time. Finer parts are cut off, because PostgreSQL would cut them off and SQLite would not.
pub fn now() -> DateTime<Utc> {
    truncate(Utc::now())
}

/// A new identifier from the present time and the operating system's randomness.
pub fn new_id<Id: From<Uuid>>() -> Id {
    Uuid::now_v7().into()
}

/// Less than this between two looks is no step: the system's time is kept right little by little, and threads wait.
const STEP: TimeDelta = TimeDelta::milliseconds(500);

/// Time that runs evenly: it was the system's once, and since then it is counted by what nobody sets.
pub struct Even {
    utc: DateTime<Utc>,
    since: Instant,
    /// How long the machine was up then, sleep included, which an [`Instant`] leaves out.
    up: Option<Duration>,
    /// By how much the system's time was ahead of it when they were last compared.
    ahead: TimeDelta,
}

impl Even {
    /// Time that goes on from here.
    pub fn from(utc: DateTime<Utc>) -> Self {
        Self { utc, since: Instant::now(), up: up(), ahead: now() - utc }
    }

    /// The present time by it.
    pub fn now(&self) -> DateTime<Utc> {
        truncate(self.utc + TimeDelta::from_std(self.since.elapsed()).unwrap_or_default())
    }
}

static EVEN: LazyLock<Mutex<Even>> = LazyLock::new(|| Mutex::new(Even::from(now())));

fn current() -> MutexGuard<'static, Even> {
    EVEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The present time by which players' clocks run: whoever sets the system's time does not move it.
pub fn even() -> DateTime<Utc> {
    current().now()
}

/// Lets the even time go on from here.
pub fn set_even(utc: DateTime<Utc>) {
    *current() = Even::from(utc);
}

/// By how much somebody has set the system's time since the last look; none if nobody has. Time that the machine slept
/// has passed: the even time catches up with it.
pub fn stepped() -> Option<TimeDelta> {
    let mut even = current();
    if let Some((before, after)) = even.up.zip(up()) {
        let passed = after.checked_sub(before).unwrap_or_default();
        let slept = TimeDelta::from_std(passed.saturating_sub(even.since.elapsed())).unwrap_or_default();
        if slept > STEP {
            even.utc += slept;
            even.up = Some(before.saturating_add(slept.to_std().unwrap_or_default()));
        }
    }
    let ahead = now() - even.now();
    let step = ahead - std::mem::replace(&mut even.ahead, ahead);
    (step.abs() > STEP).then_some(step)
}

/// How long this machine has been up, sleep included; none where the system does not say.
pub fn up() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/uptime").ok()?;
    let seconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// The time without what is finer than a microsecond.
pub fn truncate(time: DateTime<Utc>) -> DateTime<Utc> {
    time.duration_trunc(TimeDelta::microseconds(1)).unwrap_or(time)
}

/// A time as the database keeps it.
pub fn to_stored(time: DateTime<Utc>) -> NaiveDateTime {
    truncate(time).naive_utc()
}

/// A time from the database.
pub const fn from_stored(time: NaiveDateTime) -> DateTime<Utc> {
    time.and_utc()
}
