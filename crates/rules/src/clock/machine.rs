//! How a clock runs.

use super::event::{Account, ClockEvent, ClockRefusal};
use super::reading::{Books, Flag, Phase, Reading, Run, SideReading};
use super::settings::ClockSettings;
use super::side::ClockSide;
use super::time::Millis;

/// One side's half.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Half {
    main: Millis,
    reserve: Millis,
    turns: u32,
    moves: u32,
    has_final_increment: bool,
    fell_in_deployment: bool,
    granted: Millis,
    consumed: Millis,
    withdrawn: Millis,
}

impl Half {
    const fn with(main: Millis) -> Self {
        Self {
            main,
            reserve: Millis::ZERO,
            turns: 0,
            moves: 0,
            has_final_increment: false,
            fell_in_deployment: false,
            granted: main,
            consumed: Millis::ZERO,
            withdrawn: Millis::ZERO,
        }
    }

    fn left(&self) -> Millis {
        self.main.plus(self.reserve)
    }

    fn account(&mut self, account: Account) -> &mut Millis {
        match account {
            Account::Main => &mut self.main,
            Account::Reserve => &mut self.reserve,
        }
    }

    fn grant(&mut self, account: Account, amount: Millis) {
        let held = self.account(account);
        *held = held.plus(amount);
        self.granted = self.granted.plus(amount);
    }

    fn withdraw(&mut self, account: Account, amount: Millis) {
        let held = self.account(account);
        *held = held.minus(amount);
        self.withdrawn = self.withdrawn.plus(amount);
    }

    /// Thinks for a span, on the main clock first; what the time does not reach for is given back.
    fn think(&mut self, span: Millis) -> Millis {
        let on_main = span.min(self.main);
        let on_reserve = span.minus(on_main).min(self.reserve);
        self.main = self.main.minus(on_main);
        self.reserve = self.reserve.minus(on_reserve);
        let used = on_main.plus(on_reserve);
        self.consumed = self.consumed.plus(used);
        span.minus(used)
    }
}

/// A clock of any kind.
///
/// It knows what happened to it up to its last event; [`Clock::at`] lets time pass on a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    settings: ClockSettings,
    at: Millis,
    phase: Phase,
    run: Run,
    turn: ClockSide,
    halves: [Half; 2],
}

impl Clock {
    /// A clock that has not been started. Deployment begins with the second player, as the Siberian posts first; all
    /// else with the first.
    #[must_use]
    pub fn new(settings: ClockSettings) -> Self {
        let (main, phase, turn) = match settings {
            ClockSettings::TripleCountdown { deployment, .. } => {
                (deployment, Phase::Deployment, ClockSide::Second)
            }
            ClockSettings::DoubleCountdown { engagement: main, .. }
            | ClockSettings::TigerIncrement { reserve: main, .. }
            | ClockSettings::Fischer { base: main, .. }
            | ClockSettings::Countdown { base: main } => (main, Phase::Engagement, ClockSide::First),
        };
        let mut clock = Self {
            settings,
            at: Millis::ZERO,
            phase,
            run: Run::Ready,
            turn,
            halves: [Half::with(main.into()); 2],
        };
        clock.settle();
        clock
    }

    /// Its times.
    #[must_use]
    pub const fn settings(&self) -> ClockSettings {
        self.settings
    }

    /// The moment of the last event.
    #[must_use]
    pub const fn last_event(&self) -> Millis {
        self.at
    }

    /// What it shows at a moment; a moment before the last event is taken for that of the event.
    #[must_use]
    pub fn at(&self, now: Millis) -> Reading {
        let mut then = self.clone();
        then.pass(now);
        Reading {
            at: then.at,
            phase: then.phase,
            run: then.run,
            turn: then.turn,
            counting: then.counting(),
            sides: ClockSide::BOTH.map(|side| then.read(side)),
        }
    }

    /// Where a side's time came from and went, at a moment.
    #[must_use]
    pub fn books(&self, side: ClockSide, now: Millis) -> Books {
        let mut then = self.clone();
        then.pass(now);
        let half = then.half(side);
        let (granted, consumed, withdrawn) = (half.granted, half.consumed, half.withdrawn);
        Books { granted, consumed, withdrawn, left: half.left() }
    }

