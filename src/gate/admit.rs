//! Who asks and whether there is a place, before anything is done for them.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use actix_web::HttpRequest;
use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};

use super::connections::{Connection, Phase};
use crate::access::{bearer, is_signed_in};
use crate::auth::address;
use crate::auth::cookie::{self, Kind};
use crate::error::{AppError, Result};
use crate::shares::{ASKING, Asking, PIECE, Pieces, Who};
use crate::state::State;

/// A request that may be answered.
pub(super) struct Admitted {
    connection: Option<Arc<Connection>>,
    asking: Option<Asking>,
}

impl Admitted {
    /// Waits until the connection has taken the answers before, and finds out who asks.
    pub(super) async fn begin(request: &ServiceRequest) -> Self {
        let connection = request.conn_data::<Arc<Connection>>().cloned();
        if let Some(connection) = &connection {
            poll_fn(|_| if connection.is_stalled() { Poll::Pending } else { Poll::Ready(()) }).await;
            connection.turn_to(Phase::Working);
        }
        Self { connection, asking: asking(request.request()) }
    }

    /// Does something for whoever asks.
    pub(super) async fn scope<T>(&self, work: impl Future<Output = T>) -> T {
        match self.asking.clone() {
            Some(asking) => ASKING.scope(asking, work).await,
            None => work.await,
        }
    }

    /// The last places are for people who are signed in.
    pub(super) async fn check_place(&self, request: &HttpRequest) -> Result<()> {
        let has_last = self.connection.as_ref().is_some_and(|connection| connection.is_last);
        let is_known = matches!(self.asking, Some(Asking { who: Who::Person(_), .. }));
        if !has_last || is_known || is_signed_in(request.clone()).await? {
            Ok(())
        } else {
            Err(AppError::Crowded)
        }
    }

    /// The answer goes out: piece by piece, and counted as this person's if it was made for them alone.
    ///
    /// # Errors
    /// The answer itself, when too much is on its way to them already.
    #[expect(clippy::result_large_err, reason = "either way it is the answer, and goes out at once")]
    pub(super) fn send(&self, response: ServiceResponse) -> Result<ServiceResponse, ServiceResponse> {
        let BodySize::Sized(length) = response.response().body().size() else { return Ok(response) };
        let Some(length) = usize::try_from(length).ok().filter(|length| *length > PIECE) else {
            return Ok(response);
        };
        let hold = self.asking.as_ref().map(|asking| asking.shares.hold(asking.who));
        let mut is_too_much = false;
        let response = response.map_body(|_, body| match body.try_into_bytes() {
            Ok(bytes) => {
                let mut hold = hold;
                is_too_much = hold.as_mut().is_some_and(|hold| !hold.take(length));
                Pieces::new(vec![bytes], hold).boxed()
            }
            // Whoever made the answer has seen to it.
            Err(body) => body,
        });
        if is_too_much { Err(response) } else { Ok(response) }
    }

    /// The request is answered, but for the bytes that are on their way.
    pub(super) fn end(&self, size: BodySize) {
        if let Some(connection) = &self.connection {
            connection.turn_to(if size == BodySize::Stream { Phase::Live } else { Phase::Waiting });
        }
    }
}

fn asking(request: &HttpRequest) -> Option<Asking> {
    let state = request.app_data::<State>()?;
    let session = bearer(request).or_else(|| cookie::token(request, Kind::Session, &state.config));
    let person = session.and_then(|token| state.shares.whose(token.hash()));
    let who = match person {
        Some(person) => Who::Person(person),
        None => Who::Stranger(address::of(request, &state.config)),
    };
    Some(Asking { who, shares: state.shares.clone() })
}
