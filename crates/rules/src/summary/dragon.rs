//! Dragon's rows, from its table of powers.

use super::{Besides, ForceSummary, Headings, Reach};
use crate::dragon::{
    Becomes, Direction, Directions, Kind, Land, LineCapture, Powers, Scope, Side, leap_offsets,
};
use crate::touch::with_article;
use crate::variation::Knights;

pub(super) fn rows(knights: Knights) -> Vec<ForceSummary> {
    let mut rows: Vec<_> = Kind::ALL.iter().map(|&kind| row(kind, knights)).collect();
    rows.push(vessel("Ship", "gs, rs", false));
    rows.push(vessel("Flagship", "gf, rf", true));
    rows
}

fn row(kind: Kind, knights: Knights) -> ForceSummary {
    let powers = kind.powers();
    let (mut moves, mut captures) = (Vec::new(), Vec::new());
    if !powers.steps.is_empty() {
        moves.push(Reach::step(headings(powers.steps)));
    }
    if !powers.takes.is_empty() {
        captures.push(Reach::step(headings(powers.takes)));
    }
    let leaps = leap_offsets(knights, powers.leaps);
    if !leaps.is_empty() {
        moves.push(Reach::Leap(leaps));
        captures.push(Reach::Leap(leaps));
    }
    let lines = headings(powers.slides);
    if !lines.is_empty() {
        moves.push(Reach::line(lines));
        captures.extend(match powers.lines {
            LineCapture::Never => vec![],
            LineCapture::First => vec![Reach::line(lines)],
            LineCapture::OverScreen => vec![Reach::OverScreen(lines)],
            LineCapture::FirstOrOverScreen => vec![Reach::line(lines), Reach::OverScreen(lines)],
        });
    }
    if !powers.flies.is_empty() {
        let flight = Reach::Flight(headings(powers.flies));
        moves.push(flight);
        captures.extend(powers.blazes.then_some(flight));
    }
    if !powers.glides.is_empty() {
        moves.push(Reach::Glide(headings(powers.glides)));
    }
    ForceSummary {
        name: kind.name(),
        short: kind.abbreviation(),
        side: Some(kind.side().into()),
        scope: match powers.becomes {
            // Whoever leaves it is somebody else from then on.
            Becomes::LeavingPalace(..) => vec!["own Palace or Citadel, and out of it"],
            _ => scope(kind, powers.scope),
        },
        moves,
        captures,
        besides: besides(kind, powers),
    }
}

fn headings(directions: Directions) -> Headings {
    // The table is written as the Forest sees it: its forwards is South.
    [
        (Direction::South, Headings::FORWARD),
        (Direction::North, Headings::BACKWARD),
        (Direction::East, Headings::SIDEWAYS),
        (Direction::SouthEast, Headings::FORWARD_DIAGONALS),
        (Direction::NorthEast, Headings::BACKWARD_DIAGONALS),
    ]
    .into_iter()
    .filter(|(direction, _)| directions.contains(*direction))
    .fold(Headings::NONE, |set, (_, heading)| set.and(heading))
}

fn scope(kind: Kind, scope: Scope) -> Vec<&'static str> {
    let mut words = Vec::new();
    if is_everywhere(scope) {
        return vec!["everywhere, back and forth"];
    }
    match scope.home {
        Land::Nowhere => {}
        Land::Palace => words.push("own Palace or Citadel"),
        Land::Everywhere => words.push("own kingdom"),
    }
    if scope.abroad != Land::Nowhere {
        words.push("the other kingdom");
    }
    if scope.lands_abroad && !scope.embarks_at_home {
        words.push("Trafalgar Ocean");
    }
    // Who goes forwards only never comes back to the own shore.
    let comes_back = !matches!(kind, Kind::Dwarf | Kind::Gnome);
    let crossings = [
        (scope.embarks_at_home, "embarks at home"),
        (scope.lands_at_home && comes_back, "lands at home"),
        (scope.lands_abroad, "lands in the other kingdom"),
        (scope.embarks_abroad, "embarks in the other kingdom"),
    ];
    words.extend(crossings.into_iter().filter(|(may, _)| *may).map(|(_, word)| word));
    if words.is_empty() {
        words.push("its own position");
    }
    words
}

fn is_everywhere(scope: Scope) -> bool {
    scope.home == Land::Everywhere
        && scope.abroad == Land::Everywhere
        && scope.embarks_at_home
        && scope.lands_at_home
        && scope.lands_abroad
        && scope.embarks_abroad
}

