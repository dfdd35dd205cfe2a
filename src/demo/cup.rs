//! The Dragon's Dance: a knockout of a weekend, whose final is being played.

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::{
    AwardCommand, EntryCommand, EntryId, Format, Game, KnockoutRules, Reason, ResultCommand, ResultEntry,
    RoundCommand, Seat, Seeding, TieCommand, TieVerdict,
};
use tiger_rules::{Ending, GameKind};

use super::awards;
use super::chance::Chance;
use super::people::DANCERS;
use super::scribe::Scribe;
use super::settings::{Plan, settings};
use super::{Accounts, CHIEF_NAME};
use crate::clock;
use crate::ledger::Ledger;

const PLAN: Plan = Plan {
    name: "Fortress Cup",
    venue: "The Anvil, Upper Room",
    game: GameKind::Dance,
    format: Format::Knockout,
    rounds: 99,
    tie_breaks: ["DE", "WIN", "SB", "PS"],
    byes: [3, 1],
    first_board: 1,
};

/// Who fell ill on the morning of the first day.
const ILL: u16 = 6;

/// Tells the story up to the present time.
pub(super) fn tell(
    ledger: &Ledger,
    accounts: &Accounts,
    chance: Chance,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let began = now - TimeDelta::hours(27);
    let mut plan = settings(&PLAN, began, 2)?;
    plan.knockout = KnockoutRules { seeding: Seeding::Rating, games: 1, third_place: true };
    let chief = (accounts.chief, CHIEF_NAME);
    let mut scribe = Scribe::begin(ledger, chief, plan, began - TimeDelta::days(12), chance)?;
    scribe.enter(&DANCERS)?;
    scribe.skip_to(began - TimeDelta::minutes(20));
    let entry = scribe.player(ILL)?;
    scribe.give(EntryCommand::Withdraw { entry, from_round: 1, leaving: None })?;
    scribe.check_in_all()?;
    let prizes = awards::prizes(450, vec![awards::list(None, &[200, 120, 80, 50])])?;
    scribe.give(AwardCommand::SetPrizes { prizes: Some(prizes), seen: 0 })?;
    // One quarterfinal is drawn, and won in its tie-break game.
    play(&mut scribe, &[Some(Ending::KingCaptured), None, Some(Ending::FiveFortresses)])?;
    play(&mut scribe, &[Some(Ending::Concession(None))])?;
    scribe.skip_to(now - TimeDelta::hours(4));
    // One semifinal is drawn; by then the hall has to close, and a ruling decides.
    play(&mut scribe, &[Some(Ending::KingCaptured), None])?;
    rule(&mut scribe)?;
    scribe.skip_to(now - TimeDelta::minutes(35));
    let games = scribe.publish_round()?;
    let third = games.last().context("the match for third place has no board")?;
    scribe.wait(20);
    let result = ResultEntry::plain(Some(Seat::Second), Ending::FiveFortresses);
    scribe.give(ResultCommand::EnterResult { game: *third, result, seen: 0 })
}

/// Publishes a round, enters its results and closes it: the better seed wins by these endings, or the game is drawn.
fn play(scribe: &mut Scribe<'_>, endings: &[Option<Ending>]) -> anyhow::Result<()> {
    let games = scribe.publish_round()?;
    for (game, ending) in games.into_iter().zip(endings) {
        scribe.wait_about(14);
        let event = scribe.event();
        let result = match ending {
            Some(ending) => ResultEntry::plain(Some(better(scribe, event.game(game)?)?), *ending),
            None => ResultEntry::plain(None, Ending::Agreement),
        };
        scribe.give(ResultCommand::EnterResult { game, result, seen: 0 })?;
    }
    let round = scribe.event().rounds.len();
    scribe.give(RoundCommand::CloseRound { round: u16::try_from(round)? })
}

/// The seat of the better seed.
fn better(scribe: &Scribe<'_>, game: &Game) -> anyhow::Result<Seat> {
    let bracket = scribe.event().bracket(None)?.context("there is no bracket")?;
    let seed = |entry: EntryId| bracket.seed(entry).unwrap_or(usize::MAX);
    Ok(if seed(game.first) < seed(game.second) { Seat::First } else { Seat::Second })
}

fn rule(scribe: &mut Scribe<'_>) -> anyhow::Result<()> {
    let bracket = scribe.event().bracket(None)?.context("there is no bracket")?;
    let tie = *bracket.level().first().context("no tie is level")?;
    let entry = tie.pair().context("the tie has no players")?[1];
    let (ruling, tie) = (clock::new_id(), tie.id);
    let verdict = TieVerdict::Winner { entry };
    let reason = Reason::parse("Both agreed to a lot before the hall closed; it fell to the winner.")?;
    scribe.give(TieCommand::DecideTie { ruling, tie, verdict, reason, article: None, seen: 0 })
}
