//! A captured Standard Bearer halves what a concession or a loss on time brings the winner (TigerVariation, rule 6): the
//! moves on file know of him.

use tiger_event::{Reason, ResultCommand, ResultEntry, Seat};
use tiger_rules::Ending;

use super::{send, tiger};
use crate::rig::{Backend, key, on_sqlite};

on_sqlite!(the_moves_on_file_know_whether_the_bearer_was_captured);

/// The Siberian's King's Lancer, who bears the flag, is captured by the last of them.
const MOVES: &str =
    "G@F G@F S@H5 S@D3 S@B3 S@G5 S@E5 S@E4 S@G4 S@F5 E4xG6 G8xG6 B3-A4 G6xG4 G1-G3 G5-F4 G3xG4";

fn the_moves_on_file_know_whether_the_bearer_was_captured(backend: Backend) {
    let s = tiger(backend);
    let room = || s.first.get(&s.path("/room"));
    room().expect_text("value=\"concession\"").expect_text("value=\"concession-bearer\"");
    s.write(&s.first, MOVES).expect_status(303);
    room().expect_no_text("value=\"concession\"").expect_text("value=\"concession-bearer\"");
    let conceded = send(&s, &s.first, "offer", &[("offer", "concession")], 1).expect_status(422);
    conceded.expect_text("the winner&#39;s Standard Bearer had been captured");
    let lost = [("player", "0"), ("phase", "engagement")];
    send(&s, &s.arbiter, "flag", &lost, 2)
        .expect_status(422)
        .expect_text("Standard Bearer had been captured");
    // His own was not: the other side's loss is worth the whole.
    let other = [("player", "1"), ("phase", "engagement")];
    send(&s, &s.arbiter, "flag", &other, 3).expect_status(200);
    // A result that somebody typed from a slip is put in question by the record.
    let entry = ResultEntry::plain(Some(Seat::Second), Ending::Concession(None));
    s.app.commit(s.event, ResultCommand::EnterResult { game: s.game, result: entry, seen: u64::MAX });
    let record = format!(
        "[Game \"TigerChess\"]\n[Bengal \"Moor\"]\n[Siberian \"Ash\"]\n[Deployment \"Open\"]\n[TigerVariation \"Yes\"]\n\
         [Result \"Siberian\"]\n[Termination \"concession\"]\n\n{MOVES} Siberian\n"
    );
    let fields = [("text", &*record), ("idempotency_key", &*key(4))];
    s.first.post_form(&s.path("/records"), &fields).expect_status(303);
    let disputes = s.game().disputes;
    assert_eq!(disputes.len(), 1, "{disputes:?}");
    let told = "shows: Ash wins, concession, the winner's Standard Bearer captured. Reported or entered was: Ash wins, concession.";
    assert!(disputes[0].sentence.contains(told), "{}", disputes[0].sentence);
    s.arbiter.get("/events/open/queue").expect_text("Decide");
    // One that does not say how the game ended says nothing of points; whoever handed it in reads that.
    let untold =
        record.replace("[Termination \"concession\"]\n", "").replace("Siberian\"]\n\n", "Bengal\"]\n\n");
    let untold = untold.replace(" Siberian\n", " Bengal\n");
    let told = s.app.commit(
        s.event,
        ResultCommand::ClearResult {
            game: s.game,
            reason: Reason::parse("Typed wrong.").unwrap(),
            seen: u64::MAX,
        },
    );
    assert!(told.event.game(s.game).unwrap().result.is_none());
    let fields = [("text", &*untold), ("idempotency_key", &*key(8))];
    let page = s.first.post_form(&s.path("/records"), &fields).expect_status(303);
    let page = page.location();
    s.first.get(page).expect_text("The record says “Bengal”, but not how the game ended");
    s.app.commit(s.event, ResultCommand::EnterResult { game: s.game, result: entry, seen: u64::MAX });
    s.first.get(page).expect_no_text("but not how the game ended");
    // Whoever overrules that to the whole points reads first what the record shows.
    let overrule = |pick: &str, confirmed: &str, number: u32| {
        let fields = [
            ("pick", pick),
            ("reason", "Seen at the board."),
            ("version", "18446744073709551615"),
            ("confirmed", confirmed),
            ("idempotency_key", &*key(number)),
        ];
        s.arbiter.post_form(&s.path("/overrule"), &fields)
    };
    let warned = "A record on file shows that the winner’s Standard Bearer had been captured";
    let halved = "0:concession:bearer";
    let confirmed = overrule(halved, "", 5).expect_no_text(warned).confirmation().unwrap();
    overrule(halved, &confirmed, 5).expect_status(303);
    overrule("0:concession", "", 6).expect_status(200).expect_text(warned);
    overrule("0:time", "", 7).expect_status(200).expect_text(warned);
}
