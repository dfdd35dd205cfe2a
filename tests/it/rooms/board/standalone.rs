use std::collections::BTreeSet;

use tiger_arbiter::board::standalone::standalone;
use tiger_arbiter::board::{Scene, draw};
use tiger_rules::{AnyPosition, GameKind, Variation};

/// How often drawings, words, flags, tents and walls of a picture are turned back, with what they lie in.
fn turned_how_often(svg: &str, upright: &str) -> BTreeSet<usize> {
    let (mut open, mut found) = (Vec::new(), BTreeSet::new());
    for tag in svg.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag) {
        let is_upright = tag.contains(upright);
        if tag == "/g" {
            open.pop();
        } else if tag.starts_with("g ") {
            open.push(is_upright);
        }
        let is_one = |class: &str| tag.contains(&format!("class=\"{class}"));
        if ["use ", "text "].iter().any(|name| tag.starts_with(name))
            || ["flag ", "tent", "battlements", "wave", "ball"].into_iter().any(is_one)
        {
            found.insert(open.iter().filter(|it| **it).count() + usize::from(is_upright));
        }
    }
    found
}

#[test]
fn a_picture_by_itself_needs_nothing_else() {
    for (kind, is_turned) in GameKind::ALL.into_iter().flat_map(|kind| [(kind, false), (kind, true)]) {
        let position = AnyPosition::start(Variation::standard(kind));
        let mut scene = Scene::of(&position);
        scene.layer.is_turned = is_turned;
        let picture = standalone(&draw(&scene, ""));
        let drawn = picture.split_once("</defs>").unwrap_or_default().1;
        assert_eq!(drawn.contains("rotate(180 "), is_turned, "{kind}");
        let upright = if is_turned { "transform=\"rotate(180 " } else { "transform-origin=\"" };
        assert_eq!(turned_how_often(drawn, upright), [1].into(), "{kind}: all upright, and once only");
        assert_eq!(drawn.matches("<g").count(), drawn.matches("</g>").count(), "{kind}");
        assert!(!picture.contains("/static/") && picture.trim_end().ends_with("</svg>"), "{kind}");
        assert!(picture.contains("xmlns=") && !picture.contains("var("), "{kind}");
        for name in picture.split("<use href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(picture.contains(&format!("<symbol id=\"{name}\"")), "{kind}: {name}");
        }
        for opened in ["<style>", "<defs>", "<svg "] {
            assert_eq!(picture.matches(opened).count(), 1, "{kind}: {opened}");
        }
    }
}
