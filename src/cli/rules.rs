//! `tiger-arbiter rules`: the rules of the games on the command line.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, ensure};
use serde::Serialize;
use tiger_rules::dance::Board;
use tiger_rules::{
    AnyPosition, Awards, Deployment, GameKind, MoveEffect, Outcome as GameOutcome, Variation, award,
};

use self::board::BoardOption;
use super::{Exit, Outcome};

mod board;
mod check;
mod lookup;
pub mod order;

pub(super) use order::options_first;

/// The rules of the games: moves, verdicts, records.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
GAME is lancerchess, tigerchess, dragon or dance; a situation or file `-` is read from standard input.
Examples:
  tiger-arbiter rules start tigerchess --option deployment=countdown
  tiger-arbiter rules moves lancerchess --situation \"$(tiger-arbiter rules start lancerchess)\"
  tiger-arbiter rules check games.tgr
  tiger-arbiter rules start dance --board marsh.txt
  tiger-arbiter rules check --board marsh.txt games-on-the-marsh.tgr
A board file of The Dragon's Dance has eleven lines for the ranks 11 to 1 and two for who stands there at the start;
`tiger-arbiter rules board` prints the standard one. A record may carry its board in the tag BoardFile.")]
pub(super) struct RulesArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Args)]
struct Scene {
    /// The game: lancerchess, tigerchess, dragon or dance.
    game: GameKind,
    /// The situation string; `-` reads it from standard input.
    #[arg(long)]
    situation: String,
    #[command(flatten)]
    board: BoardOption,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// List the games: name, sides with the first mover first, options.
    #[command(after_help = "Example: tiger-arbiter rules games")]
    Games,
    /// Print the situation that a game starts from.
    #[command(
        after_help = "Examples: tiger-arbiter rules start dragon --option knights=pike\n          tiger-arbiter rules start dance --board marsh.txt"
    )]
    Start {
        /// The game: lancerchess, tigerchess, dragon or dance.
        game: GameKind,
        /// An option of the game with its value, as `rules games` lists them.
        #[arg(long = "option", value_name = "KEY=VALUE")]
        options: Vec<String>,
        #[command(flatten)]
        board: BoardOption,
    },
    /// Print a board file of The Dragon's Dance: the standard one, a pattern for others.
    #[command(after_help = "Example: tiger-arbiter rules board > marsh.txt")]
    Board,
    /// List every legal move, one a line, sorted bytewise.
    #[command(
        after_help = "Example: tiger-arbiter rules moves lancerchess --situation '3q4/8/8/8/8/8/7P/3Q4 b - - 0 1'"
    )]
    Moves {
        #[command(flatten)]
        scene: Scene,
        /// One JSON object a line: the move and what it does.
        #[arg(long)]
        json: bool,
        /// Also list the group moves of The Dragon's Dance.
        #[arg(long)]
        groups: bool,
    },
    /// Make moves and print the situation after them.
    #[command(
        after_help = "Example: tiger-arbiter rules play lancerchess --situation '3q4/8/8/8/8/8/7P/3Q4 b - - 0 1' H2-H4"
    )]
    Play {
        #[command(flatten)]
        scene: Scene,
        /// The moves in order; the pass of The Dragon's Dance is `--` or `pass`.
        #[arg(allow_hyphen_values = true)]
        moves: Vec<String>,
    },
    /// Count the move sequences of a number of plies.
    #[command(
        after_help = "Example: tiger-arbiter rules perft lancerchess --situation '3q4/8/8/8/8/8/7P/3Q4 b - - 0 1' --depth 4"
    )]
    Perft {
        #[command(flatten)]
        scene: Scene,
        /// The number of plies.
        #[arg(long)]
        depth: u32,
        /// A line a move with its count before the total.
        #[arg(long)]
        divide: bool,
    },
    /// Say whether the royal of the side to move is attacked: yes or no.
    #[command(
        after_help = "Example: tiger-arbiter rules attacked lancerchess --situation '3q4/8/8/3t4/8/8/8/3Q4 b - - 0 1'"
    )]
    Attacked {
        #[command(flatten)]
        scene: Scene,
    },
    /// Say how the board has ended the game, as one JSON object.
    #[command(
        after_help = "Example: tiger-arbiter rules verdict lancerchess --situation '3q4/8/8/8/8/8/8/3Q4 b - - 0 1'"
    )]
    Verdict {
        #[command(flatten)]
        scene: Scene,
    },
    /// Count the deployment sequences of a variation of TigerChess.
    #[command(after_help = "Example: tiger-arbiter rules deployments countdown --tiger")]
    Deployments {
        /// The variation: open, countdown, dragon or symmetrical.
        variation: Deployment,
        /// Count the Tiger- form, with the postings of the Royal Guards.
        #[arg(long)]
        tiger: bool,
    },
    /// Print the rulings of a game, all or some by their numbers: what its text leaves open, and how it is settled.
    #[command(after_help = "Example: tiger-arbiter rules rulings dragon 14 26")]
    Rulings {
        /// The game: lancerchess, tigerchess, dragon or dance.
        game: GameKind,
        /// The numbers; all of it when none is given.
        numbers: Vec<u8>,
    },
    /// Print scope, moves and captures of every force.
    #[command(after_help = "Example: tiger-arbiter rules forces dragon --option knights=pike")]
    Forces {
        /// The game: lancerchess, tigerchess, dragon or dance.
        game: GameKind,
        /// An option of the game with its value, as `rules games` lists them.
        #[arg(long = "option", value_name = "KEY=VALUE")]
        options: Vec<String>,
    },
    /// Replay and check the records of files: one JSON object a game.
    #[command(
        after_help = "Examples: tiger-arbiter rules check round1.tgr round2.tgr\n          tiger-arbiter rules check --board marsh.txt dances.tgr"
    )]
    Check {
        #[command(flatten)]
        board: BoardOption,
        /// The files; `-` reads standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

/// What speaks against the input by the rules; it ends the program with exit code 1.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Broken(String);

impl RulesArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let mut out = BufWriter::new(out);
        let exit = match self.task.run(&mut out) {
            Err(error) if error.is::<Broken>() => {
                // A closed terminal is no reason to fail.
                let _ = writeln!(io::stderr(), "tiger-arbiter: {error}");
                Exit::Broken
            }
            outcome => outcome?,
        };
        out.flush()?;
        Ok(exit)
    }
}

