//! Freezing: writes the ledgers of this release with this program.

use std::collections::{BTreeMap, BTreeSet};

use chrono::DateTime;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::db::users::{self, NewUser};
use tiger_arbiter::ledger::clocks::{Clocks, Proof, Touch, Wish};
use tiger_arbiter::ledger::{Attachment, Ledger, Order};
use tiger_event::clock::Hand;
use tiger_event::{
    Actor, Bytes32, ChoiceCommand, Command, Event, EventCommand, EventId, Format, GameId, Meta,
    RecordCommand, RecordText,
};
use tiger_rules::clock::{Account, ClockEvent, ClockSide, Millis};
use tiger_rules::{ClockSettings, GameKind};

use super::files::Frozen;
use super::{SUMS, empty_database, folder, standings, story, sums, traits_of};
use crate::laws::{brackets, history};

/// The ledger from which a player and an arbiter are erased; no records are handed in there.
const ERASED_FROM: &str = "bracket-1";

/// Who gave which command, the creation of the event first.
type Told = Vec<(Meta, Command)>;

#[test]
#[ignore = "adds a folder to tests/ledgers: for a release, or for a command that is new"]
fn freeze() {
    let version = env!("CARGO_PKG_VERSION");
    let again = (2..).map(|number| format!("{version}-{number}"));
    let names = std::iter::once(version.to_owned()).chain(again);
    let release = names.map(|name| folder().join(name)).find(|folder| !folder.exists()).unwrap();
    let mut texts: BTreeMap<Bytes32, RecordText> = BTreeMap::new();
    let mut known = |text: RecordText| texts.insert(text.digest(), text);
    (0..=u8::MAX).for_each(|choice| {
        known(RecordText { text: history::record_text(choice), salt: None });
    });
    let stories = [
        ("tigerchess", GameKind::TigerChess, Format::Swiss),
        ("lancerchess", GameKind::LancerChess, Format::RoundRobin),
        ("swiss", GameKind::LancerChess, Format::Swiss),
        ("dragon", GameKind::Dragon, Format::Free),
        ("dance", GameKind::Dance, Format::DoubleRoundRobin),
    ];
    let mut ledgers: Vec<(String, Told)> = Vec::new();
    for (name, kind, format) in stories {
        let story = story::tell(kind, format);
        story.texts.into_iter().for_each(|text| {
            known(text);
        });
        ledgers.push((name.to_owned(), story.told));
    }
    let histories = telling(&history::steps(), |steps| history::play(&steps).accepted);
    let brackets = telling(&brackets::plans(), |plan| brackets::Told::of(&plan).accepted);
    let numbered = |name: &str, told: Vec<Told>| {
        (1..).zip(told).map(|(number, told)| (format!("{name}-{number}"), told)).collect::<Vec<_>>()
    };
    ledgers.extend(numbered("random", histories).into_iter().chain(numbered("bracket", brackets)));
    for (name, told) in ledgers {
        write(&name, told, &texts).write(&release.join(&name));
    }
    std::fs::write(folder().join(SUMS), sums()).unwrap();
}

/// Of many random histories the ones that hold what no earlier one did, those with the most first.
fn telling<S: Strategy>(strategy: &S, tell: impl Fn(S::Value) -> Told) -> Vec<Told> {
    const TRIED: usize = 1500;
    const KEPT: usize = 6;
    let mut runner = TestRunner::deterministic();
    let mut tried: Vec<_> = (0..TRIED)
        .map(|_| {
            let told = tell(strategy.new_tree(&mut runner).unwrap().current());
            let traits = told
                .iter()
                .flat_map(|(_, command)| traits_of("do", &serde_json::to_string(command).unwrap()));
            (traits.collect::<BTreeSet<_>>(), told)
        })
        .filter(|(_, told)| can_be_given(told))
        .collect();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut kept = Vec::new();
    for _ in 0..KEPT {
        let (best, _) =
            tried.iter().enumerate().max_by_key(|(_, (traits, _))| traits.difference(&seen).count()).unwrap();
        let (traits, told) = tried.swap_remove(best);
        seen.extend(traits);
        kept.push(told);
    }
    kept
}

/// Whether all of it can be given today: of what is in a ledger less is asked.
fn can_be_given(told: &Told) -> bool {
    let (first, create) = &told[0];
    let event = Event::create(first, create);
    told[1..].iter().try_fold(event.unwrap(), |event, (meta, command)| event.given(meta, command)).is_ok()
}

