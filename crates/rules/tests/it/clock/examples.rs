//! The examples of the texts, and the cases that they settle.

use tiger_rules::clock::{Account, Clock, ClockEvent, ClockRefusal, ClockSide, Flag, Millis, Phase, Run};
use tiger_rules::{ClockSettings, GameKind, Variation};

const FIRST: ClockSide = ClockSide::First;
const SECOND: ClockSide = ClockSide::Second;

const fn minutes(minutes: u64) -> Millis {
    Millis(minutes * 60_000)
}

const fn seconds(seconds: u64) -> Millis {
    Millis(seconds * 1000)
}

/// A clock with a watch beside it.
struct Told {
    clock: Clock,
    now: Millis,
}

impl Told {
    fn start(settings: ClockSettings) -> Self {
        let mut clock = Clock::new(settings);
        clock.apply(Millis::ZERO, ClockEvent::Start).unwrap();
        Self { clock, now: Millis::ZERO }
    }

    fn wait(&mut self, span: Millis) -> &mut Self {
        self.now = self.now.plus(span);
        self
    }

    fn press(&mut self, side: ClockSide) -> &mut Self {
        self.give(ClockEvent::Press { side })
    }

    fn give(&mut self, event: ClockEvent) -> &mut Self {
        self.clock.apply(self.now, event).unwrap();
        self
    }

    fn refused(&mut self, event: ClockEvent) -> ClockRefusal {
        self.clock.apply(self.now, event).unwrap_err()
    }

    fn main(&self, side: ClockSide) -> Millis {
        self.clock.at(self.now).side(side).main
    }

    fn reserve(&self, side: ClockSide) -> Millis {
        self.clock.at(self.now).side(side).reserve
    }

    /// Both sides make so many moves, in so much time each.
    fn moves(&mut self, count: u32, each: Millis) -> &mut Self {
        for _ in 0..count {
            self.wait(each).press(FIRST).wait(each).press(SECOND);
        }
        self
    }
}

/// Rule 11: 30 minutes for the deployment, what is left of them goes on top of the 150 of the engagement.
#[test]
fn what_is_left_of_the_deployment_is_kept() {
    let mut told = Told::start(ClockSettings::TIGERCHESS);
    assert_eq!(told.clock.at(told.now).phase, Phase::Deployment);
    // S B B S S B B S: five turns, the Siberian's first and last.
    for side in [SECOND, FIRST, SECOND, FIRST, SECOND] {
        told.wait(minutes(4)).press(side);
    }
    assert_eq!((told.main(FIRST), told.main(SECOND)), (minutes(22), minutes(18)));
    assert_eq!(
        (told.reserve(FIRST), told.reserve(SECOND)),
        (Millis::ZERO, Millis::ZERO),
        "postings earn nothing"
    );
    told.give(ClockEvent::BeginEngagement);
    assert_eq!((told.main(FIRST), told.main(SECOND)), (minutes(172), minutes(168)));
    let shown = told.clock.at(told.now);
    assert_eq!((shown.phase, shown.turn, shown.counting), (Phase::Engagement, FIRST, Some(FIRST)));
    assert_eq!([FIRST, SECOND].map(|side| shown.side(side).turns), [2, 3]);
    assert_eq!(told.refused(ClockEvent::BeginEngagement), ClockRefusal::NoDeployment);
}

/// An engagement that was begun too early is taken back: what was thought in it stays thought.
#[test]
fn an_arbiter_takes_the_beginning_of_the_engagement_back() {
    let mut told = Told::start(ClockSettings::TIGERCHESS);
    assert_eq!(told.refused(ClockEvent::ResumeDeployment), ClockRefusal::NoEngagement);
    told.wait(minutes(4)).press(SECOND).wait(minutes(4)).press(FIRST);
    told.give(ClockEvent::BeginEngagement).wait(minutes(1)).press(FIRST).wait(minutes(2)).press(SECOND);
    told.give(ClockEvent::ResumeDeployment);
    assert_eq!((told.main(FIRST), told.main(SECOND)), (minutes(25), minutes(24)));
    assert_eq!((told.reserve(FIRST), told.reserve(SECOND)), (Millis::ZERO, Millis::ZERO));
    let shown = told.clock.at(told.now);
    assert_eq!((shown.phase, shown.turn, shown.counting), (Phase::Deployment, SECOND, None));
    assert_eq!([FIRST, SECOND].map(|side| (shown.side(side).turns, shown.side(side).moves)), [(1, 0); 2]);
    told.give(ClockEvent::Resume).wait(minutes(3)).press(SECOND).give(ClockEvent::BeginEngagement);
    assert_eq!((told.main(FIRST), told.main(SECOND)), (minutes(175), minutes(171)));
    let mut plain = Told::start(ClockSettings::DRAGON);
    assert_eq!(plain.refused(ClockEvent::ResumeDeployment), ClockRefusal::NoEngagement);
}

