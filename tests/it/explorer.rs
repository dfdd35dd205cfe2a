//! `/explorer`: what the published games show together.

use tiger_arbiter::domain::command::{EventCommand, ResultCommand, RoundCommand};
use tiger_arbiter::domain::result::{ResultEntry, Seat};
use tiger_arbiter::domain::settings::Format;
use tiger_rules::Ending;

use crate::public::files::play_with_record;
use crate::public::world::open_event;
use crate::rig::{TestApp, on_sqlite};

on_sqlite!(
    openings_results_and_lengths_are_those_of_public_events,
    a_position_is_found_in_every_game_that_came_to_it,
    the_first_movers_share_is_hidden_below_thirty_games,
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
    on.expect_text("E7-E5").expect_text("Moor, Tessa – Thorne, Iris").expect_text("Games that begin so");
    visitor.get("/explorer/lancerchess?line=D2-D4").expect_text("No recorded game goes on from here.");
    visitor.get("/explorer/chess").expect_status(404);
    let csv = visitor.get("/explorer/lancerchess.csv").expect_status(200);
    assert_eq!(csv.body.lines().count(), 3, "{}", csv.body);
    csv.expect_text("\"4\",\"E2-E4 E7-E5").expect_text("\"Moor, Tessa\",\"Thorne, Iris\"");
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
