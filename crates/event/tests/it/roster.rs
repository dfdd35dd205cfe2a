//! What lists of players as people have them become.

mod formula;

use tiger_event::roster::{Roster, RosterError, is_report, parse_rating};

fn names(roster: &Roster) -> Vec<(String, Option<u16>)> {
    roster.players().map(|p| (p.name.to_string(), p.rating)).collect()
}

#[test]
fn pasted_lines_may_be_plain_or_have_fields() {
    let text = "Moor, Tessa 1850\n\nAsh, Robin; Oak Club; ENG; 1700\nElm, Kim\tBirch\t1500\nFir\n";
    let roster = Roster::from_lines(text, &[]).unwrap();
    assert_eq!(roster.mistakes(), 0);
    assert_eq!(
        names(&roster),
        [("Moor, Tessa", Some(1850)), ("Ash, Robin", Some(1700)), ("Elm, Kim", Some(1500)), ("Fir", None)]
            .map(|(name, rating)| (name.to_owned(), rating))
    );
}

#[test]
fn every_bad_line_says_what_is_wrong() {
    let text = "Moor; Oak; ENG; strong\nmoor\nMoor\nAsh\na;b;c;d;e";
    let roster = Roster::from_lines(text, &["ash"]).unwrap();
    let wrong: Vec<_> =
        roster.lines.iter().filter_map(|l| l.player.as_ref().err().map(|e| (l.number, e.as_str()))).collect();
    assert_eq!(wrong.len(), 4);
    assert!(wrong[0].1.contains("not \"strong\""), "{wrong:?}");
    assert_eq!(
        wrong[1],
        (3, "The same name stands in line 2. If it is another person, add something to the name.")
    );
    assert_eq!(
        wrong[2],
        (4, "This player is entered already. If it is another person, add something to the name.")
    );
}

#[test]
fn letters_that_look_lost_are_told_from_letters_of_names() {
    let text = "M\u{FFFD}ller\nMÃ¼ller\nNguy?n\nÅukasz\nMoor; OÃ¶k\nMüller\nÅngström\nJOÃO\nŁukasz\nD’Arc";
    let roster = Roster::from_lines(text, &[]).unwrap();
    let lost: Vec<_> = roster.lines.iter().map(tiger_event::roster::Line::has_lost_letters).collect();
    assert_eq!(lost, [true, true, true, false, true, false, false, false, false, false]);
    assert_eq!((roster.doubtful(), roster.mistakes()), (4, 0));
}

#[test]
fn a_list_in_a_code_page_of_dos_is_told_by_its_letters() {
    let read = |text: &str| Roster::from_lines(text, &[]).unwrap();
    let roster = read("M\u{81}ller\nM„rz\nRen‚\nJ”rg\nMoor");
    assert!(roster.is_dos());
    let said = roster.lines[0].player.as_ref().unwrap_err();
    assert!(said.contains("Character 2 cannot be read") && said.contains("as UTF-8"), "{said}");
    let lost: Vec<_> = roster.lines.iter().map(tiger_event::roster::Line::has_lost_letters).collect();
    assert_eq!(lost, [false, true, true, true, false]);
    let named = read("D’Arc\nMoor “Tiger” Tessa\nElm – Ash\n„Oak“ Club\nMüller");
    assert!(!named.is_dos() && named.doubtful() == 0);
}

#[test]
fn pasted_titles_are_no_player() {
    let roster = Roster::from_lines("Name\tRating\tClub\nMoor, Tessa\t1850\tOak\n", &[]).unwrap();
    assert_eq!(names(&roster), [("Moor, Tessa".to_owned(), Some(1850))]);
    assert_eq!(roster.players().next().unwrap().club.as_ref().unwrap().as_str(), "Oak");
    for players in ["Player, Club 1800\nAsh", "Name\nAsh", "Club; Oak\nAsh"] {
        assert_eq!(Roster::from_lines(players, &[]).unwrap().players().count(), 2, "{players}");
    }
}

