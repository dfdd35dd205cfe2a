//! Records: taking them apart, replaying them, and what their tags may not claim.

use tiger_rules::{
    CheckReport, Ending, GamePoints, Limits, Record, Replay, check, named_awards, read_records,
};

fn read(text: &str) -> Vec<Record> {
    read_records(text, Limits::WEB).collect::<Result<_, _>>().unwrap()
}

fn read_error(text: &str) -> String {
    read_records(text, Limits::WEB).find_map(Result::err).unwrap().to_string()
}

/// A LancerChess record with these tags and this movetext.
fn lancer(tags: &str, movetext: &str) -> CheckReport {
    let text =
        format!("[Game \"LancerChess\"]\n[Bengal \"Ash\"]\n[Siberian \"Moor\"]\n{tags}\n\n{movetext}\n");
    let records = read(&text);
    assert_eq!(records.len(), 1);
    check(&records[0])
}

fn error(report: &CheckReport) -> String {
    report.error.as_ref().unwrap().to_string()
}

const MATE: &str = "[Situation \"3q4/p6T/8/8/8/8/6T1/3Q4 b - - 0 1\"]";

#[test]
fn a_finished_game_gives_ending_and_points() {
    let report = lancer(&format!("{MATE}\n[Result \"Bengal\"]"), "1. G2-G8# Bengal");
    assert_eq!(report.error, None);
    assert_eq!((report.plies, report.termination), (1, Some(Ending::Checkmate.into())));
    let points: Vec<_> = named_awards(report.game.unwrap(), &report.points.unwrap())
        .iter()
        .map(|(side, points)| (*side, points.decimal()))
        .collect();
    assert_eq!(points, [("Bengal", "3".to_owned()), ("Siberian", "0".to_owned())]);
}

#[test]
fn a_record_of_tags_alone_is_read_while_somebody_waits() {
    let tags: String = (0..60_000).map(|number| format!("[T{number} \"\"]\n")).collect();
    let began = std::time::Instant::now();
    let records = read(&format!("{tags}\n1. E2-E4 *\n"));
    assert_eq!(records[0].tags.len(), 60_000);
    assert!(began.elapsed() < std::time::Duration::from_secs(4), "{:?}", began.elapsed());
    assert!(read_error(&format!("{tags}[t59999 \"\"]\n*\n")).contains("the tag `t59999` stands twice"));
}

#[test]
fn what_is_far_too_long_is_not_repeated_whole_in_what_is_said_of_it() {
    let long = "x9".repeat(5_000);
    let short = |told: String| assert!(told.chars().count() < 500, "{} letters: {told}", told.len());
    for text in [
        format!("[{long} 3]\n*\n"),
        format!("[{long} \"]\n*\n"),
        format!("[{long} \"a\\b\"]\n*\n"),
        format!("[{long} \"\" 3\n*\n"),
        format!("[{long} \"\"]\n[{long} \"\"]\n*\n"),
    ] {
        short(read_error(&text));
    }
    let won = "[Result \"Bengal\"]";
    for moves in
        [&*long, &*format!("E{}-E4", "9".repeat(5_000)), &*format!("0-{long}"), &*format!("{long}=K")]
    {
        let text = format!("[Game \"LancerChess\"]\n{won}\n\n1. {moves} Bengal\n");
        assert_eq!(read_error(&text), "line 4, column 4: a word of more than 100 letters is no move");
    }
    for tags in ["Result", "Variation", "Options", "Situation"] {
        short(error(&lancer(
            &format!("{won}\n[{tags} \"{long}\"]").replacen(won, "", usize::from(tags == "Result")),
            "*",
        )));
    }
    short(error(&lancer(&format!("{won}\n[Termination \"{long}\"]"), "*")));
    let cut = error(&lancer(won, &format!("1. {} Bengal", "castle".repeat(16))));
    assert!(cut.contains("`castlecastlecastlecastlecastlecastlecast…`"), "{cut}");
    let text = format!("[Game \"{long}\"]\n[Bengal \"Ash\"]\n\n*\n");
    short(error(&check(&read(&text)[0])));
}

