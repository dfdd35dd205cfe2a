//! The form of an event's categories: some fields for each.

use askama::Template;

use crate::access::EventAccess;
use crate::domain::category::Category;
use crate::domain::event::Event;
use crate::domain::identity::Sex;
use crate::pages::Frame;
use crate::pages::event::EventTab;
use crate::pages::form::{Choice, FormView};

use super::places::Places;

const PLACES: Places = Places {
    group: "category",
    told_by: &["name", "id", "age_from", "age_to", "rating_from", "rating_to", "players"],
    empty: 3,
    most: Category::MOST,
};

#[derive(Debug, Template)]
#[template(path = "setup/categories.html")]
pub struct CategoriesForm {
    pub frame: Frame,
    pub base: String,
    /// What was typed.
    pub form: FormView,
    pub places: Vec<usize>,
    /// Women, men, or both.
    pub sexes: Vec<Choice>,
    /// The year by which ages are counted.
    pub year: String,
    /// The categories that there are, with how many players they have and where their standings are.
    pub rows: Vec<CategoryRow>,
}

#[derive(Debug)]
pub struct CategoryRow {
    pub name: String,
    /// Who belongs to it, in words.
    pub conditions: String,
    /// How many do.
    pub players: usize,
    /// Its standings.
    pub href: String,
}

impl CategoriesForm {
    /// The form filled with the categories as they stand.
    #[must_use]
    pub fn of(access: &EventAccess) -> Self {
        let event = &*access.event;
        let row = |(place, category): (usize, &Category)| CategoryRow {
            name: category.name.to_string(),
            conditions: category.conditions(event),
            players: category.members(event).len(),
            href: access.path(&format!("/categories/{place}")),
        };
        let mut page = Self {
            frame: access.frame(Some(EventTab::Settings)).under("Settings", access.path("/settings")),
            base: access.base(),
            form: filled(event).with_version(&event.categories_revision),
            places: Vec::new(),
            sexes: vec![
                Choice::new("", "all"),
                Choice::new(Sex::Woman.letter(), "women"),
                Choice::new(Sex::Man.letter(), "men"),
            ],
            year: event.settings.starts_on.format("%Y").to_string(),
            rows: (1..).zip(&event.categories).map(row).collect(),
        };
        page.places = PLACES.shown(&page.form);
        page
    }

    /// Shows what was typed, with its mistakes.
    pub fn refill(&mut self, typed: FormView) {
        self.form.refill(typed);
        self.places = PLACES.shown(&self.form);
    }

    /// A field of the category at a place.
    #[must_use]
    pub fn field(place: usize, name: &str) -> String {
        PLACES.field(place, name)
    }

    /// The places of which a name was typed, or which there are already.
    #[must_use]
    pub fn places_in(form: &FormView) -> Vec<usize> {
        PLACES.filled(form)
    }
}

fn filled(event: &Event) -> FormView {
    let number = |number: Option<u16>| number.map(|number| number.to_string()).unwrap_or_default();
    let mut form = FormView::fresh("categories");
    for (place, category) in event.categories.iter().enumerate() {
        let mut numbers: Vec<u16> =
            category.named.iter().filter_map(|id| Some(event.entries.get(id)?.number)).collect();
        numbers.sort_unstable();
        let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
        for (name, value) in [
            ("id", category.id.to_string()),
            ("name", category.name.to_string()),
            ("age_from", number(category.age_from.map(u16::from))),
            ("age_to", number(category.age_to.map(u16::from))),
            ("sex", category.sex.map_or("", Sex::letter).to_owned()),
            ("rating_from", number(category.rating_from)),
            ("rating_to", number(category.rating_to)),
            ("unrated", if category.takes_unrated { "on".to_owned() } else { String::new() }),
            ("players", numbers.join(", ")),
        ] {
            form = form.with_value(CategoriesForm::field(place, name), value);
        }
    }
    form
}
