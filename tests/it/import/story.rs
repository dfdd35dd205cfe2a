//! Whole files through the import and out again.

use std::collections::BTreeSet;
use std::path::PathBuf;

use chrono::{NaiveDate, TimeZone, Utc};
use tiger_arbiter::exports;
use tiger_arbiter::publish::{Issue, View};
use tiger_arbiter::services::import::{Choices, Story};
use tiger_arbiter::services::pairing::{self, Start};
use tiger_event::{Attendance, ByeKind, Departure, Event, Label, PersonName, Reason, Table};
use tiger_pairing::dutch;
use tiger_pairing::model::{Entry, PairingNumber, Round, Tournament};
use tiger_pairing::trf::{self, Report, Version};
use tiger_rules::GameKind;

const EXAMPLES: [&str; 6] =
    ["ex-n010-heavy", "ex-n010-p310", "ex-n010-plain", "ex-n021-heavy", "ex-n021-p5310", "ex-n021-plain"];

fn file(example: &str, name: &str) -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/pairing/tests/vectors");
    std::fs::read_to_string(folder.join(example).join(name)).ok()
}

pub(super) fn choices() -> Choices {
    let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    Choices { game: Some(GameKind::LancerChess), format: None, today }
}

pub(super) fn imported(text: &str) -> (Event, Vec<String>) {
    let mut story = match Story::read(text, &choices()) {
        Ok(story) => story,
        Err(mistakes) => panic!("{mistakes:?}"),
    };
    let event = story.try_out(Utc.timestamp_opt(1_795_000_000, 0).unwrap()).unwrap();
    (event, story.notes)
}

fn exported(event: &Event) -> Report {
    let issue = Issue::preview(event);
    trf::read(&exports::write(View::EventTrf, &issue, &|_| Ok(None)).unwrap()).unwrap()
}

fn entries(tournament: &Tournament, number: PairingNumber) -> Vec<Entry> {
    let next = tournament.next_round().index();
    tournament.player(number).unwrap().cells.iter().take(next).map(|cell| cell.entry).collect()
}

#[test]
fn a_file_without_tie_breaks_has_those_that_are_usual_and_says_so() {
    let text = "012 Open\n042 2026/11/20\n052 2026/11/22\n142 3\n192 FIDE_DUTCH\n\
        001    1 m    Ash, Rowan                        2400                             0.0    1\n";
    let codes = |event: &Event| event.settings.tie_breaks.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (event, notes) = imported(text);
    assert_eq!(codes(&event).join(", "), event.settings.format.usual_tie_breaks(event.settings.game));
    assert!(
        notes.iter().any(|note| note.contains("names no tie-breaks") && note.contains("BH/C1")),
        "{notes:?}"
    );
    let (event, notes) = imported(&text.replace("192 ", "212 PTS\n192 "));
    assert_eq!((codes(&event).len(), notes.iter().any(|note| note.contains("no tie-breaks"))), (0, false));
}

#[test]
fn an_imported_event_is_exported_as_it_was() {
    for example in EXAMPLES {
        for name in (1..=9).map(|round| format!("r{round}.trf")).chain(["final.trf".to_owned()]) {
            let Some(text) = file(example, &name) else { continue };
            let (event, notes) = imported(&text);
            assert!(
                !notes.iter().any(|note| note.contains("by the file and would have")),
                "{example} {name}: {notes:?}"
            );
            // What the lot gave is the arbiters' alone until the first round is published.
            let after = trf::read(&exports::report_for_arbiters(&event).unwrap()).unwrap();
            let before = trf::read(&text).unwrap();
            let is_begun = event.published_rounds() > 0;
            assert_eq!(
                exported(&event).tournament.settings.initial_side.is_some(),
                is_begun,
                "{example} {name}"
            );
            let (ours, theirs) = (&after.tournament, &before.tournament);
            let settings = |tournament: &Tournament| {
                let settings = &tournament.settings;
                (
                    settings.system,
                    settings.rounds,
                    settings.initial_side,
                    settings.points.win,
                    settings.points.draw,
                )
            };
            assert_eq!(settings(ours), settings(theirs), "{example} {name}");
            assert_eq!(ours.settings.points.loss, theirs.settings.points.loss);
            assert_eq!(
                ours.settings.points.pairing_allocated_bye,
                theirs.settings.points.pairing_allocated_bye
            );
            assert_eq!(ours.players().len(), theirs.players().len());
            for player in theirs.players() {
                let number = player.number;
                assert_eq!(
                    entries(ours, number),
                    entries(theirs, number),
                    "{example} {name}: player {number}"
                );
                let score = |tournament: &Tournament| {
                    tournament.score_before(tournament.player(number).unwrap(), tournament.next_round())
                };
                assert_eq!(score(ours), score(theirs), "{example} {name}: player {number}");
                assert_eq!(ours.player(number).unwrap().rating, player.rating);
                assert_eq!(after.people[&number].name, before.people[&number].name);
                assert_eq!(after.people[&number].federation, before.people[&number].federation);
            }
            assert_eq!(after.header.name, before.header.name);
            assert_eq!(
                (after.header.start_date, after.header.end_date),
                (before.header.start_date, before.header.end_date)
            );
        }
    }
}

