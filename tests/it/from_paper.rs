//! An event goes on from paper: its continuity sheets are printed, read back from pictures on another server, and taken up.

use std::io::Cursor;

use image::{GrayImage, ImageFormat, Luma};
use tiger_arbiter::domain::event::Event;
use tiger_arbiter::domain::text::Slug;
use tiger_arbiter::ledger::witness::Seal;
use tiger_arbiter::services::paper::Print;

use crate::rig::{Backend, Browser, TestApp, on_both_databases, on_sqlite};

on_both_databases!(an_event_goes_on_from_pictures_of_its_sheets);
on_sqlite!(only_arbiters_print_and_only_people_with_an_account_take_up, what_is_no_sheet_is_said);

const KEY: (&str, &str) = ("idempotency_key", "0123456789abcdef0123");

/// An event of ten players and six rounds, whose chief is signed in; where its pages begin.
fn event_of(app: &TestApp) -> (Browser, String) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/pairing/tests/vectors");
    let text = std::fs::read_to_string(format!("{folder}/ex-n010-heavy/final.trf")).unwrap();
    let form = [("game", "dragon"), ("format", ""), ("text", &*text), KEY];
    let (_, tessa) = app.sign_in("tessa");
    let made = tessa.post_form("/events/new/import", &form).expect_status(303);
    let base = made.location().trim_end_matches("/desk").to_owned();
    (tessa, base)
}

fn stored(app: &TestApp, base: &str) -> Event {
    let ledger = &app.state().ledger;
    let slug = Slug::parse(base.trim_start_matches("/events/")).unwrap();
    (*ledger.database().read(|db| ledger.event_by_slug(db, &slug)).unwrap()).clone()
}

fn digest(event: &Event) -> String {
    let seal = Seal { text: String::new(), whole: format!("x:1:{}", "0".repeat(64)) };
    Print::of(event, &seal, (None, event.changed_at)).unwrap().digest().to_string()
}

/// The QR codes on a page, each drawn as a camera would see it: dark squares on light ground, five points a square.
fn pictures(page: &str) -> Vec<Vec<u8>> {
    let codes = page.split("<svg").skip(1).filter(|svg| svg.contains("viewBox"));
    let codes = codes.map(|svg| svg.split("</svg>").next().unwrap());
    codes.filter_map(|svg| draw(svg, 5)).collect()
}

/// Draws a picture of squares, `M x,y h1v1h-1` each.
fn draw(svg: &str, scale: u32) -> Option<Vec<u8>> {
    let size: u32 = svg.split("viewBox=\"0 0 ").nth(1)?.split(' ').next()?.parse().ok()?;
    let path = svg.split(" d=\"").nth(1)?.split('"').next()?;
    let mut picture = GrayImage::from_pixel(size * scale, size * scale, Luma([235]));
    for square in path.split('M').skip(1) {
        let at = square.split('h').next()?;
        let (x, y) = at.split_once(',')?;
        let (x, y): (u32, u32) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        for (dx, dy) in (0..scale).flat_map(|dx| (0..scale).map(move |dy| (dx, dy))) {
            picture.put_pixel(x * scale + dx, y * scale + dy, Luma([40]));
        }
    }
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    Some(bytes)
}

/// What stands in the text field of codes.
fn codes_of(page: &str) -> String {
    let field = page.split("name=\"codes\"").nth(1).unwrap();
    let text = field.split_once('>').unwrap().1.split("</textarea>").next().unwrap();
    text.trim().to_owned()
}

fn an_event_goes_on_from_pictures_of_its_sheets(app: &TestApp) {
    let (tessa, base) = event_of(app);
    let before = stored(app, &base);
    let job = tessa.get(&format!("{base}/papers/job?paper=continuity")).expect_status(200);
    let job = job.expect_text("Continuity sheet 1 of 1").expect_text(&digest(&before));
    let mut sheets = pictures(&job.body);
    assert!((2..=6).contains(&sheets.len()), "{}", sheets.len());
    // One code of the sheet is lost.
    sheets.remove(0);

    let other = TestApp::start(Backend::Sqlite);
    let (_, wren) = other.sign_in("wren");
    wren.get("/events/new/paper").expect_status(200).expect_text("Event from paper");
    let mut codes = String::new();
    for (place, sheet) in sheets.iter().enumerate() {
        let fields = [("codes", codes.as_str())];
        let page =
            wren.post_file("/events/new/paper", &fields, ("picture", "sheet.png", sheet)).expect_status(200);
        let page = if place + 1 < sheets.len() {
            page.expect_text("Still missing: ")
        } else {
            let page = page.expect_text("Take this event up").expect_text(&digest(&before));
            page.expect_text("10 players, round 6 closed.")
        };
        codes = codes_of(&page.body);
    }
    let form = [("codes", &*codes), KEY];
    wren.post_form("/events/new/paper/take-up", &form).expect_redirect(&format!("{base}/desk"));
    let after = stored(&other, &base);
    assert_eq!((after.id, digest(&after)), (before.id, digest(&before)));
    let report = other.state().ledger.verify(after.id).unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    wren.get(&format!("{base}/ledger"))
        .expect_status(200)
        .expect_text("Event taken up from what was printed at");
    let trf = |who: &Browser| who.get(&format!("{base}/event.trf")).body;
    let players =
        |trf: &str| trf.lines().filter(|line| line.starts_with("001")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(players(&trf(&tessa)), players(&trf(&wren)));
    // The same form again makes no second event, and another one finds it.
    wren.post_form("/events/new/paper", &[("codes", &*codes)])
        .expect_status(422)
        .expect_text("This event is here already");
}

fn only_arbiters_print_and_only_people_with_an_account_take_up(app: &TestApp) {
    let (_, base) = event_of(app);
    let (_, ivo) = app.sign_in("ivo");
    let job = format!("{base}/papers/job?paper=continuity");
    assert!(matches!(ivo.get(&job).status.as_u16(), 403 | 404));
    assert!(matches!(app.visitor().get(&job).status.as_u16(), 303 | 401 | 404));
    assert!(matches!(app.visitor().get("/events/new/paper").status.as_u16(), 303 | 401));
    for path in ["/events/new/paper", "/events/new/paper/take-up"] {
        let answer = app.visitor().post_form(path, &[("codes", "x"), KEY]);
        assert!(matches!(answer.status.as_u16(), 303 | 401 | 403), "{path}: {}", answer.status);
    }
}

fn what_is_no_sheet_is_said(app: &TestApp) {
    let (_, tessa) = app.sign_in("tessa");
    let read = |file: &[u8]| {
        tessa.post_file("/events/new/paper", &[("codes", "")], ("picture", "a.png", file)).expect_status(422)
    };
    read(b"not a picture").expect_text("This is no picture that can be read here.");
    let mut empty = Vec::new();
    GrayImage::new(90, 90).write_to(&mut Cursor::new(&mut empty), ImageFormat::Png).unwrap();
    read(&empty).expect_text("No further code can be read in this picture.");
    let typed = tessa.post_form("/events/new/paper", &[("codes", "hello")]).expect_status(422);
    typed.expect_text("There is no code of an event in it yet.");
    tessa.post_form("/events/new/paper/take-up", &[("codes", "hello"), KEY]).expect_status(422);
}
