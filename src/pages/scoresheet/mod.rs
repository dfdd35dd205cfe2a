//! The scoresheet: a board to tap, a field to type, the moves so far, and how the game ended.

use askama::Template;
use serde::Deserialize;
use tiger_event::legal_moves::Help;
use tiger_event::result::{SEATS, army, seat_index};
use tiger_event::scoresheet::Holder;
use tiger_event::text::count;
use tiger_event::{Scoresheet, Seat, seat_number};
use tiger_rules::Side;

use super::Frame;
use super::form::{Choice, FormView};
use super::moves::MoveView;
use super::parts::PointsView;
use super::room::{all_waits, local, told_of_late};
use crate::access::Room;
use crate::board::Drawing;
use crate::error::{AppError, Result};
use crate::services::live_games::Line;
use crate::services::scoresheets::{Refused, Replayed, TOUCH, replay, stand};

mod analysis;
mod board;
mod end;
pub mod spots;

pub use analysis::{AnalysisPage, Keeper, Tries, line_path};
use board::Staying;
use spots::{Touching, choices};

/// What the address asks for.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Asked {
    /// The force that was touched first.
    pub from: Option<String>,
    /// The position that was touched next.
    pub to: Option<String>,
    /// An earlier moment.
    pub ply: Option<u32>,
    /// The ending that is to be confirmed.
    pub ending: Option<String>,
    /// The walks of a group move so far; `-` for none yet.
    pub group: Option<String>,
    /// Whose sheet an arbiter reads: 0 or 1 for a player.
    #[serde(default, with = "seat_number::option")]
    pub of: Option<Seat>,
}

/// What the last form has come to, to be shown with the sheet.
#[derive(Debug, Default)]
pub struct Told {
    /// Where the reading of typed moves stopped.
    pub refused: Option<Refused>,
    /// How many moves were written before that.
    pub added: usize,
    /// What could not be written because another tab was faster.
    pub conflict: Option<String>,
    /// The field for typed moves with what was typed.
    pub form: Option<FormView>,
    /// The ending that was sent, and why it was refused.
    pub end: Option<(Option<String>, String)>,
}

#[derive(Default, Template)]
#[template(path = "room/scoresheet.html")]
pub struct ScoresheetPage {
    pub frame: Frame,
    /// Where the game's pages begin.
    pub game: String,
    /// Where this sheet is.
    pub action: String,
    /// Round and board.
    pub title: String,
    /// The two players, the first one first, with their armies.
    pub players: [String; 2],
    /// Whose sheet it is, in words.
    pub owner: String,
    /// Who writes on it from here, as the device keeps what waits; empty where it is only read.
    pub holder: String,
    /// The name of whoever that is.
    pub holder_name: String,
    /// What waits for its holder in the game room, each in a sentence.
    pub waits: Vec<String>,
    /// What was answered to them of late, and was no yes.
    pub told: Vec<String>,
    /// The result that stands, in a sentence; empty while there is none.
    pub result: String,
    /// Sheets of others that an arbiter may read: name and address.
    pub others: Vec<(String, String)>,
    /// How it stands, for what is written without a connection.
    pub stand: String,
    /// What was sent and not taken, from the first word that does not fit; empty if all was.
    pub rest: String,
    /// Whether moves can be written on it.
    pub can_write: bool,
    /// Why nothing can be written; empty if it can.
    pub why_closed: String,
    /// The field for typed moves, with keys and version.
    pub form: FormView,
    /// The board; none while the variation is not on file.
    pub drawing: Option<Drawing>,
    /// Which moment the board shows, and who is to move.
    pub said: String,
    /// Whether its holder sits in the North, and sees the board from there.
    pub is_turned: bool,
    /// Whether a player writes on the own sheet, which begins from the own side.
    pub is_players_own: bool,
    pub kept: String,
    touching: Touching,
    /// Flags that the arbiter has noted in the deployment, and that the sheet does not have yet.
    pub flags: Vec<MoveChoice>,
    /// Where nothing is chosen.
    pub plain_href: String,
    /// Whether nothing on the board can be touched, so that they are all there is.
    pub is_beside_all: bool,
    /// What a force may do in this game without leaving its position.
    pub staying: Option<Staying>,
    /// What is sent for a force that does not leave its position; empty where that is not offered.
    pub stays: String,
    /// Every legal move.
    pub all: Vec<MoveChoice>,
    /// Whether legal moves are shown.
    pub shows_moves: bool,
    /// Whether moves can be typed now.
    pub can_type: bool,
    /// What is done with moves that are taken back; empty where nothing is.
    pub watched: String,
    /// A group move of The Dragon's Dance.
    pub group: GroupView,
    /// The moves so far.
    pub moves: Vec<MoveView>,
    /// The ply that is looked at, if it is not the last one.
    pub looking: Option<LookingView>,
    /// The last move, and how many stay when it is taken back.
    pub last: Option<(String, usize)>,
    /// Where the reading of typed moves stopped.
    pub refused: Option<RefusedView>,
    /// What could not be written because another tab was faster.
    pub conflict: Option<String>,
    /// How the game ended.
    pub end: EndView,
    /// Where the record is that the sheet was handed in as; empty if it was not.
    pub record: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveChoice {
    /// The move in canonical notation.
    pub written: String,
    /// What it does.
    pub words: String,
    /// The force that is touched; empty where none on the board is.
    pub from: String,
}

/// A group move in the making.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupView {
    /// Where a group move is begun; empty if none can be.
    pub begin_href: String,
    /// Whether one is being made.
    pub is_on: bool,
    /// The walks so far, as people write them.
    pub parts: String,
    /// The move that they make together; empty while it is none.
    pub written: String,
}

