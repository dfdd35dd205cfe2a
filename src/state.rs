//! What every request shares.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Data;

use crate::auth::{Hasher, Journal};
use crate::config::{BaseUrl, Config};
use crate::db::Database;
use crate::error::AppError;
use crate::ledger::Ledger;
use crate::ledger::clocks::Clocks;
use crate::publish::Publisher;
use crate::services::accounts::Accounts;
use crate::services::alerts::push::Pusher;
use crate::services::backups::Backups;
use crate::services::explorer::Explorer;
use crate::services::live_games::LiveGames;
use crate::services::sandbox::Sandboxes;
use crate::shares::Shares;

/// The app's shared state, as handlers take it.
pub type State = Data<AppState>;

/// What the app holds for every request.
#[derive(Debug)]
pub struct AppState {
    /// The settings.
    pub config: Config,
    /// The address that people type.
    pub base_url: BaseUrl,
    /// The database, for what is no part of an event: people, sessions, links.
    pub db: Database,
    /// The ledgers of the events, the only way to change one.
    pub ledger: Ledger,
    /// The clocks of the games, each with a ledger of its own.
    pub clocks: Clocks,
    /// The public pages, and who watches them.
    pub publisher: Arc<Publisher>,
    /// What posts to players' browsers.
    pub pusher: Arc<Pusher>,
    /// Copies that are made while the program serves.
    pub backups: Arc<Backups>,
    /// The ways of the published games.
    pub explorer: Arc<Explorer>,
    /// Games in progress, as everybody may see them.
    pub live_games: LiveGames,
    /// Copies of events in which arbiters try something out.
    pub sandboxes: Sandboxes,
    /// What each may have at a time, and do in a while.
    pub shares: Arc<Shares>,
    /// What concerns security.
    pub journal: Journal,
    /// Hashes and checks passwords.
    pub hasher: Hasher,
}

impl AppState {
    /// The state that a request shares.
    pub fn of(request: &HttpRequest) -> Result<&Data<Self>, AppError> {
        request.app_data().ok_or_else(|| AppError::internal(anyhow::anyhow!("the app has no state")))
    }

    /// What accounts need.
    pub const fn accounts(&self) -> Accounts<'_> {
        Accounts { db: &self.db, hasher: &self.hasher, config: &self.config }
    }
}
