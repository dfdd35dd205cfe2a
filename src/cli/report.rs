//! Report files on the command line: reading one, and saying what is wrong with it.

use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;
use tiger_pairing::trf::{Report, disagreements, read};

use super::{Exit, Outcome};
use crate::services::import::text_of;

/// A report file that has been read, or not.
pub(super) enum Reading {
    /// It is in order.
    Sound(Box<Report>),
    /// Its points disagree with its results.
    Disagreeing(Box<Report>),
    /// It cannot be understood.
    Unreadable,
}

/// How many mistakes of one file are told.
const MOST_ERRORS: usize = 200;

/// Reads a report file, or standard input for `-`. What is wrong with it is said on standard error, a line each, with
/// the file's name in front.
pub(super) fn read_report(path: &Path) -> anyhow::Result<Reading> {
    parse_report(path, &read_text(path)?)
}

/// The text of a file, or of standard input for `-`.
pub(super) fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    } else {
        bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    }
    Ok(text_of(&bytes).into_owned())
}

/// Reads a report from a text that the path names.
pub(super) fn parse_report(path: &Path, text: &str) -> anyhow::Result<Reading> {
    let mut messages = io::stderr().lock();
    let report = match read(text) {
        Ok(report) => Box::new(report),
        Err(errors) => {
            for error in errors.as_slice().iter().take(MOST_ERRORS) {
                writeln!(messages, "{}: {error}", path.display())?;
            }
            if let Some(more) = errors.as_slice().len().checked_sub(MOST_ERRORS).filter(|more| *more > 0) {
                writeln!(messages, "{}: and {more} more", path.display())?;
            }
            return Ok(Reading::Unreadable);
        }
    };
    // What a player of a team has for a round depends on the match of the team.
    let disagreements = if report.is_of_teams() { Vec::new() } else { disagreements(&report) };
    for disagreement in &disagreements {
        writeln!(messages, "{}: {disagreement}", path.display())?;
    }
    Ok(if disagreements.is_empty() { Reading::Sound(report) } else { Reading::Disagreeing(report) })
}

/// Says on standard error what speaks against the file.
pub(super) fn complain(path: &Path, message: &dyn core::fmt::Display) -> Outcome {
    writeln!(io::stderr().lock(), "{}: {message}", path.display())?;
    Ok(Exit::Broken)
}
