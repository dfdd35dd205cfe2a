//! Ratings of this program's own: Glicko-2, with a term for who moves first that is fitted from the games.
//!
//! A pure function of the games: these in any order give the same ratings, to the last bit. A period is a calendar month.
//! `skillratings` knows the formula; that moving first is worth something is told to it as a weaker opponent.

use std::collections::BTreeMap;

use skillratings::Outcomes;
use skillratings::glicko2::{
    Glicko2Config, Glicko2Rating, decay_deviation, expected_score, glicko2_rating_period,
};

use crate::result::{SEATS, seat_index};
use crate::{EntryId, EventId, GameId, Seat};

/// How much the volatility may change in a period (Glickman's τ).
pub const TAU: f64 = 0.5;

/// The fewest games from which the first mover's advantage is fitted.
pub const FEWEST: usize = 30;

/// The most that moving first is taken to be worth.
const MOST_ADVANTAGE: i32 = 300;

/// A month, counted from the year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(pub i32);

/// A game that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RatedGame {
    /// The month in which it counts.
    pub month: Month,
    pub event: EventId,
    pub game: GameId,
    /// The first and the second player.
    pub players: [EntryId; 2],
    /// What the first player scored, in halves: 0, 1 or 2.
    pub halves: u8,
}

impl RatedGame {
    const fn outcome(&self, seat: Seat) -> Outcomes {
        match (self.halves, seat) {
            (1, _) => Outcomes::DRAW,
            (0, Seat::First) | (2, Seat::Second) => Outcomes::LOSS,
            _ => Outcomes::WIN,
        }
    }
}

/// How strong somebody is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Playing strength; 1500 for somebody of whom nothing is known.
    pub value: f64,
    /// How sure that is: in 95 of 100 cases the strength is within two deviations.
    pub deviation: f64,
    /// How much it is expected to move (σ).
    pub volatility: f64,
}

impl Rating {
    /// The deviation above which a rating is provisional.
    pub const UNSURE: f64 = 110.0;

    /// Whether too little is known yet.
    pub fn is_provisional(&self) -> bool {
        self.deviation > Self::UNSURE
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Self {
        let Glicko2Rating { rating: value, deviation, volatility } = rating;
        Self { value, deviation, volatility }
    }
}

/// A game in the working of a player's month.
#[derive(Debug, Clone, PartialEq)]
pub struct Worked {
    /// The game, by its place in [`Ratings::games`].
    pub game: usize,
    /// The seat that the player had.
    pub seat: Seat,
    pub opponent: EntryId,
    /// How strong the opponent was before the month.
    pub rating: Rating,
    pub expected: f64,
    pub score: f64,
}

/// A player's month.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub month: Month,
    /// The rating before it; the deviation has grown by then with the months without games.
    pub before: Rating,
    pub after: Rating,
    pub games: Vec<Worked>,
}

/// How well the ratings foretold games whose players had both been rated before.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prediction {
    /// How many games.
    pub games: usize,
    /// The mean square of score less expected score.
    pub error: f64,
    /// The same for somebody who expects a half from every game.
    pub blind: f64,
}

/// The ratings of one kind of games.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ratings {
    /// The games that count, in their order.
    pub games: Vec<RatedGame>,
    /// By how much whoever moves first is taken to be stronger.
    pub advantage: i32,
    /// How well they foretold.
    pub prediction: Prediction,
    /// Each player's months with games, the first one first.
    pub steps: BTreeMap<EntryId, Vec<Step>>,
    /// Each player's rating after the last month of all.
    pub now: BTreeMap<EntryId, Rating>,
}

impl Ratings {
    /// The ratings that these games give, in whichever order they come.
    pub fn of(mut games: Vec<RatedGame>) -> Self {
        games.sort();
        let advantage = if games.len() < FEWEST { 0 } else { fitted(&games) };
        Run::over(&games, advantage, true).finish(games, advantage)
    }
}

/// The advantage under which what happened was the most expected: the whole number with the least loss. The loss falls and
/// then rises, so that thirds find it.
fn fitted(games: &[RatedGame]) -> i32 {
    let loss = |advantage: i32| Run::over(games, advantage, false).loss;
    let (mut low, mut high) = (-MOST_ADVANTAGE, MOST_ADVANTAGE);
    while high - low > 2 {
        let third = (high - low) / 3;
        let (one, other) = (low + third, high - third);
        if loss(one) <= loss(other) {
            high = other;
        } else {
            low = one;
        }
    }
    (low..=high).min_by(|one, other| loss(*one).total_cmp(&loss(*other))).unwrap_or(0)
}

/// A player while the months go by.
#[derive(Debug, Clone, Copy)]
struct Player {
    rating: Glicko2Rating,
    /// The month that the rating was brought to.
    month: Month,
    is_new: bool,
}

