//! Players who leave: out of a round robin by FIDE's rule or otherwise, and "after round N" of any event.

use tiger_arbiter::ledger::OnceKey;
use tiger_arbiter::services::pairing::{Start, draft};
use tiger_arbiter::services::standings::EventStandings;
use tiger_event::{
    Departure, Entry, EntryId, EventCommand, EventId, Format, Reason, ResultCommand, ResultEntry,
    RoundCommand, Seat, UserId,
};
use tiger_rules::{Ending, GameKind, Variation};

use crate::rig::{Answer, Backend, Browser, TestApp, on_both_databases, on_sqlite};

on_both_databases!(who_leaves_before_half_is_annulled_after_the_arbiter_has_seen_what_changes);
on_sqlite!(
    who_leaves_after_half_forfeits_what_is_left,
    a_game_that_was_not_played_after_all_is_told_at_the_desk,
    a_forfeit_is_worth_the_same_with_a_board_and_without,
    the_arbiter_chooses_otherwise_with_a_reason,
    who_comes_back_counts_again,
    what_a_return_did_is_taken_back_with_it,
    a_return_can_be_sooner_than_was_said,
    byes_are_for_rounds_that_the_player_has,
    files_say_what_was_annulled,
    a_program_changes_no_standings_unseen,
    a_pair_that_both_left_stands_in_the_file_for_programs,
    who_leaves_later_is_there_until_then,
    a_round_that_the_event_cannot_have_is_refused
);

const NAMES: [&str; 6] = ["Ash", "Elm", "Oak", "Bay", "Fir", "Yew"];

struct Table<'a> {
    app: &'a TestApp,
    chief: UserId,
    event: EventId,
    tessa: Browser,
    ids: Vec<EntryId>,
}

impl<'a> Table<'a> {
    fn new(app: &'a TestApp, format: Format) -> Self {
        let (chief, tessa) = app.sign_in("tessa");
        let event = app.add_event_with("open", chief, |settings| {
            settings.format = format;
            settings.rounds = 5;
        });
        let ids = app.add_entries(event, &NAMES);
        app.commit(event, EventCommand::ShowEvent { is_public: true });
        Self { app, chief, event, tessa, ids }
    }

    fn now(&self) -> tiger_event::event::Event {
        (*self.app.state().ledger.event(self.event).unwrap()).clone()
    }

    fn entry(&self, place: usize) -> Entry {
        self.now().entry(self.ids[place]).unwrap().clone()
    }

    /// Drafts and publishes a round, in which whoever entered first wins.
    fn play(&self, round: u16) {
        let system = self.now().settings.format;
        if system == Format::Swiss && round == 1 {
            self.app.commit(self.event, RoundCommand::DrawFirstSide { side: Seat::First });
        }
        let table = draft(&self.now(), round, Start::Proposal).unwrap();
        self.app.commit(self.event, RoundCommand::DraftRound { round, system, table });
        self.app.commit(self.event, RoundCommand::PublishRound { round, seen: u64::MAX });
        for game in self.now().games_of(round) {
            let place = |id| self.ids.iter().position(|known| *known == id);
            let winner = if place(game.first) < place(game.second) { Seat::First } else { Seat::Second };
            let is_dragon = self.now().settings.game == GameKind::Dragon;
            let ending = if is_dragon { Ending::DirectCapture } else { Ending::Checkmate };
            let result = ResultEntry::plain(Some(winner), ending);
            self.app.commit(self.event, ResultCommand::EnterResult { game: game.id, result, seen: 0 });
        }
        self.app.commit(self.event, RoundCommand::CloseRound { round });
    }

    fn post(&self, place: usize, path: &str, fields: &[(&str, &str)]) -> Answer {
        let key = OnceKey::new();
        let mut all = vec![("idempotency_key", key.as_str())];
        all.extend(fields);
        self.tessa.post_form(&format!("/events/open/entries/{}/{path}", self.ids[place]), &all)
    }

    fn confirm(&self, place: usize, path: &str, fields: &[(&str, &str)], asked: &Answer) {
        let confirmed = asked.confirmation().unwrap();
        let all: Vec<_> = fields.iter().copied().chain([("confirmed", confirmed.as_str())]).collect();
        self.post(place, path, &all).expect_status(303);
    }

