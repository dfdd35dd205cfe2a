//! `tiger-arbiter standings` and `pair` as their users run them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Four players, two rounds of five.
const SMALL: &str = "\
012 Merridon Open
XXR 5
XXC white1
202 DE,BH
001    1 m    Ash, Rowan                        2400 FID    90000001 1990/01/01  1.5    1     3 w 1     2 b =
001    2 w    Moor, Tamsin                      2300 FID    90000002 1991/02/03  1.5    2     4 b 1     1 w =
001    3      Fenn, Jo                          2200 FID    90000003 1991/02/04  0.5    3     1 b 0     4 w =
001    4      Vale, Ira                         2100 FID    90000004 1991/02/05  0.5    4     2 w 0     3 b =
";

/// Runs a command on a text given as standard input.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

#[test]
fn standings_are_a_table_with_the_files_own_tie_breaks() {
    let output = run(&["standings", "-"], SMALL);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&output.stdout),
        "Rank  No  Name          Points   DE  BH\n   \
            1   1  Ash, Rowan       1.5  0.5   2\n   \
            1   2  Moor, Tamsin     1.5  0.5   2\n   \
            3   3  Fenn, Jo         0.5  0.5   2\n   \
            3   4  Vale, Ira        0.5  0.5   2\n"
    );
}

#[test]
fn standings_as_json_carry_values_and_workings_as_strings() {
    let output = run(&["standings", "-", "--json", "--tie-breaks", "SB,WON"], SMALL);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["rounds"], 2);
    assert_eq!(json["tie_breaks"][0]["code"], "SB");
    assert_eq!(json["tie_breaks"][0]["clause"], "9.1");
    let first = &json["standings"][0];
    assert_eq!((&first["points"], &first["tie_breaks"][0]), (&"1.5".into(), &"1.25".into()));
    assert_eq!(first["workings"][0], "sum of R1 #3: 0.5 × 1 = 0.5; R2 #2: 1.5 × 0.5 = 0.75");
}

#[test]
fn standings_can_stop_at_a_round_and_explain_themselves() {
    let output = run(&["standings", "-", "--after", "1", "--tie-breaks", "BH", "--explain"], SMALL);
    let printed = text(&output.stdout);
    assert!(printed.contains("\n1. Ash, Rowan (#1), 1 points\n  BH 0: sum of R1 #3: 0\n"), "{printed}");
}

#[test]
fn a_file_that_breaks_a_rule_exits_with_1_and_says_where() {
    for command in ["standings", "pair"] {
        let output = run(&[command, "-"], &SMALL.replace("4 w =", "4 w 1"));
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert_eq!(
            text(&output.stderr),
            "-: line 8, column 109: the line of opponent 3 has a result that contradicts this one\n"
        );
        let output = run(&[command, "-"], &SMALL.replace("0.5    3", "1.5    3"));
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(text(&output.stderr).contains("line 7, column 82: player 3 is said to have 1.5 points"));
    }
}

#[test]
fn a_file_that_is_not_there_exits_with_2() {
    for command in ["standings", "pair"] {
        assert_eq!(run(&[command, "no-such-file.trf"], "").status.code(), Some(2), "{command}");
    }
    assert_eq!(run(&["standings", "-", "--tie-breaks", "XX"], SMALL).status.code(), Some(2));
}

#[test]
fn standings_are_those_of_rounds_that_were_paired_and_of_no_bracket() {
    let output = run(&["standings", "-", "--after", "3"], SMALL);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
    assert_eq!(text(&output.stderr), "-: 2 rounds are paired; there are no standings after round 3 yet\n");
    assert_eq!(run(&["standings", "-", "--after", "2"], SMALL).status.code(), Some(0));
    let cup = SMALL.replace("XXR 5", "XXR 5\n192 CUSTOM_KNOCKOUT");
    let output = run(&["standings", "-"], &cup);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("who is where follows from its bracket"));
}

#[test]
fn a_type_that_is_not_the_files_is_not_written_in_silence() {
    let convert = |code| run(&["trf", "convert", "-", "--to", "trf26", "--type", code], SMALL);
    let told = convert("MINE_ROUNDROBIN");
    assert!(text(&told.stderr).contains("coded type of tournament (192)"), "{}", text(&told.stderr));
    assert_eq!(text(&convert("FIDE_DUTCH_2026").stderr), "");
}

#[test]
fn a_round_robin_is_paired_by_its_table_and_who_is_free_stands_against_0() {
    let five = SMALL.replace("XXR 5", "XXR 5\n192 BERGER_ROUNDROBIN")
        + "001    5      Marsh, Lee                        2000 FID    90000006 1991/02/06  0.0    5\n";
    // Two rounds of the small file have been played; the third of five players' table follows.
    let output = run(&["pair", "-"], &five);
    assert_eq!(text(&output.stdout), "3\n3 1\n4 5\n2 0\n");
    let output = run(&["pair", "-", "--system", "double-round-robin"], SMALL);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "2\n4 3\n1 2\n"));
    assert_eq!(text(&output.stderr), "");
    let output = run(&["pair", "-", "--system", "round-robin"], SMALL);
    let told = "-: 2 and 4 have met already: the rounds before are not those of the Berger tables\n";
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), told));
}

