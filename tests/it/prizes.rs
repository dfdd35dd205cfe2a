//! `/events/{slug}/settings/categories`, `/events/{slug}/categories`, `/events/{slug}/settings/prizes`,
//! `/events/{slug}/prizes`, `/events/{slug}/entries/fees`.

use tiger_arbiter::clock::new_id;
use tiger_arbiter::services::prizes::{Given, given};
use tiger_arbiter::services::standings::EventStandings;
use tiger_event::{
    Cents, EntryCommand, Event, Format, Label, Pairing, Reason, ResultCommand, ResultEntry, RoundCommand,
    Table,
};
use tiger_rules::Ending;

use crate::public::world::{Open, addresses, open_event};
use crate::rig::{Answer, Browser, TestApp, key, on_both_databases, on_sqlite};

on_both_databases!(categories_are_typed_once_and_two_arbiters_do_not_overwrite_each_other);
on_sqlite!(
    categories_have_standings_of_their_own_and_tell_nobody_an_age,
    what_is_wrong_in_categories_and_prizes_comes_back_with_what_was_typed,
    prizes_are_given_when_all_is_played_and_every_amount_has_its_reason,
    what_arbiters_plan_and_reckon_is_nowhere_before_it_is_published,
    who_left_takes_no_prize_unless_it_is_said,
    who_is_erased_wins_nothing_by_age_and_that_is_seen_first,
    nobody_but_arbiters_has_to_do_with_prizes_and_fees,
    a_fee_is_paid_with_one_touch_and_the_list_finds_who_owes,
    what_hangs_on_the_wall_has_categories_and_prizes
);

const CATEGORIES: &str = "/events/open/settings/categories";
const PRIZES: &str = "/events/open/settings/prizes";
const LIST: &str = "/events/open/settings/prizes/list";
const PUBLISH: &str = "/events/open/settings/prizes/publish";
const FEES: &str = "/events/open/entries/fees";

/// An event of one round: Moor wins against Thorne, Reed and Ash draw, Vale has a bye.
struct Hall<'a> {
    app: &'a TestApp,
    open: Open,
    tessa: Browser,
}

impl<'a> Hall<'a> {
    fn new(app: &'a TestApp) -> Self {
        let open = open_event(app, "open", |settings| settings.rounds = 1);
        let tessa = app.signed_in(open.chief);
        let hall = Self { app, open, tessa };
        for (place, (sex, born)) in
            [("w", "2009-04-13"), ("m", "2010-03-02"), ("m", "1950-01-02"), ("w", "1961-07-09"), ("", "")]
                .into_iter()
                .enumerate()
        {
            hall.change(place, |details| {
                details.identity.sex = Label::parse(sex).ok();
                details.identity.birth_date = Label::parse(born).ok();
            });
        }
        hall
    }

    fn change(&self, place: usize, change: impl FnOnce(&mut tiger_event::entry::EntryDetails)) {
        let entry = self.open.entries[place];
        let mut details = self.event().entry(entry).unwrap().details.clone();
        change(&mut details);
        self.app.commit(self.open.id, EntryCommand::ChangeEntry { entry, details, seen: u64::MAX });
    }

    fn event(&self) -> Event {
        Event::clone(&self.app.state().ledger.event(self.open.id).unwrap())
    }

    /// Sends a page's form with these fields.
    fn send(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let page = self.tessa.get(path).expect_status(200);
        let hidden = ["idempotency_key", "version"].map(|name| (name, page.hidden(name).unwrap()));
        let mut all: Vec<_> = hidden.iter().map(|(name, value)| (*name, value.as_str())).collect();
        all.extend(fields);
        self.tessa.post_form(path, &all)
    }

    fn publish(&self, is_public: &str) -> Answer {
        let once = tiger_arbiter::ledger::OnceKey::new().to_string();
        self.tessa.post_form(PUBLISH, &[("public", is_public), ("idempotency_key", &once)])
    }

    fn set_up(&self) {
        self.send(CATEGORIES, &THREE).expect_redirect(CATEGORIES);
        let event = self.event();
        let ids: Vec<_> = event.categories.iter().map(|category| category.id.to_string()).collect();
        let lists = [("list_1_of", &*ids[0]), ("list_2_of", &*ids[1])];
        let fields: Vec<_> = MONEY.into_iter().chain(lists).collect();
        self.send(PRIZES, &fields).expect_redirect(PRIZES);
    }

