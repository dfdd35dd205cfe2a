//! One bracket: who meets whom, and who floats down (C.04.3 articles 3 and 4).
//!
//! The best candidate is first looked for among the players of the bracket alone, taking for granted that the
//! downfloaters find their places below. If they do, nothing better exists. If not, the next scoregroup joins
//! the matching, and if that is not enough either, all who remain.

use std::collections::BTreeSet;

use super::completion::Completion;
use super::cost::{CostTable, Seat};
use super::field::Field;
use super::order::settle;
use crate::matching::alike::Alike;
use crate::matching::bits::Bits;
use crate::model::PairingError;

/// A bracket to be paired, with those below it. All lists are in order of rank.
#[derive(Debug, Clone)]
pub(crate) struct Bracket {
    /// Players moved down from higher scoregroups.
    pub(crate) moved_down: Vec<usize>,
    /// The players of the scoregroup.
    pub(crate) residents: Vec<usize>,
    /// The players of the scoregroup below.
    pub(crate) next: Vec<usize>,
    /// Everybody further down.
    pub(crate) rest: Vec<usize>,
}

/// A bracket paired.
#[derive(Debug, Clone, Default)]
pub(crate) struct Paired {
    /// The pairs of the bracket, the higher-ranked player first.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// Who moves down, or is left over at the end.
    pub(crate) downfloaters: Vec<usize>,
    /// How the downfloaters and those below were matched in the solution, as far as they were; the bye stands
    /// after the last contestant.
    pub(crate) below: Vec<(usize, usize)>,
}

/// How many players are looked at together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Those of the bracket.
    Bracket,
    /// And those of the next scoregroup.
    Next,
    /// And everybody below.
    All,
}

/// The matching that a bracket is, at some scope.
pub(crate) struct Plan {
    pub(crate) seats: Vec<Seat>,
    /// The number that stands for the bye.
    pub(crate) bye: usize,
    pub(crate) costs: CostTable,
    /// Who may meet whom.
    pub(crate) rows: Vec<Bits>,
}

impl Bracket {
    /// Pairs the bracket, and keeps `completion` a complete pairing of those who remain. Returns also how many
    /// players had to be looked at together; `before` says it of the bracket above, for what was not enough there is
    /// seldom enough here.
    ///
    /// # Errors
    /// [`PairingError::NoValidPairing`] if those who remain cannot be paired.
    pub(crate) fn pair(
        &self,
        field: &Field,
        completion: &mut Completion,
        narrowest: Scope,
        before: Scope,
    ) -> Result<(Paired, Scope), PairingError> {
        let bye_is_near = completion
            .bye_score
            .is_some_and(|score| self.residents.iter().any(|&index| score >= field.score(index)));
        let from_all = self.next.is_empty() || bye_is_near;
        let inside = self.moved_down.len() + self.residents.len();
        let floaters = inside - 2 * completion.most_pairs(&self.moved_down, &self.residents);
        let all_are_few = self.rest.len() <= inside + self.next.len();
        let narrowest = if before == Scope::All && all_are_few { Scope::All } else { narrowest };
        if !from_all
            && narrowest == Scope::Bracket
            && floaters <= self.next.len()
            && let Some(paired) = self.solve(field, completion, Scope::Bracket, false)
            && completion.complete_ideally(&paired.downfloaters, &self.next, &self.rest)
        {
            return Ok((paired, Scope::Bracket));
        }
        // With as many ways out as there are players further down nothing is won by leaving these out; nor is much if it
        // was not enough before.
        let (with_next, with_all) =
            (inside + 2 * self.next.len() + floaters, inside + self.next.len() + self.rest.len());
        let is_worth_it = with_next < if before == Scope::All { with_all / 2 } else { with_all };
        if !from_all
            && narrowest <= Scope::Next
            && is_worth_it
            && let Some(paired) = self.solve(field, completion, Scope::Next, false)
            && completion.complete(&paired.below, &self.unplaced(&paired))
        {
            return Ok((paired, Scope::Next));
        }
        let failure = || PairingError::NoValidPairing { players: field.len() };
        let mut paired = self.solve(field, completion, Scope::All, false).ok_or_else(failure)?;
        // C9 binds only a bracket whose one downfloater gets the bye.
        if bye_is_near && paired.downfloaters.len() == 1 {
            paired = self.solve(field, completion, Scope::All, true).ok_or_else(failure)?;
        }
        completion.adopt_pairs(&paired.below);
        Ok((paired, Scope::All))
    }

