//! What edges cost by the kinds of their ends, and dual variables that are best for kinds alone.
//!
//! Few kinds stand for many vertices, and most vertices of a kind may meet most of another. Counting how many pairs
//! each two kinds have, halves allowed, is a transport problem among the kinds; it takes no time, and its prices are
//! dual variables for all vertices of a kind. What they leave to the search is what single pairs that may not meet
//! change, and odd cycles. (Starting from a fractional solution is Jünger and Derigs' idea, taken from kinds here.)

use super::alike::Alike;
use super::bits::Bits;
use super::weight::Weight;

/// More kinds than this and the vertices are priced one by one.
const MOST_KINDS: usize = 160;

/// What edges cost: a kind for each vertex, and a cost for each pair of kinds.
#[derive(Debug, Clone)]
pub(crate) struct Prices<'a> {
    pub(crate) kind_of: Vec<u32>,
    pub(crate) kinds: usize,
    /// Row by row, the same both ways.
    pub(crate) table: Vec<u128>,
    /// What the lower end of an edge among the first vertices adds.
    pub(crate) surcharges: &'a [u64],
}

/// A dual variable for each vertex, best for the kinds alone and then lowered where no edge is tight, from the weights
/// between kinds (which are no more than nothing, and divisible by four); none where there are many kinds or no solution.
pub(crate) fn by_kind<W: Weight>(rows: &[Bits], kind_of: &[u32], weights: &[W]) -> Option<Vec<W>> {
    let kinds = weights.len().isqrt();
    if kinds > MOST_KINDS {
        return None;
    }
    let mut members = vec![Bits::new(rows.len()); kinds];
    for (vertex, &kind) in kind_of.iter().enumerate() {
        members[kind as usize].insert(vertex);
    }
    let mut costs = vec![None; kinds * kinds];
    for (row, &kind) in rows.iter().zip(kind_of) {
        for (other, members) in members.iter().enumerate() {
            let at = kind as usize * kinds + other;
            if costs[at].is_none() && row.meets(members) {
                costs[at] = Some(W::ZERO - weights[at]);
            }
        }
    }
    // Kinds to which all others cost the same are one for the transport.
    let alike = Alike::new((0..kinds).map(|kind| &costs[kind * kinds..][..kinds]));
    let groups = alike.groups();
    let size = |group: &Vec<usize>| group.iter().map(|&kind| members[kind].len()).sum();
    let between = |one: &Vec<usize>, other: &Vec<usize>| costs[one[0] * kinds + other[0]];
    let mut transport = Transport::new(
        groups.iter().flat_map(|one| groups.iter().map(move |other| between(one, other))).collect(),
        groups.iter().map(size).collect(),
    );
    transport.begin();
    while transport.supply.iter().any(|&left| left > 0) {
        transport.send()?;
    }
    let of_group = |group: usize| (transport.row_price[group] + transport.column_price[group]).half();
    let duals: Vec<W> = (0..kinds).map(|kind| W::ZERO - of_group(alike.group_of(kind))).collect();
    Some(tightened(rows, kind_of, weights, &duals, members))
}

/// The dual variable of each vertex: its kind's, less what is left to its nearest edge. `members` are those of each kind.
fn tightened<W: Weight>(
    rows: &[Bits],
    kind_of: &[u32],
    weights: &[W],
    duals: &[W],
    mut members: Vec<Bits>,
) -> Vec<W> {
    let kinds = duals.len();
    let slack = |one: usize, other: usize| duals[one] + duals[other] - weights[one * kinds + other];
    let nearest_first: Vec<Vec<usize>> = (0..kinds)
        .map(|kind| {
            let mut others: Vec<usize> = (0..kinds).collect();
            others.sort_by_key(|&other| slack(kind, other));
            others
        })
        .collect();
    // Vertices with a dual variable of their own are no longer among the members of their kind.
    let mut apart: Vec<(usize, W)> = Vec::new();
    let mut of_each = Vec::with_capacity(rows.len());
    for (vertex, (row, kind)) in rows.iter().zip(kind_of.iter().map(|&kind| kind as usize)).enumerate() {
        let near = nearest_first[kind].iter().find(|&&other| row.meets(&members[other]));
        let near = near.map(|&other| slack(kind, other));
        let left = |&(other, less): &(usize, W)| {
            row.contains(other).then(|| slack(kind, kind_of[other] as usize) - less)
        };
        let least = apart.iter().filter_map(left).chain(near).min().unwrap_or(W::ZERO);
        if least != W::ZERO {
            members[kind].remove(vertex);
            apart.push((vertex, least));
        }
        of_each.push(duals[kind] - least);
    }
    of_each
}

/// A transport problem in which every kind supplies and asks for as many as it has.
struct Transport<W> {
    kinds: usize,
    /// Row by row; none where nothing can be sent.
    costs: Vec<Option<W>>,
    sent: Vec<usize>,
    supply: Vec<usize>,
    demand: Vec<usize>,
    row_price: Vec<W>,
    column_price: Vec<W>,
}

