//! What lists of players and report files know of a person beside name and rating.

use serde::{Deserialize, Serialize};

use super::text::Label;

/// As a list or file writes it; nothing here is made out by this program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// FIDE ID.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fide_id: Option<Label>,
    /// FIDE title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Label>,
    /// The letter for man or woman.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sex: Option<Label>,
    /// Birth date, or only its year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub birth_date: Option<Label>,
}

impl Identity {
    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What everybody may see of it: number and title stand in public lists, sex and birth date are nobody's business.
    #[must_use]
    pub fn in_public(&self) -> Self {
        Self { sex: None, birth_date: None, ..self.clone() }
    }
}