    /// Takes an event that happens at a moment.
    ///
    /// # Errors
    /// [`ClockRefusal`] when it cannot happen then; the clock is as it was.
    pub fn apply(&mut self, at: Millis, event: ClockEvent) -> Result<(), ClockRefusal> {
        if at < self.at {
            return Err(ClockRefusal::InThePast);
        }
        let mut next = self.clone();
        next.pass(at);
        next.take(event)?;
        next.settle();
        *self = next;
        Ok(())
    }

    const fn half(&self, side: ClockSide) -> &Half {
        match side {
            ClockSide::First => &self.halves[0],
            ClockSide::Second => &self.halves[1],
        }
    }

    const fn half_mut(&mut self, side: ClockSide) -> &mut Half {
        match side {
            ClockSide::First => &mut self.halves[0],
            ClockSide::Second => &mut self.halves[1],
        }
    }

    fn is_out(&self, side: ClockSide) -> bool {
        self.half(side).left().is_zero()
    }

    /// Whether a flag ended the game.
    fn is_lost(&self) -> bool {
        self.phase == Phase::Engagement && ClockSide::BOTH.into_iter().any(|side| self.is_out(side))
    }

    /// Whose time runs.
    fn counting(&self) -> Option<ClockSide> {
        (self.run == Run::Going && !self.is_lost() && !self.is_out(self.turn)).then_some(self.turn)
    }

    /// Lets time pass. A flag that falls in the deployment hands the rest of the time to the opponent, who posts on.
    fn pass(&mut self, to: Millis) {
        let mut span = to.minus(self.at);
        self.at = self.at.max(to);
        while let Some(side) = self.counting().filter(|_| !span.is_zero()) {
            span = self.half_mut(side).think(span);
            self.settle();
        }
    }

    /// Rule 11: who has run out in the deployment posts no more; the opponent posts, as long as he has time.
    fn settle(&mut self) {
        if self.phase != Phase::Deployment {
            return;
        }
        for side in ClockSide::BOTH {
            self.half_mut(side).fell_in_deployment = self.is_out(side);
        }
        if self.is_out(self.turn) && !self.is_out(self.turn.other()) {
            self.turn = self.turn.other();
        }
    }

    fn take(&mut self, event: ClockEvent) -> Result<(), ClockRefusal> {
        match event {
            ClockEvent::Start if self.run != Run::Ready => Err(ClockRefusal::IsStarted),
            ClockEvent::Pause | ClockEvent::Resume | ClockEvent::Press { .. } if self.run == Run::Ready => {
                Err(ClockRefusal::IsNotStarted)
            }
            ClockEvent::Pause if self.run == Run::Stopped => Err(ClockRefusal::IsStopped),
            ClockEvent::Resume if self.run == Run::Going => Err(ClockRefusal::IsNotStopped),
            ClockEvent::Start | ClockEvent::Resume => {
                self.run = Run::Going;
                Ok(())
            }
            ClockEvent::Pause => {
                self.run = Run::Stopped;
                Ok(())
            }
            ClockEvent::Press { side } => self.press(side),
            ClockEvent::BeginEngagement => self.begin_engagement(),
            ClockEvent::ResumeDeployment => self.resume_deployment(),
            ClockEvent::SetMoves { side, moves } => {
                self.half_mut(side).moves = moves;
                Ok(())
            }
            ClockEvent::SetTurn { side } => {
                self.turn = side;
                Ok(())
            }
            ClockEvent::SetTime { side, account, to } => self.correct(side, account, |_| Some(to)),
            ClockEvent::AddTime { side, account, amount } => {
                self.correct(side, account, |held| Some(held.plus(amount)))
            }
            ClockEvent::TakeTime { side, account, amount } => {
                self.correct(side, account, |held| (amount <= held).then(|| held.minus(amount)))
            }
        }
    }

    fn press(&mut self, side: ClockSide) -> Result<(), ClockRefusal> {
        if self.run == Run::Stopped {
            return Err(ClockRefusal::IsStopped);
        }
        if self.counting().is_none() {
            return Err(match self.phase {
                Phase::Engagement => ClockRefusal::FlagFallen,
                Phase::Deployment => ClockRefusal::DeploymentIsOver,
            });
        }
        if side != self.turn {
            return Err(ClockRefusal::OthersTurn);
        }
        match self.phase {
            Phase::Deployment => {
                let half = self.half_mut(side);
                half.turns = half.turns.saturating_add(1);
                // Beside a fallen flag the other player posts turn after turn.
                if !self.is_out(side.other()) {
                    self.turn = side.other();
                }
            }
            Phase::Engagement => {
                self.earn(side);
                self.turn = side.other();
            }
        }
        Ok(())
    }

