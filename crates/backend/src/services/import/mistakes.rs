//! What keeps a file from being imported, and where.

use std::collections::BTreeMap;
use std::fmt;

use tiger_event::roster::PUSHED;
use tiger_pairing::PairingNumber;
use tiger_pairing::trf::{self, ReadErrors};

/// Something that is wrong with the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileMistake {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub sentence: String,
}

impl FileMistake {
    pub(super) const fn new(line: usize, column: usize, sentence: String) -> Self {
        Self { line, column, sentence }
    }
}

impl fmt::Display for FileMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.sentence)
    }
}

pub(super) fn of_file(errors: &ReadErrors) -> Vec<FileMistake> {
    let errors = errors.as_slice().iter();
    errors.map(|error| FileMistake::new(error.line, error.column, format!("{}.", error.problem))).collect()
}

/// Players' lines of which nobody can tell what stands in which field.
pub(super) fn of_gaps(text: &str) -> Vec<FileMistake> {
    let lines = (1..).zip(text.lines());
    let filled = lines.filter_map(|(number, line)| Some((number, trf::filled_gap(&trf::aligned(line))?)));
    let mistake = |(number, column)| {
        FileMistake::new(number, column, format!("This column has to be blank: {PUSHED}."))
    };
    filled.map(mistake).collect()
}

/// Where the players and the records of the event stand in the file.
pub(super) struct Places {
    players: BTreeMap<u32, usize>,
    /// The first line of each other record, by its code.
    records: BTreeMap<String, usize>,
}

impl Places {
    pub(super) fn of(text: &str) -> Self {
        let mut places = Self { players: BTreeMap::new(), records: BTreeMap::new() };
        for (place, line) in (1..).zip(text.lines()) {
            let field = |from: usize, length: usize| line.chars().skip(from).take(length).collect::<String>();
            let code = field(0, 3);
            if code != "001" {
                places.records.entry(code).or_insert(place);
            } else if let Ok(number) = field(4, 4).trim().parse() {
                places.players.insert(number, place);
            }
        }
        places
    }

    /// The line of the first of these records that the file has; its first line if it has none.
    pub(super) fn record(&self, codes: &[&str]) -> usize {
        codes.iter().find_map(|code| self.records.get(*code)).copied().unwrap_or(1)
    }

    /// The line of a player; the first one if it is not found.
    pub(super) fn line(&self, number: PairingNumber) -> usize {
        self.players.get(&number.get()).copied().unwrap_or(1)
    }

    /// The column of a player's result in a round, counted from 0.
    pub(super) const fn result_column(round: usize) -> usize {
        99 + 10 * round
    }
}