#[test]
fn claims_that_the_board_contradicts_are_reported_at_the_last_ply() {
    let wrong = |tags: &str, movetext: &str| error(&lancer(&format!("{MATE}\n{tags}"), movetext));
    assert_eq!(
        wrong("[Result \"Siberian\"]", "1. G2-G8 Siberian"),
        "ply 1: the board shows checkmate and the result Bengal, but the Result is `Siberian`"
    );
    assert_eq!(
        wrong("[Result \"Bengal\"][Termination \"time\"]", "1. G2-G8 Bengal"),
        "ply 1: the board shows checkmate, but the Termination is time"
    );
    assert_eq!(
        wrong("[Result \"Bengal\"][Termination \"checkmate\"]", "1. G2-G7 Bengal"),
        "ply 1: the Termination is checkmate, but the board does not show it"
    );
    assert_eq!(
        wrong("[Result \"Bengal\"]", "1. G2-G8 Draw"),
        "ply 1: the movetext ends with `Draw`, but the Result is `Bengal`"
    );
    assert_eq!(
        wrong("[Result \"Bengal\"]", "1. G2-G8 D8xG8 Bengal"),
        "ply 2: D8xG8: the game was over before this move: checkmate"
    );
}

#[test]
fn claims_that_contradict_each_other_are_reported_before_any_move() {
    for (tags, reason) in [
        ("", "ply 0: the tag `Result` is missing: put a line such as [Result \"Bengal\"] before the moves"),
        ("[Result \"2-0\"]", "ply 0: `2-0` is no result: it is Bengal, Siberian, Draw or *"),
        (
            "[Result \"Draw\"][Termination \"checkmate\"]",
            "ply 0: the Termination checkmate with the Result Draw does not exist in this game",
        ),
        (
            "[Result \"Bengal\"][Termination \"planting\"]",
            "ply 0: the Termination planting a flag with the Result Bengal does not exist in this game",
        ),
        (
            "[Result \"*\"][Termination \"time\"]",
            "ply 0: the Termination is time, but the Result `*` says that the game is not over",
        ),
        (
            "[Result \"*\"][Situation \"8\"]",
            "ply 0: the Situation: situation: 1 fields instead of 6: <placement> <b|s> <protect> <ep> <half> <full>",
        ),
    ] {
        assert_eq!(error(&lancer(tags, "*")), reason);
    }
}

#[test]
fn the_first_wrong_ply_is_named_with_the_reason() {
    let report =
        lancer("[Result \"*\"]", "1. E2-E4 E7-E5 2. F1-C4 {a comment} D8-D7 3. C4xF7 ; and more\n *");
    assert_eq!(report.plies, 3);
    assert!(
        error(&report).starts_with("ply 4: D8-D7: D7 holds the Siberian Pikeman, of the same side; perhaps"),
        "{}",
        error(&report)
    );
    assert_eq!(report.error.unwrap().place.unwrap().to_string(), "line 6, column 37");
}

fn shuffle(times: usize) -> String {
    "G1-G3 G8-G6 G3-G1 G6-G8 ".repeat(times)
}

#[test]
fn repetition_is_claimed_at_three_and_ends_the_game_at_five() {
    let claim = "[Result \"Draw\"][Termination \"repetition\"]";
    assert_eq!(
        error(&lancer(claim, &format!("{} Draw", shuffle(1)))),
        "ply 4: the last situation has stood 2 times: a claim of repetition needs three"
    );
    let three = lancer(claim, &format!("{} Draw", shuffle(2)));
    assert_eq!((three.error, three.is_over), (None, false), "somebody has to say yes to a claim");
    let five = lancer("[Result \"Draw\"]", &format!("{} Draw", shuffle(4)));
    let ending = Some(Ending::Repetition.into());
    assert_eq!((five.error, five.termination, five.is_over), (None, ending, true));
    assert_eq!(
        error(&lancer("[Result \"*\"]", &format!("{} E2-E4 *", shuffle(4)))),
        "ply 17: E2-E4: the game was over before this move: repetition"
    );
    assert_eq!(
        error(&lancer("[Result \"*\"]", &format!("{} *", shuffle(4)))),
        "ply 16: the board shows repetition and the result Draw, but the Result is `*`"
    );
}

