//! Everything that an event needs on paper.

use tiger_arbiter::services::pairing::draft;
use tiger_event::{EntryCommand, Reason, ResultCommand, ResultEntry, RoundCommand, Seat};
use tiger_rules::{Ending, GameKind};

use super::{Hall, START, at};
use crate::rig::{TestApp, on_sqlite};

on_sqlite!(
    all_papers_come_as_one_job,
    lancerchess_has_its_own_papers,
    tigerchess_has_its_own_papers,
    dragon_has_its_own_papers,
    the_dance_has_its_own_papers,
    slips_lie_in_order_when_the_pile_is_cut,
    boards_that_are_wanted_are_printed_alone,
    the_report_tells_what_happened,
    what_cannot_be_printed_is_said_and_what_was_chosen_stays,
    a_draft_is_on_no_paper,
    standings_are_of_the_last_round_that_is_complete,
    a_bulletin_has_results_and_games_with_their_last_positions,
    a_round_is_printed_from_its_results
);

const OF_ROUND: &str = "paper=boards&paper=names&paper=slips&paper=scoresheets&paper=table-cards";
const OF_EVENT: &str =
    "paper=name-cards&paper=badges&paper=check-in&paper=blank-crosstable&paper=certificates&paper=report";

fn job(query: &str) -> String {
    at(&format!("/papers/job?{query}"))
}

impl<'a> Hall<'a> {
    /// As many players as one likes, paired by hand in their order.
    fn free(app: &'a TestApp, players: usize) -> Self {
        let hall = Self::new(app, 2);
        let names: Vec<String> = (3..=players).map(|number| format!("Player {number}")).collect();
        app.add_entries(hall.event, &names.iter().map(String::as_str).collect::<Vec<_>>());
        app.change_settings(hall.event, |settings| {
            settings.format = tiger_event::settings::Format::Free;
        });
        hall
    }

    fn play(&self, winner: Seat) {
        self.publish_round();
        let round = self.event().rounds.last().unwrap().number;
        for game in self.event().games_of(round) {
            let result = ResultEntry::plain(Some(winner), Ending::Checkmate);
            self.give(ResultCommand::EnterResult { game: game.id, result, seen: 0 });
        }
        self.give(RoundCommand::CloseRound { round });
    }
}

fn all_papers_come_as_one_job(app: &TestApp) {
    let hall = Hall::new(app, 6);
    hall.play(Seat::First);
    let chosen = hall.tessa.get(&at("/papers?paper=slips")).expect_status(200);
    assert!(chosen.body.contains("value=\"slips\" checked"), "{}", chosen.body);
    hall.tessa.get(&at("/desk")).expect_text(&format!("href=\"{}\"", at("/papers")));
    let page = hall.tessa.get(&job(&format!("{OF_ROUND}&{OF_EVENT}&round=1&size=a4"))).expect_status(200);
    let count = |what: &str| page.body.matches(what).count();
    assert_eq!(count("class=\"paper\""), 11);
    // What hangs on the wall is a witness.
    assert_eq!(count("class=\"seal\""), 2);
    assert!(page.body.contains("Round 1: Pairings by name"));
    assert_eq!(count("class=\"slip\""), 3);
    assert_eq!(count("scoresheet-page"), 6);
    assert_eq!(count("class=\"table-card\""), 3);
    assert_eq!(count("class=\"name-card\""), 6);
    assert_eq!(count("class=\"badge-card\""), 6);
    // Drawn once, however many sheets show it.
    assert_eq!(count("id=\"board-before-the-first-move\""), 1);
    assert_eq!(count("class=\"certificate-name\""), 3);
    assert!(!page.body.contains("css/letter"));
    hall.tessa.get(&job("paper=badges&size=letter")).expect_text("css/letter");
    hall.tessa.get(&job("paper=certificates&places=1")).expect_text("1st place").expect_no_text("4th place");
}

fn lancerchess_has_its_own_papers(app: &TestApp) {
    board_and_endings(app, GameKind::LancerChess, "checkmate");
}

fn tigerchess_has_its_own_papers(app: &TestApp) {
    board_and_endings(app, GameKind::TigerChess, "TigerVariation: occupation");
}

fn dragon_has_its_own_papers(app: &TestApp) {
    board_and_endings(app, GameKind::Dragon, "planting");
}

