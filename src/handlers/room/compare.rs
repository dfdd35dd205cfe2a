//! The records of both players beside each other: the first difference on a board.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use tiger_rules::{Limits, read_records};

use super::{Room, game_path, view};
use crate::auth::{EventAccess, Posted};
use crate::board::{Arrow, Course, Marks, Step, draw};
use crate::domain::command::Command;
use crate::domain::game::Game;
use crate::domain::ids::RecordId;
use crate::domain::record::HandedIn;
use crate::domain::result::DisputeCause;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::Page;
use crate::pages::accord::{ComparePage, ComparedRecord};
use crate::services;
use crate::state::AppState;

/// The two records that are compared: those in dispute, else the newest sound one of each player.
pub(in crate::handlers) fn pair(game: &Game) -> Option<[&HandedIn; 2]> {
    let find = |id: RecordId| game.records.iter().find(|record| record.id == id);
    let disputed = game.disputes.iter().find_map(|dispute| match dispute.cause {
        DisputeCause::Records { earlier, later } => Some([find(earlier)?, find(later)?]),
        _ => None,
    });
    disputed.or_else(|| Some([game.newest_of(Some(0))?, game.newest_of(Some(1))?]))
}

/// The page.
pub async fn show(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    Page(page(&state, &room, String::new()).await?).answer()
}

/// An arbiter lets one of the records stand.
pub async fn let_stand(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let record = request.match_info().get("record").and_then(|id| id.parse().ok());
    let record = record.ok_or(AppError::not_found("record"))?;
    let command = Command::UseRecord { game: room.game.id, record, seen: posted.version()? };
    match room.carry_out(&state, &posted, command, ("", "This record stands, with its result.")).await {
        Err(AppError::Unprocessable(sentence)) if pair(room.game).is_some() => {
            Page(page(&state, &room, sentence).await?).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        other => other,
    }
}

async fn page(state: &Data<AppState>, room: &Room<'_>, error: String) -> Result<ComparePage, AppError> {
    let records = pair(room.game).ok_or(AppError::not_found("comparison"))?;
    let mut courses = Vec::with_capacity(2);
    for record in records {
        let text = services::records::text_of(state, record.digest).await?;
        courses.push(course(&text, room)?);
    }
    let [one, other] = [&courses[0], &courses[1]];
    let both = one.steps().iter().zip(other.steps());
    let common = both.take_while(|(one, other)| one.written == other.written).count();
    let next = [one.steps().get(common), other.steps().get(common)];
    let differs = next.iter().all(Option::is_some);
    let drawing = differs.then(|| board(one, common, next)).flatten();
    let said = match common.checked_sub(1).and_then(|last| one.steps().get(last)) {
        None => "Before the first move.".to_owned(),
        Some(step) => format!("After ply {}, {}.", step.ply, step.written),
    };
    let side = |at: usize, course: &Course| compared(room, records[at], course, common);
    Ok(ComparePage {
        frame: room.access.frame(None).under("Game room", room.path("/room")),
        game: game_path(room.access, room.game),
        title: room.access.event.place_title(room.game),
        sentence: sentence(records, next, common),
        drawing,
        said,
        sides: [side(0, one), side(1, other)],
        // Where a result stands and nothing is in dispute, only a ruling changes it.
        can_decide: room.access.role.is_arbiter()
            && (room.game.result.is_none() || !room.game.disputes.is_empty()),
        error,
        version: room.game.result_revision,
    })
}

fn course(text: &str, room: &Room<'_>) -> Result<Course, AppError> {
    let board = room.access.event.settings.dance_board();
    let record = read_records(text, Limits::WEB).next().and_then(Result::ok);
    let course = record.and_then(|record| Course::on(&record, &board).ok());
    course.ok_or_else(|| {
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
fn board(course: &Course, common: usize, next: [Option<&Step>; 2]) -> Option<crate::board::Drawing> {
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
    let event = &*room.access.event;
    let rest = course.steps().get(common..).unwrap_or_default();
    let following: Vec<_> = rest.iter().skip(1).take(SHOWN).map(|step| step.written.as_str()).collect();
    let table = &event.settings.points;
    let shows = record.findings.result.map(|entry| {
        let points = entry.score(room.game.scoring_variation(event.settings.game), table).ok();
        let points = points.map(|[first, second]| format!(" ({first} : {second})")).unwrap_or_default();
        format!("{}{points}", event.result_text(room.game, &entry))
    });
    ComparedRecord {
        id: record.id.to_string(),
        by: record.by.clone(),
        at: view::local(event, record.at),
        differing: rest.first().map(|step| step.written.clone()).unwrap_or_default(),
        next: following.join(" "),
        shows: shows.unwrap_or_default(),
        once: OnceKey::new().to_string(),
    }
}
