//! Signing in and out, the own account, everybody's accounts, one-time links.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use tiger_arbiter::auth::account::{self, Login, NewAccount, set_disabled};
use tiger_arbiter::auth::links;
use tiger_arbiter::auth::password::NewPassword;
use tiger_arbiter::auth::sessions::{self, Caller, Credentials};
use tiger_arbiter::auth::throttle::{FEW, PER_ACCOUNT, PER_ORIGIN};
use tiger_arbiter::db::links::Purpose;
use tiger_arbiter::db::{self, DbError};
use tiger_event::PersonName;

use crate::rig::{Answer, Browser, PASSWORD, TestApp, key, on_both_databases, on_sqlite};

fn sign_in(browser: &Browser, login: &str, password: &str) -> Answer {
    browser.post_form("/sign-in", &[("login", login), ("password", password), ("next", "/account")])
}

on_both_databases!(
    signing_in_leads_on_and_signing_out_ends_it,
    guessing_is_throttled_for_one_account_only,
    whoever_signed_in_before_is_not_held_off_by_a_stranger,
    strangers_from_many_addresses_have_few_attempts_and_the_right_password_passes,
    a_new_password_ends_all_other_sessions,
    sessions_are_listed_and_ended_one_by_one,
    an_added_user_sets_the_password_by_the_link,
    a_browser_that_is_signed_in_does_not_help_to_guess_the_password,
    easy_passwords_are_refused_and_judged_while_they_are_typed,
    the_security_journal_tells_what_was_tried_and_done_without_secrets,
    what_is_grave_asks_for_the_password_after_an_hour,
    a_login_that_no_database_can_hold_is_merely_wrong,
    a_sign_in_that_is_under_way_does_not_outlive_the_old_password,
    a_disabled_account_is_signed_out_and_stays_out,
    two_administrators_who_disable_each_other_leave_one,
    the_setup_link_ends_with_the_first_administrator_however_he_came,
    a_link_is_for_one_purpose_and_replaced_by_the_next,
    an_idle_or_old_session_ends
);
on_sqlite!(
    a_session_is_new_at_sign_in_and_hidden_from_scripts,
    unknown_login_and_wrong_password_look_the_same,
    the_way_on_stays_on_this_site,
    only_administrators_see_the_accounts,
    the_first_administrator_comes_by_the_setup_link,
    the_choice_of_light_and_dark_is_kept
);

fn signing_in_leads_on_and_signing_out_ends_it(app: &TestApp) {
    app.add_user("tessa", false);
    let browser = app.visitor();
    browser.get("/account").expect_redirect("/sign-in?next=/account");
    browser.get("/sign-in").expect_status(200).expect_text("<h1>Sign in</h1>");
    sign_in(&browser, " Tessa ", PASSWORD).expect_redirect("/account");
    browser.get("/account").expect_status(200).expect_text("You sign in as tessa");
    browser.get("/sign-in?next=/account").expect_redirect("/account");
    let stolen = browser.cookie("tiger_session").unwrap();
    browser.post_form("/sign-out", &[]).expect_redirect("/");
    browser.get("/account").expect_status(303);
    browser.set_cookie(&format!("tiger_session={stolen}; Path=/"));
    browser.get("/account").expect_status(303);
}

