use tiger_event::precedent::{Anonymiser, Everybody, Hidden};

fn said(text: &str) -> String {
    let mut everybody = Hidden::default();
    everybody.hide_place("Merridon Open", "this event");
    everybody.hide("Wren, Tessa", "an arbiter");
    everybody.hide("Moor, Ada", "a player");
    let mut players = Hidden::default();
    players.hide("Moor, Ada", "Bengal");
    players.hide("Li, Bo", "Siberian");
    Anonymiser { everybody: &Everybody(everybody), players }.anonymise(text)
}

#[test]
fn names_become_sides_and_places_go() {
    let said = said("Moor's flag fell at the Merridon Open; Moor, Ada and Li-Smith saw it, so did tessa.");
    assert_eq!(
        said,
        "Bengal's flag fell at the this event Open; Bengal and Siberian saw it, so did an arbiter."
    );
}

#[test]
fn names_of_people_who_are_no_part_of_the_event_go_too() {
    assert_eq!(
        said("Jonas Kestrel told Moor to move, and Orin's friend, Dr. Vale, saw the Overlord fall."),
        "Somebody told Bengal to move, and somebody's friend, Dr. Somebody, saw the Overlord fall."
    );
    assert_eq!(
        said("Kestrel said so. Touched the King on E4, rule 4."),
        "Somebody said so. Touched the King on E4, rule 4."
    );
    assert_eq!(
        said("The Librarians of Siberian stood in the Watchtower."),
        "The Librarians of Siberian stood in the Watchtower."
    );
}

#[test]
fn dates_and_times_go_and_rules_stay() {
    let said = said(
        "On 2026-11-21 at 14:32, Saturday, 21 November 2026: rule 27b, the Open variation may stand, move 12.",
    );
    assert_eq!(
        said,
        "On some day at some time, some day 2026: rule 27b, the Open variation may stand, move 12."
    );
}
