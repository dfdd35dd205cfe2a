//! `tiger-arbiter standings`: who is where, from a report file.

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::{Value, json};
use tiger_pairing::System;
use tiger_pairing::standings::{Column, PassedOver, Row, Standings, rounds_paired, standings_after};
use tiger_pairing::tiebreak::{TieBreak, definition, parse_list};
use tiger_pairing::trf::Report;

use super::report::{Reading, complain, read_report};
use super::{Exit, Outcome};

const SWISS_DEFAULT: &str = "BH/C1,BH,SB,WIN";
const ROUND_ROBIN_DEFAULT: &str = "DE,WIN,SB,KS";

/// Print the standings of a report file (TRF).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Tie-breaks are codes of FIDE C.07 with their modifiers: DE, WIN, WON, BPG, BWG, PS, REP, STD, TPN, RTNG, BH, FB, AOB,
SB, KS, ARO, TPR, PTP, APRO, APPO; and these games' own: GV (greater victories), NOM (nominal points). Without
--tie-breaks those of the file count (record 212 or 202), or else BH/C1,BH,SB,WIN, in round robins DE,WIN,SB,KS.
Exit codes: 0 fine, 1 the file is wrong or its points disagree with its results, 2 unreadable.
Examples:
  tiger-arbiter standings open.trf
  tiger-arbiter standings open.trf --tie-breaks DE,BH/C1,SB --json
  tiger-arbiter standings open.trf --after 4 --explain")]
pub(super) struct StandingsArgs {
    /// The report file (TRF16 or TRF26); - for standard input.
    file: PathBuf,
    /// The tie-breaks in their order, separated by commas.
    #[arg(long, value_name = "LIST", value_parser = List::parse)]
    tie_breaks: Option<List>,
    /// Count the rounds up to this one only.
    #[arg(long, value_name = "ROUND")]
    after: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Print the working of every number.
    #[arg(long, conflicts_with = "json")]
    explain: bool,
}

/// A list of tie-breaks as typed.
#[derive(Debug, Clone)]
struct List(Vec<TieBreak>);

impl List {
    fn parse(text: &str) -> Result<Self, String> {
        parse_list(text).map(Self).map_err(|error| error.to_string())
    }
}

impl StandingsArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let (report, exit) = match read_report(&self.file)? {
            Reading::Sound(report) => (report, Exit::Fine),
            Reading::Disagreeing(report) => (report, Exit::Broken),
            Reading::Unreadable => return Ok(Exit::Broken),
        };
        let Some(tie_breaks) = self.tie_breaks(&report)? else { return Ok(Exit::Broken) };
        let paired = rounds_paired(&report.tournament);
        let rounds = self.after.unwrap_or(paired);
        if rounds > paired {
            let last =
                format_args!("{paired} rounds are paired; there are no standings after round {rounds} yet");
            complain(&self.file, &last)?;
            return Ok(Exit::Broken);
        }
        if report.tournament.settings.system == System::Knockout {
            complain(
                &self.file,
                &"a knockout: who is where follows from its bracket, not from these points",
            )?;
        }
        let standings = standings_after(&report.tournament, rounds, &tie_breaks);
        if self.json {
            writeln!(out, "{}", as_json(&report, &standings))?;
        } else {
            table(&report, &standings, out)?;
        }
        if self.explain {
            explain(&report, &standings, out)?;
        }
        Ok(exit)
    }

    /// The tie-breaks asked for, or the file's, or the usual ones; nothing if the file's cannot be understood.
    fn tie_breaks(&self, report: &Report) -> anyhow::Result<Option<Vec<TieBreak>>> {
        if let Some(list) = &self.tie_breaks {
            return Ok(Some(list.0.clone()));
        }
        let usual = match report.tournament.settings.system {
            System::RoundRobin { .. } => ROUND_ROBIN_DEFAULT,
            _ => SWISS_DEFAULT,
        };
        let named = match report.tie_breaks() {
            Ok(list) if list.is_empty() => parse_list(usual),
            list => list,
        };
        match named {
            Ok(list) => Ok(Some(list)),
            Err(error) => {
                complain(&self.file, &format_args!("{error}; give the list with --tie-breaks"))?;
                Ok(None)
            }
        }
    }
}

fn name<'a>(report: &'a Report, row: &Row) -> &'a str {
    report.people.get(&row.player).map_or("", |person| person.name.as_str())
}

fn why(passed_over: PassedOver) -> &'static str {
    match passed_over {
        PassedOver::RoundRobin => "is not used in round robins (C.07, article 8)",
        PassedOver::UnratedPlayers => "is not used with unrated players (C.07, article 10)",
    }
}

/// Columns in the order of the list; numbers to the right.
fn table(report: &Report, standings: &Standings, out: &mut dyn Write) -> io::Result<()> {
    let mut header = vec!["Rank".to_owned(), "No".to_owned(), "Name".to_owned(), "Points".to_owned()];
    header.extend(standings.columns.iter().map(|column| column.tie_break.to_string()));
    let mut lines = vec![header];
    for row in &standings.rows {
        let mut line = vec![
            if row.is_annulled { "-".to_owned() } else { row.rank.to_string() },
            row.player.to_string(),
            name(report, row).to_owned(),
            row.points.to_string(),
        ];
        line.extend(
            row.values.iter().map(|scored| scored.value.map_or("-".to_owned(), |value| value.to_string())),
        );
        lines.push(line);
    }
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|text| text.chars().count()).max()
    };
    let widths: Vec<usize> =
        (0..standings.columns.len() + 4).map(|column| width(column).unwrap_or(0)).collect();
    for line in &lines {
        let cells: Vec<String> = line
            .iter()
            .zip(&widths)
            .enumerate()
            .map(
                |(column, (text, &width))| {
                    if column == 2 { format!("{text:<width$}") } else { format!("{text:>width$}") }
                },
            )
            .collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    for Column { tie_break, passed_over } in &standings.columns {
        if let Some(reason) = passed_over {
            writeln!(out, "{tie_break} {}", why(*reason))?;
        }
    }
    Ok(())
}

/// Every number's working, player by player.
fn explain(report: &Report, standings: &Standings, out: &mut dyn Write) -> io::Result<()> {
    for row in &standings.rows {
        writeln!(out, "\n{}. {} (#{}), {} points", row.rank, name(report, row), row.player, row.points)?;
        for (column, scored) in standings.columns.iter().zip(&row.values) {
            let value = scored.value.map_or("-".to_owned(), |value| value.to_string());
            writeln!(out, "  {} {value}: {}", column.tie_break, scored.working)?;
        }
    }
    Ok(())
}

fn as_json(report: &Report, standings: &Standings) -> Value {
    let columns: Vec<Value> = standings
        .columns
        .iter()
        .map(|column| {
            let definition = definition(column.tie_break.code());
            json!({
                "code": column.tie_break.to_string(),
                "name": definition.name,
                "clause": definition.clause,
                "passed_over": column.passed_over.map(why),
            })
        })
        .collect();
    let rows: Vec<Value> = standings
        .rows
        .iter()
        .map(|row| {
            let values: Vec<Option<String>> =
                row.values.iter().map(|scored| scored.value.map(|value| value.to_string())).collect();
            let workings: Vec<String> = row.values.iter().map(|scored| scored.working.to_string()).collect();
            json!({
                "rank": row.rank,
                "player": row.player.get(),
                "name": name(report, row),
                "points": row.points.to_string(),
                "tie_breaks": values,
                "workings": workings,
            })
        })
        .collect();
    json!({ "rounds": standings.rounds, "tie_breaks": columns, "standings": rows })
}
