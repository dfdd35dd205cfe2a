//! The pictures of the readme and of the handbook, taken from the demo: `cargo run --package tiger-browser --example pictures`.
#![expect(clippy::print_stdout, reason = "it tells which pictures it has written")]

use std::path::{Path, PathBuf};

use tiger_browser::{Chromium, Program, Scripts, Tab};

/// A picture.
struct Picture {
    /// Its file, without what stands behind the dot.
    name: &'static str,
    /// The page; where it is a list, the picture is of what its first link of this kind leads to.
    page: &'static str,
    /// Part of the address of that link, and what is added to it.
    first: Option<(&'static str, &'static str)>,
    /// What stands at its top edge.
    top: &'static str,
    /// Width and height of the screen.
    screen: (i64, i64),
}

const fn of(name: &'static str, page: &'static str, top: &'static str, screen: (i64, i64)) -> Picture {
    Picture { name, page, first: None, top, screen }
}

const LAPTOP: (i64, i64) = (1000, 700);
const PHONE: (i64, i64) = (390, 780);

/// Those of the readme, as PNG.
const README: [Picture; 3] = [
    of("grid", "/events/great-forest-masters/rounds/5/results", "h1", LAPTOP),
    Picture {
        first: Some(("/games/", "?ply=12")),
        ..of("dragon", "/events/trafalgar-ocean-exhibition/games", ".board", (1000, 780))
    },
    of("phone", "/events/great-forest-masters/pairings", "body", PHONE),
];

/// Those of the handbook, as WebP, for they are in the binary: what the arbiter sees.
const ARBITERS: [Picture; 6] = [
    of("check-in", "/events/storm-and-forest-open/entries", "h1", LAPTOP),
    of("choices", "/events/great-forest-masters/rounds/5/choices", "h1", LAPTOP),
    of("results", "/events/great-forest-masters/rounds/5/results", "h1", LAPTOP),
    of("queue", "/events/great-forest-masters/queue", "h1", LAPTOP),
    Picture {
        first: Some(("/what-if/", "")),
        ..of("what-if", "/events/great-forest-masters/what-if", "h1", (1000, 800))
    },
    of("prizes", "/events/hollow-oak-lancer-cup/prizes", "h1", LAPTOP),
];

/// The same: what a player sees.
const PLAYERS: [Picture; 2] = [
    of("me", "/events/great-forest-masters/me", "h1", PHONE),
    Picture {
        first: Some(("/scoresheet", "")),
        ..of("scoresheet", "/events/great-forest-masters/me", ".board", PHONE)
    },
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let (readme, handbook) = (root.join("docs/pictures"), root.join("static/handbook"));
    let (program, chromium) = (Program::demo()?, Chromium::start().await?);
    let tab = chromium.person(&program, Scripts::On).await?;
    sign_in(&tab, "chief").await?;
    take(&tab, &README, ("png", readme)).await?;
    take(&tab, &ARBITERS, ("webp", handbook.clone())).await?;
    let tab = chromium.person(&program, Scripts::On).await?;
    sign_in(&tab, "player").await?;
    take(&tab, &PLAYERS, ("webp", handbook)).await?;
    chromium.stop().await
}

async fn sign_in(tab: &Tab<'_>, login: &str) -> anyhow::Result<()> {
    tab.open("/sign-in").await?;
    tab.fill("Login", login).await?;
    tab.fill("Password", "mistletoe and oak").await?;
    tab.press("Sign in").await
}

async fn take(tab: &Tab<'_>, pictures: &[Picture], (format, folder): (&str, PathBuf)) -> anyhow::Result<()> {
    std::fs::create_dir_all(&folder)?;
    for Picture { name, page, first, top, screen } in pictures {
        tab.resize(screen.0, screen.1).await?;
        tab.open(page).await?;
        if let Some((link, more)) = first {
            let found = format!("new URL(document.querySelector('main a[href*=\"{link}\"]').href).pathname");
            let path: String = tab.evaluate(&found).await?;
            tab.open(&format!("{path}{more}")).await?;
        }
        tab.evaluate::<()>(&format!("void document.querySelector({top:?}).scrollIntoView()")).await?;
        let file = folder.join(format!("{name}.{format}"));
        let picture = tab.picture_as(format).await?;
        println!("{}: {} bytes", file.display(), picture.len());
        std::fs::write(file, picture)?;
    }
    Ok(())
}
