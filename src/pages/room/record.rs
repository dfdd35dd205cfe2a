//! Records of a game: in a list, and one by itself with what the rules found in it.

use std::sync::Arc;

use askama::Template;
use tiger_event::record::{Checked, HandedIn};
use tiger_event::text::count;
use tiger_event::{Event, Game};
use tiger_rules::dance::Board;
use tiger_rules::{Limits, Record, read_records};

use super::local;
use crate::access::Room;
use crate::board::{Course, Drawing, Step, draw};
use crate::pages::moves::moment;
use crate::pages::{Frame, Status};

/// A record in the list.
pub struct RecordRow {
    pub id: String,
    /// Who handed it in.
    pub by: String,
    /// When, in the event's time.
    pub at: String,
    /// How far the rules could follow it.
    pub status: Status,
    /// What was found, in a sentence.
    pub found: String,
}

/// One record: its text and what the rules found in it.
#[derive(Template)]
#[template(path = "room/record.html")]
pub struct RecordPage {
    pub frame: Frame,
    /// Where the game's pages begin.
    pub game: String,
    /// What the game is called.
    pub title: String,
    pub row: RecordRow,
    /// What is wrong with it; empty if nothing is.
    pub mistake: String,
    /// The result that it gives without saying how the game ended, where neither board nor rules tell; empty otherwise.
    pub untold: String,
    /// The revision of the result, where an arbiter may let a record stand that goes on after a Truce.
    pub may_stand: Option<u64>,
    /// The moves, by number; the last one may be the wrong one.
    pub moves: Vec<MoveRow>,
    pub tags: Vec<(String, String)>,
    /// The board at the end of the record, or where the rules refuse it; none when nothing can be replayed.
    pub drawing: Option<Drawing>,
    /// Which moment the board shows.
    pub said: String,
    /// The text as it was handed in.
    pub text: String,
}

/// A move of a record.
pub struct MoveRow {
    pub ply: u32,
    pub army: &'static str,
    /// The move in canonical notation.
    pub text: String,
    /// Whether this is the move that the rules refuse.
    pub is_wrong: bool,
}

impl RecordRow {
    pub fn of(event: &Event, game: &Game, record: &HandedIn) -> Self {
        let findings = &record.findings;
        let shown = findings.result.as_ref().map(|result| event.result_words(game, result));
        let plies = count(findings.plies as usize, "ply", "plies");
        let (status, found) = match (mistake(record), findings.truce) {
            (Some(mistake), _) => (Status::Disputed, mistake),
            (None, Some(ply)) => (
                Status::Disputed,
                format!("Legal to the last of {plies}, but a Truce stood at ply {ply} (ruling 37)."),
            ),
            (None, None) => (Status::Checked, format!("Legal to the last of {plies}.")),
        };
        let found = match shown {
            Some(shown) if findings.is_adjudicated => format!("{found} The board shows: {shown}."),
            Some(shown) => format!("{found} It says: {shown}."),
            None => found,
        };
        Self { id: record.id.to_string(), by: record.by.clone(), at: local(event, record.at), status, found }
    }
}

impl RecordPage {
    /// The page of a record with its text.
    pub fn of(room: &Room<'_>, record: &HandedIn, text: String) -> Self {
        let event = room.event;
        let read = read_records(&text, Limits::WEB).next().and_then(Result::ok).unwrap_or_default();
        let (moves, drawing, said) = moves(&read, &event.settings.dance_board());
        let may_stand = record.findings.truce.is_some()
            && record.findings.result.is_some()
            && room.is_arbiter()
            && room.game.result.is_none();
        Self {
            frame: room.access.frame(None).under("Game room", room.path("/room")),
            game: room.path(""),
            title: event.place_title(room.game),
            row: RecordRow::of(event, room.game, record),
            mistake: mistake(record).unwrap_or_default(),
            untold: untold(room, record, &read).unwrap_or_default(),
            may_stand: may_stand.then_some(room.game.result_revision),
            moves,
            tags: read.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
            drawing,
            said,
            text,
        }
    }
}

/// The result that a record gives although nothing tells how the game ended; while the game has none.
fn untold(room: &Room<'_>, record: &HandedIn, read: &Record) -> Option<String> {
    let is_told = record.findings.result.is_some() || record.findings.checked != Checked::Legal;
    let result = read.tag("Result").filter(|result| result.trim() != "*")?;
    (!is_told && room.game.result.is_none()).then(|| result.to_owned())
}

/// The move that the rules refuse, and why.
fn mistake(record: &HandedIn) -> Option<String> {
    let Checked::Broken { ply, text, why } = &record.findings.checked else { return None };
    let text = text.as_ref().map(|text| format!("{text}: ")).unwrap_or_default();
    Some(format!("Ply {ply}: {text}{why}."))
}

/// The moves as far as they are legal and the first wrong one, with the board there.
pub(super) fn moves(record: &Record, board: &Arc<Board>) -> (Vec<MoveRow>, Option<Drawing>, String) {
    let row = |ply, army, text: &str, is_wrong| MoveRow { ply, army, text: text.to_owned(), is_wrong };
    let Ok(course) = Course::on(record, board) else {
        let rows = (1..).zip(&record.moves).map(|(ply, mv)| row(ply, "", &mv.text, false));
        return (rows.collect(), None, String::new());
    };
    let army = |step: &Step| course.game().side_name(step.side);
    let legal = course.steps().iter().map(|step| row(step.ply, army(step), &step.written, false));
    let wrong = course.wrong().map(|wrong| row(wrong.ply, "", &wrong.text, true));
    let rows = legal.chain(wrong).collect();
    let said = match course.wrong() {
        Some(wrong) => format!("Before ply {}, where {} is not legal.", wrong.ply, wrong.text),
        None => moment(course.step_at(course.last_ply())),
    };
    (rows, Some(draw(&course.end_scene(), &said)), said)
}
