//! Steps of the dual variables: how far they may go, and going there.

use super::{Forest, Label, NONE, Nearest};
use crate::matching::weight::Weight;
use crate::matching::weighted::NO_EDGE;

impl<W: Weight> Forest<'_, W> {
    /// The greatest step of the dual variables that keeps all edges covered; none if nothing stops them.
    pub(super) fn dual_step(&mut self) -> Option<W> {
        let mut best = W::FAR;
        for vertex in 0..self.solver.count {
            match self.label(vertex) {
                Label::Free => best = best.min(self.from_outer[vertex].slack),
                Label::Outer => {
                    self.refresh(vertex);
                    let between = self.between[vertex];
                    if between.other != NONE {
                        best = best.min(between.slack.half());
                    }
                }
                Label::Inner | Label::Done => {}
            }
        }
        for (node, &label) in self.nodes.iter().zip(&self.labels).skip(self.solver.count) {
            if node.parent == NONE && label == Label::Inner && !node.children.is_empty() {
                best = best.min(node.dual.half());
            }
        }
        (best != W::FAR).then_some(best)
    }

    /// Looks again for the nearest vertex in another outer node, if the known one is in this node by now.
    fn refresh(&mut self, vertex: usize) {
        let node = self.top[vertex];
        let known = self.between[vertex].other;
        if known == NONE || self.top[known as usize] != node {
            return;
        }
        let mut nearest = Nearest::UNKNOWN;
        for (other, &entry) in self.solver.row(vertex).iter().enumerate() {
            if entry != NO_EDGE && self.top[other] != node && self.label(other) == Label::Outer {
                nearest.learn(self.solver.reduced(vertex, other, entry), other);
            }
        }
        self.between[vertex] = nearest;
    }

    /// Moves the dual variables by a step, opens inner blossoms whose dual variable is used up, and collects
    /// the edges that became tight.
    pub(super) fn apply(&mut self, step: W) {
        let count = self.solver.count;
        for vertex in 0..count {
            match self.label(vertex) {
                Label::Outer => {
                    self.solver.dual[vertex] = self.solver.dual[vertex] - step;
                    self.between[vertex].less(step + step);
                }
                Label::Inner => self.solver.dual[vertex] = self.solver.dual[vertex] + step,
                Label::Free => self.from_outer[vertex].less(step),
                Label::Done => {}
            }
        }
        let mut opened = Vec::new();
        for (id, (node, &label)) in self.nodes.iter_mut().zip(&self.labels).enumerate().skip(count) {
            if node.parent != NONE || node.children.is_empty() {
                continue;
            }
            match label {
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
        for blossom in opened {
            self.open_inner(blossom);
        }
        for vertex in 0..count {
            let nearest = match self.label(vertex) {
                Label::Free => self.from_outer[vertex],
                Label::Outer => self.between[vertex],
                Label::Inner | Label::Done => continue,
            };
            if nearest.slack == W::ZERO {
                self.tight.push((nearest.other, vertex as u32));
            }
        }
    }
}