    /// Leaves as the fields say, after a look at what changes.
    fn leave(&self, place: usize, fields: &[(&str, &str)]) {
        let asked = self.post(place, "withdraw", fields).expect_status(200);
        self.confirm(place, "withdraw", fields, &asked);
    }

    fn points(&self) -> Vec<String> {
        let table = EventStandings::of(&self.now(), None).unwrap();
        self.ids.iter().map(|id| table.line(*id).unwrap().tally.decimal()).collect()
    }

    fn show(&self, path: &str) -> Answer {
        self.tessa.get(&format!("/events/open{path}")).expect_status(200)
    }
}

fn who_leaves_before_half_is_annulled_after_the_arbiter_has_seen_what_changes(app: &TestApp) {
    let table = Table::new(app, Format::RoundRobin);
    table.play(1);
    table.play(2);
    let before = table.points();
    let fields = [("from_round", "3"), ("games", "rule")];
    let asked = table.post(0, "withdraw", &fields).expect_status(200);
    let asked = asked
        .expect_text("Ash has played 2 of 5 games: less than half.")
        .expect_text("count for nobody")
        .expect_text("6 ");
    assert_eq!(table.points(), before, "looking changes nothing");
    table.confirm(0, "withdraw", &fields, &asked);
    assert_eq!(table.entry(0).departure(), Some(Departure::Annul));
    let event = table.now();
    let table_now = EventStandings::of(&event, None).unwrap();
    let last = table_now.lines.last().unwrap();
    assert_eq!((last.entry, last.row.is_annulled), (table.ids[0], true));
    assert_eq!(table.points()[0], "0");
    for round in 3..=5 {
        table.play(round);
    }
    // Everybody else as in a round robin of five without Ash, in which the earlier one wins: 4, 3, 2, 1, 0 games.
    assert_eq!(table.points(), ["0", "12", "9", "6", "3", "0"]);
    table.show("/standings").expect_text("withdrawn, games annulled");
    table.show("/crosstable").expect_text("(3)").expect_text("counts for nobody");
    // Whoever would have met Ash has a round that adds nothing, wherever it is told.
    for number in 1..=6 {
        table.show(&format!("/players/{number}")).expect_text("annulled").expect_no_text("win by forfeit");
    }
    let rounds = (3..=5).map(|round| table.show(&format!("/rounds/{round}")).body);
    assert!(rounds.filter(|page| page.contains("no game: the games of Ash are annulled")).count() == 3);
    table.show("/ledger").expect_text("all their games are annulled");
    assert_eq!(app.state().ledger.verify(table.event).unwrap().faults, vec![]);
}

fn who_leaves_after_half_forfeits_what_is_left(backend: Backend) {
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::RoundRobin);
    for round in 1..=3 {
        table.play(round);
    }
    let before = table.points();
    let fields = [("from_round", "4"), ("games", "rule")];
    let asked = table.post(5, "withdraw", &fields).expect_status(200);
    let asked = asked.expect_text("Yew has played 3 of 5 games: half or more.");
    table.confirm(5, "withdraw", &fields, &asked);
    assert_eq!(table.points(), before, "results stand");
    table.play(4);
    let round = table.now().round(4).unwrap().table.clone();
    let forfeit = round.byes.iter().find(|bye| bye.against == Some(table.ids[5])).unwrap();
    table.show("/rounds/4").expect_text("win by forfeit over Yew");
    table.show("/crosstable").expect_text("3 f").expect_text("0 f").expect_no_text("counts for nobody");
    let number = table.now().entry(forfeit.entry).unwrap().number;
    table.show("/crosstable.csv").expect_text("6/f 3").expect_text(&format!("{number}/f 0"));
    table.play(5);
    // Whom Yew did not meet has three points more, as the winner of a game would.
    assert_eq!(table.points(), ["15", "12", "9", "6", "3", "0"]);
}

