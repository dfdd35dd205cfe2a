//! The event for programs. Points are decimal strings, times are RFC 3339 in UTC, identifiers are the event's own.

use serde::Serialize;
use serde_json::{Value, json};
use tiger_event::dice::Cast;
use tiger_event::record::Checked;
use tiger_event::result::seat_index;
use tiger_event::{
    EntryId, Event, EventId, EventName, FileRecords, Game, GameResult, PlayerWord, RoundNumber, Ruling, Seat,
    Settings, Slug, StaffRole, Tie,
};
use tiger_pairing::PairingNumber;
use tiger_pairing::model::{self};
use tiger_pairing::standings::{Column, CrossCell};
use tiger_pairing::tiebreak::{self, Scored};

use crate::error::{AppError, Result};
use crate::publish::Issue;
use crate::services::prizes::given;
use crate::services::standings::{EventStandings, Line};

/// Names the shape of the files; it changes when a reader would have to.
const EVENT_FORMAT: &str = "tiger-arbiter event 1";
const STANDINGS_FORMAT: &str = "tiger-arbiter standings 1";

pub(super) fn write(value: &impl Serialize) -> Result<String> {
    let mut text = serde_json::to_string(value).map_err(AppError::internal)?;
    text.push('\n');
    Ok(text)
}

/// The standings as a file of their own. Written field by field: the workings of a great field are thousands of
/// small things, and a tree of them all would take longer to build than to write.
#[derive(Serialize)]
struct StandingsFile<'a> {
    format: &'static str,
    event: EventHead<'a>,
    version: u64,
    standings: StandingsValue<'a>,
}

#[derive(Serialize)]
struct EventHead<'a> {
    id: EventId,
    slug: &'a Slug,
    name: &'a EventName,
}

/// The standings, with the working of every number or without.
#[derive(Serialize)]
struct StandingsValue<'a> {
    after_round: RoundNumber,
    open_games: usize,
    tie_breaks: &'a [Column],
    lines: Vec<LineValue<'a>>,
}

#[derive(Serialize)]
struct LineValue<'a> {
    /// None of a player whose games are annulled.
    place: Option<u32>,
    stand: Option<&'a str>,
    entry: EntryId,
    number: u16,
    name: &'a str,
    points: String,
    nominal_halves: u32,
    nominal_counts: bool,
    tie_breaks: TieBreaks<'a>,
    rounds: Vec<RoundValue<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum TieBreaks<'a> {
    WithWorking(&'a [Scored]),
    Bare(Vec<Option<tiebreak::Value>>),
}

#[derive(Serialize)]
struct RoundValue<'a> {
    opponent: Option<PairingNumber>,
    points: String,
    what: &'a model::Entry,
    #[serde(skip_serializing_if = "std::clone::Clone::clone")]
    counts: bool,
}

pub(super) fn standings(issue: &Issue) -> Result<String> {
    let event = &issue.event;
    let table = issue.standings(None)?;
    write(&StandingsFile {
        format: STANDINGS_FORMAT,
        event: EventHead { id: event.id, slug: &event.slug, name: &event.settings.name },
        version: issue.version,
        standings: standings_value(event, &table, true),
    })
}

fn standings_value<'a>(
    event: &'a Event,
    table: &'a EventStandings,
    with_working: bool,
) -> StandingsValue<'a> {
    StandingsValue {
        after_round: table.rounds,
        open_games: table.open_games,
        tie_breaks: &table.columns,
        lines: table.lines.iter().map(|line| line_value(event, line, with_working)).collect(),
    }
}

fn line_value<'a>(event: &'a Event, line: &'a Line, with_working: bool) -> LineValue<'a> {
    let values = &line.row.values;
    let round = |cell: &'a CrossCell| RoundValue {
        opponent: cell.opponent,
        points: cell.points.to_string(),
        what: &cell.entry,
        counts: cell.counts,
    };
    LineValue {
        place: (!line.row.is_annulled).then_some(line.row.rank),
        stand: (!line.stand.is_empty()).then_some(&line.stand),
        entry: line.entry,
        number: line.number,
        name: event.name_of(line.entry),
        points: line.tally.decimal(),
        nominal_halves: line.tally.nominal,
        nominal_counts: line.tally.nominal_counts,
        tie_breaks: if with_working {
            TieBreaks::WithWorking(values)
        } else {
            TieBreaks::Bare(values.iter().map(|scored| scored.value).collect())
        },
        rounds: line.row.results.iter().map(round).collect(),
    }
}

