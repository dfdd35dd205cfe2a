//! All matchings of least cost at once, narrowed down cost by cost and choice by choice.
//!
//! By complementary slackness the matchings of least cost are the perfect matchings of the tight edges in which
//! every blossom with a dual variable has just one member matched outside. So a graph and such odd sets stand for
//! all best matchings; a further cost is minimised among them ([`Optimum::refine`]), and whether a choice leaves
//! any is a question of matchings without weights, level by level (module `levels`).

mod levels;
mod stage;

pub(crate) use self::stage::Cost;

use self::levels::Levels;
use super::bits::Bits;
use super::cardinality::{NOBODY, enlarge, exchangeable};

/// An odd set of vertices, just one of which has a partner outside.
#[derive(Debug, Clone)]
struct OddSet {
    members: Bits,
    /// The smallest set around this one.
    around: Option<usize>,
    /// How many sets are around this one, itself included.
    depth: u32,
}

/// The matchings of least cost, and one of them.
#[derive(Debug, Clone)]
pub(crate) struct Optimum {
    /// The edges they may have.
    rows: Vec<Bits>,
    /// Smaller sets before larger ones.
    sets: Vec<OddSet>,
    /// The smallest set around each vertex.
    around: Vec<Option<usize>>,
    everybody: Bits,
    /// Vertices matched for good.
    fixed: Vec<bool>,
    mates: Vec<usize>,
}

impl Optimum {
    /// The perfect matchings of a graph, starting from some pairs; none if there is no perfect matching. Where
    /// the pairs come from shapes which of several matchings is known first, no more.
    pub(crate) fn new(rows: Vec<Bits>, pairs: impl IntoIterator<Item = (usize, usize)>) -> Option<Self> {
        let count = rows.len();
        let mut mates = vec![NOBODY; count];
        for (a, b) in pairs {
            if rows[a].contains(b) {
                (mates[a], mates[b]) = (b, a);
            }
        }
        let everybody = Bits::of(count, 0..count);
        let perfect = enlarge(&rows, &everybody, &mut mates).is_empty();
        let (sets, around, fixed) = (Vec::new(), vec![None; count], vec![false; count]);
        perfect.then_some(Self { rows, sets, around, everybody, fixed, mates })
    }

    /// How many vertices there are.
    pub(crate) fn size(&self) -> usize {
        self.rows.len()
    }

    /// The partner in the known matching.
    pub(crate) fn mate(&self, vertex: usize) -> usize {
        self.mates[vertex]
    }

    /// Whether the vertex has not been matched for good.
    pub(crate) fn is_open(&self, vertex: usize) -> bool {
        !self.fixed[vertex]
    }

    /// Takes edges away for good if a matching remains; otherwise changes nothing and says no.
    pub(crate) fn try_without(&mut self, edges: impl IntoIterator<Item = (usize, usize)>) -> bool {
        let mut removed = Vec::new();
        let mut broken = Vec::new();
        for (a, b) in edges {
            if self.rows[a].contains(b) {
                self.cut(a, b);
                removed.push((a, b));
                if self.mates[a] == b {
                    broken.push((a, b));
                }
            }
        }
        if broken.is_empty() {
            return true;
        }
        let before = self.mates.clone();
        for (a, b) in broken {
            (self.mates[a], self.mates[b]) = (NOBODY, NOBODY);
        }
        if self.rematch() {
            return true;
        }
        self.mates = before;
        for (a, b) in removed {
            self.rows[a].insert(b);
            self.rows[b].insert(a);
        }
        false
    }

    /// Takes the edges between the two sets of each pair away for good if a matching remains; otherwise changes
    /// nothing and says no.
    pub(crate) fn try_without_between(&mut self, pairs: &[(&Bits, &Bits)]) -> bool {
        let mates = &self.mates;
        let breaks = |&(ones, others): &(&Bits, &Bits)| ones.iter().any(|one| others.contains(mates[one]));
        let before = pairs.iter().any(breaks).then(|| (self.rows.clone(), self.mates.clone()));
        for &(ones, others) in pairs {
            for (from, to) in [(ones, others), (others, ones)] {
                for one in from.iter() {
                    self.rows[one].subtract(to);
                }
            }
        }
        let Some((rows, mates)) = before else { return true };
        for vertex in 0..self.size() {
            let mate = self.mates[vertex];
            if mate != NOBODY && !self.rows[vertex].contains(mate) {
                (self.mates[vertex], self.mates[mate]) = (NOBODY, NOBODY);
            }
        }
        if self.rematch() {
            return true;
        }
        (self.rows, self.mates) = (rows, mates);
        false
    }

