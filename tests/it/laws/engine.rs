//! Swiss events played here, written for arbiters and paired further by another engine. By hand:
//! `TIGER_ENGINE=/path/to/bbpPairings.exe cargo test --test it -- --ignored another_engine --nocapture`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command as Process;

use tiger_arbiter::clock::new_id;
use tiger_arbiter::exports;
use tiger_arbiter::services::pairing::{self, Start};
use tiger_event::{
    ByeKind, Command, EntryCommand, EntryDetails, EntryId, Event, EventCommand, ForbiddenCommand, Format,
    Identity, NewEntry, PersonName, ResultCommand, ResultEntry, RoundCommand, Seat, Table,
};
use tiger_pairing::simulate::Dice;
use tiger_rules::{Ending, GameKind, PointsTable};

use super::created::create;
use super::history;

/// An event that goes on by chance.
struct Played {
    event: Event,
    dice: Dice,
}

impl Played {
    fn begin(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let mut create = create();
        if let Command::Event(EventCommand::CreateEvent { settings, .. }) = &mut create {
            settings.format = Format::Swiss;
            settings.game = GameKind::LancerChess;
            settings.rounds = 4 + dice.below(6) as u16;
            settings.is_accelerated = dice.percent(30);
            settings.points = if dice.percent(30) { PointsTable::Game } else { settings.points };
        }
        let mut played = Self { event: Event::create(&history::meta(1), &create).unwrap(), dice };
        let count = 4 + played.dice.below(26);
        played.enter(count);
        let side = [Seat::First, Seat::Second][played.dice.below(2) as usize];
        played.give(RoundCommand::DrawFirstSide { side });
        played
    }

    fn give(&mut self, command: impl Into<Command>) -> bool {
        let meta = history::meta(self.event.version + 1);
        self.event.apply(&meta, &command.into()).is_ok()
    }

    fn enter(&mut self, count: u32) {
        let version = self.event.version;
        let entries = (0..count).map(|number| NewEntry {
            id: new_id(),
            details: EntryDetails {
                name: PersonName::parse(&format!("Player {version} {number}")).unwrap(),
                club: None,
                federation: None,
                rating: Some(1000 + self.dice.below(900) as u16),
                identity: Identity::default(),
                office: tiger_event::office::Office::default(),
            },
            first_round: self.event.published_rounds() + 1,
        });
        let entries = entries.collect();
        self.give(EntryCommand::AddEntries { entries });
    }

    fn somebody(&mut self) -> EntryId {
        let entries = self.event.entries_by_number();
        let place = self.dice.below(entries.len() as u32) as usize;
        entries[place].id
    }

    /// What happens between two rounds.
    fn change(&mut self) {
        let next = self.event.published_rounds() + 1;
        if self.dice.percent(25) {
            let count = 1 + self.dice.below(2);
            self.enter(count);
        }
        for _ in 0..self.dice.below(3) {
            let (entry, round) = (self.somebody(), next + self.dice.below(3) as u16);
            match self.dice.below(5) {
                0 => self.give(EntryCommand::Withdraw { entry, from_round: round, leaving: None }),
                1 => self.give(EntryCommand::Reinstate { entry, from_round: round }),
                half => {
                    let kind = if half == 2 { ByeKind::HalfPoint } else { ByeKind::ZeroPoint };
                    self.give(EntryCommand::RequestBye { entry, round, kind: Some(kind) })
                }
            };
        }
        if self.dice.percent(20) {
            let players = vec![self.somebody(), self.somebody()];
            let group = new_id();
            self.give(ForbiddenCommand::ForbidPairs { group, players, first_round: next, last_round: None });
        }
    }

    /// Publishes a round and enters its results; now and then a game is adjourned.
    fn play(&mut self, round: u16, table: Table) {
        assert!(self.give(RoundCommand::DraftRound { round, system: Format::Swiss, table }));
        assert!(self.give(RoundCommand::PublishRound { round, seen: u64::MAX }));
        for game in self.event.games_of(round).iter().map(|game| game.id).collect::<Vec<_>>() {
            if self.dice.percent(1) {
                self.give(ResultCommand::Adjourn { game, reason: Some(history::reason()) });
                continue;
            }
            let (winner, ending) = match self.dice.below(12) {
                0 => (Some(Seat::First), Ending::Forfeit),
                1 => (None, Ending::Forfeit),
                2..5 => (None, Ending::Agreement),
                5..8 => (Some(Seat::Second), Ending::Checkmate),
                _ => (Some(Seat::First), Ending::Checkmate),
            };
            let result = ResultEntry::plain(winner, ending);
            assert!(self.give(ResultCommand::EnterResult { game, result, seen: u64::MAX }));
        }
        assert!(self.give(RoundCommand::CloseRound { round }), "round {round} does not close");
    }

    /// The numbers of a table as engines print them.
    fn lines(&self, table: &Table) -> BTreeSet<String> {
        let number = |entry: EntryId| self.event.entries.get(&entry).unwrap().number;
        let boards = table.boards.iter().map(|it| format!("{} {}", number(it.first), number(it.second)));
        let byes = table.byes.iter().filter(|bye| bye.kind == ByeKind::Pairing);
        boards.chain(byes.map(|bye| format!("{} 0", number(bye.entry)))).collect()
    }
}

/// What the engine pairs from a file; or why not.
fn by_engine(engine: &Path, file: &Path) -> Result<BTreeSet<String>, String> {
    let output = Process::new(engine).arg("--dutch").arg(file).arg("-p").output().unwrap();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().skip(1).map(str::to_owned).collect())
}

#[test]
#[ignore = "needs another engine: TIGER_ENGINE names it"]
fn the_arbiters_file_is_paired_by_another_engine_as_here() {
    let engine = std::env::var_os("TIGER_ENGINE").unwrap();
    let folder = std::env::temp_dir().join("tiger-exported");
    std::fs::create_dir_all(&folder).unwrap();
    let (mut rounds, mut neither, mut differing, mut adjourned) = (0, 0, 0, 0);
    for seed in 1..=400 {
        let mut played = Played::begin(seed);
        while let Some(round) = played.event.next_round() {
            played.change();
            let file = folder.join(format!("{seed}-{round}.trf"));
            std::fs::write(&file, exports::report_for_arbiters(&played.event).unwrap()).unwrap();
            let table = pairing::draft(&played.event, round, Start::Proposal);
            let theirs = by_engine(engine.as_ref(), &file);
            match (&table, &theirs) {
                (Ok(table), Ok(theirs)) if played.lines(table) == *theirs => rounds += 1,
                (Err(_), Err(_)) => neither += 1,
                // The engine knows no sign for a game that is not over.
                _ if played.event.games.values().any(|game| game.adjourned.is_some()) => adjourned += 1,
                _ => {
                    differing += 1;
                    let ours = table.as_ref().map(|table| played.lines(table));
                    eprintln!("{}:\n  ours {ours:?}\n  theirs {theirs:?}", file.display());
                }
            }
            let Ok(table) = table else { break };
            played.play(round, table);
        }
    }
    let others = format!("paired by neither {neither}, not read for an adjourned game {adjourned}");
    eprintln!("rounds alike {rounds}, {others}");
    assert_eq!(differing, 0);
}
