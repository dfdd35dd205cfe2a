//! Sandboxes: their list, one with what differs, and one of its steps offered to the real event.

use std::sync::Arc;

use askama::Template;
use tiger_event::possible_result::possible_results;
use tiger_event::text::{capital, count};
use tiger_event::{Event, PossibleResult, Refusal, ResultGroup, Seat};
use tiger_rules::Variation;

use super::Frame;
use super::event::EventTab;
use super::form::{Choice, FormView};
use super::room::local;
use crate::access::EventAccess;
use crate::ledger::OnceKey;
use crate::pages::parts::unbroken;
use crate::services::differences::Differences;
use crate::services::sandbox::{Comparison, Sandbox, Step};

#[derive(Template)]
#[template(path = "what_if/list.html")]
pub struct WhatIfsPage {
    pub frame: Frame,
    pub base: String,
    /// Each: its id, and in words where it begins, who made it and how many steps it has.
    pub made: Vec<(String, String)>,
    /// Which entries there are.
    pub hint: String,
    /// The form for another one.
    pub form: FormView,
}

impl WhatIfsPage {
    pub fn of(access: &EventAccess, all: Vec<Arc<Sandbox>>, typed: FormView) -> Self {
        let mut frame = access.frame_under(EventTab::Ledger);
        // What is tried begins at the moment that is looked at: that changes nothing of it.
        if let Some(event) = &mut frame.event {
            event.past = None;
        }
        let mut form = FormView::fresh("what-if").with_value("entry", access.event.version.to_string());
        if typed.is_rejected() {
            form.refill(typed);
        }
        let line = |sandbox: Arc<Sandbox>| {
            let steps = count(sandbox.steps.len(), "step", "steps");
            let at = local(&access.event, sandbox.at);
            let words = format!("From entry {}, {steps}, by {}, {at}", sandbox.base.version, sandbox.by);
            (sandbox.id.to_string(), words)
        };
        let hint = match access.as_of {
            Some(entry) => format!("{entry} is the moment that you look at."),
            None => format!("1 to {last}; {last} is how it stands now.", last = access.event.version),
        };
        let made = all.into_iter().map(line).collect();
        Self { frame, base: access.path("/what-if"), made, hint, form }
    }
}

pub struct StepLine {
    /// Its place, from 1.
    pub number: usize,
    pub words: String,
    /// Whether it can be offered to the real event.
    pub is_for_real: bool,
}

#[derive(Template)]
#[template(path = "what_if/show.html")]
pub struct WhatIfPage {
    pub frame: Frame,
    pub path: String,
    /// The entry that it begins from.
    pub entry: u64,
    pub entry_at: String,
    /// How many entries the event has had since then.
    pub since: u64,
    pub steps: Vec<StepLine>,
    pub comparison: Comparison,
    /// Players as the forms suggest them: number and name.
    pub players: Vec<String>,
    /// Results to choose, by who wins.
    pub results: Vec<(String, Vec<Choice>)>,
    /// Tie-breaks as they are tried now.
    pub tie_breaks: String,
    /// The last published round, in which results are mostly tried.
    pub round: String,
    /// What was typed, if it could not be tried.
    pub form: FormView,
}

impl WhatIfPage {
    /// A sandbox, with its event as it was tried.
    pub fn of(
        access: &EventAccess,
        sandbox: &Sandbox,
        now: &Event,
        told: Vec<String>,
        comparison: Comparison,
        form: FormView,
    ) -> Self {
        let all = access.path("/what-if");
        let step = |(number, (step, words)): (usize, (&Step, String))| StepLine {
            number,
            words: unbroken(&words),
            is_for_real: step.what.is_for_real(),
        };
        let tie_breaks: Vec<_> = now.settings.tie_breaks.iter().map(ToString::to_string).collect();
        Self {
            frame: access.frame(Some(EventTab::Ledger)).under("What if", all.clone()),
            path: format!("{all}/{}", sandbox.id),
            entry: sandbox.base.version,
            entry_at: local(&access.event, sandbox.base.changed_at),
            since: access.event.version.saturating_sub(sandbox.base.version),
            steps: (1..).zip(sandbox.steps.iter().zip(told)).map(step).collect(),
            comparison,
            players: now
                .entries_by_number()
                .iter()
                .map(|entry| format!("{} {}", entry.number, entry.details.name))
                .collect(),
            results: results(now),
            tie_breaks: tie_breaks.join(", "),
            round: now.published_rounds().to_string(),
            form,
        }
    }

    /// What a field shows: what was typed, or something to begin with.
    pub fn typed(&self, field: &str, otherwise: &str) -> String {
        let typed = self.form.value(field);
        if typed.is_empty() { otherwise.to_owned() } else { typed.to_owned() }
    }
}

/// The results of the game's usual variation; the event refuses what a board cannot end with.
fn results(event: &Event) -> Vec<(String, Vec<Choice>)> {
    let groups = possible_results(Variation::standard(event.settings.game), &event.settings.points);
    let group = |group: &ResultGroup| {
        let label = match (group.winner, group.is_both_lost) {
            (Some(Seat::First), _) => "The first player wins".to_owned(),
            (Some(Seat::Second), _) => "The second player wins".to_owned(),
            (None, false) => capital(event.settings.game.draw_word()),
            (None, true) => "Neither scores".to_owned(),
        };
        let known = group.results.iter().filter(|result| result.points.is_some());
        let choice =
            |result: &PossibleResult| Choice::new(result.code(), format!("{label}: {}", result.title));
        (label.clone(), known.map(choice).collect())
    };
    groups.iter().map(group).collect()
}

/// What a step would do to the real event.
#[derive(Template)]
#[template(path = "what_if/for_real.html")]
pub struct ForRealPage {
    pub frame: Frame,
    pub words: String,
    /// What would change; none if it cannot be done.
    pub differences: Option<Differences>,
    /// What stands in the way.
    pub refusal: String,
    pub back: String,
    pub form: FormView,
}

impl ForRealPage {
    pub fn of(
        access: &EventAccess,
        words: String,
        outlook: Result<Differences, Refusal>,
        back: String,
        form: FormView,
    ) -> Self {
        let frame = access.frame(Some(EventTab::Ledger)).under("What if", back.clone());
        let form = form.with_idempotency(OnceKey::new().as_str());
        let (differences, refusal) = match outlook {
            Ok(differences) => (Some(differences), String::new()),
            Err(refusal) => (None, refusal.to_string()),
        };
        Self { frame, words, differences, refusal, back, form }
    }
}
