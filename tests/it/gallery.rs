//! The gallery: every macro and most classes on a few pages, rendered from the real templates. With
//! `GALLERY=folder` the pages and the static files are written there, to be looked at in a browser.

mod contrast;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use actix_web::body::MessageBody;
use askama::Template;
use tiger_arbiter::assets;
use tiger_arbiter::pages::about::AboutPage;
use tiger_arbiter::pages::appearance::AppearancePage;
use tiger_arbiter::pages::credits::{CREDITS, Credit};
use tiger_arbiter::pages::event::{EventNav, EventTab, emblem};
use tiger_arbiter::pages::form::{Choice, FormView};
use tiger_arbiter::pages::frame::Flash;
use tiger_arbiter::pages::parts::{Pagination, PointsView, Step, StepState, Tone};
use tiger_arbiter::pages::status::Status;
use tiger_arbiter::pages::{Frame, Page};
use tiger_arbiter::theme::Theme;
use tiger_rules::GameKind;

#[derive(Template)]
#[template(path = "gallery.html")]
struct Gallery {
    frame: Frame,
    form: FormView,
    games: Vec<Choice>,
    cups: Vec<Choice>,
    statuses: Vec<Status>,
    steps: Vec<Step>,
    pages: Pagination,
    rows: Vec<Row>,
}

#[derive(Template)]
#[template(path = "gallery_hall.html")]
struct Hall {
    frame: Frame,
    rows: Vec<Row>,
}

#[derive(Clone)]
struct Row {
    place: usize,
    name: &'static str,
    club: &'static str,
    points: PointsView,
    sonneborn: &'static str,
}

fn rows() -> Vec<Row> {
    let names = [
        ("Anna Żółkiewska", "Emerald Kingdom CC", 19, 1, "41½"),
        ("Bertrand de Saint-Aubin", "Great Forest", 18, 0, "40"),
        ("Chidi Okonkwo", "Watchtower Club", 15, 2, "33½"),
        ("Dóra Kővári", "Great Forest", 12, 0, "27"),
        ("Einar Þorsteinsson", "Harbour of Storms", 9, 0, "20½"),
        ("Fatima al-Rashid", "", 0, 0, "0"),
    ];
    let row = |(index, (name, club, halves, nominal, sonneborn)): (usize, _)| Row {
        place: index + 1,
        name,
        club,
        points: PointsView { halves, nominal },
        sonneborn,
    };
    names.into_iter().enumerate().map(row).collect()
}

fn frame(game: GameKind, theme: Theme) -> Frame {
    let event = EventNav {
        base: "/events/great-forest-open".to_owned(),
        name: "Great Forest Open 2026".to_owned(),
        game,
        format: tiger_event::settings::Format::RoundRobin,
        facts: vec!["Round robin, 5 rounds".to_owned(), "Salisbury".to_owned(), "21–22 November".to_owned()],
        festival: Some(("Merridon Week".to_owned(), "/festivals/merridon-week".to_owned())),
        tab: Some(EventTab::Standings),
        is_arbiter: true,
        is_player: false,
        open_matters: 2,
        announcement: "The buses leave at 18:00.".to_owned(),
        is_over: false,
        past: None,
    };
    Frame {
        viewer: Some(tiger_arbiter::pages::FrameViewer {
            name: "Glenda Nichols".to_owned(),
            is_admin: true,
            makes_events: true,
            news: None,
        }),
        csrf: "token".to_owned(),
        path: "/events/great-forest-open/standings".to_owned(),
        theme,
        flash: Some(Flash { tone: Tone::Good, message: "Round 3 is published.".to_owned() }),
        ..Frame::default()
    }
    .in_event(event)
    .under("Great Forest Open 2026", "/events/great-forest-open")
}

fn form() -> FormView {
    FormView::from_pairs(
        "entry",
        [("name", "Ann <O’Hara>"), ("game", "dragon"), ("cup", "real"), ("paste", "\nfirst line empty")],
    )
    .with_idempotency("key-1")
    .with_version(&7)
    .with_error("rating", "Rating is “12x”: give a whole number from 0 to 4000, or leave it empty.")
    .with_error("game", "Dragon needs an Arbiter: choose one first.")
    .with_error("", "Another arbiter has changed this event meanwhile.")
}

