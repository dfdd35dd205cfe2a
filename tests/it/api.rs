//! `/api/v1`: what other programs read, held against its own description.

mod commands;
mod program;
mod rights;
mod schema;

use std::collections::BTreeSet;

use serde_json::Value;
use tiger_event::{EventCommand, Seat};
use tiger_rules::Ending;

use crate::public::files::play_with_record;
use crate::public::world::{Open, open_event};
use crate::rig::{Answer, Browser, TestApp, on_sqlite};
use schema::Description;

on_sqlite!(
    every_answer_is_as_the_description_says,
    lists_go_page_by_page,
    an_answer_that_is_known_is_not_sent_again,
    pages_of_other_sites_read_what_is_public,
    a_hidden_event_answers_its_arbiter_as_a_public_one_does,
    errors_are_problems,
    a_feed_tells_what_happened,
);

fn description(app: &TestApp) -> Description {
    Description::read(&app.visitor().get("/api/v1/openapi.json").expect_status(200).body)
}

fn json(answer: &Answer) -> Value {
    serde_json::from_str(&answer.body).unwrap()
}

/// An event with a round played, one under way, a record and a ruling.
fn told(app: &TestApp) -> (Open, String) {
    let open = open_event(app, "open", |_| ());
    let games = play_with_record(app, &open);
    open.publish(app, 2);
    (open, games[0].to_string())
}

#[test]
fn every_route_is_described() {
    let source = include_str!("../../src/routes.rs");
    let named = |function: &str| {
        let (_, body) = source.split_once(function).unwrap();
        let (body, _) = body.split_once("\n}\n").unwrap();
        let routes = body.split("(\"/").skip(1).map(|rest| format!("/{}", rest.split('"').next().unwrap()));
        routes.collect::<Vec<String>>()
    };
    let routes: BTreeSet<String> =
        ["fn interface(", "fn arbiters_programs("].into_iter().flat_map(named).collect();
    let app = TestApp::start(crate::rig::Backend::Sqlite);
    let described: BTreeSet<String> = description(&app).paths().map(str::to_owned).collect();
    assert!(routes.len() >= 15, "{routes:?}");
    assert_eq!(routes, described);
}

#[test]
fn what_programs_send_and_are_refused_is_described() {
    let app = TestApp::start(crate::rig::Backend::Sqlite);
    let described = json(&app.visitor().get("/api/v1/openapi.json").expect_status(200));
    let command = &described["paths"]["/api/v1/events/{slug}/commands"]["post"]["requestBody"];
    let schema = &command["content"]["application/json"]["schema"];
    let named = schema["$ref"].as_str().unwrap().strip_prefix("#/components/schemas/").unwrap();
    let schema = &described["components"]["schemas"][named];
    assert_eq!(schema["required"], serde_json::json!(["do"]));
    let commands = schema["properties"]["do"]["enum"].as_array().unwrap();
    assert!(commands.contains(&"check_in".into()) && commands.contains(&"overrule".into()), "{commands:?}");
    for (path, ways) in described["paths"].as_object().unwrap() {
        for (way, operation) in ways.as_object().unwrap() {
            let is_paged = operation["parameters"].to_string().contains("\"query\"");
            let wanted = [
                ("404", path.contains('{')),
                ("413", operation.get("requestBody").is_some()),
                ("422", operation.get("requestBody").is_some() || is_paged),
            ];
            for (status, _) in wanted.iter().filter(|(_, is_answered)| *is_answered) {
                assert!(operation["responses"].get(status).is_some(), "{way} {path} does not tell {status}");
            }
        }
    }
}

