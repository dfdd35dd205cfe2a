//! Random histories of an event: steps that people might take, in any order, sensible or not.

use chrono::{NaiveDate, TimeZone, Utc};
use proptest::prelude::*;
use tiger_arbiter::domain::actor::{Actor, Meta};
use tiger_arbiter::domain::command::{Command, NewEntry};
use tiger_arbiter::domain::dice::{Bytes32, CastPurpose};
use tiger_arbiter::domain::entry::{ByeKind, EntryDetails};
use tiger_arbiter::domain::event::Event;
use tiger_arbiter::domain::ids::{CastId, EntryId, EventId, GameId, GroupId, RecordId, RulingId, UserId};
use tiger_arbiter::domain::record::{Checked, Findings};
use tiger_arbiter::domain::result::{Points, ResultEntry, Seat};
use tiger_arbiter::domain::round::{Pairing, RoundBye, Table};
use tiger_arbiter::domain::settings::{ByePolicy, Format, Settings};
use tiger_arbiter::domain::text::{EventName, PersonName, Reason, Slug, Word};
use tiger_rules::{Answer, ClockSettings, Ending, GameKind, PointsTable};

/// One thing that somebody tries. Numbers choose among what the event has.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Add(u8),
    CheckIn(usize),
    Withdraw(usize, u16),
    Reinstate(usize, u16),
    Bye(usize, u16, bool),
    Draft,
    Break,
    Publish(bool),
    Unpublish,
    Close,
    Reopen(u16),
    Answer(usize, bool),
    Dice(usize, [u8; 2]),
    Commit(usize, u8),
    Cast(usize, u8),
    Void(usize),
    Result(usize, u8, bool),
    Report(usize, usize, u8),
    Overrule(usize, u8),
    Adjourn(usize),
    Clear(usize),
    Record(usize, Option<usize>, u8),
    Forbid(usize, usize, u16, Option<u16>),
    Lift(usize),
}

pub(crate) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let game = 0..3_usize;
    let step = prop_oneof![
        1 => (1..4_u8).prop_map(Step::Add),
        1 => (0..8_usize).prop_map(Step::CheckIn),
        1 => (0..8_usize, 1..5_u16).prop_map(|(e, r)| Step::Withdraw(e, r)),
        1 => (0..8_usize, 1..5_u16).prop_map(|(e, r)| Step::Reinstate(e, r)),
        1 => (0..8_usize, 1..5_u16, any::<bool>()).prop_map(|(e, r, h)| Step::Bye(e, r, h)),
        2 => (0..8_usize, 0..8_usize, 1..5_u16, prop::option::of(1..5_u16))
            .prop_map(|(a, b, first, last)| Step::Forbid(a, b, first, last)),
        1 => (0..3_usize).prop_map(Step::Lift),
        4 => Just(Step::Draft),
        1 => Just(Step::Break),
        4 => any::<bool>().prop_map(Step::Publish),
        1 => Just(Step::Unpublish),
        4 => Just(Step::Close),
        1 => (1..4_u16).prop_map(Step::Reopen),
        3 => (game.clone(), any::<bool>()).prop_map(|(g, y)| Step::Answer(g, y)),
        4 => (game.clone(), [1..7_u8, 1..7_u8]).prop_map(|(g, f)| Step::Dice(g, f)),
        1 => (game.clone(), any::<u8>()).prop_map(|(g, s)| Step::Commit(g, s)),
        1 => (game.clone(), any::<u8>()).prop_map(|(g, s)| Step::Cast(g, s)),
        1 => game.clone().prop_map(Step::Void),
        9 => (game.clone(), 0..9_u8, any::<bool>()).prop_map(|(g, r, s)| Step::Result(g, r, s)),
        3 => (game.clone(), 0..3_usize, 0..5_u8).prop_map(|(g, p, r)| Step::Report(g, p, r)),
        1 => (game.clone(), 0..9_u8).prop_map(|(g, r)| Step::Overrule(g, r)),
        1 => game.clone().prop_map(Step::Adjourn),
        1 => game.clone().prop_map(Step::Clear),
        2 => (game, prop::option::of(0..2_usize), 0..8_u8).prop_map(|(g, p, r)| Step::Record(g, p, r)),
    ];
    prop::collection::vec(step, 10..80).prop_map(|mut steps| {
        steps.splice(0..0, [Step::Add(4), Step::Draft, Step::Publish(true)]);
        steps
    })
}

/// What came of the steps.
pub(crate) struct History {
    pub(crate) event: Event,
    pub(crate) accepted: Vec<(Meta, Command)>,
    pub(crate) refusals_changed_nothing: bool,
}

