//! The records of both players beside each other: the first difference on a board.

use askama::Template;
use tiger_event::record::HandedIn;
use tiger_event::{DisputeCause, Game, RecordId, Seat};

use super::local;
use crate::access::Room;
use crate::board::{Arrow, Course, Drawing, Marks, Step, draw};
use crate::error::{AppError, Result};
use crate::pages::Frame;
use crate::pages::moves::moment;

#[derive(Template)]
#[template(path = "room/compare.html")]
pub struct ComparePage {
    pub frame: Frame,
    /// Where the game's pages begin.
    pub game: String,
    /// Round and board.
    pub title: String,
    /// What the comparison has come to.
    pub sentence: String,
    /// The position before the first difference; none if there is no difference.
    pub drawing: Option<Drawing>,
    /// Which moment that is.
    pub said: String,
    /// The two records.
    pub sides: [ComparedRecord; 2],
    /// Whether the reader may let one of them stand.
    pub can_decide: bool,
    /// What was refused.
    pub error: String,
    /// The revision of the result that the forms are made from.
    pub version: u64,
}

/// One of the two.
pub struct ComparedRecord {
    pub id: String,
    /// Who handed it in.
    pub by: String,
    pub at: String,
    /// The move that only this record has; empty if it has none.
    pub differing: String,
    /// What follows in it, as far as it is worth showing.
    pub next: String,
    /// The result that it shows, with points; empty if it shows none.
    pub shows: String,
}

/// The two records that are compared: those in dispute, else the newest sound one of each player.
pub fn pair(game: &Game) -> Option<[&HandedIn; 2]> {
    let find = |id: RecordId| game.records.iter().find(|record| record.id == id);
    let disputed = game.disputes.iter().find_map(|dispute| match dispute.cause {
        DisputeCause::Records { earlier, later } => Some([find(earlier)?, find(later)?]),
        _ => None,
    });
    disputed.or_else(|| Some([game.newest_of(Some(Seat::First))?, game.newest_of(Some(Seat::Second))?]))
}

impl ComparePage {
    /// The page of two records with their texts; what was refused may be empty.
    ///
    /// # Errors
    /// When one of them cannot be replayed.
    pub fn of(room: &Room<'_>, records: [&HandedIn; 2], texts: [&str; 2], error: String) -> Result<Self> {
        let [one, other] = [course(texts[0], room)?, course(texts[1], room)?];
        let both = one.steps().iter().zip(other.steps());
        let common = both.take_while(|(one, other)| one.written == other.written).count();
        let next = [one.steps().get(common), other.steps().get(common)];
        let differs = next.iter().all(Option::is_some);
        let drawing = differs.then(|| board(&one, common, next)).flatten();
        let said = moment(common.checked_sub(1).and_then(|last| one.steps().get(last)));
        let side = |at: usize, course: &Course| compared(room, records[at], course, common);
        Ok(Self {
            frame: room.access.frame(None).under("Game room", room.path("/room")),
            game: room.path(""),
            title: room.event.place_title(room.game),
            sentence: sentence(records, next, common),
            drawing,
            said,
            sides: [side(0, &one), side(1, &other)],
            // Where a result stands and nothing is in dispute, only a ruling changes it.
            can_decide: room.is_arbiter() && (room.game.result.is_none() || !room.game.disputes.is_empty()),
            error,
            version: room.game.seen(),
        })
    }
}

fn course(text: &str, room: &Room<'_>) -> Result<Course> {
    Course::read(text, &room.event.settings.dance_board()).ok_or_else(|| {
        AppError::unprocessable("One of the records cannot be replayed; look at each by itself.")
    })
}

fn sentence(records: [&HandedIn; 2], next: [Option<&Step>; 2], common: usize) -> String {
    let [one, other] = records.map(|record| record.by.as_str());
    match next {
        [None, None] => format!("Both records hold the same {common} moves."),
        [Some(_), None] => format!(
            "The record of {other} ends after {common} moves; that of {one} goes on. What both hold is the same."
        ),
        [None, Some(_)] => format!(
            "The record of {one} ends after {common} moves; that of {other} goes on. What both hold is the same."
        ),
        [Some(first), Some(second)] => format!(
            "They differ at ply {}: {one} writes {}, {other} writes {}.",
            first.ply.max(second.ply),
            first.written,
            second.written
        ),
    }
}

/// The position before the first difference, with both moves.
fn board(course: &Course, common: usize, next: [Option<&Step>; 2]) -> Option<Drawing> {
    let ply = common.checked_sub(1).and_then(|last| course.steps().get(last)).map_or(0, |step| step.ply);
    let mut scene = course.scene(ply)?;
    scene.marks = Marks::default();
    scene.layer.arrows = [false, true]
        .into_iter()
        .zip(next)
        .filter_map(|(is_second, step)| {
            let effect = &step?.effect;
            Some(Arrow { from: effect.from.clone(), to: effect.to.clone(), is_second })
        })
        .collect();
    Some(draw(&scene, "Before the first difference."))
}

fn compared(room: &Room<'_>, record: &HandedIn, course: &Course, common: usize) -> ComparedRecord {
    const SHOWN: usize = 6;
    let event = room.event;
    let rest = course.steps().get(common..).unwrap_or_default();
    let following: Vec<_> = rest.iter().skip(1).take(SHOWN).map(|step| step.written.as_str()).collect();
    let table = &event.settings.points;
    let shows = record.findings.result.map(|entry| {
        let points = entry.score(room.game.scoring_variation(event.settings.game), table).ok();
        let points = points.map(|[first, second]| format!(" ({first} : {second})")).unwrap_or_default();
        format!("{}{points}", event.result_words(room.game, &entry))
    });
    ComparedRecord {
        id: record.id.to_string(),
        by: record.by.clone(),
        at: local(event, record.at),
        differing: rest.first().map(|step| step.written.clone()).unwrap_or_default(),
        next: following.join(" "),
        shows: shows.unwrap_or_default(),
    }
}
