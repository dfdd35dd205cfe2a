//! Laws of the event as a value, tried on random histories.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod brackets;
mod created;
mod engine;
pub(crate) mod frozen;
mod history;
mod paper;
mod steps;
mod tried;

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use tiger_arbiter::exports;
use tiger_arbiter::publish::{Issue, View};
use tiger_event::{Event, PublishedEvent, RoundState, Seat, Speaker};
use tiger_pairing::trf;

use history::{Step, play, play_swiss, steps};

/// So many histories. They are made of many choices, each with a generator of its own: the plain one begins so much
/// quicker than the usual one that a law tries twice as many in less time, which outweighs that its numbers are worse.
fn tries(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_algorithm: RngAlgorithm::XorShift, ..ProptestConfig::default() }
}

/// The same histories at every run, for what must be found among them.
fn always_the_same() -> TestRunner {
    TestRunner::new_with_rng(tries(1), TestRng::deterministic_rng(RngAlgorithm::XorShift))
}

proptest! {
    #![proptest_config(tries(300))]

    /// What the ledger holds is enough: applying it again gives the same event.
    #[test]
    fn replaying_the_accepted_commands_gives_the_same_event(steps in steps()) {
        let history = play(&steps);
        let mut entries = history.accepted.iter();
        let (meta, create) = entries.next().unwrap();
        let mut again = Event::create(meta, create).unwrap();
        for (meta, command) in entries {
            let text = serde_json::to_string(command).unwrap();
            again.apply(meta, &serde_json::from_str(&text).unwrap()).unwrap();
        }
        prop_assert_eq!(&again, &history.event);
        let text = serde_json::to_string(&history.event).unwrap();
        prop_assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), again);
    }

    /// A refusal changes nothing.
    #[test]
    fn a_refused_command_leaves_the_event_as_it_was(steps in steps()) {
        prop_assert!(play(&steps).refusals_changed_nothing);
    }

    /// No draft, claim or half-reported result reaches the public.
    #[test]
    fn what_is_published_holds_nothing_that_waits(steps in steps()) {
        let event = play(&steps).event;
        let public = PublishedEvent::preview(&event);
        prop_assert!(public.rounds.iter().all(|round| round.state != RoundState::Draft));
        prop_assert!(public.games.values().all(|game| game.reports == [None, None] && game.disputes.is_empty()));
        prop_assert!(public.entries.values().all(|entry| entry.speaker == Speaker::None));
        prop_assert_eq!(public.registration_revision, 0);
        let drafted: BTreeSet<_> = event.rounds.iter().filter(|r| r.state == RoundState::Draft)
            .flat_map(|r| r.table.boards.iter().map(|p| p.game.to_string())).collect();
        let text = serde_json::to_string(&public.rounds).unwrap();
        prop_assert!(drafted.iter().all(|game| !text.contains(game)));
    }

    /// In every round everybody who belongs to it stands exactly once, and games belong to published boards.
    #[test]
    fn every_round_seats_everybody_once(steps in steps()) {
        let event = play(&steps).event;
        for round in &event.rounds {
            let mut seen = BTreeSet::new();
            for pairing in &round.table.boards {
                prop_assert!(seen.insert(pairing.first) && seen.insert(pairing.second));
                prop_assert_eq!(event.games.contains_key(&pairing.game), round.state != RoundState::Draft);
            }
            for bye in &round.table.byes {
                prop_assert!(seen.insert(bye.entry));
            }
            prop_assert!(round.table.unpaired.iter().all(|id| seen.insert(*id)));
            prop_assert!(round.table.unpaired.is_empty() || round.state == RoundState::Draft);
            let belong = event.entries.values().filter(|entry| entry.is_in(round.number));
            prop_assert!(round.state != RoundState::Draft || belong.count() == seen.len());
        }
        let boards: usize =
            event.rounds.iter().filter(|r| r.state != RoundState::Draft).map(|r| r.table.boards.len()).sum();
        prop_assert_eq!(event.games.len(), boards);
    }

    /// Whoever is kept apart is entered, and no published round is bound after the fact.
    #[test]
    fn forbidden_groups_name_players_and_reach_no_round_that_was_out_before(steps in steps()) {
        let history = play(&steps);
        for group in &history.event.forbidden {
            prop_assert!(group.players.len() >= 2);
            prop_assert!(group.players.iter().all(|id| history.event.entries.contains_key(id)));
            prop_assert!(group.last_round.is_none_or(|last| group.first_round <= last));
        }
        let mut entries = history.accepted.iter();
        let (meta, create) = entries.next().unwrap();
        let mut event = Event::create(meta, create).unwrap();
        for (meta, command) in entries {
            let published = event.published_rounds();
            let before = event.clone();
            event.apply(meta, command).unwrap();
            for round in 1..=published.min(event.published_rounds()) {
                for (one, other) in before.entries.keys().zip(before.entries.keys().skip(1)) {
                    prop_assert_eq!(before.must_not_meet(*one, *other, round), event.must_not_meet(*one, *other, round));
                }
            }
        }
    }

    /// The pairing crate can always read the event, and counts the points that the games gave.
    #[test]
    fn the_tournament_counts_what_the_games_gave(steps in steps()) {
        let event = play(&steps).event;
        let tournament = event.tournament(None).unwrap();
        let counted: i32 = tournament.players()
            .map(|player| player.cells.iter().map(|cell| tournament.cell_points(cell).halves()).sum::<i32>()).sum();
        let games: u32 = event.games.values().filter_map(|game| game.result.as_ref())
            .flat_map(|result| result.points).map(tiger_rules::GamePoints::total_halves).sum();
        let byes: i32 = event.rounds.iter().filter(|r| r.state != RoundState::Draft)
            .flat_map(|r| &r.table.byes).map(|bye| event.settings.byes.points(bye.kind).halves()).sum();
        prop_assert_eq!(counted, i32::try_from(games).unwrap() + byes);
    }

    /// The report file says what the event says: whoever reads it finds the same games and the same points.
    #[test]
    fn the_report_file_tells_the_same_tournament(
        steps in steps(), is_swiss in any::<bool>(), is_accelerated in any::<bool>(), odd_first in any::<bool>(),
    ) {
        let side = if odd_first { Seat::First } else { Seat::Second };
        let event = if is_swiss { play_swiss(&steps, is_accelerated, side) } else { play(&steps).event };
        let issue = Issue::preview(&event);
        let mut ours = issue.event.tournament(None).unwrap();
        if is_swiss && issue.event.published_rounds() < issue.event.planned_rounds() {
            // As long as a round is paired from them, adjourned games count as drawn.
            ours.settings.points.adjourned = ours.settings.points.draw;
        }
        let text = exports::write(View::EventTrf, &issue, &|_| Ok(None)).unwrap();
        // Numbers are given with the first round; before it there is nobody to tell of.
        if ours.players().len() > 0 {
            let report = trf::read(&text).unwrap();
            prop_assert!(trf::disagreements(&report).is_empty(), "{text}");
            let theirs = &report.tournament;
            let settings = (theirs.settings.system, theirs.settings.rounds, theirs.settings.points);
            prop_assert_eq!(settings, (ours.settings.system, ours.settings.rounds, ours.settings.points), "{}", text);
            prop_assert_eq!(report.tie_breaks().unwrap(), issue.event.settings.tie_breaks.clone());
            prop_assert_eq!(theirs.settings.initial_side, ours.settings.initial_side, "{}", text);
            prop_assert_eq!(forbidden(theirs), forbidden(&ours), "{}", text);
            for round in (1..=ours.settings.rounds).filter_map(tiger_pairing::Round::new) {
                for player in ours.players() {
                    let virtual_points = |tournament: &tiger_pairing::Tournament| {
                        tournament.virtual_points(player.number, round)
                    };
                    prop_assert_eq!(virtual_points(theirs), virtual_points(&ours), "{} round {}", text, round);
                }
            }
            for player in ours.players() {
                let read = theirs.player(player.number).unwrap();
                // What the file has beyond: who is away in the rounds to come.
                let told = player.cells.len();
                prop_assert!(read.cells.iter().skip(told).all(|cell| cell.opponent().is_none()), "{}", text);
                let games = |player: &tiger_pairing::Player| -> Vec<_> {
                    player.cells.iter().take(told).map(tiger_pairing::Cell::opponent).collect()
                };
                let points = |tournament: &tiger_pairing::Tournament, player: &tiger_pairing::Player| -> Vec<i32> {
                    player.cells.iter().take(told).map(|cell| tournament.cell_points(cell).halves()).collect()
                };
                prop_assert_eq!(read.cells.len().min(told), told, "{}", text);
                prop_assert_eq!(games(read), games(player), "{}", text);
                prop_assert_eq!(points(theirs, read), points(&ours, player), "{}", text);
            }
        }
    }
}

