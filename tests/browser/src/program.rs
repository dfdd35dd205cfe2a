//! The real program in a process of its own, with a fresh SQLite database.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

use anyhow::{Context, ensure};
use tempfile::TempDir;

/// A running program; it ends when it is dropped, and its database goes.
#[derive(Debug)]
pub struct Program {
    process: Child,
    /// Kept open: a program whose output nobody takes ends.
    _output: BufReader<ChildStdout>,
    base: String,
    link: String,
    /// Last, so that it outlives the process.
    _folder: TempDir,
}

impl Program {
    /// `tiger-arbiter serve` on an empty database.
    ///
    /// # Errors
    /// When it cannot be built or does not start.
    pub fn serve() -> anyhow::Result<Self> {
        Self::start(&["serve", "--database", "hall.sqlite3"], "/setup/")
    }

    /// `tiger-arbiter demo`.
    ///
    /// # Errors
    /// When it cannot be built or does not start.
    pub fn demo() -> anyhow::Result<Self> {
        Self::start(&["demo", "--folder", "."], "/claim/")
    }

    /// The address of a path.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// The one-time link that it printed, as a path.
    #[must_use]
    pub fn link(&self) -> &str {
        self.link.strip_prefix(&self.base).unwrap_or(&self.link)
    }

    /// Starts it, and reads what it prints up to the line with the link.
    fn start(arguments: &[&str], link: &str) -> anyhow::Result<Self> {
        let folder = TempDir::new()?;
        let mut process = Command::new(binary()?)
            .args(arguments)
            .args(["--listen", "127.0.0.1:0"])
            .current_dir(folder.path())
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .context("the program cannot be started")?;
        let output = process.stdout.take().context("it has a standard output")?;
        let (mut base, mut found) = (String::new(), String::new());
        let mut output = BufReader::new(output);
        for line in output.by_ref().lines() {
            let line = line?;
            if let Some((_, address)) = line.split_once("is open at ") {
                base = address.trim().to_owned();
            }
            if line.contains(link) {
                found = line.trim().to_owned();
                break;
            }
        }
        let program = Self { process, _output: output, base, link: found, _folder: folder };
        ensure!(!program.base.is_empty() && !program.link.is_empty(), "the program told no address and link");
        Ok(program)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Whether it has ended by itself does not matter now.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The program, built once for all tests from the sources at hand.
fn binary() -> anyhow::Result<PathBuf> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    BUILT.get_or_init(|| build().map_err(|error| format!("{error:#}"))).clone().map_err(anyhow::Error::msg)
}

fn build() -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--quiet", "--package", "tiger-arbiter", "--bin", "tiger-arbiter"])
        .args(["--message-format", "json-render-diagnostics"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .stderr(Stdio::inherit())
        .output()
        .context("cargo cannot be started")?;
    ensure!(output.status.success(), "the program cannot be built");
    let messages = String::from_utf8(output.stdout)?;
    let mut executables = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message.get("executable")?.as_str()?))
    });
    executables.next_back().context("cargo names no executable")
}
