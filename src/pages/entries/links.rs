//! Links by which players speak for themselves, many at once: a sheet to be cut up, shown once.

use askama::Template;
use tiger_event::{EntryId, Event, NameOrder};

use crate::access::EventAccess;
use crate::error::Result;
use crate::pages::papers::cut_stack;
use crate::pages::public::PlayerLink;
use crate::pages::qr::qr;
use crate::pages::{EventTab, Frame};

/// A card of the sheet.
pub struct LinkCard {
    player: PlayerLink,
    link: String,
    /// The link as an SVG picture, made by the program.
    qr: String,
}

#[derive(Template)]
#[template(path = "entries/links.html")]
pub struct LinksPage {
    frame: Frame,
    event: String,
    /// By name.
    cards: Vec<LinkCard>,
    pages: Vec<Vec<Option<usize>>>,
    /// How long they are good for.
    days: i64,
}

impl LinkCard {
    /// The card of a player with a link.
    pub fn of(event: &Event, entry: EntryId, link: String) -> Result<Self> {
        let player = PlayerLink::of(event, event.entry(entry)?);
        Ok(Self { player, qr: qr(&link)?, link })
    }
}

impl LinksPage {
    /// Eight a page.
    pub fn of(access: &EventAccess, mut cards: Vec<LinkCard>, days: i64) -> Self {
        let mut order = NameOrder::default();
        cards.sort_by(|one, other| order.compare(&one.player.name, &other.player.name));
        Self {
            frame: access.frame_under(EventTab::Entries),
            event: access.event.settings.name.to_string(),
            pages: cut_stack(cards.len(), 8),
            cards,
            days,
        }
    }
}
