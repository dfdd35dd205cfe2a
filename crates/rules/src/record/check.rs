//! Checking a record: replay it to the end and compare the board with the claims.

use std::fmt;
use std::sync::Arc;

use super::numbers::Numbers;
use super::refusal::refuse;
use super::replay::Course;
use super::results::Claim;
use super::{BOARD_TAG, MoveText, Place, ReadError, Record};
use crate::any::AnyPosition;
use crate::choice::TigerDice;
use crate::dance::Board;
use crate::game::{GameKind, Replayed, SituationError};
use crate::outcome::{Ending, Outcome};
use crate::scoring::{Awards, ScoringFacts, award};
use crate::shown::shown;
use crate::side::Side;
use crate::termination::Termination;
use crate::variation::{Variation, missing_tag};

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RecordError {
    /// The ply, from 1; 0 before any move.
    pub ply: u32,
    /// The move as written, if a move is at fault.
    pub mv: Option<String>,
    /// Where the move stands in the text.
    pub place: Option<Place>,
    /// The reason, and what may have been meant.
    pub why: String,
    /// Moves that may have been meant, the likeliest first.
    #[cfg_attr(feature = "serde", serde(default))]
    pub suggestions: Vec<String>,
    /// The reason alone, where `why` goes on to what may have been meant.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub bare: Option<String>,
}

impl RecordError {
    /// The same without what may have been meant: it is about legal moves, which those who play are not told.
    #[must_use]
    pub fn without_suggestions(self) -> Self {
        let why = self.bare.unwrap_or(self.why);
        Self { why, bare: None, suggestions: Vec::new(), ..self }
    }

    pub(super) fn before(why: impl Into<String>) -> Self {
        Self::after(0, why.into())
    }

    pub(super) fn at(ply: u32, mv: &MoveText, why: impl Into<String>) -> Self {
        Self { mv: Some(mv.text.clone()), place: Some(mv.place), ..Self::after(ply, why.into()) }
    }

    const fn after(ply: u32, why: String) -> Self {
        Self { ply, mv: None, place: None, why, suggestions: Vec::new(), bare: None }
    }
}

impl From<ReadError> for RecordError {
    fn from(error: ReadError) -> Self {
        Self { place: Some(error.place), ..Self::after(error.ply, error.why) }
    }
}

impl fmt::Display for RecordError {
    /// `ply 37: C3xE5xG7: F6 holds no opposing force`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {}: ", self.ply)?;
        if let Some(mv) = &self.mv {
            write!(f, "{}: ", shown(mv))?;
        }
        f.write_str(&self.why)
    }
}

impl std::error::Error for RecordError {}

/// What checking a record found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// The game, if the tags name one.
    pub game: Option<GameKind>,
    /// The variation, if the tags tell it.
    pub variation: Option<Variation>,
    /// The plies that are legal, up to the first that is not.
    pub plies: u32,
    /// The first thing wrong; the record is in order when there is none.
    pub error: Option<RecordError>,
    /// The claimed result: a side's name, `Draw` or `*`.
    pub result: Option<String>,
    /// How the game ended: by the board, else as the tag claims.
    pub termination: Option<Termination>,
    /// The outcome, when the record is in order and the game was finished in a known way.
    pub outcome: Option<Outcome>,
    /// Whether the board ends the game by itself. Three repetitions and fifty moves are claims.
    pub is_over: bool,
    /// The game's own points for it.
    pub points: Option<Awards>,
    /// Conditions of the scoring table that the board shows.
    pub facts: Option<ScoringFacts>,
    /// The last legal situation.
    pub situation: Option<String>,
    /// Whether nothing else is wrong but that the record goes on after the Truce of Dragon's third repetition: then it
    /// has been followed to its end, and the Arbiter may let it stand (ruling 37).
    pub may_stand: bool,
}

/// The tags, read.
struct Claims {
    variation: Variation,
    result: Claim,
    ending: Option<Termination>,
}

impl Claims {
    fn read(record: &Record, variation: Variation) -> Result<Self, String> {
        let game = variation.game();
        for side in Side::BOTH {
            let name = game.side_name(side);
            record.tag(name).ok_or_else(|| missing_tag(name, "Moor, Tessa"))?;
        }
        let such = game.side_name(Side::South);
        let text = record.tag("Result").ok_or_else(|| missing_tag("Result", such))?;
        let result = Claim::read(variation, text).ok_or_else(|| {
            let text = shown(text);
            let [south, north] = Side::BOTH.map(|side| game.side_name(side));
            format!("`{text}` is no result: it is {south}, {north}, {} or *", game.draw_name())
        })?;
        let ending = match record.tag("Termination") {
            None => None,
            Some(words) => Some(Termination::read_of(game, words)?),
        };
        check_dice(record, variation)?;
        let claims = Self { variation, result, ending };
        claims.check_ending()?;
        Ok(claims)
    }