    /// Counts a move and adds what it earns. The move during which the main clock ran out belongs to the final phase
    /// already: it earns nothing.
    fn earn(&mut self, side: ClockSide) {
        let settings = self.settings;
        let half = self.half_mut(side);
        half.moves = half.moves.saturating_add(1);
        match settings {
            ClockSettings::TripleCountdown { per_move, .. }
            | ClockSettings::DoubleCountdown { per_move, .. } => {
                if !half.main.is_zero() {
                    half.grant(Account::Reserve, per_move.into());
                }
            }
            ClockSettings::TigerIncrement { increment, cut_off, final_increment, .. } => {
                if half.moves <= u32::from(cut_off) {
                    half.grant(Account::Main, increment.into());
                }
                if half.moves >= u32::from(cut_off) && !half.has_final_increment {
                    half.has_final_increment = true;
                    half.grant(Account::Main, final_increment.into());
                }
            }
            ClockSettings::Fischer { increment, .. } => half.grant(Account::Main, increment.into()),
            ClockSettings::Countdown { .. } => {}
        }
    }

    /// Rule 11: upon the commencement of the engagement its time is added to what is left. The first player moves.
    fn begin_engagement(&mut self) -> Result<(), ClockRefusal> {
        let ClockSettings::TripleCountdown { engagement, .. } = self.settings else {
            return Err(ClockRefusal::NoDeployment);
        };
        if self.phase != Phase::Deployment {
            return Err(ClockRefusal::NoDeployment);
        }
        self.phase = Phase::Engagement;
        self.turn = ClockSide::First;
        for side in ClockSide::BOTH {
            self.half_mut(side).grant(Account::Main, engagement.into());
        }
        Ok(())
    }

    /// Whoever has made fewer turns of postings posts on, the second player first.
    fn resume_deployment(&mut self) -> Result<(), ClockRefusal> {
        let (ClockSettings::TripleCountdown { engagement, .. }, Phase::Engagement) =
            (self.settings, self.phase)
        else {
            return Err(ClockRefusal::NoEngagement);
        };
        for half in &mut self.halves {
            half.withdraw(Account::Main, half.main.min(engagement.into()));
            half.withdraw(Account::Reserve, half.reserve);
            half.moves = 0;
        }
        self.phase = Phase::Deployment;
        let is_second_ahead = self.half(ClockSide::Second).turns > self.half(ClockSide::First).turns;
        self.turn = if is_second_ahead { ClockSide::First } else { ClockSide::Second };
        if self.run == Run::Going {
            self.run = Run::Stopped;
        }
        Ok(())
    }

    /// An arbiter's correction. A clock that stood still because of a flag waits to be resumed when that is lifted.
    fn correct(
        &mut self,
        side: ClockSide,
        account: Account,
        change: impl FnOnce(Millis) -> Option<Millis>,
    ) -> Result<(), ClockRefusal> {
        if account == Account::Reserve && !self.has_reserve() {
            return Err(ClockRefusal::NoReserve);
        }
        let stood_still = self.run == Run::Going && self.counting().is_none();
        let half = self.half_mut(side);
        let held = *half.account(account);
        let wanted = change(held).ok_or(ClockRefusal::TooLittleTime)?;
        if wanted > Millis::MOST {
            return Err(ClockRefusal::TooMuchTime);
        }
        if wanted >= held {
            half.grant(account, wanted.minus(held));
        } else {
            half.withdraw(account, held.minus(wanted));
        }
        self.settle();
        if stood_still && self.counting().is_some() {
            self.run = Run::Stopped;
        }
        Ok(())
    }

    const fn has_reserve(&self) -> bool {
        matches!(self.settings, ClockSettings::TripleCountdown { .. } | ClockSettings::DoubleCountdown { .. })
            && matches!(self.phase, Phase::Engagement)
    }

    fn read(&self, side: ClockSide) -> SideReading {
        let half = self.half(side);
        let flag = match self.phase {
            _ if !self.is_out(side) => Flag::Up,
            Phase::Deployment => Flag::Deployment,
            Phase::Engagement => Flag::Lost,
        };
        SideReading {
            main: half.main,
            reserve: half.reserve,
            is_on_reserve: half.main.is_zero() && !half.reserve.is_zero(),
            turns: half.turns,
            moves: half.moves,
            has_final_increment: half.has_final_increment,
            flag,
            fell_in_deployment: half.fell_in_deployment,
        }
    }
}
