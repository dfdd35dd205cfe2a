//! What the checker has to say of a Swiss draft that is not the system's own any more, because it was changed by hand or
//! something has changed since, beside the round as the system would have it.

use tiger_event::{Event, Format, Points, Refusal, Round};
use tiger_pairing::DraftRound;
use tiger_pairing::check::{Criterion, RoundReport, check_round};

use super::sentences::sentence;
use super::swiss::SwissRound;
use super::unpairable;

/// Above this many players only what must not be is judged.
const MOST_COMPARED: usize = 300;

/// How many pairs of the system's are shown.
const MOST_PAIRS: usize = 12;

/// The checker's verdict, in sentences.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// What must not be.
    pub violations: Vec<String>,
    /// What could be thought better, by criterion.
    pub blemishes: Vec<String>,
    /// By what the system's own round is better; empty if by nothing, or if it was not compared.
    pub difference: String,
    /// The system's pairs that the draft does not have.
    pub instead: Vec<String>,
    pub is_compared: bool,
}

/// The verdict on a Swiss draft that was changed by hand, or that the system would not make any more; none on any other.
///
/// # Errors
/// When the round cannot be judged, for instance because its players cannot all be paired at all.
pub fn verdict(event: &Event, round: &Round) -> Result<Option<Verdict>, Refusal> {
    if event.settings.format != Format::Swiss || event.first_side.is_none() {
        return Ok(None);
    }
    let swiss = SwissRound::new(event, round.number)?.with_byes_of(&round.table)?;
    let draft = swiss.draft_of(&round.table)?;
    let report = check_round(&swiss.tournament, &draft).map_err(unpairable)?;
    let violations = report.violations.iter().map(|violation| sentence(&swiss.names.violation(violation)));
    let mut verdict = Verdict { violations: violations.collect(), ..Verdict::default() };
    let is_compared = draft.boards.len() * 2 <= MOST_COMPARED;
    if is_compared {
        verdict.blemishes = blemishes(&swiss, &report);
    }
    // Whether a draft is still the system's own is seen in the largest field too: to pair takes little.
    if let (true, Ok(proposal)) = (is_compared || !round.is_changed_by_hand, swiss.proposal()) {
        verdict.instead = instead(&swiss, &draft, &proposal);
        if is_compared {
            compare(&swiss, &proposal, &report, &mut verdict)?;
        }
    }
    let is_own = !round.is_changed_by_hand && verdict.violations.is_empty() && verdict.instead.is_empty();
    Ok((!is_own).then_some(verdict))
}

fn blemishes(swiss: &SwissRound<'_>, report: &RoundReport) -> Vec<String> {
    let turned = report.turned.iter().map(|first| {
        format!(
            "Article 5 would turn the sides of the board on which {} moves first.",
            swiss.names.name(*first)
        )
    });
    let found = report.blemishes().map(|(bracket, finding)| {
        let names: Vec<_> = finding.players.iter().map(|number| swiss.names.name(*number)).collect();
        format!(
            "{} in the bracket of {bracket} ({}): {}.",
            finding.criterion,
            finding.criterion.meaning(),
            names.join("; ")
        )
    });
    turned.chain(found).collect()
}

/// Says by what the system's own round is better.
fn compare(
    swiss: &SwissRound<'_>,
    proposal: &DraftRound,
    report: &RoundReport,
    verdict: &mut Verdict,
) -> Result<(), Refusal> {
    let best = check_round(&swiss.tournament, proposal).map_err(unpairable)?;
    verdict.is_compared = true;
    if report.is_legal() {
        let found = best.first_difference(report).filter(|found| found.is_better);
        let told = found.map(|found| better(found.criterion, found.bracket));
        verdict.difference = told.unwrap_or_default();
    }
    Ok(())
}

/// The system's pairs, and its bye, that a draft does not have.
fn instead(swiss: &SwissRound<'_>, draft: &DraftRound, proposal: &DraftRound) -> Vec<String> {
    let is_missing = |board: &&tiger_pairing::Board| {
        !draft.boards.iter().any(|ours| {
            [(ours.first, ours.second), (ours.second, ours.first)].contains(&(board.first, board.second))
        })
    };
    let missing = proposal.boards.iter().filter(is_missing);
    let pair = |board: &tiger_pairing::Board| {
        format!("{} – {}", swiss.names.name(board.first), swiss.names.name(board.second))
    };
    let bye = proposal.byes.iter().filter(|bye| !draft.byes.contains(bye));
    let bye = bye.map(|bye| format!("{}: pairing-allocated bye", swiss.names.name(bye.player)));
    missing.map(pair).take(MOST_PAIRS).chain(bye).collect()
}

fn better(criterion: Criterion, bracket: Option<Points>) -> String {
    let place = bracket.map(|score| format!(" in the bracket of {score}")).unwrap_or_default();
    format!("The system's own round is better by {criterion}{place}: {}.", criterion.meaning())
}
