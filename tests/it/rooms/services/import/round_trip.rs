//! Nothing that a file says is lost between import and export: invented events, and whatever files lie in a folder.
#![expect(clippy::print_stderr, reason = "the one by hand talks")]

use std::collections::BTreeMap;

use chrono::{NaiveDate, TimeZone, Utc};
use tiger_arbiter::services::import::{Choices, Story};
use tiger_event::tournament::{GAME_COMMENT, PLAYERS_COMMENT, SETTINGS_COMMENT};
use tiger_event::{Event, Format};
use tiger_pairing::simulate::{Dice, Plan};
use tiger_pairing::trf::{self, LaterBye, OtherLine, Person, Place, Report, Version};
use tiger_pairing::{Acceleration, Bye, Cell, Entry, GameResult, PairingNumber, Points, Round, Tournament};
use tiger_rules::{ClockSettings, GameKind, PointsTable};

fn choices(format: Option<Format>) -> Choices {
    let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    Choices { game: Some(GameKind::LancerChess), format, today }
}

fn imported(text: &str, format: Option<Format>) -> Result<Event, String> {
    let mut story = Story::read(text, &choices(format)).map_err(|mistakes| format!("{mistakes:?}"))?;
    let event =
        story.try_out(Utc.timestamp_opt(1_795_000_000, 0).unwrap()).map_err(|error| error.to_string())?;
    match story.notes.iter().find(|note| note.contains("by the file and would have")) {
        Some(note) => Err(note.clone()),
        None => Ok(event),
    }
}

fn exported(event: &Event) -> Report {
    trf::read(&tiger_arbiter::exports::report_for_arbiters(event).unwrap()).unwrap()
}

/// A round without a word is a zero-point bye, at the end of a line as well as within it.
fn entries(tournament: &Tournament, number: PairingNumber) -> Vec<Entry> {
    let next = tournament.next_round().index();
    let mut entries: Vec<Entry> = tournament
        .player(number)
        .unwrap()
        .cells
        .iter()
        .take(next)
        .map(|cell| if cell.entry == Entry::Unplayed { Entry::Bye(Bye::ZeroPoint) } else { cell.entry })
        .collect();
    while entries.last() == Some(&Entry::Bye(Bye::ZeroPoint)) {
        entries.pop();
    }
    entries
}

/// What must come back, each thing with a name. Players are told by their places: numbers with gaps close up.
fn known(report: &Report) -> BTreeMap<String, String> {
    let tournament = &report.tournament;
    let (settings, next) = (&tournament.settings, tournament.next_round());
    let place: BTreeMap<PairingNumber, usize> =
        tournament.players().enumerate().map(|(index, player)| (player.number, index + 1)).collect();
    let header = &report.header;
    let day = |text: &str| {
        tiger_arbiter::services::import::settings::date(text.trim())
            .map(|day| day.to_string())
            .unwrap_or_default()
    };
    let mut facts = BTreeMap::new();
    let mut note = |name: String, fact: String| drop(facts.insert(name, fact));
    for (record, text) in [
        ("012", header.name.clone()),
        ("022", header.city.clone()),
        ("032", header.federation.clone()),
        ("042", day(&header.start_date)),
        ("052", day(&header.end_date)),
        ("082", header.teams.clone()),
        ("092", header.kind.clone()),
        ("102", header.chief_arbiter.clone()),
        ("112", header.deputies.join("|")),
        ("122", header.time_control.clone()),
        ("132", header.round_dates.join("|")),
        ("172", header.seeding.clone()),
        ("192", header.type_code.clone()),
        (
            "tie-breaks",
            match report.tie_breaks() {
                Ok(none) if none.is_empty() => String::new(),
                said => format!("{said:?}"),
            },
        ),
        ("222", header.time_code.clone()),
        // Where the file says neither, both follow from what has been played.
        (
            "rounds",
            if settings.rounds == 0 || settings.rounds < next.get() - 1 {
                String::new()
            } else {
                settings.rounds.to_string()
            },
        ),
        ("lot", settings.initial_side.map(|side| format!("{side:?}")).unwrap_or_default()),
    ] {
        note(record.to_owned(), text);
    }
    let points = &settings.points;
    let byes = [points.pairing_allocated_bye, points.half_point_bye, points.full_point_bye];
    note("points".to_owned(), format!("{:?} {byes:?}", [points.win, points.draw, points.loss]));
    let mut forbidden: Vec<_> = settings
        .forbidden
        .iter()
        .map(|group| {
            let last = group.last_round.filter(|last| last.get() < settings.rounds);
            (group.players.iter().map(|number| place[number]).collect::<Vec<_>>(), group.first_round, last)
        })
        .collect();
    forbidden.sort();
    note("forbidden".to_owned(), format!("{forbidden:?}"));
    let is_ours = |line: &&OtherLine| {
        [GAME_COMMENT, SETTINGS_COMMENT, PLAYERS_COMMENT]
            .iter()
            .all(|comment| !line.text.starts_with(comment))
    };
    let lines: Vec<_> =
        report.other_lines.iter().filter(is_ours).filter(|line| !line.text.trim().is_empty()).collect();
    note("unknown lines".to_owned(), format!("{lines:?}"));
    for (number, at) in &place {
        let player = tournament.player(*number).unwrap();
        let person = report.people.get(number).cloned().unwrap_or_default();
        note(
            format!("person {at}"),
            format!(
                "{:?} {:?}",
                (person.name, person.sex, person.title, person.federation.to_uppercase()),
                (person.fide_id.trim_start_matches('0'), person.birth_date, player.rating)
            ),
        );
        let met: Vec<String> = entries(tournament, *number)
            .into_iter()
            .map(|entry| match entry {
                Entry::Game { opponent, side, result, rated } => {
                    format!("{} {side:?} {result:?} {rated}", place[&opponent])
                }
                Entry::Forfeit { opponent, result, .. } => format!("{} {result:?}", place[&opponent]),
                other => format!("{other:?}"),
            })
            .collect();
        let score = tournament.score_before(player, next);
        let virtual_points: Vec<Points> = match &settings.acceleration {
            Acceleration::None => Vec::new(),
            _ => (1..=settings.rounds)
                .map(|round| tournament.virtual_points(*number, Round::new(round).unwrap()))
                .collect(),
        };
        note(format!("games {at}"), format!("{score} {met:?} {virtual_points:?}"));
        // The byes of the round to come stand in its cells or among the later ones.
        let of_next = match player.cell(next) {
            Some(Cell { entry: Entry::Bye(bye), .. }) => vec![(next, *bye)],
            _ => Vec::new(),
        };
        let later = report.later_byes.iter().filter(|later| later.player == *number);
        let mut byes: Vec<(Round, Bye)> =
            of_next.into_iter().chain(later.map(|bye| (bye.round, bye.bye))).collect();
        // Whoever has left misses the rounds to come, whether that is written out or not.
        byes.retain(|(_, bye)| *bye != Bye::ZeroPoint);
        byes.sort();
        note(format!("coming byes {at}"), format!("{byes:?}"));
    }
    facts
}

