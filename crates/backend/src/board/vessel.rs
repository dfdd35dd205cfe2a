//! The vessels on Trafalgar Ocean: hull, bow, flag, cannonballs.

use tiger_rules::dragon::{Position, Side as DragonSide, Situation, Vessel};
use tiger_rules::{AnyPosition, GameKind};

use super::dragon::seat;
use super::force::Force;
use super::svg::{Area, Svg};

/// The outline of a hull whose bow points North, around its middle.
const HULL: &str =
    "M0 -48 C20 -34 30 -12 30 10 C30 30 22 42 14 46 L-14 46 C-22 42 -30 30 -30 10 C-30 -12 -20 -34 0 -48 Z";
/// The ridge of the deck, from which the bow can be told.
const DECK: &str = "M0 -48 L0 -30 M-9 -34 L0 -46 L9 -34";

/// The class and name of a vessel's own colours.
const fn colour(fleet: DragonSide) -> (&'static str, &'static str) {
    match fleet {
        DragonSide::Forest => ("green", "Green"),
        DragonSide::Storm => ("red", "Red"),
    }
}

/// A vessel in words: class, colour, bow, cannonballs, who commands her.
pub(super) fn in_words(situation: &Situation, at: Position, vessel: Vessel) -> String {
    let class = if vessel.is_flagship() { "Flagship" } else { "ship" };
    let mut words = format!("{} {class}, bow {}", colour(vessel.fleet).1, vessel.bow.letters());
    if vessel.is_flagship() {
        let balls = vessel.balls();
        let word = if balls == 1 { "cannonball" } else { "cannonballs" };
        words.push_str(&format!(", {balls} {word}"));
    }
    if vessel.is_moored() {
        words.push_str(", in her harbour");
    }
    if let Some(commander) = situation.commander(at) {
        words.push_str(&format!(", flag of {}", commander.name()));
    }
    words
}

/// Draws a vessel with the flag of who commands her. Her bow points where it does on the board; flag and cannonballs stand
/// upright.
pub(super) fn draw(svg: &mut Svg, situation: &Situation, at: Position, vessel: Vessel, area: Area) {
    let degrees = 45 * vessel.bow as i32;
    let flagship = if vessel.is_flagship() { " flagship" } else { "" };
    let class = format!("vessel vessel-{}{flagship}", colour(vessel.fleet).0);
    svg.begin_turned(&class, area.middle(), degrees, &format!("{at} {}", in_words(situation, at, vessel)));
    svg.path("hull", HULL);
    svg.path("deck", DECK);
    svg.end();
    let Area { x, y, .. } = area;
    let flag = match situation.commander(at) {
        Some(DragonSide::Storm) => "flag flag-storm",
        Some(DragonSide::Forest) | None => "flag flag-forest",
    };
    svg.upright(area, |svg| {
        for ball in 0..i32::from(vessel.balls()) {
            svg.circle("ball", (x + 90, y + 90 - 15 * ball), 6);
        }
        svg.path(flag, &format!("M{} {} v30 M{} {} h22 l-6 7 l6 7 h-22 z", x + 6, y + 4, x + 6, y + 4));
    });
}

/// The vessels that a move has sunk; other games have none.
pub(super) fn sunk(before: &AnyPosition, after: &AnyPosition) -> Vec<Force> {
    match (before, after) {
        (AnyPosition::Dragon(before), AnyPosition::Dragon(after)) => wrecks(before, after),
        _ => Vec::new(),
    }
}

/// The vessels that a move has sunk, as forces for the Barren Lands.
pub(super) fn wrecks(before: &Situation, after: &Situation) -> Vec<Force> {
    let mut sunk = Vec::new();
    for fleet in DragonSide::BOTH {
        for is_flagship in [false, true] {
            let count = |situation: &Situation| {
                let same = |vessel: &Vessel| vessel.fleet == fleet && vessel.is_flagship() == is_flagship;
                situation.vessels().filter(|(_, vessel)| same(vessel)).count()
            };
            for _ in count(after)..count(before) {
                sunk.push(wreck(fleet, is_flagship));
            }
        }
    }
    sunk
}

const fn wreck(fleet: DragonSide, is_flagship: bool) -> Force {
    let name = match (fleet, is_flagship) {
        (DragonSide::Forest, false) => "Green ship, sunk",
        (DragonSide::Forest, true) => "Green Flagship, sunk",
        (DragonSide::Storm, false) => "Red ship, sunk",
        (DragonSide::Storm, true) => "Red Flagship, sunk",
    };
    Force { game: GameKind::Dragon, side: seat(fleet), icon: "sailboat", short: "", name, mark: None }
}
