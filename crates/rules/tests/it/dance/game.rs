//! Rulings 7, 10, 11, 13 to 16: groups, surrounded Dragons, the King's ransom, recruitment, endings.

use tiger_rules::{Ending, Outcome, Position as _, Regicide, Side};

use super::support::{Layout, at, field, groups, has, moves, moves_of, play, read, start, why_not};

#[test]
fn ruling_07_up_to_three_pieces_beside_a_captain_move_one_after_another() {
    let situation = Layout::bare('s').with("Cd3 Fd4 Fe4 Mc4 Lh1 fd5").build();
    let listed = groups(&situation);
    assert!(listed.contains(&"d4-c5&e4xd5".to_owned()), "captures included");
    assert!(listed.contains(&"e4xd5&c4-c5&d4-e4".to_owned()), "in the chosen order");
    assert!(listed.iter().all(|mv| !mv.contains("h1") && !mv.contains("d3-") && !mv.contains('*')));
    assert!(moves(&situation).iter().all(|mv| !mv.contains('&')), "the plain list leaves them out");
    let moved = play(&situation, "e4xd5&c4-c5&d4-e4");
    assert_eq!(
        (at(&moved, "d5"), at(&moved, "c5"), at(&moved, "e4"), at(&moved, "d4")),
        ('F', 'M', 'F', '-')
    );
    assert_eq!((field(&moved, 5), field(&moved, 1)), ("0".to_owned(), "n".to_owned()));
    assert_eq!(field(&play(&situation, "d4-c5&e4-e5"), 5), "10");
}

#[test]
fn ruling_07_every_listed_group_is_legal_and_no_two_are_alike() {
    let situation = Layout::bare('s').with("Cd3 Fd4 Oe4 fd5 Cc3").build();
    let listed = groups(&situation);
    let mut distinct = listed.clone();
    distinct.dedup();
    assert_eq!(listed, distinct);
    for mv in &listed {
        let read = situation.read_move(mv).unwrap();
        assert_eq!(situation.write_move(&read), *mv);
    }
}

#[test]
fn ruling_07_no_piece_moves_twice_and_only_those_beside_a_captain_at_the_start() {
    let situation = Layout::bare('s').with("Cd3 Fd4 Fe4 Lh1 Fg4").build();
    assert!(why_not(&situation, "d4-d5&d5-d6").contains("d5 is not one"));
    assert!(why_not(&situation, "d4-d5&g4-g5").contains("g4 is not one"));
    assert!(why_not(&situation, "d4-d5&h1-h2").contains("h1 is not one"));
    let chain = play(&situation, "d4-d5&e4-d4");
    assert_eq!((at(&chain, "d5"), at(&chain, "d4")), ('F', 'F'), "on to a square just left");
    assert!(why_not(&situation, "d4-e4&e4-e5").contains("cannot go to e4"), "not before it is left");
    let dragon = Layout::bare('s').with("Cb2 Dc3 Fb3").build();
    assert!(why_not(&dragon, "b3-b4&c3-f6").contains("Dragon excepted"));
}

#[test]
fn ruling_07_a_captain_beside_the_other_may_be_one_of_them() {
    let situation = Layout::bare('s').with("Cd3 Ce4 Fd4 -k11 kk11").build();
    assert!(groups(&situation).contains(&"e4-e6&d3-d1&d4-d5".to_owned()));
    let alone = Layout::bare('s').with("Cd3 Fd4").build();
    assert!(groups(&alone).is_empty(), "a group of one is the ordinary move");
}

#[test]
fn ruling_07_a_kings_capture_ends_the_group() {
    let situation = Layout::bare('s').with("Cd3 Fd4 Fe4 ke5").build();
    let listed = groups(&situation);
    assert!(listed.contains(&"e4-e3&d4xe5".to_owned()));
    assert!(listed.iter().all(|mv| !mv.starts_with("d4xe5&")));
    assert!(why_not(&situation, "d4xe5&e4-e3").contains("ends the group"));
    assert_eq!(
        play(&situation, "e4-e3&d4xe5").verdict(),
        Some(Outcome::won(Side::South, Ending::KingCaptured))
    );
}