/// Dragon's forfeit has a nominal half, whoever enters it.
fn a_forfeit_is_worth_the_same_with_a_board_and_without(app: &TestApp) {
    let table = Table::new(app, Format::RoundRobin);
    app.change_settings(table.event, |settings| settings.game = GameKind::Dragon);
    table.play(1);
    table.leave(5, &[("from_round", "2"), ("games", "forfeit"), ("reason", "The club asked for it.")]);
    table.play(2);
    let event = table.now();
    let byes = &event.round(2).unwrap().table.byes;
    let forfeit = byes.iter().find(|bye| bye.against == Some(table.ids[5])).unwrap();
    let at_a_board = ResultEntry::plain(Some(Seat::First), Ending::Forfeit);
    let [points, _] =
        at_a_board.score(Variation::standard(GameKind::Dragon), &event.settings.points).unwrap();
    assert_eq!((points.nominal, event.bye_points(forfeit).to_string()), (1, points.decimal()));
    assert_eq!(table.points().iter().filter(|points| points.ends_with(".5")).count(), 1);
}

fn the_arbiter_chooses_otherwise_with_a_reason(backend: Backend) {
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::DoubleRoundRobin);
    table.play(1);
    let before = table.points();
    let otherwise = [("from_round", "2"), ("games", "forfeit")];
    table.post(0, "withdraw", &otherwise).expect_status(422).expect_text("say why; the ledger keeps it");
    let fields = [("from_round", "2"), ("games", "forfeit"), ("reason", "The club asked for it.")];
    let asked = table.post(0, "withdraw", &fields).expect_status(200);
    let asked = asked.expect_text("1 of 10 games").expect_text("You choose otherwise: results stand");
    table.confirm(0, "withdraw", &fields, &asked);
    assert_eq!((table.entry(0).departure(), table.points()), (Some(Departure::Forfeit), before));
    table.show("/ledger").expect_text("games to come are forfeited (The club asked for it.)");
    // Later, when a round was published since, the rule is taken after all.
    table.play(2);
    let fields = [("from_round", "2"), ("games", "rule")];
    let asked = table.post(0, "withdraw", &fields).expect_status(200).expect_text("less than half");
    table.confirm(0, "withdraw", &fields, &asked);
    assert_eq!(table.entry(0).departure(), Some(Departure::Annul));
    assert!(table.now().round(2).is_ok(), "the round stays");
    // Nobody is there again in rounds that were paired without them.
    let later = [("from_round", "4"), ("games", "forfeit"), ("reason", "The club asked for it.")];
    let refused = table.post(0, "withdraw", &later).expect_status(422);
    refused.expect_text("has left before round 2, which was published since. Let the player come back");
    // A form made by hand.
    let strange = [("from_round", "2"), ("games", "gone")];
    table.post(0, "withdraw", &strange).expect_status(422).expect_text("Choose from the list");
}

fn who_comes_back_counts_again(backend: Backend) {
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::RoundRobin);
    table.play(1);
    let before = table.points();
    table.leave(0, &[("from_round", "2"), ("games", "annul")]);
    table.play(2);
    let back = [("from_round", "3")];
    let asked = table.post(0, "reinstate", &back).expect_status(200);
    let asked = asked.expect_text("Ash is paired again, and their games count.");
    table.confirm(0, "reinstate", &back, &asked);
    assert_ne!(table.points(), before);
    assert_eq!(table.points()[0], "3", "the game of round 1 counts again, the one missed stays forfeited");
    table.play(3);
    assert_eq!(table.points()[0], "6");
}

/// A return fills the rounds that were missed with byes: taken back, it leaves none, and who was never seen is not
/// called present.
fn what_a_return_did_is_taken_back_with_it(backend: Backend) {
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::RoundRobin);
    table.play(1);
    let give = |path: &str, fields: &[(&str, &str)]| {
        let asked = table.post(0, path, fields).expect_status(200);
        table.confirm(0, path, fields, &asked);
        table.now().version
    };
    let take_back = |entry: u64| {
        let key = OnceKey::new();
        let fields = [("idempotency_key", key.as_str()), ("reason", "The wrong player.")];
        table.tessa.post_form(&format!("/events/open/ledger/{entry}/take-back"), &fields).expect_status(303);
        table.now().version
    };
    let before = table.entry(0);
    let gone = give("withdraw", &[("from_round", "2"), ("games", "annul")]);
    let left = table.entry(0);
    let back = give("reinstate", &[("from_round", "4")]);
    let returned = table.entry(0);
    assert_eq!(returned.byes.len(), 2);
    let same = |was: &Entry| {
        let now = table.entry(0);
        assert_eq!((now.attendance, &now.byes), (was.attendance, &was.byes));
    };
    let not_back = take_back(back);
    same(&left);
    let back_again = take_back(not_back);
    same(&returned);
    take_back(back_again);
    same(&left);
    take_back(gone);
    same(&before);
    table.show("/ledger").expect_text("Ash stays in the event, as before (The wrong player.)");
    table.play(2);
    assert_eq!(table.points()[0], "6", "paired as if nothing had been");
    assert_eq!(app.state().ledger.verify(table.event).unwrap().faults, vec![]);
}

