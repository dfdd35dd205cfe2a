//! Appeals are erased with who made them, also those about games of others.

use tiger_arbiter::clock::new_id;
use tiger_arbiter::ledger::{Ledger, Order};
use tiger_event::appeals::Until;
use tiger_event::protocol::AppealState;
use tiger_event::{
    Actor, AppealCommand, AppealTerms, ByeKind, Command, EntryCommand, Format, Pairing, PersonName, Reason,
    ResultCommand, ResultEntry, RoundBye, RoundCommand, Seat, Table,
};
use tiger_rules::Ending;

use crate::erasure::{chief, stored};
use crate::rig::{Backend, TestDatabase, create_event, new_entry, on_both_databases};

on_both_databases!(appeals_go_with_who_made_them_and_committees_stay);

/// Somebody appeals about the game of others, in words without a name.
fn appeals_go_with_who_made_them_and_committees_stay(backend: Backend) {
    let database = TestDatabase::new(backend);
    let ledger = Ledger::new(database.open());
    let (event, (chief, id)) = (new_id(), chief());
    let give = |command: Command| ledger.commit(&Order::new(chief.clone(), event, command)).unwrap().event;
    give(create_event(event, "open", id).into());
    let players = ["Moor, Tessa", "Reed, Jonah", "Elm, Wych"].map(new_entry);
    let [tessa, jonah, elm] = [&players[0], &players[1], &players[2]].map(|player| player.id);
    give(EntryCommand::AddEntries { entries: players.to_vec() }.into());
    let members = ["Moor, Tessa", "Linden, Lars"].map(|name| PersonName::parse(name).unwrap()).to_vec();
    let terms = AppealTerms { until: Until::After { minutes: 30 }, committee: members.clone() };
    give(AppealCommand::SetAppealTerms { terms, seen: u64::MAX }.into());
    let game = new_id();
    let pairing = Pairing { game, first: jonah, second: elm, why: String::new(), is_forced: false };
    let byes = vec![RoundBye::new(tessa, ByeKind::ZeroPoint)];
    let table = Table { boards: vec![pairing], byes, ..Table::default() };
    give(RoundCommand::DraftRound { round: 1, system: Format::Free, table }.into());
    give(RoundCommand::PublishRound { round: 1, seen: u64::MAX }.into());
    let result = ResultEntry::plain(Some(Seat::First), Ending::Time);
    give(ResultCommand::EnterResult { game, result, seen: u64::MAX }.into());
    let words = |text: &str| Reason::parse(text).unwrap();
    let note = |player, text: &str| AppealCommand::NoteAppeal {
        game,
        player,
        ruling: None,
        words: words(text),
        made_at: chrono::Utc::now(),
        late: None,
    };
    give(note(tessa, "My cousin saw the clock stand still.").into());
    let step = give(note(jonah, "The flag was up.").into()).version - 1;
    give(
        AppealCommand::DecideAppeal {
            game,
            step,
            is_upheld: false,
            words: words("The cousin was not in the hall."),
            members,
        }
        .into(),
    );
    let reason = words("asked for by letter");
    ledger.erase(&Actor::Program, (event, tessa), &reason).unwrap();
    for ledger in [ledger.clone(), Ledger::new(database.open())] {
        let told = ledger.event(event).unwrap();
        let appeals = &told.game(game).unwrap().protocol.appeals;
        assert_eq!(
            appeals.iter().map(|it| it.words.to_string()).collect::<Vec<_>>(),
            ["(erased)", "The flag was up."]
        );
        let AppealState::Decided(decision) = &appeals[0].state else { panic!("{appeals:?}") };
        assert_eq!(decision.words.to_string(), "(erased)");
        let members: Vec<_> = decision.members.iter().map(ToString::to_string).collect();
        assert_eq!(members, ["Player 1", "Linden, Lars"]);
        let committee = &told.appeals.as_ref().unwrap().terms.committee;
        assert_eq!(
            committee.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["Player 1", "Linden, Lars"]
        );
        assert_eq!(ledger.verify(event).unwrap().faults, []);
    }
    let kept = stored(&database, &ledger, backend);
    for gone in ["cousin", "Moor", "Tessa"] {
        assert!(!kept.contains(gone), "{gone} is stored");
    }
}
