//! Game records that are handed in: read, replayed by the rules, compared with what is on file.

use std::sync::Arc;

use tiger_event::legal_moves::Help;
use tiger_event::rated::words;
use tiger_event::record::{Checked, Findings};
use tiger_event::result::{SEATS, army, bearer_matters, seat};
use tiger_event::text::{capital, sought};
use tiger_event::{
    Actor, Bytes32, Command, DisputeCause, Event, Game, RecordCommand, RecordId, RecordText, ResultEntry,
    Seat,
};
use tiger_rules::dance::Board;
use tiger_rules::{
    AnyPosition, CheckReport, Limits, Place, Record, RecordError, Replay, Variation, check_on, read_records,
    result_named,
};

use super::scoresheets::{open_record, reached};
use crate::clock;
use crate::db::{self, Database};
use crate::error::{AppError, Result};
use crate::ledger::{Attachment, Committed, Ledger, OnceKey, Order};

pub mod compare;

/// Who hands a record in.
#[derive(Debug, Clone)]
pub struct Sender {
    pub actor: Actor,
    /// The player whose record it is, none for an arbiter.
    pub player: Option<Seat>,
    /// The player whose flag has fallen by the program's clock.
    pub out_of_time: Option<Seat>,
    pub once: OnceKey,
}

/// What became of a record.
pub enum HandedIn {
    Kept(Box<Committed>),
    /// It is not: the rules refuse it, and its sender has not seen that yet.
    Refused(Box<RecordError>),
}

/// What the rules find in the record of a game.
pub fn examine(event: &Event, game: &Game, text: &str) -> Result<Findings, String> {
    look_at(event, game, text, true).map(|(findings, _)| findings)
}

/// The same with the fault as the rules tell it, if there is one; what may have been meant only if `shows_moves`.
fn look_at(
    event: &Event,
    game: &Game,
    text: &str,
    shows_moves: bool,
) -> Result<(Findings, Option<RecordError>), String> {
    let variation = game.variation(event.settings.game).ok_or(
        "The variation of this game is not on file yet: what was answered and cast before it has to stand in the game room first. Then hand in the record.",
    )?;
    let record = read_one(text)?;
    let kind = record.game().map_err(|why| format!("{}.", capital(&why)))?;
    if kind != event.settings.game {
        return Err(format!("This is a record of {kind}, but the event plays {}.", event.settings.game));
    }
    if record.tag("Result").is_none() {
        return Err(format!(
            "The text does not say how the game ended. Write it behind the moves: `{} wins`, `{}`, or `*` if it goes on.",
            kind.side_name(variation.first_mover()),
            kind.draw_name()
        ));
    }
    let board = event.settings.dance_board();
    if let Some(why) = contradicts_file(event, game, &record, variation) {
        let fault = RecordError { ply: 0, mv: None, place: None, why, suggestions: Vec::new(), bare: None };
        return Ok((broken(&record, &board, &fault), Some(fault)));
    }
    let mut report = check_on(&record, &board);
    if !shows_moves {
        report.error = report.error.map(RecordError::without_suggestions);
    }
    let fault = report.error.clone().filter(|_| !report.may_stand);
    Ok((from_report(&record, &board, variation, report), fault))
}

