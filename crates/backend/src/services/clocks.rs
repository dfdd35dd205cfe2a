//! Clocks: how they stand for pages and for the game room, and several at a time.

mod ended;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::clock::Hand;
use tiger_event::result::{SEATS, seat_index};
use tiger_event::{ClaimKind, Claimed, Event, Game, GameClock, GameId, Reason, RoundState, Seat};
use tiger_rules::ClockSettings;
use tiger_rules::clock::{ClockEvent, ClockSide, Flag, Phase, Run};

use crate::error::Result;
use crate::ledger::LedgerError;
use crate::ledger::clocks::{Clocks, Press, Standing, Touch, Wish};
use crate::services::or_refused;
use crate::{clock, db};

pub use ended::{Ended, ended};

/// Whose time runs by a game's clock.
pub async fn turn(clocks: &Clocks, game: GameId) -> Result<Option<Seat>> {
    let standing = standing(clocks, game).await?;
    let counting = standing.clock.reading(clock::even()).and_then(|reading| reading.counting);
    Ok(counting.map(|side| SEATS[side.index()]))
}

/// A flag that has fallen by the program's clock and that no arbiter has noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fallen {
    pub player: Seat,
    /// Whether all time has run out, so that the game is lost; else it fell in the deployment.
    pub is_out_of_time: bool,
    pub at: DateTime<Utc>,
    /// When the device that presses for the player was last heard, where it is out of touch and that was asked.
    pub silent_since: Option<DateTime<Utc>>,
}

impl Fallen {
    /// What has happened, and what follows.
    pub fn sentence(&self, event: &Event, game: &Game) -> String {
        let name = event.name_of(game.player(self.player));
        let then = if self.is_out_of_time {
            "out of time. The arbiter decides what follows."
        } else {
            "this player posts no more Swordsmen (rule 11)."
        };
        let silence = self.silent_since.map(|since| {
            let since = since.with_timezone(&event.settings.time_zone).format("%H:%M:%S");
            format!(
                " The device that presses for {name} is out of touch, last heard at {since}: what was pressed there in time \
                 still counts when it arrives."
            )
        });
        format!("By the program's clock the flag of {name} has fallen: {then}{}", silence.unwrap_or_default())
    }

    /// The same, with whether a press of the player may still be on its way.
    #[must_use]
    pub fn heard_by(self, clocks: &Clocks, game: &Game) -> Self {
        let silent_since = clocks.silent_since(game.id, ClockSide::BOTH[seat_index(self.player)]);
        Self { silent_since, ..self }
    }
}

/// The flags of a game without a result that have fallen and that no arbiter has noted.
pub fn fallen(game: &Game, standing: &Standing, now: DateTime<Utc>) -> Vec<Fallen> {
    let clock = &standing.clock;
    let (Some(reading), Some(last), Some(since), None) =
        (clock.reading(now), clock.last_reading(), clock.last_event(), &game.result)
    else {
        return Vec::new();
    };
    let fallen = |player: Seat| {
        let side = ClockSide::BOTH[seat_index(player)];
        let is_out_of_time = match reading.side(side).flag {
            Flag::Lost => true,
            Flag::Deployment if !game.protocol.has_flag_fallen(player) => false,
            Flag::Deployment | Flag::Up => return None,
        };
        // In a deployment the other's time runs on when one's own is used up.
        let ran_before =
            last.counting.filter(|counting| *counting != side).map(|first| last.side(first).left());
        let left = last.side(side).left().plus(ran_before.unwrap_or_default());
        let span = i64::try_from(left.0).ok().and_then(TimeDelta::try_milliseconds).unwrap_or_default();
        Some(Fallen { player, is_out_of_time, at: since + span, silent_since: None })
    };
    SEATS.into_iter().filter_map(fallen).collect()
}

