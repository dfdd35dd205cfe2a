//! A clock between two players: its presses outlive a lost connection, a reload, and a server without power.

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use tiger_browser::{Arbiter, Chromium, Program, Scripts, Tab};
use tiger_rules::ClockSettings;
use tiger_rules::clock::{Clock, ClockEvent, ClockSide, Millis};

#[tokio::test]
async fn no_press_is_lost() -> anyhow::Result<()> {
    let program = Program::serve()?;
    let chromium = Chromium::start().await?;
    let desk = chromium.person(&program, Scripts::On).await?;
    let arbiter = Arbiter::set_up(desk, program.link(), "Evening at the clock").await?;
    arbiter.enter_players(&["Moor, Tessa", "Ash, Corin"]).await?;
    arbiter.check_in_all().await?;
    let games = arbiter.publish_round(1).await?;
    let game = games.first().context("the round has a game")?;
    arbiter.tab.open(&format!("{game}/clock")).await?;
    arbiter.tab.expect("The variation is not chosen yet").await?;
    arbiter.choose_from_cup(game, "2", "1 2").await?;

    let tablet = join(&arbiter, &chromium, &program, game).await?;
    press_through(&tablet, &arbiter, game).await?;
    lose_the_connection(&tablet, &arbiter, game).await?;
    lose_the_server(&tablet, &arbiter, game, &program).await?;
    chromium.stop().await
}

/// Somebody else signs in on the device of a player.
#[tokio::test]
async fn what_one_pressed_is_sent_by_nobody_else() -> anyhow::Result<()> {
    let (program, chromium) = (Program::serve()?, Chromium::start().await?);
    let desk = chromium.person(&program, Scripts::On).await?;
    let arbiter = Arbiter::set_up_for(desk, program.link(), "Evening at the clock", "LancerChess").await?;
    arbiter.enter_players(&["Moor, Una", "Ash, Corin"]).await?;
    arbiter.check_in_all().await?;
    let games = arbiter.publish_round(1).await?;
    let game = games.first().context("the round has a game")?;
    let [player, opponent] = &arbiter.pairs(1).await?[0];
    let phone = chromium.person(&program, Scripts::On).await?;
    phone.resize(390, 844).await?;
    phone.open(&arbiter.make_link(player).await?).await?;
    phone.press("Yes, this is me").await?;
    let clock = format!("{game}/clock");
    // A clock that nobody has started stands still without a connection too.
    phone.open(&clock).await?;
    phone.set_offline(true).await?;
    phone.expect("Offline: nothing is waiting on this device.").await?;
    ensure!(!phone.text().await?.contains("The clock counts on."));
    phone.set_offline(false).await?;
    arbiter.tab.open(&clock).await?;
    arbiter.tab.push("Start").await?;
    arbiter.tab.expect(&format!("{player} to move.")).await?;
    phone.open(&clock).await?;
    phone.until("document.getElementById('clock').dataset.kept === 'yes'").await?;
    phone.expect(&format!("{player} to move.")).await?;
    phone.set_offline(true).await?;
    phone.key(" ").await?;
    phone.expect("Offline: 1 press is waiting on this device.").await?;
    phone.leave().await?;
    phone.set_offline(false).await?;
    phone.open(&arbiter.path("/me")).await?;
    arbiter.sign_in_on(&phone).await?;
    phone.open(&clock).await?;
    let waits =
        format!("1 press of {player} waits on this device; it is sent when {player} opens this clock here.");
    phone.expect(&waits).await?;
    phone.suits_everybody().await?;
    phone.resize(390, 844).await?;
    ensure!(presses(&arbiter, game).await? == 0);
    phone.evaluate::<bool>("((window.confirm = (words) => (window.said = words, true)), true)").await?;
    phone.push("Discard").await?;
    let asked = format!("Discard 1 press of {player}? It has not been sent and will be lost.");
    phone.until(&format!("window.said === {asked:?}")).await?;
    phone.until("!Object.keys(localStorage).some((key) => key.includes(':press:'))").await?;
    // What an earlier program kept says not whose it is: that is asked.
    let keeps = "(localStorage.setItem(`clock:${location.pathname.split('/')[4]}:press:0f0f0f0f0f0f:1`, JSON.stringify({
        device: '0f0f0f0f0f0f', seq: 1, at: Date.now(), mark: '', what: { event: 'press', side: 'first' } })), true)";
    phone.evaluate::<bool>(keeps).await?;
    phone.reload().await?;
    phone.expect("1 press waits on this device. An earlier version of the program kept no name.").await?;
    ensure!(presses(&arbiter, game).await? == 0);
    phone.push("Send from here").await?;
    phone.until("!Object.keys(localStorage).some((key) => key.includes(':press:'))").await?;
    ensure!(presses(&arbiter, game).await? == 1);
    // Where the page of a player is still open, it becomes the arbiter's.
    let other = chromium.person(&program, Scripts::On).await?;
    other.open(&arbiter.make_link(opponent).await?).await?;
    other.press("Yes, this is me").await?;
    other.open(&clock).await?;
    other.until("document.getElementById('clock').dataset.arbiter === 'false'").await?;
    arbiter.sign_in_on(&other).await?;
    other.until("document.getElementById('clock').dataset.arbiter === 'true'").await?;
    chromium.stop().await
}

