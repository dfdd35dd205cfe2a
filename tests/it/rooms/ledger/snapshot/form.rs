use chrono::{DateTime, NaiveDate};
use tiger_arbiter::clock;
use tiger_arbiter::ledger::snapshot::form::{COMPRESSED, IN_PARTS, PART, read, take_apart, write};
use tiger_event::{
    Actor, Command, EntryCommand, EntryDetails, Event, EventCommand, EventName, Format, Identity, Meta,
    NewEntry, Office, Pairing, PersonName, RoundCommand, Settings, Slug, Table,
};
use tiger_rules::GameKind;

/// An event with so many games in its first round.
fn event(games: usize) -> Event {
    let name = EventName::parse("Large").unwrap();
    let day = NaiveDate::from_ymd_opt(2026, 5, 1).unwrap();
    let settings = Box::new(Settings::usual(name, GameKind::LancerChess, Format::Free, day));
    let (slug, chief_name) = (Slug::parse("large").unwrap(), PersonName::parse("Moor, Tessa").unwrap());
    let (event, chief) = (clock::new_id(), clock::new_id());
    let entry = |number: usize| NewEntry {
        id: clock::new_id(),
        details: EntryDetails {
            name: PersonName::parse(&format!("Player {number}")).unwrap(),
            club: None,
            federation: None,
            rating: None,
            identity: Identity::default(),
            office: Office::default(),
        },
        first_round: 1,
    };
    let entries: Vec<NewEntry> = (1..=2 * games).map(entry).collect();
    let pairing = |pair: &[NewEntry]| Pairing {
        game: clock::new_id(),
        first: pair[0].id,
        second: pair[1].id,
        why: String::new(),
        is_forced: false,
    };
    let table = Table { boards: entries.chunks(2).map(pairing).collect(), ..Table::default() };
    let create = EventCommand::CreateEvent { event, slug, settings, chief, chief_name };
    let after: [Command; 3] = [
        EntryCommand::AddEntries { entries }.into(),
        RoundCommand::DraftRound { round: 1, system: Format::Free, table }.into(),
        RoundCommand::PublishRound { round: 1, seen: u64::MAX }.into(),
    ];
    let meta = |seq| Meta { seq, at: DateTime::UNIX_EPOCH, by: Actor::Program };
    let created = Event::create(&meta(1), &create.into()).unwrap();
    (2..).zip(&after).fold(created, |event, (seq, command)| event.after(&meta(seq), command).unwrap())
}

#[test]
fn a_state_is_read_as_it_was_written_in_one_piece_and_in_parts() {
    for (games, form) in [(3, COMPRESSED), (PART / 2, COMPRESSED), (PART + 1, IN_PARTS)] {
        let event = event(games);
        let state = write(&event).unwrap();
        assert_eq!(state[0], form);
        assert_eq!(read(&state).unwrap(), event);
    }
}

#[test]
fn a_state_that_was_cut_off_is_refused_and_never_read_as_a_smaller_one() {
    let state = write(&event(PART + 1)).unwrap();
    let parts = take_apart(&state[1..]).unwrap();
    assert_eq!(parts.len(), 1 + 2 + 3);
    let boundaries = parts.iter().scan(9, |at, part| {
        *at += 8 + part.len();
        Some(*at)
    });
    let cuts = boundaries.flat_map(|at| [at - 1, at, at + 1]).chain([0, 1, 2, 9, 10]);
    for cut in cuts.filter(|cut| *cut < state.len()) {
        assert!(read(&state[..cut]).is_err(), "cut after {cut}");
    }
}
