//! Settings, staff, publication of the event.

use super::super::actor::Meta;
use super::super::event::{Event, StaffMember};
use super::super::ids::UserId;
use super::super::permission::StaffRole;
use super::super::refusal::Refusal;
use super::super::round::RoundState;
use super::super::settings::{Format, Settings};
use super::super::text::PersonName;
use super::{Effect, check_seen};

pub(super) fn change_settings(event: &mut Event, meta: &Meta, settings: &Settings, seen: u64) -> Effect {
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

/// What may no longer change once a round exists.
fn check_running(event: &Event, settings: &Settings) -> Effect {
    if event.settings.game != settings.game {
        return Err(Refusal::invalid("The game can only be changed before the first round is drafted."));
    }
    if event.settings.format != settings.format {
        return Err(Refusal::invalid("The format can only be changed before the first round is drafted."));
    }
    if event.settings.is_accelerated != settings.is_accelerated {
        return Err(Refusal::invalid("Acceleration can only be changed before the first round is drafted."));
    }
    if event.settings.knockout != settings.knockout && event.settings.format == Format::Knockout {
        return Err(Refusal::invalid(
            "Seeding, games a tie and the match for third place can only be changed before the first round is drafted.",
        ));
    }
    let rescores = event.settings.points != settings.points || event.settings.byes != settings.byes;
    let is_any_closed = event.rounds.iter().any(|round| round.state == RoundState::Closed);
    if rescores && is_any_closed {
        return Err(Refusal::invalid(
            "The points can only be changed before the first round is closed: its players counted on them.",
        ));
    }
    let is_planned = !matches!(settings.format, Format::Knockout);
    if is_planned && usize::from(settings.rounds) < event.rounds_by_plan() {
        return Err(Refusal::Invalid(format!("{} rounds exist already.", event.rounds.len())));
    }
    Ok(())
}

pub(super) fn show(event: &mut Event, is_public: bool) -> Effect {
    event.is_public = is_public;
    Ok(())
}

pub(super) fn finish(event: &mut Event, is_finished: bool) -> Effect {
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

pub(super) fn appoint(event: &mut Event, user: UserId, name: &PersonName, role: StaffRole) -> Effect {
    check_chief_remains(event, user, Some(role))?;
    event.staff.insert(user, StaffMember { name: name.clone(), role });
    Ok(())
}

pub(super) fn dismiss(event: &mut Event, user: UserId) -> Effect {
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
