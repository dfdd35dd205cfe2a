//! Results: entering, reporting, adjourning, overruling, and what they score.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use tiger_rules::{Ending, GameKind, GamePoints};

use super::telling::article_words;
use super::{Effect, Event, Family, Game, Meta, Refusal, RoundState, Teller, Who, check_seen, open_game};
use crate::ids::RulingId;
use crate::points_text::{MOST_POINTS, is_possible};
use crate::result::{Dispute, Report, Source, seat_index};
use crate::{Article, DisputeCause, GameId, GameResult, Reason, ResultEntry, Ruling, Seat};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ResultCommand {
    /// An arbiter enters a result; an open dispute is settled by it.
    EnterResult { game: GameId, result: ResultEntry, seen: u64 },
    /// An arbiter takes a result back.
    ClearResult { game: GameId, reason: Reason, seen: u64 },
    /// A player reports a result; when both report the same it stands.
    ReportResult {
        game: GameId,
        #[serde(with = "crate::seat_number")]
        player: Seat,
        result: ResultEntry,
    },
    /// A player disputes what the opponent reported or a record has brought about: an arbiter is asked.
    DisputeResult {
        game: GameId,
        #[serde(with = "crate::seat_number")]
        player: Seat,
        words: Reason,
    },
    /// A game is left for later, or taken up again.
    Adjourn {
        game: GameId,
        /// Why; none when it goes on.
        reason: Option<Reason>,
    },
    /// An arbiter decides against what the board or the players say.
    Overrule {
        ruling: RulingId,
        game: GameId,
        /// The result that stands from now on.
        result: ResultEntry,
        reason: Reason,
        article: Option<Article>,
        seen: u64,
    },
    /// A player is disqualified, or both are.
    Disqualify {
        ruling: RulingId,
        game: GameId,
        /// The offender, none for both.
        #[serde(default, with = "crate::seat_number::option")]
        offender: Option<Seat>,
        /// What the opponent gets; nothing if both are disqualified.
        awarded: GamePoints,
        reason: Reason,
        article: Option<Article>,
        seen: u64,
    },
}

impl Family for ResultCommand {
    fn game(&self) -> Option<GameId> {
        let (Self::EnterResult { game, .. }
        | Self::ClearResult { game, .. }
        | Self::ReportResult { game, .. }
        | Self::DisputeResult { game, .. }
        | Self::Adjourn { game, .. }
        | Self::Overrule { game, .. }
        | Self::Disqualify { game, .. }) = self;
        Some(*game)
    }

    fn is_undoable(&self) -> bool {
        true
    }

    fn who(&self, _: &Event) -> Result<Who, Refusal> {
        Ok(match self {
            Self::ReportResult { game, player, .. } | Self::DisputeResult { game, player, .. } => {
                Who::Reporter(*game, *player)
            }
            _ => Who::Arbiter,
        })
    }

