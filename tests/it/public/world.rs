//! An event that is under way.

use chrono::NaiveDate;
use tiger_event::timetable::RoundTime;
use tiger_event::{
    ByeKind, EntryId, Event, EventCommand, EventId, Format, GameId, Pairing, Points, ResultCommand,
    ResultEntry, RoundBye, RoundCommand, Seat, Settings, Table, Timetable, TimetableCommand, UserId,
};
use tiger_rules::Ending;

use crate::rig::TestApp;
use tiger_arbiter::clock::new_id;

fn day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap()
}

/// The players, by number.
pub(crate) const PLAYERS: [&str; 5] =
    ["Moor, Tessa", "Reed, Jonah", "Ash, Rowan", "Thorne, Iris", "=Vale, Kit"];

/// An event with its players.
pub(crate) struct Open {
    pub(crate) id: EventId,
    pub(crate) chief: UserId,
    pub(crate) entries: Vec<EntryId>,
}

/// A public event with five players; nothing is paired yet.
pub(crate) fn open_event(app: &TestApp, slug: &str, change: impl FnOnce(&mut Settings)) -> Open {
    let chief = app.add_user(&format!("chief-of-{slug}"), false);
    let id = app.add_event_with(slug, chief, |settings| {
        settings.format = Format::Free;
        settings.tie_breaks = tiger_pairing::tiebreak::parse_list("DE, SB, BH/C1, GV").unwrap();
        // Less than a win, so that the bye leads nobody past the winner.
        settings.byes.full = Points::whole(2);
        change(settings);
    });
    let entries = app.add_entries(id, &PLAYERS);
    app.commit(id, EventCommand::ShowEvent { is_public: true });
    let begins = |round: u32| day().and_hms_opt(8 + 2 * round, 0, 0).unwrap();
    let rounds = (1..=3).map(|round| RoundTime { round, begins: begins(round.into()) }).collect();
    let timetable = Timetable { default_minutes: Some(30), rounds, ..Timetable::default() };
    app.commit(id, TimetableCommand::SetTimetable { timetable, seen: 0 });
    Open { id, chief, entries }
}

impl Open {
    /// Boards 1 to 2 and a bye for who is left; `turn` changes who meets whom.
    pub(crate) fn table(&self, turn: usize, why: &str) -> Table {
        let at = |place: usize| self.entries[(place + turn) % 5];
        let pairing = |first, second| Pairing {
            game: new_id(),
            first: at(first),
            second: at(second),
            why: why.to_owned(),
            is_forced: false,
        };
        Table {
            boards: vec![pairing(0, 3), pairing(1, 2)],
            byes: vec![RoundBye::new(at(4), ByeKind::Pairing)],
            ..Table::default()
        }
    }

    /// Drafts a round.
    pub(crate) fn draft(&self, app: &TestApp, round: u16, why: &str) -> std::sync::Arc<Event> {
        let table = self.table(usize::from(round) - 1, why);
        app.commit(self.id, RoundCommand::DraftRound { round, system: Format::Free, table }).event
    }

    /// Drafts and publishes a round, and gives its games.
    pub(crate) fn publish(&self, app: &TestApp, round: u16) -> Vec<GameId> {
        let seen = self.draft(app, round, "").round(round).unwrap().revision;
        let event = app.commit(self.id, RoundCommand::PublishRound { round, seen }).event;
        event.games_of(round).into_iter().map(|game| game.id).collect()
    }

    /// Enters a result.
    pub(crate) fn enter(&self, app: &TestApp, game: GameId, winner: Option<Seat>, ending: Ending) {
        let result = ResultEntry::plain(winner, ending);
        app.commit(self.id, ResultCommand::EnterResult { game, result, seen: 0 });
    }

    /// Plays a whole round: the first seat wins board 1, board 2 is drawn.
    pub(crate) fn play(&self, app: &TestApp, round: u16) -> Vec<GameId> {
        let games = self.publish(app, round);
        self.enter(app, games[0], Some(Seat::First), Ending::Concession(None));
        self.enter(app, games[1], None, Ending::Agreement);
        app.commit(self.id, RoundCommand::CloseRound { round });
        games
    }
}

/// Every public address of an event with so many rounds published, and the lists of events.
pub(crate) fn addresses(slug: &str, rounds: u16) -> Vec<String> {
    let mut paths: Vec<String> = [
        "",
        "/pairings",
        "/standings",
        "/crosstable",
        "/players",
        "/players/1",
        "/players/5",
        "/players/1.ics",
        "/games",
        "/hall",
        "/hall/all/1",
        "/hall/all/2",
        "/hall/pairings/1",
        "/hall/standings/1",
        "/hall/names/1",
        "/hall/timetable/1",
        "/hall/pairings+names+standings+timetable/2",
        "/timetable",
        "/timetable.ics",
        "/players.csv",
        "/pairings.csv",
        "/standings.csv",
        "/standings.json",
        "/crosstable.csv",
        "/event.json",
        "/event.trf",
        "/games.tgr",
        "/feed.atom",
    ]
    .iter()
    .map(|path| format!("/events/{slug}{path}"))
    .collect();
    for part in ["", "/entries", "/rounds", "/standings", "/games", "/rulings"] {
        paths.push(format!("/api/v1/events/{slug}{part}"));
    }
    for round in 1..=rounds {
        paths.push(format!("/api/v1/events/{slug}/rounds/{round}"));
        paths.push(format!("/api/v1/events/{slug}/standings?after={round}"));
        paths.push(format!("/events/{slug}/rounds/{round}"));
        paths.push(format!("/events/{slug}/standings/{round}"));
        for sheet in ["boards", "names", "slips"] {
            paths.push(format!("/events/{slug}/rounds/{round}/print/{sheet}"));
        }
    }
    let lists = ["/", "/events", "/api/v1", "/api/v1/events", "/api/v1/openapi.json"];
    let everybody = [
        "/players",
        "/ratings",
        "/ratings/lancerchess",
        "/ratings/lancerchess.csv",
        "/api/v1/ratings/lancerchess",
        "/explorer",
        "/explorer/lancerchess",
        "/explorer/lancerchess.csv",
    ];
    paths.extend(lists.into_iter().chain(everybody).map(str::to_owned));
    paths
}

/// The public pages of the games of an event's published rounds.
pub(crate) fn game_addresses(event: &Event) -> Vec<String> {
    let of_game = |game| ["", "/api/v1"].map(|base| format!("{base}/events/{}/games/{game}", event.slug));
    event.games.keys().flat_map(of_game).collect()
}
