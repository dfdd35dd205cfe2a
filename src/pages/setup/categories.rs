//! The form of an event's categories: some fields for each.

use askama::Template;
use tiger_event::identity::Sex;
use tiger_event::{Category, Event};

use crate::access::EventAccess;
use crate::pages::{Choice, EventTab, FormView, Frame, or_empty};

use super::places::Places;

#[derive(Template)]
#[template(path = "setup/categories.html")]
pub struct CategoriesForm {
    pub frame: Frame,
    pub form: FormView,
    pub sexes: Vec<Choice>,
    /// The year by which ages are counted.
    pub year: String,
    /// The categories that there are, with how many players they have and where their standings are.
    pub rows: Vec<CategoryRow>,
}

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
    pub const PLACES: Places = Places {
        group: "category",
        told_by: &["name", "id", "age_from", "age_to", "rating_from", "rating_to", "players"],
        empty: 3,
        most: Category::MOST,
    };

    pub fn of(access: &EventAccess) -> Self {
        let event = &*access.event;
        let row = |(place, category): (usize, &Category)| CategoryRow {
            name: category.name.to_string(),
            conditions: category.conditions(event),
            players: category.members(event).len(),
            href: access.path(&format!("/categories/{place}")),
        };
        Self {
            frame: access.frame_under(EventTab::Settings),
            form: filled(event).with_version(&event.categories_revision),
            sexes: vec![
                Choice::new("", "all"),
                Choice::new(Sex::Woman.letter(), "women"),
                Choice::new(Sex::Man.letter(), "men"),
            ],
            year: event.settings.starts_on.format("%Y").to_string(),
            rows: (1..).zip(&event.categories).map(row).collect(),
        }
    }

    fn places(&self) -> Vec<usize> {
        Self::PLACES.shown(&self.form)
    }
}

fn filled(event: &Event) -> FormView {
    let mut form = FormView::fresh("categories");
    for (place, category) in event.categories.iter().enumerate() {
        let mut numbers: Vec<u16> =
            category.named.iter().filter_map(|id| Some(event.entries.get(id)?.number)).collect();
        numbers.sort_unstable();
        let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
        for (name, value) in [
            ("id", category.id.to_string()),
            ("name", category.name.to_string()),
            ("age_from", or_empty(&category.age_from)),
            ("age_to", or_empty(&category.age_to)),
            ("sex", category.sex.map_or("", Sex::letter).to_owned()),
            ("rating_from", or_empty(&category.rating_from)),
            ("rating_to", or_empty(&category.rating_to)),
            ("players", numbers.join(", ")),
        ] {
            form = form.with_value(CategoriesForm::PLACES.field(place, name), value);
        }
        form = form.with_check(CategoriesForm::PLACES.field(place, "unrated"), category.takes_unrated);
    }
    form
}
