//! Game points: what an outcome is worth by each game's own scoring table, in integer half-points.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use crate::game::GameKind;
use crate::outcome::{Ending, InLieu, Outcome};
use crate::side::{BySide, Side};
use crate::variation::Variation;

/// Game points in halves, the nominal part kept apart: Dragon's locking up is 5 + 1/2 nominal.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GamePoints {
    /// Plain half-points.
    pub halves: u32,
    /// Nominal half-points, which count in the total unless an event says otherwise.
    pub nominal: u32,
}

impl GamePoints {
    /// No points.
    pub const ZERO: Self = Self::whole(0);
    /// Dragon's award for locking up.
    pub const FIVE_AND_NOMINAL_HALF: Self = Self { halves: 10, nominal: 1 };

    /// Whole points.
    #[must_use]
    pub const fn whole(points: u32) -> Self {
        Self { halves: points * 2, nominal: 0 }
    }

    /// Plain half-points.
    #[must_use]
    pub const fn from_halves(halves: u32) -> Self {
        Self { halves, nominal: 0 }
    }

    /// Half-points with the nominal ones.
    #[must_use]
    pub const fn total_halves(self) -> u32 {
        self.halves + self.nominal
    }

    /// The total as a decimal: `3`, `5.5`.
    #[must_use]
    pub fn decimal(self) -> String {
        let total = self.total_halves();
        if total.is_multiple_of(2) { (total / 2).to_string() } else { format!("{}.5", total / 2) }
    }
}

fn write_halves(f: &mut fmt::Formatter<'_>, halves: u32) -> fmt::Result {
    match (halves / 2, halves % 2) {
        (whole, 0) => write!(f, "{whole}"),
        (0, _) => write!(f, "1/2"),
        (whole, _) => write!(f, "{whole} 1/2"),
    }
}

impl fmt::Display for GamePoints {
    /// As the texts write it: `3`, `5 + 1/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_halves(f, self.halves)?;
        if self.nominal > 0 {
            f.write_str(" + ")?;
            write_halves(f, self.nominal)?;
        }
        Ok(())
    }
}

impl Add for GamePoints {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { halves: self.halves + other.halves, nominal: self.nominal + other.nominal }
    }
}

impl AddAssign for GamePoints {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for GamePoints {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

/// What the scoring table asks for besides the outcome.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ScoringFacts {
    /// The game and its variation.
    pub variation: Variation,
    /// TigerVariation: the winner's Standard Bearer has been captured (rule 6).
    pub winner_bearer_captured: bool,
    /// Dragon, loss on time: both players agree that planting was inevitable (rule 27b).
    pub planting_inevitable: bool,
}

impl ScoringFacts {
    /// The facts of a game in which neither condition holds.
    #[must_use]
    pub const fn of(variation: Variation) -> Self {
        Self { variation, winner_bearer_captured: false, planting_inevitable: false }
    }
}

/// The points of both sides. `None` where the Arbiter must award them.
pub type Awards = BySide<Option<GamePoints>>;

/// One line of a scoring table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ScoringLine {
    /// The ending, in the text's words.
    pub ending: &'static str,
    /// The winner's points, or each side's in a draw.
    pub points: GamePoints,
}

/// The scoring table of a variation, for display; [`award`] applies it.
#[must_use]
pub fn scoring_table(variation: Variation) -> &'static [ScoringLine] {
    const fn line(ending: &'static str, points: GamePoints) -> ScoringLine {
        ScoringLine { ending, points }
    }
    const CHESS: &[ScoringLine] = &[
        line("checkmate", GamePoints::whole(3)),
        line("concession", GamePoints::whole(3)),
        line("loss on time", GamePoints::whole(3)),
        line("draw of any kind, each", GamePoints::whole(1)),
    ];
    const TIGER: &[ScoringLine] = &[
        line("occupation of the Palace", GamePoints::whole(6)),
        line("checkmate", GamePoints::whole(3)),
        line("concession", GamePoints::whole(6)),
        line("loss on time", GamePoints::whole(6)),
        line("concession or loss on time, the winner's Standard Bearer captured", GamePoints::whole(3)),
        line("agreed that checkmate is inevitable", GamePoints::whole(3)),
        line("draw of any kind, each", GamePoints::ZERO),
    ];
    const DRAGON: &[ScoringLine] = &[
        line("locking up", GamePoints::FIVE_AND_NOMINAL_HALF),
        line("direct capture", GamePoints::whole(5)),
        line("planting a flag", GamePoints::whole(3)),
        line("Truce of any kind, each", GamePoints::whole(1)),
        line("loss on time", GamePoints::FIVE_AND_NOMINAL_HALF),
        line("loss on time, planting agreed to be inevitable", GamePoints::whole(3)),
    ];
    const DANCE: &[ScoringLine] = &[
        line("victory of any kind", GamePoints::whole(3)),
        line("draw of any kind, each", GamePoints::whole(1)),
    ];
    match variation.game() {
        GameKind::LancerChess => CHESS,
        GameKind::TigerChess if variation.is_tiger() => TIGER,
        GameKind::TigerChess => CHESS,
        GameKind::Dragon => DRAGON,
        GameKind::Dance => DANCE,
    }
}

