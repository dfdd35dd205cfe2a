//! The forces of Dragon as pictures know them.

use tiger_rules::dragon::{
    Beast, ISLAND, Kind, Position, STAIRWELL, Side as DragonSide, Situation, WHITE_ROOM,
};
use tiger_rules::{GameKind, Side};

use super::force::Force;
use super::vessel;

/// The side's seat at the board: Forest sits in the North.
pub(super) const fn seat(side: DragonSide) -> Side {
    match side {
        DragonSide::Forest => Side::North,
        DragonSide::Storm => Side::South,
    }
}

pub(super) const fn force(kind: Kind) -> Force {
    Force {
        game: GameKind::Dragon,
        side: seat(kind.side()),
        icon: icon(kind),
        short: kind.abbreviation(),
        name: kind.name(),
        mark: None,
    }
}

/// A force that waits in a room beside the board.
pub(super) const fn waiting(
    side: Side,
    short: &'static str,
    name: &'static str,
    icon: &'static str,
) -> Force {
    Force { game: GameKind::Dragon, side, icon, short, name, mark: None }
}

const fn icon(kind: Kind) -> &'static str {
    match kind {
        Kind::Prince => "sharp-crown",
        Kind::Princess => "laurel-crown",
        Kind::QueenAtWar => "queen-crown",
        Kind::WhiteKnight => "mounted-knight",
        Kind::GreenKnight => "visored-helm",
        Kind::Crossbowman => "crossbow",
        Kind::SiegeDirector => "catapult",
        Kind::Watchtower => "watchtower",
        Kind::GreenFortress => "hill-fort",
        Kind::Albatross => "seagull",
        Kind::Guard => "spartan-helmet",
        Kind::Buccaneer => "pirate-hat",
        Kind::Ranger => "robin-hood-hat",
        Kind::PalaceDefender => "griffin-shield",
        Kind::Dwarf => "dwarf-face",
        Kind::Elf => "woman-elf-face",
        Kind::GreenSceptre => "winged-scepter",
        Kind::ForestTalisman => "gem-pendant",
        Kind::IceDragon => "spiked-dragon-head",
        Kind::Wizard => "wizard-face",
        Kind::Librarian => "open-book",
        Kind::Warlord => "warlord-helmet",
        Kind::StormQueen => "jewel-crown",
        Kind::Empress => "imperial-crown",
        Kind::Witch => "witch-face",
        Kind::BlackKnight => "black-knight-helm",
        Kind::RedKnight => "cavalry",
        Kind::Catapult => "trebuchet",
        Kind::SiegeMachine => "siege-tower",
        Kind::Castle => "stone-tower",
        Kind::RedFortress => "military-fort",
        Kind::Raven => "raven",
        Kind::Warder => "barbute",
        Kind::Pirate => "pirate-captain",
        Kind::Raider => "sword-brandish",
        Kind::CitadelWatcher => "eye-shield",
        Kind::Gnome => "bad-gnome",
        Kind::Troll => "troll",
        Kind::RedSceptre => "bird-scepter",
        Kind::StormTalisman => "gem-necklace",
        Kind::ElderSerpent => "wyvern",
        Kind::YoungerSerpent => "sea-serpent",
        Kind::Magician => "wizard-staff",
        Kind::Jailer => "keyring",
    }
}

/// The force on a position, and the bird inside it if it is a tower.
pub(super) fn forces_at(situation: &Situation, at: Position) -> Vec<Force> {
    let Some(kind) = situation.force_at(at) else { return Vec::new() };
    let bird = situation.has_bird(at).then(|| force(Kind::bird_of(kind.side())));
    std::iter::once(force(kind)).chain(bird).collect()
}

/// The beast that waits in the White Room or in the Stairwell.
pub(super) fn beast_at(situation: &Situation, at: Position) -> Option<Force> {
    let state = situation.state();
    if at == WHITE_ROOM && state.ice == Beast::Waiting {
        return Some(waiting(Side::North, "WDR", "Watching Ice Dragon", "spiked-dragon-head"));
    }
    (at == STAIRWELL && state.elder == Beast::Waiting).then_some(waiting(
        Side::South,
        "WES",
        "Waiting Elder Winged Serpent",
        "wyvern",
    ))
}

/// A position with the name that the text gives it: `E1, Forest Square`.
pub(super) fn named(at: Position) -> String {
    match at.name() {
        Some(name) if at == ISLAND => format!("{at}, {name}, once the Island of Sirens"),
        Some(name) => format!("{at}, {name}"),
        None => at.to_string(),
    }
}

/// What is on a position in words, with the position's name if it has one; without a name none if it is vacant.
pub(super) fn in_words_named(situation: &Situation, at: Position) -> Option<String> {
    match (in_words(situation, at), at.name()) {
        (Some(there), Some(name)) => Some(format!("{there} ({name})")),
        (there, _) => there.or_else(|| at.name().map(|_| named(at))),
    }
}

/// What is on a position in words; none if it is vacant.
pub(super) fn in_words(situation: &Situation, at: Position) -> Option<String> {
    let here = forces_at(situation, at);
    let riders = || here.iter().map(Force::full_name).collect::<Vec<_>>().join(" with ");
    match situation.vessel_at(at) {
        Some(found) => {
            let name = vessel::in_words(situation, at, found);
            Some(if here.is_empty() {
                format!("{at} {name}")
            } else {
                format!("{at} {name}, aboard {}", riders())
            })
        }
        None if here.is_empty() => beast_at(situation, at).map(|beast| format!("{at} {}", beast.full_name())),
        None => Some(format!("{at} {}", riders())),
    }
}
