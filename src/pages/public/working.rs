//! How a number of the standings came about, line by line.

use tiger_event::{Entry, Event, RoundNumber};
use tiger_pairing::tiebreak::{Basis, Cap, Code, How, LeftOut, Scored, Term, Working, definition};
use tiger_pairing::{model, standings::Column, standings::PassedOver};

use crate::publish::Issue;
use crate::services::standings::{EventStandings, Line};

use super::words::{self, figure};

/// The head of a tie-break's column.
pub(super) struct ColumnView {
    /// The code, such as `BH/C1`.
    pub(super) code: String,
    pub(super) name: String,
    /// The clause of FIDE C.07; of these games' own, what counts.
    pub(super) clause: String,
    /// Why it was passed over, empty if it was not.
    pub(super) passed_over: &'static str,
}

impl ColumnView {
    pub(super) fn of(column: &Column) -> Self {
        let definition = definition(column.tie_break.code());
        Self {
            code: column.tie_break.to_string(),
            name: column.tie_break.title(),
            clause: match (definition.clause, definition.code) {
                (Some(clause), _) => format!("FIDE C.07, {clause}"),
                (None, Code::Gv) => "wins by locking up, in lieu of it, or by occupation".to_owned(),
                (None, _) => "the nominal halves of Dragon".to_owned(),
            },
            passed_over: match column.passed_over {
                None => "",
                Some(PassedOver::RoundRobin) => "Passed over: it must not be used in a round robin (art. 8).",
                Some(PassedOver::UnratedPlayers) => "Passed over: not every player has a rating (art. 10).",
            },
        }
    }

    /// The fragment that the number's working is found under.
    pub(super) fn anchor(&self) -> String {
        self.code.replace(['/', '+'], "-")
    }
}

/// One round's part.
pub(super) struct TermView {
    pub(super) round: u32,
    /// Who it was against, or `bye`.
    pub(super) opponent: String,
    /// The reckoning: `3 × ½ = 1½`, or the contribution alone.
    pub(super) sum: String,
    /// What is peculiar about it, empty if nothing is.
    pub(super) note: String,
    pub(super) is_left_out: bool,
}

/// How a number came about.
pub(super) struct NumberView {
    /// The number; a dash if the tie-break says nothing about the player.
    pub(super) value: String,
    pub(super) how: String,
    pub(super) terms: Vec<TermView>,
}

/// Whether the terms of a number are made; those of all numbers of a great field take longer than the whole page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Terms {
    Shown,
    LeftOut,
}

impl Terms {
    fn of(self, terms: impl Iterator<Item = TermView>) -> Vec<TermView> {
        match self {
            Self::Shown => terms.collect(),
            Self::LeftOut => Vec::new(),
        }
    }
}

impl NumberView {
    /// Whether there is more to say than the number.
    pub(super) fn has_working(&self) -> bool {
        !self.how.is_empty() || !self.terms.is_empty()
    }

    pub(super) fn of(event: &Event, table: &EventStandings, scored: &Scored, shown: Terms) -> Self {
        let working = &scored.working;
        Self {
            value: scored.value.map_or_else(|| "–".to_owned(), figure),
            how: how(event, table, working),
            terms: shown.of(working.terms.iter().map(|term| term_view(event, table, term))),
        }
    }

    /// A player's points, round by round.
    pub(super) fn of_points(issue: &Issue, line: &Line, shown: Terms) -> Self {
        let rounds = (1..).zip(&line.row.results);
        let terms = rounds.map(|(round, cell): (RoundNumber, _)| TermView {
            round: round.into(),
            opponent: opponent(&issue.event, cell.opponent),
            sum: match words::round_points(issue, line, round, cell).text() {
                points if cell.counts => points,
                points => format!("({points})"),
            },
            note: match cell.counts {
                true => cell_note(&issue.event, &cell.entry, issue.event.entries.get(&line.entry), round),
                false => "annulled".to_owned(),
            },
            is_left_out: !cell.counts,
        });
        let tally = words::tally(line.tally);
        let nominal_counts = line.tally.nominal_counts || line.tally.nominal == 0;
        Self {
            value: tally.text(),
            how: if nominal_counts {
                "Sum of all rounds"
            } else {
                "Sum of all rounds; nominal halves do not count"
            }
            .to_owned(),
            terms: shown.of(terms),
        }
    }
}

