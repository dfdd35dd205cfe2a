//! The page that tells everything that happened to an event.

use askama::Template;

use super::Frame;
use super::listing::Listing;

/// The ledger in words, newest first.
#[derive(Debug, Template)]
#[template(path = "ledger/show.html")]
pub struct LedgerPage {
    /// See [`Frame`].
    pub frame: Frame,
    /// The entries of this page.
    pub lines: Vec<LedgerLine>,
    /// Where it stands among all entries.
    pub listing: Listing,
}

/// One entry in words.
#[derive(Debug)]
pub struct LedgerLine {
    /// Its place.
    pub seq: u64,
    /// When, in the event's time.
    pub at: String,
    /// Who.
    pub by: String,
    /// What happened.
    pub what: String,
    /// The hash that chains it to the next one.
    pub hash: String,
}

impl LedgerLine {
    /// The beginning of the hash, enough to compare by eye.
    #[must_use]
    pub fn short_hash(&self) -> &str {
        self.hash.get(..12).unwrap_or(&self.hash)
    }
}
