use tiger_arbiter::clock::new_id;
use tiger_event::{EntryCommand, EntryDetails, NewEntry, PersonName};

use super::*;
use crate::rig::on_both_databases;

on_both_databases!(a_draft_changed_by_hand_is_taken_up_again_when_somebody_came_or_left);

const OFFER: &str = "Take it up again";

fn a_draft_changed_by_hand_is_taken_up_again_when_somebody_came_or_left(app: &TestApp) {
    let hall = Hall::by_hand(app, 6);
    let draft = || hall.tessa.get(&at("/draft")).expect_status(200);
    let start = |how: &str| {
        let version = hall.event().draft().map_or(String::new(), |draft| draft.revision.to_string());
        let form = [("round", "1"), ("start", how), ("version", version.as_str())];
        hall.post("/draft", &form).expect_redirect(&at("/draft"));
    };
    start("unpaired");
    let ids: Vec<String> = hall.players.iter().map(ToString::to_string).collect();
    let change =
        |fields: &[(&str, &str)]| hall.post("/draft/change", fields).expect_redirect_within(&at("/draft"));
    change(&[("change", "pair"), ("one", &ids[0]), ("other", &ids[1])]);
    change(&[("change", "pair"), ("one", &ids[2]), ("other", &ids[3])]);
    change(&[("change", "bye"), ("one", &ids[4]), ("bye", "PAB")]);
    let before = hall.table();
    draft().expect_no_text(OFFER);

    hall.give(EntryCommand::Withdraw { entry: hall.players[3], from_round: 1, leaving: None });
    assert!(hall.event().draft().is_none(), "it went");
    draft().expect_text(OFFER).expect_text("One of its boards can stay.").expect_text("Crane; Falcon.");
    // Also after somebody had the system draft; what was drafted so is replaced.
    start("proposal");
    draft().expect_text(OFFER);
    start("lost");
    let after = hall.table();
    // Another arbiter's page, from before, takes up nothing more.
    for how in ["lost", "proposal"] {
        let late = [("round", "1"), ("start", how), ("version", "0")];
        hall.post("/draft", &late).expect_redirect(&at("/draft"));
    }
    assert_eq!(hall.table(), after);
    assert_eq!(after.boards.len(), 1);
    assert!(before.boards.contains(&after.boards[0]));
    assert_eq!(after.byes, before.byes);
    assert_eq!(after.unpaired, [hall.players[2], hall.players[5]]);
    assert!(hall.event().draft().is_some_and(|draft| draft.is_changed_by_hand));
    draft().expect_no_text(OFFER);

    // From nothing too; and whoever throws it away wants it no more.
    let details = EntryDetails::named(PersonName::parse("Late, Lea").unwrap());
    let late = NewEntry { id: new_id(), details, first_round: 1 };
    hall.give(EntryCommand::AddEntries { entries: vec![late] });
    assert!(hall.event().draft().is_none(), "it went once more");
    start("lost");
    assert_eq!(hall.table().boards, after.boards);
    assert_eq!(hall.table().unpaired.len(), 3, "the newcomer among them");
    let version = hall.event().draft().map_or(0, |draft| draft.revision).to_string();
    hall.post("/draft/discard", &[("version", &version)]).expect_status(303);
    draft().expect_no_text(OFFER);
    start("lost");
    assert!(hall.event().draft().is_none(), "nothing is left to take up");
}
