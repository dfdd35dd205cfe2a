//! Standings of an event: the pairing crate's table with the entries behind its numbers.
//!
//! The crate counts in its own total; here plain points and nominal halves stand apart again, as the texts
//! write them ("5 + 1/2").

use std::collections::BTreeMap;
use std::ops::Range;

use tiger_event::bracket::{Due, TieKind};
use tiger_event::points_text::shown_halves;
use tiger_event::text::small;
use tiger_event::tournament::pairing_number;
use tiger_event::{Bracket, Entry, EntryId, Event, Format, RoundNumber, RoundState, SettledTie};
use tiger_pairing::standings::{Column, Row, standings_after};
use tiger_pairing::tiebreak::definition;
use tiger_pairing::{PairingError, PairingNumber, Tournament};

/// Points of one player, the nominal halves apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Half-points without the nominal ones.
    pub halves: i64,
    pub nominal: u32,
    pub nominal_counts: bool,
}

impl Tally {
    /// Half-points that rank the player.
    pub fn total_halves(self) -> i64 {
        if self.nominal_counts { self.halves + i64::from(self.nominal) } else { self.halves }
    }

    /// The total as people read it: `3`, `5½`.
    pub fn shown(self) -> String {
        shown_halves(self.total_halves())
    }

    /// The total as a decimal: `3`, `5.5`.
    pub fn decimal(self) -> String {
        let total = self.total_halves();
        let (sign, size) = (if total < 0 { "-" } else { "" }, total.unsigned_abs());
        if size.is_multiple_of(2) { format!("{sign}{}", size / 2) } else { format!("{sign}{}.5", size / 2) }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub entry: EntryId,
    pub number: u16,
    pub tally: Tally,
    /// Rank, tie-break values with their working, and the rounds, as the pairing crate gives them.
    pub row: Row,
    /// How far the player has come in the bracket; empty in formats without one.
    pub stand: String,
}

impl Line {
    /// The place for people; a dash for who has none, because none of their games counts.
    pub fn place(&self) -> String {
        if self.row.is_annulled { "–".to_owned() } else { self.row.rank.to_string() }
    }
}

/// Standings after a number of rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventStandings {
    /// How many rounds are counted.
    pub rounds: RoundNumber,
    /// Games of these rounds that have no result yet.
    pub open_games: usize,
    pub games: usize,
    /// The tie-breaks, in the order they were applied.
    pub columns: Vec<Column>,
    /// The players, the first ranked highest.
    pub lines: Vec<Line>,
    /// Whether the bracket ranks the players, and not their points.
    pub is_by_bracket: bool,
    /// Whether it is a match of two: its points rank them, and once it is decided, whoever has won it stands first.
    pub is_match: bool,
    /// The ties that a play-off or lots settled, as far as their players are still level.
    pub settled: Vec<SettledTie>,
}

/// Places counted anew where some lines are left out, from the places of those that stay, the first one first.
pub fn places_anew(ranks: impl IntoIterator<Item = u32>) -> impl Iterator<Item = u32> {
    let mut before = None;
    (1..).zip(ranks).map(move |(line, rank)| {
        let (_, first) = *before.insert(before.filter(|(last, _)| *last == rank).unwrap_or((rank, line)));
        first
    })
}

/// What standings are called that count a number of rounds.
pub fn title(event: &Event, rounds: RoundNumber) -> String {
    if event.is_finished && rounds == event.published_rounds() {
        return "Final standings".to_owned();
    }
    counting("Standings", event, rounds)
}

/// What a table is called that counts a number of rounds: `Standings after round 3`, or during it while it is played.
pub fn counting(table: &str, event: &Event, rounds: RoundNumber) -> String {
    let is_played = event.games_of(rounds).iter().any(|game| game.result.is_none())
        && event.round(rounds).is_ok_and(|round| round.state == RoundState::Published);
    match rounds {
        0 => table.to_owned(),
        rounds if is_played => format!("{table} during round {rounds}"),
        rounds => format!("{table} after round {rounds}"),
    }
}

