//! When rounds and breaks begin; in a round robin also who meets whom in all of them.

use askama::Template;
use chrono::{NaiveDate, TimeDelta};

use crate::domain::entry::RoundNumber;
use crate::domain::event::Event;
use crate::domain::local_time;
use crate::domain::round::{RoundState, Table};
use crate::domain::text::count;
use crate::domain::timetable::{EndOfRound, Line, What};
use crate::error::AppError;
use crate::pages::Frame;
use crate::publish::{Issue, View};
use crate::services::pairing::{Start, draft};

use super::board::PlayerLink;
use super::foot::Foot;
use super::{address, words};

/// A day of a timetable.
#[derive(Debug)]
pub(super) struct Day {
    pub(super) title: String,
    pub(super) lines: Vec<TimeLine>,
}

/// Something that begins.
#[derive(Debug)]
pub(super) struct TimeLine {
    pub(super) time: String,
    pub(super) title: String,
    /// Where its boards are; empty while there are none.
    pub(super) href: String,
    pub(super) is_next: bool,
}

/// What begins next.
#[derive(Debug)]
pub(super) struct Next {
    pub(super) title: String,
    pub(super) when: String,
    /// The moment, for the countdown.
    pub(super) moment: String,
    pub(super) time: String,
}

/// When the round ends that is played.
#[derive(Debug)]
pub(super) struct End {
    pub(super) round: u16,
    pub(super) when: String,
    /// The moment, for the countdown.
    pub(super) moment: String,
    pub(super) time: String,
    /// The boards that end later, a sentence each.
    pub(super) later: Vec<String>,
}

impl End {
    fn of(event: &Event, end: &EndOfRound) -> Self {
        let moment = local_time::moments(end.ends, event.settings.time_zone)[0];
        let later = |(board, minutes): &(u16, u16)| {
            let ends = end.ends + TimeDelta::minutes((*minutes).into());
            let more = count(usize::from(*minutes), "minute", "minutes");
            format!("Board {board}: {more} more, until {}", ends.format("%H:%M"))
        };
        Self {
            round: end.round,
            when: local_time::in_words(end.ends),
            moment: moment.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
            time: end.ends.format("%H:%M").to_string(),
            later: end.later.iter().map(later).collect(),
        }
    }
}

/// The timetable as pages show it.
#[derive(Debug)]
pub(super) struct Times {
    pub(super) days: Vec<Day>,
    pub(super) next: Option<Next>,
    /// The end of the round that is played.
    pub(super) end: Option<End>,
    /// What befalls who comes late; empty where nothing is said.
    pub(super) late: String,
    pub(super) calendar: String,
    pub(super) page: String,
}

impl Times {
    /// The timetable, if the event has one.
    pub(super) fn of(event: &Event) -> Option<Self> {
        let timetable = event.timetable()?;
        let next = event.next_beginning();
        let mut days: Vec<Day> = Vec::new();
        let mut day: Option<NaiveDate> = None;
        for line in timetable.lines() {
            if day != Some(line.begins.date()) {
                day = Some(line.begins.date());
                days.push(Day { title: line.begins.format("%A %-d %B").to_string(), lines: Vec::new() });
            }
            let lines = days.last_mut().map(|day| &mut day.lines);
            lines.into_iter().for_each(|lines| {
                lines.push(TimeLine {
                    time: line.begins.format("%H:%M").to_string(),
                    title: line.title(),
                    href: match line.what {
                        What::Round(round) if event.published_rounds() >= round => {
                            address(event, View::Round(round))
                        }
                        _ => String::new(),
                    },
                    is_next: Some(line) == next,
                });
            });
        }
        Some(Self {
            days,
            next: next.map(|line| Next::of(event, &line)),
            end: event.end_of_round().map(|end| End::of(event, &end)),
            late: timetable
                .default_minutes
                .map(|minutes| format!("Default time: {}", words::late(minutes)))
                .unwrap_or_default(),
            calendar: match timetable.lines().is_empty() {
                true => String::new(),
                false => address(event, View::TimetableIcs),
            },
            page: address(event, View::Timetable),
        })
    }
}

impl Next {
    fn of(event: &Event, line: &Line<'_>) -> Self {
        Self {
            title: line.title(),
            when: local_time::in_words(line.begins),
            moment: line.moment(event.settings.time_zone).format("%Y-%m-%dT%H:%M:%SZ").to_string(),
            time: line.begins.format("%H:%M").to_string(),
        }
    }
}

#[derive(Debug)]
struct ScheduledRound {
    number: RoundNumber,
    when: String,
    boards: Vec<[PlayerLink; 2]>,
    free: Vec<PlayerLink>,
}

#[derive(Debug, Template)]
#[template(path = "public/timetable.html")]
pub(super) struct TimetablePage {
    frame: Frame,
    times: Option<Times>,
    zone: String,
    seats: [&'static str; 2],
    rounds: Vec<ScheduledRound>,
    foot: Option<Foot>,
}

impl TimetablePage {
    pub(super) fn new(issue: &Issue, frame: Frame) -> Result<Self, AppError> {
        let event = &issue.event;
        let planned = if event.shows_schedule() { event.planned_rounds() } else { 0 };
        let rounds = (1..=planned).map(|round| scheduled(event, round));
        Ok(Self {
            frame,
            times: Times::of(event),
            zone: event.settings.time_zone.to_string(),
            seats: words::seat_titles(event.settings.game),
            rounds: rounds.collect::<Result<_, _>>()?,
            foot: Foot::of(issue)?,
        })
    }
}

/// A round as it was published, or as the table of the round robin has it.
fn scheduled(event: &Event, number: RoundNumber) -> Result<ScheduledRound, AppError> {
    let published = event.round(number).ok().filter(|round| round.state != RoundState::Draft);
    let table: Table = match published {
        Some(round) => Table::clone(&round.table),
        None => draft(event, number, Start::Proposal)?,
    };
    let player = |entry| PlayerLink::to(event, entry);
    let line = event.timetable().and_then(|timetable| timetable.of_round(number));
    Ok(ScheduledRound {
        number,
        when: line.map(|line| local_time::in_words(line.begins)).unwrap_or_default(),
        boards: table.boards.iter().map(|pair| [player(pair.first), player(pair.second)]).collect(),
        free: table.byes.iter().map(|bye| player(bye.entry)).collect(),
    })
}
