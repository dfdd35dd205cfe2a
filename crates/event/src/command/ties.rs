//! The bracket: what arbiters rule about ties, and that no published round comes to contradict it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use tiger_pairing::knockout::TieId;

use super::entries::drop_stale_draft;
use super::rounds::way_back;
use super::telling::article_words;
use super::{Effect, Event, Family, Meta, Refusal, Teller, check_seen};
use crate::bracket::{Due, Lineup, TieRuling};
use crate::ids::RulingId;
use crate::{Article, Bracket, ByeKind, EntryId, Format, Reason, RoundNumber, RoundState, Table, TieVerdict};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TieCommand {
    /// An arbiter decides who goes on from a tie of the bracket, or leaves it to the games again.
    DecideTie {
        ruling: RulingId,
        tie: TieId,
        verdict: TieVerdict,
        reason: Reason,
        article: Option<Article>,
        /// What the form showed: the revision, the entry of the last ruling on this tie, or 0.
        seen: u64,
    },
}

impl Family for TieCommand {
    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        let Self::DecideTie { ruling, tie: tie_id, verdict, reason, article, seen } = self;
        let bracket = event.bracket(None).map_err(|error| unreadable(&error))?;
        let bracket = bracket.ok_or_else(|| Refusal::invalid("This event has no bracket."))?;
        let tie = bracket.tie(*tie_id).ok_or(Refusal::NotFound("tie"))?;
        let Some(players) = tie.pair().filter(|_| event.published_rounds() > 0) else {
            return Err(Refusal::invalid("This tie has no two players yet, so there is nothing to decide."));
        };
        if let TieVerdict::Winner { entry } = *verdict
            && !players.contains(&entry)
        {
            return Err(Refusal::invalid("Only one of the two players can go on."));
        }
        if event.is_ruling(*ruling) {
            return Err(Refusal::invalid("A ruling with this identifier exists already."));
        }
        if let Some(game) =
            tie.games.iter().filter_map(|id| event.games.get(id)).find(|game| game.result.is_none())
        {
            return Err(Refusal::Invalid(format!(
                "The game at {} has no result yet. Enter it first, then decide.",
                event.place_of(game)
            )));
        }
        let before = event.tie_ruling(*tie_id, players);
        if before.is_none() && *verdict == TieVerdict::Games {
            return Err(Refusal::invalid("Nothing was decided here, so the games decide anyway."));
        }
        if before.is_none_or(|before| before.verdict != *verdict) {
            check_seen(*seen, before.map_or(0, |before| before.revision), || {
                let theirs = before.map_or_else(String::new, |before| event.verdict_text(before.verdict));
                (format!("the tie of {}", event.pair_text(players)), theirs, event.verdict_text(*verdict))
            })?;
        }
        event.tie_rulings.push(TieRuling {
            id: *ruling,
            tie: *tie_id,
            players,
            verdict: *verdict,
            reason: reason.clone(),
            article: article.clone(),
            after_round: event.published_rounds(),
            at: meta.at,
            by: meta.author(),
            revision: meta.seq,
        });
        drop_stale_draft(event);
        Ok(())
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        let Self::DecideTie { ruling, verdict, reason, article, .. } = self;
        let players = teller.event.tie_rulings.iter().find(|made| made.id == *ruling);
        let names = players.map(|ruling| teller.event.pair_text(ruling.players)).unwrap_or_default();
        let verdict = teller.event.verdict_text(*verdict);
        format!("Tie of {names}: {verdict} ({reason}{})", article_words(article.as_ref()))
    }
}

fn unreadable(error: &tiger_pairing::PairingError) -> Refusal {
    Refusal::Invalid(format!("The bracket cannot be made: {error}."))
}

/// Who has to stand in a round that is drafted or about to be published; none in formats without a bracket.
pub(super) fn lineup(event: &Event, number: RoundNumber, table: &Table) -> Result<Option<Lineup>, Refusal> {
    if !event.settings.format.has_bracket() {
        return match table.stage.is_none() && table.seeds.is_empty() {
            true => Ok(None),
            false => Err(Refusal::invalid("Only a knockout or a match has stages and seeds.")),
        };
    }
    let stage = table.stage.ok_or_else(|| Refusal::invalid("The round lacks its stage."))?;
    let bracket = check_seeds(event, number, table)?;
    if event.round(number).is_ok_and(|round| round.state != RoundState::Draft)
        || bracket.due() != Due::Round(stage)
    {
        return Err(Refusal::invalid("The bracket has moved on. Draft the round again."));
    }
    Ok(Some(bracket.lineup(event, stage, table)))
}

