//! Taking connections: each gets a place, or is refused at once.

use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Request, Response};
use actix_server::{Server, ServerBuilder};
use actix_service::{
    IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt, apply_fn_factory, fn_service, map_config,
};
use actix_web::Error;
use actix_web::body::BoxBody;
use actix_web::dev::AppConfig;
use actix_web::rt::net::TcpStream;
use futures_util::future::{Either, ready};

use super::connections::{Connection, Connections};
use super::front;
use super::guarded::Guarded;
use crate::auth::address::network;
use crate::metrics;
use crate::shares::PIECE;
use crate::state::State;

/// How long the head of the first request may take.
const HEAD: Duration = Duration::from_secs(5);

/// How long a connection is kept between two requests.
const KEPT: Duration = Duration::from_secs(5);

/// How long a connection may take to part.
const FAREWELL: Duration = Duration::from_secs(1);

/// Bytes of an answer that the system keeps for a connection; it takes twice as many.
const UNSENT: usize = 128 * 1024;

/// How many may wait to be taken, if the system allows so many; the standard library asks for 128. Whoever finds no room
/// knocks again after a whole second.
const WAITING: i32 = 4_096;

/// How long what was sent may stay without a sign that it arrived: then the other side is gone.
#[cfg(target_os = "linux")]
const UNHEARD: Duration = Duration::from_secs(20);

/// Serves an app on a listener, and what of it is in memory before it; `builder` says how many workers there are and how
/// they stop.
pub fn serve<F, I, S>(
    builder: ServerBuilder,
    listener: TcpListener,
    connections: &Arc<Connections>,
    state: &State,
    app: F,
) -> io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<Error> + 'static,
    S::InitError: Debug,
    S::Response: Into<Response<BoxBody>> + 'static,
{
    set_options(&listener)?;
    let address = listener.local_addr()?;
    let stopping = builder.graceful_shutdown_signal();
    let (connections, state) = (connections.clone(), state.clone());
    let factory = move || {
        let (stopping, connections, state) = (stopping.clone(), connections.clone(), state.clone());
        let enter = move |stream: TcpStream| {
            let connections = connections.clone();
            async move {
                let peer = stream.peer_addr().ok();
                let host = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| network(peer.ip()));
                match connections.enter(host) {
                    Some(place) => Ok((Guarded::new(stream, place), peer)),
                    None => {
                        metrics::TURNED_AWAY.add(1);
                        Err(io::Error::from(io::ErrorKind::QuotaExceeded).into())
                    }
                }
            }
        };
        let app = app().into_factory().map(Into::<Response<BoxBody>>::into);
        let answering =
            apply_fn_factory(app, move |request, app: &_| match front::answer(&state, &request) {
                Some(answer) => Either::Left(ready(Ok(answer))),
                None => Either::Right(Service::call(app, request)),
            });
        let answering = answering.map_err(|error| error.into().error_response());
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let signal = stopping.clone();
                async move { signal.notified().await }
            })
            .keep_alive(KEPT)
            .client_request_timeout(HEAD)
            .client_disconnect_timeout(FAREWELL)
            // Whoever hangs up wants no answer any more: a live page that is left is let go of at once.
            .h1_allow_half_closed(false)
            .h1_write_buffer_size(PIECE)
            .local_addr(address)
            .on_connect_ext(|stream: &Guarded, data| {
                data.insert::<Arc<Connection>>(stream.connection().clone());
            })
            .h1(map_config(answering, |()| AppConfig::default()));
        fn_service(enter).and_then(http).map_err(told)
    };
    Ok(builder.listen("hall", listener, factory)?.run())
}

/// Tells the log how a connection ended that did not end well: what came from outside is no failure of ours.
fn told(error: DispatchError) -> DispatchError {
    match &error {
        DispatchError::Service(_)
        | DispatchError::Body(_)
        | DispatchError::Upgrade
        | DispatchError::InternalError => {
            tracing::error!(%error, "a connection ended in the midst of an answer");
        }
        _ => tracing::debug!(%error, "a connection ended before its time"),
    }
    error
}

/// Makes room before a listener, and sets what connections inherit from it.
pub fn set_options(listener: &TcpListener) -> io::Result<()> {
    use rustix::net::sockopt;
    rustix::net::listen(listener, WAITING)?;
    sockopt::set_socket_send_buffer_size(listener, UNSENT)?;
    sockopt::set_tcp_nodelay(listener, true)?;
    #[cfg(target_os = "linux")]
    sockopt::set_tcp_user_timeout(listener, u32::try_from(UNHEARD.as_millis()).unwrap_or(u32::MAX))?;
    Ok(())
}
