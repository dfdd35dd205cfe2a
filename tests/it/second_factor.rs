//! The second factor: setting it up, the second page of signing in, recovery, the switch that asks it of all.

use diesel::connection::SimpleConnection;
use tiger_arbiter::auth::throttle::{CODES_PER_ACCOUNT, PER_ORIGIN};
use tiger_arbiter::clock;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::db::{self, DbError};
use tiger_event::UserId;
use totp_rs::{Builder, Secret};

use crate::rig::{Answer, Browser, PASSWORD, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    a_factor_counts_once_a_code_has_proved_it_and_is_asked_on_a_second_page,
    a_code_counts_once,
    whoever_knows_the_password_has_few_codes_and_nobody_else_waits_for_them,
    a_recovery_code_works_once_and_is_stored_hashed,
    a_link_for_a_password_leads_past_no_factor,
    the_password_alone_opens_nothing_whatever_is_tried,
    an_administrator_resets_a_factor_with_a_reason,
    the_switch_asks_it_of_everybody_with_a_password
);
on_sqlite!(
    setting_up_is_for_people_with_a_password_who_typed_it_just_now,
    switching_off_and_new_recovery_codes_take_a_code,
    no_page_but_one_shows_the_secret
);

/// What stands on a page with the secret.
const QR_CODE: &str = "The secret as a QR code";

/// Runs a statement that nobody should be able to run.
fn tamper(app: &TestApp, sql: &str) {
    app.state().db.read(|db| Ok::<_, DbError>(db.batch_execute(sql)?)).unwrap();
}

/// What the person's app shows, so many steps from now; the program has forgotten which codes were used.
fn code(app: &TestApp, user: UserId, steps: i64) -> String {
    tamper(app, "UPDATE second_factors SET last_step = 0");
    shown(app, user, steps)
}

fn shown(app: &TestApp, user: UserId, steps: i64) -> String {
    let factor = app.state().db.read(|db| db::factors::find(db, user)).unwrap().unwrap();
    let secret = Secret::try_from_base32(factor.secret).unwrap();
    let at = u64::try_from(clock::now().timestamp() + 30 * steps).unwrap();
    Builder::new().with_secret(secret).build().unwrap().generate(at).to_string()
}

/// A code that the app shows neither now nor shortly before or after.
fn wrong(app: &TestApp, user: UserId) -> String {
    let near: Vec<String> = (-3..=3).map(|steps| shown(app, user, steps)).collect();
    (0..).map(|number| format!("{number:06}")).find(|code| !near.contains(code)).unwrap()
}

fn type_password(browser: &Browser, login: &str) -> Answer {
    browser.post_form("/sign-in", &[("login", login), ("password", PASSWORD), ("next", "/account")])
}

fn type_code(browser: &Browser, code: &str) -> Answer {
    browser.post_form("/sign-in/code", &[("code", code), ("next", "/account")])
}

/// The recovery codes on a page.
fn codes(page: &Answer) -> Vec<String> {
    let (_, list) = page.body.split_once("<ul class=\"plain-list mono\">").unwrap();
    let (list, _) = list.split_once("</ul>").unwrap();
    list.split("<li>").skip(1).map(|item| item.trim_end_matches("</li>").to_owned()).collect()
}

/// Sets up a person's factor in a browser of theirs; the recovery codes.
fn set_up(app: &TestApp, user: UserId, browser: &Browser) -> Vec<String> {
    browser.post_form("/account/second-factor/begin", &[]).expect_redirect("/account/second-factor");
    let page = browser.post_form("/account/second-factor", &[("code", &code(app, user, 0))]);
    codes(&page.expect_status(200).expect_text("Recovery codes"))
}

