//! One game: players, result, and its record from ply to ply.

use askama::Template;
use tiger_event::line::KeptLine;
use tiger_event::text::{capital, count};
use tiger_event::{Bytes32, Event, Game, GameId, LegalMoves};
use tiger_rules::GameKind;

use crate::board::{Course, Drawing, draw, side_class};
use crate::config::BaseUrl;
use crate::error::{AppError, Result};
use crate::pages::moves::MoveView;
use crate::pages::rules::forces_path;
use crate::pages::scoresheet::line_path;
use crate::pages::{Frame, or_empty};
use crate::publish::{Issue, Moment, View};
use crate::services::lines::{Tried, keeper};
use crate::services::live_games::Line;
use crate::services::scoresheets::open_record;

use super::board::BoardView;
use super::{address, words};

#[derive(Template)]
#[template(path = "public/game.html")]
pub(super) struct GamePage {
    frame: Frame,
    title: String,
    seats: [String; 2],
    board: BoardView,
    replay: Option<ReplayView>,
    /// How late the moves of a game that is played are shown; empty for any other.
    live: String,
    /// Why there is nothing to replay; empty if there is.
    lacking: &'static str,
    file: String,
    forces: String,
    /// Lines that were tried and kept.
    kept: Vec<KeptLineView>,
    /// Where the board alone is, to stand within pages of others; empty without a record.
    embed: String,
}

/// A line that was tried and kept.
struct KeptLineView {
    /// Where it is looked at.
    href: String,
    moves: String,
    words: String,
    by: String,
}

/// A game at a moment.
struct ReplayView {
    drawing: Drawing,
    /// The moment in words.
    said: String,
    last: u32,
    ply: u32,
    first_href: String,
    back_href: String,
    forward_href: String,
    last_href: String,
    moves: Vec<MoveView>,
    /// The board as a picture by itself; empty while the game is played.
    picture: String,
    /// Where moves are tried from here; empty while the game is played.
    analysis: String,
    /// The line of HTML that puts the board into pages of others, at this moment; empty where they may not have it.
    embed_line: String,
    /// Where else this position was played; empty while the game is played.
    elsewhere: String,
    /// The legal moves of the side to move, if they are asked for.
    legal: Option<Vec<String>>,
    toggle_href: String,
    /// The same with the board turned round.
    turn_href: String,
    army: &'static str,
    /// Who is to move; empty where the board shows that the game is over.
    turn: &'static str,
    /// The class of that army's mark.
    turn_class: &'static str,
}

impl GamePage {
    pub(super) fn new(
        issue: &Issue,
        (id, moment, to): (GameId, Moment, fn(GameId, Moment) -> View),
        (frame, base_url): (Frame, &BaseUrl),
        find_record: impl FnOnce(Bytes32) -> Result<Option<String>>,
    ) -> Result<Self> {
        let event = &issue.event;
        let game = find(event, id)?;
        let text = match game.record_to_publish() {
            Some(record) => find_record(record.digest)?,
            None => None,
        };
        let lacking = match (&text, &game.result) {
            (Some(_), _) => "The record of this game cannot be replayed; download it to read it.",
            (None, Some(_)) => "No record of this game has been handed in.",
            (None, None) => "The game can be replayed here once its result stands and its record is in.",
        };
        let course = text.as_deref().and_then(|text| Course::read(text, &event.settings.dance_board()));
        let replay = match course {
            Some(course) => {
                let href = |moment| address(event, to(id, moment));
                let mut replay = ReplayView::new(&course, moment, end_of(event, game), href)?;
                replay.picture = address(event, View::Picture(id, Moment { moves: false, ..moment }));
                replay.analysis = address(event, View::Game(id, Moment::default()))
                    + &format!(
                        "/analysis?ply={}{}",
                        replay.ply,
                        if moment.is_turned { "&turned=1" } else { "" }
                    );
                if issue.event.is_public {
                    replay.elsewhere = format!("/explorer/games/{id}/{}", replay.ply);
                    let alone = View::Embed(id, Moment { moves: false, ..moment });
                    replay.embed_line = embed_line(event, game, &base_url.join(&address(event, alone)));
                }
                Some(replay)
            }
            None if moment.ply.is_some() => return Err(AppError::not_found("ply")),
            None => None,
        };
        let mut page = Self { lacking, ..Self::about(event, game, frame) };
        if let Some(text) = text {
            page.file = address(event, View::GameTgr(id));
            page.embed = address(event, View::Embed(id, Moment::default()));
            page.kept = replay.as_ref().map(|_| kept(event, game, &text)).unwrap_or_default();
        }
        Ok(Self { replay, ..page })
    }

