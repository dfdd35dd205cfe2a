//! The real program in a process of its own, with a fresh SQLite database.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use anyhow::{Context, ensure};
use tempfile::TempDir;

/// A running program; it ends when it is dropped, and its database goes.
#[derive(Debug)]
pub struct Program {
    running: Mutex<Running>,
    arguments: Vec<String>,
    base: String,
    link: String,
    /// Last, so that it outlives the process.
    folder: TempDir,
}

#[derive(Debug)]
struct Running {
    process: Child,
    /// Kept open: a program whose output nobody takes ends.
    _output: BufReader<ChildStdout>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // Whether it has ended by itself does not matter now.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
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

    /// The demo with one event more, of so many players.
    ///
    /// # Errors
    /// When it cannot be built or does not start.
    pub fn crowd(players: u16) -> anyhow::Result<Self> {
        Self::start(&["demo", "--folder", ".", "--scale", &players.to_string()], "/claim/")
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

    /// Ends the program as a power cut does: nothing is told beforehand.
    pub fn cut_power(&self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = running.process.kill();
        let _ = running.process.wait();
    }

    /// Starts it again, at the same address and on the same database.
    ///
    /// # Errors
    /// When it does not start.
    pub fn restore_power(&self) -> anyhow::Result<()> {
        let address = self.base.trim_start_matches("http://");
        let (running, base, _) = launch(&self.arguments, address, self.folder.path(), "is open at ")?;
        ensure!(base == self.base, "it is open at {base} now");
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = running;
        Ok(())
    }

    fn start(arguments: &[&str], link: &str) -> anyhow::Result<Self> {
        let folder = TempDir::new()?;
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let (running, base, link) = launch(&arguments, "127.0.0.1:0", folder.path(), link)?;
        ensure!(!base.is_empty() && !link.is_empty(), "the program told no address and link");
        Ok(Self { running: Mutex::new(running), arguments, base, link, folder })
    }
}

/// Starts it, and reads what it prints up to the line with certain words; also its address and that line.
fn launch(
    arguments: &[String],
    address: &str,
    folder: &Path,
    words: &str,
) -> anyhow::Result<(Running, String, String)> {
    let mut process = Command::new(binary()?)
        .args(arguments)
        .args(["--listen", address])
        .current_dir(folder)
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
        if line.contains(words) {
            found = line.trim().to_owned();
            break;
        }
    }
    Ok((Running { process, _output: output }, base, found))
}

/// The program that `TIGER_ARBITER` names, or else one that is built once for all tests from the sources at hand.
fn binary() -> anyhow::Result<PathBuf> {
    if let Some(program) = std::env::var_os("TIGER_ARBITER") {
        return Ok(program.into());
    }
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