fn a_factor_counts_once_a_code_has_proved_it_and_is_asked_on_a_second_page(app: &TestApp) {
    let (user, tessa) = app.sign_in("tessa");
    let elsewhere = app.signed_in(user);
    tessa.get("/account/second-factor").expect_status(200).expect_text("Set it up");
    tessa.post_form("/account/second-factor/begin", &[]).expect_redirect("/account/second-factor");
    tessa.get("/account/second-factor").expect_status(200).expect_text(QR_CODE).expect_text("one-time-code");
    // Not proved: a wrong code changes nothing, and the password alone still opens.
    let wrong = wrong(app, user);
    let answer = tessa.post_form("/account/second-factor", &[("code", &wrong)]).expect_status(422);
    answer.expect_text("This code is wrong or was used already.");
    type_password(&app.visitor(), "tessa").expect_redirect("/account");
    let answer = tessa.post_form("/account/second-factor", &[("code", &code(app, user, 0))]);
    let answer = answer.expect_status(200);
    let codes = codes(&answer);
    assert_eq!(codes.len(), 10);
    answer.expect_text(&codes.join(" "));
    tessa.get("/account/second-factor").expect_text("Recovery codes that are left: 10.").expect_no_text("qr");
    elsewhere.get("/account").expect_redirect("/sign-in?next=/account");
    // From now on there is a second page.
    let phone = app.visitor();
    type_password(&phone, "tessa").expect_redirect("/sign-in/code?next=/account");
    assert_eq!(phone.cookie("tiger_session"), None);
    phone.get("/account").expect_redirect("/sign-in?next=/account");
    let page = phone.get("/sign-in/code?next=/account").expect_status(200);
    let page = page.expect_text("autocomplete=\"one-time-code\"").expect_text("inputmode=\"numeric\"");
    assert_eq!(page.header("cache-control"), "no-store");
    type_code(&phone, &wrong).expect_status(422).expect_text("This code is wrong").expect_no_text(&wrong);
    phone.get("/account").expect_status(303);
    type_code(&phone, &code(app, user, 0)).expect_redirect("/account");
    phone.get("/account").expect_status(200).expect_text("You sign in as tessa");
    assert!(phone.cookie("tiger_half").is_none_or(|left| left.is_empty()));
}

fn a_code_counts_once(app: &TestApp) {
    let (user, tessa) = app.sign_in("tessa");
    set_up(app, user, &tessa);
    let code = code(app, user, 0);
    let [one, other] = [app.visitor(), app.visitor()];
    type_password(&one, "tessa");
    type_password(&other, "tessa");
    type_code(&one, &code).expect_redirect("/account");
    type_code(&other, &code).expect_status(422);
    // An earlier one does not count any more either, a later one does; with a gap, as some apps show it.
    type_code(&other, &shown(app, user, -1)).expect_status(422);
    let mut later = shown(app, user, 1);
    later.insert(3, ' ');
    type_code(&other, &later).expect_redirect("/account");
}

fn whoever_knows_the_password_has_few_codes_and_nobody_else_waits_for_them(app: &TestApp) {
    use tiger_arbiter::auth::throttle::{Origin, note_code};
    let (user, tessa) = app.sign_in("tessa");
    set_up(app, user, &tessa);
    let desk = app.visitor();
    type_password(&desk, "tessa");
    type_code(&desk, &code(app, user, 0)).expect_redirect("/account");
    let thief = app.visitor();
    type_password(&thief, "tessa");
    let wrong = wrong(app, user);
    for _ in 0..PER_ORIGIN {
        type_code(&thief, &wrong).expect_status(422);
    }
    type_code(&thief, &code(app, user, 0)).expect_status(429).expect_text("Please try again in");
    // To begin anew helps nothing.
    type_password(&thief, "tessa");
    type_code(&thief, &code(app, user, 0)).expect_status(429);
    // From however many addresses.
    let now = clock::now();
    let tried = (0..1000).filter(|number: &i64| {
        let origin = Origin::Stranger(format!("192.0.2.{}", number % 200));
        app.state().db.write(|db| note_code(db, "tessa", &origin, now)).unwrap().is_none()
    });
    assert_eq!(i64::try_from(tried.count()).unwrap() + PER_ORIGIN, CODES_PER_ACCOUNT);
    // The browser at the desk is known, and its person is not held off.
    desk.post_form("/sign-out", &[]);
    type_password(&desk, "tessa").expect_redirect("/sign-in/code?next=/account");
    type_code(&desk, &code(app, user, 0)).expect_redirect("/account");
    // Nor does a session that is open help to guess.
    for _ in 0..PER_ORIGIN {
        tessa.post_form("/account/second-factor", &[("code", &wrong), ("what", "off")]).expect_status(422);
    }
    let right = code(app, user, 0);
    tessa.post_form("/account/second-factor", &[("code", &right), ("what", "off")]).expect_status(429);
}

