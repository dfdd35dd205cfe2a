//! What an arbiter does in a day, page by page.

use anyhow::{Context, ensure};

use crate::Tab;

/// An arbiter at the desk of one event.
#[derive(Debug)]
pub struct Arbiter<'a> {
    /// The arbiter's tab.
    pub tab: Tab<'a>,
    event: String,
}

impl<'a> Arbiter<'a> {
    /// Makes the first account with the set-up link, and an event of TigerChess with it.
    ///
    /// # Errors
    /// When a page is not as expected.
    pub async fn set_up(tab: Tab<'a>, link: &str, event: &str) -> anyhow::Result<Self> {
        Self::set_up_for(tab, link, event, "TigerChess").await
    }

    /// The same for an event of another game.
    ///
    /// # Errors
    /// When a page is not as expected.
    pub async fn set_up_for(tab: Tab<'a>, link: &str, event: &str, game: &str) -> anyhow::Result<Self> {
        tab.open(link).await?;
        tab.fill("Your name", "Moor, Tessa").await?;
        tab.fill("Login", "tessa").await?;
        tab.fill("Password", "lancers at the gate").await?;
        tab.press("Make the account").await?;
        tab.open("/events/new").await?;
        tab.fill("Name of the event", event).await?;
        tab.choose(game).await?;
        tab.choose("Round robin").await?;
        tab.press("Make the event").await?;
        let path = tab.path().await?;
        let event = path.split('/').take(3).collect::<Vec<_>>().join("/");
        ensure!(event.starts_with("/events/"), "the new event led to {path}");
        Ok(Self { tab, event })
    }

