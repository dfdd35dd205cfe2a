//! The masthead and the navigation that every page of an event carries.

use tiger_event::Format;
use tiger_rules::GameKind;

/// The game's emblem in `vendor/game-icons/icons.svg`.
pub const fn emblem(game: GameKind) -> &'static str {
    match game {
        GameKind::TigerChess => "tiger-head",
        GameKind::LancerChess => "mounted-knight",
        GameKind::Dragon => "spiked-dragon-head",
        GameKind::Dance => "double-dragon",
    }
}

/// The event of a page: masthead and navigation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventNav {
    /// The path all of the event's pages begin with, for example `/events/great-forest-open`.
    pub base: String,
    pub name: String,
    /// The game: gives the page its colours and its emblem.
    pub game: GameKind,
    /// How its rounds are paired: a knockout has a bracket among its pages.
    pub format: Format,
    /// The line under the name, in pieces: format, place, dates.
    pub facts: Vec<String>,
    /// The festival that it belongs to, name and address, where the reader may know of it.
    pub festival: Option<(String, String)>,
    /// Which entry of the navigation this page is.
    pub tab: Option<EventTab>,
    /// Whether the arbiters' navigation is shown.
    pub is_arbiter: bool,
    /// Whether the reader plays in the event, and so has a page of his own games.
    pub is_player: bool,
    pub open_matters: usize,
    pub announcement: String,
    /// Whether it is finished, where an arbiter reads: what changes it is refused until it is taken up again.
    pub is_over: bool,
    /// The time that is shown, where it is not the present.
    pub past: Option<PastView>,
}

/// The time that an event's pages show, where it is not the present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastView {
    /// The entry after which it stood so.
    pub entry: u64,
    /// When, in the event's time.
    pub at: String,
    pub now: String,
    /// The page an entry earlier, if there is one.
    pub earlier: Option<String>,
    pub later: String,
    /// What has changed since then, in words.
    pub since: String,
}

impl EventNav {
    pub fn href(&self, tab: &EventTab) -> String {
        let query = self.past.as_ref().map(|past| format!("?as-of={}", past.entry)).unwrap_or_default();
        format!("{}{}{query}", self.base, tab.path())
    }

    /// Whether an arbiter works on the page shown: the masthead leaves the room to the work.
    pub fn is_working(&self) -> bool {
        self.tab.is_some_and(|tab| EventTab::ARBITER.contains(&tab))
    }

    pub fn is_here(&self, tab: &EventTab) -> bool {
        self.tab.as_ref() == Some(tab)
    }
}

/// The pages of an event that the navigation leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventTab {
    /// What the event is and where it stands.
    Overview,
    /// Boards of the published rounds.
    Pairings,
    /// Places, points and tie-breaks.
    Standings,
    /// Who meets whom in a knockout.
    Bracket,
    /// The score of a match.
    Match,
    /// Everybody against everybody.
    CrossTable,
    /// The entries, as the public sees them.
    Players,
    /// Records to replay.
    Games,
    /// The arbiters' front page of the event.
    Desk,
    /// Adding, checking in, withdrawing.
    Entries,
    /// Drafting, publishing, closing.
    Rounds,
    /// What waits for a decision.
    Queue,
    /// Every change, in words.
    Ledger,
    /// The event's rules.
    Settings,
}

impl EventTab {
    /// What everybody may read.
    pub const PUBLIC: [Self; 6] =
        [Self::Overview, Self::Pairings, Self::Standings, Self::CrossTable, Self::Players, Self::Games];
    /// The same in a knockout, whose bracket says more than a cross-table.
    pub const KNOCKOUT: [Self; 6] =
        [Self::Overview, Self::Pairings, Self::Bracket, Self::Standings, Self::Players, Self::Games];
    /// The same in a match.
    pub const MATCH: [Self; 6] =
        [Self::Overview, Self::Pairings, Self::Match, Self::Standings, Self::Players, Self::Games];
    /// What arbiters work with.
    pub const ARBITER: [Self; 6] =
        [Self::Desk, Self::Entries, Self::Rounds, Self::Queue, Self::Ledger, Self::Settings];

    /// What follows the event's path, and the word in the navigation.
    const fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::Overview => ("", "Overview"),
            Self::Pairings => ("/pairings", "Pairings"),
            Self::Standings => ("/standings", "Standings"),
            Self::Bracket => ("/bracket", "Bracket"),
            Self::Match => ("/bracket", "Match"),
            Self::CrossTable => ("/crosstable", "Cross-table"),
            Self::Players => ("/players", "Players"),
            Self::Games => ("/games", "Games"),
            Self::Desk => ("/desk", "Desk"),
            Self::Entries => ("/entries", "Entries"),
            Self::Rounds => ("/rounds", "Rounds"),
            Self::Queue => ("/queue", "Queue"),
            Self::Ledger => ("/ledger", "Ledger"),
            Self::Settings => ("/settings", "Settings"),
        }
    }

    pub const fn path(self) -> &'static str {
        self.told().0
    }

    pub const fn label(self) -> &'static str {
        self.told().1
    }
}
