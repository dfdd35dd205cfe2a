//! The summary at the head of a refused form calls each field by its label, wherever on the page that stands.

/// What a field is called in the summary until the page is made, and where it has no label.
pub(super) const UNNAMED: &str = "<!--field-->This field";

/// The page with the fields of its summaries named; each name is a link to its field already. Where the field is not on the
/// page, because its form is not offered any more, what is wrong stands alone.
pub(super) fn named(page: String) -> String {
    let mut parts = page.split(UNNAMED);
    let Some(first) = parts.next().filter(|first| first.len() < page.len()) else { return page };
    let mut named = String::with_capacity(page.len());
    named.push_str(first);
    for part in parts {
        let link = named.rfind("<a href=\"#").unwrap_or(named.len());
        let id = named[link..].split(['#', '"']).nth(2).unwrap_or_default();
        if page.contains(&format!(" id=\"{id}\"")) {
            let label = label_of(&page, id);
            named.push_str(label.as_deref().unwrap_or(UNNAMED));
            named.push_str(part);
        } else {
            named.truncate(link);
            named.push_str(part.trim_start_matches("</a>:").trim_start());
        }
    }
    named
}

/// The words of a control's label, of a group's legend, or the name that only those hear who listen; as HTML.
fn label_of(page: &str, id: &str) -> Option<String> {
    let inside = |rest: &str, end: &str| words(rest.split_once('>')?.1.split(end).next()?);
    if let Some((_, rest)) = page.split_once(&format!(" for=\"{id}\"")) {
        return inside(rest, "</label>");
    }
    let (before, after) = page.split_once(&format!(" id=\"{id}\""))?;
    if before.rsplit('<').next()?.starts_with("fieldset") {
        return inside(after.split_once("<legend")?.1, "</legend>");
    }
    let tag = [before.rsplit('<').next()?, after.split('>').next()?];
    tag.iter().find_map(|part| words(part.split_once(" aria-label=\"")?.1.split('"').next()?))
}

/// Text without tags, and without what stands there of a field that may stay empty; none if nothing is left.
fn words(html: &str) -> Option<String> {
    let html = html.split("<span class=\"optional\"").next()?;
    let texts = html.split('<').enumerate().map(|(at, part)| match part.split_once('>') {
        Some((_, text)) if at > 0 => text,
        _ => part,
    });
    let words = texts.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::{UNNAMED, named};

    #[test]
    fn a_field_is_called_by_its_label() {
        for (field, name) in [
            (
                "<label for=\"a-b\">Club <span class=\"optional\">optional</span></label><input id=\"a-b\">",
                "Club",
            ),
            ("<label class=\"x\" for=\"a-b\"><b>Air</b> &amp;\n sea</label><i id=\"a-b\">", "Air &amp; sea"),
            (
                "<fieldset class=\"field\" id=\"a-b\" tabindex=\"-1\">\n<legend>Who goes on</legend>",
                "Who goes on",
            ),
            ("<select id=\"a-b\" name=\"x\" aria-label=\"Result of board 3\">", "Result of board 3"),
            ("<input aria-label=\"Side\" id=\"a-b\">", "Side"),
        ] {
            let page = |name: &str| format!("<a href=\"#a-b\">{name}</a>: no. <p>{field}</p>");
            assert_eq!(named(page(UNNAMED)), page(name));
        }
        let unlabelled =
            format!("<a href=\"#a-b\">{UNNAMED}</a>: no. <i id=\"a-b\"></i><label for=\"a-bc\">C</label>");
        assert_eq!(named(unlabelled.clone()), unlabelled);
        assert_eq!(named(format!("<li><a href=\"#a-b\">{UNNAMED}</a>:\nno.</li>")), "<li>no.</li>");
        assert_eq!(named("<p>".to_owned()), "<p>");
    }
}
