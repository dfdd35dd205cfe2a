//! The form of another event like this one.

use askama::Template;

use crate::access::EventAccess;
use crate::clock;
use crate::pages::{EventTab, FormView, Frame};

#[derive(Template)]
#[template(path = "setup/copy.html")]
pub struct CopyPage {
    pub frame: Frame,
    pub form: FormView,
}

impl CopyPage {
    pub fn of(access: &EventAccess) -> Self {
        let settings = &access.event.settings;
        let today = clock::now().with_timezone(&settings.time_zone).date_naive();
        let form = FormView::fresh("copy")
            .with_value("name", settings.name.as_str())
            .with_value("starts_on", today.to_string())
            .with_check("arbiters", true);
        Self { frame: access.frame_under(EventTab::Settings), form }
    }
}
