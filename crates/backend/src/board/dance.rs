//! The board of The Dragon's Dance: eleven by eleven, with rivers, camps and fortresses, the recruits beside it.

use tiger_rules::dance::{Kind, Piece, SIZE, Situation, Square, Terrain};
use tiger_rules::{GameKind, Side};

use super::Scene;
use super::force::Force;
use super::svg::{Area, Svg};

const LEFT: i32 = 40;
const TOP: i32 = 130;
const FIELD: i32 = 100 * SIZE as i32;
const HEIGHT: i32 = 2 * TOP + FIELD + 40;

pub(super) const fn force(piece: Piece) -> Force {
    let (short, icon) = match piece.kind {
        Kind::King => ("K", "chess-king"),
        Kind::Footman => ("F", "pikeman"),
        Kind::Musketeer => ("M", "musket"),
        Kind::Dragoon => ("O", "chess-knight"),
        Kind::Lancer => ("L", "mounted-knight"),
        Kind::Captain => ("C", "captain-hat-profile"),
        Kind::Dragon => ("D", "spiked-dragon-head"),
        Kind::Hero => ("H", "two-handed-sword"),
        Kind::Sage => ("S", "wizard-face"),
    };
    Force { game: GameKind::Dance, side: piece.side, icon, short, name: piece.kind.name(), mark: None }
}

/// Whom a side can still recruit, with how many of each.
pub(super) fn reserve(situation: &Situation, side: Side) -> Vec<(Force, usize)> {
    Kind::RECRUITS
        .into_iter()
        .map(|kind| (force(Piece { side, kind }), usize::from(situation.reserve(side, kind))))
        .filter(|(_, count)| *count > 0)
        .collect()
}

pub(super) fn draw(scene: &Scene<'_>, situation: &Situation, label: &str) -> String {
    let mut svg = Svg::open("dance", (LEFT + FIELD + 8, HEIGHT), label, &scene.layer);
    for side in Side::BOTH {
        draw_beside(&mut svg, scene, situation, side);
    }
    for square in Square::all() {
        draw_ground(&mut svg, scene, situation, square);
    }
    svg.end_squares();
    for number in 0..SIZE {
        let along = 100 * i32::from(number) + 50;
        svg.words("edge", (LEFT - 20, TOP + FIELD - along + 10), &(number + 1).to_string());
        svg.words("edge", (LEFT + along, TOP + FIELD + 28), &char::from(b'a' + number).to_string());
    }
    for square in Square::all() {
        let place = square.to_string();
        if let Some(piece) = situation.piece_at(square) {
            svg.token(&force(piece), &place, area(square).inset(5));
        }
        svg.target(&place, area(square), &scene.marks);
    }
    svg.close(&scene.layer)
}

fn area(square: Square) -> Area {
    Area::cell(LEFT + 100 * i32::from(square.file()), TOP + FIELD - 100 * i32::from(square.rank()))
}

fn draw_ground(svg: &mut Svg, scene: &Scene<'_>, situation: &Situation, square: Square) {
    let is_dark = !(square.file() + square.rank()).is_multiple_of(2);
    let class = match (situation.board().terrain(square), is_dark) {
        (Terrain::Plain, true) => "dark",
        (Terrain::Plain, false) => "light",
        (Terrain::River, _) => "river",
        (Terrain::Fortress, _) => "fortress",
        (Terrain::Camp, _) => "camp",
    };
    let area = area(square);
    let place = square.to_string();
    svg.square(class, &place, &named(situation, square), area, &scene.marks);
    let terrain = situation.board().terrain(square);
    if terrain != Terrain::Plain {
        svg.upright(area, |svg| draw_terrain(svg, terrain, area));
    }
}

fn draw_terrain(svg: &mut Svg, terrain: Terrain, Area { x, y, .. }: Area) {
    match terrain {
        Terrain::River => {
            for line in [32, 52, 72] {
                svg.path("wave", &format!("M{} {} q12 -10 24 0 t24 0 t24 0", x + 14, y + line));
            }
        }
        Terrain::Fortress => svg.path(
            "battlements",
            &format!("M{} {} v-76 h14 v10 h14 v-10 h24 v10 h14 v-10 h14 v76 z", x + 10, y + 92),
        ),
        Terrain::Camp => svg.path("tent", &format!("M{} {} l42 -80 l42 80 z", x + 8, y + 92)),
        Terrain::Plain => {}
    }
}

/// A square with what it is, if it is more than plain: `c3, fortress`.
pub(super) fn named(situation: &Situation, square: Square) -> String {
    match situation.board().terrain(square) {
        Terrain::Plain => square.to_string(),
        Terrain::River => format!("{square}, river"),
        Terrain::Fortress => format!("{square}, fortress"),
        Terrain::Camp => format!("{square}, camp"),
    }
}

/// Recruits with their numbers, and behind them who was captured by that side.
fn draw_beside(svg: &mut Svg, scene: &Scene<'_>, situation: &Situation, side: Side) {
    let (recruits, captured) = match side {
        Side::North => (TOP - 66, 4),
        Side::South => (TOP + FIELD + 40, HEIGHT - 56),
    };
    let name = GameKind::Dance.side_name(side);
    svg.upright(Area::new(LEFT, recruits, FIELD, 58), |svg| {
        for (column, (one, count)) in (0..).zip(reserve(situation, side)) {
            let x = LEFT + 136 * column;
            svg.figure(&one, "", Area::new(x, recruits, 58, 58));
            svg.words("count", (x + 84, recruits + 40), &format!("×{count}"));
        }
    });
    let gone: Vec<Force> = scene.lost.iter().filter(|lost| lost.side != side).copied().collect();
    svg.room("shelf", Area::new(LEFT, captured, FIELD, 52), &format!("Captured by {name}"));
    let size = if gone.len() > 20 { FIELD / 26 } else { 52 };
    svg.shelf(&gone, Area::new(LEFT, captured, FIELD, 52), size);
}
