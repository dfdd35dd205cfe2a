//! Clocks of games that are not played any more: they are stopped, and a press that shows that a flag had not fallen by which
//! the game was lost is brought before an arbiter.

use tiger_event::clock::Hand;
use tiger_event::result::{SEATS, seat_index};
use tiger_event::{Actor, EventId, Game, GameId, NoteCommand, Reason, Seat};
use tiger_rules::clock::{ClockEvent, ClockSide, Flag};

use super::check_runs;
use crate::clock;
use crate::ledger::clocks::{Clocks, Standing, Touch, Wish};
use crate::ledger::{Ledger, LedgerError, Order};
use crate::services::or_refused;

/// A clock in memory that says something else than its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    event: EventId,
    game: GameId,
}

/// The clocks that say something else than their games, as far as both are in memory.
pub fn ended(ledger: &Ledger, clocks: &Clocks) -> Vec<Ended> {
    let now = clock::even();
    let counts = |standing: &Standing| standing.clock.reading(now).is_some_and(|it| it.counting.is_some());
    let looked_at = clocks.in_memory_where(|standing| counts(standing) || standing.pressed.is_some());
    let differs = |event: EventId, game: GameId, standing: &Standing| {
        let event = ledger.known(event).filter(|event| !event.is_finished);
        let game = event.as_ref().and_then(|event| event.games.get(&game));
        game.is_some_and(|game| goes_on(game, standing).is_some() || doubted(game, standing).is_some())
    };
    let differing = looked_at.into_iter().filter(|(event, game, standing)| differs(*event, *game, standing));
    differing.map(|(event, game, _)| Ended { event, game }).collect()
}

impl Ended {
    /// Stops the clock, and asks an arbiter where a loss on time is in question.
    pub fn settle(self, ledger: &Ledger, clocks: &Clocks) -> Result<(), LedgerError> {
        // Another server may know more of the event than this one's memory.
        let event = ledger.event(self.event)?;
        let Some(game) = event.games.get(&self.game) else { return Ok(()) };
        let standing = clocks.standing(self.game)?;
        if let Some((player, press)) = doubted(game, &standing) {
            let command = NoteCommand::DoubtFlag { game: self.game, player, press };
            // Whatever the refusal says, somebody else has acted meanwhile: the next look sees it.
            let _ = or_refused(ledger.commit(&Order::new(Actor::Program, self.event, command)))?;
        }
        if let Some(why) = goes_on(game, &standing) {
            let wish = Wish::Event { what: ClockEvent::Pause, reason: Reason::parse(why).ok() };
            let touch = Touch::of_form(&format!("ended-{}", standing.seq), wish);
            let _ = or_refused(clocks.carry_out((self.event, self.game), &Hand::Program, &touch))?;
        }
        Ok(())
    }
}

/// Why a clock should not count that does.
fn goes_on(game: &Game, standing: &Standing) -> Option<&'static str> {
    standing.clock.reading(clock::even())?.counting?;
    check_runs(game).err()
}

/// Who has lost on time with the flag up by the clock, and the press that shows it: one that was received after the result.
fn doubted(game: &Game, standing: &Standing) -> Option<(Seat, u64)> {
    let (press, received) = standing.pressed.filter(|(press, _)| *press > game.protocol.doubted)?;
    let reading = standing.clock.reading(clock::even())?;
    let is_up = |player: &Seat| reading.side(ClockSide::BOTH[seat_index(*player)]).flag == Flag::Up;
    let player = SEATS.into_iter().find(|player| game.is_lost_on_time(*player) && is_up(player))?;
    // Presses are received by a time that nobody sets, results come in by the system's: what is compared is how long ago.
    let is_since = clock::even() - received < clock::now() - game.result.as_ref()?.at;
    is_since.then_some((player, press))
}