/// The flags of a game that have fallen by now.
pub async fn flags(clocks: &Clocks, game: &Game) -> Result<Vec<Fallen>> {
    let fallen = fallen(game, &*standing(clocks, game.id).await?, clock::even());
    Ok(fallen.into_iter().map(|flag| flag.heard_by(clocks, game)).collect())
}

/// The flags of the round that have fallen, and that nobody at the board has claimed either, the first to fall first.
pub fn unnoted<'a>(event: &'a Event, standings: &HashMap<GameId, Arc<Standing>>) -> Vec<(&'a Game, Fallen)> {
    let now = clock::even();
    let is_claimed = |game: &Game, flag: &Fallen| {
        let claims =
            |claim: &Claimed| claim.kind == ClaimKind::Flag && claim.player == Some(flag.player.other());
        game.protocol.open_claims().any(claims)
    };
    let of = |game: &'a Game| {
        let flags = standings.get(&game.id).map(|standing| fallen(game, standing, now)).unwrap_or_default();
        flags.into_iter().filter(move |flag| !is_claimed(game, flag)).map(move |flag| (game, flag))
    };
    let mut all: Vec<_> = games_of_the_round(event).into_iter().flat_map(of).collect();
    all.sort_by_key(|(_, flag)| flag.at);
    all
}

/// The games of the round whose clock was stopped at the board, not by an arbiter, with the moment, the first one first.
pub fn stopped<'a>(
    event: &'a Event,
    standings: &HashMap<GameId, Arc<Standing>>,
) -> Vec<(&'a Game, DateTime<Utc>)> {
    let now = clock::even();
    let since = |game: &'a Game| {
        let clock = &standings.get(&game.id).filter(|_| is_played(game))?.clock;
        let reading = clock.reading(now).filter(|it| it.run == Run::Stopped && it.lost().is_none());
        reading.filter(|_| !clock.is_held())?;
        Some((game, clock.last_event()?))
    };
    let mut all: Vec<_> = games_of_the_round(event).into_iter().filter_map(since).collect();
    all.sort_by_key(|(_, since)| *since);
    all
}

/// Whose flag was noted as fallen in the deployment and is up by the clock, while nothing has ended that: a press that came
/// late has lifted it, or the note was a mistake.
pub fn lifted<'a>(
    event: &'a Event,
    standings: &HashMap<GameId, Arc<Standing>>,
) -> Vec<(&'a Game, Seat, DateTime<Utc>)> {
    let now = clock::even();
    let of = |game: &'a Game| {
        let clock = standings.get(&game.id).filter(|_| is_played(game)).map(|standing| &standing.clock);
        let reading = clock.and_then(|clock| clock.reading(now)).filter(|it| it.phase == Phase::Deployment);
        let since = clock.and_then(GameClock::last_event);
        let is_up = move |seat: &Seat| {
            let side = reading.map(|reading| *reading.side(ClockSide::BOTH[seat_index(*seat)]));
            game.protocol.has_flag_fallen(*seat) && side.is_some_and(|side| !side.fell_in_deployment)
        };
        SEATS.into_iter().filter(is_up).filter_map(move |seat| Some((game, seat, since?)))
    };
    games_of_the_round(event).into_iter().flat_map(of).collect()
}

/// Whether a game is played now: nobody says that it is over, or goes on another day.
pub fn is_played(game: &Game) -> bool {
    game.awaits_result() && game.reports.iter().all(Option::is_none)
}

/// The player who has used up all time by the program's clock.
pub async fn out_of_time(clocks: &Clocks, game: &Game) -> Result<Option<Seat>> {
    let standing = standing(clocks, game.id).await?;
    let lost = standing.clock.reading(clock::even()).and_then(|reading| reading.lost());
    Ok(lost.map(|side| SEATS[side.index()]))
}

pub async fn standing(clocks: &Clocks, game: GameId) -> Result<Arc<Standing>> {
    let clocks = clocks.clone();
    db::block(move || clocks.standing(game)).await
}

