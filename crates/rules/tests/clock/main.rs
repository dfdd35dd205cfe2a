//! Clocks: the texts' own examples, the laws that hold for every history, and a second clock that counts every
//! millisecond by itself.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod examples;
mod laws;
mod slow;