/// What differs, by name.
fn lost(before: &Report, after: &Report) -> Vec<String> {
    let (before, after) = (known(before), known(after));
    let differs = before.iter().filter(|(name, fact)| !fact.is_empty() && after.get(*name) != Some(fact));
    differs.map(|(name, fact)| format!("{name}: {fact} became {:?}", after.get(name))).collect()
}

/// An event of everything that a file can say.
fn report(seed: u64) -> Report {
    let mut dice = Dice::new(seed);
    let mut tournament = Plan::any(&mut dice, 20).play(&mut dice, |_, _, _| {});
    let next = tournament.next_round();
    tournament.settings.rounds = next.get() + 2;
    let mut report = Report { tournament, ..Report::default() };
    for (place, player) in report.tournament.players().enumerate() {
        let number = player.number;
        let person = Person {
            name: format!("{}, Ånna {}", ["Moor", "Ash", "de la Peña"][dice.below(3) as usize], number),
            sex: ["m", "w", ""][dice.below(3) as usize].to_owned(),
            title: ["FM", "WGM", ""][dice.below(3) as usize].to_owned(),
            federation: ["MER", "GER", ""][dice.below(3) as usize].to_owned(),
            fide_id: if dice.percent(50) {
                (1000 + dice.below(90_000_000)).to_string()
            } else {
                String::new()
            },
            birth_date: ["1990/02/03", "1999/00/00", "2001", ""][dice.below(4) as usize].to_owned(),
            ..Person::default()
        };
        report.people.insert(number, person);
        if place == 0 {
            report.later_byes.push(LaterBye { round: next.next(), player: number, bye: Bye::HalfPoint });
        }
    }
    let header = &mut report.header;
    let text = |name: &str| format!("{name} №{seed}");
    (header.name, header.city, header.federation) = (text("Open"), text("Merridon"), "MER".to_owned());
    (header.start_date, header.end_date) = ("2026/02/27".to_owned(), "2026/03/08".to_owned());
    (header.teams, header.kind) = ("4".to_owned(), "Individual: Swiss-System (Dutch) of our club".to_owned());
    header.chief_arbiter = text("IA Ruling, Robin");
    header.deputies = vec![text("Aide, A."), text("Aide, B.")];
    (header.time_control, header.time_code) = ("90 min + 30 s a move".to_owned(), "5400+30".to_owned());
    header.round_dates = (1..=next.get()).map(|round| format!("26/03/{round:02}")).collect();
    (header.seeding, header.type_code) = ("FIDON".to_owned(), "FIDE_DUTCH_2026".to_owned());
    (header.tie_breaks, header.order) = ("BH/C1,SB".to_owned(), "PTS,BH/C1,SB".to_owned());
    for (place, line) in [
        (Place::Before, "013 The Whites                        1    2"),
        (Place::Before, "### a word of somebody"),
        (Place::Among(1), "NRS    1 1900"),
        (Place::After, "DDD SSSS"),
    ] {
        report.other_lines.push(OtherLine { place, text: line.to_owned() });
    }
    report
}

