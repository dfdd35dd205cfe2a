//! `/help`: the handbook.

use actix_web::HttpResponse;
use actix_web::web::Path;

use crate::access::Viewer;
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::help::HelpPage;

/// `GET /help`
pub async fn index(viewer: Viewer) -> Result<HttpResponse, AppError> {
    show(&viewer, "")
}

/// `GET /help/{chapter}`
pub async fn chapter(viewer: Viewer, key: Path<String>) -> Result<HttpResponse, AppError> {
    show(&viewer, &key)
}

fn show(viewer: &Viewer, key: &str) -> Result<HttpResponse, AppError> {
    let page = HelpPage::of(viewer.frame(), key).ok_or(AppError::not_found("page of the handbook"))?;
    Page(page).answer()
}
