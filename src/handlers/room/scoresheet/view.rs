//! What the page of a scoresheet shows.

use tiger_rules::{AnyPosition, Touched};

use super::super::{Room, game_path, view as room_view};
use super::end::end_view;
use super::spots::{Addresses, Touching, choices};
use super::{Asked, Told, is_open, seat_of};
use crate::board::{Course, Marks, Scene, Step, draw};
use crate::domain::result::{Seat, army, seat_index};
use crate::domain::scoresheet::Scoresheet;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::form::FormView;
use crate::pages::public::ply_number;
use crate::pages::scoresheet::{EndView, GroupView, LookingView, RefusedView, ScoresheetPage, SheetMove};
use crate::services::scoresheets::{Refused, Replayed, replay};

pub(super) fn page(
    room: &Room<'_>,
    sheet: &Scoresheet,
    asked: &Asked,
    told: Told,
) -> Result<ScoresheetPage, AppError> {
    let action = room.path("/scoresheet");
    let mut page = blank(room, sheet, asked, &action);
    page.form = told.form.unwrap_or_else(|| FormView::new("moves-form"));
    page.form = page.form.with_idempotency(OnceKey::new().as_str()).with_version(&sheet.revision);
    page.refused = told.refused.map(|refused| refused_view(refused, told.added));
    page.conflict = told.conflict;
    match replay(&room.access.event, room.game, &sheet.moves) {
        Err(why) => {
            page.can_write = false;
            page.why_closed = why;
        }
        Ok(replayed) => {
            show_moves(&mut page, &replayed, asked)?;
            show_board(&mut page, &replayed, asked)?;
            page.end = end_view(room, sheet, &replayed, asked, told.end);
            say_without_field(&mut page);
        }
    }
    Ok(page)
}

fn blank(room: &Room<'_>, sheet: &Scoresheet, asked: &Asked, action: &str) -> ScoresheetPage {
    let (access, game) = (room.access, room.game);
    let event = &*access.event;
    let (is_own, is_open) = (asked.of.is_none(), is_open(room));
    let name = |seat: Seat| {
        let name = event.name_of(game.players()[seat_index(seat)]);
        match game.variation(event.settings.game) {
            Some(variation) => format!("{name} ({})", event.settings.game.side_name(army(variation, seat))),
            None => name.to_owned(),
        }
    };
    let owner = match (is_own, seat_of(game, sheet)) {
        (false, Some(seat)) => format!("Scoresheet of {}", event.name_of(game.players()[seat])),
        (true, Some(_)) => "Your scoresheet".to_owned(),
        (_, None) => "Your scoresheet as an arbiter".to_owned(),
    };
    let others = if access.role.is_arbiter() {
        let of =
            |seat: usize| (event.name_of(game.players()[seat]).to_owned(), format!("{action}?of={seat}"));
        vec![of(0), of(1)]
    } else {
        Vec::new()
    };
    let kept = match (sheet.changed_at, sheet.moves.len()) {
        (None, _) => "Every move is kept on the server as soon as it is written.".to_owned(),
        (Some(at), 1) => format!("1 move is kept on the server, {}.", room_view::local(event, at)),
        (Some(at), count) => {
            format!("{count} moves are kept on the server, {}.", room_view::local(event, at))
        }
    };
    ScoresheetPage {
        frame: access.frame(None).under("Game room", room.path("/room")),
        game: game_path(access, game),
        action: action.to_owned(),
        title: event.place_title(game),
        players: [Seat::First, Seat::Second].map(name),
        owner,
        others,
        can_write: is_own && is_open,
        why_closed: match (is_own, is_open) {
            (false, _) => "You read this sheet; only its holder writes on it.".to_owned(),
            (true, false) => "The round is closed: nothing is written here any more.".to_owned(),
            (true, true) => String::new(),
        },
        form: FormView::default(),
        drawing: None,
        said: String::new(),
        kept,
        chosen: String::new(),
        plain_href: action.to_owned(),
        choices: Vec::new(),
        beside: Vec::new(),
        is_beside_all: false,
        all: Vec::new(),
        group: GroupView::default(),
        moves: Vec::new(),
        looking: None,
        last: None,
        refused: None,
        conflict: None,
        end: EndView::None(String::new()),
        record: sheet.record.map(|id| room.path(&format!("/records/{id}"))).unwrap_or_default(),
    }
}

/// What is wrong with a typed move, for a sheet that has no legal move left and so no field to stand beside.
fn say_without_field(page: &mut ScoresheetPage) {
    if let (true, Some(sentence)) = (page.all.is_empty(), page.form.error("moves")) {
        page.refused =
            Some(RefusedView { title: "Not written", sentence: sentence.to_owned(), legal: Vec::new() });
    }
}

fn refused_view(refused: Refused, added: usize) -> RefusedView {
    RefusedView {
        title: if added == 0 { "Not written" } else { "Written up to here" },
        sentence: format!("Ply {}, {}: {}.", refused.ply, refused.text, refused.why),
        legal: refused.legal,
    }
}

