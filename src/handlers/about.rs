//! About and credits.

use crate::access::Viewer;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::about::AboutPage;

pub async fn show(viewer: Viewer) -> Answer {
    Page(AboutPage::new(viewer.frame())).answer()
}