#[test]
fn the_movetext_may_be_written_in_many_ways() {
    let texts = [
        "1. E2-E4 E7-E5 2. A2-A3 *",
        "1.E2-E4 1...E7-E5 2.A2-A3 *",
        "e2-e4! ; comment\n e7-e5 {several\nlines} $12 !? 2. a2-a3+ *",
        "1. E2-E4 1. ... E7-E5 2. A2-A3 *",
    ];
    let plies: Vec<Vec<String>> = texts
        .iter()
        .map(|text| {
            let records = read(&format!("[Game \"LancerChess\"]\n[Result \"*\"]\n\n{text}"));
            Replay::new(&records[0]).unwrap().map(|ply| ply.unwrap().written).collect()
        })
        .collect();
    assert!(plies.iter().all(|written| written == &["E2-E4", "E7-E5", "A2-A3"]), "{plies:?}");
}

#[test]
fn comments_and_marks_belong_to_the_move_before_them() {
    let text = "{before} 1. E2-E4 !? {the  best;\nby far} ; so they say\n E7-E5 $4 (E7-E6 {never}) 2. A2-A3 {at the end} *";
    let records = read(&format!("[Game \"LancerChess\"]\n{text}\n\n[Game \"LancerChess\"]\nA2-A3 *"));
    let said = |record: &Record| -> Vec<(String, String)> {
        record.moves.iter().map(|word| (word.glyph.clone(), word.remarks.join("|"))).collect()
    };
    let pair = |glyph: &str, remarks: &str| (glyph.to_owned(), remarks.to_owned());
    let expected = [pair("!?", "the best; by far|so they say"), pair("??", ""), pair("", "at the end")];
    assert_eq!(said(&records[0]), expected);
    assert_eq!(said(&records[1]), [pair("", "")]);
    // What is written out is read as the same.
    let mut long = records[0].clone();
    long.moves[1].remarks =
        vec!["% so far and no further ".repeat(9).trim().to_owned(), "a {b} c".to_owned()];
    let again = read(&long.to_string());
    let remarks = |record: &Record| record.moves[1].remarks.clone();
    assert_eq!(
        (said(&again[0])[0].clone(), said(&again[0])[2].clone()),
        (expected[0].clone(), expected[2].clone())
    );
    assert_eq!(remarks(&again[0]), [remarks(&long)[0].clone(), "a (b) c".to_owned()]);
}

#[test]
fn several_games_stand_in_a_file() {
    let game = "[Game \"LancerChess\"]\n[Result \"*\"]\n\n1. E2-E4 *\n\n";
    assert_eq!(read(&game.repeat(3)).len(), 3);
    // The tags of the next game end a movetext that has lost its token.
    assert_eq!(read(&game.replace("E4 *", "E4").repeat(3)).len(), 3);
    assert!(read(" \n {nothing} \n").is_empty());
}

