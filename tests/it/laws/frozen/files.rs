//! The form of the files. A line is an entry, its parts lie between tabs; texts of JSON stand in it as they were stored.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use tiger_arbiter::db::clocks::{self, ClockHead, StoredPress};
use tiger_arbiter::db::entries::{self, StoredEntry};
use tiger_arbiter::db::snapshots::StoredSnapshot;
use tiger_arbiter::db::texts::{KeptText, NewText};
use tiger_arbiter::db::{Db, DbError, events, records, secrets, snapshots, texts};
use tiger_event::{
    Bytes32, CastId, ChoiceCommand, Command, Event, EventId, GameId, RecordCommand, RecordText, apart,
};

/// One event as it was stored.
pub(super) struct Frozen {
    pub(super) name: String,
    pub(super) entries: Vec<StoredEntry>,
    pub(super) presses: Vec<StoredPress>,
    /// What is kept apart from entries and presses, by digest.
    pub(super) texts: BTreeMap<Bytes32, KeptText>,
    pub(super) records: BTreeMap<Bytes32, RecordText>,
    pub(super) secrets: Vec<(CastId, Bytes32)>,
    pub(super) state: String,
    pub(super) standings: String,
}

impl Frozen {
    /// Takes an event out of a database.
    pub(super) fn take(db: &mut Db, name: &str, event: &Event, games: &BTreeSet<GameId>) -> Self {
        let entries = entries::list_after(db, event.id, 0, u32::MAX).unwrap();
        let presses: Vec<StoredPress> =
            games.iter().flat_map(|game| clocks::list_after(db, *game, 0, u32::MAX).unwrap()).collect();
        let said = entries.iter().flat_map(|entry| [&entry.actor, &entry.command]);
        let said = said.chain(presses.iter().flat_map(|press| [&press.hand, &press.entry]));
        let named: Vec<Bytes32> =
            said.flat_map(|text| apart::named(text)).collect::<BTreeSet<_>>().into_iter().collect();
        let apart = texts::find_all(db, &named).unwrap().into_iter().collect();
        let (mut records, mut kept) = (BTreeMap::new(), Vec::new());
        for entry in &entries {
            match serde_json::from_str(&in_full(&entry.command, &apart)).unwrap() {
                Command::Choice(ChoiceCommand::CommitDice { cast, .. }) => {
                    kept.push((cast, secrets::find(db, event.id, cast).unwrap().unwrap()));
                }
                Command::Record(RecordCommand::HandInRecord { digest, .. }) => {
                    records.insert(digest, records::find(db, digest).unwrap().unwrap());
                }
                _ => {}
            }
        }
        Self {
            name: name.to_owned(),
            entries,
            presses,
            texts: apart,
            records,
            secrets: kept,
            state: serde_json::to_string(event).unwrap(),
            standings: String::new(),
        }
    }

    /// Brings it into an empty database.
    pub(super) fn store(&self, db: &mut Db, state: &Event) -> Result<(), DbError> {
        let last = self.entries.last().unwrap();
        events::insert(db, state, last.hash)?;
        // The form of a state that is not compressed.
        let stored = [b"j", self.state.as_bytes()].concat();
        let snapshot = StoredSnapshot { version: last.seq, hash: last.hash, state: stored };
        snapshots::replace(db, state.id, &snapshot)?;
        entries::insert_all(db, &self.entries)?;
        let apart =
            self.texts.values().map(|text| NewText::new(state.id, KeptText { owner: None, ..text.clone() }));
        texts::insert_all(db, &apart.collect::<Vec<_>>())?;
        self.records
            .iter()
            .try_for_each(|(digest, record)| records::insert(db, *digest, record, state.created_at))?;
        self.secrets.iter().try_for_each(|(cast, secret)| secrets::insert(db, state.id, *cast, *secret))?;
        for game in self.games() {
            let last = self.presses.iter().rfind(|press| press.game == game).unwrap();
            clocks::insert_head(db, &ClockHead { game, event: last.event, seq: last.seq, hash: last.hash })?;
        }
        self.presses.iter().try_for_each(|press| clocks::insert(db, press))
    }

    /// The games whose clocks somebody has touched.
    pub(super) fn games(&self) -> BTreeSet<GameId> {
        self.presses.iter().map(|press| press.game).collect()
    }

