//! Frozen ledgers: what earlier programs wrote is read, carried out again and counted as it was then.
//!
//! `tests/ledgers` holds a folder for each release, in it a folder for each event: its entries exactly as they were
//! stored, its clocks, the texts and secrets that the entries name, the state, the standings. Nothing in it changes any
//! more. A release adds its own folder with `cargo test --test it -- --ignored freeze`.

mod files;
mod freeze;
mod story;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tiger_arbiter::db::Database;
use tiger_arbiter::ledger::Ledger;
use tiger_arbiter::ledger::clocks::Clocks;
use tiger_arbiter::services::standings::EventStandings;
use tiger_arbiter::services::take_back::{inverse, is_offered};
use tiger_event::clock::Hand;
use tiger_event::{Actor, Bytes32, ClockEntry, Command, Event, GameId, Meta, Teller, apart};
use tiger_rules::Ending;

use crate::rig::{Backend, TestDatabase};
use files::{Frozen, in_full};

/// The list of all files with their SHA-256, as `sha256sum` writes and checks it.
const SUMS: &str = "SHA256SUMS";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ledgers")
}

/// Every file of a folder and the folders in it, in order.
fn all_files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let inner = |path: PathBuf| if path.is_dir() { all_files(&path) } else { vec![path] };
    paths.into_iter().flat_map(inner).collect()
}

fn sums() -> String {
    let folder = folder();
    let files = all_files(&folder).into_iter().filter(|file| !file.ends_with(SUMS));
    let line = |file: PathBuf| {
        let digest = Bytes32::digest(&std::fs::read(&file).unwrap());
        format!("{digest}  {}\n", file.strip_prefix(&folder).unwrap().display())
    };
    files.map(line).collect()
}

fn frozen() -> Vec<Frozen> {
    let files = all_files(&folder()).into_iter().filter(|file| file.ends_with("state.json"));
    let all: Vec<_> = files.map(|file| Frozen::read(file.parent().unwrap())).collect();
    assert!(!all.is_empty());
    all
}

/// The states of all events.
pub(crate) fn states() -> impl Iterator<Item = Event> {
    frozen().into_iter().map(|frozen| serde_json::from_str(&frozen.state).unwrap())
}

/// Every command that any event was told.
pub(crate) fn commands() -> impl Iterator<Item = Command> {
    let told = |frozen: Frozen| -> Vec<Command> {
        let full = frozen.entries.iter().map(|entry| in_full(&entry.command, &frozen.texts));
        full.map(|command| serde_json::from_str(&command).unwrap()).collect()
    };
    frozen().into_iter().flat_map(told)
}

fn empty_database() -> (TestDatabase, Database) {
    let empty = TestDatabase::new(Backend::Sqlite);
    let database = Database::open(&empty.store(1)).unwrap();
    (empty, database)
}

/// What the event's points and its clocks come to, in lines that a person can read.
fn standings(event: &Event, clocks: &Clocks, games: &BTreeSet<GameId>) -> String {
    let standings = EventStandings::of(event, None).unwrap();
    let line = |line: &tiger_arbiter::services::standings::Line| {
        let values: Vec<_> = line.row.values.iter().map(|scored| format!("{:?}", scored.value)).collect();
        let (rank, number, name) = (line.row.rank, line.number, event.name_of(line.entry));
        format!("{rank}. [{number}] {name}: {} {}\n", line.tally.decimal(), values.join(" "))
    };
    let mut text: String = standings.lines.iter().map(line).collect();
    for game in games {
        let standing = clocks.standing(*game).unwrap();
        let reading = serde_json::to_string(&standing.clock.last_reading()).unwrap();
        text += &format!("clock of {game} after {} entries: {reading}\n", standing.seq);
    }
    text
}