    /// Who is in no pair of a solution: those that it sends below the next scoregroup, and everybody there.
    fn unplaced(&self, paired: &Paired) -> Vec<usize> {
        let placed: BTreeSet<usize> = paired.below.iter().flat_map(|&(a, b)| [a, b]).collect();
        let candidates = paired.downfloaters.iter().chain(&self.next).chain(&self.rest);
        candidates.copied().filter(|index| !placed.contains(index)).collect()
    }

    /// The vertices and edges at a scope.
    fn plan(&self, field: &Field, completion: &Completion, scope: Scope, count_unplayed: bool) -> Plan {
        let mut seats: Vec<Seat> = self.moved_down.iter().map(|&index| Seat::Moved(index)).collect();
        seats.extend(self.residents.iter().map(|&index| Seat::Resident(index)));
        let inside = seats.len();
        let floaters = || inside - 2 * completion.most_pairs(&self.moved_down, &self.residents);
        match scope {
            Scope::Bracket => seats.extend(vec![Seat::Out; floaters()]),
            Scope::Next => {
                seats.extend(self.next.iter().map(|&index| Seat::Next(index)));
                seats.extend(vec![Seat::Out; floaters() + self.next.len()]);
            }
            Scope::All => {
                seats.extend(self.next.iter().map(|&index| Seat::Next(index)));
                seats.extend(self.rest.iter().map(|&index| Seat::Rest(index)));
                if completion.bye_score.is_some() {
                    seats.push(Seat::Bye);
                }
            }
        }
        let costs = CostTable::new(field, &seats, completion.bye_score, count_unplayed);
        let rows = Alike::new(costs.class_of().iter().copied())
            .kept(&self.rows(completion, &seats, scope), |a, b| costs.entry(a, b).is_some());
        Plan { seats, bye: completion.bye(), costs, rows }
    }

    /// Who may meet whom among these seats, whatever it costs.
    fn rows(&self, completion: &Completion, seats: &[Seat], scope: Scope) -> Vec<Bits> {
        let size = seats.len();
        let contestants = seats.iter().take_while(|seat| seat.contestant().is_some()).count();
        let outs = Bits::of(size, (contestants..size).filter(|&seat| seats[seat] == Seat::Out));
        let bye = seats.iter().position(|&seat| seat == Seat::Bye);
        // All but those moved down stand side by side, as they do in the completion.
        let above = self.moved_down.len();
        let first = self.residents.first().map_or(0, |&first| first);
        let row = |(number, seat): (usize, &Seat)| {
            let Some(player) = seat.contestant() else {
                let mut row = if scope == Scope::Next { outs.clone() } else { Bits::new(size) };
                let may_meet = |&each: &usize| {
                    *seat == Seat::Out
                        || seats[each]
                            .contestant()
                            .is_some_and(|each| completion.may_meet(each, completion.bye()))
                };
                (0..contestants).filter(may_meet).for_each(|each| row.insert(each));
                row.remove(number);
                return row;
            };
            let mut row = outs.clone();
            let opponents = completion.row(player);
            let moved = (0..above).filter(|&each| opponents.contains(self.moved_down[each]));
            moved.for_each(|each| row.insert(each));
            row.insert_shifted(opponents, first, above..contestants);
            if let Some(bye) = bye.filter(|_| opponents.contains(completion.bye())) {
                row.insert(bye);
            }
            row
        };
        seats.iter().enumerate().map(row).collect()
    }

    /// The first of the best candidates at a scope; none if there is no complete one.
    fn solve(
        &self,
        field: &Field,
        completion: &Completion,
        scope: Scope,
        count_unplayed: bool,
    ) -> Option<Paired> {
        let plan = self.plan(field, completion, scope, count_unplayed);
        settle(plan)
    }
}