/// Rule 11: "if a player has made 50 moves during the engagement phase and his clock has counted down to zero he is
/// allowed a final 50 minutes". Moves of that final phase earn nothing, and neither does the one that was being
/// thought about.
#[test]
fn fifty_moves_are_a_final_fifty_minutes() {
    let mut told = Told::start(ClockSettings::TIGERCHESS);
    told.give(ClockEvent::BeginEngagement);
    // 180 minutes; after 50 moves of 3 minutes there are 30.
    told.moves(50, minutes(3));
    assert_eq!((told.main(FIRST), told.reserve(FIRST)), (minutes(30), minutes(50)));
    told.wait(minutes(30));
    let shown = *told.clock.at(told.now).side(FIRST);
    assert_eq!((shown.main, shown.reserve), (Millis::ZERO, minutes(50)));
    assert!(shown.is_on_reserve);
    assert_eq!(shown.flag, Flag::Up);
    told.wait(minutes(10)).press(FIRST);
    assert_eq!(
        told.reserve(FIRST),
        minutes(40),
        "the move thought about when the main clock ran out earns nothing"
    );
    told.wait(minutes(1)).press(SECOND).wait(minutes(5)).press(FIRST);
    assert_eq!(told.reserve(FIRST), minutes(35), "no move of the final phase does");
    assert_eq!(told.reserve(SECOND), minutes(51), "the opponent's clock has not run out");
    told.press(SECOND).wait(minutes(35));
    assert_eq!(told.clock.at(told.now).lost(), Some(FIRST));
    assert_eq!(told.refused(ClockEvent::Press { side: FIRST }), ClockRefusal::FlagFallen);
    // A millisecond before that, the press would have counted.
    assert_eq!(told.clock.at(Millis(told.now.0 - 1)).lost(), None);
}

/// Rule 11: who runs out in the deployment "does not automatically lose but may not make any further postings"; his
/// opponent posts the rest "with the same clock rule applying".
#[test]
fn a_flag_in_the_deployment_loses_no_game() {
    let mut told = Told::start(ClockSettings::TIGERCHESS);
    told.wait(minutes(10)).press(SECOND).wait(minutes(30));
    let shown = told.clock.at(told.now);
    assert_eq!((shown.side(FIRST).flag, shown.lost()), (Flag::Deployment, None));
    assert_eq!(shown.counting, Some(SECOND), "the opponent's time runs from the very moment");
    assert_eq!(told.refused(ClockEvent::Press { side: FIRST }), ClockRefusal::OthersTurn);
    told.wait(minutes(5)).press(SECOND).wait(minutes(5)).press(SECOND);
    let shown = told.clock.at(told.now);
    assert_eq!((shown.counting, shown.side(SECOND).turns), (Some(SECOND), 3), "turn after turn");
    assert_eq!(told.main(SECOND), minutes(10));
    told.give(ClockEvent::BeginEngagement);
    assert_eq!((told.main(FIRST), told.main(SECOND)), (minutes(150), minutes(160)));
    let shown = told.clock.at(told.now);
    assert_eq!(shown.side(FIRST).flag, Flag::Up);
    assert!(shown.side(FIRST).fell_in_deployment, "it stays to be seen");
}

