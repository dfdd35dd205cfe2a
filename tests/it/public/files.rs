//! Files to take along.

use serde_json::Value;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::ledger::{Attachment, Order};
use tiger_event::record::{Checked, Findings};
use tiger_event::{
    Actor, Bytes32, Command, EntryCommand, EventCommand, GameId, Reason, RecordCommand, RecordText,
    ResultEntry, RoundCommand, Seat,
};
use tiger_rules::{Ending, GameKind, Limits, read_records};

use super::world::{Open, open_event};
use crate::rig::{TestApp, findings, on_sqlite};

/// The lines of a CSV file without its mark.
fn lines(body: &str) -> Vec<Vec<String>> {
    let body = body.strip_prefix('\u{feff}').expect("the file begins with the mark of UTF-8");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(body.as_bytes());
    reader.records().map(|line| line.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn file(app: &TestApp, path: &str, name: &str) -> Vec<Vec<String>> {
    let answer = app.visitor().get(&format!("/events/open{path}")).expect_status(200);
    assert_eq!(answer.header("content-disposition"), format!("attachment; filename=\"{name}\""));
    assert!(answer.header("content-type").starts_with("text/csv; charset=utf-8"));
    lines(&answer.body)
}

pub(super) fn hand_in(app: &TestApp, open: &Open, game: GameId, text: &str, shows: Option<ResultEntry>) {
    let findings =
        Findings { plies: 4, result: shows, ..findings(Checked::Legal, Bytes32::digest(text.as_bytes())) };
    let record = RecordText { text: text.to_owned(), salt: None };
    let digest = record.digest();
    let command = Command::Record(RecordCommand::HandInRecord {
        game,
        record: new_id(),
        player: None,
        digest,
        findings: Box::new(findings),
    });
    let order = Order::new(Actor::Program, open.id, command).with(Attachment::Record(record));
    app.state().ledger.commit(&order).unwrap();
}

/// Plays round 1: board 1 with a record, board 2 without.
pub(crate) fn play_with_record(app: &TestApp, open: &Open) -> Vec<GameId> {
    let games = open.publish(app, 1);
    let shown = ResultEntry::plain(Some(Seat::First), Ending::Concession(None));
    hand_in(app, open, games[0], RECORD, Some(shown));
    for game in &games {
        if app.state().ledger.event(open.id).unwrap().game(*game).unwrap().result.is_none() {
            open.enter(app, *game, Some(Seat::First), Ending::Concession(None));
        }
    }
    app.commit(open.id, RoundCommand::CloseRound { round: 1 });
    games
}

pub(super) const RECORD: &str = "[Event \"Somewhere\"]\n[Game \"LancerChess\"]\n[Bengal \"T. M.\"]\n[Siberian \"I. T.\"]\n\
                      [Termination \"concession\"]\n[Result \"Bengal\"]\n\n1. E2-E4 E7-E5 2. A2-A3 A7-A6 Bengal\n";

on_sqlite!(
    the_standings_are_a_table,
    a_calendar_follows_one_players_rounds,
    a_calendar_loses_what_is_no_more,
    the_nominal_half_stands_apart,
    pairings_and_players_are_tables,
    programs_read_the_event,
    other_programs_read_the_report_file,
    all_records_make_one_file_under_the_events_own_tags
);

fn the_standings_are_a_table(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    let lines = file(app, "/standings.csv", "open-standings.csv");
    assert_eq!(lines[0][..3], ["place", "number", "name"]);
    assert_eq!(lines[0][9..], ["DE", "SB", "BH/C1", "GV"]);
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[1][..3], ["1", "1", "Moor, Tessa"]);
    // A name that a spreadsheet would reckon with is disarmed.
    assert!(lines.iter().any(|line| line[2] == "'=Vale, Kit"), "{lines:?}");
    assert_eq!(lines[1][6..9], ["3", "3", "0"]);
}

fn the_nominal_half_stands_apart(app: &TestApp) {
    let open = open_event(app, "open", |settings| settings.game = GameKind::Dragon);
    let games = open.publish(app, 1);
    open.enter(app, games[0], Some(Seat::First), Ending::LockingUp);
    let lines = file(app, "/standings.csv", "open-standings.csv");
    assert_eq!(lines[1][6..9], ["5.5", "5", "1"]);
    let page = app.visitor().get("/events/open/standings");
    page.expect_text("5 + 1/2");
    let lines = file(app, "/crosstable.csv", "open-crosstable.csv");
    assert_eq!(lines[1], ["1", "1", "Moor, Tessa", "4/1 5.5", "5.5"]);
    let open = lines.iter().filter(|line| line[3].ends_with(" *")).count();
    assert_eq!(open, 2, "a game that is open is no day of the year: {lines:?}");
}

fn pairings_and_players_are_tables(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    let lines = file(app, "/pairings.csv", "open-pairings.csv");
    assert_eq!(lines[1][..8], ["1", "1", "1", "Moor, Tessa", "4", "Thorne, Iris", "3", "0"]);
    assert_eq!(lines[1][8], "concession");
    assert_eq!(lines[3][..9], ["1", "", "5", "'=Vale, Kit", "", "", "2", "", "PAB"]);
    let players = file(app, "/players.csv", "open-players.csv");
    assert_eq!(players[2][..2], ["2", "Reed, Jonah"]);
}

fn programs_read_the_event(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    let answer = app.visitor().get("/events/open/event.json").expect_status(200);
    assert_eq!(answer.header("content-type"), "application/json");
    let event: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(event["format"], "tiger-arbiter event 1");
    assert_eq!(event["players"].as_array().unwrap().len(), 5);
    assert_eq!(event["rounds"][0]["games"][0]["result"]["first"]["points"], "3");
    assert_eq!(event["rounds"][0]["games"][0]["result"]["winner"], "first");
    let answer = app.visitor().get("/events/open/standings.json").expect_status(200);
    let standings: Value = serde_json::from_str(&answer.body).unwrap();
    let first = &standings["standings"]["lines"][0];
    assert_eq!((&first["name"], &first["points"]), (&"Moor, Tessa".into(), &"3".into()));
    assert!(!first["tie_breaks"][1]["working"]["terms"].as_array().unwrap().is_empty());
}

fn other_programs_read_the_report_file(app: &TestApp) {
    let open = open_event(app, "open", |settings| settings.game = GameKind::Dragon);
    let games = open.publish(app, 1);
    open.enter(app, games[0], Some(Seat::First), Ending::LockingUp);
    let answer = app.visitor().get("/events/open/event.trf").expect_status(200);
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"open.trf\"");
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    let report = tiger_pairing::trf::read(&answer.body).unwrap();
    assert_eq!(report.header.chief_arbiter, "Moor, Tessa");
    assert!(tiger_pairing::trf::disagreements(&report).is_empty(), "{}", answer.body);
    assert_eq!(report.header.name, "Merridon Open");
    assert!(report.other_lines[0].text.contains("No game of this event is a rated game of chess"));
    let best = tiger_pairing::standings::standings(&report.tournament, &report.tie_breaks().unwrap());
    assert_eq!(report.people[&best.rows[0].player].name, "Moor, Tessa");
    assert_eq!(best.rows[0].points.to_string(), "5.5");
}