    fn check_new(&self, event: &Event, meta: &Meta) -> Effect {
        let awarded = match self {
            Self::EnterResult { result, .. }
            | Self::ReportResult { result, .. }
            | Self::Overrule { result, .. } => result.awarded.unwrap_or_default(),
            Self::Disqualify { awarded, .. } => [*awarded; 2],
            _ => [GamePoints::ZERO; 2],
        };
        if !awarded.into_iter().all(is_possible) {
            return Err(Refusal::Invalid(format!("Points are from 0 to {MOST_POINTS}.")));
        }
        match self {
            Self::EnterResult { game, result, seen } | Self::Overrule { game, result, seen, .. } => {
                if matches!(self, Self::EnterResult { .. }) {
                    check_takes_another(event.game(*game)?, result)?;
                }
                result.check_forfeited()?;
                check_adjournment_seen(event, *game, *seen, result)
            }
            Self::Disqualify { game, offender, awarded, seen, .. } => {
                check_adjournment_seen(event, *game, *seen, &disqualification(*offender, *awarded))
            }
            Self::ClearResult { game, .. } => {
                let game = event.game(*game)?;
                let is_bare =
                    game.result.is_none() && game.reports == [None, None] && game.disputes.is_empty();
                if is_bare { Err(Refusal::invalid("This game has no result to take back.")) } else { Ok(()) }
            }
            Self::ReportResult { .. } if event.is_arbiter(&meta.by) => {
                Err(Refusal::Forbidden("Players report; arbiters enter results.".to_owned()))
            }
            Self::DisputeResult { .. } if event.is_arbiter(&meta.by) => {
                Err(Refusal::Forbidden("Players dispute; arbiters decide.".to_owned()))
            }
            Self::ReportResult { result, .. } if result.ending == Ending::Disqualification => {
                Err(Refusal::invalid("Only an arbiter disqualifies."))
            }
            _ => Ok(()),
        }
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::EnterResult { game, result, seen } => enter(event, meta, *game, result, *seen),
            Self::ClearResult { game, seen, .. } => clear(event, meta, *game, *seen),
            Self::ReportResult { game, player, result } => report(event, meta, *game, *player, result),
            Self::DisputeResult { game, player, words } => object(event, meta, *game, *player, words),
            Self::Adjourn { game, reason } => adjourn(event, meta, *game, reason.as_ref()),
            Self::Overrule { ruling, game, result, reason, article, seen } => {
                overrule(event, meta, *game, result, (*ruling, reason, article.as_ref()), *seen)
            }
            Self::Disqualify { ruling, game, offender, awarded, reason, article, seen } => {
                if offender.is_none() && *awarded != GamePoints::ZERO {
                    return Err(Refusal::invalid(
                        "Nobody is left to be awarded points where both are disqualified.",
                    ));
                }
                let result = disqualification(*offender, *awarded);
                overrule(event, meta, *game, &result, (*ruling, reason, article.as_ref()), *seen)
            }
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::EnterResult { game, result, .. } => teller.change(*game, result),
            Self::ClearResult { game, reason, .. } => {
                format!("{} ({reason})", teller.take_back(*game))
            }
            Self::ReportResult { game, player, result } => {
                format!("{} reports {}", teller.player(*game, *player), teller.outcome(*game, result))
            }
            Self::DisputeResult { game, player, words } => {
                format!("{} disputes the result ({words})", teller.player(*game, *player))
            }
            Self::Adjourn { reason: Some(reason), .. } => format!("adjourned ({reason})"),
            Self::Adjourn { reason: None, .. } => "the game goes on".to_owned(),
            Self::Overrule { game, result, reason, article, .. } => {
                let article = article_words(article.as_ref());
                format!("{}; overruled ({reason}{article})", teller.change(*game, result))
            }
            Self::Disqualify { game, offender, awarded, reason, article, .. } => {
                let who = offender.map_or("both players", |player| teller.player(*game, player));
                let words = format!("{who} disqualified ({reason}{})", article_words(article.as_ref()));
                teller.decided(*game, words, Some(&disqualification(*offender, *awarded)))
            }
        }
    }
}

/// What the game would have as its result.
pub(super) fn scored(
    event: &Event,
    meta: &Meta,
    game: &Game,
    entry: &ResultEntry,
    source: Source,
) -> Result<GameResult, Refusal> {
    let variation = game.scoring_variation(event.settings.game);
    let points = match (source, entry.awarded) {
        // A ruling may award what no table says.
        (Source::Ruling { .. }, Some(awarded)) => awarded,
        _ => entry.score(variation, &event.settings.points)?,
    };
    Ok(GameResult { entry: *entry, points, source, at: meta.at, by: meta.author() })
}

pub(super) fn set_result(event: &mut Event, meta: &Meta, id: GameId, result: GameResult) -> Effect {
    let game = open_game(event, meta, id)?;
    game.result = Some(result);
    game.result_revision = meta.seq;
    game.adjourned = None;
    game.disputes.clear();
    game.protocol.lapse(meta.at);
    Ok(())
}

