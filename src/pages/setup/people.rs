//! Who is an arbiter of an event, and which of its players must not meet.

use std::collections::BTreeMap;

use askama::Template;
use tiger_event::event::StaffMember;
use tiger_event::forbidden::ForbiddenGroup;
use tiger_event::text::folded;
use tiger_event::{EntryDetails, Event, Label, StaffRole, UserId};

use crate::access::EventAccess;
use crate::db::users::User;
use crate::pages::{Choice, EventTab, FormView, Frame};

#[derive(Template)]
#[template(path = "setup/staff.html")]
pub struct StaffPage {
    pub frame: Frame,
    pub form: FormView,
    /// Those who could be appointed.
    pub people: Vec<Choice>,
    pub staff: BTreeMap<UserId, StaffMember>,
    /// Whether this reader may change anything.
    pub is_chief: bool,
}

/// Players who must not meet.
#[derive(Template)]
#[template(path = "setup/forbidden.html")]
pub struct ForbiddenPage {
    pub frame: Frame,
    pub form: FormView,
    pub players: Vec<Choice>,
    pub groups: Vec<GroupRow>,
    /// The first round that can still be bound.
    pub next_round: u16,
}

pub struct GroupRow {
    pub id: String,
    /// The club or federation that all of them have; empty where there is none.
    pub common: String,
    pub names: String,
    pub rounds: String,
    /// What lifting it is called: `Remove` before it binds, `End` after; empty once it is over.
    pub lift: &'static str,
}

impl StaffPage {
    pub fn of(access: &EventAccess, people: Vec<User>) -> Self {
        let staff = &access.event.staff;
        let others = people.into_iter().filter(|user| !staff.contains_key(&user.id));
        let others = others.map(|user| Choice::new(user.id.to_string(), user.name));
        Self {
            frame: access.frame_under(EventTab::Settings),
            form: FormView::fresh("staff"),
            people: [Choice::new("", "Somebody else, by the login")].into_iter().chain(others).collect(),
            staff: staff.clone(),
            is_chief: access.role.is_chief(),
        }
    }

    /// The last one stays.
    fn chiefs(&self) -> usize {
        self.staff.values().filter(|member| member.role == StaffRole::Chief).count()
    }
}

impl ForbiddenPage {
    pub fn of(access: &EventAccess) -> Self {
        let event = &*access.event;
        let players = event.entries_by_number().into_iter();
        Self {
            frame: access.frame_under(EventTab::Settings),
            form: FormView::fresh("group"),
            players: players
                .map(|entry| Choice::new(entry.id.to_string(), entry.details.name.as_str()))
                .collect(),
            groups: event.forbidden.iter().map(|group| row(event, group)).collect(),
            next_round: event.published_rounds().saturating_add(1),
        }
    }
}

fn row(event: &Event, group: &ForbiddenGroup) -> GroupRow {
    let names: Vec<_> = group.players.iter().map(|player| event.name_of(*player)).collect();
    let published = event.published_rounds();
    let lift = match group.last_round {
        _ if group.first_round > published => "Remove",
        Some(last) if last <= published => "",
        _ => "End",
    };
    GroupRow {
        id: group.id.to_string(),
        common: common(event, group),
        names: names.join("; "),
        rounds: group.rounds(),
        lift,
    }
}

/// The club that all players of a group have, or else their federation.
fn common(event: &Event, group: &ForbiddenGroup) -> String {
    let entries: Vec<_> = group.players.iter().filter_map(|id| event.entries.get(id)).collect();
    let shared = |of: fn(&EntryDetails) -> Option<&Label>| {
        let first = of(&entries.first()?.details)?;
        let is_same = |label: &Label| folded(label.as_str()) == folded(first.as_str());
        entries.iter().all(|entry| of(&entry.details).is_some_and(is_same)).then(|| first.to_string())
    };
    let club = shared(|details| details.club.as_ref());
    club.or_else(|| shared(|details| details.federation.as_ref())).unwrap_or_default()
}
