//! The summary of scope, moves and capturing powers of all forces (Dragon's rule 29), as a page and on paper.

use askama::Template;
use tiger_event::text::capital;
use tiger_rules::{Besides, ForceSummary, GameKind, Reach, Side, Variation, summary};

use super::{forces_path, linked, option_title, rulings_path};
use crate::board::side_class;
use crate::pages::Frame;

#[derive(Template)]
#[template(path = "rules/forces.html")]
pub struct ForcesPage {
    pub frame: Frame,
    pub game: GameKind,
    /// The variation; empty where the game has one form.
    pub variation: String,
    /// What can be chosen, where it makes a difference here.
    pub options: Vec<OptionView>,
    /// The tables: a side each, then what both have.
    pub tables: Vec<ForcesTable>,
    pub rulings: String,
}

pub struct OptionView {
    pub name: String,
    pub values: Vec<ValueView>,
}

pub struct ValueView {
    pub label: String,
    /// The summary with this value.
    pub href: String,
    /// Whether it is the one shown.
    pub is_here: bool,
}

/// Forces of one side, or of both.
pub struct ForcesTable {
    /// Its anchor.
    pub id: String,
    pub caption: String,
    /// The class of the side's mark; empty for both.
    pub army: &'static str,
    pub rows: Vec<ForceRow>,
}

pub struct ForceRow {
    pub name: &'static str,
    /// The abbreviation of the notation.
    pub short: &'static str,
    /// Where it may be.
    pub scope: String,
    /// How it moves.
    pub moves: String,
    /// How it captures.
    pub captures: String,
    /// What else it does, as HTML with links to the rulings.
    pub besides: Vec<String>,
}

impl ForcesPage {
    /// The summary of a variation.
    pub fn of(frame: Frame, variation: Variation) -> Self {
        let game = variation.game();
        let rows = summary(variation);
        let matters = options(variation);
        Self {
            frame: frame.under("Rules", "/rules"),
            game,
            variation: if matters.is_empty() { String::new() } else { shown(variation) },
            options: matters,
            tables: tables(game, &rows),
            rulings: rulings_path(game),
        }
    }
}

/// The variation as far as it changes the powers: which Knights, and whether it is the TigerVariation.
fn shown(variation: Variation) -> String {
    match variation {
        Variation::Dragon(options) => format!("{}Variation", options.knights),
        Variation::TigerChess(options) if options.tiger => "TigerVariation".to_owned(),
        _ => String::new(),
    }
}

/// The options with which some force has other powers.
fn options(variation: Variation) -> Vec<OptionView> {
    let rows = summary(variation);
    let now = variation.options();
    let view = |(key, values): (&'static str, Vec<&'static str>)| {
        let with = |value: &str| variation.with_option(key, &value.to_ascii_lowercase()).ok();
        let is_other = |value: &&str| with(value).is_some_and(|other| summary(other) != rows);
        if !values.iter().any(is_other) {
            return None;
        }
        let views = values.iter().filter_map(|value| {
            Some(ValueView {
                label: (*value).to_owned(),
                href: forces_path(with(value)?),
                is_here: now.iter().any(|(name, it)| *name == key && it.eq_ignore_ascii_case(value)),
            })
        });
        Some(OptionView { name: option_title(key), values: views.collect() })
    };
    Variation::choices(variation.game()).into_iter().filter_map(view).collect()
}

fn tables(game: GameKind, rows: &[ForceSummary]) -> Vec<ForcesTable> {
    let table = |side: Option<Side>| {
        let name = side.map(|side| game.side_name(side));
        let both = if rows.iter().any(|row| row.side.is_some()) { "Both sides" } else { "All forces" };
        ForcesTable {
            id: name.unwrap_or("both").to_lowercase(),
            caption: name.unwrap_or(both).to_owned(),
            army: side.map(|side| side_class(game, side)).unwrap_or_default(),
            rows: rows.iter().filter(|row| row.side == side).map(|row| ForceRow::of(game, row)).collect(),
        }
    };
    // Whose forces are most comes first: in TigerChess both have nearly all.
    let mut tables = vec![table(Some(Side::North)), table(Some(Side::South)), table(None)];
    tables.retain(|table| !table.rows.is_empty());
    tables.sort_by_key(|table| std::cmp::Reverse(table.rows.len() > 2));
    tables
}

impl ForceRow {
    fn of(game: GameKind, row: &ForceSummary) -> Self {
        let besides = |it: &Besides| linked(&capital(&format!("{} ({})", it.what, it.rule)), Some(game));
        Self {
            name: row.name,
            short: row.short,
            scope: capital(&row.scope.join(", ")),
            moves: ways(&row.moves, "Does not move"),
            captures: match row.captures == row.moves {
                true if !row.moves.is_empty() => "As it moves".to_owned(),
                _ => ways(&row.captures, "Never"),
            },
            besides: row.besides.iter().map(besides).collect(),
        }
    }
}

fn ways(ways: &[Reach], none: &str) -> String {
    if ways.is_empty() {
        return none.to_owned();
    }
    capital(&ways.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}