fn a_recovery_code_works_once_and_is_stored_hashed(app: &TestApp) {
    use diesel::prelude::*;
    use diesel::sql_types::Text;
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Text)]
        code_hash: String,
    }
    let (user, tessa) = app.sign_in("tessa");
    let codes = set_up(app, user, &tessa);
    let stored: Vec<Row> = app
        .state()
        .db
        .read(|db| Ok::<_, DbError>(diesel::sql_query("SELECT code_hash FROM recovery_codes").load(db)?))
        .unwrap();
    assert_eq!(stored.len(), 10);
    for code in &codes {
        let plain = code.replace('-', "");
        assert!(stored.iter().all(|row| !row.code_hash.to_uppercase().contains(&plain)));
    }
    let enter = |code: &str| {
        let browser = app.visitor();
        type_password(&browser, "tessa");
        (type_code(&browser, code), browser)
    };
    let (answer, browser) = enter(&codes[0].to_lowercase());
    answer.expect_redirect("/account");
    browser.get("/account").expect_text("Codes that are left: 9.");
    enter(&codes[0]).0.expect_status(422);
    enter(&codes[1].replace('-', "")).0.expect_redirect("/account");
    // New ones end the old ones.
    let new = [("code", &*codes[2]), ("what", "paper")];
    let page = tessa.post_form("/account/second-factor", &new).expect_status(200);
    enter(&codes[3]).0.expect_status(422);
    enter(&self::codes(&page)[0]).0.expect_redirect("/account");
}

fn a_link_for_a_password_leads_past_no_factor(app: &TestApp) {
    use tiger_arbiter::auth::links;
    use tiger_arbiter::db::links::Purpose;
    let (user, tessa) = app.sign_in("tessa");
    set_up(app, user, &tessa);
    let path = links::issue(&app.state().db, Purpose::Password(user)).unwrap();
    let finder = app.visitor();
    finder.post_form(&path, &[("password", "an altogether new one")]).expect_redirect("/sign-in/code?next=/");
    finder.get("/account").expect_status(303);
    type_code(&finder, &code(app, user, 0)).expect_redirect("/account");
}

