//! Headless Chromium.

use std::path::PathBuf;

use anyhow::Context;
use chromiumoxide::browser::{Browser, BrowserConfig};
use chromiumoxide::cdp::browser_protocol::emulation::SetScriptExecutionDisabledParams;
use chromiumoxide::cdp::browser_protocol::target::{
    CreateBrowserContextParams, CreateTargetParams, SetAutoAttachParams,
};
use futures_util::StreamExt;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::{Program, Tab};

/// Whether pages may run their scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scripts {
    /// As usual.
    On,
    /// As for somebody who has switched JavaScript off.
    Off,
}

/// A browser of its own, with an empty profile.
#[derive(Debug)]
pub struct Chromium {
    browser: Browser,
    events: JoinHandle<()>,
    /// Last, so that it outlives the browser.
    _profile: TempDir,
}

impl Chromium {
    /// Starts it. `CHROMIUM` names the executable where it is not Debian's.
    ///
    /// # Errors
    /// When it is not installed or does not start.
    pub async fn start() -> anyhow::Result<Self> {
        let executable = std::env::var_os("CHROMIUM").map_or("/usr/bin/chromium".into(), PathBuf::from);
        let profile = TempDir::new()?;
        let config = BrowserConfig::builder()
            .chrome_executable(&executable)
            .user_data_dir(profile.path())
            .no_sandbox()
            .new_headless_mode()
            .viewport(None)
            .window_size(1280, 900)
            .args(["disable-dev-shm-usage", "disable-gpu"])
            .build()
            .map_err(anyhow::Error::msg)?;
        let (browser, mut handler) = Browser::launch(config).await.with_context(|| {
            format!("{} does not start: install Debian's package `chromium`", executable.display())
        })?;
        let events = tokio::spawn(async move { while handler.next().await.is_some() {} });
        Ok(Self { browser, events, _profile: profile })
    }

    /// A tab with cookies of its own, as if it were another person's device.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn person<'a>(&self, program: &'a Program, scripts: Scripts) -> anyhow::Result<Tab<'a>> {
        let context = self.browser.create_browser_context(CreateBrowserContextParams::default()).await?;
        let target = CreateTargetParams::builder()
            .url("about:blank")
            .browser_context_id(context)
            .build()
            .map_err(anyhow::Error::msg)?;
        let page = self.browser.new_page(target).await?;
        // Nobody waits to look into service workers before they start.
        page.execute(SetAutoAttachParams::new(false, false)).await?;
        if scripts == Scripts::Off {
            page.execute(SetScriptExecutionDisabledParams::new(true)).await?;
        }
        Ok(Tab::new(page, program, scripts))
    }

    /// Ends it.
    ///
    /// # Errors
    /// When it does not end.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        self.browser.close().await?;
        self.browser.wait().await?;
        self.events.abort();
        Ok(())
    }
}
