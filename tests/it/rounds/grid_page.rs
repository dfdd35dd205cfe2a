//! What the page of the results shows beside them.

use super::*;
use crate::rig::on_sqlite;

on_sqlite!(
    the_handbook_names_the_keys_of_the_grid,
    nothing_but_folds_stands_between_the_head_of_a_grid_and_its_boards
);

fn the_handbook_names_the_keys_of_the_grid(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let grid = hall.tessa.get(&at("/rounds/1/results")).expect_status(200).body;
    let key = |result: &str| {
        let option = grid.split_once(&format!("<option value=\"{result}\"")).unwrap().1;
        option.split_once("data-key=\"").unwrap().1.split_once('"').unwrap().0
    };
    let [second, first, both] = ["1:forfeit", "0:forfeit", "-:forfeit"].map(key);
    let words = format!(
        "<code>{second}</code> when the second is away, <code>{first}</code> the first, <code>{both}</code> both"
    );
    app.visitor().get("/help/trouble").expect_status(200).expect_text(&words);
}

fn nothing_but_folds_stands_between_the_head_of_a_grid_and_its_boards(app: &TestApp) {
    let hall = Hall::new(app, 6);
    hall.publish_round();
    let page = hall.tessa.get(&at("/rounds/1/results")).body;
    let above = page.split_once("</h1>").unwrap().1.split_once("<table").unwrap().0;
    let folded =
        above.split("<details").skip(1).filter_map(|fold| fold.split_once("</details>")).map(|it| it.0);
    let open = folded.fold(above.to_owned(), |open, fold| open.replace(fold, ""));
    let words = ["Choose how each game ended", "forfeit of second", "Tiger and Vega"];
    for word in words {
        assert!(above.contains(word) && !open.contains(word), "{word}");
    }
}
