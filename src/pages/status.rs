//! The states of rounds, boards, records and entries, as badges tell them: word, icon and tone.

use super::parts::Tone;

/// A word about the state of something, shown as a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A round only arbiters see.
    Draft,
    /// A round everybody sees.
    Published,
    /// A round being played.
    Running,
    /// A round whose results are final.
    Closed,
    /// A board without a result yet.
    Open,
    /// A result nobody objects to.
    Confirmed,
    /// A record the rules have replayed to its end.
    Checked,
    /// A record whose rules are not known to the program, or not applied yet.
    Unchecked,
    /// Two accounts of one game that contradict each other.
    Disputed,
    /// A result the arbiter has set against the record or the players.
    Overruled,
    /// Something at a board that an arbiter decides: a claim, a flag, an offer.
    Waits,
    /// A game to be continued.
    Adjourned,
    /// A player who has come.
    CheckedIn,
    /// A player who has not come yet.
    Expected,
    /// A player who has left the event.
    Withdrawn,
}

impl Status {
    /// The word on the badge, how it is meant, and the icon in `vendor/lucide/icons.svg`.
    const fn badge(self) -> (&'static str, Tone, &'static str) {
        match self {
            Self::Draft => ("Draft", Tone::Warning, "pencil"),
            Self::Published => ("Published", Tone::Good, "eye"),
            Self::Running => ("Running", Tone::Info, "play"),
            Self::Closed => ("Closed", Tone::Neutral, "lock"),
            Self::Open => ("Playing", Tone::Neutral, "circle"),
            Self::Confirmed => ("Confirmed", Tone::Good, "circle-check"),
            Self::Checked => ("Checked", Tone::Good, "circle-check"),
            Self::Unchecked => ("Unchecked", Tone::Warning, "circle-question-mark"),
            Self::Disputed => ("Disputed", Tone::Bad, "swords"),
            Self::Overruled => ("Overruled", Tone::Info, "gavel"),
            Self::Waits => ("Waits", Tone::Warning, "circle-question-mark"),
            Self::Adjourned => ("Adjourned", Tone::Warning, "pause"),
            Self::CheckedIn => ("Checked in", Tone::Good, "circle-check"),
            Self::Expected => ("Expected", Tone::Neutral, "circle"),
            Self::Withdrawn => ("Withdrawn", Tone::Neutral, "log-out"),
        }
    }

    pub const fn label(self) -> &'static str {
        self.badge().0
    }

    pub const fn tone(self) -> Tone {
        self.badge().1
    }

    pub const fn icon(self) -> &'static str {
        self.badge().2
    }
}
