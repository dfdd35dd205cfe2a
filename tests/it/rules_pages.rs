//! `/rules`: rulings, summaries of forces, and the ways to them from where a ruling is named.

use tiger_arbiter::pages::rules::forces_path;
use tiger_rules::{GameKind, Variation, ruling, summary};

use crate::rig::{Backend, TestApp, on_sqlite};
use crate::room::Scene;

on_sqlite!(
    every_game_has_its_rulings_with_an_anchor_each,
    every_variation_has_its_summary_of_forces,
    what_there_is_not_is_refused,
    a_refused_move_leads_to_its_ruling
);

fn every_game_has_its_rulings_with_an_anchor_each(app: &TestApp) {
    let index = app.visitor().get("/rules").expect_status(200);
    for game in GameKind::ALL {
        let path = format!("/rules/{}", game.key());
        let page = app.visitor().get(&path).expect_status(200).expect_text("reconstruction");
        for number in (1..).take_while(|&number| ruling(game, number).is_some()) {
            assert!(page.body.contains(&format!("<li id=\"ruling-{number}\">")), "{game} {number}");
        }
        assert!(
            index.body.contains(&format!("href=\"{path}\""))
                && index.body.contains(&format!("{path}/forces"))
        );
    }
}

fn every_variation_has_its_summary_of_forces(app: &TestApp) {
    for game in GameKind::ALL {
        let mut variations = vec![Variation::standard(game)];
        for (key, values) in Variation::choices(game) {
            variations.extend(
                values.iter().map(|value| Variation::standard(game).with_option(key, value).unwrap()),
            );
        }
        for variation in variations {
            let page = app.visitor().get(&forces_path(variation)).expect_status(200);
            for row in summary(variation) {
                assert!(
                    page.body.contains(&format!(
                        "{} <span class=\"mono quiet\">{}",
                        row.name.replace('\'', "&#39;"),
                        row.short
                    )),
                    "{}",
                    row.name
                );
            }
        }
    }
    let pike = app.visitor().get("/rules/dragon/forces?knights=pike").expect_status(200);
    pike.expect_text("PikeVariation")
        .expect_text("href=\"/rules/dragon/forces?knights=lance\"")
        .expect_text("<a href=\"/rules/dragon#ruling-30\">ruling 30</a>");
}

fn what_there_is_not_is_refused(app: &TestApp) {
    app.visitor().get("/rules/chess").expect_status(404);
    app.visitor().get("/rules/chess/forces").expect_status(404);
    app.visitor().get("/rules/dragon/forces?knights=axe").expect_status(422);
    app.visitor().get("/rules/lancerchess/forces?knights=pike").expect_status(422);
}

fn a_refused_move_leads_to_its_ruling(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let page = s.first.get(&s.path("/scoresheet")).expect_status(200);
    let (key, version) = (page.hidden("idempotency_key").unwrap(), page.hidden("version").unwrap());
    let form = [("idempotency_key", key.as_str()), ("version", &version), ("moves", "O-K")];
    s.first
        .post_form(&s.path("/scoresheet"), &form)
        .expect_status(422)
        .expect_text("<a href=\"/rules/lancerchess#ruling-6\">ruling 6</a>");
}
