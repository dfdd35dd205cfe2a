//! The Chessfield: LancerChess's whole board, TigerChess's middle.

use tiger_rules::{AnyPosition, Guard, Kind, Side, Square};

use super::Scene;
use super::force::{self, Force};
use super::svg::{Area, Svg};

/// Where the Chessfield's upper left corner lies.
const LEFT: i32 = 34;
/// Room above and below a plain board for what was captured.
const SHELF: i32 = 62;

/// Draws LancerChess's plain board, what was captured above and below it.
pub(super) fn draw_plain(scene: &Scene<'_>, label: &str) -> String {
    let height = 2 * SHELF + 800 + 34;
    let mut svg = Svg::open("lancerchess", (LEFT + 800 + 8, height), label, &scene.layer);
    for (side, y) in [(Side::South, 6), (Side::North, SHELF + 800 + 40)] {
        let gone: Vec<Force> = scene.lost.iter().filter(|force| force.side == side).copied().collect();
        let size = if gone.len() > 15 { 800 / 17 } else { 52 };
        svg.shelf(&gone, Area::new(LEFT, y, 800, 52), size);
    }
    draw_field(&mut svg, scene, (LEFT, SHELF));
    svg.close(&scene.layer)
}

/// Draws the 64 positions with their names at the edge, the personnel and the marks.
pub(super) fn draw_field(svg: &mut Svg, scene: &Scene<'_>, (left, top): (i32, i32)) {
    let area = |square: Square| {
        Area::cell(left + 100 * i32::from(square.file()), top + 100 * i32::from(7 - square.rank()))
    };
    for square in squares() {
        let look = if square.is_dark() { "dark" } else { "light" };
        let place = square.to_string();
        svg.square(look, &place, &place, area(square), &scene.marks);
    }
    svg.end_squares();
    for number in 0..8u8 {
        let along = 100 * i32::from(number) + 50;
        svg.words("edge", (left - 16, top + 800 - along + 10), &(number + 1).to_string());
        svg.words("edge", (left + along, top + 800 + 25), &char::from(b'A' + number).to_string());
    }
    for square in squares() {
        let place = square.to_string();
        if let Some(force) = member_at(scene, square) {
            svg.force(&force, &place, area(square), |svg| {
                svg.icon(force.icon, area(square).inset(10));
                if bears_standard(scene, square) {
                    let Area { x, y, .. } = area(square);
                    svg.icon("flying-flag", Area::new(x + 64, y + 4, 34, 34));
                }
                svg.mark(&force, area(square).inset(4));
            });
        }
        svg.target(&place, area(square), &scene.marks);
    }
}

/// All squares, the eighth rank first.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    (0..8).rev().flat_map(|rank| (0..8).map(move |file| Square::at(file, rank)))
}

/// Whether a Standard Bearer stands there: the King's Lancer in the TigerVariation (its rule 2).
fn bears_standard(scene: &Scene<'_>, square: Square) -> bool {
    let AnyPosition::TigerChess(position) = scene.position else { return false };
    let is_handed_over = |side| !matches!(position.guard(side), None | Some(Guard::Unposted));
    position.at(square).is_some_and(|(side, kind)| kind == Kind::KingsLancer && is_handed_over(side))
}

/// The member on a square of either game of the Chessfield, as pictures and words name him.
pub(super) fn member_at(scene: &Scene<'_>, square: Square) -> Option<Force> {
    let mut force = force::member_at(scene.position, scene.borne.as_ref(), square)?;
    if bears_standard(scene, square) {
        force.name = "King's Lancer, the Standard Bearer";
    }
    Some(force)
}
