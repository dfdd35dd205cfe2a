//! The boards of a round that is being played, to be changed by hand.

use askama::Template;
use tiger_event::{ByeKind, Entry, Game, Round};

use super::GridPage;
use crate::access::EventAccess;
use crate::pages::{Choice, EventTab, FormView, Frame};

#[derive(Debug, Template)]
#[template(path = "rounds/boards.html")]
pub struct BoardsPage {
    pub frame: Frame,
    pub round: u16,
    /// The boards at which nothing has happened.
    pub open: Vec<Choice>,
    /// How many others there are.
    pub settled: usize,
    /// Who can take another's place: the players of open boards, and who has a bye that nobody asked for.
    pub exchangeable: Vec<Choice>,
    /// Who has no opponent: latecomers, and who has such a bye.
    pub pairable: Vec<Choice>,
    /// Whether anybody was entered too late for the round.
    pub has_latecomers: bool,
    /// Whether who meets whom is settled by the bracket.
    pub has_bracket: bool,
    pub version: u64,
    /// What was chosen in the form that came back.
    pub form: FormView,
}

impl BoardsPage {
    pub fn path(access: &EventAccess, round: u16) -> String {
        access.path(&format!("/rounds/{round}/boards"))
    }

    pub fn of(access: &EventAccess, round: &Round) -> Self {
        let event = &*access.event;
        let games = event.games_of(round.number);
        let open: Vec<&Game> = games.iter().copied().filter(|game| game.is_untouched()).collect();
        let board = |game: &&Game| {
            let [first, second] = game.players().map(|id| event.name_of(id));
            let label = format!("Board {}: {first} – {second}", event.board_number(game));
            Choice::new(game.id.to_string(), label)
        };
        let seated = open.iter().flat_map(|game| {
            let place = format!("board {}", event.board_number(game));
            game.players().map(|id| player(event.entries.get(&id), &place))
        });
        let alone =
            round.table.byes.iter().filter(|bye| bye.kind == ByeKind::Pairing && bye.against.is_none());
        let alone = alone.map(|bye| player(event.entries.get(&bye.entry), bye.kind.code()));
        let alone: Vec<Choice> = alone.flatten().collect();
        let late = event.latecomers(round.number);
        let has_bracket = event.settings.format.has_bracket();
        Self {
            frame: access
                .frame_under(EventTab::Rounds)
                .under(format!("Round {}", round.number), GridPage::path(access, round.number)),
            round: round.number,
            open: open.iter().map(board).collect(),
            settled: games.len() - open.len(),
            has_latecomers: !late.is_empty(),
            exchangeable: seated.flatten().chain(alone.clone()).collect(),
            pairable: late
                .into_iter()
                .filter_map(|entry| player(Some(entry), &entered(entry)))
                .chain(alone)
                .collect(),
            has_bracket,
            version: round.revision,
            form: FormView::new("boards"),
        }
    }

    /// Whether a list shows a choice as chosen: what came back, or a place in the list.
    pub fn is_chosen(&self, change: &str, field: &str, choice: &Choice, is_default: bool) -> bool {
        match self.form.value("change") == change {
            true => self.form.value(field) == choice.value,
            false => is_default,
        }
    }
}

fn player(entry: Option<&Entry>, place: &str) -> Option<Choice> {
    let entry = entry?;
    Some(Choice::new(entry.id.to_string(), format!("{} ({place})", entry.details.name)))
}

fn entered(entry: &Entry) -> String {
    format!("entered for round {}", entry.first_round)
}
