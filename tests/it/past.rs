//! An event as it stood at another time, for its arbiters.

use tiger_event::{EntryCommand, EventCommand, Format, NewEntry, ResultCommand};

use crate::rig::{TestApp, new_entry, on_both_databases};

on_both_databases!(every_page_shows_how_the_event_stood, two_moments_are_compared_in_words);

fn every_page_shows_how_the_event_stood(app: &TestApp) {
    let (chief, arbiter) = app.sign_in("tessa");
    let event = app.add_event_with("open", chief, |settings| settings.format = Format::Free);
    let players = app.add_entries(event, &["Ash, Rowan", "Elm, Wych"]);
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    app.publish_pairs(event, &players);
    let late = NewEntry { first_round: 2, ..new_entry("Yew, Pat") };
    app.commit(event, EntryCommand::AddEntries { entries: vec![late] });
    // Entries: 1 created, 2 players, 3 shown, 4 drafted, 5 published, 6 another player.
    arbiter.get("/events/open/players").expect_text("Yew, Pat").expect_no_text("This is how the event stood");
    for page in ["/players", "/standings", "/entries", "/desk"] {
        arbiter
            .get(&format!("/events/open{page}?as-of=2"))
            .expect_status(200)
            .expect_text("This is how the event stood after entry 2")
            .expect_no_text("Yew, Pat");
    }
    // No form of such a page can be used, and none has the token that the server asks for.
    let pages = ["/desk", "/entries", "/draft", "/rounds/1/results", "/settings", "/queue", "/entries/add"];
    for page in pages.map(|page| format!("/events/open{page}")) {
        let now = arbiter.get(&page).expect_status(200).expect_no_text("<fieldset class=\"past-page\"");
        let token = format!("name=\"csrf\" value=\"{}\"", now.hidden("csrf").unwrap());
        let past = arbiter.get(&format!("{page}?as-of=5")).expect_status(200);
        let (_, content) = past.body.split_once("<fieldset class=\"past-page\" disabled>").unwrap();
        let (content, _) = content.split_once("</main>").unwrap();
        assert!(!content.contains(&token), "{page}");
    }
    arbiter.get("/events/open/clocks?as-of=5").expect_text("it shows them as they are now");
    arbiter.get("/events/open/entries?as-of=2").expect_text("Ash, Rowan");
    arbiter.get("/events/open/entries?as-of=1").expect_no_text("Ash, Rowan");
    arbiter.get("/events/open/rounds/1?as-of=4").expect_status(404);
    arbiter.get("/events/open/rounds/1?as-of=5").expect_status(200).expect_text("?as-of=5");
    arbiter.get("/events/open/desk?as-of=6").expect_status(200).expect_no_text("This is how the event stood");
    for wrong in ["7", "0", "x", "9223372036854775808"] {
        arbiter.get(&format!("/events/open/desk?as-of={wrong}")).expect_status(404);
    }
    // Nothing is changed there, and nobody else looks back.
    arbiter
        .post_form(
            "/events/open/entries/check-in?as-of=2",
            &[("idempotency_key", "0123456789abcdef"), ("entry", "all")],
        )
        .expect_status(422)
        .expect_text("nothing can be changed there");
    let (_, stranger) = app.sign_in("jonah");
    stranger.get("/events/open/players?as-of=2").expect_status(403);
    app.visitor().get("/events/open/players?as-of=2").expect_status(303);
    app.visitor().get("/events/open/players").expect_status(200).expect_text("Yew, Pat");
    arbiter.get("/events/open/ledger").expect_text("/events/open/desk?as-of=3").expect_text("type=\"range\"");
}

fn two_moments_are_compared_in_words(app: &TestApp) {
    use tiger_event::{ResultEntry, Seat};
    let (chief, arbiter) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    let players = app.add_entries(event, &["Ash, Rowan", "Elm, Wych"]);
    let games = app.publish_pairs(event, &players);
    let result = ResultEntry::plain(Some(Seat::Second), tiger_rules::Ending::Checkmate);
    app.commit(event, ResultCommand::EnterResult { game: games[0], result, seen: 0 });
    let changes =
        |from: u64, to: u64| arbiter.get(&format!("/events/open/ledger/changes?from={from}&to={to}"));
    changes(1, 4)
        .expect_status(200)
        .expect_text("Ash, Rowan is entered.")
        .expect_text("Round 1 is published.")
        .expect_no_text("checkmate");
    changes(4, 5)
        .expect_status(200)
        .expect_text("Round 1, board 1, Ash, Rowan – Elm, Wych: Elm, Wych wins by checkmate instead of open.")
        .expect_text("0 → 3")
        .expect_text("1 → 2")
        .expect_no_text("is entered");
    changes(5, 4).expect_status(200).expect_text("open instead of Elm, Wych wins by checkmate.");
    changes(5, 5).expect_status(200).expect_text("Nothing that people would see");
    changes(1, 9).expect_status(404);
    app.visitor().get("/events/open/ledger/changes?from=1").expect_status(404);
}