fn the_password_alone_opens_nothing_whatever_is_tried(app: &TestApp) {
    let (user, tessa) = app.sign_in("tessa");
    set_up(app, user, &tessa);
    let thief = app.visitor();
    // Without the password there is no second page.
    thief.get("/sign-in/code?next=/account").expect_redirect("/sign-in?next=/account");
    type_code(&thief, &code(app, user, 0)).expect_redirect("/sign-in?next=/account");
    thief.set_cookie(&format!("tiger_half={}; Path=/", "ab".repeat(32)));
    type_code(&thief, &code(app, user, 0)).expect_redirect("/sign-in?next=/account");
    // What is between the two pages is no session, and no token of a session.
    type_password(&thief, "tessa");
    let half = thief.cookie("tiger_half").unwrap();
    thief.set_cookie(&format!("tiger_session={half}; Path=/"));
    for path in ["/account", "/account/second-factor", "/users", "/events/new"] {
        assert_ne!(thief.get(path).status.as_u16(), 200, "{path}");
    }
    // It lasts a quarter of an hour, and ends with the password.
    let other = app.visitor();
    type_password(&other, "tessa");
    tamper(app, "UPDATE half_sign_ins SET at = '2026-01-01 00:00:00'");
    type_code(&other, &code(app, user, 0)).expect_redirect("/sign-in?next=/account");
    type_password(&other, "tessa");
    let fields = [("old_password", PASSWORD), ("new_password", "an altogether new one")];
    tessa.post_form("/account/password", &fields).expect_redirect("/account");
    type_code(&other, &code(app, user, 0)).expect_redirect("/sign-in?next=/account");
    // Nor does it open a disabled account.
    let (_, admin) = app.sign_in_admin();
    let late = app.visitor();
    let fields = [("login", "tessa"), ("password", "an altogether new one"), ("next", "/account")];
    late.post_form("/sign-in", &fields).expect_redirect("/sign-in/code?next=/account");
    admin.post_form(&format!("/users/{user}/disable"), &[]).expect_redirect("/users");
    admin.post_form(&format!("/users/{user}/enable"), &[]).expect_redirect("/users");
    type_code(&late, &code(app, user, 0)).expect_redirect("/sign-in?next=/account");
}

fn an_administrator_resets_a_factor_with_a_reason(app: &TestApp) {
    let (user, tessa) = app.sign_in("tessa");
    let codes = set_up(app, user, &tessa);
    let (admin_id, admin) = app.sign_in_admin();
    let path = format!("/users/{user}/second-factor");
    admin.get("/users").expect_text("Reset the second factor").expect_text(&path);
    tessa.post_form(&path, &[("reason", "mine")]).expect_status(403);
    admin.post_form(&path, &[("reason", " ")]).expect_status(422);
    admin.post_form(&path, &[("reason", "lost the telephone")]).expect_redirect("/users");
    tessa.get("/account").expect_status(303);
    type_password(&app.visitor(), "tessa").expect_redirect("/account");
    admin.post_form(&path, &[("reason", "again")]).expect_status(422);
    // Nobody takes their own away without a code.
    set_up(app, admin_id, &admin);
    let own = format!("/users/{admin_id}/second-factor");
    admin.post_form(&own, &[("reason", "mine")]).expect_status(422);
    let journal = admin.get("/journal").expect_status(200);
    for told in ["Second factor set up", "Second factor reset", "tessa (lost the telephone), by admin"] {
        assert!(journal.body.contains(told), "{told}: {}", journal.body);
    }
    assert!(codes.iter().all(|code| !journal.body.contains(code)));
}

fn the_switch_asks_it_of_everybody_with_a_password(app: &TestApp) {
    let (admin_id, admin) = app.sign_in_admin();
    let (user, tessa) = app.sign_in("tessa");
    let ask = [("is_demanded", "yes")];
    tessa.post_form("/users/second-factor", &ask).expect_status(403);
    admin
        .post_form("/users/second-factor", &ask)
        .expect_status(422)
        .expect_text("your own second factor first");
    let codes = set_up(app, admin_id, &admin);
    tessa.get("/account").expect_status(200);
    admin.post_form("/users/second-factor", &ask).expect_redirect("/users");
    admin.get("/users").expect_text("It is asked of all administrators and arbiters");
    // Who has none is out, and comes in by setting it up.
    tessa.get("/account").expect_redirect("/sign-in?next=/account");
    let browser = app.visitor();
    type_password(&browser, "tessa").expect_redirect("/sign-in/code?next=/account");
    let page = browser.get("/sign-in/code?next=/account").expect_status(200);
    page.expect_text("Set up your second factor").expect_text(QR_CODE);
    let wrong = wrong(app, user);
    type_code(&browser, &wrong).expect_status(422).expect_text(QR_CODE);
    browser.get("/account").expect_status(303);
    let right = code(app, user, 0);
    assert_eq!(self::codes(&type_code(&browser, &right).expect_status(200)).len(), 10);
    browser.get("/account").expect_status(200);
    // It cannot be switched off now, and the next time it is merely asked.
    let off = [("code", &*code(app, user, 0)), ("what", "off")];
    browser.post_form("/account/second-factor", &off).expect_status(422).expect_text("it must stay");
    let again = app.visitor();
    type_password(&again, "tessa").expect_redirect("/sign-in/code?next=/account");
    again.get("/sign-in/code").expect_no_text(QR_CODE);
    // A factor that is reset is set up anew; one who came by a link has none to set up.
    admin.post_form(&format!("/users/{user}/second-factor"), &[("reason", "lost")]).expect_redirect("/users");
    type_password(&again, "tessa").expect_redirect("/sign-in/code?next=/account");
    again.get("/sign-in/code").expect_text("Set up your second factor");
    admin.post_form("/users/second-factor", &[]).expect_redirect("/users");
    type_password(&app.visitor(), "tessa").expect_redirect("/account");
    let off = [("code", &*codes[0]), ("what", "off")];
    admin.post_form("/account/second-factor", &off).expect_redirect("/account/second-factor");
}

