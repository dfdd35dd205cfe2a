//! The whole day of an event: set-up, six players, three rounds, dice, a disputed record, a ruling, publication.

use anyhow::ensure;
use tiger_browser::{Arbiter, Chromium, Program, Scripts, Tab};

const PLAYERS: [&str; 6] =
    ["Ash, Rowan", "Birch, Silke", "Cedar, Paul", "Drey, Oona", "Elder, Max", "Fern, Ida"];

/// The deployment Countdown, without the TigerVariation.
const DEPLOYMENT: &str = "4";
const TIGER: &str = "2 5";

#[tokio::test]
async fn a_day_with_javascript() -> anyhow::Result<()> {
    play_the_day(Scripts::On).await
}

#[tokio::test]
async fn a_day_without_javascript() -> anyhow::Result<()> {
    play_the_day(Scripts::Off).await
}

async fn play_the_day(scripts: Scripts) -> anyhow::Result<()> {
    let program = Program::serve()?;
    let chromium = Chromium::start().await?;
    let tab = chromium.person(&program, scripts).await?;
    let arbiter = Arbiter::set_up(tab, program.link(), "Merridon Open").await?;
    arbiter.enter_players(&PLAYERS).await?;
    arbiter.check_in_all().await?;

    round_one(&arbiter).await?;
    let phone = chromium.person(&program, scripts).await?;
    round_two(&arbiter, &phone).await?;
    round_three(&arbiter).await?;

    let visitor = chromium.person(&program, scripts).await?;
    publish(&arbiter, &visitor).await?;
    chromium.stop().await
}

/// A program's die and one from the cup; results by keyboard.
async fn round_one(arbiter: &Arbiter<'_>) -> anyhow::Result<()> {
    let games = arbiter.publish_round(1).await?;
    ensure!(arbiter.pairs(1).await? == pairs([(1, 6), (2, 5), (3, 4)]));
    for game in &games {
        arbiter.answer_no(game).await?;
        arbiter.let_program_cast("acorn").await?;
        arbiter.enter_dice(TIGER).await?;
    }
    arbiter.tab.expect("By the program").await?;
    arbiter.tab.expect("From the cup").await?;
    arbiter.enter_by_keys(1, &["1", "d", "0"]).await?;
    if arbiter.tab.has_scripts() {
        nothing_chosen_is_lost(&arbiter.tab).await?;
    }
    arbiter.close_round(1).await
}

/// A board that was changed and not saved is asked about before the round is closed or the page is left; without a connection a form stays.
async fn nothing_chosen_is_lost(grid: &Tab<'_>) -> anyhow::Result<()> {
    let says_no = "window.confirm = window.alert = (words) => { window.said = words; return false; }; true";
    ensure!(grid.evaluate::<bool>(says_no).await?);
    let asks = "(() => { const leave = new Event('beforeunload', { cancelable: true });
        return !window.dispatchEvent(leave); })()";
    ensure!(!grid.evaluate::<bool>(asks).await?, "nothing is chosen yet");
    grid.focus("#pick-1").await?;
    grid.select_here("0 – 1 checkmate").await?;
    ensure!(grid.evaluate::<bool>(asks).await?, "whoever leaves is asked");
    grid.push("Close round").await?;
    grid.until("window.said === 'Board 1 is changed and not saved. Go on without it?'").await?;
    let is_lost =
        "Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true }); true";
    ensure!(grid.evaluate::<bool>(is_lost).await?);
    grid.set_offline(true).await?;
    grid.push("Save all").await?;
    grid.until("window.said.startsWith('There is no connection: nothing was sent.')").await?;
    grid.set_offline(false).await?;
    grid.expect("3 of 3").await
}

