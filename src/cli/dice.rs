//! `tiger-arbiter dice`: checks published transcripts of casts, offline.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use tiger_event::Bytes32;
use tiger_event::dice::{Transcript, purpose_title};

use super::{Exit, Outcome};
use crate::ledger::witness::Statement;

/// What the help of the subcommand ends with.
pub(super) const EXAMPLES: &str = "\
Examples:
  tiger-arbiter dice verify transcript.json --commitment 2c26b46b…
  tiger-arbiter dice verify transcript.json --since hall.sqlite3.witness/checkpoints";

/// Check the transcripts of casts.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
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
        /// A checkpoint that was made after the program committed itself and before it cast: it names the digest, signed.
        #[arg(long, value_name = "CHECKPOINT")]
        since: Option<PathBuf>,
    },
}

impl DiceArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let DiceCommand::Verify { file, commitment, since } = self.command;
        verify(&file, (commitment, since.as_deref()), out)
    }
}

/// A transcript is a page of text; more than this is another file.
const MOST_BYTES: u64 = 64 * 1024;

fn verify(file: &PathBuf, (seen, since): (Option<Bytes32>, Option<&Path>), out: &mut dyn Write) -> Outcome {
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
    let witnessed = since.map(|since| witnessed(&transcript, since)).transpose()?.transpose();
    let told = witnessed.and_then(|witnessed| {
        let commitment = seen.or(witnessed.as_ref().map(|witnessed| witnessed.commitment));
        transcript.verify(commitment).map(|()| witnessed).map_err(|error| error.to_string())
    });
    let witnessed = match told {
        Ok(witnessed) => witnessed,
        Err(error) => {
            writeln!(std::io::stderr(), "{name}: {error}")?;
            return Ok(Exit::Broken);
        }
    };
    let faces = transcript.faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let title = purpose_title(transcript.purpose);
    writeln!(out, "{title}: {faces}. The secret fits the commitment and gives these faces.")?;
    if seen.is_some() {
        writeln!(out, "The commitment is the one that was seen before.")?;
    } else if witnessed.is_none() {
        writeln!(
            out,
            "No commitment seen before was given (--commitment or --since): nothing proves that {} was shown before \
             the words were entered.",
            transcript.commitment
        )?;
    }
    if let Some(Witnessed { at, key, .. }) = witnessed {
        writeln!(
            out,
            "The checkpoint of {} UTC names the commitment, before the dice were cast. It is signed with the key {key}: \
             hold it against the installation's.",
            at.format("%Y-%m-%d %H:%M:%S")
        )?;
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

/// What a checkpoint says of a cast.
struct Witnessed {
    commitment: Bytes32,
    at: DateTime<Utc>,
    key: Bytes32,
}

/// The first word of the checkpoints in a file about a cast; why they prove nothing, if they do not.
fn witnessed(transcript: &Transcript, since: &Path) -> anyhow::Result<Result<Witnessed, String>> {
    let name = since.display();
    let text = std::fs::read_to_string(since).with_context(|| format!("{name}"))?;
    let statements = Statement::read(&text).with_context(|| format!("{name}"))?;
    ensure!(!statements.is_empty(), "{name} holds no checkpoint, so it says nothing of this cast");
    let found = statements.iter().find_map(|statement| {
        let casts = &statement.ends.casts;
        let cast = casts.iter().find(|it| (it.event, it.cast) == (transcript.event, transcript.cast))?;
        Some(Witnessed { commitment: cast.commitment, at: statement.at, key: statement.key })
    });
    Ok(match found {
        None => Err(format!("no checkpoint in {name} names this cast: none was made while the dice waited")),
        Some(found) if transcript.cast_at.is_some_and(|cast| cast <= found.at) => {
            Err(format!("the checkpoint in {name} was made after the dice were cast"))
        }
        Some(found) => Ok(found),
    })
}
