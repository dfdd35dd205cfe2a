//! The game room: what was chosen, cast, reported, recorded and decided in one game.

use askama::Template;
use chrono::{DateTime, Utc};
use tiger_event::dice::purpose_title;
use tiger_event::result::{SEATS, Source, army, seat_index};
use tiger_event::{
    CastPurpose, EntryId, Event, Game, GameResult, PossibleResult, ResultGroup, Seat, Speaker,
};
use tiger_rules::{Ending, GameKind, Step, Variation};

use crate::access::Room;
use crate::clock;
use crate::pages::public::words;
use crate::pages::rules::forces_path;
use crate::pages::{Choice, FormView, Frame, PointsView, Status};
use crate::services::clocks::Fallen;
use crate::services::evidence::Known;

mod accord;
mod beginning;
mod cast;
mod compare;
mod fault;
mod happened;
mod me;
mod question;
mod record;
mod steps;
mod waits;
mod wishes;

pub use accord::AccordView;
pub use beginning::BeginningPage;
pub use cast::{CastView, TranscriptPage};
pub use compare::{ComparePage, pair};
pub use fault::FaultPage;
pub use me::MyPage;
pub use question::{AskedView, said};
pub use record::{RecordPage, RecordRow};
pub use steps::{OFFERS, StepForms, StepsView, WaitingAct};
pub use waits::{all_waits, offer_told, told_of_late};

/// A time as the event's pages show it.
pub fn local(event: &Event, at: DateTime<Utc>) -> String {
    at.with_timezone(&event.settings.time_zone).format("%-d %B %Y, %H:%M").to_string()
}

/// One of the two players as the room shows him.
pub struct PlayerView {
    pub name: String,
    /// The army, once the variation settles it.
    pub army: &'static str,
    /// `moves first` or `moves second`.
    pub turn: &'static str,
    /// What the player scored, once there is a result.
    pub points: Option<PointsView>,
    /// Whether the player has an account and speaks for themselves.
    pub has_account: bool,
}

/// What the choice of the variation waits for.
pub enum StepView {
    /// A question to both players.
    Ask {
        question: String,
        /// Its key, which the form brings back.
        key: &'static str,
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
    Committed(Box<CastView>),
    /// Nothing: the variation is chosen.
    Chosen,
}

#[derive(Template)]
#[template(path = "room/room.html")]
pub struct RoomPage {
    pub frame: Frame,
    /// Where the game's pages begin.
    pub game: String,
    pub round: u16,
    /// Number of the board in the hall.
    pub board: u16,
    pub players: [PlayerView; 2],
    /// How the game stands.
    pub status: Status,
    /// The variation, once it is chosen.
    pub variation: String,
    /// What the game calls a game without a winner.
    pub draw_word: &'static str,
    /// The summary of its forces.
    pub forces: String,
    /// What it begins from and why, if that is not the usual situation.
    pub beginning: String,
    /// The clock of this game.
    pub clock: String,
    /// What the choice waits for.
    pub step: StepView,
    /// Answers given, in words.
    pub answers: Vec<String>,
    /// What the players say by themselves to the open question, each in a sentence.
    pub said: Vec<String>,
    /// What the reader is asked, as a player who answers alone.
    pub asked: Option<AskedView>,
    /// Who is asked, where players answer by themselves; empty otherwise.
    pub who_is_asked: String,
    /// All casts, oldest first.
    pub casts: Vec<CastView>,
    /// The result that stands, where it comes from and since when.
    pub result: Option<String>,
    /// What can be done about it by a player; empty for others, and when it is too late.
    pub objection: String,
    /// What the players reported, in words.
    pub reports: [String; 2],
    /// What waits for an arbiter.
    pub disputes: Vec<String>,
    /// Flags that have fallen by the program's clock and that nobody has noted.
    pub fallen: Vec<String>,
    /// The records, oldest first.
    pub records: Vec<RecordRow>,
    /// Who has taken back more on a scoresheet than each move once, for arbiters.
    pub taken_back: Vec<String>,
    /// The results that can be reported, by winner.
    pub results: Vec<(String, Vec<Choice>)>,
    /// Whether the reader is an arbiter.
    pub is_arbiter: bool,
    /// The reader's seat, for a player.
    pub seat: Option<Seat>,
    pub players_report: bool,
    /// Whether the round is open, so that something can happen.
    pub is_open: bool,
    /// Whether records are handed in: also once the round is closed, as long as they agree with what stands.
    pub takes_records: bool,
    /// What the opponent says, for a player to confirm or dispute.
    pub accord: Option<AccordView>,
    /// Whether two records can be looked at beside each other.
    pub can_compare: bool,
    /// What was answered of late to the player who reads, and was no yes.
    pub told: Vec<String>,
    /// The stage, what is due, and what was said and noted at the board.
    pub steps: StepsView,
    pub forms: RoomForms,
}

/// The forms of the room; one of them carries what was typed when it was refused.
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
    pub record: FormView,
    /// What is disputed, when that was refused and nothing waits for an answer any more.
    pub dispute: FormView,
    /// The steps at the board.
    pub steps: StepForms,
}

