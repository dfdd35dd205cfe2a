//! The results that a game can have, each with its words, its code in forms, and what it scores.
//!
//! Forms offer nothing else, so an ending that the variation does not know cannot be entered by mistake.

use std::fmt;
use std::str::FromStr;

use tiger_rules::{Ending, GameKind, GamePoints, InLieu, PointsTable, Regicide, Variation};

use crate::result::{bearer_matters, can_both_lose};
use crate::{ResultEntry, Seat};

/// A result as forms send it, such as `1:checkmate`, `0:time:planting`, `-:agreement`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultCode(pub ResultEntry);

/// A code that the app did not give out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no result; choose one from the list.")]
pub struct ParseResultCodeError(String);

impl fmt::Display for ResultCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.0.winner {
            Some(Seat::First) => '1',
            Some(Seat::Second) => '0',
            None => '-',
        };
        write!(f, "{winner}:{}", self.0.ending)?;
        if self.0.bearer_captured {
            f.write_str(":bearer")?;
        }
        if self.0.planting_inevitable {
            f.write_str(":planting")?;
        }
        Ok(())
    }
}

impl FromStr for ResultCode {
    type Err = ParseResultCodeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refuse = || ParseResultCodeError(text.chars().take(40).collect());
        let mut parts = text.split(':');
        let winner = match parts.next() {
            Some("1") => Some(Seat::First),
            Some("0") => Some(Seat::Second),
            Some("-") => None,
            _ => return Err(refuse()),
        };
        let ending: Ending = parts.next().unwrap_or_default().parse().map_err(|_| refuse())?;
        let mut entry = ResultEntry::plain(winner, ending);
        for circumstance in parts {
            match circumstance {
                "bearer" => entry.bearer_captured = true,
                "planting" => entry.planting_inevitable = true,
                _ => return Err(refuse()),
            }
        }
        Ok(Self(entry))
    }
}

/// One result that can be entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PossibleResult {
    /// The result; an award is still to be filled in.
    pub entry: ResultEntry,
    /// How it ended, in words.
    pub title: String,
    /// What both players score; none where the arbiter awards it.
    pub points: Option<[GamePoints; 2]>,
}

impl PossibleResult {
    /// The value in forms.
    pub fn code(&self) -> String {
        ResultCode(self.entry).to_string()
    }
}

/// The results with one winner, the most usual one first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultGroup {
    /// The winner; none for draws and for two losers.
    pub winner: Option<Seat>,
    /// Whether nobody has won because nobody deserves to: double forfeits and the like.
    pub is_both_lost: bool,
    pub results: Vec<PossibleResult>,
}

/// Everything that a game of this variation can end with, the most usual first: victories of the first and of
/// the second player, draws, and results without points for either.
pub fn possible_results(variation: Variation, table: &PointsTable) -> Vec<ResultGroup> {
    let group = |winner: Option<Seat>, is_both_lost: bool| {
        let endings = USUAL_FIRST
            .into_iter()
            .filter(|ending| winner.is_some() || can_both_lose(*ending) == is_both_lost);
        let results = endings.flat_map(|ending| results_of(variation, table, winner, ending)).collect();
        ResultGroup { winner, is_both_lost, results }
    };
    vec![
        group(Some(Seat::First), false),
        group(Some(Seat::Second), false),
        group(None, false),
        group(None, true),
    ]
}

/// Whether the arbiter has to say what the players score.
pub fn needs_award(entry: &ResultEntry, variation: Variation, table: &PointsTable) -> bool {
    ResultEntry { awarded: None, ..*entry }.score(variation, table).is_err()
}

/// The order in which forms offer endings.
pub const USUAL_FIRST: [Ending; 22] = [
    Ending::Checkmate,
    Ending::LockingUp,
    Ending::KingCaptured,
    Ending::Agreement,
    Ending::Concession(None),
    Ending::Occupation,
    Ending::DirectCapture,
    Ending::Planting,
    Ending::FiveFortresses,
    Ending::Concession(Some(InLieu::LockingUp)),
    Ending::Concession(Some(InLieu::DirectCapture)),
    Ending::Concession(Some(InLieu::Planting)),
    Ending::NoPieces,
    Ending::Stalemate,
    Ending::BareQueens,
    Ending::Repetition,
    Ending::FiftyMoves,
    Ending::TwoPasses,
    Ending::Forfeit,
    Ending::Time,
    Ending::Disqualification,
    Ending::Arbiter,
];

/// Whether Regicide, as it is settled, allows for the end of a game of the Dance (ruling 15): no King is captured of a side that
/// plays without, and only such a side can be left without a piece.
pub(crate) fn suits_regicide(variation: Variation, winner: Option<Seat>, ending: Ending) -> bool {
    let Variation::Dance { regicide } = variation else { return true };
    let is_kingless = |seat| regicide.of(super::result::army(variation, seat));
    match (ending, winner) {
        (Ending::KingCaptured, Some(winner)) => !is_kingless(winner.other()),
        (Ending::NoPieces, Some(winner)) => is_kingless(winner.other()),
        (Ending::NoPieces, None) => regicide == Regicide::Both,
        _ => true,
    }
}

fn results_of(
    variation: Variation,
    table: &PointsTable,
    winner: Option<Seat>,
    ending: Ending,
) -> Vec<PossibleResult> {
    let plain = ResultEntry::plain(winner, ending);
    let is_possible =
        tiger_rules::Outcome { winner: winner.map(|seat| super::result::army(variation, seat)), by: ending }
            .is_possible_in(variation);
    // Where nothing is agreed, the question may be unanswered yet.
    let is_open = variation == Variation::Dance { regicide: Regicide::None };
    if !is_possible || !(is_open || suits_regicide(variation, winner, ending)) {
        return Vec::new();
    }
    let title = match (ending, winner) {
        (Ending::Agreement, Some(_)) => plain.scoring_line(variation).map_or("agreement", |line| line.ending),
        (Ending::Forfeit, None) => "both forfeit",
        (Ending::Time, None) => "both out of time",
        (Ending::Disqualification, None) => "both disqualified",
        (ending, _) => ending.title(),
    };
    let mut found = vec![(plain, title.to_owned())];
    if bearer_matters(variation, ending) && winner.is_some() {
        let entry = ResultEntry { bearer_captured: true, ..plain };
        found.push((entry, format!("{title}, the winner's Standard Bearer captured")));
    }
    if variation.game() == GameKind::Dragon && ending == Ending::Time && winner.is_some() {
        let entry = ResultEntry { planting_inevitable: true, ..plain };
        found.push((entry, format!("{title}, planting agreed to be inevitable")));
    }
    let result = |(entry, title): (ResultEntry, String)| PossibleResult {
        entry,
        title,
        points: entry.score(variation, table).ok(),
    };
    found.into_iter().map(result).collect()
}
