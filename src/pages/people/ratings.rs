//! The lists of ratings, and how each rating came about.

use askama::Template;
use chrono::NaiveDate;
use tiger_event::ratings::{FEWEST, Month, Prediction, Rating, Ratings, Step};
use tiger_event::register::Person;
use tiger_event::text::count;
use tiger_event::{PublishedGame, Seat};
use tiger_rules::GameKind;

use super::person::score;
use super::{PER_PAGE, name_and_page};
use crate::error::{AppError, Result};
use crate::pages::parts::GameCard;
use crate::pages::{Frame, Listing, Wanted};
use crate::publish::PeopleView;
use crate::services::people::{People, Ranked};

pub(super) fn rounded(value: f64) -> String {
    format!("{value:.0}")
}

/// A month such as `November 2026`.
fn month(month: Month) -> String {
    let (year, place) = (month.0.div_euclid(12), month.0.rem_euclid(12));
    let day = u32::try_from(place + 1).ok().and_then(|month| NaiveDate::from_ymd_opt(year, month, 1));
    day.map(|day| day.format("%B %Y").to_string()).unwrap_or_default()
}

/// What moving first is worth, in a sentence.
fn advantage(ratings: &Ratings) -> String {
    match (ratings.games.len(), ratings.advantage) {
        (games, _) if games < FEWEST => format!(
            "Moving first counts for nothing yet: its worth is fitted from {FEWEST} games on, and there {}.",
            if games == 1 { "is one".to_owned() } else { format!("are {games}") }
        ),
        (_, 0) => "Moving first is worth nothing, by these games.".to_owned(),
        (_, points) if points > 0 => {
            format!(
                "Whoever moves first counts as {points} points stronger: under this number the games were the most expected."
            )
        }
        (_, points) => format!(
            "Whoever moves first counts as {} points weaker: under this number the games were the most expected.",
            -points
        ),
    }
}

/// How well the ratings foretold, in a sentence.
fn prediction(prediction: Prediction) -> String {
    match prediction {
        Prediction { games: 0, .. } => {
            "No game has been played yet by two players who were both rated before it.".to_owned()
        }
        Prediction { games, error, blind } => format!(
            "In {} of players who were both rated before, the mean square of score less expected score is {error:.3}; \
             who expects a half of every game is off by {blind:.3}.",
            count(games, "game", "games")
        ),
    }
}

#[derive(Template)]
#[template(path = "people/ratings.html")]
pub struct IndexPage {
    frame: Frame,
    cards: Vec<GameCard>,
}

impl IndexPage {
    pub fn of(people: &People, frame: Frame) -> Self {
        let card = |game: GameKind| {
            let players = people.ranked(game).len();
            let games = people.ratings(game).map_or(0, |ratings| ratings.games.len());
            GameCard {
                game,
                href: PeopleView::Ratings(game).path(),
                text: format!("{}, {}", count(players, "player", "players"), count(games, "game", "games")),
            }
        };
        Self { frame, cards: GameKind::ALL.into_iter().map(card).collect() }
    }
}

struct RowView {
    place: usize,
    name: String,
    href: String,
    working: String,
    rating: String,
    deviation: String,
    games: usize,
    last: String,
    is_provisional: bool,
}

impl RowView {
    fn of(ranked: &Ranked<'_>, kind: GameKind) -> Self {
        let id = ranked.person.id;
        Self {
            place: ranked.place,
            name: ranked.person.name.clone(),
            href: PeopleView::Person(id).path(),
            working: PeopleView::Working(id, kind).path(),
            rating: rounded(ranked.rating.value),
            deviation: rounded(ranked.rating.deviation),
            games: ranked.games,
            last: month(ranked.last),
            is_provisional: ranked.rating.is_provisional(),
        }
    }
}

#[derive(Template)]
#[template(path = "people/list_of_ratings.html")]
pub struct RatingsPage {
    frame: Frame,
    game: GameKind,
    lead: String,
    advantage: String,
    prediction: String,
    foretells: bool,
    unsure: f64,
    csv: String,
    json: String,
    rows: Vec<RowView>,
    listing: Listing,
}

