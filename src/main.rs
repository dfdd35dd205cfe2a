//! The command line of Tiger Arbiter.

fn main() {}
