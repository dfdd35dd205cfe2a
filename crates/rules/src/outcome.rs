//! How games end: the endings of all four games and the outcome they give.

use std::fmt;

use crate::game::GameKind;
use crate::side::Side;
use crate::termination::ParseEndingError;

/// The victory that a conceding player in Dragon says he concedes in lieu of (rule 27a).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum InLieu {
    /// In lieu of locking up.
    LockingUp,
    /// In lieu of direct capture.
    DirectCapture,
    /// In lieu of planting a flag; takes effect only when the winner accepts it.
    Planting,
}

impl InLieu {
    /// Every value.
    pub const ALL: [Self; 3] = [Self::LockingUp, Self::DirectCapture, Self::Planting];

    /// The ending it stands for.
    #[must_use]
    pub const fn ending(self) -> Ending {
        match self {
            Self::LockingUp => Ending::LockingUp,
            Self::DirectCapture => Ending::DirectCapture,
            Self::Planting => Ending::Planting,
        }
    }
}

/// Every way a game can end, in the words of the record's `Termination` tag.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "String", try_from = "String")
)]
pub enum Ending {
    /// TigerChess, LancerChess: the Queen is attacked and no move saves her.
    Checkmate,
    /// TigerVariation: the Standard Bearer has captured the Royal Guard and occupies the Palace.
    Occupation,
    /// Dragon: the royal is attacked and there is no legal move.
    LockingUp,
    /// Dragon: Prince beside Warlord, Warlord's Witch beside Prince.
    DirectCapture,
    /// Dragon: a flag planted on the enemy's banner.
    Planting,
    /// Dance: the King is captured.
    KingCaptured,
    /// Dance: own pieces on all five fortresses.
    FiveFortresses,
    /// Dance: a side without piece or recruitment (ruling 15).
    NoPieces,
    /// No legal move, the royal not attacked.
    Stalemate,
    /// TigerChess, LancerChess: Queen alone against Queen alone.
    BareQueens,
    /// The same situation three times on claim, five times by itself; in Dragon the third time by itself.
    Repetition,
    /// Fifty moves of each side without the game's progress on claim, seventy-five by itself.
    FiftyMoves,
    /// Dance: two passes in a row.
    TwoPasses,
    /// The players agree: on a draw, or in the TigerVariation on a checkmate that is inevitable.
    Agreement,
    /// A player concedes; in Dragon in lieu of a victory.
    Concession(Option<InLieu>),
    /// A clock has run out.
    Time,
    /// A player did not appear.
    Forfeit,
    /// A player is disqualified.
    Disqualification,
    /// The Arbiter decided.
    Arbiter,
}

/// What an ending can mean for the result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Decides {
    /// Always a winner.
    Win,
    /// Always a draw.
    Draw,
    /// A winner or a draw.
    Either,
}

impl Ending {
    /// Every ending, concessions in lieu included.
    pub const ALL: [Self; 22] = [
        Self::Checkmate,
        Self::Occupation,
        Self::LockingUp,
        Self::DirectCapture,
        Self::Planting,
        Self::KingCaptured,
        Self::FiveFortresses,
        Self::NoPieces,
        Self::Stalemate,
        Self::BareQueens,
        Self::Repetition,
        Self::FiftyMoves,
        Self::TwoPasses,
        Self::Agreement,
        Self::Concession(None),
        Self::Concession(Some(InLieu::LockingUp)),
        Self::Concession(Some(InLieu::DirectCapture)),
        Self::Concession(Some(InLieu::Planting)),
        Self::Time,
        Self::Forfeit,
        Self::Disqualification,
        Self::Arbiter,
    ];

