//! The moves of a game as a list beside its board.

use tiger_rules::Side;

use crate::board::{Course, Step};

pub struct MoveView {
    /// The number before it, if one stands there.
    pub number: String,
    pub text: String,
    /// Where the game is looked at after it.
    pub href: String,
    /// What the writer says of it; mostly empty.
    pub remark: String,
    /// In which column it stands.
    pub class: &'static str,
    pub army: &'static str,
    /// Whether the board shows this moment.
    pub is_here: bool,
}

impl MoveView {
    /// All moves, while the board shows the moment after a ply.
    pub(super) fn list(course: &Course, ply: u32, href: impl Fn(u32) -> String) -> Vec<Self> {
        let view = |(at, step): (usize, &Step)| {
            let (number, class) = number(step, at == 0);
            Self {
                number,
                text: format!("{}{}", step.written, step.glyph),
                remark: step.remark.clone(),
                href: href(step.ply),
                class,
                army: course.game().side_name(step.side),
                is_here: step.ply == ply,
            }
        };
        course.steps().iter().enumerate().map(view).collect()
    }
}

/// The moment after a move, in a sentence.
pub(super) fn moment(step: Option<&Step>) -> String {
    match step {
        None => "Before the first move.".to_owned(),
        Some(step) => format!("After ply {}, {}.", step.ply, step.written),
    }
}

/// The number that stands before a move, and its class. A deployment has no move numbers: its postings are counted by
/// plies.
fn number(step: &Step, is_first: bool) -> (String, &'static str) {
    match (step.move_number, step.side) {
        (None, _) => (step.ply.to_string(), "ply-lone"),
        (Some(number), Side::South) => (format!("{number}."), "ply-south"),
        (Some(number), Side::North) if is_first => (format!("{number}."), "ply-north"),
        (Some(_), Side::North) => (String::new(), "ply-north"),
    }
}
