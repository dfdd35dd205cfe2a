//! Fields that are hard to pair: a recipe says how one comes about, and names the ones found slow so far.

pub(crate) mod known;

use std::collections::BTreeSet;

use tiger_pairing::simulate::Dice;
use tiger_pairing::{
    Acceleration, BoardResult, Bye, Cell, ForbiddenGroup, PairingNumber, Player, Points, Round, Settings,
    Side, System, Tournament, dutch,
};

/// Who met whom in the rounds before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum History {
    /// As the Dutch system pairs.
    Dutch,
    /// Anybody anybody, the same pair perhaps twice, with any side.
    Chance,
    /// By chance, but the same players always have the first side: as many absolute dues as there can be.
    OneSided,
    /// Neighbours by number.
    Neighbours,
}

/// Who may not meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Barred {
    Nobody,
    /// The players of each of so many equal stretches of the list among themselves.
    Stretches(u32),
    /// The players whose numbers leave the same rest, divided by so much.
    Residues(u32),
    /// So many groups of four by chance.
    Fours(u32),
    /// The first so many percent of the list among themselves.
    Top(u32),
}

/// How likely each result is, as shares of their sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Results {
    pub(crate) first: u32,
    pub(crate) second: u32,
    pub(crate) draw: u32,
    /// The player with the lower number wins.
    pub(crate) favourite: u32,
    pub(crate) outsider: u32,
    pub(crate) forfeit: u32,
}

/// How a field comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Recipe {
    pub(crate) players: u32,
    /// The round to be paired.
    pub(crate) round: u32,
    /// The last round of the event.
    pub(crate) rounds: u32,
    pub(crate) history: History,
    pub(crate) results: Results,
    /// In percent a player and round.
    pub(crate) away: u32,
    pub(crate) barred: Barred,
    /// The top so many percent have a virtual point until half-time.
    pub(crate) accelerated: u32,
    pub(crate) seed: u64,
}

fn number(number: u32) -> PairingNumber {
    PairingNumber::new(number).unwrap()
}

impl Recipe {
    /// An event paired by the rules, everybody always there.
    pub(crate) const fn plain(players: u32, round: u32, results: Results) -> Self {
        Self {
            players,
            round,
            rounds: 11,
            history: History::Dutch,
            results,
            away: 0,
            barred: Barred::Nobody,
            accelerated: 0,
            seed: 1,
        }
    }

    /// The state before the round, and the round.
    pub(crate) fn cook(&self) -> (Tournament, Round) {
        let mut dice = Dice::new(self.seed);
        let mut tournament = Tournament::new(self.settings());
        for player in 1..=self.players {
            tournament.enter(Player::new(number(player), None));
        }
        for round in 1..self.round {
            let round = Round::new(round).unwrap();
            for player in 1..=self.players {
                if dice.percent(self.away) {
                    let bye = if dice.percent(50) { Bye::HalfPoint } else { Bye::ZeroPoint };
                    tournament.set_cell(number(player), round, Cell::bye(bye)).unwrap();
                }
            }
            let (boards, left) = self.boards(&tournament, round, &mut dice);
            for (first, second) in boards {
                let result = self.result(&mut dice, first < second);
                tournament.record(round, first, second, result).unwrap();
            }
            for player in left {
                tournament.set_cell(player, round, Cell::bye(Bye::PairingAllocated)).unwrap();
            }
        }
        (tournament, Round::new(self.round).unwrap())
    }

    fn settings(&self) -> Settings {
        let mut settings = Settings::new(System::Dutch, self.rounds.max(self.round));
        settings.initial_side = Some(Side::First);
        let group = |players: BTreeSet<u32>| ForbiddenGroup {
            players: players.into_iter().map(number).collect(),
            first_round: Round::new(self.round).unwrap(),
            last_round: None,
        };
        let all = 1..=self.players;
        let mut dice = Dice::new(self.seed ^ 0x00BA_55ED);
        let groups: Vec<BTreeSet<u32>> = match self.barred {
            Barred::Nobody => Vec::new(),
            Barred::Stretches(count) => {
                let place = |player: u32| (player - 1) * count / self.players;
                (0..count).map(|each| all.clone().filter(|&player| place(player) == each).collect()).collect()
            }
            Barred::Residues(count) => {
                (0..count).map(|rest| all.clone().filter(|player| player % count == rest).collect()).collect()
            }
            Barred::Fours(count) => {
                (0..count).map(|_| (0..4).map(|_| 1 + dice.below(self.players)).collect()).collect()
            }
            Barred::Top(percent) => {
                vec![all.filter(|player| player * 100 <= self.players * percent).collect()]
            }
        };
        settings.forbidden = groups.into_iter().map(group).collect();
        if self.accelerated > 0 {
            let top = (1..=self.players * self.accelerated / 100).map(number);
            let list = vec![Points::from_halves(2); self.rounds.div_ceil(2) as usize];
            settings.acceleration = Acceleration::Listed(top.map(|player| (player, list.clone())).collect());
        }
        settings
    }