/// A device opens the link that the arbiter makes.
async fn join<'a>(
    arbiter: &Arbiter<'_>,
    chromium: &Chromium,
    program: &'a Program,
    game: &str,
) -> anyhow::Result<Tab<'a>> {
    arbiter.tab.open(&format!("{game}/clock/book")).await?;
    arbiter.tab.press("Make a link for a device").await?;
    let link: String =
        arbiter.tab.evaluate("new URL(document.getElementById('clock-link').value).pathname").await?;
    let tablet = chromium.person(program, Scripts::On).await?;
    tablet.resize(768, 1024).await?;
    tablet.open(&link).await?;
    tablet.press("Yes, this is the clock").await?;
    ensure!(tablet.path().await? == format!("{game}/clock"));
    Ok(tablet)
}

/// How many presses the server's book has, and whether they came in turn.
async fn presses(arbiter: &Arbiter<'_>, game: &str) -> anyhow::Result<usize> {
    arbiter.tab.open(&format!("{game}/clock/book")).await?;
    let rows = arbiter.tab.table("book").await?;
    let pressed: Vec<&String> =
        rows.iter().filter_map(|row| row.get(4)).filter(|what| what.ends_with("pressed.")).collect();
    ensure!(pressed.windows(2).all(|two| two[0] != two[1]), "somebody pressed twice in a row: {pressed:?}");
    ensure!(!rows.iter().flatten().any(|cell| cell.starts_with("In vain")), "{rows:?}");
    Ok(pressed.len())
}

/// By touch and by key, as long as there is a connection.
async fn press_through(tablet: &Tab<'_>, arbiter: &Arbiter<'_>, game: &str) -> anyhow::Result<()> {
    tablet.expect("begins.").await?;
    tablet.push("Start").await?;
    tablet.expect("Deployment:").await?;
    let second: String =
        tablet.evaluate("document.querySelector('[data-half=second] .clock-name').textContent").await?;
    let first: String =
        tablet.evaluate("document.querySelector('[data-half=first] .clock-name').textContent").await?;
    tablet.expect(&format!("Deployment: {second} posts.")).await?;
    tablet.push(&format!("Press the clock of {second}")).await?;
    tablet.expect(&format!("Deployment: {first} posts.")).await?;
    tablet.key("ArrowDown").await?;
    tablet.expect(&format!("Deployment: {second} posts.")).await?;
    for _ in 0..3 {
        tablet.key(" ").await?;
    }
    tablet.expect("All Swordsmen should be posted.").await?;
    tablet.push("Begin the engagement").await?;
    tablet.expect(&format!("{first} to move.")).await?;
    tablet.until("!Object.keys(localStorage).some((key) => key.includes(':press:'))").await?;
    ensure!(presses(arbiter, game).await? == 5);
    arbiter.tab.suits_everybody().await?;
    arbiter.open("/clocks").await?;
    arbiter.tab.expect("1 running.").await?;
    arbiter.tab.suits_everybody().await
}

/// Three moves without a connection, and a reload in the midst of them.
async fn lose_the_connection(tablet: &Tab<'_>, arbiter: &Arbiter<'_>, game: &str) -> anyhow::Result<()> {
    tablet.until("document.getElementById('clock').dataset.kept === 'yes'").await?;
    tablet.set_offline(true).await?;
    for waiting in ["1 press is", "2 presses are"] {
        tablet.key(" ").await?;
        tablet.expect(&format!("Offline: {waiting} waiting on this device.")).await?;
    }
    tablet.reload().await?;
    tablet.expect("Offline: 2 presses are waiting on this device.").await?;
    tablet.key(" ").await?;
    tablet.expect("Offline: 3 presses are waiting on this device.").await?;
    tablet.expect("2 moves").await?;
    tablet.suits_everybody().await?;
    ensure!(presses(arbiter, game).await? == 5, "the server has not heard of them");
    tablet.set_offline(false).await?;
    tablet.until("!document.body.textContent.includes('Offline')").await?;
    ensure!(presses(arbiter, game).await? == 8);
    arbiter.tab.expect("The connection is back; 3 presses had waited.").await
}

