//! Who is who, whichever event comes first.

use std::sync::Arc;

use chrono::NaiveDate;
use proptest::prelude::*;
use tiger_rules::GameKind;
use uuid::Uuid;

use tiger_event::register::{Appearance, Decision, Harvest, Keys, Played, Register};
use tiger_event::{EntryId, EventId, UserId};

fn entry(event: u128, number: u128) -> EntryId {
    EntryId::from_uuid(Uuid::from_u128(event * 100 + number))
}

/// An event in which players of these names have these accounts and FIDE numbers; 0 is none.
fn event(number: u128, players: &[(&str, u128, u128)]) -> Harvest {
    let day = NaiveDate::from_ymd_opt(2026, 1, 1 + u32::try_from(number).unwrap()).unwrap();
    let event = Arc::new(Played {
        id: EventId::from_uuid(Uuid::from_u128(number)),
        slug: format!("event-{number}"),
        name: format!("Event {number}"),
        kind: GameKind::LancerChess,
        starts_on: day,
        ends_on: day,
        board: None,
    });
    let appearance = |(place, (name, account, fide_id)): (u128, &(&str, u128, u128))| Appearance {
        event: event.clone(),
        entry: entry(number, place),
        number: u16::try_from(place).unwrap(),
        name: (*name).to_owned(),
        club: None,
        federation: None,
        fide_id: None,
        title: None,
        is_erased: *name == "Player 1",
        keys: Keys {
            account: (*account > 0).then(|| UserId::from_uuid(Uuid::from_u128(*account))),
            fide_id: (*fide_id > 0).then(|| fide_id.to_string()),
            national_id: None,
            known_as: None,
        },
    };
    let appearances = (1..).zip(players).map(appearance).collect();
    Harvest { appearances, games: Vec::new(), event }
}

/// The entries of each person, the last event first.
fn people(harvests: &[Harvest], decisions: &[Decision]) -> Vec<(String, Vec<EntryId>)> {
    let register = Register::of(harvests, decisions);
    let entries = |person| register.parts(person).map(|part| part.entry).collect();
    register.people.iter().map(|person| (person.name.clone(), entries(person))).collect()
}

#[test]
fn an_account_and_a_number_lead_from_event_to_event_and_a_name_alone_does_not() {
    let all = [
        event(1, &[("Ash, Rowan", 7, 0), ("Elm, Kim", 0, 0), ("Player 1", 0, 0)]),
        event(2, &[("Ash, R.", 7, 55), ("Elm, Kim", 0, 0)]),
        event(3, &[("Ash-Oak, Rowan", 0, 55), ("Player 1", 0, 0)]),
    ];
    let found = people(&all, &[]);
    let names: Vec<_> = found.iter().map(|(name, entries)| (name.as_str(), entries.len())).collect();
    assert_eq!(names, [("Ash-Oak, Rowan", 3), ("Elm, Kim", 1), ("Elm, Kim", 1)]);
    let register = Register::of(&all, &[]);
    assert_eq!(register.person(entry(3, 1)).unwrap().id, entry(1, 1), "the first entry is the address");
    assert_eq!(register.person(entry(1, 3)), None, "who was erased is nobody");
    assert_eq!(register.player(entry(1, 3)), entry(1, 3));
    let proposed = &register.proposals[..];
    assert_eq!(proposed.len(), 1);
    assert_eq!((proposed[0].one, proposed[0].other), (entry(1, 2), entry(2, 2)));
}

#[test]
fn nobody_plays_twice_in_an_event() {
    let all = [event(1, &[("Ash, Rowan", 0, 55), ("Elm, Kim", 0, 55)])];
    assert_eq!(people(&all, &[Decision::Same(entry(1, 1), entry(1, 2))]).len(), 2);
}

#[test]
fn arbiters_merge_and_split_and_the_last_word_counts() {
    let all =
        [event(1, &[("Elm, Kim", 0, 0)]), event(2, &[("Elm, Kim", 0, 9)]), event(3, &[("Elm, Kim", 0, 9)])];
    let (one, two, three) = (entry(1, 1), entry(2, 1), entry(3, 1));
    let entries = |decisions: &[Decision]| -> Vec<Vec<EntryId>> {
        let mut entries: Vec<_> = people(&all, decisions).into_iter().map(|(_, entries)| entries).collect();
        entries.sort();
        entries
    };
    let merge = Decision::Same(one, three);
    assert_eq!(entries(&[]), [vec![one], vec![three, two]]);
    assert_eq!(entries(&[merge]), [vec![three, two, one]]);
    assert_eq!(entries(&[merge, Decision::Apart(three)]), [vec![one], vec![two], vec![three]]);
    assert_eq!(entries(&[Decision::Apart(three), merge]), [vec![two], vec![three, one]]);
    let again = [merge, Decision::Apart(one), Decision::Same(two, one)];
    assert_eq!(entries(&again), [vec![three, two, one]]);
    let proposals = |decisions: &[Decision]| Register::of(&all, decisions).proposals.len();
    assert_eq!(proposals(&[]), 1);
    assert_eq!(proposals(&[Decision::Different(three, one)]), 0);
    assert_eq!(proposals(&[merge, Decision::Apart(one)]), 0, "who was split off is not proposed again");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_same_events_in_any_order_give_the_same_people(
        (harvests, mixed) in proptest::collection::vec(
            proptest::collection::vec((0..4u8, 0..4u128, 0..4u128), 1..5), 1..6,
        ).prop_map(|events| {
            let names = ["Ash, Rowan", "Elm, Kim", "Oak, Robin", "Player 1"];
            (1..).zip(events).map(|(number, players)| {
                let players: Vec<_> = players.iter().map(|(name, account, id)| {
                    (names[usize::from(*name)], *account, *id)
                }).collect();
                event(number, &players)
            }).collect::<Vec<_>>()
        }).prop_flat_map(|events| (Just(events.clone()), Just(events).prop_shuffle())),
    ) {
        let register = Register::of(&harvests, &[]);
        prop_assert_eq!(&register, &Register::of(&mixed, &[]));
        for person in &register.people {
            let mut events: Vec<_> = register.parts(person).map(|part| part.event.id).collect();
            events.sort();
            events.dedup();
            prop_assert_eq!(events.len(), person.appearances.len(), "nobody plays twice in an event");
        }
    }
}

#[test]
fn proposals_stand_in_one_order_whichever_event_was_read_first() {
    let names = [("Wren, Ada", 0, 0), ("Oak, Finn", 0, 0), ("Birch, Lee", 0, 0)];
    let mut all: Vec<_> = (1..=4).map(|number| event(number, &names)).collect();
    let proposals = Register::of(&all, &[]).proposals;
    assert_eq!(proposals.len(), 18);
    for _ in 0..4 {
        all.rotate_left(1);
        assert_eq!(Register::of(&all, &[]).proposals, proposals);
    }
}
