//! `tiger-arbiter trf`: report files checked, made and converted.

use std::io::Write;

use super::Outcome;

mod check;
mod convert;
mod csv;
mod simulate;

/// Shown under `--help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  tiger-arbiter trf check open.trf
  tiger-arbiter trf simulate --count 100 --seed 1 | tiger-arbiter trf check -
  tiger-arbiter trf convert open.trf --to trf26 > open.trf26";

/// Arguments of `trf`.
#[derive(Debug, clap::Args)]
pub(super) struct TrfArgs {
    #[command(subcommand)]
    command: TrfCommand,
}

#[derive(Debug, clap::Subcommand)]
enum TrfCommand {
    /// Judge every round by the Dutch rules and the standings by FIDE C.07.
    #[command(after_help = check::EXAMPLES)]
    Check(check::CheckArgs),
    /// Convert between TRF16, TRF26, CSV and JSON.
    #[command(after_help = convert::EXAMPLES)]
    Convert(convert::ConvertArgs),
    /// Make random tournaments from a seed.
    #[command(after_help = simulate::EXAMPLES)]
    Simulate(simulate::SimulateArgs),
}

impl TrfArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        match self.command {
            TrfCommand::Check(args) => args.run(out),
            TrfCommand::Convert(args) => args.run(out),
            TrfCommand::Simulate(args) => args.run(out),
        }
    }
}