/// The pairs of a file `rK.pairs`, as (first, second), `0` for the bye.
fn wanted(text: &str) -> Vec<(u16, u16)> {
    let pair = |line: &str| {
        let mut numbers = line.split_whitespace().map(|number| number.parse().unwrap());
        Some((numbers.next()?, numbers.next()?))
    };
    text.lines().skip(1).filter_map(pair).collect()
}

fn pairs(event: &Event, table: &Table) -> Vec<(u16, u16)> {
    let number = |id| event.entry(id).unwrap().number;
    let boards = table.boards.iter().map(|board| (number(board.first), number(board.second)));
    let byes = table.byes.iter().filter(|bye| bye.kind == ByeKind::Pairing);
    boards.chain(byes.map(|bye| (number(bye.entry), 0))).collect()
}

#[test]
fn an_imported_event_is_paired_on_as_the_reference_engine_does() {
    let mut rounds = 0;
    for example in EXAMPLES {
        for round in 1..=9 {
            let Some(text) = file(example, &format!("r{round}.trf")) else { continue };
            let (event, _) = imported(&text);
            assert_eq!(event.next_round(), Some(round), "{example}");
            let table = pairing::draft(&event, round, Start::Proposal).unwrap();
            let expected = wanted(&file(example, &format!("r{round}.pairs")).unwrap());
            assert_eq!(pairs(&event, &table), expected, "{example}, round {round}");
            rounds += 1;
        }
    }
    assert!(rounds > 30, "only {rounds} rounds were compared");
}

/// An event after two rounds with each game of the second adjourned in turn.
fn adjourned(example: &str) -> Vec<Event> {
    let (event, _) = imported(&file(example, "r3.trf").unwrap());
    let games = event.games_of(2).into_iter().map(|game| game.id);
    let adjourned = |id| {
        let mut event = event.clone();
        let game = event.games.get_mut(&id).unwrap();
        (game.result, game.adjourned) = (None, Some(Reason::parse("The hall closes.").unwrap()));
        event
    };
    games.map(adjourned).collect()
}

#[test]
fn a_file_with_an_adjourned_game_is_paired_as_the_event_is() {
    for event in ["ex-n010-plain", "ex-n010-p310", "ex-n021-plain"].into_iter().flat_map(adjourned) {
        let here = pairing::draft(&event, 3, Start::Proposal).unwrap();
        let here: BTreeSet<_> = pairs(&event, &here).into_iter().collect();
        for version in [Version::Trf16, Version::Trf26] {
            let text = trf::write(&exported(&event), version);
            let read = trf::read(&text).unwrap();
            assert!(trf::disagreements(&read).is_empty(), "{text}");
            let draft = dutch::draft_round(&read.tournament, Round::new(3).unwrap()).unwrap();
            let number = |number: PairingNumber| u16::try_from(number.get()).unwrap();
            let boards = draft.boards.iter().map(|board| (number(board.first), number(board.second)));
            let there = boards.chain(draft.byes.iter().map(|bye| (number(bye.player), 0)));
            assert_eq!(there.collect::<BTreeSet<_>>(), here, "{text}");
        }
    }
}

#[test]
fn an_adjourned_game_of_a_file_is_worth_nothing_before_it_is_finished_and_that_is_said() {
    for event in adjourned("ex-n010-p310") {
        let (_, notes) = imported(&trf::write(&exported(&event), Version::Trf26));
        assert!(!notes.iter().any(|note| note.contains("by the file")), "{notes:?}");
        assert!(notes.iter().any(|note| note.contains("adjourned game")), "{notes:?}");
    }
}

