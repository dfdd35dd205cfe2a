//! An event's day in a real browser, in one binary: what waits for the browser leaves the processor to the others.

mod access;
mod clock;
mod day;
mod entry;
mod hall;
mod looking;
mod papers;
mod words;
