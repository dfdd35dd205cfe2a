//! Nothing that waits for publication is told: every public address is walked while it waits.

use tiger_event::record::{Checked, Findings};
use tiger_event::{
    ByeKind, Bytes32, Command, EntryCommand, EventCommand, GameId, RecordCommand, ResultCommand, ResultEntry,
    RoundCommand, Seat,
};
use tiger_rules::Ending;

use super::world::{Open, addresses, game_addresses, open_event};
use crate::rig::{Browser, TestApp, findings, on_sqlite};
use tiger_arbiter::clock::new_id;

/// What nobody but arbiters may read.
const MARKER: &str = "Marker-of-the-draft";

/// An event with round 1 closed, round 2 running with half-told results, and a wish for round 3.
fn event_with_secrets(app: &TestApp) -> (Open, Vec<String>) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    let games = open.publish(app, 2);
    let claim = Bytes32::digest(MARKER.as_bytes());
    app.commit(open.id, EntryCommand::InviteSpeaker { entry: open.entries[1], token: claim, stays: true });
    let wish = Command::Entry(EntryCommand::RequestBye {
        entry: open.entries[2],
        round: 3,
        kind: Some(ByeKind::HalfPoint),
    });
    app.commit(open.id, wish);
    app.change_settings(open.id, |settings| settings.rounds = 4);
    app.commit(open.id, EntryCommand::Withdraw { entry: open.entries[3], from_round: 4, leaving: None });
    let half_told = ResultEntry::plain(None, Ending::BareQueens);
    app.commit(
        open.id,
        ResultCommand::ReportResult { game: games[0], player: Seat::First, result: half_told },
    );
    let broken = broken_record(games[1]);
    let digest = match &broken {
        Command::Record(RecordCommand::HandInRecord { digest, .. }) => digest.to_string(),
        _ => unreachable!("it is a record"),
    };
    app.commit(open.id, broken);
    let secrets = vec![
        MARKER.to_owned(),
        claim.to_string(),
        digest,
        "bare".to_owned(),
        "withdrawn".to_owned(),
        "eaves after round".to_owned(),
        "Withdrawn".to_owned(),
    ];
    (open, secrets)
}

/// A record that breaks the rules, and says why.
fn broken_record(game: GameId) -> Command {
    let findings = Findings {
        plies: 3,
        result: Some(ResultEntry::plain(Some(Seat::First), Ending::Checkmate)),
        ..findings(
            Checked::Broken { ply: 3, text: Some(MARKER.to_owned()), why: format!("no {MARKER} is legal") },
            Bytes32::digest(b"moves"),
        )
    };
    let digest = Bytes32::digest(b"a broken record");
    Command::Record(RecordCommand::HandInRecord {
        game,
        record: new_id(),
        player: None,
        digest,
        findings: Box::new(findings),
    })
}

/// Walks every address and looks for what must not be there.
fn walk(browser: &Browser, paths: &[String], secrets: &[String]) {
    for path in paths {
        let answer = browser.get(path);
        assert_eq!(answer.status.as_u16(), 200, "{path}: {}", answer.body);
        for secret in secrets {
            assert!(!answer.body.contains(secret), "{path} tells `{secret}`: {}", answer.body);
        }
    }
}

on_sqlite!(
    no_address_tells_of_a_draft,
    a_round_that_is_taken_back_is_gone,
    half_told_results_claims_and_wishes_stay_with_the_arbiters,
    an_event_that_is_not_public_is_there_for_its_arbiters_alone
);

fn no_address_tells_of_a_draft(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    open.play(app, 2);
    let event = open.draft(app, 3, MARKER);
    let table = &event.round(3).unwrap().table;
    let mut secrets = vec![MARKER.to_owned(), "/rounds/3".to_owned(), "ound 3 is".to_owned()];
    secrets.extend(table.boards.iter().map(|board| board.game.to_string()));
    let mut paths = addresses("open", 2);
    paths.extend(game_addresses(&event));
    walk(&app.visitor(), &paths, &secrets);
    // Public pages tell arbiters no more than others; the draft has a page of its own.
    walk(&app.signed_in(open.chief), &paths, &secrets);
    for board in &table.boards {
        app.visitor().get(&format!("/events/open/games/{}", board.game)).expect_status(404);
        app.visitor().get(&format!("/api/v1/events/open/games/{}", board.game)).expect_status(404);
    }
    for path in ["/rounds/3", "/standings?after=3"] {
        app.visitor().get(&format!("/api/v1/events/open{path}")).expect_status(404).expect_no_text(MARKER);
    }
    for path in ["/rounds/3", "/rounds/3/print/boards", "/rounds/3/print/slips", "/standings/3"] {
        app.visitor().get(&format!("/events/open{path}")).expect_status(404).expect_no_text(MARKER);
    }
}

