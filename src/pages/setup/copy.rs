//! The form of another event like this one.

use askama::Template;

use crate::access::EventAccess;
use crate::pages::{EventTab, FormView, Frame};

#[derive(Template)]
#[template(path = "setup/copy.html")]
pub struct CopyPage {
    pub frame: Frame,
    pub form: FormView,
    /// Whether there are categories, prizes or a fee.
    pub has_prizes: bool,
}

impl CopyPage {
    pub fn of(access: &EventAccess) -> Self {
        let settings = &access.event.settings;
        let form = FormView::fresh("copy")
            .with_value("name", settings.name.as_str())
            .with_check("arbiters", true)
            .with_check("prizes", true);
        let has_prizes = !access.event.categories.is_empty() || access.event.prizes().is_some();
        Self { frame: access.frame_under(EventTab::Settings), form, has_prizes }
    }
}
