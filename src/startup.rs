//! Building and running the app; the same way for the command line and for tests.

mod alerts;
mod log;
pub mod mdns;
mod opening;
mod webhooks;

pub use log::start_logging;
pub use opening::{open_database, open_existing_database, open_to_read};

use std::collections::HashMap;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_server::{Server, ServerHandle};
use actix_web::middleware::from_fn;
use actix_web::{App, HttpServer, web};
use anyhow::Context;
use tokio::signal::unix::{SignalKind, signal};

use crate::access::csrf;
use crate::auth::journal::{self};
use crate::auth::{Hasher, Journal, links};
use crate::config::{BaseUrl, Config};
use crate::gate::{Connections, Room};
use crate::ledger::Ledger;
use crate::ledger::clocks::Clocks;
use crate::ledger::witness::Witness;
use crate::live::{LiveHub, Seats};
use crate::publish::Publisher;
use crate::services::alerts::mail::Mailer;
use crate::services::alerts::push::Pusher;
use crate::services::backups::{Backups, Schedule};
use crate::services::clocks::ended;
use crate::services::live_games::LiveGames;
use crate::services::sandbox::Sandboxes;
use crate::shares::Shares;
use crate::state::{AppState, State};
use crate::{clock, db, gate, metrics, routes};
use mdns::Announced;

/// Seconds that open requests have to end when the server stops, and the database after them.
const FAREWELL_SECONDS: u64 = 5;

/// One of so many places is kept for people who are signed in.
const KEPT_SHARE: usize = 8;

/// What the number of that name means.
const COPY_AGE: &str = "Seconds since the last good copy, or since the start while there is none.";

/// A bound server, ready to run.
pub struct Application {
    server: Server,
    address: SocketAddr,
    state: State,
    setup_link: Option<String>,
    /// The name in the hall's network, as long as it serves.
    _announced: Option<Announced>,
}

impl Application {
    /// Binds the listening address and opens the database.
    ///
    /// # Errors
    /// When the address is taken or the database cannot be opened or migrated.
    pub async fn build(config: Config) -> anyhow::Result<Self> {
        let listener = listener(config.listen)?;
        let address = listener.local_addr()?;
        let base_url = config.base_url.clone().unwrap_or_else(|| BaseUrl::plain(address));
        let (room, seats) = room(&config);
        let connections = Connections::new(room);
        actix_web::rt::spawn(connections.clone().watch());
        let mut builder = Server::build().shutdown_timeout(FAREWELL_SECONDS);
        if let Some(workers) = config.workers {
            builder = builder.workers(usize::from(workers));
        }
        if !config.signals {
            builder = builder.disable_signals();
        }
        // What cannot be served is said before a database is touched.
        config.backup.ends(&config.store.database)?;
        let db = open_database(&config.store)?;
        let folder = config.witness.folder_for(&config.store.database);
        let witness = folder.map(|folder| Witness::open(&folder)).transpose()?.map(Arc::new);
        let backups = Backups::new(Schedule::of(&config.backup, &config.store.database, &db)?);
        let ledger = Ledger::new(db.clone()).witnessed_by(witness.clone());
        match ledger.erase_again() {
            Ok(0) => {}
            Ok(again) => {
                tracing::warn!(
                    people = again,
                    "who was erased and is back in this database was erased again"
                );
            }
            // The event goes on all the same; each start tries again.
            Err(error) => {
                tracing::error!(%error, "not everybody who was erased before could be erased again");
            }
        }
        backups.begin(&db, witness)?;
        let setup_link = links::issue_setup_if_needed(&db)?.map(|path| base_url.join(&path));
        let pusher = Arc::new(Pusher::new(&db, config.webhooks_inside, &base_url)?);
        let mailer = Mailer::new(&config.mail, &base_url)?;
        let hasher = Hasher::new()?;
        let publisher = Publisher::new(ledger.clone(), LiveHub::new(seats), LiveHub::new(seats));
        actix_web::rt::spawn(publisher.clone().follow());
        let clocks = Clocks::new(db.clone());
        clocks.settle_time()?;
        let state = web::Data::new(AppState {
            config,
            base_url,
            db,
            ledger,
            clocks,
            publisher,
            pusher,
            backups,
            explorer: Arc::default(),
            live_games: LiveGames::default(),
            sandboxes: Sandboxes::default(),
            shares: Arc::new(Shares::default()),
            journal: Journal::default(),
            hasher,
        });

        actix_web::rt::spawn(keep_journal(state.clone()));
        actix_web::rt::spawn(keep_time(state.clone()));
        actix_web::rt::spawn(keep_clocks(state.clone()));
        actix_web::rt::spawn(keep_witness(state.ledger.clone()));
        if !state.config.read_only {
            actix_web::rt::spawn(webhooks::follow(state.clone()));
            alerts::begin(&state, mailer);
        }
        let shared = state.clone();
        let app = move || {
            App::new()
                .app_data(shared.clone())
                // What passed the gate is as long as it may be.
                .app_data(web::PayloadConfig::new(shared.config.upload_limit))
                .configure(routes::configure)
                .wrap(from_fn(csrf::guard))
                .wrap(from_fn(gate::pass))
        };
        if let Some(address) = state.config.metrics {
            actix_web::rt::spawn(tell_numbers(address, &state, &connections)?);
        }
        let announced = state.config.mdns.as_ref().map(|name| Announced::begin(name, address)).transpose()?;
        let server = gate::serve(builder, listener, &connections, &state, app)?;
        tracing::info!(%address, database = %state.config.store.database, "listening");
        Ok(Self { server, address, state, setup_link, _announced: announced })
    }

