//! `/explorer`: what the published games show together.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tiger_arbiter::clock::new_id;
use tiger_arbiter::db::records;
use tiger_arbiter::services::explorer::{Explorer, Games};
use tiger_arbiter::services::people::People;
use tiger_event::{
    EventCommand, Format, GameId, PublishedGame, Reason, RecordText, ResultCommand, ResultEntry,
    RoundCommand, Seat,
};
use tiger_rules::{AnyPosition, Ending, GameKind, Variation};

use crate::public::files::play_with_record;
use crate::public::world::open_event;
use crate::rig::{Backend, TestApp, on_sqlite};

on_sqlite!(
    openings_results_and_lengths_are_those_of_public_events,
    a_position_is_found_in_every_game_that_came_to_it,
    the_first_movers_share_is_hidden_below_thirty_games,
    every_record_is_read_however_many_there_are,
);

fn openings_results_and_lengths_are_those_of_public_events(app: &TestApp) {
    let visitor = app.visitor();
    visitor.get("/explorer").expect_status(200).expect_text("0 games, 0 records");
    visitor.get("/explorer/lancerchess").expect_status(200).expect_text("No record is published yet.");
    let open = open_event(app, "open", |_| ());
    play_with_record(app, &open);
    visitor.get("/explorer").expect_text("2 games, 1 record");
    let page = visitor.get("/explorer/lancerchess").expect_status(200);
    page.expect_text("2 games played to the end, 1 record.")
        .expect_text("too few games")
        .expect_text("E2-E4");
    let on = visitor.get("/explorer/lancerchess?line=E2-E4").expect_status(200);
    on.expect_text("E7-E5")
        .expect_text(">Moor, Tessa</a> – <a")
        .expect_text("Games that begin so")
        .expect_text("/board.svg?ply=1\" alt=\"The board after ply 1, E2-E4\"")
        .expect_no_text("How games end")
        .expect_text("Openings of LancerChess");
    let game = {
        let page = visitor.get("/explorer/lancerchess?line=E2-E4");
        let at = page.body.find("/games/").unwrap() + "/games/".len();
        page.body[at..at + 36].to_owned()
    };
    // A long way is told by a game that goes it.
    visitor
        .get(&format!("/explorer/lancerchess?game={game}&ply=3"))
        .expect_status(200)
        .expect_text("A7-A6")
        .expect_text(">Moor, Tessa</a> – <a");
    visitor.get(&format!("/explorer/dragon?game={game}&ply=3")).expect_status(404);
    visitor.get(&format!("/explorer/lancerchess?game={}&ply=3", new_id::<GameId>())).expect_status(404);
    visitor.get("/explorer/lancerchess?line=D2-D4").expect_text("No recorded game begins so.");
    visitor.get("/explorer/chess").expect_status(404);
    let csv = visitor.get("/explorer/lancerchess.csv").expect_status(200);
    assert_eq!(csv.body.lines().count(), 3, "{}", csv.body);
    csv.expect_text("\"4\",\"E2-E4 E7-E5").expect_text("\"Moor, Tessa\",\"Thorne, Iris\"");
    // Who did not come has not shown anything of a game.
    let event = app.state().ledger.event(open.id).unwrap();
    let game = event.games.values().find(|game| game.records.is_empty() && game.result.is_some()).unwrap().id;
    let result = ResultEntry::plain(Some(Seat::First), Ending::Forfeit);
    let reason = Reason::parse("A board was empty.").unwrap();
    app.commit(open.id, RoundCommand::ReopenRound { round: 1, reason });
    app.commit(open.id, ResultCommand::EnterResult { game, result, seen: u64::MAX });
    visitor.get("/explorer").expect_text("1 game, 1 record");
    let csv = visitor.get("/explorer/lancerchess.csv").expect_status(200);
    assert_eq!(csv.body.lines().count(), 2, "{}", csv.body);
    app.commit(open.id, EventCommand::ShowEvent { is_public: false });
    visitor.get("/explorer").expect_text("0 games, 0 records");
    visitor.get("/explorer/lancerchess").expect_no_text("E2-E4").expect_no_text("Moor");
    visitor.get("/explorer/lancerchess.csv").expect_no_text("Moor");
}

