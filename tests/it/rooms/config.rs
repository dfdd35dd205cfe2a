mod mail;

use std::time::Duration;

use tiger_arbiter::config::{
    BaseUrl, Config, DatabaseUrl, Every, HallName, ParseBaseUrlError, ParseDatabaseUrlError, ParseEveryError,
};

#[test]
fn times_between_copies_are_read() {
    assert_eq!("10m".parse(), Ok(Every(Duration::from_secs(600))));
    assert_eq!("1h".parse(), Ok(Every(Duration::from_secs(3600))));
    for text in ["", "m", "10", "5s", "-1m", "1.5h", "99999999999999999999h", "10\u{fc}"] {
        assert_eq!(text.parse::<Every>(), Err(ParseEveryError), "{text}");
    }
}

#[test]
fn a_password_is_not_shown() {
    let url: Result<DatabaseUrl, _> = "postgres://tiger:s3cret@db.example/tiger".parse();
    let shown = url.map(|url| format!("{url} {url:?}"));
    assert_eq!(
        shown.as_deref(),
        Ok("postgres://…@db.example/tiger DatabaseUrl(postgres://…@db.example/tiger)")
    );
}

#[test]
fn a_password_in_the_query_is_not_shown_either() {
    for (url, shown) in [
        ("postgres://db.example/tiger?user=tiger&password=s3cret", "postgres://db.example/tiger"),
        ("postgres:///tiger?host=/run/db&user=tiger&password=s3@cret", "postgres://…"),
        ("postgresql://tiger@db.example/tiger?password=s3cret", "postgresql://…@db.example/tiger"),
    ] {
        assert_eq!(url.parse::<DatabaseUrl>().map(|url| url.to_string()).as_deref(), Ok(shown));
    }
}

#[test]
fn a_password_that_would_be_taken_for_a_place_is_refused() {
    for bare in ["s3/cret", "s3@cret", "s3?cret", "s3%cret", "s3cret%", "s3 cret"] {
        let url = format!("postgres://tiger:{bare}@db.example:5433/tiger?sslmode=disable");
        assert_eq!(url.parse::<DatabaseUrl>(), Err(ParseDatabaseUrlError::BareSign), "{url}");
    }
    for url in [
        "postgres://tiger:s3%2Fcret%25@db.example/tiger",
        "postgres://db.example:5433/tiger?user=t@example.org",
        "postgres://[::1]:5433/tiger?user=t@example.org",
    ] {
        assert!(url.parse::<DatabaseUrl>().is_ok(), "{url}");
    }
}

#[test]
fn a_value_that_cannot_be_read_is_not_repeated() {
    #[derive(Debug, clap::Parser)]
    struct Asked {
        #[command(flatten)]
        config: Config,
    }
    for (option, value) in
        [("--database", "postgress://tiger:s3cret@db/tiger"), ("--mail-server", "smtps://u:s3cret@mail")]
    {
        let asked = <Asked as clap::Parser>::try_parse_from([
            "serve",
            option,
            value,
            "--mail-from",
            "hall@example.org",
        ]);
        let told = asked.map(|asked| asked.config.signals).map_err(|error| error.to_string());
        let told = told.err().unwrap_or_default();
        assert!(
            told.contains(option) && told.contains("cannot be read") && !told.contains("s3cret"),
            "{told}"
        );
    }
}

#[test]
fn other_databases_are_refused() {
    assert_eq!("mysql://x/y".parse::<DatabaseUrl>(), Err(ParseDatabaseUrlError::Unreadable));
    assert_eq!("".parse::<DatabaseUrl>(), Err(ParseDatabaseUrlError::Unreadable));
    assert_eq!(":memory:".parse::<DatabaseUrl>(), Err(ParseDatabaseUrlError::Unreadable));
}

#[test]
fn a_name_in_the_hall_is_one_word_of_an_address() {
    for (typed, name) in [("merridon", "merridon"), (" Hall-2.local ", "hall-2"), ("x", "x")] {
        assert_eq!(typed.parse::<HallName>().map(|name| name.to_string()).as_deref(), Ok(name));
    }
    let long = "x".repeat(64);
    for wrong in ["", ".local", "two words", "a.b", "-a", "a-", "hälle", &long] {
        assert!(wrong.parse::<HallName>().is_err(), "{wrong}");
    }
}

#[test]
fn a_base_address_has_a_scheme_and_no_path() {
    assert_eq!(
        "https://hall.example/".parse::<BaseUrl>().map(|u| u.join("/x")),
        Ok("https://hall.example/x".to_owned())
    );
    assert_eq!("hall.example".parse::<BaseUrl>(), Err(ParseBaseUrlError));
    assert_eq!("https://hall.example/path".parse::<BaseUrl>(), Err(ParseBaseUrlError));
}
