//! The brackets that the pairs of a round make, and what each quality criterion counts in them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::person::{Lot, Person, Want};
use super::{BracketReport, Criterion, Finding};
use crate::model::{PairingNumber, Points, Side};

type People = BTreeMap<PairingNumber, Person>;

/// A bracket while it is judged.
struct View<'a> {
    score: Points,
    residents: Vec<&'a Person>,
    moved_down: Vec<&'a Person>,
    pairs: Vec<(&'a Person, &'a Person)>,
    downfloaters: Vec<&'a Person>,
}

/// The brackets of a complete round, from the top.
pub(super) fn reports(people: &People) -> Vec<BracketReport> {
    let scores: BTreeSet<Reverse<Points>> = people.values().map(|person| Reverse(person.score)).collect();
    let views: Vec<View<'_>> = scores.iter().map(|Reverse(score)| view(people, *score)).collect();
    views.iter().enumerate().map(|(index, view)| view.report(views.get(index + 1))).collect()
}

/// The score at which a player is paired: the lower of his own and his opponent's; none with the bye.
fn pairing_level(people: &People, person: &Person) -> Option<Points> {
    match person.lot {
        Lot::Board { opponent, .. } => people.get(&opponent).map(|opponent| opponent.score.min(person.score)),
        Lot::Bye | Lot::Nothing => None,
    }
}

fn by_rank(mut people: Vec<&Person>) -> Vec<&Person> {
    people.sort_by_key(|person| (Reverse(person.score), person.number));
    people
}

fn view(people: &People, score: Points) -> View<'_> {
    let level = |person: &Person| pairing_level(people, person);
    let inside = |person: &&Person| person.score >= score && level(person).is_none_or(|level| level <= score);
    let all: Vec<&Person> = people.values().filter(inside).collect();
    let (residents, moved_down) = all.iter().partition(|person| person.score == score);
    let (paired, downfloaters): (Vec<&Person>, Vec<&Person>) =
        all.iter().partition(|person| level(person) == Some(score));
    let pairs = by_rank(paired).into_iter().filter_map(|person| {
        let Lot::Board { opponent, .. } = person.lot else { return None };
        let opponent = people.get(&opponent)?;
        let is_higher = (Reverse(person.score), person.number) < (Reverse(opponent.score), opponent.number);
        is_higher.then_some((person, opponent))
    });
    View {
        score,
        residents: by_rank(residents),
        moved_down: by_rank(moved_down),
        pairs: pairs.collect(),
        downfloaters: by_rank(downfloaters),
    }
}

fn numbers(people: &[&Person]) -> Vec<PairingNumber> {
    people.iter().map(|person| person.number).collect()
}

fn scores(people: &[&Person]) -> Vec<i32> {
    people.iter().map(|person| person.score.halves()).collect()
}

