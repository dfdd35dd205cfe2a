//! Every public page and file of an event, and its address.

use std::str::FromStr;

use strum::{EnumString, IntoStaticStr};
use tiger_event::{Event, GameId, RoundNumber};

/// The media type of pages: all else are files.
pub const HTML: &str = "text/html; charset=utf-8";

pub(super) const CSV: &str = "text/csv; charset=utf-8; header=present";

/// How a round is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Sheet {
    /// A line a board.
    Boards,
    /// A line a player, by name.
    Names,
    /// A slip a board, for the players to sign.
    Slips,
}

impl Sheet {
    pub const ALL: [Self; 3] = [Self::Boards, Self::Names, Self::Slips];

    /// The word in the address.
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub const fn title(self) -> &'static str {
        match self {
            Self::Boards => "Pairings by board",
            Self::Names => "Pairings by name",
            Self::Slips => "Result slips",
        }
    }
}

/// A thing that a screen in the hall shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum HallPart {
    /// The boards of the current round with their results.
    #[strum(serialize = "pairings")]
    Boards,
    /// Its players by name, each with the board.
    Names,
    Standings,
    /// The timetable, with a countdown to the round that is next.
    Timetable,
    /// The first boards that are played, with their pictures, as late as the event says.
    Live,
}

impl HallPart {
    /// All parts, in the order in which a screen shows them.
    pub const ALL: [Self; 5] = [Self::Boards, Self::Names, Self::Standings, Self::Timetable, Self::Live];

    /// The word in the address.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// The words in the form that opens a screen.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Boards => "Boards and results",
            Self::Names => "Players by name",
            Self::Standings => "Standings",
            Self::Timetable => "Timetable and countdown",
            Self::Live => "Top boards, live",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What a screen in the hall shows, one part after the other. Invariant: nothing, which stands for what fits the moment, or
/// some of the parts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct HallShow(u8);

impl HallShow {
    /// What fits the moment: the current round, the standings once there are results, the timetable while a round is to
    /// come.
    pub const ALL: Self = Self(0);

    /// The word for what fits the moment.
    const ALL_KEY: &'static str = "all";

    /// A show of some parts; of none, what fits the moment.
    pub fn of(parts: impl IntoIterator<Item = HallPart>) -> Self {
        Self(parts.into_iter().fold(0, |bits, part| bits | part.bit()))
    }

    /// Whether a part was asked for by name.
    pub const fn has(self, part: HallPart) -> bool {
        self.0 & part.bit() != 0
    }

    /// The words in the address, such as `pairings+standings`.
    pub fn key(self) -> String {
        if self == Self::ALL {
            return Self::ALL_KEY.to_owned();
        }
        let named = HallPart::ALL.into_iter().filter(|part| self.has(*part));
        named.map(HallPart::key).collect::<Vec<_>>().join("+")
    }

    /// The show with these words, each once and in their order: an address for each show.
    pub fn from_key(key: &str) -> Option<Self> {
        let show = match key {
            Self::ALL_KEY => Self::ALL,
            key => Self::of(key.split('+').map(HallPart::from_str).collect::<Result<Vec<_>, _>>().ok()?),
        };
        (show.key() == key).then_some(show)
    }
}

/// A moment of a game's record, and how it is looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Moment {
    /// After so many plies; none for the end.
    pub ply: Option<u32>,
    /// Whether all legal moves of the side to move are shown.
    pub moves: bool,
    /// Whether the board is turned round: the second seat's side is below.
    pub is_turned: bool,
}

impl Moment {
    /// After so many plies, without the legal moves.
    pub const fn after(ply: u32) -> Self {
        Self { ply: Some(ply), moves: false, is_turned: false }
    }

    pub fn query(self) -> String {
        let ply = self.ply.map(|ply| format!("ply={ply}"));
        let asked =
            [ply, self.moves.then(|| "moves=1".to_owned()), self.is_turned.then(|| "turned=1".to_owned())];
        let asked = asked.into_iter().flatten().collect::<Vec<_>>().join("&");
        if asked.is_empty() { asked } else { format!("?{asked}") }
    }
}

