use tiger_event::rated::{RatedPlayer, columns_of, distance, key, read, words};
use tiger_event::{Label, PersonName};

fn of(list: &str) -> Vec<RatedPlayer> {
    let mut players = Vec::new();
    read(list.as_bytes(), |player| {
        players.push(player);
        Ok(())
    })
    .unwrap();
    players
}

fn moor() -> RatedPlayer {
    RatedPlayer {
        id: "4321".to_owned(),
        name: "Moor, Tamsin".to_owned(),
        sex: "F".to_owned(),
        club: String::new(),
        title: "FM".to_owned(),
        federation: "MER".to_owned(),
        rating: Some(2300),
        birth: "1999".to_owned(),
    }
}

#[test]
fn the_three_kinds_of_lists_say_the_same() {
    let text = "ID Number      Name                     Fed Sex Tit  WTit OTit           FOA SRtng SGm SK B-day Flag\r\n\
                4321           Moor, Tamsin             MER F   FM        FA                 2300  0   20 1999  i   \r\n\
                99             Fenn, Jo                 GER M                                              0000      \r\n";
    let months = text.replace("SRtng", "AUG26");
    let xml = "<?xml version=\"1.0\"?>\n<playerslist>\n<player>\n<fideid>4321</fideid>\n<name>Moor, Tamsin</name>\n\
               <country>MER</country>\n<sex>F</sex>\n<title>FM</title>\n<w_title></w_title>\n<rating>2300</rating>\n\
               <birthday>1999</birthday>\n</player><player><fideid>99</fideid><name>Fenn, Jo</name></player></playerslist>";
    let csv = "id;name;fed;title;sex;rating;born\n4321;\"Moor, Tamsin\";MER;FM;F;2300;1999\n99;\"Fenn, Jo\";;;;0;\n";
    for list in [text, &months, xml, csv] {
        let players = of(list);
        assert_eq!(players[0], moor(), "{list}");
        assert_eq!((players.len(), players[1].rating, players[1].birth.as_str()), (2, None, ""), "{list}");
    }
    assert!(read("Who;What\n".as_bytes(), |_| Ok(())).is_err());
}

/// The columns of FIDE's lists as they are published, each with its width.
const LISTS: [&[(&str, usize)]; 4] = [
    // players_list_foa.txt: all players, three ratings, titles of the online arena.
    &[
        ("ID Number", 15),
        ("Name", 61),
        ("Fed", 4),
        ("Sex", 4),
        ("Tit", 5),
        ("WTit", 5),
        ("OTit", 15),
        ("FOA", 4),
        ("SRtng", 6),
        ("SGm", 4),
        ("SK", 3),
        ("RRtng", 6),
        ("RGm", 4),
        ("Rk", 3),
        ("BRtng", 6),
        ("BGm", 4),
        ("BK", 3),
        ("B-day", 6),
        ("Flag", 4),
    ],
    // players_list.txt, the legacy list.
    &[
        ("ID Number", 15),
        ("Name", 61),
        ("Fed", 4),
        ("Sex", 4),
        ("Tit", 5),
        ("WTit", 5),
        ("OTit", 15),
        ("SRtng", 6),
        ("SGm", 4),
        ("SK", 3),
        ("RRtng", 6),
        ("RGm", 4),
        ("Rk", 3),
        ("BRtng", 6),
        ("BGm", 4),
        ("BK", 3),
        ("B-day", 6),
        ("Flag", 4),
    ],
    // standard_rating_list.txt, and those of rapid and blitz: the month stands over the rating.
    &[
        ("ID Number", 15),
        ("Name", 61),
        ("Fed", 4),
        ("Sex", 4),
        ("Tit", 5),
        ("WTit", 5),
        ("OTit", 15),
        ("FOA", 4),
        ("SEP26", 6),
        ("Gms", 4),
        ("K", 3),
        ("B-day", 6),
        ("Flag", 4),
    ],
    // Lists of before 2012.
    &[
        ("ID number", 10),
        ("Name", 34),
        ("Titl", 4),
        ("Fed", 5),
        ("Mar11", 6),
        ("Games", 5),
        ("Born", 6),
        ("Flag", 4),
    ],
];

