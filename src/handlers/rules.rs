//! `/rules`: rulings and summaries of forces of the four games.

use std::collections::BTreeMap;

use actix_web::web::{Path, Query};
use tiger_rules::{GameKind, Variation};

use crate::access::Viewer;
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::rules::{ForcesPage, RulesPage, RulingsPage};

pub async fn index(viewer: Viewer) -> Answer {
    Page(RulesPage { frame: viewer.frame() }).answer()
}

pub async fn rulings(viewer: Viewer, game: Path<String>) -> Answer {
    Page(RulingsPage::of(viewer.frame(), named(&game)?)).answer()
}

/// With the variation's options behind the address: `?knights=pike`.
pub async fn forces(viewer: Viewer, game: Path<String>, options: Query<BTreeMap<String, String>>) -> Answer {
    let mut variation = Variation::standard(named(&game)?);
    for (key, value) in &*options {
        variation = variation
            .with_option(key, value)
            .map_err(|error| AppError::unprocessable(format!("{error}.")))?;
    }
    Page(ForcesPage::of(viewer.frame(), variation)).answer()
}

fn named(key: &str) -> Result<GameKind> {
    GameKind::ALL.into_iter().find(|game| game.key() == key).ok_or(AppError::not_found("game"))
}
