//! The board of a published record at one of its moments, as a picture that stands by itself.

use crate::board::{Course, draw, standalone};
use crate::domain::dice::Bytes32;
use crate::domain::ids::GameId;
use crate::error::AppError;
use crate::publish::{Issue, Moment};

pub(super) fn board(
    issue: &Issue,
    game: GameId,
    moment: Moment,
    mut find_record: impl FnMut(Bytes32) -> Result<Option<String>, AppError>,
) -> Result<String, AppError> {
    let event = &issue.event;
    let game = event.games.get(&game).ok_or(AppError::not_found("game"))?;
    let handed_in = game.record_to_publish().ok_or(AppError::not_found("record"))?;
    let text = find_record(handed_in.digest)?.ok_or(AppError::not_found("record"))?;
    let course = Course::read(&text, &event.settings.dance_board()).ok_or(AppError::not_found("board"))?;
    let ply = moment.ply.unwrap_or_else(|| course.last_ply());
    let scene = course.scene(ply).ok_or(AppError::not_found("ply"))?;
    let said = course.step_at(ply).map(|step| format!("After ply {ply}, {}.", step.written));
    Ok(standalone(&draw(&scene, &said.unwrap_or_default())))
}
