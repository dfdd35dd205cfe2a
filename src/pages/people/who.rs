//! Who is who: what arbiters merge and split.

use askama::Template;
use tiger_event::EntryId;
use tiger_event::register::{Decision, Person};

use super::PersonView;
use crate::db::decisions::Decided;
use crate::error::{AppError, Result};
use crate::pages::{Frame, Listing, Wanted};
use crate::publish::PeopleView;
use crate::services::people::{NOT_ONE, People};

/// Lines of a part.
const PER_PAGE: usize = 50;

/// Two who may be one.
struct ProposalView {
    one: PersonView,
    other: PersonView,
}

struct DecidedView {
    sentence: String,
    /// The page where it can be undone; empty where there is none.
    href: String,
    when: String,
}

impl DecidedView {
    fn of(people: &People, it: &Decided) -> Self {
        let register = &people.register;
        // As their own event wrote them: merged, they have one name.
        let name = |id: EntryId| {
            let entry = register.appearance(id).filter(|it| !it.is_erased);
            entry.map_or_else(|| "somebody who is not shown".to_owned(), |it| it.name.clone())
        };
        let (Decision::Same(about, _) | Decision::Apart(about) | Decision::Different(about, _)) = it.decision;
        let href = register.person(about).map(|it| PeopleView::Person(it.id).path());
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
        Self {
            sentence: format!("{} {what}.", it.by),
            href: href.unwrap_or_default(),
            when: it.at.format("%-d %B %Y, %H:%M UTC").to_string(),
        }
    }
}

/// What waits for a decision, and what was decided.
#[derive(Template)]
#[template(path = "people/proposals.html")]
pub struct ProposalsPage {
    frame: Frame,
    proposals: Vec<ProposalView>,
    listing: Listing,
    decided: Vec<DecidedView>,
    /// How many decisions this page knows.
    seen: usize,
}

impl ProposalsPage {
    pub fn of(people: &People, frame: Frame, wanted: &Wanted) -> Result<Self> {
        let register = &people.register;
        let view = |id: EntryId| register.person(id).map(|person| PersonView::of(register, person));
        let proposals: Vec<_> = register
            .proposals
            .iter()
            .filter_map(|it| Some(ProposalView { one: view(it.one)?, other: view(it.other)? }))
            .collect();
        let here = "/players/proposals".to_owned();
        let (proposals, listing) = wanted.part(proposals, PER_PAGE, here, |it| it.one.text())?;
        let decided = people.decided.iter().rev().take(PER_PAGE).map(|it| DecidedView::of(people, it));
        let (frame, decided) = (frame.under("Players", "/players"), decided.collect());
        Ok(Self { frame, proposals, listing, decided, seen: people.decided.len() })
    }
}

/// With whom a person is merged.
#[derive(Template)]
#[template(path = "people/merge.html")]
pub struct MergePage {
    frame: Frame,
    id: EntryId,
    name: String,
    /// Both, where one has been chosen and it is asked whether they are one.
    chosen: Option<[PersonView; 2]>,
    rows: Vec<PersonView>,
    listing: Listing,
    seen: usize,
}

impl MergePage {
    /// Those whom a person can be merged with, as far as they are looked for.
    /// `chosen` is the one of them about whom it is asked.
    pub fn of(
        people: &People,
        frame: Frame,
        person: &Person,
        chosen: Option<EntryId>,
        wanted: &Wanted,
    ) -> Result<Self> {
        let register = &people.register;
        let chosen = match chosen {
            Some(other) => {
                let other = people.person(other)?;
                if !register.may_be_one(person, other) {
                    return Err(AppError::unprocessable(NOT_ONE));
                }
                Some([person, other].map(|it| PersonView::with_ratings(people, it)))
            }
            None => None,
        };
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
            chosen,
            rows,
            listing,
            seen: people.decided.len(),
        })
    }
}

/// What was decided before somebody else wanted to.
#[derive(Template)]
#[template(path = "people/before.html")]
pub struct BeforePage {
    frame: Frame,
    asked: &'static str,
    decided: Option<DecidedView>,
    /// Whether this is what was asked for.
    is_so: bool,
    people: Vec<PersonView>,
}

impl BeforePage {
    /// The page about those whom a decision concerns.
    pub fn of(people: &People, frame: Frame, asked: Decision, decided: Option<Decided>) -> Result<Self> {
        let (entries, words) = match asked {
            Decision::Same(one, other) => (vec![one, other], "that they are one player"),
            Decision::Different(one, other) => (vec![one, other], "that they are two players"),
            Decision::Apart(entry) => (vec![entry], "that this entry is a player by itself"),
        };
        let mut concerned = Vec::new();
        for entry in entries {
            let person = PersonView::of(&people.register, people.person(entry)?);
            if !concerned.contains(&person) {
                concerned.push(person);
            }
        }
        let is_so = match asked {
            Decision::Same(..) => concerned.len() == 1,
            Decision::Different(..) => concerned.len() == 2,
            Decision::Apart(entry) => people.person(entry)?.appearances.len() == 1,
        };
        Ok(Self {
            frame: frame.under("Players", "/players").under("Who is who", "/players/proposals"),
            asked: words,
            decided: decided.map(|it| DecidedView::of(people, &it)),
            is_so,
            people: concerned,
        })
    }
}
