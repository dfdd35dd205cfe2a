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
                self.report.header.type_code = line.rest(5).text.to_owned();
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
        if is_baku(type_code(&self.report.header.type_code, &self.report.header.kind)) {
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

/// The code of the type of tournament: record 192, or 092 where a program puts the code there.
pub(in crate::trf) fn type_code<'a>(code: &'a str, kind: &'a str) -> &'a str {
    let is_code = |text: &str| text.starts_with("FIDE_") || text.starts_with("CUSTOM_");
    if code.is_empty() && is_code(kind) { kind } else { code }
}

/// Whether the code of the type of tournament adds Baku's acceleration.
pub(in crate::trf) fn is_baku(code: &str) -> bool {
    code.to_ascii_uppercase().ends_with("_BAKU")
}

/// The system that the code of record 192 names, or else the words of record 092. A file that says neither is of the
/// Dutch system, as pairing programs take it.
pub(in crate::trf) fn system(code: &str, kind: &str) -> System {
    match type_code(code, kind) {
        "" => system_in_words(&kind.to_lowercase()),
        code => system_of_code(&code.to_ascii_uppercase()),
    }
}

fn system_of_code(code: &str) -> System {
    match code.strip_suffix("_BAKU").unwrap_or(code) {
        // The edition of 2025 is the one in force since 2026; those before it pair otherwise.
        "FIDE_DUTCH" | "FIDE_DUTCH_2025" | "FIDE_DUTCH_2026" => System::Dutch,
        code if code.contains("TEAM") => System::Other,
        code if code.contains("ROUNDROBIN") => System::RoundRobin {
            cycles: if code.contains("DOUBLE") || code.ends_with("_G2") { 2 } else { 1 },
        },
        code if code.contains("KNOCKOUT") => System::Knockout,
        _ => System::Other,
    }
}

fn system_in_words(words: &str) -> System {
    let has = |names: &[&str]| names.iter().any(|name| words.contains(name));
    if words.is_empty() {
        System::Dutch
    } else if words.contains("team") {
        System::Other
    } else if has(&["round robin", "round-robin", "roundrobin", "berger", "all-play-all"]) {
        System::RoundRobin { cycles: if words.contains("double") { 2 } else { 1 } }
    } else if words.contains("knock") {
        System::Knockout
    } else if words.contains("match") {
        System::Match
    } else if words.contains("free pairing") {
        System::Free
    } else if has(&["dubov", "burstein", "double-swiss", "double swiss", "(lim)", "swiss lim", "mcmahon"]) {
        System::Other
    } else if has(&["swiss", "dutch", "suisse", "schweizer", "suizo", "svizzero", "javafo"]) {
        System::Dutch
    } else {
        System::Other
    }
}
