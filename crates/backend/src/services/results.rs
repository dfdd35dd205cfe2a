//! Results as the arbiter's grid sends them: a row becomes a command, or a sentence that says what is wrong.

use tiger_event::points_text::{parse_award, shown};
use tiger_event::possible_result::needs_award;
use tiger_event::result::SEATS;
use tiger_event::{
    Actor, Event, EventId, Game, GameId, Mistake, ParseTextError, Reason, Refusal, ResultCode, ResultCommand,
    ResultEntry, Seat,
};
use tiger_rules::{Ending, GamePoints, Variation};

use crate::db;
use crate::error::Result;
use crate::ledger::{Committed, Ledger, LedgerError, OnceKey, Order};
use crate::services::foresee::fingerprint;
use crate::services::or_refused;

/// The choice of a row for a game that is left for later.
pub const ADJOURNED: &str = "adjourned";

/// What is said of a reason beside a result.
pub const REASON_OF_RULING: &str =
    "A reason belongs to a ruling: press Overrule to record it with the result, or take it out.";

/// What was typed for one game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Typed {
    /// The code of a result, [`ADJOURNED`], or nothing.
    pub pick: String,
    /// The choice that the form was made with.
    pub was: String,
    /// The revision of the result that the form was made with.
    pub seen: u64,
    /// What the arbiter awards to the first and the second player.
    pub awards: [String; 2],
    /// Why, where a reason is asked for.
    pub reason: String,
    /// The change of points that stand which was seen, as [`change_of_points`] says it; empty if none was.
    pub sure: String,
}

impl Typed {
    /// What a form has in which nothing was typed yet.
    pub fn standing(game: &Game) -> Self {
        let pick = pick_of(game);
        Self { was: pick.clone(), pick, seen: game.seen(), awards: awards_of(game), ..Self::default() }
    }
}

/// What is said to a form that was made when others sat at the board.
pub fn changed_meanwhile(event: &Event, game: &Game) -> String {
    let [first, second] = game.players().map(|player| event.name_of(player));
    format!(
        "This board was changed meanwhile: {first} – {second} sit there now. Load the page anew, and look at it again."
    )
}

/// The choice that stands for a game's state.
pub fn pick_of(game: &Game) -> String {
    match (&game.result, &game.adjourned) {
        (Some(result), _) => ResultCode(result.entry).to_string(),
        (None, Some(_)) => ADJOURNED.to_owned(),
        (None, None) => String::new(),
    }
}

/// What the award fields show for a game's state.
pub fn awards_of(game: &Game) -> [String; 2] {
    let awarded = game.result.as_ref().and_then(|result| result.entry.awarded);
    awarded.map_or_else(Default::default, |awarded| {
        awarded.map(|points| if points.nominal == 0 { points.decimal() } else { shown(points) })
    })
}

/// The arbiter's word that a disputed result stands: it is entered once more, and settles the dispute by that.
///
/// # Errors
/// When nothing is disputed, or the result is another one than the form has shown.
pub fn uphold(game: &Game, seen: u64) -> Result<ResultCommand, Mistake> {
    let whole = |why: &str| Mistake::new("", why);
    match &game.result {
        Some(result) if !game.disputes.is_empty() && seen == game.result_revision => {
            Ok(ResultCommand::EnterResult { game: game.id, result: result.entry, seen })
        }
        Some(_) if !game.disputes.is_empty() => {
            Err(whole("The result is another one by now: look at it, then decide."))
        }
        _ => Err(whole("No result of this game is disputed any more.")),
    }
}

/// Reads what was typed for one game; none if nothing was changed.
pub fn read(event: &Event, game: &Game, typed: &Typed) -> Result<Option<ResultCommand>, Mistake> {
    let is_result = typed.pick.parse::<ResultCode>().is_ok();
    if is_result && !typed.reason.trim().is_empty() {
        return Err(Mistake::new(
            "reason",
            format!("{REASON_OF_RULING} It is on the game's own page, under More."),
        ));
    }
    let is_award_changed = typed.awards != awards_of(game) && is_result;
    if typed.pick == typed.was && !(is_award_changed && typed.awards.iter().any(|text| !text.is_empty())) {
        return Ok(None);
    }
    if typed.pick == ADJOURNED {
        let reason =
            Some(read_reason(&typed.reason, "Say why the game is adjourned, such as the hall closing.")?);
        return Ok(Some(ResultCommand::Adjourn { game: game.id, reason }));
    }
    if typed.pick.is_empty() {
        return clear(game, typed).map(Some);
    }
    if game.is_settled() {
        return Err(Mistake::new(
            "pick",
            "This result rests on the players' agreement, a record or a ruling. Overrule it on the game's own page, with a reason.",
        ));
    }
    let result = read_result(event, game, &typed.pick, &typed.awards)?;
    Ok(Some(ResultCommand::EnterResult { game: game.id, result, seen: typed.seen }))
}

