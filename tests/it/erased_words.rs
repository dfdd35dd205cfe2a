//! Words for the dice are erased with who said them, and the faces stay proved.

use tiger_arbiter::domain::actor::Actor;
use tiger_arbiter::domain::command::{ChoiceCommand, Command, EntryCommand, EventCommand, RoundCommand};
use tiger_arbiter::domain::dice::{Bytes32, Cast, CastPurpose, PlayerWord, Transcript, VerifyError};
use tiger_arbiter::domain::ids::{CastId, EventId, GameId, UserId};
use tiger_arbiter::domain::result::Seat;
use tiger_arbiter::domain::round::{Pairing, Table};
use tiger_arbiter::domain::settings::Format;
use tiger_arbiter::domain::text::{Reason, Word};
use tiger_arbiter::ledger::{Attachment, Ledger, Order};
use tiger_rules::{Answer, GameKind};

use crate::erasure::{run, stored};
use crate::rig::{Backend, TestDatabase, create_event, new_entry, on_both_databases};

on_both_databases!(a_word_is_erased_and_the_faces_are_still_proved);

const SECRET: Bytes32 = Bytes32([5; 32]);

fn a_word_is_erased_and_the_faces_are_still_proved(backend: Backend) {
    let database = TestDatabase::new(backend);
    let ledger = Ledger::new(database.open());
    let (event, game, cast) = (EventId::new(), GameId::new(), CastId::new());
    let give = |command: Command, with: Option<Attachment>| {
        let order = Order::new(Actor::Program, event, command);
        ledger.commit(&with.into_iter().fold(order, Order::with))
    };
    let mut create = create_event(event, "open", UserId::new());
    if let EventCommand::CreateEvent { settings, .. } = &mut create {
        settings.game = GameKind::TigerChess;
        settings.clock = tiger_rules::ClockSettings::standard(GameKind::TigerChess);
    }
    give(create.into(), None).unwrap();
    let players = [new_entry("Moor, Tessa"), new_entry("Reed, Jonah")];
    let [tessa, jonah] = [players[0].id, players[1].id];
    give(EntryCommand::AddEntries { entries: players.to_vec() }.into(), None).unwrap();
    let pairing = Pairing { game, first: tessa, second: jonah, why: String::new(), is_forced: false };
    let table = Table { boards: vec![pairing], ..Table::default() };
    give(RoundCommand::DraftRound { round: 1, system: Format::Free, table }.into(), None).unwrap();
    give(RoundCommand::PublishRound { round: 1, seen: u64::MAX }.into(), None).unwrap();
    give(ChoiceCommand::AnswerChoice { game, answer: Answer::Agreed(false) }.into(), None).unwrap();
    let (purpose, commitment) = (CastPurpose::Deployment, Bytes32::digest(&SECRET.0));
    let commit = ChoiceCommand::CommitDice { game, cast, purpose, commitment };
    give(commit.into(), Some(Attachment::Secret { cast, secret: SECRET })).unwrap();
    let plain = PlayerWord::Plain(Word::parse("mistletoe").unwrap());
    let said = |player, word| ChoiceCommand::AddWord { game, cast, player, word, notes_hand: true };
    let refused = give(said(Seat::First, plain).into(), None).unwrap_err().to_string();
    assert!(refused.contains("salted digest"), "{refused}");
    for (player, word) in [(Seat::First, "mistletoe"), (Seat::Second, "evergreen")] {
        let word = PlayerWord::sealed(Word::parse(word).unwrap(), Bytes32([8; 32]));
        give(said(player, word).into(), None).unwrap();
    }
    give(ChoiceCommand::CastDice { game, cast, secret: SECRET }.into(), None).unwrap();

    let cast =
        |ledger: &Ledger| -> Cast { ledger.event(event).unwrap().game(game).unwrap().casts[0].clone() };
    let before = Transcript::of(event, game, &cast(&ledger)).unwrap();
    assert_eq!((before.verify(Some(commitment)), before.format.as_str()), (Ok(()), Transcript::FORMAT));
    assert_eq!((before.first_word.as_str(), before.second_word.as_str()), ("mistletoe", "evergreen"));
    let another = Transcript { first_word: "holly".to_owned(), ..before.clone() };
    assert_eq!(another.verify(None), Err(VerifyError::Word { player: "first" }));
    let entries =
        ledger.database().read(|db| tiger_arbiter::db::entries::list_after(db, event, 0, 99)).unwrap();
    assert!(entries.iter().all(|entry| !entry.command.contains("mistletoe")));

    let reason = Reason::parse("asked for by letter").unwrap();
    ledger.erase(&Actor::Program, (event, tessa), &reason).unwrap();
    let text = stored(&database, &ledger, backend);
    assert!(!text.contains("mistletoe") && text.contains("evergreen"));
    for ledger in [ledger.clone(), Ledger::new(database.open())] {
        let cast = cast(&ledger);
        assert_eq!(cast.faces(), Some(before.faces.as_slice()));
        let [first, second] = cast.words.each_ref().map(|word| word.as_ref().unwrap());
        assert_eq!((first.said().as_str(), first.fits()), ("(erased)", false));
        assert_eq!((second.said().as_str(), second.fits()), ("evergreen", true));
        assert_eq!(ledger.verify(event).unwrap().faults, []);
    }
    let after = Transcript::of(event, game, &cast(&ledger)).unwrap();
    assert_eq!((after.verify(Some(commitment)), after.faces.clone()), (Ok(()), before.faces));
    assert!(after.words()[0].is_erased() && !after.words()[1].is_erased());
    let guessed = Transcript { first_word: "mistletoe".to_owned(), ..after.clone() };
    assert_eq!(guessed.verify(None), Err(VerifyError::Word { player: "first" }));

    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("transcript.json");
    std::fs::write(&file, serde_json::to_string(&after).unwrap()).unwrap();
    let (code, told) = run(&["dice", "verify", file.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{told}");
    assert!(
        told.contains("The word of the first player, entered by the program for the player, was erased"),
        "{told}"
    );
    assert!(told.contains("Word of the second player: \u{201c}evergreen\u{201d}"), "{told}");
}
