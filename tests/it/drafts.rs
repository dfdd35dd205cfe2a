//! Drafts of rounds: laws of the door of pairing on random fields, and single cases.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{NaiveDate, TimeZone, Utc};
use proptest::prelude::*;
use tiger_arbiter::clock;
use tiger_arbiter::services::pairing::{Change, History, Start, Warning, draft};
use tiger_arbiter::services::standings::EventStandings;
use tiger_event::{
    Actor, ByeKind, ByePolicy, Command, Departure, EntryCommand, EntryDetails, EntryId, Event, EventCommand,
    EventName, Format, Game, Meta, NewEntry, PersonName, Refusal, ResultCommand, ResultEntry, RoundCommand,
    Seat, Settings, Slug, Table,
};
use tiger_rules::{Ending, GameKind};

struct Desk(Event);

impl Desk {
    fn new(format: Format, players: u16, rounds: u16) -> Self {
        let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        let name = EventName::parse("Law Cup").unwrap();
        let usual = Settings::usual(name, GameKind::LancerChess, format, day);
        let byes = ByePolicy { half_byes_allowed: 2, ..usual.byes };
        let settings = Settings { rounds, byes, ..usual };
        let create = Command::Event(EventCommand::CreateEvent {
            event: clock::new_id(),
            slug: Slug::parse("law-cup").unwrap(),
            settings: Box::new(settings),
            chief: clock::new_id(),
            chief_name: PersonName::parse("Chief").unwrap(),
        });
        let mut desk = Self(Event::create(&meta(1), &create).unwrap());
        desk.add(players, 1);
        desk
    }

    fn add(&mut self, players: u16, first_round: u16) {
        let version = self.0.version;
        let entry = |i| NewEntry {
            id: clock::new_id(),
            details: EntryDetails::named(PersonName::parse(&format!("Player {version} {i}")).unwrap()),
            first_round,
        };
        self.give(EntryCommand::AddEntries { entries: (0..players).map(entry).collect() }).unwrap();
    }

    fn give(&mut self, command: impl Into<Command>) -> Result<(), Refusal> {
        self.0.apply(&meta(self.0.version + 1), &command.into())
    }

    fn id(&self, number: usize) -> EntryId {
        self.0.entries_by_number()[number - 1].id
    }

    /// Drafts and publishes a round, which the event checks, and lets the first player win every game.
    fn play(&mut self, round: u16, table: Table) {
        let system = self.0.settings.format;
        self.give(RoundCommand::DraftRound { round, system, table }).unwrap();
        self.give(RoundCommand::PublishRound { round, seen: u64::MAX }).unwrap();
        let games: Vec<_> = self.0.games_of(round).into_iter().map(|game| game.id).collect();
        for game in games {
            let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
            self.give(ResultCommand::EnterResult { game, result, seen: 0 }).unwrap();
        }
        self.give(RoundCommand::CloseRound { round }).unwrap();
    }
}

fn meta(seq: u64) -> Meta {
    let at = Utc.timestamp_opt(1_795_000_000 + i64::try_from(seq).unwrap(), 0).unwrap();
    Meta { seq, at, by: Actor::Program }
}

fn seated(table: &Table) -> Vec<EntryId> {
    let paired = table.boards.iter().flat_map(|board| [board.first, board.second]);
    paired.chain(table.byes.iter().map(|bye| bye.entry)).chain(table.unpaired.iter().copied()).collect()
}

