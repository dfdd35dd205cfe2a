//! The people of all events, their games and ratings.

use askama::Template;

use super::Frame;
use super::listing::{Listing, Wanted};
use crate::domain::ids::EntryId;
use crate::domain::register::{Person, Register};
use crate::domain::text::count;
use crate::error::AppError;
use crate::publish::PeopleView;
use crate::services::people::People;

mod person;
mod ratings;
mod who;

pub use person::PersonPage;
pub(in crate::pages) use person::score;
pub use ratings::{IndexPage, RatingsPage, WorkingPage};
pub use who::{BeforePage, MergePage, ProposalsPage};

/// Lines of a list.
const PER_PAGE: usize = 100;

/// Somebody in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PersonView {
    id: EntryId,
    name: String,
    href: String,
    /// Club and federation, as they were written last.
    club: String,
    /// The events, the last first.
    events: Vec<String>,
    /// How many events.
    count: usize,
}

impl PersonView {
    fn of(register: &Register, person: &Person) -> Self {
        let last = register.parts(person).next();
        let club = last.into_iter().flat_map(|part| part.club.iter().chain(&part.federation)).cloned();
        let events = register.parts(person).map(|part| part.event.name.clone()).collect::<Vec<_>>();
        Self {
            id: person.id,
            name: person.name.clone(),
            href: PeopleView::Person(person.id).path(),
            club: club.collect::<Vec<_>>().join(", "),
            count: events.len(),
            events,
        }
    }

    /// What is searched.
    fn text(&self) -> String {
        format!("{} {}", self.name, self.club)
    }
}

/// Everybody, by name.
#[derive(Debug, Template)]
#[template(path = "people/list.html")]
pub struct ListPage {
    frame: Frame,
    lead: String,
    is_arbiter: bool,
    rows: Vec<PersonView>,
    listing: Listing,
}

impl ListPage {
    /// A part of the list.
    pub fn of(people: &People, frame: Frame, is_arbiter: bool, wanted: &Wanted) -> Result<Self, AppError> {
        let register = &people.register;
        let all: Vec<_> = register.people.iter().map(|person| PersonView::of(register, person)).collect();
        let (players, games) = (all.len(), register.games.len());
        let (rows, listing) = wanted.part(all, PER_PAGE, "/players".to_owned(), PersonView::text)?;
        let lead = format!(
            "{} of public events, {}.",
            count(players, "player", "players"),
            count(games, "published game", "published games")
        );
        Ok(Self { frame, lead, is_arbiter, rows, listing })
    }
}

/// Makes a page as HTML. `is_arbiter` says whether whoever asks may say who is who.
pub fn render(
    view: PeopleView,
    people: &People,
    frame: Frame,
    is_arbiter: bool,
    wanted: &Wanted,
) -> Result<String, AppError> {
    Ok(match view {
        PeopleView::List => ListPage::of(people, frame, is_arbiter, wanted)?.render()?,
        PeopleView::Person(id) => PersonPage::of(people, frame, is_arbiter, people.person(id)?).render()?,
        PeopleView::Working(id, kind) => {
            WorkingPage::of(people, frame, people.person(id)?, kind)?.render()?
        }
        PeopleView::Index => IndexPage::of(people, frame).render()?,
        PeopleView::Ratings(kind) => RatingsPage::of(people, frame, kind, wanted)?.render()?,
        _ => return Err(AppError::not_found("page")),
    })
}
