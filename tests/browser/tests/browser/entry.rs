//! Whole games entered on a scoresheet, force by force and letter by letter, to the end that the board shows; two records
//! that differ; moves written while the connection is lost.

use anyhow::{Context, ensure};
use tiger_browser::{Arbiter, Chromium, Program, Scripts, Tab};

const PLAYERS: [&str; 2] = ["Ash, Rowan", "Birch, Silke"];

/// The Siberian's King's Lancer mates.
const LANCER: &str = "C2-C3 G8-G6 B1-D3 D7-D6 B2-B4 E7-E6 D3-F5 E8-A4";

/// An Open deployment, then the Siberian mates.
const TIGER: &str = "S@A6 S@G3 S@G4 S@H6 S@B5 S@E3 S@A4 S@H5 B2-B4 D7-D6 B1-D3 C7-C6 F2-F3 C8-F5 D3-C4 F5xC2";

/// The Storm Queen takes ship, becomes the Red Witch, and captures the Prince directly.
const DRAGON: &str = "F13-G12=GNM ~H7-H8 E14-F13 C3-B5 E12-E11 ~D7>E F13-D11 D3-C3=DF D11-D10=RWH H2-H3 ~D10-E9 D2-D3 \
    ~E9-F8 E1-D2 F8-F7 ~G6>SE F7-G6 ~F7>W G6-F5 ~I6>S F5xF4 G3-H5 F4xE3";

/// An event of one game with both players' phones.
struct Board<'a> {
    arbiter: Arbiter<'a>,
    game: String,
    first: Tab<'a>,
    second: Tab<'a>,
}

impl<'a> Board<'a> {
    async fn set_up(
        chromium: &Chromium,
        program: &'a Program,
        (game, scripts): (&str, Scripts),
    ) -> anyhow::Result<Self> {
        let tab = chromium.person(program, scripts).await?;
        let arbiter = Arbiter::set_up_for(tab, program.link(), "Merridon Open", game).await?;
        arbiter.enter_players(&PLAYERS).await?;
        arbiter.check_in_all().await?;
        let games = arbiter.publish_round(1).await?;
        let game = games.into_iter().next().context("there is a game")?;
        let [first, second] = &arbiter.pairs(1).await?[0];
        let first = Self::claim(chromium, program, &arbiter, (first, scripts)).await?;
        let second = Self::claim(chromium, program, &arbiter, (second, scripts)).await?;
        Ok(Self { arbiter, game, first, second })
    }

    async fn claim(
        chromium: &Chromium,
        program: &'a Program,
        arbiter: &Arbiter<'_>,
        (player, scripts): (&str, Scripts),
    ) -> anyhow::Result<Tab<'a>> {
        let phone = chromium.person(program, scripts).await?;
        phone.resize(390, 844).await?;
        phone.open(&arbiter.make_link(player).await?).await?;
        phone.press("Yes, this is me").await?;
        Ok(phone)
    }

    /// Answers of both players to the questions before the game.
    async fn answer(&self, answers: &[&str]) -> anyhow::Result<()> {
        for answer in answers {
            self.arbiter.tab.open(&format!("{}/room", self.game)).await?;
            self.arbiter.tab.choose(answer).await?;
            self.arbiter.tab.press("Write the answer down").await?;
        }
        Ok(())
    }

    /// The players answer by themselves what Dragon asks; each sees at once what the other has said.
    async fn answer_alone(&self) -> anyhow::Result<()> {
        self.arbiter.open("/settings").await?;
        self.arbiter.tab.unfold("Hall and players").await?;
        self.arbiter.tab.choose("Players may answer by themselves what is asked before a game").await?;
        self.arbiter.tab.press("Save settings").await?;
        for phone in [&self.first, &self.second] {
            phone.open(&format!("{}/room", self.game)).await?;
        }
        let answers = [
            (&self.first, "Which variation do you ask for?", "SwordVariation"),
            (&self.second, "Which variation do you ask for?", "SwordVariation"),
            (&self.first, "Do you agree to the Trident formation?", "I agree"),
            (&self.second, " agrees.", "I do not"),
        ];
        for (phone, asked, answer) in answers {
            phone.expect(asked).await?;
            phone.choose(answer).await?;
            phone.press("Send my answer").await?;
            phone.expect("Your answer is written down.").await?;
        }
        self.first.expect("SwordVariation, Arrowhead").await
    }

    async fn open_sheet(&self, tab: &Tab<'_>) -> anyhow::Result<()> {
        tab.open(&format!("{}/scoresheet", self.game)).await
    }

    /// Hands in what the board ends, and looks at what became of it.
    async fn hand_in(&self, tab: &Tab<'_>, result: &str) -> anyhow::Result<()> {
        tab.expect("The board shows the end").await?;
        tab.expect(result).await?;
        tab.press("Hand it in").await?;
        tab.expect("The record is kept; every move is legal.").await
    }
}

