use tiger_arbiter::clock::new_id;
use tiger_event::{EntryCommand, EntryDetails, NewEntry, PersonName, ResultEntry, Seat};
use tiger_rules::Ending;

use super::*;
use crate::rig::on_both_databases;
use crate::rig::on_sqlite;

on_both_databases!(
    a_double_click_breaks_a_pair_once,
    two_arbiters_at_one_draft_see_both_versions,
    another_pair_does_not_inherit_the_clock_that_ran_before_the_round_was_taken_back
);
on_sqlite!(
    a_round_robin_is_drafted_seen_by_arbiters_alone_and_published,
    drafting_twice_by_the_same_form_is_drafting_once,
    a_draft_is_changed_by_hand,
    a_pair_that_is_made_again_sits_where_its_points_put_it,
    a_change_that_cannot_be_is_refused_with_what_was_chosen,
    a_page_that_does_not_know_the_draft_does_not_throw_it_away,
    a_swiss_round_is_drafted_with_its_reasons_and_lots_are_drawn_once,
    a_draft_is_discarded_and_made_again,
    who_has_an_older_draft_sees_what_is_new_in_it,
    who_undoes_a_draft_is_told_and_so_is_who_publishes_it,
    the_next_round_waits_for_the_last,
    too_few_players_are_not_paired,
    warnings_stand_beside_a_board,
    a_conflict_shows_the_boards_that_differ,
    who_came_back_later_does_not_hold_up_a_round_that_was_taken_back,
    who_was_entered_for_a_later_round_is_named_and_can_begin_earlier,
    a_draft_that_something_has_overtaken_says_so_and_waits
);

fn a_round_robin_is_drafted_seen_by_arbiters_alone_and_published(app: &TestApp) {
    let hall = Hall::new(app, 5);
    hall.give(EventCommand::ShowEvent { is_public: true });
    hall.tessa.get(&at("/draft")).expect_status(200).expect_text("Pair round 1");
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.tessa
        .get(&at("/draft"))
        .expect_status(200)
        .expect_text("Berger table, round 1: number 2 against number 5.")
        .expect_text("no game in this round")
        .expect_text("4 players who are paired are");
    app.visitor().get(&at("/rounds/1")).expect_status(404);
    let version = hall.event().rounds[0].revision.to_string();
    hall.post("/draft/publish", &[("version", &version)]).expect_redirect(&at("/rounds/1/results"));
    assert_eq!(hall.state_of(1), RoundState::Published);
    app.visitor().get(&at("/rounds/1")).expect_status(200);
}

fn drafting_twice_by_the_same_form_is_drafting_once(app: &TestApp) {
    let hall = Hall::new(app, 4);
    let form = [("round", "1"), ("start", "proposal"), ("idempotency_key", "0123456789abcdef")];
    hall.post("/draft", &form).expect_redirect(&at("/draft"));
    let first = hall.event();
    hall.post("/draft", &form).expect_redirect(&at("/draft"));
    assert_eq!(hall.event(), first);
    let publish = [("version", "999"), ("idempotency_key", "0123456789abcdefp")];
    for _ in 0..2 {
        hall.post("/draft/publish", &publish).expect_redirect(&at("/rounds/1/results"));
    }
    assert_eq!(hall.event().version, first.version + 1);
}