    pub(super) fn write(&self, folder: &Path) {
        std::fs::create_dir_all(folder).unwrap();
        let write = |name: &str, lines: Vec<String>| {
            let text: String = lines.into_iter().map(|line| line + "\n").collect();
            if !text.is_empty() {
                std::fs::write(folder.join(name), text).unwrap();
            }
        };
        write("entries.tsv", self.entries.iter().map(entry_line).collect());
        write("clocks.tsv", self.presses.iter().map(press_line).collect());
        write("texts.tsv", self.texts.iter().map(text_line).collect());
        write("secrets.tsv", self.secrets.iter().map(|(cast, secret)| line(&[cast, secret])).collect());
        write("state.json", vec![self.state.clone()]);
        std::fs::write(folder.join("standings.txt"), &self.standings).unwrap();
        let salts = self.records.values().map(|record| record.salt);
        if salts.clone().any(|salt| salt.is_some()) {
            let line = |salt: Option<Bytes32>| salt.map_or_else(|| "-".to_owned(), |salt| salt.to_string());
            write("salts.tsv", salts.map(line).collect());
        }
        for (number, record) in (1..).zip(self.records.values()) {
            std::fs::write(folder.join(format!("record-{number:02}.tgr")), &record.text).unwrap();
        }
    }

    pub(super) fn read(folder: &Path) -> Self {
        let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        let records = super::all_files(folder)
            .into_iter()
            .filter(|file| file.extension().is_some_and(|it| it == "tgr"));
        // Records of earlier programs have no salts.
        let salts = text("salts.tsv");
        let salts = salts.lines().map(|line| line.parse().ok()).chain(std::iter::repeat(None));
        let records = records.zip(salts).map(|(file, salt)| {
            let record = RecordText { text: std::fs::read_to_string(file).unwrap(), salt };
            (record.digest(), record)
        });
        Self {
            name: folder.strip_prefix(super::folder()).unwrap().display().to_string(),
            entries: text("entries.tsv").lines().map(entry).collect(),
            presses: text("clocks.tsv").lines().map(press).collect(),
            texts: text("texts.tsv").lines().map(stored_text).collect(),
            records: records.collect(),
            secrets: text("secrets.tsv")
                .lines()
                .map(|line| {
                    let mut parts = Parts::of(line);
                    (parts.next(), parts.next())
                })
                .collect(),
            state: text("state.json").trim_end().to_owned(),
            standings: text("standings.txt"),
        }
    }
}

fn line(parts: &[&dyn Display]) -> String {
    parts.iter().map(ToString::to_string).collect::<Vec<_>>().join("\t")
}

fn entry_line(entry: &StoredEntry) -> String {
    let at = entry.at.to_rfc3339();
    line(&[&entry.event, &entry.seq, &at, &entry.prev_hash, &entry.hash, &entry.actor, &entry.command])
}

fn press_line(press: &StoredPress) -> String {
    let (at, received) = (press.at.to_rfc3339(), press.received_at.to_rfc3339());
    line(&[
        &press.event,
        &press.game,
        &press.seq,
        &at,
        &received,
        &press.device,
        &press.device_seq,
        &press.prev_hash,
        &press.hash,
        &press.hand,
        &press.entry,
    ])
}

/// What is kept apart; one that was erased has no salt.
fn text_line((digest, text): (&Bytes32, &KeptText)) -> String {
    let salt = text.salt.map(|salt| salt.to_string()).unwrap_or_default();
    line(&[digest, &salt, &text.body])
}

fn stored_text(line: &str) -> (Bytes32, KeptText) {
    let mut parts = Parts::of(line);
    let (digest, salt): (Bytes32, String) = (parts.next(), parts.next());
    (digest, KeptText { digest, owner: None, salt: salt.parse().ok(), body: parts.next() })
}

/// An entry with everything in its place.
pub(super) fn in_full(entry: &str, texts: &BTreeMap<Bytes32, KeptText>) -> String {
    apart::in_full(entry, |digest| texts.get(digest).map(|text| text.body.as_str())).unwrap().into_owned()
}

/// The parts of a line, one after the other.
struct Parts<'a>(std::str::Split<'a, char>);

impl<'a> Parts<'a> {
    fn of(line: &'a str) -> Self {
        Self(line.split('\t'))
    }

    fn next<T: FromStr<Err: std::fmt::Debug>>(&mut self) -> T {
        self.0.next().unwrap().parse().unwrap()
    }
}

fn entry(line: &str) -> StoredEntry {
    let mut parts = Parts::of(line);
    let (event, seq, at): (EventId, u64, DateTime<Utc>) = (parts.next(), parts.next(), parts.next());
    let (prev_hash, hash) = (parts.next(), parts.next());
    StoredEntry { event, seq, at, prev_hash, hash, actor: parts.next(), command: parts.next() }
}

fn press(line: &str) -> StoredPress {
    let mut parts = Parts::of(line);
    StoredPress {
        event: parts.next(),
        game: parts.next(),
        seq: parts.next(),
        at: parts.next(),
        received_at: parts.next(),
        device: parts.next(),
        device_seq: parts.next(),
        prev_hash: parts.next(),
        hash: parts.next(),
        hand: parts.next(),
        entry: parts.next(),
    }
}