fn setting_up_is_for_people_with_a_password_who_typed_it_just_now(app: &TestApp) {
    let (chief, tessa) = app.sign_in("tessa");
    app.visitor().get("/account/second-factor").expect_redirect("/sign-in?next=/account/second-factor");
    tamper(app, "UPDATE sessions SET confirmed_at = '2026-01-01 00:00:00'");
    let asked = tessa.post_form("/account/second-factor/begin", &[]).expect_status(403);
    asked.expect_text("type your password once more");
    let player = new_id();
    let new = db::users::NewUser {
        id: player,
        login: None,
        name: "Moor",
        password_hash: None,
        is_admin: false,
        at: clock::now(),
    };
    app.state().db.write(|db| db::users::insert(db, &new)).unwrap();
    let player = app.signed_in(player);
    player.get("/account/second-factor").expect_status(422);
    player.post_form("/account/second-factor/begin", &[]).expect_status(422);
    assert!(app.state().db.read(|db| db::factors::find(db, chief)).unwrap().is_none());
}

fn switching_off_and_new_recovery_codes_take_a_code(app: &TestApp) {
    let (user, tessa) = app.sign_in("tessa");
    set_up(app, user, &tessa);
    let wrong = wrong(app, user);
    for what in ["off", "paper"] {
        tessa.post_form("/account/second-factor", &[("code", &wrong), ("what", what)]).expect_status(422);
    }
    // To begin anew does not put another secret in its place.
    let before = shown(app, user, 0);
    tessa.post_form("/account/second-factor/begin", &[]).expect_redirect("/account/second-factor");
    assert_eq!(shown(app, user, 0), before);
    let off = [("code", &*code(app, user, 0)), ("what", "off")];
    tessa.post_form("/account/second-factor", &off).expect_redirect("/account/second-factor");
    tessa.get("/account/second-factor").expect_text("Set it up");
    type_password(&app.visitor(), "tessa").expect_redirect("/account");
}

fn no_page_but_one_shows_the_secret(app: &TestApp) {
    let (user, tessa) = app.sign_in("tessa");
    let (_, admin) = app.sign_in_admin();
    set_up(app, user, &tessa);
    let secret = app.state().db.read(|db| db::factors::find(db, user)).unwrap().unwrap().secret;
    let typed: Vec<&str> =
        secret.as_bytes().chunks(4).map(|four| std::str::from_utf8(four).unwrap()).collect();
    for (browser, path) in
        [(&tessa, "/account"), (&tessa, "/account/second-factor"), (&admin, "/users"), (&admin, "/journal")]
    {
        let page = browser.get(path).expect_status(200);
        page.expect_no_text(&secret).expect_no_text(&typed.join(" "));
    }
}