/// Who comes back sooner than was said plays: the byes of a round robin stand on the player's page with their buttons.
fn a_return_can_be_sooner_than_was_said(backend: Backend) {
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::RoundRobin);
    table.play(1);
    let page = || table.show(&format!("/entries/{}", table.entry(0).id));
    page().expect_no_text("Byes");
    for (path, fields) in [
        ("withdraw", [("from_round", "2"), ("games", "annul")]),
        ("reinstate", [("from_round", "4"), ("", "")]),
    ] {
        let asked = table.post(0, path, &fields).expect_status(200);
        table.confirm(0, path, &fields, &asked);
    }
    page().expect_text("Round 2: zero-point bye").expect_text("Take it back").expect_no_text("Give this bye");
    for round in ["2", "3"] {
        table.post(0, "bye", &[("round", round), ("kind", "")]).expect_status(303);
    }
    page().expect_no_text("Byes");
    table.play(2);
    assert_eq!(table.points()[0], "6", "paired as if the player had not left");
}

fn byes_are_for_rounds_that_the_player_has(backend: Backend) {
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::Swiss);
    let ask = |round: &str, kind: &str| table.post(0, "bye", &[("round", round), ("kind", kind)]);
    ask("5", "HPB").expect_status(303);
    app.change_settings(table.event, |settings| {
        settings.rounds = 4;
        settings.byes.half_byes_allowed = 1;
    });
    // The bye of a round that is no more uses up nothing, and can be taken away.
    ask("2", "HPB").expect_status(303);
    ask("5", "").expect_status(303);
    assert_eq!(table.entry(0).byes.keys().copied().collect::<Vec<_>>(), [2]);
    ask("5", "ZPB").expect_status(422).expect_text("The event has 4 rounds.");
    table.post(0, "withdraw", &[("from_round", "3")]).expect_status(303);
    ask("3", "ZPB").expect_status(422).expect_text("Ash is out from round 3 on and has no bye in round 3.");
    ask("2", "ZPB").expect_status(303);
}