    /// The word of the `Termination` tag.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Occupation => "occupation",
            Self::LockingUp => "locking-up",
            Self::DirectCapture => "direct-capture",
            Self::Planting => "planting",
            Self::KingCaptured => "king-captured",
            Self::FiveFortresses => "five-fortresses",
            Self::NoPieces => "no-pieces",
            Self::Stalemate => "stalemate",
            Self::BareQueens => "bare-queens",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty-moves",
            Self::TwoPasses => "two-passes",
            Self::Agreement => "agreement",
            Self::Concession(None) => "concession",
            Self::Concession(Some(InLieu::LockingUp)) => "concession (locking-up)",
            Self::Concession(Some(InLieu::DirectCapture)) => "concession (direct-capture)",
            Self::Concession(Some(InLieu::Planting)) => "concession (planting)",
            Self::Time => "time",
            Self::Forfeit => "forfeit",
            Self::Disqualification => "disqualification",
            Self::Arbiter => "arbiter",
        }
    }

    /// Whether the board itself ends the game so. Repetition and fifty moves count what ends it without a claim.
    #[must_use]
    pub const fn is_on_board(self) -> bool {
        match self {
            Self::Checkmate
            | Self::Occupation
            | Self::LockingUp
            | Self::DirectCapture
            | Self::Planting
            | Self::KingCaptured
            | Self::FiveFortresses
            | Self::NoPieces
            | Self::Stalemate
            | Self::BareQueens
            | Self::Repetition
            | Self::FiftyMoves
            | Self::TwoPasses => true,
            Self::Agreement
            | Self::Concession(_)
            | Self::Time
            | Self::Forfeit
            | Self::Disqualification
            | Self::Arbiter => false,
        }
    }

    /// Whether the game knows this ending.
    #[must_use]
    pub const fn is_of(self, game: GameKind) -> bool {
        use GameKind::{Dance, Dragon, LancerChess, TigerChess};
        match self {
            Self::Checkmate | Self::BareQueens => matches!(game, LancerChess | TigerChess),
            Self::Occupation => matches!(game, TigerChess),
            Self::LockingUp | Self::DirectCapture | Self::Planting | Self::Concession(Some(_)) => {
                matches!(game, Dragon)
            }
            Self::KingCaptured | Self::FiveFortresses | Self::NoPieces | Self::TwoPasses => {
                matches!(game, Dance)
            }
            // No legal move is a pass in the Dance (ruling 16).
            Self::Stalemate => !matches!(game, Dance),
            Self::Concession(None) => !matches!(game, Dragon),
            Self::Repetition
            | Self::FiftyMoves
            | Self::Agreement
            | Self::Time
            | Self::Forfeit
            | Self::Disqualification
            | Self::Arbiter => true,
        }
    }

    /// What the ending means for the result, whatever the game.
    #[must_use]
    pub const fn decides(self) -> Decides {
        match self {
            Self::Checkmate
            | Self::Occupation
            | Self::LockingUp
            | Self::DirectCapture
            | Self::Planting
            | Self::KingCaptured
            | Self::FiveFortresses
            | Self::Concession(_) => Decides::Win,
            Self::Stalemate | Self::BareQueens | Self::Repetition | Self::FiftyMoves | Self::TwoPasses => {
                Decides::Draw
            }
            // Both sides of the Dance may run out of pieces at once; both flags may have fallen, both players be absent.
            Self::NoPieces
            | Self::Agreement
            | Self::Time
            | Self::Forfeit
            | Self::Disqualification
            | Self::Arbiter => Decides::Either,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Ending> for String {
    fn from(ending: Ending) -> Self {
        ending.name().to_owned()
    }
}

impl TryFrom<String> for Ending {
    type Error = ParseEndingError;

    fn try_from(text: String) -> Result<Self, ParseEndingError> {
        text.parse()
    }
}

/// The end of a game: who has won, if anybody, and how.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner; `None` for a draw (Truce).
    pub winner: Option<Side>,
    /// How it ended.
    pub by: Ending,
}

impl Outcome {
    /// A victory of `winner`.
    #[must_use]
    pub const fn won(winner: Side, by: Ending) -> Self {
        Self { winner: Some(winner), by }
    }

    /// A draw.
    #[must_use]
    pub const fn drawn(by: Ending) -> Self {
        Self { winner: None, by }
    }

    /// Whether the ending belongs to the variation's game and can have that winner there. An agreement has a winner in
    /// the TigerVariation only ("both players may agree to an award of three points if Checkmate is inevitable").
    #[must_use]
    pub fn is_possible_in(self, variation: crate::Variation) -> bool {
        let decided_fits = match self.by.decides() {
            Decides::Win => self.winner.is_some(),
            Decides::Draw => self.winner.is_none(),
            Decides::Either => true,
        };
        let agreement_fits = self.by != Ending::Agreement || self.winner.is_none() || variation.is_tiger();
        let occupation_fits = self.by != Ending::Occupation || variation.is_tiger();
        self.by.is_of(variation.game()) && decided_fits && agreement_fits && occupation_fits
    }
}
