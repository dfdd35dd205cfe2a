//! Names and clubs of sixty letters without a blank: no page is wider than its window, no button is pushed out of it, and no
//! sheet is shrunk.

use anyhow::ensure;
use tiger_browser::{Arbiter, Chromium, Program, Scripts};

/// Sixty letters, as names of some countries run together have.
const LETTERS: &str = "olfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissen";

/// A phone, a tablet, an old screen and a laptop.
const SIZES: [(i64, i64); 4] = [(390, 844), (820, 1180), (1024, 768), (1366, 768)];

/// The first that reaches beyond the right edge of the window. What is scrolled within itself by design may: the tabs of an
/// event, and the tables whose first column stays in sight: that one leaves room for the others.
const BEYOND: &str = "(() => {
    const edge = document.documentElement.clientWidth;
    const isOut = (one) => one.getBoundingClientRect().right > edge + 1 && one.getBoundingClientRect().width > 1;
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true })
        && !one.closest('.sr-only, .skip-link, .event-nav, .table-keep, .cross-table, .result-grid thead, .boards thead, .table-cards thead, [aria-hidden]');
    const out = [...document.body.querySelectorAll('*')].find((one) => isOut(one) && isSeen(one));
    const kept = [...document.querySelectorAll('.table-keep tbody th')].find((one) => one.offsetWidth > 0.6 * edge);
    if (kept) return `a column of ${kept.offsetWidth} stays in sight`;
    const wide = document.documentElement.scrollWidth;
    if (out) return `${Math.round(out.getBoundingClientRect().right)}: ${out.outerHTML.slice(0, 120)}`;
    return wide > edge ? `${wide} wide` : null;
})()";

/// A row of the draft is no taller than its players need, beside three short buttons.
const TOOLS: &str = "[...document.querySelectorAll('.draft-table .row-tools form')]
    .every((form) => new Set([...form.querySelectorAll('button')].map((one) => Math.round(one.getBoundingClientRect().top))).size === 1)";

#[tokio::test]
async fn long_words_stay_in_the_window() -> anyhow::Result<()> {
    let (program, chromium) = (Program::serve()?, Chromium::start().await?);
    let tab = chromium.person(&program, Scripts::On).await?;
    let arbiter = Arbiter::set_up(tab, program.link(), &format!("W{LETTERS}")).await?;
    let players = ["A", "B", "C", "D"].map(|first| format!("{first}{LETTERS}; Club{LETTERS}; ENG; 1800"));
    arbiter.enter_players(&players.each_ref().map(String::as_str)).await?;
    arbiter.check_in_all().await?;
    let mut faults = Vec::new();
    arbiter.open("/desk").await?;
    arbiter.tab.press("Draft the pairing").await?;
    look(&arbiter, &["/draft"], &mut faults).await?;
    arbiter.tab.resize(1366, 768).await?;
    if !arbiter.tab.evaluate::<bool>(TOOLS).await? {
        faults.push("the buttons of a board of the draft stand below each other".to_owned());
    }
    let games = arbiter.publish_drafted(1).await?;
    let room = games[0].replace(&arbiter.path(""), "");
    arbiter.enter_by_list(1, &[(1, "1 – 0 checkmate")]).await?;
    let (result, clock) = (format!("{room}/result"), format!("{room}/clock"));
    let pages =
        ["", "/desk", "/entries", "/queue", "/rounds", "/rounds/1", "/rounds/1/results", "/rounds/1/second"];
    look(&arbiter, &pages, &mut faults).await?;
    let pages = [
        "/rounds/1/absent",
        "/rounds/1/choices",
        "/standings",
        "/players",
        "/crosstable",
        "/papers",
        "/ledger",
    ];
    look(&arbiter, &pages, &mut faults).await?;
    look(&arbiter, &[&*room, &format!("{room}/room"), &result, &clock], &mut faults).await?;
    // On a phone the sheets for the wall are scrolled within themselves.
    let pages = ["boards", "names", "slips"].map(|sheet| format!("/rounds/1/print/{sheet}"));
    look_at(&arbiter, &pages.each_ref().map(String::as_str), &SIZES[1..], &mut faults).await?;
    let pages = ["pairings", "names", "standings", "boards"].map(|part| format!("/hall/{part}/1"));
    look(&arbiter, &pages.each_ref().map(String::as_str), &mut faults).await?;
    arbiter.tab.resize(1366, 768).await?;
    arbiter.open("/what-if").await?;
    arbiter.tab.press("Take a copy").await?;
    arbiter.tab.unfold("Another result").await?;
    arbiter.tab.fill("Board", "2").await?;
    arbiter.tab.select("Result", "The second player wins: checkmate").await?;
    arbiter.tab.press("Try this result").await?;
    let copy = arbiter.tab.path().await?.replace(&arbiter.path(""), "");
    look(&arbiter, &[&copy], &mut faults).await?;
    ensure!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    wall_sheets_are_not_shrunk(&arbiter).await?;
    chromium.stop().await
}

async fn look(arbiter: &Arbiter<'_>, pages: &[&str], faults: &mut Vec<String>) -> anyhow::Result<()> {
    look_at(arbiter, pages, &SIZES, faults).await
}

async fn look_at(
    arbiter: &Arbiter<'_>,
    pages: &[&str],
    sizes: &[(i64, i64)],
    faults: &mut Vec<String>,
) -> anyhow::Result<()> {
    for page in pages {
        arbiter.open(page).await?;
        for (width, height) in sizes {
            arbiter.tab.resize(*width, *height).await?;
            let beyond: Option<String> = arbiter.tab.evaluate(BEYOND).await?;
            faults.extend(beyond.map(|what| format!("{page} at {width}: {what}")));
        }
    }
    Ok(())
}

/// A browser shrinks all sheets of a page that has no room on one of them.
async fn wall_sheets_are_not_shrunk(arbiter: &Arbiter<'_>) -> anyhow::Result<()> {
    for (sheet, word) in [("boards", "Result"), ("names", "Opponent")] {
        arbiter.open(&format!("/rounds/1/print/{sheet}")).await?;
        let height = arbiter.tab.print().await?.height_of(word);
        ensure!(height.is_some_and(|height| height > 9.0), "{sheet}: {word} is {height:?} points high");
    }
    Ok(())
}
