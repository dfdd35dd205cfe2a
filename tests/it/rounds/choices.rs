//! The choices of a round on one page.

use std::collections::BTreeSet;

use tiger_event::choice::Answered;
use tiger_event::{Bytes32, Game, ResultCommand, ResultEntry, Seat};
use tiger_rules::{Answer, Ending, GameKind, Knights, Regicide, Step, Variation};

use super::Hall;
use crate::rig::{Answer as Page, TestApp, on_both_databases, on_sqlite};

on_both_databases!(a_whole_round_is_written_down_and_cast_from_one_page);
on_sqlite!(
    a_line_that_is_wrong_comes_back_and_the_others_are_written_down,
    dice_are_written_down_although_the_result_is_in,
    a_result_leaves_dice_open_to_which_the_program_is_committed,
    a_board_that_was_committed_after_the_page_was_made_is_not_cast_with_the_others,
    dragon_has_its_own_questions,
    where_nothing_is_asked_the_page_says_so,
    the_page_is_for_arbiters_also_of_the_dance
);

const PAGE: &str = "/events/merridon/rounds/1/choices";

/// Round 1 of a game with three boards.
fn hall(app: &TestApp, game: GameKind) -> Hall<'_> {
    let hall = Hall::new(app, 6);
    app.change_settings(hall.event, |settings| settings.game = game);
    hall.publish_round();
    hall
}

impl Hall<'_> {
    fn boards(&self) -> Vec<Game> {
        self.event().games_of(1).into_iter().cloned().collect()
    }

    /// Sends the page's form with what was typed at some boards, counted from 1.
    fn write_down(&self, key: &str, typed: &[(&str, usize, &str)]) -> Page {
        let mut fields = vec![("idempotency_key".to_owned(), key.to_owned())];
        for (place, game) in self.boards().iter().enumerate() {
            fields.push((format!("game-{}", place + 1), game.id.to_string()));
        }
        fields
            .extend(typed.iter().map(|(name, board, text)| (format!("{name}-{board}"), (*text).to_owned())));
        fields.push(("confirmed".to_owned(), "1".to_owned()));
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
        self.tessa.post_form(PAGE, &fields)
    }

    fn press(&self, what: &str, key: &str) -> Page {
        let version = self.event().version.to_string();
        let form = [("idempotency_key", key), ("version", &version)];
        self.tessa.post_form(&format!("{PAGE}/{what}"), &form).expect_status(303);
        self.tessa.get(PAGE).expect_status(200)
    }

    fn commitments(&self) -> BTreeSet<Bytes32> {
        let boards = self.boards();
        boards.iter().flat_map(|game| &game.casts).filter_map(|cast| cast.commitment).collect()
    }
}

fn a_whole_round_is_written_down_and_cast_from_one_page(app: &TestApp) {
    let hall = hall(app, GameKind::TigerChess);
    hall.tessa.get("/events/merridon/rounds").expect_text("href=\"/events/merridon/rounds/1/choices\"");
    hall.tessa.get(PAGE).expect_status(200).expect_text("Open agreed?").expect_text("Two dice");
    let typed =
        [("step0", 1, "yes"), ("step0", 2, "no"), ("step1", 2, "4"), ("step2", 2, "2 5"), ("step0", 3, "no")];
    // Sent twice by a tired hand: it is written down once.
    for _ in 0..2 {
        hall.write_down("written-down-once-0", &typed).expect_status(303);
    }
    let page = hall.tessa.get(PAGE).expect_text("3 boards: written down.").expect_text("Countdown");
    page.expect_text("Let the program cast: 2 boards");
    let boards = hall.boards();
    let answers =
        |game: &Game| game.answers.iter().map(|Answered { answer, .. }| *answer).collect::<Vec<_>>();
    assert_eq!(answers(&boards[0]), [Answer::Agreed(true)]);
    assert_eq!((answers(&boards[1]), boards[1].casts.len()), (vec![Answer::Agreed(false)], 2));
    assert!(matches!(boards[1].choice(GameKind::TigerChess).next(), Step::Chosen(_)));

    let page = hall.press("commit", "committed-to-two-boards");
    page.expect_text("2 boards: the program is committed.").expect_text("Cast now: 2 boards");
    assert_eq!(hall.commitments().len(), 2, "each board has a secret of its own");
    let page = hall.press("cast", "cast-at-the-two-boards");
    page.expect_text("2 boards: the dice are cast.").expect_text("Let the program cast: one board");
    hall.press("commit", "committed-to-the-last-one").expect_text("One board: the program is committed.");
    let page = hall.press("cast", "cast-at-the-last-board").expect_text("3 of 3");
    page.expect_no_text("Let the program cast").expect_no_text("Write down");
    hall.press("commit", "nothing-is-left-to-commit").expect_text("Nothing was due at any board.");
    for game in hall.boards() {
        assert!(game.variation(GameKind::TigerChess).is_some(), "board {}", game.board);
    }
}

