use actix_web::http::header::{HeaderMap, HeaderValue, IF_NONE_MATCH};
use tiger_arbiter::publish::answer::{accepts, is_known};

#[test]
fn a_coding_is_taken_only_if_it_is_named_and_not_refused() {
    assert!(accepts(b"gzip, deflate, br, zstd", b"br"));
    assert!(accepts(b"gzip;q=0.5, BR;q=1.0", b"br"));
    assert!(!accepts(b"gzip, br;q=0", b"br"));
    assert!(!accepts(b"br;q=0.000", b"br"));
    assert!(!accepts(b"brotli", b"br"));
    assert!(!accepts(b"", b"gzip"));
}

#[test]
fn a_known_tag_is_found_in_any_spelling() {
    let tag = HeaderValue::from_static("\"abc-br\"");
    let knows = |value: &'static str| {
        let mut headers = HeaderMap::new();
        headers.insert(IF_NONE_MATCH, HeaderValue::from_static(value));
        is_known(&headers, &tag)
    };
    assert!(knows("\"abc-br\""));
    assert!(knows("\"x\", W/\"abc-br\""));
    assert!(knows("*"));
    assert!(!knows("\"abc\""));
    assert!(!knows("abc-br"));
}
