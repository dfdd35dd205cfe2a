//! The result grid as a page, with what was typed where it could not be saved.

use std::collections::BTreeMap;

use super::options::{draw_word, options, side_names};
use super::status_of;
use crate::auth::EventAccess;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::result::{GameResult, Source};
use crate::domain::round::{Round, RoundState};
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::event::EventTab;
use crate::pages::rounds::{
    GridPage, GridRow, MissingRow, Person, ending_text, points_text, points_view, score,
};
use crate::pages::status::Status;
use crate::services::pairing::History;
use crate::services::results::{self, Typed};
use crate::services::rounds::{Missing, lacks_dice, missing};

/// What came back with a row, and why.
pub(super) type Wrong = BTreeMap<u16, (Typed, String)>;

/// The grid of a round.
pub(super) fn page(
    access: &EventAccess,
    event: &Event,
    round: &Round,
    wrong: &Wrong,
) -> Result<GridPage, AppError> {
    let history = History::before(event, round.number)?;
    let games = event.games_of(round.number);
    let is_open = round.state == RoundState::Published;
    let rows: Vec<GridRow> =
        games.iter().map(|game| row(event, game, &history, is_open, wrong.get(&game.board))).collect();
    let mut frame = access.frame(Some(EventTab::Rounds));
    frame = frame.under("Rounds", access.path("/rounds"));
    Ok(GridPage {
        frame,
        base: access.base(),
        round: round.number,
        status: status_of(round.state),
        is_open: is_open || games.iter().any(|game| game.adjourned.is_some()),
        done: games.iter().filter(|game| game.result.is_some()).count(),
        rows,
        sides: side_names(event.settings.game),
        draw_word: draw_word(event.settings.game),
        missing: missing(event, round.number)
            .iter()
            .map(|missing| missing_row(access, event, missing))
            .collect(),
        is_close_refused: false,
        refusal: String::new(),
        wrong: wrong.len(),
        once: OnceKey::new().to_string(),
        rounds: event.rounds.iter().filter(|r| r.state != RoundState::Draft).map(|r| r.number).collect(),
        reason: String::new(),
        reason_error: String::new(),
        is_untouched: is_open
            && event.rounds.iter().all(|other| other.number <= round.number)
            && games.iter().all(|game| game.is_untouched()),
    })
}

fn missing_row(access: &EventAccess, event: &Event, missing: &Missing) -> MissingRow {
    let game = event.games.get(&missing.game);
    MissingRow {
        board: game.map_or(0, |game| event.board_number(game)),
        names: game.map(|game| names(event, game)).unwrap_or_default(),
        sentence: missing.sentence,
        href: access.path(&format!("/games/{}/result", missing.game)),
    }
}

/// The two players in one line.
pub(super) fn names(event: &Event, game: &Game) -> String {
    format!("{} – {}", event.name_of(game.first), event.name_of(game.second))
}

fn row(
    event: &Event,
    game: &Game,
    history: &History,
    is_open: bool,
    typed: Option<&(Typed, String)>,
) -> GridRow {
    let was = results::pick_of(game);
    let stored = Typed { pick: was.clone(), awards: results::awards_of(game), ..Typed::default() };
    let (shown, error) = typed.map_or((stored, String::new()), Clone::clone);
    let result = game.result.as_ref();
    GridRow {
        game: game.id.to_string(),
        key: game.board,
        board: event.board_number(game),
        first: Person::of(event, game.first),
        first_points: points_view(history.of(game.first).points),
        second: Person::of(event, game.second),
        second_points: points_view(history.of(game.second).points),
        is_open: (is_open || game.adjourned.is_some()) && !results::is_settled(game),
        groups: options(event, game),
        pick: shown.pick,
        was,
        seen: game.result_revision,
        awards: shown.awards,
        reason: shown.reason,
        score: result.map(|result| score(&result.entry).to_owned()).unwrap_or_default(),
        ending: result.map(|result| ending_text(&result.entry)).unwrap_or_default(),
        points: result.map(|result| points_text(&result.points)).unwrap_or_default(),
        status: status(game),
        source: result.map(source).unwrap_or_default().to_owned(),
        variation: variation(event, game),
        error,
    }
}

fn status(game: &Game) -> Option<Status> {
    match &game.result {
        _ if !game.disputes.is_empty() => Some(Status::Disputed),
        Some(result) if matches!(result.source, Source::Ruling { .. }) => Some(Status::Overruled),
        Some(_) => Some(Status::Confirmed),
        None if game.adjourned.is_some() => Some(Status::Adjourned),
        None => None,
    }
}

/// Where a result comes from, in a word or two.
pub(super) const fn source(result: &GameResult) -> &'static str {
    match result.source {
        Source::Arbiter => "entered by an arbiter",
        Source::Agreement => "agreed by both players",
        Source::Record { .. } => "shown by the record",
        Source::Ruling { .. } => "by a ruling",
        Source::Concession => "conceded at the board",
    }
}

/// The variation in words, or what is missing of it.
pub(super) fn variation(event: &Event, game: &Game) -> String {
    if lacks_dice(event, game) {
        return "dice not on file".to_owned();
    }
    game.variation(event.settings.game).map(tiger_rules::Variation::title).unwrap_or_default()
}
