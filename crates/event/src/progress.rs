//! A game as the rules know it: questions, dice, Royal Guards and postings, engagement, end; what is due, and who does it.

use tiger_rules::{AnyPosition, GameKind, Position, Posting, Question, Side, Step, TigerChess, Variation};

use crate::record::Checked;
use crate::result::{SEATS, army, seat};
use crate::{CastPurpose, Game, Seat};

/// How far a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The Arbiter has a question to ask.
    Question(Question),
    /// Dice have to be cast.
    Dice {
        purpose: CastPurpose,
        /// Whether the program has committed itself to a cast.
        is_committed: bool,
    },
    /// TigerChess: Royal Guards and Swordsmen are posted.
    Deployment(Due),
    /// Moves are made.
    Engagement {
        /// Whose move it is, where the moves so far are known.
        turn: Option<Seat>,
    },
    /// The game has its result.
    Over,
}

/// What is posted next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    Guard(Seat),
    Swordsman {
        seat: Seat,
        /// His numeral, 1 to 4.
        numeral: u32,
    },
    /// Nobody has written the postings down.
    Unknown,
}

/// A step that games go through, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stretch {
    Questions,
    Dice,
    /// The Royal Guards (TigerVariation).
    Guards,
    /// The Swordsmen.
    Postings,
    Engagement,
    Over,
}

impl Stretch {
    pub const fn title(self) -> &'static str {
        match self {
            Self::Questions => "Questions",
            Self::Dice => "Dice",
            Self::Guards => "Royal Guards",
            Self::Postings => "Postings",
            Self::Engagement => "Engagement",
            Self::Over => "Over",
        }
    }

    /// What a game goes through: the chosen variation tells about the Royal Guards; LancerChess has no questions.
    pub fn all(kind: GameKind, variation: Option<Variation>) -> Vec<Self> {
        let mut all = Vec::new();
        if kind != GameKind::LancerChess {
            all.push(Self::Questions);
        }
        if kind == GameKind::TigerChess {
            all.push(Self::Dice);
            if variation.is_some_and(Variation::is_tiger) {
                all.push(Self::Guards);
            }
            all.push(Self::Postings);
        }
        all.extend([Self::Engagement, Self::Over]);
        all
    }
}

impl Progress {
    /// The step that it belongs to.
    pub const fn stretch(self, variation: Option<Variation>) -> Stretch {
        match self {
            Self::Question(_) => Stretch::Questions,
            Self::Dice { .. } => Stretch::Dice,
            Self::Deployment(Due::Guard(_)) => Stretch::Guards,
            // Nobody has written down whether the Guards are posted: they come first.
            Self::Deployment(Due::Unknown) => match variation {
                Some(Variation::TigerChess(options)) if options.tiger => Stretch::Guards,
                _ => Stretch::Postings,
            },
            Self::Deployment(Due::Swordsman { .. }) => Stretch::Postings,
            Self::Engagement { .. } => Stretch::Engagement,
            Self::Over => Stretch::Over,
        }
    }

    /// Whether the variation is chosen, so that the game itself has begun.
    pub const fn has_begun(self) -> bool {
        !matches!(self, Self::Question(_) | Self::Dice { .. })
    }
}

impl Game {
    /// How far the game has come; `board` is the position that the moves so far lead to, where somebody has written
    /// them down.
    pub fn progress(&self, kind: GameKind, board: Option<&AnyPosition>) -> Progress {
        if self.result.is_some() {
            return Progress::Over;
        }
        let variation = match self.choice(kind).next() {
            Step::Ask(question) => return Progress::Question(question),
            Step::Cast(purpose) => {
                return Progress::Dice { purpose, is_committed: self.open_cast().is_some() };
            }
            Step::Chosen(variation) => variation,
        };
        let seat_of = |side: Side| seat(variation, side);
        let flagged = board.map(|position| self.with_noted_flags(kind, position));
        let board = flagged.as_ref();
        let posting = match board {
            Some(AnyPosition::TigerChess(position)) => position.posting(),
            _ => None,
        };
        match (posting, board) {
            (Some(Posting::Guard(side)), _) => Progress::Deployment(Due::Guard(seat_of(side))),
            (Some(Posting::Swordsman { side, numeral }), _) => {
                Progress::Deployment(Due::Swordsman { seat: seat_of(side), numeral })
            }
            (None, Some(position)) => Progress::Engagement { turn: Some(seat_of(position.turn())) },
            (None, None) if self.is_deployment_over(variation) || self.begins_deployed() => {
                Progress::Engagement { turn: None }
            }
            (None, None) => Progress::Deployment(Due::Unknown),
        }
    }

    /// The flags that were noted as fallen in the deployment and that a position does not know of, as records write them
    /// (ruling "Deployment flag").
    pub fn unwritten_flags(&self, kind: GameKind, position: &AnyPosition) -> Vec<String> {
        let written = |seat: Seat| {
            let army = kind.side_name(army(self.variation(kind)?, seat));
            let flag = format!("F@{}", army.get(..1)?);
            position.clone().play_text(&flag).is_ok().then_some(flag)
        };
        let is_deployment = matches!(position, AnyPosition::TigerChess(it) if it.posting().is_some());
        let noted = SEATS.into_iter().filter(|seat| is_deployment && self.protocol.has_flag_fallen(*seat));
        noted.filter_map(written).collect()
    }

    fn with_noted_flags(&self, kind: GameKind, position: &AnyPosition) -> AnyPosition {
        let mut flagged = position.clone();
        for flag in self.unwritten_flags(kind, position) {
            // Where both have fallen, the first may end what the second could still say.
            let _ = flagged.play_text(&flag);
        }
        flagged
    }

    /// Whether the game begins from a situation after the deployment.
    pub fn begins_deployed(&self) -> bool {
        let position = self.beginning.as_ref().map(|it| TigerChess::from_situation(&it.situation));
        matches!(position, Some(Ok(position)) if position.posting().is_none())
    }

    /// Whether the engagement has begun by what is on file without a board: no deployment in this game, an arbiter's
    /// word, or a legal record that goes beyond it.
    fn is_deployment_over(&self, variation: Variation) -> bool {
        if variation.game() != GameKind::TigerChess || self.protocol.engaged.is_some() {
            return true;
        }
        // Of a deployment in which no flag falls: eight Swordsmen, two Royal Guards in the TigerVariation.
        let plies = if variation.is_tiger() { 10 } else { 8 };
        self.records
            .iter()
            .any(|record| record.findings.checked == Checked::Legal && record.findings.plies >= plies)
    }
}
