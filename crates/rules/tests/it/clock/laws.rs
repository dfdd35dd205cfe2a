//! What holds for every clock and every history.

use proptest::prelude::*;
use tiger_rules::clock::{Account, Clock, ClockEvent, ClockRefusal, ClockSide, Flag, Millis, Phase, Run};
use tiger_rules::{ClockSettings, Seconds};

use super::slow::SlowClock;

/// Short times, so that flags fall in every second history.
fn settings() -> impl Strategy<Value = ClockSettings> {
    let time = || (0u32..4).prop_map(Seconds);
    prop_oneof![
        (time(), time(), time()).prop_map(|(deployment, engagement, per_move)| {
            ClockSettings::TripleCountdown { deployment, engagement, per_move }
        }),
        (time(), time())
            .prop_map(|(engagement, per_move)| ClockSettings::DoubleCountdown { engagement, per_move }),
        (time(), time(), 1u16..5, time()).prop_map(|(reserve, increment, cut_off, final_increment)| {
            ClockSettings::TigerIncrement { reserve, increment, cut_off, final_increment }
        }),
        (time(), time()).prop_map(|(base, increment)| ClockSettings::Fischer { base, increment }),
        time().prop_map(|base| ClockSettings::Countdown { base }),
    ]
}

fn side() -> impl Strategy<Value = ClockSide> {
    prop_oneof![Just(ClockSide::First), Just(ClockSide::Second)]
}

fn account() -> impl Strategy<Value = Account> {
    prop_oneof![Just(Account::Main), Just(Account::Reserve)]
}

fn event() -> impl Strategy<Value = ClockEvent> {
    let span = || (0u64..3000).prop_map(Millis);
    prop_oneof![
        14 => side().prop_map(|side| ClockEvent::Press { side }),
        1 => Just(ClockEvent::Start),
        2 => Just(ClockEvent::BeginEngagement),
        1 => Just(ClockEvent::ResumeDeployment),
        1 => Just(ClockEvent::Pause),
        3 => Just(ClockEvent::Resume),
        1 => (side(), account(), span()).prop_map(|(side, account, to)| ClockEvent::SetTime { side, account, to }),
        1 => (side(), account(), span())
            .prop_map(|(side, account, amount)| ClockEvent::AddTime { side, account, amount }),
        1 => (side(), account(), span())
            .prop_map(|(side, account, amount)| ClockEvent::TakeTime { side, account, amount }),
        1 => (side(), 0u32..7).prop_map(|(side, moves)| ClockEvent::SetMoves { side, moves }),
        1 => side().prop_map(|side| ClockEvent::SetTurn { side }),
    ]
}

/// Events with the time that passes before each. Most histories begin with the start.
fn history() -> impl Strategy<Value = Vec<(u64, ClockEvent)>> {
    let step = (prop_oneof![0u64..40, 0u64..700], event());
    (any::<bool>(), prop::collection::vec(step, 0..40)).prop_map(|(starts, mut steps)| {
        if starts {
            steps.insert(0, (0, ClockEvent::Start));
        }
        steps
    })
}