fn a_line_that_is_wrong_comes_back_and_the_others_are_written_down(app: &TestApp) {
    let hall = hall(app, GameKind::TigerChess);
    let typed =
        [("step1", 1, "4"), ("step0", 2, "no"), ("step1", 2, "9"), ("step0", 3, "yes"), ("step2", 3, "6 6")];
    let page = hall.write_down("two-of-three-are-wrong", &typed).expect_status(422);
    page.expect_text("2 boards were not written down")
        .expect_text("The one die: not yet. First: the answer about Open.")
        .expect_text("The one die: Write one number from 1 to 6.")
        .expect_text("value=\"9\"");
    let [one, two, three] = &hall.boards()[..] else { panic!("three boards") };
    assert!(one.answers.is_empty() && two.answers.is_empty(), "a line is written down whole or not at all");
    let tiger = Variation::TigerChess(tiger_rules::TigerOptions {
        deployment: tiger_rules::Deployment::Open,
        tiger: true,
    });
    assert_eq!(three.variation(GameKind::TigerChess), Some(tiger));
    let other = [("step0", 3, "no")];
    hall.write_down("another-answer-stands", &other).expect_status(422).expect_text("another answer stands");
    let both = [("step0", 1, "perhaps"), ("step0", 2, "no")];
    let page = hall.write_down("one-of-two-is-wrong", &both).expect_status(422);
    page.expect_text("One other board was written down.");
    let late = [("step0", 1, "yes"), ("step1", 1, "3")];
    hall.write_down("not-asked-after-open", &late).expect_status(422).expect_text("First: the two dice");
}

fn dice_are_written_down_although_the_result_is_in(app: &TestApp) {
    let hall = hall(app, GameKind::TigerChess);
    for game in hall.boards() {
        let result = ResultEntry::plain(Some(Seat::First), Ending::Time);
        hall.give(ResultCommand::EnterResult { game: game.id, result, seen: 0 });
    }
    hall.tessa.get("/events/merridon/desk").expect_text("3 of 3 boards lack the dice").expect_text(PAGE);
    let close = hall.post("/rounds/1/close", &[]).expect_status(422);
    close
        .expect_text("The dice are not on file")
        .expect_text(&format!("href=\"{PAGE}\">Choices and dice</a>."));
    let room = format!("/events/merridon/games/{}/room", hall.boards()[1].id);
    let step = |state: &str, title: &str| {
        format!("<li class=\"step step-{state}\" aria-current=\"step\"><span>{title}<")
    };
    hall.tessa.get(&room).expect_text(&step("here", "Questions"));
    let points = || hall.boards().iter().map(|game| game.result.as_ref().unwrap().points).collect::<Vec<_>>();
    let before = points();
    hall.tessa.get(PAGE).expect_text("name=\"step0-1\"").expect_text("Write down");
    let all = |board, dice| [("step0", board, "no"), ("step1", board, "4"), ("step2", board, dice)];
    let (one, two) = (all(1, "2 5"), all(2, "3 3"));
    let page = hall.write_down("a-double-is-for-the-room", &[one, two].concat()).expect_status(422);
    page.expect_text("a double changes the points that stand")
        .expect_text("One other board was written down.");
    assert!(hall.boards()[0].variation(GameKind::TigerChess).is_some());
    assert!(hall.boards()[1].answers.is_empty());
    hall.write_down("all-but-the-two-dice", &two[..2]).expect_status(303);
    hall.tessa.get(&room).expect_text(&step("here", "Dice"));
    let last = [&[("step2", 2, "4 3")][..], &all(3, "1 6")].concat();
    hall.write_down("the-rest-of-the-dice", &last).expect_status(303);
    assert_eq!(points(), before);
    hall.tessa.get(PAGE).expect_no_text("Write down").expect_no_text("Both players have seen");
    hall.post("/rounds/1/close", &[]).expect_redirect("/events/merridon/desk");
}

