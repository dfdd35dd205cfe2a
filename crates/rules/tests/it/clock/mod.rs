//! Clocks: the texts' own examples, the laws that hold for every history, and a second clock that counts every
//! millisecond by itself.

mod examples;
mod laws;
mod slow;
