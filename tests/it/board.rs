//! Pictures of boards: whatever legal position is drawn, every position and every force is there once, and nothing from
//! outside stands in the picture as markup.

use std::collections::{BTreeMap, BTreeSet};

use tiger_arbiter::board::{Course, Scene, draw, due};
use tiger_rules::{
    AnyPosition, BySide, Deployment, GameKind, Limits, Side, Square, TigerOptions, Variation, dance, dragon,
    read_records,
};

/// Numbers that look like chance and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

fn variations() -> Vec<Variation> {
    let tiger = TigerOptions { deployment: Deployment::Open, tiger: true };
    let mut all: Vec<_> = GameKind::ALL.into_iter().map(Variation::standard).collect();
    all.push(Variation::TigerChess(tiger));
    all
}

/// Positions of a game played at random, captures preferred now and then.
fn walk(variation: Variation, seed: u64, plies: usize, mut look: impl FnMut(&AnyPosition)) {
    let mut chance = Chance(seed);
    let mut position = AnyPosition::start(variation);
    look(&position);
    for _ in 0..plies {
        let moves = position.list_effects();
        let takes: Vec<_> = moves.iter().filter(|(_, effect)| !effect.captures.is_empty()).collect();
        let Some((text, _)) = (match takes.as_slice() {
            [] => moves.get(chance.below(moves.len().max(1))),
            some if chance.below(3) == 0 => some.get(chance.below(some.len())).copied(),
            _ => moves.get(chance.below(moves.len())),
        }) else {
            return;
        };
        position.play_text(text).unwrap();
        look(&position);
    }
}

/// How often each value of an attribute occurs.
fn values(svg: &str, attribute: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for rest in svg.split(&format!(" {attribute}=\"")).skip(1) {
        *counts.entry(rest.split('"').next().unwrap().to_owned()).or_default() += 1;
    }
    counts
}

/// Every position of the board, and what the title of the force there must begin with.
fn expected(position: &AnyPosition) -> (Vec<String>, BTreeMap<String, String>) {
    let game = position.game();
    let chess = |at: &dyn Fn(Square) -> Option<(Side, tiger_rules::Kind)>| {
        let squares = || (0..64u8).map(|number| Square::at(number % 8, number / 8));
        let forces = squares().filter_map(|square| {
            let (side, kind) = at(square)?;
            Some((square.to_string(), format!("{} {}", game.side_name(side), kind.word())))
        });
        (squares().map(|square| square.to_string()).collect(), forces.collect())
    };
    match position {
        AnyPosition::LancerChess(position) => chess(&|square| position.at(square)),
        AnyPosition::TigerChess(position) => chess(&|square| position.at(square)),
        AnyPosition::Dragon(situation) => {
            let forces = dragon::Position::all().filter_map(|at| {
                let kind = situation.force_at(at)?;
                Some((at.to_string(), kind.name().to_owned()))
            });
            let mut forces: BTreeMap<_, _> = forces.collect();
            if situation.state().ice == dragon::Beast::Waiting {
                forces.entry("E0".to_owned()).or_insert_with(|| "Watching Ice Dragon".to_owned());
            }
            if situation.state().elder == dragon::Beast::Waiting {
                forces.entry("E16".to_owned()).or_insert_with(|| "Waiting Elder Winged Serpent".to_owned());
            }
            (dragon::Position::all().map(|at| at.to_string()).collect(), forces)
        }
        AnyPosition::Dance(situation) => {
            let forces = dance::Square::all().filter_map(|square| {
                let piece = situation.piece_at(square)?;
                Some((square.to_string(), format!("{} {}", game.side_name(piece.side), piece.kind.name())))
            });
            (dance::Square::all().map(|square| square.to_string()).collect(), forces.collect())
        }
    }
}

/// Whether the tags of a picture open and close each other in order.
fn is_well_formed(svg: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let Some((tag, text)) = tag.split_once('>') else { return false };
        if text.contains('>') {
            return false;
        }
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty()
}