/// Hands a record in, with what the rules found. One that they refuse is kept only if its sender `insists`.
pub async fn hand_in(
    ledger: &Ledger,
    sender: Sender,
    (event, game): (&Arc<Event>, &Game),
    text: &str,
    insists: bool,
) -> Result<HandedIn> {
    let (shared, id, text) = (game.clone(), event.id, text.to_owned());
    let event = event.clone();
    let mut others = Vec::new();
    for record in game.newest_of_others(sender.player) {
        others.push((record.id, text_of(ledger.database(), record.digest).await?));
    }
    let order = db::block(move || {
        let Sender { actor, player, out_of_time, once } = sender;
        let shows_moves = event.help(&shared, player.is_some()) == Help::Full;
        let found = look_at(&event, &shared, &text, shows_moves);
        let (mut findings, fault) = found.map_err(AppError::Unprocessable)?;
        if let Some(fault) = fault.filter(|_| !insists) {
            return Ok(Err(fault));
        }
        findings.is_exact = true;
        findings.beside = compare::with_others(&event.settings.dance_board(), &text, &others);
        (findings.replaces, findings.out_of_time) = (refused_of(&shared, player), out_of_time);
        let mut salt = Bytes32([0; 32]);
        getrandom::fill(&mut salt.0)?;
        let text = RecordText::salted(text, salt);
        let command = Command::Record(RecordCommand::HandInRecord {
            game: shared.id,
            record: clock::new_id(),
            player,
            digest: text.digest(),
            findings: Box::new(findings),
        });
        let order = Order::new(actor, id, command).once(once).with(Attachment::Record(text));
        Ok::<_, AppError>(Ok(order))
    })
    .await?;
    match order {
        Ok(order) => super::carry_out(ledger, order).await.map(|done| HandedIn::Kept(Box::new(done))),
        Err(fault) => Ok(HandedIn::Refused(Box::new(fault))),
    }
}

/// The text with those tags that it lacks and the checks need: a player may write the moves alone. From which situation
/// the game begins, where it is another one, the text has to say itself; what became of it too, unless the board shows it.
pub fn completed(event: &Event, game: &Game, text: &str) -> String {
    let Ok(mut own) = open_record(event, game, &[]) else { return text.to_owned() };
    let text = text.trim_start_matches('\u{feff}');
    let told = text.to_ascii_lowercase();
    let is_told = |name: &str| told.contains(&format!("[{} ", name.to_ascii_lowercase()));
    own.tags.retain(|tag| !["Event", "Round", "Board", "Situation", "Result"].contains(&tag.name.as_str()));
    // The movetext ends with what that tag says.
    let mut words = text.split_whitespace().rev();
    let last = words.next().unwrap_or_default();
    let both = format!("{} {last}", words.next().unwrap_or_default());
    let variation = game.scoring_variation(event.settings.game);
    let named = result_named(variation, &both).or_else(|| result_named(variation, last));
    if let Some(result) = named {
        own.set_tag("Result", result);
    }
    own.tags.retain(|tag| !is_told(&tag.name));
    if own.tags.is_empty() || text.trim().is_empty() {
        return text.to_owned();
    }
    let gap = if text.trim_start().starts_with('[') { "\n" } else { "\n\n" };
    let join = |own: &Record, text: &str| format!("{}{gap}{}", own.to_string().trim_end(), text.trim_start());
    if named.is_none()
        && !is_told("Result")
        && let Some(result) = shown_by(event, game, &join(&own, text))
    {
        own.set_tag("Result", result);
        return format!("{}\n{result}", join(&own, text).trim_end());
    }
    join(&own, text)
}

/// What the `Result` tag says of moves that end the game by themselves.
fn shown_by(event: &Event, game: &Game, text: &str) -> Option<&'static str> {
    let moves: Vec<String> = read_one(text).ok()?.moves.into_iter().map(|it| it.text).collect();
    let outcome = reached(event, game, &moves).ok()?.verdict?;
    Some(outcome.winner.map_or("Draw", |side| event.settings.game.side_name(side)))
}

/// The records of one hand that the rules refused and that still wait for an arbiter.
fn refused_of(game: &Game, hand: Option<Seat>) -> Vec<RecordId> {
    let is_own = |id: &RecordId| game.records.iter().any(|record| record.id == *id && record.player == hand);
    let asked = game.disputes.iter().filter_map(|dispute| match dispute.cause {
        DisputeCause::BrokenRecord { record } => Some(record),
        _ => None,
    });
    asked.filter(is_own).collect()
}