fn gallery(game: GameKind, theme: Theme) -> Gallery {
    let step = |label: &str, state| Step { label: label.to_owned(), href: Some("#".to_owned()), state };
    Gallery {
        frame: frame(game, theme),
        form: FormView::from_pairs(
            "entry",
            [("name", "Dóra Kővári"), ("game", "tigerchess"), ("cup", "program")],
        ),
        games: vec![
            Choice::new("dragon", "Dragon"),
            Choice::new("tigerchess", "TigerChess"),
            Choice::new("lancerchess", "LancerChess"),
            Choice::new("dance", "The Dragon’s Dance"),
        ],
        cups: vec![
            Choice::new("program", "By the program")
                .with_hint("Committed before, revealed after; anyone can check."),
            Choice::new("real", "From a real cup")
                .with_hint("Entered by the Arbiter, confirmed by both players."),
        ],
        statuses: vec![
            Status::Draft,
            Status::Published,
            Status::Running,
            Status::Closed,
            Status::Unchecked,
            Status::Waits,
            Status::Checked,
            Status::Disputed,
            Status::Overruled,
            Status::Adjourned,
            Status::Withdrawn,
        ],
        steps: vec![
            step("Set up", StepState::Done),
            step("Check in", StepState::Done),
            step("Round 3", StepState::Here),
            step("Standings", StepState::Ahead),
            step("Publish", StepState::Ahead),
        ],
        pages: Pagination { current: 5, last: 12, prefix: "/ledger?page=".to_owned() },
        rows: rows(),
    }
}

#[test]
fn the_gallery_renders_and_can_be_looked_at() {
    let mut pages = Vec::new();
    for game in GameKind::ALL {
        for theme in [Theme::Light, Theme::Dark] {
            let name = format!("{}-{}.html", game.key(), theme.slug());
            pages.push((name, gallery(game, theme).render().unwrap()));
        }
    }
    let mut hall = frame(GameKind::TigerChess, Theme::Light);
    pages.push(("hall.html".to_owned(), Hall { frame: hall.clone(), rows: rows() }.render().unwrap()));
    let mut wrong = gallery(GameKind::TigerChess, Theme::Light);
    wrong.form = form();
    pages.push(("wrong.html".to_owned(), wrong.render().unwrap()));
    let plain = Frame { path: "/about".to_owned(), ..Frame::default() };
    pages.push(("about.html".to_owned(), AboutPage::new(plain.clone()).render().unwrap()));
    let appearance = AppearancePage { frame: plain, back: "/about".to_owned() };
    pages.push(("appearance.html".to_owned(), appearance.render().unwrap()));
    hall.theme = Theme::Dark;
    pages.push(("hall-dark.html".to_owned(), Hall { frame: hall, rows: rows() }.render().unwrap()));
    for (name, page) in &pages {
        check_policy(name, page);
        check_references(name, page);
    }
    if let Some(folder) = std::env::var_os("GALLERY") {
        let folder = Path::new(&folder);
        fs::create_dir_all(folder).unwrap();
        for (name, page) in &pages {
            fs::write(folder.join(name), page).unwrap();
        }
    }
}

#[test]
fn what_was_typed_stays_to_the_letter() {
    let page = Gallery { form: form(), ..gallery(GameKind::Dragon, Theme::Device) }.render().unwrap();
    assert!(page.contains("value=\"Ann &#60;O’Hara&#62;\""), "the name is kept and escaped");
    assert!(page.contains(">\n\nfirst line empty</textarea>"), "an empty first line survives the browser");
    assert!(page.contains("value=\"dragon\" checked"), "the chosen game stays chosen");
    assert!(!page.contains("value=\"tigerchess\" checked"), "no other game is chosen");
}

#[test]
fn a_wrong_field_is_told_at_the_head_and_at_the_field() {
    let page = Page(Gallery { form: form(), ..gallery(GameKind::Dragon, Theme::Device) }).again().unwrap();
    let page = String::from_utf8(page.into_body().try_into_bytes().unwrap().to_vec()).unwrap();
    assert!(page.contains("<a href=\"#entry-rating\">Rating</a>:\nRating is"), "the summary names the field");
    assert!(page.contains("aria-invalid=\"true\" aria-describedby=\"entry-rating-error\""));
    assert!(page.contains("id=\"entry-rating-error\""));
}

/// The tags of a page, without their angle brackets.
fn tags(page: &str) -> impl Iterator<Item = &str> {
    page.split('<').skip(1).filter_map(|rest| rest.split('>').next())
}

