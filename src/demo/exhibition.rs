//! Exhibitions of TigerChess, Dragon and The Dragon's Dance: one round of games that ended in different ways. Their
//! records were played beforehand, most of them by the example `played` of the rules crate; here they are handed in like
//! any others.

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::result::army;
use tiger_event::{
    BeginningCommand, CastPurpose, ChoiceCommand, EventCommand, Format, GameId, Reason, ResultCommand,
    RoundCommand, Seat,
};
use tiger_rules::{
    Answer, Deployment, Die, Formation, GameKind, Limits, Question, Record, Side, Step, Variation,
    read_records,
};

use super::chance::Chance;
use super::people::Person;
use super::scribe::Scribe;
use super::settings::{Plan, settings};
use super::{ARBITER_NAME, Accounts};
use crate::ledger::Ledger;

/// An exhibition: its event and its records, board 1 first.
pub struct Exhibition {
    pub plan: Plan,
    pub records: &'static str,
    pub days_ago: i64,
}

const fn plan(name: &'static str, venue: &'static str, game: GameKind) -> Plan {
    Plan {
        name,
        venue,
        game,
        format: Format::Free,
        rounds: 1,
        tie_breaks: ["WIN", "SB", "PS", "DE"],
        byes: [3, 1],
        first_board: 1,
    }
}

/// The one of TigerChess.
pub(super) const EMERALD: Exhibition = Exhibition {
    plan: plan("Emerald Kingdom Exhibition", "Hollow Oak Reading Room", GameKind::TigerChess),
    records: include_str!("records/tigerchess.tgr"),
    days_ago: 27,
};

/// All of them, the oldest first.
pub const ALL: [Exhibition; 3] = [
    Exhibition {
        plan: plan("Dance of Dragons Exhibition", "Eastwater Boathouse", GameKind::Dance),
        records: include_str!("records/dance.tgr"),
        days_ago: 41,
    },
    Exhibition {
        plan: plan("Trafalgar Ocean Exhibition", "Castle Keep, Chart Room", GameKind::Dragon),
        records: include_str!("records/dragon.tgr"),
        days_ago: 34,
    },
    EMERALD,
];

/// The pairing number of the player who was erased from the one of TigerChess.
const ERASED: u16 = 8;

/// Tells of one exhibition from its making to its end.
pub(super) fn tell(
    exhibition: &Exhibition,
    people: &[Person],
    (ledger, accounts): (&Ledger, &Accounts),
    chance: Chance,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let day = now - TimeDelta::days(exhibition.days_ago);
    let plan = settings(&exhibition.plan, day, 1)?;
    let mut scribe =
        Scribe::begin(ledger, (accounts.arbiter, ARBITER_NAME), plan, day - TimeDelta::days(9), chance)?;
    scribe.enter(people)?;
    scribe.skip_to(day);
    scribe.check_in_all()?;
    let games = scribe.publish_round()?;
    let records = read_records(exhibition.records, Limits::FILES).collect::<Result<Vec<_>, _>>()?;
    anyhow::ensure!(games.len() == records.len(), "every board of an exhibition has a record");
    let played: Vec<(GameId, Record)> = games.into_iter().zip(records).collect();
    for (game, record) in &played {
        settle(&mut scribe, *game, record.variation().map_err(anyhow::Error::msg)?)?;
        if let Some(situation) = record.tag("Situation") {
            let (game, situation) = (*game, Some(situation.to_owned()));
            let reason = Reason::parse("The exhibition shows the end of a game.")?;
            scribe.give(BeginningCommand::BeginFrom { game, situation, reason })?;
        }
    }
    scribe.wait(95);
    for (game, record) in played {
        scribe.wait_about(25);
        let record = named(&scribe, game, record)?;
        super::lancer::hand_in(&mut scribe, game, &record)?;
        let event = scribe.event();
        let it = event.game(game)?;
        if let (None, Some(result)) = (&it.result, it.records.last().and_then(|last| last.findings.result)) {
            // A draw that was claimed, or a concession: the arbiter has seen it.
            scribe.give(ResultCommand::EnterResult { game, result, seen: it.result_revision })?;
        }
    }
    scribe.wait(5);
    scribe.give(RoundCommand::CloseRound { round: 1 })?;
    scribe.give(EventCommand::FinishEvent { is_finished: true })?;
    if exhibition.plan.name == EMERALD.plan.name {
        scribe.erase(accounts.admin, ERASED, "They asked for it.")?;
    }
    Ok(())
}

/// Asks and casts until the game has the variation of its record.
pub(super) fn settle(scribe: &mut Scribe<'_>, game: GameId, variation: Variation) -> anyhow::Result<()> {
    loop {
        let event = scribe.event();
        match event.game(game)?.choice(variation.game()).next() {
            Step::Chosen(chosen) => {
                anyhow::ensure!(chosen == variation, "{} was settled", chosen.title());
                return Ok(());
            }
            Step::Ask(question) => {
                let answer = answer(question, variation);
                scribe.give(ChoiceCommand::AnswerChoice { game, answer, asked: None })?;
            }
            Step::Cast(purpose) => scribe.enter_cast(game, purpose, faces(purpose, variation)?)?,
        }
    }
}

fn answer(question: Question, variation: Variation) -> Answer {
    match (question, variation) {
        (Question::AgreeOnOpen, Variation::TigerChess(options)) => {
            Answer::Agreed(options.deployment == Deployment::Open)
        }
        (Question::WhichKnights(_), Variation::Dragon(options)) => Answer::Knights(options.knights),
        (Question::AgreeOnTrident, Variation::Dragon(options)) => {
            Answer::Agreed(options.formation == Formation::Trident)
        }
        (Question::AgreeOnRegicide(side), Variation::Dance { regicide }) => Answer::Agreed(regicide.of(side)),
        _ => Answer::Agreed(false),
    }
}

fn faces(purpose: CastPurpose, variation: Variation) -> anyhow::Result<Vec<u8>> {
    let Variation::TigerChess(options) = variation else { anyhow::bail!("only TigerChess casts dice") };
    if purpose.dice() == 2 {
        return Ok(if options.tiger { vec![3, 3] } else { vec![2, 5] });
    }
    let selects = |face: &u8| Die::try_from(*face).is_ok_and(|die| die.deployment() == options.deployment);
    let face = (1..=6_u8).find(selects).context("a die selects every deployment but the Open one")?;
    Ok(vec![face])
}

/// The record under the names of those who sat at the board.
fn named(scribe: &Scribe<'_>, game: GameId, mut record: Record) -> anyhow::Result<Record> {
    let event = scribe.event();
    let it = event.game(game)?;
    let variation = record.variation().map_err(anyhow::Error::msg)?;
    record.set_tag("Event", event.settings.name.as_str());
    record.set_tag("Date", event.settings.starts_on.format("%Y.%m.%d").to_string());
    record.set_tag("Round", it.round.to_string());
    for (seat, entry) in [(Seat::First, it.first), (Seat::Second, it.second)] {
        let side: Side = army(variation, seat);
        record.set_tag(variation.game().side_name(side), event.name_of(entry));
    }
    record.numbered().map_err(|error| anyhow::anyhow!("a record of the exhibition is not legal: {error}"))
}