fn bye_of(table: &Table, entry: EntryId) -> Option<ByeKind> {
    table.byes.iter().find(|bye| bye.entry == entry).map(|bye| bye.kind)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_round_robin_seats_everybody_once_a_round_and_lets_all_meet(players in 2..18_u16, double in any::<bool>()) {
        let format = if double { Format::DoubleRoundRobin } else { Format::RoundRobin };
        let mut desk = Desk::new(format, players, 1);
        let wanted = if double { 2 } else { 1 };
        let mut met: BTreeMap<BTreeSet<EntryId>, Vec<EntryId>> = BTreeMap::new();
        let rounds = desk.0.planned_rounds();
        for round in 1..=rounds {
            let table = draft(&desk.0, round, Start::Proposal).unwrap();
            prop_assert!(table.unpaired.is_empty());
            for board in &table.boards {
                met.entry(BTreeSet::from([board.first, board.second])).or_default().push(board.first);
                let history = History::before(&desk.0, round).unwrap();
                let has_met = |w: &Warning| matches!(w, Warning::HaveMet { .. });
                prop_assert!(!history.warnings(board.first, board.second, wanted).iter().any(has_met));
            }
            let mut all = seated(&table);
            all.sort();
            prop_assert_eq!(&all, &desk.0.entries.keys().copied().collect::<Vec<_>>());
            prop_assert!(table.byes.iter().all(|bye| bye.kind == ByeKind::ZeroPoint));
            prop_assert_eq!(table.byes.len(), usize::from(players % 2));
            desk.play(round, table);
        }
        prop_assert!(draft(&desk.0, rounds + 1, Start::Proposal).is_err());
        let pairs = usize::from(players) * usize::from(players - 1) / 2;
        prop_assert_eq!(met.len(), pairs);
        for firsts in met.values() {
            prop_assert_eq!(firsts.len(), wanted);
            prop_assert!(wanted == 1 || firsts[0] != firsts[1]);
        }
    }

    /// Games one by one: who leaves before half of theirs is out, and nothing of it counts; otherwise who has not met them
    /// yet has the points of a win. Points and places against that slow count, after each round.
    #[test]
    fn who_leaves_a_round_robin_is_annulled_before_half_and_forfeits_afterwards(
        players in 3..9_u16, double in any::<bool>(), leaver in 1..9_usize, from_round in 2..12_u16,
    ) {
        let format = if double { Format::DoubleRoundRobin } else { Format::RoundRobin };
        let mut desk = Desk::new(format, players, 1);
        let leaver = desk.id(leaver.min(usize::from(players)));
        let from_round = from_round.min(desk.0.planned_rounds());
        for round in 1..from_round {
            let table = draft(&desk.0, round, Start::Proposal).unwrap();
            desk.play(round, table);
        }
        let own = |event: &Event| event.games.values().filter(|game| game.seat_of(leaver).is_some()).count();
        let (played, all) = (own(&desk.0), usize::from(players - 1) * if double { 2 } else { 1 });
        let leaving = desk.0.leaving_by_rule(leaver, from_round).unwrap();
        let is_annulled = leaving.games == Departure::Annul;
        prop_assert_eq!(is_annulled, 2 * played < all);
        desk.give(EntryCommand::Withdraw { entry: leaver, from_round, leaving: Some(leaving) }).unwrap();
        for round in from_round..=desk.0.planned_rounds() {
            let table = draft(&desk.0, round, Start::Proposal).unwrap();
            desk.play(round, table);
        }
        prop_assert_eq!(own(&desk.0), played);
        let standings = EventStandings::of(&desk.0, None).unwrap();
        for entry in desk.0.entries.values() {
            let counts = |game: &&Game| !is_annulled || game.seat_of(leaver).is_none();
            let games = desk.0.games.values().filter(|game| game.first == entry.id).filter(counts);
            let won = games.count();
            let met = desk.0.games.values().filter(|game| {
                game.seat_of(leaver).is_some() && game.seat_of(entry.id).is_some()
            }).count();
            let times = if double { 2 } else { 1 };
            let by_forfeit = if is_annulled || entry.id == leaver { 0 } else { times - met };
            let won = if is_annulled && entry.id == leaver { 0 } else { won };
            let line = standings.line(entry.id).unwrap();
            prop_assert_eq!(line.tally.total_halves(), i64::try_from(6 * (won + by_forfeit)).unwrap());
            prop_assert_eq!(line.row.is_annulled, is_annulled && entry.id == leaver);
        }
    }

    #[test]
    fn whoever_leaves_a_round_robin_is_left_out_and_his_opponent_has_a_full_point_bye(
        players in 3..12_u16, leaver in 1..12_usize, from_round in 1..6_u16,
    ) {
        let mut desk = Desk::new(Format::RoundRobin, players, 1);
        let leaver = desk.id(leaver.min(usize::from(players)));
        let from_round = from_round.min(desk.0.planned_rounds());
        desk.give(EntryCommand::Withdraw { entry: leaver, from_round, leaving: None }).unwrap();
        for round in 1..=desk.0.planned_rounds() {
            let table = draft(&desk.0, round, Start::Proposal).unwrap();
            let is_gone = round >= from_round;
            prop_assert_eq!(!seated(&table).contains(&leaver), is_gone);
            let full = table.byes.iter().filter(|bye| bye.kind == ByeKind::FullPoint).count();
            let zero = table.byes.iter().filter(|bye| bye.kind == ByeKind::ZeroPoint).count();
            // In the round in which the leaver would have been free, nobody loses his opponent.
            prop_assert!(full <= usize::from(is_gone));
            prop_assert_eq!(full + zero, usize::from(players % 2 == 1 || is_gone)
                + usize::from(players % 2 == 1 && full == 1) - usize::from(players % 2 == 1 && is_gone && full == 0));
            desk.play(round, table);
        }
    }

    #[test]
    fn a_swiss_round_seats_everybody_once_and_nobody_meets_twice(players in 6..20_u16, side in any::<bool>()) {
        let mut desk = Desk::new(Format::Swiss, players, 4);
        prop_assert!(draft(&desk.0, 1, Start::Proposal).is_err());
        let side = if side { Seat::First } else { Seat::Second };
        desk.give(RoundCommand::DrawFirstSide { side }).unwrap();
        let again = desk.give(RoundCommand::DrawFirstSide { side });
        prop_assert!(again.is_err());
        let absent = desk.id(3);
        desk.give(EntryCommand::RequestBye { entry: absent, round: 2, kind: Some(ByeKind::HalfPoint) }).unwrap();
        let mut had_bye = BTreeSet::new();
        for round in 1..=3 {
            let table = draft(&desk.0, round, Start::Proposal).unwrap();
            let history = History::before(&desk.0, round).unwrap();
            prop_assert!(table.unpaired.is_empty());
            for board in &table.boards {
                prop_assert!(!history.of(board.first).met.contains_key(&board.second));
                prop_assert!(board.why.contains("bracket"), "{}", board.why);
            }
            let mut all = seated(&table);
            all.sort();
            prop_assert_eq!(&all, &desk.0.entries.keys().copied().collect::<Vec<_>>());
            prop_assert_eq!(bye_of(&table, absent) == Some(ByeKind::HalfPoint), round == 2);
            for bye in table.byes.iter().filter(|bye| bye.kind == ByeKind::Pairing) {
                prop_assert!(had_bye.insert(bye.entry));
            }
            if round == 1 {
                let first = desk.id(1);
                let moves_first = table.boards.iter().any(|board| board.first == first);
                prop_assert_eq!(moves_first, side == Seat::First);
            }
            desk.play(round, table);
        }
    }

    #[test]
    fn a_free_proposal_seats_everybody_and_repeats_no_pair(players in 2..20_u16, rounds in 1..6_u16) {
        let mut desk = Desk::new(Format::Free, players, rounds);
        for round in 1..=rounds {
            let mut table = draft(&desk.0, round, Start::Proposal).unwrap();
            let history = History::before(&desk.0, round).unwrap();
            for board in &table.boards {
                prop_assert!(!history.of(board.first).met.contains_key(&board.second));
            }
            let mut all = seated(&table);
            all.sort();
            prop_assert_eq!(&all, &desk.0.entries.keys().copied().collect::<Vec<_>>());
            // Everybody may find an opponent as long as few rounds are played.
            prop_assert!(table.unpaired.is_empty() || u32::from(round) * 2 > u32::from(players));
            while let Some(entry) = table.unpaired.first().copied() {
                table = Change::Bye(entry, ByeKind::ZeroPoint).apply(&table).unwrap();
            }
            desk.play(round, table);
        }
    }

    #[test]
    fn changes_by_hand_keep_everybody_seated_once(
        players in 2..12_u16, changes in prop::collection::vec((0..8_u8, 0..12_usize, 0..12_usize), 0..20),
    ) {
        let desk = Desk::new(Format::Free, players, 3);
        let mut table = draft(&desk.0, 1, Start::Proposal).unwrap();
        let all = |table: &Table| { let mut all = seated(table); all.sort(); all };
        let before = all(&table);
        for (what, one, other) in changes {
            let (a, b) = (before[one % before.len()], before[other % before.len()]);
            let board = table.boards.get(one % table.boards.len().max(1)).map(|board| board.game);
            let change = match (what, board) {
                (0, _) => Change::Exchange(a, b),
                (1, Some(game)) => Change::SwapSides(game),
                (2, Some(game)) => Change::Break(game),
                (3, _) => Change::BreakAll,
                (4, _) => Change::Pair(a, b),
                (5, _) => Change::Bye(a, ByeKind::FullPoint),
                (6, Some(game)) => Change::MoveUp(game),
                _ => Change::Unpair(a),
            };
            if let Ok(next) = change.apply(&table) {
                table = next;
            }
            prop_assert_eq!(all(&table), before.clone());
        }
    }
}