/// Round 1 seeds everybody who is there once; later rounds seed nobody.
fn check_seeds(event: &Event, number: RoundNumber, table: &Table) -> Result<Bracket, Refusal> {
    let bracket = if number == 1 {
        let seeded: BTreeSet<EntryId> = table.seeds.iter().copied().collect();
        let wanted: BTreeSet<EntryId> = event.proposed_seeds().into_iter().collect();
        if seeded != wanted || seeded.len() != table.seeds.len() {
            return Err(Refusal::invalid("The seeds are not the players of round 1. Draft the round again."));
        }
        event.bracket_of(&table.seeds, None)
    } else if table.seeds.is_empty() {
        event.bracket(None)
    } else {
        return Err(Refusal::invalid("The seeds were fixed with round 1."));
    };
    let bracket = bracket.map_err(|error| unreadable(&error))?;
    bracket.ok_or_else(|| {
        Refusal::invalid(match event.settings.format {
            Format::Match => "A match has exactly two players.",
            _ => "A knockout needs two players.",
        })
    })
}

/// Boards and byes are those of the bracket, in whatever order and on whichever sides.
pub(super) fn check_pairs(event: &Event, lineup: &Lineup, table: &Table) -> Effect {
    for pair in &lineup.pairs {
        let is_pair = |first: EntryId, second: EntryId| [[first, second], [second, first]].contains(pair);
        if !table.boards.iter().any(|board| is_pair(board.first, board.second)) {
            return Err(Refusal::Invalid(format!(
                "By the bracket {} play each other in this round.",
                event.pair_text(*pair)
            )));
        }
    }
    match table.byes.iter().find(|bye| bye.kind != ByeKind::Pairing) {
        Some(bye) => Err(Refusal::Invalid(format!(
            "{} has no opponent in the bracket, which is a pairing-allocated bye.",
            event.name_of(bye.entry)
        ))),
        None => Ok(()),
    }
}

/// Refuses whatever would make a published round contradict the bracket.
pub(super) fn check_bracket_stands(event: &Event) -> Effect {
    if !event.settings.format.has_bracket() || event.published_rounds() == 0 {
        return Ok(());
    }
    let bracket = event.bracket(None).map_err(|error| unreadable(&error))?;
    let bracket =
        bracket.ok_or_else(|| Refusal::invalid("The players of the bracket cannot change any more."))?;
    for round in event.rounds.iter().filter(|round| round.state != RoundState::Draft) {
        let ties = bracket.stage(round.table.stage.map_or(0, |at| at.stage));
        let is_paired = |first, second| ties.iter().any(|tie| tie.is_of(first, second));
        let is_there = |entry| ties.iter().any(|tie| tie.players.contains(&Some(entry)));
        let boards = round.table.boards.iter().all(|board| is_paired(board.first, board.second));
        if !boards || !round.table.byes.iter().all(|bye| is_there(bye.entry)) {
            return Err(Refusal::Invalid(format!(
                "This would change who plays in round {}, which is published already. {}",
                round.number,
                way_back(event)
            )));
        }
    }
    Ok(())
}

impl Event {
    pub fn is_ruling(&self, id: RulingId) -> bool {
        self.rulings.iter().any(|ruling| ruling.id == id)
            || self.tie_rulings.iter().any(|ruling| ruling.id == id)
    }

    /// Two players by name.
    pub fn pair_text(&self, [one, other]: [EntryId; 2]) -> String {
        format!("{} and {}", self.name_of(one), self.name_of(other))
    }

    /// A decision about a tie in words.
    pub fn verdict_text(&self, verdict: TieVerdict) -> String {
        match verdict {
            TieVerdict::Winner { entry } => format!("{} goes on", self.name_of(entry)),
            TieVerdict::Nobody => "both are out".to_owned(),
            TieVerdict::Games => "the games decide".to_owned(),
        }
    }
}
