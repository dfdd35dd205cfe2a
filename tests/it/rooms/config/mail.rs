use tiger_arbiter::config::mail::{Encryption, MailServer, Sender};

#[test]
fn a_server_is_spoken_to_in_the_clear_only_here_or_where_that_is_said() {
    let read = |text: &str| {
        text.parse::<MailServer>().map(|server| (server.to_string(), server.encryption)).map_err(|_| ())
    };
    let is = |place: &str, encryption| Ok((place.to_owned(), encryption));
    assert_eq!(read("smtps://mail.example"), is("mail.example:465", Encryption::FromTheStart));
    assert_eq!(read("smtp://mail.example"), is("mail.example:587", Encryption::StartTls));
    assert_eq!(read("smtp://mail.example:2525/"), is("mail.example:2525", Encryption::StartTls));
    assert_eq!(read("smtp://localhost"), is("localhost:25", Encryption::None));
    assert_eq!(read("smtp://relay.hall:25?tls=none"), is("relay.hall:25", Encryption::None));
    for wrong in [
        "mail.example",
        "http://mail.example",
        "smtp://",
        "smtp://me:secret@mail.example",
        "smtp://x:y",
        "smtps://x?tls=none",
        "smtp://x?tls=maybe",
    ] {
        assert_eq!(read(wrong), Err(()), "{wrong}");
    }
    assert!("Merridon Chess <arbiter@example.org>".parse::<Sender>().is_ok());
    assert!("nobody".parse::<Sender>().is_err());
}
