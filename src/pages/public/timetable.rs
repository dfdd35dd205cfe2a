//! When rounds and breaks begin; in a round robin also who meets whom in all of them.

use askama::Template;
use chrono::{NaiveDateTime, TimeDelta};
use tiger_event::text::count;
use tiger_event::timetable::{EndOfRound, Line, What};
use tiger_event::{Event, RoundNumber, RoundState, Table, local_time};

use crate::error::Result;
use crate::pages::Frame;
use crate::publish::{Issue, View};
use crate::services::pairing::{Start, draft};

use super::board::PlayerLink;
use super::foot::Foot;
use super::{address, words};

pub(super) struct Day {
    pub(super) title: String,
    pub(super) lines: Vec<TimeLine>,
}

pub(super) struct TimeLine {
    pub(super) time: String,
    pub(super) title: String,
    /// Where its boards are; empty while there are none.
    pub(super) href: String,
    pub(super) is_next: bool,
}

/// A moment to come, such as the beginning of the next round.
pub(super) struct ToCome {
    pub(super) title: String,
    pub(super) when: String,
    /// The moment, for the countdown.
    pub(super) moment: String,
    pub(super) time: String,
}

impl ToCome {
    fn of(event: &Event, title: String, at: NaiveDateTime) -> Self {
        let moment = local_time::moments(at, event.settings.time_zone)[0];
        Self {
            title,
            when: local_time::in_words(at),
            moment: moment.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
            time: at.format("%H:%M").to_string(),
        }
    }
}

/// The boards that end later than their round, a sentence each.
fn later(end: &EndOfRound) -> Vec<String> {
    let told = |(board, minutes): &(u16, u16)| {
        let ends = end.ends + TimeDelta::minutes((*minutes).into());
        let more = count(usize::from(*minutes), "minute", "minutes");
        format!("Board {board}: {more} more, until {}", ends.format("%H:%M"))
    };
    end.later.iter().map(told).collect()
}

/// The timetable as pages show it.
pub(super) struct Times {
    pub(super) days: Vec<Day>,
    pub(super) next: Option<ToCome>,
    /// The end of the round that is played.
    pub(super) end: Option<ToCome>,
    /// The boards that end later, a sentence each.
    pub(super) later: Vec<String>,
    /// What befalls who comes late; empty where nothing is said.
    pub(super) late: String,
    pub(super) calendar: String,
    pub(super) page: String,
}

impl Times {
    /// The timetable, if the event has one.
    pub(super) fn of(event: &Event) -> Option<Self> {
        let timetable = event.timetable()?;
        let (next, end) = (event.next_beginning(), event.end_of_round());
        let line = |line: &Line<'_>| TimeLine {
            time: line.begins.format("%H:%M").to_string(),
            title: line.title(),
            href: match line.what {
                What::Round(round) if event.published_rounds() >= round => address(event, View::Round(round)),
                _ => String::new(),
            },
            is_next: Some(*line) == next,
        };
        let lines = timetable.lines();
        let days = lines.chunk_by(|one, other| one.begins.date() == other.begins.date()).map(|day| Day {
            title: day[0].begins.format("%A %-d %B").to_string(),
            lines: day.iter().map(line).collect(),
        });
        Some(Self {
            days: days.collect(),
            next: next.map(|line| ToCome::of(event, line.title(), line.begins)),
            later: end.as_ref().map(later).unwrap_or_default(),
            end: end.map(|end| ToCome::of(event, format!("Round {}", end.round), end.ends)),
            late: timetable
                .default_minutes
                .map(|minutes| format!("Default time: {}", words::late(minutes)))
                .unwrap_or_default(),
            calendar: match lines.is_empty() {
                true => String::new(),
                false => address(event, View::TimetableIcs),
            },
            page: address(event, View::Timetable),
        })
    }
}

struct ScheduledRound {
    number: RoundNumber,
    when: String,
    boards: Vec<[PlayerLink; 2]>,
    free: Vec<PlayerLink>,
}

#[derive(Template)]
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
    pub(super) fn new(issue: &Issue, frame: Frame) -> Result<Self> {
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
fn scheduled(event: &Event, number: RoundNumber) -> Result<ScheduledRound> {
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
