//! The result grid: a row a board.

use std::collections::BTreeMap;

use actix_web::web::Query;
use askama::Template;
use serde::Deserialize;
use tiger_event::closing::Lack;
use tiger_event::result::Source;
use tiger_event::text::count;
use tiger_event::{Event, Game, Round, RoundState};

use super::options::{OptionGroup, options, side_names};
use super::{PART, Person, boards, names, points_text, points_view, round_status, source, variation};
use crate::access::EventAccess;
use crate::error::Result;
use crate::pages::listing::part_of;
use crate::pages::{EventTab, FormView, Frame, Listing, PointsView, Status, Wanted, papers};
use crate::services::choices;
use crate::services::entries::Missing;
use crate::services::pairing::History;
use crate::services::results::{self, Typed};
use crate::services::rounds::all_in;

/// The rows that were not saved.
pub type Unsaved = BTreeMap<u16, NotSaved>;

/// What came back with a row, and why.
#[derive(Clone)]
pub struct NotSaved {
    pub typed: Typed,
    pub said: String,
    /// Whether the row is saved when it is sent again: nothing is wrong with it, there is something to be seen first.
    pub asks: bool,
}

/// What the address says when only boards without a result are wanted.
const ONLY_OPEN: (&str, &str) = ("only", "open");

/// Boards that one overlooks at once.
const FEW: usize = 12;

#[derive(Template)]
#[template(path = "rounds/grid.html")]
pub struct GridPage {
    pub frame: Frame,
    pub round: u16,
    pub status: Status,
    /// Whether results can be entered.
    pub is_open: bool,
    pub rows: Vec<GridRow>,
    pub listing: Listing,
    /// The other choice of boards, and what it is called: those without a result, or all.
    pub choice: Option<(String, String)>,
    /// Boards with a result.
    pub done: usize,
    /// What the first and the second side are called.
    pub sides: [&'static str; 2],
    /// The word for a draw in this game.
    pub draw_word: &'static str,
    /// What stands in the way of closing.
    pub missing: Vec<MissingRow>,
    /// Whether dice are among it.
    pub lacks_dice: bool,
    /// That all results are in, or all but those of adjourned games.
    pub all_in: String,
    /// Whether somebody tried to close the round in spite of it.
    pub is_close_refused: bool,
    /// How many rows were not saved.
    pub unsaved: usize,
    pub rounds: Vec<u16>,
    /// The form of closing, reopening and taking the round back.
    pub form: FormView,
    /// Whether nothing has happened in any game.
    pub is_untouched: bool,
    /// Whether boards can be changed while others go on.
    pub takes_changes: bool,
    /// Whether anything is asked or cast before a game.
    pub has_choices: bool,
    /// How many players of boards without a result are not checked in.
    pub absent: usize,
    /// All that the round needs on paper.
    pub print: String,
}

impl GridPage {
    pub fn path(access: &EventAccess, round: u16) -> String {
        access.path(&format!("/rounds/{round}/results"))
    }

    /// The part of a round's grid that the address asks for.
    pub fn of(access: &EventAccess, round: &Round) -> Result<Self> {
        let wanted = Wanted::of(access.viewer.request())?;
        if Self::only_open(access, round.number).is_none() {
            return Self::with(access, round, &Unsaved::new(), (&wanted, PART), |_| true);
        }
        let (name, value) = ONLY_OPEN;
        let wanted = wanted.keeping(vec![(name, value.to_owned())]);
        Self::with(access, round, &Unsaved::new(), (&wanted, PART), Game::awaits_result)
    }

    /// The rows that a form brought, and among them those that no form changes, with what was typed where it could not be
    /// saved.
    pub fn again(
        access: &EventAccess,
        round: &Round,
        unsaved: &Unsaved,
        sent: &BTreeMap<u16, Typed>,
    ) -> Result<Self> {
        let ends = sent.first_key_value().zip(sent.last_key_value());
        let is_among =
            |board: u16| ends.is_some_and(|((first, _), (last, _))| (*first..=*last).contains(&board));
        Self::with(access, round, unsaved, (&Wanted::default(), usize::MAX), |game| {
            sent.contains_key(&game.board) || (is_among(game.board) && game.is_settled())
        })
    }

