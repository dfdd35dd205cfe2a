//! Results: what people enter, what it is worth, and what stands in the way.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tiger_rules::{
    Awards, Ending, GameKind, GamePoints, InLieu, Outcome, PointsTable, ScoringFacts, ScoringLine, Side,
    Variation, scoring_clause, scoring_line,
};

use crate::ids::RulingId;
use crate::{Article, GameId, Reason, RecordId, Refusal};

/// Who moves first and who second, which is how rounds are paired.
pub type Seat = tiger_pairing::model::Side;

/// Both seats, the first first.
pub const SEATS: [Seat; 2] = [Seat::First, Seat::Second];

/// Points in halves, as byes and totals count them.
pub type Points = tiger_pairing::model::Points;

/// The army that a seat commands in a variation.
pub const fn army(variation: Variation, seat: Seat) -> Side {
    let first = variation.first_mover();
    match seat {
        Seat::First => first,
        Seat::Second => first.other(),
    }
}

/// The seat that commands an army in a variation.
pub fn seat(variation: Variation, side: Side) -> Seat {
    if variation.first_mover() == side { Seat::First } else { Seat::Second }
}

/// 0 for the first seat, 1 for the second.
pub const fn seat_index(seat: Seat) -> usize {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

/// How a game ended, as a person or a record says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultEntry {
    /// The winner; none for a draw, a double forfeit, or two disqualified players.
    pub winner: Option<Seat>,
    pub ending: Ending,
    /// TigerVariation: the winner's Standard Bearer had been captured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bearer_captured: bool,
    /// Dragon, loss on time: both players agree that planting was inevitable.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub planting_inevitable: bool,
    /// What the arbiter awards to the first and the second player, where the scoring table leaves it to him.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub awarded: Option<[GamePoints; 2]>,
}

/// Whether it matters to the points of a victory that the winner's Standard Bearer was captured (TigerVariation,
/// rule 6).
pub const fn bearer_matters(variation: Variation, ending: Ending) -> bool {
    variation.is_tiger() && matches!(ending, Ending::Concession(_) | Ending::Time)
}

/// Whether a game that ends so without a winner has two losers.
pub const fn can_both_lose(ending: Ending) -> bool {
    matches!(ending, Ending::Forfeit | Ending::Time | Ending::Disqualification)
}

impl ResultEntry {
    /// An ending without further circumstances.
    pub const fn plain(winner: Option<Seat>, ending: Ending) -> Self {
        Self { winner, ending, bearer_captured: false, planting_inevitable: false, awarded: None }
    }

    /// Whether two people mean the same: winner and ending. Circumstances may be added by the arbiter.
    pub fn agrees_with(&self, other: &Self) -> bool {
        self.winner == other.winner && self.ending == other.ending
    }

    /// Whether both sides lost, so that nobody scores and it is no draw: both flags fell, neither came, both were
    /// disqualified.
    pub const fn is_both_lost(&self) -> bool {
        self.winner.is_none() && can_both_lose(self.ending)
    }

    /// Whether the game was really played.
    pub fn is_played(&self) -> bool {
        self.ending != Ending::Forfeit
    }

    /// How the game ended, with what its points hang on, such as `locking up` or `Truce by agreement`.
    pub fn ending_words(&self, game: GameKind) -> String {
        let is_drawn = self.winner.is_none();
        let is_truce = is_drawn && game == GameKind::Dragon;
        let words = match self.ending {
            Ending::Agreement if is_truce => "Truce by agreement",
            Ending::Agreement if !is_drawn => "checkmate agreed to be inevitable",
            Ending::Time if is_drawn => "both flags fell",
            Ending::Time => "loss on time",
            Ending::Forfeit if is_drawn => "neither came",
            Ending::Forfeit => "opponent absent",
            Ending::Disqualification if is_drawn => "both disqualified",
            Ending::Arbiter => "decided by the arbiter",
            ending => ending.title(),
        };
        let truce = match self.ending {
            Ending::Repetition | Ending::FiftyMoves | Ending::Stalemate if is_truce => "Truce, ",
            _ => "",
        };
        let bearer = if self.bearer_captured { ", the winner's Standard Bearer captured" } else { "" };
        let planting = if self.planting_inevitable { ", planting agreed to be inevitable" } else { "" };
        format!("{truce}{words}{bearer}{planting}")
    }

    /// Whether this counts as a greater victory: locking up, occupation, a concession in lieu of locking up.
    pub fn is_greater_victory(&self) -> bool {
        self.winner.is_some()
            && matches!(
                self.ending,
                Ending::LockingUp | Ending::Occupation | Ending::Concession(Some(InLieu::LockingUp))
            )
    }

    /// What both players score.
    ///
    /// # Errors
    /// When the variation knows no such ending, or the arbiter's award is missing or out of place.
    pub fn score(&self, variation: Variation, table: &PointsTable) -> Result<[GamePoints; 2], Refusal> {
        let outcome = self.outcome(variation);
        if !outcome.is_possible_in(variation) {
            return Err(Refusal::Invalid(format!(
                "{} cannot end with {}{}.",
                variation.title(),
                self.ending,
                if self.winner.is_some() { " and a winner" } else { " and no winner" }
            )));
        }
        self.check_circumstances(variation)?;
        self.fill_in(variation, table.award(&self.facts(variation), outcome))
    }

    /// The line of the game's own scoring table that gives the points; none where the table is silent.
    pub fn scoring_line(&self, variation: Variation) -> Option<ScoringLine> {
        scoring_line(&self.facts(variation), self.outcome(variation))
    }