/// Read and written again, a text is the same to the byte. What is kept apart from it is the same; its salts, and so its
/// digests, are others.
fn check_form<T: DeserializeOwned + Serialize>(stored: &str, frozen: &Frozen, place: &str) {
    let full = in_full(stored, &frozen.texts);
    let read: T = serde_json::from_str(&full).unwrap_or_else(|error| panic!("{place}: {error}: {full}"));
    assert_eq!(serde_json::to_string(&read).unwrap(), full, "{place}");
    let named: Vec<Bytes32> = apart::named(stored).collect();
    if named.is_empty() {
        return;
    }
    let (mut again, mut texts) =
        apart::gather(Bytes32([0; 32]), None, || serde_json::to_string(&read).unwrap());
    // Articles stood in the entries of earlier programs themselves.
    texts.retain(|text| {
        let now = format!(r#""article":{{"apart":"{}"}}"#, text.digest);
        let then = format!(r#""article":{}"#, text.body);
        let is_moved = again.contains(&now) && stored.contains(&then);
        again = if is_moved { again.replacen(&now, &then, 1) } else { std::mem::take(&mut again) };
        !is_moved
    });
    assert!(texts.iter().map(|text| &text.body).eq(named.iter().map(|it| &frozen.texts[it].body)), "{place}");
    let renamed = named.iter().zip(&texts).fold(again, |entry, (stored, text)| {
        entry.replacen(&text.digest.to_string(), &stored.to_string(), 1)
    });
    assert_eq!(renamed, stored, "{place}");
}

#[test]
fn frozen_ledgers_are_read_and_carried_out_as_on_the_day_they_were_written() {
    for frozen in frozen() {
        let name = &frozen.name;
        let state: Event = serde_json::from_str(&frozen.state).unwrap();
        for entry in &frozen.entries {
            let place = format!("{name}, entry {}", entry.seq);
            check_form::<Command>(&entry.command, &frozen, &place);
            check_form::<Actor>(&entry.actor, &frozen, &place);
        }
        for press in &frozen.presses {
            let place = format!("{name}, entry {} of a clock", press.seq);
            check_form::<ClockEntry>(&press.entry, &frozen, &place);
            check_form::<Hand>(&press.hand, &frozen, &place);
        }
        let (_file, database) = empty_database();
        database.write(|db| frozen.store(db, &state)).unwrap();
        let ledger = Ledger::new(database.clone());
        let report = ledger.verify(state.id).unwrap();
        assert!(report.faults.is_empty(), "{name}: {:#?}", report.faults);
        assert_eq!(report.entries, u64::try_from(frozen.entries.len()).unwrap());
        assert_eq!(report.presses, u64::try_from(frozen.presses.len()).unwrap());
        let event = ledger.replay(state.id, u64::MAX).unwrap();
        assert_eq!(standings(&event, &Clocks::new(database), &frozen.games()), frozen.standings, "{name}");
    }
}

/// The check finds a change of meaning: it is no check of the files alone.
#[test]
fn a_frozen_ledger_that_says_something_else_is_found() {
    let shows = |frozen: &Frozen| frozen.entries.iter().any(|entry| entry.command.contains("show_event"));
    let mut frozen = frozen().into_iter().find(shows).unwrap();
    let state: Event = serde_json::from_str(&frozen.state).unwrap();
    let entry = frozen.entries.iter_mut().find(|entry| entry.command.contains("show_event")).unwrap();
    entry.command = entry.command.replace("true", "false");
    let (_file, database) = empty_database();
    database.write(|db| frozen.store(db, &state)).unwrap();
    assert!(!Ledger::new(database).verify(state.id).unwrap().faults.is_empty());
}

/// What the page of an entry needs is told by the entry and the state before it: the same words as in the whole ledger,
/// and the offer to take it back where there is a way at all.
#[test]
fn every_frozen_entry_is_told_alone_as_among_all_and_taken_back_where_that_is_offered() {
    let never =
        ["cannot be taken back from here", "The creation of an event", "Several players were entered"];
    let reason = crate::laws::history::reason();
    for frozen in frozen() {
        let last: Event = serde_json::from_str(&frozen.state).unwrap();
        let mut among_all = Teller::new(&last);
        let mut before: Option<Event> = None;
        for entry in &frozen.entries {
            let place = format!("{}, entry {}", frozen.name, entry.seq);
            let full = |text: &str| in_full(text, &frozen.texts);
            let command: Command = serde_json::from_str(&full(&entry.command)).unwrap();
            let meta =
                Meta { seq: entry.seq, at: entry.at, by: serde_json::from_str(&full(&entry.actor)).unwrap() };
            let now = match &before {
                Some(before) => before.clone().after(&meta, &command).unwrap(),
                None => Event::create(&meta, &command).unwrap(),
            };
            let told = among_all.tell(&command);
            let mut alone = before.as_ref().map_or_else(|| Teller::new(&last), |it| Teller::after(&last, it));
            if !matches!(command, Command::Undo(_)) {
                // The state before knows results that no command of an arbiter has told: nothing is missing, and nothing
                // else is said of what is no game.
                let alone = alone.tell(&command);
                let is_sign = |sign: char| !sign.is_alphanumeric();
                let mut words = alone.split(is_sign);
                let says_all =
                    told.split(is_sign).all(|word| word.is_empty() || words.any(|other| other == word));
                let is_same = alone == told || command.game().is_some();
                assert!(says_all && is_same, "{place}: {alone}, among all: {told}");
            }
            let inverse = inverse(&now, before.as_ref(), (entry.seq, &command), &reason);
            let refused = inverse.err().map(|obstacle| obstacle.told(None).to_string()).unwrap_or_default();
            let is_never = never.iter().any(|never| refused.contains(never));
            assert_eq!(is_offered(&command), !is_never, "{place}: {refused}");
            before = Some(now);
        }
    }
}

#[test]
fn frozen_ledgers_never_change() {
    let listed = std::fs::read_to_string(folder().join(SUMS)).unwrap();
    assert_eq!(
        listed,
        sums(),
        "tests/ledgers differs from its list; frozen files are never changed or removed"
    );
}

/// What the values in some JSON are called: `make_offer.offer.offer=draw`. Words and yes or no, no names or numbers.
fn traits(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| traits(value, &format!("{path}.{name}"), found));
        }
        Value::Array(items) => items.iter().for_each(|item| traits(item, path, found)),
        Value::String(word)
            if word.len() < 40 && word.bytes().all(|b| b.is_ascii_alphabetic() || b"_- ()".contains(&b)) =>
        {
            found.insert(format!("{path}={word}"));
        }
        Value::Bool(_) | Value::Null => {
            found.insert(format!("{path}={value}"));
        }
        Value::String(_) | Value::Number(_) => {
            found.insert(path.to_owned());
        }
    }
}