/// The server is gone altogether: the page itself comes from the device.
async fn lose_the_server(
    tablet: &Tab<'_>,
    arbiter: &Arbiter<'_>,
    game: &str,
    program: &Program,
) -> anyhow::Result<()> {
    tablet.until("caches.open('pages-1').then((store) => store.match(location.href)).then(Boolean)").await?;
    program.cut_power();
    tablet.key(" ").await?;
    tablet.expect("Offline: 1 press is waiting").await?;
    tablet.reload().await?;
    tablet.expect("Offline: 1 press is waiting").await?;
    tablet.key(" ").await?;
    tablet.expect("Offline: 2 presses are waiting").await?;
    program.restore_power()?;
    tablet.until("!document.body.textContent.includes('Offline')").await?;
    ensure!(presses(arbiter, game).await? == 10);
    arbiter.tab.expect("The connection is back; 2 presses had waited.").await
}

/// A small generator, so that every run tells the same histories.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// The device's own clock goes as the rules' does, so that it shows the right thing without a connection.
#[tokio::test]
async fn a_device_counts_as_the_server_does() -> anyhow::Result<()> {
    let (mut histories, mut outcomes) = (Vec::new(), Vec::new());
    let mut chance = Chance(2026);
    for number in 0..400 {
        let text = ["triple 2s+3s+1s", "double 4s+1s", "tiger 3s+1s/3+5s", "fischer 3s+1s", "countdown 6s"];
        let settings: ClockSettings = text[number % text.len()].parse()?;
        let (history, outcome) = tell(settings, &mut chance)?;
        histories.push(history);
        outcomes.push(outcome);
    }
    let program = Program::serve()?;
    let chromium = Chromium::start().await?;
    let tab = chromium.person(&program, Scripts::On).await?;
    tab.open("/sign-in").await?;
    let told: Vec<Value> = tab
        .evaluate(&format!(
            "import('/static/js/clock-machine.js').then(({{ take, pass, counting }}) =>
                {}.map(({{ settings, clock, steps, end }}) => {{
                    const taken = steps.map(([at, what]) => take(clock, settings, at, what));
                    pass(clock, end);
                    const sides = clock.sides.map(({{ main, reserve, turns, moves, has_final_increment }}) =>
                        [main, reserve, turns, moves, has_final_increment]);
                    return {{ taken, counting: counting(clock), turn: clock.turn, run: clock.run, phase: clock.phase, sides }};
                }}))",
            Value::from(histories)
        ))
        .await?;
    let refused = outcomes.iter().flat_map(|outcome| outcome["taken"].as_array()).flatten();
    ensure!(
        refused.filter(|taken| **taken == false).count() > 100,
        "the histories hold what is refused, too"
    );
    for (number, (device, server)) in told.iter().zip(&outcomes).enumerate() {
        ensure!(device == server, "history {number}: the device has {device}, the rules have {server}");
    }
    ensure!(told.len() == outcomes.len());
    chromium.stop().await
}

/// A history, and what the rules make of it.
fn tell(settings: ClockSettings, chance: &mut Chance) -> anyhow::Result<(Value, Value)> {
    let mut clock = Clock::new(settings);
    let beginning = serde_json::to_value(clock.at(Millis::ZERO))?;
    let (mut at, mut steps, mut taken) = (0, Vec::new(), Vec::new());
    for step in 0..chance.below(40) {
        at += chance.below(700);
        let what = match chance.below(12) {
            _ if step == 0 => ClockEvent::Start,
            0 => ClockEvent::Pause,
            1 | 2 => ClockEvent::Resume,
            3 => ClockEvent::BeginEngagement,
            4..=7 => ClockEvent::Press { side: ClockSide::First },
            _ => ClockEvent::Press { side: ClockSide::Second },
        };
        taken.push(clock.apply(Millis(at), what).is_ok());
        steps.push(json!([at, what]));
    }
    let end = at + chance.below(3000);
    let shown = clock.at(Millis(end));
    let side = |half: &tiger_rules::clock::SideReading| {
        json!([half.main, half.reserve, half.turns, half.moves, half.has_final_increment])
    };
    let history = json!({ "settings": settings, "clock": beginning, "steps": steps, "end": end });
    let outcome = json!({
        "taken": taken, "counting": shown.counting, "turn": shown.turn, "run": shown.run, "phase": shown.phase,
        "sides": shown.sides.iter().map(side).collect::<Vec<_>>(),
    });
    Ok((history, outcome))
}
