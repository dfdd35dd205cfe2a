//! Tie-breaks from ratings (article 10). They count games over the board alone, whatever the pairing system (15.2),
//! and score them 1, ½, 0 whatever the event's points are.

use super::buchholz::{average as average_over_opponents, average_of_terms};
use super::code::TieBreak;
use super::cut::{Significance, cut};
use super::field::{Class, Field};
use super::rating_table::{difference_of, expected_hundredths};
use super::value::Value;
use super::working::{Basis, How, Scored, Term, Working};

/// One game over the board: where it stands among the rounds, whom it was against, his rating, its standard result.
struct Rated {
    index: usize,
    opponent: usize,
    rating: i64,
    /// Halves.
    standard: i64,
}

/// The games over the board against rated opponents.
fn games(field: &Field, player: usize) -> Vec<Rated> {
    let records = field.entrants[player].records.iter().enumerate();
    records
        .filter(|(_, record)| record.class == Class::Game)
        .filter_map(|(index, record)| {
            let opponent = record.opponent?;
            let rating = field.entrants[opponent].rating?;
            Some(Rated { index, opponent, rating, standard: record.standard })
        })
        .collect()
}

fn terms(field: &Field, games: &[Rated]) -> Vec<Term> {
    let term = |game: &Rated| {
        let rating = Value::whole(game.rating);
        let plain =
            Term::plain(Field::round(game.index), field.number(Some(game.opponent)), Basis::Game, rating);
        Term { opponent_value: Some(rating), ..plain }
    };
    games.iter().map(term).collect()
}

fn everybody(field: &Field, scored: impl Fn(usize) -> Scored) -> Vec<Scored> {
    (0..field.entrants.len()).map(scored).collect()
}

/// 10.6: the player's rating.
pub(super) fn own_rating(field: &Field, _: &TieBreak) -> Vec<Scored> {
    everybody(field, |player| Scored {
        value: field.entrants[player].rating.map(Value::whole),
        working: Working::bare(How::Own),
    })
}

/// 10.1: the rounded average rating of the opponents; a cut drops the lowest ratings.
pub(super) fn average(field: &Field, tie_break: &TieBreak) -> Vec<Scored> {
    everybody(field, |player| {
        let games = games(field, player);
        let mut terms = terms(field, &games);
        let significance: Vec<Significance> = games
            .iter()
            .map(|game| Significance { weight: game.rating, contribution: game.rating, voluntary: false })
            .collect();
        cut(&mut terms, &significance, tie_break);
        average_of_terms(terms, true)
    })
}

/// 10.2: average rating plus the difference that belongs to the percentage scored.
pub(super) fn performance(field: &Field, _: &TieBreak) -> Vec<Scored> {
    everybody(field, |player| {
        let games = games(field, player);
        let count = games.len() as i64;
        let ratings: i64 = games.iter().map(|game| game.rating).sum();
        let Some(average) = Value::fraction(ratings, count).map(Value::rounded) else {
            return Scored::none(How::Average { rounded: true });
        };
        let halves: i64 = games.iter().map(|game| game.standard).sum();
        let percentage = Value::fraction(50 * halves, count).map_or(0, Value::rounded).clamp(0, 100) as u8;
        let difference = difference_of(percentage);
        let how = How::Performance { average, percentage, difference };
        Scored {
            value: Some(Value::whole(average + difference)),
            working: Working { how, terms: terms(field, &games) },
        }
    })
}

/// 10.3: the lowest rating whose expected score against these opponents reaches the score; for no score, 800 below the
/// lowest opponent.
pub(super) fn perfect(field: &Field, _: &TieBreak) -> Vec<Scored> {
    everybody(field, |player| {
        let games = games(field, player);
        let halves: i64 = games.iter().map(|game| game.standard).sum();
        let how = How::PerfectPerformance { score: Value::halves(halves) };
        let value = perfect_performance(&games, halves).map(Value::whole);
        Scored { value, working: Working { how, terms: terms(field, &games) } }
    })
}

fn perfect_performance(games: &[Rated], halves: i64) -> Option<i64> {
    let lowest = games.iter().map(|game| game.rating).min()?;
    let highest = games.iter().map(|game| game.rating).max()?;
    if halves == 0 {
        return Some(lowest - 800);
    }
    let expects =
        |rating: i64| -> i64 { games.iter().map(|game| expected_hundredths(rating - game.rating)).sum() };
    // 800 below the lowest the expectation is nothing; 800 above the highest it is everything.
    let (mut too_low, mut enough) = (lowest - 800, highest + 800);
    while enough - too_low > 1 {
        let middle = too_low.midpoint(enough);
        if expects(middle) >= 50 * halves {
            enough = middle;
        } else {
            too_low = middle;
        }
    }
    Some(enough)
}

/// 10.4: the rounded average of the opponents' performance ratings.
pub(super) fn average_performance(field: &Field, tie_break: &TieBreak) -> Vec<Scored> {
    average_over_opponents(field, &values(&performance(field, tie_break)), true)
}

/// 10.5: the rounded average of the opponents' perfect performances.
pub(super) fn average_perfect(field: &Field, tie_break: &TieBreak) -> Vec<Scored> {
    average_over_opponents(field, &values(&perfect(field, tie_break)), true)
}

fn values(column: &[Scored]) -> Vec<Value> {
    column.iter().map(|scored| scored.value.unwrap_or_default()).collect()
}
