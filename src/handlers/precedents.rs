//! `/precedents`: what arbiters decided in finished, published events, by game and rule, without names.

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use actix_web::web::Query;
use serde::Deserialize;
use tiger_rules::GameKind;

use crate::access::CurrentUser;
use crate::db;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::pages::precedents::{PrecedentGroup, PrecedentsPage};
use crate::pages::{Choice, FormView, Page};
use crate::services::precedents::{Precedent, Wanted, all};
use crate::state::State;

/// The most precedents on a page: whoever finds more looks for something narrower.
const MOST: usize = 200;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    game: String,
    rule: String,
    words: String,
}

pub async fn show(request: HttpRequest, user: CurrentUser, state: State) -> Answer {
    let asked = Query::<Asked>::from_query(request.query_string())
        .map_err(|_| AppError::unprocessable("This search cannot be read. Use the fields of the page."))?
        .into_inner();
    let game = match asked.game.as_str() {
        "" => None,
        key => Some(key.parse::<GameKind>().map_err(|error| AppError::unprocessable(format!("{error}.")))?),
    };
    let wanted = Wanted { game, rule: asked.rule.clone(), words: asked.words.clone() };
    let person = user.signed_in.user.clone();
    let precedents = db::block(move || all(&state.ledger, &person)).await?;
    let count = precedents.len();
    let found: Vec<_> = precedents.into_iter().filter(|precedent| precedent.fits(&wanted)).collect();
    let form = FormView::new("precedents")
        .with_value("game", asked.game)
        .with_value("rule", asked.rule)
        .with_value("words", asked.words);
    let mut games = vec![Choice::new("", "All games")];
    games.extend(GameKind::ALL.map(|kind| Choice::new(kind.key(), kind.name())));
    Page(PrecedentsPage {
        frame: user.viewer.frame(),
        form,
        games,
        found: found.len(),
        all: count,
        shown: found.len().min(MOST),
        groups: groups(found.into_iter().take(MOST)),
    })
    .answer()
}

fn groups(found: impl Iterator<Item = Precedent>) -> Vec<PrecedentGroup> {
    let mut groups: BTreeMap<(GameKind, String), Vec<Precedent>> = BTreeMap::new();
    for it in found {
        groups.entry((it.game, it.article.clone())).or_default().push(it);
    }
    let title = |game: GameKind, article: String| match article.as_str() {
        "" => format!("{game}, no article named"),
        article => format!("{game}, {article}"),
    };
    groups
        .into_iter()
        .map(|((game, article), rows)| PrecedentGroup { game, title: title(game, article), rows })
        .collect()
}
