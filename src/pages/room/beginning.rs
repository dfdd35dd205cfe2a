//! What a game begins from: a situation on a board, before an arbiter decides.

use askama::Template;
use tiger_rules::AnyPosition;

use super::local;
use crate::access::Room;
use crate::board::{Drawing, Scene, draw};
use crate::error::Result;
use crate::pages::{FormView, Frame};

#[derive(Template)]
#[template(path = "room/beginning.html")]
pub struct BeginningPage {
    pub frame: Frame,
    pub game: String,
    /// What the game is called, and who plays it.
    pub title: String,
    /// What it begins from now, in a sentence.
    pub now: String,
    /// Whether it does not begin as usual.
    pub is_changed: bool,
    /// Why nothing can be changed any more; empty while it can.
    pub why_closed: &'static str,
    /// The form that looks at a situation.
    pub look: FormView,
    /// The form that decides.
    pub form: FormView,
    /// The situation that is looked at, as the rules write it; empty while it is the one that stands.
    pub asked: String,
    pub drawing: Option<Drawing>,
}

impl BeginningPage {
    /// The page with a situation that is asked for, or the one that stands.
    ///
    /// # Errors
    /// When the event's own board contradicts what is on file.
    pub fn of(room: &Room<'_>, asked: Option<&str>) -> Result<Self> {
        let (event, game) = (room.event, room.game);
        let variation = game.variation(event.settings.game);
        let stands = event.beginning_of(game).ok();
        let text = asked
            .map(str::to_owned)
            .or_else(|| stands.as_ref().map(AnyPosition::situation))
            .unwrap_or_default();
        let mut look = FormView::new("look").with_value("situation", &text);
        let shown = variation
            .filter(|_| asked.is_some())
            .and_then(|variation| look.read("situation", |text| event.read_beginning(variation, text)));
        let asked = shown.as_ref().map(AnyPosition::situation).unwrap_or_default();
        let shown = shown.or_else(|| stands.filter(|_| !look.is_rejected()));
        Ok(Self {
            frame: room.access.frame(None).under(event.place_title(game), room.path("/room")),
            game: room.path(""),
            title: game.players().map(|player| event.name_of(player)).join(" – "),
            now: match &game.beginning {
                None => "The game begins as usual.".to_owned(),
                Some(it) => format!(
                    "The game begins from another situation: {} Decided by {}, {}.",
                    it.reason,
                    it.by,
                    local(event, it.at)
                ),
            },
            is_changed: game.beginning.is_some(),
            why_closed: why_closed(room),
            look,
            form: FormView::fresh("beginning").with_value("situation", &asked),
            asked,
            drawing: shown.map(|position| draw(&Scene::of(&position), "Before the first move.")),
        })
    }
}

fn why_closed(room: &Room<'_>) -> &'static str {
    let game = room.game;
    if game.variation(room.event.settings.game).is_none() {
        return "The variation of this game is not chosen yet: answers and dice come first.";
    }
    if game.result.is_some() || !game.records.is_empty() {
        return "This game has its result or a record already: it begins from what they rest on.";
    }
    if !room.is_open() {
        return "The round of this game is closed.";
    }
    ""
}
