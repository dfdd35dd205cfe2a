//! The room of one game, and who may come in.

use tiger_event::legal_moves::Help;
use tiger_event::permission::Role;
use tiger_event::{Event, Game, RoundState, Seat, Speaker};

use super::EventAccess;
use crate::error::Result;
use crate::error::{AppError, Link};

/// The room of the game that the address names, for somebody who may go into it: an arbiter, or one of its two players.
#[derive(Debug, Clone, Copy)]
pub struct Room<'a> {
    pub access: &'a EventAccess,
    pub event: &'a Event,
    pub game: &'a Game,
    /// The reader's seat, for a player.
    pub seat: Option<Seat>,
}

impl<'a> Room<'a> {
    pub fn of(access: &'a EventAccess) -> Result<Self> {
        // Who is not signed in does not hear whether there is such a game.
        access.viewer.require_signed_in()?;
        Self::of_game(access, access.game()?)
    }

    /// The same of a game that the address does not name.
    pub fn of_game(access: &'a EventAccess, game: &'a Game) -> Result<Self> {
        access.viewer.require_signed_in()?;
        let seat = match access.role {
            Role::Player(entry) => game.seat_of(entry),
            _ => None,
        };
        if access.role.is_arbiter() || seat.is_some() {
            return Ok(Self { access, event: &access.event, game, seat });
        }
        Err(AppError::Forbidden {
            sentence: access
                .viewer
                .kept_out("Only the two players at this board and the arbiters come into its room."),
            way_out: Some(Link::new(access.game_path(game, ""), "The game's public page")),
        })
    }

    /// The path of one of the game's pages.
    pub fn path(&self, rest: &str) -> String {
        self.access.game_path(self.game, rest)
    }

    pub const fn is_arbiter(&self) -> bool {
        self.access.role.is_arbiter()
    }

    /// Whether the reader plays this game: in the own seat, or while he is an arbiter of the event too.
    pub fn plays(&self) -> bool {
        let user = self.access.viewer.signed_in().map(|signed_in| signed_in.user.id);
        let is_own = |entry| {
            let claim = self.event.entries.get(&entry).map(|entry| entry.speaker);
            matches!((claim, user), (Some(Speaker::Taken { user: owner }), Some(user)) if owner == user)
        };
        self.seat.is_some() || self.game.players().into_iter().any(is_own)
    }

    /// How far scoresheets and refusals help the reader with the legal moves.
    pub fn help(&self) -> Help {
        self.event.help(self.game, self.plays())
    }

    /// Whether something can happen in the game: its round is open, or it was left for later.
    pub fn is_open(&self) -> bool {
        let round = self.event.round(self.game.round);
        self.game.adjourned.is_some() || round.is_ok_and(|round| round.state == RoundState::Published)
    }
}
