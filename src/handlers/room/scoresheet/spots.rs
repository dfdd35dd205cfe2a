//! What can be touched on the board now, and what the touches so far leave to choose from.

use std::collections::BTreeMap;

use tiger_rules::Touched;

use super::Asked;
use crate::board::{Act, Look, Scene, Spot};
use crate::error::problem::percent_encode;
use crate::pages::scoresheet::MoveChoice;

/// What a position offers to somebody's finger.
#[derive(Debug, Default)]
pub(super) struct Touching {
    /// Places to touch.
    pub(super) spots: Vec<Spot>,
    /// The force that was chosen, in words; empty if none was.
    pub(super) chosen: String,
    /// Several moves between the positions touched.
    pub(super) choices: Vec<MoveChoice>,
    /// Moves that need no second position: of the force that was chosen, or of nobody on the board.
    pub(super) beside: Vec<MoveChoice>,
}

/// Where touches lead.
pub(super) struct Addresses<'a> {
    /// The sheet.
    pub(super) sheet: &'a str,
    /// The walks of a group move so far, if one is being made.
    pub(super) group: Option<&'a str>,
}

impl Addresses<'_> {
    /// The sheet with something asked for.
    pub(super) fn asking(&self, pairs: &[(&str, &str)]) -> String {
        let group = self.group.map(|group| ("group", group));
        let pairs: Vec<String> = group
            .iter()
            .chain(pairs)
            .map(|(name, value)| format!("{name}={}", percent_encode(value)))
            .collect();
        let question = if pairs.is_empty() { "" } else { "?" };
        format!("{}{question}{}#board", self.sheet, pairs.join("&"))
    }

    /// What finishing a move does: it is sent, or a walk of a group move is noted.
    fn act(&self, written: &str) -> Act {
        match self.group {
            None => Act::Send(written.to_owned()),
            Some(_) => {
                let group = Some(written);
                Act::Follow(Addresses { group, ..*self }.asking(&[]))
            }
        }
    }
}

impl Touching {
    pub(super) fn new(scene: &Scene<'_>, moves: &[Touched], asked: &Asked, to: &Addresses<'_>) -> Self {
        let of_force = |place: &str| {
            moves.iter().filter(|it| it.touch.from.as_deref() == Some(place)).collect::<Vec<_>>()
        };
        let chosen = asked.from.as_deref().filter(|place| !of_force(place).is_empty());
        let mut touching = Self::default();
        let without_force: Vec<&Touched> = moves.iter().filter(|it| it.touch.from.is_none()).collect();
        let mut targets = targets(&without_force);
        touching.beside = choices(without_force.iter().filter(|it| it.touch.to.is_none()));
        if let Some(place) = chosen {
            let own = of_force(place);
            targets = self::targets(&own);
            touching.beside = choices(own.iter().filter(|it| it.touch.to.is_none()));
            touching.chosen = scene.name_of(place);
        }
        if let Some(meant) = asked.to.as_ref().and_then(|place| targets.get(place.as_str())) {
            touching.choices = choices(meant.iter());
        }
        touching.add_forces(scene, moves, chosen, &targets, to);
        for (place, meant) in &targets {
            touching.spots.push(target(place, meant, chosen, to));
        }
        touching
    }

    /// The forces that can be chosen; where the chosen one can go, nobody else is.
    fn add_forces(
        &mut self,
        scene: &Scene<'_>,
        moves: &[Touched],
        chosen: Option<&str>,
        targets: &BTreeMap<&str, Vec<&Touched>>,
        to: &Addresses<'_>,
    ) {
        let mut places: Vec<&str> = moves.iter().filter_map(|it| it.touch.from.as_deref()).collect();
        places.sort_unstable();
        places.dedup();
        for place in places.into_iter().filter(|place| !targets.contains_key(place)) {
            let (look, name, href) = if chosen == Some(place) {
                (Look::Chosen, format!("{}: chosen, put back", scene.name_of(place)), to.asking(&[]))
            } else {
                (Look::Own, scene.name_of(place), to.asking(&[("from", place)]))
            };
            self.spots.push(Spot { place: place.to_owned(), name, look, act: Act::Follow(href) });
        }
    }
}

/// The moves by the position that they end at or strike.
fn targets<'a>(moves: &[&'a Touched]) -> BTreeMap<&'a str, Vec<&'a Touched>> {
    let mut targets: BTreeMap<&str, Vec<&Touched>> = BTreeMap::new();
    for it in moves {
        if let Some(place) = it.touch.to.as_deref() {
            targets.entry(place).or_default().push(it);
        }
    }
    targets
}

fn target(place: &str, meant: &[&Touched], chosen: Option<&str>, to: &Addresses<'_>) -> Spot {
    let way = chosen.map_or_else(|| place.to_owned(), |from| format!("{from} to {place}"));
    let (name, act) = match meant {
        [only] => (format!("{way}: {}", only.touch.words), to.act(&only.written)),
        several => {
            let from = chosen.map(|from| ("from", from));
            let pairs: Vec<_> = from.into_iter().chain([("to", place)]).collect();
            (format!("{way}: {} ways, choose one", several.len()), Act::Follow(to.asking(&pairs)))
        }
    };
    Spot { place: place.to_owned(), name, look: Look::Target, act }
}

/// Moves as buttons.
pub(super) fn choices<'a, 'b: 'a>(moves: impl Iterator<Item = &'a &'b Touched>) -> Vec<MoveChoice> {
    moves.map(|it| MoveChoice { written: it.written.clone(), words: capital(&it.touch.words) }).collect()
}

/// A sentence begun with a capital letter.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
