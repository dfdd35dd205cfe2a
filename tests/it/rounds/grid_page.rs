//! What the page of the results shows beside them.

use super::*;
use crate::rig::on_sqlite;

on_sqlite!(
    the_handbook_names_the_keys_of_the_grid,
    nothing_but_folds_stands_between_the_head_of_a_grid_and_its_boards,
    the_boards_that_wait_for_a_result_are_shown_alone,
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

fn the_boards_that_wait_for_a_result_are_shown_alone(app: &TestApp) {
    let (chief, tessa) = app.sign_in("tessa");
    let event = app.add_event("merridon", chief);
    let names: Vec<_> = ('A'..='Z').map(|letter| format!("{letter}dder")).collect();
    let players = app.add_entries(event, &names.iter().map(String::as_str).collect::<Vec<_>>());
    let hall = Hall { app, event, tessa, players };
    hall.publish_round();
    let grid = at("/rounds/1/results");
    let open = format!("{grid}?only=open");
    let boards = |path: &str| hall.tessa.get(path).expect_status(200).body.matches("<tr id=\"board-").count();
    hall.tessa.get(&grid).expect_text("Only the 13 open boards");
    let enter = |board: u16| {
        let game = hall.game(board).to_string();
        let [name, was, seen, pick] = ["game", "was", "seen", "pick"].map(|field| format!("{field}-{board}"));
        let row = [(&*name, &*game), (&was, ""), (&seen, "0"), (&pick, "1:checkmate")];
        hall.post("/rounds/1/results?only=open", &row)
    };
    // Whoever saves there stays there, at the boards that are left.
    enter(2).expect_redirect(&open);
    assert_eq!((boards(&open), boards(&grid)), (12, 13));
    assert_eq!(boards(&format!("{open}&page=1")), 12);
    hall.tessa.get(&open).expect_text("All boards").expect_no_text("id=\"board-2\"");
    // Who looks for a board finds it, whatever it has.
    hall.tessa.get(&format!("{open}&q=2")).expect_text("id=\"board-2\"");
    (1..=13).filter(|board| *board != 2).for_each(|board| _ = enter(board).expect_status(303));
    assert_eq!(boards(&open), 13, "none is left, so all are shown");
}
