//! Claims at the board and calls of the arbiter, what the rules find about them, and what the arbiter decides.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tiger_rules::Ending;

use crate::offered::offered;
use crate::text::{ordinal, small};
use crate::{Reason, RecordId, Seat};

/// What somebody claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// The same situation three times with the same player to move.
    Repetition,
    /// Fifty moves of each without progress.
    FiftyMoves,
    /// The other's flag has fallen.
    Flag,
    /// Nothing but that the arbiter should come to the board.
    Call,
}

offered!(ClaimKind {
    Repetition: "repetition", "repetition";
    FiftyMoves: "fifty-moves", "fifty moves";
    Flag: "flag", "the other's flag has fallen";
    Call: "call", "the arbiter is called";
});

impl ClaimKind {
    /// The draw that the claim is of; a flag is no draw, and who calls the arbiter claims nothing.
    pub const fn ending(self) -> Option<Ending> {
        match self {
            Self::Repetition => Some(Ending::Repetition),
            Self::FiftyMoves => Some(Ending::FiftyMoves),
            Self::Flag | Self::Call => None,
        }
    }

    /// That somebody makes it, in words.
    pub fn said_by(self, who: &str) -> String {
        match self {
            Self::Call => format!("{who} calls the arbiter"),
            claim => format!("{who} claims: {}", claim.title()),
        }
    }
}

/// What the moves of a claim were read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Evidence {
    /// A record that was handed in.
    Record { record: RecordId },
    /// The scoresheet that is kept while the game goes on.
    Scoresheet,
}

/// What the rules found about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimFinding {
    pub evidence: Evidence,
    /// After which ply.
    pub plies: u32,
    /// How often the situation has stood, or the quiet half-moves.
    pub count: u32,
    pub needed: u32,
}

impl ClaimFinding {
    pub const fn holds(&self) -> bool {
        self.count >= self.needed
    }

    pub fn sentence(&self, kind: ClaimKind) -> String {
        let source = match self.evidence {
            Evidence::Record { .. } => "the record handed in",
            Evidence::Scoresheet => "the scoresheet",
        };
        let (counted, needed) = match kind {
            ClaimKind::Repetition => {
                (format!("the situation stands for the {} time", ordinal(self.count)), "times are needed")
            }
            ClaimKind::FiftyMoves | ClaimKind::Flag | ClaimKind::Call => {
                (format!("there have been {} plies without progress", self.count), "are needed")
            }
        };
        let verdict = match self.holds() {
            true => "the claim holds".to_owned(),
            false => format!("the claim does not hold: {} {needed}", self.needed),
        };
        format!("By {source}, after ply {}, {counted}; {verdict}.", self.plies)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claimed {
    /// The ledger entry that made it.
    pub step: u64,
    /// The player who claims, none for an arbiter.
    #[serde(default, with = "crate::seat_number::option")]
    pub player: Option<Seat>,
    pub kind: ClaimKind,
    /// What the rules found when it was made, if they had moves to look at.
    pub finding: Option<ClaimFinding>,
    pub at: DateTime<Utc>,
    pub state: ClaimState,
}

impl Claimed {
    /// What the arbiter decided; nothing is decided by answering a call.
    pub fn judgement(&self) -> Option<&Judgement> {
        match &self.state {
            ClaimState::Judged(judgement) if self.kind != ClaimKind::Call => Some(judgement),
            _ => None,
        }
    }

    /// Whether it is no claim, but a player's call of the arbiter.
    pub fn is_call_of(&self, seat: Seat) -> bool {
        self.kind == ClaimKind::Call && self.player == Some(seat)
    }

    /// What the rules found when it was made, in a sentence; nothing is to be found about a flag
    /// or a call.
    pub fn found(&self) -> String {
        match (self.kind, self.finding) {
            (ClaimKind::Flag | ClaimKind::Call, _) => String::new(),
            (kind, Some(finding)) => format!("When it was made: {}", small(&finding.sentence(kind))),
            (_, None) => "When it was made there were no moves on file to check it by.".to_owned(),
        }
    }
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ClaimState {
    /// It waits for the arbiter.
    Open,
    /// The arbiter has judged it.
    Judged(Judgement),
    /// The game got its result otherwise.
    Lapsed { at: DateTime<Utc> },
}

/// What an arbiter decided about a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// Whether it was granted; a call, whether it was answered.
    pub is_granted: bool,
    /// What the rules found when it was judged.
    pub finding: Option<ClaimFinding>,
    pub reason: Option<Reason>,
    pub at: DateTime<Utc>,
    pub by: String,
}