    /// The boards of a past round and who got the bye.
    fn boards(
        &self,
        tournament: &Tournament,
        round: Round,
        dice: &mut Dice,
    ) -> (Vec<(PairingNumber, PairingNumber)>, Vec<PairingNumber>) {
        if self.history == History::Dutch
            && let Ok(draft) = dutch::draft_round(tournament, round)
        {
            let boards = draft.boards.iter().map(|board| (board.first, board.second)).collect();
            return (boards, draft.byes.iter().map(|bye| bye.player).collect());
        }
        let here = |player: &&Player| player.cell(round).is_none();
        let mut present: Vec<PairingNumber> =
            tournament.players().filter(here).map(|player| player.number).collect();
        if self.history != History::Neighbours {
            for index in (1..present.len()).rev() {
                present.swap(index, dice.below(index as u32 + 1) as usize);
            }
        }
        if self.history == History::OneSided {
            let half = number(self.players.div_ceil(2));
            let (upper, lower): (Vec<_>, Vec<_>) = present.into_iter().partition(|&player| player <= half);
            let left = upper.iter().skip(lower.len()).chain(lower.iter().skip(upper.len())).copied();
            return (upper.iter().copied().zip(lower.iter().copied()).collect(), left.collect());
        }
        let mut boards = Vec::new();
        for pair in present.chunks_exact(2) {
            boards.push((pair[0], pair[1]));
        }
        (boards, present.chunks_exact(2).remainder().to_vec())
    }

    fn result(&self, dice: &mut Dice, favourite_is_first: bool) -> BoardResult {
        use BoardResult::{Draw, FirstWins, SecondForfeits, SecondWins};
        let by = |first: bool| if first { FirstWins } else { SecondWins };
        let Results { first, second, draw, favourite, outsider, forfeit } = self.results;
        let shares = [
            (first, FirstWins),
            (second, SecondWins),
            (draw, Draw),
            (favourite, by(favourite_is_first)),
            (outsider, by(!favourite_is_first)),
            (forfeit, SecondForfeits),
        ];
        let mut left = dice.below(shares.iter().map(|(share, _)| share).sum());
        for (share, result) in shares {
            if left < share {
                return result;
            }
            left -= share;
        }
        Draw
    }
}

/// No result at all; one share is set where a recipe is written.
pub(crate) const NEVER: Results =
    Results { first: 0, second: 0, draw: 0, favourite: 0, outsider: 0, forfeit: 0 };
/// What happens in a hall.
pub(crate) const USUAL: Results =
    Results { first: 30, second: 22, draw: 30, favourite: 18, outsider: 0, forfeit: 0 };

impl Recipe {
    /// Any recipe up to a size.
    pub(crate) fn any(dice: &mut Dice, most_players: u32) -> Self {
        let mut recipe = Self::plain(2 + dice.below(most_players - 1), 1, USUAL);
        for _ in 0..12 {
            recipe.mutate(dice, most_players);
        }
        recipe
    }

    /// Changes one thing.
    pub(crate) fn mutate(&mut self, dice: &mut Dice, most_players: u32) {
        let share = |dice: &mut Dice| if dice.percent(40) { 0 } else { 1 + dice.below(20) };
        match dice.below(14) {
            0 => self.players = 2 + dice.below(most_players - 1),
            1 => self.players = (self.players + dice.below(3)).clamp(3, most_players + 1) - 1,
            2 => self.round = 1 + dice.below(11),
            3 => self.rounds = self.round + dice.below(4),
            4 => {
                self.history = [History::Dutch, History::Chance, History::OneSided, History::Neighbours]
                    [dice.below(4) as usize];
            }
            5 => self.results.first = share(dice),
            6 => self.results.second = share(dice),
            7 => self.results.draw = share(dice),
            8 => self.results.favourite = share(dice),
            9 => self.results.outsider = share(dice),
            10 => {
                self.results.forfeit = share(dice);
                self.away = if dice.percent(50) { 0 } else { dice.below(30) };
            }
            11 => {
                self.barred = match dice.below(6) {
                    0 => Barred::Nobody,
                    1 => Barred::Stretches(2 + dice.below(3)),
                    2 => Barred::Residues(2 + dice.below(5)),
                    3 => Barred::Fours(dice.below(self.players)),
                    _ => Barred::Top(dice.below(52)),
                };
            }
            12 => self.accelerated = if dice.percent(50) { 0 } else { dice.below(80) },
            _ => self.seed = u64::from(dice.below(1_000_000)),
        }
    }
}
