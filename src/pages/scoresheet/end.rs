//! How a sheet ends: what the board shows, or what can be stated.

use tiger_event::result::{SEATS, seat_index};
use tiger_event::{ResultCode, ResultEntry, Scoresheet, Seat};
use tiger_rules::PointsTable;

use super::{Asked, ConfirmView, EndView, is_open};
use crate::access::Room;
use crate::pages::FormView;
use crate::pages::room::choices;
use crate::services::scoresheets::{Replayed, Stated, endings, shown, stated};

/// What the page says of the game's end. `told` is the ending that was sent and why it was refused.
pub(super) fn view(
    room: &Room<'_>,
    sheet: &Scoresheet,
    replayed: &Replayed,
    asked: &Asked,
    told: Option<(Option<String>, String)>,
) -> EndView {
    let event = room.event;
    let Ok(now) = &replayed.reached else { return EndView::None };
    if asked.of.is_some() || asked.ply.is_some() || !is_open(room) || sheet.moves.is_empty() {
        return EndView::None;
    }
    if room.seat.is_some() && !event.settings.players_report {
        return EndView::Closed("In this event the arbiters enter all results.");
    }
    if sheet.record.is_some() && room.game.result.is_some() {
        return EndView::None;
    }
    // Where the game has its result, the sheet is handed in with that, or not at all.
    let stands = room.game.result.as_ref().map(|result| ResultCode(result.entry).to_string());
    let asked = || (stands.clone().or_else(|| asked.ending.clone()), String::new());
    let (code, error) = told.unwrap_or_else(asked);
    if let Some(stated) = shown(event, room.game, now) {
        return EndView::Confirm(confirm(room, stated, error));
    }
    let mut form = FormView::new("ending");
    match code {
        None => {}
        Some(code) => match stated(event, room.game, now, &code) {
            Ok(stated) => return EndView::Confirm(confirm(room, stated, error)),
            Err(_) if stands.is_some() => {
                return EndView::Closed("The game has its result, and these moves cannot have led to it.");
            }
            Err(sentence) => form = form.with_value("ending", code).with_error("ending", sentence),
        },
    }
    let groups = endings(event, room.game, now);
    let groups = groups.iter().map(|group| choices(event, room.game, group)).collect();
    EndView::Choose { form, groups }
}

fn confirm(room: &Room<'_>, stated: Stated, error: String) -> ConfirmView {
    let event = room.event;
    let points = |seat: Seat| {
        let name = event.name_of(room.game.player(seat));
        (name.to_owned(), stated.points[seat_index(seat)].into())
    };
    let then = match (stated.is_on_board, room.seat) {
        _ if room.game.result.is_some() => {
            "The result stands already; the record is laid beside it.".to_owned()
        }
        (true, _) | (false, None) => "The result stands as soon as the record is handed in.".to_owned(),
        (false, Some(seat)) => {
            format!(
                "{} is asked to confirm it; then it stands.",
                event.name_of(room.game.player(seat.other()))
            )
        }
    };
    ConfirmView {
        code: ResultCode(stated.entry).to_string(),
        text: event.result_words(room.game, &stated.entry),
        is_on_board: stated.is_on_board,
        points: SEATS.map(points),
        line: table_line(room, &stated.entry),
        then,
        error,
    }
}

/// The line of the game's own scoring table.
fn table_line(room: &Room<'_>, entry: &ResultEntry) -> String {
    let settings = &room.event.settings;
    let variation = room.game.scoring_variation(settings.game);
    match (&settings.points, entry.scoring_line(variation)) {
        (PointsTable::Game, Some(line)) => format!("Scoring table: {}, {}.", line.ending, line.points),
        _ => String::new(),
    }
}
