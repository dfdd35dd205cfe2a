//! The Middle Kingdoms of Dragon: two kingdoms, Trafalgar Ocean between them, rooms beside the White Room and the
//! Stairwell, the Barren Lands beyond.

use tiger_rules::Side;
use tiger_rules::dragon::{
    Beast, Captive, Ground, ISLAND, Kind, Position, Shield, Side as DragonSide, Situation, harbour_of,
};

use super::Scene;
use super::dragon::{beast_at, force, seat, waiting};
use super::force::Force;
use super::svg::{Area, Svg};
use super::vessel;

const LEFT: i32 = 40;
const WIDTH: i32 = LEFT + 900 + 10;
/// The strip of Barren Lands behind each kingdom.
const BARREN: i32 = 122;
const ROOMS: i32 = 128;
const LAND_TOP: i32 = 30 + BARREN + ROOMS;
const HEIGHT: i32 = 2 * LAND_TOP + 1500;

/// A room without geometry, with who is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) name: &'static str,
    short: &'static str,
    side: Side,
    /// The first of the two files above or below which it is drawn; the E file belongs to the rooms of the lattice.
    file: i32,
    forces: Vec<Force>,
    arrows: (u8, Side),
}

impl Room {
    /// Who and what is there.
    pub(super) fn in_words(&self) -> Vec<String> {
        let arrows = match self.arrows {
            (0, _) => None,
            (1, side) => Some(format!("1 {} arrow", arrow_colour(side))),
            (count, side) => Some(format!("{count} {} arrows", arrow_colour(side))),
        };
        self.forces.iter().map(Force::full_name).chain(arrows).collect()
    }

    const fn area(&self) -> Area {
        let y = match self.side {
            Side::North => 30 + BARREN,
            Side::South => HEIGHT - 30 - BARREN - ROOMS,
        };
        Area::new(LEFT + 100 * self.file + 4, y + 6, 192, ROOMS - 12)
    }
}

const fn arrow_colour(side: Side) -> &'static str {
    match side {
        Side::North => "green",
        Side::South => "red",
    }
}

/// The rooms that hold something the game can ask for, West to East.
pub(super) fn rooms(situation: &Situation) -> Vec<Room> {
    let state = situation.state();
    let (north, south) = (Side::North, Side::South);
    let is_in_office = |shield: Shield| matches!(shield, Shield::Lowered | Shield::Alert);
    let when = |is_there: bool, there: Force| is_there.then_some(there).into_iter().collect::<Vec<_>>();
    let room = |name, short, side, file, forces| Room { name, short, side, file, forces, arrows: (0, side) };
    let queen = waiting(north, "TBQ", "TrueBorn Queen at work", "queen-crown");
    let magician = waiting(south, "CIM", "Captive Magician", "wizard-staff");
    let wizard = waiting(north, "CWD", "Captive Wizard", "wizard-face");
    let younger = if state.younger == Beast::Waiting {
        waiting(south, "WYS", "Waiting Younger Winged Serpent", "sea-serpent")
    } else {
        // Ruling 32: the Witch who has set the Serpent afire ends here.
        force(Kind::Witch)
    };
    let mut storm_tower = vec![waiting(south, "SD", "Storm Dragon", "double-dragon")];
    storm_tower.extend(when(state.wizard == Captive::Chained, wizard));
    vec![
        Room {
            arrows: (state.library_arrows, north),
            ..room("Great Library", "Library", north, 0, when(!state.war, queen))
        },
        room(
            "Librarian's Office",
            "Librarian",
            north,
            2,
            when(is_in_office(state.librarian), force(Kind::Librarian)),
        ),
        room("Scholars' Tower", "Scholars", north, 5, when(state.magician == Captive::Chained, magician)),
        Room {
            arrows: (state.green_arrows, north),
            ..room("Quiver of the Forest", "Arrows", north, 7, Vec::new())
        },
        room("Central Dungeon", "Dungeon", south, 0, vec![younger]),
        room("Jailer's Office", "Jailer", south, 2, when(is_in_office(state.jailer), force(Kind::Jailer))),
        room("Storm Tower", "Storm Tower", south, 5, storm_tower),
        Room {
            arrows: (state.red_arrows, south),
            ..room("Quiver of the Storm", "Arrows", south, 7, Vec::new())
        },
    ]
}

