//! Who has paid the fee, and who has not.

use askama::Template;
use tiger_event::{Cents, Entry, Event};

use crate::access::EventAccess;
use crate::error::Result;
use crate::pages::{EventTab, Frame, Listing, Wanted, or_empty};

#[derive(Template)]
#[template(path = "entries/fees.html")]
pub struct FeesPage {
    pub frame: Frame,
    /// What all amounts are in; empty while that is not said.
    pub currency: String,
    /// All players' fees, what is paid of them, and what is open.
    pub sums: [Cents; 3],
    /// The players by number, those of this part.
    pub rows: Vec<FeeRow>,
    /// Where they stand among all.
    pub listing: Listing,
}

pub struct FeeRow {
    /// The entry.
    pub id: String,
    /// Pairing number.
    pub number: u16,
    pub name: String,
    pub due: Cents,
    pub paid: Cents,
    pub open: Cents,
    pub note: String,
    pub revision: u64,
}

impl FeesPage {
    /// Players of a part of the list.
    const PART: usize = 200;

    pub fn of(access: &EventAccess) -> Result<Self> {
        let event = &*access.event;
        let entries = event.entries_by_number().into_iter().filter(|entry| !entry.is_erased);
        let rows: Vec<_> = entries.map(|entry| FeeRow::of(event, entry)).collect();
        let sum = |of: fn(&FeeRow) -> Cents| rows.iter().map(of).sum();
        let sums = [sum(|row| row.due), sum(|row| row.paid), sum(|row| row.open)];
        let wanted = Wanted::of(access.viewer.request())?;
        let text = |row: &FeeRow| {
            let state = if row.open.is_none() { "settled" } else { "owes" };
            format!("{} {} {state} {}", row.number, row.name, row.note)
        };
        let (rows, mut listing) = wanted.part(rows, Self::PART, access.path("/entries/fees"), text)?;
        listing.is_searched_as_one_types = true;
        Ok(Self {
            frame: access.frame_under(EventTab::Entries),
            currency: event.prizes().map(|prizes| prizes.currency.to_string()).unwrap_or_default(),
            sums,
            rows,
            listing,
        })
    }
}

impl FeeRow {
    fn of(event: &Event, entry: &Entry) -> Self {
        let office = &entry.details.office;
        let due = event.fee_of(entry);
        Self {
            id: entry.id.to_string(),
            number: entry.number,
            name: entry.details.name.to_string(),
            due,
            paid: office.fee_paid,
            open: due.less(office.fee_paid),
            note: or_empty(&office.note),
            revision: entry.revision,
        }
    }
}
