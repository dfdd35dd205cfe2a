//! One game's result as a page.

use super::grid_view::{source, variation};
use super::options::options;
use crate::auth::EventAccess;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::record::Checked;
use crate::domain::result::DisputeCause;
use crate::domain::round::RoundState;
use crate::domain::text::capital;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::event::EventTab;
use crate::pages::form::FormView;
use crate::pages::rounds::{GameResultPage, Person, ReportView, local, points_view, result_text};
use crate::services::pairing::History;
use crate::services::results::{awards_of, is_settled, pick_of};
use crate::services::rounds::lacks_dice;

/// The page of a game's result, its forms as they are when nothing was typed.
pub(super) fn page(access: &EventAccess, event: &Event, game: &Game) -> Result<GameResultPage, AppError> {
    let history = History::before(event, game.round)?;
    let player = |id| (Person::of(event, id), points_view(history.of(id).points));
    let form = |id: &str| {
        FormView::new(id).with_idempotency(OnceKey::new().to_string()).with_version(&game.result_revision)
    };
    let [award1, award2] = awards_of(game);
    let result = form("result")
        .with_value("pick", pick_of(game))
        .with_value("award1", award1)
        .with_value("award2", award2);
    let grid = access.path(&format!("/rounds/{}/results", game.round));
    let is_published = event.round(game.round).is_ok_and(|round| round.state == RoundState::Published);
    Ok(GameResultPage {
        frame: access
            .frame(Some(EventTab::Rounds))
            .under("Rounds", access.path("/rounds"))
            .under(format!("Results of round {}", game.round), grid),
        base: access.base(),
        game: game.id.to_string(),
        round: game.round,
        board: event.board_number(game),
        first: player(game.first),
        second: player(game.second),
        variation: if lacks_dice(event, game) { String::new() } else { variation(event, game) },
        lacks_dice: lacks_dice(event, game),
        stands: game.result.as_ref().map(|result| result_text(event, game, result)).unwrap_or_default(),
        source: game.result.as_ref().map_or_else(String::new, |result| {
            capital(&format!("{}, {} at {}", source(result), result.by, local(event, result.at)))
        }),
        is_settled: is_settled(game),
        adjourned: game.adjourned.as_ref().map(ToString::to_string).unwrap_or_default(),
        is_open: is_published || game.adjourned.is_some(),
        is_round_open: is_published,
        disputes: game.disputes.iter().map(|dispute| dispute.sentence.clone()).collect(),
        reports: reports(access, event, game),
        groups: options(event, game),
        result,
        clear: form("clear"),
        adjourn: form("adjourn"),
    })
}

/// What the players reported and the records show, oldest first.
pub(super) fn reports(access: &EventAccess, event: &Event, game: &Game) -> Vec<ReportView> {
    let reported = game.players().into_iter().zip(&game.reports).filter_map(|(id, report)| {
        let report = report.as_ref()?;
        let says = format!("reports: {}", event.result_text(game, &report.entry));
        Some((report.at, event.name_of(id).to_owned(), says, String::new()))
    });
    let records = game.records.iter().map(|record| {
        let shows = match (&record.findings.checked, &record.findings.result) {
            (Checked::Broken { ply, why, .. }, _) => format!("breaks off at ply {ply}: {why}"),
            (Checked::Legal, Some(entry)) if record.findings.truce.is_some() => {
                format!("goes on after a Truce, shows: {}", event.result_text(game, entry))
            }
            (Checked::Legal, Some(entry)) => {
                format!("legal to its end, shows: {}", event.result_text(game, entry))
            }
            (Checked::Legal, None) => "legal so far, shows no result".to_owned(),
        };
        let place = if matches!(record.findings.checked, Checked::Broken { .. }) { "#board" } else { "" };
        let href = access.path(&format!("/games/{}/records/{}{place}", game.id, record.id));
        (record.at, format!("Record by {}", record.by), shows, href)
    });
    let compared =
        game.disputes.iter().filter(|it| matches!(it.cause, DisputeCause::Records { .. })).map(|it| {
            let href = access.path(&format!("/games/{}/records/compare", game.id));
            (it.at, "Both records".to_owned(), "hold different moves".to_owned(), href)
        });
    let mut all: Vec<_> = reported.chain(records).chain(compared).collect();
    all.sort_by_key(|(at, ..)| *at);
    all.into_iter()
        .map(|(at, who, says, href)| ReportView { who: format!("{who}, {}", local(event, at)), says, href })
        .collect()
}
