//! The board of a published record at one of its moments, as a picture that stands by itself.

use tiger_event::GameId;

use super::{FindRecord, tgr};
use crate::board::{Course, draw, standalone};
use crate::error::{AppError, Result};
use crate::publish::{Issue, Moment};

pub(super) fn board(
    issue: &Issue,
    game: GameId,
    moment: Moment,
    find_record: FindRecord<'_>,
) -> Result<String> {
    let (_, _, text) = tgr::published(issue, game, find_record)?;
    let course =
        Course::read(&text, &issue.event.settings.dance_board()).ok_or(AppError::not_found("board"))?;
    let ply = moment.ply.unwrap_or_else(|| course.last_ply());
    let mut scene = course.scene(ply).ok_or(AppError::not_found("ply"))?;
    scene.layer.is_turned = moment.is_turned;
    let said = course.step_at(ply).map(|step| format!("After ply {ply}, {}.", step.written));
    Ok(standalone(&draw(&scene, &said.unwrap_or_default())))
}