/// The places that a move of these games names, in order.
fn places(mv: &str) -> Vec<&str> {
    let bare = mv.trim_start_matches('~').split('=').next().unwrap_or_default();
    bare.split(['-', 'x', '>']).filter(|part| part.ends_with(|last: char| last.is_ascii_digit())).collect()
}

/// Where a turn of Dragon such as `~G6>SE` points the bow at.
fn ahead(mv: &str) -> Option<String> {
    let (at, bow) = mv.trim_start_matches('~').split_once('>')?;
    let file = at.bytes().next()? + u8::from(bow.contains('E')) - u8::from(bow.contains('W'));
    let rank = at.get(1..)?.parse::<u8>().ok()? + u8::from(bow.contains('S')) - u8::from(bow.contains('N'));
    Some(format!("{}{rank}", char::from(file)))
}

/// Makes each move with taps on the board.
async fn tap_all(tab: &Tab<'_>, moves: &str) -> anyhow::Result<()> {
    for (ply, mv) in (1..).zip(moves.split_whitespace()) {
        tap(tab, ply, mv).await.with_context(|| format!("ply {ply}, {mv}"))?;
        tab.expect(&format!("After ply {ply}, {mv}.")).await?;
    }
    Ok(())
}

/// Touches where a move begins and where it ends; no help is shown while the game is played.
async fn tap(tab: &Tab<'_>, ply: i32, mv: &str) -> anyhow::Result<()> {
    let button = |touched: String| format!("button.spot-button[value={touched:?}]");
    if let Some((_, at)) = mv.split_once('@') {
        return tab.tap(&button(format!("{at}/"))).await;
    }
    let places = places(mv);
    let from = places.first().context("a move begins somewhere")?;
    tab.tap(&format!("a.spot-own[href*=\"from={from}#\"] .spot-area")).await?;
    tab.until("!!document.querySelector('.spot-chosen')").await?;
    let to =
        places.get(1).map(|to| (*to).to_owned()).or_else(|| ahead(mv)).context("a move ends somewhere")?;
    // Without a script the whole board is a form; with it both taps are taken on the device.
    let sends = button(format!("{from}/{to}"));
    let is_form: bool = tab.evaluate(&format!("!!document.querySelector({sends:?})")).await?;
    let square = format!(".square[data-place={to:?}]");
    tab.tap(if is_form { &sends } else { &square }).await?;
    let listed = format!(".sheet-choice .move-button[value={mv:?}]");
    let is_asked = format!("!!document.querySelector({listed:?})");
    let is_written = format!("document.body.textContent.includes('After ply {ply}, {mv}.')");
    tab.until(&format!("{is_asked} || {is_written}")).await?;
    if tab.evaluate::<bool>(&is_asked).await? {
        return tab.tap(&listed).await;
    }
    Ok(())
}

/// Types each move, as people type: small letters, no signs where they can be spared.
async fn type_all(tab: &Tab<'_>, moves: &str) -> anyhow::Result<()> {
    for (ply, mv) in (1..).zip(moves.split_whitespace()) {
        tab.fill("Type a move, or paste several", &mv.to_lowercase()).await?;
        tab.key("Enter").await?;
        tab.expect(&format!("After ply {ply}, {mv}.")).await.with_context(|| format!("ply {ply}, {mv}"))?;
    }
    Ok(())
}