fn show_moves(page: &mut ScoresheetPage, replayed: &Replayed, asked: &Asked) -> Result<(), AppError> {
    let course = &replayed.course;
    let last = course.last_ply();
    let ply = asked.ply.unwrap_or(last);
    if ply > last {
        return Err(AppError::not_found("ply"));
    }
    let of = asked.of.map(|seat| format!("&of={seat}")).unwrap_or_default();
    let steps = course.steps();
    page.moves = steps
        .iter()
        .enumerate()
        .map(|(at, step)| {
            row(step, at == 0, course, ply, format!("{}?ply={}{of}#board", page.action, step.ply))
        })
        .collect();
    page.last = steps.last().map(|step| (step.written.clone(), steps.len() - 1));
    if ply < last {
        let keep = steps.iter().filter(|step| step.ply <= ply).count();
        page.looking = Some(LookingView { ply, keep, back: steps.len() - keep });
    }
    if let Some(wrong) = course.wrong() {
        // Not what somebody has typed just now, but what no longer fits what is on file.
        page.refused = Some(RefusedView {
            title: "This sheet needs your eye",
            sentence: format!(
                "The sheet no longer fits the variation on file: ply {}, {}, is refused ({}). Take it back to there.",
                wrong.ply, wrong.text, wrong.why
            ),
            legal: Vec::new(),
        });
        page.last = Some((wrong.text.clone(), steps.len()));
    }
    Ok(())
}

fn row(step: &Step, is_first: bool, course: &Course, ply: u32, href: String) -> SheetMove {
    let (number, class) = ply_number(step, is_first);
    SheetMove {
        number,
        text: step.written.clone(),
        href,
        class,
        army: course.game().side_name(step.side),
        is_here: step.ply == ply,
    }
}

fn show_board(page: &mut ScoresheetPage, replayed: &Replayed, asked: &Asked) -> Result<(), AppError> {
    let course = &replayed.course;
    let is_whole = course.wrong().is_none();
    let is_over = replayed.reached.as_ref().is_ok_and(|now| now.verdict.is_some());
    let mut scene = match asked.ply {
        Some(ply) => course.scene(ply).ok_or(AppError::not_found("ply"))?,
        None => course.end_scene(),
    };
    let moment = match course.step_at(asked.ply.unwrap_or_else(|| course.last_ply())) {
        None => "Before the first move.".to_owned(),
        Some(step) => format!("After ply {}, {}.", step.ply, step.written),
    };
    let turn = course.game().side_name(scene.position.turn());
    let is_asked = page.can_write && page.looking.is_none() && is_whole && !is_over;
    let amid;
    if is_asked {
        let parts = group_parts(asked);
        let shown = parts.as_ref().and_then(|parts| amid_group(scene.position, parts));
        let base = scene.position;
        if let Some(position) = shown {
            amid = position;
            scene = Scene { position: &amid, marks: Marks::default(), ..scene };
        }
        offer_moves(page, &mut scene, base, parts.as_deref(), asked);
    }
    page.said = match (is_over, &page.looking) {
        (true, None) => format!("{moment} The game is over."),
        _ => format!("{moment} {turn} is to move."),
    };
    page.drawing = Some(draw(&scene, &moment));
    Ok(())
}

/// The walks of a group move that the address asks for.
fn group_parts(asked: &Asked) -> Option<Vec<String>> {
    let text = asked.group.as_deref()?;
    let parts = text.split('&').filter(|part| !part.is_empty() && *part != "-");
    Some(parts.map(str::to_owned).collect())
}

/// The position after the walks of a group move so far.
fn amid_group(position: &AnyPosition, parts: &[String]) -> Option<AnyPosition> {
    let borrowed: Vec<&str> = parts.iter().map(String::as_str).collect();
    position.amid_group(&borrowed).or_else(|| {
        let mut whole = position.clone();
        whole.play_text(&parts.join("&")).ok().map(|_| whole)
    })
}

fn offer_moves(
    page: &mut ScoresheetPage,
    scene: &mut Scene<'_>,
    base: &AnyPosition,
    group: Option<&[String]>,
    asked: &Asked,
) {
    let listed = base.list_touches();
    let moves: Vec<Touched> = match group {
        None => listed.clone(),
        Some(parts) => base.next_in_group(&parts.iter().map(String::as_str).collect::<Vec<_>>()),
    };
    let joined = group.map(|parts| if parts.is_empty() { "-".to_owned() } else { parts.join("&") });
    let addresses = Addresses { sheet: &page.action, group: joined.as_deref() };
    let touching = Touching::new(scene, &moves, asked, &addresses);
    scene.layer.spots = touching.spots;
    if !touching.chosen.is_empty() {
        // The last move and the chosen force would be taken for each other.
        scene.marks = Marks::default();
    }
    page.plain_href = addresses.asking(&[]);
    page.chosen = touching.chosen;
    page.choices = touching.choices;
    page.is_beside_all = scene.layer.spots.is_empty();
    page.beside = touching.beside;
    page.all = choices(listed.iter().collect::<Vec<_>>().iter());
    page.group = group_view(base, group, &page.action);
}

fn group_view(base: &AnyPosition, group: Option<&[String]>, sheet: &str) -> GroupView {
    let begin_href =
        if base.next_in_group(&[]).is_empty() { String::new() } else { format!("{sheet}?group=-#board") };
    let Some(parts) = group else { return GroupView { begin_href, ..GroupView::default() } };
    let written = parts.join("&");
    let is_move = !parts.is_empty() && base.clone().play_text(&written).is_ok();
    GroupView {
        begin_href,
        is_on: true,
        parts: parts.to_vec(),
        written: if is_move { written } else { String::new() },
    }
}
