//! The command line of Tiger Arbiter.

use std::process::ExitCode;

fn main() -> ExitCode {
    tiger_arbiter::cli::run(std::env::args_os(), &mut std::io::stdout())
}
