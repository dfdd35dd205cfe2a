use std::collections::BTreeMap;

use tiger_arbiter::cli::publish::links::Links;

fn links(site: Option<&str>) -> Links {
    let known = BTreeMap::from([
        ("/events/open".to_owned(), "index.html".to_owned()),
        ("/events/open/players".to_owned(), "players.html".to_owned()),
        ("/events/open/players/45".to_owned(), "players/45.html".to_owned()),
    ]);
    Links::new(known, site.and_then(|site| site.parse().ok()).as_ref())
}

#[test]
fn links_lead_to_files_from_wherever_they_stand() {
    let page = "<main data-live-url=\"/events/open/live?seen=3\"><a href=\"/events/open/players#p1\">All</a> \
                <a\nhref=\"#here\">Here</a><a\nclass=\"x\"\nhref=\"/events/open\">Open</a></main>";
    assert_eq!(
        links(None).rewrite(page, "rounds/1.html"),
        "<main><a href=\"../players.html#p1\">All</a> <a\nhref=\"#here\">Here</a><a\nclass=\"x\"\nhref=\"../index.html\">Open</a></main>"
    );
}

#[test]
fn what_long_lists_say_from_where_they_are_leads_to_files_too() {
    let page = "<a href=\"../players/45#BH\">3</a><a href=\"?page=2\">2</a>";
    assert_eq!(
        links(None).rewrite(page, "standings/1.html"),
        "<a href=\"../players/45.html#BH\">3</a><a href=\"?page=2\">2</a>"
    );
}

#[test]
fn what_needs_the_server_goes() {
    let page = "<script src=\"/static/js/app.js\"></script><form method=\"post\"><a href=\"/x\">x</a></form>\
                <ul><li><a href=\"/help\">Help</a></li><li><a href=\"/\">Home</a></li></ul>\
                <a class=\"button\" href=\"/events/open/register\">Register</a><p>See <a href=\"/rules\">rules</a>.</p>";
    assert_eq!(
        links(None).rewrite(page, "index.html"),
        "<ul><li><a href=\"index.html\">Home</a></li></ul><p>See <a>rules</a>.</p>"
    );
    let led = links(Some("https://hall.example")).rewrite(page, "index.html");
    assert!(led.contains("<li><a href=\"https://hall.example/help\">Help</a></li>"), "{led}");
    assert!(led.contains("href=\"https://hall.example/events/open/register\""), "{led}");
}

#[test]
fn style_sheets_bring_what_they_name() {
    let mut links = links(None);
    links.rewrite("<link href=\"/static/css/fonts.css\">", "a/b.html");
    let assets = links.into_assets();
    assert!(assets.iter().any(|name| name.ends_with(".woff2")), "{assets:?}");
}

#[test]
fn drawings_stand_in_the_page_that_uses_them() {
    let mut links = links(None);
    let page = "<body><svg><use href=\"/static/img/dice.svg#die-1\"/></svg></body>";
    let written = links.rewrite(page, "a/b.html");
    let drawn = "<body><svg><use href=\"#img-dice-die-1\"/></svg><svg class=\"sr-only\"";
    assert!(
        written.starts_with(drawn) && written.contains("<symbol id=\"img-dice-die-1\" viewBox"),
        "{written}"
    );
    assert!(!links.rewrite("<body></body>", "b.html").contains("symbol"));
    assert!(links.into_assets().is_empty());
}
