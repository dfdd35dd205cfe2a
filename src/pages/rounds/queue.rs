//! Everything that waits for an arbiter.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use chrono::{DateTime, Utc};
use tiger_event::result::SEATS;
use tiger_event::text::sentence as whole;
use tiger_event::wish::Wish;
use tiger_event::{Entry, Event, Game, GameId, RoundState, Seat};

use super::appeals::time_left;
use super::game::ReportView;
use super::{local, names};
use crate::access::EventAccess;
use crate::clock;
use crate::error::Result;
use crate::ledger::clocks::{Clocks, Standing};
use crate::pages::clocks::late;
use crate::pages::{EventTab, Frame, Listing, Status, Wanted};
use crate::services::clocks::{Fallen, games_of_the_round, lifted, stopped, unnoted};
use crate::services::queue::{Matter, Waiting, queue};

/// Matters of a part of what is still open.
const PART: usize = 100;

#[derive(Template)]
#[template(path = "rounds/queue.html")]
pub struct QueuePage {
    pub frame: Frame,
    /// What needs a decision, oldest first.
    pub decisions: Vec<QueueRow>,
    /// What else waits, oldest first, in parts.
    pub others: Vec<QueueRow>,
    pub listing: Listing,
    /// What players ask for, oldest first.
    pub wishes: Vec<WishRow>,
    /// How many players say that they are here, and nobody has confirmed it.
    pub announced: usize,
    /// The version whose players are counted here.
    pub version: u64,
    /// How many players who registered by themselves wait to be accepted.
    pub registered: usize,
}

pub struct QueueRow {
    /// Round and board.
    pub place: String,
    pub names: String,
    pub status: Status,
    pub sentence: String,
    /// What each player or record says, where they contradict each other.
    pub accounts: Vec<ReportView>,
    pub since: String,
    /// Where it is settled.
    pub href: String,
    /// The words on that link.
    pub action: &'static str,
}

pub struct WishRow {
    pub sentence: String,
    pub since: String,
    /// Where it is answered.
    pub href: String,
    /// The player's page.
    pub player: String,
    pub id: u64,
}

impl WishRow {
    fn of(access: &EventAccess, (entry, wish): (&Entry, &Wish)) -> Self {
        let player = access.path(&format!("/entries/{}", entry.id));
        Self {
            sentence: format!("{} asks {}.", entry.details.name, wish.asked.words()),
            since: local(&access.event, wish.at),
            href: format!("{player}/wishes/{}", wish.id),
            player,
            id: wish.id,
        }
    }
}

impl QueuePage {
    /// Everything that waits, with how many players wait who registered by themselves, and the clocks to which presses
    /// came late.
    pub fn of(
        access: &EventAccess,
        registered: usize,
        (book, clocks): (&Clocks, &HashMap<GameId, Arc<Standing>>),
    ) -> Result<Self> {
        let flags: Vec<_> = unnoted(&access.event, clocks)
            .into_iter()
            .map(|(game, flag)| (game, flag.heard_by(book, game)))
            .collect();
        // A board with a fallen flag waits for that, and not for a result beside it.
        let is_told = |waiting: &Waiting| {
            waiting.matter == Matter::OpenGame && flags.iter().any(|(game, _)| game.id == waiting.game)
        };
        let waiting: Vec<_> = queue(&access.event).into_iter().filter(|it| !is_told(it)).collect();
        let (decisions, others): (Vec<_>, Vec<_>) =
            waiting.iter().partition(|waiting| waiting.matter.needs_decision());
        let rows = |list: Vec<&Waiting>| -> Vec<QueueRow> {
            list.into_iter().filter_map(|waiting| row(access, waiting)).collect()
        };
        let text = |row: &QueueRow| format!("{} {} {}", row.place, row.names, row.sentence);
        let wanted = Wanted::of(access.viewer.request())?;
        let open = late_rows(access, clocks).into_iter().chain(rows(others)).collect();
        let (others, listing) = wanted.part(open, PART, access.path("/queue"), text)?;
        Ok(Self {
            frame: access.live_frame(Some(EventTab::Queue)),
            decisions: flag_rows(access, flags)
                .into_iter()
                .chain(lifted_rows(access, clocks))
                .chain(stopped_rows(access, clocks))
                .chain(rows(decisions))
                .collect(),
            others,
            listing,
            wishes: access.event.open_wishes().into_iter().map(|wish| WishRow::of(access, wish)).collect(),
            announced: access.event.announced().count(),
            version: access.event.version,
            registered,
        })
    }
}

