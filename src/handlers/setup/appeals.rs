//! Until when players appeal, and who decides.

use chrono_tz::Tz;
use tiger_event::appeals::Until;
use tiger_event::{AppealCommand, AppealTerms, PersonName, local_time};

use crate::access::{EventAccess, ForArbiter};
use crate::handlers::submission::{Answer, Deed, FromChief};
use crate::pages::setup::AppealTermsPage;
use crate::pages::{FormView, Page};

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(AppealTermsPage::of(&access)).answer()
}

pub async fn save(FromChief(mut sent): FromChief) -> Answer {
    let zone = sent.access.event.settings.time_zone;
    let (terms, seen) = (read(&mut sent.form, zone), sent.posted.version()?);
    let command = terms.map(|terms| AppealCommand::SetAppealTerms { terms, seen });
    let deed = Deed::new(sent.access.path("/settings/appeals"), "The terms of appeals are saved.");
    let page = async |access: &EventAccess| Ok(AppealTermsPage::of(access));
    sent.answer_in(deed.typed_again(), command, page, |page| &mut page.form).await
}

fn read(form: &mut FormView, zone: Tz) -> Option<AppealTerms> {
    let committee = form.read("committee", read_names);
    let until = match (form.value("minutes").trim().is_empty(), form.value("moment").trim().is_empty()) {
        (false, false) => {
            form.reject("moment", "Either so many minutes or a moment: empty one of the two.");
            None
        }
        (_, false) => form.read("moment", |text| local_time::read(text, zone)).map(|at| Until::Moment { at }),
        _ => {
            let read =
                |text: &str| text.trim().parse().map_err(|_| "Write minutes, such as 60, or a moment.");
            form.read("minutes", read).map(|minutes| Until::After { minutes })
        }
    };
    Some(AppealTerms { until: until?, committee: committee? })
}

/// Names, one a line.
pub(in crate::handlers) fn read_names(text: &str) -> Result<Vec<PersonName>, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| PersonName::parse(line).map_err(|error| format!("{line}: {error}"))).collect()
}
