//! The log, on standard error.

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;

/// What comes unreadable from outside is no failure of ours, which these would call it; `gate/listen.rs` tells of it.
const HUSHED: &str = "actix_http::h1::decoder=off,actix_http::h1::dispatcher=off";

/// Sends the log to standard error. `RUST_LOG` selects what is told, by default everything from a level.
pub fn start_logging(level: &str) {
    let hushed = |wanted: &str| EnvFilter::try_new(format!("{HUSHED},{wanted}")).ok();
    let wanted = std::env::var("RUST_LOG").ok().filter(|wanted| !wanted.trim().is_empty());
    let filter = wanted.and_then(|wanted| hushed(&wanted)).or_else(|| hushed(level)).unwrap_or_default();
    let is_coloured =
        io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty());
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(is_coloured);
    // A second start in the same process keeps the first log.
    let _ = log.with_writer(io::stderr).try_init();
}