impl RoomForms {
    /// Forms in which nothing has been typed yet.
    fn fresh(game: &Game, fallen: &[Fallen]) -> Self {
        Self {
            choice: FormView::fresh("choice-form"),
            word: FormView::fresh("word-form"),
            cup: FormView::fresh("cup"),
            void: FormView::fresh("void"),
            report: FormView::fresh("report"),
            record: FormView::fresh("record"),
            dispute: FormView::fresh("dispute"),
            steps: StepForms::fresh(game, fallen),
        }
    }
}

impl RoomPage {
    /// What can be claimed: fallen flags are noted by arbiters in a form of their own.
    pub fn claim_title(&self) -> String {
        let flag = if self.is_arbiter { "" } else { " or a fallen flag" };
        format!("Claim a {}{flag}", self.draw_word)
    }

    /// The room as it stands, with what the moves on file show, and the flags that have fallen by its clock.
    pub fn of(room: &Room<'_>, known: Option<&Known>, fallen: &[Fallen]) -> Self {
        let (access, game) = (room.access, room.game);
        let event = room.event;
        let kind = event.settings.game;
        let variation = game.variation(kind);
        let is_open = room.is_open();
        Self {
            frame: access
                .live_frame(None)
                .of_game(game.id)
                .under(event.round_title(game.round), access.path(&format!("/rounds/{}", game.round))),
            game: room.path(""),
            round: game.round,
            board: event.board_number(game),
            players: SEATS.map(|seat| player(event, game, seat)),
            status: status(game),
            variation: variation.filter(|_| has_variations(kind)).map(Variation::title).unwrap_or_default(),
            draw_word: kind.draw_word(),
            forces: forces_path(game.scoring_variation(kind)),
            beginning: game.beginning.as_ref().map(|it| it.reason.to_string()).unwrap_or_default(),
            clock: words::clock(&event.settings.clock.for_game(game.scoring_variation(kind))),
            step: step(event, game),
            answers: question::answers(event, game),
            said: said(event, game),
            asked: room.seat.filter(|_| is_open).and_then(|seat| AskedView::of(event, game, seat)),
            who_is_asked: match event.settings.players_choose {
                true => question::who_is_asked(event, game),
                false => String::new(),
            },
            casts: game.casts.iter().map(|cast| CastView::of(event, cast)).collect(),
            objection: if room.seat.is_some() { objection(event, game) } else { String::new() },
            result: game.result.as_ref().map(|result| {
                let (text, at) = (event.result_words(game, &result.entry), local(event, result.at));
                let text = format!("{text}. {}, {at}.", source_text(event, game, result));
                match event.annulled_of(game.players()) {
                    Some(left) => format!("{text} {}", counts_for_nobody(event, left)),
                    None => text,
                }
            }),
            reports: std::array::from_fn(|i| {
                game.reports[i].as_ref().map(|r| event.result_words(game, &r.entry)).unwrap_or_default()
            }),
            disputes: game.disputes.iter().map(|dispute| event.dispute_words(game, dispute)).collect(),
            fallen: fallen.iter().map(|flag| flag.sentence(event, game)).collect(),
            records: game.records.iter().map(|record| RecordRow::of(event, game, record)).collect(),
            taken_back: Vec::new(),
            results: result_groups(event, game),
            is_arbiter: room.is_arbiter(),
            seat: room.seat,
            players_report: event.settings.players_report,
            is_open,
            takes_records: !event.is_finished,
            accord: room.seat.filter(|_| is_open).and_then(|seat| AccordView::of(event, game, seat)),
            told: told_of_late(room),
            can_compare: pair(game).is_some(),
            steps: StepsView::of(room, known, fallen.iter().any(|flag| flag.is_out_of_time)),
            forms: RoomForms::fresh(game, fallen),
        }
    }