pub(super) fn event(issue: &Issue) -> Result<String> {
    let event = &issue.event;
    let table = issue.standings(None)?;
    let settings = &event.settings;
    write(&json!({
        "format": EVENT_FORMAT,
        "id": event.id,
        "slug": event.slug,
        "version": issue.version,
        "is_finished": event.is_finished,
        // What a file said for arbiters only comes back in their report file alone.
        "settings": Settings { file: FileRecords::default(), ..settings.clone() },
        "timetable": event.timetable(),
        "categories": event.categories.iter().map(|category| json!({
            "name": category.name,
            "conditions": category.conditions(event),
            "entries": category.named,
        })).collect::<Vec<_>>(),
        "prizes": event.shows_prizes().then(|| prizes_value(event, &table)),
        "arbiters": event.staff.values().map(|member| json!({
            "name": member.name,
            "is_chief": member.role == StaffRole::Chief,
        })).collect::<Vec<_>>(),
        "players": event.entries_by_number().into_iter().map(|entry| json!({
            "entry": entry.id,
            "number": entry.number,
            "details": entry.details,
            "first_round": entry.first_round,
            "attendance": entry.attendance,
        })).collect::<Vec<_>>(),
        "rounds": event.rounds.iter().map(|round| json!({
            "number": round.number,
            "state": round.state,
            "stage": round.table.stage,
            "system": round.system,
            "published_at": round.published_at,
            "games": event.games_of(round.number).into_iter().map(|game| game_value(event, game))
                .collect::<Vec<_>>(),
            "byes": round.table.byes.iter().map(|bye| json!({
                "entry": bye.entry,
                "name": event.name_of(bye.entry),
                "kind": bye.code(),
                "absent": bye.against,
                "points": event.bye_points(bye).to_string(),
            })).collect::<Vec<_>>(),
            "both_absent": round.table.absent.iter().map(|pair| pair.map(|entry| json!({
                "entry": entry,
                "name": event.name_of(entry),
            }))).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "bracket": bracket_value(event)?,
        "rulings": event.rulings.iter().filter(|ruling| event.games.contains_key(&ruling.game))
            .map(|ruling| ruling_value(ruling)).collect::<Vec<_>>(),
        "standings": standings_value(event, &table, false),
    }))
}

/// The prizes with their winners, amounts in whole cents.
fn prizes_value(event: &Event, table: &EventStandings) -> Value {
    json!({
        "currency": event.prizes().map(|prizes| &prizes.currency),
        "lists": given(event, table).into_iter().map(|list| json!({
            "title": list.title,
            "sharing": list.sharing,
            "cents": list.sum,
            "winners": list.winners.into_iter().map(|winner| json!({
                "entry": winner.entry,
                "place": winner.place,
                "prize": winner.prize,
                "cents": winner.amount,
                "why": winner.why,
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}

/// The bracket with its ties; null in formats without one and before round 1.
fn bracket_value(event: &Event) -> Result<Value> {
    let bracket = match event.published_rounds() {
        0 => None,
        _ => event.bracket(None).map_err(AppError::internal)?,
    };
    let Some(bracket) = bracket else { return Ok(Value::Null) };
    let tie_value = |tie: &Tie| {
        let ruling = tie.pair().and_then(|pair| event.tie_ruling(tie.id, pair));
        json!({
            "slot": tie.id.slot,
            "title": bracket.tie_title(tie),
            "players": tie.players,
            "points": tie.points.map(|points| points.to_string()),
            "tie_break_points": (tie.extra_games > 0).then(|| tie.extra.map(|points| points.to_string())),
            "games": tie.games,
            "is_decided": tie.is_decided(),
            "winner": tie.winner(),
            "stands": event.tie_text(tie),
            "ruling": ruling.map(|ruling| json!({
                "id": ruling.id,
                "verdict": ruling.verdict,
                "reason": ruling.reason,
                "article": ruling.article,
                "at": ruling.at,
            })),
        })
    };
    Ok(json!({
        "seeds": bracket.seeds,
        "games_a_tie": bracket.games,
        "stages": (1_u32..).zip(&bracket.stages).map(|(stage, ties)| json!({
            "title": bracket.stage_title(stage),
            "ties": ties.iter().map(tie_value).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    }))
}

/// A cast with the words as they were said; what the faces rest on is in its transcript.
fn cast_value(cast: &Cast) -> Value {
    let mut value = json!(cast);
    if let Some(words) = value.get_mut("words") {
        *words = json!(cast.words.each_ref().map(|word| word.as_ref().map(PlayerWord::said)));
    }
    value
}

fn game_value(event: &Event, game: &Game) -> Value {
    let kind = event.settings.game;
    json!({
        "id": game.id,
        "board": event.board_number(game),
        "first": { "entry": game.first, "name": event.name_of(game.first) },
        "second": { "entry": game.second, "name": event.name_of(game.second) },
        "variation": game.variation(kind),
        "dice": game.casts.iter().map(cast_value).collect::<Vec<_>>(),
        "adjourned": game.adjourned.is_some(),
        "counts": event.annulled_of(game.players()).is_none(),
        "result": game.result.as_ref().map(result_value),
        "record": game.record_to_publish().map(|record| json!({
            "digest": record.digest,
            "checked": match record.findings.checked {
                Checked::Legal => "legal",
                Checked::Broken { .. } => "broken",
            },
            "plies": record.findings.plies,
            "by": record.by,
            "at": record.at,
        })),
    })
}

fn result_value(result: &GameResult) -> Value {
    let points = |seat: Seat| {
        let points = result.points[seat_index(seat)];
        json!({ "points": points.decimal(), "nominal_halves": points.nominal, "text": points.to_string() })
    };
    json!({
        "winner": result.entry.winner.map(|seat| if seat == Seat::First { "first" } else { "second" }),
        "ending": result.entry.ending,
        "first": points(Seat::First),
        "second": points(Seat::Second),
        "source": result.source,
        "at": result.at,
    })
}

fn ruling_value(ruling: &Ruling) -> Value {
    json!({
        "id": ruling.id,
        "game": ruling.game,
        "before": ruling.before.as_ref().map(result_value),
        "after": result_value(&ruling.after),
        "reason": ruling.reason,
        "article": ruling.article,
    })
}
