//! The scoring tables of the games, said once: what each line is about, its points, where the text says so. Awards,
//! choices, hints and public pages read them.

use ScoringKey as K;

use crate::game::GameKind;
use crate::outcome::{Ending, InLieu, Outcome};
use crate::points::GamePoints;
use crate::side::BySide;
use crate::variation::Variation;

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

/// What the lines of the scoring tables are about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ScoringKey {
    /// The Dance: every victory is worth the same.
    Victory,
    /// Checkmate.
    Checkmate,
    /// TigerVariation: the Palace is occupied.
    Occupation,
    /// A concession.
    Concession,
    /// TigerVariation: a concession or a loss on time after the winner's Standard Bearer was captured.
    BearerCaptured,
    /// TigerVariation: both agree that checkmate is inevitable.
    CheckmateAgreed,
    /// Dragon: locking up.
    LockingUp,
    /// Dragon: direct capture.
    DirectCapture,
    /// Dragon: a flag planted.
    Planting,
    /// A loss on time.
    Time,
    /// Dragon: a loss on time, planting agreed to be inevitable.
    PlantingInevitable,
    /// A draw; in Dragon a Truce.
    Draw,
}

/// One line of a scoring table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoringLine {
    /// What it is about.
    pub key: ScoringKey,
    /// The ending, in the text's words.
    pub ending: &'static str,
    /// The winner's points, or each side's in a draw.
    pub points: GamePoints,
    /// Where the text says so.
    pub clause: &'static str,
    /// What has to be known to apply it; may be empty.
    pub hint: &'static str,
}

const fn line(
    key: ScoringKey,
    ending: &'static str,
    points: GamePoints,
    clause: &'static str,
) -> ScoringLine {
    ScoringLine { key, ending, points, clause, hint: "" }
}

const fn hinted(line: ScoringLine, hint: &'static str) -> ScoringLine {
    ScoringLine { hint, ..line }
}

const CHESS: &[ScoringLine] = &[
    line(K::Checkmate, "checkmate", GamePoints::whole(3), "rule 13a"),
    line(K::Concession, "concession", GamePoints::whole(3), "rule 14"),
    line(K::Time, "loss on time", GamePoints::whole(3), "rule 15"),
    line(K::Draw, "draw of any kind, each", GamePoints::whole(1), "rule 13b"),
];
const TIGER: &[ScoringLine] = &[
    line(K::Occupation, "occupation of the Palace", GamePoints::whole(6), "TigerVariation, rule 1a"),
    line(K::Checkmate, "checkmate", GamePoints::whole(3), "TigerVariation, rule 1b"),
    line(K::Concession, "concession", GamePoints::whole(6), "TigerVariation, rule 6"),
    line(K::Time, "loss on time", GamePoints::whole(6), "TigerVariation, rule 6"),
    line(
        K::BearerCaptured,
        "concession or loss on time, the winner's Standard Bearer captured",
        GamePoints::whole(3),
        "TigerVariation, rule 6",
    ),
    hinted(
        line(
            K::CheckmateAgreed,
            "agreed that checkmate is inevitable",
            GamePoints::whole(3),
            "TigerVariation, rule 6",
        ),
        "both players agree",
    ),
    line(K::Draw, "draw of any kind, each", GamePoints::ZERO, "TigerVariation, rule 1"),
];
const DRAGON: &[ScoringLine] = &[
    hinted(
        line(K::LockingUp, "locking up", GamePoints::FIVE_AND_NOMINAL_HALF, "scoring table"),
        "the half is nominal and counted apart",
    ),
    line(K::DirectCapture, "direct capture", GamePoints::whole(5), "scoring table"),
    hinted(
        line(K::Planting, "planting a flag", GamePoints::whole(3), "scoring table"),
        "a concession in lieu of it needs the winner's acceptance",
    ),
    line(K::Draw, "Truce of any kind, each", GamePoints::whole(1), "scoring table"),
    hinted(
        line(K::Time, "loss on time", GamePoints::FIVE_AND_NOMINAL_HALF, "rule 27b"),
        "the half is nominal and counted apart",
    ),
    hinted(
        line(
            K::PlantingInevitable,
            "loss on time, planting agreed to be inevitable",
            GamePoints::whole(3),
            "rule 27b",
        ),
        "both players agree, or the Arbiter rules it",
    ),
];
const DANCE: &[ScoringLine] = &[
    line(K::Victory, "victory of any kind", GamePoints::whole(3), DANCE_CLAUSE),
    line(K::Draw, "draw of any kind, each", GamePoints::whole(1), DANCE_CLAUSE),
];
const DANCE_CLAUSE: &str = "the text gives no points; a win 3, a draw 1 each";

