//! TigerChess: a round robin of ten in the middle of its fifth round. Dice are cast by the program and from a
//! cup, one cast was voided, one result overruled, and at one board the players' reports contradict each other.

use std::collections::BTreeMap;

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Timelike, Utc};
use tiger_event::result::SEATS;
use tiger_event::text::Word;
use tiger_event::timetable::{Occasion, RoundTime};
use tiger_event::{
    Actor, Article, CastPurpose, ChoiceCommand, EntryId, Format, GameId, Label, PlayerWord, Reason,
    ResultCommand, ResultEntry, RoundCommand, Seat, Settings, Timetable, TimetableCommand,
};
use tiger_rules::{Answer, Ending, GameKind, Step};

use super::chance::Chance;
use super::live;
use super::people::MASTERS;
use super::scribe::Scribe;
use super::settings::{Plan, settings};
use super::{Accounts, CHIEF_NAME};
use crate::clock;
use crate::ledger::Ledger;

const PLAN: Plan = Plan {
    name: "Great Forest Masters",
    venue: "Merridon Guildhall",
    game: GameKind::TigerChess,
    format: Format::RoundRobin,
    rounds: 9,
    tie_breaks: ["DE", "WIN", "SB", "GV"],
    byes: [3, 1],
    first_board: 1,
};

/// The event's address.
pub(super) const ADDRESS: &str = "great-forest-masters";

/// When the rounds that are over began, in hours before the one that is running.
const CLOSED_ROUNDS: [i64; 4] = [48, 43, 24, 19];

/// The same of the running one and those to come.
const COMING_ROUNDS: [i64; 5] = [0, 5, 24, 29, 48];

/// The pairing number of the player who has an account.
const PLAYER: u16 = 3;

/// Tells the story up to the present time.
pub(super) fn tell(
    ledger: &Ledger,
    accounts: &Accounts,
    chance: Chance,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let running_since = now - TimeDelta::minutes(80);
    let first_day = running_since - TimeDelta::hours(CLOSED_ROUNDS[0]);
    let plan = Settings { live_delay: Some(0), ..settings(&PLAN, first_day, 5)? };
    let made = first_day - TimeDelta::days(12);
    let mut scribe = Scribe::begin(ledger, (accounts.chief, CHIEF_NAME), plan, made, chance)?;
    scribe.appoint_arbiter(accounts.arbiter)?;
    announce(&mut scribe, running_since)?;
    scribe.enter(&MASTERS)?;
    let players = let_speak(&mut scribe, accounts)?;
    scribe.skip_to(first_day - TimeDelta::minutes(30));
    scribe.check_in_all()?;
    for (round, hours) in (1_u16..).zip(CLOSED_ROUNDS) {
        scribe.skip_to(running_since - TimeDelta::hours(hours));
        play_round(&mut scribe, round)?;
    }
    scribe.skip_to(running_since);
    begin_round(&mut scribe, &players)
}

/// The timetable: two rounds a day, around the one that is running.
fn announce(scribe: &mut Scribe<'_>, running_since: DateTime<Utc>) -> anyhow::Result<()> {
    let zone = scribe.event().settings.time_zone;
    let begins = |hours: i64| {
        let shown = (running_since + TimeDelta::hours(hours)).with_timezone(&zone).naive_local();
        shown.date().and_hms_opt(shown.hour(), shown.minute() / 5 * 5, 0).unwrap_or(shown)
    };
    let hours = CLOSED_ROUNDS.iter().map(|hours| -hours).chain(COMING_ROUNDS);
    let rounds = (1..).zip(hours).map(|(round, hours)| RoundTime { round, begins: begins(hours) });
    let occasion = |name, hours, minutes| {
        let (id, name) = (clock::new_id(), Label::parse(name)?);
        anyhow::Ok(Occasion { id, name, begins: begins(hours), minutes: Some(minutes) })
    };
    let timetable = Timetable {
        default_minutes: Some(30),
        round_minutes: Some(240),
        shows_schedule: true,
        rounds: rounds.collect(),
        occasions: vec![occasion("Walk in the Great Forest", 21, 120)?, occasion("Prize-giving", 53, 60)?],
    };
    scribe.give(TimetableCommand::SetTimetable { timetable, seen: 0 })
}

