//! The security journal.

use askama::Template;

use super::Frame;
use crate::access::Viewer;
use crate::auth::journal::What;
use crate::db::journal::Line;

/// What concerns security, newest first.
#[derive(Debug, Template)]
#[template(path = "accounts/journal.html")]
pub struct JournalPage {
    /// See [`Frame`].
    pub frame: Frame,
    pub rows: Vec<JournalRow>,
}

#[derive(Debug)]
pub struct JournalRow {
    pub first: String,
    /// When last; empty if it happened once.
    pub last: String,
    /// What happened.
    pub what: &'static str,
    pub is_refusal: bool,
    /// Who did it, or was meant.
    pub who: String,
    pub address: String,
    /// How often.
    pub times: u64,
}

const TIME: &str = "%-d %B %Y, %H:%M:%S UTC";

impl JournalPage {
    /// The lines in words.
    #[must_use]
    pub fn of(viewer: &Viewer, lines: Vec<Line>) -> Self {
        let row = |line: Line| {
            let what = What::of_key(&line.what)?;
            let last = if line.times > 1 { line.last_at.format(TIME).to_string() } else { String::new() };
            Some(JournalRow {
                first: line.first_at.format(TIME).to_string(),
                last,
                what: what.title(),
                is_refusal: what.is_refusal(),
                who: line.who,
                address: line.address,
                times: line.times,
            })
        };
        Self { frame: viewer.frame(), rows: lines.into_iter().filter_map(row).collect() }
    }
}
