//! Clocks: how they stand for pages and for the game room, and several at a time.

use std::collections::HashMap;
use std::sync::Arc;

use tiger_rules::ClockSettings;
use tiger_rules::clock::{ClockEvent, Phase, Reading, Run};

use crate::clock;
use crate::db;
use crate::domain::clock::Hand;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::ids::GameId;
use crate::domain::round::RoundState;
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::ledger::LedgerError;
use crate::ledger::clocks::{Clocks, Press, Standing, Touch, Wish};

/// What a game's clock says now: its phase and both sides' times, moves and flags, the first mover's first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameReading {
    /// Its times.
    pub settings: ClockSettings,
    /// Phase, turn, and both halves with their flags.
    pub reading: Reading,
    /// Whether an arbiter stopped it.
    pub is_held: bool,
}

/// What a game's clock says now; none if it was not started.
pub async fn reading(clocks: &Clocks, game: GameId) -> Result<Option<GameReading>, AppError> {
    let standing = standing(clocks, game).await?;
    Ok(now(&standing))
}

fn now(standing: &Standing) -> Option<GameReading> {
    let clock = &standing.clock;
    Some(GameReading {
        settings: clock.settings()?,
        reading: clock.reading(clock::even())?,
        is_held: clock.is_held(),
    })
}

/// How a game's clock stands.
pub async fn standing(clocks: &Clocks, game: GameId) -> Result<Arc<Standing>, AppError> {
    let clocks = clocks.clone();
    db::block(move || clocks.standing(game)).await
}

/// How a game's clock stands for a hand that is heard now, and the mark that its device brings back.
pub async fn heard(clocks: &Clocks, game: GameId, hand: &Hand) -> Result<(Arc<Standing>, String), AppError> {
    let (clocks, hand) = (clocks.clone(), hand.clone());
    db::block(move || Ok::<_, LedgerError>((clocks.standing(game)?, clocks.hear(game, &hand)?))).await
}

/// How those clocks of the round that is being played stand that somebody has touched.
pub async fn standings(clocks: &Clocks, event: &Event) -> Result<HashMap<GameId, Arc<Standing>>, AppError> {
    let games = games_of_the_round(event).into_iter().map(|game| game.id).collect();
    let (clocks, event) = (clocks.clone(), event.id);
    db::block(move || clocks.of_games(event, &games)).await
}

/// What happened to a game's clock, oldest first.
pub async fn presses(clocks: &Clocks, game: GameId) -> Result<Vec<Press>, AppError> {
    let clocks = clocks.clone();
    db::block(move || clocks.presses(game)).await
}

/// What starts a game's clock.
///
/// # Errors
/// What is missing, in a sentence.
pub fn start(event: &Event, game: &Game) -> Result<Wish, &'static str> {
    if game.result.is_some() {
        return Err("This game has its result already: its clock is not started any more.");
    }
    let (settings, variation) = event.clock_of(game)?;
    Ok(Wish::Start { settings, variation, then: event.clock_begins(game) })
}

/// Whether a running clock has other times than the variation on file asks for; the times that it should have.
#[must_use]
pub fn contradiction(event: &Event, game: &Game, standing: &Standing) -> Option<ClockSettings> {
    let running = standing.clock.settings()?;
    let (wanted, _) = event.clock_of(game).ok()?;
    (wanted != running).then_some(wanted)
}

/// The games of the round that is being played, board 1 first.
#[must_use]
pub fn games_of_the_round(event: &Event) -> Vec<&Game> {
    let open = event.rounds.iter().rev().find(|round| round.state == RoundState::Published);
    let round = open.or_else(|| event.rounds.iter().rev().find(|round| round.state != RoundState::Draft));
    let Some(number) = round.map(|round| round.number) else { return Vec::new() };
    event.games_of(number)
}

/// What is done to all clocks of a round at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum All {
    /// Those that were not started are.
    Start,
    /// Those that run are stopped.
    Stop,
    /// Those that an arbiter stopped go on.
    Resume,
}

/// What became of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Done {
    /// How many clocks it was done to.
    pub done: usize,
    /// The boards that it could not be done to, and why.
    pub refused: Vec<String>,
}

/// Does something to all clocks of the round that it fits. Each clock is done by itself: what one refuses does not
/// keep the others waiting.
pub async fn all(
    clocks: &Clocks,
    event: &Arc<Event>,
    by: &Hand,
    what: All,
    (key, reason): (&str, Option<Reason>),
) -> Result<Done, AppError> {
    let (clocks, event, by, key) = (clocks.clone(), event.clone(), by.clone(), key.to_owned());
    db::block(move || {
        let games = games_of_the_round(&event);
        let standings = clocks.of_games(event.id, &games.iter().map(|game| game.id).collect())?;
        let untouched = Standing::default();
        let mut done = Done::default();
        for game in games {
            let standing = standings.get(&game.id).map_or(&untouched, Arc::as_ref);
            if !fits(what, game, standing) {
                continue;
            }
            let wish = match what {
                All::Start => match start(&event, game) {
                    Ok(wish) => wish,
                    Err(missing) => {
                        done.refused.push(format!("Board {}: {missing}", event.board_number(game)));
                        continue;
                    }
                },
                All::Stop => Wish::Event { what: ClockEvent::Pause, reason: reason.clone() },
                All::Resume => Wish::Event { what: ClockEvent::Resume, reason: reason.clone() },
            };
            let touch = Touch::of_form(&key, wish);
            match clocks.carry_out((event.id, game.id), &by, &touch) {
                Ok(_) => done.done += 1,
                Err(LedgerError::Refused(refusal)) => {
                    done.refused.push(format!("Board {}: {refusal}", event.board_number(game)));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(done)
    })
    .await
}

fn fits(what: All, game: &Game, standing: &Standing) -> bool {
    let run = standing.clock.reading(clock::even()).map(|reading| reading.run);
    match what {
        All::Start => run.is_none() && game.result.is_none() && game.adjourned.is_none(),
        All::Stop => run == Some(Run::Going) && game.result.is_none(),
        All::Resume => run == Some(Run::Stopped) && standing.clock.is_held() && game.result.is_none(),
    }
}

/// How many turns of postings a whole deployment has: S B B S S B B S, two Swordsmen of one side in a row being one
/// turn; in the TigerVariation the two Royal Guards come first.
#[must_use]
pub fn turns_of_postings(reading: &Reading, variation: Option<&str>) -> u32 {
    match reading.phase {
        Phase::Engagement => 0,
        Phase::Deployment if variation.is_some_and(|title| title.starts_with("Tiger")) => 7,
        Phase::Deployment => 5,
    }
}
