//! Trying moves after a game: any ply of its record, the moves tried from there, and the board to touch the next one on.

use askama::Template;
use serde::Deserialize;
use tiger_event::line::KeptLine;
use tiger_event::{Event, Game, Seat};

use super::board::{amid_group, group_parts, group_view, joined};
use super::spots::{Addresses, Touching, choices};
use super::{Asked, GroupView, MoveChoice};
use crate::access::base;
use crate::board::{Act, Drawing, Marks, Scene, draw, due};
use crate::error::problem::percent_encode;
use crate::pages::moves::{MoveView, moment};
use crate::pages::{FormView, Frame, or_empty};
use crate::services::lines::{Tried, keeper};

/// How many plies of the game stand before the moves that are tried.
const BEFORE: usize = 9;

/// What the address asks for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Tries {
    /// The ply of the game from which moves are tried; none for its end.
    pub ply: Option<u32>,
    /// The moves tried so far, with a blank between them.
    pub line: String,
    /// The force that was touched first.
    pub from: Option<String>,
    /// The position that was touched next.
    pub to: Option<String>,
    /// The walks of a group move so far; `-` for none yet.
    pub group: Option<String>,
    /// `1` where the board is turned round.
    pub turned: String,
}

/// Who reads: only a game's players and the event's arbiters keep lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeper {
    /// Anybody else.
    Nobody,
    Player(Seat),
    Arbiter,
}

#[derive(Template)]
#[template(path = "public/analysis.html")]
pub struct AnalysisPage {
    pub frame: Frame,
    /// Round and board.
    pub title: String,
    /// Who moved first and second.
    pub players: [String; 2],
    /// The moment in words, and whose turn it is.
    pub said: String,
    pub drawing: Drawing,
    /// Where the game is replayed, at the ply from which moves are tried.
    pub game_href: String,
    /// The page with nothing chosen, and no group move begun.
    pub plain_href: String,
    /// The page with nothing chosen; a group move goes on from its walks so far.
    pub put_back_href: String,
    /// The page before the last move that was tried; empty while none was.
    pub back_href: String,
    /// The page before the game's last move, where nothing can be tried as that has ended it; mostly empty.
    pub before_href: String,
    /// The board turned round.
    pub turn_href: String,
    /// The last moves of the game before the ply, and those that were tried.
    pub moves: Vec<MoveView>,
    /// The ply from which moves are tried.
    pub from: u32,
    /// The move that was played in the game; empty at its end.
    pub played: String,
    /// The moves that were tried, as forms hold them; may be empty.
    pub line: String,
    /// The same as people write them.
    pub line_words: String,
    /// The move of the address that is not legal, and why; mostly empty.
    pub refused: String,
    touching: Touching,
    /// All legal moves.
    pub all: Vec<MoveChoice>,
    /// A group move in the making.
    pub group: GroupView,
    /// The form that keeps the line.
    pub keep: FormView,
    /// Whether the reader may keep it.
    pub may_keep: bool,
    /// The line as it is kept, if it is.
    pub kept: Option<KeptView>,
    /// Where the next moves lead.
    way: Way,
}

pub struct KeptView {
    /// The ledger entry that keeps it.
    pub step: u64,
    /// Who keeps it.
    pub by: String,
    /// What they say of it; may be empty.
    pub words: String,
    /// Whether the reader may remove it.
    pub may_drop: bool,
}