#[test]
fn texts_that_are_no_records_are_refused_with_line_and_column() {
    for (text, reason) in [
        ("E2-E4 *", "line 1, column 1: a game begins with its tags, such as [Game \"TigerChess\"]"),
        ("[Game \"x\"", "line 1, column 1: the tag `Game` has no closing `]` after its value"),
        ("\n[Game x]", "line 2, column 7: the value of the tag `Game` must stand in quotation marks"),
        ("[Game \"x]\n", "line 1, column 10: the value of the tag `Game` has no closing quotation mark"),
        ("[Game \"x\"]\n[Game \"y\"]", "line 2, column 1: the tag `Game` stands twice"),
        ("[Game \"x\"]\n1. E2-E4 {never", "line 2, column 10: this comment has no closing `}`"),
        ("[Game \"x\"]\n1. E2-E4 %5", "line 2, column 10: a `%` where a move should stand"),
        ("[Game \"x\"]\n1. E2-E4]", "line 2, column 9: a `]` where a move should stand"),
        (
            "[Game \"x\"]\n1.[Ga me",
            "line 2, column 7: the value of the tag `Ga` must stand in quotation marks",
        ),
        ("[Game \"x\"]\n1. (E2-E4 *", "line 2, column 4: this comment has no closing `)`"),
        ("[Game \"x\"]\n1. E2-E4) *", "line 2, column 9: a `)` without its `(`"),
    ] {
        assert_eq!(read_error(text), reason);
    }
    let long = format!("[Game \"x\"]\n{}", "E2-E4 ".repeat(4097));
    assert!(read_error(&long).contains("more than 4096 plies"));
    let fat = format!("[Game \"{}\"]", "x".repeat(1 << 20));
    assert!(read_error(&fat).contains("at most 1048576 are taken"));
}

#[test]
fn records_are_written_so_that_they_read_back() {
    let text =
        "[Game \"LancerChess\"]\n[Event \"The \\\"Open\\\" \\\\ 1\"]\n[Result \"*\"]\n\ne2-e4 e7-e5 a2-a3 *";
    let record = read(text).remove(0);
    let numbered = record.numbered().unwrap();
    assert!(numbered.to_string().ends_with("\n\n1. E2-E4 E7-E5 2. A2-A3 *\n"), "{numbered}");
    let again = read(&numbered.to_string()).remove(0);
    assert_eq!(again.tag("Event"), Some("The \"Open\" \\ 1"));
    assert_eq!(again.moves.len(), 3);
}

#[test]
fn results_are_read_in_the_words_of_people() {
    let mated = |result: &str, token: &str| {
        lancer(&format!("{MATE}\n[Result \"{result}\"]"), &format!("1. G2-G8# {token}"))
    };
    for (result, token) in [("1-0", "1-0"), ("Bengal wins", "Bengal wins."), ("BENGAL", "1\u{2013}0")] {
        let report = mated(result, token);
        assert_eq!((report.error, report.result.as_deref()), (None, Some("Bengal")), "{result}");
    }
    for word in ["Draw", "Truce", "Remis", "Nulle", "1/2-1/2", "\u{bd}-\u{bd}"] {
        let report = lancer(&format!("[Result \"{word}\"]"), &format!("1. E2-E4 {word}"));
        assert_eq!((report.error, report.result.as_deref()), (None, Some("Draw")), "{word}");
    }
    assert!(error(&mated("0-1", "0-1")).contains("the result Bengal, but the Result is `Siberian`"));
}

#[test]
fn marks_apart_comments_in_round_brackets_and_typography_are_read() {
    let text = "[Game \u{201c}LancerChess\u{201d}]\n[Bengal \"Ash\u{201d}]\n[Siberian \u{ab}Moor\u{bb}]\n[Result \"*\"]\n\n\
                1) E2\u{2013}E4 (=) E7-E5 check 2) F1-C4 + (a (nested) word) 2\u{2026} A7-A6 e.p. # *";
    let record = read(text).remove(0);
    assert_eq!(record.tag("Bengal"), Some("Ash"));
    let report = check(&record);
    assert_eq!((report.error, report.plies), (None, 4));
    let promoted = "[Situation \"3q4/P7/8/8/8/8/8/3Q4 b - - 0 1\"][Result \"*\"]";
    assert_eq!(lancer(promoted, "1. A7-A8(T) *").error, None);
}

