//! `tiger-arbiter serve`: the web app.

use std::io::Write;

use anyhow::Context;

use crate::config::Config;
use crate::startup::{self, Application};

use super::{Exit, Outcome};

/// Shown under `--help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  tiger-arbiter serve
  tiger-arbiter serve --database /var/lib/tiger/hall.sqlite3 --listen 0.0.0.0:8080
  tiger-arbiter serve --database postgres://tiger@localhost/tiger --base-url https://hall.example --behind-proxy";

/// Arguments of `serve`.
#[derive(Debug, clap::Args)]
pub(super) struct ServeArgs {
    #[command(flatten)]
    config: Config,
}

impl ServeArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        startup::start_logging();
        actix_web::rt::System::new().block_on(async {
            let application = Application::build(self.config).await?;
            writeln!(out, "Tiger Arbiter is open at {}", application.base_url())?;
            if let Some(link) = application.setup_link() {
                writeln!(
                    out,
                    "Nobody administers it yet. Make the first account, within two days, at\n  {link}"
                )?;
            }
            out.flush()?;
            application.run_until_stopped().await.context("the server stopped")?;
            Ok(Exit::Fine)
        })
    }
}