    /// The boards without a result, where the address asks for these and there are some. Who looks for a board finds it
    /// among all.
    pub fn only_open(access: &EventAccess, round: u16) -> Option<String> {
        let is_any = access.event.games_of(round).into_iter().any(Game::awaits_result);
        (asks_for_open(access) && is_any).then(|| Self::open_path(access, round))
    }

    fn open_path(access: &EventAccess, round: u16) -> String {
        let (name, value) = ONLY_OPEN;
        format!("{}?{name}={value}", Self::path(access, round))
    }

    /// The part in which a board stands.
    pub fn place_of(access: &EventAccess, round: u16, board: u16) -> String {
        part_of(&Self::path(access, round), usize::from(board).saturating_sub(1), PART)
    }

    fn with(
        access: &EventAccess,
        round: &Round,
        unsaved: &Unsaved,
        (wanted, each): (&Wanted, usize),
        is_shown: impl Fn(&Game) -> bool,
    ) -> Result<Self> {
        let event = &*access.event;
        let history = History::before(event, round.number)?;
        let games = event.games_of(round.number);
        let is_open = round.state == RoundState::Published;
        let missing = event.missing(round.number);
        let shown = games.iter().copied().filter(|game| is_shown(game)).collect();
        let path = Self::path(access, round.number);
        let (shown, mut listing) = boards(event, shown, (wanted, each), path)?;
        listing.all = games.len();
        let waiting = games.iter().filter(|game| game.awaits_result()).count();
        let choice = match Self::only_open(access, round.number) {
            Some(_) => Some((Self::path(access, round.number), "All boards".to_owned())),
            None if waiting > 0 && games.len() > FEW => {
                let open = count(waiting, "open board", "open boards");
                Some((Self::open_path(access, round.number), format!("Only the {open}")))
            }
            None => None,
        };
        let rows =
            shown.into_iter().map(|game| row(event, game, &history, is_open, unsaved.get(&game.board)));
        let rows: Vec<GridRow> = rows.collect();
        Ok(Self {
            frame: access.frame_under(EventTab::Rounds),
            round: round.number,
            status: round_status(round.state),
            is_open: is_open || games.iter().any(|game| game.adjourned.is_some()),
            done: games.iter().filter(|game| game.result.is_some()).count(),
            rows,
            listing,
            choice,
            sides: side_names(event.settings.game),
            draw_word: event.settings.game.draw_word(),
            lacks_dice: missing.iter().any(|(_, lack)| *lack == Lack::Dice),
            missing: missing.into_iter().map(|it| missing_row(access, it)).collect(),
            all_in: all_in(event, round.number),
            is_close_refused: false,
            unsaved: unsaved.len(),
            rounds: event.rounds.iter().filter(|r| r.state != RoundState::Draft).map(|r| r.number).collect(),
            form: FormView::new("round"),
            takes_changes: is_open
                && (!event.latecomers(round.number).is_empty() || games.iter().any(|game| !game.has_begun())),
            has_choices: is_open && !choices::steps(event.settings.game).is_empty(),
            print: papers::of_round(event, round),
            absent: if is_open { Missing::of(event).at_boards(event, round.number) } else { 0 },
            is_untouched: is_open
                && event.rounds.iter().all(|other| other.number <= round.number)
                && games.iter().all(|game| game.is_untouched()),
        })
    }

    /// Whether every board has its result and nothing is in the way of closing.
    pub fn can_close(&self) -> bool {
        self.is_open && self.missing.is_empty()
    }

    pub fn is_closed(&self) -> bool {
        self.status == Status::Closed
    }

    /// Whether all rows that were not saved only ask.
    pub fn only_asks(&self) -> bool {
        self.rows.iter().all(|row| row.unsaved.is_empty() || row.asks)
    }

    /// The icon beside what is said of a row that was not saved.
    pub const fn icon_of(&self, asks: bool) -> &'static str {
        if asks { "circle-question-mark" } else { "circle-x" }
    }
}

