//! The game room: what was chosen, cast, reported, recorded and decided in one game.

use askama::Template;

use super::Frame;
use super::accord::AccordView;
use super::form::{Choice, FormView};
use super::parts::PointsView;
use super::status::Status;
use super::steps::{Circumstance, StepForms, StepsView, WaitingAct};
use crate::board::Drawing;

/// One of the two players as the room shows him.
#[derive(Debug, Clone)]
pub struct PlayerView {
    /// The name.
    pub name: String,
    /// The army, once the variation settles it.
    pub army: &'static str,
    /// `moves first` or `moves second`.
    pub turn: &'static str,
    /// What the player scored, once there is a result.
    pub points: Option<PointsView>,
}

/// What the choice of the variation waits for.
#[derive(Debug, Clone)]
pub enum StepView {
    /// A question to both players.
    Ask {
        /// The question.
        question: String,
        /// Its answers.
        answers: Vec<Choice>,
    },
    /// Dice to be cast.
    Cast {
        /// What they decide.
        title: &'static str,
        /// Why they are cast.
        rule: &'static str,
        /// How many.
        dice: usize,
    },
    /// A cast that the program is committed to.
    Committed(CastView),
    /// Nothing: the variation is chosen.
    Chosen,
}

/// A cast.
#[derive(Debug, Clone)]
pub struct CastView {
    /// Its identifier.
    pub id: String,
    /// What it decides.
    pub title: &'static str,
    /// The faces, if they are known.
    pub faces: Vec<u8>,
    /// The commitment, if the program cast.
    pub commitment: String,
    /// The players' words.
    pub words: [String; 2],
    /// When it was begun, in the event's time.
    pub at: String,
    /// Whether the dice came from a real cup.
    pub is_from_cup: bool,
    /// Who has confirmed them.
    pub confirmed: [bool; 2],
    /// Who entered them.
    pub by: String,
    /// Why it does not count; empty if it does.
    pub voided: String,
}

impl CastView {
    /// The faces as words.
    #[must_use]
    pub fn spoken(&self) -> String {
        self.faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
    }

    /// Whether everybody who should has confirmed dice from a cup.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        self.confirmed == [true, true]
    }
}

/// A record in the list.
#[derive(Debug, Clone)]
pub struct RecordRow {
    /// Its identifier.
    pub id: String,
    /// Who handed it in.
    pub by: String,
    /// When, in the event's time.
    pub at: String,
    /// How far the rules could follow it.
    pub status: Status,
    /// What was found, in a sentence.
    pub found: String,
}

/// A result in words with its points.
#[derive(Debug, Clone)]
pub struct ResultView {
    /// Who won how.
    pub text: String,
    /// Where it comes from.
    pub source: String,
    /// When it was set, in the event's time.
    pub at: String,
}

/// The results of one winner, for a select.
#[derive(Debug, Clone)]
pub struct OfferGroupView {
    /// The group's name.
    pub label: String,
    /// The results.
    pub choices: Vec<Choice>,
}

/// The room.
#[derive(Debug, Template)]
#[template(path = "room/room.html")]
pub struct RoomPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// Where the game's pages begin.
    pub game: String,
    /// Round.
    pub round: u16,
    /// Number of the board in the hall.
    pub board: u16,
    /// The two players.
    pub players: [PlayerView; 2],
    /// How the game stands.
    pub status: Status,
    /// The variation, once it is chosen.
    pub variation: String,
    /// The clock of this game.
    pub clock: String,
    /// What the choice waits for.
    pub step: StepView,
    /// Answers given, in words.
    pub answers: Vec<String>,
    /// All casts, oldest first.
    pub casts: Vec<CastView>,
    /// The result that stands.
    pub result: Option<ResultView>,
    /// What the players reported, in words.
    pub reports: [String; 2],
    /// What waits for an arbiter.
    pub disputes: Vec<String>,
    /// The records, oldest first.
    pub records: Vec<RecordRow>,
    /// The results that can be reported.
    pub offers: Vec<OfferGroupView>,
    /// Whether the reader is an arbiter.
    pub is_arbiter: bool,
    /// The reader's seat, for a player.
    pub seat: Option<usize>,
    /// Whether players may report.
    pub players_report: bool,
    /// Whether the round is open, so that something can happen.
    pub is_open: bool,
    /// What the opponent says, for a player to confirm or dispute.
    pub accord: Option<AccordView>,
    /// Whether two records can be looked at beside each other.
    pub can_compare: bool,
    /// The stage, what is due, and what was said and noted at the board.
    pub steps: StepsView,
    /// The forms.
    pub forms: RoomForms,
}