pub(super) fn check_result_seen(event: &Event, id: GameId, seen: u64, yours: Option<&ResultEntry>) -> Effect {
    let game = event.game(id)?;
    if game.result.as_ref().map(|result| &result.entry) == yours {
        return Ok(());
    }
    check_seen(seen, game.result_revision, || {
        let theirs = game.result.as_ref().map(|result| event.result_words(game, &result.entry));
        let yours = yours.map(|entry| event.result_words(game, entry));
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "no result".to_owned());
        (format!("the result of {}", event.place_of(game)), or_none(theirs), or_none(yours))
    })
}

/// What is said where an arbiter enters another result than one that rests on more than an arbiter's key.
pub const OVERRULE_IT: &str =
    "This result rests on the players' agreement, a record or a ruling: overrule it, with a reason.";

/// What rests on more than an arbiter's key gives way to a ruling only, which says why.
fn check_takes_another(game: &Game, yours: &ResultEntry) -> Effect {
    match &game.result {
        Some(stands) if game.is_settled() && stands.entry != *yours => Err(Refusal::invalid(OVERRULE_IT)),
        _ => Ok(()),
    }
}

/// A result ends an adjournment: whoever enters one has seen that the game is adjourned.
fn check_adjournment_seen(event: &Event, id: GameId, seen: u64, yours: &ResultEntry) -> Effect {
    let game = event.game(id)?;
    let Some(reason) = &game.adjourned else { return Ok(()) };
    check_seen(seen, game.revision, || {
        let what = format!("the result of {}", event.place_of(game));
        (what, format!("adjourned ({reason})"), event.result_words(game, yours))
    })
}

fn enter(event: &mut Event, meta: &Meta, id: GameId, entry: &ResultEntry, seen: u64) -> Effect {
    check_result_seen(event, id, seen, Some(entry))?;
    let result = scored(event, meta, event.game(id)?, entry, Source::Arbiter)?;
    set_result(event, meta, id, result)
}

fn clear(event: &mut Event, meta: &Meta, id: GameId, seen: u64) -> Effect {
    check_result_seen(event, id, seen, None)?;
    let game = open_game(event, meta, id)?;
    game.result = None;
    game.result_revision = meta.seq;
    game.disputes.retain(|dispute| !matches!(dispute.cause, DisputeCause::FlagUp { .. }));
    game.reports = [None, None];
    Ok(())
}

fn report(event: &mut Event, meta: &Meta, id: GameId, player: Seat, entry: &ResultEntry) -> Effect {
    if entry.awarded.is_some() {
        return Err(Refusal::invalid("Only an arbiter awards points."));
    }
    let game = event.game(id)?;
    if let Some(result) = &game.result {
        if result.entry == *entry && matches!(result.source, Source::Record { .. }) {
            // The player agrees with what the opponent's record shows; the result stands as it does.
            let game = open_game(event, meta, id)?;
            game.reports[seat_index(player)] = Some(Report { entry: *entry, at: meta.at });
            return Ok(());
        }
        let stands = event.result_words(game, &result.entry);
        return Err(Refusal::Invalid(format!(
            "This game has its result already: {stands}. If that is wrong, tell an arbiter."
        )));
    }
    scored(event, meta, game, entry, Source::Agreement)?;
    let game = open_game(event, meta, id)?;
    game.reports[seat_index(player)] = Some(Report { entry: *entry, at: meta.at });
    settle_reports(event, meta, id)
}

