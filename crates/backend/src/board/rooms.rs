//! The twelve rooms beside the Middle Kingdoms and the quivers of both sides.

use tiger_rules::Side;
use tiger_rules::dragon::{Beast, Captive, Kind, Room, Shield, Situation};

use super::description::Row;
use super::dragon::{force, seat, waiting};
use super::force::Force;
use super::svg::{Area, Svg};

/// How much the rooms of a kingdom take: a row beside the royal's room, a row beyond it.
pub(super) const ROOMS: i32 = NEAR + FAR;
const NEAR: i32 = 118;
const FAR: i32 = 106;

/// Where rooms are drawn: the left of the nine files, and the edges of both kingdoms.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) left: i32,
    pub(super) north: i32,
    pub(super) south: i32,
}

impl Frame {
    /// The area of a room; `x` and `width` are counted from the left of the A file.
    fn area(self, side: Side, is_near: bool, (x, width): (i32, i32)) -> Area {
        let height = if is_near { NEAR } else { FAR };
        let y = match (side, is_near) {
            (Side::North, true) => self.north - NEAR,
            (Side::North, false) => self.north - ROOMS,
            (Side::South, true) => self.south,
            (Side::South, false) => self.south + NEAR,
        };
        Area::new(self.left + x + 4, y + 4, width - 8, height - 8)
    }

    fn place(self, room: Room) -> Area {
        let (side, is_near, along) = match room {
            Room::GreatLibrary => (Side::North, true, (0, 400)),
            Room::MusicLibrary => (Side::North, false, (0, 130)),
            Room::GamesRoom => (Side::North, false, (130, 130)),
            Room::LibrariansOffice => (Side::North, false, (260, 140)),
            Room::ScholarsTower => (Side::North, true, (500, 220)),
            Room::TopOfScholarsTower => (Side::North, false, (500, 220)),
            Room::CentralDungeon => (Side::South, true, (0, 200)),
            Room::JailersOffice => (Side::South, true, (200, 200)),
            Room::WestDungeon => (Side::South, false, (0, 200)),
            Room::EastDungeon => (Side::South, false, (200, 200)),
            Room::StormTower => (Side::South, true, (500, 220)),
            Room::TopOfStormTower => (Side::South, false, (500, 220)),
        };
        self.area(side, is_near, along)
    }

    fn quiver(self, side: Side) -> Area {
        let near = self.area(side, true, (720, 180));
        let far = self.area(side, false, (720, 180));
        Area::new(near.x, near.y.min(far.y), near.width, ROOMS - 8)
    }
}

/// What is written into a room, where its name is too long.
const fn short_name(room: Room) -> &'static str {
    match room {
        Room::MusicLibrary => "Music",
        Room::GamesRoom => "Games",
        Room::LibrariansOffice => "Office",
        Room::TopOfScholarsTower | Room::TopOfStormTower => "Top of the Tower",
        room => room.name(),
    }
}

/// Rooms and quivers in words.
pub(super) fn rows(situation: &Situation) -> Vec<Row> {
    let rooms = Room::ALL.into_iter().map(|room| Row::new(room.name(), situation.contents(room)));
    let quivers = [Side::North, Side::South].map(|side| {
        let (name, arrow, count) = quiver(situation, side);
        Row::new(name, (count > 0).then(|| format!("{arrow} ×{count}")))
    });
    rooms.chain(quivers).collect()
}

/// The name of a side's quiver, of its arrows, and how many are in it.
fn quiver(situation: &Situation, side: Side) -> (&'static str, &'static str, u8) {
    match side {
        Side::North => ("Quiver of the Forest", "Green Arrow", situation.state().green_arrows),
        Side::South => ("Quiver of the Storms", "Red Arrow", situation.state().red_arrows),
    }
}

