//! The players of an event, as its arbiters see and change them.

mod fees;
mod form;
mod here;
mod links;
mod list;

use askama::Template;
use tiger_event::permission::Role;
use tiger_event::roster::{Line, Roster};
use tiger_event::text::capital;
use tiger_event::{
    ByeKind, Departure, Entry, EntryDetails, EntryId, Event, Format, Identity, Label, RatedPlayer, Speaker,
};
use tiger_rules::GameKind;

use super::Frame;
use super::event::EventTab;
use super::form::{Choice, FormView};
use crate::access::EventAccess;
use crate::error::Result;
use crate::pages::or_empty;
use crate::pages::qr::qr;
use crate::pages::rounds::BoardsPage;
use crate::services::lost_draft;

pub use fees::FeesPage;
pub(in crate::pages) use form::sexes;
pub use form::{read_details, read_for_categories, read_player};
pub use here::HerePage;
pub use links::{LinkCard, LinksPage};
pub(in crate::pages) use list::origin;
pub use list::{EntriesPage, EntryRow, View, status};

/// The three ways to enter players.
#[derive(Template)]
#[template(path = "entries/add.html")]
pub struct AddEntriesPage {
    pub frame: Frame,
    /// What is looked up in the rating list, and who was found; none without a list.
    pub lookup: Option<Lookup>,
    /// What is looked up in the ratings that this program keeps; none where the event does not use them.
    pub own: Option<OwnLookup>,
    pub single: FormView,
    pub sexes: Vec<Choice>,
    pub paste: FormView,
    pub file: FormView,
    /// Whether the event has begun, so that the player comes late.
    pub is_late: bool,
    /// Where latecomers are paired while a round is played; empty where that cannot be.
    pub boards: String,
    /// What becomes of a draft when somebody is added, in a sentence; empty if no round is drafted.
    pub drafted: String,
    /// Why nobody can be added; empty if players can.
    pub closed: String,
}

impl AddEntriesPage {
    /// The page with forms in which nothing has been typed yet.
    pub fn of(access: &EventAccess) -> Self {
        Self {
            frame: access.frame_under(EventTab::Entries),
            lookup: None,
            own: None,
            single: FormView::fresh("player"),
            sexes: sexes(),
            paste: FormView::new("paste"),
            file: FormView::new("file"),
            boards: BoardsPage::of_open(access).unwrap_or_default(),
            is_late: access.event.published_rounds() > 0,
            drafted: drafted(&access.event),
            closed: access.event.check_takes_players().err().map(|why| why.to_string()).unwrap_or_default(),
        }
    }
}

/// A question to the rating list, and its answer.
pub struct Lookup {
    pub form: FormView,
    /// Who was found, the nearest first.
    pub found: Vec<RatedPlayer>,
}

/// A question to the ratings that this program keeps, and its answer.
pub struct OwnLookup {
    pub form: FormView,
    /// Who was found, the nearest first, each with the identifier.
    pub found: Vec<(EntryId, RatedPlayer)>,
}

/// Lines to look at that are linked above the list.
const LINKED: usize = 30;

/// A list, line by line, before anybody is entered.
#[derive(Template)]
#[template(path = "entries/preview.html")]
pub struct PreviewPage {
    pub frame: Frame,
    /// The list again, to be mended.
    pub form: FormView,
    pub roster: Roster,
    /// How many lines are good, and how many are not.
    pub good: usize,
    pub bad: usize,
    /// How many good lines have letters that look lost.
    pub doubtful: usize,
    /// What else the list says of some player.
    pub known: Vec<Known>,
}

