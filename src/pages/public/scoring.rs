//! The event's scoring table: what endings, byes and absences are worth.

use tiger_event::text::capital;
use tiger_event::{ByeKind, Event};
use tiger_rules::{
    DragonOptions, GameKind, PointsTable, ScoringLine, TigerOptions, Variation, scoring_table,
};

use crate::pages::PointsView;
use crate::pages::rounds::points_view;

pub(super) struct ScoringRow {
    pub(super) ending: String,
    pub(super) points: PointsView,
    /// What has to be known to apply it, and where the text says so.
    pub(super) rule: String,
}

pub(super) struct ScoringTable {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) rows: Vec<ScoringRow>,
}

fn row(ending: &str, points: impl Into<PointsView>) -> ScoringRow {
    ScoringRow { ending: capital(ending), points: points.into(), rule: String::new() }
}

fn line_row(line: &ScoringLine) -> ScoringRow {
    let parts: Vec<_> = [line.hint, line.clause].into_iter().filter(|part| !part.is_empty()).collect();
    ScoringRow { rule: capital(&parts.join("; ")), ..row(line.ending, line.points) }
}

/// The tables that the event scores by: its own, or the game's for each variation that differs; then byes.
pub(super) fn tables(event: &Event) -> Vec<ScoringTable> {
    let settings = &event.settings;
    let mut tables = match &settings.points {
        PointsTable::Event(table) => vec![ScoringTable {
            id: "scoring".to_owned(),
            title: "This event's own table".to_owned(),
            rows: vec![
                row("win", table.win),
                row(&format!("{}, each", settings.game.draw_word()), table.draw),
                row("loss", table.loss),
            ],
        }],
        PointsTable::Game => game_tables(settings.game),
    };
    let bye = |kind: ByeKind| row(kind.title(), points_view(settings.byes.points(kind)));
    let kinds = [ByeKind::Pairing, ByeKind::FullPoint, ByeKind::HalfPoint, ByeKind::ZeroPoint];
    tables.push(ScoringTable {
        id: "byes".to_owned(),
        title: "Rounds without a game".to_owned(),
        rows: kinds.map(bye).into(),
    });
    tables
}

fn game_tables(game: GameKind) -> Vec<ScoringTable> {
    let table = |title: &str, variation: Variation| ScoringTable {
        id: format!("scoring-{}", title.to_lowercase().replace(' ', "-")),
        title: title.to_owned(),
        rows: scoring_table(variation).iter().map(line_row).collect(),
    };
    match game {
        GameKind::TigerChess => vec![
            table("Standard", Variation::TigerChess(TigerOptions::default())),
            table(
                "TigerVariation",
                Variation::TigerChess(TigerOptions { tiger: true, ..TigerOptions::default() }),
            ),
        ],
        GameKind::Dragon => vec![table("Dragon", Variation::Dragon(DragonOptions::default()))],
        GameKind::LancerChess | GameKind::Dance => vec![table(game.name(), Variation::standard(game))],
    }
}
