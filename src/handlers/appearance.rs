//! Light or dark.

use actix_web::cookie::time::Duration;
use actix_web::web;
use serde::Deserialize;

use super::accounts::local_path;
use crate::access::{Posted, THEME_COOKIE, Viewer};
use crate::auth::cookie;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::pages::appearance::AppearancePage;
use crate::pages::{Page, see_other};
use crate::state::State;
use crate::theme::Theme;

/// How long the choice is kept.
const KEPT: Duration = Duration::days(365);

/// Where to go after the choice.
#[derive(Debug, Default, Deserialize)]
pub struct Back {
    /// A path of this site.
    #[serde(default, rename = "return")]
    path: String,
}

pub async fn show(viewer: Viewer, back: web::Query<Back>) -> Answer {
    let frame = viewer.form_frame()?;
    Page(AppearancePage { frame, back: local_path(&back.path).to_owned() }).answer()
}

pub async fn choose(posted: Posted, state: State) -> Answer {
    let theme: Theme = posted
        .value("theme")
        .parse()
        .map_err(|_| AppError::unprocessable("Choose “As the device”, “Light” or “Dark”."))?;
    let mut cookie = cookie::plain(THEME_COOKIE, theme.slug().to_owned(), &state.config);
    cookie.set_max_age(KEPT);
    let mut answer = see_other(local_path(posted.value("return")));
    answer.add_cookie(&cookie)?;
    Ok(answer)
}
