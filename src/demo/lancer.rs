//! LancerChess: a finished round robin of eight. Its results rest on records that the rules have replayed; one
//! record was broken and handed in again, one game was forfeited. Prizes are shared out.

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::{
    AwardCommand, EventCommand, Format, GameId, RecordCommand, RecordText, ResultCommand, ResultEntry,
    RoundCommand, Seat,
};
use tiger_rules::{Ending, GameKind, Outcome, Record, Side};

use super::awards;
use super::chance::Chance;
use super::contest::{self, Contest};
use super::people::LANCERS;
use super::scribe::Scribe;
use super::settings::{Plan, settings};
use super::{ARBITER_NAME, Accounts};
use crate::clock;
use crate::ledger::{Attachment, Ledger};
use crate::services::records;

const PLAN: Plan = Plan {
    name: "Hollow Oak Lancer Cup",
    venue: "Hollow Oak Reading Room",
    game: GameKind::LancerChess,
    format: Format::RoundRobin,
    rounds: 7,
    tie_breaks: ["DE", "WIN", "SB", "PS"],
    byes: [3, 1],
    first_board: 1,
};

/// Days between the event and the demo's start.
const DAYS_AGO: i64 = 7;

/// Tells the whole story.
pub(super) fn tell(
    ledger: &Ledger,
    accounts: &Accounts,
    chance: Chance,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let first_day = now - TimeDelta::days(DAYS_AGO);
    let plan = settings(&PLAN, first_day, 2)?;
    let made = first_day - TimeDelta::days(20);
    let mut scribe = Scribe::begin(ledger, (accounts.arbiter, ARBITER_NAME), plan, made, chance)?;
    scribe.enter(&LANCERS)?;
    scribe.skip_to(first_day);
    scribe.check_in_all()?;
    for round in 1..=7_u16 {
        let day = i64::from(round > 4);
        let hours = 24 * day + 2 * i64::from((round - 1) % 4);
        scribe.skip_to(first_day + TimeDelta::hours(hours) + TimeDelta::minutes(20));
        play_round(&mut scribe, round)?;
    }
    scribe.wait(10);
    give_prizes(&mut scribe)?;
    scribe.give(EventCommand::FinishEvent { is_finished: true })
}

/// What the club gives: half by place where players are level, half in equal parts, one prize a player.
fn give_prizes(scribe: &mut Scribe<'_>) -> anyhow::Result<()> {
    let up_to_1900 = awards::up_to(1900)?;
    let lists = vec![awards::list(None, &[160, 100, 60]), awards::list(Some(up_to_1900.id), &[50, 30])];
    let prizes = awards::prizes(400, lists)?;
    scribe.give(AwardCommand::SetCategories { categories: vec![up_to_1900], seen: 0 })?;
    scribe.give(AwardCommand::SetPrizes { prizes: Some(prizes), seen: 0 })?;
    scribe.give(AwardCommand::PublishPrizes { is_public: true })
}

fn play_round(scribe: &mut Scribe<'_>, round: u16) -> anyhow::Result<()> {
    let games = scribe.publish_round()?;
    scribe.wait(35);
    for (board, game) in games.into_iter().enumerate() {
        scribe.wait_about(8);
        if (round, board) == (3, 3) {
            forfeit(scribe, game)?;
            continue;
        }
        let record = contest_of(scribe, game)?;
        if (round, board) == (5, 1) {
            hand_in_broken(scribe, game, &record)?;
        }
        hand_in(scribe, game, &record)?;
    }
    scribe.wait(4);
    scribe.give(RoundCommand::CloseRound { round })
}

fn forfeit(scribe: &mut Scribe<'_>, game: GameId) -> anyhow::Result<()> {
    let result = ResultEntry::plain(Some(Seat::First), Ending::Forfeit);
    scribe.give(ResultCommand::EnterResult { game, result, seen: 0 })
}

/// Lets the two play, as well as their numbers promise, and writes the record.
fn contest_of(scribe: &mut Scribe<'_>, game: GameId) -> anyhow::Result<Record> {
    let event = scribe.event();
    let it = event.game(game)?;
    let skill = |entry| -> anyhow::Result<u64> { Ok(10 - u64::from(event.entry(entry)?.number)) };
    let contest = contest::play([skill(it.first)?, skill(it.second)?], &mut scribe.chance);
    let mut record = Record::default();
    let names = [(Side::South, it.first), (Side::North, it.second)];
    record.set_tag("Event", event.settings.name.as_str());
    record.set_tag("Date", event.settings.starts_on.format("%Y.%m.%d").to_string());
    record.set_tag("Round", it.round.to_string());
    record.set_tag("Game", GameKind::LancerChess.name());
    for (side, entry) in names {
        record.set_tag(GameKind::LancerChess.side_name(side), event.name_of(entry));
    }
    finish(&mut record, &contest);
    record.numbered().map_err(|error| anyhow::anyhow!("a contest is not legal: {error}"))
}

fn finish(record: &mut Record, contest: &Contest) {
    let Outcome { winner, by } = contest.outcome;
    record.set_result(winner.map_or("Draw", |side| GameKind::LancerChess.side_name(side)));
    record.set_tag("Termination", by.name());
    for text in &contest.moves {
        record.push_move(text);
    }
}

/// Hands the record in, with what the rules find in it.
pub(super) fn hand_in(scribe: &mut Scribe<'_>, game: GameId, record: &Record) -> anyhow::Result<()> {
    let text = record.to_string();
    let event = scribe.event();
    let findings = records::examine(&event, event.game(game)?, &text).map_err(anyhow::Error::msg)?;
    let text = RecordText::salted(text, scribe.chance.bytes());
    let digest = text.digest();
    let (record, findings) = (clock::new_id(), Box::new(findings));
    let command = RecordCommand::HandInRecord { game, record, player: None, digest, findings };
    scribe.give_with(command, Some(Attachment::Record(text)))?;
    let event = scribe.event();
    let it = event.game(game)?;
    if let (Some(last), false) = (it.records.last(), it.disputes.is_empty())
        && let Some(result) = last.findings.result
    {
        // The question about an earlier record is settled by this one.
        scribe.wait(2);
        scribe.give(ResultCommand::EnterResult { game, result, seen: it.result_revision })?;
    }
    Ok(())
}

/// Somebody has left a move out.
fn hand_in_broken(scribe: &mut Scribe<'_>, game: GameId, record: &Record) -> anyhow::Result<()> {
    let mut broken = record.clone();
    let place = broken.moves.len() / 2;
    anyhow::ensure!(place > 0, "a contest has moves");
    broken.moves.remove(place);
    hand_in(scribe, game, &broken).context("a broken record is taken all the same")
}
