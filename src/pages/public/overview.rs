//! The front page of an event.

use askama::Template;
use tiger_event::text::count;
use tiger_event::{RoundState, StaffRole};

use crate::error::Result;
use crate::pages::{Frame, PointsView, Status, or_empty};
use crate::publish::{ApiView, HallShow, Issue, View};
use crate::{access, clock};

use super::board::{BoardView, PlayerLink};
use super::round::status;
use super::scoring::{ScoringTable, tables};
use super::timetable::Times;
use super::{address, masthead, moment, prizes, words};

/// How many of the first are named.
const LEADERS: usize = 5;

/// Someone at the head of the standings.
struct Leader {
    rank: u32,
    player: PlayerLink,
    points: PointsView,
}

/// The round that was published last.
struct Current {
    title: String,
    href: String,
    status: Status,
    done: usize,
    total: usize,
    since: String,
}

/// A file to take along.
struct FileLink {
    href: String,
    label: &'static str,
    about: &'static str,
}

#[derive(Template)]
#[template(path = "public/overview.html")]
pub(super) struct OverviewPage {
    frame: Frame,
    title: String,
    lead: String,
    is_finished: bool,
    has_bracket: bool,
    current: Option<Current>,
    leaders: Vec<Leader>,
    standings: String,
    /// The list of prizes; empty while it is not public.
    prizes: String,
    facts: Vec<(&'static str, String)>,
    nominal: &'static str,
    tables: Vec<ScoringTable>,
    files: Vec<FileLink>,
    times: Option<Times>,
    hall: String,
    /// Where players register; empty when they cannot.
    register: String,
}

impl OverviewPage {
    pub(super) fn new(issue: &Issue, frame: Frame) -> Result<Self> {
        let event = &issue.event;
        let table = issue.standings(None)?;
        let has_results = table.games > table.open_games;
        let leaders = table.lines.iter().take(if has_results { LEADERS } else { 0 }).map(|line| Leader {
            rank: line.row.rank,
            player: PlayerLink::to(event, line.entry),
            points: words::tally(line.tally),
        });
        Ok(Self {
            frame,
            title: title(issue),
            lead: lead(issue),
            is_finished: event.is_finished,
            has_bracket: event.settings.format.has_bracket(),
            current: current(issue),
            leaders: leaders.collect(),
            standings: address(event, View::Standings(None)),
            prizes: prizes(event),
            facts: facts(issue, table.order_in_words()),
            nominal: nominal(issue),
            tables: tables(event),
            files: files(issue),
            times: Times::of(event),
            hall: address(event, View::Hall(HallShow::ALL, 1)),
            register: event
                .open_registration(clock::now())
                .map(|_| format!("{}/register", access::base(event)))
                .unwrap_or_default(),
        })
    }
}

/// Where the event stands.
fn title(issue: &Issue) -> String {
    let event = &issue.event;
    match (event.rounds.last(), event.is_finished) {
        (_, true) => "The event is over".to_owned(),
        (None, false) => "Before the first round".to_owned(),
        (Some(round), false) if round.state == RoundState::Closed => format!("After round {}", round.number),
        (Some(round), false) => format!("Round {} is on", round.number),
    }
}

fn lead(issue: &Issue) -> String {
    let event = &issue.event;
    let players = count(event.entries.len(), "player", "players");
    let rounds = count(event.planned_rounds().into(), "round", "rounds");
    format!("{players}, {rounds}, {}.", event.settings.format.title())
}

fn current(issue: &Issue) -> Option<Current> {
    let event = &issue.event;
    let round = event.rounds.last()?;
    let boards = BoardView::of_round(event, round.number);
    let done = boards.iter().filter(|board| board.is_done()).count();
    Some(Current {
        title: event.round_title(round.number),
        href: address(event, View::Round(round.number)),
        status: status(round, done),
        done,
        total: boards.len(),
        since: round.published_at.map(|at| moment(event, at)).unwrap_or_default(),
    })
}

fn facts(issue: &Issue, order: String) -> Vec<(&'static str, String)> {
    let event = &issue.event;
    let settings = &event.settings;
    let staff = |role| {
        let named = event.staff.values().filter(|member| member.role == role);
        named.map(|member| member.name.to_string()).collect::<Vec<_>>().join("; ")
    };
    let facts = [
        ("Game", settings.game.to_string()),
        (
            "Board",
            settings
                .board_file
                .as_ref()
                .map_or("", |_| "The event's own; downloaded records carry it")
                .to_owned(),
        ),
        (
            "Format",
            format!(
                "{}, {}",
                settings.format.title(),
                count(event.planned_rounds().into(), "round", "rounds")
            ),
        ),
        ("When", masthead::dates(event)),
        ("Where", or_empty(&settings.venue)),
        ("Clock", words::clock(&settings.clock)),
        ("Order", order),
        ("Chief arbiter", staff(StaffRole::Chief)),
        ("Arbiters", staff(StaffRole::Arbiter)),
        ("Registration", registration(issue)),
        ("Times", format!("in the zone {}", settings.time_zone)),
    ];
    facts.into_iter().filter(|(_, fact)| !fact.is_empty()).collect()
}

/// Until when players may register by themselves.
fn registration(issue: &Issue) -> String {
    let terms = issue.event.open_registration(clock::now());
    terms.map(|terms| format!("until {}", terms.closes_at.format("%H:%M on %-d %B"))).unwrap_or_default()
}

/// Where nominal halves can come up, whether they count.
fn nominal(issue: &Issue) -> &'static str {
    let settings = &issue.event.settings;
    let has_nominal = settings.game == tiger_rules::GameKind::Dragon
        && matches!(settings.points, tiger_rules::PointsTable::Game);
    match (has_nominal, settings.nominal_counts) {
        (false, _) => "",
        (true, true) => "The nominal 1/2 is shown apart and counts in the total.",
        (true, false) => "The nominal 1/2 is shown apart and does not count in the total.",
    }
}

fn files(issue: &Issue) -> Vec<FileLink> {
    let files = [
        (View::StandingsCsv, "Standings, CSV", "places, points and tie-breaks"),
        (View::CrossTableCsv, "Cross-table, CSV", "every round of every player"),
        (View::PairingsCsv, "Pairings, CSV", "boards and results of all rounds"),
        (View::PlayersCsv, "Players, CSV", "the list of players"),
        (View::StandingsJson, "Standings, JSON", "with the working of every number"),
        (View::EventJson, "Event, JSON", "players, rounds, games, dice, rulings"),
        (View::EventTrf, "Event, TRF", "the report file of FIDE, for pairing programs and federations"),
        (View::GamesTgr, "Games, .tgr", "all records that were handed in"),
        (View::Feed, "News, Atom", "rounds, results and rulings, for feed readers"),
        (View::Api(ApiView::Event), "For programs", "the event as the interface tells it"),
    ];
    let has_records = issue.event.games.values().any(|game| game.record_to_publish().is_some());
    let link = |(view, label, about)| FileLink { href: address(&issue.event, view), label, about };
    files.into_iter().filter(|(view, ..)| has_records || *view != View::GamesTgr).map(link).collect()
}
