//! What is reckoned for a command rather than said by whoever gives it: what the rules find in a claim, whose move it is,
//! whether a flag has fallen, why two were paired. Forms take it from here, and so do commands of other programs.

use tiger_event::command::OfferCommand;
use tiger_event::protocol::ClaimFinding;
use tiger_event::{
    ClaimCommand, ClaimKind, Command, Event, Evidence, NoteCommand, RoundCommand, Seat, Table,
};

use super::known;
use crate::access::{EventAccess, Room};
use crate::error::{AppError, Result};
use crate::services::clocks;
use crate::state::State;

/// The command as the program's own form would give it, whatever another program says in it.
pub(in crate::handlers) async fn reckoned(
    access: &EventAccess,
    state: &State,
    mut command: Command,
) -> Result<Command> {
    let room = match command.game() {
        Some(game) => Room::of_game(access, access.event.game(game)?)?,
        None => {
            if let Command::Round(
                RoundCommand::DraftRound { table, .. } | RoundCommand::ChangeDraft { table, .. },
            ) = &mut command
            {
                drop_reasons(&access.event, table);
            }
            return Ok(command);
        }
    };
    match &mut command {
        Command::Claim(ClaimCommand::MakeClaim { kind, finding: found, .. }) => {
            *found = finding(&room, state, *kind).await?;
        }
        Command::Claim(ClaimCommand::JudgeClaim { claim, finding: found, .. }) => {
            let claimed = room.game.protocol.claims.iter().find(|claimed| claimed.step == *claim);
            let claimed = claimed.ok_or(AppError::not_found("claim"))?;
            *found = finding(&room, state, claimed.kind).await?;
        }
        Command::Note(NoteCommand::ConsultSeer { turn: known, .. }) => *known = turn(&room, state).await?,
        Command::Offer(
            OfferCommand::MakeOffer { .. } | OfferCommand::AnswerOffer { is_accepted: true, .. },
        ) => {
            if let Some(sentence) = under_a_flag(&room, state).await? {
                return Err(AppError::unprocessable(sentence));
            }
        }
        _ => {}
    }
    Ok(command)
}

/// What the rules find about a claim in the moves on file, as far as whoever claims may see them.
pub(super) async fn finding(room: &Room<'_>, state: &State, kind: ClaimKind) -> Result<Option<ClaimFinding>> {
    Ok(known(room, state).await?.and_then(|known| known.finding(kind)))
}

/// Whose move it is, where that is known: by the scoresheet that the player who asks keeps, or by the clock; an arbiter sees
/// it at the board. A record that was handed in is complete or old.
pub(super) async fn turn(room: &Room<'_>, state: &State) -> Result<Option<Seat>> {
    let known = if room.seat.is_some() { known(room, state).await? } else { None };
    match known.filter(|known| known.evidence == Evidence::Scoresheet) {
        Some(known) => Ok(Some(known.turn())),
        None => clocks::turn(&state.clocks, room.game.id).await,
    }
}

/// Whether the moves on file show that a player's Standard Bearer was captured, where that changes the points.
pub(super) async fn is_bearer_captured(room: &Room<'_>, state: &State, player: Seat) -> Result<bool> {
    Ok(known(room, state).await?.is_some_and(|known| known.is_bearer_captured(player)))
}

/// What refuses an agreement or a concession: once a flag has fallen by the program's clock, an arbiter decides first what
/// comes of it.
pub(super) async fn under_a_flag(room: &Room<'_>, state: &State) -> Result<Option<String>> {
    if room.is_arbiter() {
        return Ok(None);
    }
    let fallen = clocks::flags(&state.clocks, room.game).await?;
    let flag = fallen.iter().find(|flag| flag.is_out_of_time);
    let said = |sentence: String| format!("{sentence} The arbiter has been told, and decides first.");
    Ok(flag.map(|flag| said(flag.sentence(room.event, room.game))))
}

/// Why two were paired is the pairing system's to say: it stays with the pairs of the draft that stands.
fn drop_reasons(event: &Event, table: &mut Table) {
    let drafted = event.draft().map_or(&[][..], |round| &round.table.boards);
    for board in &mut table.boards {
        let pair = (board.first, board.second, &board.why);
        if !drafted.iter().any(|other| (other.first, other.second, &other.why) == pair) {
            board.why.clear();
        }
    }
}
