//! `tiger-arbiter show`: an event from a file, to be read.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context;
use tiger_event::{Actor, EventCommand};

use crate::config::{Config, DatabaseUrl};
use crate::ledger::{Ledger, Order};
use crate::startup;

use super::Outcome;
use super::import::open;
use super::serve::serve;

/// Show an event from a file, to be read.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The event is proved and shown as everybody sees it, also one that is hidden where it came from. Nothing can be changed,
nobody can sign in, and nothing is left of it afterwards.
Example: tiger-arbiter show merridon.tiger")]
pub(super) struct ShowArgs {
    /// The file, made by `tiger-arbiter export`.
    file: PathBuf,

    /// Address and port to listen on; port 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    listen: SocketAddr,
}

impl ShowArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        startup::start_logging("warn");
        let opened = open(&self.file)?;
        // Gone when the program ends.
        let folder = tempfile::Builder::new().prefix("tiger-arbiter-show-").tempdir()?;
        let database = DatabaseUrl::Sqlite(folder.path().join("show.sqlite3"));
        let config = Config { read_only: true, ..Config::plain(database, self.listen) };
        let slug = {
            let ledger = Ledger::new(startup::open_database(&config.store)?);
            let event = ledger.take_in(&opened.archive).with_context(|| self.file.display().to_string())?;
            if !event.is_public {
                let show = EventCommand::ShowEvent { is_public: true };
                ledger.commit(&Order::new(Actor::Program, event.id, show))?;
            }
            event.slug.clone()
        };
        serve(config, out, |application, out| {
            let address = application.base_url().join(&format!("/events/{slug}"));
            writeln!(out, "{} is open at {address}", opened.manifest.name)?;
            writeln!(out, "It stands as after entry {}. Ctrl+C ends this.", opened.manifest.entries)?;
            Ok(())
        })
    }
}
