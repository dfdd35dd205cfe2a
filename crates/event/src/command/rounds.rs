//! Rounds: drafting, changing by hand, publishing, closing.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::open_boards::{self, Seated};
use super::{Effect, Event, Family, Game, Meta, Refusal, Teller, check_seen, ties};
use crate::text::count;
use crate::{
    ByeKind, Entry, EntryId, Format, GameId, Reason, Round, RoundBye, RoundNumber, RoundState, Seat, Table,
};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RoundCommand {
    /// Lots are drawn for the side that the odd numbers have in round 1 of a Swiss event.
    DrawFirstSide { side: Seat },
    /// A round is drafted, or drafted anew.
    DraftRound {
        /// The round, the one after the last closed one.
        round: RoundNumber,
        system: Format,
        table: Table,
    },
    /// A draft is changed by hand.
    ChangeDraft { round: RoundNumber, table: Table, seen: u64 },
    /// A draft is thrown away.
    DiscardDraft { round: RoundNumber },
    /// Everybody sees the round from now on.
    PublishRound { round: RoundNumber, seen: u64 },
    /// A published round in which nothing has happened becomes a draft again.
    UnpublishRound { round: RoundNumber, reason: Reason },
    /// While a round is played, boards at which nothing has happened are changed, and a new one may come.
    ChangeBoards {
        round: RoundNumber,
        boards: Vec<Seated>,
        /// All byes of the round from now on, where they change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        byes: Option<Vec<RoundBye>>,
        seen: u64,
        reason: Reason,
    },
    /// The round is complete.
    CloseRound { round: RoundNumber },
    /// A closed round is opened again.
    ReopenRound { round: RoundNumber, reason: Reason },
}

impl RoundCommand {
    /// The round that it is about, if it is about one.
    pub const fn number(&self) -> Option<RoundNumber> {
        match self {
            Self::DrawFirstSide { .. } => None,
            Self::DraftRound { round, .. }
            | Self::ChangeDraft { round, .. }
            | Self::DiscardDraft { round }
            | Self::PublishRound { round, .. }
            | Self::UnpublishRound { round, .. }
            | Self::ChangeBoards { round, .. }
            | Self::CloseRound { round }
            | Self::ReopenRound { round, .. } => Some(*round),
        }
    }
}

impl Family for RoundCommand {
    fn check_new(&self, event: &Event, _: &Meta) -> Effect {
        if let Self::DraftRound { round, table, .. } | Self::ChangeDraft { round, table, .. } = self {
            return check_who_is_not_there(event, *round, table);
        }
        if let Self::ChangeBoards { round, byes: Some(byes), .. } = self {
            return check_who_is_not_there(event, *round, &Table { byes: byes.clone(), ..Table::default() });
        }
        let Self::PublishRound { round, .. } = self else { return Ok(()) };
        let mut earlier = event.rounds.iter().filter(|earlier| earlier.number < *round);
        match earlier.find(|earlier| earlier.state == RoundState::Published) {
            Some(Round { number, .. }) => Err(Refusal::Invalid(format!(
                "Round {number} is open again: close it before round {round} is published."
            ))),
            None => Ok(()),
        }
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::DrawFirstSide { side } => draw_first_side(event, *side),
            Self::DraftRound { round, system, table } => draft(event, meta, *round, *system, table),
            Self::ChangeDraft { round, table, seen } => change_draft(event, meta, *round, table, *seen),
            Self::DiscardDraft { round } => discard(event, *round),
            Self::PublishRound { round, seen } => publish(event, meta, *round, *seen),
            Self::UnpublishRound { round, .. } => unpublish(event, meta, *round),
            Self::ChangeBoards { round, boards, byes, seen, .. } => {
                open_boards::change(event, meta, *round, (boards, byes.as_deref()), *seen)
            }
            Self::CloseRound { round } => close(event, meta, *round),
            Self::ReopenRound { round, .. } => reopen(event, meta, *round),
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        let drafted = |round: &RoundNumber, table: &Table, how: &str| {
            let byes = match table.byes.len() {
                0 => String::new(),
                byes => format!(", {}", count(byes, "bye", "byes")),
            };
            format!("Round {round} {how}: {}{byes}", count(table.boards.len(), "board", "boards"))
        };
        match self {
            Self::DrawFirstSide { side } => {
                let side = if *side == Seat::First { "move first" } else { "move second" };
                format!("Lots drawn: the odd numbers {side} in round 1")
            }
            Self::DraftRound { round, table, system } => {
                drafted(round, table, &format!("drafted ({})", system.title()))
            }
            Self::ChangeDraft { round, table, .. } => drafted(round, table, "changed by hand"),
            Self::DiscardDraft { round } => format!("Draft of round {round} thrown away"),
            Self::PublishRound { round, .. } => format!("Round {round} published"),
            Self::UnpublishRound { round, reason } => format!("Round {round} made a draft again ({reason})"),
            Self::ChangeBoards { round, boards, byes, reason, .. } => {
                let told = open_boards::tell(teller, *round, boards, byes.as_deref());
                format!("Boards of round {round} changed: {told} ({reason})")
            }
            Self::CloseRound { round } => format!("Round {round} closed"),
            Self::ReopenRound { round, reason } => format!("Round {round} opened again ({reason})"),
        }
    }
}