    /// Where a refused dispute is shown: at what the opponent says, or above the page if that waits no more.
    pub const fn dispute_form(&mut self) -> &mut FormView {
        match &mut self.accord {
            Some(accord) => &mut accord.dispute,
            None => &mut self.forms.dispute,
        }
    }

    /// Whether the reader sits at the board.
    pub fn is_seat(&self, player: &usize) -> bool {
        self.seat.map(seat_index) == Some(*player)
    }

    /// Whether the reader may enter the word of the player in a seat: the own one, or as an arbiter of one without account.
    pub fn takes_word(&self, player: &usize) -> bool {
        let has_account = self.players.get(*player).is_some_and(|player| player.has_account);
        self.is_seat(player) || (self.is_arbiter && !has_account)
    }

    /// The name of the player in a seat.
    pub fn name_at(&self, player: &usize) -> &str {
        self.players.get(*player).map_or("", |player| player.name.as_str())
    }

    /// Whether dice from a cup wait for the reader's word.
    pub fn has_dice_to_confirm(&self) -> bool {
        let waits = |cast: &CastView, seat: Seat| {
            cast.is_from_cup && cast.voided.is_empty() && !cast.confirmed[seat_index(seat)]
        };
        self.is_open && self.seat.is_some_and(|seat| self.casts.iter().any(|cast| waits(cast, seat)))
    }

    /// Whether the reader may still add a word to a cast that the program is committed to.
    pub fn may_add_word(&self) -> bool {
        let StepView::Committed(cast) = &self.step else { return false };
        self.is_open && self.seat.is_some_and(|seat| cast.words[seat_index(seat)].is_empty())
    }

    /// Whether the reader can report a result now.
    pub fn can_report(&self) -> bool {
        self.is_open && self.result.is_none() && self.seat.is_some() && self.players_report
    }

    /// Whether the reader can hand a record in now.
    pub fn can_hand_in(&self) -> bool {
        self.takes_records && (self.is_arbiter || (self.seat.is_some() && self.players_report))
    }
}

const fn has_variations(kind: GameKind) -> bool {
    !matches!(kind, GameKind::LancerChess)
}

fn player(event: &Event, game: &Game, at: Seat) -> PlayerView {
    let kind = event.settings.game;
    let variation = game.variation(kind);
    let index = seat_index(at);
    PlayerView {
        name: event.name_of(game.players()[index]).to_owned(),
        army: variation.map_or("", |variation| kind.side_name(army(variation, at))),
        turn: match at {
            Seat::First => "moves first",
            Seat::Second => "moves second",
        },
        points: game.result.as_ref().map(|result| result.points[index].into()),
        has_account: event
            .entries
            .get(&game.players()[index])
            .is_some_and(|entry| matches!(entry.speaker, Speaker::Taken { .. })),
    }
}