    fn check_ending(&self) -> Result<(), String> {
        let Some(ending) = self.ending else { return Ok(()) };
        let game = self.variation.game();
        let title = ending.title();
        if self.result == Claim::Open {
            return Err(format!(
                "the Termination is {title}, but the Result `*` says that the game is not over"
            ));
        }
        if ending.by == Ending::Concession(None) && game == GameKind::Dragon {
            return Err("a concession in Dragon says what it is in lieu of: `concession (planting)`".into());
        }
        let outcome = Outcome { winner: self.result.winner(), by: ending.by };
        let is_planting_elsewhere =
            ending.planting_inevitable && (game != GameKind::Dragon || outcome.winner.is_none());
        if !outcome.is_possible_in(self.variation) || is_planting_elsewhere {
            return Err(format!(
                "the Termination {title} with the Result {} does not exist in this game",
                self.result.told(game)
            ));
        }
        Ok(())
    }
}

fn check_dice(record: &Record, variation: Variation) -> Result<(), String> {
    let (Variation::TigerChess(options), Some(text)) = (variation, record.tag("Dice")) else { return Ok(()) };
    let dice: TigerDice = text.parse().map_err(|error: crate::ParseDiceError| error.to_string())?;
    let (cast, text) = (dice.options(), shown(text));
    if cast.deployment != options.deployment {
        return Err(format!(
            "the Dice `{text}` select the deployment {}, but the tag says {}",
            cast.deployment, options.deployment
        ));
    }
    if cast.tiger != options.tiger {
        let word = if cast.tiger { "are a double and select" } else { "are no double and exclude" };
        return Err(format!("the two Dice of `{text}` {word} the TigerVariation, against its tag"));
    }
    Ok(())
}

/// Replays the record and compares what the board shows with what the tags claim.
#[must_use]
pub fn check(record: &Record) -> CheckReport {
    check_with(record, None)
}

/// The same for a game of The Dragon's Dance that was played on a known board; other games have one board.
#[must_use]
pub fn check_on(record: &Record, board: &Arc<Board>) -> CheckReport {
    check_with(record, Some(board))
}

fn check_with(record: &Record, board: Option<&Arc<Board>>) -> CheckReport {
    let mut report = CheckReport {
        game: record.game().ok(),
        result: record.tag("Result").map(str::to_owned),
        ..CheckReport::default()
    };
    let claims = record.variation().and_then(|variation| {
        report.variation = Some(variation);
        Claims::read(record, variation)
    });
    let claims = match claims {
        Ok(claims) => claims,
        Err(why) => {
            report.error = Some(RecordError::before(why));
            return report;
        }
    };
    report.termination = claims.ending;
    report.result = Some(claims.result.name(claims.variation.game()).to_owned());
    let start = AnyPosition::of_record_on(record, claims.variation, board);
    let replayed = match start {
        Err(error) => Err(RecordError::before(told(&error))),
        Ok(AnyPosition::LancerChess(start)) => replay(record, &claims, start, &mut report),
        Ok(AnyPosition::TigerChess(start)) => replay(record, &claims, start, &mut report),
        Ok(AnyPosition::Dragon(start)) => replay(record, &claims, *start, &mut report),
        Ok(AnyPosition::Dance(start)) => replay(record, &claims, *start, &mut report),
    };
    report.error = replayed.err();
    report
}

fn told(error: &SituationError) -> String {
    if error.field == BOARD_TAG { error.to_string() } else { format!("the Situation: {error}") }
}

fn replay<P: Replayed>(
    record: &Record,
    claims: &Claims,
    start: P,
    report: &mut CheckReport,
) -> Result<(), RecordError> {
    let mut course = Course::new(start);
    let mut truce = None;
    let played = play_moves(record, &mut course, &mut truce);
    report.plies = course.plies;
    report.situation = Some(course.position.situation());
    let followed = played.and_then(|()| conclude(record, claims, &course, report));
    let Some(ply) = truce else { return followed };
    report.may_stand = followed.is_ok();
    let why = "the same situation stands for the third time, a Truce (ruling 37), but the record goes on";
    Err(RecordError::after(ply, why.to_owned()))
}

fn conclude<P: Replayed>(
    record: &Record,
    claims: &Claims,
    course: &Course<P>,
    report: &mut CheckReport,
) -> Result<(), RecordError> {
    let facts = ScoringFacts {
        winner_bearer_captured: claims
            .result
            .winner()
            .is_some_and(|side| course.position.bearer_captured(side)),
        planting_inevitable: claims.ending.is_some_and(|ending| ending.planting_inevitable),
        ..ScoringFacts::of(claims.variation)
    };
    report.facts = Some(facts);
    let outcome = compare(record, claims, course).map_err(|why| RecordError::after(course.plies, why))?;
    report.outcome = outcome;
    report.is_over = course.verdict().is_some();
    if let Some(outcome) = outcome {
        report.termination = claims.ending.or(Some(outcome.by.into()));
        report.points = Some(award(&facts, outcome));
    }
    Ok(())
}

