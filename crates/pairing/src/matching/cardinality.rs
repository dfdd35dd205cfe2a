//! Perfect matchings in a graph given by rows of bits.
//!
//! Edmonds' algorithm: breadth-first search for an augmenting path, odd cycles shrunk to their base (Galil,
//! "Efficient algorithms for finding maximum matching in graphs", 1986, section 2). Rows of bits let a search
//! look only at vertices it has not seen yet.

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
    for root in free.iter() {
        if mates[root] == NOBODY && !Search::new(rows, within, mates, root).augment(mates) {
            left_over.push(root);
        }
    }
    left_over
}

/// The vertices that some matching as large as `mates` could leave out instead of `root`, which it leaves out;
/// `root` itself is among them.
pub(crate) fn exchangeable(rows: &[Bits], within: &Bits, mates: &[usize], root: usize) -> Vec<usize> {
    let mut search = Search::new(rows, within, mates, root);
    search.run(mates);
    within.iter().filter(|&vertex| search.even[vertex]).collect()
}

/// One search from one free vertex.
struct Search<'a> {
    rows: &'a [Bits],
    unseen: Bits,
    /// Vertices reached by an even number of steps: the root, partners of odd ones, and all of a shrunken cycle.
    even: Vec<bool>,
    parent: Vec<usize>,
    base: Vec<usize>,
    /// Even vertices, whose edges among themselves close odd cycles.
    evens: Bits,
    queue: VecDeque<usize>,
    root: usize,
}

impl<'a> Search<'a> {
    fn new(rows: &'a [Bits], within: &Bits, mates: &[usize], root: usize) -> Self {
        let count = mates.len();
        let mut search = Self {
            rows,
            unseen: within.clone(),
            even: vec![false; count],
            parent: vec![NOBODY; count],
            base: (0..count).collect(),
            evens: Bits::new(count),
            queue: VecDeque::new(),
            root,
        };
        search.unseen.remove(root);
        search.reach(root);
        search
    }

    fn reach(&mut self, vertex: usize) {
        if !self.even[vertex] {
            self.even[vertex] = true;
            self.evens.insert(vertex);
            self.queue.push_back(vertex);
        }
    }

    /// Searches for an augmenting path, and swaps the edges along it.
    fn augment(mut self, mates: &mut [usize]) -> bool {
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
            let fresh: Vec<usize> = self.rows[vertex].common(&self.unseen).collect();
            for other in fresh {
                if !self.unseen.contains(other) {
                    continue;
                }
                self.unseen.remove(other);
                self.parent[other] = vertex;
                let mate = mates[other];
                if mate == NOBODY {
                    return Some(other);
                }
                self.unseen.remove(mate);
                self.reach(mate);
            }
            let cycles: Vec<usize> = self.rows[vertex].common(&self.evens).collect();
            for other in cycles {
                if self.base[other] != self.base[vertex] {
                    self.shrink(vertex, other, mates);
                }
            }
        }
        None
    }

    fn shrink(&mut self, left: usize, right: usize, mates: &[usize]) {
        let base = self.common_base(left, right, mates);
        let mut inside = vec![false; mates.len()];
        self.mark_path(left, base, right, mates, &mut inside);
        self.mark_path(right, base, left, mates, &mut inside);
        for vertex in 0..mates.len() {
            if inside[self.base[vertex]] {
                self.base[vertex] = base;
                self.reach(vertex);
            }
        }
    }

    fn common_base(&self, left: usize, right: usize, mates: &[usize]) -> usize {
        let mut on_path = vec![false; mates.len()];
        let mut vertex = self.base[left];
        loop {
            on_path[vertex] = true;
            if vertex == self.root || mates[vertex] == NOBODY {
                break;
            }
            vertex = self.base[self.parent[mates[vertex]]];
        }
        vertex = self.base[right];
        while !on_path[vertex] {
            vertex = self.base[self.parent[mates[vertex]]];
        }
        vertex
    }

    fn mark_path(&mut self, from: usize, base: usize, child: usize, mates: &[usize], inside: &mut [bool]) {
        let (mut vertex, mut child) = (from, child);
        while self.base[vertex] != base {
            let mate = mates[vertex];
            inside[self.base[vertex]] = true;
            inside[self.base[mate]] = true;
            self.parent[vertex] = child;
            child = mate;
            vertex = self.parent[mate];
        }
    }
}