pub(super) fn round_mut(
    event: &mut Event,
    number: RoundNumber,
    state: RoundState,
) -> Result<&mut Round, Refusal> {
    let round =
        event.rounds.iter_mut().find(|round| round.number == number).ok_or(Refusal::NotFound("round"))?;
    if round.state != state {
        return Err(Refusal::Invalid(format!(
            "Round {number} is {}; this needs one that is {}.",
            round.state.title(),
            state.title()
        )));
    }
    Ok(round)
}

fn draw_first_side(event: &mut Event, side: Seat) -> Effect {
    if event.first_side.is_some() {
        return Err(Refusal::invalid("Lots have been drawn already; they are drawn once."));
    }
    if event.settings.format != Format::Swiss && !event.settings.format.has_bracket() {
        return Err(Refusal::invalid(
            "Only a Swiss event, a knockout or a match draws lots for the sides of round 1.",
        ));
    }
    event.first_side = Some(side);
    Ok(())
}

fn draft(event: &mut Event, meta: &Meta, number: RoundNumber, system: Format, table: &Table) -> Effect {
    event.rounds.retain(|round| round.state != RoundState::Draft || round.number != number);
    match event.next_round() {
        Some(next) if next == number => {}
        None if event.settings.format.has_bracket() => {
            return Err(Refusal::invalid(
                "No round can be drafted now: close the current one first. If it is closed, the bracket is decided, or waits for a game that was adjourned.",
            ));
        }
        Some(next) => return Err(Refusal::Invalid(format!("The next round is round {next}."))),
        None => {
            return Err(Refusal::invalid(
                "No round can be drafted now: close the current one first, or plan more rounds in the settings.",
            ));
        }
    }
    check_table(event, number, table)?;
    event.rounds.push(Round {
        number,
        state: RoundState::Draft,
        system,
        table: Arc::new(table.clone()),
        is_changed_by_hand: system == Format::Free,
        published_at: None,
        changed_at: None,
        first_board: None,
        revision: meta.seq,
    });
    Ok(())
}

fn change_draft(event: &mut Event, meta: &Meta, number: RoundNumber, table: &Table, seen: u64) -> Effect {
    check_table(event, number, table)?;
    if table.stage != event.round(number)?.table.stage {
        return Err(Refusal::invalid("What the round is in the bracket is not changed by hand."));
    }
    let [theirs, yours] = event.differences_of(&event.round(number)?.table, table);
    let texts = (format!("the draft of round {number}"), theirs, yours);
    let round = round_mut(event, number, RoundState::Draft)?;
    if seen < round.revision && *round.table == *table {
        return Err(Refusal::invalid("The draft is like this already: somebody changed it so meanwhile."));
    }
    check_seen(seen, round.revision, || texts)?;
    round.table = Arc::new(table.clone());
    round.is_changed_by_hand = true;
    round.revision = meta.seq;
    Ok(())
}

