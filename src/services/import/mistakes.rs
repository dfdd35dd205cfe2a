//! What keeps a file from being imported, and where.

use std::collections::BTreeMap;
use std::fmt;

use tiger_pairing::PairingNumber;
use tiger_pairing::trf::ReadErrors;

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

/// Where the players stand in the file.
pub(super) struct Places(BTreeMap<u32, usize>);

impl Places {
    pub(super) fn of(text: &str) -> Self {
        let number = |line: &str| {
            let field: String = line.chars().skip(4).take(4).collect();
            line.starts_with("001").then(|| field.trim().parse().ok()).flatten()
        };
        let lines = (1..).zip(text.lines()).filter_map(|(place, line)| Some((number(line)?, place)));
        Self(lines.collect())
    }

    /// The line of a player; the first one if it is not found.
    pub(super) fn line(&self, number: PairingNumber) -> usize {
        self.0.get(&number.get()).copied().unwrap_or(1)
    }

    /// The column of a player's result in a round, counted from 0.
    pub(super) const fn result_column(round: usize) -> usize {
        99 + 10 * round
    }
}
