//! The choices of a round: a row a board, a column for everything that is asked or cast.

use std::collections::BTreeMap;

use askama::Template;
use tiger_event::choice::commander;
use tiger_event::{CastPurpose, Event, Game, GameId, Round, RoundState, Seat};
use tiger_rules::{Answer, GameKind, Question, Step, Variation};

use super::{PART, Person, boards};
use crate::access::EventAccess;
use crate::error::Result;
use crate::pages::room::said;
use crate::pages::{EventTab, Frame, Listing, Wanted};
use crate::services::choices;

/// What came back with a board, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypedLine {
    /// What was typed for each step.
    pub texts: Vec<String>,
    /// What is wrong with it; empty if nothing is.
    pub error: String,
}

#[derive(Template)]
#[template(path = "rounds/choices.html")]
pub struct ChoicesPage {
    pub frame: Frame,
    pub round: u16,
    /// What each column is about.
    pub columns: Vec<Column>,
    pub rows: Vec<ChoiceRow>,
    pub listing: Listing,
    /// Boards at which everything is chosen.
    pub done: usize,
    /// Boards whose dice are due.
    pub ready: usize,
    /// Boards at which the program is committed.
    pub committed: usize,
    /// Whether anything can be written down.
    pub is_open: bool,
    pub has_dice: bool,
    /// Whether both players confirm what is typed.
    pub is_confirmed: bool,
    /// How many boards could not be written down.
    pub wrong: usize,
    /// How many others were, by the same form.
    pub written: usize,
    /// The version whose boards are counted here.
    pub version: u64,
}

/// A thing that is asked or cast.
pub struct Column {
    pub title: String,
    /// What it is typed as: the answers with their words; none where dice are typed.
    pub answers: Vec<(&'static str, &'static str)>,
    pub dice: usize,
}

pub struct ChoiceRow {
    pub game: String,
    /// Its place in the round, which names its fields.
    pub key: u16,
    /// The number on the table.
    pub board: u16,
    pub players: [Person; 2],
    pub cells: Vec<Cell>,
    /// What all that comes to; until then, what the players say by themselves.
    pub outcome: String,
    /// What is wrong with what was typed; empty if nothing is.
    pub error: String,
}

/// What stands in a column of one board.
pub enum Cell {
    /// It is answered, or the dice are cast.
    Settled(String),
    /// It is not asked at this board, or not yet.
    NotAsked,
    /// It can be typed; what was typed before.
    Typed(String),
    /// The program is committed to these dice.
    Committed,
    /// It is due, and the game is adjourned, or a result stands that may hang on it: the room shows what becomes of the points.
    InRoom {
        /// Whether the program is committed to these dice.
        is_committed: bool,
    },
}

impl ChoicesPage {
    pub fn path(access: &EventAccess, round: u16) -> String {
        access.path(&format!("/rounds/{round}/choices"))
    }

    /// The part of a round that the address asks for.
    pub fn of(access: &EventAccess, round: &Round) -> Result<Self> {
        let wanted = Wanted::of(access.viewer.request())?;
        Self::with(access, round, &BTreeMap::new(), (&wanted, PART))
    }

    /// The boards that could not be written down, with what was typed, after so many others that were.
    pub fn again(
        access: &EventAccess,
        round: &Round,
        wrong: &BTreeMap<GameId, TypedLine>,
        (is_confirmed, written): (bool, usize),
    ) -> Result<Self> {
        let page = Self::with(access, round, wrong, (&Wanted::default(), usize::MAX))?;
        Ok(Self { is_confirmed, written, ..page })
    }

    /// So many boards, in words.
    fn boards(&self, count: usize) -> String {
        if count == 1 { "one board".to_owned() } else { format!("{count} boards") }
    }

