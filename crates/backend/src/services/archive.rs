//! The file of an event, `.tiger`: a zip with a manifest, parts of a JSON object a line, and a checkpoint where a witness
//! stands by. The manifest has the SHA-256 of each part; the digest of all of them says whether two files hold the same.
//!
//! ```text
//! manifest.json   what it is, and what each part has to be
//! entries.jsonl   the ledger
//! texts.jsonl     what people typed about people, named by entries, each with its salt
//! clocks.jsonl    the entries of the clocks
//! records.jsonl   the texts of game records
//! secrets.jsonl   the secrets of casts
//! forms.jsonl     the forms that were carried out
//! checkpoint      where ledger and clocks end, signed
//! ```
//!
//! What is read was made by anybody: nothing is unfolded beyond a bound.

use std::io::{Cursor, Read, Seek, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use tiger_event::{Bytes32, Event, EventId};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::ledger::archive::Archive;
use crate::ledger::witness::{Statement, StatementError};

const FORMAT: &str = "tiger-arbiter archive";

const VERSION: u32 = 1;

pub const MANIFEST: &str = "manifest.json";
const CHECKPOINT: &str = "checkpoint";
const PARTS: [&str; 6] =
    ["entries.jsonl", "texts.jsonl", "clocks.jsonl", "records.jsonl", "secrets.jsonl", "forms.jsonl"];

/// Bytes that all parts may unfold to: a hundred times as much as a festival of a thousand players writes.
const MOST_BYTES: u64 = 1024 * 1024 * 1024;

/// What an archive says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub format: String,
    pub version: u32,
    pub program: String,
    pub event: EventId,
    pub slug: String,
    pub name: String,
    /// The entries of its ledger.
    pub entries: u64,
    /// The hash of the last one.
    pub head: Bytes32,
    /// The digest of all parts: two archives of the same event, as it stood once, have the same.
    pub digest: Bytes32,
    pub parts: Vec<Part>,
}

/// A part of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub name: String,
    pub lines: u64,
    pub bytes: u64,
    pub sha256: Bytes32,
}

/// What was read.
#[derive(Debug, Clone)]
pub struct Opened {
    pub manifest: Manifest,
    pub archive: Archive,
    /// What a witness has stated of it.
    pub checkpoint: Option<Statement>,
}

/// Why a file is not taken.
#[derive(Debug, Error)]
pub enum ArchiveError {
    #[error("this is no archive of an event: {0}")]
    Other(String),
    #[error("the archive is of version {0}, this program reads version {VERSION}: take a newer program")]
    Newer(u32),
    #[error("the archive was changed after it was made: {0} is not what the manifest says")]
    Changed(String),
    #[error("the archive unfolds to more than {} MiB, which no event needs", .0 / (1024 * 1024))]
    TooLarge(u64),
    #[error("line {line} of {part} cannot be read: {why}")]
    Line {
        part: &'static str,
        /// The line, from 1.
        line: usize,
        why: String,
    },
    #[error("the checkpoint in the archive: {0}")]
    Checkpoint(#[from] StatementError),
    #[error("the checkpoint in the archive states another end than the one in it")]
    OtherEnd,
    #[error("the archive cannot be written: {0}")]
    Unwritable(String),
}

impl From<ZipError> for ArchiveError {
    fn from(error: ZipError) -> Self {
        Self::Other(error.to_string())
    }
}

fn unwritable(error: impl std::fmt::Display) -> ArchiveError {
    ArchiveError::Unwritable(error.to_string())
}

/// Writes an archive, and says what it says of itself.
pub fn write(
    event: &Event,
    archive: &Archive,
    checkpoint: Option<&str>,
) -> Result<(Manifest, Vec<u8>), ArchiveError> {
    let bodies = [
        lines(&archive.entries)?,
        lines(&archive.texts)?,
        lines(&archive.presses)?,
        lines(&archive.records)?,
        lines(&archive.secrets)?,
        lines(&archive.forms)?,
    ];
    let mut parts: Vec<Part> =
        PARTS.into_iter().zip(&bodies).map(|(name, body)| Part::of(name, body)).collect();
    let digest = digest(&parts);
    parts.extend(checkpoint.map(|text| Part::of(CHECKPOINT, text.as_bytes())));
    let last = archive.entries.last().ok_or_else(|| ArchiveError::Other("no entry is in it".to_owned()))?;
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        version: VERSION,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        event: event.id,
        slug: event.slug.to_string(),
        name: event.settings.name.to_string(),
        entries: last.seq,
        head: last.hash,
        digest,
        parts,
    };
    let told = serde_json::to_vec_pretty(&manifest).map_err(unwritable)?;
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let bodies = PARTS.into_iter().zip(bodies.iter().map(Vec::as_slice));
    let checkpoint = checkpoint.map(|text| (CHECKPOINT, text.as_bytes()));
    for (name, body) in [(MANIFEST, told.as_slice())].into_iter().chain(bodies).chain(checkpoint) {
        zip.start_file(name, SimpleFileOptions::default()).map_err(unwritable)?;
        zip.write_all(body).map_err(unwritable)?;
    }
    Ok((manifest, zip.finish().map_err(unwritable)?.into_inner()))
}

/// Reads an archive: every part is as the manifest says, and so is its end. Whether the ledger proves itself, the
/// database that takes it in finds out.
pub fn read(file: impl Read + Seek) -> Result<Opened, ArchiveError> {
    read_within(file, MOST_BYTES)
}

