//! The register of rulings, claims that were judged, and incidents.

use askama::Template;
use chrono::{DateTime, Utc};
use tiger_event::bracket::TieRuling;
use tiger_event::command::FormerBoards;
use tiger_event::protocol::Incident;
use tiger_event::result::Source;
use tiger_event::{Claimed, Event, Game, GameResult, Ruling};
use tiger_rules::Ending;

use super::{local, names, result_text};
use crate::access::EventAccess;
use crate::error::{AppError, Result};
use crate::pages::{EventTab, Frame, or_empty};
use crate::services::import::FROM_FILE;
use crate::services::incidents::by_player;

#[derive(Template)]
#[template(path = "rounds/rulings.html")]
pub struct RulingsPage {
    pub frame: Frame,
    /// What was noted about players in all rounds, each with the player's page and name.
    pub noted: Vec<(String, String, String)>,
    /// The entries, oldest first.
    pub rows: Vec<RegisterRow>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegisterRow {
    /// Its place in the register, from 1.
    pub number: usize,
    /// What sort: `Ruling`, `Claim refused`, `Touch-move`.
    pub kind: String,
    pub at: String,
    /// Who ruled or noted.
    pub by: String,
    /// Round and board.
    pub place: String,
    pub names: String,
    pub href: String,
    /// The result before, empty if it had none of its own, and after, with points; none where it was left alone.
    pub effect: Option<(String, String)>,
    pub reason: String,
    /// The article; may be empty.
    pub article: String,
    /// Why it decides nothing any more; empty while it does.
    pub undone: String,
    /// Where it can be taken back; empty where it cannot.
    pub take_back: String,
}

impl RulingsPage {
    /// Everything in the register; of boards that are no more as well.
    ///
    /// # Errors
    /// When the bracket contradicts itself.
    pub fn of(access: &EventAccess, former: &FormerBoards) -> Result<Self> {
        let event = &access.event;
        let mut rows: Vec<(DateTime<Utc>, RegisterRow)> = Vec::new();
        for ruling in &event.rulings {
            if let Some(game) = event.games.get(&ruling.game).or_else(|| former.get(ruling.game)) {
                rows.push((ruling.after.at, ruling_row(access, game, ruling)));
            }
        }
        rows.extend(ties(access)?);
        for game in event.games.values() {
            rows.extend(unexplained(access, game));
            rows.extend(claims(access, game));
            rows.extend(incidents(access, game));
            rows.extend(super::appeals::register(access, game));
        }
        rows.sort_by_key(|(at, _)| *at);
        let numbered = (1..).zip(rows).map(|(number, (_, row))| RegisterRow { number, ..row });
        Ok(Self {
            frame: access.frame_under(EventTab::Queue),
            noted: by_player(event)
                .iter()
                .map(|noted| {
                    let page = access.path(&format!("/entries/{}", noted.player));
                    (page, event.name_of(noted.player).to_owned(), noted.words())
                })
                .collect(),
            rows: numbered.collect(),
        })
    }
}

/// What was ruled about the ties of a knockout.
fn ties(access: &EventAccess) -> Result<Vec<(DateTime<Utc>, RegisterRow)>> {
    let event = &access.event;
    let bracket = event.bracket(None).map_err(AppError::internal)?;
    let row = |ruling: &TieRuling| {
        let place = bracket.as_ref().and_then(|bracket| Some(bracket.tie_title(bracket.tie(ruling.tie)?)));
        let row = RegisterRow {
            kind: "Ruling on a tie".to_owned(),
            at: local(event, ruling.at),
            by: ruling.by.clone(),
            place: place.unwrap_or_default(),
            names: event.pair_text(ruling.players),
            href: access.path(&format!("/ties/{}/{}", ruling.tie.stage, ruling.tie.slot)),
            effect: Some((String::new(), event.verdict_text(ruling.verdict))),
            reason: ruling.reason.to_string(),
            article: or_empty(&ruling.article),
            ..RegisterRow::default()
        };
        (ruling.at, row)
    };
    Ok(event.tie_rulings.iter().map(row).collect())
}

/// A row without what is particular to it.
pub(super) fn row(access: &EventAccess, game: &Game, kind: &str, at: DateTime<Utc>, by: &str) -> RegisterRow {
    let event = &access.event;
    RegisterRow {
        kind: kind.to_owned(),
        at: local(event, at),
        by: by.to_owned(),
        place: event.place_title(game),
        names: names(event, game),
        href: access.game_path(game, "/room"),
        ..RegisterRow::default()
    }
}

fn ruling_row(access: &EventAccess, game: &Game, ruling: &Ruling) -> RegisterRow {
    let event = &access.event;
    let text = |result: &GameResult| result_text(event, game, result);
    let before = ruling.before.as_ref().map_or_else(|| "no result".to_owned(), text);
    RegisterRow {
        href: match event.games.contains_key(&game.id) {
            true => access.game_path(game, "/result"),
            false => access.path(&format!("/rounds/{}/results", game.round)),
        },
        effect: Some((before, text(&ruling.after))),
        reason: ruling.reason.to_string(),
        article: or_empty(&ruling.article),
        undone: no_longer(event, game, ruling),
        ..row(access, game, "Ruling", ruling.after.at, &ruling.after.by)
    }
}

/// Why a ruling decides nothing any more; empty while it does.
fn no_longer(event: &Event, game: &Game, ruling: &Ruling) -> String {
    let source = game.result.as_ref().map(|result| result.source);
    match ruling.undone_at {
        Some(at) => undone(event, at),
        None if !event.games.contains_key(&game.id) => "The board was changed since".to_owned(),
        None if source == Some(Source::Ruling { ruling: ruling.id }) => String::new(),
        None if source.is_none() => "Taken back since".to_owned(),
        None => "Another result stands".to_owned(),
    }
}

fn undone(event: &Event, at: DateTime<Utc>) -> String {
    format!("Undone, {}", local(event, at))
}

/// A result that an arbiter has decided without a ruling, and what sort of decision it is. Of games from a report file nobody
/// knows how they ended.
pub(super) fn decided<'a>(event: &Event, game: &'a Game) -> Option<(&'a GameResult, &'static str)> {
    let result = game.result.as_ref().filter(|result| result.source == Source::Arbiter)?;
    let is_from_file = || {
        let round = event.round(game.round).ok();
        round.is_some_and(|it| it.table.boards.iter().any(|it| it.game == game.id && it.why == FROM_FILE))
    };
    match result.entry.ending {
        Ending::Arbiter if is_from_file() => None,
        Ending::Arbiter => Some((result, "Award")),
        Ending::Disqualification => Some((result, "Disqualification")),
        _ => None,
    }
}

