//! The face of a clock between the players, and the link for a device that lies there.

use askama::Template;
use tiger_event::clock::Hand;
use tiger_event::result::SEATS;
use tiger_event::{Event, Game};
use tiger_rules::clock::ClockSide;

use super::ClockState;
use crate::access::{ClockAccess, Viewer};
use crate::auth::cookie::TABLET_DAYS;
use crate::error::Result;
use crate::ledger::clocks::Standing;
use crate::pages::public::words::side_class;
use crate::pages::qr::qr;
use crate::pages::{EventTab, Frame, masthead};

/// The clock itself: two big halves.
#[derive(Template)]
#[template(path = "clocks/face.html")]
pub struct FacePage {
    pub frame: Frame,
    /// Round and board.
    pub title: String,
    pub base: String,
    /// Where the game's pages begin.
    pub game: String,
    pub state: ClockState,
    /// The halves from top to bottom, each with the class of its army's colour; without one while the variation leaves it
    /// open.
    pub order: [(ClockSide, &'static str); 2],
    /// Whether the upper half stands on its head, for a device that lies between the players.
    pub is_turned: bool,
    pub is_arbiter: bool,
    /// The name of whoever presses here.
    pub hand_name: String,
    /// Whether the reader is a device between the players: it has no way to other pages.
    pub is_tablet: bool,
    pub refusal: String,
}

impl FacePage {
    /// The face as whoever asks may use it, perhaps turned for a device that lies between the players; with what was
    /// refused.
    ///
    /// # Errors
    /// When the event has lost the game.
    pub fn of(
        access: &ClockAccess,
        standing: &Standing,
        mark: String,
        is_turned: bool,
        refusal: String,
    ) -> Result<Self> {
        let is_tablet = matches!(access.hand, Hand::Tablet { .. });
        // Whoever holds the device sees the own half below.
        let order = match access.hand {
            Hand::Player { side: ClockSide::Second, .. } => ClockSide::BOTH,
            _ => [ClockSide::Second, ClockSide::First],
        };
        let game = access.game()?;
        let kind = access.event.settings.game;
        let order = order.map(|side| (side, side_class(kind, game.variation(kind), SEATS[side.index()])));
        Ok(Self {
            frame: access.viewer.form_frame()?,
            title: access.event.place_title(game),
            base: access.base(),
            game: access.path(""),
            state: ClockState::for_device(access, standing, mark)?,
            order,
            is_turned: is_turned || is_tablet,
            is_arbiter: access.hand.is_arbiter(),
            hand_name: access.hand.name().to_owned(),
            is_tablet,
            refusal,
        })
    }

    pub fn is_upside_down(&self, side: &ClockSide) -> bool {
        self.is_turned && *side == self.order[0].0
    }

    /// What follows the address of a form, so that the page comes back as it was.
    pub const fn as_it_was(&self) -> &'static str {
        if self.is_turned && !self.is_tablet { "?turned=yes" } else { "" }
    }
}

/// A link for a device between the players, shown once.
#[derive(Template)]
#[template(path = "clocks/link.html")]
pub struct TabletLinkPage {
    pub frame: Frame,
    /// Round and board.
    pub title: String,
    /// Where the game's pages begin.
    pub game: String,
    pub qr: String,
    pub link: String,
    /// Whether a device can keep the clock's page.
    pub can_keep: bool,
}

/// What a device sees that opens the link.
#[derive(Template)]
#[template(path = "clocks/join.html")]
pub struct JoinPage {
    pub frame: Frame,
    /// Round and board.
    pub title: String,
    pub event: String,
    pub names: [String; 2],
    /// Whether the device can keep the clock's page: browsers do so over HTTPS alone.
    pub can_keep: bool,
}

impl TabletLinkPage {
    pub fn of(access: &ClockAccess, link: String, can_keep: bool) -> Result<Self> {
        let nav = masthead::nav(&access.event, access.role, Some(EventTab::Rounds));
        Ok(Self {
            frame: access.viewer.frame().in_event(nav).under("Clock", access.path("/clock/book")),
            title: access.event.place_title(access.game()?),
            game: access.path(""),
            qr: qr(&link)?,
            link,
            can_keep,
        })
    }
}

impl JoinPage {
    pub fn of(viewer: &Viewer, event: &Event, game: &Game, can_keep: bool) -> Result<Self> {
        Ok(Self {
            frame: viewer.form_frame()?,
            title: event.place_title(game),
            event: event.settings.name.to_string(),
            names: game.players().map(|player| event.name_of(player).to_owned()),
            can_keep,
        })
    }
}
