//! The subcommands of `rules`: output to the byte, exit codes, files and standard input.

use std::io::Write;
use std::process::{Command, Stdio};

const START: &str = "tmbqkblt/pppppppp/8/8/8/8/PPPPPPPP/TMBQKBLT b KQkq - 0 1";

/// Standard output and exit code of `rules` with these arguments and this standard input.
fn rules(arguments: &[&str], input: &str) -> (String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"))
        .arg("rules")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
}

fn answer(arguments: &[&str]) -> String {
    let (output, code) = rules(arguments, "");
    assert_eq!(code, 0, "{arguments:?}");
    output
}

#[test]
fn games_are_listed_with_sides_and_options() {
    assert_eq!(
        answer(&["games"]),
        "lancerchess Bengal Siberian\n\
         tigerchess Bengal Siberian deployment=open|countdown|dragon|symmetrical tiger=yes|no\n\
         dragon Storm Forest knights=lance|sword|pike formation=arrowhead|trident\n\
         dance First Second regicide=none|first|second|both\n"
    );
}

#[test]
fn start_takes_options() {
    assert_eq!(answer(&["start", "lancerchess"]), format!("{START}\n"));
    assert_eq!(
        answer(&["start", "tigerchess", "--option", "deployment=countdown", "--option", "tiger=yes"]),
        "tmbqkblt/pppppppp/8/8/8/8/PPPPPPPP/TMBQKBLT s KQkq - 0 0 Xx/??/D:c\n"
    );
    for wrong in [
        &["start", "chess"][..],
        &["start", "tigerchess", "--option", "deployment"],
        &["start", "dragon", "--option", "tiger=yes"],
    ] {
        assert_eq!(rules(wrong, "").1, 2, "{wrong:?}");
    }
}

#[test]
fn moves_are_sorted_and_told_as_json() {
    let situation = "3q4/8/8/8/8/8/7P/3Q4 b - - 0 1";
    assert_eq!(
        answer(&["moves", "lancerchess", "--situation", situation]),
        "D1-C1\nD1-C2\nD1-D2\nD1-E1\nD1-E2\nH2-H3\nH2-H4\n"
    );
    let (json, _) = rules(&["moves", "lancerchess", "--situation", "-", "--json"], situation);
    assert_eq!(
        json.lines().next(),
        Some(r#"{"move":"D1-C1","kind":"step","from":"D1","to":"C1","captures":[],"becomes":null}"#)
    );
}

#[test]
fn play_perft_and_attacked_answer() {
    assert_eq!(
        answer(&["play", "lancerchess", "--situation", START, "e2-e4", "E7-E5"]),
        "tmbqkblt/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/TMBQKBLT b KQkq E6 0 2\n"
    );
    assert_eq!(rules(&["play", "lancerchess", "--situation", START, "E2-E5"], ""), (String::new(), 1));
    assert_eq!(
        answer(&["play", "lancerchess", "e2-e4", "E7-E5", "--situation", START]),
        answer(&["play", "lancerchess", "--situation", START, "e2-e4", "E7-E5"])
    );
    assert_eq!(answer(&["perft", "lancerchess", "--situation", START, "--depth", "4"]), "140739\n");
    let divided = answer(&["perft", "lancerchess", "--situation", START, "--depth", "2", "--divide"]);
    assert!(divided.starts_with("A2-A3: 18\n") && divided.ends_with("\n324\n"), "{divided}");
    assert_eq!(answer(&["attacked", "lancerchess", "--situation", START]), "no\n");
    assert_eq!(
        answer(&["attacked", "lancerchess", "--situation", "3q4/8/8/3t4/8/8/8/3Q4 b - - 0 1"]),
        "yes\n"
    );
    assert_eq!(rules(&["attacked", "lancerchess", "--situation", "3q4/8 b"], ""), (String::new(), 1));
}

#[test]
fn verdicts_are_json() {
    let verdict = |game: &str, situation: &str| answer(&["verdict", game, "--situation", situation]);
    assert_eq!(verdict("lancerchess", START), "{\"over\":false}\n");
    assert_eq!(
        verdict("lancerchess", "3q3T/7T/8/8/8/8/8/3Q4 s - - 0 1"),
        "{\"over\":true,\"winner\":\"Bengal\",\"by\":\"checkmate\",\"points\":{\"Bengal\":\"3\",\"Siberian\":\"0\"}}\n"
    );
    assert_eq!(
        verdict("tigerchess", "q7/8/8/8/8/8/8/7Q b - - 0 1 -/**"),
        "{\"over\":true,\"winner\":null,\"by\":\"bare-queens\",\"points\":{\"Bengal\":\"0\",\"Siberian\":\"0\"}}\n"
    );
    assert_eq!(
        verdict("tigerchess", "q7/8/8/8/8/8/8/Q7 s - - 0 30 -/*#"),
        "{\"over\":true,\"winner\":\"Bengal\",\"by\":\"occupation\",\"points\":{\"Bengal\":\"6\",\"Siberian\":\"0\"}}\n"
    );
}

#[test]
fn deployments_are_counted() {
    assert_eq!(answer(&["deployments", "symmetrical"]), "43680\n");
    assert_eq!(answer(&["deployments", "dragon", "--tiger"]), "90316800\n");
    assert_eq!(rules(&["deployments", "closed"], "").1, 2);
}

#[test]
fn check_reports_every_game_of_a_file() {
    let head = "[Game \"LancerChess\"]\n[Bengal \"A\"]\n[Siberian \"M\"]\n";
    let fine = format!(
        "{head}[Situation \"3q4/p6T/8/8/8/8/6T1/3Q4 b - - 0 1\"]\n[Result \"Bengal\"]\n\n1. G2-G8 Bengal\n\n"
    );
    let wrong = format!("{head}[Result \"*\"]\n\n1. E2-E4 E7-E5 2. D1-D2 *\n");
    let (output, code) = rules(&["check", "-"], &format!("{fine}{wrong}"));
    assert_eq!(code, 1);
    assert_eq!(
        output,
        "{\"file\":\"-\",\"index\":1,\"game\":\"lancerchess\",\"plies\":1,\"ok\":true,\"error\":null,\"result\":\"Bengal\",\
         \"termination\":\"checkmate\",\"points\":{\"Bengal\":\"3\",\"Siberian\":\"0\"}}\n\
         {\"file\":\"-\",\"index\":2,\"game\":\"lancerchess\",\"plies\":2,\"ok\":false,\"error\":{\"ply\":3,\"move\":\"D1-D2\",\
         \"why\":\"D2 holds the Bengal Pikeman, of the same side; perhaps D1-E2 was meant\"},\"result\":\"*\",\"termination\":null,\"points\":null}\n"
    );
    assert_eq!(rules(&["check", "-"], &fine).1, 0);
    assert_eq!(rules(&["check", "/no/such/file.tgr"], "").1, 2);
}

/// The standard board without the fortress on c9 and with a Hero on b2, as a file.
fn marsh() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marsh.txt");
    let text = answer(&["board"]).replace(" 9  . . X", " 9  . . .").replace("Fb2", "Hb2");
    std::fs::write(&file, text).unwrap();
    (folder, file.to_str().unwrap().to_owned())
}

