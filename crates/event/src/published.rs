//! What everybody may see of an event. Public pages and exports take a [`PublishedEvent`] and nothing else,
//! so a draft cannot leak through a page that forgot to look.

use std::ops::Deref;

use crate::protocol::Protocol;
use crate::record::{Checked, HandedIn};
use crate::result::Source;
use crate::{Attendance, Event, Game, Office, RoundNumber, RoundState, Speaker};

/// An event without drafts, claims, wishes for coming rounds, half-reported results, open disputes, the protocols of
/// its games, rulings that were undone, and the revisions that forms carry. Of each finished game it keeps one record at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedEvent(Event);

impl PublishedEvent {
    /// The public part of an event; none if the event itself is not public.
    pub fn of(event: &Event) -> Option<Self> {
        event.is_public.then(|| Self::preview(event))
    }

    /// Whether readers see the same in both, whatever arbiters did between them behind the scenes.
    pub fn reads_like(&self, other: &Self) -> bool {
        let Event { version, changed_at, erased, .. } = other.0;
        Event { version, changed_at, erased, ..self.0.clone() } == other.0
    }

    /// The public part of an event, public or not: its arbiters look at it beforehand.
    pub fn preview(event: &Event) -> Self {
        let mut event = event.clone();
        event.settings_revision = 0;
        event.appeals = None;
        for ruling in &mut event.tie_rulings {
            ruling.revision = 0;
        }
        event.registration_revision = 0;
        (event.categories_revision, event.settled_ties_revision) = (0, 0);
        // Who belongs to a category stays known, and not by what.
        let members: Vec<_> = event.categories.iter().map(|category| category.members(&event)).collect();
        for (category, members) in event.categories.iter_mut().zip(members) {
            category.named = members.into_iter().collect();
        }
        if !event.shows_prizes() {
            event.prizes = None;
        }
        if let Some(set) = &mut event.prizes {
            set.revision = 0;
        }
        event.rounds.retain(|round| round.state != RoundState::Draft);
        if event.rounds.is_empty() {
            event.first_side = None;
        }
        let shown = RoundNumber::try_from(event.rounds.len()).unwrap_or(RoundNumber::MAX);
        for round in &mut event.rounds {
            round.revision = 0;
        }
        event.entries.change_each(
            |_| true,
            |entry| {
                (entry.speaker, entry.newer_link) = (Speaker::None, None);
                entry.says_here = None;
                entry.wishes.clear();
                entry.details.identity = entry.details.identity.in_public();
                entry.details.office = Office::default();
                entry.revision = 0;
                entry.byes.retain(|round, _| *round <= shown);
                // Who means to leave later has not told the public.
                if entry.leaves_from().is_some_and(|from_round| from_round > shown + 1) {
                    entry.attendance =
                        if entry.is_seen() { Attendance::Present } else { Attendance::Expected };
                }
            },
        );
        event.games.retain(|_, game| event.rounds.iter().any(|round| round.number == game.round));
        event.games.change_each(|_| true, strip_game);
        event.rulings.retain(|ruling| ruling.undone_at.is_none());
        Self(event)
    }
}

fn strip_game(game: &mut Game) {
    let record = game.record_to_publish().cloned();
    game.records = record.into_iter().collect();
    for record in &mut game.records {
        // What another record holds is nobody's business but the players' and the arbiters'.
        record.findings.beside.clear();
        record.findings.replaces.clear();
        record.findings.out_of_time = None;
    }
    game.said = [None, None];
    if game.result.is_none() {
        game.lines.clear();
    }
    game.reports = [None, None];
    game.disputes.clear();
    game.protocol = Protocol { extra_minutes: game.protocol.extra_minutes, ..Protocol::default() };
    game.last = None;
    game.revision = 0;
    game.result_revision = 0;
}

impl Game {
    /// The record that tells this game to everybody, once its result stands: the one that the result rests on,
    /// else the newest that agrees with it, else the newest; never one that breaks the rules.
    pub fn record_to_publish(&self) -> Option<&HandedIn> {
        let result = self.result.as_ref()?;
        let usable = |record: &&HandedIn| !matches!(record.findings.checked, Checked::Broken { .. });
        let worth = |record: &HandedIn| {
            let is_source = matches!(result.source, Source::Record { record: id } if id == record.id);
            let agrees = record.findings.result.is_some_and(|shown| shown.agrees_with(&result.entry));
            (is_source, agrees, record.findings.checked == Checked::Legal)
        };
        // The last of equal ones is the newest.
        self.records.iter().filter(usable).max_by_key(|record| worth(record))
    }
}

impl Deref for PublishedEvent {
    type Target = Event;

    fn deref(&self) -> &Event {
        &self.0
    }
}