fn a_draft_is_changed_by_hand(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    hall.post("/draft", &[("round", "1"), ("start", "unpaired")]).expect_redirect(&at("/draft"));
    assert_eq!(hall.table().unpaired.len(), 4);
    hall.post("/draft/publish", &[])
        .expect_status(422)
        .expect_text("Without opponent or bye in round 1: Adder; Bear;");
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| hall.players[i].to_string());
    let change =
        |fields: &[(&str, &str)]| hall.post("/draft/change", fields).expect_redirect_within(&at("/draft"));
    change(&[("change", "pair"), ("one", &a), ("other", &b)]);
    change(&[("change", "pair"), ("one", &c), ("other", &d)]);
    change(&[("change", "exchange"), ("one", &b), ("other", &c)]);
    let board = |place: usize| {
        let b = &hall.table().boards[place];
        (b.first.to_string(), b.second.to_string())
    };
    assert_eq!((board(0), board(1)), ((a.clone(), c.clone()), (b.clone(), d.clone())));
    let game = hall.table().boards[0].game.to_string();
    change(&[("change", "sides"), ("game", &game)]);
    assert_eq!(board(0), (c.clone(), a.clone()));
    let game = hall.table().boards[0].game.to_string();
    let second = hall.table().boards[1].game.to_string();
    change(&[("change", "up"), ("game", &second)]);
    assert_eq!(board(0), (b.clone(), d.clone()));
    change(&[("change", "break"), ("game", &game)]);
    change(&[("change", "bye"), ("one", &a), ("bye", "FPB")]);
    change(&[("change", "bye"), ("one", &c), ("bye", "ZPB")]);
    hall.tessa.get(&at("/draft")).expect_text("full-point bye").expect_text("changed by hand");
    change(&[("change", "unpair"), ("one", &c)]);
    change(&[("change", "bye"), ("one", &c), ("bye", "HPB")]);
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/1/results"));
    assert_eq!(hall.event().games.len(), 1);
}

fn a_pair_that_is_made_again_sits_where_its_points_put_it(app: &TestApp) {
    let hall = swiss::drafted(app, 6);
    let pairs = || hall.table().boards.iter().map(|board| [board.first, board.second]).collect::<Vec<_>>();
    let change = |fields: &[(&str, &str)]| hall.post("/draft/change", fields).expect_redirect(&at("/draft"));
    let before = pairs();
    for place in [1, 0, 2] {
        let board = hall.table().boards[place].clone();
        change(&[("change", "break"), ("game", &board.game.to_string())]);
        hall.tessa
            .get(&at("/draft"))
            .expect_text("Pair them or give them a bye")
            .expect_no_text(">by hand</span>");
        let [one, other] = [board.first, board.second].map(|id| id.to_string());
        hall.tessa.get(&at(&format!("/entries/{one}"))).expect_text(
            "Round 1 is drafted and changed by hand: the draft is discarded when somebody comes, leaves",
        );
        change(&[("change", "pair"), ("one", &one), ("other", &other)]);
        assert_eq!(pairs(), before);
    }
}

fn a_change_that_cannot_be_is_refused_with_what_was_chosen(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    hall.post("/draft", &[("round", "1"), ("start", "unpaired")]).expect_redirect(&at("/draft"));
    let [a, b] = [0, 1].map(|i| hall.players[i].to_string());
    let before = hall.event();
    hall.post("/draft/change", &[("change", "pair"), ("one", &b), ("other", &b)])
        .expect_status(422)
        .expect_text("Nobody plays against themselves")
        .expect_text(&format!("<option value=\"{b}\" selected>"));
    hall.post("/draft/change", &[("change", "bye"), ("one", &a), ("bye", "XXX")])
        .expect_status(422)
        .expect_text("Choose a bye");
    hall.post("/draft/change", &[("change", "pair"), ("one", "x"), ("other", &b)])
        .expect_status(422)
        .expect_text("Choose a player");
    hall.post("/draft/change", &[("change", "sides"), ("game", &b)])
        .expect_status(422)
        .expect_text("changed meanwhile");
    hall.post("/draft/change", &[("change", "fly")]).expect_status(422);
    assert_eq!(hall.event(), before);
}

fn a_double_click_breaks_a_pair_once(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    let game = hall.table().boards[0].game.to_string();
    let form = [("change", "break"), ("game", game.as_str()), ("idempotency_key", "0123456789abcdefb1")];
    for _ in 0..2 {
        hall.post("/draft/change", &form).expect_redirect(&at("/draft"));
    }
    assert_eq!(hall.table().unpaired.len(), 2);
}

