//! A player's own page: the games of one event.

use actix_web::HttpResponse;

use super::game_path;
use crate::auth::EventAccess;
use crate::domain::game::Game;
use crate::domain::ids::EntryId;
use crate::domain::round::RoundState;
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::room::{MyGame, MyPage};

/// The page.
pub async fn show(access: EventAccess) -> Result<HttpResponse, AppError> {
    let (_, id) = access.require_player()?;
    let event = &access.event;
    let entry = event.entry(id)?;
    let mut games: Vec<_> = event
        .games
        .values()
        .filter(|game| game.players().contains(&id))
        .map(|game| my_game(&access, game, id))
        .collect();
    games.sort_by_key(|game| std::cmp::Reverse(game.round));
    let published = event.rounds.iter().filter(|round| round.state != RoundState::Draft);
    let byes = published.flat_map(|round| {
        let own = round.table.byes.iter().filter(|bye| bye.entry == id);
        own.map(|bye| format!("Round {}: {}.", round.number, bye.kind.title()))
    });
    Page(MyPage {
        frame: access.frame(None).live(access.path("/live")),
        base: access.base(),
        name: entry.details.name.to_string(),
        number: entry.number,
        byes: byes.collect(),
        games,
    })
    .answer()
}

fn my_game(access: &EventAccess, game: &Game, id: EntryId) -> MyGame {
    let event = &access.event;
    let seat = usize::from(game.second == id);
    let is_round_open = event.round(game.round).is_ok_and(|round| round.state == RoundState::Published);
    let state = match (&game.result, &game.reports[seat], &game.reports[1 - seat]) {
        _ if !game.disputes.is_empty() => "The arbiter has been asked.".to_owned(),
        (Some(result), ..) => format!("{}.", event.result_text(game, &result.entry)),
        (None, None, Some(_)) => {
            "Your opponent has reported a result. Confirm it, or report yours.".to_owned()
        }
        (None, Some(_), _) => "You have reported; your opponent has not yet.".to_owned(),
        (None, None, None) if game.adjourned.is_some() => "Adjourned.".to_owned(),
        (None, None, None) => "No result yet.".to_owned(),
    };
    MyGame {
        room: format!("{}/room", game_path(access, game)),
        round: game.round,
        board: event.board_number(game),
        opponent: event.name_of(game.players()[1 - seat]).to_owned(),
        turn: if seat == 0 { "You move first." } else { "You move second." },
        state,
        points: game.result.as_ref().map(|result| result.points[seat].into()),
        is_open: is_round_open && game.result.is_none(),
        game: game_path(access, game),
        accord: if is_round_open { super::accord::accord(event, game, seat) } else { None },
    }
}
