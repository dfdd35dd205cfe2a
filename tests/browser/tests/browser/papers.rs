//! Every paper of an event as it comes out of the printer, of four players and of four hundred, on A4 and on Letter:
//! nothing is cut, printed over, orphaned or lost.

use std::collections::BTreeSet;

use anyhow::ensure;
use tempfile::TempDir;
use tiger_browser::{Chromium, Print, Program, Scripts, Tab, compare};

/// The event of as many players as one likes, in its third round.
const CROWD: &str = "lancers-in-a-crowd";
const CROWD_NAME: &str = "Lancers in a Crowd";

const PAPERS: [&str; 17] = [
    "boards",
    "names",
    "slips",
    SCORESHEETS,
    "table-cards",
    "bulletin",
    "standings",
    "categories",
    "cross-table",
    "prizes",
    "name-cards",
    "badges",
    "check-in",
    "blank-crosstable",
    "certificates",
    "report",
    CODES,
];

/// Papers, and their width and height in points.
const SIZES: [(&str, [f64; 2]); 2] = [("a4", [595.0, 842.0]), ("letter", [612.0, 792.0])];

/// A sheet a player, equal to each other, and the longest to print by far.
const SCORESHEETS: &str = "scoresheets";

/// Codes in place of words: other ones each time, and now and then one more.
const CODES: &str = "continuity";

#[tokio::test]
async fn four_players_on_paper() -> anyhow::Result<()> {
    look_at_all(4, |_| true).await
}

#[tokio::test]
async fn four_hundred_players_on_paper() -> anyhow::Result<()> {
    look_at_all(400, |paper| paper != SCORESHEETS).await
}

#[tokio::test]
#[ignore = "800 sheets with a board each"]
async fn scoresheets_of_four_hundred() -> anyhow::Result<()> {
    look_at_all(400, |paper| paper == SCORESHEETS).await
}

/// Lists that hang on walls, of more sheets than one.
const LISTS: [&str; 7] = ["boards", "names", "standings", "cross-table", "prizes", "check-in", "report"];

/// Pages that visitors print, of the same event.
const PAGES: [&str; 5] = ["rounds/3", "rounds/3/print/boards", "standings", "players", "crosstable"];

/// An event of each game, with a round that has records.
const GAMES: [(&str, u16); 4] = [
    ("great-forest-masters", 4),
    ("hollow-oak-lancer-cup", 5),
    ("emerald-kingdom-exhibition", 1),
    ("dance-of-dragons-exhibition", 1),
];

/// What looks otherwise in every game.
const OF_GAMES: [&str; 4] = ["slips", SCORESHEETS, "bulletin", "report"];

#[tokio::test]
async fn four_games_on_paper() -> anyhow::Result<()> {
    let program = Program::demo()?;
    let chromium = Chromium::start().await?;
    let (mut faults, mut seen) = (Vec::new(), BTreeSet::new());
    for login in ["chief", "arbiter"] {
        let tab = arbiter(&chromium, &program, login).await?;
        for (event, round) in GAMES {
            tab.open(&format!("/events/{event}/papers")).await?;
            // Each event once: papers do not depend on which of its arbiters prints them.
            if !tab.text().await?.contains("Papers to print") || !seen.insert(event) {
                continue;
            }
            for (paper, (size, _)) in OF_GAMES.into_iter().flat_map(|paper| SIZES.map(|size| (paper, size))) {
                let found = print(&tab, (event, round), paper, size).await?.faults();
                faults
                    .extend(found.into_iter().map(|fault| format!("{paper} of {event} on {size}: {fault}")));
            }
        }
    }
    ensure!(seen.len() == GAMES.len(), "only {seen:?} were seen");
    ensure!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    chromium.stop().await
}

