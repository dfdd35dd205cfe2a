use tiger_arbiter::board::{Act, Look, Scene, Spot};
use tiger_arbiter::pages::scoresheet::Asked;
use tiger_arbiter::pages::scoresheet::spots::{Addresses, Touching};
use tiger_rules::{AnyPosition, GameKind, SituationError, Variation};

fn touching(position: &AnyPosition, group: Option<&str>, from: Option<&str>, to: Option<&str>) -> Touching {
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
