//! Perfect matchings in a graph given by rows of bits.
//!
//! Edmonds' algorithm: breadth-first search for an augmenting path, odd cycles shrunk to their base (Galil,
//! "Efficient algorithms for finding maximum matching in graphs", 1986, section 2). Rows of bits let a search
//! look only at vertices it has not seen yet, and at even ones outside the shrunken cycle it stands in.

use std::collections::VecDeque;

use super::bits::Bits;

/// No partner.
pub(crate) const NOBODY: usize = usize::MAX;

/// Enlarges `mates` (a matching among `within`; others' entries are not touched) to one of greatest size
/// among the vertices of `within`, and returns the vertices left without a partner.
pub(crate) fn enlarge(rows: &[Bits], within: &Bits, mates: &mut [usize]) -> Vec<usize> {
    for vertex in within.iter() {
        let mate = mates[vertex];
        if mate != NOBODY && !within.contains(mate) {
            mates[vertex] = NOBODY;
        }
    }
    let mut free = Bits::of(mates.len(), within.iter().filter(|&vertex| mates[vertex] == NOBODY));
    for vertex in within.iter() {
        if !free.contains(vertex) {
            continue;
        }
        if let Some(other) = rows[vertex].first_common(&free) {
            (mates[vertex], mates[other]) = (other, vertex);
            free.remove(vertex);
            free.remove(other);
        }
    }
    let mut left_over = Vec::new();
    // What a search reached in vain no later one gets through either.
    let mut within = within.clone();
    for root in free.iter() {
        if mates[root] == NOBODY {
            let mut search = Search::new(rows, &within, mates.len(), root);
            if !search.augment(mates) {
                left_over.push(root);
                within = search.unseen;
            }
        }
    }
    left_over
}

/// The vertices that some matching as large as `mates` could leave out instead of `root`, which it leaves out;
/// `root` itself is among them.
pub(crate) fn exchangeable(rows: &[Bits], within: &Bits, mates: &[usize], root: usize) -> Bits {
    let mut search = Search::new(rows, within, mates.len(), root);
    search.run(mates);
    search.evens
}

/// One search from one free vertex.
struct Search<'a> {
    rows: &'a [Bits],
    unseen: Bits,
    /// Vertices reached by an even number of steps: the root, partners of odd ones, and all of a shrunken cycle.
    evens: Bits,
    parent: Vec<usize>,
    /// A step towards the base of the shrunken cycle that a vertex is in; a base points to itself.
    towards: Vec<usize>,
    /// The members of shrunken cycles, by base.
    shrunken: Vec<Option<Bits>>,
    /// The number of the latest walk that came by.
    walked: Vec<u32>,
    walks: u32,
    queue: VecDeque<usize>,
    root: usize,
}

impl<'a> Search<'a> {
    fn new(rows: &'a [Bits], within: &Bits, count: usize, root: usize) -> Self {
        let mut search = Self {
            rows,
            unseen: within.clone(),
            evens: Bits::new(count),
            parent: vec![NOBODY; count],
            towards: (0..count).collect(),
            shrunken: vec![None; count],
            walked: vec![0; count],
            walks: 0,
            queue: VecDeque::new(),
            root,
        };
        search.unseen.remove(root);
        search.reach(root);
        search
    }

    fn reach(&mut self, vertex: usize) {
        if !self.evens.contains(vertex) {
            self.evens.insert(vertex);
            self.queue.push_back(vertex);
        }
    }

    fn base(&mut self, mut vertex: usize) -> usize {
        while self.towards[vertex] != vertex {
            self.towards[vertex] = self.towards[self.towards[vertex]];
            vertex = self.towards[vertex];
        }
        vertex
    }

    /// Searches for an augmenting path, and swaps the edges along it.
    fn augment(&mut self, mates: &mut [usize]) -> bool {
        let Some(mut odd) = self.run(mates) else { return false };
        while odd != NOBODY {
            let even = self.parent[odd];
            let next = mates[even];
            (mates[odd], mates[even]) = (even, odd);
            odd = next;
        }
        true
    }

    /// Grows the tree until it reaches a free vertex, which is returned, or can grow no more.
    fn run(&mut self, mates: &[usize]) -> Option<usize> {
        while let Some(vertex) = self.queue.pop_front() {
            while let Some(other) = self.rows[vertex].first_common(&self.unseen) {
                self.unseen.remove(other);
                self.parent[other] = vertex;
                let mate = mates[other];
                if mate == NOBODY {
                    return Some(other);
                }
                self.unseen.remove(mate);
                self.reach(mate);
            }
            while let Some(other) = self.closing(vertex) {
                self.shrink(vertex, other, mates);
            }
        }
        None
    }

    /// An even neighbour outside the shrunken cycle that the vertex is in.
    fn closing(&mut self, vertex: usize) -> Option<usize> {
        let base = self.base(vertex);
        match &self.shrunken[base] {
            Some(members) => self.rows[vertex].first_common_beyond(&self.evens, members),
            None => self.rows[vertex].first_common(&self.evens),
        }
    }

    fn shrink(&mut self, left: usize, right: usize, mates: &[usize]) {
        let base = self.common_base(left, right, mates);
        self.absorb_path(left, base, right, mates);
        self.absorb_path(right, base, left, mates);
    }

    fn common_base(&mut self, left: usize, right: usize, mates: &[usize]) -> usize {
        self.walks += 1;
        let mut vertex = self.base(left);
        loop {
            self.walked[vertex] = self.walks;
            if vertex == self.root || mates[vertex] == NOBODY {
                break;
            }
            vertex = self.base(self.parent[mates[vertex]]);
        }
        vertex = self.base(right);
        while self.walked[vertex] != self.walks {
            vertex = self.base(self.parent[mates[vertex]]);
        }
        vertex
    }

    /// Takes what lies between a vertex and the base into the base's cycle.
    fn absorb_path(&mut self, from: usize, base: usize, child: usize, mates: &[usize]) {
        let (mut vertex, mut child) = (from, child);
        while self.base(vertex) != base {
            let mate = mates[vertex];
            self.parent[vertex] = child;
            child = mate;
            for each in [vertex, mate] {
                self.absorb(each, base);
            }
            vertex = self.parent[mate];
        }
    }

    /// Merges cycles at their bases only, so that a walk through one goes on until it comes to its base.
    fn absorb(&mut self, old: usize, base: usize) {
        if self.towards[old] != old {
            return;
        }
        let size = self.towards.len();
        let mut members = self.shrunken[base].take().unwrap_or_else(|| Bits::of(size, [base]));
        match self.shrunken[old].take() {
            Some(inner) => members.unite(&inner),
            None => members.insert(old),
        }
        self.shrunken[base] = Some(members);
        self.towards[old] = base;
        self.reach(old);
    }
}
