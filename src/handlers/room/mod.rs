//! The game room: choice, dice, reports, records; and the player's own page.

pub mod accord;
pub mod choice;
pub mod compare;
pub mod dice;
pub mod me;
pub mod record;
pub mod report;
pub mod scoresheet;
pub mod show;
pub mod steps;
pub mod transcript;

mod view;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::game::Game;
use crate::domain::ids::{CastId, GameId};
use crate::domain::permission::Role;
use crate::domain::protocol::Evidence;
use crate::domain::result::Seat;
use crate::error::AppError;
use crate::ledger::Order;
use crate::pages::flash::see_other_saying;
use crate::pages::parts::Tone;
use crate::services;
use crate::services::evidence::{self, Known, Reader};
use crate::state::AppState;

/// A game that the reader may go into: an arbiter, or one of its two players.
struct Room<'a> {
    access: &'a EventAccess,
    game: &'a Game,
    /// The reader's seat, for a player.
    seat: Option<usize>,
}

impl<'a> Room<'a> {
    /// Opens the room that the address names.
    fn open(request: &HttpRequest, access: &'a EventAccess) -> Result<Self, AppError> {
        access.viewer.require_signed_in()?;
        let game = named(request, access)?;
        let seat = match access.role {
            Role::Player(entry) => game.players().iter().position(|player| *player == entry),
            _ => None,
        };
        if access.role.is_arbiter() || seat.is_some() {
            Ok(Self { access, game, seat })
        } else {
            Err(AppError::Forbidden {
                sentence: "Only the two players at this board and the arbiters come into its room."
                    .to_owned(),
                way_out: Some(crate::error::Link::new(game_path(access, game), "The game's public page")),
            })
        }
    }

    /// Where the game's pages begin.
    fn path(&self, rest: &str) -> String {
        format!("{}{rest}", game_path(self.access, self.game))
    }

    /// The player that a form speaks for: the reader's own seat, or the one that an arbiter names.
    fn player(&self, posted: &Posted) -> Result<usize, AppError> {
        match (self.seat, posted.value("player").parse()) {
            (Some(seat), _) => Ok(seat),
            (None, Ok(player)) if player < 2 => Ok(player),
            _ => Err(AppError::not_found("player")),
        }
    }

    /// What the moves on file lead to, as far as the reader may see them.
    async fn known(&self, state: &Data<AppState>) -> Result<Option<Known>, AppError> {
        let own = self.seat.and_then(|seat| self.game.players().get(seat).copied());
        let reader = own.map_or(Reader::Arbiter, Reader::Player);
        evidence::newest(state, &self.access.event, self.game, reader).await
    }

    /// Whose move it is by the scoresheet of the player who asks; an arbiter sees it at the board.
    async fn turn_now(&self, state: &Data<AppState>) -> Result<Option<Seat>, AppError> {
        if self.seat.is_none() {
            return Ok(None);
        }
        let known = self.known(state).await?;
        Ok(known.filter(|known| known.evidence == Evidence::Scoresheet).map(|known| known.turn()))
    }

    /// Carries a command out and goes back to the room.
    async fn carry_out(
        &self,
        state: &Data<AppState>,
        posted: &Posted,
        command: Command,
        (anchor, said): (&str, &str),
    ) -> Result<HttpResponse, AppError> {
        let order = Order::new(self.access.actor()?, self.access.event.id, command).once(posted.once()?);
        services::carry_out(state, order).await?;
        Ok(see_other_saying(&self.path(&format!("/room{anchor}")), Tone::Good, said))
    }
}

fn game_path(access: &EventAccess, game: &Game) -> String {
    access.path(&format!("/games/{}", game.id))
}

/// The game that the address names.
fn named<'a>(request: &HttpRequest, access: &'a EventAccess) -> Result<&'a Game, AppError> {
    let id = request.match_info().get("game").and_then(|id| id.parse::<GameId>().ok());
    id.and_then(|id| access.event.games.get(&id)).ok_or(AppError::not_found("game"))
}

/// The cast that the address names.
fn named_cast(request: &HttpRequest) -> Result<CastId, AppError> {
    let id = request.match_info().get("cast").and_then(|id| id.parse().ok());
    id.ok_or(AppError::not_found("cast"))
}