pub fn read_within(file: impl Read + Seek, most: u64) -> Result<Opened, ArchiveError> {
    let mut zip = ZipArchive::new(file)?;
    let mut left = most;
    let too_large = || ArchiveError::TooLarge(most);
    let told = part(&mut zip, MANIFEST, &mut left)?.ok_or_else(too_large)?;
    let unreadable = |error: serde_json::Error| ArchiveError::Other(format!("its manifest: {error}"));
    let about: About = serde_json::from_slice(&told).map_err(unreadable)?;
    if about.format != FORMAT {
        return Err(ArchiveError::Other(format!("its manifest says `{}`", about.format)));
    }
    if about.version > VERSION {
        return Err(ArchiveError::Newer(about.version));
    }
    let manifest: Manifest = serde_json::from_slice(&told).map_err(unreadable)?;
    let names = manifest.parts.iter().map(|part| part.name.as_str());
    let (own, rest): (Vec<&str>, Vec<&str>) = names.partition(|name| PARTS.contains(name));
    if own != PARTS || !(rest.is_empty() || rest == [CHECKPOINT]) {
        return Err(ArchiveError::Other("its manifest does not name the parts of an archive".to_owned()));
    }
    let mut bodies = Vec::with_capacity(manifest.parts.len());
    for said in &manifest.parts {
        let body = part(&mut zip, &said.name, &mut left)?.ok_or_else(too_large)?;
        if Part::of(&said.name, &body) != *said {
            return Err(ArchiveError::Changed(said.name.clone()));
        }
        bodies.push(body);
    }
    let body = |place: usize| bodies.get(place).map_or(&[][..], Vec::as_slice);
    let archive = Archive {
        entries: values(PARTS[0], body(0))?,
        texts: values(PARTS[1], body(1))?,
        presses: values(PARTS[2], body(2))?,
        records: values(PARTS[3], body(3))?,
        secrets: values(PARTS[4], body(4))?,
        forms: values(PARTS[5], body(5))?,
    };
    let end = archive.entries.last().map(|last| (last.event, last.seq, last.hash));
    if end != Some((manifest.event, manifest.entries, manifest.head))
        || digest(&manifest.parts) != manifest.digest
    {
        return Err(ArchiveError::Changed(MANIFEST.to_owned()));
    }
    let checkpoint = bodies.get(PARTS.len()).map(|text| checkpoint(text, &manifest)).transpose()?;
    Ok(Opened { manifest, archive, checkpoint })
}

/// What is read first: a newer manifest may have other fields.
#[derive(Deserialize)]
struct About {
    format: String,
    version: u32,
}

impl Part {
    fn of(name: &str, body: &[u8]) -> Self {
        Self {
            name: name.to_owned(),
            lines: body.iter().filter(|byte| **byte == b'\n').count() as u64,
            bytes: body.len() as u64,
            sha256: Bytes32::digest(body),
        }
    }
}

/// The digest of all parts but the checkpoint, which is another one each time.
fn digest(parts: &[Part]) -> Bytes32 {
    let mut digest = Sha256::new();
    for part in parts.iter().filter(|part| part.name != CHECKPOINT) {
        digest.update(format!("{} {}\n", part.name, part.sha256));
    }
    Bytes32(digest.finalize().into())
}

/// Reads a part; none when it is longer than there is room for.
fn part(
    zip: &mut ZipArchive<impl Read + Seek>,
    name: &str,
    left: &mut u64,
) -> Result<Option<Vec<u8>>, ArchiveError> {
    let file = zip.by_name(name).map_err(|error| match error {
        ZipError::FileNotFound => ArchiveError::Other(format!("{name} is not in it")),
        other => other.into(),
    })?;
    let mut body = Vec::new();
    // What the zip says of its own sizes proves nothing.
    let read = file.take(left.saturating_add(1)).read_to_end(&mut body);
    read.map_err(|_| ArchiveError::Changed(name.to_owned()))?;
    let is_within = body.len() as u64 <= *left;
    *left = left.saturating_sub(body.len() as u64);
    Ok(is_within.then_some(body))
}

fn lines<T: Serialize>(values: &[T]) -> Result<Vec<u8>, ArchiveError> {
    let mut body = Vec::new();
    for value in values {
        serde_json::to_writer(&mut body, value).map_err(unwritable)?;
        body.push(b'\n');
    }
    Ok(body)
}

fn values<T: DeserializeOwned>(part: &'static str, body: &[u8]) -> Result<Vec<T>, ArchiveError> {
    let lines = body.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).enumerate();
    let read = |(place, line)| {
        let unreadable =
            |error: serde_json::Error| ArchiveError::Line { part, line: place + 1, why: error.to_string() };
        serde_json::from_slice(line).map_err(unreadable)
    };
    lines.map(read).collect()
}

/// Reads the checkpoint, which must be of the end that is in the archive.
fn checkpoint(text: &[u8], manifest: &Manifest) -> Result<Statement, ArchiveError> {
    let all = Statement::read(&String::from_utf8_lossy(text))?;
    let statement = all.into_iter().next().ok_or(StatementError::Nothing)?;
    let end = (manifest.event, manifest.entries, manifest.head);
    let is_of_end =
        statement.ends.events.iter().any(|event| (event.head.id, event.head.version, event.head.hash) == end);
    if is_of_end { Ok(statement) } else { Err(ArchiveError::OtherEnd) }
}