impl View<'_> {
    fn report(&self, next: Option<&View<'_>>) -> BracketReport {
        let mut findings = vec![
            self.finding(Criterion::C6, vec![self.downfloaters.len() as i32], &self.downfloaters),
            self.finding(Criterion::C7, scores(&self.downfloaters), &self.downfloaters),
            self.next_bracket(next),
            self.unplayed_of_bye(),
        ];
        findings.extend(self.colours());
        for (back, [down, up, down_score, up_score]) in [
            (0, [Criterion::C14, Criterion::C15, Criterion::C18, Criterion::C19]),
            (1, [Criterion::C16, Criterion::C17, Criterion::C20, Criterion::C21]),
        ] {
            findings.extend(self.floats(back, down, up));
            findings.extend(self.float_scores(back, down_score, up_score));
        }
        findings.sort_by_key(|finding| finding.criterion);
        BracketReport {
            score: self.score,
            residents: numbers(&self.residents),
            moved_down: numbers(&self.moved_down),
            pairs: self.pairs.iter().map(|(one, other)| (one.number, other.number)).collect(),
            downfloaters: numbers(&self.downfloaters),
            findings,
        }
    }

    fn finding(&self, criterion: Criterion, measure: Vec<i32>, players: &[&Person]) -> Finding {
        Finding { criterion, measure, players: numbers(players) }
    }

    fn counted(&self, criterion: Criterion, players: &[&Person]) -> Finding {
        self.finding(criterion, vec![players.len() as i32], players)
    }

    /// C8, as the round carries it out: C6 and C7 of the bracket below.
    fn next_bracket(&self, next: Option<&View<'_>>) -> Finding {
        let floaters: Vec<&Person> = next.map(|next| next.downfloaters.clone()).unwrap_or_default();
        let mut measure = vec![floaters.len() as i32];
        measure.extend(scores(&floaters));
        self.finding(Criterion::C8, measure, &floaters)
    }

    /// C9 holds where the only downfloater gets the bye.
    fn unplayed_of_bye(&self) -> Finding {
        match self.downfloaters[..] {
            [only] if only.lot == Lot::Bye => self.finding(Criterion::C9, vec![only.unplayed], &[only]),
            _ => self.finding(Criterion::C9, vec![0], &[]),
        }
    }

    fn sides(&self) -> impl Iterator<Item = (&Person, Side, bool)> {
        self.pairs.iter().flat_map(|&(one, other)| {
            let topscorers = one.topscorer || other.topscorer;
            [one, other].into_iter().filter_map(move |person| match person.lot {
                Lot::Board { side, .. } => Some((person, side, topscorers)),
                Lot::Bye | Lot::Nothing => None,
            })
        })
    }

    /// C10 to C13, by the sides that the round gives.
    fn colours(&self) -> [Finding; 4] {
        let failing = |fails: &dyn Fn(&Person, Side, bool) -> bool| -> Vec<&Person> {
            let all = self.sides().filter(|(person, side, topscorers)| fails(person, *side, *topscorers));
            all.map(|(person, _, _)| person).collect()
        };
        let unbalanced = failing(&|person, side, topscorers| {
            let after = person.balance + if side == Side::First { 1 } else { -1 };
            // A side that makes the difference smaller takes nobody beyond the limit.
            topscorers && after.abs() > 2 && after.abs() > person.balance.abs()
        });
        let third = failing(&|person, side, topscorers| topscorers && person.last_two == Some((side, side)));
        let denied = failing(&|person, side, _| person.wanted.is_some_and(|(wanted, _)| wanted != side));
        let strongly = failing(&|person, side, _| person.wanted == Some((side.other(), Want::Strongly)));
        [
            self.counted(Criterion::C10, &unbalanced),
            self.counted(Criterion::C11, &third),
            self.counted(Criterion::C12, &denied),
            self.counted(Criterion::C13, &strongly),
        ]
    }

    fn lifted(&self) -> impl Iterator<Item = (&Person, &Person)> {
        self.pairs.iter().filter(|(one, other)| one.score > other.score).copied()
    }

    /// C14 and C15, or C16 and C17.
    fn floats(&self, back: usize, down: Criterion, up: Criterion) -> [Finding; 2] {
        let residents = self.downfloaters.iter().filter(|person| person.score == self.score);
        let again: Vec<&Person> = residents.filter(|person| person.floats[back] < 0).copied().collect();
        let lifted: Vec<&Person> =
            self.lifted().map(|(_, resident)| resident).filter(|person| person.floats[back] > 0).collect();
        [self.counted(down, &again), self.counted(up, &lifted)]
    }

    /// C18 and C19, or C20 and C21: differences in descending order. One who floats on differs more than
    /// anybody paired.
    fn float_scores(&self, back: usize, down: Criterion, up: Criterion) -> [Finding; 2] {
        let difference = |one: &Person, other: Points| one.score.halves() - other.halves();
        let beyond = |person: &Person| {
            let limbo = person.score > self.score
                && self.downfloaters.iter().any(|each| each.number == person.number);
            if limbo { i32::MAX / 2 + person.score.halves() } else { difference(person, self.score) }
        };
        let down_again: Vec<&Person> =
            self.moved_down.iter().filter(|person| person.floats[back] < 0).copied().collect();
        let mut down_measure: Vec<i32> = down_again.iter().map(|person| beyond(person)).collect();
        let up_again: Vec<(&Person, &Person)> =
            self.lifted().filter(|(_, resident)| resident.floats[back] > 0).collect();
        let mut up_measure: Vec<i32> =
            up_again.iter().map(|(moved, _)| difference(moved, self.score)).collect();
        down_measure.sort_by_key(|&measure| Reverse(measure));
        up_measure.sort_by_key(|&measure| Reverse(measure));
        let lifted: Vec<&Person> = up_again.into_iter().map(|(_, resident)| resident).collect();
        [self.finding(down, down_measure, &down_again), self.finding(up, up_measure, &lifted)]
    }
}
