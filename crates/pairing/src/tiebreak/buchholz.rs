//! Buchholz, Fore Buchholz, and the average of the opponents' (article 8).

use super::code::TieBreak;
use super::cut::{Significance, cut};
use super::field::{Class, Contribution, Field, Scores};
use super::value::Value;
use super::working::{Basis, How, Scored, Term, Working};

/// 8.1: the sum of the opponents' scores.
pub(super) fn buchholz(field: &Field, tie_break: &TieBreak) -> Vec<Scored> {
    with_scores(field, tie_break, &field.scores(false))
}

/// 8.3: Buchholz as if all pairings of the final round had ended in draws.
pub(super) fn fore_buchholz(field: &Field, tie_break: &TieBreak) -> Vec<Scored> {
    with_scores(field, tie_break, &field.scores(true))
}

fn with_scores(field: &Field, tie_break: &TieBreak, scores: &Scores) -> Vec<Scored> {
    let scored = |player: usize| {
        let parts = field.contributions(player, scores, tie_break.forfeits_as_played());
        let mut terms: Vec<Term> = parts.iter().map(|part| term(field, part)).collect();
        if tie_break.cut_lowest() > 0 {
            let significance: Vec<Significance> = parts.iter().map(Significance::of_score).collect();
            cut(&mut terms, &significance, tie_break);
        }
        Scored::sum(terms)
    };
    (0..field.entrants.len()).map(scored).collect()
}

fn term(field: &Field, part: &Contribution) -> Term {
    let score = Value::halves(part.opponent_score);
    Term {
        opponent_value: Some(score),
        ..Term::plain(part.round, field.number(part.opponent), part.basis, score)
    }
}

/// 8.2: the average Buchholz (with F, Fore Buchholz) of the opponents met over the board.
pub(super) fn average_of_opponents(field: &Field, tie_break: &TieBreak) -> Vec<Scored> {
    let theirs = with_scores(field, tie_break, &field.scores(tie_break.fore()));
    let values: Vec<Value> = theirs.iter().map(|scored| scored.value.unwrap_or_default()).collect();
    average(field, &values, false)
}

/// The average of one value over the opponents met over the board.
pub(super) fn average(field: &Field, values: &[Value], rounded: bool) -> Vec<Scored> {
    let scored = |player: usize| {
        let records = field.entrants[player].records.iter().enumerate();
        let terms: Vec<Term> = records
            .filter(|(_, record)| record.class == Class::Game)
            .filter_map(|(index, record)| {
                let value = *values.get(record.opponent?)?;
                let number = field.number(record.opponent);
                let plain = Term::plain(Field::round(index), number, Basis::Game, value);
                Some(Term { opponent_value: Some(value), ..plain })
            })
            .collect();
        average_of_terms(terms, rounded)
    };
    (0..field.entrants.len()).map(scored).collect()
}

/// The average of the terms that count; no value if none does.
pub(super) fn average_of_terms(terms: Vec<Term>, rounded: bool) -> Scored {
    let counted = terms.iter().filter(|term| term.counts());
    let count = counted.clone().count();
    let sum: Value = counted.map(|term| term.contribution).sum();
    let value =
        sum.divided_by(count).map(|average| if rounded { Value::whole(average.rounded()) } else { average });
    Scored { value, working: Working { how: How::Average { rounded }, terms } }
}