    /// Signs in on somebody else's device, beside the page that is open there.
    ///
    /// # Errors
    /// When that is refused.
    pub async fn sign_in_on(&self, device: &Tab<'_>) -> anyhow::Result<()> {
        let (desk, own) = (self.path("/desk"), self.path("/me"));
        let signs_in = format!(
            "(async () => {{
                const send = async (page, action, fields) => {{
                    const text = await (await fetch(page)).text();
                    const form = new DOMParser().parseFromString(text, 'text/html').querySelector(`form[action='${{action}}']`);
                    const body = new URLSearchParams(new FormData(form));
                    for (const [name, value] of Object.entries(fields)) body.set(name, value);
                    await fetch(action, {{ method: 'POST', body }});
                }};
                await send({own:?}, '/sign-out', {{}});
                await send('/sign-in', '/sign-in', {{ login: 'tessa', password: 'lancers at the gate' }});
                return (await fetch({desk:?})).ok;
            }})()"
        );
        ensure!(device.evaluate::<bool>(&signs_in).await?, "nobody is at the desk");
        Ok(())
    }

    /// The path of a page of the event.
    #[must_use]
    pub fn path(&self, page: &str) -> String {
        format!("{}{page}", self.event)
    }

    /// Opens a page of the event.
    ///
    /// # Errors
    /// When it does not come.
    pub async fn open(&self, page: &str) -> anyhow::Result<()> {
        self.tab.open(&self.path(page)).await
    }

    /// Enters players by pasting their names.
    ///
    /// # Errors
    /// When a page is not as expected.
    pub async fn enter_players(&self, names: &[&str]) -> anyhow::Result<()> {
        self.open("/entries").await?;
        self.tab.press("Add players").await?;
        self.tab.fill("Paste one player a line", &names.join("\n")).await?;
        self.tab.press("Look at the list").await?;
        self.tab.press(&format!("Enter these {} players", names.len())).await?;
        let entries = self.tab.table("entries").await?;
        ensure!(entries.len() == names.len(), "{entries:?}");
        Ok(())
    }

    /// Checks everybody in.
    ///
    /// # Errors
    /// When a page is not as expected.
    pub async fn check_in_all(&self) -> anyhow::Result<()> {
        self.open("/entries").await?;
        self.tab.press("Everybody is here").await
    }

    /// Makes the link of a player's phone; its path.
    ///
    /// # Errors
    /// When a page is not as expected.
    pub async fn make_link(&self, player: &str) -> anyhow::Result<String> {
        self.open("/entries").await?;
        self.tab.follow(player).await?;
        self.tab.press("Make a link").await?;
        self.tab.evaluate("new URL(document.getElementById('claim-link').value).pathname").await
    }

    /// Drafts the next round and publishes it; the rooms of its games, board 1 first.
    ///
    /// # Errors
    /// When a page is not as expected.
    pub async fn publish_round(&self, round: u16) -> anyhow::Result<Vec<String>> {
        self.open("/desk").await?;
        self.tab.press("Draft the pairing").await?;
        self.publish_drafted(round).await
    }

    /// Publishes the round whose draft is open; the rooms of its games, board 1 first.
    ///
    /// # Errors
    /// When a page is not as expected.
    pub async fn publish_drafted(&self, round: u16) -> anyhow::Result<Vec<String>> {
        self.tab.press("Publish round").await?;
        self.open_results(round).await?;
        let games: Vec<String> = self
            .tab
            .evaluate("[...document.querySelectorAll('input[name^=\"game-\"]')].map((input) => input.value)")
            .await?;
        Ok(games.iter().map(|game| self.path(&format!("/games/{game}"))).collect())
    }

    /// Opens the result grid of a round.
    ///
    /// # Errors
    /// When it does not come.
    pub async fn open_results(&self, round: u16) -> anyhow::Result<()> {
        self.open(&format!("/rounds/{round}/results")).await
    }

    /// Who plays whom in a round, board 1 first.
    ///
    /// # Errors
    /// When the grid is not as expected.
    pub async fn pairs(&self, round: u16) -> anyhow::Result<Vec<[String; 2]>> {
        self.open_results(round).await?;
        let rows = self.tab.table("grid").await?;
        let pair = |row: &Vec<String>| Some([row.get(2)?.clone(), row.get(3)?.clone()]);
        rows.iter().map(pair).collect::<Option<_>>().context("a row of the grid has two players")
    }

    /// Writes down that the players do not agree on Open.
    ///
    /// # Errors
    /// When the room is not as expected.
    pub async fn answer_no(&self, game: &str) -> anyhow::Result<()> {
        self.tab.open(&format!("{game}/room")).await?;
        self.tab.choose("They do not").await?;
        self.tab.press("Write the answer down").await
    }

    /// Enters dice from a real cup.
    ///
    /// # Errors
    /// When the room is not as expected.
    pub async fn enter_dice(&self, faces: &str) -> anyhow::Result<()> {
        self.tab.unfold("The dice were cast from a real cup").await?;
        let label = if faces.len() == 1 { "Uppermost number" } else { "Uppermost numbers" };
        self.tab.fill(label, faces).await?;
        self.tab.press("Enter the dice").await
    }

    /// Lets the program cast, with a word of the first player's.
    ///
    /// # Errors
    /// When the room is not as expected.
    pub async fn let_program_cast(&self, word: &str) -> anyhow::Result<()> {
        self.tab.press("Let the program cast").await?;
        self.tab.expect("the program is committed").await?;
        self.tab.focus("#word-0").await?;
        self.tab.insert(word).await?;
        self.tab.press_nth("Add the word", 0).await?;
        self.tab.expect(word).await?;
        self.tab.press("Cast now").await
    }

    /// Settles the variation of a game with dice from the cup alone.
    ///
    /// # Errors
    /// When the room is not as expected.
    pub async fn choose_from_cup(&self, game: &str, deployment: &str, tiger: &str) -> anyhow::Result<()> {
        self.answer_no(game).await?;
        self.enter_dice(deployment).await?;
        self.enter_dice(tiger).await
    }

    /// Enters results of a round by keyboard, from the first open board on. With scripts `Enter` saves each and
    /// goes on, and nobody waits for a slow line: what is typed meanwhile is for the boards after it; without them the
    /// browser's own list takes the key, and all are saved at once.
    ///
    /// # Errors
    /// When the grid is not as expected.
    pub async fn enter_by_keys(&self, round: u16, keys: &[&str]) -> anyhow::Result<()> {
        self.open_results(round).await?;
        let boards = keys.len();
        if self.tab.has_scripts() {
            self.tab.until("document.activeElement.id === 'pick-1'").await?;
            self.tab.slow_down(300).await?;
        }
        for (board, key) in (1..).zip(keys) {
            if self.tab.has_scripts() {
                self.tab.key(key).await?;
                self.tab.key("Enter").await?;
            } else {
                self.tab.focus(&format!("#pick-{board}")).await?;
                self.tab.key(key).await?;
            }
        }
        if self.tab.has_scripts() {
            self.tab.expect(&format!("Saved. {boards} of {boards} results are in.")).await?;
            self.tab.slow_down(0).await?;
            // One more is pressed out of habit: it closes no round.
            self.tab.until("document.activeElement.matches('.progress')").await?;
            self.tab.key("Enter").await?;
        } else {
            self.tab.press("Save all").await?;
        }
        self.open_results(round).await?;
        ensure!(!self.tab.text().await?.contains("The round is closed"), "nobody has closed it");
        for (board, key) in (1..).zip(keys) {
            let chosen =
                format!("document.getElementById('pick-{board}').selectedOptions[0].dataset.key ?? ''");
            let chosen: String = self.tab.evaluate(&chosen).await?;
            ensure!(chosen == *key, "board {board} has {chosen} for {key}");
        }
        self.tab.expect(&format!("{boards} of {boards}")).await
    }

    /// Enters results by choosing from the boards' lists, and saves all at once.
    ///
    /// # Errors
    /// When the grid is not as expected.
    pub async fn enter_by_list(&self, round: u16, results: &[(u16, &str)]) -> anyhow::Result<()> {
        self.open_results(round).await?;
        for (board, result) in results {
            self.tab.focus(&format!("#pick-{board}")).await?;
            self.tab.select_here(result).await?;
        }
        self.tab.press("Save all").await
    }

    /// Closes a round whose results are all in.
    ///
    /// # Errors
    /// When the grid is not as expected.
    pub async fn close_round(&self, round: u16) -> anyhow::Result<()> {
        self.open_results(round).await?;
        self.tab.press("Close round").await?;
        self.open_results(round).await?;
        self.tab.expect("The round is closed").await
    }
}