#[test]
fn asked_for_byes_are_respected() {
    let mut desk = Desk::new(Format::Free, 5, 3);
    let (asking, late) = (desk.id(2), 2);
    desk.give(EntryCommand::RequestBye { entry: asking, round: 1, kind: Some(ByeKind::HalfPoint) }).unwrap();
    desk.add(1, late);
    let late = desk.id(6);
    for start in [Start::Proposal, Start::Unpaired] {
        let table = draft(&desk.0, 1, start).unwrap();
        assert_eq!(bye_of(&table, asking), Some(ByeKind::HalfPoint));
        assert!(!seated(&table).contains(&late));
    }
    assert_eq!(draft(&desk.0, 1, Start::Proposal).unwrap().boards.len(), 2);
    assert_eq!(draft(&desk.0, 1, Start::Unpaired).unwrap().unpaired.len(), 4);
}

#[test]
fn the_pairing_allocated_bye_goes_to_the_last_one_who_has_had_none() {
    let mut desk = Desk::new(Format::Free, 3, 3);
    let mut had = BTreeSet::new();
    for round in 1..=3 {
        let table = draft(&desk.0, round, Start::Proposal).unwrap();
        let [bye] = table.byes.as_slice() else { panic!("one bye: {table:?}") };
        assert_eq!(bye.kind, ByeKind::Pairing);
        assert!(had.insert(bye.entry), "a second bye in round {round}");
        desk.play(round, table);
    }
}

#[test]
fn a_third_game_running_on_the_same_side_is_warned_of() {
    let mut desk = Desk::new(Format::Free, 6, 5);
    let [one, others @ ..] = [1, 2, 3, 4].map(|n| desk.id(n));
    for (round, other) in (1..=2).zip(others) {
        let mut table = draft(&desk.0, round, Start::Unpaired).unwrap();
        table = Change::Pair(one, other).apply(&table).unwrap();
        while let Some(entry) = table.unpaired.first().copied() {
            table = Change::Bye(entry, ByeKind::ZeroPoint).apply(&table).unwrap();
        }
        desk.play(round, table);
    }
    let history = History::before(&desk.0, 3).unwrap();
    let same = Warning::SameSide { player: one, side: Seat::First, times: 3 };
    assert_eq!(history.warnings(one, others[2], 1), [same]);
    assert_eq!(history.warnings(others[2], one, 1), []);
    assert_eq!(history.warnings(others[0], one, 1), [Warning::HaveMet { round: 1 }]);
    assert_eq!(history.of(one).balance(), 2);
}
