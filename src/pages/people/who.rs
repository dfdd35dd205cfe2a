//! Who is who: what arbiters merge and split.

use askama::Template;

use super::PersonView;
use crate::domain::ids::EntryId;
use crate::domain::register::{Decision, Person};
use crate::error::AppError;
use crate::pages::Frame;
use crate::pages::listing::{Listing, Wanted};
use crate::publish::PeopleView;
use crate::services::people::People;

/// Lines of a part.
const PER_PAGE: usize = 50;

/// Two who may be one.
#[derive(Debug)]
struct ProposalView {
    one: PersonView,
    other: PersonView,
}

/// Something that was decided.
#[derive(Debug)]
struct DecidedView {
    sentence: String,
    when: String,
}

/// What waits for a decision, and what was decided.
#[derive(Debug, Template)]
#[template(path = "people/proposals.html")]
pub struct ProposalsPage {
    frame: Frame,
    proposals: Vec<ProposalView>,
    listing: Listing,
    decided: Vec<DecidedView>,
}

impl ProposalsPage {
    /// The page.
    pub fn of(people: &People, frame: Frame, wanted: &Wanted) -> Result<Self, AppError> {
        let register = &people.register;
        let view = |id: EntryId| register.person(id).map(|person| PersonView::of(register, person));
        let proposals: Vec<_> = register
            .proposals
            .iter()
            .filter_map(|it| Some(ProposalView { one: view(it.one)?, other: view(it.other)? }))
            .collect();
        let here = "/players/proposals".to_owned();
        let (proposals, listing) = wanted.part(proposals, PER_PAGE, here, |it| it.one.text())?;
        let name = |id: EntryId| {
            register.person(id).map_or_else(|| "somebody who is not shown".to_owned(), |it| it.name.clone())
        };
        let decided = people.decided.iter().rev().take(PER_PAGE).map(|it| {
            let what = match it.decision {
                Decision::Same(one, other) if name(one) == name(other) => {
                    format!("merged two entries of {}", name(one))
                }
                Decision::Same(one, other) => format!("merged {} and {}", name(one), name(other)),
                Decision::Apart(entry) => format!("split an entry of {} off", name(entry)),
                Decision::Different(one, _) => {
                    format!("called two of the name {} different people", name(one))
                }
            };
            DecidedView {
                sentence: format!("{} {what}.", it.by),
                when: it.at.format("%-d %B %Y").to_string(),
            }
        });
        Ok(Self { frame: frame.under("Players", "/players"), proposals, listing, decided: decided.collect() })
    }
}

/// With whom a person is merged.
#[derive(Debug, Template)]
#[template(path = "people/merge.html")]
pub struct MergePage {
    frame: Frame,
    id: EntryId,
    name: String,
    rows: Vec<PersonView>,
    listing: Listing,
}

impl MergePage {
    /// Those whom a person can be merged with, as far as they are looked for.
    pub fn of(people: &People, frame: Frame, person: &Person, wanted: &Wanted) -> Result<Self, AppError> {
        let register = &people.register;
        let others = register.people.iter().filter(|other| register.may_be_one(person, other));
        let all: Vec<_> = others.map(|other| PersonView::of(register, other)).collect();
        let here = format!("{}/merge", PeopleView::Person(person.id).path());
        let (rows, mut listing) = wanted.part(all, PER_PAGE, here, PersonView::text)?;
        listing.is_searched_as_one_types = true;
        let way = PeopleView::Person(person.id).path();
        Ok(Self {
            frame: frame.under("Players", "/players").under(&*person.name, way),
            id: person.id,
            name: person.name.clone(),
            rows,
            listing,
        })
    }
}
