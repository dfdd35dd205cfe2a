//! Forms that anybody may send are slowed down per address. In memory: nothing has to be kept of who sent what, and
//! a hall without internet has nobody else to ask.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// Forms that an address may send at once: a club's secretary registers a bus, a whole club may share one address.
pub const AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(24);

/// How long it takes until an address may send one more.
const ONE_MORE: Duration = Duration::from_secs(20);

/// Addresses above which those that have been quiet are forgotten.
const MANY: usize = 4_096;

/// Who sends how much.
pub struct Flood {
    limiter: DefaultKeyedRateLimiter<String>,
}

impl Flood {
    /// Lets a form from an address pass.
    ///
    /// # Errors
    /// How long to wait, when there were too many.
    pub fn pass(&self, address: &str) -> Result<(), Duration> {
        if self.limiter.len() > MANY {
            self.limiter.retain_recent();
        }
        let passed = self.limiter.check_key(&address.to_owned());
        passed.map(|_| ()).map_err(|not_until| not_until.wait_time_from(DefaultClock::default().now()))
    }
}

impl Default for Flood {
    fn default() -> Self {
        let quota = Quota::with_period(ONE_MORE).unwrap_or(Quota::per_minute(NonZeroU32::MIN));
        Self { limiter: RateLimiter::keyed(quota.allow_burst(AT_ONCE)) }
    }
}

impl std::fmt::Debug for Flood {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Flood").field("addresses", &self.limiter.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_ONCE, Flood};

    #[test]
    fn one_address_waits_and_others_do_not() {
        let flood = Flood::default();
        let passed = (0..100).filter(|_| flood.pass("192.0.2.1").is_ok()).count();
        assert_eq!(passed, usize::try_from(AT_ONCE.get()).unwrap_or_default());
        assert!(flood.pass("192.0.2.1").is_err_and(|wait| wait.as_secs() <= 20));
        assert!(flood.pass("192.0.2.2").is_ok());
    }
}
