//! `tiger-arbiter trf`: report files checked, made and converted.

use std::io::Write;

use super::{Outcome, subcommands};

mod check;
mod convert;
mod csv;
mod simulate;

/// Check, make or convert report files (TRF).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tiger-arbiter trf check open.trf
  tiger-arbiter trf simulate --count 100 --seed 1 | tiger-arbiter trf check -
  tiger-arbiter trf convert open.trf --to trf26 > open.trf26")]
pub(super) struct TrfArgs {
    #[command(subcommand)]
    command: TrfCommand,
}

subcommands! {
    TrfCommand:
    Check(check::CheckArgs),
    Convert(convert::ConvertArgs),
    Simulate(simulate::SimulateArgs),
}

impl TrfArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        self.command.run(out)
    }
}
