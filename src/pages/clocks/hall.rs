//! All clocks of the round, for arbiters.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use tiger_event::clock::Hand;
use tiger_event::text::count;
use tiger_event::{Game, GameId};
use tiger_rules::clock::ClockSide;

use super::ClockState;
use crate::access::EventAccess;
use crate::ledger::clocks::Standing;
use crate::pages::{EventTab, FormView, Frame};
use crate::services::{choices, clocks};

/// A clock among all of the round.
pub struct ClockCard {
    /// Where the game's pages begin.
    pub path: String,
    pub state: ClockState,
    /// Whether it is among those that are started together: nobody says that the game is over.
    pub is_startable: bool,
    /// The form to stop it, or to set it going.
    pub stop: FormView,
    pub add: FormView,
}

#[derive(Template)]
#[template(path = "clocks/hall.html")]
pub struct ClocksPage {
    pub frame: Frame,
    /// The round; 0 while there is none.
    pub round: u16,
    /// The clocks, board 1 first.
    pub cards: Vec<ClockCard>,
    pub stop_all: FormView,
    /// Whether the game has something to choose before it begins.
    pub has_choices: bool,
}

impl ClocksPage {
    pub fn states(
        access: &EventAccess,
        hand: &Hand,
        standings: &HashMap<GameId, Arc<Standing>>,
    ) -> Vec<ClockState> {
        let untouched = Standing::default();
        let event = &access.event;
        clocks::games_of_the_round(event)
            .into_iter()
            .map(|game| {
                let standing = standings.get(&game.id).map_or(&untouched, Arc::as_ref);
                ClockState::of(event, game, standing, hand, String::new())
            })
            .collect()
    }

    /// The page with forms in which nothing has been typed yet.
    pub fn of(access: &EventAccess, hand: &Hand, standings: &HashMap<GameId, Arc<Standing>>) -> Self {
        let games = clocks::games_of_the_round(&access.event);
        let card = |(game, state): (&Game, ClockState)| ClockCard {
            is_startable: state.can_start() && clocks::is_played(game),
            path: access.game_path(game, ""),
            stop: FormView::fresh(format!("stop-{}", state.board)),
            add: FormView::fresh(format!("add-{}", state.board)),
            state,
        };
        Self {
            frame: access.frame(Some(EventTab::Rounds)).under("Desk", access.path("/desk")),
            round: games.first().map_or(0, |game| game.round),
            cards: games.into_iter().zip(Self::states(access, hand, standings)).map(card).collect(),
            stop_all: FormView::fresh("all"),
            has_choices: !choices::steps(access.event.settings.game).is_empty(),
        }
    }

    /// How many clocks are started together, in words; empty if none.
    pub fn startable(&self) -> String {
        match self.cards.iter().filter(|card| card.is_startable).count() {
            0 => String::new(),
            some => count(some, "clock", "clocks"),
        }
    }

    pub fn going(&self) -> usize {
        self.cards.iter().filter(|card| card.state.is_going() && card.state.result.is_empty()).count()
    }
}