fn the_dance_has_its_own_papers(app: &TestApp) {
    board_and_endings(app, GameKind::Dance, "five fortresses");
}

/// The scoresheets have the game's board, drawn once, and the slips its endings and the way to the room.
fn board_and_endings(app: &TestApp, game: GameKind, ending: &str) {
    let hall = Hall::new(app, 4);
    app.change_settings(hall.event, |settings| settings.game = game);
    hall.publish_round();
    let page = hall.tessa.get(&job("paper=slips&paper=scoresheets")).expect_status(200);
    assert!(page.body.contains(&format!("</span>{ending}</span>")), "{}", page.body);
    assert_eq!(page.body.matches("href=\"#board-before-the-first-move\"").count(), 3);
    assert_eq!(page.body.matches("as a QR code").count(), 2);
}

fn slips_lie_in_order_when_the_pile_is_cut(app: &TestApp) {
    let hall = Hall::free(app, 16);
    hall.publish_round();
    let page = hall.tessa.get(&job("paper=slips&round=1")).expect_status(200);
    let boards: Vec<u16> = page
        .body
        .split("class=\"slip-board\">Board ")
        .skip(1)
        .map(|rest| rest.split('<').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(boards, [1, 3, 5, 7, 2, 4, 6, 8]);
}

fn boards_that_are_wanted_are_printed_alone(app: &TestApp) {
    let hall = Hall::free(app, 12);
    app.change_settings(hall.event, |settings| settings.first_board = 11);
    hall.publish_round();
    let count = |boards: &str| {
        let papers = "paper=slips&paper=scoresheets&paper=table-cards&paper=boards";
        let page = hall.tessa.get(&job(&format!("{papers}&boards={boards}"))).expect_status(200);
        assert_eq!(page.body.matches("<td class=\"board\">").count(), 6, "the wall needs all boards");
        ["class=\"slip\"", "scoresheet-page", "class=\"table-card\"", "The way to the room"]
            .map(|what| page.body.matches(what).count())
    };
    assert_eq!(count(""), [6, 12, 6, 6]);
    assert_eq!(count("13"), [1, 2, 1, 1]);
    assert_eq!(count("11,%2014-16"), [4, 8, 4, 4]);
    let game = hall.event().games_of(1)[2].clone();
    let slip = at("/papers/job?round=1&#38;paper=slips&#38;boards=13");
    hall.tessa.get(&at(&format!("/games/{}/room", game.id))).expect_text(&slip);
    hall.tessa.get(&job("paper=slips&boards=13")).expect_text("Board 13").expect_no_text("Board 12");
    let refused = |query: &str, sentence: &str| {
        hall.tessa.get(&job(query)).expect_status(422).expect_text(sentence);
    };
    refused("paper=slips&boards=3", "Round 1 has no board 3: its boards are 11-16.");
    refused("paper=slips&boards=12-40", "Round 1 has no board 40: its boards are 11-16.");
    refused("paper=slips&boards=14-12", "“14-12” goes backwards. Say 12-14.");
    refused("paper=slips&boards=all", "“all” is no board. Boards are numbers and spans, such as 4, 7-9.");
    refused("paper=slips&boards=all", "value=\"all\"");
    refused("paper=names&boards=12", "choose one of these, or no boards.");
}

fn the_report_tells_what_happened(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.play(Seat::Second);
    hall.give(EntryCommand::Withdraw { entry: hall.players[0], from_round: 2, leaving: None });
    hall.tessa
        .get(&job("paper=report"))
        .expect_text("Arbiter’s report")
        .expect_text("4 players entered.")
        .expect_text("Withdrawn: Adder, from round 2.")
        .expect_text("<td class=\"num\">2</td><td class=\"num\">0</td><td\nclass=\"num\">2</td>");
    hall.tessa.get(&job("paper=check-in")).expect_no_text("Adder").expect_text("Bear");
    // A round that is opened again leaves nothing in the event, but the report tells it.
    hall.tessa.get(&job("paper=report")).expect_no_text("opened again");
    hall.post("/rounds/1/reopen", &[("reason", "A slip was misread.")]).expect_status(303);
    let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
    hall.give(ResultCommand::EnterResult { game: hall.game(1), result, seen: u64::MAX });
    hall.post("/rounds/1/close", &[]).expect_status(303);
    hall.tessa
        .get(&job("paper=report"))
        .expect_text("Round 1 was opened again on ")
        .expect_text(" by tessa (A slip was misread.); one result changed.");
    hall.publish_round();
    let reason = Some(Reason::parse("The hall closes.").unwrap());
    hall.give(ResultCommand::Adjourn { game: hall.event().games_of(2)[0].id, reason });
    hall.tessa
        .get(&job("paper=report"))
        .expect_text("Round 2: Bear (win by forfeit).")
        .expect_text("Round 2, board 1, Dingo – Crane: The hall closes.");
}

fn what_cannot_be_printed_is_said_and_what_was_chosen_stays(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.tessa.get(&at("/papers")).expect_status(200).expect_text("No round is published yet.");
    let refused = |query: &str, sentence: &str| {
        hall.tessa.get(&job(query)).expect_status(422).expect_text(sentence);
    };
    refused("paper=slips", "No round is published yet");
    refused("", "Choose at least one paper.");
    refused("paper=nonsense", "Choose at least one paper.");
    hall.tessa.get(&job("paper=certificates")).expect_status(200).expect_text("No round is closed yet");
    hall.publish_round();
    refused("paper=slips&round=2", "This round is not published.");
    refused("paper=slips&round=one", "This round is not published.");
    refused("paper=certificates&places=0", "Certificates go up to a place from 1 to 500");
    refused("paper=badges&places=x", "value=\"badges\" checked");
}

fn a_draft_is_on_no_paper(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.play(Seat::First);
    let table = draft(&hall.event(), 2, START).unwrap();
    let system = hall.event().settings.format;
    hall.give(RoundCommand::DraftRound { round: 2, system, table });
    hall.tessa.get(&job("paper=slips&round=2")).expect_status(422);
    hall.tessa.get(&job(&format!("{OF_ROUND}&{OF_EVENT}"))).expect_status(200).expect_no_text("Round 2");
    let (_, stranger) = app.sign_in("jonah");
    for path in [at("/papers"), job("paper=badges")] {
        assert!(matches!(stranger.get(&path).status.as_u16(), 403 | 404));
        assert!(matches!(app.visitor().get(&path).status.as_u16(), 303 | 403 | 404));
    }
}

fn standings_are_of_the_last_round_that_is_complete(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.tessa.get(&job("paper=standings")).expect_text("Standings").expect_no_text("Standings after");
    hall.play(Seat::First);
    hall.publish_round();
    let page = hall.tessa.get(&job("paper=boards&paper=standings&round=2")).expect_status(200);
    page.expect_text("Round 2: Pairings by board").expect_text("Standings after round 1");
    hall.tessa.get(&job("paper=standings&round=1")).expect_text("Standings after round 1");
}

fn a_bulletin_has_results_and_games_with_their_last_positions(app: &TestApp) {
    let open = crate::public::world::open_event(app, "open", |_| {});
    crate::public::files::play_with_record(app, &open);
    let tessa = app.signed_in(open.chief);
    let page = tessa.get("/events/open/papers/job?paper=bulletin&round=1").expect_status(200);
    let page = page
        .expect_text("Bulletin of round 1")
        .expect_text("Standings after round 1")
        .expect_text("<b>2.</b> A2-A3 A7-A6")
        .expect_text("After A7-A6.")
        .expect_text("Without a record: board 2.");
    assert_eq!(page.body.matches("class=\"bulletin-board\"").count(), 1);
}

fn a_round_is_printed_from_its_results(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let link = |round: u16| {
        let page = hall.tessa.get(&at(&format!("/rounds/{round}/results"))).expect_status(200);
        let end = page.body.find("Print the round").unwrap();
        let start = page.body[..end].rfind("<a ").unwrap();
        page.body[start..]
            .split("href=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .replace("&#38;", "&")
            .replace("&amp;", "&")
    };
    let open = hall.tessa.get(&link(1)).expect_status(200);
    open.expect_text("Round 1: Pairings by name").expect_no_text("Bulletin of round 1");
    for game in hall.event().games_of(1) {
        let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
        hall.give(ResultCommand::EnterResult { game: game.id, result, seen: 0 });
    }
    hall.give(RoundCommand::CloseRound { round: 1 });
    hall.tessa.get(&link(1)).expect_text("Bulletin of round 1").expect_no_text("Pairings by name");
}