#[test]
fn who_is_away_from_a_round_robin_is_not_paired_and_the_opponent_stands_against_0() {
    let robin = SMALL.replace("XXR 5", "XXR 3\n192 BERGER_ROUNDROBIN");
    assert_eq!(text(&run(&["pair", "-"], &robin).stdout), "2\n2 4\n3 1\n");
    for (away, pairs) in
        [("240 Z 003    3\n", "2\n2 4\n1 0\n"), ("240 Z 003    3    1\n240 H 003    4\n", "1\n2 0\n")]
    {
        let output = run(&["pair", "-"], &(robin.clone() + away));
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), pairs), "{away}");
    }
}

#[test]
fn a_round_that_cannot_be_paired_exits_with_1_and_says_why() {
    let output = run(&["pair", "-"], &SMALL.replace("XXR 5\n", ""));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "-: the file does not say how many rounds there are: add a line 142 or XXR\n"
    );
    let output = run(&["pair", "-"], &SMALL.replace("XXR 5", "XXR 2"));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "-: round 3 was asked for, but the event has 2 rounds\n");
}

#[test]
fn a_round_in_which_everybody_was_away_is_over() {
    let away: String = SMALL
        .lines()
        .map(|line| if line.starts_with("001") { format!("{line}  0000 - Z\n") } else { format!("{line}\n") })
        .collect();
    // What the reference engine pairs: in round 4, not nobody in round 3.
    let output = run(&["pair", "-"], &away);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "2\n1 4\n3 2\n"));
}

#[test]
fn the_ranks_of_a_bracket_are_not_held_against_the_points() {
    let swiss = SMALL.replace("0.5    3", "0.5    1").replace("1.5    1", "1.5    3");
    let checked = run(&["trf", "check", "--quiet", "-"], &swiss);
    assert!(text(&checked.stdout).contains("but player 2 has more points"), "{}", text(&checked.stdout));
    let knockout = swiss.replace("XXR 5\n", "XXR 5\n192 CUSTOM_KNOCKOUT\n").replace("202 DE,BH\n", "");
    let checked = run(&["trf", "check", "-"], &knockout);
    let told = text(&checked.stdout);
    assert_eq!(checked.status.code(), Some(0), "{told}");
    assert!(told.contains("the ranks are not judged: the bracket gives them, not the points"), "{told}");
}

#[test]
fn a_team_file_says_that_it_is_one() {
    let teams = SMALL.replace("XXR 5\n", "XXR 5\n192 FIDE_TEAM_BAKU\n").replace("1.5    1", "3.0    1");
    let output = run(&["trf", "check", "-"], &teams);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), ""));
    assert_eq!(
        text(&output.stdout),
        "-: Merridon Open: the file of a team event (FIDE_TEAM_BAKU): only events of single players are judged\n\
         files 1, rounds judged 0, rounds that differ 0, other mistakes 1\n"
    );
    let output = run(&["pair", "-"], &teams);
    assert!(text(&output.stderr).starts_with("-: the file is of a team event (FIDE_TEAM_BAKU)"));
}

#[test]
fn every_example_is_paired_as_the_reference_engine_paired_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/pairing/tests/vectors");
    let mut compared = 0;
    for example in
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
    {
        for pairs in fs::read_dir(example).unwrap().map(|entry| entry.unwrap().path()) {
            if pairs.extension().is_none_or(|extension| extension != "pairs") {
                continue;
            }
            let output = run(&["pair", pairs.with_extension("trf").to_str().unwrap()], "");
            assert_eq!(text(&output.stdout), fs::read_to_string(&pairs).unwrap(), "{}", pairs.display());
            compared += 1;
        }
    }
    assert_eq!(compared, 37);
}

#[test]
fn a_csv_file_holds_no_formula_and_says_what_it_leaves_out() {
    let file = SMALL.replace("Ash, Rowan", "=SUM(1), A").replace("XXR 5\nXXC white1\n", "");
    let output = run(&["trf", "convert", "-", "--to", "csv"], &file);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let csv = text(&output.stdout);
    assert!(csv.contains("\"'=SUM(1), A\""), "{csv}");
    let said = text(&output.stderr);
    assert!(said.contains("name, place and dates") && said.contains("tie-breaks"), "{said}");
    let back = run(&["trf", "convert", "-", "--to", "trf16"], csv);
    assert!(text(&back.stdout).contains(" =SUM(1), A "), "{}", text(&back.stdout));
}

#[test]
fn what_is_wrong_in_a_csv_file_is_named_by_its_own_line() {
    for (rating, why) in [("99999", "rating: \"99999\" is longer than the 4 characters"), ("high", "high")] {
        let file = format!("name,rating\nAsh,1700\nElm,{rating}\n");
        let output = run(&["trf", "convert", "-", "--to", "trf26"], &file);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains("line 3") && said.contains(why), "{said}");
    }
}

#[test]
fn what_json_says_and_no_file_holds_is_said() {
    let output = run(&["trf", "convert", "-", "--to", "json"], SMALL);
    let json = text(&output.stdout);
    assert_eq!(text(&run(&["trf", "convert", "-", "--to", "trf26"], json).stderr), "");
    let name = json.split("\"name\": \"").nth(2).unwrap().split('"').next().unwrap();
    let longer = json.replace(&format!("\"{name}\""), &format!("\"{name}{}\"", "x".repeat(40)));
    for to in ["trf16", "csv"] {
        let output = run(&["trf", "convert", "-", "--to", to], &longer);
        assert!(text(&output.stderr).contains("does not hold all of this: details of players"), "{to}");
    }
}
