//! The pictures of the readme, taken from the demo: `cargo run --package tiger-browser --example pictures`.
#![expect(clippy::print_stdout, reason = "it tells which pictures it has written")]

use std::path::Path;

use tiger_browser::{Chromium, Program, Scripts};

/// Name of the picture, page, what stands at its top edge, width and height of the screen.
const PICTURES: [(&str, &str, &str, i64, i64); 3] = [
    ("grid", "/events/great-forest-masters/rounds/5/results", "h1", 1000, 700),
    ("dragon", "/events/trafalgar-ocean-exhibition/games", ".board", 1000, 780),
    ("phone", "/events/great-forest-masters/pairings", "body", 390, 780),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures"));
    std::fs::create_dir_all(folder)?;
    let (program, chromium) = (Program::demo()?, Chromium::start().await?);
    let tab = chromium.person(&program, Scripts::On).await?;
    tab.open("/sign-in").await?;
    tab.fill("Login", "chief").await?;
    tab.fill("Password", "mistletoe and oak").await?;
    tab.press("Sign in").await?;
    for (name, page, top, width, height) in PICTURES {
        tab.resize(width, height).await?;
        tab.open(page).await?;
        if page.ends_with("/games") {
            let game: String = tab.evaluate(FIRST_GAME).await?;
            tab.open(&format!("{game}?ply=12")).await?;
        }
        tab.evaluate::<()>(&format!("void document.querySelector({top:?}).scrollIntoView()")).await?;
        let file = folder.join(format!("{name}.png"));
        let picture = tab.picture().await?;
        println!("{}: {} bytes", file.display(), picture.len());
        std::fs::write(file, picture)?;
    }
    chromium.stop().await
}

/// The path of the first game that the list leads to.
const FIRST_GAME: &str = "new URL(document.querySelector('main a[href*=\"/games/\"]').href).pathname";
