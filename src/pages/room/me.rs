//! A player's own page: the games of one event.

use askama::Template;
use tiger_event::local_time::in_words;
use tiger_event::result::seat_index;
use tiger_event::{Entry, Game, GameId, RoundState, Seat};
use tiger_rules::GameKind;

use super::accord::AccordView;
use super::counts_for_nobody;
use super::waits::waits;
use super::wishes::MyWishes;
use crate::access::EventAccess;
use crate::config::BaseUrl;
use crate::error::Result;
use crate::pages::alerts::AlertsView;
use crate::pages::public::{CalendarView, without_game};
use crate::pages::{Frame, PointsView, Status};
use crate::publish::PeopleView;

/// A player's own page.
#[derive(Template)]
#[template(path = "room/me.html")]
pub struct MyPage {
    pub frame: Frame,
    pub name: String,
    /// Pairing number.
    pub number: u16,
    /// The games, those that wait for the player before the others, the latest first.
    pub games: Vec<MyGame>,
    /// When the next round begins, in a sentence; empty where that is not said.
    pub begins: String,
    /// The games as a calendar file, if there is one.
    pub calendar: Option<CalendarView>,
    /// The player's page in the register; empty while everybody may not see the event.
    pub register: String,
    /// Byes, in words.
    pub byes: Vec<String>,
    /// Where the player is told of pairings.
    pub alerts: AlertsView,
    /// The check-in, and what the player asks for.
    pub wishes: MyWishes,
}

/// A game in a player's list.
pub struct MyGame {
    pub round: u16,
    /// The round with what it is in the bracket.
    pub title: String,
    /// Number of the board in the hall.
    pub board: u16,
    pub opponent: String,
    /// `You move first` or the other way.
    pub turn: &'static str,
    /// How it stands, in words.
    pub state: String,
    /// What the player scored.
    pub points: Option<PointsView>,
    /// Whether something can still be done.
    pub is_open: bool,
    /// Where the game's pages begin.
    pub game: String,
    /// What the opponent says, to be confirmed or disputed.
    pub accord: Option<AccordView>,
    /// Flags that have fallen by the game's clock, each in a sentence.
    pub flags: Vec<String>,
    /// What else waits for the player, each in a sentence.
    pub waits: Vec<String>,
}

impl MyPage {
    /// The page of an entry, with the flags that have fallen in its games, each in a sentence.
    pub fn of(
        access: &EventAccess,
        base_url: &BaseUrl,
        (entry, alerts): (&Entry, AlertsView),
        flags: &[(GameId, String)],
    ) -> Result<Self> {
        let event = &access.event;
        let own = |game: &Game| {
            let flags = flags.iter().filter(|(of, _)| *of == game.id).map(|(_, says)| says.clone()).collect();
            Some(MyGame::of(access, game, game.seat_of(entry.id)?, flags))
        };
        let mut games: Vec<_> = event.games.values().filter_map(own).collect();
        let waits = |game: &MyGame| game.accord.is_some() || !game.waits.is_empty();
        games.sort_by_key(|game| (!waits(game), std::cmp::Reverse(game.round)));
        let published = event.rounds.iter().filter(|round| round.state != RoundState::Draft);
        let sat_out = published.filter_map(|round| {
            let words = without_game(event, round, entry.id)?;
            Some(format!("{}: {words}.", event.round_title(round.number)))
        });
        let to_come = entry.byes.range(event.published_rounds().saturating_add(1)..);
        let to_come = to_come.map(|(round, bye)| format!("Round {round}: {}, as arranged.", bye.title()));
        let next = event.next_beginning();
        let begins = next.map(|line| format!("{} begins on {}.", line.title(), in_words(line.begins)));
        Ok(Self {
            frame: access.live_frame(None),
            name: entry.details.name.to_string(),
            number: entry.number,
            begins: begins.unwrap_or_default(),
            calendar: CalendarView::of(event, entry.number, base_url),
            register: if event.is_public { PeopleView::Person(entry.id).path() } else { String::new() },
            byes: sat_out.chain(to_come).collect(),
            alerts,
            wishes: MyWishes::of(access, base_url, entry)?,
            games,
        })
    }
}

impl MyGame {
    fn of(access: &EventAccess, game: &Game, seat: Seat, flags: Vec<String>) -> Self {
        let event = &access.event;
        let annulled = event.annulled_of(game.players());
        let is_round_open = event.round(game.round).is_ok_and(|round| round.state == RoundState::Published);
        let state = match (&game.result, game.report(seat), game.report(seat.other())) {
            _ if !game.disputes.is_empty() => "The arbiter has been asked.".to_owned(),
            (Some(result), ..) => format!("{}.", event.result_words(game, &result.entry)),
            (None, None, Some(_)) => {
                "Your opponent has reported a result. Confirm it, or report yours.".to_owned()
            }
            (None, Some(_), _) => "You have reported; your opponent has not yet.".to_owned(),
            (None, None, None) if game.adjourned.is_some() => "Adjourned.".to_owned(),
            (None, None, None) => "No result yet.".to_owned(),
        };
        let state = match annulled {
            Some(left) => format!("{state} {}", counts_for_nobody(event, left)),
            None => state,
        };
        Self {
            round: game.round,
            title: event.round_title(game.round),
            board: event.board_number(game),
            opponent: event.name_of(game.player(seat.other())).to_owned(),
            turn: match (event.settings.game, seat) {
                // The Siberian, who moves second, begins the deployment in each variation.
                (GameKind::TigerChess, Seat::First) => "Your opponent posts first; you move first.",
                (GameKind::TigerChess, Seat::Second) => "You post first; your opponent moves first.",
                (_, Seat::First) => "You move first.",
                (_, Seat::Second) => "You move second.",
            },
            state,
            points: game
                .result
                .as_ref()
                .filter(|_| annulled.is_none())
                .map(|result| result.points[seat_index(seat)].into()),
            is_open: is_round_open && game.result.is_none(),
            game: access.game_path(game, ""),
            accord: if is_round_open { AccordView::of(event, game, seat) } else { None },
            flags,
            waits: if is_round_open { waits(event, game, seat) } else { Vec::new() },
        }
    }
}
