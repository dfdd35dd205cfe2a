//! Laws of knockouts and matches, tried on random histories: whatever people try, in any order, the bracket and the
//! published rounds agree.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::services::pairing::{self, Change, Start, change_boards};
use tiger_arbiter::services::standings::EventStandings;
use tiger_event::bracket::{Due, TieKind};
use tiger_event::{
    Command, EntryCommand, EntryDetails, EntryId, Event, EventCommand, Format, KnockoutRules, Meta, NewEntry,
    PersonName, PublishedEvent, ResultCommand, ResultEntry, RoundCommand, RoundState, Seat, Seeding, Tie,
    TieCommand, TieVerdict,
};
use tiger_pairing::knockout::TieId;
use tiger_rules::{Ending, GameKind};

use super::history;

/// One thing that somebody tries.
#[derive(Debug, Clone)]
enum Step {
    Draft,
    Exchange(usize, usize),
    Sides(usize),
    Publish,
    Unpublish,
    /// Results for all open games, by these choices.
    Results(Vec<u8>),
    Overrule(usize, u8),
    Adjourn(usize),
    Close,
    Reopen(u16),
    Withdraw(usize, u16),
    Reinstate(usize, u16),
    Decide(u32, u32, u8),
    Late,
}

#[derive(Debug, Clone)]
pub(crate) struct Plan {
    format: Format,
    players: u16,
    rules: KnockoutRules,
    rounds: u16,
    steps: Vec<Step>,
}

pub(crate) fn plans() -> impl Strategy<Value = Plan> {
    let step = prop_oneof![
        9 => Just(Step::Draft),
        1 => (0..6_usize, 0..6_usize).prop_map(|(a, b)| Step::Exchange(a, b)),
        1 => (0..3_usize).prop_map(Step::Sides),
        9 => Just(Step::Publish),
        1 => Just(Step::Unpublish),
        9 => prop::collection::vec(0..6_u8, 5).prop_map(Step::Results),
        1 => (0..4_usize, 0..6_u8).prop_map(|(g, r)| Step::Overrule(g, r)),
        1 => (0..4_usize).prop_map(Step::Adjourn),
        9 => Just(Step::Close),
        1 => (1..6_u16).prop_map(Step::Reopen),
        1 => (0..9_usize, 1..8_u16).prop_map(|(e, r)| Step::Withdraw(e, r)),
        1 => (0..9_usize, 1..8_u16).prop_map(|(e, r)| Step::Reinstate(e, r)),
        3 => (1..4_u32, 1..4_u32, 0..4_u8).prop_map(|(s, t, v)| Step::Decide(s, t, v)),
        1 => Just(Step::Late),
    ];
    let rules = (1..4_u8, any::<bool>(), any::<bool>()).prop_map(|(games, third_place, by_rating)| {
        let seeding = if by_rating { Seeding::Rating } else { Seeding::Number };
        KnockoutRules { seeding, games, third_place }
    });
    (any::<bool>(), 2..10_u16, rules, 1..5_u16, prop::collection::vec(step, 20..90)).prop_map(
        |(is_match, players, rules, rounds, steps)| Plan {
            format: if is_match && players % 4 == 0 { Format::Match } else { Format::Knockout },
            players: if is_match && players % 4 == 0 { 2 } else { players },
            rules,
            rounds,
            steps,
        },
    )
}

pub(crate) struct Told {
    event: Event,
    pub(crate) accepted: Vec<(Meta, Command)>,
}

