//! Several events under one roof: its sections. It is no event and has no ledger; what must be in a section's ledger, its
//! room and the number of its first board, is among the section's settings.

use chrono::{NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};

use crate::timetable::RoundTime;
use crate::{Event, EventName, FestivalId, Slug, UserId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Festival {
    pub id: FestivalId,
    pub slug: Slug,
    pub name: EventName,
    /// Who made it; nobody any more where that account was erased.
    pub owner: Option<UserId>,
}

/// The boards of a section: the first and the last number in the hall.
pub fn boards(event: &Event) -> (u16, u16) {
    let first = event.settings.first_board;
    let playing = event.entries.values().filter(|entry| entry.is_in(event.published_rounds() + 1)).count();
    let most = event.rounds.iter().map(|round| round.table.boards.len()).max().unwrap_or(0);
    let boards = u16::try_from(most.max(playing / 2)).unwrap_or(u16::MAX);
    (first, first.saturating_add(boards).saturating_sub(1))
}

/// The first numbers with which the boards of all sections count through, from 1. Sections that keep their numbers are
/// counted round.
pub fn counted_through<'a>(sections: impl IntoIterator<Item = (&'a Event, bool)>) -> Vec<u16> {
    let sections: Vec<_> = sections.into_iter().map(|(event, keeps)| (boards(event), keeps)).collect();
    let kept: Vec<_> = sections.iter().filter(|(_, keeps)| *keeps).map(|(own, _)| *own).collect();
    let mut next: u16 = 1;
    let number = |((first, last), keeps): ((u16, u16), bool)| {
        if keeps {
            return first;
        }
        let more = last.saturating_sub(first);
        while let Some((_, end)) =
            kept.iter().find(|(from, to)| next <= *to && *from <= next.saturating_add(more))
        {
            next = end.saturating_add(1);
        }
        let own = next;
        next = next.saturating_add(more).saturating_add(1);
        own
    };
    sections.into_iter().map(number).collect()
}

/// When a section plays, from and until: its rounds, where all of them have a time, or else all of its days. A round whose
/// length nobody has said takes its whole day.
fn times(event: &Event) -> Vec<[NaiveDateTime; 2]> {
    let planned = usize::from(event.planned_rounds());
    let known = event.timetable().filter(|timetable| planned > 0 && timetable.rounds.len() >= planned);
    let day = |day: NaiveDate| {
        let begins = day.and_time(NaiveTime::MIN);
        [begins, begins + TimeDelta::days(1)]
    };
    let Some(timetable) = known else {
        let days = event.settings.starts_on.iter_days();
        return days.take_while(|it| *it <= event.settings.ends_on).take(400).map(day).collect();
    };
    let minutes = timetable.round_minutes.map(|minutes| TimeDelta::minutes(i64::from(minutes)));
    let round = |round: &RoundTime| {
        minutes.map_or_else(|| day(round.begins.date()), |minutes| [round.begins, round.begins + minutes])
    };
    timetable.rounds.iter().map(round).collect()
}

/// Whether two sections have boards of the same numbers in one room at one time.
pub fn collide(one: &Event, other: &Event) -> bool {
    let ((first, last), (from, to)) = (boards(one), boards(other));
    let share_numbers = first <= to && from <= last;
    let others = times(other);
    let meets =
        |[begins, ends]: [NaiveDateTime; 2]| others.iter().any(|[from, to]| begins < *to && *from < ends);
    share_numbers && one.settings.room == other.settings.room && times(one).into_iter().any(meets)
}