pub(super) fn draw(scene: &Scene<'_>, situation: &Situation, label: &str) -> String {
    let mut svg = Svg::open("dragon", (WIDTH, HEIGHT), label, &scene.layer);
    svg.room("great-forest", Area::new(0, 0, WIDTH, HEIGHT), "The Great Forest");
    for side in Side::BOTH {
        draw_barren(&mut svg, scene, side);
    }
    for room in rooms(situation) {
        draw_room(&mut svg, &room);
    }
    for at in Position::all() {
        svg.square(ground(at), &at.to_string(), area(at), &scene.marks);
    }
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
        0 => LAND_TOP - ROOMS + 14,
        16 => LAND_TOP + 1500 + ROOMS - 114,
        rank => LAND_TOP + 100 * (rank as i32 - 1),
    };
    Area::cell(x, y)
}

fn ground(at: Position) -> &'static str {
    let is_dark = (at.file() + at.rank()).is_multiple_of(2);
    if at.is_room() {
        return "chamber";
    }
    if at == ISLAND {
        return "island";
    }
    if DragonSide::BOTH.into_iter().any(|side| harbour_of(side) == at) {
        return "harbour";
    }
    match (at.ground(), is_dark) {
        (Ground::Ocean, true) => "ocean dark",
        (Ground::Ocean, false) => "ocean light",
        (Ground::Kingdom(side), _) if at.is_palace_of(side) => match (side, is_dark) {
            (DragonSide::Forest, true) => "palace dark",
            (DragonSide::Forest, false) => "palace light",
            (DragonSide::Storm, true) => "citadel dark",
            (DragonSide::Storm, false) => "citadel light",
        },
        (Ground::Kingdom(DragonSide::Forest), true) => "green-land dark",
        (Ground::Kingdom(DragonSide::Forest), false) => "green-land light",
        (Ground::Kingdom(DragonSide::Storm), true) => "red-land dark",
        (Ground::Kingdom(DragonSide::Storm), false) => "red-land light",
    }
}

/// Palace, Citadel, island and the banners on their borders.
fn draw_features(svg: &mut Svg) {
    let walls = |rank: i32| Area::new(LEFT + 300, LAND_TOP + 100 * (rank - 1), 300, 300);
    svg.rect("walls walls-forest", walls(1));
    svg.rect("walls walls-storm", walls(13));
    svg.begin("lair");
    svg.icon("kraken-tentacle", area(ISLAND).inset(16));
    svg.end();
    for (class, border, name) in [
        ("banner banner-forest", LAND_TOP + 300, "TrueBorn Banner"),
        ("banner banner-storm", LAND_TOP + 1200, "Shadow Banner"),
    ] {
        svg.begin_turned(class, (LEFT + 500, border), 0, name);
        svg.icon("flying-flag", Area::new(-22, -24, 44, 44));
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
    // Captured forces lie behind the kingdom that took them.
    let gone: Vec<Force> = scene.lost.iter().filter(|lost| lost.side != side).copied().collect();
    let size = match gone.len() {
        0..=32 => 56,
        33..=66 => 40,
        _ => 28,
    };
    svg.shelf(&gone, place.inset(2), size);
}

fn draw_room(svg: &mut Svg, room: &Room) {
    let area = room.area();
    let look = if room.side == Side::North { "room room-forest" } else { "room room-storm" };
    svg.room(look, area, room.name);
    svg.words("room-name", (area.x + area.width / 2, area.y + area.height - 8), room.short);
    for (column, one) in (0..).zip(&room.forces) {
        svg.token(one, "", Area::new(area.x + 10 + 86 * column, area.y + 3, 78, 78));
    }
    let (count, side) = room.arrows;
    let class = if side == Side::North { "arrow arrow-forest" } else { "arrow arrow-storm" };
    for column in 0..i32::from(count) {
        let x = area.x + area.width - 46 * (column + 1);
        svg.begin_turned(
            class,
            (x, area.y + 20),
            0,
            if side == Side::North { "Green arrow" } else { "Red arrow" },
        );
        svg.icon("broadhead-arrow", Area::new(0, 0, 42, 42));
        svg.end();
    }
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
        shown.name = match seat(kind.side()) {
            Side::North => "bearer who has planted the TrueBorn flag",
            Side::South => "bearer who has planted the Shadow flag",
        };
    }
    svg.begin_force(&shown, &at.to_string());
    svg.token_shape(&shown, token);
    if situation.has_bird(at) {
        let bird = force(Kind::bird_of(kind.side()));
        svg.begin_turned(
            "bird",
            (token.x + token.width - 26, token.y - 4),
            0,
            &format!("{} inside", bird.full_name()),
        );
        svg.icon(bird.icon, Area::new(0, 0, 30, 30));
        svg.end();
    }
    svg.end();
}
