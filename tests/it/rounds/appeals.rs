//! Appeals: in time and late, what the committee decides, and who hears of it.

use chrono_tz::UTC;
use tiger_event::appeals::Until;
use tiger_event::protocol::{Appeal, AppealState};
use tiger_event::{AppealCommand, AppealTerms, PersonName, PublishedEvent, ResultEntry, Seat, local_time};
use tiger_rules::Ending;

use super::*;
use crate::rig::{on_both_databases, on_sqlite};

on_both_databases!(an_appeal_waits_until_its_committee_has_decided);
on_sqlite!(
    what_comes_late_is_heard_or_not_with_a_reason,
    an_appeal_needs_something_to_appeal_against_and_arbiters_alone_see_it,
    the_terms_are_set_by_the_chief
);

fn checkmate(hall: &Hall) {
    for game in hall.event().games_of(1).iter().map(|game| game.id) {
        let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
        hall.give(ResultCommand::EnterResult { game, result, seen: u64::MAX });
    }
}

/// Those that wait for the committee.
fn open_appeals(hall: &Hall) -> Vec<Appeal> {
    let event = hall.event();
    let all = event.games.values().flat_map(|game| &game.protocol.appeals);
    all.filter(|appeal| appeal.is_open()).cloned().collect()
}

fn appeals(hall: &Hall) -> String {
    format!("/games/{}/appeals", hall.game(1))
}

fn note(hall: &Hall, more: &[(&str, &str)]) -> Answer {
    let player = hall.players[0].to_string();
    let mut fields = vec![("player", &*player), ("against", "result"), ("words", "The mate was none.")];
    fields.retain(|(field, _)| !more.iter().any(|(other, _)| other == field));
    fields.extend(more);
    hall.post(&appeals(hall), &fields)
}

fn set_until(hall: &Hall, until: Until) {
    let committee =
        vec![PersonName::parse("Linden, Lars").unwrap(), PersonName::parse("Maple, Mia").unwrap()];
    let terms = AppealTerms { until, committee };
    hall.give(AppealCommand::SetAppealTerms { terms, seen: u64::MAX });
}

fn an_appeal_waits_until_its_committee_has_decided(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    hall.give(EventCommand::ShowEvent { is_public: true });
    checkmate(&hall);
    set_until(&hall, Until::After { minutes: 30 });
    hall.tessa.get(&at(&appeals(&hall))).expect_text("30 minutes left").expect_no_text("The time is over");
    let before = PublishedEvent::of(&hall.event()).unwrap();
    note(&hall, &[]).expect_redirect(&at(&appeals(&hall)));
    // A closed round changes nothing of it.
    hall.give(RoundCommand::CloseRound { round: 1 });
    let link = format!("href=\"{}\"", at(&appeals(&hall)));
    for page in ["/desk", "/draft"] {
        hall.tessa.get(&at(page)).expect_text("An appeal waits for the committee").expect_text(&link);
    }
    let queue = hall.tessa.get(&at("/queue")).expect_status(200);
    queue
        .expect_text("Adder appeals: The mate was none.")
        .expect_text("30 minutes left.")
        .expect_text("Note what the committee decides");
    hall.tessa.get(&at("/papers/job?paper=report")).expect_text("Appeal, open");
    let decide = format!("{}/{}/decide", appeals(&hall), open_appeals(&hall)[0].step);
    hall.tessa.get(&at(&appeals(&hall))).expect_text("Linden, Lars");
    hall.post(&decide, &[("verdict", "upheld"), ("words", "")]).expect_status(422);
    let said = [
        ("verdict", "upheld"),
        ("words", "The record shows a way out."),
        ("members", "Linden, Lars\nMaple, Mia"),
    ];
    let result = at(&format!("/games/{}/result", hall.game(1)));
    hall.post(&decide, &said).expect_redirect(&result);
    hall.tessa.get(&result).expect_text("The appeal is upheld. Rule here what follows from it");
    // Decided once.
    hall.post(&decide, &said).expect_status(422).expect_text("does not wait any more");
    let queue = hall.tessa.get(&at("/queue")).expect_no_text("Adder appeals").expect_text(&result);
    queue
        .expect_text("The appeal of Adder was upheld, and no ruling has followed.")
        .expect_text("Rule on it");
    hall.tessa.get(&at("/desk")).expect_no_text("for the committee");
    // What follows from it is not forgotten in a closed round.
    for page in ["/desk", "/draft"] {
        let shown = hall.tessa.get(&at(page)).expect_text("An appeal was upheld, and the result stands");
        shown.expect_text(&result);
    }
    let register = hall.tessa.get(&at("/rulings")).expect_text("Appeal upheld");
    register.expect_text("Upheld by Linden, Lars; Maple, Mia");
    hall.tessa.get(&at("/papers/job?paper=report")).expect_text("Upheld by Linden, Lars; Maple, Mia");
    let event = hall.event();
    assert!(open_appeals(&hall).is_empty());
    assert!(event.game(hall.game(1)).unwrap().result.is_some(), "a decision changes no result by itself");
    hall.give(RoundCommand::ReopenRound {
        round: 1,
        reason: tiger_event::text::Reason::parse("ruling").unwrap(),
    });
    let after = PublishedEvent::of(&hall.event()).unwrap();
    assert!(after.games.values().all(|game| game.protocol.is_empty()));
    assert!(before.reads_like(&after), "readers see nothing of it");
    assert!(app.state().ledger.verify(hall.event).unwrap().faults.is_empty());
}