fn a_session_is_new_at_sign_in_and_hidden_from_scripts(app: &TestApp) {
    app.add_user("tessa", false);
    let browser = app.visitor();
    // Somebody planted a session that he knows.
    let planted = "ab".repeat(32);
    browser.set_cookie(&format!("tiger_session={planted}; Path=/"));
    let answer = sign_in(&browser, "tessa", PASSWORD).expect_status(303);
    assert_ne!(browser.cookie("tiger_session").unwrap(), planted);
    let cookie = answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let cookie = cookie.into_iter().find(|text| text.starts_with("tiger_session=")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
}

fn unknown_login_and_wrong_password_look_the_same(app: &TestApp) {
    app.add_user("tessa", false);
    let browser = app.visitor();
    for (login, password) in [("tessa", "not the password"), ("nobody", PASSWORD), ("", "")] {
        let answer = sign_in(&browser, login, password).expect_status(422);
        let answer = answer.expect_text("Login or password is wrong.").expect_no_text(PASSWORD);
        assert!(answer.body.contains(&format!("value=\"{login}\"")), "what was typed stays");
    }
}

fn guessing_is_throttled_for_one_account_only(app: &TestApp) {
    app.add_user("tessa", false);
    app.add_user("jonah", false);
    let browser = app.visitor();
    for _ in 0..PER_ORIGIN {
        sign_in(&browser, "tessa", "a guess that is wrong").expect_status(422);
    }
    let answer = sign_in(&browser, "tessa", PASSWORD).expect_status(429).expect_text("Please try again in");
    assert!(answer.header("retry-after").parse::<u32>().unwrap() > 0);
    sign_in(&browser, "jonah", PASSWORD).expect_status(303);
}

fn whoever_signed_in_before_is_not_held_off_by_a_stranger(app: &TestApp) {
    app.add_user("tessa", false);
    app.add_user("jonah", false);
    let desk = app.visitor();
    sign_in(&desk, "tessa", PASSWORD).expect_status(303);
    sign_in(&desk, "jonah", PASSWORD).expect_status(303);
    desk.post_form("/sign-out", &[]);
    let stranger = app.visitor();
    for _ in 0..PER_ORIGIN {
        sign_in(&stranger, "tessa", "a guess that is wrong").expect_status(422);
    }
    // Even from the same address, and with a cookie that the stranger made up, he waits.
    stranger.set_cookie(&format!("tiger_device={}; Path=/", "ab".repeat(32)));
    sign_in(&stranger, "tessa", PASSWORD).expect_status(429);
    // The desk's browser is known for both who work there; their own mistakes count, and are their own.
    for _ in 1..PER_ORIGIN {
        sign_in(&desk, "tessa", "mistyped at the desk").expect_status(422);
    }
    sign_in(&desk, "tessa", PASSWORD).expect_status(303);
    sign_in(&desk, "jonah", PASSWORD).expect_status(303);
    // A browser in which Jonah has signed in is no key to Tessa's account.
    let jonahs = app.visitor();
    sign_in(&jonahs, "jonah", PASSWORD).expect_status(303);
    sign_in(&jonahs, "tessa", PASSWORD).expect_status(429);
}

fn strangers_from_many_addresses_have_few_attempts_and_the_right_password_passes(app: &TestApp) {
    use tiger_arbiter::auth::throttle::{Origin, note};
    let user = app.add_user("tessa", false);
    let desk = app.visitor();
    sign_in(&desk, "tessa", PASSWORD).expect_status(303);
    let now = tiger_arbiter::clock::now();
    let guess = |number: i64| {
        let origin = Origin::Stranger(format!("192.0.2.{number}"));
        app.state().db.write(|db| note(db, "tessa", &origin, now)).unwrap()
    };
    assert!((0..PER_ACCOUNT).all(|number| guess(number % 20).is_none()));
    assert!(
        (0..20).all(|number| guess(number).is_some_and(|wait| wait.as_secs() <= 600)),
        "who guessed waits"
    );
    // The right password is never locked out: not at the desk, not on a new telephone.
    sign_in(&app.visitor(), "tessa", PASSWORD).expect_status(303);
    sign_in(&desk, "tessa", PASSWORD).expect_status(303);
    let stranger = app.visitor();
    for _ in 0..FEW {
        sign_in(&stranger, "tessa", "not the password").expect_status(422);
    }
    sign_in(&stranger, "tessa", "not the password").expect_status(429);
    sign_in(&desk, "tessa", PASSWORD).expect_status(303);
    // With a new password no browser is known any more.
    app.signed_in(user)
        .post_form("/account/password", &[("old_password", PASSWORD), ("new_password", "another long one")]);
    sign_in(&desk, "tessa", "another long one").expect_status(429);
}

fn the_way_on_stays_on_this_site(app: &TestApp) {
    app.add_user("tessa", false);
    let fields = [("login", "tessa"), ("password", PASSWORD), ("next", "https://evil.example/")];
    app.visitor().post_form("/sign-in", &fields).expect_redirect("/");
}

fn a_new_password_ends_all_other_sessions(app: &TestApp) {
    let (user, here) = app.sign_in("tessa");
    let there = app.signed_in(user);
    let change =
        |old, new| here.post_form("/account/password", &[("old_password", old), ("new_password", new)]);
    change("wrong", "another long one").expect_status(422).expect_text("not your present password");
    change(PASSWORD, "short").expect_status(422).expect_text("at least 12 characters");
    change(PASSWORD, "another long one").expect_redirect("/account");
    here.get("/account").expect_status(200).expect_text("The password is changed.");
    here.get("/account").expect_no_text("The password is changed.");
    there.get("/account").expect_status(303);
    sign_in(&app.visitor(), "tessa", PASSWORD).expect_status(422);
    sign_in(&app.visitor(), "tessa", "another long one").expect_status(303);
}

fn sessions_are_listed_and_ended_one_by_one(app: &TestApp) {
    let (user, here) = app.sign_in("tessa");
    let there = app.signed_in(user);
    let (_, stranger) = app.sign_in("jonah");
    let page = here.get("/account").expect_status(200);
    let (_, rest) = page.body.split_once("/account/sessions/").unwrap();
    let (id, _) = rest.split_once("/end").unwrap();
    let path = format!("/account/sessions/{id}/end");
    stranger.post_form(&path, &[]).expect_status(404);
    there.get("/account").expect_status(200);
    here.post_form(&path, &[]).expect_redirect("/account");
    there.get("/account").expect_status(303);
    here.post_form("/account/sessions/nonsense/end", &[]).expect_status(404);
}

fn only_administrators_see_the_accounts(app: &TestApp) {
    app.visitor().get("/users").expect_redirect("/sign-in?next=/users");
    let (_, tessa) = app.sign_in("tessa");
    tessa
        .get("/users")
        .expect_status(403)
        .expect_text("Only administrators may do this.")
        .expect_text("href=\"/\"");
    tessa.post_form("/users", &[("name", "X"), ("login", "xx")]).expect_status(403);
    let (_, admin) = app.sign_in_admin();
    admin.get("/users").expect_status(200).expect_text("tessa");
}

fn an_added_user_sets_the_password_by_the_link(app: &TestApp) {
    let (_, admin) = app.sign_in_admin();
    let add = |name, login| admin.post_form("/users", &[("name", name), ("login", login)]);
    add("", "a b").expect_status(422).expect_text("Please fill this in.").expect_text("without blanks");
    add("Admin again", "ADMIN").expect_status(422).expect_text("Somebody has this login already");
    let page = add("Moor, Tessa", "tessa").expect_status(201);
    let (_, rest) = page.body.split_once("/password/").unwrap();
    let path = format!("/password/{}", rest.split_once('"').unwrap().0);
    let tessa = app.visitor();
    tessa.get(&path).expect_status(200).expect_text("Moor, Tessa");
    tessa.post_form(&path, &[("password", "tessa")]).expect_status(422);
    tessa.post_form(&path, &[("password", PASSWORD)]).expect_redirect("/");
    tessa.get("/account").expect_status(200);
    tessa.get(&path).expect_status(404);
    sign_in(&app.visitor(), "tessa", PASSWORD).expect_status(303);
}

fn a_browser_that_is_signed_in_does_not_help_to_guess_the_password(app: &TestApp) {
    let (user, tessa) = app.sign_in("tessa");
    let change = |browser: &Browser, old: &str| {
        let fields = [("old_password", old), ("new_password", "an altogether new one")];
        browser.post_form("/account/password", &fields)
    };
    for number in 0..PER_ORIGIN {
        change(&tessa, &format!("guess {number}")).expect_status(422);
    }
    change(&tessa, PASSWORD).expect_status(429);
    // Another browser of the same person is not held off.
    let other = app.signed_in(user);
    change(&other, PASSWORD).expect_redirect("/account");
    tessa.get("/account").expect_status(303);
}

fn easy_passwords_are_refused_and_judged_while_they_are_typed(app: &TestApp) {
    let (_, tessa) = app.sign_in("tessa");
    let judge = |password: &str| {
        let fields = [("csrf", &*tessa.csrf()), ("password", password), ("login", "tessa")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        tessa.post_json("/account/password/judge", &fields).expect_status(200).body
    };
    assert!(judge("lancers").contains("7 of at least 12 characters."));
    assert!(judge("password1234").contains("This is easy to guess"));
    assert!(judge(PASSWORD).contains("This is a good password."));
    for easy in ["elevenchars", "password1234", "tessatessatessa"] {
        let fields = [("old_password", PASSWORD), ("new_password", easy)];
        tessa.post_form("/account/password", &fields).expect_status(422);
    }
    app.visitor().post_bare("/account/password/judge", &[("password", PASSWORD)]).expect_status(403);
}

fn the_security_journal_tells_what_was_tried_and_done_without_secrets(app: &TestApp) {
    let (_, admin) = app.sign_in_admin();
    let tessa = app.add_user("tessa", false);
    let visitor = app.visitor();
    for _ in 0..3 {
        sign_in(&visitor, "tessa", "not the password").expect_status(422);
    }
    sign_in(&visitor, "a password in the wrong field", "x").expect_status(422);
    sign_in(&visitor, "tessa", PASSWORD).expect_status(303);
    visitor.get("/users").expect_status(403);
    admin.post_form(&format!("/users/{tessa}/disable"), &[]).expect_redirect("/users");
    admin.post_form(&format!("/users/{tessa}/enable"), &[]).expect_redirect("/users");
    let page = admin.post_form(&format!("/users/{tessa}/link"), &[]).expect_status(200).body;
    let token = page.split_once("/password/").unwrap().1.split_once('"').unwrap().0.to_owned();
    app.visitor().post_bare("/sign-in", &[("login", "tessa")]).expect_status(403);
    let journal = admin.get("/journal").expect_status(200);
    for told in [
        "Wrong login or password",
        "a login that nobody has",
        "Signed in",
        "Asked for what they may not do",
        "tessa, by admin",
        "Link for a password made",
        "Account disabled",
        "A form that was old or forged",
        "data-label=\"Times\">3</td>",
    ] {
        assert!(journal.body.contains(told), "{told}: {}", journal.body);
    }
    for secret in [PASSWORD, "not the password", "wrong field", &token] {
        assert!(!journal.body.contains(secret), "{secret}");
    }
    let (_, other) = app.sign_in("orin");
    other.get("/journal").expect_status(403);
    app.visitor().get("/journal").expect_redirect("/sign-in?next=/journal");
}

fn what_is_grave_asks_for_the_password_after_an_hour(app: &TestApp) {
    use diesel::connection::SimpleConnection;
    let (chief, tessa) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    let (_, admin) = app.sign_in_admin();
    let orin = app.add_user("orin", false).to_string();
    let appoint = |number| {
        let fields = [("login", "orin"), ("idempotency_key", &*key(number))];
        tessa.post_form("/events/open/staff", &fields)
    };
    let sql = "UPDATE sessions SET confirmed_at = '2026-01-01 00:00:00'";
    app.state().db.read(|db| Ok::<_, DbError>(db.batch_execute(sql)?)).unwrap();
    let asked = appoint(1).expect_status(403).expect_text("type your password once more");
    asked.expect_text("href=\"/account/confirm?next=");
    // So do links, overruling, accounts and the second factor.
    let players = app.add_entries(event, &["Moor", "Ash"]);
    let game = app.publish_pairs(event, &players)[0];
    for path in [
        format!("/events/open/entries/{}/claim", players[0]),
        format!("/events/open/games/{game}/overrule"),
        "/events/open/staff/dismiss".to_owned(),
        "/account/second-factor/begin".to_owned(),
        "/account/second-factor".to_owned(),
    ] {
        let asked = tessa.post_form(&path, &[("idempotency_key", &key(9)), ("user", &orin)]);
        assert!(
            asked.status.as_u16() == 403 && asked.body.contains("type your password once more"),
            "{path}"
        );
    }
    for what in ["link", "disable", "enable", "arbiter", "second-factor"] {
        admin.post_form(&format!("/users/{orin}/{what}"), &[]).expect_status(403).expect_text("once more");
    }
    tessa.get("/account/confirm?next=/events/open/staff").expect_status(200);
    let confirm = |password| {
        tessa.post_form("/account/confirm", &[("password", password), ("next", "/events/open/staff")])
    };
    confirm("not the password").expect_status(422);
    appoint(2).expect_status(403);
    confirm(PASSWORD).expect_redirect("/events/open/staff");
    appoint(3).expect_status(303);
}

fn a_login_that_no_database_can_hold_is_merely_wrong(app: &TestApp) {
    sign_in(&app.visitor(), "tes\0sa", PASSWORD)
        .expect_status(422)
        .expect_text("Login or password is wrong.");
}

fn a_sign_in_that_is_under_way_does_not_outlive_the_old_password(app: &TestApp) {
    let state = app.state();
    let user = app.add_user("tessa", false);
    let typed = |number: usize| Credentials {
        login: "tessa".to_owned(),
        password: PASSWORD.to_owned(),
        caller: Caller {
            address: format!("192.0.2.{number}"),
            user_agent: "somebody who knows the old password".to_owned(),
            device: None,
        },
    };
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for number in 0..3 {
            let (typed, is_over) = (typed(number), &is_over);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    if let Ok(attempt) = sessions::attempt(&state.db, &typed).unwrap() {
                        sessions::sign_in(&state.db, &state.hasher, &state.config, &typed, attempt).unwrap();
                    }
                }
            });
        }
        thread::sleep(Duration::from_millis(200));
        let new = NewPassword::parse("an altogether new one", "tessa").unwrap();
        account::change_password(&state.db, &state.hasher, user, &new, None).unwrap();
        thread::sleep(Duration::from_millis(200));
        is_over.store(true, Ordering::Relaxed);
    });
    let left = state.db.read(|db| db::sessions::list_of(db, user)).unwrap();
    assert_eq!(left.len(), 0, "{left:?}");
}