/// A change of points that stand, which is seen before it is saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointsChange {
    pub before: [GamePoints; 2],
    pub after: [GamePoints; 2],
    /// Whether the game would count as played, if that changes too.
    pub played: Option<bool>,
    /// The same only for the same change.
    pub mark: String,
}

/// What a row would change of points that stand, or of whether the game counts as played; none if it leaves both, or if none
/// stand yet.
pub fn change_of_points(event: &Event, game: &Game, command: &ResultCommand) -> Option<PointsChange> {
    let ResultCommand::EnterResult { result: entry, .. } = command else { return None };
    let stands = game.result.as_ref()?;
    let after = entry.score(game.scoring_variation(event.settings.game), &event.settings.points).ok()?;
    let played = Some(entry.is_played()).filter(|played| *played != stands.entry.is_played());
    let is_same = stands.points == after && stands.entry.winner == entry.winner && played.is_none();
    let mark = fingerprint(Some((stands.entry, stands.points)), Some((*entry, after)));
    (!is_same).then_some(PointsChange { before: stands.points, after, played, mark })
}

/// What players have reported otherwise than a row that would settle it, in a sentence, behind a mark that is the same only for
/// the same reports.
pub fn against_reports(event: &Event, game: &Game, command: &ResultCommand) -> Option<(String, String)> {
    let ResultCommand::EnterResult { result: entry, .. } = command else { return None };
    let reported = SEATS.into_iter().filter_map(|seat| Some((seat, game.report(seat)?.entry)));
    let others: Vec<_> = reported.filter(|(_, reported)| reported.winner != entry.winner).collect();
    if game.result.is_some() || others.is_empty() {
        return None;
    }
    let told = |(seat, reported): &(Seat, ResultEntry)| {
        format!("{} has reported {}", event.name_of(game.player(*seat)), event.result_words(game, reported))
    };
    let told = others.iter().map(told).collect::<Vec<_>>().join("; ");
    let sure = format!("{} against {told}", ResultCode(*entry));
    Some((sure, format!("{told}. Save again to enter yours all the same.")))
}

/// That a result awards more than any ending of its game scores, in a sentence: 60 is typed easily where 6 is meant.
pub fn beyond_table(event: &Event, game: &Game, result: &ResultEntry) -> Option<String> {
    let awarded = result.awarded.as_ref()?;
    let known = game.possible_results(&event.settings).into_iter().flat_map(|group| group.results);
    let scores = known.filter_map(|result| result.points).flatten();
    let most = scores.max_by_key(|points| points.total_halves())?;
    let above = awarded.iter().filter(|points| points.total_halves() > most.total_halves());
    let above = above.max_by_key(|points| points.total_halves())?;
    Some(format!("{above} is more than any ending of this game scores, which is {most} at most."))
}

fn clear(game: &Game, typed: &Typed) -> Result<ResultCommand, Mistake> {
    if typed.was == ADJOURNED {
        return Ok(ResultCommand::Adjourn { game: game.id, reason: None });
    }
    let reason = read_reason(&typed.reason, "Say why the result is taken back.")?;
    Ok(ResultCommand::ClearResult { game: game.id, reason, seen: typed.seen })
}

/// Reads a reason that must be given.
///
/// # Errors
/// At the field `reason`.
pub fn read_reason(text: &str, if_empty: &str) -> Result<Reason, Mistake> {
    Reason::parse(text).map_err(|error| match error {
        ParseTextError::Empty => Mistake::new("reason", if_empty),
        other => Mistake::new("reason", other.to_string()),
    })
}

