//! The boards of a round that is being played, to be changed by hand.

use askama::Template;
use tiger_event::{ByeKind, Entry, EntryId, Game, Round};

use super::GridPage;
use crate::access::EventAccess;
use crate::pages::{Choice, EventTab, FormView, Frame};

#[derive(Template)]
#[template(path = "rounds/boards.html")]
pub struct BoardsPage {
    pub frame: Frame,
    pub round: u16,
    /// The boards at which nothing has happened.
    pub open: Vec<Choice>,
    /// The numbers of boards without a result at which something has happened.
    pub begun: Vec<String>,
    /// Who can take another's place: the players of open boards, whoever has no opponent, and latecomers.
    pub exchangeable: Vec<Choice>,
    /// Who can be paired: latecomers, and whoever has no opponent.
    pub pairable: Vec<Choice>,
    /// Who was entered for a later round, and can have a bye in this one.
    pub for_byes: Vec<Choice>,
    pub bye_kinds: Vec<Choice>,
    /// The round that was paired after this one.
    pub later: Option<u16>,
    /// How many of them come late.
    pub late: usize,
    /// Whether who meets whom can be changed: in a bracket and a round robin it is settled.
    pub has_free_pairs: bool,
    /// Whether a board has a result.
    pub has_results: bool,
    /// Why nothing can be changed; empty where it can.
    pub obstacle: String,
    /// The version of the event that is shown: a game's revision may be later than its round's.
    pub version: u64,
    /// What was chosen in the form that came back.
    pub form: FormView,
}

impl BoardsPage {
    pub fn path(access: &EventAccess, round: u16) -> String {
        access.path(&format!("/rounds/{round}/boards"))
    }

    /// Where the boards of the round are changed that is being played, if players can come to it late.
    pub fn of_open(access: &EventAccess) -> Option<String> {
        let event = &access.event;
        let round = event.current_round().filter(|round| event.round_after(round.number).is_none())?;
        event.settings.format.has_free_pairs().then(|| Self::path(access, round.number))
    }

    pub fn of(access: &EventAccess, round: &Round) -> Self {
        let event = &*access.event;
        let (begun, open): (Vec<&Game>, Vec<&Game>) =
            event.games_of(round.number).into_iter().partition(|game| game.has_begun());
        let board = |game: &&Game| {
            let [first, second] = game.players().map(|id| event.name_of(id));
            let label = format!("Board {}: {first} – {second}", event.board_number(game));
            Choice::new(game.id.to_string(), label)
        };
        let player = |id: &EntryId, place: &str| {
            Choice::new(id.to_string(), format!("{} ({place})", event.name_of(*id)))
        };
        let seated = open.iter().flat_map(|game| {
            let place = format!("board {}", event.board_number(game));
            game.players().map(|id| player(&id, &place))
        });
        let byes = round.table.byes.iter();
        let alone = byes.filter(|bye| bye.kind == ByeKind::Pairing && bye.against.is_none());
        let alone = alone.map(|bye| player(&bye.entry, bye.kind.code()));
        let later = event.round_after(round.number);
        let alone = alone.filter(|_| later.is_none());
        let late = if later.is_none() { event.latecomers(round.number) } else { Vec::new() };
        let come = |entry: &&Entry| match entry.byes.get(&round.number) {
            Some(bye) => player(&entry.id, bye.title()),
            None => player(&entry.id, &format!("entered for round {}", entry.first_round)),
        };
        let for_byes: Vec<Choice> =
            late.iter().filter(|late| late.first_round > round.number).map(come).collect();
        let pairable: Vec<Choice> = late.iter().map(come).chain(alone).collect();
        let begun: Vec<String> = begun
            .iter()
            .filter(|game| game.result.is_none())
            .map(|game| event.board_number(game).to_string())
            .collect();
        let has_results = event.games_of(round.number).iter().any(|game| game.result.is_some());
        let obstacle = if later.is_some() && open.is_empty() && begun.is_empty() {
            "Every game has its result. Where others sat than were paired, take the result back first: under More, on the results."
        } else if later.is_some() && open.is_empty() {
            "Nothing can be changed at the boards of this round: those without a result have a record, an incident, dice that this program \
             cast or what players said. A ruling, under More on the results, can award points there."
        } else if open.is_empty() && pairable.len() < 2 && for_byes.is_empty() {
            "Every game has begun. Where others sat than were paired, take the result back first: under More, on the results."
        } else {
            ""
        };
        Self {
            frame: access
                .frame_under(EventTab::Rounds)
                .under(format!("Round {}", round.number), GridPage::path(access, round.number)),
            round: round.number,
            open: open.iter().map(board).collect(),
            begun,
            late: late.len(),
            for_byes,
            bye_kinds: super::draft::bye_kinds(event).split_off(1),
            later,
            exchangeable: seated.chain(pairable.clone()).collect(),
            pairable,
            has_free_pairs: event.settings.format.has_free_pairs(),
            has_results,
            obstacle: obstacle.to_owned(),
            version: event.version,
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
