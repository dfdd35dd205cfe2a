//! What is kept about oneself, to be taken along.

use tiger_arbiter::auth::journal::What;
use tiger_arbiter::ledger::Order;
use tiger_event::{Actor, EventCommand, Label, Reason, ResultCommand, ResultEntry, Seat};
use tiger_rules::Ending;

use crate::rig::{Browser, TestApp, on_both_databases, on_sqlite};

on_both_databases!(nobody_takes_lines_of_others_along);
on_sqlite!(everybody_takes_their_data_along);

fn everybody_takes_their_data_along(app: &TestApp) {
    let (chief, arbiter) = app.sign_in("chief");
    let (user, robin) = app.sign_in("jonah");
    let event = app.add_event("open", chief);
    let [tessa, jonah] = app.add_entries(event, &["Moor, Tessa", "Reed, Jonah"]).try_into().unwrap();
    app.publish_pairs(event, &[tessa, jonah]);
    app.speak_for(event, jonah, user);
    let name = Label::parse("Club site").unwrap();
    let until = chrono::Utc::now() + chrono::TimeDelta::days(7);
    tiger_arbiter::services::programs::make(&app.state().db, user, &name, &[], until).unwrap();
    robin.get("/account").expect_status(200).expect_text("Take your data along");
    let file = robin.get("/account/data.json").expect_status(200);
    assert!(file.header("content-disposition").contains("own-data.json"));
    let data: serde_json::Value = serde_json::from_str(&file.body).unwrap();
    assert_eq!(data["account"]["login"], "jonah");
    assert_eq!(data["events"][0]["player"]["details"]["name"], "Reed, Jonah");
    assert_eq!(data["events"][0]["games"][0]["opponent"], "Moor, Tessa");
    assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(data["events"][0]["appeals"], serde_json::json!([]));
    assert_eq!(data["programs"][0]["name"], "Club site");
    // What they appealed against is theirs, too.
    let game = app.state().ledger.event(event).unwrap().games_of(1)[0].id;
    let result = ResultEntry::plain(Some(Seat::First), Ending::Time);
    app.commit(event, ResultCommand::EnterResult { game, result, seen: u64::MAX });
    let words = Reason::parse("The flag was up.").unwrap();
    let made_at = chrono::Utc::now();
    let (player, ruling, late) = (jonah, None, None);
    let appeal =
        tiger_event::command::AppealCommand::NoteAppeal { game, player, ruling, words, made_at, late };
    app.commit(event, appeal);
    let data: serde_json::Value = serde_json::from_str(&robin.get("/account/data.json").body).unwrap();
    assert_eq!(data["events"][0]["appeals"][0]["words"], "The flag was up.");
    assert_eq!(data["events"][0]["appeals"][0]["by"], "Reed, Jonah");
    // An arbiter who plays nowhere has an account too.
    let by = Actor::User { id: chief, name: "chief".to_owned(), is_admin: false };
    let show = Order::new(by, event, EventCommand::ShowEvent { is_public: true });
    app.state().ledger.commit(&show).unwrap();
    let data: serde_json::Value = serde_json::from_str(&arbiter.get("/account/data.json").body).unwrap();
    assert_eq!(data["events"][0]["arbiter"]["name"], "Moor, Tessa");
    assert_eq!(data["events"][0]["gave"][0]["what"], "show_event");
    assert_eq!(data["account"]["second_factor_since"], serde_json::Value::Null);
    app.visitor().get("/account/data.json").expect_status(401);
}

/// Names are shared, and one may be part of another: lines of the journal are taken along by who certainly did it.
fn nobody_takes_lines_of_others_along(app: &TestApp) {
    let (_, admin) = app.sign_in_admin();
    let petra = app.add_user_called("petra", "Marlowe, Petra", false);
    let (own, namesake) =
        (app.signed_in(petra), app.signed_in(app.add_user_called("namesake", "Marlowe, Petra", false)));
    let short = app.signed_in(app.add_user_called("short", "a", false));
    let token = [("name", "bot"), ("days", "7")];
    let made = own.post_form("/account/tokens", &token).expect_status(200);
    namesake.post_form("/account/tokens", &token).expect_status(200);
    let csrf = own.csrf();
    let is_secret =
        |word: &&str| word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit()) && *word != csrf;
    let bearer = format!("Bearer {}", made.body.split('"').find(is_secret).unwrap());
    app.visitor().get_with("/api/v1/events", &[("authorization", &bearer)]).expect_status(200);
    own.get("/account/tokens").expect_text("A program read");
    namesake.get("/account/tokens").expect_text("never used");
    own.get("/users").expect_status(403);
    admin.post_form(&format!("/users/{petra}/link"), &[]).expect_status(200);
    app.visitor().post_form("/sign-in", &[("login", "admin"), ("password", "guessed")]).expect_status(422);
    // An earlier program noted a name alone, and somebody is called what another one's login is.
    app.state().journal.note(What::Forbidden, "petra", "192.0.2.1");
    app.state().journal.write(&app.state().db).unwrap();
    let journal = |browser: &Browser| {
        let data: serde_json::Value = serde_json::from_str(&browser.get("/account/data.json").body).unwrap();
        let lines = data["journal"].as_array().unwrap().clone();
        lines.iter().map(|line| line["what"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(journal(&own), ["forbidden", "program_read", "token_made"]);
    assert_eq!(journal(&admin), ["wrong_password", "link_made"]);
    assert_eq!(journal(&short), Vec::<String>::new());
    assert_eq!(journal(&namesake), ["token_made"]);
}
