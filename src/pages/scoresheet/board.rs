//! The board of a scoresheet: the moment that is shown, and what can be touched on it.

use tiger_rules::dragon::Kind;
use tiger_rules::{AnyPosition, GameKind, Touched};

use super::spots::{Addresses, Touching, choices};
use super::{Asked, GroupView, ScoresheetPage};
use crate::board::{Marks, Scene, draw};
use crate::error::AppError;
use crate::services::scoresheets::{Replayed, TOUCH};

/// What a touch of one force and of nothing else means in a game where forces may act without leaving their position.
#[derive(Debug)]
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

pub(super) fn show(page: &mut ScoresheetPage, replayed: &Replayed, asked: &Asked) -> Result<(), AppError> {
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
    if is_asked && !page.shows_moves {
        offer_places(page, &mut scene, asked);
    } else if is_asked {
        let parts = group_parts(asked);
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
        _ => format!("{moment} {turn} is to move."),
    };
    scene.layer.is_turned = page.is_turned;
    page.drawing = Some(draw(&scene, &moment));
    Ok(())
}

/// The walks of a group move that the address asks for.
pub(super) fn group_parts(asked: &Asked) -> Option<Vec<String>> {
    let text = asked.group.as_deref()?;
    let parts = text.split('&').filter(|part| !part.is_empty() && *part != "-");
    Some(parts.map(str::to_owned).collect())
}

/// The position after the walks of a group move so far.
pub(super) fn amid_group(position: &AnyPosition, parts: &[String]) -> Option<AnyPosition> {
    let borrowed: Vec<&str> = parts.iter().map(String::as_str).collect();
    position.amid_group(&borrowed).or_else(|| {
        let mut whole = position.clone();
        whole.play_text(&parts.join("&")).ok().map(|_| whole)
    })
}

/// Lets every place be touched, and says nothing of the moves.
fn offer_places(page: &mut ScoresheetPage, scene: &mut Scene<'_>, asked: &Asked) {
    let group = group_parts(asked).filter(|_| scene.position.game() == GameKind::Dance);
    let joined = group.as_ref().map(|parts| if parts.is_empty() { "-".to_owned() } else { parts.join("&") });
    let addresses = Addresses { sheet: &page.action, group: joined.as_deref() };
    let touching = Touching::unknowing(scene, &scene.position.list_touches(), asked, &addresses);
    scene.layer.spots = touching.spots;
    page.plain_href = addresses.asking(&[]);
    page.chosen = touching.chosen;
    page.beside = touching.beside;
    page.can_type = true;
    let may_stay = page.staying.as_ref().is_some_and(|it| it.is_of(&page.chosen));
    page.stays = match &asked.from {
        Some(from) if may_stay && group.is_none() => format!("{from}{TOUCH}"),
        _ => String::new(),
    };
    if scene.position.game() == GameKind::Dance {
        let parts = group.clone().unwrap_or_default();
        page.group = GroupView {
            begin_href: format!("{}?group=-#board", page.action),
            is_on: group.is_some(),
            written: parts.join("&"),
            parts,
        };
    }
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
    page.can_type = !listed.is_empty();
    page.all = choices(listed.iter().collect::<Vec<_>>().iter());
    page.group = group_view(base, group, &page.action);
}

pub(super) fn group_view(base: &AnyPosition, group: Option<&[String]>, sheet: &str) -> GroupView {
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
        parts: parts.to_vec(),
        written: if is_move { written } else { String::new() },
    }
}