pub(crate) fn play(steps: &[Step]) -> History {
    let create = create();
    let mut event = Event::create(&meta(1), &create).unwrap();
    let mut accepted = vec![(meta(1), create)];
    let mut refusals_changed_nothing = true;
    for step in steps {
        let Some(command) = command(&event, step) else { continue };
        let meta = meta(event.version + 1);
        let before = event.clone();
        match event.apply(&meta, &command) {
            Ok(()) => accepted.push((meta, command)),
            Err(_) => refusals_changed_nothing &= before == event,
        }
    }
    History { event, accepted, refusals_changed_nothing }
}

fn meta(seq: u64) -> Meta {
    let at = Utc.timestamp_opt(1_795_000_000 + i64::try_from(seq).unwrap(), 0).unwrap();
    Meta { seq, at, by: Actor::Program }
}

fn create() -> Command {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let settings = Settings {
        name: EventName::parse("Law Cup").unwrap(),
        venue: None,
        starts_on: day,
        ends_on: day,
        time_zone: chrono_tz::UTC,
        game: GameKind::TigerChess,
        format: Format::Free,
        rounds: 4,
        clock: ClockSettings::standard(GameKind::TigerChess),
        tie_breaks: Vec::new(),
        points: PointsTable::Game,
        byes: ByePolicy { full: Points::whole(3), half: Points::whole(1), half_byes_allowed: 1 },
        nominal_counts: true,
        players_report: true,
        first_board: 1,
        is_accelerated: false,
    };
    Command::CreateEvent {
        event: EventId::new(),
        slug: Slug::parse("law-cup").unwrap(),
        settings: Box::new(settings),
        chief: UserId::new(),
        chief_name: PersonName::parse("Chief").unwrap(),
    }
}

fn reason() -> Reason {
    Reason::parse("because the law says so").unwrap()
}

fn nth_entry(event: &Event, n: usize) -> Option<EntryId> {
    event.entries_by_number().get(n).map(|entry| entry.id)
}

fn nth_game(event: &Event, n: usize) -> Option<GameId> {
    let round =
        event.rounds.iter().rev().find(|round| event.games.values().any(|g| g.round == round.number))?;
    event.games_of(round.number).get(n).map(|game| game.id)
}

/// Pairs neighbours, gives the last one a bye.
fn table(event: &Event, round: u16) -> Table {
    let playing: Vec<_> =
        event.entries_by_number().into_iter().filter(|e| e.plays_in(round)).map(|e| e.id).collect();
    let mut byes: Vec<_> = event
        .entries
        .values()
        .filter(|e| e.is_in(round))
        .filter_map(|e| e.byes.get(&round).map(|kind| RoundBye { entry: e.id, kind: *kind }))
        .collect();
    byes.extend(
        playing.chunks_exact(2).remainder().iter().map(|e| RoundBye { entry: *e, kind: ByeKind::Pairing }),
    );
    let boards = playing
        .chunks_exact(2)
        .map(|pair| Pairing { game: GameId::new(), first: pair[0], second: pair[1], why: String::new() })
        .collect();
    Table { boards, byes, unpaired: Vec::new() }
}

fn result(choice: u8) -> ResultEntry {
    let plain = ResultEntry::plain;
    match choice {
        0 => plain(Some(Seat::First), Ending::Checkmate),
        1 => plain(Some(Seat::Second), Ending::Concession(None)),
        2 => plain(None, Ending::Agreement),
        3 => plain(Some(Seat::First), Ending::Time),
        4 => plain(Some(Seat::Second), Ending::Occupation),
        5 => plain(None, Ending::Forfeit),
        6 => plain(Some(Seat::Second), Ending::Forfeit),
        7 => plain(None, Ending::Planting),
        _ => plain(None, Ending::Stalemate),
    }
}