fn discard(event: &mut Event, number: RoundNumber) -> Effect {
    round_mut(event, number, RoundState::Draft)?;
    event.rounds.retain(|round| round.number != number);
    Ok(())
}

fn check_table(event: &Event, number: RoundNumber, table: &Table) -> Effect {
    check_players(event, number, table)?;
    check_games_are_new(event, table)
}

/// Everybody who belongs to the round stands in the table exactly once, and nobody else does.
pub(super) fn check_players(event: &Event, number: RoundNumber, table: &Table) -> Effect {
    if table.boards.is_empty() && table.byes.is_empty() && table.unpaired.is_empty() {
        return Err(Refusal::Invalid(format!("Nobody plays in round {number}. Enter players first.")));
    }
    let lineup = ties::lineup(event, number, table)?;
    let belongs = |entry: &Entry| match &lineup {
        Some(lineup) => lineup.has(entry.id),
        None => entry.is_in(number),
    };
    let mut seen = BTreeSet::new();
    let paired = table.boards.iter().flat_map(|pairing| [pairing.first, pairing.second]);
    let byes = table.byes.iter().map(|bye| bye.entry);
    for id in paired.clone().chain(byes).chain(table.unpaired.iter().copied()) {
        let entry = event.entry(id)?;
        if !belongs(entry) {
            let name = &entry.details.name;
            return Err(Refusal::Invalid(match lineup {
                Some(_) => format!("By the bracket {name} does not play in round {number}. Draft it again."),
                None => format!("{name} does not take part in round {number}."),
            }));
        }
        if !seen.insert(id) {
            return Err(Refusal::Invalid(format!("{} stands twice in round {number}.", entry.details.name)));
        }
    }
    // In a bracket nobody asks for byes: wishes from before the format was chosen say nothing.
    for id in paired.filter(|_| lineup.is_none()) {
        let entry = event.entry(id)?;
        if let Some(kind) = entry.byes.get(&number) {
            return Err(Refusal::Invalid(format!(
                "{} has asked for a {} in round {number} and cannot be paired.",
                entry.details.name,
                kind.title()
            )));
        }
    }
    // Who came back after this draft was made has a bye for the rounds without them, this one among them.
    let is_out = |entry: &Entry| lineup.is_none() && entry.byes.get(&number) == Some(&ByeKind::ZeroPoint);
    let is_missing = |entry: &&Entry| belongs(entry) && !seen.contains(&entry.id) && !is_out(entry);
    if let Some(entry) = event.entries.values().find(is_missing) {
        return Err(Refusal::Invalid(format!(
            "{} is missing in round {number}: give the player an opponent or a bye.",
            entry.details.name
        )));
    }
    match &lineup {
        Some(lineup) => ties::check_pairs(event, lineup, table),
        None => check_byes(event, number, table),
    }
}

fn check_byes(event: &Event, number: RoundNumber, table: &Table) -> Effect {
    for bye in &table.byes {
        let entry = event.entry(bye.entry)?;
        if let Some(asked) = entry.byes.get(&number).filter(|asked| **asked != bye.kind) {
            return Err(Refusal::Invalid(format!(
                "{} has asked for a {}, not a {}.",
                entry.details.name,
                asked.title(),
                bye.kind.title()
            )));
        }
    }
    Ok(())
}

/// Those against whom nobody plays: players of a round robin who are not there, each named once.
fn check_who_is_not_there(event: &Event, number: RoundNumber, table: &Table) -> Effect {
    let mut seen = BTreeSet::new();
    let alone = table.byes.iter().filter_map(|bye| bye.against);
    for id in table.absent.iter().flatten().copied().chain(alone) {
        let entry = event.entry(id)?;
        let name = &entry.details.name;
        if !event.settings.format.is_round_robin() {
            return Err(Refusal::invalid("Only a round robin says who is not there for an opponent."));
        }
        if entry.plays_in(number) {
            return Err(Refusal::Invalid(format!("{name} plays in round {number}: name the opponent.")));
        }
        if !seen.insert(id) {
            return Err(Refusal::Invalid(format!("{name} is said twice not to be there in round {number}.")));
        }
    }
    Ok(())
}

