use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::web::Bytes;
use tiger_arbiter::access::posted::{Encoding, Posted};

#[actix_web::test]
async fn a_form_with_a_file_is_read() {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("multipart/form-data; boundary=xyz"));
    let body = "--xyz\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\nabc\r\n--xyz\r\n\
         Content-Disposition: form-data; name=\"record\"; filename=\"a.tgr\"\r\n\
         Content-Type: text/plain\r\n\r\n\u{FEFF}[Event \"x\"]\r\n--xyz--\r\n";
    let posted = Posted::read(Encoding::of(&headers), &headers, &Bytes::from(body)).await;
    let seen = posted.map(|p| {
        let text = p.text_file("record").ok().flatten().map(str::to_owned);
        (p.value("csrf").to_owned(), text, p.file("record").map(|f| f.name.clone()))
    });
    assert_eq!(
        seen.ok(),
        Some(("abc".to_owned(), Some("[Event \"x\"]".to_owned()), Some("a.tgr".to_owned())))
    );
}

#[actix_web::test]
async fn fields_of_one_name_keep_their_order() {
    let posted = Posted::read(Encoding::Pairs, &HeaderMap::new(), &Bytes::from("a=1&b=x+y&a=%C5%BC")).await;
    let seen = posted.map(|p| (p.values("a").collect::<Vec<_>>().join(","), p.value("b").to_owned()));
    assert_eq!(seen.ok(), Some(("1,ż".to_owned(), "x y".to_owned())));
}
