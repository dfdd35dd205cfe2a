//! The form of the terms of appeals.

use askama::Template;
use tiger_event::appeals::Until;
use tiger_event::{AppealTerms, PersonName, local_time};

use crate::access::EventAccess;
use crate::pages::{EventTab, FormView, Frame};

#[derive(Template)]
#[template(path = "setup/appeals.html")]
pub struct AppealTermsPage {
    pub frame: Frame,
    pub form: FormView,
    /// The zone of its times.
    pub zone: String,
    /// Whether this reader may change anything.
    pub is_chief: bool,
}

impl AppealTermsPage {
    pub fn of(access: &EventAccess) -> Self {
        let event = &*access.event;
        let AppealTerms { until, committee } = event.appeal_terms();
        let names: Vec<&str> = committee.iter().map(PersonName::as_str).collect();
        let form = FormView::fresh("appeals").with_value("committee", names.join("\n"));
        let form = match until {
            Until::After { minutes } => form.with_value("minutes", minutes.to_string()),
            Until::Moment { at } => form.with_value("moment", local_time::typed(at)),
        };
        Self {
            frame: access.frame_under(EventTab::Settings),
            form: form.with_version(&event.appeal_terms_revision()),
            zone: event.settings.time_zone.to_string(),
            is_chief: access.role.is_chief(),
        }
    }
}
