//! A connection's bytes, with an eye on whether they move.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_web::rt::net::TcpStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::connections::{Connection, Place};

/// A connection that has its place.
pub(super) struct Guarded {
    stream: TcpStream,
    place: Place,
}

impl Guarded {
    pub(super) fn new(stream: TcpStream, place: Place) -> Self {
        Self { stream, place }
    }

    pub(super) fn connection(&self) -> &Arc<Connection> {
        &self.place.connection
    }
}

fn cut_off() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionAborted, "nothing moved")
}

impl AsyncRead for Guarded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.connection().is_cut(context.waker()) {
            return Poll::Ready(Err(cut_off()));
        }
        // Whoever does not take answers is asked no more: answers to requests at a stretch would pile up. They go on
        // when the answers do, see `poll_write`.
        if self.connection().is_stalled() {
            return Poll::Pending;
        }
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Guarded {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        let connection = self.connection();
        match &written {
            Poll::Pending => {
                if connection.is_cut(context.waker()) {
                    return Poll::Ready(Err(cut_off()));
                }
                connection.stall();
            }
            Poll::Ready(Ok(count)) => {
                connection.took(*count);
                if *count == bytes.len() && connection.flow() {
                    context.waker().wake_by_ref();
                }
            }
            Poll::Ready(Err(_)) => {}
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