/// The value of an attribute in a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split('"').next())
}

fn check_policy(name: &str, page: &str) {
    for tag in tags(page) {
        let is_inline_script = tag.starts_with("script") && attribute(tag, "src").is_none();
        let has_handler = tag.split_whitespace().any(|word| word.starts_with("on") && word.contains('='));
        let is_styled = tag.starts_with("style") || attribute(tag, "style").is_some();
        assert!(!is_inline_script && !has_handler && !is_styled, "{name} breaks the content policy: <{tag}>");
    }
}

fn check_references(name: &str, page: &str) {
    let mut ids = BTreeSet::new();
    for id in tags(page).filter_map(|tag| attribute(tag, "id")) {
        assert!(ids.insert(id), "{name} has the id {id} twice");
    }
    for tag in tags(page) {
        for reference in ["for", "aria-labelledby", "aria-describedby"] {
            for id in attribute(tag, reference).unwrap_or_default().split_whitespace() {
                assert!(ids.contains(id), "{name} refers to {id}, which is not there: <{tag}>");
            }
        }
        if let Some(path) =
            attribute(tag, "src").or(attribute(tag, "href")).and_then(|p| p.strip_prefix("/static/"))
        {
            let (path, part) = path.split_once('#').unwrap_or((path, ""));
            assert!(assets::find(path).is_some(), "{name} wants {path}");
            let is_drawn = part.is_empty() || assets::text(path).contains(&format!("id=\"{part}\""));
            assert!(is_drawn, "{name} wants {part} of {path}");
        }
    }
}

#[test]
fn every_vendored_work_is_credited_with_its_version() {
    let vendor = Path::new(env!("CARGO_MANIFEST_DIR")).join("static/vendor");
    let folders = fs::read_dir(&vendor).unwrap();
    let mut found: Vec<String> =
        folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    found.sort();
    let credited: Vec<&str> = CREDITS.iter().map(|credit| credit.folder).collect();
    assert_eq!(found, credited);
    for credit in CREDITS {
        let readme = fs::read_to_string(vendor.join(credit.folder).join("README.md")).unwrap();
        let origin = format!("`{}` {}", credit.source, credit.version);
        assert!(readme.contains(&origin), "{} does not say {origin}", credit.folder);
        if let Some(path) = credit.licence_href.strip_prefix("/static/") {
            assert!(assets::find(path).is_some(), "{path} is missing");
        }
    }
}

#[test]
fn every_drawing_of_the_games_is_credited_to_its_author() {
    let vendor = Path::new(env!("CARGO_MANIFEST_DIR")).join("static/vendor/game-icons");
    let drawings =
        ["icons.svg", "forces.svg"].map(|file| fs::read_to_string(vendor.join(file)).unwrap()).concat();
    let readme = fs::read_to_string(vendor.join("README.md")).unwrap();
    let drawn: BTreeSet<&str> = tags(&drawings)
        .filter(|tag| tag.starts_with("symbol"))
        .filter_map(|tag| attribute(tag, "id"))
        .collect();
    let parts: Vec<_> = CREDITS.iter().flat_map(Credit::drawings).collect();
    let credited: BTreeSet<&str> = parts.iter().map(|(drawing, _)| *drawing).collect();
    assert_eq!(drawn, credited);
    for (drawing, author) in parts {
        assert!(readme.contains(&format!("| {drawing} | {author} |")), "{drawing}");
    }
    assert!(GameKind::ALL.into_iter().all(|game| drawn.contains(emblem(game))));
}

#[test]
fn every_icon_a_template_or_a_type_names_is_in_the_sprite() {
    let sprite =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("static/vendor/lucide/icons.svg"));
    let sprite = sprite.unwrap();
    let drawn: BTreeSet<&str> = tags(&sprite).filter_map(|tag| attribute(tag, "id")).collect();
    let page = gallery(GameKind::TigerChess, Theme::Light).render().unwrap();
    let used = page
        .split("icons.")
        .filter_map(|rest| rest.split_once(".svg#"))
        .filter_map(|(_, id)| id.split('"').next());
    let lucide =
        used.filter(|id| !CREDITS.iter().any(|credit| credit.drawings().any(|(part, _)| part == *id)));
    for id in lucide {
        assert!(drawn.contains(id), "{id} is not in the sprite");
    }
}
