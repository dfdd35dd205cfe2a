//! Histories of an event: what comes of the steps that people tried.

use chrono::{NaiveDate, TimeZone, Utc};
use tiger_event::command::{LineCommand, OfferCommand, UndoCommand};
use tiger_event::protocol::{ClaimFinding, Offer, Phase};
use tiger_event::record::{Beside, Checked, Findings, Then};
use tiger_event::registration::{AcceptedRegistration, RegistrationTerms};
use tiger_event::text::Word;
use tiger_event::{
    Actor, BeginningCommand, ByeKind, Bytes32, CastPurpose, ChoiceCommand, ClaimCommand, ClaimKind, Command,
    Departure, EntryCommand, EntryDetails, EntryId, Event, EventCommand, Evidence, ForbiddenCommand, Format,
    GameId, IncidentKind, Leaving, Meta, NewEntry, NoteCommand, Pairing, PersonName, PlayerWord, Reason,
    RecordCommand, RegistrationCommand, ResultCommand, ResultEntry, RoundBye, RoundCommand, Seat, Seated,
    Settings, Speaker, Table,
};
use tiger_rules::{Answer, AnyPosition, ClockSettings, Ending, GamePoints, InLieu, Knights, Question};

pub(crate) use super::created::create;
use super::tried::nth_seat;
pub(crate) use super::tried::{Step, steps};
use tiger_arbiter::clock::new_id;

/// What came of the steps.
pub(crate) struct History {
    pub(crate) event: Event,
    pub(crate) accepted: Vec<(Meta, Command)>,
    pub(crate) refusals_changed_nothing: bool,
}

pub(crate) fn play(steps: &[Step]) -> History {
    play_from(create(), steps)
}

/// The same in a round robin, whose rounds are paired as arbiters please.
pub(crate) fn play_round_robin(steps: &[Step]) -> Event {
    let mut create = create();
    if let Command::Event(EventCommand::CreateEvent { settings, .. }) = &mut create {
        settings.format = Format::DoubleRoundRobin;
    }
    play_from(create, steps).event
}

/// The same in a Swiss event, for which lots are drawn before anything else.
pub(crate) fn play_swiss(steps: &[Step], is_accelerated: bool, side: Seat) -> Event {
    let mut create = create();
    if let Command::Event(EventCommand::CreateEvent { settings, .. }) = &mut create {
        (settings.format, settings.is_accelerated) = (Format::Swiss, is_accelerated);
    }
    let mut steps = steps.to_vec();
    steps.insert(0, Step::Lot(side));
    play_from(create, &steps).event
}

