//! The front page and the list of all events.

use std::sync::Arc;

use askama::Template;
use tiger_event::StaffRole;
use tiger_event::text::count;
use tiger_rules::GameKind;

use crate::pages::{Frame, masthead};
use crate::publish::{Card, OwnEvent, OwnRole};

/// Finished events that the front page names.
const FINISHED_SHOWN: usize = 6;

struct CardView {
    game: GameKind,
    name: String,
    href: String,
    state: String,
    foot: String,
    role: &'static str,
}

impl CardView {
    fn of(card: &Card) -> Self {
        let players = count(card.players, "player", "players");
        let state = match (card.is_finished, card.rounds) {
            (true, _) => format!("Over · {players}"),
            (false, 0) => format!("{} · {players}", card.format.title()),
            (false, round) => format!("Round {round} of {} · {players}", card.planned_rounds),
        };
        let dates = masthead::days(card.starts_on, card.ends_on);
        Self {
            game: card.game,
            name: card.name.clone(),
            href: format!("/events/{}", card.slug),
            state,
            foot: card.venue.iter().cloned().chain([dates]).collect::<Vec<_>>().join(", "),
            role: "",
        }
    }

    fn own(own: &OwnEvent) -> Self {
        let view = Self::of(&own.card);
        let (role, rest) = match own.role {
            OwnRole::Staff(StaffRole::Chief) => ("You are the chief arbiter", "/desk"),
            OwnRole::Staff(StaffRole::Arbiter) => ("You are an arbiter", "/desk"),
            OwnRole::Player => ("You play here", "/me"),
            OwnRole::Administrator => ("As administrator", "/desk"),
        };
        Self { href: format!("{}{rest}", view.href), role, ..view }
    }
}

fn views<'a>(cards: impl Iterator<Item = &'a Arc<Card>>) -> Vec<CardView> {
    cards.map(|card| CardView::of(card)).collect()
}

#[derive(Template)]
#[template(path = "public/home.html")]
pub struct HomePage {
    frame: Frame,
    is_signed_in: bool,
    own: Vec<CardView>,
    current: Vec<CardView>,
    finished: Vec<CardView>,
    has_more: bool,
}

impl HomePage {
    /// The page with everybody's events and, for people who are signed in, their own.
    pub fn new(frame: Frame, cards: &[Arc<Card>], own: Option<&[OwnEvent]>) -> Self {
        let is_signed_in = own.is_some();
        let own = own.unwrap_or_default();
        // Whoever works or plays in an event finds it at the head of the page, and only there.
        let is_others = |card: &&Arc<Card>| own.iter().all(|own| own.card.slug != card.slug);
        let finished = || cards.iter().filter(|card| card.is_finished).filter(is_others);
        Self {
            frame,
            is_signed_in,
            own: own.iter().map(CardView::own).collect(),
            current: views(cards.iter().filter(|card| !card.is_finished).filter(is_others)),
            finished: views(finished().take(FINISHED_SHOWN)),
            has_more: finished().count() > FINISHED_SHOWN,
        }
    }
}

#[derive(Template)]
#[template(path = "public/events.html")]
pub struct ListPage {
    frame: Frame,
    current: Vec<CardView>,
    finished: Vec<CardView>,
}

impl ListPage {
    pub fn new(frame: Frame, cards: &[Arc<Card>]) -> Self {
        Self {
            frame,
            current: views(cards.iter().filter(|card| !card.is_finished)),
            finished: views(cards.iter().filter(|card| card.is_finished)),
        }
    }
}
