//! The command line: one file a subcommand.
//!
//! A subcommand is a `clap::Args` struct, on which its help stands, with `fn run(self, out: &mut dyn Write) -> Outcome`.
//! Results go to `out`, messages to standard error. To add one: a module, and a line in
//! `subcommands!`, both in alphabetical order.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::builder::{PathBufValueParser, Resettable, TypedValueParser, ValueParser};
use clap::{Arg, CommandFactory, FromArgMatches, Parser};

mod backup;
mod demo;
mod dice;
mod doctor;
mod erase;
mod export;
mod import;
mod installation;
mod ledger;
mod manual;
mod pair;
pub mod publish;
mod ratings;
mod report;
mod restore;
pub mod rules;
mod serve;
mod show;
mod standings;
mod trf;
mod user;

/// What a subcommand comes to; an error means that it could not do its work (exit code 2).
pub type Outcome = anyhow::Result<Exit>;

/// How the process ends after a subcommand has done its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything is fine: exit code 0.
    Fine,
    /// The input breaks a rule, or a check failed: exit code 1.
    Broken,
}

#[derive(Debug, Parser)]
#[command(
    name = "tiger-arbiter",
    version,
    about = "Runs over-the-board events of Dragon, TigerChess, LancerChess and The Dragon's Dance.",
    after_help = "Exit codes: 0 fine, 1 the input breaks a rule, 2 bad usage or unreadable.\n\
                  Example: tiger-arbiter serve --database tiger-arbiter.sqlite3"
)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

macro_rules! subcommands {
    ($enum:ident: $($name:ident($arguments:ty)),* $(,)?) => {
        #[derive(Debug, clap::Subcommand)]
        enum $enum {
            $($name($arguments)),*
        }

        impl $enum {
            fn run(self, out: &mut dyn Write) -> Outcome {
                match self {
                    $(Self::$name(arguments) => arguments.run(out)),*
                }
            }
        }
    };
}
use subcommands;

subcommands! {
    Command:
    Backup(backup::BackupArgs),
    Demo(demo::DemoArgs),
    Dice(dice::DiceArgs),
    Doctor(Box<doctor::DoctorArgs>),
    Erase(erase::EraseArgs),
    Export(export::ExportArgs),
    Import(import::ImportArgs),
    Ledger(ledger::LedgerArgs),
    Manual(manual::ManualArgs),
    Pair(pair::PairArgs),
    Publish(publish::PublishArgs),
    Ratings(ratings::RatingsArgs),
    Restore(restore::RestoreArgs),
    Rules(rules::RulesArgs),
    Serve(Box<serve::ServeArgs>),
    Show(show::ShowArgs),
    Standings(standings::StandingsArgs),
    Trf(trf::TrfArgs),
    User(user::UserArgs),
}

/// Reads the arguments, runs the subcommand that they name, and says how the process shall end.
pub fn run(arguments: impl IntoIterator<Item = OsString>, out: &mut dyn Write) -> ExitCode {
    let matched = heeding_set(CommandLine::command()).try_get_matches_from(rules::options_first(arguments));
    let line = match matched.and_then(|matches| CommandLine::from_arg_matches(&matches)) {
        Ok(line) => line,
        Err(error) => {
            let is_misuse = error.use_stderr();
            // A closed terminal is no reason to fail twice.
            let _ = error.print();
            return ExitCode::from(if is_misuse { 2 } else { 0 });
        }
    };
    match line.command.run(out).and_then(|exit| out.flush().map(|()| exit).map_err(Into::into)) {
        Ok(Exit::Fine) => ExitCode::SUCCESS,
        Ok(Exit::Broken) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "tiger-arbiter: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Variables of the environment that say nothing, as a file of settings may leave them, set nothing.
fn heeding_set(command: clap::Command) -> clap::Command {
    let is_empty = |arg: &Arg| arg.get_env().and_then(env::var_os).is_some_and(|value| value.is_empty());
    command
        .mut_args(|arg| if is_empty(&arg) { arg.env(Resettable::Reset) } else { arg })
        .mut_subcommands(heeding_set)
}

/// Reads the name of a file to write. Whoever types `-` means standard output, and would get a file of that name.
fn new_file() -> ValueParser {
    let named = |file| if file == Path::new("-") { Err(NOT_PRINTED) } else { Ok(file) };
    PathBufValueParser::new().try_map(named).into()
}

const NOT_PRINTED: &str = "this is written into a file, not to standard output: name one";

/// Whether the reader of standard output has seen enough, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