fn a_disabled_account_is_signed_out_and_stays_out(app: &TestApp) {
    let (admin_id, admin) = app.sign_in_admin();
    let (id, tessa) = app.sign_in("tessa");
    admin.post_form(&format!("/users/{id}/disable"), &[]).expect_redirect("/users");
    tessa.get("/account").expect_status(303);
    sign_in(&app.visitor(), "tessa", PASSWORD).expect_status(422);
    admin.post_form(&format!("/users/{id}/link"), &[]).expect_status(422);
    admin.post_form(&format!("/users/{id}/enable"), &[]).expect_redirect("/users");
    sign_in(&app.visitor(), "tessa", PASSWORD).expect_status(303);
    let last = admin.post_form(&format!("/users/{admin_id}/disable"), &[]);
    last.expect_status(422).expect_text("This is the last administrator.");
    admin.get("/users").expect_status(200);
    admin.post_form("/users/nobody/disable", &[]).expect_status(404);
}

fn two_administrators_who_disable_each_other_leave_one(app: &TestApp) {
    let both = [app.add_user("elm", true), app.add_user("yew", true)];
    let db = &app.state().db;
    for _ in 0..10 {
        let barrier = Barrier::new(2);
        let disable = |user| {
            barrier.wait();
            set_disabled(db, user, true).is_ok()
        };
        let [one, other] = both;
        let is_done = thread::scope(|scope| {
            let first = scope.spawn(|| disable(one));
            [disable(other), first.join().unwrap()]
        });
        assert_eq!(is_done.iter().filter(|done| **done).count(), 1);
        for user in both {
            set_disabled(db, user, false).unwrap();
        }
    }
}