    /// Matches a vertex for good with the first of these it can have as a partner, who is returned.
    pub(crate) fn fix_first(
        &mut self,
        vertex: usize,
        others: impl IntoIterator<Item = usize>,
    ) -> Option<usize> {
        let mut candidates = others.into_iter().filter(|&other| self.rows[vertex].contains(other)).peekable();
        let partner = if candidates.peek() == Some(&self.mates[vertex]) {
            self.mates[vertex]
        } else {
            let partners = self.partners(vertex);
            candidates.find(|&other| partners.contains(other))?
        };
        for (one, only) in [(vertex, partner), (partner, vertex)] {
            let kept = Bits::of(self.size(), [only]);
            let row = std::mem::replace(&mut self.rows[one], kept);
            for other in row.iter().filter(|&other| other != only) {
                self.rows[other].remove(one);
            }
            self.fixed[one] = true;
        }
        if self.mates[vertex] == partner {
            return Some(partner);
        }
        for one in [vertex, partner] {
            let mate = self.mates[one];
            self.mates[mate] = NOBODY;
        }
        (self.mates[vertex], self.mates[partner]) = (partner, vertex);
        self.rematch().then_some(partner)
    }

    /// The set whose level a node is on; the number of sets for the outermost level. Sets are nodes too, after
    /// the vertices.
    fn level_of(&self, node: usize) -> usize {
        let around = match node.checked_sub(self.size()) {
            Some(set) => self.sets[set].around,
            None => self.around[node],
        };
        around.unwrap_or(self.sets.len())
    }

    /// The node of a level that a vertex is, or is in.
    fn node_on(&self, level: usize, vertex: usize) -> usize {
        let mut node = vertex;
        while self.level_of(node) != level {
            node = self.size() + self.level_of(node);
        }
        node
    }

    /// The innermost level that two vertices are both within.
    fn common_level(&self, a: usize, b: usize) -> usize {
        self.level_around(self.level_of(a), self.level_of(b))
    }

    /// The innermost level that two levels are both within.
    fn level_around(&self, one: usize, other: usize) -> usize {
        let outer = |level: usize| self.level_of(self.size() + level);
        let depth = |level: usize| self.sets.get(level).map_or(0, |set| set.depth);
        let (mut one, mut other) = (one, other);
        while one != other {
            if depth(one) >= depth(other) {
                one = outer(one);
            } else {
                other = outer(other);
            }
        }
        one
    }

    fn cut(&mut self, a: usize, b: usize) {
        self.rows[a].remove(b);
        self.rows[b].remove(a);
    }

    /// Mends the known matching; false if no matching is left.
    fn rematch(&mut self) -> bool {
        if self.sets.is_empty() {
            return enlarge(&self.rows, &self.everybody, &mut self.mates).is_empty();
        }
        match Levels::new(self).and_then(Levels::matching) {
            Some(mates) => {
                self.mates = mates;
                true
            }
            None => false,
        }
    }

    /// Everybody a vertex can have as a partner.
    fn partners(&self, vertex: usize) -> Bits {
        if !self.sets.is_empty() {
            return Levels::new(self)
                .map_or_else(|| Bits::new(self.size()), |levels| levels.partners(vertex));
        }
        let mut others = self.everybody.clone();
        others.remove(vertex);
        let mate = self.mates[vertex];
        let mut mates = self.mates.clone();
        mates[mate] = NOBODY;
        let mut partners = exchangeable(&self.rows, &others, &mates, mate);
        partners.intersect(&self.rows[vertex]);
        partners
    }
}
