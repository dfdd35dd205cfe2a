//! Screens in the hall: nobody scrolls there, so what is on a screen fits it.

use anyhow::ensure;
use tiger_browser::{Chromium, Program, Scripts};

/// What a screen shows with 300 players, and on how many screens.
const PARTS: [(&str, u16); 3] = [("pairings", 6), ("names", 8), ("standings", 11)];

/// A laptop and a television.
const SCREENS: [(i64, i64); 2] = [(1366, 768), (1920, 1080)];

#[tokio::test]
async fn what_is_on_a_screen_fits_it() -> anyhow::Result<()> {
    let program = Program::crowd(300)?;
    let chromium = Chromium::start().await?;
    let tab = chromium.person(&program, Scripts::On).await?;
    for (width, height) in SCREENS {
        tab.resize(width, height).await?;
        for (part, screens) in PARTS {
            for screen in 1..=screens {
                let path = format!("/events/lancers-in-a-crowd/hall/{part}/{screen}");
                tab.open(&path).await?;
                let rows: usize = tab.evaluate("document.querySelectorAll('tbody tr').length").await?;
                ensure!(rows > 0, "{path} shows {rows} rows");
                let end: f64 = tab
                    .evaluate("Math.max(...[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().bottom))")
                    .await?;
                ensure!(end <= height as f64, "{path} needs {end} of {height} pixels");
            }
        }
    }
    chromium.stop().await
}