/// One round, in which the third player is not.
const PLAYED_WITHOUT_CEDAR: &str = "012 Open\n042 2026/11/20\n052 2026/11/22\n142 1\n192 FIDE_DUTCH\n\
    001    1 m    Ash, Rowan                        2400                             1.0    1     2 w 1\n\
    001    2 m    Birch, Ida                        2300                             0.0    2     1 b 0\n\
    001    3 m    Cedar, Lin                        2200                             0.0    3\n";

#[test]
fn who_is_in_no_round_of_a_knockout_left_before_it_began() {
    let text = PLAYED_WITHOUT_CEDAR.replace("142 1\n192 FIDE_DUTCH", "142 2\n192 CUSTOM_KNOCKOUT");
    let (event, _) = imported(&text);
    let of = |number: u16| event.entries_by_number()[usize::from(number) - 1];
    assert_eq!([1, 2, 3].map(|number| of(number).first_round), [1; 3]);
    assert_eq!([1, 2, 3].map(|number| of(number).leaves_from()), [None, None, Some(1)]);
}

#[test]
fn who_is_in_no_round_of_an_event_that_is_over_left_before_it_began() {
    let text = PLAYED_WITHOUT_CEDAR;
    let left = |text: &str| imported(text).0.entries_by_number()[2].leaves_from();
    assert_eq!(left(text), Some(1));
    // Another round is to come: a late entry.
    assert_eq!(left(&text.replace("142 1", "142 2")), None);
}

#[test]
fn points_that_a_file_states_and_its_results_do_not_give_are_told() {
    let told = |text: &str| imported(text).1.into_iter().find(|note| note.contains("The file states"));
    assert_eq!(told(WITH_PEOPLE), None);
    let text = WITH_PEOPLE.replace(" 1.0    1 ", " 2.5    1 ");
    assert_eq!(
        told(&text).unwrap(),
        "The file states other points than its results give, which are those that count: Ash, Rowan (2.5 stated, 1 counted)."
    );
}

#[test]
fn a_game_that_both_lost_is_no_draw_where_a_loss_is_worth_points() {
    let text = WITH_PEOPLE
        .replace("142 3\n", "142 3\n162  W 3.0    D 2.0    L 1.0\n")
        .replace("2 w 1", "2 w 0")
        .replace(" 0.0    2 ", " 1.0    2 ");
    let (event, notes) = imported(&text);
    assert!(!notes.iter().any(|note| note.contains("by the file")), "{notes:?}");
    let before = trf::read(&text).unwrap();
    let number = |number| PairingNumber::new(number).unwrap();
    for player in [1, 2].map(number) {
        assert_eq!(
            entries(&exported(&event).tournament, player),
            entries(&before.tournament, player),
            "a loss for player {player}"
        );
    }
}

#[test]
fn every_mistake_has_its_line_and_column() {
    let text = file("ex-n010-plain", "final.trf").unwrap();
    let lines: Vec<_> = text.lines().collect();
    let place = lines.iter().position(|line| line.starts_with("001")).unwrap();
    let at = |text: &str| match Story::read(text, &choices()) {
        Ok(_) => panic!("accepted"),
        Err(mistakes) => mistakes.iter().map(|mistake| (mistake.line, mistake.column)).collect::<Vec<_>>(),
    };
    let with = |column: usize, new: &str| {
        let mut line: Vec<char> = lines[place].chars().collect();
        for (offset, letter) in new.chars().enumerate() {
            line[column - 1 + offset] = letter;
        }
        let mut all: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        all[place] = line.into_iter().collect();
        all.join("\n")
    };
    assert_eq!(at(&with(49, "9999")), [(place + 1, 49)]);
    assert_eq!(at(&with(15, "                                 ")), [(place + 1, 15)]);
    let unknown = at(&with(99, "X"));
    assert_eq!(unknown[0], (place + 1, 99), "an unknown result");
    assert_eq!(unknown[1].1, 92, "the opponent's line no longer finds itself mirrored");
    assert_eq!(at(&with(15, "Player0002, Test")), [(place + 2, 15)]);
    assert!(!at("012 Nobody\n").is_empty());
}

