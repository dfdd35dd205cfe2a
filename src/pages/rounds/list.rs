//! The rounds of an event, for its arbiters.

use askama::Template;
use tiger_event::{Round, RoundState};

use super::{GridPage, local, round_status};
use crate::access::EventAccess;
use crate::pages::{EventTab, Frame, Status};
use crate::services::choices;

#[derive(Template)]
#[template(path = "rounds/list.html")]
pub struct RoundsPage {
    pub frame: Frame,
    pub rows: Vec<RoundRow>,
    /// The round that can be drafted now.
    pub next: Option<u16>,
    pub planned: u16,
    /// Whether anything is asked or cast before a game.
    pub has_choices: bool,
}

pub struct RoundRow {
    pub number: u16,
    /// What it is in the bracket; empty in formats without one.
    pub stage: String,
    pub status: Status,
    pub boards: usize,
    /// Boards with a result.
    pub done: usize,
    pub byes: usize,
    /// When it was published; empty for a draft.
    pub published: String,
    /// Whether its boards can still be changed.
    pub takes_changes: bool,
    /// Where it is worked on.
    pub href: String,
}

impl RoundRow {
    /// Whether everybody sees the round.
    pub fn is_published(&self) -> bool {
        self.status != Status::Draft
    }
}

impl RoundsPage {
    /// All rounds, drafts included.
    pub fn of(access: &EventAccess) -> Self {
        let event = &access.event;
        let row = |round: &Round| {
            let games = event.games_of(round.number);
            let href = match round.state {
                RoundState::Draft => access.path("/draft"),
                _ => GridPage::path(access, round.number),
            };
            RoundRow {
                number: round.number,
                stage: event.stage_of_round(round.number),
                status: round_status(round.state),
                boards: round.table.boards.len(),
                done: games.iter().filter(|game| game.result.is_some()).count(),
                byes: round.table.byes.len(),
                published: round.published_at.map(|at| local(event, at)).unwrap_or_default(),
                takes_changes: round.state == RoundState::Published,
                href,
            }
        };
        Self {
            frame: access.frame(Some(EventTab::Rounds)),
            rows: event.rounds.iter().map(row).collect(),
            next: event.next_round(),
            planned: event.planned_rounds(),
            has_choices: !choices::steps(event.settings.game).is_empty(),
        }
    }
}
