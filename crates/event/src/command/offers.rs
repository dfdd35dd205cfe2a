//! Offers of one player to the other: made, accepted, declined.

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use tiger_rules::{Ending, GameKind};

use super::results::{scored, set_result};
use super::{
    Effect, Event, Family, Game, GameId, Meta, Refusal, Teller, Who, check_has_no_result, open_game,
};
use crate::protocol::{Offer, OfferState, Protocol};
use crate::result::Source;
use crate::{DisputeCause, GameResult, Offered, ResultEntry, Seat};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum OfferCommand {
    /// A player makes the other an offer; a concession may take effect at once.
    MakeOffer {
        game: GameId,
        #[serde(with = "crate::seat_number")]
        player: Seat,
        offer: Offer,
    },
    /// The other player accepts an offer, or declines it.
    AnswerOffer {
        game: GameId,
        /// The entry that made the offer.
        offer: u64,
        is_accepted: bool,
    },
}

impl Family for OfferCommand {
    fn game(&self) -> Option<GameId> {
        let (Self::MakeOffer { game, .. } | Self::AnswerOffer { game, .. }) = self;
        Some(*game)
    }

    fn is_undoable(&self) -> bool {
        true
    }

    fn who(&self, event: &Event) -> Result<Who, Refusal> {
        Ok(match self {
            Self::MakeOffer { game, player, .. } => Who::Reporter(*game, *player),
            Self::AnswerOffer { game, offer, .. } => {
                let offered = event.game(*game)?.protocol.offer(*offer).ok_or(Refusal::NotFound("offer"))?;
                Who::Reporter(*game, offered.player.other())
            }
        })
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::MakeOffer { game, player, offer } => make(event, meta, *game, *player, *offer),
            Self::AnswerOffer { game, offer, is_accepted } => {
                answer(event, meta, *game, *offer, *is_accepted)
            }
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::MakeOffer { game, player, offer } => {
                let verb = if offer.needs_acceptance() { "offers" } else { "declares" };
                let words = format!(
                    "{} {verb} {}",
                    teller.player(*game, *player),
                    offer.words(teller.event.settings.game)
                );
                let result = if offer.needs_acceptance() { None } else { offer.result(*player, None) };
                teller.decided(*game, words, result.as_ref())
            }
            Self::AnswerOffer { game, offer, is_accepted } => {
                let verb = if *is_accepted { "accepts" } else { "declines" };
                let offered = teller.event.game(*game).ok().and_then(|game| game.protocol.offer(*offer));
                let Some(offered) = offered else {
                    return format!("a player {verb} an offer that was undone later");
                };
                let name = teller.player(*game, offered.player.other());
                let words = format!("{name} {verb} {}", offered.offer.words(teller.event.settings.game));
                let result = offered.offer.result(offered.player, teller.result(*game));
                teller.decided(*game, words, result.filter(|_| *is_accepted).as_ref())
            }
        }
    }
}

/// Refuses what the game is not ready for, or what its rules do not know.
fn check(event: &Event, game: &Game, player: Seat, offer: Offer) -> Effect {
    let kind = event.settings.game;
    let Some(variation) = game.variation(kind) else { return Err(not_begun()) };
    if !offer.is_of(variation) {
        let why = match (offer, kind) {
            (Offer::Concession { .. }, GameKind::Dragon) => {
                "Who concedes in Dragon says in lieu of what: locking up, direct capture or planting (rule 27a)."
            }
            _ => "The rules of this game know no such offer.",
        };
        return Err(Refusal::invalid(why));
    }
    let stands = game.result.as_ref().map(|result| &result.entry);
    match (offer, stands) {
        (Offer::InevitablePlanting, Some(entry))
            if entry.ending == Ending::Time && entry.winner.is_some() =>
        {
            if entry.planting_inevitable {
                return Err(Refusal::invalid("This is agreed already."));
            }
        }
        (Offer::InevitablePlanting, _) => {
            return Err(Refusal::invalid(
                "That planting was inevitable is agreed after a loss on time (rule 27b); there is none.",
            ));
        }
        _ => check_has_no_result(event, game)?,
    }
    // What takes effect at once asks nobody: it ends the game, and with it whatever waits.
    if offer.needs_acceptance() && game.protocol.open_offers().any(|open| open.player == player) {
        return Err(Refusal::invalid("An offer of this player waits for its answer already."));
    }
    if game.protocol.offers.len() >= Protocol::MOST {
        return Err(Refusal::invalid("This game has seen enough offers; tell an arbiter."));
    }
    Ok(())
}

/// The game itself has not begun.
pub(super) fn not_begun() -> Refusal {
    Refusal::invalid("The game has not begun: the questions and dice of its variation come first.")
}

fn make(event: &mut Event, meta: &Meta, id: GameId, player: Seat, offer: Offer) -> Effect {
    let game = event.game(id)?;
    check(event, game, player, offer)?;
    let stands = game.result.as_ref().map(|result| result.entry);
    let entry = result_of(offer, player, stands.as_ref())?;
    let takes_effect = !offer.needs_acceptance();
    // Even an offer that is only made must be worth something that the scoring table knows.
    let result = scored(event, meta, game, &entry, Source::Concession)?;
    let state = if takes_effect { OfferState::TookEffect } else { OfferState::Open };
    let game = open_game(event, meta, id)?;
    game.protocol.offers.push(Offered { step: meta.seq, player, offer, at: meta.at, state });
    if takes_effect { set_by_players(event, meta, id, result) } else { Ok(()) }
}

fn result_of(offer: Offer, player: Seat, stands: Option<&ResultEntry>) -> Result<ResultEntry, Refusal> {
    offer.result(player, stands).ok_or_else(|| Refusal::invalid("The result that this is about is gone."))
}

fn answer(event: &mut Event, meta: &Meta, id: GameId, step: u64, is_accepted: bool) -> Effect {
    let game = event.game(id)?;
    let offered = game.protocol.offer(step).ok_or(Refusal::NotFound("offer"))?;
    if offered.state != OfferState::Open {
        return Err(Refusal::invalid("This offer has been answered, or the game has its result."));
    }
    let result = if is_accepted {
        let stands = game.result.as_ref().map(|result| result.entry);
        let entry = result_of(offered.offer, offered.player, stands.as_ref())?;
        Some(scored(event, meta, game, &entry, Source::Agreement)?)
    } else {
        None
    };
    let game = open_game(event, meta, id)?;
    let at = meta.at;
    for offer in game.protocol.offers.iter_mut().filter(|offer| offer.step == step) {
        offer.state = if is_accepted { OfferState::Accepted { at } } else { OfferState::Declined { at } };
    }
    result.map_or(Ok(()), |result| set_by_players(event, meta, id, result))
}

/// Sets a result that the players brought about themselves: what a record put in doubt stays so.
fn set_by_players(event: &mut Event, meta: &Meta, id: GameId, result: GameResult) -> Effect {
    let disputes = &event.game(id)?.disputes;
    let stays = disputes.iter().filter(|dispute| dispute.cause != DisputeCause::Reports).cloned().collect();
    set_result(event, meta, id, result)?;
    open_game(event, meta, id)?.disputes = stays;
    Ok(())
}
