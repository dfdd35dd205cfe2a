//! A picture of a board as a file: with its colours and drawings inside, so that it looks the same anywhere.

use std::collections::BTreeSet;

use super::Drawing;
use crate::assets;

/// What a picture has from its page otherwise: as wide as it is.
const ALONE: &str = ".board { width: auto; max-width: none; }";

/// The class of a board that its page's rules turn round.
const TURNED: &str = " is-turned";

/// The picture as a file.
pub fn standalone(drawing: &Drawing) -> String {
    let sprite = assets::url("vendor/game-icons/forces.svg");
    let svg = drawing.svg.replace(&format!("href=\"{sprite}#"), "href=\"#");
    let Some((open, inside)) = svg.split_once('>') else { return svg };
    let (open, is_turned) = (open.replacen(TURNED, "", 1), open.contains(TURNED));
    let size =
        open.split_once("viewBox=\"0 0 ").and_then(|(_, rest)| rest.split_once('"')?.0.split_once(' '));
    let (width, height) = size.unwrap_or(("800", "800"));
    let style = resolve(rules(assets::text("css/board.css")), assets::text("css/tokens.css"));
    let symbols = symbols(assets::text("vendor/game-icons/forces.svg"), inside);
    let inside = if is_turned { turned(inside, width, height) } else { inside.to_owned() };
    format!(
        "{open} xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n\
         <!-- Drawings: game-icons.net, CC BY 3.0 -->\n<style>{style}{ALONE}</style>\n<defs>{symbols}</defs>{inside}\n"
    )
}

/// Rules with the colours and fonts that they name put in their place, as they are by day: few programs but browsers
/// know variables, or `:where`.
fn resolve(mut rules: String, tokens: &str) -> String {
    let named = tokens.lines().filter_map(|line| line.trim().strip_suffix(';')?.split_once(": "));
    for (name, value) in named.filter(|(name, _)| name.starts_with("--")) {
        rules = rules.replace(&format!("var({name})"), value);
    }
    rules.replace(":where(svg)", "")
}

/// The rules of boards alone.
fn rules(css: &str) -> String {
    let is_boards = |line: &&str| line.starts_with(".board") && line.ends_with('}');
    css.lines().filter(is_boards).flat_map(|line| [line, "\n"]).collect()
}

/// A picture turned round, all upright again that stands upright. It says so itself: few programs but browsers turn what a
/// rule tells them to turn round its own middle.
fn turned(inside: &str, width: &str, height: &str) -> String {
    let mut parts = inside.split(" transform-origin=\"");
    let mut svg = parts.next().unwrap_or_default().to_owned();
    for rest in parts {
        let (middle, rest) = rest.split_once('"').unwrap_or((rest, ""));
        svg += &format!(" transform=\"rotate(180 {middle})\"{rest}");
    }
    let Some((body, end)) = svg.rsplit_once("</svg>") else { return svg };
    format!("<g transform=\"translate({width} {height}) rotate(180)\">{body}</g></svg>{end}")
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
