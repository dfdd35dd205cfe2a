//! Who comes to a clock: an arbiter, one of its two players, or a device that may press this clock alone.

use std::sync::Arc;

use actix_web::HttpRequest;
use tiger_event::clock::Hand;
use tiger_event::permission::Role;
use tiger_event::{Event, EventId, Game, GameId, Seat, Slug, TabletId};
use tiger_rules::clock::ClockSide;

use super::viewer::{SignedIn, Viewer, extracted, find_signed_in, parts};
use crate::auth::cookie::{self, Kind};
use crate::error::Result;
use crate::error::{AppError, Link};
use crate::ledger::LedgerError;
use crate::{clock, db};

/// A clock, found by the `{slug}` and `{game}` of the address, for somebody who may touch it.
///
/// Devices at the boards belong to nobody: they come into events that are not public too, to their own clock alone.
#[derive(Debug, Clone)]
pub struct ClockAccess {
    pub viewer: Viewer,
    /// The event as it stands.
    pub event: Arc<Event>,
    /// What the person is to it; the public for a device.
    pub role: Role,
    pub game: GameId,
    /// As whom the clock is touched.
    pub hand: Hand,
}

impl ClockAccess {
    pub fn game(&self) -> Result<&Game> {
        self.event.games.get(&self.game).ok_or(AppError::not_found("game"))
    }

    /// Lets arbiters pass.
    pub fn require_arbiter(&self) -> Result<()> {
        if self.hand.is_arbiter() {
            return Ok(());
        }
        Err(AppError::Forbidden {
            sentence: "Only an arbiter of this event may do this.".to_owned(),
            way_out: Some(Link::new(self.path("/clock"), "Back to the clock")),
        })
    }

    /// Event and game, as the ledger of presses asks for them.
    pub fn place(&self) -> (EventId, GameId) {
        (self.event.id, self.game)
    }

    pub fn base(&self) -> String {
        super::base(&self.event)
    }

    /// The path of one of the game's pages, such as `path("/clock")`.
    pub fn path(&self, rest: &str) -> String {
        format!("{}/games/{}{rest}", self.base(), self.game)
    }
}

async fn find(request: HttpRequest) -> Result<ClockAccess> {
    let slug = request.match_info().get("slug").map(Slug::parse);
    let game = request.match_info().get("game").and_then(|id| id.parse::<GameId>().ok());
    let (state, session) = parts(&request)?;
    let device = cookie::token(&request, Kind::Tablet, &state.config);
    let (signed_in, event, tablet) = db::block(move || {
        state.db.read(|db| -> Result<_, LedgerError> {
            let signed_in = find_signed_in(db, &state, session.as_ref())?;
            let event = match slug {
                Some(Ok(slug)) => state.ledger.event_by_slug(db, &slug),
                _ => Err(LedgerError::NoEvent),
            };
            let tablet = match device {
                Some(token) => db::tablets::find_by_token(db, token.hash())?,
                None => None,
            };
            Ok((signed_in, event, tablet))
        })
    })
    .await?;
    let viewer = Viewer::new(request, signed_in);
    let event = event?;
    let tablet = tablet
        .filter(|tablet| tablet.is_valid(clock::now()))
        .filter(|tablet| tablet.event == event.id && Some(tablet.game) == game)
        .map(|tablet| tablet.id);
    let role = viewer.role_in(&event);
    if role == Role::Public && !event.is_public && tablet.is_none() {
        return Err(AppError::not_found("event"));
    }
    let found = game.and_then(|game| event.games.get(&game)).ok_or(AppError::not_found("game"))?;
    let hand = hand(&viewer, role, found, tablet).ok_or_else(|| refusal(&viewer, &event, found))?;
    Ok(ClockAccess { game: found.id, viewer, role, hand, event })
}

/// As whom the clock is touched. A device at the board stays one when a player has signed in on it.
fn hand(viewer: &Viewer, role: Role, game: &Game, tablet: Option<TabletId>) -> Option<Hand> {
    let person = |signed_in: &SignedIn| (signed_in.user.id, signed_in.user.name.clone());
    match (viewer.signed_in().map(person), role, tablet) {
        (Some((id, name)), role, _) if role.is_arbiter() => Some(Hand::Arbiter { id, name }),
        (_, _, Some(id)) => Some(Hand::Tablet { id }),
        (Some((id, name)), Role::Player(entry), None) => {
            let side = match game.seat_of(entry)? {
                Seat::First => ClockSide::First,
                Seat::Second => ClockSide::Second,
            };
            Some(Hand::Player { id, name, side })
        }
        _ => None,
    }
}

fn refusal(viewer: &Viewer, event: &Event, game: &Game) -> AppError {
    if viewer.signed_in().is_none() {
        return AppError::SignIn;
    }
    AppError::Forbidden {
        sentence: viewer.kept_out(
            "Only the two players at this board, the device between them and the arbiters come to its clock.",
        ),
        way_out: Some(Link::new(
            format!("{}/games/{}", super::base(event), game.id),
            "The game's public page",
        )),
    }
}

extracted!(ClockAccess, find);