#[test]
fn two_flags_end_the_deployment() {
    let mut told = Told::start(ClockSettings::TIGERCHESS);
    told.wait(minutes(61));
    let shown = told.clock.at(told.now);
    assert_eq!([FIRST, SECOND].map(|side| shown.side(side).flag), [Flag::Deployment; 2]);
    assert_eq!((shown.counting, shown.lost()), (None, None));
    assert_eq!(told.refused(ClockEvent::Press { side: SECOND }), ClockRefusal::DeploymentIsOver);
    told.give(ClockEvent::BeginEngagement);
    assert_eq!((told.main(FIRST), told.main(SECOND)), (minutes(150), minutes(150)));
    assert_eq!(told.clock.at(told.now).counting, Some(FIRST));
}

/// TigerVariation, rule 3: "All clock times are doubled."
#[test]
fn the_tiger_variation_doubles_all_times() {
    let tiger = Variation::standard(GameKind::TigerChess).with_option("tiger", "yes").unwrap();
    let mut told = Told::start(ClockSettings::TIGERCHESS.for_game(tiger));
    assert_eq!(told.main(FIRST), minutes(60));
    told.give(ClockEvent::BeginEngagement).press(FIRST);
    assert_eq!((told.main(FIRST), told.reserve(FIRST)), (minutes(360), minutes(2)));
}

/// The Random exhibition form: no deployment, 120 minutes.
#[test]
fn a_double_countdown_has_no_deployment() {
    let mut told = Told::start(ClockSettings::RANDOM_EXHIBITION);
    assert_eq!(told.clock.at(told.now).turn, FIRST);
    assert_eq!(told.refused(ClockEvent::BeginEngagement), ClockRefusal::NoDeployment);
    told.wait(minutes(119)).press(FIRST);
    assert_eq!((told.main(FIRST), told.reserve(FIRST)), (minutes(1), minutes(1)));
    told.press(SECOND).wait(minutes(1)).press(FIRST);
    assert_eq!((told.main(FIRST), told.reserve(FIRST)), (Millis::ZERO, minutes(1)));
    // Without a move in time there is no reserve to fall back upon.
    assert_eq!(told.wait(minutes(60)).main(SECOND), minutes(60));
    told.wait(minutes(60));
    told.give(ClockEvent::Pause);
    assert_eq!(told.reserve(SECOND), minutes(1));
}

/// Dragon rule 25: 100 minutes, 2 a move up to move 100, then 120: "the total time allowed in our example is seven
/// hours for each player".
#[test]
fn dragon_allows_seven_hours() {
    let mut told = Told::start(ClockSettings::DRAGON);
    told.moves(99, seconds(170));
    assert_eq!(told.main(FIRST), seconds(100 * 60 + 99 * 120 - 99 * 170));
    assert!(!told.clock.at(told.now).side(FIRST).has_final_increment);
    told.press(FIRST);
    assert_eq!(
        told.main(FIRST),
        seconds(1050 + 120 + 120 * 60),
        "the cut-off adds the last increment and the final one"
    );
    assert!(told.clock.at(told.now).side(FIRST).has_final_increment);
    told.press(SECOND);
    for side in [FIRST, SECOND] {
        assert_eq!(told.clock.books(side, told.now).granted, minutes(7 * 60));
    }
    told.moves(5, seconds(1));
    assert_eq!(told.clock.books(FIRST, told.now).granted, minutes(7 * 60), "nothing is added after it");
    assert_eq!(told.clock.at(told.now).move_number(FIRST), 106);
}

#[test]
fn a_corrected_number_of_moves_grants_the_final_increment_once() {
    let mut told = Told::start(ClockSettings::DRAGON);
    told.give(ClockEvent::SetMoves { side: FIRST, moves: 120 });
    assert_eq!(told.main(FIRST), minutes(100), "a correction of the number moves no time");
    told.press(FIRST).press(SECOND);
    assert_eq!(told.main(FIRST), minutes(220), "the next move finds the cut-off behind it");
    told.give(ClockEvent::SetMoves { side: FIRST, moves: 98 }).press(FIRST).press(SECOND).press(FIRST);
    assert_eq!(
        told.main(FIRST),
        minutes(224),
        "move 99 and 100 earn their increments, and no second final one"
    );
}