fn two_arbiters_at_one_draft_see_both_versions(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    let seen = hall.event().rounds[0].revision.to_string();
    let boards = hall.table().boards;
    let swap = |game: GameId, version: &str| {
        hall.post("/draft/change", &[("change", "sides"), ("game", &game.to_string()), ("version", version)])
    };
    swap(boards[0].game, &seen).expect_redirect_within(&at("/draft"));
    let page = swap(boards[1].game, &seen)
        .expect_status(409)
        .expect_text("It is now")
        .expect_text("You sent")
        .expect_text("the draft of round 1");
    assert_eq!(hall.table().boards[1].first, boards[1].first);
    let version = page.hidden("version").unwrap();
    swap(boards[1].game, &version).expect_redirect_within(&at("/draft"));
    assert_eq!(hall.table().boards[1].first, boards[1].second);
    hall.post("/draft/publish", &[("version", &seen)]).expect_status(409).expect_text("the draft of round 1");
    assert_eq!(hall.state_of(1), RoundState::Draft);
}

fn a_page_that_does_not_know_the_draft_does_not_throw_it_away(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    let desk = |key: &str| {
        let fields = [("idempotency_key", key), ("round", "1"), ("start", "proposal")];
        hall.tessa.post_form(&at("/draft"), &fields).expect_redirect(&at("/draft"));
    };
    desk("0123456789abcdef1");
    let seen = hall.event().rounds[0].revision.to_string();
    hall.post("/draft/change", &[("change", "break-all")]).expect_redirect(&at("/draft"));
    let changed = hall.event();
    desk("0123456789abcdef2");
    hall.tessa.get(&at("/draft")).expect_text("Round 1 is drafted already. This is the draft.");
    let again = [("round", "1"), ("start", "proposal"), ("version", seen.as_str())];
    let page = hall.post("/draft", &again).expect_status(409).expect_text("the draft of round 1");
    hall.post("/draft/discard", &[("version", &seen)]).expect_status(409).expect_text("the draft of round 1");
    assert_eq!(hall.event(), changed);
    let version = page.hidden("version").unwrap();
    hall.post("/draft", &[("round", "1"), ("start", "proposal"), ("version", &version)])
        .expect_redirect(&at("/draft"));
    assert_eq!(hall.table().boards.len(), 2);
}

fn another_pair_does_not_inherit_the_clock_that_ran_before_the_round_was_taken_back(app: &TestApp) {
    let hall = Hall::by_hand(app, 6);
    hall.publish_round();
    let games = || hall.event().games_of(1).iter().map(|game| game.id).collect::<Vec<_>>();
    let before = games();
    for game in &before {
        hall.post(&format!("/games/{game}/clock/press"), &[("do", "start")]).expect_status(303);
    }
    hall.post("/rounds/1/unpublish", &[("reason", "Two boards are wrong.")]).expect_redirect(&at("/draft"));
    let first = hall.table().boards[0].first.to_string();
    let second = hall.table().boards[1].first.to_string();
    hall.post("/draft/change", &[("change", "exchange"), ("one", &first), ("other", &second)])
        .expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/1/results"));
    let after = games();
    assert_eq!(before[2], after[2], "who stays at the board keeps the clock");
    let clock = |game: &GameId| hall.tessa.get(&at(&format!("/games/{game}/clock"))).expect_status(200);
    clock(&after[2]).expect_no_text("Not started.");
    for game in &after[..2] {
        assert!(!before.contains(game));
        clock(game).expect_text("Not started.");
    }
}

fn a_swiss_round_is_drafted_with_its_reasons_and_lots_are_drawn_once(app: &TestApp) {
    let hall = Hall::new(app, 6);
    app.change_settings(hall.event, |settings| settings.format = Format::Swiss);
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    let side = hall.event().first_side;
    assert!(side.is_some());
    hall.tessa
        .get(&at("/draft"))
        .expect_text("Swiss system")
        .expect_text("Paired in the bracket of 0")
        .expect_text("By lot, players with an odd place by number move")
        .expect_text("Adder has place 1 by number among all who play, which is odd");
    for _ in 0..5 {
        hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
        assert_eq!(hall.event().first_side, side);
    }
    hall.tessa.get(&at("/ledger")).expect_text("Lots drawn: the odd numbers move");
}

