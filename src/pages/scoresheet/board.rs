//! The board of a scoresheet: the moment that is shown, and what can be touched on it.

use tiger_rules::dragon::Kind;
use tiger_rules::{AnyPosition, GameKind};

use super::spots::{Addresses, Touching, choices};
use super::{Asked, GroupView, ScoresheetPage};
use crate::board::{Marks, Scene, draw, due};
use crate::error::{AppError, Result};
use crate::pages::moves::moment;
use crate::services::scoresheets::{Replayed, TOUCH};

/// What a touch of one force and of nothing else means in a game where forces may act without leaving their position.
pub struct Staying {
    /// What it does.
    pub words: &'static str,
    /// Names of the forces that may; none where all may.
    by: Vec<&'static str>,
}

impl Staying {
    pub(super) fn in_game(game: GameKind) -> Option<Self> {
        match game {
            GameKind::Dragon => {
                let bearers = Kind::ALL.iter().filter(|kind| kind.is_flag_bearer()).map(|kind| kind.name());
                Some(Self { words: "Plant the flag here", by: bearers.collect() })
            }
            GameKind::Dance => Some(Self { words: "Give it up for the King", by: Vec::new() }),
            GameKind::TigerChess | GameKind::LancerChess => None,
        }
    }

    /// Whether the force that is called so may; the sheet's script asks the same of the names that it is given.
    fn is_of(&self, force: &str) -> bool {
        !force.is_empty() && (self.by.is_empty() || self.by.iter().any(|name| force.contains(name)))
    }

    /// The names for the sheet's script.
    pub fn names(&self) -> String {
        self.by.join("|")
    }
}

pub(super) fn show(page: &mut ScoresheetPage, replayed: &Replayed, asked: &Asked) -> Result<()> {
    let course = &replayed.course;
    let is_whole = course.wrong().is_none();
    let is_over = replayed.reached.as_ref().is_ok_and(|now| now.verdict.is_some());
    let mut scene = match asked.ply {
        Some(ply) => course.scene(ply).ok_or(AppError::not_found("ply"))?,
        None => course.end_scene(),
    };
    let moment = moment(course.step_at(asked.ply.unwrap_or_else(|| course.last_ply())));
    let turn = course.game().side_name(scene.position.turn());
    let is_asked = page.can_write && page.looking.is_none() && is_whole && !is_over;
    let amid;
    if is_asked && !page.shows_moves {
        offer_places(page, &mut scene, asked);
    } else if is_asked {
        let parts = group_parts(asked.group.as_deref());
        let shown = parts.as_ref().and_then(|parts| amid_group(scene.position, parts));
        let base = scene.position;
        if let Some(position) = shown {
            amid = position;
            scene = Scene { position: &amid, marks: Marks::default(), ..scene };
        }
        offer_moves(page, &mut scene, base, parts.as_deref(), asked);
    }
    // Who only hears the board is told what the others read.
    scene.is_over |= page.looking.is_none() && !page.result.is_empty();
    page.said = match (is_over, &page.looking) {
        (true, None) => format!("{moment} The game is over."),
        (false, None) if !page.result.is_empty() => format!("{moment} The next move would be {turn}'s."),
        _ => format!("{moment} {}", due(scene.position)),
    };
    scene.layer.is_turned = page.is_turned;
    page.drawing = Some(draw(&scene, &moment));
    Ok(())
}

/// The walks of a group move that the address asks for.
pub(super) fn group_parts(asked: Option<&str>) -> Option<Vec<&str>> {
    Some(asked?.split('&').filter(|part| !part.is_empty() && *part != "-").collect())
}

/// The same as addresses write them.
pub(super) fn joined(parts: &[&str]) -> String {
    if parts.is_empty() { "-".to_owned() } else { parts.join("&") }
}

/// The position after the walks of a group move so far.
pub(super) fn amid_group(position: &AnyPosition, parts: &[&str]) -> Option<AnyPosition> {
    position.amid_group(parts).or_else(|| {
        let mut whole = position.clone();
        whole.play_text(&parts.join("&")).ok().map(|_| whole)
    })
}

/// Lets every place be touched, and says nothing of the moves.
fn offer_places(page: &mut ScoresheetPage, scene: &mut Scene<'_>, asked: &Asked) {
    let is_dance = scene.position.game() == GameKind::Dance;
    let group = group_parts(asked.group.as_deref()).filter(|_| is_dance);
    let joined = group.as_deref().map(joined);
    let addresses = Addresses { sheet: &page.action, group: joined.as_deref() };
    page.touching = Touching::unknowing(scene, &scene.position.list_touches(), asked, &addresses);
    scene.layer.spots = std::mem::take(&mut page.touching.spots);
    page.plain_href = addresses.asking(&[]);
    page.can_type = true;
    let may_stay = page.staying.as_ref().is_some_and(|it| it.is_of(&page.touching.chosen));
    page.stays = match &asked.from {
        Some(from) if may_stay && group.is_none() => format!("{from}{TOUCH}"),
        _ => String::new(),
    };
    if is_dance {
        page.group = GroupView {
            begin_href: format!("{}?group=-#board", page.action),
            is_on: group.is_some(),
            parts: group.as_ref().map(|parts| parts.join(" & ")).unwrap_or_default(),
            written: group.map(|parts| parts.join("&")).unwrap_or_default(),
        };
    }
}

fn offer_moves(
    page: &mut ScoresheetPage,
    scene: &mut Scene<'_>,
    base: &AnyPosition,
    group: Option<&[&str]>,
    asked: &Asked,
) {
    let listed = base.list_touches();
    let moves = group.map(|parts| base.next_in_group(parts));
    let joined = group.map(joined);
    let addresses = Addresses { sheet: &page.action, group: joined.as_deref() };
    page.touching = Touching::new(scene, moves.as_ref().unwrap_or(&listed), asked, &addresses);
    scene.layer.spots = std::mem::take(&mut page.touching.spots);
    if !page.touching.chosen.is_empty() {
        // The last move and the chosen force would be taken for each other.
        scene.marks = Marks::default();
    }
    page.plain_href = addresses.asking(&[]);
    page.is_beside_all = scene.layer.spots.is_empty();
    page.can_type = !listed.is_empty();
    page.all = choices(&listed);
    page.group = group_view(base, group, &page.action);
}

pub(super) fn group_view(base: &AnyPosition, group: Option<&[&str]>, sheet: &str) -> GroupView {
    let begin_href = match base.next_in_group(&[]).is_empty() {
        true => String::new(),
        false => Addresses { sheet, group: Some("-") }.asking(&[]),
    };
    let Some(parts) = group else { return GroupView { begin_href, ..GroupView::default() } };
    let written = parts.join("&");
    let is_move = !parts.is_empty() && base.clone().play_text(&written).is_ok();
    GroupView {
        begin_href,
        is_on: true,
        parts: parts.join(" & "),
        written: if is_move { written } else { String::new() },
    }
}
