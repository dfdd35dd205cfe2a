//! Bodies in pieces: a connection that takes them slowly holds a piece of its own, not a copy of the whole.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

use super::Hold;

/// Bytes that are sent at a time; what is shorter is sent whole.
pub const PIECE: usize = 64 * 1024;

/// A body that is sent piece by piece.
pub struct Pieces {
    /// What is left, the next part last.
    parts: Vec<Bytes>,
    length: u64,
    _hold: Option<Hold>,
}

impl Pieces {
    /// Parts that follow each other; their bytes are counted as somebody's until all are sent, if nobody shares them.
    pub fn new(mut parts: Vec<Bytes>, hold: Option<Hold>) -> Self {
        let length = parts.iter().map(|part| u64::try_from(part.len()).unwrap_or(0)).sum();
        parts.retain(|part| !part.is_empty());
        parts.reverse();
        Self { parts, length, _hold: hold }
    }
}

/// Bytes that many readers share: each connection holds but a piece of them, and they are nobody's share.
pub fn shared(bytes: Bytes) -> BoxBody {
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
