//! `tiger-arbiter demo`: a filled database to look around in.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};

use crate::auth::Hasher;
use crate::clock;
use crate::config::{Config, DatabaseUrl};
use crate::demo::{self, PASSWORD, SIGN_INS, Told};
use crate::ledger::Ledger;
use crate::ledger::witness::Witness;
use crate::startup::{self, Application};

use super::Outcome;
use super::serve::serve;

/// The database's file in the demo's folder.
const FILE: &str = "demo.sqlite3";

/// Fill a new database with invented events and serve it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The demo's passwords are known to everybody: it is for looking around, not for a hall.
Examples:
  tiger-arbiter demo
  tiger-arbiter demo --listen 127.0.0.1:9000 --folder /tmp/tiger-demo
  tiger-arbiter demo --scale 1000
To look again at a demo that has ended: tiger-arbiter serve --database /tmp/tiger-demo/demo.sqlite3")]
pub(super) struct DemoArgs {
    /// Address and port to listen on; port 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    listen: SocketAddr,

    /// The folder for the demo's database, which may not hold one yet; default: a new one among the temporary files.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// Another seed tells another story.
    #[arg(long, default_value_t = 2026, value_name = "NUMBER")]
    seed: u64,

    /// One event more, of so many players, in the middle of its third round.
    #[arg(long, value_name = "PLAYERS", value_parser = clap::value_parser!(u16).range(4..=4000))]
    scale: Option<u16>,
}

impl DemoArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        startup::start_logging("warn");
        // An address that is taken is found before anything is made that would be in the way of the next try.
        drop(startup::listener(self.listen)?);
        let file = self.make_folder()?.join(FILE);
        let config = Config::plain(DatabaseUrl::Sqlite(file.clone()), self.listen);
        let told = {
            let db = startup::open_database(&config.store)?;
            // Who is erased there stays erased, as by an administrator.
            let witness = config.witness.folder_for(&config.store.database);
            let witness = witness.map(|folder| Witness::open(&folder)).transpose()?;
            let ledger = Ledger::new(db).witnessed_by(witness.map(Arc::new));
            let told = demo::fill(&ledger, &Hasher::new()?, self.seed, clock::now())?;
            if let Some(players) = self.scale {
                demo::add_crowd(&ledger, players, self.seed, clock::now())?;
            }
            told
        };
        serve(config, out, |application, out| {
            let state = application.state();
            // Nobody is served yet who would have to wait.
            demo::begin_what_if(&state.ledger, &state.sandboxes)?;
            introduce(application, &told, out)?;
            writeln!(out, "\nIts database is {}. Ctrl+C ends the demo.", file.display())?;
            if !application.address().ip().is_loopback() {
                writeln!(
                    out,
                    "Whoever reaches this machine can sign in: end it when you have looked around."
                )?;
            }
            Ok(())
        })
    }

    fn make_folder(&self) -> anyhow::Result<PathBuf> {
        let folder = match &self.folder {
            Some(folder) => folder.clone(),
            None => std::env::temp_dir().join(format!("tiger-arbiter-demo-{}", uuid::Uuid::now_v7())),
        };
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let file = folder.join(FILE);
        ensure!(
            !file.exists(),
            "{} is there already; name a new --folder, or look at it with: tiger-arbiter serve --database {}",
            file.display(),
            file.display()
        );
        Ok(folder)
    }
}

fn introduce(application: &Application, told: &Told, out: &mut dyn Write) -> std::io::Result<()> {
    let base = application.base_url();
    writeln!(out, "The demo of Tiger Arbiter is open at {}\n", base.as_str())?;
    writeln!(out, "Sign in at {} with the password `{PASSWORD}` as", base.join("/sign-in"))?;
    for sign_in in SIGN_INS {
        writeln!(out, "  {:8} {} ({})", sign_in.login, sign_in.name, sign_in.role)?;
    }
    writeln!(out, "\n{} has not come with their link yet; it works once:", told.invited)?;
    writeln!(out, "  {}", base.join(&told.claim_path))
}
