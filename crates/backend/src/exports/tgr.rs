//! The records of all games as one file: their moves as they were handed in, with marks and comments, under tags that name
//! the event's own event, round, board and players, and its result where the record says another one, or none.

use chrono::NaiveDate;
use tiger_event::record::HandedIn;
use tiger_event::result::army;
use tiger_event::{Event, Game, GameId, Seat};
use tiger_rules::{GameKind, Limits, Record, check, read_records};

use super::FindRecord;
use crate::error::{AppError, Result};
use crate::publish::Issue;
use crate::services::lines::{Tried, keeper};
use crate::services::scoresheets::set_ending;

pub(super) fn games(issue: &Issue, find_record: FindRecord<'_>) -> Result<String> {
    let event = &issue.event;
    let mut file = String::new();
    for round in &event.rounds {
        for game in event.games_of(round.number) {
            let Some(handed_in) = game.record_to_publish() else { continue };
            let text = find_record(handed_in.digest)?.ok_or_else(|| {
                AppError::internal(anyhow::anyhow!("the text of record {} is not there", handed_in.id))
            })?;
            if !file.is_empty() {
                file.push('\n');
            }
            file.push_str(&published_text(event, game, handed_in, &text));
        }
    }
    Ok(file)
}

pub(super) fn game(issue: &Issue, game: GameId, find_record: FindRecord<'_>) -> Result<String> {
    let (game, handed_in, text) = published(issue, game, find_record)?;
    Ok(published_text(&issue.event, game, handed_in, &text))
}

/// A game whose record is published, with the record and its text as it was handed in.
pub(super) fn published<'a>(
    issue: &'a Issue,
    game: GameId,
    find_record: FindRecord<'_>,
) -> Result<(&'a Game, &'a HandedIn, String)> {
    let game = issue.event.games.get(&game).ok_or(AppError::not_found("game"))?;
    let handed_in = game.record_to_publish().ok_or(AppError::not_found("record"))?;
    let text = find_record(handed_in.digest)?.ok_or(AppError::not_found("record"))?;
    Ok((game, handed_in, text))
}

/// The record under the event's own tags. A text that cannot be taken apart (a game whose rules do not check it yet)
/// stays as it is.
fn published_text(event: &Event, game: &Game, handed_in: &HandedIn, text: &str) -> String {
    match read_records(text, Limits::WEB).next() {
        Some(Ok(record)) => {
            let record = with_lines(event, game, text, with_tags(event, game, handed_in, record));
            record.numbered().unwrap_or(record).to_string()
        }
        _ => format!("{}\n", text.trim_end()),
    }
}

/// The record with the lines that are kept beside it, each as a comment where it goes on from.
fn with_lines(event: &Event, game: &Game, text: &str, mut record: Record) -> Record {
    let board = event.settings.dance_board();
    for line in &game.lines {
        let tried = Tried::of(text, &board, Some(line.ply), line.moves.as_str());
        let Ok(tried) = tried else { continue };
        // A comment stands behind a move: a line from the very beginning stands behind the move that it replaces.
        let words = tried.course.steps().iter().take_while(|step| step.ply <= line.ply).count().max(1);
        if tried.course.wrong().is_none()
            && let Some(word) = record.moves.get_mut(words - 1)
        {
            let said = line.words.as_ref().map(|words| format!(": {words}")).unwrap_or_default();
            word.remarks.push(format!("{}: {}{said}", keeper(event, game.id, line), tried.in_words()));
        }
    }
    record
}

/// The record with the result that stands, if it says another one itself, or none, and its moves can end so.
fn with_result(event: &Event, game: &Game, handed_in: &HandedIn, record: Record) -> Record {
    let Some(stands) = &game.result else { return record };
    if handed_in.findings.result.is_some_and(|said| said.agrees_with(&stands.entry)) {
        return record;
    }
    let mut told = record.clone();
    set_ending(event, game, &mut told, stands.entry);
    if check(&told).error.is_none() { told } else { record }
}

/// Whether a date is written as records write it, such as `2026.11.13`.
fn is_date(text: &str) -> bool {
    text.len() == 10 && NaiveDate::parse_from_str(text, "%Y.%m.%d").is_ok()
}

fn with_tags(event: &Event, game: &Game, handed_in: &HandedIn, mut record: Record) -> Record {
    let kind = event.settings.game;
    let variation = game.scoring_variation(kind);
    // Whoever wrote it down knows when it was played; it may be handed in on another day.
    let told = record.tag("Date").filter(|told| is_date(told)).map(str::to_owned);
    let at = handed_in.at.with_timezone(&event.settings.time_zone).format("%Y.%m.%d");
    let tags = [
        ("Event".to_owned(), event.settings.name.to_string()),
        ("Date".to_owned(), told.unwrap_or_else(|| at.to_string())),
        ("Round".to_owned(), game.round.to_string()),
        ("Board".to_owned(), event.board_number(game).to_string()),
        ("Game".to_owned(), kind.name().to_owned()),
        (kind.side_name(army(variation, Seat::First)).to_owned(), event.name_of(game.first).to_owned()),
        (kind.side_name(army(variation, Seat::Second)).to_owned(), event.name_of(game.second).to_owned()),
    ];
    let mut head = Record::default();
    for (name, value) in tags {
        // `Game` is how a reader knows the rules: the record's own spelling stays.
        let value = if name == "Game" { record.tag("Game").map_or(value, str::to_owned) } else { value };
        record.tags.retain(|tag| !tag.name.eq_ignore_ascii_case(&name));
        head.set_tag(&name, value);
    }
    head.tags.append(&mut record.tags);
    record.tags = head.tags;
    let mut record = with_result(event, game, handed_in, record);
    if kind == GameKind::Dance {
        // Who reads the file elsewhere has no other way to know the board.
        record.set_board(&event.settings.dance_board());
    }
    record
}
