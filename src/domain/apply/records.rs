//! Records: what a record that was handed in does to its game.

use super::super::actor::Meta;
use super::super::dice::Bytes32;
use super::super::event::Event;
use super::super::ids::{GameId, RecordId};
use super::super::record::{Checked, Findings, HandedIn};
use super::super::refusal::Refusal;
use super::super::result::{DisputeCause, Report, ResultEntry, Source};
use super::results::{dispute, scored, set_result, settle_reports};
use super::{Effect, open_game};

/// The most records of one game: enough for corrections, too few to fill a disk.
const MOST_RECORDS: usize = 20;

pub(super) fn hand_in(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    (record, player, digest): (RecordId, Option<usize>, Bytes32),
    findings: &Findings,
) -> Effect {
    if player.is_some_and(|player| player > 1) {
        return Err(Refusal::NotFound("player"));
    }
    let game = open_game(event, meta, id)?;
    if game.records.len() >= MOST_RECORDS {
        return Err(Refusal::Invalid(format!(
            "This game has {MOST_RECORDS} records already; tell an arbiter."
        )));
    }
    if game.records.iter().any(|other| other.id == record) {
        return Err(Refusal::invalid("A record with this identifier exists already."));
    }
    game.records.push(HandedIn {
        id: record,
        player,
        by: meta.by.name().to_owned(),
        at: meta.at,
        digest,
        findings: findings.clone(),
    });
    match &findings.checked {
        Checked::Broken { ply, why, .. } => {
            let sentence = format!("The record handed in by {} fails at ply {ply}: {why}.", meta.by.name());
            dispute(event, meta, id, DisputeCause::BrokenRecord { record }, sentence)
        }
        Checked::Legal => {
            compare_records(event, meta, id, record, findings)?;
            weigh_result(event, meta, id, (record, player), findings)
        }
    }
}

/// Two sound records of different hands must hold the same moves.
fn compare_records(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    later: RecordId,
    findings: &Findings,
) -> Effect {
    let game = event.game(id)?;
    let own = game.records.last().and_then(|record| record.player);
    let is_other = |record: &&HandedIn| {
        record.id != later
            && record.player != own
            && !matches!(record.findings.checked, Checked::Broken { .. })
            && record.findings.moves != findings.moves
    };
    let Some(earlier) = game.records.iter().rev().find(is_other) else { return Ok(()) };
    let sentence = format!("The records of {} and {} hold different moves.", earlier.by, meta.by.name());
    let cause = DisputeCause::Records { earlier: earlier.id, later };
    dispute(event, meta, id, cause, sentence)
}

fn weigh_result(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    (record, player): (RecordId, Option<usize>),
    findings: &Findings,
) -> Effect {
    let Some(shown) = &findings.result else { return Ok(()) };
    let game = event.game(id)?;
    let reported =
        game.reports.iter().flatten().map(|report| report.entry).find(|entry| !entry.agrees_with(shown));
    let against = game.result.as_ref().map(|result| result.entry).filter(|entry| !entry.agrees_with(shown));
    if let Some(other) = against.or(reported) {
        return contradict(event, meta, id, record, (shown, &other));
    }
    if game.result.is_some() || !game.disputes.is_empty() {
        return Ok(());
    }
    match player {
        Some(player) if !findings.is_adjudicated => {
            scored(event, meta, game, shown, Source::Agreement)?;
            let slot =
                open_game(event, meta, id)?.reports.get_mut(player).ok_or(Refusal::NotFound("player"))?;
            *slot = Some(Report { entry: *shown, at: meta.at });
            settle_reports(event, meta, id)
        }
        _ => {
            let result = scored(event, meta, game, shown, Source::Record { record })?;
            set_result(event, meta, id, result)
        }
    }
}

fn contradict(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    record: RecordId,
    (shown, other): (&ResultEntry, &ResultEntry),
) -> Effect {
    let game = event.game(id)?;
    let sentence = format!(
        "The record handed in by {} shows: {}. Reported or entered was: {}.",
        meta.by.name(),
        event.result_text(game, shown),
        event.result_text(game, other)
    );
    dispute(event, meta, id, DisputeCause::RecordAgainstResult { record }, sentence)
}
