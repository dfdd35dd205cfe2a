//! A player claims an entry with a one-time link.

use tiger_arbiter::auth::links;
use tiger_arbiter::auth::token::Token;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::db::DbError;
use tiger_arbiter::db::links::Purpose;
use tiger_event::{EntryCommand, EntryId, EventCommand, EventId, Speaker, UserId};

use crate::rig::{TestApp, key, on_both_databases, on_sqlite};

/// An event with a player, and the path of the player's link.
fn offered(app: &TestApp, chief: UserId) -> (EventId, EntryId, String) {
    let event = app.add_event("open", chief);
    let entry = app.add_entries(event, &["Vale, Ondine"])[0];
    let token = Token::new().unwrap();
    let purpose = Purpose::Speaker(event, entry);
    let made: Result<(), DbError> = app.state().db.write(|db| links::create(db, purpose, &token));
    made.unwrap();
    app.commit(event, EntryCommand::InviteSpeaker { entry, token: token.hash(), stays: true });
    (event, entry, links::path(purpose, &token))
}

fn speaker_of(app: &TestApp, event: EventId, entry: EntryId) -> Speaker {
    app.state().ledger.event(event).unwrap().entry(entry).unwrap().speaker
}

on_both_databases!(
    a_player_claims_the_entry_and_stays_known,
    a_night_does_not_end_a_players_session,
    of_two_at_the_same_time_one_gets_the_entry
);
on_sqlite!(
    a_newer_link_ends_the_first_device_when_it_is_used,
    somebody_who_is_signed_in_claims_for_the_own_account,
    an_arbiter_does_not_take_a_players_entry_by_trying_the_link,
    nonsense_is_no_link
);

fn a_player_claims_the_entry_and_stays_known(app: &TestApp) {
    let (event, entry, path) = offered(app, new_id());
    let player = app.visitor();
    player.get(&path).expect_status(200).expect_text("Are you Vale, Ondine?").expect_text("Merridon Open");
    assert!(matches!(speaker_of(app, event, entry), Speaker::Offered { .. }), "looking changes nothing");
    player.post_form(&path, &[]).expect_redirect("/events/open/me");
    assert!(matches!(speaker_of(app, event, entry), Speaker::Taken { .. }));
    player.get("/account").expect_status(200).expect_text("this device knows you");
    // Pressed twice, opened again: the same answer. For others the link is gone.
    player.post_form(&path, &[]).expect_redirect("/events/open/me");
    player.get(&path).expect_redirect("/events/open/me");
    app.visitor().get(&path).expect_status(404).expect_text("used already");
    assert_eq!(app.state().ledger.verify(event).unwrap().faults, vec![]);
}

fn a_newer_link_ends_the_first_device_when_it_is_used(app: &TestApp) {
    let (chief, arbiter) = app.sign_in("tessa");
    let (event, entry, path) = offered(app, chief);
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    let first = app.visitor();
    first.post_form(&path, &[]).expect_status(303);
    let page = format!("/events/open/entries/{entry}");
    let made =
        arbiter.post_form(&format!("{page}/claim"), &[("idempotency_key", &key(1))]).expect_status(200);
    let (_, link) = made.body.split_once("/claim/").unwrap();
    let newer = format!("/claim/{}", &link[..link.find(['"', '<']).unwrap()]);
    // The link alone takes nothing from the first device.
    first.get("/events/open/me").expect_status(200);
    arbiter.get(&page).expect_text("this phone goes on until it is");
    let second = app.visitor();
    second.get(&newer).expect_status(200).expect_text("Another device speaks for this player");
    second.post_form(&newer, &[]).expect_redirect("/events/open/me");
    let told = first.get("/events/open/me").expect_status(403);
    told.expect_text("a newer link has moved that to another device");
    // What is made for nobody is nobody's: taken away, the entry waits for the newest link.
    let again =
        arbiter.post_form(&format!("{page}/claim"), &[("idempotency_key", &key(2))]).expect_status(200);
    arbiter.post_form(&format!("{page}/release"), &[("idempotency_key", &key(3))]).expect_status(303);
    second.get("/events/open/me").expect_status(403);
    let (_, link) = again.body.split_once("/claim/").unwrap();
    let newest = format!("/claim/{}", &link[..link.find(['"', '<']).unwrap()]);
    first.post_form(&newest, &[]).expect_redirect("/events/open/me");
    first.get("/events/open/me").expect_status(200);
    assert_eq!(app.state().ledger.verify(event).unwrap().faults, vec![]);
}

fn a_night_does_not_end_a_players_session(app: &TestApp) {
    use diesel::connection::SimpleConnection;
    let (_, _, path) = offered(app, new_id());
    let player = app.visitor();
    player.post_form(&path, &[]).expect_status(303);
    let sql = "UPDATE sessions SET seen_at = '2026-11-20 00:00:00'";
    app.state().db.read(|db| Ok::<_, DbError>(db.batch_execute(sql)?)).unwrap();
    app.sign_in("tessa");
    player.get("/account").expect_status(200);
}

fn somebody_who_is_signed_in_claims_for_the_own_account(app: &TestApp) {
    let (event, entry, path) = offered(app, new_id());
    let (user, browser) = app.sign_in("ondine");
    browser.get(&path).expect_status(200).expect_text("You are signed in as ondine");
    browser.post_form(&path, &[]).expect_redirect("/events/open/me");
    assert_eq!(speaker_of(app, event, entry), Speaker::Taken { user });
}

fn an_arbiter_does_not_take_a_players_entry_by_trying_the_link(app: &TestApp) {
    let (chief, arbiter) = app.sign_in("tessa");
    let (event, entry, path) = offered(app, chief);
    arbiter.post_form(&path, &[]).expect_status(403).expect_text("own device");
    assert!(matches!(speaker_of(app, event, entry), Speaker::Offered { .. }));
    app.visitor().post_form(&path, &[]).expect_status(303);
}

fn of_two_at_the_same_time_one_gets_the_entry(app: &TestApp) {
    let (event, _, path) = offered(app, new_id());
    let players: Vec<_> = (0..4)
        .map(|_| {
            let p = app.visitor();
            p.csrf();
            p
        })
        .collect();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let posts: Vec<_> = players
            .iter()
            .map(|player| scope.spawn(|| player.post_form(&path, &[]).status.as_u16()))
            .collect();
        posts.into_iter().map(|post| post.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 303).count(), 1, "{statuses:?}");
    assert_eq!(app.state().ledger.verify(event).unwrap().faults, vec![]);
}

fn nonsense_is_no_link(app: &TestApp) {
    app.visitor().get("/claim/nonsense").expect_status(404);
    app.visitor().post_form(&format!("/claim/{}", "0".repeat(64)), &[]).expect_status(404);
}