/// A game of TigerChess up to a ply, drawn: the picture and its words.
fn tiger_game(moves: &str, ply: u32) -> (String, String) {
    let record = format!(
        "[Game \"TigerChess\"]\n[Deployment \"Open\"]\n[TigerVariation \"No\"]\n[Bengal \"A\"]\n[Siberian \"B\"]\n\
         [Result \"*\"]\n\n{moves} *\n"
    );
    let record = read_records(&record, Limits::WEB).next().unwrap().unwrap();
    let course = Course::of(&record).unwrap();
    assert_eq!(course.wrong(), None);
    let drawing = draw(&course.scene(ply).unwrap(), "");
    let words: Vec<_> = drawing.rows.iter().map(|row| format!("{}: {}", row.heading, row.text)).collect();
    (drawing.svg, words.join("\n"))
}

#[test]
fn letters_and_numerals_are_shown_on_the_board_and_in_words() {
    let postings = "S@C6 S@F4 S@B3 S@H5 S@C5 S@G3 S@E4 S@A6 ";
    let (svg, words) = tiger_game(postings, 3);
    assert!(svg.contains(">Siberian Swordsman i, C6<"), "{svg}");
    assert!(words.contains("Swordsmen iii and iv") && words.contains("Archers i to iv"), "{words}");

    let (svg, words) = tiger_game(&format!("{postings} 1. D2-D4 C5xE3"), 10);
    assert!(svg.contains(">Siberian Swordsman iii, E3<") && svg.contains("class=\"member-mark"), "{svg}");
    assert!(words.contains("Captured: Bengal Pikeman D"), "{words}");
    assert!(words.contains("Knights A, B, C, E, F, G and H ready"), "{words}");
    assert!(words.contains("Knight D no more to be exchanged for"), "{words}");
    assert!(words.contains("E2 Bengal Pikeman E"), "{words}");
}

#[test]
fn every_position_and_every_force_is_drawn_once() {
    for (number, variation) in (1..).zip(variations()) {
        for seed in 0..3 {
            walk(variation, 100 * number + seed, 70, |position| {
                let svg = draw(&Scene::of(position), "").svg;
                let (places, forces) = expected(position);
                // Both Palaces have wings of the same names.
                let is_wing = |place: &str| position.game() == GameKind::TigerChess && place.starts_with('P');
                let mut drawn = values(&svg, "data-place");
                assert!(drawn.iter().all(|(place, count)| *count == if is_wing(place) { 2 } else { 1 }));
                drawn.retain(|place, _| !is_wing(place));
                assert_eq!(drawn.len(), places.len(), "{}", position.situation());
                assert!(places.iter().all(|place| drawn.get(place) == Some(&1)), "{}", position.situation());
                let standing = values(&svg, "data-at");
                assert!(standing.values().all(|count| *count == 1), "{}", position.situation());
                assert!(standing.keys().eq(forces.keys()), "{}", position.situation());
                let title = |rest: &str| {
                    let (place, rest) = rest.split_once("\"><title>")?;
                    Some((place.to_owned(), rest.split_once("</title>")?.0.replace("&#39;", "'")))
                };
                let titles: BTreeMap<_, _> = svg.split(" data-at=\"").skip(1).filter_map(title).collect();
                for (place, name) in &forces {
                    let title = &titles[place];
                    assert!(title.contains(name.as_str()), "{place}: {title} instead of {name}");
                }
                assert!(is_well_formed(&svg), "{svg}");
                assert!(!svg.contains(" style=") && !svg.contains("<script"), "{svg}");
            });
        }
    }
}

#[test]
fn every_vessel_is_drawn_once_with_her_bow() {
    walk(Variation::standard(GameKind::Dragon), 5, 120, |position| {
        let AnyPosition::Dragon(situation) = position else { unreachable!("a position of Dragon") };
        let svg = draw(&Scene::of(position), "").svg;
        assert_eq!(svg.matches("class=\"hull\"").count(), situation.vessels().count());
        for (at, vessel) in situation.vessels() {
            let turned = format!("rotate({})\"><title>{at} ", 45 * vessel.bow as i32);
            assert_eq!(svg.matches(&turned).count(), 1, "{at} {vessel:?}");
        }
    });
}

#[test]
fn every_force_has_its_drawing_in_the_sprite() {
    let sprite = tiger_arbiter::assets::text("vendor/game-icons/forces.svg");
    let drawings: BTreeSet<_> =
        sprite.split("id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    for variation in variations() {
        walk(variation, 11, 120, |position| {
            let svg = draw(&Scene::of(position), "").svg;
            for used in svg.split("<use href=\"").skip(1) {
                let (_, id) = used.split('"').next().unwrap().split_once('#').unwrap();
                assert!(drawings.contains(id), "{id}");
            }
        });
    }
}

