//! Games from ply to ply.

use tiger_event::{GameId, ResultEntry, Seat};
use tiger_rules::Ending;

use super::files::{RECORD, hand_in};
use super::world::open_event;
use crate::rig::{TestApp, on_sqlite};
use tiger_arbiter::clock::new_id;

on_sqlite!(
    a_game_is_replayed_ply_by_ply,
    a_game_without_a_record_tells_its_players_and_result,
    comments_and_marks_of_a_record_stand_at_their_moves,
    a_board_is_taken_along_as_a_picture,
    what_is_not_published_is_not_found
);

fn a_game_is_replayed_ply_by_ply(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let game = open.publish(app, 1)[0];
    let shown = ResultEntry::plain(Some(Seat::First), Ending::Concession(None));
    hand_in(app, &open, game, RECORD, Some(shown));
    if app.state().ledger.event(open.id).unwrap().game(game).unwrap().result.is_none() {
        open.enter(app, game, Some(Seat::First), Ending::Concession(None));
    }
    let path = format!("/events/open/games/{game}");
    let visitor = app.visitor();
    let end = visitor.get(&path).expect_status(200);
    let end = end
        .expect_text("After ply 4 of 4, A7-A6.")
        .expect_text("role=\"img\"")
        .expect_text("wins, concession. The game is over.")
        .expect_no_text("to move")
        .expect_text(&format!("href=\"{path}?ply=3\""))
        .expect_text(&format!("href=\"{path}.tgr\""))
        .expect_text("The situation in words")
        .expect_no_text("Legal moves of");
    let start = visitor.get(&format!("{path}?ply=0")).expect_status(200);
    start.expect_text("Before the first move.").expect_text(&format!("href=\"{path}?ply=1\""));
    let second = visitor.get(&format!("{path}?ply=2&moves=1")).expect_status(200);
    let second = second
        .expect_text("Bengal is to move.")
        .expect_text("Legal moves of Bengal")
        .expect_text("<li>A2-A3</li>")
        .expect_text("mark-target")
        .expect_text("aria-current=\"step\">E7-E5");
    for page in [&end, &second] {
        for bad in [" style=", "<style", " onclick=", "<script>"] {
            assert!(!page.body.contains(bad), "{bad} in {}", page.body);
        }
    }
    let known = end.header("etag");
    assert!(!known.is_empty(), "visitors get it from memory");
    let file = visitor.get(&format!("{path}.tgr")).expect_status(200);
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"open-1-1.tgr\"");
    file.expect_text("1. E2-E4 E7-E5 2. A2-A3 A7-A6 Bengal");
    // The same for somebody who is signed in.
    app.signed_in(open.chief)
        .get(&format!("{path}?ply=1"))
        .expect_status(200)
        .expect_text("After ply 1 of 4");
    // The board alone may stand within pages of others, and nothing else.
    let alone = visitor.get(&format!("{path}/embed?ply=2")).expect_status(200);
    assert!(alone.header("content-security-policy").contains("frame-ancestors *"));
    assert!(!alone.headers.contains_key("x-frame-options"));
    let alone = alone.expect_text("After ply 2 of 4").expect_text(&format!("href=\"{path}/embed?ply=3\""));
    alone
        .expect_text(&format!("href=\"{path}\" target=\"_top\""))
        .expect_no_text("<form")
        .expect_no_text("csrf");
    app.signed_in(open.chief).get(&format!("{path}/embed")).expect_status(200).expect_no_text("Sign out");
    let whole = visitor.get(&path).expect_text(&format!("href=\"{path}/embed\"")).expect_text("/forces");
    assert!(whole.header("content-security-policy").contains("frame-ancestors 'none'"));
    assert_eq!(whole.header("x-frame-options"), "DENY");
    // The page says how to put it there: at the moment, and from the side, that is looked at.
    let line = format!("value=\"&#60;iframe src=&#34;{}{path}/embed", app.state().base_url.as_str());
    whole.expect_text(&format!("{line}&#34; width=&#34;480&#34;")).expect_text("data-copy=\"embed-line\"");
    let turned = visitor.get(&format!("{path}?ply=2&moves=1&turned=1"));
    turned
        .expect_text(&format!("{line}?ply=2&#38;amp;turned=1&#34; width="))
        .expect_text("Round 1, board 1: ");
    for wrong in ["?ply=5", "?ply=-1", "?ply=x", "?ply=99999999999"] {
        visitor.get(&format!("{path}/embed{wrong}")).expect_status(404);
        visitor.get(&format!("{path}{wrong}")).expect_status(404);
    }
}