#[test]
fn what_is_not_carried_over_is_said() {
    let text = file("ex-n010-heavy", "final.trf").unwrap().replace("012 ex-n010-heavy", "999 What is this?");
    let (_, notes) = imported(&text);
    let all = notes.join("\n");
    for said in ["How games ended", "no event", "Arbiter One", "90 min + 30 s", "“999 What is this?”"] {
        assert!(all.contains(said), "{said} is missing in {all}");
    }
}

#[test]
fn dates_are_read_as_people_write_them_or_refused() {
    let text = file("ex-n010-plain", "final.trf").unwrap();
    let dated = |date: &str| {
        let others = text.lines().filter(|line| !line.starts_with("042") && !line.starts_with("052"));
        format!("042 {date}\n{}\n", others.collect::<Vec<_>>().join("\n"))
    };
    let day = NaiveDate::from_ymd_opt(2025, 3, 1).unwrap();
    for date in
        ["2025/03/01", "2025-03-01", "2025.3.1", "01/03/2025", "1.3.2025", "Mar 1, 2025", "1 March 2025"]
    {
        assert_eq!(Story::read(&dated(date), &choices()).unwrap().settings.starts_on, day, "{date}");
    }
    for date in [
        "25/03/01",
        "01.03.25",
        "March 2025",
        "Mar 1, 25",
        "2025/13/01",
        "2025",
        "2206/03/01",
        "1 March 1025",
    ] {
        let mistakes = Story::read(&dated(date), &choices()).unwrap_err();
        assert!(mistakes[0].to_string().contains(date), "{date}: {mistakes:?}");
    }
    let mistakes = Story::read(&format!("### Dates\n{}", dated("25/03/01")), &choices()).unwrap_err();
    assert_eq!(
        mistakes[0].to_string(),
        "line 2, column 5: First day (042): “25/03/01” can be read in more than one way; write the year with four figures, \
         as in 2026/11/22."
    );
}

#[test]
fn a_system_that_is_not_known_is_asked_for() {
    let text = file("ex-n010-plain", "final.trf").unwrap();
    let with = |record: &str| text.replace("192 FIDE_DUTCH_2025", record);
    let refusal = |text: &str| Story::read(text, &choices()).unwrap_err()[0].to_string();
    assert!(refusal(&with("192 FIDE_DUBOV")).contains("FIDE_DUBOV"));
    assert!(refusal(&with("192 FIDE_TEAM_BAKU")).contains("team event"));
    let free = Choices { format: Some(tiger_event::settings::Format::Free), ..choices() };
    assert!(Story::read(&with("192 FIDE_DUBOV"), &free).is_ok());
}

#[test]
fn an_exported_file_keeps_away_who_is_away_and_names_its_game() {
    let text = file("ex-n010-plain", "r3.trf").unwrap();
    let (mut event, _) = imported(&text);
    let (gone, wishing) = {
        let ids: Vec<_> = event.entries.keys().take(2).copied().collect();
        let gone = event.entries.get_mut(&ids[0]).unwrap();
        gone.attendance =
            Attendance::Withdrawn { from_round: 3, is_present: false, games: Departure::Forfeit };
        let gone = gone.number;
        let wishing = event.entries.get_mut(&ids[1]).unwrap();
        wishing.byes.insert(3, ByeKind::HalfPoint);
        (gone, wishing.number)
    };
    let report = exported(&event);
    let cell = |number: u16| {
        let player = report.tournament.player(PairingNumber::new(u32::from(number)).unwrap()).unwrap();
        player.cells.get(2).map(|cell| cell.entry)
    };
    assert_eq!(cell(gone), Some(Entry::Bye(tiger_pairing::model::Bye::ZeroPoint)));
    assert_eq!(cell(wishing), None, "what a player asked for is not public");
    let written = trf::write(&report, Version::Trf26);
    let (again, notes) = imported(&written);
    let left =
        |number: u16| again.entries.values().find(|entry| entry.number == number).unwrap().leaves_from();
    assert_eq!((left(gone), left(wishing)), (Some(3), None), "who has left is not one who took rounds off");
    assert!(!notes.iter().any(|note| note.contains("not know")), "{notes:?}");
    let dragon = written.replace("### Game: LancerChess", "### Game: Dragon");
    assert!(imported(&dragon).1.iter().any(|note| note.contains("The file is of Dragon")));
}