fn what_comes_late_is_heard_or_not_with_a_reason(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    // While the round is played nothing comes late.
    hall.tessa.get(&at(&appeals(&hall))).expect_text("nothing to appeal against");
    checkmate(&hall);
    set_until(&hall, Until::Moment { at: local_time::read("2020-01-01T10:00", UTC).unwrap() });
    hall.tessa.get(&at(&appeals(&hall))).expect_text("The time is over");
    note(&hall, &[]).expect_status(422).expect_text("Say whether it is heard all the same");
    note(&hall, &[("late", "refused")]).expect_status(422);
    note(&hall, &[("late", "refused"), ("late_reason", "A year is a year.")]).expect_status(303);
    assert!(open_appeals(&hall).is_empty());
    hall.tessa
        .get(&at("/rulings"))
        .expect_text("Appeal, not heard")
        .expect_text("Late, not heard: A year is a year.");
    note(&hall, &[("late", "heard"), ("late_reason", "The door was locked.")]).expect_status(303);
    let open = open_appeals(&hall).remove(0);
    assert!(open.late.as_ref().is_some_and(|late| late.is_heard));
    hall.post(&format!("{}/{}/withdraw", appeals(&hall), open.step), &[]).expect_status(303);
    assert!(open_appeals(&hall).is_empty());
    let states = hall.event().game(hall.game(1)).unwrap().protocol.appeals.clone();
    assert!(matches!(states[1].state, AppealState::Withdrawn { .. }));
    // Undone, it waits again.
    let game = hall.game(1);
    let step = hall.event().game(game).unwrap().last.as_ref().unwrap().step;
    hall.give(tiger_event::command::UndoCommand::UndoStep { game, step });
    assert_eq!(open_appeals(&hall).len(), 1);
    // Nobody appeals tomorrow, or before the round.
    for moment in ["2099-01-01T10:00", "2020-01-01T09:00"] {
        note(&hall, &[("made_at", moment)])
            .expect_status(422)
            .expect_text("between the publication of round 1 and now");
    }
}

fn an_appeal_needs_something_to_appeal_against_and_arbiters_alone_see_it(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    note(&hall, &[]).expect_status(422).expect_text("nothing to appeal against");
    checkmate(&hall);
    note(&hall, &[("against", "01990000-0000-7000-8000-000000000000")]).expect_status(404);
    note(&hall, &[("player", "other"), ("number", "77")]).expect_status(422).expect_text("pairing number");
    note(&hall, &[("player", "other"), ("number", "4")]).expect_status(303);
    assert_eq!(open_appeals(&hall)[0].player, hall.players[3]);
    let player = app.add_user("adder", false);
    app.speak_for(hall.event, hall.players[0], player);
    let adder = app.signed_in(player);
    adder.get(&at(&appeals(&hall))).expect_status(403);
    adder.get(&at(&format!("/games/{}/room", hall.game(1)))).expect_no_text("The mate was none");
    adder.post_form(&at(&appeals(&hall)), &[("words", "x")]).expect_status(403);
}

fn the_terms_are_set_by_the_chief(app: &TestApp) {
    let hall = Hall::new(app, 4);
    let page = "/settings/appeals";
    hall.tessa.get(&at("/settings")).expect_text(&at(page));
    hall.tessa.get(&at(page)).expect_text("value=\"60\"");
    let both = [("minutes", "20"), ("moment", "2026-11-21T18:00"), ("committee", "")];
    hall.post(page, &both).expect_status(422).expect_text("empty one of the two");
    let twice = [("minutes", "20"), ("committee", "Linden, Lars\nLinden, Lars")];
    hall.post(page, &twice).expect_status(422).expect_text("stands twice in the committee");
    hall.post(page, &[("minutes", "20"), ("committee", " Linden, Lars \n\nMaple, Mia")]).expect_status(303);
    assert_eq!(hall.event().appeal_terms().committee.len(), 2);
    hall.post(page, &[("minutes", ""), ("moment", "2026-11-21T18:00"), ("committee", "")]).expect_status(303);
    assert!(matches!(hall.event().appeal_terms().until, Until::Moment { .. }));
    // Of two who save at once the second sees what the first wrote.
    hall.post(page, &[("minutes", "5"), ("version", "0")]).expect_status(409);
}
