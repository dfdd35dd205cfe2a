//! What was changed of an event's settings, in words.

use tiger_pairing::tiebreak::TieBreak;
use tiger_rules::PointsTable;

use super::Settings;
use crate::Points;
use crate::points_text::{shown, shown_halves};

impl Settings {
    /// What differs from earlier settings, each from what to what, such as `first board from 1 to 21`.
    pub fn told_since(&self, before: &Self) -> String {
        let facts = before.facts().into_iter().zip(self.facts());
        let differing = facts.filter(|((_, was), (_, is))| was != is);
        let told = differing.map(|((what, was), (_, is))| format!("{what} from {was} to {is}"));
        let told: Vec<String> = told.collect();
        if told.is_empty() { "nothing".to_owned() } else { told.join("; ") }
    }

    /// Everything that people set, each with its name.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
        let text = |text: Option<&dyn ToString>| {
            text.map_or_else(|| "none".to_owned(), |it| format!("“{}”", it.to_string()))
        };
        let byes = &self.byes;
        let bye = |points: Points| shown_halves(points.halves().into());
        let breaks = self.tie_breaks.iter().map(TieBreak::to_string).collect::<Vec<_>>().join(", ");
        vec![
            ("name", format!("“{}”", self.name)),
            ("venue", text(self.venue.as_ref().map(|it| it as _))),
            ("room", text(self.room.as_ref().map(|it| it as _))),
            ("days", format!("{} to {}", self.starts_on, self.ends_on)),
            ("time zone", self.time_zone.to_string()),
            ("game", self.game.to_string()),
            ("format", self.format.title().to_owned()),
            ("rounds", self.rounds.to_string()),
            ("clock", self.clock.to_string()),
            ("tie-breaks", if breaks.is_empty() { "none".to_owned() } else { breaks }),
            (
                "points",
                match &self.points {
                    PointsTable::Game => "the game's own".to_owned(),
                    PointsTable::Event(table) => [table.win, table.draw, table.loss].map(shown).join(", "),
                },
            ),
            ("points of a bye", bye(byes.full)),
            ("points of a half-point bye", bye(byes.half)),
            ("points of a full-point bye", bye(byes.full_point.unwrap_or(byes.full))),
            ("half-point byes", byes.half_byes_allowed.to_string()),
            ("nominal halves counted", yes(self.nominal_counts)),
            ("first board", self.first_board.to_string()),
            ("players report", yes(self.players_report)),
            ("players say that they are here", yes(self.players_check_in)),
            ("players answer before a game", yes(self.players_choose)),
            ("the program's ratings", yes(self.own_ratings)),
            ("accelerated", yes(self.is_accelerated)),
            ("legal moves", self.legal_moves.title().to_lowercase()),
            (
                "games shown late by minutes",
                self.live_delay.map_or_else(|| "never".to_owned(), |it| it.to_string()),
            ),
            ("seeded by", self.knockout.seeding.key().to_owned()),
            ("games of a tie", self.knockout.games.to_string()),
            ("match for third place", yes(self.knockout.third_place)),
            (
                "board",
                self.board_file.as_ref().map_or_else(
                    || "the standard one".to_owned(),
                    |file| format!("one of its own of {} letters", file.text().len()),
                ),
            ),
        ]
    }
}
