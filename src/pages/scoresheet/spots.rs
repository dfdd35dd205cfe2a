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
    pub(super) fn new(scene: &Scene<'_>, moves: &[Touched], asked: &Asked, to: &Addresses<'_>) -> Self {
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
    pub(super) fn unknowing(scene: &Scene<'_>, moves: &[Touched], asked: &Asked, to: &Addresses<'_>) -> Self {
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
pub(super) fn choices<'a>(moves: impl IntoIterator<Item = &'a Touched>) -> Vec<MoveChoice> {
    let choice = |it: &Touched| MoveChoice {
        written: it.written.clone(),
        words: capital(&it.touch.words),
        from: it.touch.from.clone().unwrap_or_default(),
    };
    moves.into_iter().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::{Addresses, Touching};
    use crate::board::{Act, Look, Scene, Spot};
    use crate::pages::scoresheet::Asked;
    use tiger_rules::{AnyPosition, GameKind, SituationError, Variation};

    fn touching(
        position: &AnyPosition,
        group: Option<&str>,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Touching {
        let asked = Asked { from: from.map(str::to_owned), to: to.map(str::to_owned), ..Asked::default() };
        let moves = match group {
            None => position.list_touches(),
            Some(parts) => {
                position.next_in_group(&parts.split('&').filter(|part| *part != "-").collect::<Vec<_>>())
            }
        };
        Touching::new(&Scene::of(position), &moves, &asked, &Addresses { sheet: "/sheet", group })
    }

    fn spot<'a>(touching: &'a Touching, place: &str) -> Option<&'a Spot> {
        touching.spots.iter().find(|spot| spot.place == place)
    }

    #[test]
    fn first_the_force_then_where_it_goes() {
        let start = AnyPosition::start(Variation::LancerChess);
        let before = touching(&start, None, None, None);
        let own = spot(&before, "E2").map(|spot| (spot.look, spot.act.clone()));
        assert_eq!(own, Some((Look::Own, Act::Follow("/sheet?from=E2#board".to_owned()))));
        assert!(spot(&before, "E4").is_none() && before.beside.is_empty());
        let after = touching(&start, None, Some("E2"), None);
        assert_eq!(spot(&after, "E2").map(|spot| spot.look), Some(Look::Chosen));
        assert_eq!(spot(&after, "E4").map(|spot| spot.act.clone()), Some(Act::Send("E2-E4".to_owned())));
        assert_eq!(
            spot(&after, "D2").map(|spot| spot.look),
            Some(Look::Own),
            "another force can be chosen instead"
        );
    }

    #[test]
    fn several_moves_of_one_way_are_asked() -> Result<(), SituationError> {
        let situation = "4q3/P7/8/8/8/8/8/4Q3 b - - 0 1";
        let position = AnyPosition::from_situation(GameKind::LancerChess, situation)?;
        let chosen = touching(&position, None, Some("A7"), None);
        let target = spot(&chosen, "A8").map(|spot| spot.act.clone());
        assert_eq!(target, Some(Act::Follow("/sheet?from=A7&to=A8#board".to_owned())));
        let asked = touching(&position, None, Some("A7"), Some("A8"));
        let words: Vec<_> = asked.choices.iter().map(|choice| choice.words.as_str()).collect();
        assert!(words.contains(&"Moves and becomes a Tower") && words.len() == 4, "{words:?}");
        Ok(())
    }

    #[test]
    fn a_vessel_turns_towards_the_position_that_is_touched() {
        let start = AnyPosition::start(Variation::standard(GameKind::Dragon));
        let chosen = touching(&start, None, Some("A9"), None);
        assert!(chosen.beside.is_empty(), "{:?}", chosen.beside);
        let ahead = spot(&chosen, "B8").map(|spot| spot.name.clone()).unwrap_or_default();
        assert!(ahead.contains("turns her bow to NE") || ahead.contains("ways"), "{ahead}");
        assert!(spot(&chosen, "A8").is_some(), "she can sail, too");
    }

    #[test]
    fn without_help_every_place_is_touched_alike() {
        let start = AnyPosition::start(Variation::LancerChess);
        let unknowing = |from: Option<&str>, group| {
            let asked = Asked { from: from.map(str::to_owned), ..Asked::default() };
            let addresses = Addresses { sheet: "/sheet", group };
            Touching::unknowing(&Scene::of(&start), &start.list_touches(), &asked, &addresses)
        };
        let before = unknowing(None, None);
        assert_eq!(before.spots.len(), 32, "whoever stands on the board, of either army");
        assert!(before.beside.is_empty());
        let after = unknowing(Some("E2"), None);
        let sent: Vec<_> = after.spots.iter().filter(|spot| matches!(spot.act, Act::Send(_))).collect();
        assert_eq!(sent.len(), 63);
        assert!(sent.iter().all(|spot| spot.look == Look::Any));
        assert_eq!(spot(&after, "E5").map(|spot| spot.act.clone()), Some(Act::Send("E2/E5".to_owned())));
        let walk = unknowing(Some("E2"), Some("A2-A3"));
        let noted = spot(&walk, "E5").map(|spot| spot.act.clone());
        assert_eq!(noted, Some(Act::Follow("/sheet?group=A2-A3%26E2-E5#board".to_owned())));
        let posting = AnyPosition::start(Variation::standard(GameKind::TigerChess));
        let asked = Asked::default();
        let addresses = Addresses { sheet: "/sheet", group: None };
        let touching = Touching::unknowing(&Scene::of(&posting), &posting.list_touches(), &asked, &addresses);
        assert_eq!(spot(&touching, "C6").map(|spot| spot.act.clone()), Some(Act::Send("C6/".to_owned())));
        assert!(spot(&touching, "C5").is_some(), "where nobody may be posted, too");
    }

    #[test]
    fn a_group_move_is_noted_walk_by_walk() -> Result<(), SituationError> {
        let situation = "11/11/11/11/11/11/11/3F7/2CF7/11/K9k s F3M6O4L3C1D1H1S1f6m6o4l3c2d1h1s1 - 0 0 1";
        let position = AnyPosition::from_situation(GameKind::Dance, situation)?;
        let begun = touching(&position, Some("-"), None, None);
        let own = spot(&begun, "d3").map(|spot| spot.act.clone());
        assert_eq!(own, Some(Act::Follow("/sheet?group=-&from=d3#board".to_owned())));
        let walked = touching(&position, Some("-"), Some("d3"), None);
        let target = spot(&walked, "e3").map(|spot| spot.act.clone());
        assert_eq!(target, Some(Act::Follow("/sheet?group=d3-e3#board".to_owned())));
        let second = touching(&position, Some("d3-e3"), Some("d4"), None);
        let target = spot(&second, "d5").map(|spot| spot.act.clone());
        assert_eq!(target, Some(Act::Follow("/sheet?group=d3-e3%26d4-d5#board".to_owned())));
        Ok(())
    }
}
