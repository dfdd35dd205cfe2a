//! Whether a page suits everybody: no finding of axe-core, nothing wider than a phone.

use anyhow::ensure;
use serde::Deserialize;
use serde_json::json;

use crate::Tab;

/// axe-core, see its folder for version and licence.
const AXE: &str = include_str!("../vendor/axe-core/axe.min.js");

/// A small phone, which has no scroll bar and so 320 of these pixels, a phone, a tablet, an old screen and a laptop.
const SIZES: [(i64, i64); 5] = [(335, 640), (390, 844), (768, 1024), (1024, 768), (1280, 900)];

/// Something that axe-core found.
#[derive(Debug, Deserialize)]
struct Violation {
    id: String,
    help: String,
    #[serde(rename = "where")]
    where_: String,
}

impl Tab<'_> {
    /// Looks at the page that is open with eyes and ears of everybody.
    ///
    /// # Errors
    /// When something does not suit them, or the browser has gone.
    pub async fn suits_everybody(&self) -> anyhow::Result<()> {
        let faults = self.faults().await?;
        ensure!(faults.is_empty(), "{}: {}", self.path().await?, faults.join("\n"));
        Ok(())
    }

    /// Has axe-core at hand on each page that comes, where many are looked at: it is sent once.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn keep_axe(&self) -> anyhow::Result<()> {
        // Without it the script is taken and never run.
        self.command("Page.enable", &json!({})).await?;
        self.command("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": AXE })).await?;
        Ok(())
    }

    /// What does not suit everybody on the page that is open, on phones, a tablet and laptops.
    ///
    /// # Errors
    /// When the browser has gone.
    pub async fn faults(&self) -> anyhow::Result<Vec<String>> {
        let mut faults = Vec::new();
        for (width, height) in SIZES {
            self.resize(width, height).await?;
            let looked = format!("[innerWidth, {WIDEST}, {SQUEEZED}, {BELOW_FOOT}]");
            let (is, wide, squeezed, below): (i64, Option<String>, Option<String>, i64) =
                self.evaluate(&looked).await?;
            ensure!(is == width, "the screen is {is} pixels wide instead of {width}");
            faults.extend(wide.map(|what| format!("at {width} pixels {what}")));
            faults.extend(squeezed.map(|what| format!("at {width} pixels there is no room for {what}")));
            if below > 1 {
                faults.push(format!("at {width} pixels the page goes on {below} pixels below its foot"));
            }
        }
        let covered: Option<String> = self.evaluate(COVERED).await?;
        faults.extend(covered.map(|what| format!("a finger does not reach {what}")));
        if !self.evaluate::<bool>("'axe' in globalThis").await? {
            self.evaluate::<bool>(&format!("{AXE};true")).await?;
        }
        let places: Vec<u64> = self.evaluate(PLACES).await?;
        let fresh = self.new_places(&places);
        let found: Vec<Violation> = self.evaluate(&format!("{}({fresh:?})", RUN.trim_end())).await?;
        faults.extend(found.iter().map(|it| format!("{} {}: {}", it.id, it.help, it.where_)));
        Ok(faults)
    }
}

const RUN: &str = include_str!("suits.js");
const PLACES: &str = include_str!("places.js");

/// How far a page taller than the screen can be scrolled beyond its foot, where it has one.
const BELOW_FOOT: &str = "(() => {
    const foot = document.querySelector('.site-footer')?.getBoundingClientRect().bottom;
    const height = document.documentElement.scrollHeight;
    return foot === undefined || height <= innerHeight ? 0 : Math.round(height - scrollY - foot) + 0;
})()";

/// Words that stand letter below letter, for want of room beside them.
const SQUEEZED: &str = "(() => {
    const texts = [...document.querySelectorAll('h1, h2, h3, p, li, dt, dd, label, legend')];
    const narrow = texts.find((text) => {
        const { width, height } = text.getBoundingClientRect();
        return !text.closest('.sr-only, svg, [aria-hidden]') && text.textContent.trim().length > 12 && width > 1 && width < 40 && height > 150;
    });
    return narrow?.outerHTML.slice(0, 160) ?? null;
})()";

/// Something in a card that is covered by something else, such as the link of the card as a whole.
const COVERED: &str = "(() => {
    const before = scrollY;
    const pressed = [...document.querySelectorAll('.card :is(a[href], button, summary)')];
    const inCards = pressed.filter((one) => one.checkVisibility({ visibilityProperty: true }));
    const covered = inCards.find((one) => {
        one.scrollIntoView({ block: 'center', behavior: 'instant' });
        const [box] = one.getClientRects();
        const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return top && !one.contains(top) && !top.contains(one);
    });
    scrollTo({ top: before, behavior: 'instant' });
    return covered?.outerHTML.slice(0, 160) ?? null;
})()";

/// What reaches beyond the right edge of the screen, if the page can be scrolled there.
const WIDEST: &str = "(() => {
    const limit = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= limit) return null;
    const beyond = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > limit + 1
        && !one.closest('.table-scroll'));
    const last = beyond.at(-1) ?? document.body;
    return `${document.documentElement.scrollWidth} wide: ${last.outerHTML.slice(0, 160)}`;
})()";
