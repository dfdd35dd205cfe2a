//! `tiger-arbiter doctor`: whether this machine is ready for a hall.

use std::io::Write;

use crate::auth::Hasher;
use crate::config::Config;
use crate::db::Database;
use crate::demo;
use crate::services::hall::{self, Finding, Grade};

use super::{Exit, Outcome};

/// Look whether this machine is ready for a hall.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Give it the flags that you give to `serve`, before you start it: disk, clock, port, addresses, limits, copies and the
demo's passwords are looked at, each in a sentence that says what to do. Nothing is changed.
Exit codes: 0 ready, 1 something would stop a hall.
Example: tiger-arbiter doctor --database hall.sqlite3 --listen 0.0.0.0:8080 --backup-to /media/stick")]
pub(super) struct DoctorArgs {
    #[command(flatten)]
    config: Config,
}

impl DoctorArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let mut findings = hall::examine(&self.config);
        findings.extend(open_door(&self.config));
        for finding in &findings {
            writeln!(out, "{:7} {}", finding.grade.word(), finding.sentence)?;
        }
        let is_stopped = findings.iter().any(|finding| finding.grade == Grade::Stops);
        Ok(if is_stopped { Exit::Broken } else { Exit::Fine })
    }
}

/// Whether somebody can sign in as in the demo. A database that cannot be read has been told of.
fn open_door(config: &Config) -> Option<Finding> {
    let db = config.store.database.is_there().then(|| Database::open(&config.store).ok()).flatten()?;
    let sentence = demo::open_door(&db, &Hasher::new().ok()?).ok()??;
    Some(Finding { grade: Grade::Stops, sentence })
}