impl Player {
    /// Lets months without games go by.
    fn bring_to(&mut self, month: Month) {
        while self.month < month {
            self.rating = decay_deviation(&self.rating);
            self.month = Month(self.month.0 + 1);
        }
    }
}

/// All months, one after the other.
#[derive(Debug, Default)]
struct Run {
    players: BTreeMap<EntryId, Player>,
    steps: BTreeMap<EntryId, Vec<Step>>,
    /// How little what happened was expected.
    loss: f64,
    foretold: Prediction,
}

impl Run {
    fn over(games: &[RatedGame], advantage: i32, is_told: bool) -> Self {
        let mut run = Self::default();
        let mut begin = 0;
        for month in games.chunk_by(|one, other| one.month == other.month) {
            run.month(month, begin, f64::from(advantage), is_told);
            begin += month.len();
        }
        run
    }

    fn month(&mut self, games: &[RatedGame], begin: usize, advantage: f64, is_told: bool) {
        let Some(month) = games.first().map(|game| game.month) else { return };
        let mut own: BTreeMap<EntryId, Vec<(usize, Seat)>> = BTreeMap::new();
        for (place, game) in games.iter().enumerate() {
            for seat in SEATS {
                let player = game.players[seat_index(seat)];
                own.entry(player).or_default().push((place, seat));
                let known = self.players.entry(player);
                known.or_insert(Player { rating: Glicko2Rating::new(), month, is_new: true }).bring_to(month);
            }
        }
        let before = self.players.clone();
        for game in games {
            self.foretell(game, &before, advantage);
        }
        for (player, own) in own {
            let Some(was) = before.get(&player) else { continue };
            let opponent = |(place, seat): &(usize, Seat)| {
                let game = &games[*place];
                let id = game.players[1 - seat_index(*seat)];
                let rating = before.get(&id).map_or_else(Glicko2Rating::new, |it| it.rating);
                (id, rating, game.outcome(*seat))
            };
            let results: Vec<_> = own
                .iter()
                .map(|at| {
                    let (_, rating, outcome) = opponent(at);
                    (seen_from(at.1, rating, advantage), outcome)
                })
                .collect();
            let config = Glicko2Config { tau: TAU, ..Glicko2Config::new() };
            let after = glicko2_rating_period(&was.rating, &results, &config);
            if is_told {
                let worked = own.iter().zip(&results).map(|(at, (seen, outcome))| {
                    let (opponent, rating, _) = opponent(at);
                    // The formula asks what is expected of somebody whose own strength is sure.
                    let sure = Glicko2Rating { deviation: 0.0, ..was.rating };
                    Worked {
                        game: begin + at.0,
                        seat: at.1,
                        opponent,
                        rating: rating.into(),
                        expected: expected_score(&sure, seen).0,
                        score: outcome.to_chess_points(),
                    }
                });
                let step =
                    Step { month, before: was.rating.into(), after: after.into(), games: worked.collect() };
                self.steps.entry(player).or_default().push(step);
            }
            // The deviation after a month's games has that month's growth in it already.
            let next = Player { rating: after, month: Month(month.0 + 1), is_new: false };
            self.players.insert(player, next);
        }
    }

    /// Holds a game against what was expected of it.
    fn foretell(&mut self, game: &RatedGame, before: &BTreeMap<EntryId, Player>, advantage: f64) {
        let [Some(first), Some(second)] = game.players.map(|player| before.get(&player)) else { return };
        let seen = seen_from(Seat::First, second.rating, advantage);
        let expected = expected_score(&first.rating, &seen).0;
        let score = f64::from(game.halves) / 2.0;
        self.loss -= score.mul_add(expected.ln(), (1.0 - score) * (1.0 - expected).ln());
        if !first.is_new && !second.is_new {
            self.foretold.games += 1;
            self.foretold.error += (score - expected).powi(2);
            self.foretold.blind += (score - 0.5).powi(2);
        }
    }

    fn finish(mut self, games: Vec<RatedGame>, advantage: i32) -> Ratings {
        let last = games.last().map_or(Month(0), |game| game.month);
        let end = Month(last.0 + 1);
        for player in self.players.values_mut() {
            player.bring_to(end);
        }
        #[expect(clippy::cast_precision_loss, reason = "nobody plays so many games")]
        let count = self.foretold.games.max(1) as f64;
        let Prediction { games: foretold, error, blind } = self.foretold;
        let now = self.players.into_iter().map(|(id, player)| (id, player.rating.into())).collect();
        let prediction = Prediction { games: foretold, error: error / count, blind: blind / count };
        Ratings { games, advantage, prediction, steps: self.steps, now }
    }
}

/// An opponent as they stand against somebody in a seat: whoever moves first meets a weaker one.
fn seen_from(seat: Seat, opponent: Glicko2Rating, advantage: f64) -> Glicko2Rating {
    let shift = match seat {
        Seat::First => -advantage,
        Seat::Second => advantage,
    };
    Glicko2Rating { rating: opponent.rating + shift, ..opponent }
}