#[tokio::test]
async fn a_game_of_lancerchess_without_javascript() -> anyhow::Result<()> {
    let (program, chromium) = (Program::serve()?, Chromium::start().await?);
    let board = Board::set_up(&chromium, &program, ("LancerChess", Scripts::Off)).await?;
    board.open_sheet(&board.first).await?;
    tap_all(&board.first, LANCER).await?;
    board.open_sheet(&board.second).await?;
    type_all(&board.second, LANCER).await?;
    board.hand_in(&board.first, "wins, checkmate").await?;
    board.hand_in(&board.second, "wins, checkmate").await?;
    board.first.open(&format!("{}/records/compare", board.game)).await?;
    board.first.expect("Both records hold the same 8 moves.").await?;
    board.arbiter.open_results(1).await?;
    board.arbiter.tab.expect("1 of 1").await?;
    chromium.stop().await
}

#[tokio::test]
async fn a_game_of_tigerchess_with_its_deployment() -> anyhow::Result<()> {
    let (program, chromium) = (Program::serve()?, Chromium::start().await?);
    let board = Board::set_up(&chromium, &program, ("TigerChess", Scripts::On)).await?;
    board.answer(&["Both agree"]).await?;
    board.arbiter.enter_dice("2 5").await?;
    board.open_sheet(&board.first).await?;
    tap_all(&board.first, TIGER).await?;
    board.open_sheet(&board.second).await?;
    board.second.fill("Type a move, or paste several", &format!("{TIGER} E2-E4")).await?;
    board.second.key("Enter").await?;
    board.second.expect("Ply 17, E2-E4: the game was over before this move: checkmate.").await?;
    board.hand_in(&board.first, "wins, checkmate").await?;
    chromium.stop().await
}

#[tokio::test]
async fn a_game_of_dragon_on_two_phones() -> anyhow::Result<()> {
    let (program, chromium) = (Program::serve()?, Chromium::start().await?);
    let board = Board::set_up(&chromium, &program, ("Dragon", Scripts::On)).await?;
    board.answer_alone().await?;
    board.open_sheet(&board.first).await?;
    board.first.suits_everybody().await?;
    board.first.resize(390, 844).await?;
    tap_all(&board.first, DRAGON).await?;
    board.first.suits_everybody().await?;
    board.first.open(&format!("{}/scoresheet?ply=8", board.game)).await?;
    board.first.suits_everybody().await?;
    board.open_sheet(&board.first).await?;
    board.open_sheet(&board.second).await?;
    type_all(&board.second, DRAGON).await?;
    board.hand_in(&board.second, "wins, direct capture").await?;
    board.hand_in(&board.first, "wins, direct capture").await?;
    chromium.stop().await
}

#[tokio::test]
async fn two_records_that_differ_are_seen_in_the_queue() -> anyhow::Result<()> {
    let (program, chromium) = (Program::serve()?, Chromium::start().await?);
    let board = Board::set_up(&chromium, &program, ("LancerChess", Scripts::On)).await?;
    for (tab, moves) in [(&board.first, "e2e4 e7e5 d2d4"), (&board.second, "e2e4 e7e6 d2d4")] {
        tab.open(&board.arbiter.path("/me")).await?;
        tab.suits_everybody().await?;
        board.open_sheet(tab).await?;
        tab.fill("Type a move, or paste several", moves).await?;
        tab.key("Enter").await?;
        tab.expect("After ply 3, D2-D4.").await?;
        tab.select("How it ended", "Draw: agreement").await?;
        tab.press("Look at it").await?;
        tab.expect("Is this how it ended?").await?;
        tab.suits_everybody().await?;
        tab.press("Hand it in").await?;
    }
    board.arbiter.tab.open(&format!("{}/scoresheet?of=0", board.game)).await?;
    board.arbiter.tab.suits_everybody().await?;
    board.second.expect("Something contradicts it; the arbiter has been asked.").await?;
    board.arbiter.open("/queue").await?;
    board.arbiter.tab.expect("differ at ply 2: E7-E5 and E7-E6.").await?;
    board.arbiter.tab.follow("See the first difference, on a board").await?;
    board.arbiter.tab.suits_everybody().await?;
    let ways: usize = board.arbiter.tab.evaluate("document.querySelectorAll('.board .way').length").await?;
    ensure!(ways == 2, "{ways} moves are drawn");
    let [first, _] = &board.arbiter.pairs(1).await?[0];
    board.arbiter.tab.open(&format!("{}/records/compare", board.game)).await?;
    board.arbiter.tab.press(&format!("Let the record of {first} stand")).await?;
    board.arbiter.open("/queue").await?;
    board.arbiter.tab.expect("Nothing waits").await?;
    chromium.stop().await
}