fn every_answer_is_as_the_description_says(app: &TestApp) {
    let (_, game) = told(app);
    let described = description(app);
    assert!(described.version().starts_with("3.1"), "{}", described.version());
    let paths: Vec<String> = described.read_by_all().map(str::to_owned).collect();
    let visitor = app.visitor();
    for path in paths {
        let filled = path
            .replace("{slug}", "open")
            .replace("{round}", "1")
            .replace("{game}", &game)
            .replace("{kind}", "lancerchess");
        let answer = visitor.get(&filled).expect_status(200);
        assert_eq!(answer.header("content-type"), "application/json", "{path}");
        let faults = described.faults(&path, "200", &json(&answer));
        assert!(faults.is_empty(), "{path}: {faults:?}\n{}", answer.body);
        // A word that the description does not know is found out.
        let Value::Object(mut strange) = json(&answer) else { panic!("{path} answers no object") };
        strange.insert("strange".to_owned(), Value::Null);
        if !path.ends_with("openapi.json") {
            assert!(!described.faults(&path, "200", &Value::Object(strange)).is_empty(), "{path}");
        }
    }
    let round = json(&visitor.get("/api/v1/events/open/rounds/1"));
    let first = &round["games"][0];
    assert_eq!((&first["first"]["name"], &first["first"]["points"]), (&"Moor, Tessa".into(), &"3".into()));
    assert_eq!(first["result"]["winner"], "first");
    assert_eq!(first["record"]["plies"], 4);
    assert_eq!(round["byes"][0]["kind"], "PAB");
    let standings = json(&visitor.get("/api/v1/events/open/standings"));
    assert_eq!(standings["lines"][0]["name"], "Moor, Tessa");
    assert_eq!(standings["tie_breaks"][2]["code"], "BH/C1");
    assert_eq!(standings["lines"][0]["tie_breaks"].as_array().unwrap().len(), 4);
    let game = json(&visitor.get(first["href"].as_str().unwrap()).expect_status(200));
    assert!(game["tgr"].as_str().unwrap().contains("1. E2-E4 E7-E5"), "{game}");
    visitor.get(first["record"]["file"].as_str().unwrap()).expect_status(200);
}

