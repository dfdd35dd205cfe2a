//! What everybody is told.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::Note;

/// What everybody is told at the moment: it stands on every page of the event and on the screens in the hall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    pub text: Note,
    /// Since when.
    pub at: DateTime<Utc>,
}