/// What a list may say of a player beside name, club, federation and rating: its word, and where it is said.
#[derive(Debug, Clone, Copy)]
pub struct Known(pub &'static str, fn(&Identity) -> &Option<Label>);

impl Known {
    const ALL: [Self; 5] = [
        Self("Birth", |it| &it.birth_date),
        Self("Sex", |it| &it.sex),
        Self("Title", |it| &it.title),
        Self("FIDE ID", |it| &it.fide_id),
        Self("National number", |it| &it.national_id),
    ];

    /// What the list says of one player; empty if nothing.
    pub fn of(self, player: &EntryDetails) -> &str {
        self.1(&player.identity).as_ref().map(Label::as_str).unwrap_or_default()
    }
}

impl PreviewPage {
    /// A list as it was read, with the form that enters its good lines.
    pub fn of(access: &EventAccess, kind: &str, text: &str, roster: Roster) -> Self {
        let bad = roster.mistakes();
        let is_said = |known: &Known| roster.players().any(|player| !known.of(player).is_empty());
        Self {
            known: Known::ALL.into_iter().filter(is_said).collect(),
            frame: access.frame_under(EventTab::Entries).under("Add players", access.path("/entries/add")),
            form: FormView::fresh("list").with_value("kind", kind).with_value("text", text),
            good: roster.lines.len() - bad,
            bad,
            doubtful: roster.doubtful(),
            roster,
        }
    }

    /// The first lines to look at: wrong ones, and good ones whose letters look lost; and how many more there are.
    pub fn to_look_at(&self) -> (Vec<&Line>, usize) {
        let is_odd = |line: &&Line| line.player.is_err() || line.has_lost_letters();
        let first: Vec<_> = self.roster.lines.iter().filter(is_odd).take(LINKED).collect();
        let more = (self.bad + self.doubtful).saturating_sub(first.len());
        (first, more)
    }

    /// The words on the button that enters the good lines.
    pub fn enters(&self) -> String {
        match (self.good, self.bad) {
            (1, 0) => "Enter this player".to_owned(),
            (good, 0) => format!("Enter these {good} players"),
            (1, bad) => format!("Enter the good one, leave out {bad}"),
            (good, bad) => format!("Enter the {good} good ones, leave out {bad}"),
        }
    }
}

#[derive(Template)]
#[template(path = "entries/entry.html")]
pub struct EntryPage {
    pub frame: Frame,
    pub row: EntryRow,
    /// Name, club, rating, and what else is known of the player.
    pub form: FormView,
    pub sexes: Vec<Choice>,
    pub seer: FormView,
    pub has_seers: bool,
    /// Withdrawing, or leaving otherwise.
    pub leave: FormView,
    /// Playing again, or from an earlier round on.
    pub back: FormView,
    /// What becomes of the games of who leaves, to choose from; empty where there is nothing to choose.
    pub departures: Vec<Choice>,
    /// From which round a player plays who has been in none yet, in a sentence; empty for who plays from the next one.
    pub enters: String,
    /// When the player leaves or has left and what becomes of the games, in a sentence; empty for who stays.
    pub leaves: String,
    pub bye: FormView,
    /// Byes that stand: round, name of the bye, whether it can still be taken back.
    pub byes: Vec<(u16, String, bool)>,
    pub bye_kinds: Vec<Choice>,
    /// Whether byes can be asked for in this format.
    pub takes_byes: bool,
    /// Whether a link for the player's phone can be made.
    pub can_link: bool,
    /// Whether the entry can be removed altogether.
    pub is_removable: bool,
    /// Who speaks for the player, in a sentence.
    pub speaker: String,
    pub is_spoken_for: bool,
    /// Erasing the person, for those who may; after it was done what was written since.
    pub erase: Option<FormView>,
    pub is_erased: bool,
    /// What becomes of a draft when the player leaves, comes back or has a bye, in a sentence; empty if no round is drafted.
    pub drafted: String,
}

impl EntryPage {
    /// The page with forms in which nothing has been typed yet.
    pub fn of(access: &EventAccess, entry: &Entry) -> Self {
        let open_round = access.event.published_rounds() + 1;
        let byes =
            entry.byes.iter().map(|(round, kind)| (*round, kind.title().to_owned(), *round >= open_round));
        let speaker = match entry.speaker {
            _ if access.event.is_finished => "The event is finished: no phone is linked any more.",
            Speaker::None => "Nobody speaks for this player yet. Make a link and hand it over as a QR code.",
            Speaker::Offered { .. } => "A link was made and not used yet. A new one replaces it.",
            Speaker::Taken { .. } if entry.newer_link.is_some() => {
                "The player's phone is linked. A newer link was made and not used yet: this phone goes on until it is."
            }
            Speaker::Taken { .. } => {
                "The player's phone is linked. A new link moves the entry to whoever uses it; until then this phone goes on."
            }
        };
        Self {
            frame: access.frame_under(EventTab::Entries),
            row: EntryRow::of(&access.event, entry),
            sexes: sexes(),
            form: FormView::fresh("entry").with_player(&entry.details).with_version(&entry.revision),
            seer: FormView::fresh("seer").with_value("seer", or_empty(&entry.seer)),
            has_seers: access.event.settings.game == GameKind::Dragon,
            leave: FormView::fresh("leave")
                .with_value("from_round", entry.leaves_from().unwrap_or(open_round).to_string())
                .with_value("games", entry.departure().map_or(BY_RULE, Departure::key)),
            back: FormView::fresh("back").with_value("from_round", open_round.to_string()),
            departures: departures(&access.event),
            enters: match entry.first_round > open_round && entry.leaves_from().is_none() {
                true => format!("Plays from round {} on.", entry.first_round),
                false => String::new(),
            },
            leaves: leaves(&access.event, entry),
            bye: FormView::fresh("bye").with_value("round", open_round.to_string()),
            can_link: !access.event.is_finished,
            byes: byes.collect(),
            bye_kinds: ByeKind::REQUESTABLE.map(|kind| Choice::new(kind.code(), kind.title())).to_vec(),
            takes_byes: matches!(access.event.settings.format, Format::Swiss | Format::Free),
            is_removable: open_round == 1,
            speaker: speaker.to_owned(),
            is_spoken_for: matches!(entry.speaker, Speaker::Taken { .. }),
            erase: (access.role == Role::Administrator).then(|| FormView::fresh("erase")),
            is_erased: entry.is_erased,
            drafted: drafted(&access.event),
        }
    }
}

fn drafted(event: &Event) -> String {
    let Some(round) = event.draft() else { return String::new() };
    let by_hand = if round.is_changed_by_hand { " and changed by hand" } else { "" };
    let again =
        if lost_draft::can_be_taken_up(event, round) { " Its page can take it up again then." } else { "" };
    format!(
        "Round {} is drafted{by_hand}: the draft is discarded when somebody comes, leaves, comes back or has another bye.{again}",
        round.number
    )
}

/// What is sent where the rule says what becomes of the games.
pub const BY_RULE: &str = "rule";

/// What becomes of the games of who leaves: the rule first.
fn departures(event: &Event) -> Vec<Choice> {
    if !event.settings.format.is_round_robin() {
        return Vec::new();
    }
    let rule = Choice::new(BY_RULE, "By FIDE’s rule");
    let others = Departure::ALL.map(|games| Choice::new(games.key(), capital(games.title())));
    std::iter::once(rule).chain(others).collect()
}

fn leaves(event: &Event, entry: &Entry) -> String {
    let Some(from_round) = entry.leaves_from() else { return String::new() };
    let when = match event.last_round_of(entry) {
        Some(last) => format!("Leaves after round {last}"),
        None => format!("Left before round {from_round}"),
    };
    match entry.departure().filter(|_| event.settings.format.is_round_robin()) {
        Some(games) => format!("{when}: {}.", games.title()),
        None => format!("{when}."),
    }
}

/// A link by which a player speaks for themselves, as text and as a QR code.
#[derive(Template)]
#[template(path = "entries/invitation.html")]
pub struct InvitationPage {
    pub frame: Frame,
    pub entry: String,
    pub name: String,
    pub link: String,
    /// The link as an SVG picture, made by the program.
    pub qr: String,
    /// How long it is good for.
    pub days: i64,
}

impl InvitationPage {
    pub fn of(access: &EventAccess, entry: &Entry, link: String, days: i64) -> Result<Self> {
        Ok(Self {
            frame: access.frame_under(EventTab::Entries),
            entry: entry.id.to_string(),
            name: entry.details.name.to_string(),
            qr: qr(&link)?,
            link,
            days,
        })
    }
}