    /// The page of a game of which nothing is known but its result.
    fn about(event: &Event, game: &Game, frame: Frame) -> Self {
        Self {
            frame: frame.under("Games", address(event, View::Games)),
            title: event.place_title(game),
            seats: words::seats_of(event, game),
            board: BoardView::of(event, game),
            replay: None,
            live: String::new(),
            lacking: "",
            file: String::new(),
            forces: forces_path(game.scoring_variation(event.settings.game)),
            kept: Vec::new(),
            embed: String::new(),
        }
    }

    /// The page of a game that is played, or was watched and has no record. While it is played, legal moves stand on it
    /// where the event shows them to everybody, of the side to move and of no earlier moment (Dragon, note 24).
    pub(super) fn live(
        issue: &Issue,
        (id, moment): (GameId, Moment),
        line: &Line,
        frame: Frame,
    ) -> Result<Self> {
        let event = &issue.event;
        let game = find(event, id)?;
        let course = course_of(event, game, line)?;
        let ply = moment.ply.filter(|ply| *ply < course.last_ply());
        let is_played = game.result.is_none();
        let moves = is_played && event.settings.legal_moves == LegalMoves::Open && ply.is_none();
        let shown = Moment { ply, moves, ..moment };
        let href = |moment: Moment| address(event, View::Game(id, Moment { moves: false, ..moment }));
        let mut replay = ReplayView::new(&course, shown, end_of(event, game), href)?;
        replay.toggle_href = String::new();
        // The last ply has no number in its address: it goes on with the game.
        replay.last_href = href(Moment { ply: None, ..moment });
        let live = match event.settings.live_delay {
            _ if !is_played => {
                "As its scoresheets told it while it was played; no record has been handed in.".to_owned()
            }
            None | Some(0) => "Live: the game as its scoresheets tell it.".to_owned(),
            Some(minutes) => format!("Live, {} late.", count(minutes.into(), "minute", "minutes")),
        };
        let live = match line.differs {
            true => {
                format!("{live} The players' scoresheets differ after this: what they agree on is shown.")
            }
            false => live,
        };
        Ok(Self { replay: Some(replay), live, ..Self::about(event, game, frame) })
    }

    /// The same as a board alone.
    pub(super) fn embedded(self, event: &Event) -> Result<EmbedPage> {
        let replay = self.replay.ok_or(AppError::not_found("record"))?;
        let players = format!("{} – {}", self.board.first.player.name, self.board.second.player.name);
        let title = format!("{}, {}", event.settings.name, self.title);
        Ok(EmbedPage { frame: self.frame, title, players, page: self.board.href, replay })
    }
}

pub(super) fn find(event: &Event, id: GameId) -> Result<&Game> {
    event.games.get(&id).ok_or(AppError::not_found("game"))
}

/// A game as far as its scoresheets tell it.
pub(super) fn course_of(event: &Event, game: &Game, line: &Line) -> Result<Course> {
    let record = open_record(event, game, &line.moves).map_err(AppError::Unprocessable)?;
    let course = Course::on(&record, &event.settings.dance_board());
    course.map_err(|error| AppError::Unprocessable(format!("{}.", error.why)))
}