    /// Where the texts say what such a result is worth.
    pub fn scoring_clause(&self, variation: Variation) -> Option<&'static str> {
        scoring_clause(&self.facts(variation), self.outcome(variation))
    }

    /// Whoever is disqualified forfeits any points, whoever decides it (Dragon, rule 9; TigerChess, rule 4).
    pub(crate) fn check_forfeited(&self) -> Result<(), Refusal> {
        let is_given = |seat| {
            self.winner != Some(seat)
                && self.awarded.is_some_and(|awarded| awarded[seat_index(seat)] != GamePoints::ZERO)
        };
        if self.ending == Ending::Disqualification && SEATS.into_iter().any(is_given) {
            return Err(Refusal::invalid("Whoever is disqualified forfeits any points: award them none."));
        }
        Ok(())
    }

    fn outcome(&self, variation: Variation) -> Outcome {
        Outcome { winner: self.winner.map(|seat| army(variation, seat)), by: self.ending }
    }

    const fn facts(&self, variation: Variation) -> ScoringFacts {
        ScoringFacts {
            variation,
            winner_bearer_captured: self.bearer_captured,
            planting_inevitable: self.planting_inevitable,
        }
    }

    fn check_circumstances(&self, variation: Variation) -> Result<(), Refusal> {
        if self.bearer_captured && !variation.is_tiger() {
            return Err(Refusal::invalid(
                "Only the TigerVariation has a Standard Bearer who could be captured.",
            ));
        }
        if self.bearer_captured && self.winner.is_none() {
            return Err(Refusal::invalid("The Standard Bearer matters only where somebody has won."));
        }
        let is_time_in_dragon = variation.game() == GameKind::Dragon && self.ending == Ending::Time;
        if self.planting_inevitable && !is_time_in_dragon {
            return Err(Refusal::invalid(
                "That planting was inevitable matters only for a loss on time in Dragon.",
            ));
        }
        Ok(())
    }

    fn fill_in(&self, variation: Variation, awards: Awards) -> Result<[GamePoints; 2], Refusal> {
        let by_table = SEATS.map(|seat| awards[army(variation, seat)]);
        match (by_table, self.awarded) {
            ([Some(first), Some(second)], None) => Ok([first, second]),
            ([Some(_), Some(_)], Some(_)) => Err(Refusal::invalid(
                "The scoring table knows the points of this ending; only a ruling can change them.",
            )),
            (_, None) => Err(Refusal::invalid("The arbiter awards the points of this ending: enter them.")),
            (by_table, Some(awarded)) => Ok(std::array::from_fn(|i| by_table[i].unwrap_or(awarded[i]))),
        }
    }
}

/// Where a result comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Source {
    /// An arbiter entered it.
    Arbiter,
    /// Both players reported it.
    Agreement,
    /// A record showed it.
    Record { record: RecordId },
    /// A ruling set it.
    Ruling { ruling: RulingId },
    /// A player conceded, and nobody had to accept it.
    Concession,
}

/// The result that stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    pub entry: ResultEntry,
    /// What the first and the second player score.
    pub points: [GamePoints; 2],
    pub source: Source,
    pub at: DateTime<Utc>,
    pub by: String,
}

/// What one player reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    pub entry: ResultEntry,
    pub at: DateTime<Utc>,
}

/// What an arbiter has to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum DisputeCause {
    /// The two players reported different results.
    Reports,
    /// A record breaks the rules of the game or contradicts itself.
    BrokenRecord { record: RecordId },
    /// A record shows another result than the one that stands or was reported.
    RecordAgainstResult { record: RecordId },
    /// A player disputes what the opponent reported or a record has brought about.
    Objection {
        #[serde(with = "crate::seat_number")]
        player: Seat,
    },
    /// The two players' records hold different moves.
    Records { earlier: RecordId, later: RecordId },
    /// A record shows another end than the one that the program's own clock has seen: a flag fell.
    AgainstFlag {
        /// The player whose flag it is.
        #[serde(with = "crate::seat_number")]
        player: Seat,
    },
    /// The game was lost on time, and a press that was received afterwards shows that the flag had not fallen.
    FlagUp {
        /// The player whose flag it is.
        #[serde(with = "crate::seat_number")]
        player: Seat,
    },
}

/// Something that waits for an arbiter's decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    pub cause: DisputeCause,
    /// What happened, in a sentence.
    pub sentence: String,
    /// Since when.
    pub at: DateTime<Utc>,
}

impl Dispute {
    /// The sentence as people read it: the endings in words, and a Truce where the game has no draws. The state keeps it with
    /// the endings' codes, as the first release wrote it.
    pub fn told(&self, game: GameKind) -> String {
        let codes = Ending::ALL.into_iter().filter(|ending| ending.name().contains('-'));
        let spelt = codes.fold(self.sentence.clone(), |sentence, ending| {
            sentence.replace(&format!(" by {}", ending.name()), &format!(" by {}", ending.title()))
        });
        spelt
            .replace("draw by time", "both out of time")
            .replace("draw by ", &format!("{} by ", game.draw_word()))
    }
}

/// What an arbiter decided against board or players. Rulings are never removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    pub id: RulingId,
    pub game: GameId,
    /// The result before; none if there was none.
    pub before: Option<GameResult>,
    pub after: GameResult,
    pub reason: Reason,
    pub article: Option<Article>,
    /// When the step was undone that made it, if it was; it has no effect any more, but stays here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_at: Option<DateTime<Utc>>,
}
