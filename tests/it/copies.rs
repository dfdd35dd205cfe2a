//! `/events/{slug}/copy`: another event like this one.

use chrono_tz::UTC;
use tiger_arbiter::clock::new_id;
use tiger_event::awards::Sharing;
use tiger_event::prizes::Currency;
use tiger_event::timetable::RoundTime;
use tiger_event::{
    Attendance, AwardCommand, ByeKind, Category, Cents, EntryCommand, Event, EventCommand, Format, Label,
    PersonName, PrizeList, Prizes, Slug, StaffRole, Timetable, TimetableCommand, local_time,
};

use crate::rig::{TestApp, on_both_databases, on_sqlite};

const COPY: &str = "/events/merridon/copy";

on_both_databases!(a_copy_has_what_is_wanted_of_the_event_and_nothing_else);
on_sqlite!(a_bare_copy_is_a_template, a_wrong_copy_makes_nothing, only_arbiters_copy_an_event);

fn event_at(app: &TestApp, path: &str) -> Event {
    let ledger = &app.state().ledger;
    let slug = Slug::parse(path.trim_start_matches("/events/").trim_end_matches("/desk")).unwrap();
    Event::clone(&ledger.database().read(|db| ledger.event_by_slug(db, &slug)).unwrap())
}

fn events(app: &TestApp) -> usize {
    app.state().db.read(tiger_arbiter::db::events::list).unwrap().len()
}

fn a_copy_has_what_is_wanted_of_the_event_and_nothing_else(app: &TestApp) {
    let (chief, tessa) = app.sign_in_arbiter("tessa");
    let event = app.add_event_with("merridon", chief, |settings| {
        settings.format = Format::Swiss;
        settings.rounds = 5;
        settings.ends_on = settings.starts_on.succ_opt().unwrap();
    });
    let players = app.add_entries(event, &["Adder", "Bear", "Crane"]);
    let jonah = app.add_user("jonah", false);
    let name = PersonName::parse("Reed, Jonah").unwrap();
    app.commit(event, EventCommand::AppointStaff { user: jonah, name, role: StaffRole::Arbiter });
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    app.commit(event, EntryCommand::CheckIn { entries: players.clone(), is_present: true });
    let kind = Some(ByeKind::ZeroPoint);
    app.commit(event, EntryCommand::RequestBye { entry: players[0], round: 2, kind });
    app.commit(event, EntryCommand::Withdraw { entry: players[1], from_round: 1, leaving: None });
    let label = |text| Label::parse(text).unwrap();
    let age = |name, to| Category { age_to: Some(to), ..Category::plain(new_id(), label(name)) };
    let named =
        Category { named: vec![players[0], players[1]], ..Category::plain(new_id(), label("Locals")) };
    let categories = vec![age("Under 18", 18), named];
    let list = |category| PrizeList { category, amounts: vec![Cents(5000)], sharing: Sharing::Hort };
    let lists = vec![list(None), list(Some(categories[0].id))];
    app.commit(event, AwardCommand::SetCategories { categories: categories.clone(), seen: 0 });
    let prizes = Prizes {
        currency: Currency::parse("EUR").unwrap(),
        entry_fee: Cents(2500),
        fund: None,
        is_one_each: true,
        takes_withdrawn: false,
        lists,
    };
    app.commit(event, AwardCommand::SetPrizes { prizes: Some(prizes), seen: 0 });
    let begins = local_time::read("2026-11-22 10:00", UTC).unwrap();
    let timetable = Timetable { rounds: vec![RoundTime { round: 3, begins }], ..Timetable::default() };
    app.commit(event, TimetableCommand::SetTimetable { timetable, seen: 0 });
    let before = app.state().ledger.event(event).unwrap();
    tessa.get("/events/merridon/settings").expect_text(COPY);
    let key = tessa.get(COPY).expect_status(200).expect_text("Merridon").hidden("idempotency_key").unwrap();
    let form = [
        ("idempotency_key", &*key),
        ("name", "Merridon, the year after"),
        ("starts_on", "2027-11-20"),
        ("players", "on"),
        ("arbiters", "on"),
        ("timetable", "on"),
        ("prizes", "on"),
    ];
    let made = tessa.post_form(COPY, &form).expect_status(303);
    assert!(made.location().starts_with("/events/merridon-the-year-after-"), "{}", made.location());
    // The same form again makes no second copy.
    tessa.post_form(COPY, &form).expect_redirect(made.location());
    assert_eq!(events(app), 2);
    let copy = event_at(app, made.location());
    assert_eq!(copy.settings.starts_on.to_string(), "2027-11-20");
    assert_eq!(copy.settings.ends_on.to_string(), "2027-11-21");
    assert_eq!((copy.settings.format, copy.settings.rounds), (Format::Swiss, 5));
    let names: Vec<_> = copy.entries_by_number().iter().map(|it| it.details.name.to_string()).collect();
    assert_eq!(names, ["Adder", "Crane"]);
    assert!(copy.entries.values().all(|it| it.attendance == Attendance::Expected && it.byes.is_empty()));
    assert!(copy.entries.keys().all(|id| !players.contains(id)));
    assert_eq!(copy.staff.len(), 2);
    assert_eq!(copy.staff[&jonah].role, StaffRole::Arbiter);
    assert!(!copy.is_public && copy.rounds.is_empty());
    let [young, locals] = &*copy.categories else { panic!("{:?}", copy.categories) };
    assert_eq!((young.age_to, young.id == categories[0].id), (Some(18), false));
    let adder = copy.entries_by_number()[0].id;
    assert_eq!((locals.name.as_str(), &*locals.named), ("Locals", &[adder][..]), "the other has left");
    let money = copy.prizes().unwrap();
    assert_eq!((money.entry_fee, money.sum()), (Cents(2500), Cents(10_000)));
    assert_eq!(money.lists[1].category, Some(young.id));
    assert_eq!(
        copy.timetable().unwrap().rounds[0].begins,
        local_time::read("2027-11-21 10:00", UTC).unwrap()
    );
    assert!(app.state().ledger.verify(copy.id).unwrap().faults.is_empty());
    assert_eq!(app.state().ledger.event(event).unwrap(), before);
}