/// How a game's clock stands for a hand that is heard now, and the mark that its device brings back.
pub async fn heard(clocks: &Clocks, game: GameId, hand: &Hand) -> Result<(Arc<Standing>, String)> {
    let (clocks, hand) = (clocks.clone(), hand.clone());
    db::block(move || Ok::<_, LedgerError>((clocks.standing(game)?, clocks.hear(game, &hand)?))).await
}

/// How those clocks of the round that is being played stand that somebody has touched.
pub async fn standings(clocks: &Clocks, event: &Event) -> Result<HashMap<GameId, Arc<Standing>>> {
    let games = games_of_the_round(event).into_iter().map(|game| game.id).collect();
    let (clocks, event) = (clocks.clone(), event.id);
    db::block(move || clocks.of_games(event, &games)).await
}

/// What happened to a game's clock, oldest first.
pub async fn presses(clocks: &Clocks, game: GameId) -> Result<Vec<Press>> {
    let clocks = clocks.clone();
    db::block(move || clocks.presses(game)).await
}

/// What keeps a game's clock from being set going, whoever wants it; nothing while the game is played.
pub const fn check_runs(game: &Game) -> Result<(), &'static str> {
    match (&game.result, &game.adjourned) {
        (Some(_), _) => Err("This game has its result already: its clock does not go on."),
        (None, Some(_)) => Err("This game is adjourned: its clock goes on when the game does."),
        (None, None) => Ok(()),
    }
}

/// What starts a game's clock.
pub fn start(event: &Event, game: &Game) -> Result<Wish, &'static str> {
    check_runs(game)?;
    let (settings, variation) = event.clock_of(game)?;
    Ok(Wish::Start { settings, variation, then: event.clock_begins(game) })
}

/// Whether a running clock has other times than the variation on file asks for; the times that it should have.
pub fn contradiction(event: &Event, game: &Game, standing: &Standing) -> Option<ClockSettings> {
    let running = standing.clock.settings()?;
    let (wanted, _) = event.clock_of(game).ok()?;
    (wanted != running).then_some(wanted)
}

/// The games of the round that is being played, board 1 first.
pub fn games_of_the_round(event: &Event) -> Vec<&Game> {
    let open = event.rounds.iter().rfind(|round| round.state == RoundState::Published);
    let round = open.or_else(|| event.rounds.iter().rfind(|round| round.state != RoundState::Draft));
    round.map(|round| event.games_of(round.number)).unwrap_or_default()
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
    /// How many it was not done to because their page showed them otherwise.
    pub unseen: usize,
    /// The boards that it could not be done to, and why.
    pub refused: Vec<String>,
}

/// Does something to all clocks of the round that it fits. Each clock is done by itself: what one refuses does not
/// keep the others waiting. Stopped are all that run; started or set going only those of `shown`, as which the page
/// showed them: what another arbiter stopped a moment ago has its own reason.
pub async fn all(
    clocks: &Clocks,
    event: &Arc<Event>,
    by: &Hand,
    (what, shown): (All, BTreeSet<GameId>),
    (key, reason): (&str, Option<Reason>),
) -> Result<Done> {
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
            if what != All::Stop && !shown.contains(&game.id) {
                done.unseen += 1;
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
            match or_refused(clocks.carry_out((event.id, game.id), &by, &touch))? {
                Ok(_) => done.done += 1,
                Err(refusal) => done.refused.push(format!("Board {}: {refusal}", event.board_number(game))),
            }
        }
        Ok::<_, LedgerError>(done)
    })
    .await
}

fn fits(what: All, game: &Game, standing: &Standing) -> bool {
    let run = standing.clock.reading(clock::even()).map(|reading| reading.run);
    match what {
        All::Start => run.is_none() && is_played(game),
        All::Stop => run == Some(Run::Going) && game.result.is_none(),
        All::Resume => run == Some(Run::Stopped) && standing.clock.is_held() && check_runs(game).is_ok(),
    }
}
