//! Categories: players of an age, a sex, a strength, or whom the arbiter names.

use tiger_event::identity::Sex;
use tiger_event::ids::CategoryId;
use tiger_event::{AwardCommand, Category, EntryId, Event, Label};

use crate::access::ForArbiter;
use crate::clock;
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::pages::setup::CategoriesForm;
use crate::pages::{FormView, Page};

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(CategoriesForm::of(&access)).answer()
}

pub async fn save(FromArbiter(mut sent): FromArbiter) -> Answer {
    let seen = sent.posted.version()?;
    let places = CategoriesForm::PLACES.filled(&sent.form).into_iter();
    let categories = places.filter_map(|place| read(&mut sent.form, &sent.access.event, place)).collect();
    let is_good = !sent.form.is_rejected();
    let command = is_good.then_some(AwardCommand::SetCategories { categories, seen });
    let path = sent.access.path("/settings/categories");
    let deed = Deed::new(path, "The categories are saved.").typed_again();
    sent.answer_in(deed, command, async |access| Ok(CategoriesForm::of(access)), |page| &mut page.form).await
}

/// The category at a place; one whose name was taken out goes. Mistakes are noted at their fields.
fn read(form: &mut FormView, event: &Event, place: usize) -> Option<Category> {
    let field = |name: &str| CategoriesForm::PLACES.field(place, name);
    let is_there = !form.value(&field("id")).is_empty();
    if is_there && form.value(&field("name")).trim().is_empty() {
        return None;
    }
    let id: CategoryId = form.value(&field("id")).parse().unwrap_or_else(|_| clock::new_id());
    let name = form.read(&field("name"), Label::parse);
    let age_from = form.read(&field("age_from"), read_age);
    let age_to = form.read(&field("age_to"), read_age);
    let sex = form.read(&field("sex"), |text| match text {
        "" => Ok(None),
        text => Sex::read(text).map(Some).ok_or("Choose from the list."),
    });
    let rating_from = form.read(&field("rating_from"), read_rating);
    let rating_to = form.read(&field("rating_to"), read_rating);
    let takes_unrated = form.has(&field("unrated"), "on");
    let named = form.read(&field("players"), |text| read_players(text, event));
    Some(Category {
        id,
        name: name?,
        age_from: age_from?,
        age_to: age_to?,
        sex: sex?,
        rating_from: rating_from?,
        rating_to: rating_to?,
        takes_unrated,
        named: named?,
    })
}

fn read_age(text: &str) -> Result<Option<u8>, &'static str> {
    match text.trim() {
        "" => Ok(None),
        text => match text.parse() {
            Ok(age @ 1..=120) => Ok(Some(age)),
            _ => Err("Write an age from 1 to 120, or leave it empty."),
        },
    }
}

fn read_rating(text: &str) -> Result<Option<u16>, &'static str> {
    match text.trim() {
        "" => Ok(None),
        text => match text.parse() {
            Ok(rating @ 1..=4000) => Ok(Some(rating)),
            _ => Err("Write a rating from 1 to 4000, or leave it empty."),
        },
    }
}

/// Players by their numbers, such as `3, 17 20`.
pub(super) fn read_players(text: &str, event: &Event) -> Result<Vec<EntryId>, String> {
    let by_number = event.entries_by_number();
    let numbers = text.split([',', ';', ' ']).map(str::trim).filter(|number| !number.is_empty());
    let mut players = Vec::new();
    for number in numbers {
        let found = number.parse().ok().and_then(|number: u16| {
            by_number.iter().find(|entry| entry.number == number).map(|entry| entry.id)
        });
        let player = found.ok_or_else(|| format!("There is no player with the number {number}."))?;
        if !players.contains(&player) {
            players.push(player);
        }
    }
    Ok(players)
}