#[test]
fn ruling_10_a_surrounded_dragon_must_move_or_is_removed_at_the_end_of_the_turn() {
    let situation = Layout::bare('s').with("Dc3 lc4 lb3 ld3 Hh5").build();
    let moved = play(&situation, "c3-i9");
    assert_eq!(at(&moved, "i9"), 'D');
    let stayed = play(&situation, "h5-h4");
    assert_eq!(
        (at(&stayed, "c3"), field(&stayed, 5)),
        ('-', "0".to_owned()),
        "the removal counts as a capture"
    );
    let breathed = play(&situation, "c3*c4");
    assert_eq!(at(&breathed, "c3"), '-', "breathing is not moving");
    let rescued = play(&Layout::bare('s').with("Dc3 lc4 lb3 fd3 Hd5").build(), "d5xd3");
    assert_eq!(at(&rescued, "c3"), '-', "even if a surrounder was captured meanwhile");
    let two = play(&Layout::bare('s').with("Dc3 lc4 lb3 fd4 Hh5").build(), "h5-h4");
    assert_eq!(at(&two, "c3"), 'D', "diagonals do not count");
    let foot = play(&Layout::bare('s').with("Dc3 lc4 lb3 Fd3 fc2 Hh5").build(), "h5-h4");
    assert_eq!(at(&foot, "c3"), '-', "three enemies, whatever stands on the fourth side");
}

#[test]
fn ruling_10_the_removal_comes_before_the_five_fortresses() {
    let situation = Layout::bare('s').with("Dc3 lc4 lb3 ld3 Fi3 Ff6 Fi9 Lc10").build();
    let entered = play(&situation, "c10-c9");
    assert_eq!((at(&entered, "c3"), entered.verdict()), ('-', None));
    let free = Layout::bare('s').with("Dc3 Fi3 Ff6 Fi9 Lc10").build();
    assert_eq!(play(&free, "c10-c9").verdict(), Some(Outcome::won(Side::South, Ending::FiveFortresses)));
}

#[test]
fn ruling_11_the_owner_decides_about_a_king_taken_by_a_dragon() {
    let situation = Layout::bare('s').with("Di9 kj10 fk10 fj11 dk1 cd9").build();
    let burnt = play(&situation, "i9*j10");
    assert_eq!(
        (at(&burnt, "j10"), field(&burnt, 3), field(&burnt, 1)),
        ('k', "k".to_owned(), "n".to_owned())
    );
    assert_eq!(moves(&burnt), ["!-", "!j11", "!k10"]);
    assert_eq!(burnt.verdict(), None);
    assert!(why_not(&burnt, "d9-d8").contains("first the King"));
    let saved = play(&burnt, "!k10");
    assert_eq!((at(&saved, "k10"), at(&saved, "j10"), field(&saved, 3)), ('-', 'k', "-".to_owned()));
    assert_eq!((field(&saved, 1), field(&saved, 5), field(&saved, 6)), ("n".into(), "0".into(), "12".into()));
    assert!(has(&saved, "d9-d8"), "and then makes his move");
    let lost = play(&burnt, "!-");
    assert_eq!(lost.verdict(), Some(Outcome::won(Side::South, Ending::KingCaptured)));
    assert_eq!(
        (at(&lost, "j10"), field(&lost, 3), field(&lost, 5), moves(&lost).len()),
        ('-', "x".into(), "0".into(), 0)
    );
    assert_eq!(read(&lost.situation()), lost);
    assert!(why_not(&saved, "!j11").contains("no King"));
}

#[test]
fn ruling_11_a_king_taken_is_no_quiet_half_move() {
    let situation = read("2kf7/11/2D8/11/11/11/11/11/11/11/K10 s - - 0 149 90");
    let taken = play(&situation, "c9*c11");
    assert_eq!((field(&taken, 3), field(&taken, 5), taken.verdict()), ("k".into(), "0".into(), None));
    let text = format!(
        "[Game \"Dance\"]\n[First \"Ash\"]\n[Second \"Moor\"]\n[Situation \"{}\"]\n[Result \"First\"]\n\n\
         c9*c11 !- First\n",
        situation.situation()
    );
    let record = tiger_rules::read_records(&text, tiger_rules::Limits::WEB).next().unwrap().unwrap();
    let report = tiger_rules::check(&record);
    assert_eq!((report.error, report.termination), (None, Some(Ending::KingCaptured.into())));
}

#[test]
fn ruling_11_with_nobody_to_give_up_the_king_is_lost_at_once() {
    let alone = play(&Layout::bare('s').with("Di9 kj10 ch9").build(), "i9*j10");
    assert_eq!(
        (alone.verdict().unwrap().by, field(&alone, 3), at(&alone, "j10")),
        (Ending::KingCaptured, "x".into(), '-')
    );
    let dragon = play(&Layout::bare('s').with("Di9 kj10 dk11").build(), "i9*j10");
    assert_eq!(field(&dragon, 3), "x", "not his Dragon");
}