#[test]
fn one_game_that_cannot_be_read_leaves_the_others() {
    let game = "[Game \"LancerChess\"]\n[Result \"*\"]\n\n1. E2-E4 *\n\n";
    for broken in [
        "[Game \"LancerChess\"]\n[Result \"*\"]\n\n1. E2-E4 {never closed\nE7-E5 *\n\n",
        "[Game \"LancerChess]\n[Result \"*\"]\n\n1. E2-E4 E7-E5 *\n\n",
        "[Game \"LancerChess\"]\n[Result \"*\"]\n\n1. E2-E4} E7-E5 *\n\n",
        "1. E2-E4 E7-E5 *\n\n",
    ] {
        let text = format!("{game}{broken}{game}{game}");
        let read: Vec<bool> = read_records(&text, Limits::WEB).map(|record| record.is_ok()).collect();
        assert_eq!(read, [true, false, true, true], "{broken}");
    }
    let late = "[Game \"x\"]\n\n1. E2-E4 E7-E5 2. D2-D4] *";
    let error = read_records(late, Limits::WEB).find_map(Result::err).unwrap();
    assert_eq!(error.ply, 4, "three moves stand before the bracket");
}

#[test]
fn numbers_tell_of_moves_that_are_missing() {
    let report = lancer("[Result \"*\"]", "1. E2-E4 E7-E5 2. F1-C4 3. D2-D3 D7-D6 *");
    let why = error(&report);
    assert!(why.starts_with("ply 4: D2-D3: Siberian's move 2 is missing before it, such as"), "{why}");
    let wrong = |movetext: &str| error(&lancer("[Result \"*\"]", movetext));
    assert_eq!(
        wrong("1. E2-E4 E7-E5 3. D2-D4 *"),
        "ply 3: D2-D4: it is numbered 3, but Bengal's move 2 is due"
    );
    assert_eq!(wrong("1. E2-E4 2. E7-E5 *"), "ply 2: E7-E5: it is numbered 2, but Siberian's move 1 is due");
    assert_eq!(
        lancer("[Result \"*\"]", "41. E2-E4 E7-E5 42. D2-D4 *").error,
        None,
        "a record may begin anywhere"
    );
}

#[test]
fn a_mistyped_move_is_answered_with_the_one_that_fits_what_follows() {
    for typed in ["E2E4", "E2xE4", "E2:E4", "E2-E5", "E3-E4", "E2-4E", "2E-E4", "W2-E4", "e2e4"] {
        let error = lancer("[Result \"*\"]", &format!("1. {typed} D7-D5 2. E4xD5 *")).error.unwrap();
        assert_eq!((error.ply, error.mv.as_deref()), (1, Some(typed)));
        assert_eq!(error.suggestions.first().map(String::as_str), Some("E2-E4"), "{typed}");
        assert!(error.why.contains("E2-E4"), "{}", error.why);
    }
    let wrong = |movetext: &str| error(&lancer("[Result \"*\"]", movetext));
    let twice = wrong("1. E2-E4 E2-E4 E7-E5 *");
    assert!(twice.ends_with("the move before it is the same: perhaps it is written twice"), "{twice}");
    let left_out = wrong("1. E2-E4 E7-E5 F1-C4 D2-D3 D7-D6 *");
    assert!(left_out.contains("perhaps Siberian's move 2 is missing before it, such as"), "{left_out}");
}

fn tiger(tags: &str, movetext: &str) -> CheckReport {
    let text =
        format!("[Game \"TigerChess\"]\n[Bengal \"Ash\"]\n[Siberian \"Moor\"]\n{tags}\n\n{movetext}\n");
    check(&read(&text)[0])
}

const POSTINGS: &str = "S@C6 S@F4 S@B3 S@H5 S@C5 S@G3 S@E4 S@A6";
const COUNTDOWN: &str = "[Deployment \"Countdown\"][TigerVariation \"No\"][Dice \"4; 2 5\"]";

#[test]
fn tigerchess_is_replayed_from_the_first_posting() {
    let report = tiger(
        &format!("{COUNTDOWN}[Result \"Bengal\"][Termination \"concession\"]"),
        &format!("{POSTINGS}\n1. F4-G5 C5-B4 2. E2-E3 Bengal"),
    );
    assert_eq!((report.error.as_ref(), report.plies), (None, 11));
    let points = named_awards(report.game.unwrap(), &report.points.unwrap());
    assert_eq!(points[0].1.decimal(), "3");
    let numbered = read(&format!(
        "[Game \"TigerChess\"]\n[Deployment \"Countdown\"]\n[TigerVariation \"No\"]\n\n{POSTINGS} F4-G5 C5-B4 *"
    ))[0]
        .numbered()
        .unwrap();
    assert!(numbered.to_string().contains("S@A6 1. F4-G5 C5-B4 *"), "{numbered}");
}