/// An earlier moment.
pub struct LookingView {
    pub ply: u32,
    /// How many moves stay when the rest is taken back.
    pub keep: usize,
    /// How many moves are taken back then.
    pub back: usize,
}

/// Where typed moves broke off.
pub struct RefusedView {
    /// How far it went.
    pub title: &'static str,
    /// What happened, in a sentence.
    pub sentence: String,
    /// What could have been meant.
    pub legal: Vec<String>,
}

/// How the game ended.
#[derive(Debug, Clone, Default)]
pub enum EndView {
    /// Nothing can be handed in now.
    #[default]
    None,
    /// Nor can it be later, and why.
    Closed(&'static str),
    /// An ending can be stated.
    Choose {
        form: FormView,
        /// The game's own list.
        groups: Vec<(String, Vec<Choice>)>,
    },
    Confirm(ConfirmView),
}

/// An ending before it is handed in.
#[derive(Debug, Clone)]
pub struct ConfirmView {
    /// What is sent.
    pub code: String,
    /// Who won how.
    pub text: String,
    /// Whether the board itself shows it.
    pub is_on_board: bool,
    /// Both players with what they score.
    pub points: [(String, PointsView); 2],
    /// The line of the scoring table that gives them; empty where the event has a table of its own.
    pub line: String,
    /// What happens then.
    pub then: String,
    /// What was refused.
    pub error: String,
}

impl ScoresheetPage {
    /// The page of a sheet, as it is asked for, with what the last form has come to.
    ///
    /// # Errors
    /// When a ply is asked for that the sheet does not have.
    pub fn of(
        room: &Room<'_>,
        (sheet, line): (&Scoresheet, Option<&Line>),
        asked: &Asked,
        told: Told,
    ) -> Result<Self> {
        let action = room.path("/scoresheet");
        let mut page = blank(room, sheet, asked, &action);
        page.shows_moves = match room.help() {
            Help::Full => true,
            Help::Open => line.is_some_and(|line| line.begins_with(&sheet.moves)),
            Help::Checked | Help::Closed => false,
        };
        page.form = told.form.unwrap_or_else(|| FormView::fresh("moves-form"));
        page.form = page.form.with_version(&sheet.revision);
        page.rest = told.refused.as_ref().map(|refused| refused.rest.clone()).unwrap_or_default();
        let is_touch = |refused: &Refused| refused.text.contains(TOUCH) && !refused.meant.is_empty();
        let (asks, refused) = match told.refused {
            Some(refused) if is_touch(&refused) => (Some(refused), None),
            refused => (None, refused),
        };
        page.refused = refused.map(|refused| refused_view(refused, told.added, page.shows_moves));
        page.conflict = told.conflict;
        match replay(room.event, room.game, &sheet.moves) {
            Err(why) => {
                page.can_write = false;
                page.why_closed = why;
            }
            Ok(replayed) => {
                show_moves(&mut page, &replayed, asked)?;
                board::show(&mut page, &replayed, asked)?;
                page.flags = flags(room, &replayed);
                if let Some(refused) = asks {
                    page.touching.chosen = refused.text.replace(TOUCH, " ").trim_end().replace(' ', " to ");
                    page.touching.choices = choices(&refused.meant);
                    page.form = page.form.with_only_value("moves", "");
                }
                page.end = end::view(room, sheet, &replayed, asked, told.end);
                say_without_field(&mut page);
            }
        }
        Ok(page)
    }
}

/// What the arbiter has noted of flags in the deployment, as moves that the sheet can take.
fn flags(room: &Room<'_>, replayed: &Replayed) -> Vec<MoveChoice> {
    let Ok(reached) = &replayed.reached else { return Vec::new() };
    let flags = room.game.unwritten_flags(room.event.settings.game, &reached.position);
    let choice = |written| MoveChoice { written, words: "Write it down:".to_owned(), from: String::new() };
    flags.into_iter().map(choice).collect()
}

/// What is said where the event keeps scoresheets shut while the game is played.
pub const CLOSED: &str = "In this event scoresheets open when the game is over: as soon as its result stands, you can write it down here.";

/// Whether sheets are still written: also when the round is closed, for a game that was played is written down later, too.
pub const fn is_open(room: &Room<'_>) -> bool {
    !room.event.is_finished
}

fn blank(room: &Room<'_>, sheet: &Scoresheet, asked: &Asked, action: &str) -> ScoresheetPage {
    let (access, game) = (room.access, room.game);
    let event = &*access.event;
    let (is_own, is_open) = (asked.of.is_none(), is_open(room));
    let seat = match sheet.holder {
        Holder::Player(entry) => game.seat_of(entry),
        Holder::Arbiter(_) => None,
    };
    let name = |seat: Seat| {
        let name = event.name_of(game.player(seat));
        match game.variation(event.settings.game) {
            Some(variation) => format!("{name} ({})", event.settings.game.side_name(army(variation, seat))),
            None => name.to_owned(),
        }
    };
    let owner = match (is_own, seat) {
        (false, Some(seat)) => format!("Scoresheet of {}", event.name_of(game.player(seat))),
        (true, Some(_)) => "Your scoresheet".to_owned(),
        (_, None) => "Your scoresheet as an arbiter".to_owned(),
    };
    let holder_name = match seat {
        Some(seat) => event.name_of(game.player(seat)),
        None => access.viewer.signed_in().map_or("", |it| &it.user.name),
    };
    let others = if access.role.is_arbiter() {
        let of = |seat: Seat| {
            (event.name_of(game.player(seat)).to_owned(), format!("{action}?of={}", seat_index(seat)))
        };
        SEATS.map(of).to_vec()
    } else {
        Vec::new()
    };
    let help = room.help();
    let watched = match (is_own, sheet.taken_back) {
        (true, 0) if matches!(help, Help::Full | Help::Closed) => String::new(),
        (true, 0) => "Each move can be taken back once, while it is the last; what goes beyond is counted for the arbiter.".to_owned(),
        (false, 0) => String::new(),
        (_, 1) => "1 move was taken back beyond the last one while the game was played.".to_owned(),
        (_, count) => format!("{count} moves were taken back beyond the last one while the game was played."),
    };
    let shown = match event.live_delay(game).map(|delay| delay.num_minutes()) {
        _ if help == Help::Closed => String::new(),
        None => String::new(),
        Some(0) => " Everybody sees it live on the game's page.".to_owned(),
        Some(1) => " Everybody sees it on the game's page, 1 minute later.".to_owned(),
        Some(minutes) => format!(" Everybody sees it on the game's page, {minutes} minutes later."),
    };
    let watched = format!("{watched}{shown}").trim_start().to_owned();
    let kept = match sheet.changed_at {
        None => "Every move is kept on the server as soon as it is written.".to_owned(),
        Some(at) => {
            let moves = count(sheet.moves.len(), "move is", "moves are");
            format!("{moves} kept on the server, {}.", local(event, at))
        }
    };
    ScoresheetPage {
        frame: access.live_frame(None).of_game(game.id).under("Game room", room.path("/room")),
        game: room.path(""),
        action: action.to_owned(),
        title: event.place_title(game),
        players: SEATS.map(name),
        owner,
        holder: if is_own { sheet.holder.to_string() } else { String::new() },
        holder_name: holder_name.to_owned(),
        waits: room
            .seat
            .filter(|_| room.is_open())
            .map(|seat| all_waits(event, game, seat))
            .unwrap_or_default(),
        told: told_of_late(room),
        result: game.result.as_ref().map(|it| event.result_words(game, &it.entry)).unwrap_or_default(),
        others,
        stand: stand(&sheet.moves),
        can_write: is_own && is_open && help != Help::Closed,
        why_closed: match (is_own, is_open) {
            (true, true) if help == Help::Closed => CLOSED.to_owned(),
            (false, _) => "You read this sheet; only its holder writes on it.".to_owned(),
            (true, false) => "The event is finished: nothing is written here any more.".to_owned(),
            (true, true) => String::new(),
        },
        is_players_own: is_own && seat.is_some(),
        is_turned: is_own
            && seat
                .zip(game.variation(event.settings.game))
                .is_some_and(|(seat, variation)| army(variation, seat) == Side::North),
        kept,
        flags: Vec::new(),
        plain_href: action.to_owned(),
        staying: Staying::in_game(event.settings.game),
        watched,
        record: sheet.record.map(|id| room.path(&format!("/records/{id}"))).unwrap_or_default(),
        ..ScoresheetPage::default()
    }
}

/// What is wrong with a typed move, for a sheet that has no legal move left and so no field to stand beside.
fn say_without_field(page: &mut ScoresheetPage) {
    if let (false, Some(sentence)) = (page.can_type, page.form.error("moves")) {
        page.refused =
            Some(RefusedView { title: "Not written", sentence: sentence.to_owned(), legal: Vec::new() });
    }
}

fn refused_view(refused: Refused, added: usize, shows_moves: bool) -> RefusedView {
    RefusedView {
        title: if added == 0 { "Not written" } else { "Written up to here" },
        sentence: format!(
            "Ply {}, {}: {}.",
            refused.ply,
            refused.text.replace(TOUCH, " ").trim_end(),
            refused.why
        ),
        legal: if shows_moves { refused.legal } else { Vec::new() },
    }
}

fn show_moves(page: &mut ScoresheetPage, replayed: &Replayed, asked: &Asked) -> Result<()> {
    let course = &replayed.course;
    let last = course.last_ply();
    let ply = asked.ply.unwrap_or(last);
    if ply > last {
        return Err(AppError::not_found("ply"));
    }
    let of = asked.of.map(|seat| format!("&of={}", seat_index(seat))).unwrap_or_default();
    let steps = course.steps();
    page.moves = MoveView::list(course, ply, |step| format!("{}?ply={step}{of}#board", page.action));
    page.last = steps.last().map(|step| (step.written.clone(), steps.len() - 1));
    if ply < last {
        let keep = steps.iter().filter(|step| step.ply <= ply).count();
        page.looking = Some(LookingView { ply, keep, back: steps.len() - keep });
    }
    if let Some(wrong) = course.wrong() {
        // Not what somebody has typed just now, but what no longer fits what is on file.
        page.refused = Some(RefusedView {
            title: "This sheet needs your eye",
            sentence: format!(
                "The sheet no longer fits the variation on file: ply {}, {}, is refused ({}). Take it back to there.",
                wrong.ply, wrong.text, wrong.why
            ),
            legal: Vec::new(),
        });
        page.last = Some((wrong.text.clone(), steps.len()));
    }
    Ok(())
}