/// The forms of the room; one of them carries what was typed when it was refused.
#[derive(Debug, Clone)]
pub struct RoomForms {
    /// An answer.
    pub choice: FormView,
    /// A word for the dice.
    pub word: FormView,
    /// Dice from a cup.
    pub cup: FormView,
    /// Voiding a cast, or taking answers back.
    pub void: FormView,
    /// A result.
    pub report: FormView,
    /// A record.
    pub record: FormView,
    /// What is disputed, when that was refused.
    pub dispute: Option<FormView>,
    /// The steps at the board.
    pub steps: StepForms,
    /// The key that one-button forms carry, each with a name behind it.
    pub once: String,
}

impl RoomPage {
    /// Whether the reader sits at the board.
    #[must_use]
    pub fn is_seat(&self, player: &usize) -> bool {
        self.seat == Some(*player)
    }

    /// The name of the player in a seat.
    #[must_use]
    pub fn name_at(&self, player: &usize) -> &str {
        self.players.get(*player).map_or("", |player| player.name.as_str())
    }

    /// Whether the reader can report a result now.
    #[must_use]
    pub fn can_report(&self) -> bool {
        self.is_open && self.result.is_none() && self.seat.is_some() && self.players_report
    }

    /// Whether the reader can hand a record in now.
    #[must_use]
    pub fn can_hand_in(&self) -> bool {
        self.is_open && (self.is_arbiter || (self.seat.is_some() && self.players_report))
    }
}

/// One record: its text and what the rules found in it.
#[derive(Debug, Template)]
#[template(path = "room/record.html")]
pub struct RecordPage {
    /// The frame.
    pub frame: Frame,
    /// Where the game's pages begin.
    pub game: String,
    /// What the game is called.
    pub title: String,
    /// The record.
    pub row: RecordRow,
    /// What is wrong with it; empty if nothing is.
    pub mistake: String,
    /// The revision of the result, where an arbiter may let a record stand that goes on after a Truce.
    pub may_stand: Option<u64>,
    /// The key of that form.
    pub once: String,
    /// The moves, by number; the last one may be the wrong one.
    pub moves: Vec<MoveRow>,
    /// The tags.
    pub tags: Vec<(String, String)>,
    /// The board at the end of the record, or where the rules refuse it; none when nothing can be replayed.
    pub drawing: Option<Drawing>,
    /// Which moment the board shows.
    pub said: String,
    /// The text as it was handed in.
    pub text: String,
}

/// A move of a record.
#[derive(Debug, Clone)]
pub struct MoveRow {
    /// The ply.
    pub ply: u32,
    /// Which army moved.
    pub army: &'static str,
    /// The move in canonical notation.
    pub text: String,
    /// Whether this is the move that the rules refuse.
    pub is_wrong: bool,
}

/// The transcript of a cast.
#[derive(Debug, Template)]
#[template(path = "room/transcript.html")]
pub struct TranscriptPage {
    /// The frame.
    pub frame: Frame,
    /// What the game is called.
    pub title: String,
    /// Where the game's public page is.
    pub game: String,
    /// Where the transcript's file is; empty while there is none.
    pub file: String,
    /// The cast.
    pub cast: CastView,
    /// The names of the players.
    pub players: [String; 2],
    /// The secret, once it is revealed.
    pub secret: String,
    /// The transcript as text, once the dice are cast.
    pub text: String,
}

/// A player's own page.
#[derive(Debug, Template)]
#[template(path = "room/me.html")]
pub struct MyPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The player's name.
    pub name: String,
    /// Pairing number.
    pub number: u16,
    /// The games, latest first.
    pub games: Vec<MyGame>,
    /// Byes, in words.
    pub byes: Vec<String>,
}

/// A game in a player's list.
#[derive(Debug, Clone)]
pub struct MyGame {
    /// Where its room is.
    pub room: String,
    /// Round.
    pub round: u16,
    /// Number of the board in the hall.
    pub board: u16,
    /// The opponent.
    pub opponent: String,
    /// `You move first` or the other way.
    pub turn: &'static str,
    /// How it stands, in words.
    pub state: String,
    /// What the player scored.
    pub points: Option<PointsView>,
    /// Whether something can still be done.
    pub is_open: bool,
    /// Where the game's pages begin.
    pub game: String,
    /// What the opponent says, to be confirmed or disputed.
    pub accord: Option<AccordView>,
}