/// What the address says of the boards that are wanted.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    only: String,
    q: String,
}

fn asks_for_open(access: &EventAccess) -> bool {
    let asked = Query::<Asked>::from_query(access.viewer.request().query_string());
    asked.is_ok_and(|asked| asked.only == ONLY_OPEN.1 && asked.q.is_empty())
}

pub struct GridRow {
    pub game: String,
    /// Its place in the round, which names its fields.
    pub key: u16,
    /// The number on the table.
    pub board: u16,
    pub players: [Person; 2],
    /// Their points before the round.
    pub before: [PointsView; 2],
    /// Whether the result can be changed here.
    pub is_open: bool,
    pub groups: Vec<OptionGroup>,
    /// What the row's fields show, against the result that stands.
    pub typed: Typed,
    /// Who has won and how; empty while open.
    pub result: String,
    /// What both score by the result that stands.
    pub points: String,
    /// The state, unless the board is simply open or done.
    pub status: Option<Status>,
    /// Where a result comes from that is not changed here.
    pub source: String,
    /// The variation, once it is chosen, or what is missing of it.
    pub variation: String,
    /// Why the row was not saved; empty if it was, or if nothing was sent.
    pub unsaved: String,
    /// Whether it only asks.
    pub asks: bool,
}

impl GridRow {
    /// Whether the fields beside the choice are open from the beginning.
    pub fn needs_more(&self) -> bool {
        !self.unsaved.is_empty() || self.typed.awards.iter().any(|award| !award.is_empty())
    }

    /// Whether it can be left for later: a finished game is not.
    pub fn may_adjourn(&self) -> bool {
        matches!(self.typed.was.as_str(), "" | results::ADJOURNED) || self.typed.pick == results::ADJOURNED
    }

    /// The names of the row for those who do not see it.
    pub fn label(&self) -> String {
        let [first, second] = &self.players;
        format!("Result of board {}, {} against {}", self.board, first.name, second.name)
    }
}

/// A board that stands in the way of closing the round.
pub struct MissingRow {
    /// The number on the table.
    pub board: u16,
    pub names: String,
    pub sentence: &'static str,
    /// Where it is put right.
    pub href: String,
}

fn missing_row(access: &EventAccess, (game, lack): (&Game, Lack)) -> MissingRow {
    let event = &*access.event;
    MissingRow {
        board: event.board_number(game),
        names: names(event, game),
        sentence: lack.sentence(),
        href: match lack {
            Lack::Decision | Lack::Result => access.game_path(game, "/result"),
            Lack::Dice => access.game_path(game, "/room#choice"),
        },
    }
}

fn row(event: &Event, game: &Game, history: &History, is_open: bool, unsaved: Option<&NotSaved>) -> GridRow {
    let was = results::pick_of(game);
    let stands = || NotSaved { typed: Typed::standing(game), said: String::new(), asks: false };
    let NotSaved { typed, said, asks } = unsaved.cloned().unwrap_or_else(stands);
    let result = game.result.as_ref();
    GridRow {
        game: game.id.to_string(),
        key: game.board,
        board: event.board_number(game),
        players: Person::both(event, game),
        before: game.players().map(|id| points_view(history.of(id).points)),
        is_open: (is_open || game.adjourned.is_some()) && !game.is_settled(),
        groups: options(event, game),
        typed: Typed { was, seen: game.seen(), ..typed },
        result: result.map(|result| event.result_words(game, &result.entry)).unwrap_or_default(),
        points: result.map(|result| points_text(&result.points)).unwrap_or_default(),
        status: status(game),
        source: result.map(source).unwrap_or_default().to_owned(),
        variation: variation(event, game),
        unsaved: said,
        asks,
    }
}

fn status(game: &Game) -> Option<Status> {
    match &game.result {
        _ if !game.disputes.is_empty() => Some(Status::Disputed),
        Some(result) if matches!(result.source, Source::Ruling { .. }) => Some(Status::Overruled),
        Some(_) => Some(Status::Confirmed),
        None if game.adjourned.is_some() => Some(Status::Adjourned),
        None => None,
    }
}
