//! A picture of a board as a file: with its colours and drawings inside, so that it looks the same anywhere.

use std::collections::BTreeSet;

use super::Drawing;
use crate::assets;

/// What a picture has from its page otherwise: as wide as it is.
const ALONE: &str = ".board { width: auto; max-width: none; }";

/// The picture as a file.
#[must_use]
pub fn standalone(drawing: &Drawing) -> String {
    let sprite = assets::url("vendor/game-icons/forces.svg");
    let svg = drawing.svg.replace(&format!("href=\"{sprite}#"), "href=\"#");
    let Some((open, inside)) = svg.split_once('>') else { return svg };
    let size =
        open.split_once("viewBox=\"0 0 ").and_then(|(_, rest)| rest.split_once('"')?.0.split_once(' '));
    let (width, height) = size.unwrap_or(("800", "800"));
    let style = [variables(&text_of("css/tokens.css")), rules(&text_of("css/board.css"))].concat();
    let symbols = symbols(&text_of("vendor/game-icons/forces.svg"), inside);
    format!(
        "{open} xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n\
         <!-- Drawings: game-icons.net, CC BY 3.0 -->\n<style>{style}{ALONE}</style>\n<defs>{symbols}</defs>{inside}\n"
    )
}

fn text_of(path: &str) -> String {
    let bytes = assets::find(path).map(|asset| asset.bytes.into_owned()).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// The colours and fonts that the rules of boards name, by day.
fn variables(tokens: &str) -> String {
    let root = tokens.split_once(":root").and_then(|(_, rest)| rest.split_once('}')).map(|(root, _)| root);
    format!(":root{}}}\n", root.unwrap_or("{"))
}

/// The rules of boards alone.
fn rules(css: &str) -> String {
    let is_boards = |line: &&str| line.starts_with(".board") && line.ends_with('}');
    css.lines().filter(is_boards).flat_map(|line| [line, "\n"]).collect()
}

/// The drawings that a picture uses.
fn symbols(sprite: &str, picture: &str) -> String {
    let names = picture.split("<use href=\"#").skip(1).filter_map(|rest| rest.split_once('"'));
    let used: BTreeSet<&str> = names.map(|(name, _)| name).collect();
    let is_used = |line: &&str| {
        let name = line.strip_prefix("<symbol id=\"").and_then(|rest| rest.split_once('"'));
        name.is_some_and(|(name, _)| used.contains(name))
    };
    sprite.lines().filter(is_used).flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use tiger_rules::{AnyPosition, GameKind, Variation};

    use super::standalone;
    use crate::board::{Scene, draw};

    #[test]
    fn a_picture_by_itself_needs_nothing_else() {
        for kind in GameKind::ALL {
            let position = AnyPosition::start(Variation::standard(kind));
            let picture = standalone(&draw(&Scene::of(&position), ""));
            assert!(!picture.contains("/static/") && picture.trim_end().ends_with("</svg>"), "{kind}");
            assert!(picture.contains("xmlns=") && picture.contains("--ink:"), "{kind}");
            for name in picture.split("<use href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(picture.contains(&format!("<symbol id=\"{name}\"")), "{kind}: {name}");
            }
            for opened in ["<style>", "<defs>", "<svg "] {
                assert_eq!(picture.matches(opened).count(), 1, "{kind}: {opened}");
            }
        }
    }
}
