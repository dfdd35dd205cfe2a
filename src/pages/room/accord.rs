//! What a player is asked about what the opponent says of the game's end.

use tiger_event::result::Source;
use tiger_event::{DisputeCause, Event, Game, ResultCode, ResultEntry, Seat};

use crate::pages::{FormView, PointsView};
use crate::services::foresee::fingerprint;

/// What the opponent says of the game's end, to be confirmed or disputed.
pub struct AccordView {
    pub heading: &'static str,
    /// What the opponent says, in a sentence.
    pub says: String,
    /// What confirming sends.
    pub code: String,
    /// What is confirmed by it: the result with the points that are shown here.
    pub confirmed: String,
    /// Both players with what they score then.
    pub points: Vec<(String, PointsView)>,
    /// What is disputed, in the player's own words.
    pub dispute: FormView,
}

impl AccordView {
    /// What the player in a seat is asked, if the opponent has said something that waits for an answer.
    pub fn of(event: &Event, game: &Game, seat: Seat) -> Option<Self> {
        if !event.settings.players_report || is_disputed_by(game, seat) {
            return None;
        }
        let (entry, says, confirmed) = match &game.result {
            Some(result) => {
                let is_of_opponent = matches!(result.source, Source::Record { record }
                    if game.records.iter().any(|it| it.id == record && it.player == Some(seat.other())));
                // Who has handed in a record has had it laid beside the opponent's already.
                if !is_of_opponent || game.newest_of(Some(seat)).is_some() {
                    return None;
                }
                let worth = Some((result.entry, result.points));
                (result.entry, "’s record shows", fingerprint(worth, worth))
            }
            // Who has reported as well has answered: the two agree, or the arbiter has been asked.
            None if game.report(seat).is_some() => return None,
            None => {
                let entry = game.report(seat.other())?.entry;
                let variation = game.scoring_variation(event.settings.game);
                let worth = entry.score(variation, &event.settings.points).ok()?;
                (entry, " reports", fingerprint(None, Some((entry, worth))))
            }
        };
        if game.report(seat).is_some_and(|own| own.entry == entry) {
            return None;
        }
        let opponent = event.name_of(game.player(seat.other()));
        Some(Self {
            heading: if game.result.is_some() { "Do you agree?" } else { "Please confirm" },
            says: format!("{opponent}{says}: {}.", event.result_words(game, &entry)),
            code: ResultCode(entry).to_string(),
            confirmed,
            points: points(event, game, &entry),
            dispute: FormView::fresh("dispute"),
        })
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
