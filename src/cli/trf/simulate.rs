//! `tiger-arbiter trf simulate`: random tournaments from a seed.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use tiger_pairing::simulate::{Dice, Plan, Strength};
use tiger_pairing::standings::standings;
use tiger_pairing::tiebreak::parse_list;
use tiger_pairing::trf::{Person, Report, Version, parse_points, write};
use tiger_pairing::{PairingNumber, PointTable};

use super::super::{Exit, Outcome};

/// Make random tournaments from a seed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The same seed and settings give the same tournaments for ever; tournament K of a run has the seed SEED + K - 1. With
--any each tournament has settings of its own, cast from its seed, up to --players players. Chances are in percent.
Examples:
  tiger-arbiter trf simulate --players 40 --rounds 9 --byes 5 --forfeits 2 > open.trf
  tiger-arbiter trf simulate --any --count 1000 | tiger-arbiter trf check - --quiet
  tiger-arbiter trf simulate --any --count 50000 --players 200 --into tournaments")]
pub(super) struct SimulateArgs {
    /// The seed of the first tournament.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many tournaments.
    #[arg(long, default_value_t = 1)]
    count: u64,
    /// How many players, or at most with --any.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=9999))]
    players: u32,
    /// How many rounds.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=99))]
    rounds: u32,
    /// Cast the settings of each tournament from its seed.
    #[arg(long, conflicts_with_all = ["rounds", "draws", "forfeits", "byes", "late", "withdrawals", "forbidden", "accelerated", "points", "results", "ratings"])]
    any: bool,
    /// The chance of a draw.
    #[arg(long, value_name = "PERCENT", default_value_t = 30)]
    draws: u32,
    /// The chance that a board is decided by forfeit.
    #[arg(long, value_name = "PERCENT", default_value_t = 0)]
    forfeits: u32,
    /// The chance that a player asks for a bye in a round.
    #[arg(long, value_name = "PERCENT", default_value_t = 0)]
    byes: u32,
    /// The chance that a player enters in round 2, 3 or 4.
    #[arg(long, value_name = "PERCENT", default_value_t = 0)]
    late: u32,
    /// The chance that a player leaves before a round.
    #[arg(long, value_name = "PERCENT", default_value_t = 0)]
    withdrawals: u32,
    /// How many groups of players who may not meet.
    #[arg(long, value_name = "GROUPS", default_value_t = 0)]
    forbidden: u32,
    /// Accelerate by Baku's method.
    #[arg(long)]
    accelerated: bool,
    /// Points for win, draw and loss, such as 3,1,0.
    #[arg(long, value_name = "W,D,L", default_value = "1,0.5,0", value_parser = points)]
    points: PointTable,
    /// By what games are decided.
    #[arg(long, default_value = "rated")]
    results: Results,
    /// The highest and the lowest rating.
    #[arg(long, value_name = "HIGHEST-LOWEST", default_value = "2600-1400", value_parser = ratings)]
    ratings: (u32, u32),
    /// The version of the format.
    #[arg(long = "as", value_name = "VERSION", default_value = "trf26")]
    version: VersionName,
    /// Write a file for each tournament into this folder instead of standard output.
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}

/// By what games are decided.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Results {
    /// The dice alone; White wins a little more often.
    Even,
    /// The ratings, by FIDE's expected scores.
    Rated,
    /// White always wins.
    White,
}

/// A version of the format.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum VersionName {
    /// TRF16 with the codes that pairing engines add.
    Trf16,
    /// TRF26.
    Trf26,
}

fn points(text: &str) -> Result<PointTable, String> {
    let points: Option<Vec<_>> = text.split(',').map(|points| parse_points(points.trim())).collect();
    match points.as_deref() {
        Some(&[win, draw, loss]) => Ok(PointTable::new(win, draw, loss)),
        _ => Err("three numbers of points, in steps of a half, such as 3,1,0".to_owned()),
    }
}

fn ratings(text: &str) -> Result<(u32, u32), String> {
    let range = text.split_once('-').and_then(|(high, low)| Some((high.parse().ok()?, low.parse().ok()?)));
    range
        .filter(|&(high, low)| low <= high && high <= 9999)
        .ok_or_else(|| "two ratings, such as 2600-1400".to_owned())
}

impl SimulateArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        if let Some(folder) = &self.into {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let version = match self.version {
            VersionName::Trf16 => Version::Trf16,
            VersionName::Trf26 => Version::Trf26,
        };
        for seed in (0..self.count).map_while(|more| self.seed.checked_add(more)) {
            let text = write(&self.tournament(seed)?, version);
            match &self.into {
                None => out.write_all(text.as_bytes())?,
                Some(folder) => {
                    let file = folder.join(format!("{seed}.trf"));
                    std::fs::write(&file, text)
                        .with_context(|| format!("cannot write {}", file.display()))?;
                }
            }
        }
        Ok(Exit::Fine)
    }

    fn tournament(&self, seed: u64) -> anyhow::Result<Report> {
        let mut dice = Dice::new(seed);
        let plan = if self.any { Plan::any(&mut dice, self.players) } else { self.plan() };
        let tournament = plan.play(&mut dice, |_, _, _| {});
        let tie_breaks = parse_list("BH/C1,BH,SB,WIN")?;
        let ranks = standings(&tournament, &tie_breaks);
        let person =
            |number: PairingNumber| Person { name: format!("Player {number:04}"), ..Person::default() };
        let people = tournament.players().map(|player| (player.number, person(player.number))).collect();
        let mut report = Report { tournament, people, ..Report::default() };
        report.header.name = format!("Simulated tournament {seed}");
        report.set_tie_breaks(&tie_breaks);
        report.set_ranks(&ranks);
        Ok(report)
    }

    fn plan(&self) -> Plan {
        Plan {
            draws: self.draws,
            forfeits: self.forfeits,
            absences: self.byes,
            late: self.late,
            withdrawals: self.withdrawals,
            forbidden_groups: self.forbidden,
            accelerated: self.accelerated,
            points: self.points,
            strength: match self.results {
                Results::Even => Strength::Even,
                Results::Rated => Strength::Rated,
                Results::White => Strength::FirstAlways,
            },
            ratings: self.ratings,
            ..Plan::quiet(self.players, self.rounds)
        }
    }
}
