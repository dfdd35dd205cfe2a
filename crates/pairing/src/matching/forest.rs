//! The search of the weighted matching: alternating trees from all free vertices, blossoms, and dual steps.

mod blossom;
mod step;

use super::weight::Weight;
use super::weighted::{Blossom, NOBODY, Solver};

/// What a top-level node is in the forest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    /// In no tree.
    Free,
    /// An even number of steps from its root; its edges are looked at.
    Outer,
    /// An odd number of steps from its root.
    Inner,
    /// In a tree that has just been used up by an augmentation.
    Done,
}

/// No node.
const NONE: u32 = u32::MAX;

/// A vertex (the first `count` nodes) or a blossom.
#[derive(Debug, Clone)]
struct Node<W> {
    parent: u32,
    base: u32,
    label: Label,
    /// The edge through which the label came: from a vertex of the tree to a vertex of this node.
    entry: Option<(u32, u32)>,
    root: u32,
    /// The cycle, beginning at the base's child; `links[i]` joins child `i` to the next.
    children: Vec<u32>,
    links: Vec<(u32, u32)>,
    dual: W,
}

/// The state of one run.
pub(super) struct Forest<'a, W> {
    solver: &'a mut Solver<W>,
    nodes: Vec<Node<W>>,
    unused: Vec<u32>,
    top: Vec<u32>,
    queue: Vec<u32>,
}

impl<'a, W: Weight> Forest<'a, W> {
    pub(super) fn new(solver: &'a mut Solver<W>) -> Self {
        let count = solver.count;
        let nodes = (0..count as u32)
            .map(|vertex| Node {
                parent: NONE,
                base: vertex,
                label: Label::Free,
                entry: None,
                root: NONE,
                children: Vec::new(),
                links: Vec::new(),
                dual: W::ZERO,
            })
            .collect();
        Self { solver, nodes, unused: Vec::new(), top: (0..count as u32).collect(), queue: Vec::new() }
    }

    /// Augments until every living vertex has a partner; false if that is impossible, or costs more than `room`.
    pub(super) fn run(mut self, mut room: Option<W>) -> bool {
        loop {
            let roots = self.plant();
            if roots == 0 {
                self.keep_blossoms();
                return true;
            }
            while !self.grow() {
                let Some(step) = self.dual_step() else { return false };
                if let Some(room) = room.as_mut() {
                    *room = *room - step.times(roots);
                    if *room < W::ZERO {
                        return false;
                    }
                }
                self.apply(step);
            }
            self.clear();
        }
    }

    /// Makes every free node the root of a tree, and returns how many there are.
    fn plant(&mut self) -> usize {
        let mut roots = 0;
        for vertex in 0..self.solver.count {
            if self.solver.alive[vertex] && self.solver.mate[vertex] == NOBODY {
                roots += 1;
                let node = self.top[vertex];
                self.nodes[node as usize].root = node;
                self.make_outer(node, None);
            }
        }
        roots
    }

    fn make_outer(&mut self, node: u32, entry: Option<(u32, u32)>) {
        self.nodes[node as usize].label = Label::Outer;
        self.nodes[node as usize].entry = entry;
        let mut members = Vec::new();
        self.leaves(node, &mut members);
        self.queue.extend(members);
    }

    /// Makes a node inner through an edge, and the node of its base's partner outer.
    fn make_inner(&mut self, node: u32, entry: (u32, u32)) {
        let root = self.nodes[self.top[entry.0 as usize] as usize].root;
        self.nodes[node as usize].label = Label::Inner;
        self.nodes[node as usize].entry = Some(entry);
        self.nodes[node as usize].root = root;
        let base = self.nodes[node as usize].base;
        let mate = self.solver.mate[base as usize];
        let next = self.top[mate as usize];
        self.nodes[next as usize].root = root;
        self.make_outer(next, Some((base, mate)));
    }

    /// Looks at the edges of outer vertices until the queue is empty; says whether anything was augmented.
    fn grow(&mut self) -> bool {
        let mut augmented = false;
        while let Some(vertex) = self.queue.pop() {
            for other in 0..self.solver.count {
                let node = self.top[vertex as usize];
                if self.nodes[node as usize].label != Label::Outer {
                    break;
                }
                let other_node = self.top[other];
                if other_node == node || !self.solver.alive[other] {
                    continue;
                }
                let label = self.nodes[other_node as usize].label;
                if matches!(label, Label::Inner | Label::Done)
                    || self.solver.slack(vertex as usize, other) != Some(W::ZERO)
                {
                    continue;
                }
                let edge = (vertex, other as u32);
                if label == Label::Free {
                    self.make_inner(other_node, edge);
                } else if let Some(meeting) = self.meeting(node, other_node) {
                    self.shrink(meeting, edge);
                } else {
                    self.augment(edge);
                    augmented = true;
                }
            }
        }
        augmented
    }

    /// Swaps the edges along the two ways from an edge to the roots of its two trees, which are then done.
    fn augment(&mut self, (left, right): (u32, u32)) {
        let roots = [left, right].map(|vertex| self.nodes[self.top[vertex as usize] as usize].root);
        for (mut from, mut to) in [(left, right), (right, left)] {
            loop {
                let outer = self.top[from as usize];
                self.rotate(outer, from);
                self.solver.mate[from as usize] = to;
                let Some((inner_base, _)) = self.nodes[outer as usize].entry else { break };
                let inner = self.top[inner_base as usize];
                let Some((above, below)) = self.nodes[inner as usize].entry else { break };
                self.rotate(inner, below);
                self.solver.mate[below as usize] = above;
                (from, to) = (above, below);
            }
        }
        for node in &mut self.nodes {
            if node.parent == NONE && roots.contains(&node.root) && node.label != Label::Free {
                node.label = Label::Done;
            }
        }
    }

    /// Forgets the trees, and opens blossoms without a dual variable.
    fn clear(&mut self) {
        self.queue.clear();
        let mut stack: Vec<u32> = (self.solver.count as u32..self.nodes.len() as u32)
            .filter(|&id| {
                self.nodes[id as usize].parent == NONE && !self.nodes[id as usize].children.is_empty()
            })
            .collect();
        while let Some(id) = stack.pop() {
            if self.nodes[id as usize].dual == W::ZERO {
                let children = self.open(id);
                stack.extend(children.into_iter().filter(|&child| child as usize >= self.solver.count));
            }
        }
        for node in &mut self.nodes {
            (node.label, node.entry, node.root) = (Label::Free, None, NONE);
        }
    }

    /// Hands the blossoms that have a dual variable over to the solver.
    fn keep_blossoms(&mut self) {
        for id in self.solver.count as u32..self.nodes.len() as u32 {
            let node = &self.nodes[id as usize];
            if node.children.is_empty() || node.dual == W::ZERO {
                continue;
            }
            let dual = node.dual;
            let mut members = Vec::new();
            self.leaves(id, &mut members);
            self.solver.blossoms.push(Blossom { members, dual });
        }
    }
}
