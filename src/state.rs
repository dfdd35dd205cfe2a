//! What every request shares.

use crate::config::{BaseUrl, Config};

/// The app's shared state; handlers take it as `web::Data<AppState>`.
#[derive(Debug)]
pub struct AppState {
    /// The settings.
    pub config: Config,
    /// The address that people type.
    pub base_url: BaseUrl,
}
