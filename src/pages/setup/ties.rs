//! The form of ties that a play-off or lots settle: some fields for each, and who is level.

use askama::Template;
use tiger_event::{Event, SettledTie, Settling};

use super::places::Places;
use crate::access::EventAccess;
use crate::error::{AppError, Result};
use crate::pages::{Choice, EventTab, FormView, Frame};
use crate::services::standings::{EventStandings, Line};

#[derive(Template)]
#[template(path = "setup/ties.html")]
pub struct TiesForm {
    pub frame: Frame,
    pub form: FormView,
    pub ways: Vec<Choice>,
    /// Why no tie can be settled now; empty if it can.
    pub open: String,
    /// Whether the event is finished: it is taken up again first.
    pub is_over: bool,
    /// Players who are level on points, the best first.
    pub groups: Vec<Level>,
}

/// Players level on points.
pub struct Level {
    pub points: String,
    /// Place, number, name; a place is shared by whom no tie-break parts.
    pub players: Vec<(u32, u16, String)>,
}

impl TiesForm {
    pub const PLACES: Places =
        Places { group: "tie", told_by: &["players", "reason"], empty: 2, most: SettledTie::MOST };

    pub fn of(access: &EventAccess) -> Result<Self> {
        let event = &*access.event;
        let open = event.ties_wait_for();
        let groups = if open.is_some() { Vec::new() } else { level(event)? };
        Ok(Self {
            frame: access.frame_under(EventTab::Settings),
            form: filled(event).with_version(&event.settled_ties_revision),
            ways: Settling::ALL.into_iter().map(|by| Choice::new(by.key(), by.title())).collect(),
            open: open.unwrap_or_default(),
            is_over: event.is_finished,
            groups,
        })
    }

    /// Whether there is anything to settle, or to be taken out.
    fn has_form(&self) -> bool {
        !self.is_over && (!self.groups.is_empty() || !Self::PLACES.filled(&self.form).is_empty())
    }

    fn places(&self) -> Vec<usize> {
        Self::PLACES.shown(&self.form)
    }
}

fn level(event: &Event) -> Result<Vec<Level>> {
    let standings = EventStandings::of(event, None).map_err(AppError::internal)?;
    let lines = standings.lines.iter().filter(|line| !line.row.is_annulled).collect::<Vec<_>>();
    let groups =
        lines.chunk_by(|one, next| one.row.points == next.row.points).filter(|group| group.len() > 1);
    let player = |line: &&Line| (line.row.rank, line.number, event.name_of(line.entry).to_owned());
    Ok(groups
        .map(|group| Level {
            points: group.first().map(|line| line.tally.shown()).unwrap_or_default(),
            players: group.iter().map(player).collect(),
        })
        .collect())
}

fn filled(event: &Event) -> FormView {
    let mut form = FormView::fresh("ties");
    for (place, tie) in event.settled_ties.iter().enumerate() {
        let numbers = tie.players.iter().filter_map(|id| Some(event.entries.get(id)?.number.to_string()));
        for (name, value) in [
            ("players", numbers.collect::<Vec<_>>().join(", ")),
            ("by", tie.by.key().to_owned()),
            ("reason", tie.reason.to_string()),
        ] {
            form = form.with_value(TiesForm::PLACES.field(place, name), value);
        }
    }
    form
}