fn command(event: &Event, step: &Step) -> Option<Command> {
    let current = || event.current_round().map_or(1, |round| round.number);
    let game = |n: usize| nth_game(event, n);
    Some(match *step {
        Step::Add(count) => Command::AddEntries {
            entries: (0..count)
                .map(|i| NewEntry {
                    id: EntryId::new(),
                    details: EntryDetails {
                        name: PersonName::parse(&format!("Player {} {i}", event.version)).unwrap(),
                        club: None,
                        federation: None,
                        rating: Some(1000 + u16::from(i)),
                    },
                    first_round: event.next_round().unwrap_or(1),
                })
                .collect(),
        },
        Step::CheckIn(e) => Command::CheckIn { entries: vec![nth_entry(event, e)?], is_present: true },
        Step::Withdraw(e, from_round) => Command::Withdraw { entry: nth_entry(event, e)?, from_round },
        Step::Reinstate(e, from_round) => Command::Reinstate { entry: nth_entry(event, e)?, from_round },
        Step::Bye(e, round, half) => Command::RequestBye {
            entry: nth_entry(event, e)?,
            round,
            kind: Some(if half { ByeKind::HalfPoint } else { ByeKind::ZeroPoint }),
        },
        Step::Forbid(a, b, first_round, last_round) => Command::ForbidPairs {
            group: GroupId::new(),
            players: vec![nth_entry(event, a)?, nth_entry(event, b)?],
            first_round,
            last_round,
        },
        Step::Lift(n) => Command::LiftForbidden { group: event.forbidden.get(n)?.id },
        Step::Draft => {
            let round = event.next_round().unwrap_or_else(current);
            Command::DraftRound { round, system: Format::Free, table: table(event, round) }
        }
        Step::Break => {
            let round = event.current_round()?;
            let mut table = round.table.clone();
            let pair = table.boards.pop()?;
            table.unpaired.extend([pair.first, pair.second]);
            Command::ChangeDraft { round: round.number, table, seen: round.revision }
        }
        Step::Publish(fresh) => {
            let round = event.current_round()?;
            Command::PublishRound { round: round.number, seen: if fresh { round.revision } else { 0 } }
        }
        Step::Unpublish => Command::UnpublishRound { round: current(), reason: reason() },
        Step::Close => Command::CloseRound { round: current() },
        Step::Reopen(round) => Command::ReopenRound { round, reason: reason() },
        Step::Answer(g, yes) => Command::AnswerChoice { game: game(g)?, answer: Answer::Agreed(yes) },
        Step::Dice(g, faces) => {
            let id = game(g)?;
            let tiger_rules::Step::Cast(purpose) =
                event.game(id).unwrap().choice(GameKind::TigerChess).next()
            else {
                return None;
            };
            let faces = faces[..purpose.dice()].to_vec();
            Command::EnterCast { game: id, cast: CastId::new(), purpose, faces, confirmed: [true, false] }
        }
        Step::Commit(g, secret) => Command::CommitDice {
            game: game(g)?,
            cast: CastId::new(),
            purpose: CastPurpose::Tiger,
            commitment: Bytes32::digest(&[secret; 32]),
        },
        Step::Cast(g, secret) => {
            let id = game(g)?;
            let cast = event.game(id).unwrap().open_cast()?.id;
            if secret % 2 == 0 {
                let word = Word::parse("tiger").unwrap();
                Command::AddWord { game: id, cast, player: usize::from(secret % 3), word }
            } else {
                Command::CastDice { game: id, cast, secret: Bytes32([secret; 32]) }
            }
        }
        Step::Void(g) => {
            let id = game(g)?;
            let cast = event.game(id).unwrap().casts.first()?.id;
            Command::VoidCast { game: id, cast, reason: reason() }
        }
        Step::Result(g, choice, fresh) => {
            let id = game(g)?;
            let seen = if fresh { event.game(id).unwrap().result_revision } else { 0 };
            Command::EnterResult { game: id, result: result(choice), seen }
        }
        Step::Report(g, player, choice) => {
            Command::ReportResult { game: game(g)?, player, result: result(choice) }
        }
        Step::Overrule(g, choice) => Command::Overrule {
            ruling: RulingId::new(),
            game: game(g)?,
            result: result(choice),
            reason: reason(),
            article: None,
            seen: u64::MAX,
        },
        Step::Adjourn(g) => Command::Adjourn { game: game(g)?, reason: Some(reason()) },
        Step::Clear(g) => Command::ClearResult { game: game(g)?, reason: reason(), seen: u64::MAX },
        Step::Record(g, player, choice) => Command::HandInRecord {
            game: game(g)?,
            record: RecordId::new(),
            player,
            digest: Bytes32::digest(&[choice]),
            findings: Box::new(findings(choice)),
        },
    })
}

fn findings(choice: u8) -> Findings {
    let checked = match choice {
        6 => Checked::Broken { ply: 3, text: Some("E2-E5".to_owned()), why: "no such move".to_owned() },
        _ => Checked::Legal,
    };
    Findings {
        checked,
        plies: 40,
        result: (choice != 5).then(|| result(choice % 3)),
        is_adjudicated: choice == 0,
        moves: Bytes32::digest(&[choice % 2]),
    }
}