fn lists_go_page_by_page(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let names: Vec<String> = (0..230).map(|number| format!("Player, Nr{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    app.add_entries(open.id, &names);
    let visitor = app.visitor();
    let page = |page: u32| json(&visitor.get(&format!("/api/v1/events/open/entries?page={page}")));
    let (first, last) = (page(1), page(3));
    assert_eq!(first["paging"], serde_json::json!({"page": 1, "pages": 3, "total": 235}));
    assert_eq!(first["entries"].as_array().unwrap().len(), 100);
    assert_eq!(last["entries"].as_array().unwrap().len(), 35);
    assert_eq!(last["entries"][34]["number"], 235);
    for path in ["/events/open/entries?page=4", "/events/open/entries?page=0", "/events?page=2"] {
        visitor.get(&format!("/api/v1{path}")).expect_status(404);
    }
    visitor.get("/api/v1/events/open/entries?page=x").expect_status(422);
    let events = json(&visitor.get("/api/v1/events"));
    assert_eq!(events["events"][0]["players"], 235);
    visitor.get(events["events"][0]["href"].as_str().unwrap()).expect_status(200);
}

fn an_answer_that_is_known_is_not_sent_again(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let games = open.publish(app, 1);
    let visitor = app.visitor();
    let path = "/api/v1/events/open/rounds/1";
    let tag = visitor.get(path).expect_status(200).header("etag").to_owned();
    let known = visitor.get_with(path, &[("if-none-match", &tag)]).expect_status(304);
    assert!(known.body.is_empty());
    open.enter(app, games[0], Some(Seat::First), Ending::Checkmate);
    visitor.get_with(path, &[("if-none-match", &tag)]).expect_status(200).expect_text("checkmate");
}

fn pages_of_other_sites_read_what_is_public(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let allowed = |answer: &Answer| answer.header("access-control-allow-origin").to_owned();
    let path = "/api/v1/events/open";
    let chief = app.signed_in(open.chief);
    assert_eq!(allowed(&app.visitor().get(path).expect_status(200)), "*");
    assert_eq!(allowed(&chief.get(path).expect_status(200)), "*");
    app.commit(open.id, EventCommand::ShowEvent { is_public: false });
    assert_eq!(allowed(&chief.get(path).expect_status(200)), "");
    app.visitor().get(path).expect_status(404);
    for other in ["/events/open", "/account", "/events"] {
        assert_eq!(allowed(&chief.get(other)), "", "{other}");
    }
    let asked = app.visitor().options(path).expect_status(204);
    assert_eq!(asked.header("access-control-allow-methods"), "GET, HEAD");
}

fn a_hidden_event_answers_its_arbiter_as_a_public_one_does(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.publish(app, 1);
    app.commit(open.id, EventCommand::ShowEvent { is_public: false });
    let chief = app.signed_in(open.chief);
    for path in ["entries?page=2", "entries?page=0", "games?page=9", "rounds/4", "standings?after=4"] {
        chief.get(&format!("/api/v1/events/open/{path}")).expect_status(404);
    }
    for path in ["/api/v1/events/open/entries", "/events/open/event.json"] {
        let answer = chief.get(path).expect_status(200);
        let (tag, caching) = (answer.header("etag").to_owned(), answer.header("cache-control"));
        assert_eq!((tag.is_empty(), caching), (false, "no-store"), "{path}");
        let known = chief.get_with(path, &[("if-none-match", &tag)]).expect_status(304);
        assert_eq!((&*known.body, known.header("cache-control")), ("", "no-store"), "{path}");
    }
}

fn errors_are_problems(app: &TestApp) {
    open_event(app, "open", |_| ());
    let described = description(app);
    let visitor = app.visitor();
    let problem = |browser: &Browser, path: &str| {
        let answer = browser.get(path);
        assert_eq!(answer.header("content-type"), "application/problem+json", "{path}: {}", answer.body);
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        let told = json(&answer);
        assert_eq!(told["status"], answer.status.as_u16(), "{path}");
        told
    };
    let told = problem(&visitor, "/api/v1/events/nowhere");
    assert_eq!(told["detail"], "There is no such event.");
    let faults = described.faults("/api/v1/events/{slug}", "404", &told);
    assert!(faults.is_empty(), "{faults:?}: {told}");
    assert_eq!(problem(&visitor, "/api/v1/events/open/rounds/9")["status"], 404);
    assert_eq!(problem(&visitor, "/api/v1/events/open/rounds/none")["status"], 404);
    assert_eq!(problem(&visitor, "/api/v1/nothing")["status"], 404);
    assert_eq!(problem(&visitor, "/api/v2")["status"], 404);
    // Without a token nothing is looked at that would change something, with whatever cookie.
    let refused = visitor.post_form("/api/v1/events", &[]).expect_status(401);
    assert_eq!(refused.header("www-authenticate"), "Bearer");
}

fn a_feed_tells_what_happened(app: &TestApp) {
    let (_, game) = told(app);
    let answer = app.visitor().get("/events/open/feed.atom").expect_status(200);
    assert_eq!(answer.header("content-type"), "application/atom+xml; charset=utf-8");
    let base = app.state().base_url.as_str();
    let mut entries = answer.body.split("<entry>");
    let head = entries.next().unwrap();
    assert!(head.contains(&format!("<link rel=\"self\" href=\"{base}/events/open/feed.atom\"/>")), "{head}");
    let entries: Vec<&str> = entries.collect();
    assert_eq!(entries.len(), 4, "two rounds and two results: {}", answer.body);
    assert!(entries[0].contains("Round 2 is published"), "{}", entries[0]);
    assert!(
        entries.iter().any(|entry| entry.contains(&game) && entry.contains("Moor, Tessa 3 : 0 Thorne, Iris"))
    );
    let mut reader = quick_xml::Reader::from_str(&answer.body);
    while !matches!(reader.read_event().unwrap(), quick_xml::events::Event::Eof) {}
    app.visitor().get("/events/open").expect_text("type=\"application/atom+xml\"");
}