#[test]
fn the_random_histories_reach_far() {
    let mut runner = always_the_same();
    let mut results = 0;
    let mut closed = 0;
    let mut registered = 0;
    for _ in 0..150 {
        let steps: Vec<Step> = steps().new_tree(&mut runner).unwrap().current();
        let event = play(&steps).event;
        results += event.games.values().filter(|game| game.result.is_some()).count();
        registered += event.entries.values().filter(|entry| entry.speaker != Speaker::None).count();
        closed += event.rounds.iter().filter(|round| round.state == RoundState::Closed).count();
    }
    assert!(registered > 50, "only {registered} registered by themselves");
    assert!(results > 100 && closed > 10, "only {results} results and {closed} closed rounds");
}

/// Who is kept apart in which rounds; a group that binds to the end binds up to the last round.
fn forbidden(tournament: &tiger_pairing::Tournament) -> BTreeSet<(Vec<u32>, u32, u32)> {
    let rounds = tournament.settings.rounds;
    let group = |group: &tiger_pairing::ForbiddenGroup| {
        let players = group.players.iter().map(|number| number.get()).collect();
        let last = group.last_round.map_or(rounds, |last| last.get().min(rounds));
        (players, group.first_round.get(), last)
    };
    tournament.settings.forbidden.iter().map(group).collect()
}