fn the_setup_link_ends_with_the_first_administrator_however_he_came(app: &TestApp) {
    let path = links::issue_setup_if_needed(&app.state().db).unwrap().unwrap();
    let stranger = app.visitor();
    stranger.get(&path).expect_status(200);
    // Made on the command line, beside the link that the first start printed.
    app.add_user("admin", true);
    stranger.get(&path).expect_status(404);
    let token = path.strip_prefix("/setup/").unwrap().parse().unwrap();
    let account = NewAccount {
        login: Login::parse("mallory").unwrap(),
        name: PersonName::parse("Mallory").unwrap(),
        password_hash: None,
        is_admin: true,
    };
    assert_eq!(links::set_up(&app.state().db, &token, &account).unwrap(), None);
}

fn the_first_administrator_comes_by_the_setup_link(app: &TestApp) {
    let path = links::issue_setup_if_needed(&app.state().db).unwrap().unwrap();
    let browser = app.visitor();
    browser.get(&path).expect_status(200).expect_text("Make the first account");
    let fields = |password| [("name", "Reed, Jonah"), ("login", "jonah"), ("password", password)];
    browser.post_form(&path, &fields("short")).expect_status(422).expect_text("value=\"jonah\"");
    browser.post_form(&path, &fields(PASSWORD)).expect_redirect("/");
    browser.get("/users").expect_status(200).expect_text("Reed, Jonah");
    app.visitor().get(&path).expect_status(404);
    assert_eq!(links::issue_setup_if_needed(&app.state().db).unwrap(), None);
    app.visitor().get("/setup/nonsense").expect_status(404);
}