/// Nothing is before the row where a way begins.
const NOWHERE: usize = usize::MAX;

/// What the search for the cheapest way knows of a row or column.
#[derive(Clone, Copy)]
struct Reached<W> {
    distance: W,
    /// The column or row before it on its way.
    before: usize,
    done: bool,
}

impl<W: Weight> Transport<W> {
    fn new(costs: Vec<Option<W>>, sizes: Vec<usize>) -> Self {
        let kinds = sizes.len();
        Self {
            kinds,
            sent: vec![0; costs.len()],
            costs,
            supply: sizes.clone(),
            demand: sizes,
            row_price: vec![W::ZERO; kinds],
            column_price: vec![W::ZERO; kinds],
        }
    }

    /// Prices every column by its cheapest row and every row by what is then cheapest for it, and sends what goes there.
    fn begin(&mut self) {
        let kinds = self.kinds;
        let cost = |at: usize| self.costs[at].unwrap_or(W::FAR);
        for column in 0..kinds {
            let least =
                (0..kinds).map(|row| cost(row * kinds + column)).min().filter(|&least| least != W::FAR);
            self.column_price[column] = least.unwrap_or(W::ZERO);
        }
        for row in 0..kinds {
            let left = |column: usize| Some(self.costs[row * kinds + column]? - self.column_price[column]);
            self.row_price[row] = (0..kinds).filter_map(left).min().unwrap_or(W::ZERO);
            for column in 0..kinds {
                if left(column) == Some(self.row_price[row]) {
                    let amount = self.supply[row].min(self.demand[column]);
                    self.sent[row * kinds + column] = amount;
                    self.supply[row] -= amount;
                    self.demand[column] -= amount;
                }
            }
        }
    }

    /// Sends as much as goes along the cheapest way from a row that has some left to a column that asks for more.
    fn send(&mut self) -> Option<()> {
        let unknown = Reached { distance: W::FAR, before: NOWHERE, done: false };
        let mut rows = vec![unknown; self.kinds];
        let mut columns = vec![unknown; self.kinds];
        for (place, _) in rows.iter_mut().zip(&self.supply).filter(|&(_, &left)| left > 0) {
            place.distance = W::ZERO;
        }
        let target = loop {
            let nearest = |places: &[Reached<W>]| {
                let open = places.iter().enumerate().filter(|(_, place)| !place.done);
                open.min_by_key(|(_, place)| place.distance).map(|(at, place)| (place.distance, at))
            };
            let (row, column) = (nearest(&rows), nearest(&columns));
            let distance = row.iter().chain(&column).map(|&(distance, _)| distance).min()?;
            if distance == W::FAR {
                return None;
            }
            if let Some((_, at)) = row.filter(|&(of_row, _)| of_row == distance) {
                rows[at].done = true;
                for (to, place) in columns.iter_mut().enumerate().filter(|(_, place)| !place.done) {
                    let Some(cost) = self.costs[at * self.kinds + to] else { continue };
                    let further = distance + (cost - self.row_price[at] - self.column_price[to]);
                    if further < place.distance {
                        (place.distance, place.before) = (further, at);
                    }
                }
            } else if let Some((_, at)) = column {
                if self.demand[at] > 0 {
                    break at;
                }
                columns[at].done = true;
                for (back, place) in rows.iter_mut().enumerate() {
                    if !place.done && self.sent[back * self.kinds + at] > 0 && distance < place.distance {
                        (place.distance, place.before) = (distance, at);
                    }
                }
            }
        };
        let all = columns[target].distance;
        for at in 0..self.kinds {
            if rows[at].done {
                self.row_price[at] = self.row_price[at] + (all - rows[at].distance);
            }
            if columns[at].done {
                self.column_price[at] = self.column_price[at] - (all - columns[at].distance);
            }
        }
        self.carry(target, &rows, &columns);
        Some(())
    }

    fn carry(&mut self, target: usize, rows: &[Reached<W>], columns: &[Reached<W>]) {
        // The steps of the way from its end: sent from a row to a column, and less than before from the next row.
        let mut steps = Vec::new();
        let mut column = target;
        let from = loop {
            let row = columns[column].before;
            steps.push((row, column));
            match rows[row].before {
                NOWHERE => break row,
                before => column = before,
            }
        };
        let kinds = self.kinds;
        let back = |pair: &[(usize, usize)]| pair[0].0 * kinds + pair[1].1;
        let mut amount = self.supply[from].min(self.demand[target]);
        for pair in steps.windows(2) {
            amount = amount.min(self.sent[back(pair)]);
        }
        for pair in steps.windows(2) {
            self.sent[back(pair)] -= amount;
        }
        for &(row, column) in &steps {
            self.sent[row * kinds + column] += amount;
        }
        self.supply[from] -= amount;
        self.demand[target] -= amount;
    }
}
