//! Reading a report file.

mod named;
mod player;
mod points;
mod settings;

pub(super) use player::{opponent_column, result_column};
pub(super) use settings::{OWN, is_baku, last_of_group_a, system, type_code};

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::check::check_mirrors;
use super::error::{Problem, ReadError, ReadErrors};
use super::line::{Line, aligned};
use super::report::{Header, OtherLine, Place, Report};
use crate::model::PairingNumber;

/// The most rounds that the format can number.
const MOST_ROUNDS: usize = 999;

/// A file's bytes as text: UTF-8, or else Latin-1, which older programs write.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match core::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// Reads a report file of either version.
///
/// # Errors
/// Everything that is wrong, by line and column. Points that disagree with the results are no error here:
/// [`disagreements`](super::disagreements) lists them.
pub fn read(text: &str) -> Result<Report, ReadErrors> {
    let mut reader = Reader::default();
    let text = aligned_lines(text.strip_prefix('\u{feff}').unwrap_or(text));
    for line in lines(&text) {
        if let Err(error) = reader.line(line) {
            reader.errors.push(error);
        }
    }
    reader.finish()
}

fn aligned_lines(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_inclusive(['\r', '\n']).map(aligned).collect())
}

/// The lines with their numbers; lines may end in LF, CR or both.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut rest = text;
    let mut number = 0;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let (line, tail) = rest.split_at(end);
        rest = tail.strip_prefix("\r\n").or_else(|| tail.strip_prefix(['\r', '\n'])).unwrap_or(tail);
        number += 1;
        Some(Line { number, text: line })
    })
}

/// What has been read so far. Records that speak of players wait until all players are known.
#[derive(Default)]
struct Reader<'a> {
    report: Report,
    errors: Vec<ReadError>,
    settings: settings::Draft,
    named: named::Named,
    /// Where each cell stands, to say where it goes wrong.
    seats: player::Seats,
    /// Lines to be read once all players are known, with the number of players before them.
    later: Vec<(usize, Line<'a>)>,
    /// Unknown lines, likewise.
    others: Vec<(usize, Line<'a>)>,
    players: usize,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: Line<'a>) -> Result<(), ReadError> {
        let code: String = line.text.chars().take(3).collect();
        match code.as_str() {
            "001" => {
                self.players += 1;
                self.player(line)
            }
            "142" | "XXR" | "152" | "XXC" | "162" | "XXS" | "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU"
            | "192" => self.setting(&code, line),
            "240" | "250" | "260" | "299" | "XXA" | "XXP" | "XXZ" => {
                self.later.push((self.players, line));
                Ok(())
            }
            "###" if settings::is_own(line) => {
                self.later.push((self.players, line));
                Ok(())
            }
            // Counts that writing computes anew.
            "062" | "072" => Ok(()),
            _ => {
                if !header(&mut self.report.header, &code, line) {
                    self.others.push((self.players, line));
                }
                Ok(())
            }
        }
    }

    fn finish(mut self) -> Result<Report, ReadErrors> {
        if self.players == 0 {
            self.errors.push(ReadError { line: 1, column: 1, problem: Problem::NoPlayers });
        }
        self.apply_settings();
        // In the file of a team event these records name teams, not players.
        let code = type_code(&self.report.header.type_code, &self.report.header.kind);
        let is_of_teams =
            code.contains("TEAM") || self.others.iter().any(|(_, line)| line.text.starts_with("310"));
        for (before, line) in core::mem::take(&mut self.later) {
            if is_of_teams && line.text.starts_with('2') {
                self.others.push((before, line));
            } else if let Err(error) = self.later_line(line) {
                self.errors.push(error);
            }
        }
        self.others.sort_by_key(|(_, line)| line.number);
        self.apply_absences();
        check_mirrors(&self.report.tournament, &self.seats, &mut self.errors);
        let players = self.players;
        self.report.other_lines = self
            .others
            .iter()
            .map(|&(before, line)| {
                let place = match before {
                    0 => Place::Before,
                    _ if before == players => Place::After,
                    _ => Place::Among(before),
                };
                OtherLine { place, text: line.text.to_owned() }
            })
            .collect();
        if self.errors.is_empty() {
            return Ok(self.report);
        }
        self.errors.sort_by_key(|error| (error.line, error.column));
        Err(ReadErrors(self.errors))
    }

    /// The numbers listed in a line from a column on; all must be players.
    fn listed(&self, line: Line<'a>, from: usize) -> Result<BTreeSet<PairingNumber>, ReadError> {
        line.words(from)
            .into_iter()
            .map(|word| {
                let number = line.player(word)?;
                match self.report.tournament.player(number) {
                    Some(_) => Ok(number),
                    None => Err(line.error(word.column, Problem::UnknownPlayer { number: number.get() })),
                }
            })
            .collect()
    }
}

/// Stores a line of the event's own records; false if it is none, or says something else than one before it.
fn header(header: &mut Header, code: &str, line: Line<'_>) -> bool {
    let text = line.rest(5).text.to_owned();
    let field = match code {
        "012" => &mut header.name,
        "022" => &mut header.city,
        "032" => &mut header.federation,
        "042" => &mut header.start_date,
        "052" => &mut header.end_date,
        "082" => &mut header.teams,
        "092" => &mut header.kind,
        "102" => &mut header.chief_arbiter,
        "112" => {
            header.deputies.push(text);
            return true;
        }
        "122" => &mut header.time_control,
        "132" => {
            let rounds = line.length().saturating_sub(91).div_ceil(10).min(MOST_ROUNDS);
            header.round_dates = (0..rounds)
                .map(|round| line.columns(92 + 10 * round, 99 + 10 * round).text.to_owned())
                .collect();
            return true;
        }
        "172" => &mut header.seeding,
        "182" => &mut header.program,
        "202" => &mut header.tie_breaks,
        "212" => &mut header.order,
        "222" => &mut header.time_code,
        _ => return false,
    };
    if !field.is_empty() && *field != text {
        return false;
    }
    *field = text;
    true
}