/// The players, who speak for themselves.
type Players = BTreeMap<EntryId, Actor>;

fn let_speak(scribe: &mut Scribe<'_>, accounts: &Accounts) -> anyhow::Result<Players> {
    (1..=10_u16)
        .map(|number| {
            let account = (number == PLAYER).then_some(accounts.player);
            let entry = scribe.player(number)?;
            Ok((entry, scribe.speak_for(entry, account)?))
        })
        .collect()
}

fn play_round(scribe: &mut Scribe<'_>, round: u16) -> anyhow::Result<()> {
    let games = scribe.publish_round()?;
    for (board, game) in games.iter().enumerate() {
        let has_double = (usize::from(round) + board).is_multiple_of(6);
        choose(scribe, *game, has_double)?;
    }
    scribe.wait(70);
    for game in &games {
        scribe.wait_about(10);
        enter_result(scribe, *game)?;
    }
    if round == 2 {
        overrule(scribe, *games.get(1).context("round 2 has a second board")?)?;
    }
    scribe.wait(5);
    scribe.give(RoundCommand::CloseRound { round })
}

/// Asks the players, then casts by the program or takes the dice from a cup.
fn choose(scribe: &mut Scribe<'_>, game: GameId, has_double: bool) -> anyhow::Result<()> {
    let is_from_cup = has_double || scribe.chance.one_in(3);
    loop {
        let event = scribe.event();
        match event.game(game)?.choice(GameKind::TigerChess).next() {
            Step::Chosen(_) => return Ok(()),
            Step::Ask(_) => {
                let answer = Answer::Agreed(scribe.chance.one_in(5));
                scribe.give(ChoiceCommand::AnswerChoice { game, answer, asked: None })?;
            }
            Step::Cast(purpose) if is_from_cup => {
                let faces = cup(&mut scribe.chance, purpose, has_double);
                scribe.enter_cast(game, purpose, faces)?;
            }
            Step::Cast(purpose) => {
                let (cast, secret) = scribe.commit_dice(game, purpose)?;
                scribe.give(ChoiceCommand::CastDice { game, cast, secret })?;
            }
        }
    }
}

fn cup(chance: &mut Chance, purpose: CastPurpose, is_double: bool) -> Vec<u8> {
    let mut faces: Vec<u8> = (0..purpose.dice()).map(|_| chance.face()).collect();
    if let (true, [one, other]) = (is_double, faces.as_mut_slice()) {
        *other = *one;
    }
    faces
}

/// A result that this game can have; the player of the lower number is the stronger one.
fn enter_result(scribe: &mut Scribe<'_>, game: GameId) -> anyhow::Result<()> {
    let event = scribe.event();
    let it = event.game(game)?;
    let lead = i64::from(event.entry(it.second)?.number) - i64::from(event.entry(it.first)?.number);
    let weight = |lead: i64| u64::try_from(20 + 2 * lead).unwrap_or(1).max(2);
    let winner = scribe.chance.pick(&[
        (weight(lead), Some(Seat::First)),
        (weight(-lead), Some(Seat::Second)),
        (12, None),
    ]);
    let winner = winner.flatten();
    let endings: &[(u64, Ending)] = if winner.is_some() {
        &[(4, Ending::Checkmate), (4, Ending::Concession(None)), (2, Ending::Occupation), (1, Ending::Time)]
    } else {
        &[(5, Ending::Agreement), (2, Ending::Repetition), (1, Ending::Stalemate)]
    };
    let variation = it.scoring_variation(GameKind::TigerChess);
    let is_possible =
        |ending: Ending| ResultEntry::plain(winner, ending).score(variation, &event.settings.points).is_ok();
    let endings: Vec<_> = endings.iter().copied().filter(|(_, ending)| is_possible(*ending)).collect();
    let ending = scribe.chance.pick(&endings).context("every game can end in some way")?;
    let seen = it.result_revision;
    scribe.give(ResultCommand::EnterResult { game, result: ResultEntry::plain(winner, ending), seen })
}