#[test]
fn nothing_that_a_file_says_is_lost_on_its_way_through_an_event() {
    for seed in 0..80 {
        // What the file can say, and nothing else: an acceleration of nobody is none.
        let text = trf::write(&report(seed), Version::Trf26);
        let before = trf::read(&text).unwrap();
        let event = imported(&text, None).unwrap();
        let after = exported(&event);
        assert_eq!(lost(&before, &after), Vec::<String>::new(), "seed {seed}\n{text}");
        // And once more, now with this program's own comment.
        let again = exported(&imported(&trf::write(&after, Version::Trf26), None).unwrap());
        assert_eq!(lost(&after, &again), Vec::<String>::new(), "seed {seed}, again");
    }
}

#[test]
fn the_events_own_settings_come_back() {
    let text = trf::write(&report(3), Version::Trf26);
    let mut event = imported(&text, None).unwrap();
    event.settings.time_zone = chrono_tz::Europe::Zurich;
    event.settings.clock = "40/90+30; 30+30".parse::<ClockSettings>().unwrap_or(event.settings.clock);
    event.settings.points = PointsTable::Game;
    event.settings.is_accelerated = true;
    event.settings.first_board = 101;
    event.settings.players_report = false;
    let again = imported(&tiger_arbiter::exports::report_for_arbiters(&event).unwrap(), None).unwrap();
    let without_ids = |event: &Event| {
        let mut settings = event.settings.clone();
        settings.file.virtual_points.clear();
        settings
    };
    assert_eq!(without_ids(&again), without_ids(&event));
}

#[test]
fn a_full_point_bye_keeps_its_points_where_the_allocated_bye_has_fewer() {
    let text = "012 Half Byes\n042 2026/11/20\n052 2026/11/22\n142 3\n152 W\n162  P 0.5\n192 FIDE_DUTCH\n\
        001    1 m    Ash, Rowan                        2400                             1.0    1  0000 - F\n\
        001    2 w    Moor, Tamsin                      2300                             1.0    2     3 w 1\n\
        001    3 m    Fenn, Jo                          2200                             0.0    4     2 b 0\n\
        001    4 m    Hill, Jo                          2100                             0.5    3  0000 - U\n";
    let event = imported(text, None).unwrap();
    let after = exported(&event);
    assert_eq!(lost(&trf::read(text).unwrap(), &after), Vec::<String>::new());
}

/// By hand: `TIGER_REPORT_FILES=FOLDER cargo test --test it every_file_of_a_folder -- --ignored --nocapture`.
#[test]
#[ignore = "takes a folder of files of other programs"]
fn every_file_of_a_folder_makes_the_round_trip() {
    let folder = std::env::var("TIGER_REPORT_FILES").unwrap();
    let (mut whole, mut refused, mut differing) = (0, 0, 0);
    for path in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        let text = tiger_arbiter::services::import::text_of(&bytes);
        let Ok(mut before) = trf::read(&text) else {
            eprintln!("{name}: no report file");
            continue;
        };
        let format =
            tiger_arbiter::services::import::settings::format(&before).is_none().then_some(Format::Free);
        match imported(&text, format) {
            Err(why) => {
                refused += 1;
                eprintln!("{name}: refused: {}", why.chars().take(300).collect::<String>());
            }
            Ok(event) => {
                // Games that are not rated become ordinary ones, which the preview says.
                for number in before.tournament.players().map(|player| player.number).collect::<Vec<_>>() {
                    for cell in &mut before.tournament.player_mut(number).unwrap().cells {
                        if let Entry::Game { rated, result, .. } = &mut cell.entry {
                            *rated |= *result != GameResult::Open;
                        }
                    }
                }
                let lost = lost(&before, &exported(&event));
                for each in lost.iter().take(6) {
                    eprintln!("{name}: {}", each.chars().take(400).collect::<String>());
                }
                if lost.is_empty() { whole += 1 } else { differing += 1 }
            }
        }
    }
    eprintln!("whole {whole}, differing {differing}, refused {refused}");
    assert_eq!(differing, 0);
}
