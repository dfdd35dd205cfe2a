//! What waits for a player at a board, each in a sentence: on the own page and above the own scoresheet.

use super::AskedView;
use super::accord::AccordView;
use crate::domain::dice::{Cast, CastState, purpose_title};
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::protocol::Offered;
use crate::domain::result::{Seat, seat_index};

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
#[must_use]
pub fn offer_told(event: &Event, game: &Game, offered: &Offered) -> String {
    let name = |seat: Seat| event.name_of(game.player(seat));
    let what = offered.offer.words(event.settings.game);
    format!("{} offers {what}; {} answers.", name(offered.player), name(offered.player.other()))
}

/// All that waits for the player in a seat, what the opponent says of the end with it.
#[must_use]
pub fn all_waits(event: &Event, game: &Game, seat: Seat) -> Vec<String> {
    let accord = AccordView::of(event, game, seat).map(|accord| accord.says);
    waits(event, game, seat).into_iter().chain(accord).collect()
}
