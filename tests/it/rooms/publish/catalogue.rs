use tiger_arbiter::clock;
use tiger_arbiter::publish::catalogue::{Catalogue, ISSUES_KEPT};
use tiger_event::{Actor, Command, Event, EventCommand, EventName, Format, Meta, PersonName, Settings, Slug};
use tiger_rules::GameKind;

fn public_event(slug: &str) -> Event {
    let name = EventName::parse("Law Cup").unwrap();
    let settings = Settings::usual(name, GameKind::LancerChess, Format::Swiss, clock::now().date_naive());
    let create = Command::Event(EventCommand::CreateEvent {
        event: clock::new_id(),
        slug: Slug::parse(slug).unwrap(),
        settings: Box::new(settings),
        chief: clock::new_id(),
        chief_name: PersonName::parse("Chief").unwrap(),
    });
    let meta = Meta { seq: 1, at: clock::now(), by: Actor::Program };
    let mut event = Event::create(&meta, &create).unwrap();
    event.is_public = true;
    event
}

#[test]
fn a_version_that_comes_late_is_shown_while_the_newer_one_is_let_go_of_and_never_if_that_is_not_public() {
    let catalogue = Catalogue::default();
    let older = public_event("law-cup");
    let mut newer = older.clone();
    newer.version += 1;
    assert!(catalogue.take(&newer).issue.is_some());
    for number in 0..=ISSUES_KEPT {
        catalogue.take(&public_event(&format!("other-{number}")));
    }
    let found = catalogue.find("law-cup", |_| None);
    assert!(found.is_none(), "its issue is let go of");
    assert!(catalogue.take(&older).issue.is_some());
    newer.version += 1;
    newer.is_public = false;
    catalogue.take(&newer);
    assert!(catalogue.take(&older).issue.is_none());
}
