//! The draft of a round, which only arbiters see and change by hand.

use std::collections::BTreeMap;

use askama::Template;
use tiger_event::bracket::Due;
use tiger_event::text::ordinal;
use tiger_event::{
    ByeKind, EntryId, Event, Format, Pairing, Points, Refusal, Round, RoundBye, RoundCommand, RoundNumber,
    Seat, Table,
};

use super::appeals::{open_appeals, upheld_without_ruling};
use super::options::side_names;
use super::ties::{TieRow, level};
use super::{Person, points_view};
use crate::access::EventAccess;
use crate::error::{AppError, Result};
use crate::pages::public::bye_words;
use crate::pages::{Choice, EventTab, FormView, Frame, PointsView};
use crate::services::entries::{Missing, did_not_come, is_numbered_past_ratings, strays};
use crate::services::pairing::{History, OwnBoard, Record, Verdict, Warning, own_boards};
use crate::services::take_back::tried;

/// The draft, or the way to make one.
#[derive(Template)]
#[template(path = "rounds/draft.html")]
pub struct DraftPage {
    pub frame: Frame,
    /// The round that is drafted or to be drafted; none if there is nothing to draft.
    pub round: Option<u16>,
    pub is_drafted: bool,
    /// Why nothing can be drafted, if nothing can.
    pub obstacle: String,
    /// Where it has a bracket, that one pairs, and only order, sides and first seeds are the arbiter's.
    pub format: Format,
    /// Whether it is the first round of a knockout, whose players may change places.
    pub is_first_stage: bool,
    /// What the round is in the bracket; empty in formats without one.
    pub stage: String,
    /// Ties that are level and wait for a tie-break game or a ruling.
    pub level: Vec<TieRow>,
    /// Why it cannot be published though everybody is paired; empty if it can.
    pub stale: String,
    /// What the checker says of a Swiss draft that is not the system's own.
    pub verdict: Option<Verdict>,
    pub is_changed_by_hand: bool,
    /// What can be taken up again of a draft that went: its pairs, and who has neither opponent nor bye in it.
    pub lost: Option<(usize, String)>,
    pub is_accelerated: bool,
    pub boards: Vec<DraftBoard>,
    /// Who has a board of their own, a sentence each.
    pub own_boards: Vec<String>,
    pub byes: Vec<DraftPlayer>,
    /// Players without opponent and bye.
    pub unpaired: Vec<DraftPlayer>,
    /// Everybody in the round, for the choice of whom to exchange.
    pub everybody: Vec<Choice>,
    pub bye_kinds: Vec<Choice>,
    /// What was chosen in the form that came back.
    pub form: FormView,
    pub version: u64,
    /// The paired players who are not checked in, each with their entry.
    pub not_seen: Vec<(EntryId, String)>,
    /// Who lost the last round by forfeit, and is to play again: each with their entry.
    pub did_not_come: Vec<(EntryId, String)>,
    /// Who is not in the round because they were entered for a later one: each with their entry, and with that round.
    pub later: Vec<(EntryId, String)>,
    /// Who is not kept apart from those of the same club or federation as these are from each other: entry, name, and which.
    pub strays: Vec<(EntryId, String, String)>,
    /// Whether pairing numbers can follow the ratings, and do not.
    pub is_numbered_past_ratings: bool,
    /// Where appeals wait for their committee, with the place in words.
    pub appeals: Vec<(String, String)>,
    /// Where one was upheld and no ruling has followed.
    pub upheld: Vec<(String, String)>,
    /// What else goes on in the festival, in sentences.
    pub clashes: Vec<String>,
    /// How many wishes of players wait: a published round settles those about it.
    pub asked: usize,
    /// What the two sides are called.
    pub sides: [&'static str; 2],
    /// The games that count as draws for the pairing because they were adjourned.
    pub adjourned: Vec<String>,
    /// What the lot for the sides of the first round was; empty where none is drawn or it is long past.
    pub lot: String,
}

pub struct DraftBoard {
    pub pairing: Pairing,
    /// The number on the table.
    pub board: u16,
    pub first: PlayerLine,
    pub second: PlayerLine,
    /// What the arbiter should know.
    pub warnings: Vec<String>,
}

/// A player of a board with his rounds so far.
pub struct PlayerLine {
    pub person: Person,
    pub points: PointsView,
    /// The points that are added for the pairing of an accelerated round.
    pub virtual_points: Option<PointsView>,
    /// The sides so far, `1` for first and `2` for second, oldest first.
    pub sides: String,
    /// How many games more as first than as second, such as `+1`.
    pub balance: String,
    pub met: String,
}

/// A player without opponent.
pub struct DraftPlayer {
    /// The player with his rounds so far.
    pub line: PlayerLine,
    /// The bye in words; empty for an unpaired player.
    pub bye: String,
    /// Whether the player asked for the bye, so that only the entry's page changes it.
    pub is_asked_for: bool,
}

impl DraftPage {
    /// The draft that there is, or the way to one.
    ///
    /// # Errors
    /// When the bracket or the players' history contradicts itself.
    pub fn of(access: &EventAccess, verdict: Option<Verdict>) -> Result<Self> {
        let event = &*access.event;
        let due = event.published_rounds() + 1;
        let draft = event.draft();
        let round = draft.map(|round| round.number).or_else(|| event.next_round());
        let empty = Table::default();
        let table = draft.map_or(&empty, |round| &round.table);
        let at = round.unwrap_or(1);
        let virtual_points = draft.map(|_| event.virtual_points(at)).unwrap_or_default();
        let view = View { event, history: History::before(event, at)?, round: at, virtual_points };
        let format = event.settings.format;
        Ok(Self {
            frame: access.frame_under(EventTab::Rounds),
            round,
            is_drafted: draft.is_some(),
            obstacle: obstacle(event, round),
            format,
            is_first_stage: format == Format::Knockout && round == Some(1),
            stage: stage(event, draft)?,
            level: level(access)?,
            stale: draft.map(|round| stale(access, round)).transpose()?.unwrap_or_default(),
            verdict,
            is_changed_by_hand: draft.is_some_and(|round| round.is_changed_by_hand),
            lost: None,
            is_accelerated: !view.virtual_points.is_empty(),
            boards: (0_u16..).zip(&table.boards).map(|(place, pairing)| view.board(place, pairing)).collect(),
            own_boards: own_boards(event, table).iter().map(|own| view.own_board(table, own)).collect(),
            byes: table.byes.iter().map(|bye| view.player(bye.entry, Some(bye))).collect(),
            unpaired: table.unpaired.iter().map(|id| view.player(*id, None)).collect(),
            everybody: view.everybody(table),
            bye_kinds: bye_kinds(event),
            form: FormView::new("draft"),
            version: draft.map_or(0, |round: &Round| round.revision),
            not_seen: view.not_seen(table),
            did_not_come: did_not_come(event)
                .into_iter()
                .map(|entry| (entry.id, entry.details.name.to_string()))
                .collect(),
            later: view.later(),
            strays: strays(event, at)
                .into_iter()
                .map(|(id, common)| (id, event.name_of(id).to_owned(), common.to_string()))
                .collect(),
            is_numbered_past_ratings: is_numbered_past_ratings(event),
            appeals: open_appeals(access),
            upheld: upheld_without_ruling(access),
            clashes: Vec::new(),
            asked: event.open_wishes().iter().filter(|(_, wish)| wish.asked.round() <= due).count(),
            sides: side_names(event.settings.game),
            adjourned: adjourned(event),
            lot: lot(event, round),
        })
    }

