use tiger_event::text::{
    ParseTextError, PersonName, Slug, capital, folded, look, ordinal, same, small, sought,
};

#[test]
fn places_have_their_endings() {
    let places = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal);
    assert_eq!(places, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"]);
}

#[test]
fn what_is_searched_has_neither_accents_nor_capitals() {
    let of = ["Étienne", "Ó Súilleabháin", "Øyvind Łuk", "Weiß, Æsa", "O’Hara", "İpek Ilgın"].map(sought);
    assert_eq!(of, ["etienne", "o suilleabhain", "oyvind luk", "weiss, aesa", "o'hara", "ipek ilgin"]);
}

#[test]
fn a_name_is_trimmed_and_bounded() {
    assert_eq!(PersonName::parse("  Moor,\t Tessa ").map(|n| n.to_string()), Ok("Moor, Tessa".to_owned()));
    assert_eq!(PersonName::parse("   "), Err(ParseTextError::Empty));
    assert_eq!(PersonName::parse(&"x".repeat(81)), Err(ParseTextError::TooLong { length: 81, limit: 80 }));
    assert_eq!(PersonName::parse("a\u{202E}b"), Err(ParseTextError::Control { position: 2 }));
}

#[test]
fn what_leaves_no_mark_is_refused_and_stays_readable_where_it_is_stored() {
    for unseen in ['\u{200B}', '\u{200D}', '\u{3164}', '\u{2060}', '\u{AD}', '\u{E0041}', '\u{2800}'] {
        let typed = format!("Mo{unseen}or");
        assert_eq!(PersonName::parse(&typed), Err(ParseTextError::Control { position: 3 }));
        assert_eq!(PersonName::parse(&unseen.to_string()), Err(ParseTextError::Control { position: 1 }));
        let stored: Result<PersonName, _> = serde_json::from_str(&format!("\"{typed}\""));
        assert_eq!(stored.map(|name| name.to_string()).ok(), Some(typed));
    }
    assert!(PersonName::parse("علی\u{200C}رضا").is_ok(), "a Persian name is written so");
}

#[test]
fn marks_are_not_stacked_over_other_lines_and_stay_readable_where_they_are_stored() {
    for mark in ["\u{300}", "\u{489}", "\u{20DD}", "\u{E34}", "\u{E49}", "\u{E49}\u{200D}"] {
        let typed = format!("Zalgo a{}", mark.repeat(20));
        assert_eq!(PersonName::parse(&typed), Err(ParseTextError::Stacked { position: 13 }), "{mark:?}");
        let stored: Result<PersonName, _> = serde_json::from_str(&format!("\"{typed}\""));
        assert_eq!(stored.map(|name| name.to_string()).ok(), Some(typed));
    }
    let said = PersonName::parse(&format!("a{}", "\u{300}".repeat(6))).map_err(|error| error.to_string());
    let wanted = "Character 7 is one accent or sign too many on its letter: at most 5 are read. Please type it with fewer.";
    assert_eq!(said.err().as_deref(), Some(wanted));
    let written = [
        "Nguye\u{302}\u{303}n Thị Ánh Nguyệt",
        "น้ำผึ้ง ศรีสุวรรณ์",
        "שָׁלוֹם בֶּן־גּוּרְיוֹן",
        "बृहस्पति क्षत्रिय ज्योत्स्ना र्‍यांचा",
        "བསྒྲུབས་རྒྱུན་སྐྱིད",
        "လျှို့ မြို့ ကျွန်ုပ် ရွှေ",
        "مُحَمَّدٌ",
        "ស្ត្រី ភ្នំពេញ",
        "ක්‍රිෂාන්ති",
        "❤\u{FE0F}",
    ];
    for name in written {
        assert!(PersonName::parse(name).is_ok(), "{name}: {:?}", PersonName::parse(name));
    }
}

#[test]
fn names_are_the_same_or_look_alike_however_they_are_written() {
    assert_eq!(same("ＭＯＯＲ, Tessa"), same("Moor, Tessa"));
    assert_eq!(same("E\u{301}lan"), same("Élan"));
    assert_ne!(same("Mооr"), same("Moor"), "the vowels are Cyrillic");
    assert_eq!(look("Mооr"), look("Moor"));
    assert_ne!(look("Moor"), look("Muir"));
}

#[test]
fn a_head_is_changed_in_any_script() {
    assert_eq!(
        (capital("éclair"), capital("ßa"), capital("")),
        ("Éclair".into(), "SSa".into(), String::new())
    );
    assert_eq!((small("Éclair"), small("")), ("éclair".to_owned(), String::new()));
    assert_eq!(folded("MOOR, Ébène"), folded("moor, ébÈne"));
}

#[test]
fn a_slug_is_proposed_from_a_name() {
    assert_eq!(
        Slug::propose("Merridon Open 2026!").map(|s| s.to_string()),
        Some("merridon-open-2026".to_owned())
    );
    assert_eq!(
        Slug::propose("Coupe d’Été Łódź №5").map(|s| s.to_string()).as_deref(),
        Some("coupe-d-ete-lodz-no5")
    );
    assert_eq!(Slug::propose("!!"), None);
    assert!(Slug::parse("a--b").is_err());
    assert!(Slug::parse("new").is_err());
}
