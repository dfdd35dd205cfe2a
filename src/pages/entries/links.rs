//! Links by which players speak for themselves, many at once: a sheet to be cut up, shown once.

use askama::Template;
use tiger_event::{Entry, EntryId, Event, NameOrder, Speaker};

use crate::access::EventAccess;
use crate::error::Result;
use crate::pages::papers::cut_stack;
use crate::pages::public::PlayerLink;
use crate::pages::qr::qr;
use crate::pages::{EventTab, Frame};

/// Players for whom nobody speaks.
pub struct Unlinked {
    /// Those for whom no link was ever made.
    pub never: Vec<EntryId>,
    /// Those whose link was not used yet.
    pub unused: Vec<EntryId>,
}

impl Unlinked {
    pub fn of(event: &Event) -> Self {
        let stays = |entry: &&Entry| !event.is_finished && !entry.is_erased && !event.has_left(entry);
        let entries = event.entries_by_number().into_iter().filter(stays);
        let (never, unused): (Vec<_>, Vec<_>) = entries
            .filter(|entry| entry.speaker.user().is_none())
            .partition(|entry| entry.speaker == Speaker::None);
        let ids = |entries: Vec<&Entry>| entries.into_iter().map(|entry| entry.id).collect();
        Self { never: ids(never), unused: ids(unused) }
    }
}

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
