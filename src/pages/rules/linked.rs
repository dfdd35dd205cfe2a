//! Sentences that name a ruling lead to it.

use askama::filters::{Html, escape};
use tiger_rules::{GameKind, named_rulings, ruling};

use super::rulings_path;

/// A sentence as HTML, escaped; every ruling of the game that it names by its number is a link to that ruling.
pub fn linked(sentence: &str, game: Option<GameKind>) -> String {
    let Some(game) = game else { return escaped(sentence) };
    let mut html = String::with_capacity(sentence.len() + 64);
    let mut done = 0;
    for (range, number) in named_rulings(sentence) {
        if ruling(game, number).is_none() {
            continue;
        }
        html.push_str(&escaped(&sentence[done..range.start]));
        html.push_str(&format!("<a href=\"{}#ruling-{number}\">", rulings_path(game)));
        html.push_str(&escaped(&sentence[range.clone()]));
        html.push_str("</a>");
        done = range.end;
    }
    html.push_str(&escaped(&sentence[done..]));
    html
}

fn escaped(text: &str) -> String {
    let Ok(safe) = escape(text, Html);
    let safe = safe.to_string();
    // Pairs of backticks stand round what is written in notation.
    if !safe.contains('`') || !safe.matches('`').count().is_multiple_of(2) {
        return safe;
    }
    let parts = safe.split('`').enumerate();
    parts
        .map(|(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() })
        .collect()
}