fn files_say_what_was_annulled(backend: Backend) {
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::RoundRobin);
    table.play(1);
    table.play(2);
    table.leave(0, &[("from_round", "3"), ("games", "rule")]);
    table.play(3);
    let file = app.visitor().get("/events/open/event.trf").expect_status(200);
    file.expect_text("### tiger-arbiter annulled 1").expect_text("240 Z 004    1");
    app.visitor().get("/events/open/standings.json").expect_status(200).expect_text("\"place\":null");
    // What another program, or this one, takes in again is the same event.
    let text = tiger_arbiter::exports::report_for_arbiters(&table.now()).unwrap();
    let today = table.now().settings.starts_on;
    let choices = tiger_arbiter::services::import::Choices { game: None, format: None, today };
    let mut story = tiger_arbiter::services::import::Story::read(&text, &choices).unwrap();
    let again = story.try_out(table.now().changed_at).unwrap();
    assert!(!story.notes.iter().any(|note| note.contains("by the file")), "{:?}", story.notes);
    let told = |event: &tiger_event::event::Event| {
        let standings = EventStandings::of(event, None).unwrap();
        let line = |line: &tiger_arbiter::services::standings::Line| {
            (event.name_of(line.entry).to_owned(), line.place(), line.tally.decimal())
        };
        standings.lines.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(told(&again), told(&table.now()));
    let api = app.visitor().get("/api/v1/events/open/standings").expect_status(200);
    api.expect_text("\"is_annulled\":true");
    app.visitor()
        .get("/api/v1/events/open/rounds/3")
        .expect_text("\"kind\":\"+\"")
        .expect_text("\"absent\":1,\"points\":\"0\"");
    let pairings = app.visitor().get("/events/open/pairings.csv").expect_status(200);
    assert!(pairings.body.lines().any(|line| line.contains(r#""Ash","0","","+""#)), "{}", pairings.body);
    // Games, byes and pairs that count for nobody say so: with Ash in each round, and nobody else's.
    let counts = pairings.body.trim_start_matches('\u{feff}').lines().skip(1);
    for line in counts {
        let is_of_ash = line.contains("\"Ash\"");
        assert_eq!(line.ends_with("\"no\""), is_of_ash, "{line}");
        assert_eq!(line.ends_with("\"yes\""), !is_of_ash, "{line}");
    }
    let whole = app.visitor().get("/events/open/event.json").expect_status(200);
    let whole: serde_json::Value = serde_json::from_str(&whole.body).unwrap();
    let games =
        whole["rounds"].as_array().unwrap().iter().flat_map(|round| round["games"].as_array().unwrap());
    assert_eq!(games.filter(|game| game["counts"] == false).count(), 2, "Ash has played twice");
    let games = app.visitor().get("/api/v1/events/open/games").expect_status(200);
    assert_eq!(games.body.matches("\"is_annulled\":true").count(), 2);
    for round in [1, 2] {
        let page = app.visitor().get(&format!("/events/open/rounds/{round}")).expect_status(200);
        assert_eq!(page.body.matches("; annulled").count(), 1);
    }
    let feed = app.visitor().get("/events/open/feed.atom").expect_status(200);
    assert_eq!(feed.body.matches("; annulled</summary>").count(), 2);
}

fn a_pair_that_both_left_stands_in_the_file_for_programs(backend: Backend) {
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::RoundRobin);
    table.play(1);
    // Of the table's rounds, the second has the sixth against the fourth.
    for place in [3, 5] {
        table.leave(
            place,
            &[("from_round", "2"), ("games", "forfeit"), ("reason", "They travel home together.")],
        );
    }
    table.play(2);
    let file = app.visitor().get("/events/open/event.json").expect_status(200);
    let told: serde_json::Value = serde_json::from_str(&file.body).unwrap();
    let [one, other] = table.now().round(2).unwrap().table.absent[0];
    let pair = [one, other].map(|id| serde_json::json!({"entry": id, "name": table.now().name_of(id)}));
    assert_eq!(told["rounds"][1]["both_absent"], serde_json::json!([pair]));
    assert_eq!(told["rounds"][0]["both_absent"], serde_json::json!([]));
    // People read it in words, wherever results of the round stand.
    let names = [one, other].map(|id| table.now().name_of(id).to_owned());
    let numbers = [one, other].map(|id| table.now().entry(id).unwrap().number);
    let api = app.visitor().get("/api/v1/events/open/rounds/2").expect_status(200);
    let told: serde_json::Value = serde_json::from_str(&api.body).unwrap();
    for place in [0, 1] {
        let absent = serde_json::json!({"number": numbers[place], "name": names[place]});
        assert_eq!(told["both_absent"][0][place], absent);
    }
    let line =
        ["2", "", &numbers[0].to_string(), &names[0], &numbers[1].to_string(), &names[1], "0", "0", "-"];
    let line = format!("\"{}\"", line.join("\",\""));
    app.visitor().get("/events/open/pairings.csv").expect_text(&line);
    let said = |name: &str| format!("loss by forfeit: {name} was not there either");
    for path in ["rounds/2", "rounds/2/print/boards"] {
        let page = app.visitor().get(&format!("/events/open/{path}")).expect_status(200);
        names.iter().fold(page, |page, name| page.expect_text(&said(name)));
    }
    let number = table.now().entry(one).unwrap().number;
    let page = app.visitor().get(&format!("/events/open/players/{number}")).expect_status(200);
    page.expect_text(&said(&names[1])).expect_text("not played, lost by forfeit");
    app.visitor().get("/events/open/crosstable").expect_text("lost by both where neither came");
    app.visitor().get("/events/open/standings").expect_text("not played, lost by forfeit");
}

fn who_leaves_later_is_there_until_then(backend: Backend) {
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::Swiss);
    table.post(0, "withdraw", &[("from_round", "3")]).expect_status(303);
    table.show(&format!("/entries/{}", table.ids[0])).expect_text("Leaves after round 2");
    table.show("/entries").expect_text("leaves after round 2").expect_no_text("Withdrawn");
    table.show("/players").expect_no_text("Withdrawn");
    let key = OnceKey::new();
    let id = table.ids[0].to_string();
    let here = [("idempotency_key", key.as_str()), ("entry", &*id), ("present", "yes")];
    table.tessa.post_form("/events/open/entries/check-in", &here).expect_status(303);
    assert!(table.entry(0).is_seen());
    assert_eq!(table.entry(0).leaves_from(), Some(3), "checking in takes nothing back");
    table.play(1);
    table.play(2);
    assert_eq!(table.now().games.values().filter(|game| game.seat_of(table.ids[0]).is_some()).count(), 2);
    table.show("/entries").expect_text("Withdrawn").expect_text("left before round 3");
    table.show("/standings").expect_text("withdrawn");
    table.play(3);
    table.show("/standings").expect_text("not in the event any more").expect_no_text("not in the event yet");
    let key = OnceKey::new();
    let late = [("idempotency_key", key.as_str()), ("entry", &*id), ("present", "no")];
    table.tessa.post_form("/events/open/entries/check-in", &late).expect_status(422);
}

fn a_round_that_the_event_cannot_have_is_refused(backend: Backend) {
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::Swiss);
    let refused = table.post(0, "withdraw", &[("from_round", "99")]).expect_status(422);
    refused.expect_text("The event has 5 rounds: nobody leaves before round 99, or comes back.");
    assert_eq!(table.entry(0).leaves_from(), None);
    table.post(0, "withdraw", &[("from_round", "2")]).expect_status(303);
    table
        .post(0, "reinstate", &[("from_round", "99")])
        .expect_status(422)
        .expect_text("The event has 5 rounds");
}

