//! The search of the weighted matching: alternating trees from all free vertices, blossoms, and dual steps.
//!
//! The trees grow side by side, breadth first, so that they stay small while there are many. When two of them meet
//! the matching grows and these two are taken down; the others stand, and only the vertices that have become free are
//! looked at again.

mod blossom;
mod step;

use std::collections::VecDeque;

use super::bits::Bits;
use super::weight::Weight;
use super::weighted::{Blossom, NOBODY, Solver};

/// What a top-level node is in the forest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    /// In no tree.
    Free,
    /// In a tree until the last augmentations: left alone until the trees that stand can grow no more.
    Spent,
    /// An even number of steps from its root; its edges are looked at.
    Outer,
    /// An odd number of steps from its root.
    Inner,
}

/// No node.
const NONE: u32 = u32::MAX;

/// A vertex (the first `count` nodes) or a blossom.
#[derive(Debug, Clone)]
struct Node<W> {
    parent: u32,
    base: u32,
    /// The edge through which the label came: from a vertex of the tree to a vertex of this node.
    entry: Option<(u32, u32)>,
    root: u32,
    /// The cycle, beginning at the base's child; `links[i]` joins child `i` to the next.
    children: Vec<u32>,
    links: Vec<(u32, u32)>,
    /// The vertices within.
    members: Vec<u32>,
    dual: W,
}

/// The edge nearest to being tight that a vertex is known to have.
#[derive(Debug, Clone, Copy)]
struct Nearest<W> {
    slack: W,
    other: u32,
    /// Since when the other one has been outer.
    since: u32,
}

impl<W: Weight> Nearest<W> {
    const UNKNOWN: Self = Self { slack: W::FAR, other: NONE, since: 0 };

    fn learn(&mut self, slack: W, other: usize, since: u32) {
        if slack < self.slack {
            *self = Self { slack, other: other as u32, since };
        }
    }

    fn less(&mut self, step: W) {
        if self.other != NONE {
            self.slack = self.slack - step;
        }
    }
}

/// The state of one run.
pub(super) struct Forest<'a, W> {
    solver: &'a mut Solver<W>,
    nodes: Vec<Node<W>>,
    /// The label of each node; of use for top-level nodes only.
    labels: Vec<Label>,
    unused: Vec<u32>,
    top: Vec<u32>,
    /// Trees that stand.
    trees: usize,
    /// Outer vertices whose edges are to be looked at.
    queue: VecDeque<u32>,
    /// The next edge of each outer vertex to be looked at.
    ahead: Vec<u32>,
    /// Edges that became tight, to be looked at.
    tight: Vec<(u32, u32)>,
    /// The vertices of spent nodes.
    spent: Vec<u32>,
    /// After how many augmentations a vertex has become outer, counted from 1; 0 while it is not.
    since: Vec<u32>,
    /// The vertices that are outer.
    outer: Bits,
    augmentations: u32,
    /// For every vertex that is not outer, its nearest outer vertex. Where that one has ceased to be outer the slack is
    /// a bound, and the nearest is looked for again when a dual step needs it.
    from_outer: Vec<Nearest<W>>,
    /// For every outer vertex, the nearest one in another outer node among those that became outer before it;
    /// likewise a bound where that one has come to be in the same node, or ceased to be outer.
    between: Vec<Nearest<W>>,
    /// The number of the latest walk that came by a node.
    walked: Vec<u32>,
    walks: u32,
}

impl<'a, W: Weight> Forest<'a, W> {
    pub(super) fn new(solver: &'a mut Solver<W>) -> Self {
        let count = solver.count;
        let nodes = (0..count as u32)
            .map(|vertex| Node {
                parent: NONE,
                base: vertex,
                entry: None,
                root: NONE,
                children: Vec::new(),
                links: Vec::new(),
                members: vec![vertex],
                dual: W::ZERO,
            })
            .collect();
        Self {
            solver,
            nodes,
            labels: vec![Label::Free; count],
            unused: Vec::new(),
            top: (0..count as u32).collect(),
            trees: 0,
            queue: VecDeque::new(),
            ahead: vec![0; count],
            tight: Vec::new(),
            spent: Vec::new(),
            since: vec![0; count],
            outer: Bits::new(count),
            augmentations: 1,
            from_outer: vec![Nearest::UNKNOWN; count],
            between: vec![Nearest::UNKNOWN; count],
            walked: vec![0; count],
            walks: 0,
        }
    }

    /// Augments until every vertex has a partner; false if that is impossible.
    pub(super) fn run(mut self) -> bool {
        self.plant();
        loop {
            self.grow();
            if self.trees == 0 {
                break;
            }
            let Some(step) = self.dual_step() else { return false };
            self.apply(step);
        }
        self.keep_blossoms();
        true
    }

    /// Makes every free vertex the root of a tree.
    fn plant(&mut self) {
        for vertex in 0..self.solver.count {
            if self.solver.mate[vertex] == NOBODY {
                let node = self.top[vertex];
                self.nodes[node as usize].root = node;
                self.make_outer(node, None);
                self.trees += 1;
            }
        }
    }

    fn label(&self, vertex: usize) -> Label {
        self.labels[self.top[vertex] as usize]
    }

    fn make_outer(&mut self, node: u32, entry: Option<(u32, u32)>) {
        self.labels[node as usize] = Label::Outer;
        self.nodes[node as usize].entry = entry;
        self.look_at(node);
    }

