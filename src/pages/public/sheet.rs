//! A round on paper: by board, by name, a slip a board.

use askama::Template;
use tiger_rules::GameKind;

use crate::access;
use crate::config::BaseUrl;
use crate::error::Result;
use crate::pages::Frame;
use crate::pages::papers::{Boards, cut_stack};
use crate::pages::qr::qr;
use crate::publish::{Issue, Sheet, View};

use super::foot::Foot;
use super::round::{ByeRow, Link, NameRow, Row, byes, find, lead, names, rows, sheets};
use super::{address, words};

/// Slips of a page of paper, A4 or Letter.
const SLIPS: usize = 6;

/// A sheet as a page of its own.
#[derive(Template)]
#[template(path = "public/sheet.html")]
pub(super) struct SheetPage {
    frame: Frame,
    number: u16,
    sheet: Sheet,
    lead: String,
    paper: RoundPaper,
    sheets: Vec<Link>,
    back: String,
}

impl SheetPage {
    pub(super) fn new(
        issue: &Issue,
        number: u16,
        sheet: Sheet,
        (frame, base_url): (Frame, &BaseUrl),
    ) -> Result<Self> {
        let paper = RoundPaper::of(issue, number, (sheet, &Boards::default()), base_url)?;
        Ok(Self {
            frame,
            number,
            sheet,
            lead: lead(issue, find(issue, number)?),
            paper,
            sheets: sheets(issue, number, Some(sheet)),
            back: address(&issue.event, View::Round(number)),
        })
    }

    fn is_slips(&self) -> bool {
        self.sheet == Sheet::Slips
    }
}

#[derive(Template)]
#[template(path = "public/_sheet.html")]
pub(in crate::pages) struct RoundPaper {
    number: u16,
    title: String,
    sheet: Sheet,
    event_name: String,
    seats: [&'static str; 2],
    has_points: bool,
    rows: Vec<Row>,
    names: Vec<NameRow>,
    byes: Vec<ByeRow>,
    /// Whether slips have room for what is agreed and cast before a game of TigerChess: without it no round closes.
    has_dice: bool,
    endings: Vec<&'static str>,
    /// The slips of each page of paper, by their places among the boards.
    slips: Vec<Vec<Option<usize>>>,
    /// The way to each game's room, for phones; of slips alone.
    codes: Vec<String>,
    /// The foot of what hangs on the wall.
    foot: Option<Foot>,
}

impl RoundPaper {
    /// A sheet of a round that readers see; of slips those of the boards that are wanted.
    pub(in crate::pages) fn of(
        issue: &Issue,
        number: u16,
        (sheet, wanted): (Sheet, &Boards),
        base_url: &BaseUrl,
    ) -> Result<Self> {
        let event = &issue.event;
        let round = find(issue, number)?;
        let mut rows = rows(issue, number)?;
        let (mut slips, mut codes) = (Vec::new(), Vec::new());
        if sheet == Sheet::Slips {
            rows.retain(|row| wanted.includes(row.board.number));
            slips = cut_stack(rows.len(), SLIPS);
            let room = |game: &tiger_event::game::Game| {
                qr(&base_url.join(&format!("{}/games/{}/room", access::base(event), game.id)))
            };
            let games = event.games_of(number).into_iter();
            let games = games.filter(|game| wanted.includes(event.board_number(game)));
            codes = games.map(room).collect::<Result<_, _>>()?;
        }
        Ok(Self {
            number,
            title: event.round_title(number),
            sheet,
            event_name: event.settings.name.to_string(),
            seats: words::seat_titles(event.settings.game),
            has_points: number > 1,
            names: if sheet == Sheet::Names {
                names(issue, round, rows.iter().map(|row| &row.board))
            } else {
                Vec::new()
            },
            rows,
            byes: byes(issue, round),
            has_dice: event.settings.game == GameKind::TigerChess,
            endings: endings(event.settings.game),
            slips,
            codes,
            foot: if sheet == Sheet::Slips { None } else { Foot::of(issue)? },
        })
    }

    /// The event and the sheet's title, where no page says them; each slip says them itself.
    pub(in crate::pages) fn head(&self) -> Option<(String, String)> {
        let title = || format!("{}: {}", self.title, self.sheet.title());
        (self.sheet != Sheet::Slips).then(|| (self.event_name.clone(), title()))
    }

    fn is(&self, sheet: Sheet) -> bool {
        self.sheet == sheet
    }
}

/// The endings that players tick on a slip.
fn endings(game: GameKind) -> Vec<&'static str> {
    use GameKind as G;
    match game {
        G::LancerChess => vec!["checkmate", "concession", "on time", "draw"],
        G::TigerChess => vec![
            "checkmate",
            "concession",
            "on time",
            "draw",
            "TigerVariation: occupation",
            "checkmate agreed to be inevitable",
            "winner’s Standard Bearer captured",
        ],
        G::Dragon => vec![
            "locking up",
            "direct capture",
            "planting",
            "conceded in lieu of the one ticked",
            "on time",
            "planting agreed to be inevitable",
            "Truce",
        ],
        G::Dance => vec!["King captured", "five fortresses", "no pieces", "concession", "on time", "draw"],
    }
}