/// A player claims his entry and hands in a record that breaks the rules; the arbiter looks at it and decides.
async fn round_two(arbiter: &Arbiter<'_>, phone: &Tab<'_>) -> anyhow::Result<()> {
    let games = arbiter.publish_round(2).await?;
    ensure!(arbiter.pairs(2).await? == pairs([(6, 4), (5, 3), (1, 2)]));
    for game in &games {
        arbiter.choose_from_cup(game, DEPLOYMENT, TIGER).await?;
    }
    let link = arbiter.make_link(PLAYERS[5]).await?;
    phone.open(&link).await?;
    phone.press("Yes, this is me").await?;
    phone.open(&format!("{}/room", games[0])).await?;
    phone.fill("Paste the record", &broken_record(PLAYERS[5], PLAYERS[3])).await?;
    phone.press("Hand it in").await?;
    phone.expect("Nothing has been handed in yet").await?;
    phone.unfold("It was played so, or nobody knows better").await?;
    phone.press("Hand it in all the same").await?;
    phone.expect("The arbiter has been asked").await?;

    arbiter.enter_by_list(2, &[(2, "1 – 0 checkmate"), (3, "1 – 0 concession")]).await?;
    arbiter.open("/queue").await?;
    arbiter.tab.expect("fails at ply 1").await?;
    arbiter.tab.follow("See where it breaks off, on the board").await?;
    arbiter.tab.expect("The rules refuse it").await?;
    arbiter.tab.open(&format!("{}/result", games[0])).await?;
    arbiter.tab.expect("In dispute").await?;
    arbiter.tab.select("Result", "1 – 0 checkmate").await?;
    arbiter.tab.press("Enter result").await?;
    arbiter.tab.expect("Checkmate: 3 (rule 13a).").await?;
    arbiter.tab.press("Confirm").await?;
    arbiter.open("/queue").await?;
    arbiter.tab.expect("Nobody disagrees.").await?;
    arbiter.close_round(2).await
}

/// A victory is overruled into a draw.
async fn round_three(arbiter: &Arbiter<'_>) -> anyhow::Result<()> {
    let games = arbiter.publish_round(3).await?;
    ensure!(arbiter.pairs(3).await? == pairs([(2, 6), (3, 1), (4, 5)]));
    for game in &games {
        arbiter.choose_from_cup(game, DEPLOYMENT, TIGER).await?;
    }
    arbiter.enter_by_keys(3, &["d", "1", "d"]).await?;
    arbiter.tab.open(&format!("{}/result", games[1])).await?;
    arbiter.tab.select("Result", "Draw, agreement").await?;
    arbiter.tab.fill("Reason", "Both had agreed before the flag fell.").await?;
    arbiter.tab.fill("Article", "Rule 16").await?;
    arbiter.tab.press("Overrule").await?;
    arbiter.tab.expect("Draw of any kind, each").await?;
    arbiter.tab.press("Confirm").await?;
    arbiter.open("/rulings").await?;
    arbiter.tab.expect("Both had agreed before the flag fell.").await?;
    arbiter.tab.expect("Rule 16").await?;
    arbiter.close_round(3).await
}

/// Nobody else sees the event before it is published; then everybody sees what the day has come to.
async fn publish(arbiter: &Arbiter<'_>, visitor: &Tab<'_>) -> anyhow::Result<()> {
    let standings = arbiter.path("/standings");
    visitor.open(&standings).await?;
    let text = visitor.text().await?;
    ensure!(!PLAYERS.iter().any(|player| text.contains(player)), "a hidden event shows its players: {text}");
    arbiter.open("/desk").await?;
    arbiter.tab.press("Publish event").await?;
    visitor.open(&standings).await?;
    visitor.expect("Standings after round 3").await?;
    let shown: Vec<(String, String)> = visitor
        .evaluate(
            "[...document.querySelectorAll('#standings tbody tr')].map((row) =>
                [row.querySelector('th a').textContent.trim(), row.querySelector('td.points').textContent.match(/\\d+/)[0]])",
        )
        .await?;
    let expected = [(0, "7"), (4, "5"), (5, "4"), (3, "4"), (1, "2"), (2, "1")];
    let expected = expected.map(|(player, points)| (PLAYERS[player].to_owned(), points.to_owned()));
    ensure!(shown == expected, "{shown:?}");
    Ok(())
}

fn pairs(numbers: [(usize, usize); 3]) -> Vec<[String; 2]> {
    let name = |number: usize| PLAYERS[number - 1].to_owned();
    numbers.map(|(first, second)| [name(first), name(second)]).to_vec()
}

/// A1 is no place for a Swordsman.
fn broken_record(bengal: &str, siberian: &str) -> String {
    format!(
        "[Game \"TigerChess\"]\n[Bengal \"{bengal}\"]\n[Siberian \"{siberian}\"]\n[Deployment \"Countdown\"]\n\
         [TigerVariation \"No\"]\n[Dice \"{DEPLOYMENT}; {TIGER}\"]\n[Termination \"checkmate\"]\n\
         [Result \"Bengal\"]\n\nS@A1 Bengal\n"
    )
}