#[test]
fn words_from_outside_stay_words() {
    let position = AnyPosition::start(Variation::LancerChess);
    let drawing = draw(&Scene::of(&position), "<b onclick=\"x\">&'");
    assert!(!drawing.svg.contains("<b"), "{}", drawing.svg);
    assert!(drawing.svg.contains("&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;"), "{}", drawing.svg);
    assert!(is_well_formed(&drawing.svg));
}

#[test]
fn the_words_say_who_stands_where_and_who_is_to_move() {
    let position = AnyPosition::start(Variation::standard(GameKind::Dragon));
    let drawing = draw(&Scene::of(&position), "Before the first move.");
    assert_eq!(drawing.label, "Board of Dragon. Before the first move. Storm is to move.");
    let taken = "9fk/9ff/2D8/11/11/11/4MF5/3C2H4/2d8/FF9/KF9 s F2M5O4L3C1S1f2m6o4l3c1h1s1 K 0 0 6";
    let taken = AnyPosition::from_situation(GameKind::Dance, taken).unwrap();
    assert_eq!(
        due(&taken),
        "A Dragon has taken the King: First gives up a piece beside him, or the King (ruling 11)."
    );
    assert_eq!(due(&AnyPosition::start(Variation::standard(GameKind::TigerChess))), "Siberian is to post.");
    let row = |heading: &str| drawing.rows.iter().find(|row| row.heading == heading).unwrap().text.clone();
    assert!(row("Rank 1").contains("E1 Forest TrueBorn Prince (Forest Square)"), "{}", row("Rank 1"));
    assert!(row("Rank 15").contains("E15 Storm Dark Warlord (Armoury)"), "{}", row("Rank 15"));
    assert_eq!(row("Rank 8"), "E8, Kraken's Lair, once the Island of Sirens");
    assert!(drawing.svg.contains("<title>E6, Trafalgar Harbour</title>"));
    assert!(row("Rank 6").contains("E6 Green Flagship, bow S, 3 cannonballs, in her harbour"));
    assert_eq!(row("White Room"), "E0 Forest Watching Ice Dragon");
    assert_eq!(row("Barren Lands behind the Forest Kingdom"), "nobody");
    assert_eq!(row("Great Library").split(", ").count(), 4, "{}", row("Great Library"));
    assert_eq!(row("West Dungeon"), "nobody");
    assert_eq!(row("Quiver of the Storms"), "Red Arrow ×3");
}

/// The picture and the Barren Lands, Forest's first, after moves of Dragon from a situation.
fn after(situation: &str, moves: &str) -> (String, [String; 2]) {
    let text = format!(
        "[Game \"Dragon\"]\n[Storm \"A\"]\n[Forest \"B\"]\n[Knights \"Sword\"]\n[Formation \"Arrowhead\"]\n\
         [Situation \"{situation}\"]\n[Result \"*\"]\n\n{moves} *\n"
    );
    let record = read_records(&text, Limits::WEB).next().unwrap().unwrap();
    let course = Course::of(&record).unwrap();
    assert_eq!(course.wrong(), None);
    let drawing = draw(&course.scene(course.last_ply()).unwrap(), "");
    let barren = |kingdom: &str| {
        let heading = format!("Barren Lands behind the {kingdom}");
        drawing.rows.iter().find(|row| row.heading == heading).unwrap().text.clone()
    };
    (drawing.svg.clone(), [barren("Forest Kingdom"), barren("Kingdom of Storms")])
}

/// Dragon's start with some ranks and words changed.
fn dragon(changes: &[(&str, &str)]) -> String {
    let start = AnyPosition::start(Variation::standard(GameKind::Dragon)).situation();
    changes.iter().fold(start, |text, (from, to)| {
        assert!(text.contains(from), "{from} in {text}");
        text.replacen(from, to, 1)
    })
}