#[test]
fn a_list_may_have_a_heading_and_what_spreadsheets_put_before_it() {
    let list = "Name;Rating;Club\nMoor, Tessa;1850;Oak\n;;\nAsh;strong\n";
    for above in ["", "\n;;\n", "sep=;\n", "Merridon Open\n\n", ";;\nMerridon Open;;\nas of 27 November;;\n"]
    {
        let roster = Roster::from_csv(&format!("{above}{list}"), &[]).unwrap();
        assert_eq!(names(&roster), [("Moor, Tessa".to_owned(), Some(1850))], "{above:?}");
        let line = above.lines().count();
        assert_eq!(roster.lines.iter().map(|read| read.number).collect::<Vec<_>>(), [line + 2, line + 4]);
        assert_eq!(Roster::from_lines(&format!("{above}{list}"), &[]).unwrap(), roster);
    }
    // What parts the fields may be said against all appearance.
    let roster = Roster::from_csv("sep=\t\nName;Club\tName\nOak\tAsh; Robin\n", &[]).unwrap();
    assert_eq!(names(&roster), [("Ash; Robin".to_owned(), None)]);
}

#[test]
fn commas_alone_do_not_part_a_pasted_line() {
    let text = "Moor, Tessa, Oak Club, ENG, 1850\nAsh, Robin 1700\nElm, Kim, Jr.; Birch";
    let roster = Roster::from_lines(text, &[]).unwrap();
    assert!(roster.lines[0].player.as_ref().is_err_and(|said| said.contains("by semicolons")));
    assert_eq!(roster.mistakes(), 1);
}

#[test]
fn a_quotation_mark_that_is_not_closed_swallows_no_other_line() {
    let text = "name;club\n\"Moor, Tessa;Oak\nAsh;Birch\nElm;\"Fir; \"\"old\"\"\"\n";
    let roster = Roster::from_csv(text, &[]).unwrap();
    assert_eq!(names(&roster), [("Ash".to_owned(), None), ("Elm".to_owned(), None)]);
    assert!(roster.lines[0].player.as_ref().is_err_and(|said| said.contains("quotation mark")));
    assert_eq!(roster.lines[2].player.as_ref().unwrap().club.as_ref().unwrap().as_str(), "Fir; \"old\"");
}

#[test]
fn a_title_goes_over_several_lines_where_it_is_quoted() {
    let text = "\"Last\nname\";First name;\"Club /\r\nCity\";\"Remarks\nof ours\"\nMoor;Tessa;Oak;late\n";
    let roster = Roster::from_csv(text, &[]).unwrap();
    assert_eq!(names(&roster), [("Moor, Tessa".to_owned(), None)]);
    assert_eq!((roster.lines[0].number, &*roster.ignored[0]), (5, "Remarks of ours"));
    assert_eq!(roster.players().next().unwrap().club.as_ref().unwrap().as_str(), "Oak");
    assert_eq!(Roster::from_csv("name;\"club\nMoor;Oak\n", &[]), Err(RosterError::Header));
}

#[test]
fn the_apostrophe_that_keeps_a_formula_from_being_one_does_not_come_back() {
    let text = "name;club\n\"'=Moor\";\"Oak, '-Birch\"\n'Ash;O'-Fir\n\"\"\"'@Elm\";Oak '-Birch\n";
    let roster = Roster::from_csv(text, &[]).unwrap();
    let read = roster.players().map(|p| (p.name.as_str(), p.club.as_ref().unwrap().as_str()));
    assert_eq!(
        read.collect::<Vec<_>>(),
        [("=Moor", "Oak, -Birch"), ("'Ash", "O'-Fir"), ("\"@Elm", "Oak '-Birch")]
    );
}

#[test]
fn a_birth_that_is_none_is_told_and_carriage_returns_end_lines() {
    let text = "name;birth\rMoor, Tessa;04/13/1990\rAsh;36892\rElm;31.02.1990\rFir;13.04.1990\r";
    let roster = Roster::from_csv(text, &[]).unwrap();
    let births = roster.players().map(|player| player.identity.reported_birth());
    assert_eq!(births.collect::<Vec<_>>(), ["1990/04/13", "1990/04/13"]);
    assert!(roster.lines[1].player.as_ref().is_err_and(|said| said.contains("such as 1990")));
    assert!(roster.lines[2].player.as_ref().is_err_and(|said| said.contains("no such day")));
}