#[test]
fn ruling_11_a_king_on_an_entered_fortress_may_be_saved_and_the_dragon_is_gone() {
    let situation = Layout::bare('s').with("Dc3 ki3 fi4").build();
    let entered = play(&situation, "c3xi3");
    assert_eq!((at(&entered, "i3"), at(&entered, "c3"), field(&entered, 3)), ('k', '-', "k".to_owned()));
    assert_eq!(at(&play(&entered, "!i4"), "i3"), 'k', "a saved King stays");
    let alone = play(&Layout::bare('s').with("Dc3 ki3").build(), "c3xi3");
    assert_eq!((at(&alone, "i3"), at(&alone, "c3"), field(&alone, 3)), ('-', '-', "x".to_owned()));
}

#[test]
fn ruling_13_recruits_come_to_the_camp_nearest_to_a_fortress_held() {
    let reserve = "F3M5O4L3C2D1H1S1";
    let situation = Layout::bare('s').with("Kb1 Fi3").reserve(reserve).build();
    assert_eq!(moves(&situation).into_iter().filter(|mv| mv.contains('@')).collect::<Vec<_>>(), ["F@k1"]);
    let musketeer = Layout::bare('s').with("Kb1 Mi3").reserve(reserve).build();
    let recruits: Vec<_> = moves(&musketeer).into_iter().filter(|mv| mv.contains('@')).collect();
    assert_eq!(recruits, ["F@k1", "M@k1", "O@k1"], "at most the value held");
    let sage = Layout::bare('s').with("Kb1 Sf6").reserve("L3C1H1").with("-k11 kj11").build();
    let recruits: Vec<_> = moves(&sage).into_iter().filter(|mv| mv.contains('@')).collect();
    assert_eq!(
        recruits,
        ["C@a1", "C@a11", "C@k1", "C@k11", "L@a1", "L@a11", "L@k1", "L@k11"],
        "ten for the Sage; any camp equally near"
    );
    let occupied = Layout::bare('s').with("Kb1 Mi3 fk1").reserve(reserve).build();
    assert!(moves(&occupied).iter().all(|mv| !mv.contains('@')), "an occupied camp takes nobody");
    let both = Layout::bare('s').with("Kb1 Mi3 Fc3").reserve(reserve).build();
    assert!(has(&both, "M@a1") && has(&both, "M@k1") && !has(&both, "L@k1"), "values add up to four");
    assert!(why_not(&both, "L@k1").contains("costs 6") && why_not(&both, "L@k1").contains("worth 4"));
    let recruited = play(&both, "m@K1");
    assert_eq!(
        (at(&recruited, "k1"), field(&recruited, 2), field(&recruited, 5)),
        ('M', "F3M4O4L3C2D1H1S1".into(), "0".into())
    );
    let north = Layout::bare('n').with("mi9 kj11").reserve("m1").build();
    assert!(has(&north, "M@k11"), "a capital for both sides");
    assert_eq!(at(&play(&north, "M@k11"), "k11"), 'm');
}

#[test]
fn ruling_13_a_kings_worth_counts_and_values_are_not_spent() {
    let situation = Layout::bare('s').with("Kc3").reserve("M2").build();
    let once = play(&situation, "M@a1 k11-k10 a1-a2 k10-k11");
    assert!(has(&once, "M@a1"));
    assert!(moves(&situation).iter().all(|mv| !mv.starts_with("K@")), "the King is never recruited");
}

#[test]
fn ruling_14_capturing_the_king_or_holding_all_fortresses_wins_at_once() {
    let taken = play(&Layout::bare('s').with("Lk8 fj10").build(), "k8xk11");
    assert_eq!(taken.verdict(), Some(Outcome::won(Side::South, Ending::KingCaptured)));
    assert_eq!((field(&taken, 3), moves(&taken).len()), ("x".to_owned(), 0));
    let shot = play(&Layout::bare('s').with("Mj10 fk10").build(), "j10*k11");
    assert_eq!(shot.verdict().unwrap().by, Ending::KingCaptured, "only a Dragon leaves a choice");
    let held = Layout::bare('n').with("fc3 fi3 ff6 fi9 lc10").build();
    assert_eq!(play(&held, "c10-c9").verdict(), Some(Outcome::won(Side::North, Ending::FiveFortresses)));
}