#[test]
fn postings_against_the_variation_and_mistakes_in_captures_are_named() {
    let open = format!("{COUNTDOWN}[Result \"*\"]");
    assert_eq!(
        error(&tiger(&open, "S@C6 S@C3 *")),
        "ply 2: S@C3: Countdown: C3 is the mirror of the Siberian Swordsman on C6; perhaps S@B3, S@C4 or S@D3 was meant"
    );
    assert_eq!(
        error(&tiger(&open, &format!("{POSTINGS} 1. F4xH6 *"))),
        "ply 9: F4xH6: G5 holds no opposing force; perhaps F4-G5 was meant"
    );
    // A fallen flag is no ply.
    let flag = tiger(&open, "S@C6 S@F4 S@B3 F@S S@C3 S@D3 E2-E4 *");
    assert_eq!((flag.error, flag.plies), (None, 6));
}

/// TigerChess rule 11: whose flag falls in the deployment does not lose.
#[test]
fn no_game_is_lost_on_time_in_its_deployment() {
    let tags = "[Deployment \"Open\"][TigerVariation \"No\"][Termination \"time\"][Result \"Bengal\"]";
    for movetext in ["S@C6 S@F4 S@B3 Bengal", "S@C6 S@F4 F@S S@B3 Bengal"] {
        let why = error(&tiger(tags, movetext));
        assert!(why.contains("a flag that falls in it loses nothing (rule 11)"), "{why}");
    }
    // Both flags end the deployment, and the next to fall loses.
    let report = tiger(tags, "S@C6 S@F4 F@S S@B3 F@B Bengal");
    assert!(report.error.is_none(), "{report:?}");
}

#[test]
fn dice_must_select_the_variation_of_the_tags() {
    let with = |dice: &str, tiger_variation: &str| {
        tiger(
            &format!(
                "[Deployment \"Countdown\"][TigerVariation \"{tiger_variation}\"][Dice \"{dice}\"][Result \"*\"]"
            ),
            "*",
        )
    };
    assert_eq!(with("6; 1 2", "No").error, None);
    assert_eq!(
        error(&with("3; 1 2", "No")),
        "ply 0: the Dice `3; 1 2` select the deployment Dragon, but the tag says Countdown"
    );
    assert_eq!(
        error(&with("4; 2 2", "No")),
        "ply 0: the two Dice of `4; 2 2` are a double and select the TigerVariation, against its tag"
    );
    assert_eq!(
        error(&tiger("[TigerVariation \"No\"][Result \"*\"]", "*")),
        "ply 0: the tag `Deployment` is missing: put a line such as [Deployment \"Open\"] before the moves"
    );
}

#[test]
fn the_tigervariation_is_scored_by_what_the_board_shows() {
    let tags = "[Deployment \"Open\"][TigerVariation \"Yes\"]";
    let won = |situation: &str, ending: &str| {
        let tags = format!("{tags}[Situation \"{situation}\"][Result \"Bengal\"]{ending}");
        let report = tiger(&tags, "Bengal");
        assert_eq!(report.error, None);
        report.points.and_then(|points| points.south).map(GamePoints::decimal)
    };
    let (conceded, captured) = ("[Termination \"concession\"]", "q3T3/8/8/8/8/8/8/Q7 s - - 7 30 -/**");
    let whole = "q3L3/8/8/8/8/8/8/Q7 b - - 7 30 -/*e";
    assert_eq!(won(whole, conceded).as_deref(), Some("6"));
    assert_eq!(won(captured, conceded).as_deref(), Some("3"), "the winner's Standard Bearer was captured");
    // Then every ending that is left is worth the same, and need not be named.
    assert_eq!([won(captured, "").as_deref(), won(whole, "").as_deref()], [Some("3"), None]);
    let occupied = tiger(
        &format!(
            "{tags}[Situation \"q3L3/8/8/8/8/8/8/Q7 b - - 7 30 -/*e\"][Result \"Bengal\"][Termination \"occupation\"]"
        ),
        "30. E8xPE Bengal",
    );
    assert_eq!((occupied.error, occupied.points.unwrap().south.unwrap().decimal()), (None, "6".to_owned()));
    assert_eq!(
        error(&tiger(
            "[Deployment \"Open\"][TigerVariation \"No\"][Situation \"q3L3/8/8/8/8/8/8/Q7 b - - 7 30 -/*e\"][Result \"*\"]",
            "*"
        )),
        "ply 0: the Situation: extra: the wings of Royal Guards, but the TigerVariation is No"
    );
}