    /// Offers to take up a draft again that went.
    pub fn offer(&mut self, lost: Option<&Table>, event: &Event) {
        self.lost = lost.map(|lost| {
            let alone: Vec<_> = lost.unpaired.iter().map(|id| event.name_of(*id)).collect();
            (lost.boards.len(), alone.join("; "))
        });
    }

    /// What is asked before a round is published that breaks the rules of its system; empty if none is broken.
    pub fn doubt(&self) -> &'static str {
        match &self.verdict {
            Some(verdict) if !verdict.violations.is_empty() => {
                "This round breaks the rules of the Swiss system. Publish it all the same?"
            }
            _ => "",
        }
    }

    /// Whether anybody has played a game before, so that sides are shown.
    pub fn has_sides(&self) -> bool {
        self.boards.iter().any(|board| !board.first.sides.is_empty() || !board.second.sides.is_empty())
    }

    /// Whether players can take each other's places.
    pub fn can_exchange(&self) -> bool {
        self.everybody.len() > 1 && (!self.format.has_bracket() || self.is_first_stage)
    }

    pub fn can_publish(&self) -> bool {
        self.is_drafted && self.unpaired.is_empty() && self.stale.is_empty()
    }

    pub fn warned(&self) -> usize {
        self.boards.iter().filter(|board| !board.warnings.is_empty()).count()
    }

