//! What the categories of an event ask of whoever registers.

use tiger_arbiter::clock::new_id;
use tiger_event::identity::Sex;
use tiger_event::{Actor, AwardCommand, Category, Label, Reason};

use crate::registrations::{decide, event_of, of_all, open_event, register, registered, waiting};
use crate::rig::{TestApp, on_both_databases};

on_both_databases!(categories_ask_what_they_have_to_know);

fn categories_ask_what_they_have_to_know(app: &TestApp) {
    let (event, tessa) = open_event(app, None);
    let player = app.visitor();
    player.get("/events/open/register").expect_no_text("name=\"birth\"").expect_no_text("name=\"sex\"");
    // What nobody asks is not kept.
    let fields = [("name", "Vale, Ondine"), ("birth", "1999"), ("sex", "w")];
    let path = registered(&player, &fields);
    player.get(&path).expect_no_text("1999");
    let label = |text| Label::parse(text).unwrap();
    let young = Category { age_to: Some(18), ..Category::plain(new_id(), label("Under 18")) };
    let women = Category { sex: Some(Sex::Woman), ..Category::plain(new_id(), label("Women")) };
    app.commit(event, AwardCommand::SetCategories { categories: vec![young, women], seen: 0 });
    let fields = [("name", "Ash, Rowan"), ("birth", "soon"), ("sex", "w")];
    register(&player, &fields).expect_status(422).expect_text("value=\"soon\"");
    let fields = [("name", "Ash, Rowan"), ("birth", "2010-05-04"), ("sex", "w")];
    let path = registered(&player, &fields);
    player.get(&path).expect_text("2010-05-04").expect_text("woman");
    let fields = [("name", "Elm, Wych"), ("birth", "1950"), ("sex", "")];
    registered(&player, &fields);
    // An arbiter mends what is wrong, and takes the others as they are.
    let ids = waiting(&tessa);
    let one = format!("/events/open/registrations/{}", ids[2]);
    tessa.get(&one).expect_text("value=\"1950\"");
    let fields = [("name", "Elm, Wych"), ("birth", "1951"), ("sex", "m")];
    decide(&tessa, &ids[2], &fields, 1).expect_status(303);
    of_all(&tessa, "accept", 2).expect_status(303);
    let event = event_of(app, event);
    let found: Vec<_> = event
        .entries_by_number()
        .iter()
        .map(|it| (it.details.name.to_string(), it.details.identity.birth_year(), it.details.identity.sex()))
        .collect();
    let is = |name: &str, year, sex| found.contains(&(name.to_owned(), year, sex));
    assert!(is("Elm, Wych", Some(1951), Some(Sex::Man)), "{found:?}");
    assert!(is("Ash, Rowan", Some(2010), Some(Sex::Woman)) && is("Vale, Ondine", None, None), "{found:?}");
    assert_eq!(event.categories[0].members(&event).len(), 1);
    // Nobody else sees it, and it goes with the person.
    for page in ["/events/open", "/events/open/players", "/events/open/players.csv"] {
        app.visitor().get(page).expect_no_text("2010");
    }
    let rowan = event.entries.values().find(|it| it.details.name.as_str() == "Ash, Rowan").unwrap().id;
    let reason = Reason::parse("asked for").unwrap();
    app.state().ledger.erase(&Actor::Program, (event.id, rowan), &reason).unwrap();
    app.visitor().get(&path).expect_no_text("2010").expect_no_text("woman");
}
