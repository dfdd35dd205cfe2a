//! What a player is asked about what the opponent says of the game's end.

use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::possible_result::ResultCode;
use crate::domain::result::{DisputeCause, ResultEntry, Seat, Source};
use crate::ledger::OnceKey;
use crate::pages::form::FormView;
use crate::pages::parts::PointsView;
use crate::services::foresee::fingerprint;

/// What the opponent says of the game's end, to be confirmed or disputed.
#[derive(Debug, Clone)]
pub struct AccordView {
    /// What is asked.
    pub heading: &'static str,
    /// What the opponent says, in a sentence.
    pub says: String,
    /// What confirming sends.
    pub code: String,
    /// What is confirmed by it: the result with the points that are shown here.
    pub confirmed: String,
    /// Both players with what they score then.
    pub points: Vec<(String, PointsView)>,
    /// The key of the form that confirms.
    pub once: String,
    /// What is disputed, in the player's own words.
    pub dispute: FormView,
}

impl AccordView {
    /// What the player in a seat is asked, if the opponent has said something that waits for an answer.
    #[must_use]
    pub fn of(event: &Event, game: &Game, seat: Seat) -> Option<Self> {
        if !event.settings.players_report || is_disputed_by(game, seat) {
            return None;
        }
        let opponent = event.name_of(game.player(seat.other()));
        let form = FormView::fresh("dispute");
        let heading = if game.result.is_some() { "Do you agree?" } else { "Please confirm" };
        let view = |says, code, confirmed, points| Self {
            heading,
            says,
            code,
            confirmed,
            points,
            once: OnceKey::new().to_string(),
            dispute: form,
        };
        if let Some(result) = &game.result {
            let agrees = game.report(seat).is_some_and(|own| own.entry == result.entry);
            if agrees || game.newest_of(Some(seat)).is_some() {
                // The player has said so, or the own record has been laid beside it already.
                return None;
            }
            let is_of_opponent = matches!(result.source, Source::Record { record }
                if game.records.iter().any(|it| it.id == record && it.player == Some(seat.other())));
            let says = format!("{opponent}’s record shows: {}.", event.result_words(game, &result.entry));
            let worth = Some((result.entry, result.points));
            let code = ResultCode(result.entry).to_string();
            let points = points(event, game, &result.entry);
            return is_of_opponent.then(|| view(says, code, fingerprint(worth, worth), points));
        }
        let report = game.report(seat.other())?;
        let own = game.report(seat);
        if own.is_some_and(|own| own.entry == report.entry) {
            return None;
        }
        let says = format!("{opponent} reports: {}.", event.result_words(game, &report.entry));
        let worth =
            report.entry.score(game.scoring_variation(event.settings.game), &event.settings.points).ok()?;
        let confirmed = fingerprint(None, Some((report.entry, worth)));
        Some(view(says, ResultCode(report.entry).to_string(), confirmed, points(event, game, &report.entry)))
    }
}

fn is_disputed_by(game: &Game, seat: Seat) -> bool {
    game.disputes.iter().any(|dispute| dispute.cause == DisputeCause::Objection { player: seat })
}

fn points(event: &Event, game: &Game, entry: &ResultEntry) -> Vec<(String, PointsView)> {
    let variation = game.scoring_variation(event.settings.game);
    let scored = entry.score(variation, &event.settings.points).ok();
    let players = game.players().map(|player| event.name_of(player).to_owned());
    scored.map_or_else(Vec::new, |points| players.into_iter().zip(points.map(Into::into)).collect())
}
