//! A game that is looked at: turned round with script and without, taken along as pictures and as an animated file; moves that
//! are tried from it.

use anyhow::{Context, ensure};
use tiger_browser::{Chromium, Program, Scripts};

const GAMES: &str = "/events/hollow-oak-lancer-cup/games";

/// The first game whose board can be taken along.
const FIRST: &str = "document.querySelector('main a[href*=\"/games/\"]').getAttribute('href')";

const IS_TURNED: &str = "document.querySelector('#replay svg.board').classList.contains('is-turned')";

const PICTURE: &str = "document.querySelector('[data-picture]').getAttribute('href')";

/// Whether the whole board and its buttons are in sight.
const FITS: &str = "document.querySelector('#replay svg.board').getBoundingClientRect().top >= 0
    && document.querySelector('.replay-steps').getBoundingClientRect().bottom <= innerHeight";

/// Whether the move that the board shows is within its list.
const IN_SIGHT: &str = "(() => {
    const list = document.querySelector('.ply-list');
    const [here, all] = [list.querySelector('[aria-current]'), list].map((one) => one.getBoundingClientRect());
    return here.top >= all.top && here.bottom <= all.bottom;
})()";

/// Makes the first three plies an animated file and takes it apart again: how many frames it has, and the most that a pixel of
/// its last differs from the picture of that ply, and of those that do, the share.
const ANIMATED: &str = r#"(async () => {
  const { animated, pixelsOf } = await import("/static/js/animation.js");
  const link = document.querySelector("[data-picture]").href.split("?")[0];
  const addresses = [0, 1, 2, 3].map((ply) => `${link}?ply=${ply}`);
  const gif = await animated(addresses, () => true);
  const decoder = new ImageDecoder({ data: await gif.arrayBuffer(), type: "image/gif" });
  await decoder.tracks.ready;
  const frames = decoder.tracks.selectedTrack.frameCount;
  const apart = [];
  for (const at of [0, 3]) {
    const svg = await (await fetch(addresses[at])).text();
    const { width, height, rgba } = await pixelsOf(svg, { width: 640, height: 800 });
    const { image } = await decoder.decode({ frameIndex: at });
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    context.drawImage(image, 0, 0);
    const seen = context.getImageData(0, 0, width, height).data;
    let far = 0;
    for (let i = 0; i < rgba.length; i += 4) {
      far += Math.max(...[0, 1, 2].map((at) => Math.abs(rgba[i + at] - seen[i + at]))) > 48;
    }
    apart.push(far / (rgba.length / 4));
  }
  const stopped = await animated(addresses, (done) => done < 2);
  return [frames, Math.max(...apart), stopped === null ? 1 : 0];
})()"#;

/// Gathers what is copied and the names of files.
const TAKE: &str = "(globalThis.taken = [],
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => taken.push(text) } }),
    HTMLAnchorElement.prototype.click = function () { taken.push(this.download); }, true)";

/// Counts the tones that the page plays.
const COUNT_SOUNDS: &str = "(globalThis.sounds = 0, AudioContext.prototype.createOscillator =
    new Proxy(AudioContext.prototype.createOscillator, { apply: (make, on) => (sounds++, make.call(on)) }), true)";