fn a_program_changes_no_standings_unseen(backend: Backend) {
    use serde_json::json;
    use tiger_arbiter::services::programs::{self, Scope};
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::RoundRobin);
    table.play(1);
    let name = tiger_event::text::Label::parse("Club site").unwrap();
    let until = chrono::Utc::now() + chrono::TimeDelta::days(7);
    let token = programs::make(&app.state().db, table.chief, &name, &[Scope::Entries], until).unwrap();
    let token = format!("Bearer {}", token.reveal());
    let mut command =
        json!({"do": "withdraw", "entry": table.ids[0], "from_round": 2, "leaving": {"games": "annul"}});
    let give = |number: u32, command: &serde_json::Value| {
        let key = format!("request-number-{number:04}");
        let headers = [("authorization", token.as_str()), ("idempotency-key", key.as_str())];
        app.visitor().post_with("/api/v1/events/open/commands", &headers, &command.to_string())
    };
    let asked = give(1, &command).expect_status(422);
    let told: serde_json::Value = serde_json::from_str(&asked.body).unwrap();
    let (_, word) = told["detail"].as_str().unwrap().split_once("`\"confirmed\": \"").unwrap();
    assert_eq!(table.entry(0).leaves_from(), None);
    command["confirmed"] = json!(word.split_once('"').unwrap().0);
    give(2, &command).expect_status(200);
    assert_eq!(table.entry(0).departure(), Some(Departure::Annul));
}

fn a_game_that_was_not_played_after_all_is_told_at_the_desk(backend: Backend) {
    let app = TestApp::start(backend);
    let table = Table::new(&app, Format::RoundRobin);
    table.play(1);
    table.play(2);
    table.leave(0, &[("from_round", "4"), ("games", "rule")]);
    table.play(3);
    let told = "Ash has left and has played 2 of 5 games, less than half";
    table.show("/desk").expect_no_text("Ash has left");
    let game =
        table.now().games_of(3).into_iter().find(|game| game.players().contains(&table.ids[0])).unwrap().id;
    let result = ResultEntry::plain(Some(Seat::First), Ending::Forfeit);
    let reason = Reason::parse("Nobody came.").unwrap();
    app.commit(table.event, RoundCommand::ReopenRound { round: 3, reason });
    app.commit(table.event, ResultCommand::EnterResult { game, result, seen: u64::MAX });
    app.commit(table.event, RoundCommand::CloseRound { round: 3 });
    table.show("/desk").expect_text(told).expect_text("annul them all. Here results stand");
}
