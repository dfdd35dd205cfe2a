//! Pages on which an event is made, set up and staffed.

use std::sync::Arc;

use askama::Template;
use tiger_event::{Format, LegalMoves, Seeding};
use tiger_pairing::tiebreak::TABLE;
use tiger_rules::dance::Board;
use tiger_rules::{AnyPosition, ClockSettings, GameKind, Variation};

use crate::access::{EventAccess, Viewer};
use crate::board::{Drawing, Scene, draw};
use crate::clock;
use crate::pages::{Choice, EventTab, FormView, Frame};

pub mod form;

mod appeals;
mod categories;
mod copy;
mod delete;
mod from_paper;
mod import;
mod people;
mod places;
mod prizes;
mod ties;
mod timetable;
mod webhooks;

pub use appeals::AppealTermsPage;
pub use categories::CategoriesForm;
pub use copy::CopyPage;
pub use delete::DeletePage;
pub use from_paper::{FromPaperPage, TakeUpPage};
pub use import::{ImportPage, ImportPreview};
pub use people::{ForbiddenPage, StaffPage};
pub use prizes::{PrizeListPage, PrizesForm, ReceiptsPage};
pub use ties::TiesForm;
pub use timetable::TimetableForm;
pub use webhooks::{NewWebhookPage, WebhooksPage};

#[derive(Template)]
#[template(path = "setup/new.html")]
pub struct NewEventPage {
    pub frame: Frame,
    pub form: FormView,
    pub offers: Offers,
    /// The board of The Dragon's Dance, if it is to be shown.
    pub board: Option<Drawing>,
}

#[derive(Template)]
#[template(path = "setup/settings.html")]
pub struct SettingsPage {
    pub frame: Frame,
    pub form: FormView,
    pub offers: Offers,
    /// The board of The Dragon's Dance, if it is to be shown.
    pub board: Option<Drawing>,
    /// Whether this reader may change anything.
    pub is_chief: bool,
    /// Whether a round exists, so that game and format stand.
    pub is_running: bool,
    /// Whether readers see it now, so that it cannot be deleted.
    pub is_public: bool,
}

impl NewEventPage {
    pub fn of(viewer: &Viewer) -> Self {
        let form = form::fresh(clock::now().date_naive());
        let tie_break_hint = "Empty means those usual for the format, in a Swiss event Buchholz first. Codes have \
                              commas between them, such as DE, WIN, SB.";
        let offers = Offers { tie_break_hint, ..Offers::default() };
        Self { frame: viewer.frame(), form, offers, board: None }
    }
}

impl SettingsPage {
    pub fn of(access: &EventAccess) -> Self {
        let event = &*access.event;
        Self {
            frame: access.frame(Some(EventTab::Settings)),
            form: form::filled(&event.settings).with_version(&event.settings_revision),
            offers: Offers::default(),
            board: event.settings.board_file.as_ref().map(|file| draw_start(file.board())),
            is_chief: access.role.is_chief(),
            is_running: !event.rounds.is_empty(),
            is_public: event.is_public,
        }
    }
}

/// The picture of a board of The Dragon's Dance with its set-up.
pub fn draw_start(board: &Arc<Board>) -> Drawing {
    let start = AnyPosition::start_on(Variation::standard(GameKind::Dance), board);
    draw(&Scene::of(&start), "Before the first move.")
}

/// Everything that the settings form offers to choose from.
pub struct Offers {
    pub games: Vec<Choice>,
    pub formats: Vec<Choice>,
    pub seedings: Vec<Choice>,
    pub tables: Vec<Choice>,
    pub legal_moves: Vec<Choice>,
    /// Zones of the world, for a list of proposals.
    pub zones: Vec<&'static str>,
    /// Clocks, for a list of proposals.
    pub clocks: Vec<(String, String)>,
    pub tie_break_hint: &'static str,
    /// Tie-breaks with their names.
    pub tie_breaks: Vec<(String, String)>,
    /// The standard board file of The Dragon's Dance, a pattern for others.
    pub board_pattern: &'static str,
}

impl Default for Offers {
    fn default() -> Self {
        Self {
            games: GameKind::ALL.iter().map(|game| Choice::new(game.key(), game.name())).collect(),
            formats: [
                (Format::RoundRobin, "Everybody meets everybody once, by the Berger tables."),
                (
                    Format::DoubleRoundRobin,
                    "Everybody meets everybody twice, once moving first and once second.",
                ),
                (Format::Swiss, "Players with about as many points meet, by FIDE's Dutch system."),
                (Format::Knockout, "Who loses a tie goes out; the winner of the final wins the event."),
                (
                    Format::Match,
                    "Two players meet in every round, the sides alternating. Write the games as rounds.",
                ),
                (Format::Free, "You pair every round by hand; the program proposes."),
            ]
            .map(|(format, hint)| Choice::new(format.key(), format.title()).with_hint(hint))
            .to_vec(),
            legal_moves: LegalMoves::ALL
                .map(|it| Choice::new(it.key(), it.title()).with_hint(it.meaning()))
                .to_vec(),
            seedings: Seeding::ALL.map(|it| Choice::new(it.key(), it.title())).to_vec(),
            tables: vec![
                Choice::new("game", "The game's own table"),
                Choice::new("event", "Win, draw (in Dragon, Truce) and loss as below"),
            ],
            zones: chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name()).collect(),
            clocks: proposed_clocks(),
            tie_break_hint: "Codes with commas between them, such as DE, WIN, SB. BH/C1 cuts the lowest opponent.",
            tie_breaks: TABLE.iter().map(|line| (line.acronym.to_owned(), line.name.to_owned())).collect(),
            board_pattern: Board::standard_text(),
        }
    }
}

fn proposed_clocks() -> Vec<(String, String)> {
    [
        (ClockSettings::TIGERCHESS, "TigerChess, the text's example"),
        (ClockSettings::DRAGON, "Dragon, the text's example"),
        (ClockSettings::RANDOM_EXHIBITION, "TigerChess, Random exhibition"),
        (ClockSettings::OVER_THE_BOARD, "90 minutes, 30 seconds a move"),
    ]
    .map(|(clock, title)| (clock.to_string(), title.to_owned()))
    .to_vec()
}
