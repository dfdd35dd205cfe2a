//! A tab, used as a person uses it.
//!
//! Whatever leads to another page waits for that page; whatever a script does is waited for by what it shows.
//! Nothing waits for time to pass, and nothing is tried twice.

use std::fmt::Write as _;
use std::future::Future;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use chromiumoxide::Page;
use chromiumoxide::cdp::browser_protocol::emulation::SetDeviceMetricsOverrideParams;
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, InsertTextParams,
};
use chromiumoxide::cdp::browser_protocol::network::{
    EmulateNetworkConditionsByRuleParams, NetworkConditions,
};
use chromiumoxide::cdp::browser_protocol::page::{NavigateParams, ReloadParams};
use chromiumoxide::cdp::js_protocol::runtime::EvaluateParams;
use chromiumoxide::layout::Point;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::{Program, Scripts};

const LOCATE: &str = include_str!("locate.js");

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often it is looked whether something has come about.
const GLANCE: Duration = Duration::from_millis(15);

/// A tab of one person's device.
#[derive(Debug)]
pub struct Tab<'a> {
    page: Page,
    program: &'a Program,
    scripts: Scripts,
}

#[derive(Deserialize)]
struct Middle {
    x: f64,
    y: f64,
}

impl<'a> Tab<'a> {
    pub(crate) const fn new(page: Page, program: &'a Program, scripts: Scripts) -> Self {
        Self { page, program, scripts }
    }

    /// Whether pages may run their scripts here.
    #[must_use]
    pub const fn has_scripts(&self) -> bool {
        matches!(self.scripts, Scripts::On)
    }

    /// Opens a page by its path.
    ///
    /// # Errors
    /// When it does not come.
    pub async fn open(&self, path: &str) -> anyhow::Result<()> {
        let url = self.program.url(path);
        self.leading(path, async {
            let answer = self.page.execute(NavigateParams::new(&url)).await?;
            ensure!(answer.error_text.is_none(), "{url}: {:?}", answer.error_text);
            Ok(())
        })
        .await
    }

