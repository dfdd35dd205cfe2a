//! The lists of ratings as files.

use tiger_rules::GameKind;

use super::csv::{file, head, text};
use crate::error::{AppError, Result};
use crate::publish::PeopleView;
use crate::services::people::People;

pub fn people(view: PeopleView, people: &People) -> Result<String> {
    match view {
        PeopleView::RatingsCsv(kind) => ratings(people, kind),
        PeopleView::RatingsApi(kind, page) => super::api::ratings(people, kind, page),
        _ => Err(AppError::not_found("file")),
    }
}

fn ratings(people: &People, kind: GameKind) -> Result<String> {
    let names = head("place player rating deviation volatility games provisional page");
    let lines = people.ranked(kind).into_iter().map(|ranked| {
        vec![
            ranked.place.to_string(),
            text(&ranked.person.name),
            format!("{:.1}", ranked.rating.value),
            format!("{:.1}", ranked.rating.deviation),
            format!("{:.5}", ranked.rating.volatility),
            ranked.games.to_string(),
            if ranked.rating.is_provisional() { "yes" } else { "no" }.to_owned(),
            PeopleView::Person(ranked.person.id).path(),
        ]
    });
    file(std::iter::once(names).chain(lines))
}