impl EventStandings {
    /// The standings after the published rounds, or after the first ones of them.
    pub fn of(event: &Event, after: Option<RoundNumber>) -> Result<Self, PairingError> {
        let published = event.published_rounds();
        let rounds = after.map_or(published, |after| after.min(published));
        let tournament = event.tournament(Some(rounds))?;
        let bracket = event.bracket(Some(rounds))?;
        // Where the bracket ranks, tie-breaks have nothing to decide.
        let tie_breaks = if bracket.is_some() { &[][..] } else { &event.settings.tie_breaks };
        let mut table = standings_after(&tournament, u32::from(rounds), tie_breaks);
        let is_match = event.settings.format == Format::Match;
        if let Some(bracket) = bracket.as_ref().filter(|bracket| !is_match || bracket.due() == Due::Over) {
            rank_by_bracket(event, bracket, &mut table.rows);
        }
        let settled = if rounds == published { settle(event, &mut table.rows) } else { Vec::new() };
        let entries = entries_by_pairing_number(event);
        let lines = table.rows.into_iter().filter_map(|row| {
            let entry = entries.get(&row.player)?;
            Some(Line {
                entry: entry.id,
                number: entry.number,
                tally: tally(event, &tournament, &row),
                stand: bracket.as_ref().map(|bracket| stand(bracket, is_match, entry.id)).unwrap_or_default(),
                row,
            })
        });
        let games = || event.games.values().filter(|game| game.round <= rounds);
        Ok(Self {
            rounds,
            open_games: games().filter(|game| game.result.is_none()).count(),
            games: games().count(),
            columns: table.columns,
            lines: lines.collect(),
            is_by_bracket: bracket.is_some() && !is_match,
            is_match,
            settled,
        })
    }

    pub fn line(&self, entry: EntryId) -> Option<&Line> {
        self.lines.iter().find(|line| line.entry == entry)
    }

    pub fn line_of(&self, number: PairingNumber) -> Option<&Line> {
        self.lines.iter().find(|line| line.row.player == number)
    }

