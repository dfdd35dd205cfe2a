//! The Dragon's Dance as one of the four games.

use super::board::Board;
use super::moves::Move;
use super::piece::{Kind, Piece};
use super::situation::Situation;
use super::square::Square;
use super::verdict::RepetitionKey;
use crate::game::{Position, Replayed};
use crate::{GameKind, MoveEffect, MoveError, Outcome, Regicide, Side, SituationError, Touch};
use std::ops::ControlFlow;

impl Position for Situation {
    const GAME: GameKind = GameKind::Dance;
    type Options = Regicide;
    type Move = Move;
    type Key = RepetitionKey;

    fn start(regicide: Regicide) -> Self {
        Self::start_on(&Board::standard(), regicide)
    }

    fn from_situation(text: &str) -> Result<Self, SituationError> {
        Self::read_on(Board::standard(), text)
    }

    fn situation(&self) -> String {
        self.to_string()
    }

    fn check_options(&self, regicide: Regicide) -> Result<(), SituationError> {
        for side in Side::BOTH {
            if self.plays_without_king(side) != regicide.of(side) {
                let name = GameKind::Dance.side_name(side);
                let has = if regicide.of(side) { "has a King" } else { "has no King" };
                return Err(SituationError::new(
                    "board",
                    format!("{name} {has}, and Regicide is {regicide}"),
                ));
            }
        }
        Ok(())
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn visit_moves<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_plies(visit)
    }

    fn play_unchecked(&mut self, mv: &Move) {
        self.make(mv);
    }

    fn verdict(&self) -> Option<Outcome> {
        self.find_verdict()
    }

    fn royal_attacked(&self) -> Option<bool> {
        None
    }

    fn repetition_key(&self) -> RepetitionKey {
        self.find_key()
    }

    fn quiet_half_moves(&self) -> u32 {
        self.half
    }

    fn write_move(&self, mv: &Move) -> String {
        mv.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read(text)
    }

    fn effect(&self, mv: &Move) -> MoveEffect {
        self.describe(mv)
    }

    fn touch(&self, mv: &Move) -> Touch {
        self.point_at(mv)
    }

    fn move_number(&self) -> Option<u32> {
        Some(self.full)
    }

    fn is_legal(&self, mv: &Move) -> bool {
        match mv {
            Move::Group(group) => self.check_group(group).is_ok(),
            _ => self
                .visit_plies(
                    |legal| if legal == *mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
                )
                .is_break(),
        }
    }
}

impl Replayed for Situation {
    fn moves_like(&self, typed: &str) -> Vec<String> {
        self.plies_like(typed)
    }
}

impl Situation {
    /// The legal group moves, which [`Position::visit_moves`] leaves out because there can be very many (ruling 7).
    #[must_use]
    pub fn group_moves(&self) -> Vec<Move> {
        let mut groups = Vec::new();
        let _ = self.visit_groups(|mv| {
            groups.push(mv);
            ControlFlow::<()>::Continue(())
        });
        groups
    }

    fn describe(&self, mv: &Move) -> MoveEffect {
        let (kind, from, to) = match mv {
            Move::Walk(walk) => {
                (if walk.captures { "capture" } else { "move" }, Some(walk.from), Some(walk.to))
            }
            Move::Fire { from, .. } => {
                let breath = matches!(self.piece_at(*from), Some(Piece { kind: Kind::Dragon, .. }));
                (if breath { "breath" } else { "shot" }, Some(*from), Some(*from))
            }
            Move::Recruit { at, .. } => ("recruitment", None, Some(*at)),
            Move::Group(group) => {
                let walks = group.walks();
                ("group", walks.first().map(|walk| walk.from), walks.last().map(|walk| walk.to))
            }
            Move::GiveUp(ransom) => ("given-up", Some(*ransom), None),
            Move::LoseKing => ("king-lost", self.find(self.turn, Kind::King), None),
            Move::Pass => ("pass", None, None),
        };
        let becomes = match mv {
            Move::Recruit { kind, .. } => Some(kind.letter().to_string()),
            _ => None,
        };
        MoveEffect {
            kind: kind.to_owned(),
            from: from.map(|square| square.to_string()),
            to: to.map(|square| square.to_string()),
            captures: self.losses(mv).iter().map(ToString::to_string).collect(),
            becomes,
        }
    }

    /// The squares from which pieces leave the board, in order; a King about whom his owner decides has not left.
    fn losses(&self, mv: &Move) -> Vec<Square> {
        let mut lost = Vec::new();
        let mut now = self.clone();
        match mv {
            Move::Walk(walk) => now.note_walk(*walk, &mut lost),
            Move::Group(group) => group.walks().iter().for_each(|walk| now.note_walk(*walk, &mut lost)),
            Move::Fire { at, .. } => lost.push(*at),
            Move::GiveUp(ransom) => lost.push(*ransom),
            Move::LoseKing => lost.extend(self.find(self.turn, Kind::King)),
            Move::Recruit { .. } | Move::Pass => {}
        }
        let mut after = self.clone();
        after.make(mv);
        // A King to be decided about and a Hero on his fortress stand where they stood.
        lost.retain(|&square| {
            self.piece_at(square).is_none() || self.piece_at(square) != after.piece_at(square)
        });
        // A Dragon that falls with what it took, or that did not leave its surrounders.
        let dragon = self.find(self.turn, Kind::Dragon);
        let stays = after.find(self.turn, Kind::Dragon).is_some();
        lost.extend(dragon.filter(|_| !stays));
        lost
    }

    fn note_walk(&mut self, walk: super::moves::Walk, lost: &mut Vec<Square>) {
        if walk.captures {
            lost.push(walk.to);
        }
        self.walk(walk);
    }
}
