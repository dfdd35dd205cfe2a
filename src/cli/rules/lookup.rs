//! `tiger-arbiter rules rulings` and `rules forces`: the rules to look up.

use std::io::{self, Write};

use anyhow::Context;
use tiger_rules::{GameKind, Variation, ruling, rulings, summary};

/// Prints the rulings of these numbers, or the whole text.
pub(super) fn print_rulings(game: GameKind, numbers: &[u8], out: &mut dyn Write) -> anyhow::Result<()> {
    if numbers.is_empty() {
        write!(out, "{}", rulings(game))?;
    }
    for &number in numbers {
        let text = ruling(game, number)
            .with_context(|| format!("{game} has no ruling {number}: `rules rulings` lists them"))?;
        writeln!(out, "{number}. {text}")?;
    }
    Ok(())
}

/// Prints what every force of a variation may do.
pub(super) fn print_forces(variation: Variation, out: &mut dyn Write) -> io::Result<()> {
    let game = variation.game();
    for row in summary(variation) {
        let side = row.side.map(|side| format!(", {}", game.side_name(side))).unwrap_or_default();
        writeln!(out, "{} ({}{side})", row.name, row.short)?;
        writeln!(out, "  scope: {}", row.scope.join(", "))?;
        let ways = |ways: &[tiger_rules::Reach]| match ways {
            [] => "never".to_owned(),
            ways => ways.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        };
        writeln!(out, "  moves: {}", ways(&row.moves))?;
        writeln!(out, "  captures: {}", ways(&row.captures))?;
        for besides in &row.besides {
            writeln!(out, "  besides: {} ({})", besides.what, besides.rule)?;
        }
    }
    Ok(())
}