/// How a game stands.
pub fn status(game: &Game) -> Status {
    match &game.result {
        _ if !game.disputes.is_empty() => Status::Disputed,
        Some(result) if matches!(result.source, Source::Ruling { .. }) => Status::Overruled,
        Some(_) => Status::Confirmed,
        None if game.adjourned.is_some() => Status::Adjourned,
        None => Status::Open,
    }
}

fn step(event: &Event, game: &Game) -> StepView {
    if let Some(cast) = game.open_cast() {
        return StepView::Committed(Box::new(CastView::of(event, cast)));
    }
    match game.choice(event.settings.game).next() {
        Step::Chosen(_) => StepView::Chosen,
        Step::Cast(purpose) => StepView::Cast {
            title: purpose_title(purpose),
            rule: match purpose {
                CastPurpose::Deployment => {
                    "one die. 2, 4 and 6 mean Countdown, 3 and 5 Dragon, 1 Symmetrical."
                }
                CastPurpose::Tiger => "two dice. A double means the TigerVariation.",
            },
            dice: purpose.dice(),
        },
        Step::Ask(asked) => question::ask(event, game, asked),
    }
}

/// What a player can do whose result is not right; empty when nothing can be done any more.
fn objection(event: &Event, game: &Game) -> String {
    if game.result.is_none() || event.is_finished {
        return String::new();
    }
    let until = match event.appeals_until(game.round) {
        Some(until) if until < clock::now() => return String::new(),
        Some(until) => format!("until {}", local(event, until)),
        None => event.appeal_terms().until_words(),
    };
    format!("Is it not right? Tell an arbiter. Appeals are handed in {until}.")
}

fn source_text(event: &Event, game: &Game, result: &GameResult) -> String {
    let by = result.by.as_str();
    match result.source {
        Source::Arbiter => format!("Entered by {by}"),
        Source::Agreement => "Reported by both players".to_owned(),
        Source::Record { record } => {
            let record = game.records.iter().find(|other| other.id == record);
            match record.map(|record| record.by.as_str()) {
                Some(writer) if writer != by => format!("From the record of {writer}, chosen by {by}"),
                _ => format!("From the record handed in by {by}"),
            }
        }
        Source::Ruling { ruling } => {
            let ruling = event.rulings.iter().find(|other| other.id == ruling);
            let why = ruling.map(|ruling| {
                let article =
                    ruling.article.as_ref().map(|article| format!(" ({article})")).unwrap_or_default();
                format!(": {}{article}", ruling.reason.to_string().trim_end_matches('.'))
            });
            format!("Ruling of {by}{}", why.unwrap_or_default())
        }
        Source::Concession => format!("Conceded at the board, noted by {by}"),
    }
}

/// What players report: all that needs no arbiter.
fn result_groups(event: &Event, game: &Game) -> Vec<(String, Vec<Choice>)> {
    let mut groups = game.possible_results(&event.settings);
    groups.iter_mut().for_each(|group| {
        group.results.retain(|result| result.entry.ending != Ending::Disqualification);
    });
    let groups = groups.iter().map(|group| choices(event, game, group));
    groups.filter(|(_, choices)| !choices.is_empty()).collect()
}

/// What is said of a result of somebody whose games are annulled.
fn counts_for_nobody(event: &Event, left: EntryId) -> String {
    format!("It does not count: the games of {} are annulled.", event.name_of(left))
}

/// The results of a group with its words, each with what it scores. What an arbiter has to award is left out.
pub fn choices(event: &Event, game: &Game, group: &ResultGroup) -> (String, Vec<Choice>) {
    let label = match (group.winner, group.is_both_lost) {
        (Some(seat), _) => format!("{} wins", event.name_of(game.players()[seat_index(seat)])),
        (None, false) => event.settings.game.draw_name().to_owned(),
        (None, true) => "Nobody scores".to_owned(),
    };
    let choice = |result: &PossibleResult| {
        let [first, second] = result.points?;
        Some(Choice::new(result.code(), format!("{label}: {} ({first} : {second})", result.title)))
    };
    let choices = group.results.iter().filter_map(choice).collect();
    (label, choices)
}