fn a_draft_is_discarded_and_made_again(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.post("/draft/change", &[("change", "break-all")]).expect_redirect(&at("/draft"));
    assert_eq!(hall.table().unpaired.len(), 4);
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    assert_eq!(hall.table().boards.len(), 2);
    hall.post("/draft/discard", &[]).expect_redirect(&at("/draft"));
    assert!(hall.event().rounds.is_empty());
    hall.tessa.get(&at("/draft")).expect_text("The draft of round 1 is discarded.");
}

fn who_has_an_older_draft_sees_what_is_new_in_it(app: &TestApp) {
    let hall = Hall::by_hand(app, 6);
    let names: Vec<String> = (7..=40).map(|number| format!("Player {number:02}")).collect();
    app.add_entries(hall.event, &names.iter().map(String::as_str).collect::<Vec<_>>());
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    let seen = hall.event().rounds[0].revision.to_string();
    let before = hall.table();
    let turned = before.boards[2].game.to_string();
    hall.post("/draft/change", &[("change", "sides"), ("game", &turned)]).expect_status(303);
    let [first, second] =
        [before.boards[2].first, before.boards[2].second].map(|id| hall.event().name_of(id).to_owned());
    let page = hall.post("/draft/publish", &[("version", &seen)]).expect_status(409);
    let page = page
        .expect_text(&format!("New in it: {second} – {first}. In the one that you saw: {first} – {second}."))
        .expect_text("Publish it as it is now");
    assert_eq!(hall.state_of(1), RoundState::Draft, "nothing is published unseen");
    hall.post("/draft/discard", &[("version", &seen)])
        .expect_status(409)
        .expect_text("Discard it as it is now");
    // Of a draft with nothing of the old one in it nobody reads all boards.
    hall.post("/draft/change", &[("change", "break-all")]).expect_status(303);
    hall.post("/draft/publish", &[("version", &seen)]).expect_status(409).expect_text("and 32 more");
    hall.post("/draft", &[("start", "proposal")]).expect_status(303);
    let version = hall.event().rounds[0].revision.to_string();
    hall.post("/draft/publish", &[("version", &page.hidden("version").unwrap())]).expect_status(409);
    hall.post("/draft/publish", &[("version", &version)]).expect_status(303);
    // Whoever still has the draft before them hears that it is out, and not that it was thrown away.
    let grid = at("/rounds/1/results");
    for (path, change) in [("/draft/change", "break-all"), ("/draft/discard", "")] {
        hall.post(path, &[("change", change), ("version", &version)]).expect_redirect(&grid);
        hall.tessa.get(&grid).expect_text("Round 1 was published meanwhile");
    }
}

fn who_undoes_a_draft_is_told_and_so_is_who_publishes_it(app: &TestApp) {
    let hall = Hall::new(app, 6);
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    let version = hall.event().rounds[0].revision.to_string();
    let entry = at(&format!("/entries/{}", hall.players[0]));
    let away = [("from_round", "1"), ("idempotency_key", "somebody-leaves-now")];
    hall.tessa.post_form(&format!("{entry}/withdraw"), &away).expect_status(303);
    hall.tessa.get(&entry).expect_text("The draft of round 1 is gone with it: draft it anew.");
    hall.post("/draft/publish", &[("version", &version)]).expect_redirect(&at("/draft"));
    hall.tessa.get(&at("/draft")).expect_text("This draft is gone").expect_text("Pair round 1");
    hall.tessa.get(&at("/ledger")).expect_text("; the draft of round 1 goes with it");
    // Nothing is said where nothing was drafted.
    let back = [("from_round", "1"), ("idempotency_key", "and-is-back-again")];
    hall.tessa.post_form(&format!("{entry}/reinstate"), &back).expect_status(303);
    hall.tessa.get(&entry).expect_no_text("is gone with it");
}

