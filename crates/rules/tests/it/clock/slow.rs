//! A second, slow clock, told anew from the texts: it lives from millisecond to millisecond and knows no arithmetic of
//! spans. Times are whole milliseconds, sides 0 (moves first) and 1.

use tiger_rules::ClockSettings;
use tiger_rules::clock::{Account, ClockEvent, ClockSide};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SlowSide {
    pub(crate) main: u64,
    pub(crate) reserve: u64,
    pub(crate) moves: u32,
    pub(crate) turns: u32,
    pub(crate) got_final: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct SlowClock {
    settings: ClockSettings,
    pub(crate) now: u64,
    pub(crate) started: bool,
    pub(crate) stopped: bool,
    pub(crate) deploying: bool,
    pub(crate) to_move: usize,
    pub(crate) sides: [SlowSide; 2],
}

const fn ms(seconds: tiger_rules::Seconds) -> u64 {
    seconds.0 as u64 * 1000
}

impl SlowClock {
    pub(crate) fn new(settings: ClockSettings) -> Self {
        let deploying = matches!(settings, ClockSettings::TripleCountdown { .. });
        let main = match settings {
            ClockSettings::TripleCountdown { deployment, .. } => ms(deployment),
            ClockSettings::DoubleCountdown { engagement, .. } => ms(engagement),
            ClockSettings::TigerIncrement { reserve, .. } => ms(reserve),
            ClockSettings::Fischer { base, .. } | ClockSettings::Countdown { base } => ms(base),
        };
        let side = SlowSide { main, ..SlowSide::default() };
        let mut clock = Self {
            settings,
            now: 0,
            started: false,
            stopped: false,
            deploying,
            to_move: usize::from(deploying),
            sides: [side.clone(), side],
        };
        clock.hand_over();
        clock
    }

    fn empty(&self, side: usize) -> bool {
        self.sides[side].main == 0 && self.sides[side].reserve == 0
    }

    pub(crate) fn lost(&self, side: usize) -> bool {
        !self.deploying && self.empty(side)
    }

    pub(crate) fn runs(&self) -> bool {
        self.started && !self.stopped && !self.lost(0) && !self.lost(1) && !self.empty(self.to_move)
    }

    fn hand_over(&mut self) {
        if self.deploying && self.empty(self.to_move) && !self.empty(1 - self.to_move) {
            self.to_move = 1 - self.to_move;
        }
    }

    /// One millisecond.
    fn tick(&mut self) {
        if self.runs() {
            let side = &mut self.sides[self.to_move];
            if side.main > 0 {
                side.main -= 1;
            } else {
                side.reserve -= 1;
            }
            self.hand_over();
        }
        self.now += 1;
    }

    pub(crate) fn live_until(&mut self, moment: u64) {
        while self.now < moment {
            self.tick();
        }
    }

    /// What happens now; whether it could.
    pub(crate) fn take(&mut self, event: ClockEvent) -> bool {
        let happened = self.try_take(event);
        self.hand_over();
        happened
    }

    fn try_take(&mut self, event: ClockEvent) -> bool {
        match event {
            ClockEvent::Start => {
                let fresh = !self.started;
                self.started = true;
                fresh
            }
            ClockEvent::Pause => {
                let going = self.started && !self.stopped;
                self.stopped |= going;
                going
            }
            ClockEvent::Resume => {
                let was = self.stopped;
                self.stopped = false;
                was
            }
            ClockEvent::Press { side } => self.press(side.index()),
            ClockEvent::BeginEngagement => match self.settings {
                ClockSettings::TripleCountdown { engagement, .. } if self.deploying => {
                    self.deploying = false;
                    self.to_move = 0;
                    for side in &mut self.sides {
                        side.main += ms(engagement);
                    }
                    true
                }
                _ => false,
            },
            ClockEvent::ResumeDeployment => match self.settings {
                ClockSettings::TripleCountdown { engagement, .. } if !self.deploying => {
                    self.deploying = true;
                    for side in &mut self.sides {
                        side.main = side.main.saturating_sub(ms(engagement));
                        side.reserve = 0;
                        side.moves = 0;
                    }
                    // The Siberian, who moves second, posts first.
                    self.to_move = usize::from(self.sides[0].turns >= self.sides[1].turns);
                    self.stopped |= self.started;
                    true
                }
                _ => false,
            },
            ClockEvent::SetMoves { side, moves } => {
                self.sides[side.index()].moves = moves;
                true
            }
            ClockEvent::SetTurn { side } => {
                self.to_move = side.index();
                true
            }
            ClockEvent::SetTime { side, account, to } => self.correct(side, account, |_| Some(to.0)),
            ClockEvent::AddTime { side, account, amount } => {
                self.correct(side, account, |held| Some(held + amount.0))
            }
            ClockEvent::TakeTime { side, account, amount } => {
                self.correct(side, account, |held| held.checked_sub(amount.0))
            }
        }
    }

    fn press(&mut self, side: usize) -> bool {
        if !self.runs() || side != self.to_move {
            return false;
        }
        let other = 1 - side;
        if self.deploying {
            self.sides[side].turns += 1;
            if !self.empty(other) {
                self.to_move = other;
            }
            return true;
        }
        let half = &mut self.sides[side];
        half.moves += 1;
        match self.settings {
            ClockSettings::TripleCountdown { per_move, .. }
            | ClockSettings::DoubleCountdown { per_move, .. } => {
                if half.main > 0 {
                    half.reserve += ms(per_move);
                }
            }
            ClockSettings::Fischer { increment, .. } => half.main += ms(increment),
            ClockSettings::Countdown { .. } => {}
            ClockSettings::TigerIncrement { increment, cut_off, final_increment, .. } => {
                if half.moves <= u32::from(cut_off) {
                    half.main += ms(increment);
                }
                if half.moves >= u32::from(cut_off) && !half.got_final {
                    half.got_final = true;
                    half.main += ms(final_increment);
                }
            }
        }
        self.to_move = other;
        true
    }

    fn correct(
        &mut self,
        side: ClockSide,
        account: Account,
        change: impl FnOnce(u64) -> Option<u64>,
    ) -> bool {
        let knows_reserve = matches!(
            self.settings,
            ClockSettings::TripleCountdown { .. } | ClockSettings::DoubleCountdown { .. }
        );
        if account == Account::Reserve && (self.deploying || !knows_reserve) {
            return false;
        }
        let stood = self.started && !self.stopped && !self.runs();
        let half = &mut self.sides[side.index()];
        let held = match account {
            Account::Main => &mut half.main,
            Account::Reserve => &mut half.reserve,
        };
        let Some(wanted) = change(*held) else { return false };
        *held = wanted;
        self.hand_over();
        if stood && self.runs() {
            self.stopped = true;
        }
        true
    }
}