fn traits_of(tag: &str, stored: &str) -> BTreeSet<String> {
    let value: Value = serde_json::from_str(stored).unwrap();
    let mut found = BTreeSet::new();
    traits(&value, value[tag].as_str().unwrap_or_default(), &mut found);
    found
}

#[test]
fn every_kind_of_command_and_press_is_frozen() {
    let (mut commands, mut presses) = (BTreeSet::new(), BTreeSet::new());
    for frozen in frozen() {
        commands.extend(frozen.entries.iter().flat_map(|entry| traits_of("do", &entry.command)));
        presses.extend(frozen.presses.iter().flat_map(|press| traits_of("kind", &press.entry)));
        presses.extend(frozen.presses.iter().flat_map(|press| traits_of("kind", &press.hand)));
    }
    let names = Command::NAMES.iter().copied().flatten().map(|name| (format!("{name}.do={name}"), &commands));
    let wanted: BTreeMap<&str, &[&str]> = BTreeMap::from([
        (
            "make_offer.offer.offer",
            &["draw", "concession", "inevitable_checkmate", "inevitable_planting"][..],
        ),
        ("make_offer.offer.in_lieu", &["locking-up", "direct-capture", "planting"]),
        ("make_offer.offer.bearer_captured", &["true"]),
        ("make_offer.offer.against_himself", &["true", "false"]),
        ("answer_offer.is_accepted", &["true", "false"]),
        ("make_claim.kind", &["repetition", "fifty_moves", "flag"]),
        ("make_claim.finding", &["null"]),
        ("make_claim.finding.evidence.from", &["record", "scoresheet"]),
        ("judge_claim.is_granted", &["true", "false"]),
        ("judge_claim.reason", &["null"]),
        ("consult_seer.turn", &["null", "First", "Second"]),
        ("begin_from.situation", &["null"]),
        ("appoint_seer.name", &["null"]),
        ("name_seer.seer", &["null"]),
        ("offer_claim.stays", &["true"]),
        ("request_bye.kind", &["half_point", "zero_point", "full_point", "null"]),
        ("draft_round.table.byes.kind", &["pairing", "half_point", "zero_point", "full_point"]),
        ("draft_round.system", &["swiss", "round_robin", "knockout", "match", "free"]),
        (
            "create_event.settings.format",
            &["swiss", "round_robin", "double_round_robin", "knockout", "match", "free"],
        ),
        ("create_event.settings.game", &["tigerchess", "lancerchess", "dragon", "dance"]),
        ("hand_in_record.findings.checked.state", &["legal", "broken"]),
        ("hand_in_record.findings.beside.then.is", &["same", "earlier_ends", "later_ends", "differ"]),
        ("hand_in_record.player", &["null"]),
        ("hand_in_record.findings.is_exact", &["true"]),
        ("change_settings.settings.legal_moves", &["none", "open"]),
        (
            "note_incident.kind",
            &["touch_move", "illegal_move", "warning", "disturbance", "clock", "decision", "other"],
        ),
        ("note_incident.player", &["null"]),
        ("flag_fallen.phase", &["deployment", "engagement"]),
        ("flag_fallen.bearer_captured", &["true"]),
        ("flag_fallen.planting_inevitable", &["true"]),
        ("disqualify.offender", &["null"]),
        ("adjourn.reason", &["null"]),
        ("decide_tie.verdict.says", &["winner", "nobody", "games"]),
        ("note_appeal.ruling", &["null"]),
        ("note_appeal.late", &["null"]),
        ("note_appeal.late.is_heard", &["true", "false"]),
        ("decide_appeal.is_upheld", &["true", "false"]),
        ("set_appeal_terms.terms.until.until", &["after", "moment"]),
        ("make_wish.asked.asks", &["leave", "bye"]),
        ("make_wish.asked.kind", &["half_point", "zero_point"]),
        ("set_registration.terms", &["null"]),
        ("set_timetable.timetable.shows_schedule", &["true"]),
        ("set_prizes.prizes", &["null"]),
        ("set_prizes.prizes.is_one_each", &["true", "false"]),
        ("set_prizes.prizes.lists.sharing", &["hort", "equal", "by_place"]),
        ("set_categories.categories.sex", &["woman", "man"]),
        ("announce.text", &["null"]),
        ("accept_registrations.accepted.claim.state", &["none", "offered", "taken"]),
        ("appoint_staff.role", &["arbiter", "chief"]),
        ("draw_first_side.side", &["First", "Second"]),
        ("enter_cast.confirmed", &["true", "false"]),
        ("commit_dice.purpose", &["deployment", "tiger"]),
        ("add_word.notes_hand", &["true"]),
    ]);
    let parts = wanted
        .iter()
        .flat_map(|(path, values)| values.iter().map(move |value| format!("{path}={value}")))
        .map(|kind| (kind, &commands));
    let endings =
        Ending::ALL.iter().map(|ending| (format!("enter_result.result.ending={ending}"), &commands));
    let kinds = ["started", "happened", "in_vain", "reconnected", "joined", "ended", "stepped"]
        .iter()
        .chain(&["program", "arbiter", "player", "tablet"]);
    let kinds = kinds.map(|kind| (format!("{kind}.kind={kind}"), &presses));
    let events = [
        "press",
        "begin_engagement",
        "pause",
        "resume",
        "set_time",
        "add_time",
        "take_time",
        "set_moves",
        "set_turn",
    ];
    let events = events.iter().map(|what| (format!("happened.what.event={what}"), &presses));
    let texts = [
        "change_settings.settings.board_file",
        "change_settings.settings.live_delay",
        "hand_in_record.findings.replaces",
        "hand_in_record.findings.out_of_time",
        "note_incident.minutes",
        "void_cast.secret",
        "add_word.word.digest",
        "set_timetable.timetable.rounds.begins",
        "set_timetable.timetable.occasions.id",
    ];
    let texts = texts.map(|path| (path.to_owned(), &commands));
    let missing: Vec<_> = names
        .chain(parts)
        .chain(endings)
        .chain(kinds)
        .chain(events)
        .chain(texts)
        .filter(|(kind, found)| !found.contains(kind))
        .map(|(kind, _)| kind)
        .collect();
    assert!(missing.is_empty(), "no frozen ledger holds {missing:#?}; a release freezes what is new in it");
}