#[test]
fn spent_arrows_and_cannonballs_lie_with_what_they_took() {
    // A Raven over the Forest's land is brought down by the Princess.
    let raven = dragon(&[("3,DF,DF,DF,3/9/", "3,DF,DF,DF,3/4,RN,4/"), ("CE* s", "CE f")]);
    let (svg, lands) = after(&raven, "1... E2*E5");
    assert_eq!(lands, ["Green Arrow, spent, Storm Raven", "nobody"]);
    assert_eq!(svg.matches("<title>Green Arrow, spent</title>").count(), 1);
    assert_eq!(
        svg.matches("<title>Green Arrow</title>").count(),
        3,
        "one is the Princess's, two the Library's"
    );

    // The Green Flagship fires over a ship of her own with a Dwarf aboard at a Red Ship with a Red Knight.
    let fleet = dragon(&[
        (
            "gfS.3h,1,gsSW,1,gsSW/1,gsS,1,gsS,1,gsS,1,gsS,1/",
            "2,gsSW,1,gsSW/1,gsS,1,gsS,gfS.3=GK,gsS=DF,rsN=RK,gsS,1/",
        ),
        ("gsSE,1,gsSE,1,2,", "gsSE,1,gsSE,3,"),
        ("/2,GK,PD", "/3,PD"),
        ("/3,DF,DF,DF,3/", "/4,DF,DF,3/"),
        ("/2,RK,CW", "/3,CW"),
        ("/rsN,1,rsN,", "/2,rsN,"),
        (" s ", " f "),
    ]);
    let (svg, lands) = after(&fleet, "1... ~E7*G7");
    assert_eq!(lands, ["Green Cannonball, spent, Red ship, sunk, Storm Red Knight", "nobody"]);
    assert_eq!(
        svg.matches("class=\"ball\"").count(),
        2 + 3,
        "two are left to her, three to the Red Flagship"
    );
}

#[test]
fn captured_forces_that_an_exchange_may_bring_back_are_told() {
    let situation = dragon(&[("CB,WK,TPC", "CB,1,TPC"), ("box:WK0", "box:WK1")]);
    let position = AnyPosition::from_situation(GameKind::Dragon, &situation).unwrap();
    let rows = draw(&Scene::of(&position), "").rows;
    let row = |heading: &str| rows.iter().find(|row| row.heading == heading).unwrap().text.clone();
    assert_eq!(row("An Elf may bring back"), "White Knight");
    assert_eq!(row("A Troll may bring back"), "nobody");
}

#[test]
fn who_is_exchanged_leaves_the_barren_lands_and_a_lost_bird_lies_behind_the_enemy() {
    let exchange = dragon(&[
        ("CB,WK,TPC", "CB,1,TPC"),
        ("/3,DF,DF,DF,3/9/", "/4,DF,DF,3/7,RN,WK/"),
        ("/GNM,GNM,GNM,WS", "/EF,GNM,GNM,WS"),
        ("CE* s", "CE s"),
    ]);
    assert_eq!(after(&exchange, "1. H5xI5").1, ["nobody", "Forest White Knight"]);
    let (_, lands) = after(&exchange, "1. H5xI5 A14xA15=WK");
    assert_eq!(lands, ["Storm Castle, Storm Raven", "Forest Elf"]);

    let embarking = dragon(&[("WR*,1,CB", "2,CB"), ("DF,3/9/", "DF,3/WR*,8/"), (" s WE", " f E")]);
    assert_eq!(after(&embarking, "1... A5-A6").1, ["nobody", "Forest Albatross"]);
}

#[test]
fn all_twelve_rooms_are_drawn_with_everything_that_is_in_them() {
    walk(Variation::standard(GameKind::Dragon), 7, 100, |position| {
        let AnyPosition::Dragon(situation) = position else { unreachable!("a position of Dragon") };
        let svg = draw(&Scene::of(position), "").svg;
        for room in dragon::Room::ALL {
            let title = format!("<title>{}</title>", room.name().replace('\'', "&#39;"));
            assert_eq!(svg.matches(&title).count(), 1, "{title}");
            for thing in situation.contents(room) {
                let short = thing.split(['(', ')']).nth(1).unwrap();
                let shown = if short == "GA" {
                    "<title>Green Arrow</title>".to_owned()
                } else {
                    format!(">{short}</text>")
                };
                assert!(svg.contains(&shown), "{thing} in {}", position.situation());
            }
        }
    });
}

const TIGER: &str = "[Game \"TigerChess\"]\n[Bengal \"A\"]\n[Siberian \"B\"]\n[Deployment \"Open\"]\n\
    [TigerVariation \"No\"]\n[Result \"*\"]\n\n\
    S@C6 S@F4 S@B3 S@H5 S@C5 S@G3 S@E4 S@A6 *\n";