/// Makes a move on the board as it stands on the device.
async fn tap_here(tab: &Tab<'_>, mv: &str, is_known_lost: bool) -> anyhow::Result<()> {
    let square = |place: &str| format!(".board [data-place={place:?}]");
    if let Some((_, at)) = mv.split_once('@') {
        tab.tap(&square(at)).await?;
        return if is_known_lost { tab.push("Somebody is posted here").await } else { Ok(()) };
    }
    for place in places(mv) {
        tab.tap(&square(place)).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_whole_game_is_written_without_a_connection_and_handed_in_later() -> anyhow::Result<()> {
    let (program, chromium) = (Program::serve()?, Chromium::start().await?);
    let board = Board::set_up(&chromium, &program, ("TigerChess", Scripts::On)).await?;
    board.answer(&["Both agree"]).await?;
    board.arbiter.enter_dice("2 5").await?;
    let phone = &board.first;
    board.open_sheet(phone).await?;
    let is_kept = "caches.open('pages-1').then((store) => store.match(location.pathname)).then(Boolean)";
    phone.until(is_kept).await?;
    phone.set_offline(true).await?;
    // One slip among the moves: what comes after it is written on it.
    let played: Vec<&str> = TIGER.split_whitespace().collect();
    for (ply, mv) in (1..).zip(&played) {
        let written = if *mv == "B1-D3" { "B1-H8" } else { mv };
        tap_here(phone, written, ply > 1).await.with_context(|| format!("ply {ply}, {mv}"))?;
        let moves = if ply == 1 { "1 move is".to_owned() } else { format!("{ply} moves are") };
        let says = format!("No connection. {moves} written on this device and not checked yet");
        phone.expect(&says).await?;
        if ply == 9 {
            phone.reload().await?;
            phone.expect(&says).await?;
            phone.suits_everybody().await?;
        }
    }
    phone.push("Take back F5 C2").await?;
    phone.expect("15 moves are written").await?;
    tap_here(phone, "F5xC2", true).await?;
    phone.set_offline(false).await?;
    phone.expect("6 moves wait on this device").await?;
    phone.expect("B1 H8 was not taken.").await?;
    phone.suits_everybody().await?;
    // Nothing is lost by another reload, and the move as it was brings all the others with it.
    board.open_sheet(phone).await?;
    phone.expect("B1 H8 was not taken.").await?;
    phone.tap("a.spot-own[href*=\"from=B1#\"] .spot-area").await?;
    phone.tap(".square[data-place=D3]").await?;
    phone.expect("After ply 16, F5xC2.").await?;
    phone.expect("The connection is back: everything is kept on the server.").await?;
    ensure!(
        phone
            .evaluate::<bool>("!Object.keys(localStorage).some((key) => key.startsWith('scoresheet:'))")
            .await?
    );
    board.hand_in(phone, "wins, checkmate").await?;
    chromium.stop().await
}

#[tokio::test]
async fn what_waits_on_a_device_waits_for_whoever_wrote_it() -> anyhow::Result<()> {
    let (program, chromium) = (Program::serve()?, Chromium::start().await?);
    let board = Board::set_up(&chromium, &program, ("LancerChess", Scripts::On)).await?;
    let (phone, field) = (&board.first, "Type a move, or paste several");
    let [writer, _] = &board.arbiter.pairs(1).await?[0];
    board.open_sheet(phone).await?;
    phone
        .until("caches.open('pages-1').then((store) => store.match(location.pathname)).then(Boolean)")
        .await?;
    phone.set_offline(true).await?;
    phone.fill(field, "e2e4").await?;
    phone.key("Enter").await?;
    phone.expect("1 move is written on this device").await?;
    phone.leave().await?;
    phone.set_offline(false).await?;
    // An arbiter signs in on the same device and writes on a sheet of the own.
    phone.open(&board.arbiter.path("/me")).await?;
    board.arbiter.sign_in_on(phone).await?;
    board.open_sheet(phone).await?;
    phone.expect(&format!("1 move of {writer} waits on this device")).await?;
    phone.expect(&format!("It is sent when {writer} opens this scoresheet on this device.")).await?;
    phone.suits_everybody().await?;
    phone.resize(390, 844).await?;
    phone.fill(field, "d2d4").await?;
    phone.key("Enter").await?;
    phone.expect("After ply 1, D2-D4.").await?;
    phone.expect(&format!("1 move of {writer} waits on this device")).await?;
    // What an earlier program kept says not whose it is: that is asked.
    let keeps = "(localStorage.setItem(`scoresheet:${location.pathname}`, JSON.stringify({
        after: document.querySelector('#scoresheet').dataset.after, words: ['e7e5'] })), true)";
    phone.evaluate::<bool>(keeps).await?;
    phone.reload().await?;
    phone.expect("An earlier version of the program kept no name.").await?;
    phone.expect("After ply 1, D2-D4.").await?;
    phone.suits_everybody().await?;
    phone.resize(390, 844).await?;
    phone.push("Send as mine").await?;
    phone.expect("After ply 2, E7-E5.").await?;
    // Whoever wrote it comes back.
    phone.open(&board.arbiter.path("/me")).await?;
    phone
        .evaluate::<bool>("(document.querySelector('form[action=\"/sign-out\"]').requestSubmit(), true)")
        .await?;
    phone.until("!document.querySelector('form[action=\"/sign-out\"]')").await?;
    phone.open(&board.arbiter.make_link(writer).await?).await?;
    phone.press("Yes, this is me").await?;
    board.open_sheet(phone).await?;
    phone.expect("After ply 1, E2-E4.").await?;
    phone.until("!Object.keys(localStorage).some((key) => key.startsWith('scoresheet:'))").await?;
    chromium.stop().await
}

