//! `tiger-arbiter serve`: the web app.

use std::io::Write;
use std::mem::ManuallyDrop;

use anyhow::Context;

use crate::config::Config;
use crate::demo;
use crate::startup::{self, Application};

use super::{Exit, Outcome};

/// Serve the web app until the process is stopped.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tiger-arbiter serve
  tiger-arbiter serve --database /var/lib/tiger/hall.sqlite3 --listen 0.0.0.0:8080
  tiger-arbiter serve --database postgres://tiger@localhost/tiger --base-url https://hall.example --behind-proxy")]
pub(super) struct ServeArgs {
    #[command(flatten)]
    config: Config,
}

impl ServeArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        startup::start_logging("info");
        serve(self.config, out, |application, out| {
            writeln!(out, "Tiger Arbiter is open at {}", application.base_url())?;
            let state = application.state();
            if let Some(told) = demo::open_door(&state.db, &state.hasher)? {
                writeln!(out, "{told}")?;
            }
            if let Some(link) = application.setup_link() {
                writeln!(
                    out,
                    "Nobody administers it yet. Make the first account, within two days, at\n  {link}"
                )?;
            }
            Ok(())
        })
    }
}

/// Serves until the process is stopped; before that it is told what is served.
pub(super) fn serve(
    config: Config,
    out: &mut dyn Write,
    tell: impl FnOnce(&Application, &mut dyn Write) -> anyhow::Result<()>,
) -> Outcome {
    // It is not taken apart at the end: that would wait for threads that may wait for a database that says nothing.
    let system = ManuallyDrop::new(actix_web::rt::System::new());
    system.block_on(async {
        let application = Application::build(config).await?;
        match tell(&application, out).and_then(|()| Ok(out.flush()?)) {
            // Whoever started it may read no more of what it says; the hall stays open.
            Err(error) if error.is::<std::io::Error>() => {
                tracing::warn!(%error, "nobody reads what is said here");
            }
            told => told?,
        }
        application.run_until_stopped().await.context("the server stopped")?;
        Ok(Exit::Fine)
    })
}
