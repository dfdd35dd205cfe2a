//! What can be touched on the board now, and what the touches so far leave to choose from.

use std::collections::{BTreeMap, BTreeSet};

use tiger_event::text::capital;
use tiger_rules::Touched;

use super::{Asked, MoveChoice};
use crate::board::{Act, Look, Place, Scene, Spot};
use crate::error::problem::percent_encode;
use crate::services::scoresheets::TOUCH;

/// What a position offers to somebody's finger.
#[derive(Debug, Default)]
pub struct Touching {
    /// Places to touch.
    pub spots: Vec<Spot>,
    /// The force that was chosen, in words; empty if none was.
    pub chosen: String,
    /// Several moves between the positions touched.
    pub choices: Vec<MoveChoice>,
    /// Moves that need no second position: of the force that was chosen, or of nobody on the board.
    pub beside: Vec<MoveChoice>,
}

/// Where touches lead.
pub struct Addresses<'a> {
    pub sheet: &'a str,
    /// The walks of a group move so far, if one is being made.
    pub group: Option<&'a str>,
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
        let question = match (pairs.is_empty(), self.sheet.contains('?')) {
            (true, _) => "",
            (false, true) => "&",
            (false, false) => "?",
        };
        format!("{}{question}{}#board", self.sheet, pairs.join("&"))
    }

    /// What touching two places one after the other does: it is sent, or noted as a walk of a group move.
    fn way(&self, from: &str, to: &str) -> Act {
        let walk = format!("{from}-{to}");
        match self.group {
            None => Act::Send(format!("{from}{TOUCH}{to}")),
            Some("-") => self.act(&walk),
            Some(group) => self.act(&format!("{group}&{walk}")),
        }
    }

    /// What finishing a move does: it is sent, or a walk of a group move is noted.
    fn act(&self, written: &str) -> Act {
        match self.group {
            None => Act::Send(written.to_owned()),
            Some(_) => Act::Follow(Addresses { group: Some(written), ..*self }.asking(&[])),
        }
    }
}

impl Touching {
    pub fn new(scene: &Scene<'_>, moves: &[Touched], asked: &Asked, to: &Addresses<'_>) -> Self {
        let forces: BTreeSet<&str> = moves.iter().filter_map(|it| it.touch.from.as_deref()).collect();
        let chosen = asked.from.as_deref().filter(|place| forces.contains(place));
        let own: Vec<&Touched> = moves.iter().filter(|it| it.touch.from.as_deref() == chosen).collect();
        let mut targets: BTreeMap<&str, Vec<&Touched>> = BTreeMap::new();
        for it in &own {
            if let Some(place) = it.touch.to.as_deref() {
                targets.entry(place).or_default().push(it);
            }
        }
        let meant = asked.to.as_deref().and_then(|place| targets.get(place));
        let force = |place: &str| {
            let name = scene.name_of(place);
            let (look, name, href) = match chosen == Some(place) {
                true => (Look::Chosen, format!("{name}: chosen, put back"), to.asking(&[])),
                false => (Look::Own, name, to.asking(&[("from", place)])),
            };
            Spot { place: place.to_owned(), name, look, act: Act::Follow(href) }
        };
        // Where the chosen one can go, nobody else is chosen.
        let forces = forces.into_iter().filter(|place| !targets.contains_key(place)).map(force);
        let spots = forces.chain(targets.iter().map(|(place, meant)| target(place, meant, chosen, to)));
        Self {
            spots: spots.collect(),
            chosen: chosen.map(|place| scene.name_of(place)).unwrap_or_default(),
            choices: meant.map(|meant| choices(meant.iter().copied())).unwrap_or_default(),
            beside: choices(own.iter().copied().filter(|it| it.touch.to.is_none())),
        }
    }

    /// Every place alike, whether a move leads there or not: first whoever stands somewhere, then any other place. Who comes
    /// from beside the board is touched where he is posted.
    pub fn unknowing(scene: &Scene<'_>, moves: &[Touched], asked: &Asked, to: &Addresses<'_>) -> Self {
        let places = scene.places();
        let chosen = asked.from.as_deref().filter(|from| places.iter().any(|place| place.name == *from));
        let comes_from_beside = moves.iter().any(|it| it.touch.from.is_none() && it.touch.to.is_some());
        let spot = |place: &Place| {
            let name = scene.name_of(&place.name);
            let (look, name, act) = match chosen {
                Some(from) if from == place.name => {
                    (Look::Chosen, format!("{name}: chosen, put back"), Act::Follow(to.asking(&[])))
                }
                Some(from) => (Look::Any, format!("{from} to {name}"), to.way(from, &place.name)),
                None if place.is_occupied => {
                    (Look::Own, name, Act::Follow(to.asking(&[("from", &place.name)])))
                }
                None if comes_from_beside && to.group.is_none() => {
                    (Look::Any, name, Act::Send(format!("{}{TOUCH}", place.name)))
                }
                None => return None,
            };
            Some(Spot { place: place.name.clone(), name, look, act })
        };
        let spots = places.iter().filter_map(spot).collect();
        let beside = moves.iter().filter(|it| it.touch.from.is_none() && it.touch.to.is_none());
        let chosen = chosen.map(|place| scene.name_of(place)).unwrap_or_default();
        Self { spots, chosen, beside: choices(beside), choices: Vec::new() }
    }
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
pub fn choices<'a>(moves: impl IntoIterator<Item = &'a Touched>) -> Vec<MoveChoice> {
    let choice = |it: &Touched| MoveChoice {
        written: it.written.clone(),
        words: capital(&it.touch.words),
        from: it.touch.from.clone().unwrap_or_default(),
    };
    moves.into_iter().map(choice).collect()
}