impl Task {
    fn run(self, out: &mut dyn Write) -> Outcome {
        match self {
            Self::Games => list_games(out)?,
            Self::Start { game, options, board } => {
                let variation = with_options(game, &options)?;
                let board = board.read_for(game)?;
                writeln!(out, "{}", AnyPosition::start_on(variation, &board).situation())?;
            }
            Self::Board => write!(out, "{}", Board::standard_text())?,
            Self::Moves { scene, json, groups } => list_moves(&scene.read()?, json, groups, out)?,
            Self::Play { scene, mut moves } => {
                if moves.is_empty() && std::env::args_os().next_back().is_some_and(|last| last == "--") {
                    // A pass alone looks like the end of the options.
                    moves.push("--".to_owned());
                }
                ensure!(!moves.is_empty(), "no move is given: write one or more after the situation");
                let mut position = scene.read()?;
                for text in &moves {
                    if let Err(error) = position.play_text(text) {
                        let why = position.explain(text, &error);
                        return Err(Broken(format!("{text}: {why}")).into());
                    }
                }
                writeln!(out, "{}", position.situation())?;
            }
            Self::Perft { scene, depth, divide } => count_leaves(&scene.read()?, depth, divide, out)?,
            Self::Attacked { scene } => {
                let attacked = scene.read()?.royal_attacked();
                let attacked = attacked.with_context(|| format!("{} has no royal to attack", scene.game))?;
                writeln!(out, "{}", if attacked { "yes" } else { "no" })?;
            }
            Self::Verdict { scene } => {
                serde_json::to_writer(&mut *out, &Verdict::of(&scene.read()?))?;
                writeln!(out)?;
            }
            Self::Deployments { variation, tiger } => {
                writeln!(out, "{}", tiger_rules::count_deployments(variation, tiger))?;
            }
            Self::Rulings { game, numbers } => lookup::print_rulings(game, &numbers, out)?,
            Self::Forces { game, options } => lookup::print_forces(with_options(game, &options)?, out)?,
            Self::Check { board, files } => {
                ensure!(
                    !board.takes_standard_input() || files.iter().all(|file| file.as_os_str() != "-"),
                    "standard input cannot be records and board at once"
                );
                return check::run(&files, board.read_if_given()?.as_ref(), out);
            }
        }
        Ok(Exit::Fine)
    }
}

