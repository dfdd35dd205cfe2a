//! Laws of the steps of a game: undoing, offers, claims, the stages, on random histories.

use proptest::prelude::*;
use tiger_event::command::UndoCommand;
use tiger_event::progress::{Progress, Stretch};
use tiger_event::protocol::{ClaimState, Offer, Protocol};
use tiger_event::{Command, Event, Game, PublishedEvent, Teller};

use super::history::{History, meta, play, steps};

/// Every accepted command with the event before and after it.
fn states(history: &History) -> Vec<(Event, Command, Event)> {
    let mut entries = history.accepted.iter();
    let (first, create) = entries.next().unwrap();
    let mut event = Event::create(first, create).unwrap();
    entries
        .map(|(meta, command)| {
            let before = event.clone();
            event.apply(meta, command).unwrap();
            (before, command.clone(), event.clone())
        })
        .collect()
}

/// A game but for what only says how often it was changed.
fn content(game: &Game) -> Game {
    Game { revision: 0, result_revision: 0, last: None, ..game.clone() }
}

/// The points that a game's players have by the standings, and all of the pairing crate's cells.
fn standings(event: &Event) -> String {
    format!("{:?}", event.tournament(None).unwrap())
}

proptest! {
    #![proptest_config(super::tries(240))]

    /// Undoing a step right after it gives the game as it was, points and standings included.
    #[test]
    fn undoing_right_after_a_step_gives_the_game_as_it_was(steps in steps()) {
        for (before, command, after) in states(&play(&steps)) {
            let Some(id) = command.game().filter(|_| !command.leaves_last_step()) else { continue };
            let game = after.game(id).unwrap();
            prop_assert_eq!(game.last.is_some(), command.is_undoable(), "{:?}", command);
            let Some(last) = &game.last else { continue };
            let mut undone = after.clone();
            undone.apply(&meta(after.version + 1), &Command::Undo(UndoCommand::UndoStep { game: id, step: last.step })).unwrap();
            prop_assert_eq!(content(undone.game(id).unwrap()), content(before.game(id).unwrap()), "{:?}", command);
            prop_assert_eq!(standings(&undone), standings(&before));
            prop_assert!(undone.game(id).unwrap().last.is_none());
            let in_effect = |event: &Event| event.rulings.iter().filter(|it| it.undone_at.is_none()).count();
            prop_assert_eq!(in_effect(&undone), in_effect(&before));
            prop_assert_eq!(undone.rulings.len(), after.rulings.len(), "the register forgets nothing");
        }
    }

    /// A game that is published keeps the number of its board, whatever boards count from later.
    #[test]
    fn a_published_game_keeps_the_number_of_its_board(steps in steps()) {
        for (before, command, after) in states(&play(&steps)) {
            for game in after.games.values() {
                let Ok(known) = before.game(game.id) else { continue };
                prop_assert_eq!(before.board_number(known), after.board_number(game), "{:?}", command);
            }
        }
    }

    /// A draft vanishes by a step of its round, or by one of those that say that it goes with them.
    #[test]
    fn whatever_undoes_a_draft_says_so(steps in steps()) {
        for (before, command, after) in states(&play(&steps)) {
            if before.draft().is_some() && after.draft().is_none() {
                prop_assert!(matches!(command, Command::Round(_)) || command.drops_draft(), "{:?}", command);
            }
        }
    }

    /// Casts and records never vanish, whatever is undone.
    #[test]
    fn casts_and_records_never_vanish(steps in steps()) {
        for (before, command, after) in states(&play(&steps)) {
            for (id, game) in before.games.iter() {
                let Some(now) = after.games.get(id) else { continue };
                prop_assert!(now.casts.len() >= game.casts.len(), "{:?}", command);
                prop_assert!(now.records.starts_with(&game.records), "{:?}", command);
            }
        }
    }

    /// A finished game leaves nothing to be answered or judged, but for what is about that very result.
    #[test]
    fn nothing_waits_in_a_game_that_is_over(steps in steps()) {
        for game in play(&steps).event.games.values().filter(|game| game.result.is_some()) {
            prop_assert!(game.protocol.open_offers().all(|it| it.offer == Offer::InevitablePlanting));
            prop_assert!(game.protocol.claims.iter().all(|claim| claim.state != ClaimState::Open));
        }
    }

    /// How far a game has come follows from what is on file, and that is one of the steps that the game goes through.
    #[test]
    fn the_progress_is_one_of_the_steps_of_its_game(steps in steps()) {
        let event = play(&steps).event;
        let kind = event.settings.game;
        for game in event.games.values() {
            let (progress, variation) = (game.progress(kind, None), game.variation(kind));
            prop_assert_eq!(progress == Progress::Over, game.result.is_some());
            prop_assert!(game.result.is_some() || progress.has_begun() == variation.is_some());
            prop_assert!(Stretch::all(kind, variation).contains(&progress.stretch(variation)), "{:?}", progress);
        }
    }

    /// Every entry has its words, and nothing of the protocol is public.
    #[test]
    fn steps_have_words_and_stay_private(steps in steps()) {
        let history = play(&steps);
        let mut teller = Teller::new(&history.event);
        for (_, command) in &history.accepted {
            let told = teller.tell(command);
            prop_assert!(!told.trim().is_empty() && !told.ends_with(": "), "{:?}: {}", command, told);
        }
        let public = PublishedEvent::preview(&history.event);
        // The minutes that a board has more are for everybody; what they were given for is not.
        let for_all = |extra_minutes: u16| Protocol { extra_minutes, ..Protocol::default() };
        for game in public.games.values() {
            let known = history.event.game(game.id).unwrap();
            prop_assert!(game.last.is_none());
            prop_assert_eq!(&game.protocol, &for_all(known.protocol.extra_minutes));
        }
        prop_assert!(public.rulings.iter().all(|ruling| ruling.undone_at.is_none()));
    }
}

#[test]
fn the_random_histories_use_every_step() {
    let mut runner = super::always_the_same();
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..800 {
        let steps = proptest::strategy::ValueTree::current(&steps().new_tree(&mut runner).unwrap());
        for (_, command) in play(&steps).accepted {
            let text = serde_json::to_value(&command).unwrap();
            *seen.entry(text["do"].as_str().unwrap().to_owned()).or_insert(0) += 1;
        }
    }
    let wanted = [
        "say_answer",
        "keep_line",
        "drop_line",
        "begin_engagement",
        "make_offer",
        "answer_offer",
        "make_claim",
        "judge_claim",
        "consult_seer",
        "note_incident",
        "take_back_incident",
        "flag_fallen",
        "disqualify",
        "undo_step",
        "hand_in_record",
        "dispute_result",
        "use_record",
    ];
    for name in wanted {
        assert!(seen.get(name).is_some_and(|count| *count >= 10), "{name}: {seen:?}");
    }
}
