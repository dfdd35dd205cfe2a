//! Moves made by hand on a picture of the board: which positions are touched, and what the touches leave open.

/// How a move is pointed at. Positions are written as in the notation; a Palace wing is `PC` to `PF`.
///
/// Several moves may share both positions: their `words` tell them apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Touch {
    /// The force that acts; none where the move brings one from beside the board.
    pub from: Option<String>,
    /// Where it goes, or whom it strikes; none where the force alone says it, as in planting a flag.
    pub to: Option<String>,
    /// What it does, such as `captures and becomes a King`.
    pub words: String,
}

impl Touch {
    /// A touch of positions as the games know them.
    pub(crate) fn new(
        from: Option<impl ToString>,
        to: Option<impl ToString>,
        words: impl Into<String>,
    ) -> Self {
        Self {
            from: from.map(|position| position.to_string()),
            to: to.map(|position| position.to_string()),
            words: words.into(),
        }
    }
}

/// A legal move with the touches that make it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Touched {
    /// The move in canonical notation.
    pub written: String,
    /// How it is made.
    pub touch: Touch,
}

/// `a Knight`, `an Archer`.
pub(crate) fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}
