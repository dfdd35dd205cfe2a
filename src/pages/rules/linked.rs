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

#[cfg(test)]
mod tests {
    use tiger_rules::GameKind;

    use super::linked;

    #[test]
    fn a_named_ruling_leads_to_its_place_and_what_was_typed_stays_text() {
        assert_eq!(
            linked("By ruling 16 & rulings 8 and 9, <b>", Some(GameKind::Dance)),
            "By <a href=\"/rules/dance#ruling-16\">ruling 16</a> &#38; <a href=\"/rules/dance#ruling-8\">rulings 8</a> \
             and <a href=\"/rules/dance#ruling-9\">9</a>, &#60;b&#62;"
        );
        assert_eq!(linked("`<b>` & `-`", None), "<code>&#60;b&#62;</code> &#38; <code>-</code>");
        assert_eq!(linked("a `single one", None), "a `single one");
        assert_eq!(linked("<ruling 4>", None), "&#60;ruling 4&#62;");
        assert_eq!(linked("ruling 40, rule 27b", Some(GameKind::Dragon)), "ruling 40, rule 27b");
    }
}