    /// The points and then the tie-breaks in words, in the order they count.
    pub fn order_in_words(&self) -> String {
        if self.is_by_bracket {
            return "How far each player came in the bracket".to_owned();
        }
        if self.is_match {
            return "Points of the match; level ones are decided by tie-break games or a ruling".to_owned();
        }
        let names = self.columns.iter().map(|column| {
            let name = definition(column.tie_break.code()).name;
            let rest = column.tie_break.to_string();
            match rest.split_once('/') {
                Some((_, modifiers)) => format!("{} ({modifiers})", lower_first(name)),
                None => lower_first(name),
            }
        });
        let all: Vec<String> = std::iter::once("Game points".to_owned()).chain(names).collect();
        match all.split_last() {
            Some((only, [])) => only.clone(),
            Some((last, others)) => format!("{}, then {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

/// How far a player has come; in a match there is nothing to come to but to win it.
fn stand(bracket: &Bracket, is_match: bool, entry: EntryId) -> String {
    match is_match {
        false => bracket.stand(entry),
        true if bracket.places.contains(&(1, entry)) => "Winner".to_owned(),
        true => String::new(),
    }
}

/// Orders the rows by the places of the bracket: who is still in shares the best place that they can reach, and who
/// was not seeded stands last. Players of one place stand by their seeds.
fn rank_by_bracket(event: &Event, bracket: &Bracket, rows: &mut [Row]) {
    let entries = entries_by_pairing_number(event);
    let key = |row: &Row| {
        let Some(id) = entries.get(&row.player).map(|entry| entry.id) else { return (u32::MAX, usize::MAX) };
        let settled = bracket.places.iter().find(|(_, placed)| *placed == id).map(|(place, _)| *place);
        let open = || match bracket.last_tie(id) {
            Some(tie) if tie.kind == TieKind::ThirdPlace => 3,
            // A semifinal is lost, and the match for third place not yet known.
            Some(tie) if tie.is_decided() && tie.winner() != Some(id) => 3,
            Some(_) => 1,
            None => u32::try_from(bracket.seeds.len()).unwrap_or(u32::MAX).saturating_add(1),
        };
        (settled.unwrap_or_else(open), bracket.seed(id).unwrap_or(usize::MAX))
    };
    reordered(rows, |rows| rows.sort_by_cached_key(&key));
    rows.iter_mut().for_each(|row| row.rank = key(row).0);
}

/// Puts rows into another order, and leads their cells to where the opponents' rows are now.
fn reordered(rows: &mut [Row], order: impl FnOnce(&mut [Row])) {
    let before: Vec<PairingNumber> = rows.iter().map(|row| row.player).collect();
    order(rows);
    let after: BTreeMap<PairingNumber, usize> =
        rows.iter().enumerate().map(|(index, row)| (row.player, index)).collect();
    for row in rows {
        for cell in &mut row.results {
            let opponent = cell.opponent_row.and_then(|index| before.get(index));
            cell.opponent_row = opponent.and_then(|number| after.get(number)).copied();
        }
    }
}

/// Whether players are level on points in the final standings as the tie-breaks have them, and stand together.
pub fn is_level(event: &Event, tie: &SettledTie) -> bool {
    let event = Event { settled_ties: vec![tie.clone()], ..event.clone() };
    EventStandings::of(&event, None).is_ok_and(|standings| !standings.settled.is_empty())
}

/// The rows of those who are tied, if they are level and stand together: nobody is among them who is not named, nor shares
/// their places.
fn level_rows(
    rows: &[Row],
    tie: &SettledTie,
    of_row: impl Fn(&Row) -> Option<EntryId>,
) -> Option<Range<usize>> {
    let is_named = |row: &Row| of_row(row).is_some_and(|id| tie.players.contains(&id));
    let start = rows.iter().position(is_named)?;
    let range = start..start + tie.players.len();
    let tied = rows.get(range.clone())?;
    let (first, last) = (tied.first()?, tied.last()?);
    let is_level = |row: &Row| is_named(row) && row.points == first.points && !row.is_annulled;
    let shares = |beside: Option<&Row>, row: &Row| beside.is_some_and(|it| it.rank == row.rank);
    let (above, below) = (start.checked_sub(1).and_then(|above| rows.get(above)), rows.get(range.end));
    (tied.iter().all(is_level) && !shares(above, first) && !shares(below, last)).then_some(range)
}

/// Orders those whose ties are settled, once no place can change any more; which ties these are.
fn settle(event: &Event, rows: &mut [Row]) -> Vec<SettledTie> {
    if event.settled_ties.is_empty() || event.ties_wait_for().is_some() {
        return Vec::new();
    }
    let entries = entries_by_pairing_number(event);
    let of_row = |row: &Row| entries.get(&row.player).map(|entry| entry.id);
    let mut settled = Vec::new();
    for tie in &event.settled_ties {
        let Some(range) = level_rows(rows, tie, of_row) else { continue };
        reordered(rows, |rows| {
            let tied = rows.get_mut(range).unwrap_or_default();
            let first = tied.first().map_or(1, |row| row.rank);
            tied.sort_by_key(|row| tie.players.iter().position(|player| of_row(row) == Some(*player)));
            (first..).zip(tied).for_each(|(rank, row)| row.rank = rank);
        });
        settled.push(tie.clone());
    }
    settled
}

/// Names such as `Sonneborn-Berger` keep their capital.
fn lower_first(name: &str) -> String {
    let is_proper = ["Sonneborn", "Buchholz", "Koya", "Fore"].iter().any(|proper| name.starts_with(proper));
    if is_proper { name.to_owned() } else { small(name) }
}

pub(super) fn entries_by_pairing_number(event: &Event) -> BTreeMap<PairingNumber, &Entry> {
    event.entries.values().filter_map(|entry| Some((pairing_number(entry)?, entry))).collect()
}

fn tally(event: &Event, tournament: &Tournament, row: &Row) -> Tally {
    let cells = tournament.player(row.player).map_or(&[][..], |player| player.cells.as_slice());
    let nominal: i64 = cells
        .iter()
        .filter(|cell| tournament.counts(row.player, cell))
        .filter_map(|cell| cell.award)
        .map(|award| i64::from(award.nominal.halves()))
        .sum();
    let nominal_counts = event.settings.nominal_counts;
    let total = i64::from(row.points.halves());
    Tally {
        halves: if nominal_counts { total - nominal } else { total },
        nominal: u32::try_from(nominal).unwrap_or(0),
        nominal_counts,
    }
}