#[test]
fn all_that_is_wrong_with_a_line_is_told() {
    let text = "name;rating;birth;paid\nMoor;21x0;31.02.1990;abc\nAsh;9999;;1\n";
    let roster = Roster::from_csv(text, &[]).unwrap();
    let said = |line: usize| roster.lines[line].player.as_ref().unwrap_err();
    for field in ["Rating: ", "Birth: ", "Paid: "] {
        assert!(said(0).contains(field), "{}", said(0));
    }
    assert!(said(1).starts_with("Rating: ") && !said(1).contains("Paid"), "{}", said(1));
}

#[test]
fn a_fide_id_that_is_none_is_told_with_its_line() {
    let text = "name;fide id\nMoor, Tessa;1503014\nAsh;0\nElm;GB-15\nFir;123456789012\n";
    let roster = Roster::from_csv(text, &[]).unwrap();
    assert_eq!(names(&roster), [("Moor, Tessa".to_owned(), None), ("Ash".to_owned(), None)]);
    for line in &roster.lines[2..] {
        assert!(line.player.as_ref().is_err_and(|said| said.contains("such as 1503014")));
    }
}

#[test]
fn the_columns_of_other_programs_are_known_and_the_rest_is_listed() {
    let swiss_manager = "No.;Name;FideID;FED;RtgI;RtgN;Club/City\n1;Moor, Tessa;90000001;ENG;0;1850;Oak\n";
    let vega = "NAME;COUNTRY;BIRTHDAY;GENDER;TITLE;IDFIDE;ELOFIDE;IDNAT;ELONAT;KCOEFF;ORIGIN\n\
                MOOR TESSA ; ENG;13.04.1990;f; FM;90000001; 1850; 0; 1700; 20;Oak\n";
    let sharly = "last_name,first_name,date_of_birth,gender,federation,club,fide_id,standard_rating,paid\n\
                  MOOR,Tessa,1990-04-13,F,ENG,Oak,90000001,1850,10\n";
    let french = "Nom;Prénom;Naissance;Sexe;Fédération;Club;Fide ID;Elo\n\
                  MOOR;Tessa;1990-04-13;F;ENG;Oak;90000001;1850\n";
    let german = "Nachname;Vorname;Geburtsdatum;Geschlecht;Verband;Verein;FIDE-ID;Elo;Telefon\n\
                  MOOR;Tessa;13.04.1990;w;ENG;Oak;90000001;1850;0123\n";
    for (text, name, ignored) in [
        (french, "MOOR, Tessa", &[][..]),
        (german, "MOOR, Tessa", &["Telefon"]),
        (swiss_manager, "Moor, Tessa", &["No."]),
        (vega, "MOOR TESSA", &["KCOEFF"]),
        (sharly, "MOOR, Tessa", &[]),
    ] {
        let roster = Roster::from_csv(text, &[]).unwrap();
        assert_eq!(names(&roster), [(name.to_owned(), Some(1850))]);
        let player = roster.players().next().unwrap();
        let texts = [&player.club, &player.federation, &player.identity.fide_id];
        let texts = texts.map(|text| text.as_ref().unwrap().as_str());
        assert_eq!(texts, ["Oak", "ENG", "90000001"], "{text}");
        if text != swiss_manager {
            let (sex, birth) = (&player.identity.sex, &player.identity.birth_date);
            assert_eq!(sex.as_ref().unwrap().as_str(), "w");
            assert_eq!(birth.as_ref().unwrap().as_str(), "1990/04/13");
        }
        assert_eq!(roster.ignored, ignored);
    }
}

