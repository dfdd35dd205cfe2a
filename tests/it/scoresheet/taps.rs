//! What a tap on a scoresheet costs: the lines of the page that it changed.

use tiger_event::ChoiceCommand;
use tiger_rules::{Answer, AnyPosition, GameKind, Variation};

use super::legal_moves::begun;
use crate::rig::{Backend, Browser, key, on_sqlite};
use crate::room::Scene;

on_sqlite!(
    a_touch_of_a_vacant_camp_asks_before_anything_is_written,
    a_tap_brings_what_it_has_changed_and_nothing_else
);

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |number, byte| (number ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The header that a script sends which holds this page.
fn held(page: &str) -> String {
    let signs = |line| {
        let number = digest(line);
        [26, 20, 14, 8].map(|shift| char::from(ALPHABET[((number >> shift) & 63) as usize]))
    };
    page.split('\n').flat_map(signs).collect()
}

/// A page as a script has it: fetched whole, then put together from what is new and what it holds.
struct Reader<'a> {
    browser: &'a Browser,
    page: String,
}

/// What an answer weighs: plain, by gzip, and the lines that the request names.
#[derive(Debug)]
struct Weight {
    plain: usize,
    gzip: usize,
    asking: usize,
}

impl<'a> Reader<'a> {
    fn open(browser: &'a Browser, path: &str) -> Self {
        let (head, page) = browser.raw(path, "identity");
        assert!(!head.contains("whole-page"), "{head}");
        Self { browser, page: String::from_utf8(page).unwrap() }
    }

    fn fetch(&mut self, path: &str) -> Weight {
        let held = held(&self.page);
        let ask = |coding| {
            self.browser.raw_with(path, &[("Accept-Encoding", coding), ("Held-Lines", held.as_str())])
        };
        let (_, small) = ask("gzip");
        let (head, plain) = ask("identity");
        let plain = String::from_utf8(plain).unwrap();
        let known: Vec<&str> = self.page.split('\n').collect();
        let mut lines: Vec<&str> = Vec::new();
        for line in plain.split('\n') {
            let kept = line.strip_prefix("<!--=").and_then(|rest| rest.strip_suffix("-->"));
            match kept.and_then(|kept| kept.split_once(' ')) {
                Some((first, last)) => {
                    lines.extend(&known[first.parse().unwrap()..=last.parse::<usize>().unwrap()]);
                }
                None => lines.push(line),
            }
        }
        let page = lines.join("\n");
        assert!(head.contains(&format!("whole-page: {}", digest(&page))), "{head}");
        self.page = page;
        Weight { plain: plain.len(), gzip: small.len(), asking: held.len() }
    }
}

/// A game that stands on both sheets after 40 plies, and the next ply.
fn forty_plies(backend: Backend, kind: GameKind) -> (Scene, String) {
    let (s, _) = begun(backend, kind);
    if kind == GameKind::TigerChess {
        s.app.commit(
            s.event,
            ChoiceCommand::AnswerChoice { game: s.game, answer: Answer::Agreed(true), asked: None },
        );
        let dice = [("faces", "2 5"), ("idempotency_key", &*key(1))];
        s.arbiter.post_form(&s.path("/dice/cup"), &dice).expect_status(303);
    }
    let mut position = AnyPosition::start(s.game().variation(kind).expect("the variation is on file"));
    let mut moves = Vec::new();
    while moves.len() < 41 {
        let legal = position.legal_moves();
        let mv = &legal[moves.len() * 7 % legal.len()];
        moves.push(position.play_text(mv).unwrap().written);
    }
    let next = moves.pop().unwrap();
    for browser in [&s.arbiter, &s.first] {
        s.write(browser, &moves.join(" ")).expect_status(303);
    }
    (s, next)
}

#[expect(clippy::print_stdout, reason = "the weights are looked at")]
fn a_tap_brings_what_it_has_changed_and_nothing_else(backend: Backend) {
    for kind in [GameKind::TigerChess, GameKind::Dragon] {
        let (s, next) = forty_plies(backend, kind);
        let path = s.path("/scoresheet");
        for (who, browser) in [("player", &s.first), ("arbiter", &s.arbiter)] {
            let mut reader = Reader::open(browser, &path);
            let whole = (reader.page.len(), browser.raw(&path, "gzip").1.len());
            let again = reader.fetch(&path);
            s.write(browser, &next).expect_status(303);
            let written = reader.fetch(&path);
            println!("{kind}, {who}: whole {whole:?}, nothing new {again:?}, a ply {written:?}");
            assert!(reader.page.contains("After ply 41, "));
            // An arbiter is shown all legal moves, which are others after each ply.
            let most = if who == "player" { 2400 } else { 5500 };
            assert!(again.gzip < 700 && written.gzip < most, "{kind}, {who}: {again:?}, {written:?}");
            assert!(again.asking < 3000 && again.plain < 2000, "{kind}, {who}: {again:?}");
        }
    }
    let (s, _) = begun(backend, GameKind::LancerChess);
    // What cannot be a list of lines, and pages that all share, go out as they are.
    for wrong in ["abc", "", &"abcd".repeat(5000)] {
        let (head, page) = s.first.raw_with(&s.path("/scoresheet"), &[("Held-Lines", wrong)]);
        assert!(page.len() > 20_000 || wrong.is_empty(), "{head}");
    }
    let shared = Reader::open(&s.app.visitor(), "/sign-in").page;
    let (head, _) = s.app.visitor().raw_with("/events", &[("Held-Lines", &held(&shared))]);
    assert!(head.starts_with("http/1.1 200") && !head.contains("whole-page"), "{head}");
}

/// Moves after which somebody can be recruited, where, and what that is called.
fn until_a_camp_recruits(position: &AnyPosition, depth: usize) -> Option<(Vec<String>, String, String)> {
    let touches = position.list_touches();
    if let Some(it) = touches.iter().find(|it| it.touch.from.is_none() && it.touch.to.is_some()) {
        return Some((Vec::new(), it.touch.to.clone()?, it.written.clone()));
    }
    // The answers do not matter: the first will do.
    let count = if depth.is_multiple_of(2) { touches.len() } else { 1 };
    touches.iter().take(if depth == 0 { 0 } else { count }).find_map(|it| {
        let mut after = position.clone();
        after.play_text(&it.written).ok()?;
        let (mut line, camp, recruits) = until_a_camp_recruits(&after, depth - 1)?;
        line.insert(0, it.written.clone());
        Some((line, camp, recruits))
    })
}

fn a_touch_of_a_vacant_camp_asks_before_anything_is_written(backend: Backend) {
    let s = Scene::new(backend, GameKind::Dance);
    for answer in [Answer::Agreed(false), Answer::Agreed(false)] {
        s.app.commit(s.event, ChoiceCommand::AnswerChoice { game: s.game, answer, asked: None });
    }
    let start = AnyPosition::start(Variation::standard(GameKind::Dance));
    let (line, camp, recruits) = until_a_camp_recruits(&start, 4).unwrap();
    s.write(&s.first, &line.join(" ")).expect_status(303);
    let before = format!("After ply {}", line.len());
    let asked = s.write(&s.first, &format!("{camp}/")).expect_status(422);
    asked.expect_text("Which move is it?").expect_text(&before);
    s.write(&s.first, &recruits).expect_status(303);
    s.first.get(&s.path("/scoresheet")).expect_text(&format!("After ply {}", line.len() + 1));
}