    /// Puts the vertices of a node that has become outer into the queue.
    fn look_at(&mut self, node: u32) {
        for &member in &self.nodes[node as usize].members {
            self.since[member as usize] = self.augmentations;
            self.outer.insert(member as usize);
            self.ahead[member as usize] = 0;
            // What a blossom has made outer goes first: its edges lead to other trees, and the sooner they are found, the
            // less of the graph the blossom has taken in.
            if self.labels[node as usize] == Label::Inner {
                self.queue.push_front(member);
            } else {
                self.queue.push_back(member);
            }
        }
    }

    /// Makes a node inner through an edge, and the node of its base's partner outer.
    fn make_inner(&mut self, node: u32, entry: (u32, u32)) {
        let root = self.nodes[self.top[entry.0 as usize] as usize].root;
        self.labels[node as usize] = Label::Inner;
        self.nodes[node as usize].entry = Some(entry);
        self.nodes[node as usize].root = root;
        let base = self.nodes[node as usize].base;
        let mate = self.solver.mate[base as usize];
        let next = self.top[mate as usize];
        self.nodes[next as usize].root = root;
        self.make_outer(next, Some((base, mate)));
    }

    /// Looks at tight edges and at the edges of outer vertices until none is left.
    fn grow(&mut self) {
        loop {
            if let Some(edge) = self.tight.pop() {
                self.follow(edge);
            } else if let Some(vertex) = self.queue.pop_front() {
                self.scan(vertex as usize);
            } else if self.spent.is_empty() {
                return;
            } else {
                self.revive();
            }
        }
    }

    /// Looks at the edges of an outer vertex and follows the tight ones. When its tree has grown it is another's turn: one
    /// tree that took all there is would be taken down whole with every augmentation.
    fn scan(&mut self, vertex: usize) {
        while self.label(vertex) == Label::Outer {
            let Some((other, label)) = self.next_tight(vertex) else { return };
            self.follow((vertex as u32, other as u32));
            if label == Label::Free {
                self.queue.push_back(vertex as u32);
                return;
            }
        }
    }

    /// The next tight edge of an outer vertex that leads anywhere, and the label of its other end; remembers the nearest
    /// of those that it passes.
    fn next_tight(&mut self, vertex: usize) -> Option<(usize, Label)> {
        let node = self.top[vertex];
        let since = self.since[vertex];
        let end = self.solver.end(vertex);
        let mut between = self.between[vertex];
        let mut found = None;
        for other in self.solver.rows[vertex].iter_from(self.ahead[vertex] as usize) {
            if self.top[other] == node {
                continue;
            }
            let label = self.labels[self.top[other] as usize];
            let slack = end.reduced(other);
            if label != Label::Outer {
                self.from_outer[other].learn(slack, vertex, since);
            } else if slack > W::ZERO {
                between.learn(slack, other, self.since[other]);
            }
            if slack == W::ZERO && matches!(label, Label::Free | Label::Outer) {
                found = Some((other, label));
                break;
            }
        }
        self.between[vertex] = between;
        self.ahead[vertex] = found.map_or(self.solver.count, |(other, _)| other + 1) as u32;
        found
    }

    /// Lets the tree of an edge's first end grow along it, or augments the matching.
    fn follow(&mut self, edge: (u32, u32)) {
        let [node, other_node] = [edge.0, edge.1].map(|vertex| self.top[vertex as usize]);
        if node == other_node || self.labels[node as usize] != Label::Outer {
            return;
        }
        match self.labels[other_node as usize] {
            Label::Inner | Label::Spent => {}
            Label::Free => self.make_inner(other_node, edge),
            Label::Outer => match self.meeting(node, other_node) {
                Some(meeting) => self.shrink(meeting, edge),
                None => self.augment(edge),
            },
        }
    }

    /// Swaps the edges along the two ways from an edge to the roots of its two trees, which are then taken down.
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
        self.take_down(roots);
    }

    /// Takes two trees down: their nodes are spent, and blossoms without a dual variable open.
    fn take_down(&mut self, roots: [u32; 2]) {
        self.trees -= 2;
        self.augmentations += 1;
        let mut stack: Vec<u32> = (0..self.nodes.len() as u32)
            .filter(|&id| {
                let node = &self.nodes[id as usize];
                node.parent == NONE && roots.contains(&node.root)
            })
            .collect();
        while let Some(id) = stack.pop() {
            let node = &mut self.nodes[id as usize];
            if !node.children.is_empty() && node.dual == W::ZERO {
                stack.extend(self.open(id));
                continue;
            }
            (node.entry, node.root) = (None, NONE);
            self.labels[id as usize] = Label::Spent;
            self.spent.extend(&node.members);
            for &member in &node.members {
                self.since[member as usize] = 0;
                self.outer.remove(member as usize);
            }
        }
    }

    /// Lets the trees that stand grow over the nodes of those that were taken down.
    fn revive(&mut self) {
        for vertex in std::mem::take(&mut self.spent) {
            self.labels[self.top[vertex as usize] as usize] = Label::Free;
            self.between[vertex as usize] = Nearest::UNKNOWN;
            let nearest = self.nearest_outer(vertex as usize);
            self.from_outer[vertex as usize] = nearest;
            if nearest.slack == W::ZERO {
                self.tight.push((nearest.other, vertex));
            }
        }
    }

    /// Hands the blossoms that have a dual variable over to the solver.
    fn keep_blossoms(&mut self) {
        for id in self.solver.count as u32..self.nodes.len() as u32 {
            let node = &self.nodes[id as usize];
            if node.children.is_empty() || node.dual == W::ZERO {
                continue;
            }
            self.solver.blossoms.push(Blossom { members: node.members.clone(), dual: node.dual });
        }
    }
}
