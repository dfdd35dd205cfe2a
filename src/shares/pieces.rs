//! Bodies in pieces: a connection that takes them slowly holds a piece of its own, not a copy of the whole.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

use super::Hold;

/// Bytes that are sent at a time; what is shorter is sent whole.
pub(crate) const PIECE: usize = 64 * 1024;

/// A body that is sent piece by piece.
#[derive(Debug)]
pub(crate) struct Pieces {
    /// What is left, the next part last.
    parts: Vec<Bytes>,
    length: u64,
    _hold: Option<Hold>,
}

impl Pieces {
    /// Parts that follow each other; their bytes are counted as somebody's until all are sent, if nobody shares them.
    pub(crate) fn new(mut parts: Vec<Bytes>, hold: Option<Hold>) -> Self {
        let length = parts.iter().map(|part| u64::try_from(part.len()).unwrap_or(0)).sum();
        parts.retain(|part| !part.is_empty());
        parts.reverse();
        Self { parts, length, _hold: hold }
    }
}

/// Bytes that many readers share: each connection holds but a piece of them, and they are nobody's share.
pub(crate) fn shared(bytes: Bytes) -> BoxBody {
    if bytes.len() > PIECE { Pieces::new(vec![bytes], None).boxed() } else { bytes.boxed() }
}

impl MessageBody for Pieces {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.length)
    }

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        let Some(mut part) = self.parts.pop() else { return Poll::Ready(None) };
        if part.len() > PIECE {
            let rest = part.split_off(PIECE);
            self.parts.push(rest);
        }
        Poll::Ready(Some(Ok(part)))
    }
}

#[cfg(test)]
mod tests {
    use super::{PIECE, Pieces};
    use actix_web::body::{BodySize, MessageBody, to_bytes};
    use actix_web::web::Bytes;

    #[actix_web::test]
    async fn nothing_is_lost_between_the_pieces() {
        let long: Vec<u8> = (0..PIECE * 2 + 7).map(|index| u8::try_from(index % 251).unwrap_or(0)).collect();
        let parts = vec![
            Bytes::from_static(b"before"),
            Bytes::new(),
            long.clone().into(),
            Bytes::from_static(b"after"),
        ];
        let body = Pieces::new(parts, None);
        assert_eq!(body.size(), BodySize::Sized(u64::try_from(long.len() + 11).unwrap_or(0)));
        let sent = to_bytes(body).await.unwrap_or_default();
        assert_eq!(sent, [b"before", long.as_slice(), b"after"].concat());
    }
}