fn cell_note(event: &Event, entry: &model::Entry, player: Option<&Entry>, round: RoundNumber) -> String {
    match entry {
        model::Entry::Game { result: model::GameResult::Open, .. } => "not finished".to_owned(),
        model::Entry::Game { result: model::GameResult::Adjourned, .. } => "adjourned".to_owned(),
        model::Entry::Game { .. } => String::new(),
        model::Entry::Forfeit { result: model::ForfeitResult::Loss, .. } => {
            "not played, lost by forfeit".to_owned()
        }
        model::Entry::Forfeit { .. } => "not played".to_owned(),
        model::Entry::Bye(bye) => event.bye_title((*bye).into(), false).to_owned(),
        model::Entry::Unplayed => match player {
            Some(player) if round < player.first_round => "not in the event yet",
            Some(player) if !player.is_in(round) => "not in the event any more",
            _ => "not paired",
        }
        .to_owned(),
    }
}

fn how(event: &Event, table: &EventStandings, working: &Working) -> String {
    match &working.how {
        How::Sum if working.terms.is_empty() => "Nothing to count".to_owned(),
        How::Sum => "Sum".to_owned(),
        How::Average { rounded: false } => "Average".to_owned(),
        How::Average { rounded: true } => "Average, rounded".to_owned(),
        How::Own => "The player's own number".to_owned(),
        How::Performance { average, percentage, difference } => {
            format!("Opponents' average {average}; {percentage} % scored gives {difference:+}")
        }
        How::PerfectPerformance { score } => {
            format!("The lowest rating from which {} is expected", figure(*score))
        }
        How::Encounter { group, all_met, place, shared } => {
            let tied = group.iter().filter_map(|number| table.line_of(*number));
            let names: Vec<&str> = tied.map(|line| event.name_of(line.entry)).collect();
            let met = if *all_met { "all have met" } else { "not all have met" };
            let parted = match *shared as usize {
                1 if *all_met => String::new(),
                1 => ", but the order is certain anyhow".to_owned(),
                all if all == group.len() => {
                    format!(", {} it does not part them", if *all_met { "and" } else { "so" })
                }
                some => format!("; {some} of them share the place"),
            };
            format!("Place {place} among those tied: {}; {met}{parted}", names.join("; "))
        }
        How::NotTied => "Not tied when its turn came".to_owned(),
        How::NotApplied => "Passed over".to_owned(),
    }
}

fn opponent(event: &Event, number: Option<model::PairingNumber>) -> String {
    let Some(number) = number else { return String::new() };
    let entry = event.entries.values().find(|entry| u32::from(entry.number) == number.get());
    entry.map_or_else(|| format!("No. {number}"), |entry| entry.details.name.to_string())
}

fn term_view(event: &Event, table: &EventStandings, term: &Term) -> TermView {
    let opponent = match term.opponent.and_then(|number| table.line_of(number)) {
        Some(line) => event.name_of(line.entry).to_owned(),
        None => opponent(event, term.opponent),
    };
    let contribution = figure(term.contribution);
    let sum = match (term.opponent_value, term.factor) {
        (Some(value), Some(factor)) => format!("{} × {} = {contribution}", figure(value), figure(factor)),
        _ => contribution,
    };
    let notes = [basis_note(&term.basis), term.left_out.map(|why| left_out_note(why).to_owned())];
    TermView {
        round: term.round.get(),
        opponent,
        sum,
        note: notes.into_iter().flatten().collect::<Vec<_>>().join("; "),
        is_left_out: !term.counts(),
    }
}

fn basis_note(basis: &Basis) -> Option<String> {
    match basis {
        Basis::Game => None,
        Basis::GameWithAdjustedScore { score } => {
            Some(format!("adjusted, the table says {} (16.3)", figure(*score)))
        }
        Basis::ForfeitAsGame => Some("forfeit counted as a game (15.2)".to_owned()),
        Basis::TakenAsDrawn => Some("taken as a game without a winner (8.3)".to_owned()),
        Basis::Dummy { own, cap: None } => {
            Some(format!("not played: a dummy with the player's own {} (16.4)", figure(*own)))
        }
        Basis::Dummy { own, cap: Some(Cap::ScheduledOpponent(cap)) } => Some(format!(
            "not played: a dummy with the player's own {}, at most the opponent's {} (16.4)",
            figure(*own),
            figure(*cap)
        )),
        Basis::Dummy { own, cap: Some(Cap::Draws(cap)) } => Some(format!(
            "not played: a dummy with the player's own {}, at most {} as for games without a winner throughout (16.4)",
            figure(*own),
            figure(*cap)
        )),
        Basis::Unplayed => Some("not played".to_owned()),
    }
}

const fn left_out_note(why: LeftOut) -> &'static str {
    match why {
        LeftOut::Lowest => "cut as the lowest",
        LeftOut::Voluntary => "cut: not played by choice (16.5)",
        LeftOut::Highest => "cut as the highest",
        LeftOut::BelowLimit => "opponent below the limit",
    }
}
