use tiger_arbiter::pages::labels::{Draft, UNNAMED};

fn named(page: &str) -> String {
    let unnamed = page.match_indices(UNNAMED).map(|(at, _)| at).collect();
    Draft { html: page.to_owned(), unnamed }.named()
}

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
        assert_eq!(named(&page(UNNAMED)), page(name));
    }
    let unlabelled =
        format!("<a href=\"#a-b\">{UNNAMED}</a>: no. <i id=\"a-b\"></i><label for=\"a-bc\">C</label>");
    assert_eq!(named(&unlabelled), unlabelled);
    assert_eq!(named(&format!("<li><a href=\"#a-b\">{UNNAMED}</a>:\nno.</li>")), "<li>no.</li>");
    assert_eq!(named("<p>"), "<p>");
}