fn besides(kind: Kind, powers: &Powers) -> Vec<Besides> {
    let mut list = Vec::new();
    let of_side = |forest: Kind, storm: Kind| if kind.side() == Side::Forest { forest } else { storm };
    match powers.becomes {
        Becomes::Itself => {}
        Becomes::Landing(forest, storm) => list.push(Besides::new(
            format!(
                "becomes {} on landing in the other kingdom",
                with_article(of_side(forest, storm).name())
            ),
            "ruling 6",
        )),
        Becomes::LeavingPalace(forest, storm) => list.push(Besides::new(
            format!(
                "becomes {} on leaving the Palace or Citadel",
                with_article(of_side(forest, storm).name())
            ),
            "ruling 8",
        )),
        Becomes::Embarking(witch) => {
            list.push(Besides::new(format!("becomes the {} on embarking", witch.name()), "ruling 6"));
        }
    }
    if matches!(kind, Kind::Dwarf | Kind::Gnome) {
        list.push(Besides::new(
            "moves two positions straight forwards from the own Second rank",
            "ruling 21",
        ));
    }
    if matches!(kind, Kind::Elf | Kind::Troll) {
        list.push(Besides::new("captures in passing", "ruling 21"));
        list.push(Besides::new("may be exchanged on the other side's home rank", "ruling 22"));
    }
    let targets = match kind {
        Kind::Princess => "Ravens",
        Kind::QueenAtWar => "Ravens and Serpents",
        Kind::StormQueen => "Albatrosses and the Ice Dragon",
        _ => "",
    };
    if !targets.is_empty() {
        list.push(Besides::new(
            format!("shoots arrows at {targets}, along any line within the kingdom, over everything"),
            "ruling 19",
        ));
    }
    list.extend(once(kind).map(|(what, rule)| Besides::new(what, rule)));
    if kind.is_tower() {
        list.push(Besides::new("holds a bird, who leaves it by a maiden flight", "ruling 18"));
    }
    if kind.is_royal() || kind.is_tower() {
        list.push(Besides::new("towering or castling", "ruling 30"));
    }
    if kind.is_tower() {
        let (sceptre, talisman) = match kind.side() {
            Side::Forest => ("Green Sceptre", ""),
            Side::Storm => ("Red Sceptre", ", a Storm Talisman once the Ice Dragon has been afire"),
        };
        list.push(Besides::new(format!("becomes the {sceptre} by it{talisman}"), "ruling 30"));
    }
    if powers.scope.embarks_at_home || powers.scope.embarks_abroad {
        list.push(Besides::new("embarks without capturing", "ruling 3"));
    }
    if kind.is_flag_bearer() {
        list.push(Besides::new("plants the flag on a covering position", "ruling 35"));
    }
    if matches!(kind, Kind::Prince | Kind::Witch) {
        list.push(Besides::new("captures the enemy's royal directly by moving beside him", "ruling 26"));
        let (shield, from) = if kind == Kind::Prince { ("Sword", "Warlord") } else { ("Crystal", "Prince") };
        list.push(Besides::new(format!("is not attacked by the {from}, with the {shield}"), "ruling 25"));
    }
    if matches!(kind, Kind::Librarian | Kind::Jailer) {
        list.push(Besides::new("springs, On Alert, to any vacant position of the own kingdom", "ruling 33"));
        let beasts = if kind == Kind::Librarian { "Serpents" } else { "the Ice Dragon" };
        list.push(Besides::new(
            format!("On Guard, is not taken, crossed or captured beyond by {beasts}"),
            "ruling 17",
        ));
    }
    list
}

/// What some forces do, or become, at one moment of the game.
const fn once(kind: Kind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        Kind::Princess => ("cannot be captured", "ruling 20"),
        Kind::ForestTalisman => ("is captured with the Ice Dragon", "ruling 34"),
        Kind::Prince => ("may set the Ice Dragon afire on landing in Storms", "ruling 31"),
        Kind::Warlord => ("may set the Elder Serpent afire on his first landing in the Forest", "ruling 32"),
        Kind::Witch => ("may set the Younger Serpent afire on landing in the Forest", "ruling 32"),
        Kind::StormQueen => {
            ("may become the Empress with the reply to the Ice Dragon set afire", "ruling 31")
        }
        Kind::GreenSceptre => ("becomes a Forest Talisman when the Ice Dragon is set afire", "ruling 31"),
        Kind::RedSceptre => ("becomes a Storm Talisman when the Ice Dragon is set afire", "ruling 31"),
        Kind::Guard => ("may become a Buccaneer with the Prince's towering", "ruling 30"),
        Kind::Warder => ("may become a Pirate with the Warlord's castling", "ruling 30"),
        Kind::Crossbowman | Kind::Catapult => {
            ("at sea and on landing, jumps over occupied vessels alone", "ruling 14")
        }
        _ => return None,
    })
}

fn vessel(name: &'static str, short: &'static str, is_flagship: bool) -> ForceSummary {
    let mut besides =
        vec![Besides::new("turns her bow towards any adjacent position of the board", "ruling 11")];
    if is_flagship {
        besides
            .push(Besides::new("is not boarded by the enemy before she has left her harbour", "ruling 10"));
        besides.push(Besides::new(
            "manned and with a ball left, fires across her bow over one occupied vessel at the next",
            "ruling 13",
        ));
    }
    ForceSummary {
        name,
        short,
        side: None,
        scope: vec!["Trafalgar Ocean"],
        moves: vec![Reach::Ahead],
        captures: vec![Reach::Ram],
        besides,
    }
}
