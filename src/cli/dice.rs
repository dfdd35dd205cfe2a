//! `tiger-arbiter dice`: checks published transcripts of casts, offline.

use std::io::{Read, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};

use super::{Exit, Outcome};
use crate::domain::dice::{Bytes32, Transcript, purpose_title};

/// What the help of the subcommand ends with.
pub(super) const EXAMPLES: &str = "Example: tiger-arbiter dice verify transcript.json --commitment 2c26b46b…";

#[derive(Debug, Args)]
pub(super) struct DiceArgs {
    #[command(subcommand)]
    command: DiceCommand,
}

#[derive(Debug, Subcommand)]
enum DiceCommand {
    /// Check that a transcript's secret fits its commitment and gives its faces.
    ///
    /// Somebody who makes up a transcript afterwards makes up the commitment with it. So say which one you saw on the
    /// page of the game before the words were entered: only then does the check prove that the dice were not chosen.
    #[command(after_help = EXAMPLES)]
    Verify {
        /// The transcript as the event's page publishes it; `-` reads standard input.
        file: PathBuf,
        /// The digest that you saw, noted or printed before the words were entered.
        #[arg(long, value_name = "DIGEST")]
        commitment: Option<Bytes32>,
    },
}

impl DiceArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let DiceCommand::Verify { file, commitment } = self.command;
        verify(&file, commitment, out)
    }
}

/// A transcript is a page of text; more than this is another file.
const MOST_BYTES: u64 = 64 * 1024;

fn verify(file: &PathBuf, seen: Option<Bytes32>, out: &mut dyn Write) -> Outcome {
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
    match transcript.verify(seen) {
        Ok(()) => {
            let faces = transcript.faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let title = purpose_title(transcript.purpose);
            writeln!(out, "{title}: {faces}. The secret fits the commitment and gives these faces.")?;
            let commitment = transcript.commitment;
            match seen {
                Some(_) => writeln!(out, "The commitment is the one that was seen before.")?,
                None => writeln!(
                    out,
                    "No commitment seen before was given (--commitment): nothing proves that {commitment} was shown before \
                     the words were entered."
                )?,
            }
            let hands = [&transcript.first_word_entered, &transcript.second_word_entered];
            for ((player, word), hand) in ["first", "second"].into_iter().zip(transcript.words()).zip(hands) {
                let hand = hand.as_deref().unwrap_or("by whom was not noted");
                if word.is_erased() {
                    writeln!(
                        out,
                        "The word of the {player} player, entered {hand}, was erased. Its digest is left, and the faces rest on \
                         that: they are proved, the word is not."
                    )?;
                } else if !word.word.is_empty() {
                    writeln!(out, "Word of the {player} player: “{}”, entered {hand}.", word.word)?;
                }
            }
            if transcript.cast_at.is_none() {
                writeln!(out, "The dice were never cast: these faces would have come.")?;
            }
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
