//! Round robins by FIDE's Berger tables. The drawing numbers are the places in the starting list among those
//! who entered before the first round.

use tiger_event::{ByeKind, Entry, Event, Refusal, RoundBye, RoundNumber, Table};
use tiger_pairing::round_robin::{FixtureRound, round_of};
use tiger_pairing::{PairingError, Round};

use super::{pairing, unpairable};

/// The round of the Berger table. The opponent of somebody who is not there wins by forfeit, the free
/// player of an odd field has a zero-point bye, and so has who entered too late to have a drawing number.
pub(super) fn draft(event: &Event, round: RoundNumber) -> Result<Table, Refusal> {
    let drawn = event.drawn();
    let fixtures = fixtures(event, round, drawn.len())?;
    let player = |number: u32| drawn.get(usize::try_from(number).ok()?.checked_sub(1)?).copied();
    let mut table = Table::default();
    for fixture in &fixtures.fixtures {
        if let (Some(first), Some(second)) = (player(fixture.first), player(fixture.second)) {
            seat(&mut table, round, first, second, (fixture.first, fixture.second));
        }
    }
    let free = fixtures.free.and_then(player);
    let late = event.entries.values().filter(|entry| entry.first_round > 1);
    for entry in free.into_iter().chain(late).filter(|entry| entry.is_in(round)) {
        table.byes.push(bye(entry, round, ByeKind::ZeroPoint));
    }
    Ok(table)
}

fn fixtures(event: &Event, round: RoundNumber, players: usize) -> Result<FixtureRound, Refusal> {
    let players = u32::try_from(players).unwrap_or(u32::MAX);
    let round = Round::new(u32::from(round)).ok_or(Refusal::NotFound("round"))?;
    round_of(players, event.settings.format.cycles(), round).map_err(|error| match error {
        PairingError::BeyondLastRound { rounds, .. } => {
            Refusal::Invalid(format!("With {players} players the round robin ends after round {rounds}."))
        }
        error => unpairable(error),
    })
}

fn seat(table: &mut Table, round: RoundNumber, first: &Entry, second: &Entry, drawn: (u32, u32)) {
    match (first.plays_in(round), second.plays_in(round)) {
        (true, true) => {
            let why = format!("Berger table, round {round}: number {} against number {}.", drawn.0, drawn.1);
            table.boards.push(pairing(first.id, second.id, why));
        }
        (is_first_there, is_second_there) => {
            if !is_first_there && !is_second_there {
                table.absent.push([first.id, second.id]);
            }
            for (entry, is_there, other) in
                [(first, is_first_there, second), (second, is_second_there, first)]
            {
                if is_there {
                    // The other is not: one of the two at least.
                    let kind = ByeKind::FullPoint;
                    table.byes.push(RoundBye { entry: entry.id, kind, against: Some(other.id) });
                } else if entry.is_in(round) {
                    table.byes.push(bye(entry, round, ByeKind::ZeroPoint));
                }
            }
        }
    }
}

/// What the player asked for, or else what the schedule gives.
fn bye(entry: &Entry, round: RoundNumber, otherwise: ByeKind) -> RoundBye {
    RoundBye::new(entry.id, entry.byes.get(&round).copied().unwrap_or(otherwise))
}
