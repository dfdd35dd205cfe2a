//! Steps of the dual variables: how far they may go, and going there.

use super::{Forest, Label, NONE, Nearest};
use crate::matching::weight::Weight;

impl<W: Weight> Forest<'_, W> {
    /// The greatest step of the dual variables that keeps all edges covered; none if nothing stops them.
    pub(super) fn dual_step(&mut self) -> Option<W> {
        let mut best = W::FAR;
        let mut outdated = Vec::new();
        for vertex in 0..self.solver.count {
            match self.bound(vertex) {
                Some((bound, true)) => best = best.min(bound),
                Some((bound, false)) => outdated.push((bound, vertex)),
                None => {}
            }
        }
        for (node, &label) in self.nodes.iter().zip(&self.labels).skip(self.solver.count) {
            if node.parent == NONE && label == Label::Inner && !node.children.is_empty() {
                best = best.min(node.dual.half());
            }
        }
        for (bound, vertex) in outdated {
            if bound <= best {
                self.refresh(vertex);
                best = best.min(self.bound(vertex).map_or(W::FAR, |(bound, _)| bound));
            }
        }
        (best != W::FAR).then_some(best)
    }

    /// How far a step may go before an edge of this vertex is tight, and whether that is exact or just a bound.
    fn bound(&self, vertex: usize) -> Option<(W, bool)> {
        let (nearest, is_outer) = match self.label(vertex) {
            Label::Free | Label::Spent => (self.from_outer[vertex], false),
            Label::Outer => (self.between[vertex], true),
            Label::Inner => return None,
        };
        if nearest.other == NONE {
            return None;
        }
        let other = nearest.other as usize;
        let holds = self.since[other] == nearest.since && self.top[other] != self.top[vertex];
        Some((if is_outer { nearest.slack.half() } else { nearest.slack }, holds))
    }

    /// Looks again for the nearest outer vertex.
    fn refresh(&mut self, vertex: usize) {
        let nearest = self.nearest_outer(vertex);
        if self.label(vertex) == Label::Outer {
            self.between[vertex] = nearest;
        } else {
            self.from_outer[vertex] = nearest;
        }
    }

    /// The nearest outer vertex in another node. Of several equally near ones it is another for each vertex, so that
    /// no tree takes all there is.
    pub(super) fn nearest_outer(&self, vertex: usize) -> Nearest<W> {
        let (node, end) = (self.top[vertex], self.solver.end(vertex));
        let mut nearest = Nearest::UNKNOWN;
        self.solver.rows[vertex].common_around(&self.outer, vertex).for_each(|other| {
            if self.top[other] != node {
                nearest.learn(end.reduced(other), other, self.since[other]);
            }
        });
        nearest
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
                Label::Free | Label::Spent => self.from_outer[vertex].less(step),
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
                Label::Free | Label::Spent => {}
            }
        }
        for blossom in opened {
            self.open_inner(blossom);
        }
        for vertex in 0..count {
            match self.label(vertex) {
                Label::Free | Label::Spent if self.from_outer[vertex].slack == W::ZERO => {
                    self.tight.push((self.from_outer[vertex].other, vertex as u32));
                }
                // The other end may find another partner before it is this one's turn: all edges are looked at.
                Label::Outer if self.between[vertex].slack == W::ZERO => {
                    self.ahead[vertex] = 0;
                    self.queue.push_back(vertex as u32);
                }
                _ => {}
            }
        }
    }
}
