//! Records: what a record that was handed in does to its game.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::results::{dispute, scored, set_result, settle_reports};
use super::{Effect, Event, Family, Meta, Refusal, Teller, Who, check_open, check_seen, open_game};
use crate::record::{Checked, Findings, HandedIn, Then};
use crate::result::{Report, Source, seat_index};
use crate::{Bytes32, DisputeCause, Game, GameId, RecordId, ResultEntry, Seat};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RecordCommand {
    /// A game record is handed in.
    HandInRecord {
        game: GameId,
        record: RecordId,
        /// The player who hands it in, none for an arbiter.
        #[serde(default, with = "crate::seat_number::option")]
        player: Option<Seat>,
        /// SHA-256 of the text, which is kept apart.
        digest: Bytes32,
        findings: Box<Findings>,
    },
    /// An arbiter lets one of the records stand, with the result that it shows.
    UseRecord { game: GameId, record: RecordId, seen: u64 },
}

impl Family for RecordCommand {
    fn game(&self) -> Option<GameId> {
        let (Self::HandInRecord { game, .. } | Self::UseRecord { game, .. }) = self;
        Some(*game)
    }

    fn is_undoable(&self) -> bool {
        matches!(self, Self::UseRecord { .. })
    }

    fn who(&self, _: &Event) -> Result<Who, Refusal> {
        Ok(match self {
            Self::HandInRecord { game, player: Some(player), .. } => Who::Reporter(*game, *player),
            _ => Who::Arbiter,
        })
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::HandInRecord { game, record, player, digest, findings } => {
                hand_in(event, meta, *game, (*record, *player, *digest), findings)
            }
            Self::UseRecord { game, record, seen } => use_record(event, meta, *game, *record, *seen),
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::HandInRecord { game, player, findings, .. } => {
                let who = player.map_or("an arbiter", |player| teller.player(*game, player));
                match &findings.checked {
                    Checked::Legal => format!("record from {who}, {} plies, all legal", findings.plies),
                    Checked::Broken { ply, why, .. } => {
                        format!("record from {who}, wrong at ply {ply}: {why}")
                    }
                }
            }
            Self::UseRecord { game, record, .. } => {
                let records = teller.event.game(*game).map_or(&[][..], |game| game.records.as_slice());
                let Some(found) = records.iter().find(|it| it.id == *record) else {
                    return "a record is let stand".to_owned();
                };
                let stands = format!("the record of {} is let stand", found.by);
                match found.findings.result {
                    Some(result) => format!("{}; {stands}", teller.change(*game, &result)),
                    None => stands,
                }
            }
        }
    }
}

/// The most records of one game that come from one hand, a player's or the arbiters': enough for corrections, too few to
/// fill a disk, and none of them takes another hand's place.
const MOST_RECORDS: usize = 20;

fn hand_in(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    (record, player, digest): (RecordId, Option<Seat>, Bytes32),
    findings: &Findings,
) -> Effect {
    let is_late = check_open(event, event.game(id)?, false).is_err();
    if is_late {
        check_late(meta, event.game(id)?, player, findings)?;
    }
    let game = event.game_mut(id)?;
    game.revision = meta.seq;
    if game.records.iter().filter(|other| other.player == player).count() >= MOST_RECORDS {
        let whose = if player.is_some() { "You have" } else { "The arbiters have" };
        let sentence =
            format!("{whose} handed in {MOST_RECORDS} records of this game already; tell an arbiter.");
        return Err(Refusal::Invalid(sentence));
    }
    if game.records.iter().any(|other| other.id == record) {
        return Err(Refusal::invalid("A record with this identifier exists already."));
    }
    let is_own = |id: &RecordId| game.records.iter().any(|other| other.id == *id && other.player == player);
    let replaced: Vec<_> = findings.replaces.iter().copied().filter(is_own).collect();
    game.disputes.retain(|dispute| {
        !matches!(dispute.cause, DisputeCause::BrokenRecord { record } if replaced.contains(&record))
    });
    game.records.push(HandedIn {
        id: record,
        player,
        by: meta.author(),
        at: meta.at,
        digest,
        findings: findings.clone(),
    });
    if is_late {
        return Ok(());
    }
    match &findings.checked {
        Checked::Broken { ply, why, .. } => {
            let sentence = format!("The record handed in by {} fails at ply {ply}: {why}.", meta.by.name());
            dispute(event, meta, id, DisputeCause::BrokenRecord { record }, sentence)
        }
        Checked::Legal => {
            compare_records(event, meta, id, record, findings)?;
            if let Some(ply) = findings.truce {
                let sentence = format!(
                    "In the record handed in by {} a Truce stands at ply {ply}, the same situation for the third time, \
                     but the record goes on. Let it stand, or enter the Truce.",
                    meta.by.name()
                );
                dispute(event, meta, id, DisputeCause::BrokenRecord { record }, sentence)?;
            }
            weigh_result(event, meta, id, (record, player), findings)
        }
    }
}

/// Once a round is closed a record is kept beside what stands, and changes nothing of it.
fn check_late(meta: &Meta, game: &Game, player: Option<Seat>, findings: &Findings) -> Effect {
    let stands = game.result.as_ref().map(|result| result.entry);
    let agrees = match (&findings.result, stands) {
        (None, _) => true,
        (Some(shown), stands) => stands.is_some_and(|stands| findings.agrees(shown, &stands)),
    };
    let is_sound = findings.checked == Checked::Legal && findings.truce.is_none();
    if is_sound && agrees && differing(game, meta, player, findings).is_none() {
        return Ok(());
    }
    Err(Refusal::Invalid(format!(
        "Round {} is closed, and this record does not agree with what stands there. Show it to an arbiter, who can open the \
         round again.",
        game.round
    )))
}