fn all_records_make_one_file_under_the_events_own_tags(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let games = open.publish(app, 1);
    app.visitor().get("/events/open/games.tgr").expect_status(200);
    let shown = ResultEntry::plain(Some(Seat::First), Ending::Concession(None));
    hand_in(app, &open, games[0], RECORD, Some(shown));
    hand_in(app, &open, games[1], &RECORD.replace("A2-A3", "A2-A4"), Some(shown));
    // A game tells its record when its result stands.
    let before = app.state().ledger.event(open.id).unwrap();
    for game in &games {
        if before.game(*game).unwrap().result.is_none() {
            open.enter(app, *game, Some(Seat::First), Ending::Concession(None));
        }
    }
    let answer = app.visitor().get("/events/open/games.tgr").expect_status(200);
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"open.tgr\"");
    let records: Vec<_> = read_records(&answer.body, Limits::FILES).map(Result::unwrap).collect();
    assert_eq!(records.len(), 2, "{}", answer.body);
    let tags = ["Event", "Round", "Board", "Bengal", "Siberian", "Result", "Termination"];
    let values = tags.map(|tag| records[1].tag(tag).unwrap().to_owned());
    assert_eq!(values, ["Merridon Open", "1", "2", "Reed, Jonah", "Ash, Rowan", "Bengal", "concession"]);
    assert!(answer.body.contains("1. E2-E4 E7-E5 2. A2-A4 A7-A6 Bengal"), "{}", answer.body);
    for record in &records {
        assert!(tiger_rules::check(record).error.is_none(), "{}", answer.body);
    }
}