fn a_position_is_found_in_every_game_that_came_to_it(app: &TestApp) {
    let visitor = app.visitor();
    let games = ["spring", "autumn"].map(|slug| {
        let open = open_event(app, slug, |_| ());
        (slug, play_with_record(app, &open)[0], open)
    });
    let (slug, game, _) = &games[0];
    let replay = visitor.get(&format!("/events/{slug}/games/{game}?ply=2")).expect_status(200);
    replay.expect_text(&format!("/explorer/games/{game}/2")).expect_text("Games with this position");
    let page = visitor.get(&format!("/explorer/games/{game}/2")).expect_status(200);
    let page = page.expect_text("This position was played in 2 games");
    for (slug, game, _) in &games {
        assert!(page.body.contains(&format!("/events/{slug}/games/{game}?ply=2")), "{}", page.body);
    }
    visitor.get(&format!("/explorer/games/{game}/99")).expect_status(404);
    app.commit(games[1].2.id, EventCommand::ShowEvent { is_public: false });
    visitor.get(&format!("/explorer/games/{game}/2")).expect_text("This position was played once");
    visitor.get(&format!("/explorer/games/{}/2", games[1].1)).expect_status(404);
}

fn the_first_movers_share_is_hidden_below_thirty_games(app: &TestApp) {
    let open = open_event(app, "open", |settings| settings.rounds = 40);
    let visitor = app.visitor();
    let play = |round: u16| {
        let table = open.table(0, "");
        let games: Vec<_> = table.boards.iter().map(|board| board.game).collect();
        app.commit(open.id, RoundCommand::DraftRound { round, system: Format::Free, table });
        app.commit(open.id, RoundCommand::PublishRound { round, seen: u64::MAX });
        for game in games {
            let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
            app.commit(open.id, ResultCommand::EnterResult { game, result, seen: 0 });
        }
        app.commit(open.id, RoundCommand::CloseRound { round });
    };
    (1..=14).for_each(play);
    visitor.get("/explorer/lancerchess").expect_text("28 games played").expect_text("too few games");
    play(15);
    let page = visitor.get("/explorer/lancerchess").expect_text("30 games played");
    // Wilson's lower limit of 30 of 30.
    page.expect_text("100.0 %").expect_text("88.6 % to 100.0 %").expect_no_text("too few games");
}

/// A record of this many plies, each one of the first legal ones, by a number.
fn record(seed: usize, plies: usize) -> String {
    let mut position = AnyPosition::start(Variation::LancerChess);
    let (mut text, mut state) = ("[Game \"LancerChess\"]\n\n".to_owned(), seed as u64 + 1);
    for _ in 0..plies {
        let legal = position.legal_moves();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(mv) = legal.get((state >> 33) as usize % legal.len().max(1)) else { break };
        position.play_text(mv).unwrap();
        text.push_str(mv);
        text.push(' ');
    }
    text + "*\n"
}

/// What the explorer shows of so many games of one event, once it has read them, and how long that took.
fn read(app: &TestApp, count: usize, record: impl Fn(usize) -> String) -> (Arc<Games>, Duration) {
    let open = open_event(app, "open", |_| ());
    play_with_record(app, &open);
    app.visitor().get("/explorer").expect_text("2 games, 1 record");
    let state = app.state();
    actix_web::rt::System::new().block_on(async move {
        let known = state.publisher.people().await.unwrap();
        let model = known.register.games.iter().find(|game| game.record.is_some()).unwrap();
        let mut people = People::default();
        let game = |number: usize| {
            let text = RecordText { text: record(number), salt: None };
            let digest = text.digest();
            state.db.write(|db| records::insert(db, digest, &text, chrono::Utc::now())).unwrap();
            PublishedGame { id: new_id(), record: Some(digest), ..model.clone() }
        };
        people.register.games = (0..count).map(game).collect();
        let (explorer, people) = (Arc::new(Explorer::default()), Arc::new(people));
        let began = Instant::now();
        loop {
            let games = explorer.games(&state.db, people.clone()).await.unwrap();
            if games.unread == 0 {
                return (games, began.elapsed());
            }
        }
    })
}

fn every_record_is_read_however_many_there_are(app: &TestApp) {
    let same = record(1, 2);
    let (games, _) = read(app, 5200, |_| same.clone());
    let told = games.told(GameKind::LancerChess);
    assert_eq!(told.iter().filter(|it| it.line.is_some_and(|line| line.plies() == 2)).count(), 5200);
}

/// `cargo test --release --test it explorer -- --ignored --nocapture`
#[test]
#[ignore = "prints what twenty thousand records take"]
#[expect(clippy::print_stdout, reason = "its figures are what it is for")]
fn twenty_thousand_records_are_measured() {
    let app = TestApp::start(Backend::Sqlite);
    let (games, took) = read(&app, 20_000, |number| record(number, 80));
    let told = games.told(GameKind::LancerChess);
    let kept: usize = told.iter().filter_map(|it| it.line).map(tiger_event::explorer::Line::bytes).sum();
    println!("20,000 records: read in {took:?}, {kept} bytes kept");
    let began = Instant::now();
    let next = tiger_event::explorer::openings(&told, &[]);
    println!("{} first moves in {:?}", next.len(), began.elapsed());
}
