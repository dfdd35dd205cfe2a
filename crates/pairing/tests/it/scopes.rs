//! Looking at few players together finds what looking at all of them finds.

use tiger_pairing::dutch::{Scope, draft_within};
use tiger_pairing::simulate::{Dice, Plan};

use crate::fields::Recipe;

fn compare(seeds: std::ops::Range<u64>, players: u32) -> u32 {
    let mut compared = 0;
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let plan = Plan::any(&mut dice, players);
        plan.play(&mut dice, |tournament, round, draft| {
            for scope in [Scope::Next, Scope::All] {
                assert_eq!(
                    *draft,
                    draft_within(tournament, round, scope),
                    "seed {seed}, round {round}, {scope:?}"
                );
            }
            compared += 1;
        });
    }
    compared
}

#[test]
fn every_scope_finds_the_same_round() {
    let compared = compare(100..700, 20) + compare(700..740, 60);
    assert!(compared > 2500, "{compared} rounds compared");
}

#[test]
fn a_quiet_event_is_paired_alike_at_every_scope() {
    let mut dice = Dice::new(3);
    Plan::quiet(90, 6).play(&mut dice, |tournament, round, draft| {
        assert_eq!(*draft, draft_within(tournament, round, Scope::All), "round {round}");
    });
}

#[test]
fn fields_hard_to_pair_are_paired_alike_at_every_scope() {
    let mut paired = 0;
    for seed in 0..500 {
        let recipe = Recipe::any(&mut Dice::new(seed), if seed % 10 == 0 { 90 } else { 30 });
        let (tournament, round) = recipe.cook();
        let draft = draft_within(&tournament, round, Scope::Bracket);
        for scope in [Scope::Next, Scope::All] {
            assert_eq!(draft, draft_within(&tournament, round, scope), "{recipe:?}, {scope:?}");
        }
        paired += u32::from(draft.is_ok());
    }
    assert!(paired > 300, "{paired} fields paired");
}
