//! The app as a process of its own.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A running app; it ends when it is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    /// Starts the app with two workers and a silent log.
    pub(crate) fn start(database: impl AsRef<OsStr>) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"))
            .arg("serve")
            .args([
                "--listen",
                "127.0.0.1:0",
                "--workers",
                "2",
                "--live-limit",
                "4096",
                "--per-address",
                "4096",
            ])
            .arg("--database")
            .arg(database)
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        // What else it says is read too: a program whose output nobody reads would end.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        let address = line.trim().rsplit_once("http://").unwrap().1.to_owned();
        Self { child, address }
    }

    /// Resident memory in KiB.
    pub(crate) fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Seconds of processor time used so far.
    pub(crate) fn processor(&self) -> f64 {
        processor(self.child.id())
    }
}

/// Seconds of processor time that a process has used, its children included.
pub(crate) fn processor(id: u32) -> f64 {
    let own = |id: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let rest = stat.rsplit_once(')').map(|(_, rest)| rest.to_owned()).unwrap_or_default();
        let ticks = rest.split_whitespace().skip(11).take(2).map(|n| n.parse::<f64>().unwrap()).sum::<f64>();
        ticks / 100.0
    };
    let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    own(id) + children.split_whitespace().map(|child| own(child.parse().unwrap())).sum::<f64>()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