    fn given(&self) -> Vec<Given> {
        let event = self.event();
        given(&event, &EventStandings::of(&event, None).unwrap())
    }
}

const THREE: [(&str, &str); 6] = [
    ("category_0_name", "U18"),
    ("category_0_age_to", "18"),
    ("category_1_name", "Women"),
    ("category_1_sex", "w"),
    ("category_2_name", "Hosts"),
    ("category_2_players", "1, 5"),
];

const MONEY: [(&str, &str); 11] = [
    ("currency", "eur"),
    ("entry_fee", "25"),
    ("fund", "1000"),
    ("one_each", "on"),
    ("list_0_of", "all"),
    ("list_0_amounts", "400, 200 / 100,01"),
    ("list_0_sharing", "hort"),
    ("list_1_amounts", "150 50"),
    ("list_1_sharing", "equal"),
    ("list_2_amounts", "40.01"),
    ("list_2_sharing", "by_place"),
];

fn categories_are_typed_once_and_two_arbiters_do_not_overwrite_each_other(app: &TestApp) {
    let hall = Hall::new(app);
    let page = hall.tessa.get(CATEGORIES).expect_status(200);
    let hidden = ["idempotency_key", "version"].map(|name| (name, page.hidden(name).unwrap()));
    let mut form: Vec<_> = hidden.iter().map(|(name, value)| (*name, value.as_str())).collect();
    form.extend(THREE);
    for _ in 0..2 {
        hall.tessa.post_form(CATEGORIES, &form).expect_redirect(CATEGORIES);
    }
    let version = hall.event().version;
    assert_eq!(hall.event().categories_revision, version);
    // The same form, filled once more from the old state.
    form[0].1 = "another-key-0123456789";
    form[2].1 = "Youth";
    hall.tessa.post_form(CATEGORIES, &form).expect_status(409).expect_text("Youth");
    assert_eq!(hall.event().version, version);
    hall.tessa
        .get("/events/open/ledger")
        .expect_text("Categories: U18 (born 2008 or later); Women (women); Hosts (2 named players)");
    // What is typed again keeps who it is; an empty name takes a category out.
    let ids: Vec<_> = hall.event().categories.iter().map(|it| (it.id, it.id.to_string())).collect();
    let fields = [
        ("category_0_id", &*ids[0].1),
        ("category_0_name", "Under 18"),
        ("category_0_age_to", "18"),
        ("category_1_id", &*ids[1].1),
        ("category_1_name", ""),
        ("category_1_sex", "w"),
    ];
    hall.send(CATEGORIES, &fields).expect_redirect(CATEGORIES);
    let kept: Vec<_> = hall.event().categories.iter().map(|it| (it.id, it.name.to_string())).collect();
    assert_eq!(kept, [(ids[0].0, "Under 18".to_owned())]);
}