fn a_link_is_for_one_purpose_and_replaced_by_the_next(app: &TestApp) {
    let user = app.add_user("tessa", false);
    let first = links::issue(&app.state().db, Purpose::Password(user)).unwrap();
    let second = links::issue(&app.state().db, Purpose::Password(user)).unwrap();
    app.visitor().get(&first).expect_status(404);
    app.visitor().get(&second.replace("/password/", "/setup/")).expect_status(404);
    app.visitor().get(&second).expect_status(200);
}

fn an_idle_or_old_session_ends(app: &TestApp) {
    use diesel::connection::SimpleConnection;
    let tamper = |sql: &str| app.state().db.read(|db| Ok::<_, DbError>(db.batch_execute(sql)?)).unwrap();
    let (user, browser) = app.sign_in("tessa");
    tamper("UPDATE sessions SET seen_at = '2026-01-01 00:00:00'");
    browser.get("/account").expect_status(303);
    let browser = app.signed_in(user);
    tamper("UPDATE sessions SET expires_at = '2026-01-01 00:00:00'");
    browser.get("/account").expect_status(303);
    // The next sign-in clears away what has ended.
    app.signed_in(user);
    let left = app.state().db.read(|db| db::sessions::list_of(db, user)).unwrap();
    assert_eq!(left.len(), 1);
}

fn the_choice_of_light_and_dark_is_kept(app: &TestApp) {
    let browser = app.visitor();
    browser
        .post_form("/appearance", &[("theme", "dark"), ("return", "/sign-in")])
        .expect_redirect("/sign-in");
    browser.get("/sign-in").expect_text("data-theme=\"dark\"");
    browser.post_form("/appearance", &[("theme", "pink")]).expect_status(422);
}

#[test]
fn with_https_cookies_are_for_this_host_and_https_alone() {
    let change = |config: &mut tiger_arbiter::config::Config| {
        config.base_url = Some("https://hall.example".parse().unwrap());
    };
    let app = TestApp::start_with(crate::rig::Backend::Sqlite, change);
    let answer = app.visitor().get("/sign-in").expect_status(200);
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("__Host-tiger_guest=") && cookie.contains("Secure"), "{cookie}");
    assert!(answer.header("strict-transport-security").contains("max-age"));
}