impl Scene {
    fn read(&self) -> anyhow::Result<AnyPosition> {
        ensure!(
            self.situation != "-" || !self.board.takes_standard_input(),
            "standard input cannot be situation and board at once"
        );
        let board = self.board.read_for(self.game)?;
        let situation = if self.situation == "-" { read_standard_input()? } else { self.situation.clone() };
        let position = AnyPosition::from_situation_on(self.game, situation.trim(), &board);
        Ok(position.map_err(|error| Broken(error.to_string()))?)
    }
}

fn read_standard_input() -> anyhow::Result<String> {
    io::read_to_string(io::stdin()).context("standard input cannot be read")
}

fn list_games(out: &mut dyn Write) -> io::Result<()> {
    for game in GameKind::ALL {
        let first = Variation::standard(game).first_mover();
        write!(out, "{} {} {}", game.key(), game.side_name(first), game.side_name(first.other()))?;
        for (option, values) in Variation::choices(game) {
            write!(out, " {option}={}", values.join("|").to_ascii_lowercase())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn with_options(game: GameKind, options: &[String]) -> anyhow::Result<Variation> {
    let mut variation = Variation::standard(game);
    for option in options {
        let (key, value) =
            option.split_once('=').with_context(|| format!("`{option}` has no `=`: write k=v"))?;
        variation = variation.with_option(key, value)?;
    }
    Ok(variation)
}

/// A line of `rules moves --json`.
#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    effect: MoveEffect,
}

fn list_moves(position: &AnyPosition, json: bool, groups: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut moves = position.list_effects();
    if groups {
        moves.extend(position.list_groups());
        moves.sort_by(|(one, _), (other, _)| one.cmp(other));
    }
    for (text, effect) in moves {
        if json {
            serde_json::to_writer(&mut *out, &MoveLine { text, effect })?;
            writeln!(out)?;
        } else {
            writeln!(out, "{text}")?;
        }
    }
    Ok(())
}

fn count_leaves(position: &AnyPosition, depth: u32, divide: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    if !divide || depth == 0 {
        writeln!(out, "{}", position.perft(depth))?;
        return Ok(());
    }
    let counts = position.divide(depth);
    for (text, count) in &counts {
        writeln!(out, "{text}: {count}")?;
    }
    writeln!(out, "{}", counts.iter().map(|(_, count)| count).sum::<u64>())?;
    Ok(())
}

/// The answer of `rules verdict`.
#[derive(Serialize)]
#[serde(untagged)]
enum Verdict {
    Open { over: bool },
    Over { over: bool, winner: Option<&'static str>, by: &'static str, points: Points },
}

impl Verdict {
    fn of(position: &AnyPosition) -> Self {
        let Some(outcome) = position.verdict() else { return Self::Open { over: false } };
        let GameOutcome { winner, by } = outcome;
        let game = position.game();
        Self::Over {
            over: true,
            winner: winner.map(|side| game.side_name(side)),
            by: by.name(),
            points: Points { game, awards: award(&position.scoring_facts(winner), outcome) },
        }
    }
}

/// Both sides' points as `{"Bengal":"3","Siberian":"0"}`; `null` where the Arbiter must award them.
struct Points {
    game: GameKind,
    awards: Awards,
}

impl Serialize for Points {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            tiger_rules::Side::BOTH.into_iter().map(|side| {
                (self.game.side_name(side), self.awards[side].map(tiger_rules::GamePoints::decimal))
            }),
        )
    }
}