/// What the interface for programs answers about an event; lists go page by page, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ApiView {
    /// What the event is and where it stands.
    Event,
    Entries(u32),
    Rounds,
    /// A round with its boards.
    Round(RoundNumber),
    /// The standings, after all published rounds or after the first ones.
    Standings(Option<RoundNumber>),
    Games(u32),
    /// A game with its record.
    Game(GameId),
    /// What arbiters have decided against board or players.
    Rulings,
}

impl ApiView {
    /// The address within the event's in the interface.
    fn path(self) -> String {
        match self {
            Self::Event => String::new(),
            Self::Entries(page) => format!("/entries?page={page}"),
            Self::Rounds => "/rounds".to_owned(),
            Self::Round(round) => format!("/rounds/{round}"),
            Self::Standings(None) => "/standings".to_owned(),
            Self::Standings(Some(round)) => format!("/standings?after={round}"),
            Self::Games(page) => format!("/games?page={page}"),
            Self::Game(game) => format!("/games/{game}"),
            Self::Rulings => "/rulings".to_owned(),
        }
    }
}

/// A public page or file of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum View {
    /// What the event is and where it stands.
    Overview,
    /// Boards and results of the round that was published last.
    Pairings,
    Round(RoundNumber),
    /// A round to be printed.
    Sheet(RoundNumber, Sheet),
    /// The standings, after all published rounds or after the first ones.
    Standings(Option<RoundNumber>),
    /// The standings of a category, by its place among them, from 1.
    Category(u16),
    Prizes,
    /// A part, from 1, of everybody against everybody, or against each round's opponent.
    CrossTable(u16),
    /// The bracket of a knockout, the score of a match.
    Bracket,
    Players,
    /// One player's rounds, and how each number of his line in the standings came about.
    Player(u16),
    /// When one player's rounds begin, and at which board against whom, as a calendar file.
    PlayerIcs(u16),
    /// The games with their records.
    Games,
    /// One game, at a moment of its record.
    Game(GameId, Moment),
    /// The board of one game at a moment, to stand within pages of others.
    Embed(GameId, Moment),
    /// The board of one game at a moment as a picture by itself.
    Picture(GameId, Moment),
    /// One game that is played, at a moment of the line with this number.
    Live(GameId, Moment, u64),
    /// The record of one game as a file.
    GameTgr(GameId),
    /// A screen in the hall, from 1.
    Hall(HallShow, u16),
    /// The same with boards that are played, by a number that is another one for other moves.
    HallLive(HallShow, u16, u64),
    /// When rounds and breaks begin.
    Timetable,
    /// The same as a calendar file.
    TimetableIcs,
    PlayersCsv,
    /// Boards and results of all rounds.
    PairingsCsv,
    StandingsCsv,
    /// The standings with their working.
    StandingsJson,
    CrossTableCsv,
    EventJson,
    /// The event as a FIDE report file.
    EventTrf,
    /// The records of all games.
    GamesTgr,
    /// Rounds, results and rulings, the newest first, for feed readers.
    Feed,
    Api(ApiView),
}