/// Who and what is in a room; arrows apart.
fn inside(situation: &Situation, room: Room) -> Vec<Force> {
    let state = situation.state();
    let (north, south) = (Side::North, Side::South);
    let one = |it: Force| vec![it];
    let bearer = |shield: Shield, kind: Kind, on_alert: &'static str| match shield {
        Shield::Lowered => vec![force(kind)],
        Shield::Alert => vec![Force { name: on_alert, ..force(kind) }],
        Shield::Guard | Shield::Gone => Vec::new(),
    };
    let flag = |side, short, name| waiting(side, short, name, "flying-flag");
    match room {
        Room::GreatLibrary => vec![
            if state.war {
                force(Kind::Princess)
            } else {
                waiting(north, "TBQ", "TrueBorn Queen at Work", "queen-crown")
            },
            waiting(north, "TSB", "Library Books", "bookshelf"),
            flag(north, "FFT", "Forest Flag of Truce"),
        ],
        Room::MusicLibrary => one(waiting(north, "ML", "Music Library", "lyre")),
        Room::GamesRoom => one(waiting(north, "GEQ", "Games Equipment", "empty-chessboard")),
        Room::LibrariansOffice => bearer(state.librarian, Kind::Librarian, "Librarian, On Alert"),
        Room::ScholarsTower => one(waiting(north, "SCH", "Scholars", "graduate-cap")),
        // Check lists, freeing the captives, 3: captive and Elf or Troll interchange places.
        Room::TopOfScholarsTower => one(match state.magician {
            Captive::Chained => waiting(south, "CIM", "Captive Magician", "wizard-staff"),
            Captive::Free | Captive::Gone => waiting(south, "CTRL", "Captive Troll", "troll"),
        }),
        Room::CentralDungeon => vec![
            if state.younger == Beast::Waiting {
                waiting(south, "WYS", "Waiting Younger Winged Serpent", "sea-serpent")
            } else {
                // Ruling 32: the Witch who has set the Serpent afire ends here.
                force(Kind::Witch)
            },
            waiting(south, "CH", "Chain and Manacle", "manacles"),
        ],
        Room::WestDungeon | Room::EastDungeon => Vec::new(),
        Room::JailersOffice => {
            let mut inside = bearer(state.jailer, Kind::Jailer, "Jailer, On Alert");
            inside.push(waiting(south, "PH", "Pouch with Padlock and Keys", "swap-bag"));
            inside.push(flag(south, "SFT", "Storm Flag of Truce"));
            inside
        }
        Room::StormTower => one(waiting(south, "SD", "Storm Dragon", "double-dragon")),
        Room::TopOfStormTower => one(match state.wizard {
            Captive::Chained => waiting(north, "CWD", "Captive Wizard", "wizard-face"),
            Captive::Free | Captive::Gone => waiting(north, "CEF", "Captive Elf", "woman-elf-face"),
        }),
    }
}

/// Draws all rooms and both quivers.
pub(super) fn draw(svg: &mut Svg, situation: &Situation, frame: Frame) {
    for room in Room::ALL {
        let area = frame.place(room);
        svg.upright(area, |svg| draw_room(svg, situation, room, area));
    }
    for side in Side::BOTH {
        let area = frame.quiver(side);
        let (name, _, count) = quiver(situation, side);
        svg.upright(area, |svg| {
            begin(svg, side, area, name, "Quiver");
            draw_arrows(svg, side, count, area.inset(8), 78);
        });
    }
}

fn draw_room(svg: &mut Svg, situation: &Situation, room: Room, area: Area) {
    begin(svg, seat(room.kingdom()), area, room.name(), short_name(room));
    let there = inside(situation, room);
    // The abbreviation under a token stands clear of the room's name.
    let size = area.height - 36;
    let step = size.min((area.width - 8) / i32::try_from(there.len().max(1)).unwrap_or(1));
    for (column, one) in (0..).zip(&there) {
        svg.token(one, "", Area::new(area.x + 6 + step * column, area.y + 3, step, size.min(step + 12)));
    }
    if room == Room::GreatLibrary {
        let right = Area::new(area.x + area.width - 96, area.y + 6, 92, 70);
        draw_arrows(svg, Side::North, situation.state().library_arrows, right, 46);
    }
}

fn begin(svg: &mut Svg, side: Side, area: Area, name: &str, short: &str) {
    let look = if side == Side::North { "room room-forest" } else { "room room-storm" };
    svg.room(look, area, name);
    svg.words("room-name", (area.x + area.width / 2, area.y + area.height - 6), short);
}

fn draw_arrows(svg: &mut Svg, side: Side, count: u8, area: Area, size: i32) {
    let (class, title) = match side {
        Side::North => ("arrow arrow-forest", "Green Arrow"),
        Side::South => ("arrow arrow-storm", "Red Arrow"),
    };
    let in_row = (area.width / size).max(1);
    for number in 0..i32::from(count) {
        let at = (area.x + size * (number % in_row), area.y + size * (number / in_row));
        svg.begin_turned(class, at, 0, title);
        svg.icon("broadhead-arrow", Area::new(0, 0, size - 4, size - 4));
        svg.end();
    }
}