fn a_result_leaves_dice_open_to_which_the_program_is_committed(app: &TestApp) {
    let hall = hall(app, GameKind::TigerChess);
    hall.write_down("two-boards-cast-dice", &[("step0", 1, "no"), ("step0", 2, "no")]).expect_status(303);
    hall.press("commit", "committed-to-two-boards");
    // What the dice show changes the points of one of the two.
    let results =
        [ResultEntry::plain(None, Ending::Agreement), ResultEntry::plain(Some(Seat::First), Ending::Time)];
    for (game, result) in hall.boards().iter().zip(results) {
        hall.give(ResultCommand::EnterResult { game: game.id, result, seen: 0 });
    }
    hall.tessa.get(PAGE).expect_text(">committed<").expect_text("cast in its room");
    for board in [1, 2] {
        let page = hall.write_down(&format!("typed-beside-the-program-{board}"), &[("step1", board, "4")]);
        page.expect_status(422)
            .expect_text("and the program is committed to its dice. Cast or void them in its room.");
        let room = format!("/events/merridon/games/{}/room", hall.boards()[board - 1].id);
        hall.tessa.get(&room).expect_text("<li class=\"step step-here\" aria-current=\"step\"><span>Dice<");
    }
}

/// Players at a board that was committed a moment ago have had no time to add a word.
fn a_board_that_was_committed_after_the_page_was_made_is_not_cast_with_the_others(app: &TestApp) {
    let hall = hall(app, GameKind::TigerChess);
    hall.write_down("first-board-cast-dice", &[("step0", 1, "no")]).expect_status(303);
    hall.press("commit", "committed-to-one-board");
    let version = hall.event().version.to_string();
    hall.write_down("second-board-cast-dice", &[("step0", 2, "no")]).expect_status(303);
    hall.press("commit", "committed-to-the-second");
    let form = [("idempotency_key", "cast-what-was-shown"), ("version", &*version)];
    hall.tessa.post_form(&format!("{PAGE}/cast"), &form).expect_status(303);
    hall.tessa.get(PAGE).expect_text("One board: the dice are cast.");
    let waits = hall.boards().iter().map(|game| game.open_cast().is_some()).collect::<Vec<_>>();
    assert_eq!(waits, [false, true, false]);
}

fn dragon_has_its_own_questions(app: &TestApp) {
    let hall = hall(app, GameKind::Dragon);
    hall.tessa
        .get(PAGE)
        .expect_text("Knights, first player")
        .expect_text("Trident agreed?")
        .expect_no_text("Cast");
    let typed = [("step0", 1, "lance"), ("step1", 1, "lance"), ("step2", 1, "no"), ("step0", 2, "pike")];
    hall.write_down("knights-and-trident", &typed).expect_status(303);
    let boards = hall.boards();
    let Some(Variation::Dragon(options)) = boards[0].variation(GameKind::Dragon) else { panic!("chosen") };
    assert_eq!(options.knights, Knights::Lance);
    assert_eq!(boards[1].variation(GameKind::Dragon), None);
}

fn where_nothing_is_asked_the_page_says_so(app: &TestApp) {
    let hall = hall(app, GameKind::LancerChess);
    hall.tessa.get(PAGE).expect_status(200).expect_text("Nothing is asked and nothing is cast");
    hall.tessa.get("/events/merridon/rounds").expect_no_text("/choices");
}

fn the_page_is_for_arbiters_also_of_the_dance(app: &TestApp) {
    let hall = hall(app, GameKind::Dance);
    let (_, other) = app.sign_in("somebody");
    other.get(PAGE).expect_status(404);
    let answer = other.post_form(PAGE, &[("idempotency_key", "not-an-arbiter-here")]);
    assert!(matches!(answer.status.as_u16(), 403 | 404), "{}", answer.status);
    let typed = [("step0", 1, "yes"), ("step1", 1, "no")];
    hall.write_down("regicide-for-the-first", &typed).expect_status(303);
    let chosen = hall.boards()[0].variation(GameKind::Dance);
    let Some(Variation::Dance { regicide }) = chosen else { panic!("{chosen:?}") };
    assert_eq!(regicide, Regicide::from_sides(tiger_rules::BySide { south: true, north: false }));
}