/// The newest sound record of another hand that holds other moves, and where.
fn differing(game: &Game, meta: &Meta, own: Option<Seat>, findings: &Findings) -> Option<(RecordId, String)> {
    let mut differing = None;
    for other in game.newest_of_others(own) {
        let beside = findings.beside.iter().find(|beside| beside.earlier == other.id);
        let differs = match beside.map(|beside| &beside.then) {
            Some(Then::Same | Then::EarlierEnds | Then::LaterEnds) => None,
            Some(Then::Differ { ply, earlier, later }) => Some(format!(
                "The records of {} and {} differ at ply {ply}: {earlier} and {later}.",
                other.by,
                meta.by.name()
            )),
            // Handed in at the same time, so nobody has looked at both: the digests tell.
            None if other.findings.moves == findings.moves => None,
            None => Some(format!("The records of {} and {} hold different moves.", other.by, meta.by.name())),
        };
        differing = differing.or(differs.map(|sentence| (other.id, sentence)));
    }
    differing
}

/// The newest sound records of different hands must hold the same moves, or one of them fewer. A question that a better
/// record has answered is no question any more.
fn compare_records(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    later: RecordId,
    findings: &Findings,
) -> Effect {
    let game = event.game(id)?;
    let own = game.records.last().and_then(|record| record.player);
    let differing = differing(game, meta, own, findings);
    let game = open_game(event, meta, id)?;
    game.disputes.retain(|dispute| !matches!(dispute.cause, DisputeCause::Records { .. }));
    let Some((earlier, sentence)) = differing else { return Ok(()) };
    dispute(event, meta, id, DisputeCause::Records { earlier, later }, sentence)
}

/// An arbiter lets one of the records stand: its result counts, and it is the one that is published.
fn use_record(event: &mut Event, meta: &Meta, id: GameId, record: RecordId, seen: u64) -> Effect {
    let game = event.game(id)?;
    let found = game.records.iter().find(|other| other.id == record).ok_or(Refusal::NotFound("record"))?;
    if !matches!(found.findings.checked, Checked::Legal) {
        return Err(Refusal::invalid("The rules refuse this record: it cannot be the one that counts."));
    }
    let entry = found.findings.result.ok_or_else(|| {
        Refusal::invalid("This record shows no result: enter the result, and the record stays beside it.")
    })?;
    if let Some(result) = game.result.as_ref().filter(|result| !found.findings.agrees(&entry, &result.entry))
    {
        let stands = event.result_words(game, &result.entry);
        return Err(Refusal::Invalid(format!(
            "This game has its result already: {stands}. Overrule it, with a reason."
        )));
    }
    check_seen(seen, game.result_revision, || {
        let shows = event.result_words(game, &entry);
        (format!("the result of {}", event.place_of(game)), "changed meanwhile".to_owned(), shows)
    })?;
    let result = scored(event, meta, game, &entry, Source::Record { record })?;
    set_result(event, meta, id, result)
}

fn weigh_result(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    (record, player): (RecordId, Option<Seat>),
    findings: &Findings,
) -> Effect {
    let Some(shown) = &findings.result else { return Ok(()) };
    if let Some(out) = findings.out_of_time.filter(|out| shown.winner != Some(out.other())) {
        return against_flag(event, meta, id, out, shown);
    }
    let game = event.game(id)?;
    let reported =
        game.reports.iter().flatten().map(|report| report.entry).find(|entry| !findings.agrees(shown, entry));
    let against =
        game.result.as_ref().map(|result| result.entry).filter(|entry| !findings.agrees(shown, entry));
    if let Some(other) = against.or(reported) {
        let words = if findings.is_exact { Event::result_words } else { Event::result_text };
        return contradict(event, meta, id, record, [shown, &other].map(|entry| words(event, game, entry)));
    }
    if game.result.is_some() || !game.disputes.is_empty() {
        return Ok(());
    }
    match player {
        Some(player) if !findings.is_adjudicated => {
            scored(event, meta, game, shown, Source::Agreement)?;
            // What the other's record shows has not counted as long as there was a question.
            let others = game.newest_of(Some(player.other())).filter(|_| !findings.replaces.is_empty());
            let others = others.filter(|_| game.report(player.other()).is_none());
            let others = others.and_then(|other| other.findings.result);
            let game = open_game(event, meta, id)?;
            let report = |entry| Report { entry, at: meta.at };
            if let Some(entry) = others {
                game.reports[seat_index(player.other())] = Some(report(entry));
            }
            game.reports[seat_index(player)] = Some(report(*shown));
            settle_reports(event, meta, id)
        }
        _ => {
            let result = scored(event, meta, game, shown, Source::Record { record })?;
            set_result(event, meta, id, result)
        }
    }
}

/// The program's clock has seen a flag fall, and the record does not tell of it: an arbiter says which came first.
fn against_flag(event: &mut Event, meta: &Meta, id: GameId, out: Seat, shown: &ResultEntry) -> Effect {
    let game = event.game(id)?;
    if game.result.is_some() {
        return Ok(());
    }
    let sentence = format!(
        "The flag of {} had fallen by the program's clock when the record of {} came in. It shows: {}. Which came first?",
        event.name_of(game.player(out)),
        meta.by.name(),
        event.result_text(game, shown)
    );
    dispute(event, meta, id, DisputeCause::AgainstFlag { player: out }, sentence)
}

fn contradict(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    record: RecordId,
    [shown, other]: [String; 2],
) -> Effect {
    let by = meta.by.name();
    let sentence = format!("The record handed in by {by} shows: {shown}. Reported or entered was: {other}.");
    dispute(event, meta, id, DisputeCause::RecordAgainstResult { record }, sentence)
}
