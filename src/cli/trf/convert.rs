//! `tiger-arbiter trf convert`: a report in another format.

use std::io::Write;
use std::path::{Path, PathBuf};

use tiger_pairing::trf::{Header, Report, Version, read, write};

use super::super::report::{Reading, complain, parse_report, read_text};
use super::super::{Exit, Outcome};
use super::csv;

/// Convert between TRF16, TRF26, CSV and JSON.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Which format the file has is seen from it. CSV has a line for each player: number, name, sex, title, rating,
federation, FIDE ID, birth date, points, rank, and a column for each round with cells such as 12w1, 7b=, 3w+ or the
letter of a bye (U, H, F, Z); settings have no place in it. JSON has everything. What the new file cannot hold is said.
Exit codes: 0 fine, 1 the file is wrong, 2 unreadable.
Examples:
  tiger-arbiter trf convert open.trf --to trf26
  tiger-arbiter trf convert open.trf --to trf26 --type FIDE_DUTCH_2026
  tiger-arbiter trf convert players.csv --to trf16 > open.trf
  tiger-arbiter trf convert open.trf --to json")]
pub(super) struct ConvertArgs {
    /// The file; - for standard input.
    file: PathBuf,
    /// The format wanted.
    #[arg(long)]
    to: FormatName,
    /// The type of tournament as a code (record 192), if it says the same as the file: FIDE_DUTCH_2026 adds the edition.
    #[arg(long = "type", value_name = "CODE")]
    type_code: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FormatName {
    /// TRF16 with the codes that pairing engines add.
    Trf16,
    /// TRF26.
    Trf26,
    /// A line for each player.
    Csv,
    /// Everything.
    Json,
}

impl ConvertArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let text = read_text(&self.file)?;
        let Some(mut report) = any_report(&self.file, &text)? else { return Ok(Exit::Broken) };
        if let Some(code) = self.type_code {
            report.header.type_code = code;
        }
        let written = match self.to {
            FormatName::Trf16 => write(&report, Version::Trf16),
            FormatName::Trf26 => write(&report, Version::Trf26),
            FormatName::Csv => csv::written(&report)?,
            FormatName::Json => format!("{}\n", serde_json::to_string_pretty(&report)?),
        };
        out.write_all(written.as_bytes())?;
        match self.to {
            FormatName::Trf16 | FormatName::Trf26 => say_what_is_lost(&self.file, &report, &written)?,
            FormatName::Csv => say_what_is_lost(&self.file, &report, &csv::as_trf(&written)?)?,
            FormatName::Json => {}
        }
        Ok(Exit::Fine)
    }
}

/// The report, whatever its format; nothing if it is wrong, which has been said.
fn any_report(path: &Path, text: &str) -> anyhow::Result<Option<Report>> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let as_trf = if start.starts_with('{') {
        // Read again, so that what contradicts itself is found, and what no file holds is said.
        match serde_json::from_str(start) {
            Ok(report) => {
                let written = write(&report, Version::Trf26);
                say_what_is_lost(path, &report, &written)?;
                Ok(written)
            }
            Err(error) => Err(error.into()),
        }
    } else if csv::is_csv(start) {
        csv::as_trf(start)
    } else {
        Ok(text.to_owned())
    };
    let as_trf = match as_trf {
        Ok(trf) => trf,
        Err(error) => {
            complain(path, &format_args!("{error:#}"))?;
            return Ok(None);
        }
    };
    Ok(match parse_report(path, &as_trf)? {
        Reading::Sound(report) | Reading::Disagreeing(report) => Some(*report),
        Reading::Unreadable => None,
    })
}

/// Names the parts that are not the same when the new file is read.
fn say_what_is_lost(path: &Path, report: &Report, written: &str) -> anyhow::Result<()> {
    let again = match read(written) {
        Ok(again) => again,
        Err(errors) => {
            complain(path, &format_args!("the new file cannot be read again: {errors}"))?;
            return Ok(());
        }
    };
    let without_stated = |report: &Report| {
        let mut people = report.people.clone();
        people.values_mut().for_each(|person| person.stated = None);
        people
    };
    let (ours, theirs) = (&report.header, &again.header);
    let event = |header: &Header| {
        let Header { name, city, federation, start_date, end_date, .. } = header;
        [name, city, federation, start_date, end_date].map(Clone::clone)
    };
    let parts = [
        (event(ours) == event(theirs), "name, place and dates (012 to 052)"),
        (
            (&ours.seeding, &ours.program) == (&theirs.seeding, &theirs.program),
            "seeding and program (172, 182)",
        ),
        ((&ours.tie_breaks, &ours.order) == (&theirs.tie_breaks, &theirs.order), "tie-breaks (202, 212)"),
        (ours.time_code == theirs.time_code, "coded time control (222)"),
        (ours.type_code.is_empty() || ours.type_code == theirs.type_code, "coded type of tournament (192)"),
        (without_stated(report) == without_stated(&again), "details of players"),
        (report.tournament == again.tournament, "settings, or points of single games"),
        (report.later_byes == again.later_byes, "byes of later rounds (240)"),
    ];
    let lost: Vec<&str> = parts.iter().filter(|(is_kept, _)| !is_kept).map(|(_, part)| *part).collect();
    if !lost.is_empty() {
        complain(path, &format_args!("the new file does not hold all of this: {}", lost.join("; ")))?;
    }
    Ok(())
}