/// The lines of a player's calendar, unfolded.
fn calendar(app: &TestApp, number: u16) -> Vec<String> {
    let file = app.visitor().get(&format!("/events/open/players/{number}.ics")).expect_status(200);
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    assert!(file.header("content-disposition").contains(&format!("open-player-{number}.ics")));
    file.body.replace("\r\n ", "").split("\r\n").map(str::to_owned).collect()
}

/// The values of a property, of one occasion after the other.
fn values(lines: &[String], name: &str) -> Vec<String> {
    let of_occasions = lines.iter().skip_while(|line| *line != "BEGIN:VEVENT");
    let named = of_occasions.filter_map(|line| line.split_once(':').filter(|(it, _)| *it == name));
    named.map(|(_, value)| value.to_owned()).collect()
}

fn a_calendar_follows_one_players_rounds(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let before = calendar(app, 1);
    let starts =
        |lines: &[String], text: &str| values(lines, "SUMMARY").iter().any(|it| it.starts_with(text));
    assert_eq!(values(&before, "UID").len(), 3);
    assert!(starts(&before, "Round 1\\, "), "{before:?}");
    // A draft is nobody's business.
    open.draft(app, 1, "");
    assert_eq!(calendar(app, 1), before);
    app.commit(open.id, RoundCommand::DiscardDraft { round: 1 });
    let games = open.publish(app, 1);
    let published = calendar(app, 1);
    assert!(starts(&published, "Round 1\\, board 1 against Thorne\\, Iris\\, "), "{published:?}");
    assert!(values(&published, "DESCRIPTION")[0].starts_with("Bengal.\\nDefault time: 30 minutes."));
    assert_eq!(values(&published, "UID"), values(&before, "UID"));
    let newest = |lines: &[String]| values(lines, "SEQUENCE")[0].parse::<u64>().unwrap();
    assert!(newest(&before) < newest(&published));
    assert!(values(&calendar(app, 4), "DESCRIPTION")[0].starts_with("Siberian."));
    let free = calendar(app, 5);
    assert!(starts(&free, "Round 1: ") && values(&free, "TRANSP") == ["TRANSPARENT"], "{free:?}");
    // Taken back, it is a round like any other, and newer.
    let reason = Reason::parse("Wrong pairing").unwrap();
    app.commit(open.id, RoundCommand::UnpublishRound { round: 1, reason });
    let back = calendar(app, 1);
    assert_eq!(values(&back, "SUMMARY"), values(&before, "SUMMARY"));
    assert!(newest(&published) < newest(&back));
    let seen = app.state().ledger.event(open.id).unwrap().round(1).unwrap().revision;
    app.commit(open.id, RoundCommand::PublishRound { round: 1, seen });
    open.enter(app, games[0], Some(Seat::Second), Ending::Forfeit);
    assert_eq!(values(&calendar(app, 1), "DESCRIPTION")[0], "Bengal.\\nLost\\, 0 : 3 (opponent absent).");
    app.visitor().get("/events/open/players/1").expect_text("Calendar file");
}

fn a_calendar_loses_what_is_no_more(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    app.commit(open.id, EntryCommand::Withdraw { entry: open.entries[0], from_round: 2, leaving: None });
    assert_eq!(values(&calendar(app, 1), "UID").len(), 1);
    assert_eq!(values(&calendar(app, 2), "UID").len(), 3);
    let reason = Reason::parse("Asked for").unwrap();
    app.state().ledger.erase(&Actor::Program, (open.id, open.entries[1]), &reason).unwrap();
    let visitor = app.visitor();
    visitor.get("/events/open/players/2.ics").expect_status(404);
    visitor.get("/events/open/players/2").expect_status(200).expect_no_text("Calendar file");
    assert!(!calendar(app, 3).concat().contains("Reed"));
    for path in ["9.ics", "x.ics", "01.ics/", ".ics"] {
        visitor.get(&format!("/events/open/players/{path}")).expect_status(404);
    }
    app.commit(open.id, EventCommand::ShowEvent { is_public: false });
    visitor.get("/events/open/players/1.ics").expect_status(404);
}
