//! Simulated Swiss tournaments: everything that happens in a hall, played round by round from the drafts
//! themselves.

use std::collections::{BTreeMap, BTreeSet};

use tiger_pairing::{
    Acceleration, BoardResult, Bye, Cell, DraftRound, ForbiddenGroup, PairingError, PairingNumber, Player,
    PointTable, Points, Round, Settings, Side, System, Tournament, dutch,
};

/// A small generator of reproducible numbers (SplitMix64).
#[derive(Debug, Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % u64::from(bound)) as u32
    }

    fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance
    }
}

/// What kind of event is simulated; chances are in percent a player (or board) and round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Event {
    pub(crate) players: u32,
    pub(crate) rounds: u32,
    pub(crate) absences: u32,
    pub(crate) forfeits: u32,
    pub(crate) draws: u32,
    pub(crate) late: u32,
    pub(crate) withdrawals: u32,
    pub(crate) forbidden_groups: u32,
    pub(crate) accelerated: bool,
    pub(crate) points: PointTable,
}

/// Point tables: 1-½-0, 3-1-0, 5-3-1-0, 5½-3-1-0, and 1-½-0 with half a point for the pairing-allocated bye.
pub(crate) fn tables() -> [PointTable; 5] {
    let table = |win, draw, loss| {
        PointTable::new(Points::from_halves(win), Points::from_halves(draw), Points::from_halves(loss))
    };
    let half_bye = PointTable { pairing_allocated_bye: Points::from_halves(1), ..PointTable::default() };
    [PointTable::default(), table(6, 2, 0), table(10, 6, 2), table(11, 6, 2), half_bye]
}

impl Event {
    /// A quiet event: everybody always comes.
    pub(crate) fn quiet(players: u32, rounds: u32) -> Self {
        Self {
            players,
            rounds,
            absences: 0,
            forfeits: 0,
            draws: 30,
            late: 0,
            withdrawals: 0,
            forbidden_groups: 0,
            accelerated: false,
            points: PointTable::default(),
        }
    }

    /// Any event up to a size.
    pub(crate) fn any(dice: &mut Dice, most_players: u32) -> Self {
        let players = 2 + dice.below(most_players - 1);
        let rounds = 2 + dice.below(players.clamp(2, 10));
        let calm = dice.percent(30);
        let mut chance = |most: u32| if calm { 0 } else { dice.below(most) };
        let (absences, forfeits, late, withdrawals) = (chance(20), chance(20), chance(25), chance(8));
        Self {
            absences,
            forfeits,
            draws: dice.below(60),
            late,
            withdrawals,
            forbidden_groups: if dice.percent(25) { 1 + dice.below(3) } else { 0 },
            accelerated: dice.percent(15),
            points: tables()[if dice.percent(50) { 0 } else { dice.below(5) as usize }],
            ..Self::quiet(players, rounds)
        }
    }

    fn settings(&self, dice: &mut Dice) -> Settings {
        let mut settings = Settings::new(System::Dutch, self.rounds);
        settings.points = self.points;
        settings.initial_side = Some(if dice.percent(50) { Side::First } else { Side::Second });
        for _ in 0..self.forbidden_groups {
            let players: BTreeSet<PairingNumber> =
                (0..2 + dice.below(3)).map(|_| number(1 + dice.below(self.players))).collect();
            settings.forbidden.push(ForbiddenGroup { players, first_round: Round::FIRST, last_round: None });
        }
        if self.accelerated {
            let full = self.rounds.div_ceil(2).div_ceil(2);
            let list: Vec<Points> = (1..=self.rounds.div_ceil(2))
                .map(|round| if round <= full { self.points.win } else { self.points.draw })
                .collect();
            let half = (1..=self.players.div_ceil(4) * 2).map(|player| (number(player), list.clone()));
            settings.acceleration = Acceleration::Listed(half.collect::<BTreeMap<_, _>>());
        }
        settings
    }

    /// Plays the event, showing every draft (or why there is none, which ends it) before its results.
    pub(crate) fn play(
        &self,
        dice: &mut Dice,
        mut show: impl FnMut(&Tournament, Round, &Result<DraftRound, PairingError>),
    ) -> Tournament {
        let mut tournament = Tournament::new(self.settings(dice));
        for player in 1..=self.players {
            tournament.enter(Player::new(number(player), Some(2600 - player)));
        }
        let arrivals: Vec<u32> =
            (0..self.players).map(|_| if dice.percent(self.late) { 2 + dice.below(3) } else { 1 }).collect();
        let mut gone = BTreeSet::new();
        for round in 1..=self.rounds {
            let round = Round::new(round).unwrap();
            for player in 1..=self.players {
                if dice.percent(self.withdrawals) {
                    gone.insert(player);
                }
                let away = gone.contains(&player) || arrivals[player as usize - 1] > round.get();
                if let Some(bye) = self.absence(dice, away) {
                    tournament.set_cell(number(player), round, Cell::bye(bye)).unwrap();
                }
            }
            let draft = dutch::draft_round(&tournament, round);
            show(&tournament, round, &draft);
            let Ok(draft) = draft else { break };
            for board in &draft.boards {
                tournament.record(round, board.first, board.second, self.result(dice)).unwrap();
            }
            for bye in &draft.byes {
                tournament.set_cell(bye.player, round, Cell::bye(Bye::PairingAllocated)).unwrap();
            }
        }
        tournament
    }

    fn absence(&self, dice: &mut Dice, away: bool) -> Option<Bye> {
        if away {
            return Some(if dice.percent(15) { Bye::HalfPoint } else { Bye::ZeroPoint });
        }
        dice.percent(self.absences).then(|| match dice.below(10) {
            0 => Bye::FullPoint,
            1..=5 => Bye::HalfPoint,
            _ => Bye::ZeroPoint,
        })
    }

    fn result(&self, dice: &mut Dice) -> BoardResult {
        if dice.percent(self.forfeits) {
            return match dice.below(8) {
                0 => BoardResult::BothForfeit,
                1..=4 => BoardResult::SecondForfeits,
                _ => BoardResult::FirstForfeits,
            };
        }
        if dice.percent(self.draws) {
            return BoardResult::Draw;
        }
        if dice.percent(55) { BoardResult::FirstWins } else { BoardResult::SecondWins }
    }
}

pub(crate) fn number(number: u32) -> PairingNumber {
    PairingNumber::new(number).unwrap()
}
