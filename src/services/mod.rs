//! Use cases: load, ask the rules or the pairing crate, hand a command to the ledger. A file an area.

pub mod standings;
