//! Precedents: what arbiters of finished events decided, by game and rule, without names.

use chrono::{DateTime, Datelike, Utc};
use tiger_event::precedent::{Anonymiser, Everybody, side_of};
use tiger_event::text::sought;
use tiger_event::{Article, Event, Game, GameResult};
use tiger_rules::GameKind;

use crate::db;
use crate::db::users::User;
use crate::error::{AppError, Result};
use crate::ledger::{Ledger, LedgerError};

/// One decision or incident without names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Precedent {
    pub game: GameKind,
    /// The variation, where the game has several.
    pub variation: String,
    pub year: i32,
    /// What sort: `Ruling`, `Claim refused`, `Touch-move`.
    pub kind: String,
    /// The article; may be empty.
    pub article: String,
    /// What it did to the result and the points; empty if nothing.
    pub effect: String,
    /// Why, or what happened.
    pub reason: String,
}

/// What is looked for; empty fields find everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    pub game: Option<GameKind>,
    pub rule: String,
    /// Words that have to stand somewhere.
    pub words: String,
}

impl Precedent {
    pub fn fits(&self, wanted: &Wanted) -> bool {
        let whole = [&self.kind, &self.article, &self.effect, &self.reason, &self.variation]
            .map(|text| sought(text))
            .join(" ");
        let rule = sought(wanted.rule.trim());
        wanted.game.is_none_or(|game| game == self.game)
            && (rule.is_empty() || sought(&self.article).contains(&rule))
            && sought(&wanted.words).split_whitespace().all(|word| whole.contains(word))
    }
}

/// All precedents of published events, the newest year first. Blocking.
///
/// Being appointed in an event is not enough to read them: an administrator has to call the person an arbiter.
pub fn all(ledger: &Ledger, person: &User) -> Result<Vec<Precedent>> {
    if !person.is_named_arbiter() {
        return Err(AppError::forbidden(
            "Precedents are for arbiters whom an administrator of this installation has named.",
        ));
    }
    let events = ledger.database().read(|db| -> Result<Vec<_>, LedgerError> {
        let lines = db::events::list(db)?;
        lines.iter().filter_map(|line| ledger.readable(db, line.id).transpose()).collect()
    })?;
    let told = events.iter().filter(|event| event.is_finished && event.is_public);
    let mut found: Vec<_> = told.flat_map(|event| of_event(event)).collect();
    // No order that would tell which of them belong to one event.
    let order = |it: &Precedent| (-it.year, it.game, it.article.clone(), it.kind.clone(), it.reason.clone());
    found.sort_by_key(order);
    Ok(found)
}

pub fn of_event(event: &Event) -> Vec<Precedent> {
    let everybody = &Everybody::of(event);
    let teller = |game| Teller { event, game, unnamed: Anonymiser::new(everybody, event, game) };
    let rulings = event.rulings.iter().filter(|ruling| ruling.undone_at.is_none()).filter_map(|ruling| {
        let game = event.games.get(&ruling.game)?;
        let teller = teller(game);
        let before =
            ruling.before.as_ref().map_or_else(|| "no result".to_owned(), |it| outcome(event, game, it));
        Some(Precedent {
            article: teller.article(ruling.article.as_ref()),
            effect: format!("{before}, then {}", outcome(event, game, &ruling.after)),
            ..teller.plain("Ruling", ruling.after.at, ruling.reason.as_str())
        })
    });
    let claims = event.games.values().flat_map(|game| {
        game.protocol.claims.iter().filter_map(move |claimed| {
            let judged = claimed.judgement()?;
            let kind = if judged.is_granted { "Claim granted" } else { "Claim refused" };
            let reason = judged.reason.as_ref().map(|reason| format!(" {reason}")).unwrap_or_default();
            let found =
                judged.finding.map(|it| format!(" {}", it.sentence(claimed.kind))).unwrap_or_default();
            let words = format!("Claimed: {}.{found}{reason}", claimed.kind.title());
            Some(teller(game).plain(kind, judged.at, &words))
        })
    });
    let incidents = event.games.values().flat_map(|game| {
        game.protocol.incidents.iter().filter(|incident| incident.stands()).map(move |incident| {
            let teller = teller(game);
            Precedent {
                article: teller.article(incident.article.as_ref()),
                ..teller.plain(incident.kind.title(), incident.at, incident.words.as_str())
            }
        })
    });
    rulings.chain(claims).chain(incidents).collect()
}

/// Tells of one game without names.
struct Teller<'a> {
    event: &'a Event,
    game: &'a Game,
    unnamed: Anonymiser<'a>,
}

impl Teller<'_> {
    fn article(&self, article: Option<&Article>) -> String {
        article.map(|text| self.unnamed.anonymise(text.as_str())).unwrap_or_default()
    }

    /// A precedent that leaves the result alone.
    fn plain(&self, kind: &str, at: DateTime<Utc>, reason: &str) -> Precedent {
        let settings = &self.event.settings;
        let variation = self.game.variation(settings.game);
        Precedent {
            game: settings.game,
            variation: variation.map(tiger_rules::Variation::title).unwrap_or_default(),
            year: at.with_timezone(&settings.time_zone).year(),
            kind: kind.to_owned(),
            article: String::new(),
            effect: String::new(),
            reason: self.unnamed.anonymise(reason),
        }
    }
}

/// A result by sides, such as `Bengal wins, checkmate (3 : 0)`.
fn outcome(event: &Event, game: &Game, result: &GameResult) -> String {
    let [first, second] = result.points;
    let how = result.entry.ending_words(event.settings.game);
    match result.entry.winner {
        Some(winner) => format!("{} wins, {how} ({first} : {second})", side_of(event, game, winner)),
        None => format!("no winner, {how} ({first} : {second})"),
    }
}