const WITH_PEOPLE: &str = "\
012 Winter Open
042 2026/11/20
052 2026/11/22
092 Individual: Swiss-System FIDE (Dutch)
142 3
### Game: LancerChess. White is the side that moves first.
001    1 mFM  Ash, Rowan                        2400 MER    12345678 1990/02/03  1.0    1     2 w 1
001    2 w    Moor, Tamsin                      2300 MER        4321 1999/00/00  0.0    2     1 b 0
001    3 m    Fenn, Jo                          2200                             0.0    3
240 H 002    1
";

#[test]
fn what_a_file_says_of_people_comes_back_in_the_arbiters_file() {
    let unsaid = Choices { game: None, ..choices() };
    let mut story = Story::read(WITH_PEOPLE, &unsaid).unwrap();
    assert_eq!(story.settings.game, GameKind::LancerChess);
    let event = story.try_out(Utc.timestamp_opt(1_795_000_000, 0).unwrap()).unwrap();
    assert!(!story.notes.iter().any(|note| note.contains("not kept")), "{:?}", story.notes);
    let before = trf::read(WITH_PEOPLE).unwrap();
    let after = trf::read(&exports::report_for_arbiters(&event).unwrap()).unwrap();
    let known = |report: &Report| {
        let of = |person: &trf::Person| {
            (person.fide_id.clone(), person.title.clone(), person.sex.clone(), person.birth_date.clone())
        };
        report.people.values().map(of).collect::<Vec<_>>()
    };
    assert_eq!(known(&after), known(&before));
    let next = after.tournament.next_round();
    let away = |number: u32| {
        let player = after.tournament.player(PairingNumber::new(number).unwrap()).unwrap();
        player.cell(next).copied()
    };
    assert!(away(1).is_some() && away(2).is_none(), "the bye asked for is in the file");
    let public = exported(&event);
    assert!(public.people.values().all(|person| person.birth_date.is_empty() && person.sex.is_empty()));
    assert!(public.people.values().any(|person| person.fide_id == "12345678" && person.title == "FM"));
}

#[test]
fn what_a_players_line_has_no_room_for_comes_back_too() {
    let (mut event, _) = imported(WITH_PEOPLE);
    let begin = "Featherstonehaugh-Cholmondeley, Al";
    event.entries.change_each(
        |_| true,
        |entry| {
            let (ending, federation) = [("freda", "Isle of Man"), ("bert", "MER"), ("bert Junior", "Mercia")]
                [usize::from(entry.number) - 1];
            entry.details.name = PersonName::parse(&format!("{begin}{ending}")).unwrap();
            entry.details.federation = Label::parse_optional(federation).unwrap();
        },
    );
    let people = |event: &Event| {
        let of = |entry: &tiger_event::entry::Entry| {
            (entry.details.name.clone(), entry.details.federation.clone())
        };
        event.entries_by_number().into_iter().map(of).collect::<Vec<_>>()
    };
    let file = exports::report_for_arbiters(&event).unwrap();
    let (again, notes) = imported(&file);
    assert_eq!(people(&again), people(&event));
    assert!(!notes.iter().any(|note| note.contains("not know")), "{notes:?}");
    // Another program gave the first number to another player: what its line says counts.
    let line = |name: &str| format!("{name:<33} 2400");
    let cut: String = begin.chars().take(33).collect();
    let (other, _) = imported(&file.replace(&line(&cut), &line("Ash, Rowan")));
    assert_eq!(people(&other)[0].0.as_str(), "Ash, Rowan");
}

#[test]
fn a_file_that_names_no_game_asks_for_it() {
    let text = WITH_PEOPLE.replace("### Game: LancerChess.", "### Nothing.");
    let mistakes = Story::read(&text, &Choices { game: None, ..choices() }).unwrap_err();
    assert!(mistakes.iter().any(|mistake| mistake.sentence.contains("four games")), "{mistakes:?}");
}

#[test]
fn a_forfeit_of_tigerchess_needs_no_dice() {
    let file =
        WITH_PEOPLE.replace("LancerChess", "TigerChess").replace("2 w 1", "2 w +").replace("1 b 0", "1 b -");
    let story = Story::read(&file, &Choices { game: None, ..choices() });
    let event = story.unwrap().try_out(Utc.timestamp_opt(1_795_000_000, 0).unwrap()).unwrap();
    assert_eq!(event.settings.game, GameKind::TigerChess);
    assert_eq!(event.rounds[0].state, tiger_event::round::RoundState::Closed);
}
