//! `tiger-arbiter trf check`: is every round paired by the rules, are the standings right?

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tiger_pairing::check::{Judgement, judge_rounds};
use tiger_pairing::standings::standings;
use tiger_pairing::trf::{Report, rank_mistakes};
use tiger_pairing::{Board, System};

use super::super::report::{Reading, parse_report, read_text};
use super::super::{Exit, Outcome};

/// Judge every round by the Dutch rules and the standings by FIDE C.07.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every round is drafted anew from the state before it. Where pairs, sides or the bye differ, both are printed, what
breaks a rule, and the first criterion (FIDE C.04.3) by which the rules' round is better. Points are held against the
results, ranks against the tie-breaks that the file names (record 212 or 202), without any against the points alone;
those of a knockout or a match, which a bracket gives, are not judged.
Several files in one stream are told apart by the records before their players.
Exit codes: 0 everything is right, 1 something is not, 2 unreadable.
Examples:
  tiger-arbiter trf check open.trf
  tiger-arbiter trf check *.trf --quiet
  tiger-arbiter trf simulate --count 100 | tiger-arbiter trf check -")]
pub(super) struct CheckArgs {
    /// Report files (TRF16 or TRF26); - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Judge the rounds by the Dutch rules whatever system the file names.
    #[arg(long)]
    dutch: bool,
    /// Print only what is wrong, and the sums.
    #[arg(long)]
    quiet: bool,
}

/// What has been checked so far.
#[derive(Default)]
struct Sums {
    reports: u32,
    rounds: u32,
    wrong_rounds: u32,
    other_mistakes: u32,
}

impl CheckArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let mut sums = Sums::default();
        for file in &self.files {
            for text in reports_in(&read_text(file)?) {
                sums.reports += 1;
                let reading = parse_report(file, &text)?;
                sums.other_mistakes += u32::from(!matches!(reading, Reading::Sound(_)));
                if let Reading::Sound(report) | Reading::Disagreeing(report) = reading {
                    self.judge(file, *report, &mut sums, out)?;
                }
            }
        }
        let Sums { reports, rounds, wrong_rounds, other_mistakes } = sums;
        writeln!(
            out,
            "files {reports}, rounds judged {rounds}, rounds that differ {wrong_rounds}, other mistakes {other_mistakes}"
        )?;
        Ok(if wrong_rounds + other_mistakes == 0 { Exit::Fine } else { Exit::Broken })
    }

    fn judge(
        &self,
        file: &Path,
        mut report: Report,
        sums: &mut Sums,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let has_bracket = matches!(report.tournament.settings.system, System::Knockout | System::Match);
        if self.dutch {
            report.tournament.settings.system = System::Dutch;
        }
        let name = match report.header.name.as_str() {
            "" => file.display().to_string(),
            name => format!("{}: {name}", file.display()),
        };
        if report.is_of_teams() {
            sums.other_mistakes += 1;
            writeln!(
                out,
                "{name}: the file of a team event ({}): only events of single players are judged",
                report.system_name()
            )?;
            return Ok(());
        }
        if report.tournament.settings.system == System::Dutch {
            for judgement in judge_rounds(&report.tournament)? {
                sums.rounds += 1;
                sums.wrong_rounds += u32::from(!judgement.is_right());
                if !(self.quiet && judgement.is_right()) {
                    tell(&name, &judgement, out)?;
                }
            }
        } else {
            writeln!(
                out,
                "{name}: the rounds are not judged: the file is of another system (--dutch judges them)"
            )?;
        }
        if has_bracket {
            writeln!(out, "{name}: the ranks are not judged: the bracket gives them, not the points")?;
            return Ok(());
        }
        let tie_breaks = report.tie_breaks().unwrap_or_else(|error| {
            let _ = writeln!(io::stderr(), "{name}: {error}; the ranks are held against the points alone");
            Vec::new()
        });
        for mistake in rank_mistakes(&report, &standings(&report.tournament, &tie_breaks)) {
            sums.other_mistakes += 1;
            writeln!(out, "{name}: standings: {mistake}")?;
        }
        Ok(())
    }
}

/// One round's lines.
fn tell(name: &str, judgement: &Judgement, out: &mut dyn Write) -> io::Result<()> {
    let Judgement { paired, report, ruled, difference } = judgement;
    let (round, boards, byes) = (paired.round, paired.boards.len(), paired.byes.len());
    write!(out, "{name}: round {round}: {boards} boards, {byes} byes: ")?;
    if judgement.is_right() {
        return writeln!(out, "as the rules pair it");
    }
    match ruled {
        Err(error) => writeln!(out, "the rules pair nothing: {error}")?,
        Ok(ruled) => {
            let (theirs, ours) = judgement.differing_boards();
            writeln!(out, "{} boards differ", theirs.len().max(ours.len()))?;
            writeln!(out, "  in the file:  {}", list(&theirs, &paired.byes))?;
            writeln!(out, "  by the rules: {}", list(&ours, &ruled.byes))?;
        }
    }
    for violation in &report.violations {
        writeln!(out, "  breaks a rule: {violation}")?;
    }
    for first in &report.turned {
        writeln!(out, "  sides: the opponent of player {first} moves first")?;
    }
    match difference {
        Some(difference) => {
            let bracket =
                difference.bracket.map(|score| format!(" (bracket of {score} points)")).unwrap_or_default();
            writeln!(
                out,
                "  worse by {}{bracket}: {}",
                difference.criterion,
                difference.criterion.meaning()
            )?;
        }
        None if report.is_legal() && report.turned.is_empty() => {
            writeln!(out, "  equal by the criteria, but later in the order in which pairings are tried")?;
        }
        None => {}
    }
    Ok(())
}

fn list(boards: &[Board], byes: &[tiger_pairing::ByeAward]) -> String {
    let boards = boards.iter().map(|board| format!("{}-{}", board.first, board.second));
    boards.chain(byes.iter().map(|bye| format!("{} bye", bye.player))).collect::<Vec<_>>().join(", ")
}

/// The reports of a stream: a record of the event (`0?2`) after players' lines begins the next one.
fn reports_in(text: &str) -> Vec<String> {
    let mut reports = vec![String::new()];
    let mut has_players = false;
    for line in text.split_inclusive('\n') {
        if has_players && (line.starts_with("012") || line.starts_with("062")) {
            reports.push(String::new());
            has_players = false;
        }
        has_players |= line.starts_with("001");
        if let Some(report) = reports.last_mut() {
            report.push_str(line);
        }
    }
    reports
}
