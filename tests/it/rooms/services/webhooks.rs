mod outside;
mod post;

use chrono::{DateTime, TimeDelta};
use tiger_arbiter::clock;
use tiger_arbiter::db::webhooks::{Due, Webhook};
use tiger_arbiter::services::again;
use tiger_arbiter::services::webhooks::{Outcome, after, read_address};
use uuid::Uuid;

fn due() -> Due {
    let hook = Webhook {
        id: Uuid::now_v7(),
        event: clock::new_id(),
        address: "https://club.example/told".to_owned(),
        secret: String::new(),
        created_at: DateTime::UNIX_EPOCH,
        told: 3,
        told_at: DateTime::UNIX_EPOCH,
        failures: 0,
        due_at: Some(DateTime::UNIX_EPOCH),
        is_asked: true,
    };
    Due { hook, slug: "open".to_owned(), version: 7 }
}

#[test]
fn pauses_grow_until_an_address_is_given_up_and_nothing_is_taken_for_told() {
    let (mut due, now) = (due(), DateTime::UNIX_EPOCH);
    let mut pauses = Vec::new();
    while let Some(at) = due.hook.due_at {
        pauses.push(at - now);
        due.hook = after(&due, &Outcome::Answered(500), (now, now));
        assert_eq!((due.hook.told, due.hook.told_at), (3, DateTime::UNIX_EPOCH));
    }
    assert_eq!(pauses.len(), 1 + again::PAUSES.len());
    assert!(pauses.windows(2).all(|pair| pair[0] < pair[1]), "{pauses:?}");
    assert!(
        pauses.iter().sum::<TimeDelta>() > TimeDelta::days(3),
        "a week-end without its server is nothing"
    );
}

#[test]
fn whoever_takes_a_message_is_up_to_date_and_whoever_wants_none_is_given_up() {
    let now = DateTime::UNIX_EPOCH + TimeDelta::hours(1);
    // What happened while the message was on its way is told by the next one.
    let told_at = now - TimeDelta::seconds(9);
    let taken = after(&due(), &Outcome::Answered(204), (told_at, now));
    assert_eq!((taken.told, taken.told_at, taken.is_asked, taken.due_at), (7, told_at, false, Some(now)));
    assert_eq!(after(&due(), &Outcome::Answered(410), (now, now)).due_at, None);
    assert!(!Outcome::Answered(302).is_good() && !Outcome::Failed(String::new()).is_good());
}

#[test]
fn an_address_is_on_the_web_and_inside_only_where_that_is_allowed() {
    assert_eq!(
        read_address(" https://club.example/told ", false).as_deref(),
        Ok("https://club.example/told")
    );
    assert_eq!(read_address("http://127.0.0.1:9000/", true).as_deref(), Ok("http://127.0.0.1:9000/"));
    for wrong in [
        "http://club.example/",
        "club.example",
        "ftp://club.example/",
        "https://",
        "https:///x",
        "file:///etc/passwd",
    ] {
        assert!(read_address(wrong, false).is_err(), "{wrong}");
    }
    for wrong in [
        "https://127.0.0.1/",
        "https://localhost/",
        "https://user:word@club.example/",
        "https://10.1.2.3:8443/",
        "https://[::1]/",
        "https://[::ffff:192.168.1.1]/",
        "https://169.254.169.254/latest",
        "https://club.example:0x/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://127.0.0.1./",
        "https://localhost./",
        "https://hall.localhost/",
    ] {
        assert!(read_address(wrong, false).is_err(), "{wrong}");
    }
}