impl AnalysisPage {
    /// The page of a game, for everybody who may read its record; its players and arbiters may keep a line.
    pub fn of(
        (frame, reader): (Frame, Keeper),
        (event, game): (&Event, &Game),
        tried: &Tried,
        tries: &Tries,
        keep: FormView,
    ) -> Self {
        let home = format!("{}/games/{}", base(event), game.id);
        let course = &tried.course;
        let is_turned = tries.turned == "1";
        let to = Way { game: home.clone(), from: tried.from, is_turned };
        let here = tried.moves_until(course.last_ply());
        let mut scene = course.scene(course.last_ply()).unwrap_or_else(|| course.end_scene());
        let (position, asked) = (scene.position, asked(tries));
        let parts = group_parts(tries.group.as_deref());
        let amid = parts.as_ref().and_then(|parts| amid_group(position, parts));
        if let Some(amid) = &amid {
            scene = Scene { position: amid, marks: Marks::default(), ..scene };
        }
        let listed = position.list_touches();
        let moves = parts.as_ref().map(|parts| position.next_in_group(parts));
        let joined = parts.as_deref().map(joined);
        let sheet = to.page(&here);
        let addresses = Addresses { sheet: &sheet, group: joined.as_deref() };
        let mut touching = Touching::new(&scene, moves.as_ref().unwrap_or(&listed), &asked, &addresses);
        for spot in &mut touching.spots {
            if let Act::Send(written) = &spot.act {
                spot.act = Act::Follow(to.after(&here, written));
            }
        }
        if !touching.chosen.is_empty() {
            scene.marks = Marks::default();
        }
        scene.layer.spots = std::mem::take(&mut touching.spots);
        scene.layer.is_turned = is_turned;
        let moment = moment(course.step_at(course.last_ply()));
        let turn = match position.verdict() {
            Some(_) => "The game is over here.".to_owned(),
            None => due(position),
        };
        let at = |ply: u32| match ply.cmp(&tried.from) {
            std::cmp::Ordering::Greater => to.page(&tried.moves_until(ply)),
            _ => Way { from: ply, ..to.clone() }.page(""),
        };
        let refused = course.wrong().map(|wrong| format!("{}: {}.", wrong.text, wrong.why));
        let ply = tried.from;
        let kept = game.lines.iter().find(|line| line.ply == ply && line.moves.as_str() == here);
        let kept = kept.map(|line| KeptView {
            step: line.step,
            by: keeper(event, game.id, line).to_owned(),
            words: or_empty(&line.words),
            may_drop: match reader {
                Keeper::Nobody => false,
                Keeper::Player(seat) => line.player == Some(seat),
                Keeper::Arbiter => true,
            },
        });
        let may_keep = kept.is_none() && !here.is_empty() && reader != Keeper::Nobody;
        Self {
            frame: frame.under(event.place_title(game), home.clone()),
            title: event.place_title(game),
            players: game.players().map(|player| event.name_of(player).to_owned()),
            said: format!("{moment} {turn}"),
            drawing: draw(&scene, &moment),
            game_href: format!("{home}?ply={ply}{}", if is_turned { "&turned=1" } else { "" }),
            plain_href: format!("{sheet}#board"),
            put_back_href: addresses.asking(&[]),
            back_href: match here.rsplit_once(' ') {
                _ if here.is_empty() => String::new(),
                Some((before, _)) => to.page(before),
                None => to.page(""),
            },
            before_href: match tried.from.checked_sub(1) {
                Some(before) if here.is_empty() && position.verdict().is_some() => {
                    Way { from: before, ..to.clone() }.page("")
                }
                _ => String::new(),
            },
            turn_href: Way { is_turned: !is_turned, ..to.clone() }.page(&here),
            moves: shown(MoveView::list(course, course.last_ply(), at), tried),
            from: ply,
            played: tried.played.clone(),
            line_words: tried.in_words(),
            refused: refused.unwrap_or_default(),
            touching,
            all: choices(&listed),
            group: group_view(position, parts.as_deref(), &sheet),
            keep,
            may_keep,
            kept,
            way: to,
            line: here,
        }
    }

    /// Where the page is after a move more.
    pub fn after(&self, written: &str) -> String {
        self.way.after(&self.line, written)
    }
}

/// The moves that were tried, and the last ones of the game before them.
fn shown(mut moves: Vec<MoveView>, tried: &Tried) -> Vec<MoveView> {
    let begin = moves.len().saturating_sub(tried.steps().count() + BEFORE);
    // A line of the list begins with its number.
    let begin = (begin..moves.len()).find(|at| !moves[*at].number.is_empty()).unwrap_or(begin);
    moves.split_off(begin)
}

fn asked(tries: &Tries) -> Asked {
    Asked { from: tries.from.clone(), to: tries.to.clone(), ..Asked::default() }
}

/// The addresses of a game's moments.
#[derive(Debug, Clone)]
struct Way {
    /// Where the game's pages begin.
    game: String,
    from: u32,
    is_turned: bool,
}

impl Way {
    /// The page after some moves.
    fn page(&self, line: &str) -> String {
        let turned = if self.is_turned { "&turned=1" } else { "" };
        let line = if line.is_empty() { String::new() } else { format!("&line={}", percent_encode(line)) };
        format!("{}/analysis?ply={}{turned}{line}", self.game, self.from)
    }

    /// The page after one move more, at its board.
    fn after(&self, line: &str, written: &str) -> String {
        let line = if line.is_empty() { written.to_owned() } else { format!("{line} {written}") };
        format!("{}#board", self.page(&line))
    }
}

/// Where a line of a game is looked at.
pub fn line_path(game: &str, line: &KeptLine) -> String {
    Way { game: game.to_owned(), from: line.ply, is_turned: false }.page(line.moves.as_str())
}
