//! A tab, used as a person uses it.
//!
//! Whatever leads to another page waits for that page; whatever a script does is waited for by what it shows.
//! Nothing waits for time to pass, and nothing is tried twice.

use std::collections::BTreeSet;
use std::future::Future;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use base64::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::wire::Wire;
use crate::{Program, Scripts};

const LOCATE: &str = include_str!("locate.js");

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often it is looked whether something has come about.
const GLANCE: Duration = Duration::from_millis(15);

/// That another page has come as a whole. Where nothing is painted, it asks for the drawings it uses when it is laid out.
const ARRIVED: &str = "!window.isOld && (document.readyState === 'interactive' && document.body.offsetHeight,
    document.readyState === 'complete')";

/// What is there of a page that does not come: whether it is the one before, how far it is, what has been fetched for it and
/// what it names.
const LOADING: &str = "JSON.stringify([
    window.isOld === true ? 'the page before' : 'a new page',
    document.readyState,
    performance.getEntriesByType('resource').map((one) => `${one.name} ${Math.round(one.responseEnd)}`),
    [...document.querySelectorAll('link[rel=stylesheet], script[src], img')].map((one) => one.href ?? one.src),
])";

/// A tab of one person's device.
#[derive(Debug)]
pub struct Tab<'a> {
    wire: Arc<Wire>,
    session: String,
    program: &'a Program,
    scripts: Scripts,
    places: Places,
}

/// Places in which a text was looked at for contrast, in whatever tab of a browser.
pub(crate) type Places = Arc<Mutex<BTreeSet<u64>>>;

#[derive(Clone, Copy, PartialEq, Deserialize)]
struct Middle {
    x: f64,
    y: f64,
}

impl<'a> Tab<'a> {
    pub(crate) const fn new(
        wire: Arc<Wire>,
        session: String,
        program: &'a Program,
        scripts: Scripts,
        places: Places,
    ) -> Self {
        Self { wire, session, program, scripts, places }
    }

    /// The numbers of those places that nobody has looked at, which are looked at from now on.
    pub(crate) fn new_places(&self, places: &[u64]) -> Vec<usize> {
        let mut seen = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        (0..).zip(places).filter(|(_, place)| seen.insert(**place)).map(|(number, _)| number).collect()
    }

    pub(crate) async fn command(&self, method: &str, params: &Value) -> anyhow::Result<Value> {
        self.wire.command(Some(&self.session), method, params).await
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
            let answer = self.command("Page.navigate", &json!({ "url": url })).await?;
            ensure!(answer["errorText"].is_null(), "{url}: {}", answer["errorText"]);
            Ok(())
        })
        .await
    }

    /// Runs a script that leads to another page.
    ///
    /// # Errors
    /// When no page comes, or the browser has gone.
    pub async fn lead(&self, script: &str) -> anyhow::Result<()> {
        self.leading("a script", async { self.evaluate::<bool>(script).await.map(drop) }).await
    }

    /// Leaves the program's pages, as whoever closes one without a connection.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn leave(&self) -> anyhow::Result<()> {
        self.leading("nothing", async {
            self.command("Page.navigate", &json!({ "url": "about:blank" })).await?;
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
            self.command("Page.reload", &json!({})).await?;
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
        self.set_line(is_offline, 0).await
    }

    /// Lets every answer take so many milliseconds more.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn slow_down(&self, latency: u32) -> anyhow::Result<()> {
        self.set_line(false, latency).await
    }

    async fn set_line(&self, is_offline: bool, latency: u32) -> anyhow::Result<()> {
        let anywhere =
            json!({ "urlPattern": "", "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1 });
        let conditions = json!({ "offline": is_offline, "matchedNetworkConditions": [anywhere] });
        // Without it the conditions are taken and never applied.
        self.command("Network.enable", &json!({})).await?;
        self.command("Network.emulateNetworkConditionsByRule", &conditions).await?;
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

    /// Chooses a file for the page's only field of files.
    ///
    /// # Errors
    /// When there is no such field.
    pub async fn choose_file(&self, file: &Path) -> anyhow::Result<()> {
        let wanted = json!({ "expression": "document.querySelector('input[type=file]')" });
        let field = self.command("Runtime.evaluate", &wanted).await?;
        let field = field["result"]["objectId"].as_str().context("there is a field of files")?;
        self.command("DOM.setFileInputFiles", &json!({ "files": [file], "objectId": field })).await?;
        Ok(())
    }

    /// Types where the focus is.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn insert(&self, text: &str) -> anyhow::Result<()> {
        self.command("Input.insertText", &json!({ "text": text })).await?;
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
        let code_name = if key == " " { "Space" } else { key };
        for kind in ["keyDown", "keyUp"] {
            let mut event =
                json!({ "type": kind, "key": key, "code": code_name, "windowsVirtualKeyCode": code });
            if let (true, Some(text)) = (kind == "keyDown", text) {
                event["text"] = text.into();
            }
            self.command("Input.dispatchKeyEvent", &event).await?;
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
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", &screen).await?;
        Ok(())
    }

    /// What the screen shows, as a PNG file.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn picture(&self) -> anyhow::Result<Vec<u8>> {
        self.picture_as("png").await
    }

    /// The same in another format that the browser writes, such as `webp`, which is smaller and not exact.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn picture_as(&self, format: &str) -> anyhow::Result<Vec<u8>> {
        self.command("Emulation.setScrollbarsHidden", &json!({ "hidden": true })).await?;
        let taken =
            self.command("Page.captureScreenshot", &json!({ "format": format, "quality": 80 })).await?;
        Ok(BASE64_STANDARD.decode(taken["data"].as_str().context("there is a picture")?)?)
    }

    /// The value of an expression on the page; of a promise what it comes to.
    ///
    /// # Errors
    /// When it throws, or its value is of another type.
    pub async fn evaluate<T: DeserializeOwned>(&self, expression: &str) -> anyhow::Result<T> {
        let wanted = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.command("Runtime.evaluate", &wanted).await?;
        let thrown = &answer["exceptionDetails"];
        if !thrown.is_null() {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            bail!("{}: {}", text(&thrown["text"]), text(&thrown["exception"]["description"]));
        }
        Ok(serde_json::from_value(answer["result"]["value"].take())?)
    }

    async fn locate(&self, kind: &str, words: &str, number: usize) -> anyhow::Result<Middle> {
        // The words that were waited for may stand above what has not come yet, and without styles and letters all stands
        // elsewhere.
        self.until("document.readyState === 'complete' && document.fonts.status === 'loaded'").await?;
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
        // Like a finger, it waits until what it aims at stands still.
        let mut aim = self.locate(kind, words, number).await?;
        let since = Instant::now();
        while since.elapsed() < PATIENCE {
            tokio::time::sleep(GLANCE).await;
            let again = self.locate(kind, words, number).await?;
            if std::mem::replace(&mut aim, again) == again {
                break;
            }
        }
        let Middle { x, y } = aim;
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let event = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 });
            self.command("Input.dispatchMouseEvent", &event).await?;
        }
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
        let arrived = self.until(ARRIVED).await;
        match arrived {
            Ok(()) => Ok(()),
            Err(error) => {
                let state = self.evaluate::<String>(LOADING).await.unwrap_or_default();
                Err(error.context(format!("{what:?} led to no page: {state}")))
            }
        }
    }
}
