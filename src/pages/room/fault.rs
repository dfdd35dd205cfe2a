//! A record that is not handed in yet, because the rules refuse it: its fault, its board, and its text to be corrected.

use askama::Template;
use tiger_event::text::capital;
use tiger_rules::{Limits, Place, RecordError, read_records};

use super::record::moves;
use crate::access::Room;
use crate::board::Drawing;
use crate::pages::{FormView, Frame};

#[derive(Template)]
#[template(path = "room/fault.html")]
pub struct FaultPage {
    pub frame: Frame,
    /// Where the game's pages begin.
    pub game: String,
    /// What the game is called.
    pub title: String,
    /// What is wrong.
    pub fault: String,
    /// The refused move with its place in the text; none where no move is at fault.
    pub wrong: Option<(Place, String)>,
    /// Moves that may have been meant, the likeliest first.
    pub suggestions: Vec<String>,
    /// Whether it can be handed in all the same.
    pub can_insist: bool,
    /// The board where the rules stop following; none when nothing can be replayed.
    pub drawing: Option<Drawing>,
    /// Which moment the board shows.
    pub said: String,
    /// The text, to be corrected.
    pub form: FormView,
}

impl FaultPage {
    /// The page of a text that the rules refuse, or that is no record of this game at all.
    pub fn of(room: &Room<'_>, text: &str, typed: FormView, found: Result<String, RecordError>) -> Self {
        let record = read_records(text, Limits::WEB).next().and_then(Result::ok);
        let seen = record.filter(|_| found.is_err()).map(|it| moves(&it, &room.event.settings.dance_board()));
        let (_, drawing, said) = seen.unwrap_or_default();
        let mut form = FormView::fresh("record");
        form.refill(typed);
        let (fault, wrong, suggestions, can_insist) = match found {
            Ok(sentence) => (sentence, None, Vec::new(), false),
            Err(error) => {
                let place = error.place.map(|place| format!(" ({place})")).unwrap_or_default();
                let ply = if error.ply == 0 { String::new() } else { format!("Ply {}: ", error.ply) };
                let written = error.mv.as_ref().map(|mv| format!("{mv}: ")).unwrap_or_default();
                let fault = capital(&format!("{ply}{written}{}{place}.", error.why));
                (fault, error.place.zip(error.mv), error.suggestions, true)
            }
        };
        Self {
            frame: room.access.frame(None).under("Game room", room.path("/room")),
            game: room.path(""),
            title: room.event.place_title(room.game),
            fault,
            wrong,
            suggestions,
            can_insist,
            drawing,
            said,
            form,
        }
    }
}