#[test]
fn ruling_15_a_side_without_king_is_beaten_when_it_has_no_piece() {
    let first = tiger_rules::dance::Situation::start(Regicide::First);
    assert!(first.situation().contains("/FF9/1F9 s F3M6"), "{}", first.situation());
    assert!(first.check_options(Regicide::First).is_ok() && first.check_options(Regicide::None).is_err());
    assert!(start().check_options(Regicide::Both).is_err());
    let last = Layout::bare('s').with("Ld3 -k11 fd5").build();
    assert_eq!(last.verdict(), None);
    let beaten = play(&last, "d3xd5");
    assert_eq!(beaten.verdict(), Some(Outcome::won(Side::South, Ending::NoPieces)));
    let kingless = play(&Layout::bare('s').with("Dc3 -k11 fi3 -a1").build(), "c3xi3");
    assert_eq!(kingless.verdict(), Some(Outcome::drawn(Ending::NoPieces)), "both at once");
}

#[test]
fn ruling_16_no_legal_move_is_a_pass_and_two_passes_draw() {
    // A Sage alone between the edge and enemies never captures: he must pass, and so must his enemy.
    let sage = Layout::bare('s').with("-a1 -k11 Sa11 fa10 fb11 fb10").build();
    assert_eq!(moves(&sage), ["--"]);
    let passed = play(&sage, "--");
    assert_eq!(
        (field(&passed, 4), field(&passed, 5), field(&passed, 1)),
        ("1".into(), "10".into(), "n".into())
    );
    assert_eq!(field(&play(&passed, "b10-b9"), 4), "0", "any other move begins anew");
    assert!(why_not(&start(), "--").contains("legal move"));
    let twice = play(&Layout::bare('s').with("-a1 -k11 Sa11 fa10 fb11 fb10").passes(1).build(), "--");
    assert_eq!(twice.verdict(), Some(Outcome::drawn(Ending::TwoPasses)));
    let drawn = Layout::bare('s').passes(2).build();
    assert_eq!(drawn.verdict(), Some(Outcome::drawn(Ending::TwoPasses)));
    assert!(moves(&drawn).is_empty());
}

#[test]
fn ruling_16_a_hundred_and_fifty_half_moves_draw_by_themselves() {
    let nearly = Layout::bare('s').half(149).build();
    assert_eq!(nearly.verdict(), None);
    let over = play(&nearly, "a1-a2");
    assert_eq!((over.verdict(), moves(&over).len()), (Some(Outcome::drawn(Ending::FiftyMoves)), 0));
    let won = Layout::bare('n').with("Fc3 Fi3 Ff6 Fi9 Lc9").half(150).build();
    assert_eq!(won.verdict().unwrap().by, Ending::FiveFortresses, "rulings 14 and 15 outrank draws");
}

#[test]
fn ruling_16_repetition_compares_board_side_reserves_and_the_pending_decision() {
    let first = start();
    let back = play(&first, "b2-c2 j10-i10 c2-b2 i10-j10");
    assert_eq!(first.repetition_key(), back.repetition_key());
    let key = |layout: Layout| layout.build().repetition_key();
    assert_ne!(key(Layout::bare('s').reserve("F1")), key(Layout::bare('s').reserve("F2")));
    assert_ne!(key(Layout::bare('s')), key(Layout::bare('n')));
    assert_ne!(key(Layout::bare('s').with("Fa2")), key(Layout::bare('s').with("Fa2").pending("K").half(0)));
}

#[test]
fn impossible_situations_are_refused_with_the_reason() {
    assert!(Layout::bare('s').with("Ff1").refusal().contains("cannot stand on f1"));
    assert!(Layout::bare('s').with("Dd3").refusal().contains("Dragon cannot stand on d3"));
    assert!(Layout::bare('s').with("Hd3").reserve("H1").refusal().contains("2 of Hero"));
    assert!(Layout::bare('s').pending("K").refusal().contains("beside its King"));
    assert!(Layout::bare('n').with("Fa2").pending("K").refusal().contains("side to move decides"));
    assert!(Layout::bare('s').pending("x").refusal().contains("not on the board"));
    assert!(Layout::bare('s').with("Fa2").pending("K").refusal().contains("counts from 0 again"));
    assert!(Layout::bare('s').reserve("M2F1").refusal().contains("in that order"));
    assert_eq!(moves_of(&Layout::bare('s').build(), "a1").len(), 3);
}
