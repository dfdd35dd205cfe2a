//! Settings, staff, publication of the event.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{Effect, Event, Family, Meta, Refusal, RoundState, Teller, Who, check_seen};
use crate::event::StaffMember;
use crate::{Bytes32, EventId, Format, PersonName, Settings, Slug, StaffRole, UserId};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum EventCommand {
    /// The event comes into being.
    CreateEvent { event: EventId, slug: Slug, settings: Box<Settings>, chief: UserId, chief_name: PersonName },
    /// The event goes on here from what was printed of it elsewhere.
    TakeUpEvent {
        printed_at: DateTime<Utc>,
        /// The entry that its ledger had come to.
        version: u64,
        /// The hash of that entry.
        head: Bytes32,
        /// The digest of what was printed.
        digest: Bytes32,
    },
    /// The settings are replaced.
    ChangeSettings {
        settings: Box<Settings>,
        seen: u64,
        /// Whether rounds that are published keep the numbers of their boards. Earlier programs gave them other ones.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        keeps_boards: bool,
    },
    /// The event's public pages are opened or shut.
    ShowEvent { is_public: bool },
    /// The event is over, or goes on after all.
    FinishEvent { is_finished: bool },
    /// Somebody becomes an arbiter of the event, or takes another rank.
    AppointStaff { user: UserId, name: PersonName, role: StaffRole },
    /// Somebody is no longer an arbiter of the event.
    DismissStaff { user: UserId },
}

impl EventCommand {
    /// Replaces the settings for what comes.
    pub fn change_settings(settings: Settings, seen: u64) -> Self {
        Self::ChangeSettings { settings: Box::new(settings), seen, keeps_boards: true }
    }
}

impl Family for EventCommand {
    fn check_new(&self, event: &Event, _: &Meta) -> Effect {
        match self {
            Self::ChangeSettings { settings, .. }
                if settings.nominal_counts != event.settings.nominal_counts && event.has_closed_rounds() =>
            {
                Err(points_stand())
            }
            _ => Ok(()),
        }
    }

    fn who(&self, _: &Event) -> Result<Who, Refusal> {
        Ok(Who::Chief)
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::CreateEvent { .. } => Err(Refusal::invalid("This event exists already.")),
            Self::TakeUpEvent { .. } if event.version == 1 => Ok(()),
            Self::TakeUpEvent { .. } => {
                Err(Refusal::invalid("Only an event in which nothing has happened is taken up from paper."))
            }
            Self::ChangeSettings { settings, seen, keeps_boards } => {
                let old = event.settings.first_board;
                change_settings(event, meta, settings, *seen)?;
                if *keeps_boards && settings.first_board != old {
                    keep_boards(event, old);
                }
                Ok(())
            }
            Self::ShowEvent { is_public } => {
                event.is_public = *is_public;
                Ok(())
            }
            Self::FinishEvent { is_finished } => finish(event, *is_finished),
            Self::AppointStaff { user, name, role } => appoint(event, *user, name, *role),
            Self::DismissStaff { user } => dismiss(event, *user),
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::CreateEvent { settings, chief_name, .. } => {
                teller.settings = Some((**settings).clone());
                format!("Event created, with {chief_name} as chief arbiter: {}", settings.summary())
            }
            Self::TakeUpEvent { printed_at, version, head, digest } => format!(
                "Event taken up from what was printed at {}, when its ledger had come to entry {version} with the hash {head}; the digest of the print is {digest}",
                printed_at.format("%Y-%m-%d %H:%M:%S UTC")
            ),
            Self::ChangeSettings { settings, .. } => {
                let before = teller.settings.replace((**settings).clone());
                let told = before.map_or_else(|| settings.summary(), |before| settings.told_since(&before));
                format!("Settings changed: {told}")
            }
            Self::ShowEvent { is_public: true } => "Event opened to the public".to_owned(),
            Self::ShowEvent { is_public: false } => "Event closed to the public".to_owned(),
            Self::FinishEvent { is_finished: true } => "Event finished".to_owned(),
            Self::FinishEvent { is_finished: false } => "Event taken up again".to_owned(),
            Self::AppointStaff { name, role, .. } => format!("{name} appointed {}", role.title()),
            Self::DismissStaff { .. } => "An arbiter dismissed".to_owned(),
        }
    }
}

