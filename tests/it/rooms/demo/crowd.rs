use std::collections::BTreeSet;

use tiger_arbiter::demo::chance::Chance;
use tiger_arbiter::demo::crowd::{names, player};

#[test]
fn four_thousand_people_have_names_of_their_own() -> anyhow::Result<()> {
    let (names, mut chance) = (names(), Chance::new(2026));
    let name =
        |number| -> anyhow::Result<_> { Ok(player(number, &names, &mut chance)?.details.name.to_string()) };
    assert_eq!((0..4_000).map(name).collect::<anyhow::Result<BTreeSet<_>>>()?.len(), 4_000);
    Ok(())
}
