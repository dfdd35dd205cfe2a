//! The way of a game: its record replayed, with what each move took.

use std::collections::BTreeSet;
use std::sync::Arc;

use tiger_rules::dance::Board;
use tiger_rules::{
    AnyPosition, BySide, GameKind, Guard, Limits, MoveEffect, Position, Record, RecordError, Replay, Side,
    TigerMarks, read_records,
};

use super::force::{Force, captured_at};
use super::{Marks, Scene, barren, borne_at_first, vessel};

/// A record replayed as far as the rules follow it.
#[derive(Debug, Clone)]
pub struct Course {
    start: AnyPosition,
    steps: Vec<Step>,
    wrong: Option<Wrong>,
}

/// One move and what it led to.
#[derive(Debug, Clone)]
pub struct Step {
    /// The ply, from 1; a fallen flag has the number of the ply before it.
    pub ply: u32,
    /// The number before the move, which goes up after the North's move; none in a deployment.
    pub move_number: Option<u32>,
    pub side: Side,
    /// The move in canonical notation.
    pub written: String,
    pub effect: MoveEffect,
    /// What the writer of the record thinks of it, such as `!?`; mostly empty.
    pub glyph: String,
    /// What the writer says of it; mostly empty.
    pub remark: String,
    /// What it took.
    pub lost: Vec<Force>,
    /// The position after it.
    pub position: AnyPosition,
    /// The letters and numerals of the personnel of TigerChess after it.
    borne: Option<TigerMarks>,
}

/// The first move that the rules refuse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    pub ply: u32,
    /// The move as written.
    pub text: String,
    pub why: String,
}

impl Course {
    /// Replays the first record of a text, The Dragon's Dance on that board; none if it cannot be read.
    pub fn read(text: &str, board: &Arc<Board>) -> Option<Self> {
        let record = read_records(text, Limits::WEB).next()?.ok()?;
        Self::on(&record, board).ok()
    }

    /// Replays a record until its end or its first wrong move; The Dragon's Dance on the board that the record tells of.
    pub fn of(record: &Record) -> Result<Self, RecordError> {
        Self::follow(record, Replay::new(record)?)
    }

    /// The same, The Dragon's Dance on the board that it was played on.
    pub fn on(record: &Record, board: &Arc<Board>) -> Result<Self, RecordError> {
        Self::follow(record, Replay::on(record, board)?)
    }

    fn follow(record: &Record, mut replay: Replay<'_>) -> Result<Self, RecordError> {
        let start = replay.position().clone();
        let mut borne = borne_at_first(&start);
        let mut course = Self { start, steps: Vec::with_capacity(record.moves.len()), wrong: None };
        for word in &record.moves {
            let Some(next) = replay.next() else { break };
            match next {
                Ok(ply) => {
                    let before = course.steps.last().map_or(&course.start, |step| &step.position);
                    let after = replay.position();
                    let lost = lost(before, borne.as_ref(), after, &ply.effect);
                    follow(&mut borne, before, &ply.written);
                    course.steps.push(Step {
                        ply: ply.number,
                        move_number: ply.move_number,
                        side: ply.side,
                        glyph: word.mark_on(&ply.written).to_owned(),
                        remark: word.remarks.join(" "),
                        written: ply.written,
                        effect: ply.effect,
                        lost,
                        position: after.clone(),
                        borne,
                    });
                }
                Err(error) => {
                    let text = error.mv.clone().unwrap_or_default();
                    course.wrong = Some(Wrong { ply: error.ply, text, why: error.why.clone() });
                }
            }
        }
        Ok(course)
    }

