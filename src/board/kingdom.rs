//! The Emerald Kingdom of TigerChess: the Chessfield between two Palaces with their Watchtowers, Strongholds,
//! Borderposts and Forest Clearings (rules 7 to 11, 19 of the main rules and 3 of the TigerVariation).

use tiger_rules::{GameKind, Guard, Kind, Side, TigerChess};

use super::Scene;
use super::chessfield::{draw_field, squares};
use super::force::Force;
use super::svg::{Area, Svg};

const WIDTH: i32 = 868;
const LEFT: i32 = 34;
const FIELD_TOP: i32 = 330;
const HEIGHT: i32 = 2 * FIELD_TOP + 800 + 30;

/// Who waits beside the Chessfield.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Beside {
    pub(super) knights: usize,
    pub(super) swordsmen: usize,
    pub(super) archers: usize,
    pub(super) tiger_knight: bool,
    pub(super) guard: Option<Post>,
    pub(super) standard: bool,
}

/// Where a Royal Guard is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Post {
    /// In the centre of the Watchtower.
    Watchtower,
    /// On the Palace wing of that file, 2 for C to 5 for F.
    Wing(u8),
    /// On his wing, but the position does not tell which.
    Palace,
}

impl Beside {
    pub(super) fn of(scene: &Scene<'_>, position: &TigerChess, side: Side) -> Self {
        // Once entered, a member is on the Chessfield or captured.
        let entered = |kind: Kind| {
            let force = Force::personnel(GameKind::TigerChess, side, kind);
            let standing = squares().filter(|&square| position.at(square) == Some((side, kind))).count();
            standing + scene.lost.iter().filter(|lost| **lost == force).count()
        };
        let archers = entered(Kind::Archer);
        let guard = match position.guard(side) {
            // Rule 9: outside the TigerVariation he watches from the Watchtower to the end.
            None | Some(Guard::Unposted) => Some(Post::Watchtower),
            Some(Guard::Wing(file)) => Some(Post::Wing(file)),
            Some(Guard::Safe) => Some(scene.wings[side].map_or(Post::Palace, Post::Wing)),
            Some(Guard::Captured) => None,
        };
        Self {
            knights: 8usize.saturating_sub(entered(Kind::Knight)),
            swordsmen: 4usize.saturating_sub(entered(Kind::Swordsman) + archers),
            archers: 4usize.saturating_sub(archers),
            tiger_knight: position.awaits_tigerknight(side),
            guard,
            standard: matches!(position.guard(side), None | Some(Guard::Unposted)),
        }
    }

    /// Whether the TigerKnight waits in the Watchtower, where the TigerVariation puts him.
    pub(super) fn is_tiger_knight_in_watchtower(&self) -> bool {
        self.tiger_knight && self.guard != Some(Post::Watchtower)
    }
}

/// The places behind one side's first rank.
struct Half {
    clearing: Area,
    watchtower: Area,
    palace: Area,
    west: Area,
    east: Area,
    stronghold: Area,
}

impl Half {
    fn of(side: Side) -> Self {
        let place = |x, y, width, height| match side {
            Side::North => Area::new(x, y, width, height),
            Side::South => Area::new(x, HEIGHT - y - height, width, height),
        };
        Self {
            clearing: place(LEFT, 12, 800, 104),
            watchtower: place(LEFT + 345, 122, 110, 62),
            palace: place(LEFT + 200, 184, 400, 68),
            west: place(LEFT + 10, 124, 170, 126),
            east: place(LEFT + 620, 124, 170, 126),
            stronghold: place(LEFT, 258, 800, 62),
        }
    }

    /// The wing of the Palace in line with a file.
    const fn wing(&self, file: u8) -> Area {
        Area::new(self.palace.x + 100 * (file as i32 - 2), self.palace.y, 100, self.palace.height)
    }
}