impl RatingsPage {
    pub fn of(people: &People, frame: Frame, game: GameKind, wanted: &Wanted) -> Result<Self> {
        let ratings = people.ratings(game).ok_or(AppError::not_found("page"))?;
        let rows: Vec<_> = people.ranked(game).iter().map(|ranked| RowView::of(ranked, game)).collect();
        let lead = format!(
            "{}, {}.",
            count(rows.len(), "rated player", "rated players"),
            count(ratings.games.len(), "game that counts", "games that count")
        );
        let here = PeopleView::Ratings(game).path();
        let (rows, listing) = wanted.part(rows, PER_PAGE, here, |row: &RowView| row.name.clone())?;
        Ok(Self {
            frame: frame.under("Ratings", "/ratings"),
            game,
            lead,
            advantage: advantage(ratings),
            prediction: prediction(ratings.prediction),
            foretells: ratings.prediction.games > 0,
            unsure: Rating::UNSURE,
            csv: PeopleView::RatingsCsv(game).path(),
            json: PeopleView::RatingsApi(game, 1).path(),
            rows,
            listing,
        })
    }
}

struct WorkedView {
    href: String,
    event: String,
    /// The name, and the page of the register.
    opponent: (String, String),
    rating: String,
    seat: &'static str,
    expected: String,
    score: &'static str,
}

struct StepView {
    month: String,
    before: String,
    after: String,
    change: String,
    sum: String,
    games: Vec<WorkedView>,
}

#[derive(Template)]
#[template(path = "people/working.html")]
pub struct WorkingPage {
    frame: Frame,
    name: String,
    game: GameKind,
    advantage: String,
    now: String,
    steps: Vec<StepView>,
}

fn exact(rating: Rating) -> String {
    format!("{:.1}, deviation {:.1}, volatility {:.5}", rating.value, rating.deviation, rating.volatility)
}

impl WorkingPage {
    pub fn of(people: &People, frame: Frame, person: &Person, game: GameKind) -> Result<Self> {
        let ratings = people.ratings(game).ok_or(AppError::not_found("page"))?;
        let (Some(steps), Some(now)) = (ratings.steps.get(&person.id), ratings.now.get(&person.id)) else {
            return Err(AppError::not_found("rating"));
        };
        let steps = steps.iter().rev().map(|step| step_view(people, ratings, step)).collect();
        Ok(Self {
            frame: frame
                .under("Players", "/players")
                .under(&*person.name, PeopleView::Person(person.id).path()),
            name: person.name.clone(),
            game,
            advantage: advantage(ratings),
            now: exact(*now),
            steps,
        })
    }
}

fn step_view(people: &People, ratings: &Ratings, step: &Step) -> StepView {
    let games = step.games.iter().map(|worked| {
        let game = ratings.games.get(worked.game).and_then(|rated| people.game(rated.game));
        WorkedView {
            href: game.map(PublishedGame::href).unwrap_or_default(),
            event: game.map(|game| format!("{}, round {}", game.event.name, game.round)).unwrap_or_default(),
            opponent: name_and_page(&people.register, worked.opponent),
            rating: format!("{:.0} ({:.0})", worked.rating.value, worked.rating.deviation),
            seat: if worked.seat == Seat::First { "first" } else { "second" },
            expected: format!("{:.3}", worked.expected),
            score: game.map_or("", |game| score(game, worked.seat)),
        }
    });
    let (expected, score) = step
        .games
        .iter()
        .fold((0.0, 0.0), |(expected, score), worked| (expected + worked.expected, score + worked.score));
    StepView {
        month: month(step.month),
        before: exact(step.before),
        after: exact(step.after),
        change: format!("{:+.0}", step.after.value - step.before.value),
        sum: format!("{score} scored, {expected:.3} expected"),
        games: games.collect(),
    }
}
