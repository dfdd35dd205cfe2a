//! The result of one game: entering, overruling, taking back, leaving for later.

use askama::Template;
use tiger_event::record::Checked;
use tiger_event::text::capital;
use tiger_event::{DisputeCause, Game, RoundState};

use super::options::{OptionGroup, options};
use super::{GridPage, Person, local, points_view, result_text, source, variation};
use crate::access::EventAccess;
use crate::error::Result;
use crate::pages::{EventTab, FormView, Frame, PointsView, or_empty};
use crate::services::pairing::History;
use crate::services::results::{awards_of, pick_of};

#[derive(Template)]
#[template(path = "rounds/game.html")]
pub struct GameResultPage {
    pub frame: Frame,
    pub game: String,
    pub round: u16,
    /// The number on the table.
    pub board: u16,
    pub players: [Person; 2],
    /// Their points before the round.
    pub before: [PointsView; 2],
    /// The variation; empty if the game has one form or nothing is chosen yet.
    pub variation: String,
    /// Whether the dice that the points depend on are missing.
    pub lacks_dice: bool,
    /// The result that stands, in words; empty if there is none.
    pub stands: String,
    /// Where it comes from, who set it and when.
    pub source: String,
    /// Whether only a ruling changes it.
    pub is_settled: bool,
    /// Why the game was left for later; empty if it was not.
    pub adjourned: String,
    pub is_open: bool,
    /// Whether its round is open: in a closed one an adjourned game stays adjourned until its result comes in.
    pub is_round_open: bool,
    pub disputes: Vec<String>,
    /// What the players reported and the records show.
    pub reports: Vec<ReportView>,
    pub groups: Vec<OptionGroup>,
    pub result: FormView,
    /// The form that takes the result back.
    pub clear: FormView,
    /// The form that leaves the game for later.
    pub adjourn: FormView,
}

/// What somebody says about the game.
pub struct ReportView {
    pub who: String,
    /// What, and when.
    pub says: String,
    /// The record, if it is one.
    pub href: String,
}

impl ReportView {
    /// What the players reported and the records show, oldest first.
    pub(super) fn list(access: &EventAccess, game: &Game) -> Vec<Self> {
        let event = &*access.event;
        let reported = game.players().into_iter().zip(&game.reports).filter_map(|(id, report)| {
            let report = report.as_ref()?;
            let says = format!("reports: {}", event.result_words(game, &report.entry));
            Some((report.at, event.name_of(id).to_owned(), says, String::new()))
        });
        let records = game.records.iter().map(|record| {
            let shows = match (&record.findings.checked, &record.findings.result) {
                (Checked::Broken { ply, why, .. }, _) => format!("breaks off at ply {ply}: {why}"),
                (Checked::Legal, Some(entry)) if record.findings.truce.is_some() => {
                    format!("goes on after a Truce, shows: {}", event.result_words(game, entry))
                }
                (Checked::Legal, Some(entry)) => {
                    format!("legal to its end, shows: {}", event.result_words(game, entry))
                }
                (Checked::Legal, None) => "legal so far, shows no result".to_owned(),
            };
            let place = if matches!(record.findings.checked, Checked::Broken { .. }) { "#board" } else { "" };
            let href = access.path(&format!("/games/{}/records/{}{place}", game.id, record.id));
            (record.at, format!("Record by {}", record.by), shows, href)
        });
        let compared =
            game.disputes.iter().filter(|it| matches!(it.cause, DisputeCause::Records { .. })).map(|it| {
                let href = access.game_path(game, "/records/compare");
                (it.at, "Both records".to_owned(), "hold different moves".to_owned(), href)
            });
        let mut all: Vec<_> = reported.chain(records).chain(compared).collect();
        all.sort_by_key(|(at, ..)| *at);
        all.into_iter()
            .map(|(at, who, says, href)| Self { who: format!("{who}, {}", local(event, at)), says, href })
            .collect()
    }
}

impl GameResultPage {
    /// The page of a game, its forms as they are when nothing was typed.
    ///
    /// # Errors
    /// When the history of its players contradicts itself.
    pub fn of(access: &EventAccess, game: &Game) -> Result<Self> {
        let event = &*access.event;
        let history = History::before(event, game.round)?;
        let form = |id: &str| FormView::fresh(id).with_version(&game.seen());
        let [award1, award2] = awards_of(game);
        let result = form("result")
            .with_value("pick", pick_of(game))
            .with_value("award1", award1)
            .with_value("award2", award2);
        let is_published = event.round(game.round).is_ok_and(|round| round.state == RoundState::Published);
        Ok(Self {
            frame: access
                .frame_under(EventTab::Rounds)
                .under(format!("Results of round {}", game.round), GridPage::path(access, game.round)),
            game: game.id.to_string(),
            round: game.round,
            board: event.board_number(game),
            players: Person::both(event, game),
            before: game.players().map(|id| points_view(history.of(id).points)),
            variation: if event.lacks_dice(game) { String::new() } else { variation(event, game) },
            lacks_dice: event.lacks_dice(game),
            stands: game.result.as_ref().map(|result| result_text(event, game, result)).unwrap_or_default(),
            source: game.result.as_ref().map_or_else(String::new, |result| {
                capital(&format!("{}, {} at {}", source(result), result.by, local(event, result.at)))
            }),
            is_settled: game.is_settled(),
            adjourned: or_empty(&game.adjourned),
            is_open: is_published || game.adjourned.is_some(),
            is_round_open: is_published,
            disputes: game.disputes.iter().map(|dispute| event.dispute_words(game, dispute)).collect(),
            reports: ReportView::list(access, game),
            groups: options(event, game),
            result,
            clear: form("clear"),
            adjourn: form("adjourn"),
        })
    }
}