pub(super) fn draw(scene: &Scene<'_>, position: &TigerChess, label: &str) -> String {
    let mut svg = Svg::open("tigerchess", (WIDTH, HEIGHT), label, &scene.layer);
    svg.room("great-forest", Area::new(0, 0, WIDTH, HEIGHT), "The Great Forest");
    for side in Side::BOTH {
        draw_half(&mut svg, scene, position, side);
    }
    draw_field(&mut svg, scene, (LEFT, FIELD_TOP), |square| position.at(square));
    svg.close(&scene.layer)
}

fn draw_half(svg: &mut Svg, scene: &Scene<'_>, position: &TigerChess, side: Side) {
    let half = Half::of(side);
    let beside = Beside::of(scene, position, side);
    let force = |kind| Force::personnel(GameKind::TigerChess, side, kind);
    let name = GameKind::TigerChess.side_name(side);
    svg.room("clearing", half.clearing, &format!("Forest Clearing behind the {name} Palace"));
    let gone: Vec<Force> = scene.lost.iter().filter(|lost| lost.side != side).copied().collect();
    let size = if gone.len() > 32 { 800 / 20 } else { 50 };
    svg.shelf(&gone, half.clearing.inset(2), size);

    svg.room("watchtower", half.watchtower, &format!("{name} Watchtower"));
    for file in 2..=5u8 {
        let wing = char::from(b'A' + file);
        let area = half.wing(file);
        svg.room("palace", area, &format!("{name} Palace, {wing} wing"));
        let place = format!("P{wing}");
        if is_target(scene, position, side) {
            svg.note_place(&place, area);
        }
        if scene.marks.last.contains(&place) {
            svg.rect("mark-last", area.inset(4));
        }
    }
    draw_palace(svg, &half, &beside, side);

    svg.room("borderpost", half.west, &format!("{name} Borderpost of the Swordsmen"));
    svg.shelf(&vec![force(Kind::Swordsman); beside.swordsmen], centred(half.west), 61);
    svg.room("borderpost", half.east, &format!("{name} Borderpost of the Archers"));
    svg.shelf(&vec![force(Kind::Archer); beside.archers], centred(half.east), 61);

    svg.room("stronghold", half.stronghold, &format!("{name} Stronghold"));
    for slot in (0..8).take(beside.knights) {
        let Area { x, y, .. } = half.stronghold;
        svg.figure(&force(Kind::Knight), "", Area::new(x + 100 * slot + 22, y + 3, 56, 56));
    }
}

/// Whether the wings of that side's Palace are meant by `PC` to `PF` now: by his own Royal Guard while he is to be
/// posted, else by the opponent who occupies it.
fn is_target(scene: &Scene<'_>, position: &TigerChess, side: Side) -> bool {
    let turn = scene.position.turn();
    let is_posting = position.guard(turn) == Some(Guard::Unposted);
    (side == turn) == is_posting
}

/// The middle of a Borderpost: two by two.
const fn centred(post: Area) -> Area {
    Area::new(post.x + 24, post.y + 2, 124, 122)
}

fn draw_palace(svg: &mut Svg, half: &Half, beside: &Beside, side: Side) {
    let (centre, watch) = (half.palace.middle(), half.watchtower.middle());
    let around = |(x, y): (i32, i32), size: i32| Area::new(x - size / 2, y - size / 2, size, size);
    if beside.tiger_knight {
        let at = if beside.is_tiger_knight_in_watchtower() { watch } else { centre };
        let force = Force::personnel(GameKind::TigerChess, side, Kind::TigerKnight);
        svg.figure(&force, "", around(at, 58));
    }
    if let Some(post) = beside.guard {
        let at = match post {
            Post::Watchtower => watch,
            Post::Wing(file) => half.wing(file).middle(),
            Post::Palace => centre,
        };
        svg.figure(&Force::guard(side), "", around(at, 54));
    }
    if beside.standard {
        let standard = Force { icon: "flying-flag", name: "Standard", ..Force::guard(side) };
        // At the front of the Palace, beside who stands in its centre.
        svg.figure(&standard, "", around((centre.0 + 52, centre.1), 38));
    }
}
