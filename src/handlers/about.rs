//! About and credits.

use crate::access::Viewer;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::about::AboutPage;

/// `GET /about`
pub async fn show(viewer: Viewer) -> Answer {
    Page(AboutPage::new(viewer.frame())).answer()
}