/// The line of the scoring table that gives the points of an outcome, with the winner's points or each side's in a
/// draw; none where the table is silent: the Arbiter's awards, disqualification, and games that both sides lose.
#[must_use]
pub fn scoring_line(facts: &ScoringFacts, outcome: Outcome) -> Option<ScoringLine> {
    use Ending as E;
    let draw = match facts.variation.game() {
        GameKind::Dragon => "Truce of any kind, each",
        _ => "draw of any kind, each",
    };
    let is_tiger = facts.variation.is_tiger();
    let ending = match (facts.variation.game(), outcome.by, outcome.winner) {
        (_, E::Arbiter | E::Disqualification, _) | (_, E::Time | E::Forfeit, None) => return None,
        (_, _, None) => draw,
        (GameKind::Dance, ..) => "victory of any kind",
        (_, E::Concession(None) | E::Time | E::Forfeit, _) if is_tiger && facts.winner_bearer_captured => {
            "concession or loss on time, the winner's Standard Bearer captured"
        }
        (_, E::Agreement, _) => "agreed that checkmate is inevitable",
        (_, E::Concession(None), _) => "concession",
        (GameKind::Dragon, E::Time, _) if facts.planting_inevitable => {
            "loss on time, planting agreed to be inevitable"
        }
        (_, E::Time | E::Forfeit, _) => "loss on time",
        (_, E::Occupation, _) => "occupation of the Palace",
        (_, E::LockingUp | E::Concession(Some(InLieu::LockingUp)), _) => "locking up",
        (_, E::DirectCapture | E::Concession(Some(InLieu::DirectCapture)), _) => "direct capture",
        (_, E::Planting | E::Concession(Some(InLieu::Planting)), _) => "planting a flag",
        _ => "checkmate",
    };
    scoring_table(facts.variation).iter().copied().find(|line| line.ending == ending)
}

/// The points of both sides by the game's own scoring table.
///
/// Where the text leaves the award to the Arbiter (disqualification: the opponent's; the Arbiter's own decision: both)
/// the side has `None`. The texts do not know a forfeit; it is worth what a loss on time is, because the absent
/// player's clock runs out. A forfeit or a time loss without a winner gives nobody points.
#[must_use]
pub fn award(facts: &ScoringFacts, outcome: Outcome) -> Awards {
    let Some(winner) = outcome.winner else { return award_without_winner(facts, outcome.by) };
    let won = match outcome.by {
        Ending::Disqualification => None,
        Ending::Arbiter => return Awards::default(),
        by => Some(winner_points(facts, by)),
    };
    Awards::from_view(winner, won, Some(GamePoints::ZERO))
}

fn award_without_winner(facts: &ScoringFacts, by: Ending) -> Awards {
    let each = match by {
        Ending::Arbiter => None,
        Ending::Time | Ending::Forfeit | Ending::Disqualification => Some(GamePoints::ZERO),
        // TigerVariation: "any other result ... no game points being awarded to either player".
        _ if facts.variation.is_tiger() => Some(GamePoints::ZERO),
        _ => Some(GamePoints::whole(1)),
    };
    Awards { south: each, north: each }
}

fn winner_points(facts: &ScoringFacts, by: Ending) -> GamePoints {
    match facts.variation {
        Variation::LancerChess | Variation::Dance { .. } => GamePoints::whole(3),
        Variation::TigerChess(options) => match by {
            Ending::Occupation => GamePoints::whole(6),
            Ending::Concession(_) | Ending::Time | Ending::Forfeit
                if options.tiger && !facts.winner_bearer_captured =>
            {
                GamePoints::whole(6)
            }
            _ => GamePoints::whole(3),
        },
        Variation::Dragon(_) => match by {
            Ending::Concession(Some(lieu)) => winner_points(facts, lieu.ending()),
            Ending::DirectCapture => GamePoints::whole(5),
            Ending::Planting => GamePoints::whole(3),
            Ending::Time if facts.planting_inevitable => GamePoints::whole(3),
            _ => GamePoints::FIVE_AND_NOMINAL_HALF,
        },
    }
}

/// An event's own table in place of the game's.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EventTable {
    /// The winner's points.
    pub win: GamePoints,
    /// Each side's points in a draw.
    pub draw: GamePoints,
    /// The loser's points.
    pub loss: GamePoints,
}

/// Which table an event scores by.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum PointsTable {
    /// The game's own.
    #[default]
    Game,
    /// The event's win, draw and loss.
    Event(EventTable),
}

impl PointsTable {
    /// The points of both sides; as [`award`], with the event's values where it has its own table. An offender who is
    /// disqualified or absent gets nothing by either table.
    #[must_use]
    pub fn award(&self, facts: &ScoringFacts, outcome: Outcome) -> Awards {
        let by_game = award(facts, outcome);
        let Self::Event(table) = self else { return by_game };
        match (outcome.by, outcome.winner) {
            (Ending::Arbiter | Ending::Disqualification, _) | (Ending::Time | Ending::Forfeit, None) => {
                by_game
            }
            (_, None) => Awards { south: Some(table.draw), north: Some(table.draw) },
            (Ending::Forfeit, Some(winner)) => {
                Awards::from_view(winner, Some(table.win), Some(GamePoints::ZERO))
            }
            (_, Some(winner)) => Awards::from_view(winner, Some(table.win), Some(table.loss)),
        }
    }
}

/// The awards with the game's own names of the sides, South first; sides whose award is the Arbiter's are left out.
#[must_use]
pub fn named_awards(game: GameKind, awards: &Awards) -> Vec<(&'static str, GamePoints)> {
    Side::BOTH
        .into_iter()
        .filter_map(|side| awards[side].map(|points| (game.side_name(side), points)))
        .collect()
}
