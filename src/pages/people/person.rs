//! One person: ratings, results by side and variation, events, games.

use std::collections::BTreeMap;

use askama::Template;
use tiger_event::explorer::variation;
use tiger_event::register::Person;
use tiger_event::result::{army, seat_index};
use tiger_event::text::count;
use tiger_event::{EntryId, PublishedGame, Seat};
use tiger_rules::{GameKind, Variation};

use super::name_and_page;
use super::ratings::rounded;
use crate::pages::{Frame, PointsView, masthead};
use crate::publish::PeopleView;
use crate::services::people::People;

/// The most games on the page.
const MOST: usize = 200;

struct RatingView {
    game: GameKind,
    value: String,
    deviation: String,
    is_provisional: bool,
    href: String,
}

/// Games with one side of a variation.
struct TallyView {
    game: GameKind,
    variation: String,
    side: &'static str,
    seat: &'static str,
    won: usize,
    drawn: usize,
    lost: usize,
    points: String,
}

/// A part in an event.
struct PartView {
    entry: EntryId,
    event: String,
    href: String,
    game: GameKind,
    name: String,
    days: String,
    is_split: bool,
}

struct GameView {
    event: String,
    round: u16,
    board: u16,
    href: String,
    /// The name, and the page of the register.
    opponent: (String, String),
    side: &'static str,
    variation: String,
    score: &'static str,
    ending: String,
}

#[derive(Template)]
#[template(path = "people/person.html")]
pub struct PersonPage {
    frame: Frame,
    name: String,
    lead: String,
    is_arbiter: bool,
    /// How many decisions this page knows.
    seen: usize,
    ratings: Vec<RatingView>,
    tallies: Vec<TallyView>,
    parts: Vec<PartView>,
    games: Vec<GameView>,
    count: usize,
}

/// What somebody in a seat scored, as pages show it; empty while there is no result.
pub(in crate::pages) fn score(game: &PublishedGame, seat: Seat) -> &'static str {
    match game.halves(seat) {
        Some(2) => "1",
        Some(1) => "½",
        Some(_) => "0",
        None => "",
    }
}

impl PersonPage {
    pub fn of(people: &People, frame: Frame, is_arbiter: bool, person: &Person) -> Self {
        let register = &people.register;
        let games = register.games_of(person);
        let rating = |game: GameKind| {
            let now = people.ratings(game)?.now.get(&person.id)?;
            Some(RatingView {
                game,
                value: rounded(now.value),
                deviation: rounded(2.0 * now.deviation),
                is_provisional: now.is_provisional(),
                href: PeopleView::Working(person.id, game).path(),
            })
        };
        let parts: Vec<_> = register
            .parts(person)
            .map(|part| PartView {
                entry: part.entry,
                event: part.event.name.clone(),
                href: format!("/events/{}/players/{}", part.event.slug, part.number),
                game: part.event.kind,
                name: part.name.clone(),
                days: masthead::days(part.event.starts_on, part.event.ends_on),
                is_split: register.is_split(part.entry),
            })
            .collect();
        let lead = format!(
            "{}, {}.",
            count(parts.len(), "event", "events"),
            count(games.len(), "game of a published round", "games of published rounds")
        );
        Self {
            frame: frame.under("Players", "/players"),
            name: person.name.clone(),
            lead,
            is_arbiter,
            seen: people.decided.len(),
            ratings: GameKind::ALL.into_iter().filter_map(rating).collect(),
            tallies: tallies(&games),
            parts,
            count: games.len(),
            games: games.iter().take(MOST).map(|(game, seat)| game_view(people, game, *seat)).collect(),
        }
    }
}

fn side(game: &PublishedGame, seat: Seat) -> &'static str {
    let kind = game.event.kind;
    kind.side_name(army(game.variation.unwrap_or_else(|| Variation::standard(kind)), seat))
}

fn tallies(games: &[(&PublishedGame, Seat)]) -> Vec<TallyView> {
    let mut halves: BTreeMap<(GameKind, String, usize), (&'static str, [usize; 3])> = BTreeMap::new();
    for (game, seat) in games {
        let Some(scored) = game.halves(*seat) else { continue };
        let key = (game.event.kind, variation(game), seat_index(*seat));
        let (_, counts) = halves.entry(key).or_insert_with(|| (side(game, *seat), [0; 3]));
        counts[usize::from(scored)] += 1;
    }
    let view = |((game, variation, seat), (side, [lost, drawn, won])): (_, (_, [usize; 3]))| TallyView {
        game,
        variation,
        side,
        seat: if seat == 0 { "first" } else { "second" },
        won,
        drawn,
        lost,
        points: format!(
            "{} of {}",
            PointsView::plain(u32::try_from(2 * won + drawn).unwrap_or(u32::MAX)).main(),
            won + drawn + lost
        ),
    };
    halves.into_iter().map(view).collect()
}

fn game_view(people: &People, game: &PublishedGame, seat: Seat) -> GameView {
    GameView {
        event: game.event.name.clone(),
        round: game.round,
        board: game.board,
        href: game.href(),
        opponent: name_and_page(&people.register, game.entries[1 - seat_index(seat)]),
        side: side(game, seat),
        variation: variation(game),
        score: score(game, seat),
        ending: match game.result {
            Some(result) if game.is_annulled => format!("{}; annulled", result.ending_words(game.event.kind)),
            Some(result) => result.ending_words(game.event.kind),
            None => "no result yet".to_owned(),
        },
    }
}