#[test]
fn the_dance_is_played_on_another_board() {
    let (folder, marsh) = marsh();
    let board = ["--board", &marsh];
    let with = |arguments: &[&str]| answer(&[arguments, &board].concat());
    let start = with(&["start", "dance", "--option", "regicide=none"]);
    assert_eq!(start, "9fk/9ff/11/11/11/11/11/11/11/FH9/KF9 s F4M6O4L3C2D1S1f3m6o4l3c2d1h1s1 - 0 0 1\n");
    let scene = ["--situation", start.trim()];
    let of = |task: &[&str]| with(&[task, &scene].concat());
    assert!(of(&["moves", "dance"]).lines().any(|mv| mv == "b2-e5"));
    assert_ne!(of(&["perft", "dance", "--depth", "1"]), "9\n");
    assert_eq!(of(&["verdict", "dance"]), "{\"over\":false}\n");
    let played = answer(&["play", "dance", "--situation", start.trim(), "--board", &marsh, "b2-e5"]);
    assert_eq!(played.split(' ').nth(1), Some("n"));
    assert_eq!(
        rules(&[&["attacked", "dance"][..], &scene, &board].concat(), "").1,
        2,
        "a game without attack"
    );

    // A Dragon may stand on c9 of the standard board only: there it is a fortress.
    let held = "9fk/9ff/2D8/11/11/11/11/11/11/FH9/KF9 s - - 0 0 1";
    assert_eq!(answer(&["verdict", "dance", "--situation", held]), "{\"over\":false}\n");
    assert_eq!(rules(&[&["verdict", "dance", "--situation", held][..], &board].concat(), "").1, 1);

    let record = "[Game \"Dance\"]\n[First \"Ash\"]\n[Second \"Moor\"]\n[Result \"*\"]\n\n1. b2-e5 *\n";
    assert_eq!(rules(&["check", "-"], record).1, 1);
    assert_eq!(rules(&[&["check", "-"][..], &board].concat(), record).1, 0);

    let pattern = answer(&["board"]);
    assert_eq!(rules(&["start", "dance", "--board", "-"], &pattern).0, answer(&["start", "dance"]));
    drop(folder);
}

#[test]
fn a_board_that_cannot_be_used_is_refused() {
    let (folder, marsh) = marsh();
    assert_eq!(rules(&["start", "dragon", "--board", &marsh], "").1, 2, "one board only");
    assert_eq!(rules(&["start", "dance", "--board", "/no/such/board.txt"], "").1, 2);
    assert_eq!(rules(&["moves", "dance", "--situation", "-", "--board", "-"], "").1, 2);
    assert_eq!(rules(&["check", "-", "--board", "-"], "").1, 2);
    for task in [&["start", "dance"][..], &["moves", "dance", "--situation", "x"], &["check", "/dev/null"]] {
        let arguments = [task, &["--board", "-"]].concat();
        assert_eq!(rules(&arguments, "11  C . ?"), (String::new(), 1), "{arguments:?}");
    }
    drop(folder);
}