fn write(name: &str, told: Told, texts: &BTreeMap<Bytes32, RecordText>) -> Frozen {
    let (_file, database) = empty_database();
    let (ledger, clocks) = (Ledger::new(database.clone()), Clocks::new(database.clone()));
    let Command::Event(EventCommand::CreateEvent { event, .. }) = told[0].1 else {
        unreachable!("an event begins with being created")
    };
    for (meta, command) in told {
        let attachment = match &command {
            Command::Choice(ChoiceCommand::CommitDice { cast, commitment, .. }) => {
                let secret = (0..=u8::MAX)
                    .map(|byte| Bytes32([byte; 32]))
                    .find(|secret| Bytes32::digest(&secret.0) == *commitment);
                Some(Attachment::Secret { cast: *cast, secret: secret.unwrap() })
            }
            Command::Record(RecordCommand::HandInRecord { digest, .. }) => {
                Some(Attachment::Record(texts[digest].clone()))
            }
            _ => None,
        };
        let order = Order::new(meta.by, event, command).at(meta.at);
        let order = attachment.into_iter().fold(order, Order::with);
        ledger.commit(&order).unwrap();
    }
    let event = ledger.event(event).unwrap();
    let games: BTreeSet<_> = event.games_of(1).iter().take(2).map(|game| game.id).collect();
    games.iter().for_each(|game| press(&clocks, &event, *game));
    let event = if name == ERASED_FROM {
        let player = event.entries.values().next().unwrap().id;
        ledger.erase(&Actor::Program, (event.id, player), &history::reason()).unwrap();
        let chief = *event.staff.keys().next().unwrap();
        let user = NewUser {
            id: chief,
            login: None,
            name: "Somebody",
            password_hash: None,
            is_admin: false,
            at: event.created_at,
        };
        database.write(|db| users::insert(db, &user)).unwrap();
        ledger.erase_account(&Actor::Program, chief, &history::reason()).unwrap();
        ledger.event(event.id).unwrap()
    } else {
        event
    };
    let mut frozen = database
        .read(|db| Ok::<_, tiger_arbiter::db::DbError>(Frozen::take(db, name, &event, &games)))
        .unwrap();
    frozen.standings = standings(&event, &clocks, &games);
    frozen
}

/// Everything that can happen to a clock, by every hand.
fn press(clocks: &Clocks, event: &Event, game: GameId) {
    let place: (EventId, GameId) = (event.id, game);
    let name = || "Somebody".to_owned();
    let (tablet, side) = (new_id(), ClockSide::First);
    let arbiter = Hand::Arbiter { id: new_id(), name: name() };
    let player = Hand::Player { id: new_id(), name: name(), side };
    let device = Hand::Tablet { id: tablet };
    let mut device_seq = 0;
    let mut touch = |hand: &Hand, wish: Wish, age: u64| {
        device_seq += 1;
        let drift = (age > 0).then_some(-12);
        let proof = Some(Proof { since: DateTime::UNIX_EPOCH, silence: None });
        clocks
            .receive(
                place,
                hand,
                &[Touch {
                    device: "device-1".to_owned(),
                    device_seq,
                    age: Millis(age),
                    drift,
                    proof,
                    nth: None,
                    wish,
                }],
                true,
            )
            .unwrap();
    };
    let wish = |what| Wish::Event { what, reason: None };
    let corrected = |what| Wish::Event { what, reason: Some(history::reason()) };
    let settings = ClockSettings::standard(event.settings.game);
    let start = || Wish::Start { settings, variation: Some("Symmetrical".to_owned()), then: Vec::new() };
    touch(&device, wish(ClockEvent::Pause), 0);
    touch(&Hand::Program, Wish::Join(tablet), 0);
    touch(&device, start(), 0);
    touch(&device, start(), 0);
    for _ in 0..4 {
        touch(&device, wish(ClockEvent::Press { side }), 0);
        touch(&device, wish(ClockEvent::Press { side: side.other() }), 0);
    }
    touch(&player, wish(ClockEvent::Press { side }), 4_000);
    touch(&device, Wish::Reconnect { waited: 3 }, 0);
    touch(&Hand::Program, Wish::Step(-3_600_000), 0);
    touch(&arbiter, wish(ClockEvent::BeginEngagement), 0);
    touch(&arbiter, corrected(ClockEvent::Pause), 0);
    for account in [Account::Main, Account::Reserve] {
        let amount = Millis(60_000);
        touch(&arbiter, corrected(ClockEvent::SetTime { side, account, to: Millis(900_000) }), 0);
        touch(&arbiter, corrected(ClockEvent::AddTime { side, account, amount }), 0);
        touch(&arbiter, corrected(ClockEvent::TakeTime { side, account, amount }), 0);
    }
    touch(&arbiter, corrected(ClockEvent::SetMoves { side, moves: 7 }), 0);
    touch(&arbiter, corrected(ClockEvent::SetTurn { side }), 0);
    touch(&player, wish(ClockEvent::Resume), 0);
    touch(&arbiter, corrected(ClockEvent::Resume), 0);
    touch(&device, wish(ClockEvent::Press { side }), 30);
    touch(&device, wish(ClockEvent::Pause), 0);
    touch(&arbiter, corrected(ClockEvent::ResumeDeployment), 0);
    touch(&arbiter, Wish::End(tablet), 0);
}