fn assert_same(clock: &Clock, slow: &SlowClock) -> Result<(), TestCaseError> {
    let shown = clock.at(Millis(slow.now));
    prop_assert_eq!(shown.phase == Phase::Deployment, slow.deploying);
    prop_assert_eq!(shown.turn.index(), slow.to_move);
    prop_assert_eq!(shown.counting.is_some(), slow.runs());
    prop_assert_eq!(shown.run == Run::Ready, !slow.started);
    prop_assert_eq!(shown.run == Run::Stopped, slow.stopped);
    for side in ClockSide::BOTH {
        let (fast, slow_side) = (shown.side(side), &slow.sides[side.index()]);
        let told = (fast.main.0, fast.reserve.0, fast.moves, fast.turns, fast.has_final_increment);
        let lived =
            (slow_side.main, slow_side.reserve, slow_side.moves, slow_side.turns, slow_side.got_final);
        prop_assert_eq!(told, lived);
        prop_assert_eq!(fast.flag == Flag::Lost, slow.lost(side.index()));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// The clock and the one that lives through every millisecond agree on what is refused and on what is shown.
    #[test]
    fn the_clock_agrees_with_one_that_counts_every_millisecond(settings in settings(), steps in history()) {
        let (mut clock, mut slow) = (Clock::new(settings), SlowClock::new(settings));
        for (wait, event) in steps {
            let moment = slow.now + wait;
            slow.live_until(moment);
            assert_same(&clock, &slow)?;
            let taken = clock.apply(Millis(moment), event);
            prop_assert_eq!(taken.is_ok(), slow.take(event), "{:?} at {}", event, moment);
            assert_same(&clock, &slow)?;
        }
        slow.live_until(slow.now + 5000);
        assert_same(&clock, &slow)?;
    }

    /// What was granted is what is left, what was thought away, and what arbiters took: to the millisecond.
    #[test]
    fn time_neither_appears_nor_vanishes(settings in settings(), steps in history(), end in 0u64..9000) {
        let mut clock = Clock::new(settings);
        let mut moment = 0;
        let mut ran = 0;
        for (wait, event) in steps {
            let before = clock.clone();
            for part in 0..wait {
                ran += u64::from(before.at(Millis(moment + part)).counting.is_some());
            }
            moment += wait;
            // A refused event changes nothing.
            if clock.apply(Millis(moment), event).is_err() {
                prop_assert_eq!(&clock, &before);
            }
            let mut consumed = 0;
            for side in ClockSide::BOTH {
                let books = clock.books(side, Millis(moment));
                prop_assert_eq!(books.granted.0, books.left.0 + books.consumed.0 + books.withdrawn.0);
                consumed += books.consumed.0;
            }
            // Somebody's time runs exactly while the clock says that it does.
            prop_assert_eq!(consumed, ran);
        }
        for side in ClockSide::BOTH {
            let (then, later) = (clock.books(side, Millis(moment)), clock.books(side, Millis(moment + end)));
            prop_assert_eq!(later.granted.0, later.left.0 + later.consumed.0 + later.withdrawn.0);
            // Waiting alone grants and withdraws nothing.
            prop_assert_eq!((then.granted, then.withdrawn), (later.granted, later.withdrawn));
        }
    }

    /// While nothing happens, time only goes down, and no flag rises again.
    #[test]
    fn waiting_only_takes_time(settings in settings(), steps in history(), waits in prop::collection::vec(0u64..900, 1..12)) {
        let mut clock = Clock::new(settings);
        let mut moment = 0;
        for (wait, event) in steps {
            moment += wait;
            let _ = clock.apply(Millis(moment), event);
        }
        let mut last = clock.at(Millis(moment));
        for wait in waits {
            moment += wait;
            let now = clock.at(Millis(moment));
            prop_assert_eq!(now.at, Millis(moment));
            for side in ClockSide::BOTH {
                let (before, after) = (last.side(side), now.side(side));
                prop_assert!(after.main <= before.main && after.reserve <= before.reserve);
                prop_assert!(before.flag == Flag::Up || after.flag == before.flag);
                prop_assert_eq!((after.moves, after.turns), (before.moves, before.turns));
            }
            prop_assert!(last.counting.is_some() || now.counting.is_none());
            last = now;
        }
    }

    /// Looking at a clock between two events, or asking in vain for what it refuses, changes nothing that follows.
    #[test]
    fn cutting_a_wait_into_pieces_changes_nothing(settings in settings(), steps in history(), cuts in prop::collection::vec(0u64..700, 40)) {
        let (mut plain, mut cut) = (Clock::new(settings), Clock::new(settings));
        let mut moment = 0;
        for ((wait, event), piece) in steps.into_iter().zip(cuts) {
            let between = Millis(moment + piece.min(wait));
            moment += wait;
            let too_much = Millis::MOST.plus(Millis::MOST);
            let in_vain =
                ClockEvent::TakeTime { side: ClockSide::First, account: Account::Main, amount: too_much };
            let refused = cut.apply(between, in_vain);
            prop_assert_eq!(refused, Err(ClockRefusal::TooLittleTime));
            // An event that changes nothing, at a moment of its own.
            let same = ClockEvent::SetTurn { side: cut.at(between).turn };
            prop_assert_eq!(cut.apply(between, same), Ok(()));
            prop_assert_eq!(plain.apply(Millis(moment), event), cut.apply(Millis(moment), event));
            prop_assert_eq!(plain.at(Millis(moment)), cut.at(Millis(moment)));
        }
        prop_assert_eq!(plain.at(Millis(moment + 2500)), cut.at(Millis(moment + 2500)));
    }

    /// A clock does not take what happened before its last event.
    #[test]
    fn the_past_is_closed(settings in settings(), event in event(), last in 1u64..9999, back in 1u64..9999) {
        let mut clock = Clock::new(settings);
        clock.apply(Millis(last), ClockEvent::Start).unwrap();
        let before = clock.clone();
        let refused = clock.apply(Millis(last.saturating_sub(back)), event);
        prop_assert_eq!(refused, Err(ClockRefusal::InThePast));
        prop_assert_eq!(clock, before);
    }

    /// Twice the times, twice the waits: twice what is left (all clock times are doubled, TigerVariation rule 3).
    #[test]
    fn a_doubled_clock_is_the_same_clock_at_half_the_pace(settings in settings(), steps in history()) {
        let (mut plain, mut doubled) = (Clock::new(settings), Clock::new(settings.doubled()));
        let mut moment = 0;
        for (wait, event) in steps {
            moment += wait;
            let twice = |span: Millis| span.plus(span);
            let scaled = match event {
                ClockEvent::SetTime { side, account, to } => ClockEvent::SetTime { side, account, to: twice(to) },
                ClockEvent::AddTime { side, account, amount } => {
                    ClockEvent::AddTime { side, account, amount: twice(amount) }
                }
                ClockEvent::TakeTime { side, account, amount } => {
                    ClockEvent::TakeTime { side, account, amount: twice(amount) }
                }
                other => other,
            };
            prop_assert_eq!(plain.apply(Millis(moment), event), doubled.apply(Millis(moment * 2), scaled));
            for side in ClockSide::BOTH {
                let (one, two) = (plain.at(Millis(moment)), doubled.at(Millis(moment * 2)));
                prop_assert_eq!(one.side(side).left().0 * 2, two.side(side).left().0);
            }
        }
    }
}
