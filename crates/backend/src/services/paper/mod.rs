//! An event on paper: enough to take it up on another machine when nothing is left of this one but what was printed.
//!
//! The shortest story that leads to the event (`retell.rs`) is compressed, signed, and printed as codes ([`codes`]). Read
//! back, from pictures ([`picture`]) or from what a scanner types, it is told as the ledger of a new event with the old
//! identifiers. The digest is over the story alone: the event that was printed and the one that was taken up have the same.

pub mod codes;
pub mod picture;
mod retell;

use std::fmt::Display;
use std::io::Read as _;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tiger_event::text::count;
use tiger_event::{
    Bytes32, Command, Event, EventCommand, EventId, PersonName, Refusal, RoundState, Settings, Slug,
};

use crate::clock;
use crate::ledger::witness::{ReadSeal, Seal, Witness, is_signed};

/// The version of the form.
const VERSION: u32 = 1;

/// Bytes that a print may unfold to: twice as much as the largest event writes.
const MOST_BYTES: u64 = 32 * 1024 * 1024;

/// Bytes of one line: the list of five thousand players with all that is known of them.
const MOST_OF_A_LINE: usize = 4 * 1024 * 1024;

/// How hard a print is compressed, 0 to 11: each step beyond costs more time than it saves paper.
const QUALITY: i32 = 9;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Print {
    form: u32,
    program: String,
    pub event: EventId,
    pub slug: Slug,
    pub at: DateTime<Utc>,
    /// The seal of the entry that the ledger had come to.
    seal: String,
    /// The key of whoever signed it, and the signature.
    signed: Option<(Bytes32, String)>,
    pub settings: Settings,
    /// What happened after it was made: the lines behind the first.
    #[serde(skip)]
    story: Vec<Command>,
}

/// Why codes that were read are no event.
#[derive(Debug, Error)]
pub enum PrintError {
    #[error("The codes were read, but they are no event: {0}.")]
    Other(String),
    #[error(
        "The codes are of form {0}, and this program reads form {VERSION}. Take the program that printed them, or a newer one."
    )]
    Newer(u32),
    #[error("The signature does not fit: the codes were changed after they were printed.")]
    Forged,
}

/// What is read first: a newer form may have other fields.
#[derive(Deserialize)]
struct About {
    form: u32,
}

/// The creation of an event that is only told, by nobody in particular.
fn creation(event: EventId, slug: &Slug, settings: &Settings) -> Result<Command, Refusal> {
    let chief_name = PersonName::parse("Arbiter").map_err(|error| Refusal::Invalid(error.to_string()))?;
    let (slug, settings) = (slug.clone(), Box::new(settings.clone()));
    Ok(EventCommand::CreateEvent { event, slug, settings, chief: clock::new_id(), chief_name }.into())
}

fn unwritable(error: impl Display) -> Refusal {
    Refusal::Invalid(format!("It cannot be written: {error}."))
}

fn other(error: impl Display) -> PrintError {
    PrintError::Other(error.to_string())
}

/// How far an event has come, in words.
pub fn stands(event: &Event) -> String {
    let players = count(event.entries.len(), "player", "players");
    let round = event.rounds.iter().rfind(|round| round.state != RoundState::Draft);
    let round = round.map_or_else(
        || "no round published".to_owned(),
        |round| format!("round {} {}", round.number, round.state.title()),
    );
    let draft = event.draft();
    let draft = draft.map(|draft| format!(", round {} drafted", draft.number)).unwrap_or_default();
    format!("{players}, {round}{draft}.")
}

impl Print {
    /// What is printed of an event; signed where there is somebody to sign.
    ///
    /// # Errors
    /// When its shortest story leads elsewhere.
    pub fn of(
        event: &Event,
        seal: &Seal,
        (witness, at): (Option<&Witness>, DateTime<Utc>),
    ) -> Result<Self, Refusal> {
        let mut print = Self {
            form: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            event: event.id,
            slug: event.slug.clone(),
            at,
            seal: seal.whole.clone(),
            signed: None,
            settings: event.settings.clone(),
            story: retell::retell(event)?,
        };
        print.signed = witness.map(|witness| (witness.public_key(), witness.sign(&print.words())));
        Ok(print)
    }

