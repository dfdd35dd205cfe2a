//! Sonneborn-Berger and Koya (article 9): points weighed by whom they were taken from.

use super::code::TieBreak;
use super::cut::{Significance, cut};
use super::field::{Contribution, Field};
use super::value::Value;
use super::working::{Basis, LeftOut, Scored, Term};

/// 9.1: for each round the opponent's score times the points taken from him.
pub(super) fn sonneborn_berger(field: &Field, tie_break: &TieBreak) -> Vec<Scored> {
    let scores = field.scores(false);
    let scored = |player: usize| {
        let parts = field.contributions(player, &scores, tie_break.forfeits_as_played());
        let mut terms: Vec<Term> = parts.iter().map(|part| term(field, part)).collect();
        if tie_break.cut_lowest() > 0 {
            let significance: Vec<Significance> = parts.iter().map(Significance::of_product).collect();
            cut(&mut terms, &significance, tie_break);
        }
        Scored::sum(terms)
    };
    (0..field.entrants.len()).map(scored).collect()
}

fn term(field: &Field, part: &Contribution) -> Term {
    Term {
        opponent_value: Some(Value::halves(part.opponent_score)),
        factor: Some(Value::halves(part.points)),
        ..Term::plain(
            part.round,
            field.number(part.opponent),
            part.basis,
            Value::quarters(part.opponent_score * part.points),
        )
    }
}

/// 9.2: the points taken from those who scored at least half of what could be scored, the limit moved by the modifier.
pub(super) fn koya(field: &Field, tie_break: &TieBreak) -> Vec<Scored> {
    // Twice the limit, so that the half of an odd number stays whole.
    let limit = field.win * most_games(field) as i64 + 2 * i64::from(tie_break.limit());
    let scored = |player: usize| {
        let records = field.entrants[player].records.iter().enumerate();
        let terms = records.filter_map(|(index, record)| {
            let opponent = record.opponent?;
            if !field.counts_as_game(record, tie_break.forfeits_as_played()) {
                return None;
            }
            let theirs = field.entrants[opponent].score;
            let game = record.class == super::field::Class::Game;
            let basis = if game { Basis::Game } else { Basis::ForfeitAsGame };
            let plain = Term::plain(
                Field::round(index),
                field.number(Some(opponent)),
                basis,
                Value::halves(record.points),
            );
            Some(Term {
                opponent_value: Some(Value::halves(theirs)),
                left_out: (2 * theirs < limit).then_some(LeftOut::BelowLimit),
                ..plain
            })
        });
        Scored::sum(terms.collect())
    };
    (0..field.entrants.len()).map(scored).collect()
}

/// How many games a player could have had: all rounds, or in a round robin all but those he was free in.
fn most_games(field: &Field) -> usize {
    if !field.predetermined {
        return field.rounds;
    }
    let scheduled = |entrant: &super::field::Entrant| {
        entrant.records.iter().filter(|record| record.opponent.is_some()).count()
    };
    field.entrants.iter().map(scheduled).max().unwrap_or(0)
}
