use std::net::{IpAddr, Ipv4Addr};
use std::task::Waker;

use tiger_arbiter::gate::connections::{Connections, GIVES_WAY, LEAST, Phase, Place, Room, SILENCE, STALL};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));

fn room(most: usize, strangers: usize, per_address: usize) -> Room {
    Room { most, strangers, per_address: Some(per_address) }
}

#[test]
fn an_address_has_its_share_and_others_have_theirs() {
    let all = Connections::new(room(100, 90, 2));
    let held: Vec<Option<Place>> = (0..3).map(|_| all.enter(HERE)).collect();
    assert_eq!(held.iter().flatten().count(), 2);
    assert!(all.enter(THERE).is_some());
    drop(held);
    assert_eq!(all.count(), 0);
    assert!(all.by_address().is_empty());
}

#[test]
fn of_an_address_with_its_share_a_silent_connection_gives_way_and_one_at_work_does_not() {
    let all = Connections::new(room(100, 90, 2));
    let [Some(silent), Some(working)] = [all.enter(HERE), all.enter(HERE)] else {
        unreachable!("there is room")
    };
    working.connection.turn_to(Phase::Working);
    assert!(all.enter(HERE).is_none(), "neither is silent for long");
    silent.connection.age(GIVES_WAY);
    working.connection.age(GIVES_WAY);
    let third = all.enter(HERE);
    assert!(third.is_some());
    assert!(silent.connection.is_cut(Waker::noop()));
    assert!(!working.connection.is_cut(Waker::noop()));
}

#[test]
fn the_last_places_are_marked() {
    let all = Connections::new(room(3, 2, 9));
    let places: Vec<_> =
        (0..4).map(|_| all.enter(HERE).map(|place| (place.connection.is_last, place))).collect();
    let marks: Vec<_> = places.iter().map(|place| place.as_ref().map(|(is_last, _)| *is_last)).collect();
    assert_eq!(marks, [Some(false), Some(false), Some(true), None]);
}

#[test]
fn what_does_not_move_is_stuck() {
    let all = Connections::new(room(9, 9, 9));
    let Some(place) = all.enter(HERE) else { unreachable!("there is room") };
    let connection = &place.connection;
    connection.age(SILENCE);
    assert!(connection.is_stuck(), "it owes a request");
    connection.turn_to(Phase::Working);
    connection.age(SILENCE * 9);
    assert!(!connection.is_stuck(), "it waits for us");
    connection.turn_to(Phase::Live);
    connection.age(SILENCE * 9);
    assert!(!connection.is_stuck(), "it listens");
    connection.stall();
    assert!(!connection.is_stuck(), "it has a moment");
    connection.took(usize::try_from(LEAST).unwrap_or(0));
    connection.age(STALL);
    assert!(!connection.is_stuck(), "it takes some");
    connection.took(100);
    connection.age(STALL);
    assert!(connection.is_stuck(), "it takes a little, and is never done");
}
