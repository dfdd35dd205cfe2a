use tiger_arbiter::config::mail::MailConfig;
use tiger_arbiter::services::alerts::Letter;
use tiger_arbiter::services::alerts::mail::{Mailer, read_address};

fn mailer() -> Mailer {
    let config = MailConfig {
        server: Some("smtp://127.0.0.1:2525".parse().unwrap()),
        from: Some("Merridon Chess <arbiter@example.org>".parse().unwrap()),
        ..MailConfig::default()
    };
    Mailer::new(&config, &"https://hall.example".parse().unwrap()).unwrap().unwrap()
}

fn letter(title: &str, words: &str) -> Letter {
    Letter {
        title: title.to_owned(),
        words: vec![words.to_owned()],
        path: "/events/open".to_owned(),
        stop: format!("/alerts/{}", "ab".repeat(32)),
        is_question: false,
    }
}

#[test]
fn nobody_writes_headers_by_a_name() {
    let hostile = "Open\r\nBcc: victim@example.com\r\n\r\nBuy\u{0}!";
    let message = mailer().message("tessa@example.org", &letter(hostile, "a\r\n.\r\nMAIL FROM:<x@y>"));
    let message = message.unwrap();
    let text = String::from_utf8(message.formatted()).unwrap();
    let (head, _) = text.split_once("\r\n\r\n").unwrap();
    assert!(!head.to_ascii_lowercase().lines().any(|line| line.starts_with("bcc:")), "{head}");
    assert_eq!(head.matches("\r\nSubject: ").count(), 1, "{head}");
    assert_eq!(message.envelope().to().len(), 1);
}

#[test]
fn a_message_says_how_to_stop_it() {
    let message = mailer().message("tessa@example.org", &letter("=?utf-8?q?x?= Zürich", "Brett 4")).unwrap();
    let text = String::from_utf8(message.formatted()).unwrap();
    let stop = format!("https://hall.example/alerts/{}", "ab".repeat(32));
    assert!(text.contains(&format!("List-Unsubscribe: <{stop}>\r\n")), "{text}");
    assert!(text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{text}");
    assert!(text.contains("Auto-Submitted: auto-generated\r\n"), "{text}");
    assert!(!text.contains("Subject: =?utf-8?q?x?="), "{text}");
}

#[test]
fn an_address_is_one_of_the_internet() {
    assert_eq!(read_address(" Tessa.Moor+x@Example.ORG ").as_deref(), Ok("Tessa.Moor+x@example.org"));
    let long = format!("{}@example.org", "x".repeat(250));
    for wrong in [
        "",
        "tessa",
        "tessa@hall",
        "a@b@c.org",
        "x@[127.0.0.1]",
        "a b@c.org",
        "a@c.org\r\nBcc: x@y.org",
        &long,
    ] {
        assert!(read_address(wrong).is_err(), "{wrong}");
    }
}