/// Sets the result when both players reported the same, and asks the arbiter when they did not.
pub(super) fn settle_reports(event: &mut Event, meta: &Meta, id: GameId) -> Effect {
    let game = event.game(id)?;
    let [Some(first), Some(second)] = &game.reports else { return Ok(()) };
    if first.entry == second.entry {
        let result = scored(event, meta, game, &first.entry, Source::Agreement)?;
        let stays = game.disputes.iter().filter(|dispute| !is_about_reports(dispute)).cloned().collect();
        set_result(event, meta, id, result)?;
        open_game(event, meta, id)?.disputes = stays;
        return Ok(());
    }
    let sentence = format!(
        "{} reports: {}. {} reports: {}.",
        event.name_of(game.first),
        event.result_text(game, &first.entry),
        event.name_of(game.second),
        event.result_text(game, &second.entry)
    );
    dispute(event, meta, id, DisputeCause::Reports, sentence)
}

/// Whether two equal reports answer the question.
const fn is_about_reports(dispute: &Dispute) -> bool {
    matches!(dispute.cause, DisputeCause::Reports | DisputeCause::Objection { .. })
}

/// Asks the arbiter; an older question about the same thing is replaced.
pub(super) fn dispute(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    cause: DisputeCause,
    sentence: String,
) -> Effect {
    ask(open_game(event, meta, id)?, meta, cause, sentence);
    Ok(())
}

pub(super) fn ask(game: &mut Game, meta: &Meta, cause: DisputeCause, sentence: String) {
    game.revision = meta.seq;
    game.disputes.retain(|dispute| dispute.cause != cause);
    game.disputes.push(Dispute { cause, sentence, at: meta.at });
}

/// A player does not agree with what the opponent reported or a record has brought about.
fn object(event: &mut Event, meta: &Meta, id: GameId, player: Seat, words: &Reason) -> Effect {
    let game = event.game(id)?;
    let name = event.name_of(game.player(player)).to_owned();
    let reported = game.report(player.other()).map(|report| report.entry);
    let against = game.result.as_ref().map(|result| result.entry).or(reported);
    let entry = against.ok_or_else(|| {
        Refusal::invalid(
            "There is nothing to dispute: your opponent has reported nothing, and no result stands.",
        )
    })?;
    let sentence = format!("{name} disputes “{}”: {words}", event.result_text(game, &entry));
    dispute(event, meta, id, DisputeCause::Objection { player }, sentence)
}

fn adjourn(event: &mut Event, meta: &Meta, id: GameId, reason: Option<&Reason>) -> Effect {
    let game = open_game(event, meta, id)?;
    if reason.is_some() && game.result.is_some() {
        return Err(Refusal::invalid("This game has its result; a finished game is not adjourned."));
    }
    if reason.is_none() {
        event.check_is_not_left(id)?;
    }
    open_game(event, meta, id)?.adjourned = reason.cloned();
    Ok(())
}

fn overrule(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    entry: &ResultEntry,
    (ruling, reason, article): (RulingId, &Reason, Option<&Article>),
    seen: u64,
) -> Effect {
    check_result_seen(event, id, seen, Some(entry))?;
    if event.is_ruling(ruling) {
        return Err(Refusal::invalid("A ruling with this identifier exists already."));
    }
    let game = event.game(id)?;
    let before = game.result.clone();
    let after = scored(event, meta, game, entry, Source::Ruling { ruling })?;
    set_result(event, meta, id, after.clone())?;
    event.rulings.push(Arc::new(Ruling {
        id: ruling,
        game: id,
        before,
        after,
        reason: reason.clone(),
        article: article.cloned(),
        undone_at: None,
    }));
    Ok(())
}

/// The offender forfeits any points; the opponent gets what the arbiter awards (TigerChess rule 4, Dragon rule 9).
fn disqualification(offender: Option<Seat>, awarded: GamePoints) -> ResultEntry {
    let nothing = GamePoints::ZERO;
    let awarded = offender.map(|offender| match offender {
        Seat::First => [nothing, awarded],
        Seat::Second => [awarded, nothing],
    });
    ResultEntry { awarded, ..ResultEntry::plain(offender.map(Seat::other), Ending::Disqualification) }
}

