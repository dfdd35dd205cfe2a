//! Dice of a game: a cast as pages show it, and its public transcript.

use askama::Template;
use tiger_event::dice::{Cast, purpose_title};
use tiger_event::{CastState, Event, Game, PlayerWord};

use super::local;
use crate::access::EventAccess;
use crate::pages::{Frame, or_empty};

pub struct CastView {
    pub id: String,
    /// What it decides.
    pub title: &'static str,
    /// The faces, if they are known.
    pub faces: Vec<u8>,
    /// The commitment, if the program cast.
    pub commitment: String,
    /// The players' words.
    pub words: [String; 2],
    /// Who entered them; empty where that is not known.
    pub hands: [String; 2],
    /// When it was begun, in the event's time: the digest stored, or the dice entered.
    pub at: String,
    /// When the program cast, in the event's time; empty while it has not.
    pub cast_at: String,
    /// Whether the dice came from a real cup.
    pub is_from_cup: bool,
    pub confirmed: [bool; 2],
    /// Who entered them.
    pub by: String,
    /// Why it does not count; empty if it does.
    pub voided: String,
}

impl CastView {
    pub fn of(event: &Event, cast: &Cast) -> Self {
        let (confirmed, by) = match &cast.state {
            CastState::FromCup { confirmed, by, .. } => (*confirmed, by.clone()),
            CastState::Committed | CastState::Cast { .. } => ([false; 2], String::new()),
        };
        Self {
            id: cast.id.to_string(),
            title: purpose_title(cast.purpose),
            faces: cast.faces().map(<[u8]>::to_vec).unwrap_or_default(),
            commitment: or_empty(&cast.commitment),
            words: cast.words.each_ref().map(|word| or_empty(&word.as_ref().map(PlayerWord::said))),
            hands: cast.hands.each_ref().map(or_empty),
            at: local(event, cast.begun_at),
            cast_at: match &cast.state {
                CastState::Cast { at, .. } => local(event, *at),
                CastState::Committed | CastState::FromCup { .. } => String::new(),
            },
            is_from_cup: matches!(cast.state, CastState::FromCup { .. }),
            confirmed,
            by,
            voided: or_empty(&cast.voided),
        }
    }

    /// The faces as words.
    pub fn spoken(&self) -> String {
        self.faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
    }

    /// Whether everybody who should has confirmed dice from a cup.
    pub fn is_confirmed(&self) -> bool {
        self.confirmed == [true, true]
    }
}

/// The transcript of a cast.
#[derive(Template)]
#[template(path = "room/transcript.html")]
pub struct TranscriptPage {
    pub frame: Frame,
    /// What the game is called.
    pub title: String,
    /// Where the game's public page is.
    pub game: String,
    /// Where the transcript's file is; empty while there is none.
    pub file: String,
    pub cast: CastView,
    /// The names of the players.
    pub players: [String; 2],
    /// The secret, once it is revealed.
    pub secret: String,
    /// The transcript as text, once the dice are cast.
    pub text: String,
}

impl TranscriptPage {
    /// The transcript of a cast; its text is empty while the program has not cast.
    pub fn of(access: &EventAccess, game: &Game, cast: &Cast, text: String) -> Self {
        let event = &*access.event;
        let secret = match &cast.state {
            CastState::Cast { secret, .. } => secret.to_string(),
            CastState::Committed => or_empty(&cast.revealed),
            CastState::FromCup { .. } => String::new(),
        };
        let file = access.game_path(game, &format!("/dice/{}.json", cast.id));
        Self {
            frame: access.frame(None),
            title: format!("round {}, board {}", game.round, event.board_number(game)),
            file: if text.is_empty() { String::new() } else { file },
            game: access.game_path(game, ""),
            cast: CastView::of(event, cast),
            players: game.players().map(|player| event.name_of(player).to_owned()),
            secret,
            text,
        }
    }
}