/// Plays the moves; `truce` is the ply at which a Truce of Dragon stood after which the record goes on.
fn play_moves<P: Replayed>(
    record: &Record,
    course: &mut Course<P>,
    truce: &mut Option<u32>,
) -> Result<(), RecordError> {
    let mut numbers = Numbers::default();
    for (at, mv) in record.moves.iter().enumerate() {
        let ply = course.plies + 1;
        match course.verdict() {
            Some(outcome) if P::GAME == GameKind::Dragon && outcome.by == Ending::Repetition => {
                truce.get_or_insert(course.plies);
            }
            Some(outcome) => return Err(RecordError::at(ply, mv, over_before(P::GAME, outcome))),
            None => {}
        }
        let miscounted = numbers.check(&course.position, mv);
        match (course.position.read_move(&mv.text), miscounted) {
            (Ok(legal), None) => course.make(&legal),
            (Ok(_), Some(miscount)) => return Err(RecordError::at(ply, mv, miscount.to_string())),
            (Err(error), miscount) => {
                let is_missing = miscount.is_some_and(|miscount| miscount.is_ahead());
                return Err(refuse(&course.position, &record.moves, at, ply, error.to_string(), is_missing));
            }
        }
    }
    Ok(())
}

fn over_before(game: GameKind, outcome: Outcome) -> String {
    let truce = if outcome.winner.is_none() && game == GameKind::Dragon { "Truce, " } else { "" };
    format!("the game was over before this move: {truce}{}", outcome.by.title())
}

/// What the end of the board and the claims give together.
fn compare<P: Replayed>(
    record: &Record,
    claims: &Claims,
    course: &Course<P>,
) -> Result<Option<Outcome>, String> {
    let game = claims.variation.game();
    let claimed = claims.result.told(game);
    match record.result.as_ref() {
        None => return Err(format!("the movetext does not end with its result `{claimed}`")),
        Some(token) if Claim::read(claims.variation, &token.text) != Some(claims.result) => {
            return Err(format!(
                "the movetext ends with `{}`, but the Result is `{claimed}`",
                shown(&token.text)
            ));
        }
        Some(_) => {}
    }
    let has_come = |by: Ending| match by {
        Ending::Repetition => course.times() >= 3,
        Ending::FiftyMoves => course.position.quiet_half_moves() >= 100,
        _ => false,
    };
    if let Some(shown) = course.verdict() {
        let by = shown.by.title();
        if Claim::of(shown) != claims.result {
            let result = Claim::of(shown).told(game);
            return Err(format!(
                "the board shows {by} and the result {result}, but the Result is `{claimed}`"
            ));
        }
        // Where a repetition and quiet moves come on one ply, no text says by which of them the game is drawn.
        let is_either = |by: Ending| by == shown.by || has_come(shown.by) && has_come(by);
        return match claims.ending {
            Some(ending) if !is_either(ending.by) => {
                Err(format!("the board shows {by}, but the Termination is {}", ending.title()))
            }
            ending => Ok(Some(Outcome { by: ending.map_or(shown.by, |ending| ending.by), ..shown })),
        };
    }
    let Some(Termination { by, .. }) = claims.ending else { return Ok(implied(claims, course)) };
    let is_shown = match by {
        Ending::Repetition | Ending::FiftyMoves => has_come(by),
        Ending::Time => !course.position.is_safe_from_time(),
        _ => !by.is_on_board(),
    };
    if !is_shown {
        return Err(match by {
            Ending::Repetition => {
                format!(
                    "the last situation has stood {} times: a claim of repetition needs three",
                    course.times()
                )
            }
            Ending::FiftyMoves => {
                format!(
                    "{} quiet half-moves: a claim of fifty moves needs 100",
                    course.position.quiet_half_moves()
                )
            }
            Ending::Time => {
                "the deployment is not over: a flag that falls in it loses nothing (rule 11)".to_owned()
            }
            _ => format!("the Termination is {}, but the board does not show it", by.title()),
        });
    }
    Ok(Some(Outcome { winner: claims.result.winner(), by }))
}

/// The outcome of a record without `Termination`, where the table gives every possible ending the same points: a draw
/// was agreed, and a victory conceded, unless Dragon or the TigerVariation make a difference. That one makes none any more
/// once the winner's Standard Bearer was captured (rule 6).
fn implied<P: Replayed>(claims: &Claims, course: &Course<P>) -> Option<Outcome> {
    let is_even = |side| !claims.variation.is_tiger() || course.position.bearer_captured(side);
    let has_one_price = |side| claims.variation.game() != GameKind::Dragon && is_even(side);
    match claims.result {
        Claim::Open => None,
        Claim::Drawn => Some(Outcome::drawn(Ending::Agreement)),
        Claim::Won(side) => has_one_price(side).then_some(Outcome::won(side, Ending::Concession(None))),
    }
}