fn comments_and_marks_of_a_record_stand_at_their_moves(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let game = open.publish(app, 1)[0];
    let text = RECORD.replace("E7-E5 2.", "E7-E5!? {<b>bold</b>} 2.").replace("A7-A6", "A7-A6 $2");
    hand_in(app, &open, game, &text, Some(ResultEntry::plain(Some(Seat::First), Ending::Concession(None))));
    if app.state().ledger.event(open.id).unwrap().game(game).unwrap().result.is_none() {
        open.enter(app, game, Some(Seat::First), Ending::Concession(None));
    }
    let page = app.visitor().get(&format!("/events/open/games/{game}")).expect_status(200);
    page.expect_text(">E7-E5!?<span")
        .expect_text("<li class=\"ply-remark\">&#60;b&#62;bold&#60;/b&#62;</li>")
        .expect_text(">A7-A6?<span");
}

fn a_board_is_taken_along_as_a_picture(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let game = open.publish(app, 1)[0];
    let path = format!("/events/open/games/{game}");
    let visitor = app.visitor();
    visitor.get(&format!("{path}/board.svg")).expect_status(404);
    hand_in(app, &open, game, RECORD, Some(ResultEntry::plain(Some(Seat::First), Ending::Concession(None))));
    if app.state().ledger.event(open.id).unwrap().game(game).unwrap().result.is_none() {
        open.enter(app, game, Some(Seat::First), Ending::Concession(None));
    }
    let page = visitor.get(&format!("{path}?ply=2&moves=1")).expect_status(200);
    page.expect_text(&format!("href=\"{path}/board.svg?ply=2\""));
    let picture = visitor.get(&format!("{path}/board.svg?ply=2")).expect_status(200);
    assert_eq!(picture.header("content-type"), "image/svg+xml");
    assert_eq!(picture.header("content-disposition"), "attachment; filename=\"open-1-1-2.svg\"");
    picture
        .expect_text("After ply 2, E7-E5.")
        .expect_text("<symbol id=\"chess-king\"")
        .expect_no_text("/static/");
    app.signed_in(open.chief).get(&format!("{path}/board.svg")).expect_status(200);
    // Seen from the other side, the picture is, too.
    let page = visitor.get(&format!("{path}?ply=2&turned=1")).expect_status(200);
    page.expect_text("is-turned")
        .expect_text(&format!("href=\"{path}/board.svg?ply=2&#38;turned=1\""))
        .expect_text(&format!("data-turn href=\"{path}?ply=2\""))
        .expect_text(&format!("data-ply href=\"{path}?ply=3&#38;turned=1\""));
    let picture = visitor.get(&format!("{path}/board.svg?ply=2&turned=1")).expect_status(200);
    assert_eq!(picture.header("content-disposition"), "attachment; filename=\"open-1-1-2-turned.svg\"");
    picture.expect_text("<g transform=\"translate(").expect_no_text("is-turned\"");
    visitor.get(&format!("{path}/embed?ply=2&turned=1")).expect_text("is-turned").expect_text("turned=1");
    for wrong in ["?ply=5", "?ply=x"] {
        visitor.get(&format!("{path}/board.svg{wrong}")).expect_status(404);
    }
}

fn a_game_without_a_record_tells_its_players_and_result(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let game = open.publish(app, 1)[0];
    let path = format!("/events/open/games/{game}");
    app.visitor().get(&format!("{path}/embed")).expect_status(404);
    app.visitor()
        .get(&path)
        .expect_status(200)
        .expect_text("Moor, Tessa")
        .expect_text("once its result stands");
    open.enter(app, game, Some(Seat::First), Ending::Checkmate);
    app.visitor()
        .get(&path)
        .expect_status(200)
        .expect_text("No record of this game")
        .expect_text("checkmate");
    app.visitor().get(&format!("{path}?ply=1")).expect_status(404);
    app.visitor().get(&format!("{path}.tgr")).expect_status(404);
}

fn what_is_not_published_is_not_found(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let draft = open.draft(app, 1, "");
    let game = draft.games_of(1).first().map_or_else(new_id::<GameId>, |game| game.id);
    for id in [game.to_string(), new_id::<GameId>().to_string(), "nonsense".to_owned()] {
        app.visitor().get(&format!("/events/open/games/{id}")).expect_status(404);
        app.visitor().get(&format!("/events/open/games/{id}.tgr")).expect_status(404);
    }
    app.visitor().get(&format!("/events/nowhere/games/{game}")).expect_status(404);
}
