//! The Emerald Kingdom of TigerChess: the Chessfield between two Palaces with their Watchtowers, Strongholds,
//! Borderposts and Forest Clearings (Notes on Initial Situation 7 to 11, rules 7 and 20, TigerVariation 2).

use tiger_rules::{GameKind, Guard, Kind, Mark, Side, TigerChess, TigerMarks};

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
    pub(super) knights: Vec<Knight>,
    /// The letters of Pikemen who stand in the Stronghold in the place of the Knights they were exchanged for (Change 3 A).
    pub(super) exchanged: Vec<u8>,
    pub(super) swordsmen: Vec<Force>,
    pub(super) archers: Vec<Force>,
    pub(super) tiger_knight: bool,
    pub(super) guard: Option<Post>,
    pub(super) standard: bool,
}

/// A Knight in the Stronghold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Knight {
    /// His letter, 0 for A to 7 for H, where it is known.
    pub(super) letter: Option<u8>,
    /// Whether the Pikeman of his letter can still be exchanged for him.
    pub(super) is_ready: bool,
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
            standing + scene.lost.iter().filter(|lost| lost.marked(None) == force).count()
        };
        let archers = entered(Kind::Archer);
        let waiting = 8usize.saturating_sub(entered(Kind::Knight));
        let swordsmen = 4usize.saturating_sub(entered(Kind::Swordsman) + archers);
        let guard = match position.guard(side) {
            // Notes on Initial Situation 9: outside the TigerVariation he watches from the Watchtower to the end.
            None | Some(Guard::Unposted) => Some(Post::Watchtower),
            Some(Guard::Wing(file)) => Some(Post::Wing(file)),
            Some(Guard::Safe) => Some(scene.wings[side].map_or(Post::Palace, Post::Wing)),
            Some(Guard::Captured) => None,
        };
        Self {
            knights: knights(scene, position, side, waiting),
            exchanged: match known(scene, position, side, &[Kind::Pikeman]) {
                Some(borne) => (0..8).filter(|&letter| borne.has_entered(side, letter)).collect(),
                None => Vec::new(),
            },
            swordsmen: waiting_at_posts(scene, position, side, Kind::Swordsman, swordsmen),
            archers: waiting_at_posts(scene, position, side, Kind::Archer, 4usize.saturating_sub(archers)),
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

/// The marks of a side, if all of these kinds who are on the Chessfield bear a known one.
fn known<'a>(
    scene: &'a Scene<'_>,
    position: &TigerChess,
    side: Side,
    kinds: &[Kind],
) -> Option<&'a TigerMarks> {
    let borne = scene.borne.as_ref()?;
    let is_one = |square| kinds.iter().any(|&kind| position.at(square) == Some((side, kind)));
    squares().all(|square| !is_one(square) || borne.at(square).is_some()).then_some(borne)
}

/// The Knights in the Stronghold, by their letters if all of them can be told.
fn knights(scene: &Scene<'_>, position: &TigerChess, side: Side, count: usize) -> Vec<Knight> {
    if let Some(borne) = known(scene, position, side, &[Kind::Pikeman, Kind::Knight]) {
        let waiting = (0..8).filter(|&letter| !borne.has_entered(side, letter));
        let lettered = waiting
            .map(|letter| Knight { letter: Some(letter), is_ready: borne.is_ready(position, side, letter) });
        let lettered: Vec<Knight> = lettered.collect();
        if lettered.len() == count {
            return lettered;
        }
    }
    vec![Knight { letter: None, is_ready: true }; count]
}

/// The Swordsmen or Archers at their Borderpost, by their numerals if all of them can be told: Swordsmen are posted in the
/// order of their numerals, and an Archer enters when the Swordsman of his numeral becomes him.
fn waiting_at_posts(
    scene: &Scene<'_>,
    position: &TigerChess,
    side: Side,
    kind: Kind,
    count: usize,
) -> Vec<Force> {
    let force = Force::personnel(GameKind::TigerChess, side, kind);
    if known(scene, position, side, &[Kind::Swordsman, Kind::Archer]).is_none() {
        return vec![force; count];
    }
    let lost = scene.lost.iter().filter(|lost| lost.marked(None) == force).filter_map(|lost| lost.mark);
    let standing = squares()
        .filter(|&square| position.at(square) == Some((side, kind)))
        .filter_map(|square| scene.borne?.at(square));
    let entered: Vec<Mark> = match kind {
        Kind::Swordsman => (1..=4).take(4usize.saturating_sub(count)).map(Mark::Numeral).collect(),
        _ => lost.chain(standing).collect(),
    };
    let numerals = (1..=4).map(Mark::Numeral).filter(|mark| !entered.contains(mark));
    let waiting: Vec<Force> = numerals.map(|mark| force.marked(Some(mark))).collect();
    if waiting.len() == count { waiting } else { vec![force; count] }
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
    draw_field(&mut svg, scene, (LEFT, FIELD_TOP));
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
        let place = format!("P{wing}");
        svg.wing(&place, area, &format!("{name} Palace, {wing} wing"));
        if is_target(scene, position, side) {
            svg.note_place(&place, area);
        }
        if scene.marks.last.contains(&place) {
            svg.rect("mark-last", area.inset(4));
        }
    }
    draw_palace(svg, &half, &beside, side);

    svg.room("borderpost", half.west, &format!("{name} Borderpost of the Swordsmen"));
    svg.shelf(&beside.swordsmen, centred(half.west), 61);
    svg.room("borderpost", half.east, &format!("{name} Borderpost of the Archers"));
    svg.shelf(&beside.archers, centred(half.east), 61);

    svg.room("stronghold", half.stronghold, &format!("{name} Stronghold"));
    let Area { x, y, .. } = half.stronghold;
    let slot = |number: i32| Area::new(x + 100 * number + 22, y + 3, 56, 56);
    for (number, knight) in (0..).zip(&beside.knights) {
        let place = slot(knight.letter.map_or(number, i32::from));
        let figure = force(Kind::Knight).marked(knight.letter.map(Mark::Letter));
        svg.begin(if knight.is_ready { "ready" } else { "resting" });
        svg.figure(&figure, "", place);
        svg.end();
    }
    for &letter in &beside.exchanged {
        svg.begin("resting");
        svg.figure(&force(Kind::Pikeman).marked(Some(Mark::Letter(letter))), "", slot(i32::from(letter)));
        svg.end();
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