fn a_round_that_is_taken_back_is_gone(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    let games = open.publish(app, 2);
    let visitor = app.visitor();
    visitor.get("/events/open/rounds/2").expect_status(200);
    let reason = tiger_event::text::Reason::parse("wrong pairing").unwrap();
    app.commit(open.id, RoundCommand::UnpublishRound { round: 2, reason });
    visitor.get("/events/open/rounds/2").expect_status(404);
    let secrets: Vec<String> = games.iter().map(ToString::to_string).collect();
    walk(&visitor, &addresses("open", 1), &secrets);
}

fn half_told_results_claims_and_wishes_stay_with_the_arbiters(app: &TestApp) {
    let (open, secrets) = event_with_secrets(app);
    let mut paths = addresses("open", 2);
    paths.extend(game_addresses(&app.state().ledger.event(open.id).unwrap()));
    walk(&app.visitor(), &paths, &secrets);
    walk(&app.signed_in(open.chief), &paths, &secrets);
}

fn an_event_that_is_not_public_is_there_for_its_arbiters_alone(app: &TestApp) {
    let open = open_event(app, "open", |settings| {
        settings.name = tiger_event::text::EventName::parse(MARKER).unwrap();
    });
    open.play(app, 1);
    app.visitor().get("/events/open").expect_status(200).expect_text(MARKER);
    app.commit(open.id, EventCommand::ShowEvent { is_public: false });
    let (_, stranger) = app.sign_in("stranger");
    let chief = app.signed_in(open.chief);
    for path in addresses("open", 1) {
        let is_list = !path.contains("/events/open");
        for browser in [&app.visitor(), &stranger] {
            browser.get(&path).expect_status(if is_list { 200 } else { 404 }).expect_no_text(MARKER);
        }
        chief.get(&path).expect_status(200);
    }
    app.visitor().get("/events/open/live").expect_status(404);
    chief.get("/events/open/standings").expect_text(MARKER);
}

/// The walk goes through every public route, so that a new one cannot be forgotten here.
#[test]
fn the_walk_knows_every_public_route() {
    let source = include_str!("../../../src/routes.rs");
    let walked = addresses("{slug}", 1);
    for function in ["fn lists(", "pub fn configure(", "fn public_pages(", "fn interface("] {
        let (_, body) = source.split_once(function).unwrap();
        let (body, _) = body.split_once("\n}\n").unwrap();
        let routes = body.split("(\"/").skip(1).map(|rest| rest.split('"').next().unwrap());
        for route in routes.map(|route| format!("/{route}")) {
            let fits = |path: &String| {
                let parts = (route.split('/'), path.split('/'));
                parts.0.clone().count() == parts.1.clone().count()
                    && parts.0.zip(parts.1).all(|(wanted, part)| wanted == part || wanted.starts_with('{'))
            };
            // Streams have no body to look into; `live.rs` and `live_games.rs` listen to them. Games are walked by `game_addresses`,
            // their boards alone, as pages and as pictures, in `replay.rs`.
            // Moves are tried where a record is read: `analysis.rs` asks for the others, too.
            // Only knockouts have a bracket: `rounds/knockout.rs` reads it while a round is a draft.
            // Choosing a screen leads on to it. Few events have categories or prizes: `prizes.rs` reads both.
            let is_elsewhere = [
                "/live",
                "/moves",
                "/embed",
                "/board.svg",
                "/analysis",
                "/games/{game}",
                "/bracket",
                "/hall/choose",
                "/categories/{place}",
                "/prizes",
            ]
            .iter()
            .any(|end| route.ends_with(end));
            let is_known = is_elsewhere || walked.iter().any(fits);
            assert!(is_known, "{route} is not walked: add it to `addresses`");
        }
    }
}