#[tokio::test]
async fn moves_typed_without_a_connection_are_sent_later() -> anyhow::Result<()> {
    let (program, chromium) = (Program::serve()?, Chromium::start().await?);
    let board = Board::set_up(&chromium, &program, ("LancerChess", Scripts::On)).await?;
    let phone = &board.first;
    board.open_sheet(phone).await?;
    phone.set_offline(true).await?;
    for (typed, says) in [("e2e4", "1 move is written"), ("e7e5", "2 moves are written")] {
        phone.fill("Type a move, or paste several", typed).await?;
        phone.key("Enter").await?;
        phone.expect("No connection.").await?;
        phone.expect(says).await?;
    }
    phone.set_offline(false).await?;
    phone.expect("The connection is back: everything is kept on the server.").await?;
    phone.expect("After ply 2, E7-E5.").await?;
    board.open_sheet(phone).await?;
    phone.expect("2 moves are kept on the server").await?;
    // Where the browser keeps no page, it has to stay open, and says so.
    let is_kept: bool = phone
        .evaluate(
            "(Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
            import('/static/js/offline.js').then((it) => it.keepPage([])))",
        )
        .await?;
    ensure!(!is_kept);
    // What is added while a part is under way goes with it from the same stand: another device may have written all of it.
    let goes_on: bool = phone
        .evaluate(
            "import('/static/js/sheet-waiting.js').then(({ Waiting }) => {
                const sent = (words, more) => {
                    const list = new Waiting(`test:${words}`);
                    list.add(words, '5-then');
                    const first = list.batch();
                    list.add(more, '5-then');
                    list.settle(first, [], '7-now');
                    const then = list.batch();
                    const all = [...then.done, ...then.words].join('');
                    list.settle(then, [], '8-later');
                    return then.key !== first.key && list.length === 0 && `${then.after} ${all}`;
                };
                return sent(['a', 'b'], ['c']) === '5-then abc'
                    && sent(['<'], ['c']) === '7-now c'
                    && sent(['a', 'b'], ['<', '<', 'c']) === '7-now <<c'
                    && sent(['a'], ['b', '<', 'c']) === '5-then ab<c';
            })",
        )
        .await?;
    ensure!(goes_on);
    chromium.stop().await
}