#[test]
fn a_list_of_names_alone_keeps_their_commas() {
    for text in ["Name\nMoor, Tessa\nAsh\n", "\"Name\"\n\"Moor, Tessa\"\n\"Ash\"\n"] {
        let roster = Roster::from_csv(text, &[]).unwrap();
        assert_eq!(names(&roster), [("Moor, Tessa".to_owned(), None), ("Ash".to_owned(), None)]);
    }
    let roster = Roster::from_csv("\"Name\";\"Club, city, team\"\nMoor, Tessa;Oak\n", &[]).unwrap();
    assert_eq!(names(&roster), [("Moor, Tessa".to_owned(), None)]);
    assert_eq!(roster.ignored, ["Club, city, team"]);
}

#[test]
fn what_stands_in_no_titled_column_is_told() {
    let roster = Roster::from_csv("name,rating\nMoor, Tessa,1850\nAsh,1700\nElm,1600,\n", &[]).unwrap();
    let said = roster.lines[0].player.as_ref().unwrap_err();
    assert!(said.contains("3 fields") && said.contains("2 columns"), "{said}");
    assert_eq!(roster.mistakes(), 1);
    let roster = Roster::from_csv("name;;rating\nMoor;;1850\nAsh;paid;1700;late\n", &[]).unwrap();
    assert_eq!(roster.ignored, ["column 2, which has no title", "column 4, which has no title"]);
    let roster = Roster::from_csv("name\nMoor\tOak\n", &[]).unwrap();
    assert_eq!(names(&roster), [("Moor".to_owned(), None)]);
    assert_eq!(roster.ignored, ["column 2, which has no title"]);
}

#[test]
fn the_dates_of_a_list_have_one_order() {
    let births = |dates: [&str; 2]| {
        let text = format!("name;birth\nMoor;{}\nAsh;{}\n", dates[0], dates[1]);
        let roster = Roster::from_csv(&text, &[]).unwrap();
        let birth = |player: &tiger_event::entry::EntryDetails| player.identity.reported_birth();
        let births = roster.lines.iter().map(|line| line.player.as_ref().map(birth).map_err(Clone::clone));
        births.collect::<Vec<_>>()
    };
    let two = |one: &str, other: &str| [Ok(one.to_owned()), Ok(other.to_owned())];
    assert_eq!(births(["04/13/1990", "03/04/2010"]), two("1990/04/13", "2010/03/04"));
    assert_eq!(births(["13.04.1990", "03.04.2010"]), two("1990/04/13", "2010/04/03"));
    assert_eq!(births(["2001-05-06", "03.04.2010"]), two("2001/05/06", "2010/04/03"));
    let text = "name;birth\nMoor;04/13/1990\nAsh;13/04/1990\nElm;03/04/2010\nFir;04/04/2010\n";
    let roster = Roster::from_csv(text, &[]).unwrap();
    assert_eq!(roster.mistakes(), 1);
    let said = roster.lines[2].player.as_ref().unwrap_err();
    assert!(said.contains("may be two dates"), "{said}");
}

#[test]
fn words_for_sex_are_read_or_told_and_no_two_players_have_one_fide_id() {
    let text = "name;sex;fide id\nMoor;weiblich;90000001\nAsh;M;90000002\nElm;d;90000001\nFir;q;\n";
    let roster = Roster::from_csv(text, &[]).unwrap();
    let sexes = roster.players().map(|player| player.identity.sex().map(tiger_event::identity::Sex::letter));
    assert_eq!(sexes.collect::<Vec<_>>(), [Some("w"), Some("m")]);
    let said = |line: usize| roster.lines[line].player.as_ref().unwrap_err();
    assert_eq!(said(2), "The same FIDE ID stands in line 2.");
    assert!(said(3).starts_with("Sex: ") && said(3).contains("\"q\""), "{}", said(3));
}

