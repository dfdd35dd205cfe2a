//! Settings: records of the event as a whole.

use super::super::error::{Problem, ReadError};
use super::super::line::{Field, Line};
use super::Reader;
use super::points::{Worths, record_162, record_bb, record_xxs, table, unexpected};
use crate::model::{Acceleration, PairingNumber, Side, System};

/// What begins a comment of our own.
pub(in crate::trf) const OWN: &str = "### tiger-arbiter ";

/// Whether a comment is one of our own.
pub(super) fn is_own(line: Line<'_>) -> bool {
    line.text.starts_with(OWN)
}

/// Settings read so far.
#[derive(Default)]
pub(super) struct Draft {
    rounds: Option<u32>,
    initial_side: Option<Side>,
    worths: Worths,
    /// Where the points were last set, to say where they go wrong.
    worths_line: usize,
    /// Whether the code of record 192 names Baku's acceleration.
    baku: bool,
}

impl<'a> Reader<'a> {
    /// A record that speaks of no player.
    pub(super) fn setting(&mut self, code: &str, line: Line<'a>) -> Result<(), ReadError> {
        let draft = &mut self.settings;
        match code {
            "142" | "XXR" => {
                let field = line.rest(4);
                let rounds = line.number(field, "number of rounds")?;
                agree(line, field, "number of rounds", &mut draft.rounds, rounds, |rounds| rounds.to_string())
            }
            "152" => {
                let field = line.rest(4);
                let side = match field.text {
                    "W" | "w" => Side::First,
                    "B" | "b" => Side::Second,
                    text => return Err(unexpected(line, field.column, "152", text.to_owned(), "W or B")),
                };
                agree(line, field, "colour of the first round", &mut draft.initial_side, side, colour)
            }
            "XXC" => line.words(4).into_iter().try_for_each(|word| {
                let side = match word.text.to_ascii_lowercase().as_str() {
                    "white1" => Side::First,
                    "black1" => Side::Second,
                    _ => {
                        let expected =
                            "white1 or black1 (players are ordered by their numbers, never by rank)";
                        return Err(unexpected(line, word.column, "XXC", word.text.to_owned(), expected));
                    }
                };
                agree(line, word, "colour of the first round", &mut draft.initial_side, side, colour)
            }),
            "192" => {
                let code = line.rest(5).text.to_owned();
                draft.baku = code.to_ascii_uppercase().ends_with("_BAKU");
                self.report.header.type_code = code;
                Ok(())
            }
            _ => {
                draft.worths_line = line.number;
                match code {
                    "162" => record_162(line, &mut draft.worths),
                    "XXS" => record_xxs(line, &mut draft.worths),
                    _ => record_bb(code, line, &mut draft.worths),
                }
            }
        }
    }

    /// Puts the settings into the tournament, before the records that name players are read.
    pub(super) fn apply_settings(&mut self) {
        let draft = &self.settings;
        let settings = &mut self.report.tournament.settings;
        settings.nominal_points_count = true;
        settings.rounds = draft.rounds.unwrap_or(0);
        settings.initial_side = draft.initial_side;
        settings.system = system(&self.report.header.type_code, &self.report.header.kind);
        match table(&draft.worths) {
            Ok(points) => settings.points = points,
            Err(result) => {
                let line = Line { number: draft.worths_line, text: "" };
                let text = format!("{result} worth more on one side than on the other");
                self.errors.push(unexpected(line, 1, "XXS", text, "the same points for both sides"));
            }
        }
        if draft.baku {
            let numbers: Vec<PairingNumber> =
                self.report.tournament.players().map(|player| player.number).collect();
            if let Some(last) = last_of_group_a(&numbers) {
                self.report.tournament.settings.acceleration = Acceleration::Baku { last_of_group_a: last };
            }
        }
    }
}

/// Stores a setting that several records may give, all the same.
fn agree<T: PartialEq + Copy>(
    line: Line<'_>,
    field: Field<'_>,
    setting: &'static str,
    stored: &mut Option<T>,
    value: T,
    show: fn(T) -> String,
) -> Result<(), ReadError> {
    match *stored {
        Some(before) if before != value => {
            let (here, before) = (show(value), show(before));
            Err(line.error(field.column, Problem::Contradiction { setting, here, before }))
        }
        _ => {
            *stored = Some(value);
            Ok(())
        }
    }
}

fn colour(side: Side) -> String {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
    .to_owned()
}

/// The last player of the upper half that Baku accelerates: twice the quarter of the field, rounded up (C.04.5.1).
pub(in crate::trf) fn last_of_group_a(numbers: &[PairingNumber]) -> Option<PairingNumber> {
    let size = 2 * numbers.len().div_ceil(4);
    numbers.get(size.min(numbers.len()).checked_sub(1)?).copied()
}

/// The system that the code of record 192 names, or else the words of record 092; Swiss if neither says.
pub(in crate::trf) fn system(code: &str, kind: &str) -> System {
    let code = code.to_ascii_uppercase();
    let words = kind.to_ascii_lowercase();
    let double =
        code.contains("DOUBLE") || code.ends_with("_G2") || (code.is_empty() && words.contains("double"));
    let round_robin = System::RoundRobin { cycles: if double { 2 } else { 1 } };
    match code.as_str() {
        "" if ["round robin", "round-robin", "berger", "all-play-all"]
            .iter()
            .any(|word| words.contains(word)) =>
        {
            round_robin
        }
        "" if words.contains("knock") => System::Knockout,
        "" if words.contains("match") => System::Match,
        "" if words.contains("free pairing") => System::Free,
        _ if code.contains("ROUNDROBIN") => round_robin,
        _ if code.contains("KNOCKOUT") => System::Knockout,
        _ => System::Dutch,
    }
}