fn the_next_round_waits_for_the_last(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    hall.tessa.get(&at("/draft")).expect_text("Round 1 is being played.");
    hall.post("/draft", &[("start", "proposal")])
        .expect_status(422)
        .expect_text("Close it before the next one is paired.");
}

fn too_few_players_are_not_paired(app: &TestApp) {
    let hall = Hall::new(app, 1);
    hall.tessa.get(&at("/draft")).expect_text("Enter at least two players first.");
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_status(422);
    assert!(hall.event().rounds.is_empty());
}

fn a_conflict_shows_the_boards_that_differ(app: &TestApp) {
    let hall = Hall::by_hand(app, 6);
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    let seen = hall.event().rounds[0].revision.to_string();
    let boards = hall.table().boards;
    let names = |place: usize| {
        let name = |id| hall.event().name_of(id).to_owned();
        [name(boards[place].first), name(boards[place].second)]
    };
    let change = |what: &str, place: usize, version: &str| {
        let game = hall.table().boards[place].game.to_string();
        hall.post("/draft/change", &[("change", what), ("game", &game), ("version", version)])
    };
    let there = format!("{}#pair-{}", at("/draft"), hall.table().boards[0].game);
    change("sides", 0, &seen).expect_redirect(&there);
    let ([a, b], [c, d], [e, f]) = (names(0), names(1), names(2));
    change("sides", 1, &seen)
        .expect_status(409)
        .expect_text(&format!(">{c} – {d}<"))
        .expect_text(&format!(">{d} – {c}<"))
        .expect_no_text(&a)
        .expect_no_text(&format!("{e} – {f}"));
    // Where the boards alone have changed places, these are told.
    let now = hall.event().rounds[0].revision.to_string();
    change("sides", 0, &now).expect_redirect_within(&at("/draft"));
    let now = hall.event().rounds[0].revision.to_string();
    change("up", 1, &now).expect_redirect_within(&at("/draft"));
    change("up", 2, &now)
        .expect_status(409)
        .expect_text(&format!(">board 2: {a} – {b}; board 3: {e} – {f}<"))
        .expect_text(&format!(">board 2: {e} – {f}; board 3: {a} – {b}<"));
}

fn who_came_back_later_does_not_hold_up_a_round_that_was_taken_back(app: &TestApp) {
    let hall = swiss::drafted(app, 6);
    let gone = hall.players[5];
    swiss::play_and_draft(&hall, 1);
    hall.give(EntryCommand::Withdraw { entry: gone, from_round: 2, leaving: None });
    hall.publish_round();
    hall.give(EntryCommand::Reinstate { entry: gone, from_round: 3 });
    hall.post("/rounds/2/unpublish", &[("reason", "Too early.")]).expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/2/results"));
    let table = hall.table();
    let seated = table.boards.iter().flat_map(|board| [board.first, board.second]);
    assert!(!seated.chain(table.byes.iter().map(|bye| bye.entry)).any(|id| id == gone));
    hall.tessa.get(&at(&format!("/entries/{gone}"))).expect_text("zero-point bye");
}