    /// The address that was bound, with the port taken.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address that people type.
    pub fn base_url(&self) -> &BaseUrl {
        &self.state.base_url
    }

    /// The link with which the first administrator makes an account, while there is none.
    pub fn setup_link(&self) -> Option<&str> {
        self.setup_link.as_deref()
    }

    /// The state that requests share.
    pub fn state(&self) -> State {
        self.state.clone()
    }

    /// A handle that stops the server.
    pub fn handle(&self) -> ServerHandle {
        self.server.handle()
    }

    /// Serves until a signal or the handle stops it; open requests may end first.
    pub async fn run_until_stopped(self) -> std::io::Result<()> {
        if self.state.config.signals {
            actix_web::rt::spawn(end_by_hangup(self.server.handle()));
        }
        self.server.await?;
        let state = self.state;
        let farewell = async {
            write_journal(&state).await;
            let db = state.db.clone();
            if let Err(error) = db::block(move || db.settle()).await {
                tracing::warn!(%error, "the database's log of writes stays beside it");
            }
        };
        // Whoever ends the program does not wait for a database that says nothing: it has what was acknowledged.
        if tokio::time::timeout(Duration::from_secs(FAREWELL_SECONDS), farewell).await.is_err() {
            tracing::warn!(
                "the database says nothing; the last lines of the security journal may be missing"
            );
        }
        Ok(())
    }
}

/// Stops the server in good order when the terminal that it was started in is gone, unless whoever started it wants that to
/// be ignored (`nohup`).
async fn end_by_hangup(handle: ServerHandle) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    // Signals are counted from 1, and this is the first.
    if ignored & 1 == 1 {
        return;
    }
    let Ok(mut hangup) = signal(SignalKind::hangup()) else { return };
    hangup.recv().await;
    tracing::info!("the terminal is gone; the server ends");
    handle.stop(true).await;
}

/// Listens on an address.
///
/// # Errors
/// When it is taken, or none of this machine.
pub fn listener(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))
}