/// Reads a result as [`read_entry`] does, and refuses points that somebody typed where the table gives them.
///
/// # Errors
/// At the field `pick` or `award`.
pub fn read_result(
    event: &Event,
    game: &Game,
    pick: &str,
    awards: &[String; 2],
) -> Result<ResultEntry, Mistake> {
    let entry = read_entry(event, game, pick, awards)?;
    let is_typed = awards.iter().any(|award| !award.is_empty()) && *awards != awards_of(game);
    if entry.awarded.is_none() && is_typed {
        let sentence = "The scoring table gives the points of this ending: leave the award empty. \
                        Only a ruling awards others.";
        return Err(Mistake::new("award", sentence));
    }
    Ok(entry)
}

/// Reads a result: its code, and the arbiter's award where the scoring table leaves the points to him.
///
/// # Errors
/// At the field `pick` or `award`.
pub fn read_entry(
    event: &Event,
    game: &Game,
    pick: &str,
    awards: &[String; 2],
) -> Result<ResultEntry, Mistake> {
    let ResultCode(mut entry) =
        pick.parse().map_err(|_| Mistake::new("pick", "Choose a result from the list."))?;
    let variation = game.scoring_variation(event.settings.game);
    entry.awarded = read_awards(event, &entry, variation, awards)?;
    entry
        .score(variation, &event.settings.points)
        .map_err(|refusal| Mistake::new("pick", refusal.to_string()))?;
    Ok(entry)
}

fn read_awards(
    event: &Event,
    entry: &ResultEntry,
    variation: Variation,
    awards: &[String; 2],
) -> Result<Option<[GamePoints; 2]>, Mistake> {
    // Where the variation does not know the ending at all, scoring it says so.
    let may_need_one = matches!(entry.ending, Ending::Arbiter | Ending::Disqualification);
    if !may_need_one || !needs_award(entry, variation, &event.settings.points) {
        return Ok(None);
    }
    let read = |seat: Seat, text: &str| {
        let is_loser = entry.ending == Ending::Disqualification && entry.winner != Some(seat);
        if is_loser && text.trim().is_empty() {
            return Ok(GamePoints::ZERO);
        }
        if text.trim().is_empty() {
            return Err(Mistake::new(
                "award",
                "The arbiter awards the points of this ending: enter them for both players.",
            ));
        }
        parse_award(event.settings.game, text).map_err(|sentence| Mistake::new("award", sentence))
    };
    Ok(Some([read(Seat::First, &awards[0])?, read(Seat::Second, &awards[1])?]))
}

/// Hands the commands of several rows to the ledger, written together: one that is refused does not hold up the
/// others. The form's key makes every row's own key, so that sending the form twice changes nothing.
///
/// Each game comes with the event's refusal, if it refused the row.
pub async fn save(
    ledger: &Ledger,
    actor: Actor,
    event: EventId,
    once: &OnceKey,
    rows: Vec<(GameId, ResultCommand)>,
) -> Result<Vec<(GameId, Result<(), Refusal>)>> {
    let (ledger, once) = (ledger.clone(), once.clone());
    db::block(move || {
        let now = ledger.event(event)?;
        let (games, orders): (Vec<_>, Vec<_>) = rows
            .into_iter()
            .map(|(game, command)| {
                let board = now.game(game).map(|game| game.board).unwrap_or_default();
                let mut order = Order::new(actor.clone(), event, command);
                order.key = format!("{once}-{board}").parse().ok();
                (game, order)
            })
            .unzip();
        let outcomes = games.into_iter().zip(commit(&ledger, orders));
        outcomes
            .map(|(game, outcome)| Ok::<_, LedgerError>((game, or_refused(outcome)?.map(|_| ()))))
            .collect()
    })
    .await
}

/// Commits rows. Somebody who goes back in the browser and chooses something else sends the old keys with it:
/// that is not the same form sent twice, and must not be answered as if it were.
pub(super) fn commit(ledger: &Ledger, orders: Vec<Order>) -> Vec<Result<Committed, LedgerError>> {
    let mut outcomes = ledger.commit_all(orders.clone());
    for (outcome, mut order) in outcomes.iter_mut().zip(orders) {
        if matches!(outcome, Ok(done) if done.is_repeat && done.command != order.command) {
            order.key = None;
            *outcome = ledger.commit(&order);
        }
    }
    outcomes
}
