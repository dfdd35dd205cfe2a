mod linked;

use tiger_arbiter::pages::rules::rulings_of;
use tiger_rules::{GameKind, ruling};

#[test]
fn every_ruling_has_its_anchor_and_every_table_its_frame() {
    for game in GameKind::ALL {
        let text = rulings_of(game);
        let count = (1..).take_while(|&number| ruling(game, number).is_some()).count();
        let anchors = text.html.matches("<li id=\"ruling-").count();
        assert_eq!(anchors, count, "{game}");
        assert_eq!(text.html.matches("<table").count(), text.html.matches("class=\"table-scroll\"").count());
        assert!(text.html.contains("<strong>reconstruction</strong>"), "{game} says what is reconstructed");
        assert!(text.contents.iter().any(|part| part.id == "rulings" && part.title == "Rulings"));
        assert!(!text.title.is_empty() && !text.html.contains("<h1"));
    }
    let dragon = &rulings_of(GameKind::Dragon).html;
    assert!(dragon.contains("<a href=\"/rules/dragon#ruling-26\">ruling 26</a>"));
}
