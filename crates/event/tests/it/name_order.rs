use tiger_event::name_order::{NameOrder, initial};

#[test]
fn names_stand_under_their_first_letter() {
    let of = |names: [&str; 5]| names.map(initial);
    let found = of(["\u{C9}tienne, C", "adams, B", "\u{d8}rsted, D", "\u{443}\u{43b}", "17"]);
    assert_eq!(found, [Some('E'), Some('A'), Some('\u{d8}'), Some('\u{423}'), None]);
}

#[test]
fn accents_and_capitals_do_not_part_names() {
    let mut names = [
        "Zorn, A",
        "adams, B",
        "\u{C9}tienne, C",
        "\u{C7}elik, D",
        "Moore, E",
        "Moor, F",
        "Dupont, G",
        "Eagle, H",
        "Fox, I",
    ];
    let mut order = NameOrder::default();
    names.sort_by(|one, other| order.compare(one, other));
    let initials: String = names.iter().filter_map(|name| name.chars().last()).collect();
    assert_eq!(initials, "BDGHCIFEA");
}