#[test]
fn a_csv_file_names_its_columns_in_any_order() {
    let text = "Rating;Last name;First name;Club\n1900;Moor;Tessa;\"Oak; old\"\n;Ash;;\n";
    let roster = Roster::from_csv(text, &[]).unwrap();
    assert_eq!(names(&roster), [("Moor, Tessa".to_owned(), Some(1900)), ("Ash".to_owned(), None)]);
    assert_eq!(roster.lines[1].number, 3);
    assert_eq!(Roster::from_csv("a,b\nc,d\n", &[]), Err(RosterError::Header));
}

#[test]
fn a_report_file_gives_its_players_in_its_order() {
    let text = "012 Merridon Open\n\
        001    2 w    Müller, Tamsin                    2300 FID    90000002 1991/02/03  0.0    2     1 b 0\n\
        001    1 m    Ash, Rowan                             ENG                       1.0    1     2 w 1\n\
        001    3      Elm, Kim                          best\n";
    assert!(is_report(text.as_bytes()) && !is_report(b"name,rating\n"));
    let roster = Roster::from_report(text, &[]).unwrap();
    assert_eq!(names(&roster), [("Müller, Tamsin".to_owned(), Some(2300)), ("Ash, Rowan".to_owned(), None)]);
    let federations: Vec<_> =
        roster.players().map(|p| p.federation.as_ref().map(ToString::to_string)).collect();
    assert_eq!(federations, [Some("FID".to_owned()), Some("ENG".to_owned())]);
    assert!(roster.lines[2].player.as_ref().is_err_and(|said| said.contains("Rating")));
    assert_eq!(roster.lines[2].number, 4);
    assert_eq!(Roster::from_report("012 Open\n", &[]), Err(RosterError::NoPlayers));
    let by_bytes = text.replace("Müller, Tamsin ", "Müller, Tamsin");
    let roster = Roster::from_report(&by_bytes, &[]).unwrap();
    assert_eq!(names(&roster)[0], ("Müller, Tamsin".to_owned(), Some(2300)));
}

#[test]
fn a_rating_may_have_the_decimals_of_a_spreadsheet() {
    assert_eq!(
        ["2000.0", "2000.00", "1999,0"].map(|text| parse_rating(text).unwrap()),
        [2000, 2000, 1999].map(Some)
    );
    assert!(["1999.5", "2.000", "2,000", ".0"].into_iter().all(|text| parse_rating(text).is_err()));
}

#[test]
fn a_line_parted_otherwise_than_its_list_is_no_name() {
    let roster = Roster::from_lines("Name\tClub\nHansen;Oslo;NOR\nMoor\tOak\n", &[]).unwrap();
    assert!(roster.lines[0].player.as_ref().is_err_and(|why| why.contains("by semicolons")), "{roster:?}");
    assert!(roster.lines[1].player.is_ok());
}

#[test]
fn what_a_spreadsheet_quotes_is_read_as_it_stood_in_its_cell() {
    let text = "\"Quo \"\"x\"\"\";C;GER;12\n\"Kraków, Łukasz\";\"Oak; Elm\";POL;1890\nMoor \"Tiny\" Tessa; Oak\n\"Ash\tAda\"\t1700\n\"Open;Oak";
    let roster = Roster::from_lines(text, &[]).unwrap();
    let read = |line: &tiger_event::roster::Line| {
        let player = line.player.as_ref().ok()?;
        let club = player.club.as_ref().map(|club| club.as_str().to_owned());
        Some((player.name.as_str().to_owned(), club, player.rating))
    };
    let player =
        |name: &str, club: Option<&str>, rating| Some((name.to_owned(), club.map(str::to_owned), rating));
    assert_eq!(read(&roster.lines[0]), player("Quo \"x\"", Some("C"), Some(12)));
    assert_eq!(read(&roster.lines[2]), player("Moor \"Tiny\" Tessa", Some("Oak"), None));
    assert_eq!(
        read(&roster.lines[1]).map(|(name, club, _)| (name, club)),
        Some(("Kraków, Łukasz".to_owned(), Some("Oak; Elm".to_owned())))
    );
    assert!(
        roster.lines[4].player.as_ref().is_err_and(|why| why.contains("not closed")),
        "{:?}",
        roster.lines[4]
    );
}
