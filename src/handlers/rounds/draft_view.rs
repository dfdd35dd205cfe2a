//! The draft as a page: boards with both players' rounds so far, and what the arbiter should know of each.

use std::collections::BTreeMap;

use super::options::side_names;
use super::ties;
use crate::auth::EventAccess;
use crate::domain::bracket::Due;
use crate::domain::entry::{Attendance, ByeKind, RoundNumber};
use crate::domain::event::Event;
use crate::domain::ids::EntryId;
use crate::domain::result::Seat;
use crate::domain::round::{Pairing, Round, RoundState, Table};
use crate::domain::settings::Format;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::event::EventTab;
use crate::pages::form::Choice;
use crate::pages::rounds::{
    DraftBoard, DraftPage, DraftPlayer, Person, PlayerLine, TieRow, Typed, points_view,
};
use crate::services::pairing::{History, Record, Verdict, Warning};

/// The draft that there is, or the way to one.
pub(super) fn page(
    access: &EventAccess,
    event: &Event,
    verdict: Option<Verdict>,
) -> Result<DraftPage, AppError> {
    let draft = event.rounds.iter().find(|round| round.state == RoundState::Draft);
    let round = draft.map(|round| round.number).or_else(|| event.next_round());
    let empty = Table::default();
    let table = draft.map_or(&empty, |round| &round.table);
    let view =
        View { event, history: History::before(event, round.unwrap_or(1))?, round: round.unwrap_or(1) };
    let format = event.settings.format;
    Ok(DraftPage {
        frame: access.frame(Some(EventTab::Rounds)).under("Rounds", access.path("/rounds")),
        base: access.base(),
        round,
        is_drafted: draft.is_some(),
        obstacle: obstacle(event, round),
        refusal: String::new(),
        system: format.title(),
        is_free: format == Format::Free,
        is_swiss: format == Format::Swiss,
        is_bracket: format.has_bracket(),
        is_first_stage: format == Format::Knockout && round == Some(1),
        stage: stage(event, draft)?,
        level: level(access, event)?,
        verdict,
        is_changed_by_hand: draft.is_some_and(|round| round.is_changed_by_hand),
        boards: (0_u16..).zip(&table.boards).map(|(place, pairing)| view.board(place, pairing)).collect(),
        byes: table.byes.iter().map(|bye| view.player(bye.entry, Some(bye.kind))).collect(),
        unpaired: table.unpaired.iter().map(|id| view.player(*id, None)).collect(),
        everybody: view.everybody(table),
        bye_kinds: bye_kinds(event),
        typed: Typed::default(),
        version: draft.map_or(0, |round: &Round| round.revision),
        once: OnceKey::new().to_string(),
        not_seen: view.not_seen(table),
        sides: side_names(event.settings.game),
    })
}

/// What the drafted round is in the bracket, or the one that is due.
fn stage(event: &Event, draft: Option<&Round>) -> Result<String, AppError> {
    if let Some(round) = draft {
        return Ok(event.stage_of_round(round.number));
    }
    let bracket = event.bracket(None).map_err(AppError::internal)?;
    Ok(match bracket.map(|bracket| bracket.due()) {
        Some(Due::Round(place)) => event.stage_round_title(place),
        _ => String::new(),
    })
}

/// The ties that are level.
pub(super) fn level(access: &EventAccess, event: &Event) -> Result<Vec<TieRow>, AppError> {
    let bracket = event.bracket(None).map_err(AppError::internal)?;
    let Some(bracket) = bracket else { return Ok(Vec::new()) };
    Ok(bracket.level().into_iter().map(|tie| ties::row(access, event, &bracket, tie)).collect())
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

fn bye_kinds(event: &Event) -> Vec<Choice> {
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
}

impl View<'_> {
    fn board(&self, place: u16, pairing: &Pairing) -> DraftBoard {
        let wanted = if self.event.settings.format == Format::DoubleRoundRobin { 2 } else { 1 };
        // In a bracket players meet again by its nature, and nobody chooses.
        let warnings = match self.event.settings.format.has_bracket() {
            true => Vec::new(),
            false => self.history.warnings(pairing.first, pairing.second, wanted),
        };
        let is_forbidden = self.event.must_not_meet(pairing.first, pairing.second, self.round);
        let forbidden = is_forbidden.then(|| "They must not meet in this round.".to_owned());
        DraftBoard {
            game: pairing.game.to_string(),
            board: place.saturating_add(self.event.settings.first_board),
            first: self.line(pairing.first),
            second: self.line(pairing.second),
            why: pairing.why.clone(),
            is_forced: pairing.is_forced,
            warnings: warnings.iter().map(|warning| self.sentence(warning)).chain(forbidden).collect(),
        }
    }

    fn sentence(&self, warning: &Warning) -> String {
        match warning {
            Warning::HaveMet { round } => format!("They have met in round {round}."),
            Warning::SameSide { player, side, times } => {
                let [first, second] = side_names(self.event.settings.game);
                let side = if *side == Seat::First { first } else { second };
                format!("{}: {side} for the {} time running.", self.event.name_of(*player), ordinal(*times))
            }
        }
    }

    fn line(&self, id: EntryId) -> PlayerLine {
        let record = self.history.of(id);
        PlayerLine {
            person: Person::of(self.event, id),
            points: points_view(record.points),
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

    fn player(&self, id: EntryId, bye: Option<ByeKind>) -> DraftPlayer {
        let entry = self.event.entries.get(&id);
        DraftPlayer {
            line: self.line(id),
            bye: bye.map(|kind| kind.title().to_owned()).unwrap_or_default(),
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

    fn not_seen(&self, table: &Table) -> usize {
        let paired = table.boards.iter().flat_map(|pairing| [pairing.first, pairing.second]);
        let is_expected = |id: &EntryId| {
            self.event.entries.get(id).is_some_and(|entry| entry.attendance == Attendance::Expected)
        };
        paired.filter(is_expected).count()
    }
}

fn balance(record: &Record) -> String {
    match record.balance() {
        0 => "even".to_owned(),
        more if more > 0 => format!("+{more}"),
        less => format!("\u{2212}{}", less.unsigned_abs()),
    }
}

fn ordinal(times: usize) -> String {
    match times {
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        times => format!("{times}th"),
    }
}
