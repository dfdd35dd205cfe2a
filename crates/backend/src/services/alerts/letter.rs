//! What a player reads: one message of all that is news, or the question whether an address wants to hear of it.

use tiger_event::alerts::{Part, Piece, side};
use tiger_event::local_time::in_words;
use tiger_event::{Bytes32, Entry, Event, PublishedEvent};

use crate::auth::Token;

/// A message, before it is known how it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// What it is about, in one line.
    pub title: String,
    /// What it says, a paragraph each.
    pub words: Vec<String>,
    /// The path of the page where more stands.
    pub path: String,
    /// The path of the page where the wish is confirmed and stopped.
    pub stop: String,
    pub is_question: bool,
}

impl Letter {
    /// The question to an address. It names no player: whoever types an address puts no words of their own into it.
    pub(super) fn asking(event: &Event, token: &Token) -> Self {
        let name = &event.settings.name;
        let stop = super::path(token);
        Self {
            title: format!("Do you want e-mail from {name}?"),
            words: vec![format!(
                "Somebody, most likely you, typed this address to be told of a player’s pairings in {name}."
            )],
            path: stop.clone(),
            stop,
            is_question: true,
        }
    }

    pub(super) fn telling(event: &PublishedEvent, entry: &Entry, news: &[Piece], token: &Token) -> Self {
        let name = &event.settings.name;
        let title = match news {
            [Piece::Published(round, part)] => format!("{name}, round {round}: {}", in_short(event, part)),
            [Piece::Changed(round, _)] => format!("{name}, round {round}: the pairing was changed"),
            [Piece::TakenBack(round)] => format!("{name}: round {round} was taken back"),
            _ => format!("{name}: your rounds have changed"),
        };
        let page = match news.last() {
            Some(Piece::Published(..) | Piece::Changed(..)) => "/pairings",
            _ => "",
        };
        Self {
            title,
            words: news.iter().map(|piece| told(event, entry, piece)).collect(),
            path: format!("/events/{}{page}", event.slug),
            stop: super::path(token),
            is_question: false,
        }
    }

    /// A name that the same message has again when it is tried again.
    pub fn digest(&self) -> Bytes32 {
        Bytes32::digest(format!("{}\n{}\n{}", self.title, self.words.join("\n"), self.stop).as_bytes())
    }
}

fn in_short(event: &Event, part: &Part) -> String {
    match part {
        Part::Game { board, opponent, .. } => format!("board {board} against {}", event.name_of(*opponent)),
        Part::Bye { kind, is_forfeit } => event.bye_title(*kind, *is_forfeit).to_owned(),
        Part::Unpaired | Part::Out => "you are not paired".to_owned(),
    }
}

fn told(event: &Event, entry: &Entry, piece: &Piece) -> String {
    let name = &entry.details.name;
    let (begins, part) = match piece {
        Piece::TakenBack(round) => {
            return format!("{name}: round {round} was taken back. Wait for the new pairing.");
        }
        Piece::Published(round, part) => (format!("{name}: round {round} is published."), part),
        Piece::Changed(round, part) => (format!("{name}: your pairing of round {round} was changed."), part),
    };
    let own = match part {
        Part::Game { board, seat, opponent } => format!(
            "You play on board {board} against {}. Your side: {}.",
            event.name_of(*opponent),
            side(event.settings.game, *seat).to_lowercase(),
        ),
        Part::Bye { kind, is_forfeit } => {
            format!("You do not play: {}.", event.bye_title(*kind, *is_forfeit))
        }
        Part::Unpaired | Part::Out => "You are not paired in it.".to_owned(),
    };
    let line = event.timetable().and_then(|timetable| timetable.of_round(piece.round()));
    let time = line.filter(|_| matches!(part, Part::Game { .. })).map(|line| {
        format!(" The round begins on {} ({}).", in_words(line.begins), event.settings.time_zone)
    });
    format!("{begins} {own}{}", time.unwrap_or_default())
}
