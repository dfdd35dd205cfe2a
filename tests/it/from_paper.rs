//! An event goes on from paper: its continuity sheets are printed, read back from pictures on another server, and taken up.

use std::collections::BTreeSet;

use tiger_arbiter::ledger::witness::Seal;
use tiger_arbiter::services::paper::Print;
use tiger_event::{Event, Slug};

use crate::rig::{Backend, Browser, TestApp, on_both_databases, on_sqlite};

on_both_databases!(an_event_goes_on_from_pictures_of_its_sheets);
on_sqlite!(only_arbiters_print_and_only_people_with_an_account_take_up, what_is_no_sheet_is_said);

const KEY: (&str, &str) = ("idempotency_key", "0123456789abcdef0123");

/// An event of ten players and six rounds, whose chief is signed in; where its pages begin.
fn event_of(app: &TestApp) -> (Browser, String) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/pairing/tests/vectors");
    let text = std::fs::read_to_string(format!("{folder}/ex-n010-heavy/final.trf")).unwrap();
    let form = [("game", "dragon"), ("format", ""), ("text", &*text), KEY];
    let (_, tessa) = app.sign_in_arbiter("tessa");
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

/// The dark squares of a code, and how many a side has.
type Squares = (f64, BTreeSet<(u32, u32)>);

/// The QR codes on a page: pictures of squares, `M x,y h1v1h-1` each.
fn codes_on(page: &str) -> Vec<Squares> {
    let code = |svg: &str| {
        let size: u32 = svg.split("viewBox=\"0 0 ").nth(1)?.split(' ').next()?.parse().ok()?;
        let path = svg.split(" d=\"").nth(1)?.split('"').next()?;
        let square = |square: &str| {
            let (x, y) = square.split('h').next()?.split_once(',')?;
            Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
        };
        Some((f64::from(size), path.split('M').skip(1).map(square).collect::<Option<_>>()?))
    };
    page.split("<svg").skip(1).filter_map(|svg| code(svg.split("</svg>").next()?)).collect()
}

/// A sheet with these codes in two columns as a camera sees it: grey, a little askew, four points a square.
fn photograph(codes: &[Squares]) -> Vec<u8> {
    const POINTS: f64 = 4.0;
    const ASKEW: f64 = 0.03;
    let cell = codes.iter().map(|(size, _)| *size).fold(0.0, f64::max) + 8.0;
    let rows = codes.len().div_ceil(2);
    let (width, height) = (2.0 * cell + 40.0, cell * f64::from(u32::try_from(rows).unwrap()) + 40.0);
    let dark = |x: f64, y: f64| {
        let (x, y) = (x - width / 2.0, y - height / 2.0);
        let (x, y) = (x * ASKEW.cos() - y * ASKEW.sin(), x * ASKEW.sin() + y * ASKEW.cos());
        let (x, y) = (x + width / 2.0 - 20.0, y + height / 2.0 - 20.0);
        let (column, row) = ((x / cell).floor(), (y / cell).floor());
        if !(0.0..2.0).contains(&column) || row < 0.0 {
            return false;
        }
        let code = codes.get((row * 2.0 + column) as usize);
        let at = (x - column * cell, y - row * cell);
        code.is_some_and(|(_, squares)| squares.contains(&(at.0 as u32, at.1 as u32)))
    };
    let shade = |x: u32, y: u32| if dark(f64::from(x) / POINTS, f64::from(y) / POINTS) { 60 } else { 225 };
    grey((width * POINTS) as u32, (height * POINTS) as u32, shade)
}

/// A picture of so many points, as a PNG file.
fn grey(width: u32, height: u32, shade: impl Fn(u32, u32) -> u8) -> Vec<u8> {
    let points: Vec<u8> =
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| shade(x, y)).collect();
    let mut bytes = Vec::new();
    let mut picture = png::Encoder::new(&mut bytes, width, height);
    picture.set_color(png::ColorType::Grayscale);
    picture.write_header().unwrap().write_image_data(&points).unwrap();
    bytes
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
    let codes = codes_on(&job.body);
    assert_eq!(codes.len(), 3);

    let other = TestApp::start(Backend::Sqlite);
    let (_, wren) = other.sign_in_arbiter("wren");
    wren.get("/events/new/paper").expect_status(200).expect_text("Event from paper");
    let read = |typed: &str, codes: &[Squares]| {
        let picture = photograph(codes);
        let fields = [("codes", typed)];
        wren.post_file("/events/new/paper", &fields, ("picture", "sheet.png", &picture)).expect_status(200)
    };
    // A corner of the sheet was out of sight; one of the three codes is lost altogether.
    let page = read("", &codes[2..]).expect_text("Still missing: one code of sheet 1.");
    let page = read(&codes_of(&page.body), &codes[1..]);
    let page = page.expect_text("Take this event up").expect_text(&digest(&before));
    let codes = codes_of(&page.expect_text("10 players, round 6 closed.").body);
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
    // Whether it was public before, nobody knows here: it is not deleted as a trial.
    let kept = other.state().ledger.keeps(after.id).unwrap().unwrap_or_default();
    assert!(kept.starts_with("This event goes on from paper (entry 2 of its ledger)"), "{kept}");
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
    let (_, tessa) = app.sign_in_arbiter("tessa");
    let read = |file: &[u8]| {
        tessa.post_file("/events/new/paper", &[("codes", "")], ("picture", "a.png", file)).expect_status(422)
    };
    read(b"not a picture").expect_text("This is no picture that can be read here.");
    read(&grey(90, 90, |_, _| 0)).expect_text("No further code can be read in this picture.");
    let typed = tessa.post_form("/events/new/paper", &[("codes", "hello")]).expect_status(422);
    typed.expect_text("There is no code of an event in it yet.");
    tessa.post_form("/events/new/paper/take-up", &[("codes", "hello"), KEY]).expect_status(422);
}
