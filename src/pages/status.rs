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
    /// The word on the badge.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Draft => "Draft",
            Self::Published => "Published",
            Self::Running => "Running",
            Self::Closed => "Closed",
            Self::Open => "Playing",
            Self::Confirmed => "Confirmed",
            Self::Checked => "Checked",
            Self::Unchecked => "Unchecked",
            Self::Disputed => "Disputed",
            Self::Overruled => "Overruled",
            Self::Waits => "Waits",
            Self::Adjourned => "Adjourned",
            Self::CheckedIn => "Checked in",
            Self::Expected => "Expected",
            Self::Withdrawn => "Withdrawn",
        }
    }

    /// How it is meant.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Published | Self::Confirmed | Self::Checked | Self::CheckedIn => Tone::Good,
            Self::Draft | Self::Unchecked | Self::Waits | Self::Adjourned => Tone::Warning,
            Self::Disputed => Tone::Bad,
            Self::Running | Self::Overruled => Tone::Info,
            Self::Closed | Self::Open | Self::Expected | Self::Withdrawn => Tone::Neutral,
        }
    }

    /// The icon in `img/icons.svg`.
    #[must_use]
    pub const fn icon(self) -> &'static str {
        match self {
            Self::Draft => "pencil",
            Self::Published => "eye",
            Self::Running => "play",
            Self::Closed => "lock",
            Self::Open | Self::Expected => "circle",
            Self::Confirmed | Self::Checked | Self::CheckedIn => "circle-check",
            Self::Unchecked | Self::Waits => "circle-question-mark",
            Self::Disputed => "swords",
            Self::Overruled => "gavel",
            Self::Adjourned => "pause",
            Self::Withdrawn => "log-out",
        }
    }
}
