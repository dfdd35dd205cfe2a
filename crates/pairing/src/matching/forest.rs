//! The search of the weighted matching: alternating trees from all free vertices, blossoms, and dual steps.

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

    fn leaves(&self, node: u32, into: &mut Vec<u32>) {
        if (node as usize) < self.solver.count {
            into.push(node);
            return;
        }
        for &child in &self.nodes[node as usize].children {
            self.leaves(child, into);
        }
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

    /// The outer node one step nearer to the root, and none at the root.
    fn outer_parent(&self, node: u32) -> Option<u32> {
        let (inner_base, _) = self.nodes[node as usize].entry?;
        let inner = self.top[inner_base as usize];
        let (above, _) = self.nodes[inner as usize].entry?;
        Some(self.top[above as usize])
    }

    /// Where the ways to the root of two outer nodes meet; nowhere if they are in different trees.
    fn meeting(&self, left: u32, right: u32) -> Option<u32> {
        if self.nodes[left as usize].root != self.nodes[right as usize].root {
            return None;
        }
        let mut seen = std::collections::BTreeSet::from([left]);
        let mut node = left;
        while let Some(next) = self.outer_parent(node) {
            seen.insert(next);
            node = next;
        }
        let mut node = right;
        while !seen.contains(&node) {
            node = self.outer_parent(node)?;
        }
        Some(node)
    }

    /// The nodes from `from` up to but without `meeting`, each with the edge by which it hangs on the next.
    fn way_up(&self, from: u32, meeting: u32) -> Vec<(u32, (u32, u32))> {
        let mut way = Vec::new();
        let mut node = from;
        while node != meeting {
            let Some(entry) = self.nodes[node as usize].entry else { break };
            way.push((node, entry));
            node = self.top[entry.0 as usize];
        }
        way
    }

    /// Shrinks the odd cycle that an edge between two outer nodes of one tree closes.
    fn shrink(&mut self, meeting: u32, (left, right): (u32, u32)) {
        let mut children = vec![meeting];
        let mut links = Vec::new();
        for (node, entry) in self.way_up(self.top[left as usize], meeting).into_iter().rev() {
            children.push(node);
            links.push(entry);
        }
        links.push((left, right));
        for (node, (above, below)) in self.way_up(self.top[right as usize], meeting) {
            children.push(node);
            links.push((below, above));
        }
        let head = &self.nodes[meeting as usize];
        let blossom = Node {
            parent: NONE,
            base: head.base,
            label: Label::Outer,
            entry: head.entry,
            root: head.root,
            children: children.clone(),
            links,
            dual: W::ZERO,
        };
        let id = self.unused.pop().unwrap_or(self.nodes.len() as u32);
        if (id as usize) < self.nodes.len() {
            self.nodes[id as usize] = blossom;
        } else {
            self.nodes.push(blossom);
        }
        for child in children {
            let was_inner = self.nodes[child as usize].label == Label::Inner;
            self.nodes[child as usize].parent = id;
            let mut members = Vec::new();
            self.leaves(child, &mut members);
            for member in members {
                self.top[member as usize] = id;
                if was_inner {
                    self.queue.push(member);
                }
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
        for node in &mut self.nodes {
            if node.parent == NONE && roots.contains(&node.root) && node.label != Label::Free {
                node.label = Label::Done;
            }
        }
    }

    /// Moves the base of a blossom to `vertex`, swapping the edges of its cycle as that needs.
    fn rotate(&mut self, node: u32, vertex: u32) {
        if (node as usize) < self.solver.count {
            return;
        }
        let mut child = vertex;
        while self.nodes[child as usize].parent != node {
            child = self.nodes[child as usize].parent;
        }
        self.rotate(child, vertex);
        let children = self.nodes[node as usize].children.clone();
        let links = self.nodes[node as usize].links.clone();
        let size = children.len();
        let at = children.iter().position(|&each| each == child).unwrap_or(0);
        let mut index = at;
        while index != 0 {
            // The two children after (odd place) or before (even place) this one become partners.
            let (near, far, (one, other)) = if at % 2 == 1 {
                let near = (index + 1) % size;
                if near == 0 {
                    break;
                }
                (near, (index + 2) % size, links[near])
            } else {
                let (near, far) = (index - 1, index - 2);
                let (low, high) = links[far];
                (near, far, (high, low))
            };
            self.rotate(children[near], one);
            self.rotate(children[far], other);
            self.solver.mate[one as usize] = other;
            self.solver.mate[other as usize] = one;
            index = far;
        }
        let blossom = &mut self.nodes[node as usize];
        blossom.children.rotate_left(at);
        blossom.links.rotate_left(at);
        blossom.base = vertex;
    }

    /// The greatest step of the dual variables that keeps all edges covered; none if nothing stops them.
    fn dual_step(&mut self) -> Option<W> {
        let count = self.solver.count;
        let mut best: Option<W> = None;
        let mut touched: Vec<u32> = Vec::new();
        for vertex in 0..count {
            let node = self.top[vertex];
            if !self.solver.alive[vertex] || self.nodes[node as usize].label != Label::Outer {
                continue;
            }
            let mut nearest: Option<W> = None;
            for other in 0..count {
                let other_node = self.top[other];
                if other_node == node || !self.solver.alive[other] {
                    continue;
                }
                let step = match self.nodes[other_node as usize].label {
                    Label::Free => self.solver.slack(vertex, other),
                    Label::Outer => self.solver.slack(vertex, other).map(W::half),
                    Label::Inner | Label::Done => None,
                };
                if let Some(step) = step
                    && nearest.is_none_or(|nearest| step < nearest)
                {
                    nearest = Some(step);
                }
            }
            if let Some(step) = nearest {
                if best.is_none_or(|best| step < best) {
                    best = Some(step);
                    touched.clear();
                }
                if best == Some(step) {
                    touched.push(vertex as u32);
                }
            }
        }
        let inner = self.nodes[count..]
            .iter()
            .filter(|node| node.parent == NONE && node.label == Label::Inner && !node.children.is_empty())
            .map(|node| node.dual.half())
            .min();
        self.queue = touched;
        match (best, inner) {
            (Some(edge), Some(blossom)) => Some(edge.min(blossom)),
            (edge, blossom) => edge.or(blossom),
        }
    }

    /// Moves the dual variables by a step, and opens inner blossoms whose dual variable is used up.
    fn apply(&mut self, step: W) {
        let count = self.solver.count;
        for vertex in 0..count {
            if !self.solver.alive[vertex] {
                continue;
            }
            match self.nodes[self.top[vertex] as usize].label {
                Label::Outer => self.solver.dual[vertex] = self.solver.dual[vertex] - step,
                Label::Inner => self.solver.dual[vertex] = self.solver.dual[vertex] + step,
                Label::Free | Label::Done => {}
            }
        }
        let mut opened = Vec::new();
        for id in count..self.nodes.len() {
            let node = &mut self.nodes[id];
            if node.parent != NONE || node.children.is_empty() {
                continue;
            }
            match node.label {
                Label::Outer => node.dual = node.dual + step + step,
                Label::Inner => {
                    node.dual = node.dual - step - step;
                    if node.dual == W::ZERO {
                        opened.push(id as u32);
                    }
                }
                Label::Free | Label::Done => {}
            }
        }
        if !opened.is_empty() {
            for blossom in opened {
                self.open_inner(blossom);
            }
            self.queue = (0..count as u32)
                .filter(|&vertex| {
                    self.solver.alive[vertex as usize]
                        && self.nodes[self.top[vertex as usize] as usize].label == Label::Outer
                })
                .collect();
        }
    }

    /// Makes the children of a blossom top-level nodes.
    fn open(&mut self, blossom: u32) -> Vec<u32> {
        let children = std::mem::take(&mut self.nodes[blossom as usize].children);
        for &child in &children {
            let node = &mut self.nodes[child as usize];
            (node.parent, node.label, node.entry, node.root) = (NONE, Label::Free, None, NONE);
            let mut members = Vec::new();
            self.leaves(child, &mut members);
            for member in members {
                self.top[member as usize] = child;
            }
        }
        self.nodes[blossom as usize].label = Label::Free;
        self.unused.push(blossom);
        children
    }

    /// Opens an inner blossom in its tree: the even way from where the tree enters to the base stays in the tree.
    fn open_inner(&mut self, blossom: u32) {
        let links = std::mem::take(&mut self.nodes[blossom as usize].links);
        let Some(entry) = self.nodes[blossom as usize].entry else { return };
        let children = self.open(blossom);
        let size = children.len();
        let entered = self.top[entry.1 as usize];
        let mut index = children.iter().position(|&child| child == entered).unwrap_or(0);
        let forward = index % 2 == 1;
        let mut entry = entry;
        while index != 0 {
            self.make_inner(children[index], entry);
            if forward {
                entry = links[index + 1];
                index = (index + 2) % size;
            } else {
                let (low, high) = links[index - 2];
                entry = (high, low);
                index -= 2;
            }
        }
        // The base's partner is in the tree already.
        let root = self.nodes[self.top[entry.0 as usize] as usize].root;
        let base = &mut self.nodes[children[0] as usize];
        (base.label, base.entry, base.root) = (Label::Inner, Some(entry), root);
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
