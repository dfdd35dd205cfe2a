//! The players of an event, as its arbiters see and change them.

use askama::Template;

use super::Frame;
use super::form::{Choice, FormView};
use super::status::Status;

/// The list with check-in.
#[derive(Debug, Template)]
#[template(path = "entries/list.html")]
pub struct EntriesPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The words that lead to those who registered by themselves.
    pub registrations: String,
    /// The players by number.
    pub rows: Vec<EntryRow>,
    /// How many are checked in.
    pub present: usize,
    /// How many are expected, the withdrawn left out.
    pub expected: usize,
    /// Whether numbers can still be given anew.
    pub is_open: bool,
    /// The key that the forms carry, each with a number behind it.
    pub once: String,
}

/// A player in the list.
#[derive(Debug)]
pub struct EntryRow {
    /// The entry.
    pub id: String,
    /// Pairing number.
    pub number: u16,
    /// Name.
    pub name: String,
    /// Club and federation.
    pub origin: String,
    /// Rating, empty if there is none.
    pub rating: String,
    /// Whether the player is there.
    pub status: Status,
    /// What else matters: late, byes, claimed.
    pub notes: Vec<String>,
}

impl EntryRow {
    /// Whether the check-in button takes back.
    #[must_use]
    pub fn is_present(&self) -> bool {
        self.status == Status::CheckedIn
    }

    /// Whether the player has left the event.
    #[must_use]
    pub fn is_withdrawn(&self) -> bool {
        self.status == Status::Withdrawn
    }
}

/// The three ways to enter players.
#[derive(Debug, Template)]
#[template(path = "entries/add.html")]
pub struct AddEntriesPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// One player.
    pub single: FormView,
    /// Pasted lines.
    pub paste: FormView,
    /// A file.
    pub file: FormView,
    /// Whether the event has begun, so that the player comes late.
    pub is_late: bool,
}

/// A list, line by line, before anybody is entered.
#[derive(Debug, Template)]
#[template(path = "entries/preview.html")]
pub struct PreviewPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The list again, to be mended.
    pub form: FormView,
    /// Its lines.
    pub lines: Vec<LineRow>,
    /// How many are good.
    pub good: usize,
    /// How many are not.
    pub bad: usize,
}

/// One line of the list.
#[derive(Debug)]
pub struct LineRow {
    /// Its number.
    pub number: usize,
    /// As it was written.
    pub text: String,
    /// Name, club, federation and rating, if they could be read.
    pub fields: Option<[String; 4]>,
    /// What is wrong; empty for a good line.
    pub mistake: String,
}

/// One player.
#[derive(Debug, Template)]
#[template(path = "entries/entry.html")]
pub struct EntryPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The player.
    pub row: EntryRow,
    /// Name, club, rating.
    pub form: FormView,
    /// Withdrawing or playing again.
    pub leave: FormView,
    /// A bye.
    pub bye: FormView,
    /// Byes that stand: round, name of the bye, whether it can still be taken back.
    pub byes: Vec<(u16, String, bool)>,
    /// The byes to choose from.
    pub bye_kinds: Vec<Choice>,
    /// Whether byes can be asked for in this format.
    pub takes_byes: bool,
    /// Whether the entry can be removed altogether.
    pub is_removable: bool,
    /// What the claim's state is, in a sentence.
    pub claim: String,
    /// Whether somebody speaks for the entry.
    pub is_claimed: bool,
    /// The first round that can still be changed.
    pub open_round: u16,
    /// The key that the small forms carry.
    pub once: String,
}

/// A link with which a player claims the entry, as text and as a QR code.
#[derive(Debug, Template)]
#[template(path = "entries/claim.html")]
pub struct ClaimLinkPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The entry.
    pub entry: String,
    /// The player's name.
    pub name: String,
    /// The link.
    pub link: String,
    /// The link as an SVG picture, made by the program.
    pub qr: String,
    /// How long it is good for.
    pub days: i64,
}
