//! What waits for a player at a board, each in a sentence: on the own page and above the own scoresheet.

use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::dice::{Cast, purpose_title};
use tiger_event::protocol::OfferState;
use tiger_event::result::seat_index;
use tiger_event::text::sentence;
use tiger_event::{CastState, Event, Game, Offered, Seat};

use super::AskedView;
use super::accord::AccordView;
use crate::access::Room;
use crate::clock;

/// What waits for the player in a seat, beside what the opponent says of the end.
pub(super) fn waits(event: &Event, game: &Game, seat: Seat) -> Vec<String> {
    let asked = AskedView::of(event, game, seat).filter(|asked| !asked.has_spoken);
    let asked = asked.into_iter().map(|asked| format!("You are asked: {}", asked.question));
    if !event.settings.players_report {
        return asked.collect();
    }
    let opponent = event.name_of(game.player(seat.other()));
    let offers = game.protocol.open_offers().filter(|offered| offered.player != seat);
    let offers = offers
        .map(|offered: &Offered| format!("{opponent} offers {}.", offered.offer.words(event.settings.game)));
    let is_to_confirm = |cast: &&Cast| {
        matches!(&cast.state, CastState::FromCup { confirmed, .. } if !confirmed[seat_index(seat)])
            && cast.counts()
    };
    let dice = game.casts.iter().filter(is_to_confirm);
    let dice =
        dice.map(|cast| format!("Dice from the cup ({}) wait for your word.", purpose_title(cast.purpose)));
    asked.chain(offers).chain(dice).collect()
}

/// An offer that waits for its answer, in a sentence.
pub fn offer_told(event: &Event, game: &Game, offered: &Offered) -> String {
    let name = |seat: Seat| event.name_of(game.player(seat));
    let what = offered.offer.words(event.settings.game);
    format!("{} offers {what}; {} answers.", name(offered.player), name(offered.player.other()))
}

/// How long a player reads on top of a page that an offer was declined or a claim refused; it stays under what happened.
const ANSWERED: TimeDelta = TimeDelta::minutes(10);

/// What was answered of late to the player who reads, and was no yes, each in a sentence: play goes on.
pub fn told_of_late(room: &Room<'_>) -> Vec<String> {
    let (event, game) = (room.event, room.game);
    let Some(seat) = room.seat.filter(|_| room.is_open() && game.result.is_none()) else { return Vec::new() };
    let now = clock::now();
    let is_recent = |at: &DateTime<Utc>| now - *at < ANSWERED;
    let opponent = event.name_of(game.player(seat.other()));
    let own = game.protocol.offers.iter().rev().find(|offered| offered.player == seat);
    let declined = own.filter(|own| matches!(&own.state, OfferState::Declined { at } if is_recent(at)));
    let declined = declined.map(|own| {
        format!(
            "{opponent} has declined what you offered: {}. Play goes on.",
            own.offer.words(event.settings.game)
        )
    });
    let own = game.protocol.claims.iter().rev().find(|claimed| claimed.player == Some(seat));
    let judgement = own.and_then(|own| own.judgement());
    let refused = judgement.filter(|it| !it.is_granted && is_recent(&it.at)).map(|it| {
        let why = it.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        sentence(&format!("{} has refused your claim{why}", it.by))
    });
    declined.into_iter().chain(refused).collect()
}

/// All that waits for the player in a seat, what the opponent says of the end with it.
pub fn all_waits(event: &Event, game: &Game, seat: Seat) -> Vec<String> {
    let accord = AccordView::of(event, game, seat).map(|accord| accord.says);
    waits(event, game, seat).into_iter().chain(accord).collect()
}