#[test]
fn a_standard_bearer_keeps_his_flag_however_the_board_is_turned() {
    let text =
        TIGER.replace("[TigerVariation \"No\"]", "[TigerVariation \"Yes\"]").replace("S@C6", "G@C G@E S@C6");
    let record = read_records(&text, Limits::WEB).next().unwrap().unwrap();
    let course = Course::of(&record).unwrap();
    assert!(course.wrong().is_none());
    let mut scene = course.end_scene();
    let straight = draw(&scene, "").svg;
    scene.layer.is_turned = true;
    let turned = draw(&scene, "").svg;
    let bearers = |svg: &str| -> Vec<String> {
        svg.lines().filter(|line| line.contains("the Standard Bearer")).map(str::to_owned).collect()
    };
    let bearers = [bearers(&straight), bearers(&turned)];
    assert_eq!(bearers[0].len(), 2);
    assert_eq!(bearers[0], bearers[1], "the same within its place, which is turned");
    for bearer in &bearers[1] {
        // Horse and flag stand upright together, round the middle of their square.
        let place = bearer.split_once("data-at=\"").unwrap().1.split_once('"').unwrap().0;
        let square = turned.split_once(&format!("data-place=\"{place}\" x=\"")).unwrap().1;
        let (x, rest) = square.split_once("\" y=\"").unwrap();
        let y = rest.split_once('"').unwrap().0;
        let middle = [x, y].map(|at| at.parse::<i32>().unwrap() + 50);
        let upright = format!("<g transform-origin=\"{} {}\"><use ", middle[0], middle[1]);
        assert!(bearer.contains(&upright), "{bearer}");
        assert_eq!(bearer.matches("transform-origin").count(), 1, "{bearer}");
        assert_eq!(bearer.matches("<use ").count(), 2, "{bearer}");
    }
}

#[test]
fn a_record_is_followed_to_its_first_wrong_move() {
    let text = "[Game \"LancerChess\"]\n[Bengal \"A\"]\n[Siberian \"B\"]\n[Result \"*\"]\n\n1. E2-E4 D7-D5 2. E4xD5 A7-A4 *\n";
    let record = read_records(text, Limits::WEB).next().unwrap().unwrap();
    let course = Course::of(&record).unwrap();
    assert_eq!(course.last_ply(), 3);
    assert_eq!(course.wrong().unwrap().ply, 4);
    let end = course.end_scene();
    assert!(end.marks.wrong.iter().eq(["A4", "A7"]));
    assert_eq!(
        end.lost.iter().map(tiger_arbiter::board::Force::full_name).collect::<Vec<_>>(),
        ["Siberian Pikeman"]
    );
    let svg = draw(&end, "").svg;
    assert_eq!(svg.matches("mark-wrong").count(), 2);
    assert_eq!(
        svg.matches("class=\"force beside siberian\"").count(),
        1,
        "the captured Pikeman lies beside the board"
    );
    assert!(course.scene(2).unwrap().lost.is_empty());
    assert!(course.scene(4).is_none());
    assert!(draw(&course.scene(3).unwrap(), "").svg.contains("mark-last"));
}

#[test]
fn who_waits_beside_the_chessfield_is_counted() {
    let record = read_records(TIGER, Limits::WEB).next().unwrap().unwrap();
    let course = Course::of(&record).unwrap();
    let beside = |ply| {
        let drawing = draw(&course.scene(ply).unwrap(), "");
        let heading = "Bengal, beside the Chessfield";
        drawing.rows.iter().find(|row| row.heading == heading).unwrap().text.clone()
    };
    assert!(
        beside(0).starts_with(
            "Knights A to H ready, Swordsmen i to iv, Archers i to iv, TigerKnight in the Palace"
        ),
        "{}",
        beside(0)
    );
    assert!(beside(8).starts_with("Knights A to H ready, Archers i to iv"), "{}", beside(8));
    assert_eq!(course.scene(0).unwrap().wings, BySide::default());
}

#[test]
fn legal_moves_are_pointed_out() {
    let position = AnyPosition::start(Variation::LancerChess);
    let svg = draw(&Scene::of(&position).with_targets(), "").svg;
    let targets: BTreeSet<_> =
        position.list_effects().into_iter().filter_map(|(_, effect)| effect.to).collect();
    assert_eq!(svg.matches("mark-target").count(), targets.len());
    assert!(!targets.is_empty());
}
