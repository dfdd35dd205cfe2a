//! The security journal.

use askama::Template;
use chrono::{DateTime, Utc};

use super::Frame;
use crate::access::Viewer;
use crate::auth::journal::What;
use crate::db::journal::Line;

/// What concerns security, newest first.
#[derive(Template)]
#[template(path = "accounts/journal.html")]
pub struct JournalPage {
    frame: Frame,
    rows: Vec<(Line, What)>,
}

impl JournalPage {
    /// The lines of which this program knows what they tell.
    pub fn of(viewer: &Viewer, lines: Vec<Line>) -> Self {
        let known = |line: Line| line.what.parse().ok().map(|what| (line, what));
        Self { frame: viewer.frame(), rows: lines.into_iter().filter_map(known).collect() }
    }

    fn time(at: &DateTime<Utc>) -> String {
        at.format("%-d %B %Y, %H:%M:%S UTC").to_string()
    }
}