impl View {
    /// Addresses within the event's that nothing is put into, the most visited first.
    pub const PLAIN: [(&'static str, Self); 19] = [
        ("/standings", Self::Standings(None)),
        ("/pairings", Self::Pairings),
        ("", Self::Overview),
        ("/players", Self::Players),
        ("/games", Self::Games),
        ("/crosstable", Self::CrossTable(1)),
        ("/bracket", Self::Bracket),
        ("/prizes", Self::Prizes),
        ("/timetable", Self::Timetable),
        ("/timetable.ics", Self::TimetableIcs),
        ("/players.csv", Self::PlayersCsv),
        ("/pairings.csv", Self::PairingsCsv),
        ("/standings.csv", Self::StandingsCsv),
        ("/standings.json", Self::StandingsJson),
        ("/crosstable.csv", Self::CrossTableCsv),
        ("/event.json", Self::EventJson),
        ("/event.trf", Self::EventTrf),
        ("/games.tgr", Self::GamesTgr),
        ("/feed.atom", Self::Feed),
    ];

    /// The address within the event's.
    pub fn path(self) -> String {
        match self {
            Self::Round(round) => format!("/rounds/{round}"),
            Self::Sheet(round, sheet) => format!("/rounds/{round}/print/{}", sheet.key()),
            Self::Standings(Some(round)) => format!("/standings/{round}"),
            Self::Category(place) => format!("/categories/{place}"),
            Self::CrossTable(part) if part != 1 => format!("/crosstable?page={part}"),
            Self::Player(number) => format!("/players/{number}"),
            Self::PlayerIcs(number) => format!("/players/{number}.ics"),
            Self::Game(game, moment) | Self::Live(game, moment, _) => {
                format!("/games/{game}{}", moment.query())
            }
            Self::Embed(game, moment) => format!("/games/{game}/embed{}", moment.query()),
            Self::Picture(game, moment) => format!("/games/{game}/board.svg{}", moment.query()),
            Self::GameTgr(game) => format!("/games/{game}.tgr"),
            Self::Hall(show, page) | Self::HallLive(show, page, _) => format!("/hall/{}/{page}", show.key()),
            Self::Api(view) => view.path(),
            plain => Self::PLAIN.iter().find(|it| it.1 == plain).map_or("", |it| it.0).to_owned(),
        }
    }

    /// What stands at an address within the event's, spelled as [`View::path`] spells it, if it says so by itself: which
    /// page of a game it is depends on whether the game is over.
    pub fn at(path: &str) -> Option<Self> {
        let plain = Self::PLAIN.iter().find(|it| it.0 == path).map(|it| it.1);
        plain.or_else(|| Self::numbered(path).filter(|view| view.path() == path))
    }

    fn numbered(path: &str) -> Option<Self> {
        let (list, number) = path.rsplit_once('/')?;
        Some(match list {
            "/rounds" => Self::Round(number.parse().ok()?),
            "/standings" => Self::Standings(Some(number.parse().ok()?)),
            "/categories" => Self::Category(number.parse().ok()?),
            "/players" => match number.strip_suffix(".ics") {
                Some(number) => Self::PlayerIcs(number.parse().ok()?),
                None => Self::Player(number.parse().ok()?),
            },
            _ => Self::Hall(HallShow::from_key(list.strip_prefix("/hall/")?)?, number.parse().ok()?),
        })
    }

    /// Whether this is a file, the same for everybody.
    pub fn is_file(self) -> bool {
        self.media_type() != HTML
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::PlayersCsv | Self::PairingsCsv | Self::StandingsCsv | Self::CrossTableCsv => CSV,
            Self::TimetableIcs | Self::PlayerIcs(_) => "text/calendar; charset=utf-8",
            Self::StandingsJson | Self::EventJson | Self::Api(_) => "application/json",
            Self::Feed => "application/atom+xml; charset=utf-8",
            Self::Picture(..) => "image/svg+xml",
            Self::EventTrf | Self::GamesTgr | Self::GameTgr(_) => "text/plain; charset=utf-8",
            _ => HTML,
        }
    }

    /// The name under which a browser keeps the file; none for what it shows by itself.
    pub fn file_name(self, event: &Event) -> Option<String> {
        let slug = &event.slug;
        match self {
            Self::PlayersCsv
            | Self::PairingsCsv
            | Self::StandingsCsv
            | Self::CrossTableCsv
            | Self::TimetableIcs => Some(format!("{slug}{}", self.path().replace('/', "-"))),
            Self::PlayerIcs(number) => Some(format!("{slug}-player-{number}.ics")),
            Self::EventTrf => Some(format!("{slug}.trf")),
            Self::GamesTgr => Some(format!("{slug}.tgr")),
            Self::GameTgr(game) => event
                .games
                .get(&game)
                .map(|game| format!("{slug}-{}-{}.tgr", game.round, event.board_number(game))),
            Self::Picture(game, moment) => event.games.get(&game).map(|game| {
                let ply = moment.ply.map(|ply| format!("-{ply}")).unwrap_or_default();
                let turned = if moment.is_turned { "-turned" } else { "" };
                format!("{slug}-{}-{}{ply}{turned}.svg", game.round, event.board_number(game))
            }),
            _ => None,
        }
    }
}