impl Told {
    fn begin(plan: &Plan) -> Self {
        let Command::Event(EventCommand::CreateEvent { event, slug, mut settings, chief, chief_name }) =
            history::create()
        else {
            unreachable!("an event begins with being created");
        };
        settings.format = plan.format;
        settings.game = GameKind::LancerChess;
        settings.knockout = plan.rules;
        settings.rounds = plan.rounds;
        let create = Command::Event(EventCommand::CreateEvent { event, slug, settings, chief, chief_name });
        let event = Event::create(&history::meta(1), &create).unwrap();
        let mut told = Self { event, accepted: vec![(history::meta(1), create)] };
        let entries = (0..plan.players).map(|number| NewEntry {
            id: new_id(),
            details: EntryDetails {
                name: PersonName::parse(&format!("Player {number}")).unwrap(),
                club: None,
                federation: None,
                rating: Some(1000 + number * 7 % 5),
                identity: tiger_event::identity::Identity::default(),
                office: tiger_event::office::Office::default(),
            },
            first_round: 1,
        });
        assert!(told.give(EntryCommand::AddEntries { entries: entries.collect() }));
        told
    }

    /// Tries everything of a plan.
    pub(crate) fn of(plan: &Plan) -> Self {
        let mut told = Self::begin(plan);
        plan.steps.iter().for_each(|step| told.step(step));
        told
    }

    fn give(&mut self, command: impl Into<Command>) -> bool {
        let command = command.into();
        let meta = history::meta(self.event.version + 1);
        let before = self.event.clone();
        let is_accepted = self.event.apply(&meta, &command).is_ok();
        if is_accepted {
            self.accepted.push((meta, command));
        } else {
            assert_eq!(before, self.event, "a refusal changed something");
        }
        is_accepted
    }

    fn entry(&self, place: usize) -> Option<EntryId> {
        self.event.entries_by_number().get(place).map(|entry| entry.id)
    }

    fn step(&mut self, step: &Step) {
        let reason = history::reason;
        let last = self.event.rounds.last().map_or(1, |round| round.number);
        match step {
            Step::Draft => {
                let Some(round) = self.event.next_round() else { return };
                let Ok(table) = pairing::draft(&self.event, round, Start::Proposal) else { return };
                if table.boards.is_empty() && table.byes.is_empty() {
                    return;
                }
                let system = self.event.settings.format;
                assert!(
                    self.give(RoundCommand::DraftRound { round, system, table }),
                    "the system's own round is refused"
                );
            }
            Step::Exchange(one, other) => {
                let (Some(one), Some(other)) = (self.entry(*one), self.entry(*other)) else { return };
                self.change(Change::Exchange(one, other));
            }
            Step::Sides(place) => {
                let board = self.event.rounds.last().and_then(|round| round.table.boards.get(*place));
                if let Some(game) = board.map(|board| board.game) {
                    self.change(Change::SwapSides(game));
                }
            }
            Step::Publish => {
                let seen = u64::MAX;
                self.give(RoundCommand::PublishRound { round: last, seen });
            }
            Step::Unpublish => {
                self.give(RoundCommand::UnpublishRound { round: last, reason: reason() });
            }
            Step::Results(choices) => {
                let open: Vec<_> =
                    self.event.games.values().filter(|game| game.result.is_none()).map(|g| g.id).collect();
                for (game, choice) in open.into_iter().zip(choices.iter().cycle()) {
                    self.give(ResultCommand::EnterResult { game, result: result(*choice), seen: u64::MAX });
                }
            }
            Step::Overrule(place, choice) => {
                let Some(game) = self.event.games.keys().nth(*place).copied() else { return };
                let (result, ruling) = (result(*choice), new_id());
                self.give(ResultCommand::Overrule {
                    ruling,
                    game,
                    result,
                    reason: reason(),
                    article: None,
                    seen: u64::MAX,
                });
            }
            Step::Adjourn(place) => {
                let Some(game) = self.event.games_of(last).get(*place).map(|game| game.id) else { return };
                self.give(ResultCommand::Adjourn { game, reason: Some(reason()) });
            }
            Step::Close => {
                self.give(RoundCommand::CloseRound { round: last });
            }
            Step::Reopen(round) => {
                self.give(RoundCommand::ReopenRound { round: *round, reason: reason() });
            }
            Step::Withdraw(place, from_round) => {
                let Some(entry) = self.entry(*place) else { return };
                self.give(EntryCommand::Withdraw { entry, from_round: *from_round, leaving: None });
            }
            Step::Reinstate(place, from_round) => {
                let Some(entry) = self.entry(*place) else { return };
                self.give(EntryCommand::Reinstate { entry, from_round: *from_round });
            }
            Step::Decide(stage, slot, verdict) => {
                let tie = TieId { stage: *stage, slot: *slot };
                let bracket = self.event.bracket(None).unwrap();
                let pair = bracket.and_then(|bracket| bracket.tie(tie).and_then(Tie::pair));
                let verdict = match (verdict, pair) {
                    (0, Some([entry, _])) | (1, Some([_, entry])) => TieVerdict::Winner { entry },
                    (2, _) => TieVerdict::Nobody,
                    _ => TieVerdict::Games,
                };
                let ruling = new_id();
                self.give(TieCommand::DecideTie {
                    ruling,
                    tie,
                    verdict,
                    reason: reason(),
                    article: None,
                    seen: u64::MAX,
                });
            }
            Step::Late => {
                let details = EntryDetails {
                    name: PersonName::parse(&format!("Late {}", self.event.version)).unwrap(),
                    club: None,
                    federation: None,
                    rating: None,
                    identity: tiger_event::identity::Identity::default(),
                    office: tiger_event::office::Office::default(),
                };
                let entries = vec![NewEntry { id: new_id(), details, first_round: 1 }];
                if self.give(EntryCommand::AddEntries { entries }) {
                    assert_eq!(
                        self.event.published_rounds(),
                        0,
                        "the bracket took a player after it was drawn"
                    );
                }
            }
        }
    }