    pub fn game(&self) -> GameKind {
        self.start.game()
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The move at which the rules stop following, if there is one.
    pub const fn wrong(&self) -> Option<&Wrong> {
        self.wrong.as_ref()
    }

    /// The number of the last ply that the rules follow.
    pub fn last_ply(&self) -> u32 {
        self.steps.last().map_or(0, |step| step.ply)
    }

    /// The moves up to a ply, flags that fell after it included.
    fn until(&self, ply: u32) -> &[Step] {
        let count = self.steps.partition_point(|step| step.ply <= ply);
        self.steps.get(..count).unwrap_or_default()
    }

    /// The last move of a ply; none before the first one.
    pub fn step_at(&self, ply: u32) -> Option<&Step> {
        self.until(ply).last()
    }

    /// The position after a ply, with the last move pointed out; none when the game is not that long.
    pub fn scene(&self, ply: u32) -> Option<Scene<'_>> {
        if ply > self.last_ply() {
            return None;
        }
        let steps = self.until(ply);
        let mut wings = BySide::default();
        for position in std::iter::once(&self.start).chain(steps.iter().map(|step| &step.position)) {
            for side in Side::BOTH {
                wings[side] = tiger_wing(position, side).or(wings[side]);
            }
        }
        let mut barren = BySide::default();
        let mut before = &self.start;
        for step in steps {
            barren::carry(&mut barren, before, &step.position, &step.effect);
            before = &step.position;
        }
        let position = steps.last().map_or(&self.start, |step| &step.position);
        Some(Scene {
            position,
            is_over: position.verdict().is_some(),
            barren,
            lost: steps.iter().flat_map(|step| step.lost.iter().copied()).collect(),
            wings,
            borne: steps.last().map_or_else(|| borne_at_first(&self.start), |step| step.borne),
            marks: steps.last().map(marks_of).unwrap_or_default(),
            layer: super::Layer::default(),
        })
    }

    /// The position at which the record ends or breaks off; a wrong move is pointed out.
    pub fn end_scene(&self) -> Scene<'_> {
        let mut scene = self.scene(self.last_ply()).unwrap_or_else(|| Scene::of(&self.start));
        if let Some(wrong) = &self.wrong {
            scene.marks = Marks { wrong: places_in(&wrong.text, self.game()), ..Marks::default() };
        }
        scene
    }
}

fn tiger_wing(position: &AnyPosition, side: Side) -> Option<u8> {
    let AnyPosition::TigerChess(position) = position else { return None };
    match position.guard(side)? {
        Guard::Wing(file) => Some(file),
        Guard::Unposted | Guard::Safe | Guard::Captured => None,
    }
}

fn marks_of(step: &Step) -> Marks {
    let effect = &step.effect;
    Marks {
        last: effect.from.iter().chain(&effect.to).cloned().collect(),
        taken: effect.captures.iter().filter(|place| effect.to.as_ref() != Some(*place)).cloned().collect(),
        ..Marks::default()
    }
}

/// Carries the letters and numerals over a move.
fn follow(borne: &mut Option<TigerMarks>, before: &AnyPosition, written: &str) {
    if let (Some(borne), AnyPosition::TigerChess(before)) = (borne, before)
        && let Ok(mv) = before.read_move(written)
    {
        borne.follow(before, &mv);
    }
}

fn lost(
    before: &AnyPosition,
    borne: Option<&TigerMarks>,
    after: &AnyPosition,
    effect: &MoveEffect,
) -> Vec<Force> {
    let captured = effect.captures.iter().flat_map(|place| captured_at(before, borne, place));
    let mut lost: Vec<Force> = captured.collect();
    if effect.kind == "occupation" {
        lost.push(Force::guard(before.turn().other()));
    }
    lost.extend(vessel::sunk(before, after));
    lost
}

/// The names of positions in the text of a move, as the board writes them.
fn places_in(text: &str, game: GameKind) -> BTreeSet<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut places = BTreeSet::new();
    for (index, letter) in letters.iter().enumerate() {
        let digits: String =
            letters.iter().skip(index + 1).take_while(|digit| digit.is_ascii_digit()).collect();
        if letter.is_ascii_alphabetic() && !digits.is_empty() && digits.len() <= 2 {
            let file = match game {
                GameKind::Dance => letter.to_ascii_lowercase(),
                _ => letter.to_ascii_uppercase(),
            };
            places.insert(format!("{file}{digits}"));
        }
    }
    places
}