    /// The digest of the story: that of the event however often it is printed and taken up.
    pub fn digest(&self) -> Bytes32 {
        // Nothing in it can fail to be written.
        Bytes32::digest(&serde_json::to_vec(&(&self.settings, &self.story)).unwrap_or_default())
    }

    /// What is signed.
    fn words(&self) -> String {
        let at = self.at.to_rfc3339_opts(SecondsFormat::Micros, true);
        format!("tiger-arbiter paper 1\n{}\n{}\n{at}\n{}\n", self.event, self.seal, self.digest())
    }

    /// The public key that it is signed with, if it is.
    pub fn key(&self) -> Option<&Bytes32> {
        self.signed.as_ref().map(|(key, _)| key)
    }

    pub fn write(&self) -> Result<Vec<u8>, Refusal> {
        let mut lines = serde_json::to_vec(self).map_err(unwritable)?;
        for command in &self.story {
            lines.push(b'\n');
            serde_json::to_writer(&mut lines, command).map_err(unwritable)?;
        }
        let mut packed = Vec::new();
        let how = brotli::enc::BrotliEncoderParams { quality: QUALITY, lgwin: 24, ..Default::default() };
        brotli::BrotliCompress(&mut lines.as_slice(), &mut packed, &how).map_err(unwritable)?;
        Ok(packed)
    }

    pub fn read(bytes: &[u8]) -> Result<Self, PrintError> {
        let mut lines = Vec::new();
        let mut unpacked = brotli::Decompressor::new(bytes, 4096).take(MOST_BYTES + 1);
        unpacked.read_to_end(&mut lines).map_err(other)?;
        let mut lines = lines.split(|byte| *byte == b'\n');
        let first = lines.next().filter(|line| line.len() <= MOST_OF_A_LINE).unwrap_or_default();
        let About { form } = serde_json::from_slice(first).map_err(other)?;
        if form > VERSION {
            return Err(PrintError::Newer(form));
        }
        let mut print: Self = serde_json::from_slice(first).map_err(other)?;
        let mut left = MOST_BYTES;
        for line in lines {
            left = left.saturating_sub(line.len() as u64 + 1);
            if left == 0 || line.len() > MOST_OF_A_LINE {
                return Err(other("they unfold to more than any event needs"));
            }
            print.story.push(serde_json::from_slice(line).map_err(other)?);
        }
        match &print.signed {
            Some((key, signature)) if !is_signed(key, &print.words(), signature) => Err(PrintError::Forged),
            _ => Ok(print),
        }
    }

    /// The entry that the ledger had come to, and its hash; none where the seal cannot be read.
    fn end(&self) -> Option<(u64, Bytes32)> {
        let seal: ReadSeal = self.seal.parse().ok()?;
        Some((seal.version, seal.hash.parse().ok()?))
    }

    /// The entry that the ledger had come to.
    pub fn entries(&self) -> u64 {
        self.end().map_or(0, |(version, _)| version)
    }

    /// What happens in the event after its creation: it is taken up, and its story.
    ///
    /// # Errors
    /// When the seal in it cannot be read.
    pub fn story(&self) -> Result<Vec<Command>, Refusal> {
        let (version, head) = self.end().ok_or(Refusal::invalid("The seal in the codes cannot be read."))?;
        let take_up = EventCommand::TakeUpEvent { printed_at: self.at, version, head, digest: self.digest() };
        Ok(std::iter::once(take_up.into()).chain(self.story.iter().cloned()).collect())
    }

    /// The event as it would be taken up, without anything being written.
    ///
    /// # Errors
    /// When a command would be refused, or the event would be another one than was printed.
    pub fn try_out(&self, now: DateTime<Utc>) -> Result<Event, Refusal> {
        let mut commands = vec![creation(self.event, &self.slug, &self.settings)?];
        commands.extend(self.story()?);
        let event = Event::told(&commands, now)?;
        if retell::story_of(&event)? == self.story {
            Ok(event)
        } else {
            Err(Refusal::invalid("The event would not be the one that was printed."))
        }
    }
}