impl QueueRow {
    /// A matter of a game: since when, and its state, sentence, place below the game's pages and word on the link there.
    fn of(
        access: &EventAccess,
        game: &Game,
        since: Option<DateTime<Utc>>,
        (status, sentence, rest, action): (Status, String, &str, &'static str),
    ) -> Self {
        let event = &*access.event;
        Self {
            place: event.place_title(game),
            names: names(event, game),
            status,
            sentence,
            accounts: Vec::new(),
            since: since.map(|at| local(event, at)).unwrap_or_default(),
            href: access.game_path(game, rest),
            action,
        }
    }
}

/// Flags that have fallen by the program's clocks and that nobody has noted, nor the other player claimed.
fn flag_rows(access: &EventAccess, flags: Vec<(&Game, Fallen)>) -> Vec<QueueRow> {
    let row = |(game, flag): (&Game, Fallen)| {
        let sentence = flag.sentence(&access.event, game);
        let what = (Status::Waits, sentence, "/room#flag", "Note the fallen flag");
        QueueRow::of(access, game, Some(flag.at), what)
    };
    flags.into_iter().map(row).collect()
}

/// Flags that were noted as fallen in the deployment and are up by the clock.
fn lifted_rows(access: &EventAccess, clocks: &HashMap<GameId, Arc<Standing>>) -> Vec<QueueRow> {
    let row = |(game, seat, since): (&Game, Seat, DateTime<Utc>)| {
        let sentence = format!(
            "The flag of {} was noted as fallen in the deployment, and is up by the program's clock. Undo the note, or correct the clock.",
            access.event.name_of(game.player(seat))
        );
        let what = (Status::Waits, sentence, "/room", "Look at the game room");
        QueueRow::of(access, game, Some(since), what)
    };
    lifted(&access.event, clocks).into_iter().map(row).collect()
}

/// Clocks that were stopped at the board: whoever stopped them waits for the arbiter, or has forgotten them.
fn stopped_rows(access: &EventAccess, clocks: &HashMap<GameId, Arc<Standing>>) -> Vec<QueueRow> {
    let row = |(game, since): (&Game, DateTime<Utc>)| {
        let sentence = "The clock was stopped at the board and stands.".to_owned();
        QueueRow::of(access, game, Some(since), (Status::Waits, sentence, "/clock", "Look at the clock"))
    };
    stopped(&access.event, clocks).into_iter().map(row).collect()
}

/// Games without a result to whose clocks presses came late.
fn late_rows(access: &EventAccess, clocks: &HashMap<GameId, Arc<Standing>>) -> Vec<QueueRow> {
    let games = games_of_the_round(&access.event).into_iter().filter(|game| game.result.is_none());
    let row = |game: &Game| {
        let standing = clocks.get(&game.id).filter(|standing| standing.late.presses > 0)?;
        let late = late(&standing.late);
        let sentence = format!("{late} to this clock. Its book says for which moments they count.");
        let what = (Status::Unchecked, sentence, "/clock/book", "Look at the book");
        Some(QueueRow::of(access, game, standing.clock.last_event(), what))
    };
    games.filter_map(row).collect()
}

/// What is known of the end of a game without a result.
fn reported(event: &Event, game: &Game) -> String {
    let of = |seat: Seat| {
        let report = game.report(seat)?;
        let [who, other] = [seat, seat.other()].map(|seat| event.name_of(game.player(seat)));
        let says = event.result_words(game, &report.entry);
        Some(format!("{who} reports: {says}. {other} has not answered yet."))
    };
    SEATS.into_iter().find_map(of).unwrap_or_else(|| "No result has come in.".to_owned())
}

fn row(access: &EventAccess, waiting: &Waiting) -> Option<QueueRow> {
    let event = &*access.event;
    let game = event.games.get(&waiting.game)?;
    let what = match &waiting.matter {
        Matter::Dispute { sentence } => (Status::Disputed, sentence.clone(), "/result", "Decide"),
        Matter::Claim { sentence } => (Status::Waits, sentence.clone(), "/room#waiting", "Judge the claim"),
        Matter::Flag { sentence } => (Status::Waits, sentence.clone(), "/room#flag", "Look at the clock"),
        Matter::Call { sentence } => (Status::Waits, sentence.clone(), "/room#waiting", "Go to the board"),
        Matter::Offer { sentence } => {
            (Status::Waits, sentence.clone(), "/room#waiting", "Answer for the player")
        }
        Matter::Appeal { sentence } => {
            let sentence = format!("{sentence} {}", time_left(event, game.round, clock::now()));
            (Status::Disputed, sentence, "/appeals", "Note what the committee decides")
        }
        Matter::Upheld { sentence } => (Status::Disputed, sentence.clone(), "/result", "Rule on it"),
        Matter::OpenGame => (Status::Open, reported(event, game), "/result", "Enter the result"),
        Matter::Adjourned { reason } => {
            let is_closed = event.round(game.round).is_ok_and(|round| round.state == RoundState::Closed);
            let action = if is_closed { "Enter the result" } else { "Resume or enter" };
            (Status::Adjourned, whole(&format!("Left for later: {reason}")), "/result", action)
        }
        Matter::UnconfirmedCast { purpose, missing } => {
            let sentence = format!("Dice from a cup ({purpose}) not confirmed by {}.", missing.join(" and "));
            (Status::Unchecked, sentence, "/room", "Look at the dice")
        }
        Matter::MissingDice => {
            let sentence = "The dice are not on file, and the points depend on them.".to_owned();
            (Status::Unchecked, sentence, "/room", "Enter the dice")
        }
    };
    // Since when a game is adjourned is in the ledger alone.
    let since = Some(waiting.since).filter(|_| !matches!(waiting.matter, Matter::Adjourned { .. }));
    let mut row = QueueRow::of(access, game, since, what);
    if matches!(waiting.matter, Matter::Dispute { .. }) {
        row.accounts = ReportView::list(access, game);
    }
    Some(row)
}