fn play_from(create: Command, steps: &[Step]) -> History {
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

pub(crate) fn meta(seq: u64) -> Meta {
    let at = Utc.timestamp_opt(1_795_000_000 + i64::try_from(seq).unwrap(), 0).unwrap();
    Meta { seq, at, by: Actor::Program }
}

pub(crate) fn reason() -> Reason {
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
        .filter_map(|e| e.byes.get(&round).map(|kind| RoundBye::new(e.id, *kind)))
        .collect();
    byes.extend(playing.chunks_exact(2).remainder().iter().map(|e| RoundBye::new(*e, ByeKind::Pairing)));
    let boards = playing
        .chunks_exact(2)
        .map(|pair| Pairing {
            game: new_id(),
            first: pair[0],
            second: pair[1],
            why: String::new(),
            is_forced: false,
        })
        .collect();
    Table { boards, byes, ..Table::default() }
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
        Step::Play(kind) => {
            let mut settings = event.settings.clone();
            settings.game = kind;
            settings.clock = ClockSettings::standard(kind);
            Command::Event(EventCommand::change_settings(settings, u64::MAX))
        }
        Step::Renumber(first_board) => {
            let settings = Settings { first_board, ..event.settings.clone() };
            Command::Event(EventCommand::change_settings(settings, u64::MAX))
        }
        Step::Add(count) => Command::Entry(EntryCommand::AddEntries {
            entries: (0..count)
                .map(|i| NewEntry {
                    id: new_id(),
                    details: EntryDetails {
                        name: PersonName::parse(&format!("Player {} {i}", event.version)).unwrap(),
                        club: None,
                        federation: None,
                        rating: Some(1000 + u16::from(i)),
                        identity: tiger_event::identity::Identity::default(),
                        office: tiger_event::office::Office::default(),
                    },
                    first_round: event.next_round().unwrap_or(1),
                })
                .collect(),
        }),
        Step::Registration(is_open, places, takes_byes) => {
            Command::Registration(RegistrationCommand::SetRegistration {
                terms: is_open.then(|| RegistrationTerms {
                    closes_at: NaiveDate::from_ymd_opt(2026, 11, 30).unwrap().and_hms_opt(18, 0, 0).unwrap(),
                    places: Some(places),
                    takes_byes,
                }),
                seen: if takes_byes { u64::MAX } else { 0 },
            })
        }
        Step::Accept(count, off, is_known) => {
            let first_round = event.published_rounds() + 1;
            let one = |i: u8| AcceptedRegistration {
                registration: new_id(),
                entry: NewEntry {
                    id: new_id(),
                    details: EntryDetails::named(
                        PersonName::parse(&format!("Late {} {i}", event.version)).unwrap(),
                    ),
                    first_round,
                },
                byes: event.byes_for(&[off, off + 1], first_round),
                speaker: if is_known {
                    Speaker::Taken { user: new_id() }
                } else {
                    Speaker::Offered { token: Bytes32::digest(&[i]) }
                },
            };
            Command::Registration(RegistrationCommand::AcceptRegistrations {
                accepted: (0..count).map(one).collect(),
            })
        }
        Step::CheckIn(e) => {
            Command::Entry(EntryCommand::CheckIn { entries: vec![nth_entry(event, e)?], is_present: true })
        }
        Step::Withdraw(e, from_round) => {
            // As earlier programs said it, and as it is said now.
            let games = match from_round % 3 {
                1 if event.settings.format.is_round_robin() => Departure::Annul,
                _ => Departure::Forfeit,
            };
            let leaving = (from_round % 3 > 0).then_some(Leaving { games, reason: None });
            Command::Entry(EntryCommand::Withdraw { entry: nth_entry(event, e)?, from_round, leaving })
        }
        Step::Reinstate(e, from_round) => {
            Command::Entry(EntryCommand::Reinstate { entry: nth_entry(event, e)?, from_round })
        }
        Step::Bye(e, round, half) => Command::Entry(EntryCommand::RequestBye {
            entry: nth_entry(event, e)?,
            round,
            kind: Some(if half { ByeKind::HalfPoint } else { ByeKind::ZeroPoint }),
        }),
        Step::Forbid(a, b, first_round, last_round) => Command::Forbidden(ForbiddenCommand::ForbidPairs {
            group: new_id(),
            players: vec![nth_entry(event, a)?, nth_entry(event, b)?],
            first_round,
            last_round,
        }),
        Step::Lot(side) => Command::Round(RoundCommand::DrawFirstSide { side }),
        Step::Lift(n) => {
            Command::Forbidden(ForbiddenCommand::LiftForbidden { group: event.forbidden.get(n)?.id })
        }
        Step::Draft => {
            let round = event.next_round().unwrap_or_else(current);
            Command::Round(RoundCommand::DraftRound {
                round,
                system: Format::Free,
                table: table(event, round),
            })
        }
        Step::Break => {
            let round = event.current_round()?;
            let mut table = (*round.table).clone();
            let pair = table.boards.pop()?;
            table.unpaired.extend([pair.first, pair.second]);
            Command::Round(RoundCommand::ChangeDraft { round: round.number, table, seen: round.revision })
        }
        Step::Publish(fresh) => {
            let round = event.current_round()?;
            Command::Round(RoundCommand::PublishRound {
                round: round.number,
                seen: if fresh { round.revision } else { 0 },
            })
        }
        Step::Unpublish => {
            Command::Round(RoundCommand::UnpublishRound { round: current(), reason: reason() })
        }
        Step::Sides(place) => {
            let round = event.current_round()?;
            let pair = round.table.boards.get(place)?;
            let board = u16::try_from(place).unwrap() + 1;
            Command::Round(RoundCommand::ChangeBoards {
                round: round.number,
                boards: vec![Seated { board, game: new_id(), first: pair.second, second: pair.first }],
                byes: None,
                seen: round.revision,
                reason: reason(),
            })
        }
        Step::Close => Command::Round(RoundCommand::CloseRound { round: current() }),
        Step::Reopen(round) => Command::Round(RoundCommand::ReopenRound { round, reason: reason() }),
        Step::Answer(g, yes) => {
            let game = game(g)?;
            let answer = match event.game(game).unwrap().choice(event.settings.game).next() {
                tiger_rules::Step::Ask(Question::WhichKnights(_)) => Answer::Knights(Knights::Pike),
                _ => Answer::Agreed(yes),
            };
            Command::Choice(ChoiceCommand::AnswerChoice { game, answer, asked: None })
        }
        Step::Line(g, n) => {
            let game = game(g)?;
            Command::Line(match event.game(game).unwrap().lines.first() {
                Some(line) if n % 2 == 0 => LineCommand::DropLine { game, line: line.step },
                _ => super::tried::kept_line(game, n),
            })
        }
        Step::Say(g, is_first, yes) => {
            let (game, player) = (game(g)?, if is_first { Seat::First } else { Seat::Second });
            let (answer, asked) = (Answer::Agreed(yes), Question::AgreeOnOpen);
            Command::Choice(ChoiceCommand::SayAnswer { game, player, answer, asked })
        }
        Step::Dice(g, faces) => {
            let id = game(g)?;
            let tiger_rules::Step::Cast(purpose) = event.game(id).unwrap().choice(event.settings.game).next()
            else {
                return None;
            };
            let faces = faces[..purpose.dice()].to_vec();
            Command::Choice(ChoiceCommand::EnterCast {
                game: id,
                cast: new_id(),
                purpose,
                faces,
                confirmed: [true, false],
            })
        }
        Step::Commit(g, secret) => Command::Choice(ChoiceCommand::CommitDice {
            game: game(g)?,
            cast: new_id(),
            purpose: CastPurpose::Tiger,
            commitment: Bytes32::digest(&[secret; 32]),
        }),
        Step::Cast(g, secret) => {
            let id = game(g)?;
            let cast = event.game(id).unwrap().open_cast()?.id;
            if secret % 2 == 0 {
                let word = PlayerWord::sealed(Word::parse("tiger").unwrap(), Bytes32([secret; 32]));
                Command::Choice(ChoiceCommand::AddWord {
                    game: id,
                    cast,
                    player: nth_seat(secret / 2),
                    word,
                    notes_hand: secret % 4 == 0,
                })
            } else {
                Command::Choice(ChoiceCommand::CastDice { game: id, cast, secret: Bytes32([secret; 32]) })
            }
        }
        Step::Void(g) => {
            let id = game(g)?;
            let cast = event.game(id).unwrap().casts.first()?.id;
            Command::Choice(ChoiceCommand::VoidCast { game: id, cast, reason: reason(), secret: None })
        }
        Step::Result(g, choice, fresh) => {
            let id = game(g)?;
            let seen = if fresh { event.game(id).unwrap().result_revision } else { 0 };
            Command::Result(ResultCommand::EnterResult { game: id, result: result(choice), seen })
        }
        Step::Report(g, player, choice) => {
            Command::Result(ResultCommand::ReportResult { game: game(g)?, player, result: result(choice) })
        }
        Step::Overrule(g, choice) => Command::Result(ResultCommand::Overrule {
            ruling: new_id(),
            game: game(g)?,
            result: result(choice),
            reason: reason(),
            article: None,
            seen: u64::MAX,
        }),
        Step::Engage(g) => Command::Note(NoteCommand::BeginEngagement { game: game(g)? }),
        Step::Offer(g, player, choice) => {
            Command::Offer(OfferCommand::MakeOffer { game: game(g)?, player, offer: offer(choice) })
        }
        Step::AnswerOffer(g, is_accepted) => {
            let id = game(g)?;
            let offer = event.game(id).unwrap().protocol.offers.last()?.step;
            Command::Offer(OfferCommand::AnswerOffer { game: id, offer, is_accepted })
        }
        Step::Claim(g, player, n) => Command::Claim(ClaimCommand::MakeClaim {
            game: game(g)?,
            player,
            kind: ClaimKind::ALL[usize::from(n % 4)],
            finding: (n % 2 == 0).then_some(finding(n)),
        }),
        Step::Judge(g, is_granted, says_why) => {
            let id = game(g)?;
            let claim = event.game(id).unwrap().protocol.claims.last()?;
            let reason = says_why.then(reason);
            Command::Claim(ClaimCommand::JudgeClaim {
                game: id,
                claim: claim.step,
                is_granted,
                finding: claim.finding,
                reason,
            })
        }
        Step::Seer(g, player) => {
            let name = Some(PersonName::parse("Seer, S.").unwrap());
            Command::Note(NoteCommand::AppointSeer { game: game(g)?, player, name })
        }
        Step::Begin(g, is_usual) => {
            let game = game(g)?;
            let variation = event.game(game).ok()?.variation(event.settings.game)?;
            let mut position = AnyPosition::start_on(variation, &event.settings.dance_board());
            position.play_text(position.legal_moves().first()?).ok()?;
            let situation = (!is_usual).then(|| position.situation());
            Command::Beginning(BeginningCommand::BeginFrom { game, situation, reason: reason() })
        }
        Step::Consult(g, player) => {
            Command::Note(NoteCommand::ConsultSeer { game: game(g)?, player, turn: None })
        }
        Step::TakeBack(g, n) => {
            let game = game(g)?;
            let incident = event.game(game).unwrap().protocol.incidents.get(usize::from(n))?.step;
            Command::Note(NoteCommand::TakeBackIncident { game, incident, reason: reason() })
        }
        Step::Incident(g, n) => Command::Note(NoteCommand::NoteIncident {
            game: game(g)?,
            kind: IncidentKind::ALL[usize::from(n) % IncidentKind::ALL.len()],
            player: (n < 200).then_some(nth_seat(n / 7)),
            words: reason(),
            article: None,
            minutes: if n % 5 == 0 { u16::from(n) } else { 0 },
        }),
        Step::Flag(g, player, n) => Command::Note(NoteCommand::FlagFallen {
            game: game(g)?,
            player,
            phase: if n < 3 { Phase::Deployment } else { Phase::Engagement },
            bearer_captured: n % 3 == 1,
            planting_inevitable: n == 5,
            seen: u64::MAX,
        }),
        Step::Doubt(g, player, press) => {
            Command::Note(NoteCommand::DoubtFlag { game: game(g)?, player, press: press.into() })
        }
        Step::Disqualify(g, offender, halves) => Command::Result(ResultCommand::Disqualify {
            ruling: new_id(),
            game: game(g)?,
            offender,
            awarded: GamePoints::from_halves(halves),
            reason: reason(),
            article: None,
            seen: u64::MAX,
        }),
        Step::Undo(g, fresh) => {
            let id = game(g)?;
            let last = event.game(id).unwrap().last.as_ref().map_or(0, |last| last.step);
            Command::Undo(UndoCommand::UndoStep {
                game: id,
                step: if fresh { last } else { last.saturating_sub(1) },
            })
        }
        Step::Adjourn(g) => {
            Command::Result(ResultCommand::Adjourn { game: game(g)?, reason: Some(reason()) })
        }
        Step::Clear(g) => {
            Command::Result(ResultCommand::ClearResult { game: game(g)?, reason: reason(), seen: u64::MAX })
        }
        Step::Object(g, player) => {
            Command::Result(ResultCommand::DisputeResult { game: game(g)?, player, words: reason() })
        }
        Step::UseRecord(g, record, fresh) => {
            let it = event.game(game(g)?).unwrap();
            let seen = if fresh { it.result_revision } else { 0 };
            Command::Record(RecordCommand::UseRecord {
                game: it.id,
                record: it.records.get(record % it.records.len().max(1))?.id,
                seen,
            })
        }
        Step::Record(g, player, choice) => Command::Record(RecordCommand::HandInRecord {
            game: game(g)?,
            record: new_id(),
            player,
            digest: Bytes32::digest(record_text(choice).as_bytes()),
            findings: Box::new(Findings {
                beside: beside(event, game(g)?, player, choice),
                ..findings(choice)
            }),
        }),
    })
}

