//! The completion criterion: whether those not yet paired can still be paired (C.04.3, C4), and the bye (C2, C5).

use super::field::Field;
use crate::matching::bits::Bits;
use crate::matching::cardinality::{NOBODY, enlarge, exchangeable};
use crate::model::{PairingError, Points};

/// Who may still meet whom, the bye being one more to meet, and a complete pairing that proves C4.
#[derive(Debug, Clone)]
pub(crate) struct Completion {
    /// A row a contestant and one for the bye, which stands last.
    rows: Vec<Bits>,
    mates: Vec<usize>,
    /// The score of whoever gets the bye: the least possible (C5). None if nobody is left over.
    pub(crate) bye_score: Option<Points>,
}

impl Completion {
    /// Finds a complete pairing, and the score the bye must fall on.
    ///
    /// # Errors
    /// [`PairingError::NoValidPairing`] if there is no complete pairing.
    pub(crate) fn new(field: &Field) -> Result<Self, PairingError> {
        let count = field.len();
        let failure = PairingError::NoValidPairing { players: count };
        let mut rows = field.legal.clone();
        rows.push(Bits::new(count + 1));
        let everybody = Bits::of(count + 1, 0..count);
        let mut mates = vec![NOBODY; count + 1];
        let left_over = enlarge(&rows, &everybody, &mut mates);
        let mut completion = Self { rows, mates, bye_score: None };
        match left_over[..] {
            [] => return Ok(completion),
            [root] => {
                let possible = exchangeable(&completion.rows, &everybody, &completion.mates, root);
                let allowed = possible.iter().filter(|&index| field.contestants[index].may_take_bye);
                let score = allowed.map(|index| field.score(index)).min().ok_or_else(|| failure.clone())?;
                completion.allow_bye(field, score);
            }
            _ => return Err(failure),
        }
        let everybody = Bits::of(count + 1, 0..=count);
        let left_over = enlarge(&completion.rows, &everybody, &mut completion.mates);
        if left_over.is_empty() { Ok(completion) } else { Err(failure) }
    }

    fn allow_bye(&mut self, field: &Field, score: Points) {
        let bye = field.len();
        self.bye_score = Some(score);
        for (index, contestant) in field.contestants.iter().enumerate() {
            if contestant.may_take_bye && contestant.score <= score {
                self.rows[bye].insert(index);
                self.rows[index].insert(bye);
            }
        }
    }

    /// The place of the bye among the rows.
    pub(crate) fn bye(&self) -> usize {
        self.rows.len() - 1
    }

    /// Whether two of the remaining (one may be the bye) may meet.
    pub(crate) fn may_meet(&self, a: usize, b: usize) -> bool {
        self.rows[a].contains(b)
    }

    /// Whom one of the remaining may meet.
    pub(crate) fn row(&self, index: usize) -> &Bits {
        &self.rows[index]
    }

    /// How many pairs a bracket can produce at most, whatever becomes of the others: moved-down players only meet
    /// residents.
    pub(crate) fn most_pairs(&self, moved_down: &[usize], residents: &[usize]) -> usize {
        let (rows, within) = self.bracket_rows(moved_down, residents);
        let mut mates = self.mates.clone();
        drop_forbidden(&rows, &within, &mut mates);
        let left_over = enlarge(&rows, &within, &mut mates);
        (within.len() - left_over.len()) / 2
    }

    /// The rows among these players, without edges among the moved-down ones.
    fn bracket_rows(&self, moved_down: &[usize], residents: &[usize]) -> (Vec<Bits>, Bits) {
        let size = self.rows.len();
        let above = Bits::of(size, moved_down.iter().copied());
        let within = Bits::of(size, moved_down.iter().chain(residents).copied());
        let mut rows = vec![Bits::new(0); size];
        for index in within.iter() {
            let mut row = self.rows[index].clone();
            row.intersect(&within);
            if above.contains(index) {
                row.subtract(&above);
            }
            rows[index] = row;
        }
        (rows, within)
    }

    /// Looks for a complete pairing of all who remain in which the next bracket fares as well as could be:
    /// all downfloaters meet players of the next scoregroup, and of these at most one is left over, by parity
    /// alone. If one is found it becomes the known one.
    pub(crate) fn complete_ideally(
        &mut self,
        downfloaters: &[usize],
        next: &[usize],
        rest: &[usize],
    ) -> bool {
        const TRIALS: usize = 12;
        let (rows, within) = self.bracket_rows(downfloaters, next);
        let mut mates = self.mates.clone();
        drop_forbidden(&rows, &within, &mut mates);
        let left_over = enlarge(&rows, &within, &mut mates);
        let below = self.below(rest);
        match left_over[..] {
            [] => {
                let mut low = self.mates.clone();
                let is_complete = enlarge(&self.rows, &below, &mut low).is_empty();
                if is_complete {
                    self.adopt(&within, &mates, &below, &low);
                }
                is_complete
            }
            [root] => {
                let outs = exchangeable(&rows, &within, &mates, root);
                let lowest_first = next.iter().copied().rev().filter(|&out| outs.contains(out));
                lowest_first
                    .take(TRIALS)
                    .any(|out| self.leave_out(&rows, &within, mates.clone(), out, &below))
            }
            _ => false,
        }
    }

    fn leave_out(
        &mut self,
        rows: &[Bits],
        within: &Bits,
        mut mates: Vec<usize>,
        out: usize,
        below: &Bits,
    ) -> bool {
        let mut upper = within.clone();
        upper.remove(out);
        if !enlarge(rows, &upper, &mut mates).is_empty() {
            return false;
        }
        let mut lower = below.clone();
        lower.insert(out);
        let mut low = self.mates.clone();
        let is_complete = enlarge(&self.rows, &lower, &mut low).is_empty();
        if is_complete {
            self.adopt(&upper, &mates, &lower, &low);
        }
        is_complete
    }

    /// Looks for a complete pairing of these (the bye included if it is still open), and adopts it together
    /// with pairs already known.
    pub(crate) fn complete(&mut self, known: &[(usize, usize)], remaining: &[usize]) -> bool {
        let below = self.below(remaining);
        let mut low = self.mates.clone();
        if !enlarge(&self.rows, &below, &mut low).is_empty() {
            return false;
        }
        self.adopt_pairs(known);
        for index in below.iter() {
            self.mates[index] = low[index];
        }
        true
    }

    /// Takes these pairs for the known complete pairing.
    pub(crate) fn adopt_pairs(&mut self, pairs: &[(usize, usize)]) {
        self.mates.fill(NOBODY);
        for &(a, b) in pairs {
            (self.mates[a], self.mates[b]) = (b, a);
        }
    }

    fn below(&self, rest: &[usize]) -> Bits {
        let mut below = Bits::of(self.rows.len(), rest.iter().copied());
        if self.bye_score.is_some() {
            below.insert(self.bye());
        }
        below
    }

    fn adopt(&mut self, upper: &Bits, mates: &[usize], lower: &Bits, low: &[usize]) {
        self.mates.fill(NOBODY);
        for index in upper.iter() {
            self.mates[index] = mates[index];
        }
        for index in lower.iter() {
            self.mates[index] = low[index];
        }
    }
}

/// Parts pairs that a narrower graph does not know.
fn drop_forbidden(rows: &[Bits], within: &Bits, mates: &mut [usize]) {
    for index in within.iter() {
        let mate = mates[index];
        if mate != NOBODY && !(within.contains(mate) && rows[index].contains(mate)) {
            mates[index] = NOBODY;
            if within.contains(mate) {
                mates[mate] = NOBODY;
            }
        }
    }
}