fn check_games_are_new(event: &Event, table: &Table) -> Effect {
    let mut games = BTreeSet::new();
    let mut is_new = |id: GameId| games.insert(id) && !event.games.contains_key(&id);
    if table.boards.iter().all(|pairing| is_new(pairing.game)) {
        Ok(())
    } else {
        Err(Refusal::invalid("A game's identifier stands twice."))
    }
}

fn check_all_are_paired(event: &Event, number: RoundNumber) -> Effect {
    let unpaired = &event.round(number)?.table.unpaired;
    if unpaired.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = unpaired.iter().map(|id| event.name_of(*id)).collect();
    Err(Refusal::Invalid(format!(
        "Without opponent or bye in round {number}: {}. Pair them or give them a bye, then publish.",
        names.join("; ")
    )))
}

fn publish(event: &mut Event, meta: &Meta, number: RoundNumber, seen: u64) -> Effect {
    // Whoever comes second hears that the round is published, and not that its games stand twice.
    round_mut(event, number, RoundState::Draft)?;
    check_table(event, number, &event.round(number)?.table)?;
    check_all_are_paired(event, number)?;
    let theirs = event.summary_of(&event.round(number)?.table);
    let round = round_mut(event, number, RoundState::Draft)?;
    check_seen(seen, round.revision, || {
        (format!("the draft of round {number}"), theirs, "to publish it as you saw it".to_owned())
    })?;
    round.state = RoundState::Published;
    round.published_at = Some(meta.at);
    round.revision = meta.seq;
    let table = round.table.clone();
    if number == 1 && event.settings.is_accelerated {
        event.upper_half_to = event.upper_half();
    }
    for (board, pairing) in (1_u16..).zip(&table.boards) {
        let game = Game::new(pairing, number, board, meta.seq);
        event.games.insert(game.id, game);
    }
    Ok(())
}

/// Refuses what a later round rests on; what stays is said.
pub(super) fn check_is_last(event: &Event, number: RoundNumber, stays: &str) -> Effect {
    match event.round_after(number) {
        Some(later) => Err(Refusal::Invalid(format!("Round {later} was paired after it, so {stays}."))),
        None => Ok(()),
    }
}

fn unpublish(event: &mut Event, meta: &Meta, number: RoundNumber) -> Effect {
    check_is_last(event, number, &format!("round {number} stays published"))?;
    if let Some(game) = event.games_of(number).into_iter().find(|game| !game.is_untouched()) {
        return Err(Refusal::Invalid(format!(
            "Something has happened at {} already, so the round stays published.",
            event.place_of(game)
        )));
    }
    let round = round_mut(event, number, RoundState::Published)?;
    round.state = RoundState::Draft;
    round.published_at = None;
    round.changed_at = None;
    round.first_board = None;
    round.revision = meta.seq;
    event.games.retain(|_, game| game.round != number);
    if number == 1 {
        event.upper_half_to = None;
    }
    Ok(())
}

