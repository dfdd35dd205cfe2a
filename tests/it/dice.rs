//! Dice that anybody can check: checkpoints name what the program was committed to, and words are erased with who said them
//! while the faces stay proved.

use std::sync::Arc;

use tiger_arbiter::clock::new_id;
use tiger_arbiter::db;
use tiger_arbiter::ledger::witness::Witness;
use tiger_arbiter::ledger::{Attachment, Ledger, Order};
use tiger_event::dice::{Cast, Transcript, VerifyError, faces_of};
use tiger_event::text::Word;
use tiger_event::{
    Actor, Bytes32, CastId, CastPurpose, ChoiceCommand, Command, EntryCommand, EntryId, EventCommand,
    EventId, Format, GameId, Pairing, PlayerWord, Reason, RoundCommand, Seat, Table,
};
use tiger_rules::{Answer, ClockSettings, GameKind};

use crate::erasure::{run, stored};
use crate::rig::{Backend, TestDatabase, create_event, new_entry, on_both_databases};

on_both_databases!(
    a_word_is_erased_and_the_faces_are_still_proved,
    a_checkpoint_names_the_commitment_before_the_throw,
);

const SECRET: Bytes32 = Bytes32([5; 32]);

/// The program is committed to the first die of a game of TigerChess, and a witness has seen it.
struct House {
    folder: tempfile::TempDir,
    database: TestDatabase,
    ledger: Ledger,
    event: EventId,
    game: GameId,
    cast: CastId,
    first: EntryId,
}

impl House {
    fn new(backend: Backend) -> Self {
        let (database, folder) = (TestDatabase::new(backend), tempfile::TempDir::new().unwrap());
        let witness = Witness::open(&folder.path().join("witness")).unwrap();
        let ledger = Ledger::new(database.open()).witnessed_by(Some(Arc::new(witness)));
        let players = [new_entry("Moor, Tessa"), new_entry("Reed, Jonah")];
        let [first, second] = [players[0].id, players[1].id];
        let (event, game, cast) = (new_id(), new_id(), new_id());
        let house = Self { folder, database, ledger, event, game, cast, first };
        let mut create = create_event(event, "open", new_id());
        if let EventCommand::CreateEvent { settings, .. } = &mut create {
            settings.game = GameKind::TigerChess;
            settings.clock = ClockSettings::standard(GameKind::TigerChess);
        }
        house.give(create);
        house.give(EntryCommand::AddEntries { entries: players.to_vec() });
        let pairing = Pairing { game, first, second, why: String::new(), is_forced: false };
        let table = Table { boards: vec![pairing], ..Table::default() };
        house.give(RoundCommand::DraftRound { round: 1, system: Format::Free, table });
        house.give(RoundCommand::PublishRound { round: 1, seen: u64::MAX });
        house.give(ChoiceCommand::AnswerChoice { game, answer: Answer::Agreed(false), asked: None });
        let commit = ChoiceCommand::CommitDice {
            game,
            cast,
            purpose: CastPurpose::Deployment,
            commitment: commitment(),
        };
        let order = Order::new(Actor::Program, event, commit);
        house.ledger.commit(&order.with(Attachment::Secret { cast, secret: SECRET })).unwrap();
        house
    }

    fn give(&self, command: impl Into<Command>) {
        self.ledger.commit(&Order::new(Actor::Program, self.event, command)).unwrap();
    }

    fn add_word(&self, player: Seat, word: PlayerWord) -> Result<(), String> {
        let said =
            ChoiceCommand::AddWord { game: self.game, cast: self.cast, player, word, notes_hand: true };
        let done = self.ledger.commit(&Order::new(Actor::Program, self.event, said));
        done.map(|_| ()).map_err(|error| error.to_string())
    }

    fn cast(&self, ledger: &Ledger) -> Cast {
        ledger.event(self.event).unwrap().game(self.game).unwrap().casts[0].clone()
    }

    fn transcript(&self) -> Transcript {
        Transcript::of(self.event, self.game, &self.cast(&self.ledger)).unwrap()
    }

    /// `dice verify` of a transcript.
    fn verify(&self, transcript: &Transcript, more: &[&str]) -> (Option<i32>, String) {
        let file = self.folder.path().join("transcript.json");
        std::fs::write(&file, serde_json::to_string(transcript).unwrap()).unwrap();
        run(&[&["dice", "verify", file.to_str().unwrap()], more].concat())
    }
}

fn commitment() -> Bytes32 {
    Bytes32::digest(&SECRET.0)
}

