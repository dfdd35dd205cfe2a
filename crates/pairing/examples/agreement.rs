//! Compares this crate with a reference engine on simulated tournaments, both ways round, and prints a table.
//!
//! The engine is a program that is called as bbpPairings 6 is: `ENGINE --dutch FILE -c` checks every round of a report
//! file, `ENGINE --dutch -g CONFIG -o FILE -s SEED` makes a random tournament.
//!
//! ```sh
//! cargo run --release -p tiger-pairing --example agreement -- /path/to/engine 50000
//! cargo run --release -p tiger-pairing --example agreement -- /path/to/engine COUNT FIRST-SEED MOST-PLAYERS
//! ```
//!
//! Of every ten tournaments nine are ours, checked by the engine, and one is the engine's, checked by us. A tournament
//! that differs is kept in the temporary folder and named. Exit code 1 if any differs.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use tiger_pairing::check::judge_rounds;
use tiger_pairing::simulate::{Dice, Plan};
use tiger_pairing::trf::{self, Report, Version};
use tiger_pairing::{PointTable, Tournament};

/// What has been compared in a region.
#[derive(Default)]
struct Tally {
    tournaments: u32,
    rounds: u32,
    differing: u32,
    refused: u32,
}

/// What the comparison of one tournament came to.
enum Verdict {
    Rounds { all: u32, differing: u32 },
    Refused(String),
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let engine = PathBuf::from(arguments.next().ok_or("name the engine")?);
    let mut number = |otherwise: u64| arguments.next().map_or(Ok(otherwise), |text| text.parse::<u64>());
    let (count, first_seed, most_players) = (number(1_000)?, number(1)?, number(80)?);
    let folder = std::env::temp_dir().join(format!("tiger-pairing-agreement-{first_seed}"));
    std::fs::create_dir_all(&folder)?;
    let mut regions: BTreeMap<String, Tally> = BTreeMap::new();
    for seed in first_seed..first_seed + count {
        let file = folder.join(format!("{seed}.trf"));
        let mut dice = Dice::new(seed);
        let most = u32::try_from(most_players)?;
        let (regions_of, verdict) = if seed % 10 == 0 {
            let (players, rounds) = (10 + dice.below(most.max(11) - 10), 5 + dice.below(5));
            let origin = "the engine's own, checked here".to_owned();
            (vec![size(players), origin], of_engine(&engine, &file, &mut dice, (players, rounds), seed)?)
        } else {
            let plan = Plan::any(&mut dice, most);
            let tournament = plan.play(&mut dice, |_, _, _| {});
            (named(&plan), of_ours(&engine, &file, tournament)?)
        };
        let is_clean = matches!(verdict, Verdict::Rounds { differing: 0, .. });
        if let Verdict::Refused(why) = &verdict {
            eprintln!("{}: refused: {why}", file.display());
        } else if !is_clean {
            eprintln!("{}: differs", file.display());
        }
        for region in regions_of.into_iter().chain(["all".to_owned()]) {
            let tally = regions.entry(region).or_default();
            tally.tournaments += 1;
            match verdict {
                Verdict::Rounds { all, differing } => {
                    tally.rounds += all;
                    tally.differing += differing;
                }
                Verdict::Refused(_) => tally.refused += 1,
            }
        }
        if is_clean {
            std::fs::remove_file(&file)?;
        }
    }
    println!("| region | tournaments | rounds | differing rounds | files refused |");
    println!("| --- | --- | --- | --- | --- |");
    for (region, tally) in &regions {
        let Tally { tournaments, rounds, differing, refused } = tally;
        println!("| {region} | {tournaments} | {rounds} | {differing} | {refused} |");
    }
    let is_clean = regions.values().all(|tally| tally.differing + tally.refused == 0);
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn size(players: u32) -> String {
    let (from, to) = match players {
        ..=10 => (2, 10),
        11..=20 => (11, 20),
        21..=40 => (21, 40),
        41..=80 => (41, 80),
        81..=200 => (81, 200),
        _ => return "more than 200 players".to_owned(),
    };
    format!("{from:03} to {to:03} players")
}

/// The regions that a plan belongs to.
fn named(plan: &Plan) -> Vec<String> {
    let Plan { absences, forfeits, late, withdrawals, .. } = *plan;
    let features = [
        (absences + forfeits + late + withdrawals == 0, "with nobody missing"),
        (forfeits > 0, "with forfeits"),
        (absences > 0, "with byes asked for"),
        (late > 0, "with late entries"),
        (withdrawals > 0, "with withdrawals"),
        (plan.forbidden_groups > 0, "with forbidden pairs"),
        (plan.accelerated, "accelerated"),
        (plan.points != PointTable::default(), "with other points than 1-½-0"),
    ];
    let named = features.iter().filter(|(has, _)| *has).map(|(_, name)| (*name).to_owned());
    named.chain([size(plan.players)]).collect()
}

/// A tournament of ours, checked by the engine.
fn of_ours(engine: &Path, file: &Path, tournament: Tournament) -> Result<Verdict, Box<dyn Error>> {
    let report = Report { tournament, ..Report::default() };
    std::fs::write(file, trf::write(&report, Version::Trf26))?;
    if report.tournament.next_round().index() == 0 {
        return Ok(Verdict::Rounds { all: 0, differing: 0 });
    }
    let output = Command::new(engine).arg("--dutch").arg(file).arg("-c").output()?;
    if !output.status.success() {
        return Ok(Verdict::Refused(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    let (mut all, mut differing, mut is_counted) = (0, 0, true);
    for line in String::from_utf8_lossy(&output.stdout).lines().filter(|line| !line.trim().is_empty()) {
        if line.contains(": Round #") {
            (all, is_counted) = (all + 1, false);
        } else if !is_counted {
            (differing, is_counted) = (differing + 1, true);
        }
    }
    // A round that the engine did not speak of was not checked.
    let paired = report.tournament.next_round().get() - 1;
    Ok(match all == paired {
        true => Verdict::Rounds { all, differing },
        false => Verdict::Refused(format!("{all} of {paired} rounds were checked")),
    })
}

/// A tournament of the engine's, checked here.
fn of_engine(
    engine: &Path,
    file: &Path,
    dice: &mut Dice,
    (players, rounds): (u32, u32),
    seed: u64,
) -> Result<Verdict, Box<dyn Error>> {
    let config = file.with_extension("config");
    let (draws, forfeits, gone, byes) =
        (dice.below(60), 5 + dice.below(200), 20 + dice.below(500), 5 + dice.below(200));
    std::fs::write(
        &config,
        format!(
            "PlayersNumber={players}\nRoundsNumber={rounds}\nDrawPercentage={draws}\nForfeitRate={forfeits}\n\
             RetiredRate={gone}\nHalfPointByeRate={byes}\nHighestRating=2600\nLowestRating=1400\n"
        ),
    )?;
    let mut command = Command::new(engine);
    command.arg("--dutch").arg("-g").arg(&config).arg("-o").arg(file).arg("-s").arg(seed.to_string());
    let output = command.output()?;
    std::fs::remove_file(&config)?;
    // Its exit code for a tournament that cannot be paired to its end: there is nothing to compare.
    if output.status.code() == Some(1) {
        std::fs::write(file, "")?;
        return Ok(Verdict::Rounds { all: 0, differing: 0 });
    }
    if !output.status.success() {
        return Ok(Verdict::Refused(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    let report = match trf::read(&trf::decode(&std::fs::read(file)?)) {
        Ok(report) => report,
        Err(errors) => return Ok(Verdict::Refused(errors.to_string())),
    };
    let judgements = judge_rounds(&report.tournament)?;
    let differing = judgements.iter().filter(|judgement| !judgement.is_right()).count();
    Ok(Verdict::Rounds { all: u32::try_from(judgements.len())?, differing: u32::try_from(differing)? })
}
