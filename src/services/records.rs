//! Game records that are handed in: read, replayed by the rules, compared with what is on file.

use std::sync::Arc;

use tiger_rules::dance::Board;
use tiger_rules::{AnyPosition, CheckReport, Limits, Record, Replay, Variation, check_on, read_records};

use crate::db::{self, Database};
use crate::domain::actor::Actor;
use crate::domain::command::{Command, RecordCommand};
use crate::domain::dice::Bytes32;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::ids::RecordId;
use crate::domain::record::{Checked, Findings};
use crate::domain::result::{ResultEntry, Seat, army, bearer_matters, seat};
use crate::domain::text::capital;
use crate::error::AppError;
use crate::ledger::{Attachment, Committed, Ledger, OnceKey, Order};

pub mod compare;

/// What the rules find in the record of a game.
pub fn examine(event: &Event, game: &Game, text: &str) -> Result<Findings, String> {
    let variation = game.variation(event.settings.game).ok_or(
        "The variation of this game is not on file yet. Enter the answers and the dice above, then hand in the record.",
    )?;
    let record = read_one(text)?;
    let kind = record.game().map_err(|why| format!("{}.", capital(&why)))?;
    if kind != event.settings.game {
        return Err(format!("This is a record of {kind}, but the event plays {}.", event.settings.game));
    }
    let board = event.settings.dance_board();
    if let Some(why) = contradicts_file(event, game, &record, variation) {
        return Ok(broken(&record, &board, 0, None, why));
    }
    Ok(from_report(&record, &board, variation, check_on(&record, &board)))
}

/// Hands a record in, with what the rules found.
pub async fn hand_in(
    ledger: &Ledger,
    actor: Actor,
    (event, game): (&Arc<Event>, &Game),
    player: Option<Seat>,
    text: &str,
    once: OnceKey,
) -> Result<Committed, AppError> {
    send_in(ledger, actor, (event, game), player, (text, false), once).await
}

/// Hands in a record that the program itself has written.
pub async fn hand_in_sheet(
    ledger: &Ledger,
    actor: Actor,
    (event, game): (&Arc<Event>, &Game),
    player: Option<Seat>,
    text: &str,
    once: OnceKey,
) -> Result<Committed, AppError> {
    send_in(ledger, actor, (event, game), player, (text, true), once).await
}

async fn send_in(
    ledger: &Ledger,
    actor: Actor,
    (event, game): (&Arc<Event>, &Game),
    player: Option<Seat>,
    (text, must_be_sound): (&str, bool),
    once: OnceKey,
) -> Result<Committed, AppError> {
    let (shared, id, text) = (game.clone(), event.id, text.to_owned());
    let event = event.clone();
    let others = others_texts(ledger.database(), game, player).await?;
    let order = db::block(move || {
        let mut findings = examine(&event, &shared, &text).map_err(AppError::Unprocessable)?;
        if let (true, Checked::Broken { ply, why, .. }) = (must_be_sound, &findings.checked) {
            return Err(AppError::Unprocessable(format!("Ply {ply}: {why}.")));
        }
        findings.beside = compare::with_others(&event.settings.dance_board(), &text, &others);
        let command = Command::Record(RecordCommand::HandInRecord {
            game: shared.id,
            record: RecordId::new(),
            player,
            digest: Bytes32::digest(text.as_bytes()),
            findings: Box::new(findings),
        });
        Ok::<_, AppError>(Order::new(actor, id, command).once(once).with(Attachment::Record { text }))
    })
    .await?;
    super::carry_out(ledger, order).await
}

/// The newest sound record of each other hand, with its text.
async fn others_texts(
    database: &Database,
    game: &Game,
    player: Option<Seat>,
) -> Result<Vec<(RecordId, String)>, AppError> {
    let mut texts = Vec::new();
    for record in game.newest_of_others(player) {
        texts.push((record.id, text_of(database, record.digest).await?));
    }
    Ok(texts)
}

/// The text of a record that was handed in.
///
/// # Errors
/// Not found, when it is not there.
pub async fn text_of(database: &Database, digest: Bytes32) -> Result<String, AppError> {
    let database = database.clone();
    let found = db::block(move || database.read(|db| db::records::find(db, digest))).await?;
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
        return Some(format!(
            "the record says {}, but this game was set up as {}",
            told.title(),
            variation.title()
        ));
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
    let is_swapped = |seat: Seat, other: Seat| told(seat).eq_ignore_ascii_case(name(other));
    (is_swapped(Seat::First, Seat::Second) && is_swapped(Seat::Second, Seat::First)).then(|| {
        format!(
            "the record gives the armies the other way round: {} commands {}",
            name(Seat::First),
            variation.game().side_name(army(variation, Seat::First))
        )
    })
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
        return Findings {
            plies: report.plies,
            ..broken(record, board, error.ply, error.mv, format!("{}{place}", error.why))
        };
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
        is_adjudicated: report.outcome.is_some_and(|outcome| outcome.by.is_on_board()),
        result,
        moves: moves_digest(record, board),
        beside: Vec::new(),
        truce,
    }
}

fn broken(record: &Record, board: &Arc<Board>, ply: u32, text: Option<String>, why: String) -> Findings {
    Findings {
        checked: Checked::Broken { ply, text, why },
        plies: 0,
        result: None,
        is_adjudicated: false,
        moves: moves_digest(record, board),
        beside: Vec::new(),
        truce: None,
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
