//! The search of the weighted matching: alternating trees from all free vertices, blossoms, and dual steps.

mod blossom;
mod step;

use super::weight::Weight;
use super::weighted::{Blossom, NO_EDGE, NOBODY, Solver};

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
}

impl<W: Weight> Nearest<W> {
    const UNKNOWN: Self = Self { slack: W::FAR, other: NONE };

    fn learn(&mut self, slack: W, other: usize) {
        if slack < self.slack {
            *self = Self { slack, other: other as u32 };
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
    /// Outer vertices whose edges are to be looked at.
    queue: Vec<u32>,
    /// Edges that became tight, to be looked at.
    tight: Vec<(u32, u32)>,
    /// For every vertex that is not outer, its nearest outer vertex.
    from_outer: Vec<Nearest<W>>,
    /// For every outer vertex, the nearest one in another outer node; what has come to be in the same node
    /// meanwhile is looked for again when a dual step asks.
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
            queue: Vec::new(),
            tight: Vec::new(),
            from_outer: vec![Nearest::UNKNOWN; count],
            between: vec![Nearest::UNKNOWN; count],
            walked: vec![0; count],
            walks: 0,
        }
    }

    /// Augments until every vertex has a partner; false if that is impossible.
    pub(super) fn run(mut self) -> bool {
        while self.plant() {
            while !self.grow() {
                let Some(step) = self.dual_step() else { return false };
                self.apply(step);
            }
            self.clear();
        }
        self.keep_blossoms();
        true
    }

    /// Makes every free node the root of a tree; says whether there is one.
    fn plant(&mut self) -> bool {
        let mut planted = false;
        for vertex in 0..self.solver.count {
            if self.solver.mate[vertex] == NOBODY {
                planted = true;
                let node = self.top[vertex];
                self.nodes[node as usize].root = node;
                self.make_outer(node, None);
            }
        }
        planted
    }

    fn label(&self, vertex: usize) -> Label {
        self.labels[self.top[vertex] as usize]
    }

    fn make_outer(&mut self, node: u32, entry: Option<(u32, u32)>) {
        self.labels[node as usize] = Label::Outer;
        self.nodes[node as usize].entry = entry;
        self.queue.extend(&self.nodes[node as usize].members);
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

    /// Looks at tight edges and at the edges of outer vertices until none is left; says whether anything was
    /// augmented.
    fn grow(&mut self) -> bool {
        let mut augmented = false;
        loop {
            if let Some(edge) = self.tight.pop() {
                augmented |= self.follow(edge);
            } else if let Some(vertex) = self.queue.pop() {
                augmented |= self.scan(vertex as usize);
            } else {
                return augmented;
            }
        }
    }

    /// Looks at all edges of an outer vertex: follows the tight ones, and remembers the nearest.
    fn scan(&mut self, vertex: usize) -> bool {
        let mut augmented = false;
        for other in 0..self.solver.count {
            let entry = self.solver.row(vertex)[other];
            let node = self.top[vertex];
            let other_node = self.top[other];
            if entry == NO_EDGE || node == other_node {
                continue;
            }
            if self.labels[node as usize] != Label::Outer {
                break;
            }
            let label = self.labels[other_node as usize];
            if label == Label::Done {
                continue;
            }
            let slack = self.solver.reduced(vertex, other, entry);
            if label != Label::Outer {
                self.from_outer[other].learn(slack, vertex);
            }
            if slack > W::ZERO {
                if label == Label::Outer {
                    self.between[vertex].learn(slack, other);
                }
            } else if label != Label::Inner {
                augmented |= self.follow((vertex as u32, other as u32));
            }
        }
        augmented
    }

    /// Lets the tree of an edge's first end grow along it; says whether that augmented the matching.
    fn follow(&mut self, edge: (u32, u32)) -> bool {
        let [node, other_node] = [edge.0, edge.1].map(|vertex| self.top[vertex as usize]);
        if node == other_node || self.labels[node as usize] != Label::Outer {
            return false;
        }
        match self.labels[other_node as usize] {
            Label::Inner | Label::Done => false,
            Label::Free => {
                self.make_inner(other_node, edge);
                false
            }
            Label::Outer => {
                let meeting = self.meeting(node, other_node);
                match meeting {
                    Some(meeting) => self.shrink(meeting, edge),
                    None => self.augment(edge),
                }
                meeting.is_none()
            }
        }
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
        for (node, label) in self.nodes.iter().zip(&mut self.labels) {
            if node.parent == NONE && roots.contains(&node.root) && *label != Label::Free {
                *label = Label::Done;
            }
        }
    }

    /// Forgets the trees, and opens blossoms without a dual variable.
    fn clear(&mut self) {
        self.from_outer.fill(Nearest::UNKNOWN);
        self.between.fill(Nearest::UNKNOWN);
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
        self.labels.fill(Label::Free);
        for node in &mut self.nodes {
            (node.entry, node.root) = (None, NONE);
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
