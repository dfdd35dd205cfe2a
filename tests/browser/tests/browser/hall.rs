//! Screens in the hall: nobody scrolls there, so what is on a screen fits it.

use anyhow::ensure;
use tiger_browser::{Chromium, Program, Scripts, Tab};

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
    names_have_the_room_of_both_columns(&tab).await?;
    counts_down_by_the_servers_clock(&tab).await?;
    chromium.stop().await
}

/// The names on a screen of boards whose lines do not begin below each other, and those that are broken though a name of
/// eighteen letters fits.
const AWRY: &str = "[...document.querySelectorAll('tbody td.name')].filter((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell.lastChild);
    const begins = new Map();
    for (const { top, left } of words.getClientRects()) {
        const line = Math.round(top);
        begins.set(line, Math.min(left, begins.get(line) ?? left));
    }
    const lines = [...begins.values()];
    const isShort = cell.textContent.length <= 18;
    return (isShort && lines.length > 1) || lines.some((left) => Math.abs(left - lines[0]) > 1);
}).map((cell) => cell.textContent)";

/// Few boards are written large: a long name on one side takes no room from the other side, and goes on below itself.
async fn names_have_the_room_of_both_columns(tab: &Tab<'_>) -> anyhow::Result<()> {
    for (width, height) in [(820, 1180), (1366, 768), (1920, 1080)] {
        tab.resize(width, height).await?;
        tab.open("/events/great-forest-masters/hall/pairings/1").await?;
        let awry: Vec<String> = tab.evaluate(AWRY).await?;
        ensure!(awry.is_empty(), "at {width} wide: {awry:?}");
    }
    Ok(())
}

/// What is left until the next round, in seconds.
const LEFT: &str = "document.querySelector('time[data-countdown]').textContent.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)";

/// A device whose clock is set to another time shows the same countdown as before.
async fn counts_down_by_the_servers_clock(tab: &Tab<'_>) -> anyhow::Result<()> {
    tab.open("/events/great-forest-masters/hall/timetable/1").await?;
    tab.until(&format!("{LEFT} > 60")).await?;
    let left: f64 = tab.evaluate(LEFT).await?;
    let set = "(() => { const now = Date.now.bind(Date); Date.now = () => now() - 420000; })()";
    tab.evaluate::<Option<u8>>(set).await?;
    let later: f64 = tab.evaluate("performance.now() + 2500").await?;
    tab.until(&format!("performance.now() > {later} && Math.abs({LEFT} - {left}) < 60")).await
}
