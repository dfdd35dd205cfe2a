//! The form of an event's prizes, the list of who wins them, and receipts.

use askama::Template;
use tiger_event::awards::Sharing;
use tiger_event::{Category, Cents, Event, NameOrder, PrizeList};

use crate::access::EventAccess;
use crate::error::{AppError, Result};
use crate::pages::public::PrizeLists;
use crate::pages::{Choice, EventTab, FormView, Frame, or_empty};
use crate::services::prizes::{by_player, given};
use crate::services::standings::EventStandings;

use super::places::Places;

#[derive(Template)]
#[template(path = "setup/prizes.html")]
pub struct PrizesForm {
    pub frame: Frame,
    pub form: FormView,
    /// The standings that lists may go by.
    pub standings: Vec<Choice>,
    pub sharings: Vec<Choice>,
    /// What the prizes come to, in a sentence; empty while there are none.
    pub sum: String,
}

impl PrizesForm {
    /// The lists: one for all, and one for each category at most.
    pub const PLACES: Places =
        Places { group: "list", told_by: &["of", "amounts"], empty: 2, most: Category::MOST + 1 };

    /// The value that stands for the standings of all.
    pub const ALL: &str = "all";

    pub fn of(access: &EventAccess) -> Self {
        let event = &*access.event;
        let categories = event.categories.iter();
        let categories = categories.map(|it| Choice::new(it.id.to_string(), it.name.as_str()));
        let sharings = Sharing::ALL.map(|sharing| Choice::new(sharing.key(), sharing.title()));
        Self {
            frame: access.frame_under(EventTab::Settings),
            form: filled(event).with_version(&event.prizes_revision()),
            standings: [Choice::new("", "–"), Choice::new(Self::ALL, "Main standings")]
                .into_iter()
                .chain(categories)
                .collect(),
            sharings: sharings.to_vec(),
            sum: sum(event),
        }
    }

    fn places(&self) -> Vec<usize> {
        Self::PLACES.shown(&self.form)
    }
}

/// What the prizes come to.
fn sum(event: &Event) -> String {
    let Some(prizes) = event.prizes().filter(|prizes| !prizes.lists.is_empty()) else { return String::new() };
    let (sum, currency) = (prizes.sum(), &prizes.currency);
    match prizes.fund.map(|fund| fund.less(sum)) {
        None => format!("The prizes come to {sum} {currency}."),
        Some(Cents::NONE) => format!("The prizes come to {sum} {currency}: the whole fund."),
        Some(left) => format!("The prizes come to {sum} {currency}; {left} of the fund are left."),
    }
}

fn filled(event: &Event) -> FormView {
    let form = FormView::fresh("prizes");
    let field = |place: usize, name: &str| PrizesForm::PLACES.field(place, name);
    let Some(prizes) = event.prizes() else {
        return form.with_check("one_each", true).with_value(field(0, "of"), PrizesForm::ALL);
    };
    let fee = if prizes.entry_fee.is_none() { String::new() } else { prizes.entry_fee.to_string() };
    let mut form = form
        .with_value("currency", prizes.currency.to_string())
        .with_value("entry_fee", fee)
        .with_value("fund", or_empty(&prizes.fund))
        .with_check("one_each", prizes.is_one_each)
        .with_check("withdrawn", prizes.takes_withdrawn);
    for (place, PrizeList { category, amounts, sharing }) in prizes.lists.iter().enumerate() {
        let amounts: Vec<_> = amounts.iter().map(ToString::to_string).collect();
        let of = category.map_or_else(|| PrizesForm::ALL.to_owned(), |id| id.to_string());
        form = form
            .with_value(field(place, "of"), of)
            .with_value(field(place, "amounts"), amounts.join(" "))
            .with_value(field(place, "sharing"), sharing.key());
    }
    form
}

/// Who wins the prizes, for arbiters.
#[derive(Template)]
#[template(path = "setup/prize_list.html")]
pub struct PrizeListPage {
    pub frame: Frame,
    pub prizes: PrizeLists,
    /// What keeps them from being given; empty if nothing does.
    pub open: String,
    /// Whether everybody may see them.
    pub is_published: bool,
    pub form: FormView,
}

impl PrizeListPage {
    pub fn of(access: &EventAccess) -> Result<Self> {
        let event = &*access.event;
        let standings = EventStandings::of(event, None).map_err(AppError::internal)?;
        Ok(Self {
            frame: access.frame_under(EventTab::Settings).under("Prizes", access.path("/settings/prizes")),
            prizes: PrizeLists::of(event, &standings),
            open: event.places_wait_for().unwrap_or_default(),
            is_published: event.prizes.as_ref().is_some_and(|set| set.is_published),
            form: FormView::fresh("publish"),
        })
    }
}

/// Receipts to be signed, one a winner.
#[derive(Template)]
#[template(path = "setup/receipts.html")]
pub struct ReceiptsPage {
    pub frame: Frame,
    pub event_name: String,
    /// Where the list is.
    pub back: String,
    /// What keeps the prizes from being given; empty if nothing does.
    pub open: String,
    /// What all amounts are in.
    pub currency: String,
    pub receipts: Vec<Receipt>,
}

/// What one player takes.
pub struct Receipt {
    pub number: u16,
    pub name: String,
    /// Altogether.
    pub amount: String,
    /// Of what, each with its amount.
    pub parts: Vec<(String, String)>,
}

impl ReceiptsPage {
    pub fn of(access: &EventAccess) -> Result<Self> {
        let event = &*access.event;
        let standings = EventStandings::of(event, None).map_err(AppError::internal)?;
        let receipts = by_player(&given(event, &standings)).into_iter().filter_map(|(entry, parts)| {
            let entry = event.entries.get(&entry)?;
            Some(Receipt {
                number: entry.number,
                name: entry.details.name.to_string(),
                amount: parts.iter().map(|(_, amount)| *amount).sum::<Cents>().to_string(),
                parts: parts.into_iter().map(|(what, amount)| (what, amount.to_string())).collect(),
            })
        });
        let mut receipts: Vec<_> = receipts.collect();
        let mut order = NameOrder::default();
        receipts.sort_by(|one, other| order.compare(&one.name, &other.name));
        Ok(Self {
            frame: access.frame(Some(EventTab::Settings)),
            event_name: event.settings.name.to_string(),
            back: access.path("/settings/prizes/list"),
            open: event.places_wait_for().unwrap_or_default(),
            currency: event.prizes().map(|prizes| prizes.currency.to_string()).unwrap_or_default(),
            receipts,
        })
    }
}
