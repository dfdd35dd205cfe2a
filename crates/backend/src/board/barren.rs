//! The Barren Lands of Dragon: whatever a move sends there or fetches from there (the text's note on captured forces).

use tiger_rules::dragon::{Kind, Position, Side as DragonSide, Situation};
use tiger_rules::{AnyPosition, BySide, MoveEffect, Side};

use super::dragon::{force, forces_at, seat, waiting};
use super::force::Force;
use super::vessel;

/// Captured and lost forces, sunken vessels, spent arrows and cannonballs, behind the kingdom of each side.
pub type BarrenLands = BySide<Vec<Force>>;

/// Carries a move's losses to the Barren Lands: what was captured lies behind the kingdom that took it, with the arrow or
/// cannonball that was spent on it; what was lost otherwise, behind the enemy's.
pub(super) fn carry(lands: &mut BarrenLands, before: &AnyPosition, after: &AnyPosition, effect: &MoveEffect) {
    let (AnyPosition::Dragon(before), AnyPosition::Dragon(after)) = (before, after) else { return };
    let mover = tiger_rules::Position::turn(&**before);
    let taken = &mut lands[mover];
    for at in effect.captures.iter().filter_map(|place| Position::parse(place)) {
        taken.extend(forces_at(before, at));
    }
    taken.extend(vessel::wrecks(before, after));
    taken.extend(spent(before, effect, mover));
    let taken = &mut lands[mover.other()];
    let own = side_of(mover);
    let lost_birds = count_birds(before, own).saturating_sub(count_birds(after, own));
    taken.extend((0..lost_birds).map(|_| force(Kind::bird_of(own))));
    exchange(taken, before, effect);
}

/// The arrow or cannonball of the move.
fn spent(before: &Situation, effect: &MoveEffect, mover: Side) -> Option<Force> {
    let thing = |side, short, icon, name| waiting(side, short, name, icon);
    match effect.kind.as_str() {
        "arrow" if mover == Side::North => Some(thing(mover, "GA", "broadhead-arrow", "Green Arrow, spent")),
        "arrow" => Some(thing(mover, "RA", "broadhead-arrow", "Red Arrow, spent")),
        "cannon" => {
            // Ruling 13: the balls are the ship's, whoever commands her.
            let at = Position::parse(effect.from.as_deref()?)?;
            Some(match before.vessel_at(at)?.fleet {
                DragonSide::Forest => thing(Side::North, "GAN", "cannon-ball", "Green Cannonball, spent"),
                DragonSide::Storm => thing(Side::South, "RAN", "cannon-ball", "Red Cannonball, spent"),
            })
        }
        _ => None,
    }
}

/// Ruling 22: an Elf or Troll lies where the force came from that he was exchanged for.
fn exchange(taken: &mut [Force], before: &Situation, effect: &MoveEffect) {
    let foot = effect.from.as_deref().and_then(Position::parse).and_then(|from| before.force_at(from));
    let (Some(foot @ (Kind::Elf | Kind::Troll)), Some(fetched)) = (foot, &effect.becomes) else { return };
    if let Some(at) = taken.iter().position(|gone| gone.short == fetched.as_str()) {
        taken[at] = force(foot);
    }
}

/// The Albatrosses or Ravens that a side has, those in towers included.
fn count_birds(situation: &Situation, side: DragonSide) -> usize {
    let forces = Position::all().filter_map(|at| Some((at, situation.force_at(at)?)));
    forces
        .filter(|&(at, kind)| kind.side() == side && (kind == Kind::bird_of(side) || situation.has_bird(at)))
        .count()
}

fn side_of(side: Side) -> DragonSide {
    if side == seat(DragonSide::Forest) { DragonSide::Forest } else { DragonSide::Storm }
}
