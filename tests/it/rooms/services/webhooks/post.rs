use chrono::DateTime;
use tiger_arbiter::clock;
use tiger_arbiter::db::webhooks::Webhook;
use tiger_arbiter::services::webhooks::Outcome;
use tiger_arbiter::services::webhooks::post::{Message, Poster, SECRET, signature};

#[test]
fn a_signature_is_that_of_the_published_example() {
    // The example of the Standard Webhooks libraries.
    let message = Message {
        id: "msg_p5jXN8AQM9LWM0D4loKWxJek".to_owned(),
        at: DateTime::from_timestamp(1_614_265_330, 0).unwrap_or_default(),
        body: r#"{"test": 2432232314}"#.to_owned(),
    };
    assert_eq!(
        signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", &message).as_deref(),
        Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    );
}

#[test]
fn messages_go_nowhere_inside() {
    let poster = Poster::new(false);
    let hook = |address: &str| Webhook {
        id: uuid::Uuid::now_v7(),
        event: clock::new_id(),
        address: address.to_owned(),
        secret: format!("{SECRET}AAAA"),
        created_at: DateTime::UNIX_EPOCH,
        told: 0,
        told_at: DateTime::UNIX_EPOCH,
        failures: 0,
        due_at: None,
        is_asked: false,
    };
    let message = Message { id: "1".to_owned(), at: DateTime::UNIX_EPOCH, body: String::new() };
    for address in ["https://localhost:1/", "https://127.0.0.1:1/", "https://[::1]:1/"] {
        assert_eq!(
            poster.post(&hook(address), &message),
            Outcome::Failed("no such host in the internet".to_owned()),
            "{address}"
        );
    }
    assert!(matches!(poster.post(&hook("http://127.0.0.1:1/"), &message), Outcome::Failed(_)));
}