#[test]
fn columns_are_read_where_fide_puts_them() {
    for list in LISTS {
        let line = |value: &dyn Fn(&str) -> &'static str, head: bool| {
            let fields = list.iter().map(|&(name, width)| {
                let value = if head { name } else { value(name) };
                format!("{value:<width$}")
            });
            fields.collect::<String>() + "\r\n"
        };
        let known = |name: &str| match name {
            "ID Number" | "ID number" => "4321",
            "Name" => "Moor, Tamsin",
            "Fed" => "MER",
            "Sex" => "F",
            "Tit" | "Titl" => "FM",
            "WTit" => "WIM",
            "OTit" => "FA,NI",
            "FOA" => "AFM",
            "SRtng" | "SEP26" | "Mar11" => "2300",
            "SGm" | "Gms" | "Games" => "9",
            "SK" | "K" => "20",
            "RRtng" => "2201",
            "BRtng" => "2102",
            "B-day" | "Born" => "1999",
            "Flag" => "wi",
            _ => "",
        };
        // Some have more other titles than fit, which push what stands behind them.
        let crowded = |name: &str| if name == "OTit" { "SI,FI,LSI,SLI,NA" } else { known(name) };
        let head = line(&known, true);
        let players = of(&(head.clone() + &line(&known, false) + &line(&crowded, false)));
        let sex = if list.iter().any(|(name, _)| *name == "Sex") { "F" } else { "" };
        let expected = RatedPlayer { sex: sex.to_owned(), ..moor() };
        assert_eq!(players, [expected.clone(), expected], "{head}");
    }
}

#[test]
fn xml_says_names_in_its_own_way_and_in_any_encoding() {
    let xml = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><playerslist><!-- all --><player><fideid>7</fideid>\
               <name>M\u{f8}ller &amp; S&#246;n, <![CDATA[<Bent>]]></name><title/><rating>0</rating></player></playerslist>";
    let bytes: Vec<u8> = xml.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    let mut names = Vec::new();
    read(&bytes[..], |player| {
        names.push((player.name, player.title, player.rating));
        Ok(())
    })
    .unwrap();
    assert_eq!(names, [("Møller & Sön, <Bent>".to_owned(), String::new(), None)]);
    assert!(
        read("<playerslist><player></playerslist>".as_bytes(), |_| Ok(())).is_err(),
        "a list that breaks off"
    );
}

#[test]
fn columns_are_found_whatever_letters_name_them() {
    let columns = columns_of("ID number Name abñc JUL26").unwrap();
    let names: Vec<_> = columns.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["id number", "name", "abñc", "rating"]);
}

#[test]
fn of_csv_each_line_stands_for_itself() {
    let list = "id,name,standard,rating,birth\n1,\"Moor, T\n2,Ash,1500,,12.3.1990\n3,Fenn,,1400,19900413\n4,Vale,1,2,3,4\n";
    let mut players = Vec::new();
    let unread = read(list.as_bytes(), |player| {
        players.push((player.name, player.rating, player.birth));
        Ok(())
    });
    let player = |name: &str, rating, birth: &str| (name.to_owned(), rating, birth.to_owned());
    let moor = player("Moor, T", None, "");
    let [ash, fenn] = [player("Ash", Some(1500), "1990"), player("Fenn", Some(1400), "1990")];
    assert_eq!((players, unread.unwrap().players), (vec![moor, ash, fenn], 1));
}

#[test]
fn names_are_near_that_sound_alike() {
    assert_eq!(words("Peña-Łuk, Øyvind"), ["pena", "luk", "oyvind"]);
    assert_eq!(key("tamzin"), key("tamsin"));
    assert_eq!(key("schmidt"), key("smitt"));
    let asked = words("tamzin mor");
    assert!(distance(&asked, "Moor, Tamsin") < distance(&asked, "Morton, Tom"));
}

#[test]
fn what_fits_into_no_field_is_left_out_and_counted() {
    let (name, id) = ("x".repeat(PersonName::LIMIT), "1".repeat(Label::LIMIT));
    let list = format!("id,name\n{id},{name}\n{id}1,Fenn\n4321,{name}x\n99,\"Fenn, Jo\"\n");
    let mut names = Vec::new();
    let unread = read(list.as_bytes(), |player| {
        names.push(player.name);
        Ok(())
    });
    assert_eq!((names, unread.unwrap().players), (vec![name, "Fenn, Jo".to_owned()], 2));
}
