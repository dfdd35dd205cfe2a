//! Headless Chromium: the shell without windows around its pages, which takes half the time.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use anyhow::Context;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::tab::Places;
use crate::wire::Wire;
use crate::{Program, Tab};

/// Whether pages may run their scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scripts {
    /// As usual.
    On,
    /// As for somebody who has switched JavaScript off.
    Off,
}

/// The browser listens on descriptor 3 and answers on 4: the shell puts its own input and output there.
const ON_PIPES: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#;

/// Alone in the world, and awake in every tab however many there are.
const ARGUMENTS: [&str; 24] = [
    "--headless",
    "--remote-debugging-pipe",
    "--no-sandbox",
    // A click right after a page has come counts, though nothing is painted yet.
    "--allow-pre-commit-input",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-prompt-on-repost",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--no-first-run",
    "--password-store=basic",
    "--lang=en-US",
    "--window-size=1280,900",
    // Pages live for a second: what they leave is rarely worth to be cleared away before, and their scripts to be optimised.
    "--js-flags=--min-semi-space-size=32 --max-semi-space-size=64 --no-opt --no-maglev",
];

/// Whether the browser paints what its pages show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Painting {
    /// As usual.
    Always,
    /// Only when it is told to, which nobody does: pages are laid out when they are asked where something stands.
    Never,
}

/// Frames come when the DevTools protocol asks for them.
const UNPAINTED: [&str; 2] = ["--enable-begin-frame-control", "--run-all-compositor-stages-before-draw"];

/// A browser of its own, with an empty profile.
#[derive(Debug)]
pub struct Chromium {
    wire: Arc<Wire>,
    painting: Painting,
    places: Places,
    process: Child,
    /// Last, so that it outlives the browser.
    _profile: TempDir,
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // Whether it has ended by itself does not matter now.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Chromium {
    /// Starts it. `CHROMIUM` names the executable where it is not Debian's; a whole Chromium does too.
    ///
    /// # Errors
    /// When it is not installed or does not start.
    pub async fn start() -> anyhow::Result<Self> {
        Self::begin(Painting::Always).await
    }

    /// The same for pages that are measured and never seen: much of a browser's work is to paint. Nobody clicks there:
    /// after a click a page may wait for a frame, and none comes.
    ///
    /// # Errors
    /// As for [`Self::start`].
    pub async fn start_unpainted() -> anyhow::Result<Self> {
        Self::begin(Painting::Never).await
    }

    async fn begin(painting: Painting) -> anyhow::Result<Self> {
        let executable =
            std::env::var_os("CHROMIUM").map_or("/usr/bin/chromium-headless-shell".into(), PathBuf::from);
        let profile = TempDir::new()?;
        let mut process = Command::new("sh")
            .args(["-c", ON_PIPES])
            .arg(&executable)
            .args(ARGUMENTS)
            .args(UNPAINTED.iter().filter(|_| painting == Painting::Never))
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("a shell cannot be started")?;
        let pipes = (process.stdin.take(), process.stdout.take());
        let (Some(input), Some(output)) = pipes else { anyhow::bail!("the shell has no pipes") };
        let chromium = Self {
            wire: Arc::new(Wire::new(input, output)),
            painting,
            places: Places::default(),
            process,
            _profile: profile,
        };
        chromium.command("Browser.getVersion", &json!({})).await.with_context(|| {
            format!(
                "{} does not start: install Debian's package `chromium-headless-shell`",
                executable.display()
            )
        })?;
        Ok(chromium)
    }

    /// A tab with cookies of its own, as if it were another person's device.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn person<'a>(&self, program: &'a Program, scripts: Scripts) -> anyhow::Result<Tab<'a>> {
        let context = self.command("Target.createBrowserContext", &json!({})).await?;
        let target = json!({
            "url": "about:blank",
            "browserContextId": context["browserContextId"],
            "enableBeginFrameControl": self.painting == Painting::Never,
        });
        let target = self.command("Target.createTarget", &target).await?;
        let attached = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.command("Target.attachToTarget", &attached).await?;
        let session = attached["sessionId"].as_str().context("the tab has a session")?.to_owned();
        let tab = Tab::new(Arc::clone(&self.wire), session, program, scripts, Arc::clone(&self.places));
        if scripts == Scripts::Off {
            tab.command("Emulation.setScriptExecutionDisabled", &json!({ "value": true })).await?;
        }
        Ok(tab)
    }

    /// Ends it.
    ///
    /// # Errors
    /// When it does not end.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        self.command("Browser.close", &json!({})).await?;
        self.process.wait()?;
        Ok(())
    }

    async fn command(&self, method: &str, params: &Value) -> anyhow::Result<Value> {
        self.wire.command(None, method, params).await
    }
}
