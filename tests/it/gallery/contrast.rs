//! The colours of the stylesheets keep WCAG 2.2 AA: 4.5 to 1 for text, 3 to 1 for what marks a control.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

type Colours = BTreeMap<String, [f64; 3]>;

/// The colours of every rule that sets `--name: #rrggbb`, by selector.
fn colours(file: &str) -> BTreeMap<String, Colours> {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("static/css").join(file)).unwrap();
    let mut rules: BTreeMap<String, Colours> = BTreeMap::new();
    for rule in text.split('}') {
        let Some((head, body)) = rule.split_once('{') else { continue };
        let selector = head.rsplit("*/").next().unwrap_or(head).trim().to_owned();
        let colours = rules.entry(selector).or_default();
        for declaration in body.split(';') {
            let declaration = declaration.rsplit("*/").next().unwrap_or(declaration);
            if let Some((name, value)) = declaration.split_once(':')
                && let Some(digits) = value.trim().strip_prefix('#')
                && digits.len() == 6
            {
                let part = |at: usize| {
                    f64::from(u8::from_str_radix(digits.get(at..at + 2).unwrap(), 16).unwrap()) / 255.0
                };
                colours.insert(name.trim().to_owned(), [part(0), part(2), part(4)]);
            }
        }
    }
    rules
}

fn luminance(colour: [f64; 3]) -> f64 {
    let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Text on what it stands on.
const TEXT: [(&str, &str); 35] = [
    ("--ink", "--paper"),
    ("--ink", "--sheet"),
    ("--ink", "--sunken"),
    ("--ink", "--action-wash"),
    ("--ink", "--accent-wash"),
    ("--ink", "--good-wash"),
    ("--ink", "--warning-wash"),
    ("--ink", "--bad-wash"),
    ("--ink", "--info-wash"),
    ("--ink-soft", "--paper"),
    ("--ink-soft", "--sheet"),
    ("--ink-soft", "--sunken"),
    ("--ink-soft", "--action-wash"),
    ("--ink-soft", "--accent-wash"),
    ("--link", "--paper"),
    ("--link", "--sheet"),
    ("--link", "--sunken"),
    ("--link", "--warning-wash"),
    ("--link", "--info-wash"),
    ("--on-action", "--action"),
    ("--on-action", "--action-deep"),
    ("--danger", "--sheet"),
    ("--sheet", "--danger"),
    ("--good", "--good-wash"),
    ("--good", "--sheet"),
    ("--warning", "--warning-wash"),
    ("--bad", "--bad-wash"),
    ("--bad", "--paper"),
    ("--bad", "--sheet"),
    ("--info", "--info-wash"),
    ("--neutral", "--neutral-wash"),
    ("--forest-ink", "--forest"),
    ("--accent", "--accent-wash"),
    ("--accent", "--paper"),
    ("--accent", "--sheet"),
];

/// Edges, focus rings and pips on what they stand on.
const MARKS: [(&str, &str); 8] = [
    ("--line-strong", "--paper"),
    ("--line-strong", "--sheet"),
    ("--line-strong", "--sunken"),
    ("--focus", "--paper"),
    ("--focus", "--sheet"),
    ("--accent-mark", "--accent-wash"),
    ("--accent-mark", "--sheet"),
    ("--die-pip", "--die-face"),
];

#[test]
fn every_pair_of_colours_is_readable_in_light_and_dark_and_in_every_game() {
    let (light, dark) = (colours("tokens.css"), colours("dark.css"));
    let games: Vec<&String> = light.keys().filter(|selector| selector.starts_with("[data-game")).collect();
    assert_eq!(games.len(), 4, "each game has its colours: {games:?}");
    let mut wrong = Vec::new();
    for layers in [vec![&light], vec![&light, &dark]] {
        for game in games.iter().map(|game| game.as_str()).chain([":root"]) {
            let mut now = Colours::new();
            for selector in [":root", game] {
                for layer in &layers {
                    now.extend(layer.get(selector).cloned().unwrap_or_default());
                }
            }
            for (pairs, least) in [(TEXT.as_slice(), 4.5), (MARKS.as_slice(), 3.0)] {
                for (ink, ground) in pairs {
                    let found = contrast(*now.get(*ink).unwrap(), *now.get(*ground).unwrap());
                    if found < least {
                        let mode = if layers.len() == 1 { "light" } else { "dark" };
                        wrong.push(format!("{mode} {game}: {ink} on {ground} is {found:.2}, not {least}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
