//! How a state is written down: in one piece, or, of a large event, in parts that several threads read at once.

use std::mem;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde::{Deserialize, Serialize};
use tiger_event::shared::SharedMap;
use tiger_event::{Entry, EntryId, Event, Game, GameId};

use super::super::{LedgerError, pen};

/// Marks of the three forms; the migration that made the table wrote the plain one.
const PLAIN: u8 = b'j';
pub const COMPRESSED: u8 = b'z';
pub const IN_PARTS: u8 = b'p';

/// Players or games of a part. A few milliseconds of work: enough to be worth handing over.
pub const PART: usize = 1_024;

/// Threads that read one event at most: others have something to do, too.
const THREADS: usize = 4;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    /// What has no part of its own.
    Rest(Box<Event>),
    Entries(SharedMap<EntryId, Entry>),
    Games(SharedMap<GameId, Game>),
}

pub fn write(event: &Event) -> Result<Vec<u8>, LedgerError> {
    if event.entries.len().max(event.games.len()) <= PART {
        let json = pen::to_json("state", event)?;
        return Ok([&[COMPRESSED], &*lz4_flex::compress_prepend_size(json.as_bytes())].concat());
    }
    let mut rest = event.clone();
    let entries = mem::take(&mut rest.entries).split(PART).into_iter().map(Part::Entries);
    let games = mem::take(&mut rest.games).split(PART).into_iter().map(Part::Games);
    // The longest part first, so that nobody waits for it at the end.
    let parts: Vec<Part> = [Part::Rest(Box::new(rest))].into_iter().chain(games).chain(entries).collect();
    let mut state = vec![IN_PARTS];
    state.extend(number(parts.len()));
    for part in parts {
        let packed = lz4_flex::compress_prepend_size(pen::to_json("state", &part)?.as_bytes());
        state.extend(number(packed.len()));
        state.extend(packed);
    }
    Ok(state)
}

fn number(length: usize) -> [u8; 8] {
    u64::try_from(length).unwrap_or(u64::MAX).to_le_bytes()
}

/// Reads a state; otherwise what is wrong with it.
pub fn read(state: &[u8]) -> Result<Event, String> {
    match state.split_first() {
        Some((&PLAIN, json)) => from_json(json),
        Some((&COMPRESSED, packed)) => unpack(packed),
        Some((&IN_PARTS, parts)) => join(read_all(&take_apart(parts)?)?),
        _ => Err("it is written in no form that this program knows".to_owned()),
    }
}

fn from_json<T: for<'de> Deserialize<'de>>(json: &[u8]) -> Result<T, String> {
    // Text at once: a reader of bytes would look at each string by itself.
    let json = std::str::from_utf8(json).map_err(|error| error.to_string())?;
    serde_json::from_str(json).map_err(|error| error.to_string())
}

fn unpack<T: for<'de> Deserialize<'de>>(packed: &[u8]) -> Result<T, String> {
    from_json(&lz4_flex::decompress_size_prepended(packed).map_err(|error| error.to_string())?)
}

/// The parts, each still packed.
pub fn take_apart(state: &[u8]) -> Result<Vec<&[u8]>, String> {
    let cut_off = || "it was cut off".to_owned();
    let (count, mut rest) = take_number(state).ok_or_else(cut_off)?;
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (length, after) = take_number(rest).ok_or_else(cut_off)?;
        let (part, after) = after.split_at_checked(length).ok_or_else(cut_off)?;
        parts.push(part);
        rest = after;
    }
    if parts.len() == count { Ok(parts) } else { Err(cut_off()) }
}

fn take_number(state: &[u8]) -> Option<(usize, &[u8])> {
    let (number, rest) = state.split_first_chunk()?;
    Some((usize::try_from(u64::from_le_bytes(*number)).ok()?, rest))
}

/// Reads the parts, each by whichever thread is free, into their order.
fn read_all(packed: &[&[u8]]) -> Result<Vec<Part>, String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut parts = Vec::new();
        while let Some((at, part)) = taken(packed, &next) {
            parts.push((at, unpack(part)?));
        }
        Ok::<_, String>(parts)
    };
    let helpers = thread::available_parallelism().map_or(1, NonZero::get).min(THREADS) - 1;
    let mut parts = thread::scope(|scope| {
        // A thread that cannot be had is not needed.
        let others: Vec<_> =
            (0..helpers).filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut parts = work()?;
        for other in others {
            parts.extend(other.join().map_err(|_| "the reading of a part broke off")??);
        }
        Ok::<_, String>(parts)
    })?;
    parts.sort_by_key(|(at, _)| *at);
    Ok(parts.into_iter().map(|(_, part)| part).collect())
}

fn taken<'a>(packed: &[&'a [u8]], next: &AtomicUsize) -> Option<(usize, &'a [u8])> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    packed.get(at).map(|part| (at, *part))
}

fn join(parts: Vec<Part>) -> Result<Event, String> {
    let mut parts = parts.into_iter();
    let Some(Part::Rest(mut event)) = parts.next() else {
        return Err("its first part is missing".to_owned());
    };
    for part in parts {
        match part {
            Part::Rest(_) => return Err("its first part stands there twice".to_owned()),
            Part::Entries(entries) => event.entries.append(entries),
            Part::Games(games) => event.games.append(games),
        }
    }
    Ok(*event)
}