/// The scoring table of a variation.
#[must_use]
pub fn scoring_table(variation: Variation) -> &'static [ScoringLine] {
    match variation.game() {
        GameKind::LancerChess => CHESS,
        GameKind::TigerChess if variation.is_tiger() => TIGER,
        GameKind::TigerChess => CHESS,
        GameKind::Dragon => DRAGON,
        GameKind::Dance => DANCE,
    }
}

/// The most that a line of a game's tables gives, whatever variation is played.
pub(crate) fn greatest_points(game: GameKind) -> GamePoints {
    let of_variation = if game == GameKind::TigerChess { TIGER } else { &[] };
    let lines = scoring_table(Variation::standard(game)).iter().chain(of_variation);
    lines.map(|line| line.points).max_by_key(|points| points.total_halves()).unwrap_or(GamePoints::ZERO)
}

/// The line of the scoring table that gives the points of an outcome, with the winner's points or each side's in a
/// draw; none where the table is silent: the Arbiter's awards, disqualification, and games that both sides lose.
#[must_use]
pub fn scoring_line(facts: &ScoringFacts, outcome: Outcome) -> Option<ScoringLine> {
    let key = scoring_key(facts, outcome)?;
    scoring_table(facts.variation).iter().copied().find(|line| line.key == key)
}

fn scoring_key(facts: &ScoringFacts, outcome: Outcome) -> Option<ScoringKey> {
    use Ending as E;
    let (game, is_tiger) = (facts.variation.game(), facts.variation.is_tiger());
    Some(match (game, outcome.by, outcome.winner) {
        (_, E::Arbiter | E::Disqualification, _) | (_, E::Time | E::Forfeit, None) => return None,
        (_, _, None) => K::Draw,
        (GameKind::Dance, ..) => K::Victory,
        (_, E::Concession(None) | E::Time | E::Forfeit, _) if is_tiger && facts.winner_bearer_captured => {
            K::BearerCaptured
        }
        (_, E::Agreement, _) => K::CheckmateAgreed,
        (_, E::Concession(None), _) => K::Concession,
        (GameKind::Dragon, E::Time, _) if facts.planting_inevitable => K::PlantingInevitable,
        (_, E::Time | E::Forfeit, _) => K::Time,
        (_, E::Occupation, _) => K::Occupation,
        (_, E::LockingUp | E::Concession(Some(InLieu::LockingUp)), _) => K::LockingUp,
        (_, E::DirectCapture | E::Concession(Some(InLieu::DirectCapture)), _) => K::DirectCapture,
        (_, E::Planting | E::Concession(Some(InLieu::Planting)), _) => K::Planting,
        _ => K::Checkmate,
    })
}

/// Where the text says what an outcome is worth: a narrower place than its line's, where there is one, and places for
/// what the table leaves open.
#[must_use]
pub fn scoring_clause(facts: &ScoringFacts, outcome: Outcome) -> Option<&'static str> {
    use Ending as E;
    let game = facts.variation.game();
    Some(match (game, outcome.by) {
        (_, E::Forfeit) => "the texts know no forfeit; it counts as a loss on time",
        (_, E::Arbiter) => "the arbiter's decision outranks the table",
        (GameKind::Dance, E::Disqualification) => "the text knows no disqualification",
        (GameKind::Dance, _) => DANCE_CLAUSE,
        (GameKind::Dragon, E::Disqualification) => "rule 9",
        (_, E::Disqualification) => "rule 4",
        (GameKind::Dragon, E::Concession(_)) => "rule 27a",
        (GameKind::Dragon, E::Agreement) => "rule 23.1 and scoring table",
        (GameKind::Dragon, E::Repetition) => "rule 23.2 and scoring table",
        (GameKind::Dragon, E::FiftyMoves) => "rule 23.3 and scoring table",
        (GameKind::Dragon, E::Time) => "rule 27b",
        (_, E::Agreement) if !facts.variation.is_tiger() => "rules 13b and 16",
        _ => return scoring_line(facts, outcome).map(|line| line.clause),
    })
}

/// The points of both sides by the game's own scoring table.
///
/// Where the text leaves the award to the Arbiter (disqualification: the opponent's; the Arbiter's own decision: both)
/// the side has `None`. The texts do not know a forfeit; it is worth what a loss on time is, because the absent
/// player's clock runs out. A forfeit or a time loss without a winner gives nobody points.
#[must_use]
pub fn award(facts: &ScoringFacts, outcome: Outcome) -> Awards {
    let points = scoring_line(facts, outcome).map(|line| line.points);
    match (outcome.by, outcome.winner) {
        (Ending::Arbiter, _) => Awards::default(),
        (Ending::Time | Ending::Forfeit | Ending::Disqualification, None) => {
            Awards { south: Some(GamePoints::ZERO), north: Some(GamePoints::ZERO) }
        }
        (_, None) => Awards { south: points, north: points },
        (_, Some(winner)) => Awards::from_view(winner, points, Some(GamePoints::ZERO)),
    }
}
