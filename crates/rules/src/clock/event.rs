//! What can happen to a clock, and why it may be refused.

use std::fmt;

use super::side::ClockSide;
use super::time::Millis;

/// Which of a side's two accounts of time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Account {
    /// The main clock.
    Main,
    /// The separate reserve of Triple and Double Countdown.
    Reserve,
}

/// Something that happens to a clock at a moment.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "event", rename_all = "snake_case")
)]
pub enum ClockEvent {
    /// The clock begins to count.
    Start,
    /// A player ends his move, or his turn of postings.
    Press {
        /// Who pressed.
        side: ClockSide,
    },
    /// Triple Countdown: the deployment is over, both sides get the engagement's time.
    BeginEngagement,
    /// An arbiter takes the beginning of the engagement back, which came too early: what it gave is taken away again, as far
    /// as it is there, its reserve and its moves with it. The clock waits for [`ClockEvent::Resume`].
    ResumeDeployment,
    /// Nothing counts until [`ClockEvent::Resume`].
    Pause,
    /// The side to move counts again.
    Resume,
    /// An arbiter sets an account.
    SetTime {
        /// Whose.
        side: ClockSide,
        /// Which.
        account: Account,
        /// What it shall hold.
        to: Millis,
    },
    /// An arbiter adds to an account.
    AddTime {
        /// Whose.
        side: ClockSide,
        /// Which.
        account: Account,
        /// How much.
        amount: Millis,
    },
    /// An arbiter takes from an account.
    TakeTime {
        /// Whose.
        side: ClockSide,
        /// Which.
        account: Account,
        /// How much, at most what is there.
        amount: Millis,
    },
    /// An arbiter sets the number of moves made. No time comes or goes with it.
    SetMoves {
        /// Whose.
        side: ClockSide,
        /// Moves of the engagement that were made.
        moves: u32,
    },
    /// An arbiter says who is to move.
    SetTurn {
        /// Who is.
        side: ClockSide,
    },
}

/// Why a clock did not take an event. It stays as it was.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ClockRefusal {
    /// The moment lies before the last event.
    InThePast,
    /// It was started before.
    IsStarted,
    /// It was not started yet.
    IsNotStarted,
    /// It is stopped.
    IsStopped,
    /// It is not stopped.
    IsNotStopped,
    /// The other player is to move.
    OthersTurn,
    /// A flag has fallen, and the game with it.
    FlagFallen,
    /// Both flags fell in the deployment: there is nothing more to post.
    DeploymentIsOver,
    /// The clock has no deployment, or it is over.
    NoDeployment,
    /// No engagement has begun that followed a deployment.
    NoEngagement,
    /// The clock has no separate reserve, or not yet.
    NoReserve,
    /// More would be taken than is there.
    TooLittleTime,
    /// More would be there than a clock holds.
    TooMuchTime,
}

impl fmt::Display for ClockRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InThePast => "something happened later already",
            Self::IsStarted => "the clock was started before",
            Self::IsNotStarted => "the clock has not been started",
            Self::IsStopped => "the clock is stopped",
            Self::IsNotStopped => "the clock is not stopped",
            Self::OthersTurn => "it was the other player's turn",
            Self::FlagFallen => "a flag had fallen",
            Self::DeploymentIsOver => {
                "both flags fell in the deployment: nothing more is posted, the engagement is to begin"
            }
            Self::NoDeployment => "there is no deployment, or it is over",
            Self::NoEngagement => "no engagement has begun that could be taken back",
            Self::NoReserve => "this clock has no separate reserve now",
            Self::TooLittleTime => "there is less time than would be taken",
            Self::TooMuchTime => "that is more time than a clock holds",
        })
    }
}

impl std::error::Error for ClockRefusal {}
