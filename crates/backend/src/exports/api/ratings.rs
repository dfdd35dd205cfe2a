//! The ratings of a game for programs.

use serde::Serialize;
use tiger_rules::GameKind;
use utoipa::ToSchema;

use super::types::Paging;
use super::{json, number, part};
use crate::error::{AppError, Result};
use crate::publish::PeopleView;
use crate::services::people::People;

/// The ratings of a game, the strongest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingList {
    /// Which part of the list this is.
    pub paging: Paging,
    /// The game: `dragon`, `tigerchess`, `lancerchess`, `dance`.
    pub game: String,
    /// How many games count.
    pub games: u32,
    /// By how many points whoever moves first is taken to be stronger.
    pub first_mover: i32,
    /// How well the ratings foretold.
    pub prediction: Prediction,
    /// The players.
    pub players: Vec<RatedPlayer>,
}

/// How well ratings foretold games whose players had both been rated before.
#[derive(Debug, Serialize, ToSchema)]
pub struct Prediction {
    /// How many games.
    pub games: u32,
    /// The mean square of score less expected score; null without such games.
    pub error: Option<f64>,
    /// The same for somebody who expects a half from every game.
    pub blind: Option<f64>,
}

/// A player with a rating.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatedPlayer {
    /// The place; who has as much shares it.
    pub place: u32,
    /// The player's identifier. Merged players answer to all theirs.
    pub id: String,
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: f64,
    /// Glicko-2's deviation of it.
    pub deviation: f64,
    /// Glicko-2's volatility.
    pub volatility: f64,
    /// How many games it rests on.
    pub games: u32,
    /// Whether too little is known yet.
    pub is_provisional: bool,
    /// The page of the player.
    pub page: String,
    /// The page that shows how the rating came about.
    pub working: String,
}

pub fn ratings(people: &People, kind: GameKind, page: u32) -> Result<String> {
    let all = people.ranked(kind);
    let ratings = people.ratings(kind).ok_or(AppError::not_found("list"))?;
    if !(1..=super::pages(all.len())).contains(&page) {
        return Err(AppError::not_found("page"));
    }
    let (paging, part) = part(&all, page);
    let players = part.iter().map(|ranked| RatedPlayer {
        place: number(ranked.place),
        id: ranked.person.id.to_string(),
        name: ranked.person.name.clone(),
        rating: ranked.rating.value,
        deviation: ranked.rating.deviation,
        volatility: ranked.rating.volatility,
        games: number(ranked.games),
        is_provisional: ranked.rating.is_provisional(),
        page: PeopleView::Person(ranked.person.id).path(),
        working: PeopleView::Working(ranked.person.id, kind).path(),
    });
    let foretold = ratings.prediction.games > 0;
    json(&RatingList {
        paging,
        game: kind.key().to_owned(),
        games: number(ratings.games.len()),
        first_mover: ratings.advantage,
        prediction: Prediction {
            games: number(ratings.prediction.games),
            error: foretold.then_some(ratings.prediction.error),
            blind: foretold.then_some(ratings.prediction.blind),
        },
        players: players.collect(),
    })
}