    fn with(
        access: &EventAccess,
        round: &Round,
        wrong: &BTreeMap<GameId, TypedLine>,
        (wanted, each): (&Wanted, usize),
    ) -> Result<Self> {
        let event = &*access.event;
        let kind = event.settings.game;
        let games = event.games_of(round.number);
        let done = games.iter().filter(|game| game.variation(kind).is_some()).count();
        let shown = games.iter().copied().filter(|game| wrong.is_empty() || wrong.contains_key(&game.id));
        let path = Self::path(access, round.number);
        let (shown, mut listing) = boards(event, shown.collect(), (wanted, each), path)?;
        listing.all = games.len();
        let steps = choices::steps(kind);
        let rows: Vec<_> =
            shown.into_iter().map(|game| row(event, game, &steps, wrong.get(&game.id))).collect();
        let can_type = rows.iter().any(|row| row.cells.iter().any(|cell| matches!(cell, Cell::Typed(_))));
        Ok(Self {
            frame: access.frame_under(EventTab::Rounds),
            round: round.number,
            has_dice: steps.iter().any(|step| matches!(step, Step::Cast(_))),
            rows,
            columns: steps.into_iter().map(|step| column(kind, step)).collect(),
            listing,
            done,
            ready: choices::ready(event, round.number).len(),
            committed: choices::committed(event, round.number).len(),
            is_open: round.state == RoundState::Published && can_type,
            is_confirmed: false,
            wrong: wrong.len(),
            written: 0,
            version: event.version,
        })
    }
}

const YES_NO: [(&str, &str); 2] = [("yes", "yes"), ("no", "no")];

fn column(kind: GameKind, step: Step) -> Column {
    let asked = |title: String| Column { title, answers: YES_NO.to_vec(), dice: 0 };
    match step {
        Step::Ask(Question::AgreeOnOpen) => asked("Open agreed?".to_owned()),
        Step::Ask(Question::AgreeOnTrident) => asked("Trident agreed?".to_owned()),
        Step::Ask(Question::AgreeOnRegicide(side)) => {
            asked(format!("{} without King?", kind.side_name(side)))
        }
        Step::Ask(Question::WhichKnights(side)) => Column {
            title: match commander(kind, side) {
                Seat::First => "Knights, first player".to_owned(),
                Seat::Second => "Knights, second player".to_owned(),
            },
            answers: vec![("lance", "Lance"), ("pike", "Pike"), ("sword", "Sword")],
            dice: 0,
        },
        Step::Cast(purpose) => {
            let title = match purpose {
                CastPurpose::Deployment => "One die",
                CastPurpose::Tiger => "Two dice",
            };
            Column { title: title.to_owned(), answers: Vec::new(), dice: purpose.dice() }
        }
        Step::Chosen(_) => Column { title: String::new(), answers: Vec::new(), dice: 0 },
    }
}

fn row(event: &Event, game: &Game, steps: &[Step], typed: Option<&TypedLine>) -> ChoiceRow {
    let kind = event.settings.game;
    let settled = choices::settled(kind, game);
    let is_open = choices::is_to_fill_in(event, game);
    let due = steps.iter().position(|step| *step == game.choice(kind).next()).unwrap_or(steps.len());
    let cell = |(place, step): (usize, &Step)| {
        let answer = settled.iter().find(|(at, _)| at == step).map(|(_, answer)| *answer);
        match answer {
            Some(answer) => Cell::Settled(words(answer)),
            None if place == due && !is_open => Cell::InRoom { is_committed: game.open_cast().is_some() },
            None if place < due || !is_open => Cell::NotAsked,
            None if game.open_cast().is_some() && place == due => Cell::Committed,
            None if game.open_cast().is_some() => Cell::NotAsked,
            None => Cell::Typed(typed.and_then(|line| line.texts.get(place)).cloned().unwrap_or_default()),
        }
    };
    ChoiceRow {
        game: game.id.to_string(),
        key: game.board,
        board: event.board_number(game),
        players: Person::both(event, game),
        cells: steps.iter().enumerate().map(cell).collect(),
        outcome: game.variation(kind).map_or_else(|| said(event, game).join(" "), Variation::title),
        error: typed.map(|line| line.error.clone()).unwrap_or_default(),
    }
}

fn words(answer: Answer) -> String {
    match answer {
        Answer::Agreed(true) => "yes".to_owned(),
        Answer::Agreed(false) => "no".to_owned(),
        Answer::Knights(knights) => knights.to_string(),
        Answer::OneDie(die) => die.to_string(),
        Answer::TwoDice([one, two]) => format!("{one} {two}"),
    }
}