fn change_settings(event: &mut Event, meta: &Meta, settings: &Settings, seen: u64) -> Effect {
    settings.check()?;
    check_seen(seen, event.settings_revision, || {
        ("the settings".to_owned(), event.settings.summary(), settings.summary())
    })?;
    if event.settings.dance_board() != settings.dance_board()
        && event.games.values().any(|game| !game.records.is_empty())
    {
        return Err(Refusal::invalid(
            "The board can only be changed before the first record is handed in: records are read on it.",
        ));
    }
    if !event.rounds.is_empty() {
        check_running(event, settings)?;
    }
    event.settings = settings.clone();
    event.settings_revision = meta.seq;
    event.rescore_open_rounds()
}

/// Rounds that are published keep the numbers under which they were: those on slips and in people's heads.
fn keep_boards(event: &mut Event, old: u16) {
    for round in event.rounds.iter_mut().filter(|round| round.state != RoundState::Draft) {
        round.first_board.get_or_insert(old);
    }
}

/// What may no longer change once a round exists.
fn check_running(event: &Event, settings: &Settings) -> Effect {
    let before = &event.settings;
    let is_knockout = before.format == Format::Knockout;
    for (differs, what) in [
        (before.game != settings.game, "The game"),
        (before.format != settings.format, "The format"),
        (before.is_accelerated != settings.is_accelerated, "Acceleration"),
        (
            is_knockout && before.knockout != settings.knockout,
            "Seeding, games a tie and the match for third place",
        ),
    ] {
        if differs {
            return Err(Refusal::Invalid(format!(
                "{what} can only be changed before the first round is drafted."
            )));
        }
    }
    let rescores = before.points != settings.points || before.byes != settings.byes;
    if rescores && event.has_closed_rounds() {
        return Err(points_stand());
    }
    // In a round robin the number of players says how many rounds there are.
    let is_told = !is_knockout && !settings.format.is_round_robin();
    if is_told && usize::from(settings.rounds) < event.rounds_by_plan() {
        return Err(Refusal::Invalid(format!("{} rounds exist already.", event.rounds.len())));
    }
    Ok(())
}

fn points_stand() -> Refusal {
    Refusal::invalid(
        "The points can only be changed before the first round is closed: its players counted on them.",
    )
}

fn finish(event: &mut Event, is_finished: bool) -> Effect {
    if is_finished && let Some(round) = event.current_round() {
        return Err(Refusal::Invalid(format!("Round {} is not closed yet.", round.number)));
    }
    if is_finished && let Some(game) = event.waiting_for_a_result().first() {
        return Err(Refusal::Invalid(format!(
            "The game at {} was adjourned and has no result yet. Enter it first.",
            event.place_of(game)
        )));
    }
    event.is_finished = is_finished;
    Ok(())
}

fn appoint(event: &mut Event, user: UserId, name: &PersonName, role: StaffRole) -> Effect {
    check_chief_remains(event, user, Some(role))?;
    event.staff.insert(user, StaffMember { name: name.clone(), role });
    Ok(())
}

fn dismiss(event: &mut Event, user: UserId) -> Effect {
    if !event.staff.contains_key(&user) {
        return Err(Refusal::NotFound("arbiter"));
    }
    check_chief_remains(event, user, None)?;
    event.staff.remove(&user);
    Ok(())
}

fn check_chief_remains(event: &Event, user: UserId, role: Option<StaffRole>) -> Effect {
    let is_chief = |id: &UserId, current: StaffRole| {
        if *id == user { role == Some(StaffRole::Chief) } else { current == StaffRole::Chief }
    };
    let others_remain = event.staff.iter().any(|(id, member)| is_chief(id, member.role));
    if others_remain || role == Some(StaffRole::Chief) {
        Ok(())
    } else {
        Err(Refusal::invalid("An event needs a chief arbiter. Appoint another one first."))
    }
}