fn a_bare_copy_is_a_template(app: &TestApp) {
    let (chief, tessa) = app.sign_in_arbiter("tessa");
    let event = app.add_event("merridon", chief);
    app.add_entries(event, &["Adder", "Bear"]);
    let form = [("idempotency_key", "0123456789abcdef0"), ("name", "Cup"), ("starts_on", "2026-11-28")];
    let made = tessa.post_form(COPY, &form).expect_status(303);
    let copy = event_at(app, made.location());
    assert_eq!((copy.version, copy.entries.len(), copy.staff.len()), (1, 0, 1));
    assert_eq!(copy.timetable(), None);
}

fn a_wrong_copy_makes_nothing(app: &TestApp) {
    let (chief, tessa) = app.sign_in_arbiter("tessa");
    app.add_event("merridon", chief);
    for (name, day, sentence) in
        [("", "2026-11-28", "Please fill this in."), ("Cup", "soon", "Write a day as year-month-day")]
    {
        let form = [("idempotency_key", "0123456789abcdef0"), ("name", name), ("starts_on", day)];
        tessa.post_form(COPY, &form).expect_status(422).expect_text(sentence);
    }
    assert_eq!(events(app), 1);
}

fn only_arbiters_copy_an_event(app: &TestApp) {
    let (chief, _) = app.sign_in("tessa");
    let event = app.add_event("merridon", chief);
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    let (_, other) = app.sign_in("other");
    other.get(COPY).expect_status(403);
    let form = [("idempotency_key", "0123456789abcdef0"), ("name", "Cup"), ("starts_on", "2026-11-28")];
    other.post_form(COPY, &form).expect_status(403);
    app.visitor().get(COPY).expect_status(303);
    assert_eq!(events(app), 1);
}
