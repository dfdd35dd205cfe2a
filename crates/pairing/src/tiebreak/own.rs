//! Tie-breaks from a player's own record (article 7), and these games' own two.

use super::code::TieBreak;
use super::cut::cut_in_order;
use super::field::{Class, Entrant, Field, Record};
use super::value::Value;
use super::working::{Basis, How, Scored, Term, Working};
use crate::model::Side;

/// Counts rounds: everybody's rounds for which `worth` gives halves.
fn count(field: &Field, worth: impl Fn(&Record) -> Option<i64>) -> Vec<Scored> {
    let rounds = |entrant: &Entrant| {
        let terms = entrant.records.iter().enumerate().filter_map(|(index, record)| {
            let contribution = Value::halves(worth(record)?);
            let basis = basis(field, record);
            Some(Term::plain(Field::round(index), field.number(record.opponent), basis, contribution))
        });
        Scored::sum(terms.collect())
    };
    field.entrants.iter().map(rounds).collect()
}

fn basis(field: &Field, record: &Record) -> Basis {
    match record.class {
        Class::Game => Basis::Game,
        _ if field.counts_as_game(record, false) => Basis::ForfeitAsGame,
        _ => Basis::Unplayed,
    }
}

/// Whether the round is a game for type B: over the board, or a forfeit won where pairings are predetermined (15.2
/// leaves forfeit losses unplayed for type B).
fn is_game(field: &Field, record: &Record) -> bool {
    record.class == Class::Game || (record.class == Class::ForfeitWin && field.predetermined)
}

fn is_won(field: &Field, record: &Record) -> bool {
    is_game(field, record) && record.standard == 2
}

/// 7.1: rounds that brought as many points as a win, with or without playing. A victory over the board is always one,
/// whatever the games' own tables make it worth.
pub(super) fn wins(field: &Field, _: &TieBreak) -> Vec<Scored> {
    count(field, |record| (is_won(field, record) || record.points >= field.win).then_some(2))
}

/// 7.2: games won over the board.
pub(super) fn games_won(field: &Field, _: &TieBreak) -> Vec<Scored> {
    count(field, |record| is_won(field, record).then_some(2))
}

/// 7.3: games played over the board moving second.
pub(super) fn games_second(field: &Field, _: &TieBreak) -> Vec<Scored> {
    count(field, |record| (is_game(field, record) && record.side == Some(Side::Second)).then_some(2))
}

/// 7.4: games won over the board moving second.
pub(super) fn games_won_second(field: &Field, _: &TieBreak) -> Vec<Scored> {
    count(field, |record| (is_won(field, record) && record.side == Some(Side::Second)).then_some(2))
}

/// 7.5: the sum of the scores after each round. A cut drops the earliest (14.1.1).
pub(super) fn progressive(field: &Field, tie_break: &TieBreak) -> Vec<Scored> {
    let scored = |entrant: &Entrant| {
        let mut score = 0;
        let mut terms: Vec<Term> = entrant
            .records
            .iter()
            .enumerate()
            .map(|(index, record)| {
                score += record.points;
                let opponent = field.number(record.opponent);
                Term::plain(Field::round(index), opponent, basis(field, record), Value::halves(score))
            })
            .collect();
        cut_in_order(&mut terms, tie_break);
        Scored::sum(terms)
    };
    field.entrants.iter().map(scored).collect()
}

/// 7.6: rounds less half-point byes, zero-point byes and forfeit losses.
pub(super) fn rounds_elected(field: &Field, _: &TieBreak) -> Vec<Scored> {
    count(field, |record| (!matches!(record.class, Class::RequestedBye | Class::ForfeitLoss)).then_some(2))
}

/// 7.7: one for each round with more points than the scheduled opponent, or without playing more than a draw's;
/// half for as many.
pub(super) fn standard_points(field: &Field, _: &TieBreak) -> Vec<Scored> {
    let scored = |entrant: &Entrant| {
        let terms = entrant.records.iter().enumerate().filter_map(|(index, record)| {
            let compared = match (record.class, record.opponent) {
                (Class::Game, Some(opponent)) => {
                    field.entrants[opponent].records.get(index).map_or(0, |theirs| theirs.points)
                }
                (Class::Nothing, _) => return None,
                _ => field.draw,
            };
            let halves = match record.points.cmp(&compared) {
                core::cmp::Ordering::Greater => 2,
                core::cmp::Ordering::Equal => 1,
                core::cmp::Ordering::Less => return None,
            };
            let opponent = field.number(record.opponent);
            Some(Term::plain(Field::round(index), opponent, basis(field, record), Value::halves(halves)))
        });
        Scored::sum(terms.collect())
    };
    field.entrants.iter().map(scored).collect()
}

/// 7.8: the pairing number.
pub(super) fn pairing_number(field: &Field, _: &TieBreak) -> Vec<Scored> {
    let scored = |entrant: &Entrant| Scored {
        value: Some(Value::whole(i64::from(entrant.number.get()))),
        working: Working::bare(How::Own),
    };
    field.entrants.iter().map(scored).collect()
}

/// These games' own: how many victories were greater ones (locking up in Dragon, occupation under the TigerVariation).
pub(super) fn greater_victories(field: &Field, _: &TieBreak) -> Vec<Scored> {
    count(field, |record| (record.grade > 0).then_some(2))
}

/// These games' own: the nominal halves of Dragon's scoring table, whether or not they count in the score.
pub(super) fn nominal_points(field: &Field, _: &TieBreak) -> Vec<Scored> {
    count(field, |record| (record.nominal != 0).then_some(record.nominal))
}
