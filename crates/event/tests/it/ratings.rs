//! The formula is held against Glickman's own example and against a second, slow way; the whole against any order of games.

use proptest::prelude::*;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use uuid::Uuid;

use tiger_event::ratings::{Month, RatedGame, Ratings, TAU};
use tiger_event::{EntryId, EventId, GameId};

const SCALE: f64 = 173.7178;

/// Glickman's steps 2 to 8, one after the other, with the volatility found by halving.
fn slowly((r, rd, sigma): (f64, f64, f64), games: &[(f64, f64, f64)]) -> (f64, f64, f64) {
    let (mu, phi) = ((r - 1500.0) / SCALE, rd / SCALE);
    let pi = std::f64::consts::PI;
    let g = |phi: f64| 1.0 / (1.0 + 3.0 * phi * phi / (pi * pi)).sqrt();
    let (mut inverse, mut sum) = (0.0, 0.0);
    for (r, rd, score) in games {
        let g = g(rd / SCALE);
        let e = 1.0 / (1.0 + (-g * (mu - (r - 1500.0) / SCALE)).exp());
        inverse += g * g * e * (1.0 - e);
        sum += g * (score - e);
    }
    if games.is_empty() {
        return (r, SCALE * (phi * phi + sigma * sigma).sqrt(), sigma);
    }
    let v = 1.0 / inverse;
    let delta = v * sum;
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        e * (delta * delta - phi * phi - v - e) / (2.0 * (phi * phi + v + e).powi(2)) - (x - a) / (TAU * TAU)
    };
    // It falls all the way: its zero lies between.
    let (mut low, mut high) = (a - 20.0, a + 20.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if f(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let sigma = (low / 2.0).exp();
    let star = (phi * phi + sigma * sigma).sqrt();
    let phi = 1.0 / (1.0 / (star * star) + 1.0 / v).sqrt();
    (1500.0 + SCALE * (mu + phi * phi * sum), SCALE * phi, sigma)
}

fn by_crate(own: (f64, f64, f64), games: &[(f64, f64, f64)]) -> (f64, f64, f64) {
    let results: Vec<_> = games
        .iter()
        .map(|(rating, deviation, score)| {
            let outcome = match score {
                s if *s > 0.9 => Outcomes::WIN,
                s if *s < 0.1 => Outcomes::LOSS,
                _ => Outcomes::DRAW,
            };
            (Glicko2Rating { rating: *rating, deviation: *deviation, volatility: 0.06 }, outcome)
        })
        .collect();
    let config = Glicko2Config { tau: TAU, ..Glicko2Config::new() };
    let after = glicko2_rating_period(&own.into(), &results, &config);
    (after.rating, after.deviation, after.volatility)
}

#[test]
fn glickmans_example_comes_out_as_he_prints_it() {
    let games = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)];
    for (rating, deviation, volatility) in
        [slowly((1500.0, 200.0, 0.06), &games), by_crate((1500.0, 200.0, 0.06), &games)]
    {
        assert!((rating - 1464.06).abs() < 0.01, "{rating}");
        assert!((deviation - 151.52).abs() < 0.01, "{deviation}");
        assert!((volatility - 0.05999).abs() < 0.00001, "{volatility}");
    }
}

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn game(number: u128, month: i32, players: [u128; 2], halves: u8) -> RatedGame {
    RatedGame {
        month: Month(month),
        event: EventId::from_uuid(id(month.unsigned_abs().into())),
        game: GameId::from_uuid(id(number)),
        players: players.map(|player| EntryId::from_uuid(id(player))),
        halves,
    }
}

fn games() -> impl Strategy<Value = Vec<RatedGame>> {
    let one = (0..14i32, 1..9u128, 1..8u128, 0..3u8);
    proptest::collection::vec(one, 1..90).prop_map(|games| {
        let games = games.into_iter().enumerate();
        let number = |place: usize| u128::try_from(place).unwrap();
        let other = |first: u128, step: u128| (first + step - 1) % 8 + 1;
        games
            .map(|(place, (month, first, step, halves))| {
                game(number(place), month, [first, other(first, step)], halves)
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_same_games_in_any_order_give_the_same_ratings(
        (games, mixed) in games().prop_flat_map(|games| (Just(games.clone()), Just(games).prop_shuffle())),
    ) {
        prop_assert_eq!(Ratings::of(games), Ratings::of(mixed));
    }

    #[test]
    fn every_month_agrees_with_the_slow_way(games in games()) {
        let ratings = Ratings::of(games);
        let advantage = f64::from(ratings.advantage);
        for steps in ratings.steps.values() {
            for step in steps {
                let seen: Vec<_> = step.games.iter().map(|it| {
                    let shift = if it.seat == tiger_event::result::Seat::First { -advantage } else { advantage };
                    (it.rating.value + shift, it.rating.deviation, it.score)
                }).collect();
                let before = (step.before.value, step.before.deviation, step.before.volatility);
                let (rating, deviation, volatility) = slowly(before, &seen);
                prop_assert!((rating - step.after.value).abs() < 0.001);
                prop_assert!((deviation - step.after.deviation).abs() < 0.001);
                prop_assert!((volatility - step.after.volatility).abs() < 0.00001);
            }
            for pair in steps.windows(2) {
                // Between them only time went by.
                let mut waited = (pair[0].after.value, pair[0].after.deviation, pair[0].after.volatility);
                for _ in pair[0].month.0 + 1..pair[1].month.0 {
                    waited = slowly(waited, &[]);
                }
                prop_assert!((waited.0 - pair[1].before.value).abs() < 0.001);
                prop_assert!((waited.1.min(350.0) - pair[1].before.deviation).abs() < 0.001);
            }
        }
    }
}

#[test]
fn the_first_movers_advantage_is_fitted_from_thirty_games_on() {
    // Eight equals; whoever moves first scores three of four.
    let all = |count: u128| -> Vec<RatedGame> {
        let players = |at: u128| [at % 8 + 1, (at + 1 + at / 8 % 7) % 8 + 1];
        (0..count).map(|at| game(at, 1, players(at), if at % 4 == 3 { 0 } else { 2 })).collect()
    };
    assert_eq!(Ratings::of(all(29)).advantage, 0);
    let ratings = Ratings::of(all(224));
    // With deviations of 350 on both sides three of four are expected of about 325 points; the most is 300.
    assert_eq!(ratings.advantage, 300);
    let backwards = all(224).into_iter().map(|game| RatedGame { halves: 2 - game.halves, ..game }).collect();
    assert_eq!(Ratings::of(backwards).advantage, -300);
    let drawn = all(224).into_iter().map(|game| RatedGame { halves: 1, ..game }).collect();
    let drawn = Ratings::of(drawn);
    assert_eq!(drawn.advantage, 0);
    assert_eq!(drawn.prediction.games, 0, "nobody had a rating before");
}

#[test]
fn ratings_foretell_those_who_win_again() {
    let one = |month: i32| game(month.unsigned_abs().into(), month, [1, 2], 2);
    let ratings = Ratings::of((1..=12).map(one).collect());
    let prediction = ratings.prediction;
    assert_eq!((prediction.games, prediction.blind), (11, 0.25));
    assert!(prediction.error < 0.1, "{prediction:?}");
    let value = |player| ratings.now[&EntryId::from_uuid(id(player))].value;
    assert!(value(1) > 1600.0 && value(2) < 1400.0);
}
