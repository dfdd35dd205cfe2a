//! Whatever costs room or somebody's attention is slowed down: forms that anybody may send per address, what people do
//! in their own name per person. In memory: nothing has to be kept of who sent what, and a hall without internet has
//! nobody else to ask.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tiger_event::{ChoiceCommand, ClaimCommand, Command, RecordCommand, ResultCommand, UserId, WishCommand};

use crate::error::{AppError, Result};

/// What is slowed down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Registrations from an address: a club's secretary registers a bus, a whole club may share one address.
    Registration,
    /// E-mail that asks somebody whether they want more, from an address of the network.
    Mail,
    /// The same, to one e-mail address.
    MailTo,
    /// Events that a person makes: a festival has dozens, entered in one evening.
    Event,
    /// Records that a person hands in.
    Record,
    /// Reports, offers, claims, answers, words and lines that a person gives at the board.
    Step,
}

impl What {
    pub const ALL: [Self; 6] =
        [Self::Registration, Self::Mail, Self::MailTo, Self::Event, Self::Record, Self::Step];

    /// How many at once, and how long until there may be one more.
    pub const fn allowance(self) -> (u32, Duration) {
        let (at_once, seconds) = match self {
            Self::Registration => (25, 20),
            Self::Mail => (25, 30),
            Self::MailTo => (3, 3600),
            Self::Event => (40, 360),
            Self::Record => (60, 60),
            Self::Step => (60, 30),
        };
        (at_once, Duration::from_secs(seconds))
    }

    /// What a command counts as.
    pub const fn of(command: &Command) -> Option<Self> {
        match command {
            Command::Record(RecordCommand::HandInRecord { .. }) => Some(Self::Record),
            Command::Result(ResultCommand::ReportResult { .. } | ResultCommand::DisputeResult { .. })
            | Command::Offer(_)
            | Command::Wish(
                WishCommand::SayHere { .. } | WishCommand::MakeWish { .. } | WishCommand::TakeBackWish { .. },
            )
            | Command::Claim(ClaimCommand::MakeClaim { .. })
            | Command::Choice(
                ChoiceCommand::AddWord { .. }
                | ChoiceCommand::SayAnswer { .. }
                | ChoiceCommand::ConfirmCast { .. },
            )
            | Command::Line(_) => Some(Self::Step),
            _ => None,
        }
    }
}

/// Addresses and people above which those that have been quiet are forgotten.
const MANY: usize = 4_096;

/// Presses of one hand in an hour that its clock refuses and keeps all the same.
pub const IN_VAIN: usize = 200;

/// Requests that another program may send at once.
pub const PROGRAM_REQUESTS: u32 = 600;

/// Within how long it may send as many again.
pub const PROGRAM_WINDOW: Duration = Duration::from_secs(60);

const HOUR: Duration = Duration::from_secs(3600);

type Limiter = DefaultKeyedRateLimiter<String, StateInformationMiddleware>;

/// Who sends how much.
pub struct Allowances {
    limiters: [Limiter; What::ALL.len()],
    programs: Limiter,
    /// Since when, and how many presses in vain of each hand were kept.
    in_vain: Mutex<HashMap<String, (Instant, usize)>>,
}

/// A limiter that lets so many pass at once, and one more after a while.
fn limiter(at_once: u32, one_more: Duration) -> Limiter {
    let at_once = NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(one_more).unwrap_or(Quota::per_minute(NonZeroU32::MIN));
    RateLimiter::keyed(quota.allow_burst(at_once)).with_middleware()
}

/// How many more may pass at once, or how long to wait.
fn check(limiter: &Limiter, who: &str) -> Result<u32, Duration> {
    if limiter.len() > MANY {
        limiter.retain_recent();
    }
    match limiter.check_key(&who.to_owned()) {
        Ok(state) => Ok(state.remaining_burst_capacity()),
        Err(not_until) => Err(not_until.wait_time_from(DefaultClock::default().now())),
    }
}

impl Allowances {
    /// Lets something from an address or a person pass.
    ///
    /// # Errors
    /// How long to wait, when there was too much.
    pub fn pass(&self, what: What, who: &str) -> Result<(), Duration> {
        self.limiters.get(what as usize).map_or(Ok(()), |limiter| check(limiter, who).map(drop))
    }

    /// Lets a request of another program pass: how many more may come at once.
    ///
    /// # Errors
    /// How long to wait, when there were too many.
    pub fn pass_program(&self, token: &str) -> Result<u32, Duration> {
        check(&self.programs, token)
    }

    /// Whether more presses in vain of a hand are kept.
    pub fn keeps_in_vain(&self, hand: &str) -> bool {
        let in_vain = self.in_vain.lock().unwrap_or_else(PoisonError::into_inner);
        in_vain.get(hand).is_none_or(|(since, count)| *count < IN_VAIN || since.elapsed() > HOUR)
    }

    /// So many presses in vain of a hand were kept.
    pub fn kept_in_vain(&self, hand: &str, more: usize) {
        let mut in_vain = self.in_vain.lock().unwrap_or_else(PoisonError::into_inner);
        if in_vain.len() > MANY {
            in_vain.retain(|_, (since, _)| since.elapsed() <= HOUR);
        }
        let (since, count) = in_vain.entry(hand.to_owned()).or_insert((Instant::now(), 0));
        if since.elapsed() > HOUR {
            (*since, *count) = (Instant::now(), 0);
        }
        *count += more;
    }

    /// Lets something that a person does pass.
    pub fn pass_person(&self, what: What, person: UserId) -> Result<()> {
        self.pass(what, &person.to_string()).map_err(|retry_after| AppError::TooMany { retry_after })
    }
}

impl Default for Allowances {
    fn default() -> Self {
        Self {
            limiters: What::ALL.map(|what| {
                let (at_once, one_more) = what.allowance();
                limiter(at_once, one_more)
            }),
            programs: limiter(PROGRAM_REQUESTS, PROGRAM_WINDOW / PROGRAM_REQUESTS),
            in_vain: Mutex::default(),
        }
    }
}

impl std::fmt::Debug for Allowances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Allowances").field("known", &self.limiters.each_ref().map(RateLimiter::len)).finish()
    }
}