#[test]
fn fischer_adds_when_a_move_is_made_and_countdown_never() {
    let mut told = Told::start(ClockSettings::OVER_THE_BOARD);
    told.wait(seconds(20)).press(FIRST);
    assert_eq!(told.main(FIRST), Millis(90 * 60_000 + 10_000));
    let mut told = Told::start("countdown 60m".parse().unwrap());
    told.wait(seconds(20)).press(FIRST);
    assert_eq!(told.main(FIRST), Millis(60 * 60_000 - 20_000));
}

#[test]
fn a_press_out_of_turn_does_nothing() {
    let mut told = Told::start(ClockSettings::OVER_THE_BOARD);
    let press = |side| ClockEvent::Press { side };
    assert_eq!(told.refused(press(SECOND)), ClockRefusal::OthersTurn);
    told.press(FIRST);
    assert_eq!(told.refused(press(FIRST)), ClockRefusal::OthersTurn);
    told.give(ClockEvent::Pause);
    assert_eq!(told.refused(press(SECOND)), ClockRefusal::IsStopped);
    assert_eq!(told.refused(ClockEvent::Pause), ClockRefusal::IsStopped);
    assert_eq!(told.refused(ClockEvent::Start), ClockRefusal::IsStarted);
    told.wait(minutes(500)).give(ClockEvent::Resume);
    assert_eq!(told.main(SECOND), minutes(90), "nothing runs while it is stopped");
    assert_eq!(told.refused(ClockEvent::Resume), ClockRefusal::IsNotStopped);
    let mut fresh = Clock::new(ClockSettings::DRAGON);
    for event in [press(FIRST), ClockEvent::Pause, ClockEvent::Resume] {
        assert_eq!(fresh.apply(Millis::ZERO, event), Err(ClockRefusal::IsNotStarted));
    }
}

#[test]
fn a_lifted_flag_waits_for_the_arbiter() {
    let mut told = Told::start("countdown 1m".parse().unwrap());
    told.wait(minutes(2));
    assert_eq!(told.clock.at(told.now).lost(), Some(FIRST));
    told.give(ClockEvent::AddTime { side: FIRST, account: Account::Main, amount: minutes(5) });
    let shown = told.clock.at(told.now);
    assert_eq!((shown.lost(), shown.run, shown.counting), (None, Run::Stopped, None));
    told.wait(minutes(3)).give(ClockEvent::Resume).wait(minutes(1));
    assert_eq!(told.main(FIRST), minutes(4));
}

#[test]
fn corrections_keep_within_the_clock() {
    let mut told = Told::start(ClockSettings::TIGERCHESS);
    let reserve = |amount| ClockEvent::AddTime { side: FIRST, account: Account::Reserve, amount };
    assert_eq!(told.refused(reserve(minutes(1))), ClockRefusal::NoReserve, "not in the deployment");
    told.give(ClockEvent::BeginEngagement).give(reserve(minutes(1)));
    let take = |amount| ClockEvent::TakeTime { side: FIRST, account: Account::Reserve, amount };
    assert_eq!(told.refused(take(Millis(60_001))), ClockRefusal::TooLittleTime);
    told.give(take(minutes(1)));
    assert_eq!(told.refused(reserve(Millis(Millis::MOST.0 + 1))), ClockRefusal::TooMuchTime);
    let mut told = Told::start(ClockSettings::DRAGON);
    assert_eq!(told.refused(reserve(minutes(1))), ClockRefusal::NoReserve, "nor on a clock without one");
}

#[test]
fn times_print_and_read_back() {
    for text in ["0:00", "0:59", "5:00", "59:59", "1:00:00", "166:40:00", "1000:00:00"] {
        assert_eq!(text.parse::<Millis>().unwrap().to_string(), text);
    }
    assert_eq!("90:00".parse::<Millis>().unwrap(), minutes(90));
    assert_eq!(Millis(1).to_string(), "0:01", "a begun second is shown: zero means that nothing is left");
    assert_eq!(Millis(59_001).to_string(), "1:00");
    for text in
        ["", "5", "1:60", "1:60:00", "-1:00", "1:2:3:4", ":", "1000:00:01", "9999999:00", "é:00", "+1:00"]
    {
        assert!(text.parse::<Millis>().is_err(), "{text}");
    }
}