    fn change(&mut self, change: Change) {
        let Some(round) = self.event.rounds.last() else { return };
        if round.state == RoundState::Published {
            if let Ok((boards, byes)) = change_boards(&self.event, round, change) {
                let (round, seen) = (round.number, round.revision);
                self.give(RoundCommand::ChangeBoards {
                    round,
                    boards,
                    byes,
                    seen,
                    reason: history::reason(),
                });
            }
            return;
        }
        if let Ok(table) = change.apply(&round.table) {
            let (round, seen) = (round.number, round.revision);
            self.give(RoundCommand::ChangeDraft { round, table, seen });
        }
    }
}

fn result(choice: u8) -> ResultEntry {
    match choice {
        0 => ResultEntry::plain(Some(Seat::First), Ending::Checkmate),
        1 => ResultEntry::plain(Some(Seat::Second), Ending::Concession(None)),
        2 => ResultEntry::plain(Some(Seat::First), Ending::Time),
        3 => ResultEntry::plain(None, Ending::Agreement),
        4 => ResultEntry::plain(Some(Seat::Second), Ending::Forfeit),
        _ => ResultEntry::plain(None, Ending::Forfeit),
    }
}

/// Nobody stands in a round twice, pairs are those of the bracket, and who has lost does not come back but for the
/// third place.
fn check(event: &Event) {
    let Some(bracket) = event.bracket(None).unwrap() else {
        assert_eq!(event.published_rounds(), 0);
        return;
    };
    let mut out: BTreeMap<EntryId, u32> = BTreeMap::new();
    for (stage, ties) in (1..).zip(&bracket.stages) {
        for tie in ties.iter().filter(|tie| tie.kind == TieKind::Main && tie.is_decided()) {
            for player in tie.players.into_iter().flatten().filter(|player| tie.winner() != Some(*player)) {
                assert!(out.insert(player, stage).is_none(), "a player went out twice");
            }
        }
    }
    for round in event.rounds.iter().filter(|round| round.state != RoundState::Draft) {
        let place = round.table.stage.unwrap();
        let ties = bracket.stage(place.stage);
        let mut seen = BTreeSet::new();
        for board in &round.table.boards {
            assert!(
                seen.insert(board.first) && seen.insert(board.second),
                "a player stands in a round twice"
            );
            let tie = ties.iter().find(|tie| tie.is_of(board.first, board.second)).unwrap();
            for player in [board.first, board.second] {
                let lost_in = out.get(&player).copied().unwrap_or(u32::MAX);
                assert!(
                    lost_in >= place.stage || tie.kind == TieKind::ThirdPlace,
                    "a loser was paired again"
                );
            }
        }
        for bye in &round.table.byes {
            assert!(seen.insert(bye.entry), "a player stands in a round twice");
            assert!(ties.iter().any(|tie| tie.players.contains(&Some(bye.entry))));
        }
    }
    let places: BTreeSet<_> = bracket.places.iter().map(|(_, entry)| *entry).collect();
    assert_eq!(places.len(), bracket.places.len(), "a player has two places");
    let standings = EventStandings::of(event, None).unwrap();
    assert_eq!(standings.lines.len(), event.entries.len());
    if bracket.due() == Due::Over {
        assert_eq!(places.len(), bracket.seeds.len(), "somebody has no place at the end");
        assert!(bracket.places.iter().filter(|(place, _)| *place == 1).count() <= 1);
    }
    for (row, line) in standings.lines.iter().enumerate() {
        for cell in &line.row.results {
            if let (Some(opponent), Some(place)) = (cell.opponent, cell.opponent_row) {
                assert_eq!(standings.lines[place].row.player, opponent, "row {row} names a wrong opponent");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Whatever is tried, a published bracket never contradicts the results, and replaying gives the same event.
    #[test]
    fn the_bracket_and_the_published_rounds_agree(plan in plans()) {
        let mut told = Told::begin(&plan);
        for step in &plan.steps {
            told.step(step);
            check(&told.event);
        }
        let mut entries = told.accepted.iter();
        let (meta, create) = entries.next().unwrap();
        let mut again = Event::create(meta, create).unwrap();
        for (meta, command) in entries {
            let text = serde_json::to_string(command).unwrap();
            again.apply(meta, &serde_json::from_str(&text).unwrap()).unwrap();
        }
        prop_assert_eq!(&again, &told.event);
        let text = serde_json::to_string(&told.event).unwrap();
        prop_assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), again);
        let mut left = BTreeSet::new();
        let goes_back = |(_, command): &(Meta, Command)| match command {
            Command::Round(RoundCommand::ReopenRound { .. } | RoundCommand::UnpublishRound { .. })
            | Command::Tie(_) => true,
            // Who leaves a second time left at another time, as the event has it.
            Command::Entry(EntryCommand::Withdraw { entry, .. }) => !left.insert(*entry),
            _ => false,
        };
        super::paper::check_bracket(&told.event, told.accepted.iter().any(goes_back));
        // What the public sees of the bracket is what the arbiters see of it.
        let public = PublishedEvent::preview(&told.event);
        if told.event.published_rounds() > 0 {
            prop_assert_eq!(public.bracket(None).unwrap(), told.event.bracket(None).unwrap());
        }
    }
}

#[test]
fn the_random_brackets_reach_their_ends() {
    use proptest::strategy::ValueTree;
    let mut runner = super::always_the_same();
    let (mut over, mut tie_breaks, mut rulings, mut walkovers) = (0, 0, 0, 0);
    for _ in 0..200 {
        let plan = plans().new_tree(&mut runner).unwrap().current();
        let told = Told::of(&plan);
        let Some(bracket) = told.event.bracket(None).unwrap() else { continue };
        over += usize::from(bracket.due() == Due::Over);
        rulings += told.event.tie_rulings.len();
        tie_breaks += bracket.stages.iter().flatten().filter(|tie| tie.extra_games > 0).count();
        let is_walkover = |tie: &&Tie| {
            use tiger_event::bracket::{How, TieState};
            matches!(tie.state, TieState::Decided { how: How::Walkover, .. })
        };
        walkovers += bracket.stages.iter().flatten().filter(is_walkover).count();
    }
    assert!(
        over > 20 && tie_breaks > 20 && rulings > 20 && walkovers > 10,
        "only {over} ends, {tie_breaks} ties with tie-break games, {rulings} rulings, {walkovers} walkovers"
    );
}
