use actix_web::body::{BodySize, MessageBody, to_bytes};
use actix_web::web::Bytes;
use tiger_arbiter::shares::pieces::{PIECE, Pieces};

#[actix_web::test]
async fn nothing_is_lost_between_the_pieces() {
    let long: Vec<u8> = (0..PIECE * 2 + 7).map(|index| u8::try_from(index % 251).unwrap_or(0)).collect();
    let parts =
        vec![Bytes::from_static(b"before"), Bytes::new(), long.clone().into(), Bytes::from_static(b"after")];
    let body = Pieces::new(parts, None);
    assert_eq!(body.size(), BodySize::Sized(u64::try_from(long.len() + 11).unwrap_or(0)));
    let sent = to_bytes(body).await.unwrap_or_default();
    assert_eq!(sent, [b"before", long.as_slice(), b"after"].concat());
}
