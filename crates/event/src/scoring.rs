//! Which row of which table gives a result its points, and the rule that it stands in.

use tiger_rules::{Ending, PointsTable, Variation};

use crate::points_text::shown;
use crate::result::Source;
use crate::text::capital;
use crate::{GameResult, ResultEntry, Settings};

/// The row in words, such as `loss on time: 5 + 1/2 (rule 27b)`.
pub fn row_of(settings: &Settings, variation: Variation, result: &GameResult) -> String {
    let entry = &result.entry;
    if matches!(result.source, Source::Ruling { .. }) && entry.awarded.is_some() {
        return match entry.ending {
            Ending::Disqualification => {
                let rule =
                    entry.scoring_clause(variation).map(|rule| format!(" ({rule})")).unwrap_or_default();
                format!("The offender forfeits any points; the opponent gets what the arbiter awards{rule}.")
            }
            _ => "No row of the table: awarded by this ruling.".to_owned(),
        };
    }
    match &settings.points {
        PointsTable::Event(table) if !is_by_arbiter(entry) => {
            let what = match (entry.winner, entry.ending) {
                (Some(_), _) => format!("a win {}, a loss {}", shown(table.win), shown(table.loss)),
                (None, Ending::Time | Ending::Forfeit) => "nothing for either where both lose".to_owned(),
                (None, _) => format!("a {} {} each", settings.game.draw_word(), shown(table.draw)),
            };
            format!("This event's own table: {what}.")
        }
        PointsTable::Event(_) | PointsTable::Game => by_game(variation, entry),
    }
}

const fn is_by_arbiter(entry: &ResultEntry) -> bool {
    matches!(entry.ending, Ending::Arbiter | Ending::Disqualification)
}

pub fn by_game(variation: Variation, entry: &ResultEntry) -> String {
    let rule = entry.scoring_clause(variation).map(|rule| format!(" ({rule})")).unwrap_or_default();
    match entry.scoring_line(variation) {
        Some(line) => {
            format!("{}: {}{rule}.", capital(line.ending), shown(line.points))
        }
        None if is_by_arbiter(entry) => format!("The table leaves these points to the arbiter{rule}."),
        None => format!("Nobody has won by {}: nothing for either.", entry.ending.title()),
    }
}
