//! About and credits.

use actix_web::HttpResponse;

use crate::access::Viewer;
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::about::AboutPage;

/// `GET /about`
pub async fn show(viewer: Viewer) -> Result<HttpResponse, AppError> {
    Page(AboutPage::new(viewer.frame())).answer()
}