    /// The players without opponent, for the choice of a pair.
    pub fn pairable(&self) -> Vec<&DraftPlayer> {
        self.unpaired.iter().chain(self.byes.iter().filter(|bye| !bye.is_asked_for)).collect()
    }
}

/// What the drafted round is in the bracket, or the one that is due.
fn stage(event: &Event, draft: Option<&Round>) -> Result<String> {
    if let Some(round) = draft {
        return Ok(event.stage_of_round(round.number));
    }
    let bracket = event.bracket(None).map_err(AppError::internal)?;
    Ok(match bracket.map(|bracket| bracket.due()) {
        Some(Due::Round(place)) => event.stage_round_title(place),
        _ => String::new(),
    })
}

/// What the event would say to whoever publishes a draft in which everybody is paired.
fn stale(access: &EventAccess, round: &Round) -> Result<String> {
    let publish = RoundCommand::PublishRound { round: round.number, seen: round.revision };
    Ok(match tried(&access.event, &access.actor()?, &publish.into()) {
        Err(Refusal::Invalid(said)) if round.table.unpaired.is_empty() => said,
        _ => String::new(),
    })
}

/// Only the Swiss system pairs by points.
fn adjourned(event: &Event) -> Vec<String> {
    let games = event.games.values().filter(|game| game.adjourned.is_some());
    let games = games.filter(|_| event.settings.format == Format::Swiss);
    games.map(|game| format!("{} (round {})", event.pair_text(game.players()), game.round)).collect()
}

fn lot(event: &Event, round: Option<RoundNumber>) -> String {
    let (Some(side), Some(1)) = (event.first_side, round) else { return String::new() };
    let (side, other) = if side == Seat::First { ("first", "second") } else { ("second", "first") };
    match event.settings.format {
        Format::Swiss => {
            format!(
                "By lot, players with an odd place by number move {side}, those with an even one {other}."
            )
        }
        _ => format!("By lot, the better seed moves {side} on odd boards, and {other} on even ones."),
    }
}

fn obstacle(event: &Event, round: Option<RoundNumber>) -> String {
    if let Some(round) = round {
        let players = event.entries.values().filter(|entry| entry.is_in(round)).count();
        if event.settings.format == Format::Match && players > 2 {
            return format!("A match has two players; {players} are entered. Take the others out first.");
        }
        return if players < 2 { "Enter at least two players first.".to_owned() } else { String::new() };
    }
    match event.current_round() {
        Some(current) => {
            format!("Round {} is being played. Close it before the next one is paired.", current.number)
        }
        None if event.is_finished => "The event is finished.".to_owned(),
        None if event.settings.format.has_bracket() => {
            "Everything is decided, or a game that was adjourned has to be finished first.".to_owned()
        }
        None => {
            "All planned rounds are played. Finish the event, or plan more rounds in the settings.".to_owned()
        }
    }
}

pub(super) fn bye_kinds(event: &Event) -> Vec<Choice> {
    [ByeKind::Pairing, ByeKind::HalfPoint, ByeKind::ZeroPoint, ByeKind::FullPoint]
        .into_iter()
        .map(|kind| {
            let points = points_view(event.settings.byes.points(kind)).main();
            Choice::new(kind.code(), format!("{} ({points})", kind.title()))
        })
        .collect()
}

struct View<'a> {
    event: &'a Event,
    history: History,
    round: RoundNumber,
    virtual_points: BTreeMap<EntryId, Points>,
}

