//! The Middle Kingdoms of Dragon: two kingdoms, Trafalgar Ocean between them, rooms beside the White Room and the
//! Stairwell, the Barren Lands beyond.

use tiger_rules::Side;
use tiger_rules::dragon::{Ground, ISLAND, Kind, Position, Side as DragonSide, Situation, harbour_of};

use super::Scene;
use super::dragon::{beast_at, force, named};
use super::rooms::{self, Frame, ROOMS};
use super::svg::{Area, Svg};
use super::vessel;

const LEFT: i32 = 40;
const WIDTH: i32 = LEFT + 900 + 10;
/// The strip of Barren Lands behind each kingdom.
const BARREN: i32 = 122;
const LAND_TOP: i32 = 30 + BARREN + ROOMS;
const HEIGHT: i32 = 2 * LAND_TOP + 1500;

pub(super) fn draw(scene: &Scene<'_>, situation: &Situation, label: &str) -> String {
    let mut svg = Svg::open("dragon", (WIDTH, HEIGHT), label, &scene.layer);
    svg.room("great-forest", Area::new(0, 0, WIDTH, HEIGHT), "The Great Forest");
    for side in Side::BOTH {
        draw_barren(&mut svg, scene, side);
    }
    rooms::draw(&mut svg, situation, Frame { left: LEFT, north: LAND_TOP, south: LAND_TOP + 1500 });
    for at in Position::all() {
        svg.square(&ground(at), &at.to_string(), &named(at), area(at), &scene.marks);
    }
    svg.end_squares();
    draw_features(&mut svg);
    for rank in 1..=15 {
        svg.words("edge", (LEFT - 19, LAND_TOP + 100 * rank - 41), &rank.to_string());
    }
    for file in 0..9u8 {
        let x = LEFT + 100 * i32::from(file) + 50;
        let letter = char::from(b'A' + file).to_string();
        svg.words("edge", (x, 26), &letter);
        svg.words("edge", (x, HEIGHT - 8), &letter);
    }
    for at in Position::all() {
        draw_position(&mut svg, scene, situation, at);
    }
    svg.close(&scene.layer)
}

const fn area(at: Position) -> Area {
    let x = LEFT + 100 * at.file() as i32;
    let y = match at.rank() {
        0 => LAND_TOP - 112,
        16 => LAND_TOP + 1512,
        rank => LAND_TOP + 100 * (rank as i32 - 1),
    };
    Area::cell(x, y)
}

fn ground(at: Position) -> String {
    if at.is_room() {
        return "chamber".to_owned();
    }
    if at == ISLAND {
        return "island".to_owned();
    }
    if DragonSide::BOTH.into_iter().any(|side| harbour_of(side) == at) {
        return "harbour".to_owned();
    }
    let land = match at.ground() {
        Ground::Ocean => "ocean",
        Ground::Kingdom(side @ DragonSide::Forest) if at.is_palace_of(side) => "palace",
        Ground::Kingdom(side @ DragonSide::Storm) if at.is_palace_of(side) => "citadel",
        Ground::Kingdom(DragonSide::Forest) => "green-land",
        Ground::Kingdom(DragonSide::Storm) => "red-land",
    };
    let shade = if (at.file() + at.rank()).is_multiple_of(2) { "dark" } else { "light" };
    format!("{land} {shade}")
}

/// Palace, Citadel, island and the banners on their borders.
fn draw_features(svg: &mut Svg) {
    let walls = |rank: i32| Area::new(LEFT + 300, LAND_TOP + 100 * (rank - 1), 300, 300);
    svg.rect("walls walls-forest", walls(1));
    svg.rect("walls walls-storm", walls(13));
    svg.begin("lair");
    svg.upright(area(ISLAND), |svg| svg.icon("kraken-tentacle", area(ISLAND).inset(16)));
    svg.end();
    for (class, border, name) in [
        ("banner banner-forest", LAND_TOP + 300, "TrueBorn Banner"),
        ("banner banner-storm", LAND_TOP + 1200, "Shadow Banner"),
    ] {
        svg.begin_turned(class, (LEFT + 500, border), 0, name);
        let banner = Area::new(-22, -24, 44, 44);
        svg.upright(banner, |svg| svg.icon("flying-flag", banner));
        svg.end();
    }
}

fn draw_barren(svg: &mut Svg, scene: &Scene<'_>, side: Side) {
    let y = match side {
        Side::North => 34,
        Side::South => HEIGHT - 34 - BARREN + 8,
    };
    let place = Area::new(LEFT, y, 900, BARREN - 8);
    let kingdom = if side == Side::North { "Forest Kingdom" } else { "Kingdom of Storms" };
    svg.room("barren", place, &format!("Barren Lands behind the {kingdom}"));
    let gone = &scene.barren[side];
    let size = match gone.len() {
        0..=32 => 56,
        33..=66 => 40,
        _ => 28,
    };
    let in_row = usize::try_from(place.width / size).unwrap_or(1).max(1);
    svg.upright(place, |svg| {
        for (row, line) in (0..).zip(gone.chunks(in_row)) {
            for (column, force) in (0..).zip(line) {
                let at = Area::new(place.x + 2 + column * size, place.y + 1 + row * size, size, size);
                // Abbreviations are read as long as there is room for them.
                if size < 50 { svg.figure(force, "", at.inset(2)) } else { svg.token(force, "", at) }
            }
        }
    });
}

fn draw_position(svg: &mut Svg, scene: &Scene<'_>, situation: &Situation, at: Position) {
    let (place, area) = (at.to_string(), area(at));
    let mut token = area.inset(5);
    if let Some(found) = situation.vessel_at(at) {
        vessel::draw(svg, situation, at, found, area);
        token = area.inset(14);
    }
    match situation.force_at(at) {
        Some(kind) => draw_force(svg, situation, at, kind, token),
        None => {
            if let Some(beast) = beast_at(situation, at) {
                svg.token(&beast, &place, token);
            }
        }
    }
    svg.target(&place, area, &scene.marks);
}

fn draw_force(svg: &mut Svg, situation: &Situation, at: Position, kind: Kind, token: Area) {
    let mut shown = force(kind);
    if situation.planted() == Some(at) {
        shown.name = match kind {
            Kind::Prince => "TrueBorn Prince, who has planted the Forest Flag",
            Kind::Warlord => "Dark Warlord, who has planted the Storm Flag",
            _ => "Red Witch, who has planted the Storm Flag",
        };
    }
    svg.force(&shown, &at.to_string(), token, |svg| {
        svg.token_shape(&shown, token);
        if situation.has_bird(at) {
            let bird = force(Kind::bird_of(kind.side()));
            let corner = (token.x + token.width - 26, token.y - 4);
            svg.begin_turned("bird", corner, 0, &format!("{} inside", bird.full_name()));
            svg.icon(bird.icon, Area::new(0, 0, 30, 30));
            svg.end();
        }
    });
}
