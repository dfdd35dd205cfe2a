//! The list of players with check-in, as arbiters look at it: all, one letter, or only those who are not here yet.

use std::collections::BTreeSet;

use actix_web::web::Query;
use askama::Template;
use serde::Deserialize;
use tiger_event::name_order::initial;
use tiger_event::{Departure, Entry, EntryDetails, EntryId, Event, Label, NameOrder, Speaker};

use crate::access::{EventAccess, Posted};
use crate::error::Result;
use crate::error::problem::percent_encode;
use crate::pages::listing::part_of;
use crate::pages::{EventTab, Frame, Listing, Status, Wanted, or_empty};
use crate::services::entries::{Unlinked, absent};

/// Players of a part of the list.
const PART: usize = 200;

/// From so many players on the list is worth jumping in by letter.
const WORTH_LETTERS: usize = 20;

/// Which players the list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct View {
    /// Only those who are expected and not here yet.
    only_expected: bool,
    /// Only those under this letter.
    letter: Option<char>,
}

/// What the address says of it.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    only: String,
    #[serde(default)]
    letter: String,
}

impl View {
    fn read(only: &str, letter: &str) -> Self {
        Self { only_expected: only == "expected", letter: initial(letter) }
    }

    fn of(access: &EventAccess) -> Self {
        let query = access.viewer.request().query_string();
        Query::<Asked>::from_query(query)
            .map_or_else(|_| Self::default(), |asked| Self::read(&asked.only, &asked.letter))
    }

    /// The view from which a form was sent.
    pub fn posted(posted: &Posted) -> Self {
        Self::read(posted.value("only"), posted.value("letter"))
    }

    fn kept(self) -> Vec<(&'static str, String)> {
        let only = self.only_expected.then(|| ("only", "expected".to_owned()));
        only.into_iter().chain(self.letter.map(|letter| ("letter", letter.to_string()))).collect()
    }

    /// The address of the list as this shows it.
    fn href(self, access: &EventAccess) -> String {
        let kept: Vec<_> =
            self.kept().iter().map(|(name, value)| format!("{name}={}", percent_encode(value))).collect();
        let query = if kept.is_empty() { String::new() } else { format!("?{}", kept.join("&")) };
        format!("{}{query}", access.path("/entries"))
    }

    fn shows(self, event: &Event, entry: &Entry) -> bool {
        let is_under = |letter: char| initial(entry.details.name.as_str()) == Some(letter);
        (!self.only_expected || status(event, entry) == Status::Expected) && self.letter.is_none_or(is_under)
    }

    /// The players by number, those of a letter by name.
    fn players(self, event: &Event) -> Vec<&Entry> {
        let mut shown: Vec<_> =
            event.entries_by_number().into_iter().filter(|entry| self.shows(event, entry)).collect();
        if self.letter.is_some() {
            let mut order = NameOrder::default();
            shown.sort_by(|one, other| order.compare(one.details.name.as_str(), other.details.name.as_str()));
        }
        shown
    }

    /// Where one goes on after a player was checked in or out, of an event as it was before: to the player in the list, to
    /// the next one where the player stands in it no longer, and to the field where words were typed that found them.
    pub fn after(self, access: &EventAccess, player: EntryId, words: &str) -> String {
        if !words.is_empty() {
            return format!("{}#find", self.href(access));
        }
        let players = self.players(&access.event);
        let place = players.iter().position(|entry| entry.id == player).unwrap_or(0);
        let next = if self.only_expected { place + 1 } else { place };
        let anchor = players.get(next).map(|entry| format!("#entry-{}", entry.id)).unwrap_or_default();
        let sign = if self == Self::default() { "?" } else { "&" };
        match place / PART {
            0 => format!("{}{anchor}", self.href(access)),
            part => format!("{}{sign}page={}{anchor}", self.href(access), part + 1),
        }
    }

    /// Whether a player who is checked in vanishes from what is shown.
    pub const fn lets_vanish(self) -> bool {
        self.only_expected
    }
}

#[derive(Template)]
#[template(path = "entries/list.html")]
pub struct EntriesPage {
    pub frame: Frame,
    /// The words that lead to those who registered by themselves.
    pub registrations: String,
    /// The players by number, those of this part.
    pub rows: Vec<EntryRow>,
    /// Where they stand among all.
    pub listing: Listing,
    pub entered: usize,
    /// How many are checked in.
    pub present: usize,
    /// How many are expected, the withdrawn left out.
    pub expected: usize,
    /// How many would be paired next and are not here yet.
    pub absent: usize,
    pub view: View,
    /// The letters to jump to, each with its address and whether it is shown.
    pub letters: Vec<(char, String, bool)>,
    /// The same list with all letters.
    pub all_letters: String,
    /// The other choice: only those who are not here yet, or everybody again.
    pub other_choice: String,
    /// How many say that they are here, and nobody has confirmed it.
    pub announced: usize,
    /// How many have no link yet for a phone of their own, and how many a link that was not used.
    pub unlinked: (usize, usize),
    /// How many would be checked in anew for the next round.
    pub anew: usize,
    pub next_round: u16,
    /// Whether numbers can still be given anew.
    pub is_open: bool,
    /// Whether rounds have been published: then only ratings give new numbers.
    pub has_begun: bool,
    /// Whether ratings are taken from those that this program keeps.
    pub takes_ratings: bool,
    /// The version whose players are counted here.
    pub version: u64,
}