fn categories_have_standings_of_their_own_and_tell_nobody_an_age(app: &TestApp) {
    let hall = Hall::new(app);
    let visitor = app.visitor();
    visitor.get("/events/open/categories/1").expect_status(404);
    hall.send(CATEGORIES, &THREE).expect_redirect(CATEGORIES);
    hall.tessa.get(CATEGORIES).expect_text("born 2008 or later; 2 players").expect_text("value=\"1, 5\"");
    let members = |place: u16| {
        let page = visitor.get(&format!("/events/open/categories/{place}")).expect_status(200);
        // Workings may name opponents.
        let rows = page.body.split("<th scope=\"row\" class=\"name\">").skip(1);
        let mut names: Vec<_> = rows.map(|row| row.split([',', '>']).nth(1).unwrap().to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(members(1), ["Moor", "Reed"]);
    assert_eq!(members(2), ["Moor", "Thorne"]);
    assert_eq!(members(3), ["=Vale", "Moor"]);
    for place in ["0", "4"] {
        visitor.get(&format!("/events/open/categories/{place}")).expect_status(404);
    }
    // Nothing of a draft is told, as in the main standings.
    let before = visitor.get("/events/open/categories/2").body;
    hall.open.draft(app, 1, "");
    assert_eq!(visitor.get("/events/open/categories/2").body, before);
    hall.open.play(app, 1);
    let women = visitor.get("/events/open/categories/2").expect_text("Women: Standings after round 1");
    let women = women.expect_text("Category: women.");
    let places: Vec<_> = women.body.split("<td class=\"rank\">").skip(1).map(|rest| &rest[..1]).collect();
    assert_eq!(places, ["1", "2"], "places are counted anew");
    visitor.get("/events/open/standings").expect_text("/events/open/categories/2\">Women");
    let mut paths = addresses("open", 1);
    paths.extend((1..=3).map(|place| format!("/events/open/categories/{place}")));
    for path in paths {
        let body = visitor.get(&path).body;
        for secret in ["2009-04-13", "2010-03-02", "1950-01-02", "1961-07-09"] {
            assert!(!body.contains(secret), "{path} tells {secret}");
        }
    }
}

fn what_is_wrong_in_categories_and_prizes_comes_back_with_what_was_typed(app: &TestApp) {
    let hall = Hall::new(app);
    for (change, sentence) in [
        (("category_2_players", "1, 99"), "There is no player with the number 99."),
        (("category_2_players", ""), "Say who belongs to Hosts"),
        (("category_0_age_to", "old"), "Write an age from 1 to 120"),
        (("category_0_age_from", "60"), "the first number must not be greater than the last"),
        (("category_2_name", "u18"), "stands twice among the categories"),
        (("category_2_name", ""), "Please fill this in."),
        (("category_1_sex", "x"), "Choose from the list."),
    ] {
        let fields: Vec<_> =
            THREE.into_iter().filter(|(name, _)| *name != change.0).chain([change]).collect();
        let mut answer = hall.send(CATEGORIES, &fields).expect_status(422).expect_text(sentence);
        for (_, typed) in fields.iter().filter(|(_, typed)| typed.len() > 1) {
            answer = answer.expect_text(typed);
        }
    }
    hall.set_up();
    let ids: Vec<_> = hall.event().categories.iter().map(|it| it.id.to_string()).collect();
    let lists = [("list_1_of", &*ids[0]), ("list_2_of", &*ids[1])];
    let sent: Vec<_> = MONEY.into_iter().chain(lists).collect();
    for (change, sentence) in [
        (("currency", "euro"), "three letters"),
        (("fund", "940.01"), "The prizes come to 940.02, more than the fund of 940.01."),
        (("list_0_amounts", "100 200"), "no prize is greater than the one before it, as 200.00 after 100.00"),
        (("list_0_amounts", "100 -5"), "Write an amount"),
        (("list_1_of", "all"), "Main prizes stands twice"),
        (("list_1_of", "0192f7e1-0000-7000-8000-000000000000"), "Say whose places count."),
        (("list_2_sharing", "whim"), "Choose from the list."),
    ] {
        let fields: Vec<_> =
            sent.iter().copied().filter(|(name, _)| *name != change.0).chain([change]).collect();
        let mut answer = hall.send(PRIZES, &fields).expect_status(422).expect_text(sentence);
        for typed in fields.iter().filter(|(name, _)| name.ends_with("amounts")) {
            answer = answer.expect_text(typed.1);
        }
    }
    // A category that has prizes stays.
    hall.send(CATEGORIES, &[("category_0_name", "Other"), ("category_0_age_to", "18")])
        .expect_status(422)
        .expect_text("There are prizes for U18. Take them out first.");
}

fn prizes_are_given_when_all_is_played_and_every_amount_has_its_reason(app: &TestApp) {
    let hall = Hall::new(app);
    hall.set_up();
    hall.tessa.get(PRIZES).expect_text("The prizes come to 940.02 EUR; 59.98 of the fund are left.");
    hall.publish("yes").expect_redirect(LIST);
    hall.tessa
        .get(LIST)
        .expect_text("No round is played yet. The prize list is published when all is played.");
    assert!(!hall.event().prizes.unwrap().is_published);
    hall.open.play(app, 1);
    let given = hall.given();
    let told = |list: &Given| {
        let name = |entry| hall.event().name_of(entry).to_owned();
        list.winners.iter().map(|it| (it.place, name(it.entry), it.amount)).collect::<Vec<_>>()
    };
    let named = |place, name: &str, cents| (place, name.to_owned(), Cents(cents));
    assert_eq!(
        given.iter().map(told).collect::<Vec<_>>(),
        [
            vec![
                named(1, "Moor, Tessa", 40_000),
                named(2, "=Vale, Kit", 20_000),
                named(3, "Ash, Rowan", 10_001)
            ],
            vec![named(2, "Reed, Jonah", 15_000)],
            vec![named(2, "Thorne, Iris", 4001)],
        ]
    );
    assert_eq!(given.iter().map(Given::left).collect::<Vec<_>>(), [Cents(0), Cents(5000), Cents(0)]);
    hall.tessa
        .get(LIST)
        .expect_text("890.02 of 940.02 EUR are awarded, 50.00 are not.")
        .expect_text("Moor, Tessa stands before and takes another prize.")
        .expect_text("50.00 EUR of this list are not awarded");
    hall.publish("yes").expect_redirect(LIST);
    let page = app.visitor().get("/events/open/prizes").expect_status(200);
    page.expect_text("890.02 EUR altogether").expect_text("100.01").expect_no_text("25.00");
    for page in ["/events/open/standings", "/events/open"] {
        app.visitor().get(page).expect_text("/events/open/prizes");
    }
    let receipts = hall.tessa.get("/events/open/settings/prizes/receipts").expect_status(200);
    let at = |name: &str| receipts.body.find(name).unwrap();
    assert!(at("Ash, Rowan") < at("Moor, Tessa") && at("Moor, Tessa") < at("Thorne, Iris"), "by name");
    assert_eq!(receipts.body.matches("Signature").count(), 5);
    // A round that is opened again hides them, and whoever closes it sees them before everybody does.
    let round = "/events/open/rounds/1";
    let sent = |path: &str, reason: &str| {
        let once = tiger_arbiter::ledger::OnceKey::new().to_string();
        hall.tessa.post_form(&format!("{round}/{path}"), &[("reason", reason), ("idempotency_key", &once)])
    };
    sent("reopen", "Board 1 again").expect_status(303);
    app.visitor().get("/events/open/prizes").expect_status(404);
    let asked = sent("close", "")
        .expect_status(200)
        .expect_text("Confirm the prizes")
        .expect_text("everybody sees it then as it stands below")
        .expect_text("100.01 EUR");
    app.visitor().get("/events/open/prizes").expect_status(404);
    let once = tiger_arbiter::ledger::OnceKey::new().to_string();
    let fields = [("reason", ""), ("confirmed", &asked.confirmation().unwrap()), ("idempotency_key", &once)];
    hall.tessa.post_form(&format!("{round}/close"), &fields).expect_redirect("/events/open/desk");
    app.visitor().get("/events/open/prizes").expect_status(200);
    // Several prizes a player, shared in another way: what is set anew is not public any more.
    let ids: Vec<_> = hall.event().categories.iter().map(|it| it.id.to_string()).collect();
    let lists = [("list_1_of", &*ids[0]), ("list_2_of", &*ids[1])];
    let many: Vec<_> = MONEY.into_iter().filter(|(name, _)| *name != "one_each").chain(lists).collect();
    hall.send(PRIZES, &many).expect_redirect(PRIZES);
    app.visitor().get("/events/open/prizes").expect_status(404);
    let given = hall.given();
    let hort: Vec<_> = given[0].winners.iter().map(|it| (it.place, it.amount.0)).collect();
    assert_eq!(hort, [(1, 40_000), (2, 20_000), (3, 5001), (3, 5000)], "no tie-break parts Reed and Ash");
    assert!(given[0].winners[2].why.contains("in equal parts among 2 whom no tie-break parts"));
    assert_eq!(told(&given[1])[0], named(1, "Moor, Tessa", 15_000));
    hall.tessa.get("/events/open/ledger").expect_text("Prize list published");
}

fn what_arbiters_plan_and_reckon_is_nowhere_before_it_is_published(app: &TestApp) {
    let hall = Hall::new(app);
    hall.set_up();
    hall.open.play(app, 1);
    let silent = |paths: Vec<String>| {
        for path in paths {
            let body = app.visitor().get(&path).body;
            for secret in ["400.00", "940.02", "Prize list", "EUR"] {
                assert!(!body.contains(secret), "{path} tells {secret}");
            }
        }
    };
    app.visitor().get("/events/open/prizes").expect_status(404);
    silent(addresses("open", 1));
    // A round that is opened again takes the list with it until it is closed.
    hall.publish("yes").expect_redirect(LIST);
    app.visitor().get("/events/open/prizes").expect_status(200);
    let reason = Reason::parse("a result was wrong").unwrap();
    app.commit(hall.open.id, RoundCommand::ReopenRound { round: 1, reason });
    app.visitor().get("/events/open/prizes").expect_status(404);
    silent(addresses("open", 1));
    app.commit(hall.open.id, RoundCommand::CloseRound { round: 1 });
    app.visitor().get("/events/open/prizes").expect_status(200);
    hall.publish("no").expect_redirect(LIST);
    app.visitor().get("/events/open/prizes").expect_status(404);
    silent(addresses("open", 1));
}

fn who_left_takes_no_prize_unless_it_is_said(app: &TestApp) {
    let hall = Hall::new(app);
    hall.set_up();
    app.change_settings(hall.open.id, |settings| settings.rounds = 2);
    hall.open.play(app, 1);
    let winner = |hall: &Hall<'_>| hall.given()[0].winners[0].entry;
    let withdraw = EntryCommand::Withdraw { entry: hall.open.entries[0], from_round: 2, leaving: None };
    app.commit(hall.open.id, withdraw);
    assert_eq!(winner(&hall), hall.open.entries[0], "no round is missed yet");
    let pairing = |first: usize, second: usize| Pairing {
        game: new_id(),
        first: hall.open.entries[first],
        second: hall.open.entries[second],
        why: String::new(),
        is_forced: false,
    };
    let table = Table { boards: vec![pairing(1, 3), pairing(2, 4)], ..Table::default() };
    app.commit(hall.open.id, RoundCommand::DraftRound { round: 2, system: Format::Free, table });
    app.commit(hall.open.id, RoundCommand::PublishRound { round: 2, seen: u64::MAX });
    let first = hall.given()[0].winners[0].clone();
    let table = EventStandings::of(&hall.event(), None).unwrap();
    let own = table.line(first.entry).unwrap().row.rank;
    assert!(first.entry != hall.open.entries[0] && own > 1, "the standings go on with who left");
    assert_eq!((first.place, first.prize), (own, 1), "a place is that of the standings");
    assert!(first.why.contains("Moor, Tessa has withdrawn and wins none."), "{}", first.why);
    // Once all is played, every page and file says the same.
    for game in hall.event().games_of(2) {
        let result = ResultEntry::plain(None, Ending::Forfeit);
        app.commit(hall.open.id, ResultCommand::EnterResult { game: game.id, result, seen: 0 });
    }
    app.commit(hall.open.id, RoundCommand::CloseRound { round: 2 });
    hall.publish("yes").expect_redirect(LIST);
    let first = hall.given()[0].winners[0].clone();
    let name = hall.event().name_of(first.entry).to_owned();
    let page = app.visitor().get("/events/open/prizes").expect_status(200);
    let row = page.body.split("<td class=\"rank\">").nth(1).unwrap();
    assert!(row.starts_with(&format!("{}</td>", first.place)) && row.contains(&name), "{row}");
    assert!(row.contains("has withdrawn and wins none."), "{row}");
    let receipts = hall.tessa.get("/events/open/settings/prizes/receipts").expect_status(200);
    receipts.expect_text(&format!("Main prizes, place {}", first.place));
    let file: serde_json::Value =
        serde_json::from_str(&app.visitor().get("/events/open/event.json").body).unwrap();
    let told = &file["prizes"]["lists"][0]["winners"][0];
    assert_eq!((&told["place"], &told["prize"]), (&first.place.into(), &1.into()));
    let mut prizes = hall.event().prizes().unwrap().clone();
    prizes.takes_withdrawn = true;
    let command = tiger_event::command::AwardCommand::SetPrizes { prizes: Some(prizes), seen: u64::MAX };
    app.commit(hall.open.id, command);
    assert_eq!(winner(&hall), hall.open.entries[0]);
}

fn who_is_erased_wins_nothing_by_age_and_that_is_seen_first(app: &TestApp) {
    let hall = Hall::new(app);
    hall.set_up();
    hall.open.play(app, 1);
    hall.publish("yes").expect_redirect(LIST);
    let winner = |hall: &Hall<'_>| {
        let lists = hall.given();
        lists.iter().find(|list| list.title == "U18").unwrap().winners.first().map(|winner| winner.entry)
    };
    let young = winner(&hall).unwrap();
    let (_, admin) = app.sign_in_admin();
    let number = hall.event().entry(young).unwrap().number.to_string();
    let path = format!("/events/open/entries/{young}/erase");
    let once = key(1);
    let form = [("reason", "Asked for."), ("number", &*number), ("idempotency_key", &*once)];
    let asked = admin.post_form(&path, &form).expect_status(200).expect_text("Confirm the prizes");
    assert!(!hall.event().entry(young).unwrap().is_erased && winner(&hall) == Some(young));
    let confirmed = asked.confirmation().unwrap();
    admin.post_form(&path, &[&form[..], &[("confirmed", &confirmed)]].concat()).expect_status(303);
    assert!(hall.event().entry(young).unwrap().is_erased && winner(&hall) != Some(young));
}

fn nobody_but_arbiters_has_to_do_with_prizes_and_fees(app: &TestApp) {
    let hall = Hall::new(app);
    hall.set_up();
    let (user, player) = app.sign_in("jonah");
    app.speak_for(hall.open.id, hall.open.entries[1], user);
    let version = hall.event().version;
    let receipts = "/events/open/settings/prizes/receipts";
    for path in [CATEGORIES, PRIZES, LIST, receipts, FEES] {
        player.get(path).expect_status(403).expect_no_text("400.00");
        app.visitor().get(path).expect_status(303);
    }
    let entry = hall.open.entries[1].to_string();
    let forged = [
        (CATEGORIES, vec![("version", "99"), ("category_0_name", "Mine"), ("category_0_players", "2")]),
        (
            PRIZES,
            vec![
                ("version", "99"),
                ("currency", "EUR"),
                ("list_0_of", "all"),
                ("list_0_amounts", "9"),
                ("list_0_sharing", "hort"),
            ],
        ),
        (PUBLISH, vec![("public", "yes")]),
        (FEES, vec![("version", "99"), ("entry", &*entry)]),
    ];
    for (number, (path, fields)) in (1..).zip(forged) {
        let once = key(number);
        let fields: Vec<_> = fields.into_iter().chain([("idempotency_key", &*once)]).collect();
        player.post_form(path, &fields).expect_status(403);
    }
    assert_eq!(hall.event().version, version);
}

fn a_fee_is_paid_with_one_touch_and_the_list_finds_who_owes(app: &TestApp) {
    let hall = Hall::new(app);
    hall.set_up();
    hall.change(1, |details| details.office.fee_due = Some(Cents(1000)));
    hall.change(2, |details| details.office.fee_paid = Cents(2500));
    hall.tessa.get(FEES).expect_text("25.00 of 110.00 EUR are paid, 85.00 are open.");
    let owing =
        hall.tessa.get(&format!("{FEES}?q=owes")).expect_text("Reed, Jonah").expect_no_text("Ash, Rowan");
    let entry = hall.open.entries[1].to_string();
    let seen = hall.event().entry(hall.open.entries[1]).unwrap().revision.to_string();
    assert!(owing.body.contains(&format!("name=\"version\" value=\"{seen}\"")));
    let once = [key(1), key(2)];
    let form = |once| vec![("entry", &*entry), ("version", &*seen), ("idempotency_key", once)];
    for _ in 0..2 {
        hall.tessa.post_form(FEES, &form(&once[0])).expect_redirect(FEES);
    }
    let office = hall.event().entry(hall.open.entries[1]).unwrap().details.office.clone();
    assert_eq!((office.fee_due, office.fee_paid), (Some(Cents(1000)), Cents(1000)));
    hall.tessa.get(FEES).expect_text("35.00 of 110.00 EUR are paid");
    // The page as it was before is too old by now.
    hall.tessa.post_form(FEES, &form(&once[1])).expect_status(409);
}

fn what_hangs_on_the_wall_has_categories_and_prizes(app: &TestApp) {
    let hall = Hall::new(app);
    let job = "/events/open/papers/job?paper=standings&paper=categories&paper=cross-table&paper=prizes";
    let page = hall.tessa.get(job).expect_status(200);
    page.expect_text("This event has no categories.").expect_text("This event has no prizes.");
    hall.set_up();
    let page = hall.tessa.get(job).expect_status(200);
    let page = page
        .expect_text("U18: Standings")
        .expect_text("Category: born 2008 or later.")
        .expect_text("Provisional: the event is not over.")
        .expect_no_text("This event has no");
    for id in ["standings", "standings-1", "standings-2", "standings-3", "cross", "prizes-1"] {
        assert_eq!(page.body.matches(&format!("<table id=\"{id}\"")).count(), 1, "{id}");
    }
    hall.tessa.get("/events/open/papers/job?paper=standings&size=letter").expect_text("css/letter");
}
