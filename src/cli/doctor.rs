//! `tiger-arbiter doctor`: whether this machine is ready for a hall.

use std::io::Write;

use crate::config::Config;
use crate::services::hall::{self, Grade};

use super::{Exit, Outcome};

/// Look whether this machine is ready for a hall.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Give it the flags that you give to `serve`, before you start it: disk, clock, port, addresses, limits and copies are looked
at, each in a sentence that says what to do. Nothing is changed.
Exit codes: 0 ready, 1 something would stop a hall.
Example: tiger-arbiter doctor --database hall.sqlite3 --listen 0.0.0.0:8080 --backup-to /media/stick")]
pub(super) struct DoctorArgs {
    #[command(flatten)]
    config: Config,
}

impl DoctorArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let findings = hall::examine(&self.config);
        for finding in &findings {
            writeln!(out, "{:7} {}", finding.grade.word(), finding.sentence)?;
        }
        let is_stopped = findings.iter().any(|finding| finding.grade == Grade::Stops);
        Ok(if is_stopped { Exit::Broken } else { Exit::Fine })
    }
}