fn a_checkpoint_names_the_commitment_before_the_throw(backend: Backend) {
    let house = House::new(backend);
    let checkpoints = house.folder.path().join("witness/checkpoints");
    let line = format!("dice {} {} {}", house.event, house.cast, commitment());
    let is_stated = || std::fs::read_to_string(&checkpoints).unwrap_or_default().contains(&line);
    let begun = std::time::Instant::now();
    while !is_stated() {
        assert!(begun.elapsed().as_secs() < 20, "nothing was stated when the program committed itself");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    house.give(ChoiceCommand::CastDice { game: house.game, cast: house.cast, secret: SECRET });
    let late = house.folder.path().join("late");
    let witness = Witness::open(&house.folder.path().join("witness")).unwrap();
    std::fs::write(&late, witness.state(house.ledger.database()).unwrap()).unwrap();
    assert!(!std::fs::read_to_string(&late).unwrap().contains("dice "), "these dice wait no more");

    let transcript = house.transcript();
    let since = ["--since", checkpoints.to_str().unwrap()];
    let (code, told) = house.verify(&transcript, &since);
    assert!(code == Some(0) && told.contains("names the commitment, before the dice were cast"), "{told}");
    assert!(told.contains(&witness.public_key().to_string()), "{told}");
    let (code, told) = house.verify(&transcript, &[]);
    assert!(code == Some(0) && told.contains("No commitment seen before was given"), "{told}");
    let (code, told) = house.verify(&transcript, &["--since", late.to_str().unwrap()]);
    assert!(code == Some(1) && told.contains("none was made while the dice waited"), "{told}");
    std::fs::write(&late, "").unwrap();
    let (code, told) = house.verify(&transcript, &["--since", late.to_str().unwrap()]);
    assert!(code == Some(2) && told.contains("holds no checkpoint"), "{told}");
    // Made up afterwards, with all that goes with it.
    let secret = Bytes32([6; 32]);
    let cast = Cast { commitment: Some(Bytes32::digest(&secret.0)), ..house.cast(&house.ledger) };
    let faces = faces_of(house.event, house.game, &cast, &secret);
    let forged = Transcript { commitment: Bytes32::digest(&secret.0), secret, faces, ..transcript };
    assert_eq!(house.verify(&forged, &[]).0, Some(0));
    let (code, told) = house.verify(&forged, &since);
    assert!(code == Some(1) && told.contains("the commitment seen before is"), "{told}");
}

fn a_word_is_erased_and_the_faces_are_still_proved(backend: Backend) {
    let house = House::new(backend);
    let plain = PlayerWord::Plain(Word::parse("mistletoe").unwrap());
    let refused = house.add_word(Seat::First, plain).unwrap_err();
    assert!(refused.contains("salted digest"), "{refused}");
    for (player, word) in [(Seat::First, "mistletoe"), (Seat::Second, "evergreen")] {
        house.add_word(player, PlayerWord::sealed(Word::parse(word).unwrap(), Bytes32([8; 32]))).unwrap();
    }
    house.give(ChoiceCommand::CastDice { game: house.game, cast: house.cast, secret: SECRET });
    let before = house.transcript();
    assert_eq!((before.verify(Some(commitment())), before.format.as_str()), (Ok(()), Transcript::FORMAT));
    assert_eq!((before.first_word.as_str(), before.second_word.as_str()), ("mistletoe", "evergreen"));
    let another = Transcript { first_word: "holly".to_owned(), ..before.clone() };
    assert_eq!(another.verify(None), Err(VerifyError::Word { player: "first" }));
    let entries = house.ledger.database().read(|db| db::entries::list_after(db, house.event, 0, 99)).unwrap();
    assert!(entries.iter().all(|entry| !entry.command.contains("mistletoe")));

    let reason = Reason::parse("asked for by letter").unwrap();
    house.ledger.erase(&Actor::Program, (house.event, house.first), &reason).unwrap();
    let text = stored(&house.database, &house.ledger, backend);
    assert!(!text.contains("mistletoe") && text.contains("evergreen"));
    for ledger in [house.ledger.clone(), Ledger::new(house.database.open())] {
        let cast = house.cast(&ledger);
        assert_eq!(cast.faces(), Some(before.faces.as_slice()));
        let [first, second] = cast.words.each_ref().map(|word| word.as_ref().unwrap());
        assert_eq!((first.said().as_str(), first.fits()), ("(erased)", false));
        assert_eq!((second.said().as_str(), second.fits()), ("evergreen", true));
        assert_eq!(ledger.verify(house.event).unwrap().faults, []);
    }
    let after = house.transcript();
    assert_eq!((after.verify(Some(commitment())), after.faces.clone()), (Ok(()), before.faces));
    assert!(after.words()[0].is_erased() && !after.words()[1].is_erased());
    let guessed = Transcript { first_word: "mistletoe".to_owned(), ..after.clone() };
    assert_eq!(guessed.verify(None), Err(VerifyError::Word { player: "first" }));
    let (code, told) = house.verify(&after, &[]);
    assert_eq!(code, Some(0), "{told}");
    let erased = "The word of the first player, entered by the program for the player, was erased";
    assert!(told.contains(erased), "{told}");
    assert!(told.contains("Word of the second player: “evergreen”"), "{told}");
}