impl View<'_> {
    fn board(&self, place: u16, pairing: &Pairing) -> DraftBoard {
        DraftBoard {
            pairing: pairing.clone(),
            board: place.saturating_add(self.event.settings.first_board),
            first: self.line(pairing.first),
            second: self.line(pairing.second),
            warnings: warnings(self.event, &self.history, self.round, (pairing.first, pairing.second)),
        }
    }

    fn line(&self, id: EntryId) -> PlayerLine {
        let record = self.history.of(id);
        PlayerLine {
            person: Person::of(self.event, id),
            points: points_view(record.points),
            virtual_points: self.virtual_points.get(&id).map(|points| points_view(*points)),
            sides: record.sides.iter().map(|side| if *side == Seat::First { '1' } else { '2' }).collect(),
            balance: balance(&record),
            met: self.met(&record),
        }
    }

    fn met(&self, record: &Record) -> String {
        let mut by_round = BTreeMap::new();
        for (opponent, rounds) in &record.met {
            by_round.extend(rounds.iter().map(|round| (*round, *opponent)));
        }
        let names = by_round.iter().map(|(round, id)| format!("{round}: {}", self.event.name_of(*id)));
        names.collect::<Vec<_>>().join("; ")
    }

    fn player(&self, id: EntryId, bye: Option<&RoundBye>) -> DraftPlayer {
        let entry = self.event.entries.get(&id);
        DraftPlayer {
            line: self.line(id),
            bye: bye.map(|bye| bye_words(self.event, bye)).unwrap_or_default(),
            is_asked_for: entry.is_some_and(|entry| entry.byes.contains_key(&self.round)),
        }
    }

    /// Boards in their order, then byes and the unpaired.
    fn everybody(&self, table: &Table) -> Vec<Choice> {
        let paired = (0_u16..).zip(&table.boards).flat_map(|(place, pairing)| {
            let board = place.saturating_add(self.event.settings.first_board);
            [pairing.first, pairing.second].map(|id| (id, format!("board {board}")))
        });
        let byes = table.byes.iter().map(|bye| (bye.entry, bye.kind.code().to_owned()));
        let unpaired = table.unpaired.iter().map(|id| (*id, "without opponent".to_owned()));
        let choice = |(id, place): (EntryId, String)| {
            Choice::new(id.to_string(), format!("{} ({place})", self.event.name_of(id)))
        };
        paired.chain(byes).chain(unpaired).map(choice).collect()
    }

    fn own_board(&self, table: &Table, own: &OwnBoard) -> String {
        let pair = table.boards.get(own.at);
        let players = pair.into_iter().flat_map(|pair| [pair.first, pair.second]);
        let mut players = players.filter_map(|id| self.event.entries.get(&id));
        let player = players.find(|entry| entry.number == own.number);
        let name = player.map(|entry| entry.details.name.to_string()).unwrap_or_default();
        let sits = u16::try_from(own.at).unwrap_or(u16::MAX).saturating_add(self.event.settings.first_board);
        match sits == own.board {
            true => format!("{name} always sits at board {}.", own.board),
            false => format!("{name} always sits at board {}, but is at board {sits} now.", own.board),
        }
    }

    fn not_seen(&self, table: &Table) -> Vec<(EntryId, String)> {
        let paired = table.boards.iter().flat_map(|pairing| [pairing.first, pairing.second]);
        let missing = Missing::of(self.event);
        paired.filter(|id| missing.contains(*id)).map(|id| (id, self.event.name_of(id).to_owned())).collect()
    }

    fn later(&self) -> Vec<(EntryId, String)> {
        let entries = self.event.entries_by_number().into_iter();
        let later = entries.filter(|entry| entry.first_round > self.round && entry.leaves_from().is_none());
        later
            .map(|entry| (entry.id, format!("{} (round {})", entry.details.name, entry.first_round)))
            .collect()
    }
}

/// What the arbiter should know of two players who are to meet in a round.
pub fn warnings(
    event: &Event,
    history: &History,
    round: RoundNumber,
    (first, second): (EntryId, EntryId),
) -> Vec<String> {
    let wanted = if event.settings.format == Format::DoubleRoundRobin { 2 } else { 1 };
    // In a bracket players meet again by its nature, and nobody chooses.
    let warnings = match event.settings.format.has_bracket() {
        true => Vec::new(),
        false => history.warnings(first, second, wanted),
    };
    let is_forbidden = event.must_not_meet(first, second, round);
    let forbidden = is_forbidden.then(|| "They must not meet in this round.".to_owned());
    let sentence = |warning: &Warning| match warning {
        Warning::HaveMet { round } => format!("They have met in round {round}."),
        Warning::SameSide { player, side, times } => {
            let [first, second] = side_names(event.settings.game);
            let side = if *side == Seat::First { first } else { second };
            format!("{}: {side} for the {} time running.", event.name_of(*player), ordinal(*times))
        }
    };
    warnings.iter().map(sentence).chain(forbidden).collect()
}

fn balance(record: &Record) -> String {
    match record.balance() {
        0 => "even".to_owned(),
        more if more > 0 => format!("+{more}"),
        less => format!("\u{2212}{}", less.unsigned_abs()),
    }
}
