//! Random tournaments: any history that cells can describe, sensible or not.

use tiger_pairing::{BoardResult, Bye, Cell, PairingNumber, Player, Round, Settings, System, Tournament};

fn number(number: u32) -> PairingNumber {
    PairingNumber::new(number).unwrap()
}

/// A small generator with a state of one word (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index + 1));
        }
    }
}

const RESULTS: [BoardResult; 10] = [
    BoardResult::FirstWins,
    BoardResult::FirstWins,
    BoardResult::SecondWins,
    BoardResult::SecondWins,
    BoardResult::Draw,
    BoardResult::Draw,
    BoardResult::FirstForfeits,
    BoardResult::SecondForfeits,
    BoardResult::BothForfeit,
    BoardResult::BothLose,
];
const BYES: [Bye; 4] = [Bye::HalfPoint, Bye::ZeroPoint, Bye::FullPoint, Bye::PairingAllocated];

/// Up to 14 players and 8 rounds; opponents may repeat.
pub(crate) fn tournament(settings: Settings, seed: u64) -> Tournament {
    let mut random = Random::new(seed);
    let players = 2 + random.below(13) as u32;
    let rounds = 1 + random.below(8) as u32;
    let swiss = settings.system == System::Dutch;
    let mut tournament = Tournament::new(settings);
    for player in 1..=players {
        tournament.enter(Player::new(number(player), Some(1200 + random.below(1400) as u32)));
    }
    for round in 1..=rounds {
        let round = Round::new(round).unwrap();
        let mut order: Vec<u32> = (1..=players).collect();
        random.shuffle(&mut order);
        while let Some(player) = order.pop() {
            let bye = swiss && random.below(6) == 0;
            match order.pop() {
                Some(opponent) if !bye => {
                    let result = RESULTS[random.below(RESULTS.len())];
                    tournament.record(round, number(player), number(opponent), result).unwrap();
                }
                opponent => {
                    order.extend(opponent);
                    let kind = if swiss { BYES[random.below(BYES.len())] } else { Bye::ZeroPoint };
                    tournament.set_cell(number(player), round, Cell::bye(kind)).unwrap();
                }
            }
        }
    }
    tournament
}