#[test]
fn of_two_draws_on_one_ply_a_record_names_either() {
    let ends = |quiet: u32, rounds: usize, by: &str| {
        let tags = format!("[Situation \"3q4/p7/8/8/8/8/8/3Q4 b - - {quiet} 90\"][Result \"Draw\"]");
        let moves = "D1-E1 D8-E8 E1-D1 E8-D8 ".repeat(rounds);
        lancer(&format!("{tags}[Termination \"{by}\"]"), &format!("{moves}Draw"))
    };
    for (quiet, rounds, by) in
        [(92, 2, "repetition"), (92, 2, "fifty-moves"), (134, 4, "repetition"), (134, 4, "fifty-moves")]
    {
        let report = ends(quiet, rounds, by);
        let drawn = report.outcome.map(|outcome| outcome.by.name());
        assert_eq!((report.error, drawn), (None, Some(by)), "{quiet}");
    }
    assert!(error(&ends(134, 4, "stalemate")).contains("the board shows"));
    assert!(error(&ends(91, 2, "fifty-moves")).contains("99 quiet half-moves"));
}

#[test]
fn the_texts_own_names_of_variations_are_read() {
    assert_eq!(tiger("[Deployment \"TigerCountdown\"][Result \"*\"]", "*").error, None);
    let yes = tiger("[Deployment \"TigerOpen\"][TigerVariation \"Yes\"][Result \"*\"]", "*");
    assert_eq!((yes.error, yes.variation.unwrap().title().as_str()), (None, "TigerOpen"));
    let no = tiger("[Deployment \"TigerOpen\"][TigerVariation \"No\"][Result \"*\"]", "*");
    assert!(error(&no).contains("has the name of a TigerVariation"), "{}", error(&no));
    let dragon = "[Game \"Dragon\"][Forest \"A\"][Storm \"B\"][Knights \"LanceVariation\"][Formation \"Arrowhead\"]\n\
                  [Result \"Truce\"]\n\nTruce\n";
    let report = check(&read(dragon)[0]);
    assert_eq!((report.error, report.result.as_deref()), (None, Some("Draw")));
    assert_eq!(report.variation.unwrap().title(), "LanceVariation, Arrowhead");
}

#[test]
fn regicide_of_the_tag_holds_from_the_start_without_a_situation() {
    let dance = |regicide: &str, movetext: &str| {
        let tags = "[Game \"Dance\"][First \"A\"][Second \"B\"][Result \"*\"]";
        check(&read(&format!("{tags}[Regicide \"{regicide}\"]\n\n{movetext} *\n"))[0])
    };
    assert_eq!(dance("First", "b2-c3 k11-k10").error.unwrap().ply, 2, "Second keeps the King behind Footmen");
    assert!(error(&dance("First", "a1-b2")).contains("nobody is on a1"));
    assert!(error(&dance("None", "a1-b2")).contains("one's own Footman is there"));
    let situation = dance("Second", "b2-c3 j10-i9").situation.unwrap();
    assert!(situation.starts_with("9f1/10f/8f2/"), "Footmen on j11, k10 and i9 and no King: {situation}");
}