async fn look_at_all(players: u16, is_wanted: fn(&str) -> bool) -> anyhow::Result<()> {
    let program = Program::crowd(players)?;
    let chromium = Chromium::start().await?;
    let tab = arbiter(&chromium, &program, "chief").await?;
    let mut faults = Vec::new();
    for paper in PAPERS.into_iter().filter(|paper| is_wanted(paper)) {
        let mut prints = Vec::new();
        for (size, points) in SIZES {
            let print = print(&tab, (CROWD, 3), paper, size).await?;
            let found = print.faults().into_iter().chain(has_wrong_size(&print, points));
            let stray = print.stray(CROWD_NAME).filter(|_| LISTS.contains(&paper));
            faults.extend(found.chain(stray).map(|fault| format!("{paper} on {size}: {fault}")));
            prints.push(print);
        }
        if paper == CODES {
            continue;
        }
        let other = compare(&format!("{paper}-{players}"), &prints)?;
        faults.extend(other.map(|fault| format!("{paper}: {fault}")));
    }
    for page in PAGES {
        tab.open(&format!("/events/{CROWD}/{page}")).await?;
        let stray = tab.print().await?.stray(CROWD_NAME);
        faults.extend(stray.map(|fault| format!("{page}: {fault}")));
    }
    ensure!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    chromium.stop().await
}

/// An arbiter of the demo at the desk.
async fn arbiter<'a>(chromium: &Chromium, program: &'a Program, login: &str) -> anyhow::Result<Tab<'a>> {
    let tab = chromium.person(program, Scripts::On).await?;
    tab.open("/sign-in").await?;
    tab.fill("Login", login).await?;
    tab.fill("Password", "mistletoe and oak").await?;
    tab.press("Sign in").await?;
    Ok(tab)
}

async fn print(tab: &Tab<'_>, (event, round): (&str, u16), paper: &str, size: &str) -> anyhow::Result<Print> {
    tab.open(&format!("/events/{event}/papers/job?round={round}&paper={paper}&size={size}")).await?;
    tab.print().await
}

/// A sheet that is not of the paper that was asked for, upright or on its side.
fn has_wrong_size(print: &Print, [width, height]: [f64; 2]) -> Option<String> {
    let is = |sheet: [f64; 2], wanted: [f64; 2]| {
        (sheet[0] - wanted[0]).abs() < 1.0 && (sheet[1] - wanted[1]).abs() < 1.0
    };
    let wrong = |size: &[f64; 2]| !is(*size, [width, height]) && !is(*size, [height, width]);
    print.sheets.iter().map(|sheet| sheet.size).find(wrong).map(|size| format!("a sheet of {size:?}"))
}

/// The machine that runs the event is lost; its sheets come out of a printer, through a scanner and into another machine.
#[tokio::test]
async fn an_event_goes_on_from_its_printed_sheets() -> anyhow::Result<()> {
    let chromium = Chromium::start().await?;
    let (digest, scans, folder) = {
        let lost = Program::crowd(120)?;
        let tab = arbiter(&chromium, &lost, "chief").await?;
        tab.open(&format!("/events/{CROWD}/papers/job?paper={CODES}&size=letter")).await?;
        let folder = TempDir::new()?;
        (digest_on(&tab).await?, tab.scan(folder.path(), 200).await?, folder)
    };
    let found = Program::demo()?;
    let tab = arbiter(&chromium, &found, "chief").await?;
    tab.open("/events/new/paper").await?;
    let sheets = scans.len();
    for scan in scans {
        tab.choose_file(&scan).await?;
        tab.press("Read").await?;
    }
    drop(folder);
    ensure!(sheets >= 2, "all is on {sheets} sheet");
    tab.press("Take this event up").await?;
    tab.expect("is taken up, with 120 players").await?;
    tab.open(&format!("/events/{CROWD}/papers/job?paper={CODES}")).await?;
    ensure!(digest_on(&tab).await? == digest, "it is another event");
    chromium.stop().await
}

/// The digest on the continuity sheets that are shown.
async fn digest_on(tab: &Tab<'_>) -> anyhow::Result<String> {
    tab.evaluate("document.querySelector('.continuity-digest').textContent.match(/[0-9a-f]{64}/)[0]").await
}