/// The text with another move in the place of the one that stands there; none if another one stands there now.
pub fn with_move(text: &str, place: Place, written: &str, instead: &str) -> Option<String> {
    let line = text.split_inclusive('\n').nth(usize::try_from(place.line.checked_sub(1)?).ok()?)?;
    let before =
        text.len() - text.split_inclusive('\n').skip(place.line as usize - 1).map(str::len).sum::<usize>();
    let column = usize::try_from(place.column.checked_sub(1)?).ok()?;
    let at = before + line.char_indices().nth(column)?.0;
    let rest = text.get(at..)?.strip_prefix(written)?;
    Some([text.get(..at)?, instead, rest].concat())
}

/// The text of a record that was handed in.
pub async fn text_of(database: &Database, digest: Bytes32) -> Result<String> {
    let database = database.clone();
    let found = db::block(move || database.read(|db| db::records::find_text(db, digest))).await?;
    found.ok_or(AppError::not_found("record"))
}

fn read_one(text: &str) -> Result<Record, String> {
    if text.len() > Limits::WEB.bytes {
        return Err(format!("A record has at most {} KiB.", Limits::WEB.bytes / 1024));
    }
    let mut records = read_records(text, Limits::WEB);
    let first = match records.next() {
        None => return Err("There is no record in this text.".to_owned()),
        Some(record) => record.map_err(|error| format!("{}.", capital(&error.to_string())))?,
    };
    match records.next() {
        None => Ok(first),
        Some(_) => Err("This text holds several games. Hand in one game's record at a time.".to_owned()),
    }
}

/// What the tags say against what is on file: the variation, the dice, who commanded which army.
fn contradicts_file(event: &Event, game: &Game, record: &Record, variation: Variation) -> Option<String> {
    if let Ok(told) = record.variation()
        && told != variation
    {
        let named = |variation: Variation| Some(variation.title()).filter(|title| !title.is_empty());
        let [told, has] = [told, variation].map(|one| named(one).unwrap_or_else(|| "no Regicide".to_owned()));
        return Some(format!("the record says {told}, but this game has {has}"));
    }
    let cast = game.choice(event.settings.game).tiger_dice().map(|dice| dice.to_string());
    if let (Some(cast), Some(told)) = (cast, record.tag("Dice"))
        && told.trim() != cast
    {
        return Some(format!("the record's Dice are `{told}`, but on file are `{cast}`"));
    }
    if let Some(why) = begins_elsewhere(event, game, record, variation) {
        return Some(why);
    }
    let name = |seat: Seat| event.name_of(game.player(seat));
    let told = |seat: Seat| record.tag(variation.game().side_name(army(variation, seat))).unwrap_or_default();
    let is_own = |seat: Seat| may_be(told(seat), name(seat));
    let is_other = |seat: Seat| may_be(told(seat), name(seat.other())) && !is_own(seat);
    if SEATS.into_iter().any(is_other) && !SEATS.into_iter().any(is_own) {
        let side = variation.game().side_name(army(variation, Seat::First));
        let why = "the record gives the armies the other way round:";
        return Some(format!("{why} {} commands {side}", name(Seat::First)));
    }
    // However a name is written, one of its words tells whose it is; single letters tell nothing.
    let words = |name: &str| {
        let mut words = words(name);
        words.retain(|word| word.chars().count() > 1);
        words
    };
    let of_others = |seat: Seat| {
        let players = SEATS.map(|player| words(name(player))).concat();
        let told = words(told(seat));
        !told.is_empty() && !told.iter().any(|word| players.contains(word))
    };
    SEATS.into_iter().all(of_others).then(|| {
        let players = format!("{} and {}", name(Seat::First), name(Seat::Second));
        let told = format!("{} and {}", told(Seat::First), told(Seat::Second));
        format!("the record is of {told}, but this is the game of {players}: if it is, leave the names out")
    })
}