/// The next step on the way back before a round that exists, by the buttons that do it.
pub(super) fn way_back(event: &Event) -> String {
    let Some(last) = event.rounds.last() else { return String::new() };
    let (number, foot) = (last.number, format!("below the results of round {}", last.number));
    if last.state == RoundState::Draft {
        return format!("Discard the draft of round {number} first.");
    }
    let is_closed = last.state == RoundState::Closed;
    let touched: Vec<&Game> =
        event.games_of(number).into_iter().filter(|game| !game.is_untouched()).collect();
    let Some(first) = touched.first() else {
        let reopen = if is_closed {
            format!("Reopen round {number} and take it")
        } else {
            format!("Take round {number}")
        };
        return format!("{reopen} back first, {foot}.");
    };
    let has_more = |game: &&&Game| {
        let cleared = Game { result: None, reports: [None, None], ..Game::clone(game) };
        game.result.is_none() || !cleared.is_untouched()
    };
    if let Some(game) = touched.iter().find(has_more) {
        let place = event.place_of(game);
        return format!("Something has happened at {place} already, so round {number} stays published.");
    }
    let begin =
        if is_closed { format!("First reopen round {number}, then take") } else { "First take".to_owned() };
    let results = match touched.len() {
        1 => format!("the result at {}", event.place_of(first)),
        _ => {
            let boards = touched.iter().map(|game| event.board_number(game).to_string());
            format!("the results at boards {}", boards.collect::<Vec<_>>().join(", "))
        }
    };
    format!("{begin} back {results}, and last the round itself, {foot}.")
}

fn close(event: &mut Event, meta: &Meta, number: RoundNumber) -> Effect {
    round_mut(event, number, RoundState::Published)?;
    if let Some((game, lack)) = event.missing(number).first() {
        return Err(Refusal::Invalid(lack.at(&event.place_of(game))));
    }
    let round = round_mut(event, number, RoundState::Published)?;
    round.state = RoundState::Closed;
    round.revision = meta.seq;
    let is_over = |game: &Game| game.round == number && game.adjourned.is_none() && game.last.is_some();
    event.games.change_each(is_over, |game| game.last = None);
    Ok(())
}

fn reopen(event: &mut Event, meta: &Meta, number: RoundNumber) -> Effect {
    if let Some(later) =
        event.rounds.iter().find(|round| round.number > number && round.state == RoundState::Draft)
    {
        return Err(Refusal::Invalid(format!("Discard the draft of round {} first.", later.number)));
    }
    let round = round_mut(event, number, RoundState::Closed)?;
    round.state = RoundState::Published;
    round.revision = meta.seq;
    Ok(())
}

impl Event {
    /// The boards of a table in one line, for people; of many the first.
    pub fn summary_of(&self, table: &Table) -> String {
        first_of(&self.parts_of(table))
    }

    fn parts_of(&self, table: &Table) -> Vec<String> {
        let name = |id: EntryId| self.name_of(id);
        let boards = table.boards.iter().map(|p| format!("{} – {}", name(p.first), name(p.second)));
        let byes = table.byes.iter().map(|bye| format!("{} {}", name(bye.entry), bye.code()));
        let unpaired = table.unpaired.iter().map(|id| format!("{} unpaired", name(*id)));
        boards.chain(byes).chain(unpaired).collect()
    }

    /// What each of two tables has that the other has not, as [`Event::summary_of`] says it; where only the order of the
    /// boards differs, those that stand elsewhere.
    pub fn differences_of(&self, one: &Table, other: &Table) -> [String; 2] {
        let without = |parts: &[String], others: &[String]| {
            let others: BTreeSet<_> = others.iter().collect();
            first_of(&parts.iter().filter(|part| !others.contains(part)).cloned().collect::<Vec<_>>())
        };
        let (one, other) = (self.parts_of(one), self.parts_of(other));
        let pairs = [without(&one, &other), without(&other, &one)];
        if pairs.iter().any(|pairs| !pairs.is_empty()) {
            return pairs.map(|pairs| if pairs.is_empty() { "nothing else".to_owned() } else { pairs });
        }
        let first = usize::from(self.settings.first_board);
        let numbered = |parts: Vec<String>| {
            (first..).zip(parts).map(|(board, part)| format!("board {board}: {part}")).collect::<Vec<_>>()
        };
        let (one, other) = (numbered(one), numbered(other));
        [without(&one, &other), without(&other, &one)]
    }
}

/// Parts of a table in one line; of so many that nobody reads them, the first and how many more there are.
fn first_of(parts: &[String]) -> String {
    const FIRST: usize = 8;
    match parts.len() {
        count if count > FIRST + 2 => format!("{}; and {} more", parts[..FIRST].join("; "), count - FIRST),
        _ => parts.join("; "),
    }
}