/// What an arbiter has decided at a board, and no ruling gives a reason for.
fn unexplained(access: &EventAccess, game: &Game) -> Option<(DateTime<Utc>, RegisterRow)> {
    let (result, kind) = decided(&access.event, game)?;
    let row = RegisterRow {
        href: access.game_path(game, "/result"),
        effect: Some((String::new(), result_text(&access.event, game, result))),
        reason: "Entered without a reason.".to_owned(),
        ..row(access, game, kind, result.at, &result.by)
    };
    Some((result.at, row))
}

fn claims(access: &EventAccess, game: &Game) -> Vec<(DateTime<Utc>, RegisterRow)> {
    let claim = |claimed: &Claimed| {
        let judged = claimed.judgement()?;
        let verdict = if judged.is_granted { "Claim granted" } else { "Claim refused" };
        let who = claimed.player.map_or("An arbiter", |player| access.event.name_of(game.player(player)));
        let found = judged.finding.map(|finding| format!(" {}", finding.sentence(claimed.kind)));
        let reason = judged.reason.as_ref().map(|reason| format!(" {reason}"));
        let row = RegisterRow {
            reason: format!(
                "{who} claimed: {}.{}{}",
                claimed.kind.title(),
                found.unwrap_or_default(),
                reason.unwrap_or_default()
            ),
            ..row(access, game, verdict, judged.at, &judged.by)
        };
        Some((judged.at, row))
    };
    game.protocol.claims.iter().filter_map(claim).collect()
}

fn incidents(access: &EventAccess, game: &Game) -> Vec<(DateTime<Utc>, RegisterRow)> {
    let incident = |incident: &Incident| {
        let whom = incident.player.map(|player| format!("{}: ", access.event.name_of(game.player(player))));
        let whom = whom.unwrap_or_default();
        let row = RegisterRow {
            reason: format!("{whom}{}{}", incident.in_words(), incident.back_in_words()),
            article: or_empty(&incident.article),
            undone: incident.taken_back.as_ref().map(|it| undone(&access.event, it.at)).unwrap_or_default(),
            take_back: if incident.stands() {
                access.path(&format!("/ledger/{}/take-back", incident.step))
            } else {
                String::new()
            },
            ..row(access, game, incident.kind.title(), incident.at, &incident.by)
        };
        (incident.at, row)
    };
    game.protocol.incidents.iter().map(incident).collect()
}
