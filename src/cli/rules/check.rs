//! `tiger-arbiter rules check`: one JSON line a game.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use serde::Serialize;
use tiger_rules::dance::Board;
use tiger_rules::{CheckReport, GameKind, Limits, RecordError, check, check_on, named_rulings, ruling};

use super::super::{Exit, Outcome};
use super::Points;

/// A line of the output.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    index: usize,
    game: Option<&'static str>,
    plies: u32,
    ok: bool,
    error: Option<Fault<'a>>,
    result: Option<&'a str>,
    termination: Option<String>,
    points: Option<Points>,
}

/// The first thing wrong with a record.
#[derive(Serialize)]
struct Fault<'a> {
    ply: u32,
    #[serde(rename = "move")]
    mv: Option<&'a str>,
    why: &'a str,
}

/// Checks files; the games of The Dragon's Dance in them on `board`, if it is given.
pub(super) fn run(files: &[PathBuf], board: Option<&Arc<Board>>, out: &mut dyn Write) -> Outcome {
    let mut exit = Exit::Fine;
    let mut unreadable = Ok(());
    for file in files {
        match read(file) {
            Ok(text) => {
                if !check_text(&file.display().to_string(), &text, board, out)? {
                    exit = Exit::Broken;
                }
            }
            // The other files are checked all the same.
            Err(error) => unreadable = Err(error),
        }
    }
    out.flush()?;
    unreadable.map(|()| exit)
}

fn read(file: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let name = file.display();
    if file == Path::new("-") {
        io::stdin().read_to_end(&mut bytes).context("standard input cannot be read")?;
    } else {
        bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    }
    tiger_rules::decode(bytes).map_err(|why| anyhow::anyhow!("{name}: {why}"))
}

/// Checks every record of a file; tells whether all are in order.
fn check_text(
    file: &str,
    text: &str,
    board: Option<&Arc<Board>>,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let mut all_fine = true;
    let mut games = 0;
    for (record, index) in tiger_rules::read_records(text, Limits::FILES).zip(1..) {
        games = index;
        let report = match &record {
            Ok(record) => board.map_or_else(|| check(record), |board| check_on(record, board)),
            Err(error) => {
                CheckReport { error: Some(RecordError::from(error.clone())), ..CheckReport::default() }
            }
        };
        all_fine &= report.error.is_none();
        write_line(file, index, &report, out)?;
    }
    if games == 0 {
        // A closed terminal is no reason to fail.
        let _ = writeln!(io::stderr(), "tiger-arbiter: {file} holds no game");
        return Ok(false);
    }
    Ok(all_fine)
}

fn write_line(file: &str, index: usize, report: &CheckReport, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(error) = &report.error {
        let place = error.place.map(|place| format!("{place}: ")).unwrap_or_default();
        // A closed terminal is no reason to fail.
        let _ = writeln!(io::stderr(), "{file}: game {index}: {place}{error}");
        for (_, number) in named_rulings(&error.why) {
            let text = report.game.and_then(|game| ruling(game, number)).unwrap_or_default();
            let _ = writeln!(io::stderr(), "  ruling {number}: {text}");
        }
    }
    let error =
        report.error.as_ref().map(|error| Fault { ply: error.ply, mv: error.mv.as_deref(), why: &error.why });
    let line = Line {
        file,
        index,
        game: report.game.map(GameKind::key),
        plies: report.plies,
        ok: error.is_none(),
        error,
        result: report.result.as_deref(),
        termination: report.termination.map(|termination| termination.to_string()),
        points: report.game.zip(report.points).map(|(game, awards)| Points { game, awards }),
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)?;
    Ok(())
}
