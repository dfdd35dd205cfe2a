//! What was written without a connection and is handed in later: in its order, once, from however many devices.

use tiger_rules::GameKind;

use crate::rig::{Answer as Page, Backend, Browser, key, on_both_databases, on_sqlite};
use crate::room::Scene;

on_both_databases!(what_two_devices_wrote_is_one_line);
on_sqlite!(
    what_does_not_fit_is_put_to_its_writer_with_all_that_follows,
    what_was_taken_back_on_the_device_is_counted_once,
    what_waited_on_a_device_is_written_on_its_writers_sheet_alone,
    a_sheet_that_went_another_way_takes_nothing
);

/// How a sheet stands, as the page tells its script.
fn stand(page: &Page) -> String {
    let (_, rest) = page.body.split_once("data-after=\"").unwrap();
    rest.split_once('"').unwrap().0.to_owned()
}

impl Scene {
    fn sheet(&self) -> Page {
        self.first.get(&self.path("/scoresheet")).expect_status(200)
    }

    fn send(&self, browser: &Browser, (after, number): (&str, u32), moves: &str) -> Page {
        let key = key(number);
        let form = [("idempotency_key", &*key), ("after", after), ("moves", moves)];
        browser.post_form(&self.path("/scoresheet"), &form)
    }
}

fn what_two_devices_wrote_is_one_line(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let blank = stand(&s.sheet());
    s.send(&s.first, (&blank, 1), "E2/E4 E7/E5").expect_status(303);
    // The answer was lost: the same once more, then with what was written since.
    s.send(&s.first, (&blank, 1), "E2/E4 E7/E5").expect_status(303);
    s.send(&s.first, (&blank, 2), "E2/E4 E7/E5 D2/D4").expect_status(303);
    // Another device of the same player wrote the same game, and one move more.
    s.send(&s.first, (&blank, 3), "e2e4 E7/E5 d2-d4 D7/D6").expect_status(303);
    s.send(&s.first, (&blank, 4), "E2/E4").expect_status(303);
    let page = s.sheet().expect_text("After ply 4, D7-D6.").expect_text("4 moves are kept on the server");
    let refused = s.send(&s.first, (&blank, 5), "E2/E4 E7/E6 D2/D4").expect_status(422);
    refused
        .expect_text("Ply 2, E7 E6: E7-E5 stands there, from another device.")
        .expect_text("data-rest=\"E7/E6 D2/D4\"");
    s.send(&s.first, (&stand(&page), 6), "B1/D3").expect_status(303);
    s.sheet().expect_text("5 moves are kept on the server");
}

fn what_waited_on_a_device_is_written_on_its_writers_sheet_alone(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let page = s.sheet();
    let holder = page.body.split_once("data-holder=\"").unwrap().1.split_once('"').unwrap().0;
    let (after, key) = (stand(&page), key(1));
    let form = [("idempotency_key", &*key), ("after", &after), ("moves", "E2/E4"), ("holder", holder)];
    for other in [&s.arbiter, &s.second] {
        other
            .post_form(&s.path("/scoresheet"), &form)
            .expect_status(403)
            .expect_text("written on somebody else&#39;s scoresheet");
        other
            .get(&s.path("/scoresheet"))
            .expect_no_text("After ply 1")
            .expect_no_text(&format!("\"{holder}\""));
    }
    s.first.post_form(&s.path("/scoresheet"), &form).expect_status(303);
    s.sheet().expect_text("After ply 1, E2-E4.");
    // Where an arbiter only reads it, nothing is sent from it.
    s.arbiter.get(&s.path("/scoresheet?of=0")).expect_text("data-holder=\"\"");
}

fn what_does_not_fit_is_put_to_its_writer_with_all_that_follows(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let blank = stand(&s.sheet());
    let refused = s.send(&s.first, (&blank, 1), "E2/E4 E7/E3 D2/D4").expect_status(422);
    let refused = refused
        .expect_text("the Pikeman on E7 cannot move to E3")
        .expect_text("data-rest=\"E7/E3 D2/D4\"")
        .expect_text("After ply 1, E2-E4.");
    assert!(!refused.body.contains("Legal:"), "no help while the game is played");
    s.send(&s.first, (&stand(&refused), 2), "E7/E5 D2/D4").expect_status(303);
    s.sheet().expect_text("After ply 3, D2-D4.");
    s.send(&s.first, (&stand(&s.sheet()), 3), "").expect_status(422).expect_text("data-rest=\"\"");
    let over = s.send(&s.arbiter, (&blank, 4), "C2/C3 G8/G6 B1/D3 D7/D6 B2/B4 E7/E6 D3/F5 E8/A4 E2/E4");
    over.expect_status(422)
        .expect_text("the game was over before this move")
        .expect_text("data-rest=\"E2/E4\"");
}

fn what_was_taken_back_on_the_device_is_counted_once(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let blank = stand(&s.sheet());
    // A slip that was no move counts for nothing, nor does the first time that a last move is taken back.
    s.send(&s.first, (&blank, 1), "E2/E4 E7/E3 < E7/E6 < E7/E5").expect_status(303);
    let page = s.sheet().expect_text("After ply 2, E7-E5.").expect_no_text("taken back beyond");
    let (after, beyond) = (stand(&page), "1 move was taken back beyond");
    for _ in 0..2 {
        s.send(&s.first, (&after, 2), "< E7/E6").expect_status(303);
        s.sheet().expect_text("After ply 2, E7-E6.").expect_text(beyond);
    }
    s.send(&s.first, (&blank, 3), "E2/E4 D7/D6 < E7/E6 D2/D4").expect_status(303);
    s.sheet().expect_text("After ply 3, D2-D4.").expect_text(beyond);
    let refused = s.send(&s.first, (&blank, 4), "< E2/E4").expect_status(422);
    refused.expect_text("data-rest=\"&#60; E2/E4\"");
}

fn a_sheet_that_went_another_way_takes_nothing(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.write(&s.first, "E2-E4 E7-E5").expect_status(303);
    let after = stand(&s.sheet());
    s.take_back(&s.first, "1").expect_status(303);
    s.write(&s.first, "E7-E6").expect_status(303);
    let conflict = s.send(&s.first, (&after, 1), "D2/D4").expect_status(409);
    conflict
        .expect_text("Not written here: <span class=\"mono\">D2/D4</span>")
        .expect_text("After ply 2, E7-E6.");
    for wrong in ["2", "-", "9-0", "nonsense"] {
        s.send(&s.first, (wrong, 2), "D2/D4").expect_status(409);
    }
    s.sheet().expect_text("2 moves are kept on the server");
}