/// Whether a name in a record may be a player's: the family name is, and so are the given names as far as they are told.
pub fn may_be(told: &str, name: &str) -> bool {
    let parts = |name: &str| {
        let name = sought(name);
        let (family, given) = name.split_once(',').unwrap_or((name.as_str(), ""));
        (family.trim().to_owned(), given.trim().trim_end_matches('.').to_owned())
    };
    let ((told, told_given), (family, given)) = (parts(told), parts(name));
    let is_short = told == family && given.starts_with(&told_given);
    !told.is_empty() && (is_short || told == format!("{given} {family}"))
}

/// What is wrong with the situation that the record begins from: it is the usual one, or the one that the arbiter let the
/// game begin from.
fn begins_elsewhere(event: &Event, game: &Game, record: &Record, variation: Variation) -> Option<String> {
    let board = event.settings.dance_board();
    let begins = event.beginning_of(game).ok()?;
    match record.tag("Situation") {
        Some(told) => {
            // What is no situation at all the check of the record tells.
            let told = AnyPosition::from_situation_of(variation, told, &board).ok()?;
            (told.situation() != begins.situation()).then(|| match &game.beginning {
                None => "the record begins from a situation of its own, but this game began as usual: an arbiter lets a game \
                         begin from another situation in its room"
                    .to_owned(),
                Some(_) => format!(
                    "the record begins from another situation than the game, which is {}",
                    begins.situation()
                ),
            })
        }
        None => game.beginning.as_ref().map(|_| {
            format!(
                "this game begins from another situation: add the tag [Situation \"{}\"]",
                begins.situation()
            )
        }),
    }
}

fn from_report(record: &Record, board: &Arc<Board>, variation: Variation, report: CheckReport) -> Findings {
    let truce = report.error.as_ref().filter(|_| report.may_stand).map(|error| error.ply);
    if let (Some(error), None) = (report.error, truce) {
        let place = error.place.map(|place| format!(" ({place})")).unwrap_or_default();
        let error = RecordError { why: format!("{}{place}", error.why), ..error };
        return Findings { plies: report.plies, ..broken(record, board, &error) };
    }
    let result = report.outcome.map(|outcome| {
        let captured = report.facts.is_some_and(|facts| facts.winner_bearer_captured);
        let winner = outcome.winner.map(|side| seat(variation, side));
        let bearer_captured = bearer_matters(variation, outcome.by) && captured && winner.is_some();
        let planting_inevitable = report.facts.is_some_and(|facts| facts.planting_inevitable);
        ResultEntry { bearer_captured, planting_inevitable, ..ResultEntry::plain(winner, outcome.by) }
    });
    Findings {
        checked: Checked::Legal,
        plies: report.plies,
        is_adjudicated: report.is_over,
        result,
        moves: moves_digest(record, board),
        beside: Vec::new(),
        truce,
        replaces: Vec::new(),
        out_of_time: None,
        is_exact: false,
    }
}

fn broken(record: &Record, board: &Arc<Board>, fault: &RecordError) -> Findings {
    Findings {
        checked: Checked::Broken { ply: fault.ply, text: fault.mv.clone(), why: fault.why.clone() },
        plies: 0,
        result: None,
        is_adjudicated: false,
        moves: moves_digest(record, board),
        beside: Vec::new(),
        truce: None,
        replaces: Vec::new(),
        out_of_time: None,
        is_exact: false,
    }
}

/// The digest of the moves in canonical notation, as far as they are legal; the rest as written.
fn moves_digest(record: &Record, board: &Arc<Board>) -> Bytes32 {
    let mut canonical: Vec<String> = match Replay::on(record, board) {
        Ok(replay) => replay.map_while(Result::ok).map(|ply| ply.written).collect(),
        Err(_) => Vec::new(),
    };
    let rest = record.moves.iter().skip(canonical.len()).map(|written| written.text.to_ascii_uppercase());
    canonical.extend(rest);
    Bytes32::digest(canonical.join(" ").as_bytes())
}