pub struct EntryRow {
    pub id: String,
    /// Pairing number.
    pub number: u16,
    pub name: String,
    /// Club and federation.
    pub origin: String,
    /// Rating, empty if there is none.
    pub rating: String,
    pub status: Status,
    /// What else matters: late, byes, who speaks for them.
    pub notes: Vec<String>,
}

impl EntriesPage {
    /// The list, with how many players wait who registered by themselves.
    pub fn of(access: &EventAccess, waiting: usize) -> Result<Self> {
        let event = &access.event;
        let is = |wanted: Status| event.entries.values().filter(move |entry| status(event, entry) == wanted);
        let (all, present) = (event.entries.len(), is(Status::CheckedIn).count());
        let expected = all - is(Status::Withdrawn).count();
        let is_open = event.takes_numbers() && all > 1;
        let view = View::of(access);
        let rows: Vec<_> = view.players(event).into_iter().map(|entry| EntryRow::of(event, entry)).collect();
        let wanted = Wanted::of(access.viewer.request())?.keeping(view.kept());
        let text =
            |row: &EntryRow| format!("{} {} {} {}", row.number, row.name, row.origin, row.status.label());
        let (rows, mut listing) = wanted.part(rows, PART, access.path("/entries"), text)?;
        listing.is_searched_as_one_types = true;
        let unlinked = Unlinked::of(event);
        let other = View { only_expected: !view.only_expected, letter: None };
        Ok(Self {
            frame: access.frame(Some(EventTab::Entries)),
            registrations: match waiting {
                0 => "Registrations".to_owned(),
                waiting => format!("Registrations ({waiting})"),
            },
            entered: all,
            present,
            expected,
            absent: absent(event).count(),
            view,
            letters: letters(access, view),
            all_letters: View { letter: None, ..view }.href(access),
            other_choice: other.href(access),
            announced: event.announced().count(),
            unlinked: (unlinked.never.len(), unlinked.unused.len()),
            anew: if event.published_rounds() > 0 && !event.is_finished { present } else { 0 },
            next_round: event.published_rounds().saturating_add(1),
            is_open,
            has_begun: event.published_rounds() > 0,
            takes_ratings: event.settings.own_ratings && event.published_rounds() == 0,
            rows,
            listing,
            version: event.version,
        })
    }

    fn links_for(&self) -> String {
        match self.unlinked.0 {
            1 => "A link for the one who has none".to_owned(),
            some => format!("Links for the {some} who have none"),
        }
    }

    fn caption(&self) -> String {
        let who = if self.view.only_expected { "Not here yet" } else { "Players" };
        match self.view.letter {
            Some(letter) => format!("{who} under {letter}, by name"),
            None => format!("{who} by number"),
        }
    }

    /// Where a player stands in the list.
    pub fn place_of(access: &EventAccess, player: EntryId) -> String {
        let number = access.event.entries.get(&player).map_or(1, |entry| usize::from(entry.number));
        let part = part_of(&access.path("/entries"), number.saturating_sub(1), PART);
        format!("{part}#entry-{player}")
    }
}

/// The letters under which players stand whom the view shows, each with its address.
fn letters(access: &EventAccess, view: View) -> Vec<(char, String, bool)> {
    if access.event.entries.len() < WORTH_LETTERS {
        return Vec::new();
    }
    let every = View { letter: None, ..view };
    let players = access.event.entries.values().filter(|entry| every.shows(&access.event, entry));
    let found: BTreeSet<char> = players.filter_map(|entry| initial(entry.details.name.as_str())).collect();
    let link = |letter: char| {
        // To the list at once: on a phone it stands below the fold.
        let href = format!("{}#entries-caption", View { letter: Some(letter), ..view }.href(access));
        (letter, href, view.letter == Some(letter))
    };
    found.into_iter().map(link).collect()
}

impl EntryRow {
    /// A player as the list and their own pages show them.
    pub fn of(event: &Event, entry: &Entry) -> Self {
        let details = &entry.details;
        let mut notes = Vec::new();
        if entry.first_round > 1 {
            notes.push(format!("from round {}", entry.first_round));
        }
        match (event.last_round_of(entry), entry.leaves_from()) {
            (Some(last), _) => notes.push(format!("leaves after round {last}")),
            (None, Some(from_round)) => notes.push(format!("left before round {from_round}")),
            (None, None) => {}
        }
        if event.settings.format.is_round_robin() && entry.departure() == Some(Departure::Annul) {
            notes.push("games annulled".to_owned());
        }
        notes.extend(entry.byes.iter().map(|(round, kind)| format!("{} in round {round}", kind.code())));
        if entry.says_here.is_some() {
            notes.push("says: I am here".to_owned());
        }
        let asked = entry.wishes.iter().filter(|wish| !wish.is_refused);
        notes.extend(asked.map(|wish| format!("asks {}", wish.asked.words())));
        if matches!(entry.speaker, Speaker::Taken { .. }) {
            notes.push("phone linked".to_owned());
        }
        Self {
            id: entry.id.to_string(),
            number: entry.number,
            name: details.name.to_string(),
            origin: origin(details),
            rating: or_empty(&details.rating),
            status: status(event, entry),
            notes,
        }
    }
}

/// Where a player comes from: club and federation.
pub(in crate::pages) fn origin(details: &EntryDetails) -> String {
    let said = [&details.club, &details.federation].into_iter().flatten();
    said.map(Label::as_str).collect::<Vec<_>>().join(", ")
}

pub fn status(event: &Event, entry: &Entry) -> Status {
    match entry.is_seen() {
        _ if event.has_left(entry) => Status::Withdrawn,
        true => Status::CheckedIn,
        false => Status::Expected,
    }
}
