//! `/help`: the handbook.

use actix_web::web::Path;

use crate::access::Viewer;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::help::HelpPage;

pub async fn index(viewer: Viewer) -> Answer {
    show(&viewer, "")
}

pub async fn chapter(viewer: Viewer, key: Path<String>) -> Answer {
    show(&viewer, &key)
}

fn show(viewer: &Viewer, key: &str) -> Answer {
    let page = HelpPage::of(viewer.frame(), key).ok_or(AppError::not_found("page of the handbook"))?;
    Page(page).answer()
}
