//! `tiger-arbiter manual`: what a package puts beside the program.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::{Shell, generate_to};

use super::{CommandLine, Exit, Outcome};

const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// Write the pages of the manual and the completions for shells, for packages.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "\
Pages of the manual go to FOLDER/man, completions for bash, zsh and fish to FOLDER/completions.
Example: tiger-arbiter manual target/manual",
    hide = true
)]
pub(super) struct ManualArgs {
    /// The folder, made where it is missing.
    folder: PathBuf,
}

impl ManualArgs {
    pub(super) fn run(self, _out: &mut dyn Write) -> Outcome {
        let make = |name: &str| {
            let folder = self.folder.join(name);
            fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
            anyhow::Ok(folder)
        };
        clap_mangen::generate_to(CommandLine::command(), make("man")?)?;
        let completions = make("completions")?;
        for shell in SHELLS {
            generate_to(shell, &mut CommandLine::command(), "tiger-arbiter", &completions)?;
        }
        Ok(Exit::Fine)
    }
}