/// How a game ended, in a sentence.
fn end_of(event: &Event, game: &Game) -> Option<String> {
    let result = game.result.as_ref()?;
    Some(format!("{}.", capital(&event.result_words(game, &result.entry))))
}

/// The lines of a game that its record bears: another record may have come to be published since.
fn kept(event: &Event, game: &Game, text: &str) -> Vec<KeptLineView> {
    let board = event.settings.dance_board();
    let base = address(event, View::Game(game.id, Moment::default()));
    let view = |line: &KeptLine| {
        let tried = Tried::of(text, &board, Some(line.ply), line.moves.as_str()).ok()?;
        let is_whole = tried.course.wrong().is_none();
        is_whole.then(|| KeptLineView {
            href: line_path(&base, line),
            moves: tried.in_words(),
            words: or_empty(&line.words),
            by: keeper(event, game.id, line).to_owned(),
        })
    };
    game.lines.iter().filter_map(view).collect()
}

/// The line of HTML by which pages of others show the board that is at an address: as wide as its buttons need, as high as
/// its picture is then, with what stands around it.
fn embed_line(event: &Event, game: &Game, address: &str) -> String {
    let height = match event.settings.game {
        GameKind::LancerChess | GameKind::Dance => 720,
        GameKind::TigerChess => 900,
        GameKind::Dragon => 1040,
    };
    let [first, second] = game.players().map(|player| event.name_of(player));
    let title = format!("{}, {}: {first} – {second}", event.settings.name, event.place_title(game));
    format!(
        "<iframe src=\"{}\" width=\"480\" height=\"{height}\" title=\"{}\" loading=\"lazy\"></iframe>",
        escaped(address),
        escaped(&title)
    )
}

/// Words as they stand in an attribute of HTML.
fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The board of a game within pages of others.
#[derive(Template)]
#[template(path = "public/embed.html")]
pub(super) struct EmbedPage {
    frame: Frame,
    title: String,
    players: String,
    page: String,
    replay: ReplayView,
}

impl ReplayView {
    /// The board at a moment. `end` says how the game ended, if it did: at the last ply that is told, and nobody is to move,
    /// whatever the position shows.
    fn new(
        course: &Course,
        moment: Moment,
        end: Option<String>,
        href: impl Fn(Moment) -> String,
    ) -> Result<Self> {
        let last = course.last_ply();
        let ply = moment.ply.unwrap_or(last);
        let mut scene = course.scene(ply).ok_or(AppError::not_found("ply"))?;
        let legal = moment.moves.then(|| scene.position.legal_moves());
        if moment.moves {
            scene = scene.with_targets();
        }
        scene.layer.is_turned = moment.is_turned;
        let said = match course.step_at(ply) {
            None => "Before the first move.".to_owned(),
            Some(step) => format!("After ply {ply} of {last}, {}.", step.written),
        };
        let end = end.filter(|_| ply == last);
        scene.is_over |= end.is_some();
        let said = match end {
            Some(end) => format!("{said} {end}"),
            None => said,
        };
        let to = |ply| href(Moment { ply: Some(ply), ..moment });
        let game = course.game();
        let army = game.side_name(scene.position.turn());
        let is_over = scene.is_over;
        Ok(Self {
            drawing: draw(&scene, &said),
            last,
            ply,
            first_href: to(0),
            back_href: to(ply.saturating_sub(1)),
            forward_href: to(last.min(ply.saturating_add(1))),
            last_href: to(last),
            moves: MoveView::list(course, ply, to),
            picture: String::new(),
            analysis: String::new(),
            embed_line: String::new(),
            elsewhere: String::new(),
            legal,
            toggle_href: href(Moment { ply: Some(ply), moves: !moment.moves, ..moment }),
            turn_href: href(Moment { is_turned: !moment.is_turned, ..moment }),
            army,
            turn: if is_over { "" } else { army },
            turn_class: side_class(game, scene.position.turn()),
            said,
        })
    }
}
