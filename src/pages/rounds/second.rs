//! The second pass: the results of a round typed again, held against those that stand.

use std::collections::BTreeMap;

use askama::Template;
use tiger_event::result::Source;
use tiger_event::{Event, Game, Round};

use super::options::{OptionGroup, options, side_names};
use super::{GridPage, PART, Person, boards, names, points_text};
use crate::access::EventAccess;
use crate::error::Result;
use crate::pages::{EventTab, Frame, Listing, Wanted};
use crate::services::results::{ADJOURNED, pick_of};

/// The boards, what was typed, and what differs.
#[derive(Template)]
#[template(path = "rounds/second.html")]
pub struct SecondPage {
    pub frame: Frame,
    pub round: u16,
    /// What the first and the second side are called.
    pub sides: [&'static str; 2],
    pub rows: Vec<SecondRow>,
    pub listing: Listing,
    /// How many boards were typed.
    pub typed: usize,
    pub differences: Vec<Difference>,
    /// How many of the results that were typed now the reader entered too.
    pub own: usize,
}

pub struct SecondRow {
    /// Its place in the round, which names its field.
    pub key: u16,
    /// The number on the table.
    pub board: u16,
    pub players: [Person; 2],
    pub groups: Vec<OptionGroup>,
    /// What was typed.
    pub pick: String,
    pub differs: bool,
}

/// A board at which something else was typed than stands.
pub struct Difference {
    /// The number on the table.
    pub board: u16,
    pub names: String,
    /// What stands, and who entered it.
    pub stands: String,
    pub typed: String,
    /// Where it is put right.
    pub href: String,
}

impl SecondPage {
    /// What was typed, by the places of the boards, held against what stands.
    pub fn of(access: &EventAccess, round: &Round, typed: &BTreeMap<u16, String>) -> Result<Self> {
        let event = &*access.event;
        let games = event.games_of(round.number);
        let compared: Vec<_> =
            games.iter().filter_map(|game| Some((*game, typed.get(&game.board)?))).collect();
        let differing = compared.iter().filter(|(game, pick)| pick_of(game) != **pick);
        let differences = differing.map(|(game, pick)| difference(access, game, pick)).collect();
        let reader = access.actor()?;
        let is_own = |game: &Game| {
            let result = game.result.as_ref().filter(|result| result.source == Source::Arbiter);
            result.is_some_and(|result| result.by == reader.name())
        };
        let own = compared.iter().filter(|(game, _)| is_own(game)).count();
        let action = access.path(&format!("/rounds/{}/second", round.number));
        let wanted = Wanted::of(access.viewer.request())?;
        let (shown, listing) = boards(event, games, (&wanted, PART), action)?;
        let rows = shown.into_iter().map(|game| row(event, game, typed.get(&game.board)));
        Ok(Self {
            frame: access
                .frame_under(EventTab::Rounds)
                .under(format!("Results of round {}", round.number), GridPage::path(access, round.number)),
            round: round.number,
            sides: side_names(event.settings.game),
            rows: rows.collect(),
            listing,
            typed: compared.len(),
            differences,
            own,
        })
    }

    pub fn verdict(&self) -> String {
        let typed = format!("{} of {} boards typed", self.typed, self.listing.all);
        match self.differences.len() {
            0 => format!("{typed}: what was typed is what stands."),
            1 => format!("{typed}: one differs from what stands."),
            count => format!("{typed}: {count} differ from what stands."),
        }
    }
}

fn row(event: &Event, game: &Game, pick: Option<&String>) -> SecondRow {
    SecondRow {
        key: game.board,
        board: event.board_number(game),
        players: Person::both(event, game),
        groups: options(event, game),
        pick: pick.cloned().unwrap_or_default(),
        differs: pick.is_some_and(|pick| pick_of(game) != *pick),
    }
}

fn difference(access: &EventAccess, game: &Game, pick: &str) -> Difference {
    let event = &*access.event;
    let stands = match (&game.result, &game.adjourned) {
        (Some(result), _) => {
            let (words, points) = (event.result_words(game, &result.entry), points_text(&result.points));
            format!("{words} ({points}), by {}", result.by)
        }
        (None, Some(_)) => ADJOURNED.to_owned(),
        (None, None) => "no result yet".to_owned(),
    };
    let offered = options(event, game).into_iter().flat_map(|group| group.options);
    let typed = offered.filter(|option| option.value == pick).map(|option| option.label).next();
    Difference {
        board: event.board_number(game),
        names: names(event, game),
        stands,
        typed: typed.unwrap_or_else(|| pick.to_owned()),
        href: access.game_path(game, "/result"),
    }
}
