//! `tiger-arbiter dice`: checks published transcripts of casts, offline.

use std::io::{Read, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};

use super::{Exit, Outcome};
use crate::domain::dice::{Transcript, purpose_title};

/// What the help of the subcommand ends with.
pub(super) const EXAMPLES: &str = "Example: tiger-arbiter dice verify transcript.json";

#[derive(Debug, Args)]
pub(super) struct DiceArgs {
    #[command(subcommand)]
    command: DiceCommand,
}

#[derive(Debug, Subcommand)]
enum DiceCommand {
    /// Check that a transcript's secret fits its commitment and gives its faces.
    #[command(after_help = EXAMPLES)]
    Verify {
        /// The transcript as the event's page publishes it; `-` reads standard input.
        file: PathBuf,
    },
}

impl DiceArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let DiceCommand::Verify { file } = self.command;
        verify(&file, out)
    }
}

/// A transcript is a page of text; more than this is another file.
const MOST_BYTES: u64 = 64 * 1024;

fn verify(file: &PathBuf, out: &mut dyn Write) -> Outcome {
    let mut text = String::new();
    let name = file.display();
    if file.as_os_str() == "-" {
        std::io::stdin().take(MOST_BYTES).read_to_string(&mut text).context("standard input")?;
    } else {
        let opened = std::fs::File::open(file).with_context(|| format!("{name}"))?;
        opened.take(MOST_BYTES).read_to_string(&mut text).with_context(|| format!("{name}"))?;
    }
    let transcript: Transcript =
        serde_json::from_str(&text).with_context(|| format!("{name} is not a dice transcript"))?;
    match transcript.verify() {
        Ok(()) => {
            let faces = transcript.faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            writeln!(
                out,
                "{}: {faces}. The secret fits the commitment and gives these faces.",
                purpose_title(transcript.purpose)
            )?;
            if let Some(reason) = &transcript.voided {
                writeln!(out, "The cast was voided and does not count: {reason}")?;
            }
            Ok(Exit::Fine)
        }
        Err(error) => {
            writeln!(std::io::stderr(), "{name}: {error}")?;
            Ok(Exit::Broken)
        }
    }
}