    /// The path of the page that is open.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn path(&self) -> anyhow::Result<String> {
        self.evaluate("location.pathname").await
    }

    /// Clicks on a button that leads to another page.
    ///
    /// # Errors
    /// When there is no such button, or no page comes.
    pub async fn press(&self, button: &str) -> anyhow::Result<()> {
        self.leading(button, self.click("button", button, 0)).await
    }

    /// Clicks on one of several equal buttons, counted from 0, that leads to another page.
    ///
    /// # Errors
    /// When there is no such button, or no page comes.
    pub async fn press_nth(&self, button: &str, number: usize) -> anyhow::Result<()> {
        self.leading(button, self.click("button", button, number)).await
    }

    /// Clicks on a button that changes this page and leads to no other.
    ///
    /// # Errors
    /// When there is no such button.
    pub async fn push(&self, button: &str) -> anyhow::Result<()> {
        self.click("button", button, 0).await
    }

    /// Loads the page again.
    ///
    /// # Errors
    /// When it does not come.
    pub async fn reload(&self) -> anyhow::Result<()> {
        self.leading("a reload", async {
            self.page.execute(ReloadParams::default()).await?;
            Ok(())
        })
        .await
    }

    /// Follows a link.
    ///
    /// # Errors
    /// When there is no such link, or no page comes.
    pub async fn follow(&self, link: &str) -> anyhow::Result<()> {
        self.leading(link, self.click("link", link, 0)).await
    }

    /// Unfolds what is folded away.
    ///
    /// # Errors
    /// When there is nothing of that name.
    pub async fn unfold(&self, summary: &str) -> anyhow::Result<()> {
        self.click("summary", summary, 0).await
    }

    /// Chooses a radio button or ticks a box by its label.
    ///
    /// # Errors
    /// When there is no such choice.
    pub async fn choose(&self, label: &str) -> anyhow::Result<()> {
        self.click("choice", label, 0).await
    }

    /// Taps on what a CSS selector names.
    ///
    /// # Errors
    /// When there is nothing like that.
    pub async fn tap(&self, selector: &str) -> anyhow::Result<()> {
        self.click("css", selector, 0).await
    }

    /// Takes the connection away, or gives it back.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn set_offline(&self, is_offline: bool) -> anyhow::Result<()> {
        let anywhere = NetworkConditions::new("", 0.0, -1.0, -1.0);
        self.page.execute(EmulateNetworkConditionsByRuleParams::new(is_offline, vec![anywhere])).await?;
        Ok(())
    }

    /// Types into the field of a label, in place of what stands there.
    ///
    /// # Errors
    /// When there is no such field.
    pub async fn fill(&self, label: &str, text: &str) -> anyhow::Result<()> {
        self.locate("field", label, 0).await?;
        self.insert(text).await
    }

    /// Types where the focus is.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn insert(&self, text: &str) -> anyhow::Result<()> {
        self.page.execute(InsertTextParams::new(text)).await?;
        Ok(())
    }

    /// Chooses from the list of a label, by the words that the option begins with.
    ///
    /// # Errors
    /// When there is no such list or option.
    pub async fn select(&self, label: &str, option: &str) -> anyhow::Result<()> {
        self.locate("field", label, 0).await?;
        self.select_here(option).await
    }

    /// The same in the list that has the focus.
    ///
    /// # Errors
    /// When there is no such option.
    pub async fn select_here(&self, option: &str) -> anyhow::Result<()> {
        let is_chosen: bool = self
            .evaluate(&format!(
                "(() => {{ const list = document.activeElement;
                const option = [...list.options].find((one) => one.textContent.trim().startsWith({option:?}));
                if (!option) return false;
                list.value = option.value;
                list.dispatchEvent(new Event('input', {{ bubbles: true }}));
                list.dispatchEvent(new Event('change', {{ bubbles: true }}));
                return true; }})()"
            ))
            .await?;
        ensure!(is_chosen, "the list has no {option:?}: {}", self.text().await?);
        Ok(())
    }

    /// Puts the focus on what a CSS selector names.
    ///
    /// # Errors
    /// When there is nothing like that.
    pub async fn focus(&self, selector: &str) -> anyhow::Result<()> {
        self.locate("css", selector, 0).await.map(|_| ())
    }

    /// Presses a key: a character, or a key's name such as `Enter`.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn key(&self, key: &str) -> anyhow::Result<()> {
        let (code, text) = match key {
            "Enter" => (13, Some("\r")),
            "Tab" => (9, None),
            "ArrowDown" => (40, None),
            "ArrowUp" => (38, None),
            " " => (32, Some(" ")),
            character => (i64::from(character.to_uppercase().bytes().next().unwrap_or(0)), Some(character)),
        };
        for kind in [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp] {
            let mut event = DispatchKeyEventParams::builder()
                .r#type(kind.clone())
                .key(key)
                .code(if key == " " { "Space" } else { key })
                .windows_virtual_key_code(code);
            if let (DispatchKeyEventType::KeyDown, Some(text)) = (&kind, text) {
                event = event.text(text);
            }
            self.page.execute(event.build().map_err(anyhow::Error::msg)?).await?;
        }
        Ok(())
    }

    /// All words on the page, with single blanks between them.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn text(&self) -> anyhow::Result<String> {
        self.evaluate("document.body.textContent.replace(/\\s+/g, ' ').trim()").await
    }

    /// Waits until these words stand on the page.
    ///
    /// # Errors
    /// When they do not come; the error holds what stands there.
    pub async fn expect(&self, words: &str) -> anyhow::Result<()> {
        let stands = format!("document.body.textContent.replace(/\\s+/g, ' ').includes({words:?})");
        self.until(&stands).await
    }

    /// Waits until an expression on the page holds.
    ///
    /// # Errors
    /// When it does not come to hold; the error says what stands on the page.
    pub async fn until(&self, expression: &str) -> anyhow::Result<()> {
        let begun = Instant::now();
        loop {
            // While one page gives way to the next there is none to ask.
            if self.evaluate(expression).await.unwrap_or(false) {
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                bail!("{expression} does not hold on {}: {}", self.path().await?, self.text().await?);
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// The cells of a table, row by row, by the table's id.
    ///
    /// # Errors
    /// When there is no such table.
    pub async fn table(&self, id: &str) -> anyhow::Result<Vec<Vec<String>>> {
        let rows: Option<Vec<Vec<String>>> = self
            .evaluate(&format!(
                "(() => {{ const table = document.getElementById({id:?});
                    return table && [...table.tBodies[0].rows].map((row) =>
                        [...row.cells].map((cell) => cell.textContent.replace(/\\s+/g, ' ').trim())); }})()"
            ))
            .await?;
        rows.with_context(|| format!("there is no table {id:?}"))
    }

    /// Makes the screen so wide.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn resize(&self, width: i64, height: i64) -> anyhow::Result<()> {
        self.page.execute(SetDeviceMetricsOverrideParams::new(width, height, 1.0, false)).await?;
        Ok(())
    }

    /// The value of an expression on the page; of a promise what it comes to.
    ///
    /// # Errors
    /// When it throws, or its value is of another type.
    pub async fn evaluate<T: DeserializeOwned>(&self, expression: &str) -> anyhow::Result<T> {
        let params = EvaluateParams::builder()
            .expression(expression)
            .await_promise(true)
            .return_by_value(true)
            .build()
            .map_err(anyhow::Error::msg)?;
        let answer = self.page.execute(params).await?;
        if let Some(exception) = &answer.exception_details {
            let mut told = exception.text.clone();
            if let Some(thrown) = &exception.exception {
                let _ = write!(told, ": {}", thrown.description.as_deref().unwrap_or_default());
            }
            bail!("{told}");
        }
        Ok(serde_json::from_value(answer.result.result.value.clone().unwrap_or_default())?)
    }

    async fn locate(&self, kind: &str, words: &str, number: usize) -> anyhow::Result<Middle> {
        let locate = LOCATE.trim().trim_end_matches(';');
        let (_, locate) = locate.split_once("(kind, words, number)").context("locate.js is a function")?;
        let call = format!("((kind, words, number){locate})({kind:?}, {words:?}, {number})");
        let middle: Option<Middle> = self.evaluate(&call).await?;
        match middle {
            Some(middle) => Ok(middle),
            None => bail!("no {kind} {words:?} on {}: {}", self.path().await?, self.text().await?),
        }
    }

    async fn click(&self, kind: &str, words: &str, number: usize) -> anyhow::Result<()> {
        let Middle { x, y } = self.locate(kind, words, number).await?;
        self.page.click(Point::new(x, y)).await?;
        Ok(())
    }

    /// Does something that leads to another page, and waits until that has been loaded.
    async fn leading(
        &self,
        what: &str,
        work: impl Future<Output = anyhow::Result<()>>,
    ) -> anyhow::Result<()> {
        let _: bool = self.evaluate("window.isOld = true").await?;
        work.await?;
        let arrived = self.until("!window.isOld && document.readyState === 'complete'").await;
        arrived.with_context(|| format!("{what:?} led to no page"))
    }
}
