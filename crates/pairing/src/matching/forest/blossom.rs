//! Odd cycles: shrinking them to one node, moving their base, and opening them again.

use super::{Forest, Label, NONE, Node};
use crate::matching::weight::Weight;

impl<W: Weight> Forest<'_, W> {
    /// The outer node one step nearer to the root, and none at the root.
    fn outer_parent(&self, node: u32) -> Option<u32> {
        let (inner_base, _) = self.nodes[node as usize].entry?;
        let inner = self.top[inner_base as usize];
        let (above, _) = self.nodes[inner as usize].entry?;
        Some(self.top[above as usize])
    }

    /// Where the ways to the root of two outer nodes meet; nowhere if they are in different trees.
    pub(super) fn meeting(&mut self, left: u32, right: u32) -> Option<u32> {
        if self.nodes[left as usize].root != self.nodes[right as usize].root {
            return None;
        }
        self.walks += 1;
        let mut way = Some(left);
        while let Some(node) = way {
            self.walked[node as usize] = self.walks;
            way = self.outer_parent(node);
        }
        let mut node = right;
        while self.walked[node as usize] != self.walks {
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
    pub(super) fn shrink(&mut self, meeting: u32, (left, right): (u32, u32)) {
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
            entry: head.entry,
            root: head.root,
            children: children.clone(),
            links,
            members: children
                .iter()
                .flat_map(|&child| &self.nodes[child as usize].members)
                .copied()
                .collect(),
            dual: W::ZERO,
        };
        let id = self.unused.pop().unwrap_or(self.nodes.len() as u32);
        if (id as usize) < self.nodes.len() {
            self.nodes[id as usize] = blossom;
        } else {
            self.nodes.push(blossom);
            self.labels.push(Label::Free);
            self.walked.push(0);
        }
        self.labels[id as usize] = Label::Outer;
        for child in children {
            self.nodes[child as usize].parent = id;
            if self.labels[child as usize] == Label::Inner {
                self.look_at(child);
            }
        }
        for &member in &self.nodes[id as usize].members {
            self.top[member as usize] = id;
        }
    }

    /// Moves the base of a blossom to `vertex`, swapping the edges of its cycle as that needs.
    pub(super) fn rotate(&mut self, node: u32, vertex: u32) {
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

    /// Makes the children of a blossom top-level nodes.
    pub(super) fn open(&mut self, blossom: u32) -> Vec<u32> {
        let children = std::mem::take(&mut self.nodes[blossom as usize].children);
        for &child in &children {
            let node = &mut self.nodes[child as usize];
            (node.parent, node.entry, node.root) = (NONE, None, NONE);
            self.labels[child as usize] = Label::Free;
            for &member in &node.members {
                self.top[member as usize] = child;
            }
        }
        self.labels[blossom as usize] = Label::Free;
        self.nodes[blossom as usize].root = NONE;
        self.unused.push(blossom);
        children
    }

    /// Opens an inner blossom in its tree: the even way from where the tree enters to the base stays in the tree.
    pub(super) fn open_inner(&mut self, blossom: u32) {
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
        (base.entry, base.root) = (Some(entry), root);
        self.labels[children[0] as usize] = Label::Inner;
    }
}