/// Tells numbers to whoever watches the program, on an address of their own.
fn tell_numbers(
    address: SocketAddr,
    state: &State,
    connections: &Arc<Connections>,
) -> anyhow::Result<Server> {
    let (state, connections) = (state.clone(), connections.clone());
    let told = move || {
        let watching = state.publisher.live.watching() + state.publisher.inside.watching();
        let mut now = vec![
            ("tiger_connections", "Connections that are open.", connections.count()),
            ("tiger_watchers", "Pages that are live.", watching),
        ];
        if let Some(age) = state.backups.age() {
            let seconds = usize::try_from(age.as_secs()).unwrap_or(usize::MAX);
            now.push(("tiger_copy_age_seconds", COPY_AGE, seconds));
        }
        metrics::text(&now)
    };
    let server = HttpServer::new(move || {
        let told = told.clone();
        App::new().route("/metrics", web::get().to(move || std::future::ready(told())))
    });
    let server = server.workers(1).disable_signals().bind(address);
    Ok(server.with_context(|| format!("cannot listen on {address} for metrics"))?.run())
}

/// Writes the security journal every few moments, for as long as the app runs.
async fn keep_journal(state: State) {
    loop {
        tokio::time::sleep(journal::EVERY).await;
        write_journal(&state).await;
    }
}

/// Looks each second whether somebody has set the system's time, for as long as the app runs.
async fn keep_time(state: State) {
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let Some(step) = clock::stepped() else { continue };
        tracing::warn!(
            seconds = step.num_seconds(),
            "the system's time was set; players' clocks do not follow it"
        );
        let clocks = state.clocks.clone();
        if let Err(error) = db::block(move || clocks.note_step(step)).await {
            tracing::error!(%error, "the step of the system's time is not in the books of the clocks");
        }
    }
}

/// Has the witness state once a minute what has come since, for as long as the app runs: results are entered between two
/// publications, too.
async fn keep_witness(ledger: Ledger) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        ledger.witness_later();
    }
}

/// Looks at the clocks each second: those of games that are not played any more are stopped, and pages that watch an event
/// hear when a flag falls there, for nobody touches the clock then.
async fn keep_clocks(state: State) {
    let mut told = HashMap::new();
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        for ended in ended(&state.ledger, &state.clocks).into_iter().filter(|_| !state.config.read_only) {
            let (ledger, clocks) = (state.ledger.clone(), state.clocks.clone());
            if let Err(error) = db::block(move || ended.settle(&ledger, &clocks)).await {
                tracing::error!(%error, "the clock of a game that is over was not looked after");
            }
        }
        for event in state.clocks.changed(&mut told) {
            let ledger = state.ledger.clone();
            match db::block(move || ledger.event(event)).await {
                Ok(event) => state.publisher.inside.tell(event.id, event.version),
                Err(error) => tracing::error!(%error, "nobody was told of a flag that fell"),
            }
        }
    }
}

async fn write_journal(state: &State) {
    let state = state.clone();
    if let Err(error) = db::block(move || state.journal.write(&state.db)).await {
        tracing::error!(%error, "the security journal was not written");
    }
}

/// How many connections and live pages there may be, as far as the system allows. One of eight is kept for people who are
/// signed in.
fn room(config: &Config) -> (Room, Seats) {
    let most = gate::make_room(config.store.connections);
    let strangers = most - most / KEPT_SHARE;
    let live = config.live_limit.min(strangers - strangers / KEPT_SHARE);
    if live < config.live_limit {
        tracing::warn!(
            live,
            asked = config.live_limit,
            "fewer pages can be live: the system allows too few open files"
        );
    }
    // Behind a proxy all come from its address, and it is the proxy that counts theirs.
    let per_address = (!config.behind_proxy).then_some(config.per_address);
    let room = Room { most, strangers, per_address };
    // A hall that has one address together keeps some of its connections for other pages.
    let own = config.per_address - config.per_address / 4;
    let seats = Seats { most: live, strangers: live - live / KEPT_SHARE, per_address: own };
    (room, seats)
}