/// A loss on time does not stand, because the clock had been set wrongly.
fn overrule(scribe: &mut Scribe<'_>, game: GameId) -> anyhow::Result<()> {
    let mut seen = scribe.event().game(game)?.result_revision;
    let lost_on_time = ResultEntry::plain(Some(Seat::Second), Ending::Time);
    scribe.give(ResultCommand::EnterResult { game, result: lost_on_time, seen })?;
    seen = scribe.event().game(game)?.result_revision;
    scribe.wait(11);
    scribe.give(ResultCommand::Overrule {
        ruling: clock::new_id(),
        game,
        result: ResultEntry::plain(None, Ending::Agreement),
        reason: Reason::parse(
            "The clock had been set without the sixty seconds a move of rule 11, so the flag fell too early. \
             Both players agree on a draw.",
        )?,
        article: Some(Article::parse("Rule 15")?),
        seen,
    })
}

/// The running round: on every board the game has come to another point.
fn begin_round(scribe: &mut Scribe<'_>, players: &Players) -> anyhow::Result<()> {
    let games = scribe.publish_round()?;
    let [first, second, third, fourth, fifth] = games.as_slice() else {
        anyhow::bail!("ten players have five boards");
    };
    scribe.wait(2);
    live::begin(scribe, *first)?;
    choose(scribe, *second, false)?;
    void_and_cast_again(scribe, *third)?;
    wait_for_words(scribe, *fourth, players)?;
    choose(scribe, *fifth, false)?;
    scribe.wait(48);
    enter_result(scribe, *second)?;
    scribe.wait(9);
    contradict(scribe, *fifth, players)
}

/// A die fell from the table: its cast is voided, and cast again.
fn void_and_cast_again(scribe: &mut Scribe<'_>, game: GameId) -> anyhow::Result<()> {
    scribe.give(ChoiceCommand::AnswerChoice { game, answer: Answer::Agreed(false), asked: None })?;
    let cast = clock::new_id();
    let purpose = CastPurpose::Deployment;
    let faces = vec![6];
    scribe.give(ChoiceCommand::EnterCast { game, cast, purpose, faces, confirmed: [true, false] })?;
    let reason = Reason::parse("The die fell from the table and was picked up before both had seen it.")?;
    scribe.give(ChoiceCommand::VoidCast { game, cast, reason, secret: None })?;
    choose(scribe, game, false)
}

/// The program is committed to the dice; one player has added a word, the other has not yet.
fn wait_for_words(scribe: &mut Scribe<'_>, game: GameId, players: &Players) -> anyhow::Result<()> {
    scribe.give(ChoiceCommand::AnswerChoice { game, answer: Answer::Agreed(false), asked: None })?;
    let (cast, _) = scribe.commit_dice(game, CastPurpose::Deployment)?;
    let author = player_at(scribe, game, Seat::First, players)?;
    let word = PlayerWord::sealed(Word::parse("mistletoe")?, scribe.chance.bytes());
    scribe.give_as(author, ChoiceCommand::AddWord { game, cast, player: Seat::First, word, notes_hand: true })
}

/// One player reports a victory, the other one a draw.
fn contradict(scribe: &mut Scribe<'_>, game: GameId, players: &Players) -> anyhow::Result<()> {
    let reports = [
        ResultEntry::plain(Some(Seat::First), Ending::Concession(None)),
        ResultEntry::plain(None, Ending::Agreement),
    ];
    for (player, result) in SEATS.into_iter().zip(reports) {
        let author = player_at(scribe, game, player, players)?;
        scribe.give_as(author, ResultCommand::ReportResult { game, player, result })?;
        scribe.wait(1);
    }
    Ok(())
}

fn player_at(scribe: &Scribe<'_>, game: GameId, seat: Seat, players: &Players) -> anyhow::Result<Actor> {
    let entry = scribe.event().game(game)?.player(seat);
    players.get(&entry).cloned().context("every player speaks for themselves")
}