#[tokio::test]
async fn a_board_is_turned_round_and_taken_along() -> anyhow::Result<()> {
    let program = Program::demo()?;
    let chromium = Chromium::start().await?;
    let plain = chromium.person(&program, Scripts::Off).await?;
    let seen = chromium.person(&program, Scripts::On).await?;
    seen.open(GAMES).await?;
    let game: String = seen.evaluate(FIRST).await.context("a game")?;

    // Without script the link leads to the board from the other side, and back; steps and pictures stay on that side.
    plain.open(&format!("{game}?ply=3")).await?;
    plain.follow("Turn round").await?;
    plain.follow("Forward").await?;
    ensure!(plain.evaluate::<bool>(IS_TURNED).await?, "it stays turned");
    ensure!(plain.evaluate::<String>("location.search").await? == "?ply=4&turned=1", "it goes on");
    let picture: String = plain.evaluate(PICTURE).await?;
    ensure!(picture.ends_with("/board.svg?ply=4&turned=1"), "{picture}");
    plain.follow("Turn round").await?;
    ensure!(!plain.evaluate::<bool>(IS_TURNED).await?, "it is turned back");

    // With script it is kept on the device, and pictures follow.
    seen.open(&format!("{game}?ply=3")).await?;
    seen.tap("[data-turn]").await?;
    seen.until(IS_TURNED).await?;
    seen.reload().await?;
    seen.until(IS_TURNED).await?;
    seen.tap("[data-replay='forward']").await?;
    seen.until("document.querySelector('#replay').dataset.ply === '4'").await?;
    seen.until(IS_TURNED).await?;
    let picture: String = seen.evaluate(PICTURE).await?;
    ensure!(picture.ends_with("/board.svg?ply=4&turned=1"), "{picture}");

    // The link that is copied, the files and the line for other pages say that the board is turned.
    seen.evaluate::<bool>(TAKE).await?;
    seen.push("Copy the link to here").await?;
    seen.until("taken.some((it) => it.endsWith('?ply=4&turned=1'))").await?;
    seen.push("as PNG").await?;
    seen.until("taken.some((it) => it.endsWith('-ply-4-turned.png'))").await?;
    let line: String = seen.evaluate("document.querySelector('#embed-line').value").await?;
    ensure!(line.contains("/embed?ply=4&amp;turned=1\""), "{line}");
    // Whoever follows that link sees it so, whatever is kept on their device, until they turn it.
    seen.tap("[data-turn]").await?;
    seen.until(&format!("!{IS_TURNED}")).await?;
    ensure!(seen.evaluate::<String>("location.search").await? == "?ply=4", "no side is said");
    seen.open(&format!("{game}?ply=3&turned=1")).await?;
    seen.until(IS_TURNED).await?;
    seen.tap("[data-replay='forward']").await?;
    seen.until("document.querySelector('#replay').dataset.ply === '4'").await?;
    seen.until(IS_TURNED).await?;

    // Moves sound for whoever wants it, and for nobody else.
    seen.evaluate::<bool>(COUNT_SOUNDS).await?;
    seen.tap("[data-replay='back']").await?;
    seen.until("document.querySelector('#replay').dataset.ply === '3'").await?;
    ensure!(seen.evaluate::<u32>("sounds").await? == 0, "silent at first");
    seen.push("Sound: off").await?;
    seen.until("sounds === 1").await?;
    seen.tap("[data-replay='forward']").await?;
    seen.until("sounds === 2").await?;
    seen.push("Sound: on").await?;
    seen.expect("Sound: off").await?;

    let (frames, apart, stopped): (u32, f64, u32) = seen.evaluate(ANIMATED).await?;
    ensure!(frames == 4, "{frames} frames");
    ensure!(apart < 0.01, "{apart} of the pixels look otherwise");
    ensure!(stopped == 1, "it ends when it is told to");
    seen.suits_everybody().await?;
    for events in [GAMES, "/events/emerald-kingdom-exhibition/games"] {
        seen.open(events).await?;
        let game: String = seen.evaluate(FIRST).await?;
        for (width, height) in [(1366, 768), (1920, 1080)] {
            seen.resize(width, height).await?;
            seen.open(&game).await?;
            seen.until(FITS).await?;
            seen.until(IN_SIGHT).await?;
        }
        let again: Vec<String> = seen.evaluate(ASKED_FOR).await?;
        ensure!(again.is_empty(), "whoever was here before asks for {again:?} again");
    }
    chromium.stop().await
}

/// The static files of this page for which the server was asked.
const ASKED_FOR: &str = "performance.getEntriesByType('resource')
    .filter(({ name, transferSize }) => name.includes('/static/') && transferSize > 0).map(({ name }) => name)";

/// What a touch of the first place of a kind says.
fn first_spot(kind: &str) -> String {
    format!("document.querySelector('a.spot-{kind}').getAttribute('aria-label')")
}

#[tokio::test]
async fn moves_are_tried_after_a_game_and_a_line_is_kept() -> anyhow::Result<()> {
    let program = Program::demo()?;
    let chromium = Chromium::start().await?;
    let visitor = chromium.person(&program, Scripts::Off).await?;
    visitor.resize(390, 844).await?;
    visitor.open(GAMES).await?;
    let game: String = visitor.evaluate(FIRST).await.context("a game")?;
    visitor.open(&format!("{game}?ply=4")).await?;
    visitor.follow("Try moves from here").await?;
    for plies in 1..=3 {
        for kind in ["own", "target"] {
            let place: String = visitor.evaluate(&first_spot(kind)).await?;
            visitor.follow(&place).await?;
        }
        visitor.expect(&format!("After ply {}", 4 + plies)).await?;
    }
    visitor.follow("Take back").await?;
    visitor.expect("After ply 6").await?;
    ensure!(!visitor.text().await?.contains("Keep this line"), "a visitor keeps nothing");
    let line: String = visitor.evaluate("location.pathname + location.search").await?;

    let keeper = chromium.person(&program, Scripts::On).await?;
    keeper.open("/sign-in").await?;
    keeper.fill("Login", "admin").await?;
    keeper.fill("Password", "mistletoe and oak").await?;
    keeper.press("Sign in").await?;
    keeper.open(&line).await?;
    keeper.suits_everybody().await?;
    // One step back in the browser is one move back; focus stays on the board.
    keeper.evaluate::<bool>("(document.querySelector('a.spot-own').focus(), true)").await?;
    keeper.key("Enter").await?;
    keeper.until("document.activeElement.matches('a.spot-target')").await?;
    keeper.key("Enter").await?;
    keeper.expect("After ply 7").await?;
    keeper.until("document.activeElement.matches('.board a')").await?;
    keeper.evaluate::<bool>("(history.back(), true)").await?;
    keeper.expect("After ply 6").await?;
    keeper.until(&format!("location.pathname + location.search === '{line}'")).await?;
    keeper.fill("What you say of it", "Sharper than the game.").await?;
    keeper.press("Keep this line with the game").await?;
    keeper.expect("The line is kept.").await?;
    visitor.open(&game).await?;
    visitor.expect("Sharper than the game.").await?;
    let record: String = visitor.evaluate(&format!("fetch('{game}.tgr').then((it) => it.text())")).await?;
    ensure!(record.contains("Sharper than the game.}"), "{record}");
    chromium.stop().await
}