impl Game {
    /// Whether its result rests on more than an arbiter's key: the players, a record, a ruling. It is changed by a ruling
    /// only.
    pub fn is_settled(&self) -> bool {
        self.result.as_ref().is_some_and(|result| result.source != Source::Arbiter)
    }
}

impl Event {
    /// In a closed round only an adjourned game waits for its result: whoever would end the adjournment otherwise
    /// would leave a game without a result that nothing asks for any more.
    pub(super) fn check_is_not_left(&self, id: GameId) -> Effect {
        let round = self.round(self.game(id)?.round)?;
        if round.state != RoundState::Closed {
            return Ok(());
        }
        Err(Refusal::Invalid(format!(
            "Round {} is closed, so this game stays adjourned until its result is entered. It can be played all the same.",
            round.number
        )))
    }

    /// Scores a game's result again after its variation has changed. A result that the new variation does
    /// not know refuses the change.
    pub(super) fn rescore(&mut self, id: GameId) -> Effect {
        let game = self.game(id)?;
        let Some(result) = &game.result else { return Ok(()) };
        if matches!(result.source, Source::Ruling { .. }) && result.entry.awarded.is_some() {
            return Ok(());
        }
        let points = result.entry.score(game.scoring_variation(self.settings.game), &self.settings.points)?;
        if let Some(result) = self.games.get_mut(&id).and_then(|game| game.result.as_mut()) {
            result.points = points;
        }
        Ok(())
    }

    /// Scores the results of all rounds that are not closed again, after the points have changed.
    pub(super) fn rescore_open_rounds(&mut self) -> Effect {
        let is_open = |round| self.round(round).is_ok_and(|round| round.state != RoundState::Closed);
        let ids: Vec<_> =
            self.games.values().filter(|game| is_open(game.round)).map(|game| game.id).collect();
        ids.into_iter().try_for_each(|id| self.rescore(id))
    }

    /// A result as the sentences of disputes have it, such as `Moor, T. wins by checkmate`. They are part of the stored
    /// state, so these words stay; what people read elsewhere are the [`Event::result_words`].
    pub fn result_text(&self, game: &Game, entry: &ResultEntry) -> String {
        let winner = entry.winner.map(|seat| self.name_of(game.player(seat)));
        match (winner, entry.ending) {
            (Some(winner), ending) => format!("{winner} wins by {ending}"),
            (None, Ending::Forfeit) => "both players forfeit".to_owned(),
            (None, Ending::Disqualification) => "both players disqualified".to_owned(),
            (None, Ending::Arbiter) => "decided by the arbiter".to_owned(),
            (None, ending) => format!("draw by {ending}"),
        }
    }

    /// What waits for an arbiter, in a sentence: what both players report with all that the points rest on.
    pub fn dispute_words(&self, game: &Game, dispute: &Dispute) -> String {
        let [Some(first), Some(second)] = &game.reports else { return dispute.told(self.settings.game) };
        if dispute.cause != DisputeCause::Reports {
            return dispute.told(self.settings.game);
        }
        let reports = |player, report: &Report| {
            format!("{} reports: {}.", self.name_of(player), self.result_words(game, &report.entry))
        };
        format!("{} {}", reports(game.first, first), reports(game.second, second))
    }

    /// A result in words, such as `Moor, T. wins, locking up` or `draw, fifty moves`.
    pub fn result_words(&self, game: &Game, entry: &ResultEntry) -> String {
        let kind = self.settings.game;
        let ending = entry.ending_words(kind);
        match (entry.winner, entry.ending) {
            (Some(seat), _) => format!("{} wins, {ending}", self.name_of(game.player(seat))),
            (None, Ending::Forfeit | Ending::Time | Ending::Disqualification | Ending::Arbiter) => ending,
            (None, _) if kind == GameKind::Dragon => ending,
            (None, _) => format!("draw, {ending}"),
        }
    }
}
