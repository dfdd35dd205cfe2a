//! Why a command was not carried out, in a sentence for the person who gave it.

use thiserror::Error;

/// A command that did not happen. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The command does not fit the event's state or breaks one of its rules; the sentence says what is
    /// wrong and what would be right.
    #[error("{0}")]
    Invalid(String),
    /// The one who gave it may not.
    #[error("{0}")]
    Forbidden(String),
    /// It names something that the event does not have.
    #[error("This event has no such {0}.")]
    NotFound(&'static str),
    /// Somebody changed the same thing since the form was made.
    #[error("Somebody changed {} meanwhile: it is now {}, you sent {}.", .0.what, .0.theirs, .0.yours)]
    Conflict(Conflict),
}

/// Two people changed the same thing: what stands now against what was about to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// What both wanted to change, such as `board 3 of round 2`.
    pub what: String,
    /// The value that stands now.
    pub theirs: String,
    /// The value of the refused command.
    pub yours: String,
    /// Who wrote what stands now: whoever shows the conflict looks it up in the ledger.
    pub by: String,
    /// The revision that stands now; a form that carries it replaces the value knowingly.
    pub revision: u64,
}

/// What is wrong with something that was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The field; empty for the form as a whole.
    pub field: String,
    /// What is wrong and what would be right.
    pub sentence: String,
}

impl Mistake {
    pub fn new(field: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self { field: field.into(), sentence: sentence.into() }
    }
}

impl Refusal {
    pub fn invalid(sentence: impl Into<String>) -> Self {
        Self::Invalid(sentence.into())
    }
}