/// Sometimes somebody has compared the records, sometimes nobody has.
fn beside(event: &Event, game: GameId, player: Option<Seat>, choice: u8) -> Vec<Beside> {
    let then = match choice {
        1 => Then::EarlierEnds,
        2 => Then::LaterEnds,
        3 => Then::Same,
        4 => Then::Differ { ply: 2, earlier: "E7-E5".to_owned(), later: "E7-E6".to_owned() },
        _ => return Vec::new(),
    };
    let others = event.game(game).unwrap().newest_of_others(player);
    others.into_iter().map(|it| Beside { earlier: it.id, common: 1, then: then.clone() }).collect()
}

/// What stands in for the text of a record.
pub(crate) fn record_text(choice: u8) -> String {
    format!("record {choice}")
}

fn findings(choice: u8) -> Findings {
    let checked = match choice {
        6 => Checked::Broken { ply: 3, text: Some("E2-E5".to_owned()), why: "no such move".to_owned() },
        _ => Checked::Legal,
    };
    Findings {
        plies: 40,
        result: (choice != 5).then(|| result(choice % 3)),
        is_adjudicated: choice == 0,
        out_of_time: (choice == 2).then_some(Seat::First),
        is_exact: choice < 3,
        ..crate::rig::findings(checked, Bytes32::digest(&[choice % 2]))
    }
}

fn offer(choice: u8) -> Offer {
    match choice {
        0 => Offer::Draw,
        1 => Offer::Concession { in_lieu: None, bearer_captured: false },
        2 => Offer::Concession { in_lieu: None, bearer_captured: true },
        3 => Offer::Concession { in_lieu: Some(InLieu::Planting), bearer_captured: false },
        4 => Offer::InevitableCheckmate { against_himself: true },
        _ => Offer::InevitablePlanting,
    }
}

fn finding(n: u8) -> ClaimFinding {
    let evidence =
        if n.is_multiple_of(4) { Evidence::Scoresheet } else { Evidence::Record { record: new_id() } };
    ClaimFinding { evidence, plies: 40, count: u32::from(n % 5), needed: 3 }
}
