//! Steps of the dual variables: how far they may go, and going there.

use super::{Forest, Label, NONE};
use crate::matching::weight::Weight;

impl<W: Weight> Forest<'_, W> {
    /// The greatest step of the dual variables that keeps all edges covered; none if nothing stops them.
    pub(super) fn dual_step(&mut self) -> Option<W> {
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
    pub(super) fn apply(&mut self, step: W) {
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
}
