//! The people of all events, their games and ratings.

use askama::Template;
use tiger_event::register::Person;
use tiger_event::text::count;
use tiger_event::{EntryId, Register};
use tiger_rules::GameKind;

use super::Frame;
use super::listing::{Listing, Wanted};
use crate::error::{AppError, Result};
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

#[derive(Debug, Clone, PartialEq, Eq)]
struct PersonView {
    id: EntryId,
    name: String,
    href: String,
    /// Club and federation, as they were written last.
    club: String,
    /// The events, the last first.
    events: Vec<String>,
    /// The ratings, where they are asked for.
    ratings: String,
}

impl PersonView {
    fn of(register: &Register, person: &Person) -> Self {
        let said =
            [register.last_said(person, |it| &it.club), register.last_said(person, |it| &it.federation)];
        let club = said.into_iter().flatten();
        Self {
            id: person.id,
            name: person.name.clone(),
            href: PeopleView::Person(person.id).path(),
            club: club.collect::<Vec<_>>().join(", "),
            events: register.parts(person).map(|part| part.event.name.clone()).collect(),
            ratings: String::new(),
        }
    }

    /// The same with the ratings of the person.
    fn with_ratings(people: &People, person: &Person) -> Self {
        let rating = |game: GameKind| {
            let now = people.ratings(game)?.now.get(&person.id)?;
            Some(format!("{} {}", game.name(), ratings::rounded(now.value)))
        };
        let ratings: Vec<_> = GameKind::ALL.into_iter().filter_map(rating).collect();
        Self { ratings: ratings.join(", "), ..Self::of(&people.register, person) }
    }

    /// What is searched.
    fn text(&self) -> String {
        format!("{} {}", self.name, self.club)
    }
}

/// The name of an entry, and the page that the register has of it; empty where it has none.
pub(in crate::pages) fn name_and_page(register: &Register, entry: EntryId) -> (String, String) {
    let page = register.person(entry).map(|person| PeopleView::Person(person.id).path());
    (register.name_of(entry).to_owned(), page.unwrap_or_default())
}

/// Everybody, by name.
#[derive(Template)]
#[template(path = "people/list.html")]
pub struct ListPage {
    frame: Frame,
    lead: String,
    is_arbiter: bool,
    rows: Vec<PersonView>,
    listing: Listing,
}

impl ListPage {
    pub fn of(people: &People, frame: Frame, is_arbiter: bool, wanted: &Wanted) -> Result<Self> {
        let register = &people.register;
        let all: Vec<_> = register.people.iter().map(|person| PersonView::of(register, person)).collect();
        let (players, games) = (all.len(), register.games.len());
        let (rows, listing) = wanted.part(all, PER_PAGE, "/players".to_owned(), PersonView::text)?;
        let lead = format!(
            "{} of public events, {}.",
            count(players, "player", "players"),
            count(games, "game of a published round", "games of published rounds")
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
) -> Result<String> {
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