fn a_draft_that_something_has_overtaken_says_so_and_waits(app: &TestApp) {
    let hall = swiss::drafted(app, 6);
    swiss::play_and_draft(&hall, 1);
    let pair = || {
        let first = &hall.table().boards[0];
        [first.first, first.second]
    };
    hall.tessa.get(&at("/draft")).expect_no_text("would not make this draft any more");
    // Two who are paired must not meet after all.
    let [one, other] = pair().map(|id| id.to_string());
    hall.post("/settings/forbidden", &[("player", &one), ("player", &other)]).expect_status(303);
    let asked = "This round breaks the rules of the Swiss system. Publish it all the same?";
    hall.tessa.get(&at("/draft")).expect_text("would not make this draft any more").expect_text(asked);
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.tessa.get(&at("/draft")).expect_no_text("would not make this draft any more");
    // A result of the round before changes while the round is taken back.
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/2/results"));
    hall.post("/rounds/1/reopen", &[("reason", "Wrong.")]).expect_status(303);
    hall.post("/rounds/2/unpublish", &[("reason", "Wrong.")]).expect_redirect(&at("/draft"));
    let game = hall.game(1);
    let result = ResultEntry::plain(Some(Seat::Second), Ending::Checkmate);
    hall.give(ResultCommand::EnterResult { game, result, seen: u64::MAX });
    let open = "Round 1 is open again: close it before round 2 is published.";
    hall.tessa
        .get(&at("/draft"))
        .expect_text(open)
        .expect_text("would not make this draft any more")
        .expect_text("Draft again");
    hall.post("/draft/publish", &[]).expect_status(422).expect_text(open);
    hall.post("/rounds/1/close", &[]).expect_status(303);
    hall.tessa.get(&at("/draft")).expect_no_text(open).expect_text("would not make this draft any more");
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/2/results"));
}

fn who_was_entered_for_a_later_round_is_named_and_can_begin_earlier(app: &TestApp) {
    let hall = swiss::drafted(app, 4);
    hall.post("/draft/publish", &[]).expect_status(303);
    let (late, details) = (new_id(), EntryDetails::named(PersonName::parse("Late, Lea").unwrap()));
    hall.give(EntryCommand::AddEntries { entries: vec![NewEntry { id: late, details, first_round: 2 }] });
    hall.post("/rounds/1/unpublish", &[("reason", "Too early.")]).expect_redirect(&at("/draft"));
    let (draft, player) = (at("/draft"), at(&format!("/entries/{late}")));
    hall.tessa.get(&draft).expect_text("Late, Lea (round 2)</a>").expect_text(&player);
    hall.tessa.get(&player).expect_text("Plays from round 2 on.").expect_text("Let the player begin then");
    let begin = |round: &str| hall.post(&format!("/entries/{late}/reinstate"), &[("from_round", round)]);
    begin("2").expect_status(422).expect_text("has not withdrawn");
    begin("1").expect_status(303);
    hall.tessa.get(&player).expect_no_text("Let the player begin then");
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&draft);
    hall.tessa.get(&draft).expect_no_text("entered for a later one").expect_text("Draft of round 1");
    assert_eq!(hall.table().byes.len(), 1, "the fifth player is in the round");
    let begun = hall.event().entry(late).unwrap().revision;
    let back = format!("/ledger/{begun}/take-back");
    hall.tessa.get(&at(&back)).expect_text("Late, Lea plays from round 2 on.");
    hall.post(&back, &[("reason", "Not yet.")]).expect_status(303);
    assert_eq!(hall.event().entry(late).unwrap().first_round, 2);
    // Once a round of theirs is published, what they had stands.
    begin("1").expect_status(303);
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&draft);
    hall.post("/draft/publish", &[]).expect_status(303);
    begin("2").expect_status(422).expect_text("has not withdrawn");
}

fn warnings_stand_beside_a_board(app: &TestApp) {
    let hall = Hall::by_hand(app, 2);
    hall.publish_round();
    hall.post(
        "/rounds/1/results",
        &[("game-1", &hall.game(1).to_string()), ("pick-1", "1:checkmate"), ("was-1", ""), ("seen-1", "0")],
    )
    .expect_status(303);
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    assert_eq!(hall.table().unpaired.len(), 2);
    let [a, b] = [0, 1].map(|i| hall.players[i].to_string());
    hall.post("/draft/change", &[("change", "pair"), ("one", &a), ("other", &b)])
        .expect_redirect(&at("/draft"));
    hall.tessa.get(&at("/draft")).expect_text("They have met in round 1.");
}
