//! Tie-breaks against worked figures: the crosstables and answers of the FIDE Technical Commission's exercises
//! (M. Held, 2024), with the values that the caps of March 2026 change.

use super::support::{number, tournament};
use tiger_pairing::standings::{Standings, standings};
use tiger_pairing::tiebreak::{Allowed, TABLE, TieBreak, parse_list};
use tiger_pairing::{Award, Edition, PointTable, Points, Settings, System, Tournament};

/// 16 players over 5 rounds, with every kind of unplayed round.
const SWISS_5: &str = "
    2200 | 9w1 13b= 2w= 15b1 4w=
    2150 | 10b1 7w1 1b= 16w1 3b=
    2100 | 11w= 6b1 8w1 4b= 2w=
    2050 | 12b1 H 13w1 3w= 1b=
    2000 | 13w0 15b0 11w1 7b= 10w1
    1950 | 14b0 3w0 U 10w1 8b1
    1900 | 15w1 2b0 16b0 5w= 11b0
    1850 | 16b= 14w1 3b0 13w1 6w0
    1800 | 1b0 10w0 H 11b- U
    1750 | 2w0 9b1 15w0 6b0 5b0
    1700 | 3b= 16w0 5b0 9w+ 7w1
    1650 | 4w0 U 14w+ Z Z
    1600 | 5b1 1w= 4b0 8b0 14w0
    1550 | 6w1 8b0 12b- Z 13b1
    1500 | 7b0 5w1 10b1 1w0 16b0
    1450 | 8w= 11b1 7w1 2b0 15w1";

/// 16 players over 9 rounds.
const SWISS_9: &str = "
    2150 | 9w1 13b= 2w= 15b1 4w= 6b= 3b= 16w= 8b1
    2130 | 10b1 7w1 1b= 16w1 3b1 4w= 6w0 15b= 5w=
    2200 | 11w= 6b1 8w1 4b= 2w0 16b1 1w= 14w1 10b1
    2110 | 12b1 H 13w1 3w= 1b= 2b= 16w= 6b= 15w1
    1890 | 13w0 15b0 11w1 7b= 10w1 14b0 9b1 8w0 2b=
    2090 | 14b0 3w0 U 10w1 8b1 1w= 2b1 4w= 16b1
    1950 | 15w1 2b0 16b0 5w= 11b0 10b0 13w1 9w1 14b1
    1930 | 16b= 14w1 3b0 13w1 6w0 11b= 15w= 5b1 1w0
    1790 | 1b0 10w0 H 11b- U 13b1 5w0 7b0 12w=
    1870 | 2w0 9b1 15w0 6b0 5b0 7w1 12b1 11w1 3w0
    1810 | 3b= 16w0 5b0 9w+ 7w1 8w= 14b0 10b0 13w=
    1770 | 4w0 U 14w+ Z Z 15b0 10w0 13b= 9b=
    1750 | 5b1 1w= 4b0 8b0 14w0 9w0 7b0 12w= 11b=
    1850 | 6w1 8b0 12b- Z 13b1 5w1 11w1 3b0 7w0
    1830 | 7b0 5w1 10b1 1w0 16b0 12w1 8b= 2w= 4b0
    1910 | 8w= 11b1 7w1 2b0 15w1 3w0 4b= 1b= 6w0";

/// A round robin of 6 with a forfeit.
const ROUND_ROBIN: &str = "
    2200 | 5w= 2w1 3b1 4w0 6b1
    2150 | 6w1 1b0 5w1 3w= 4b1
    2100 | 4w1 6b1 1w0 2b= 5w1
    2050 | 3b0 5b0 6w= 1b1 2w0
    1950 | 1b= 4w1 2b0 6w- 3b0
    2000 | 2b0 3w0 4b= 5b+ 1w0";

fn swiss(rounds: u32, edition: Edition, lines: &str) -> Tournament {
    let mut settings = Settings::new(System::Dutch, rounds);
    settings.tie_breaks.edition = edition;
    tournament(settings, lines)
}

fn round_robin() -> Tournament {
    tournament(Settings::new(System::RoundRobin { cycles: 1 }, 5), ROUND_ROBIN)
}

/// One tie-break's values by player, as text; `-` for none.
fn values(tournament: &Tournament, code: &str) -> String {
    let tie_break: TieBreak = code.parse().unwrap();
    let standings = standings(tournament, &[tie_break]);
    let value = |player| {
        let row = standings.row(number(player)).unwrap();
        row.values[0].value.map_or("-".to_owned(), |value| value.to_string())
    };
    (1..=standings.rows.len() as u32).map(value).collect::<Vec<_>>().join(" ")
}

fn ranks(standings: &Standings) -> String {
    let rank = |player| standings.row(number(player)).unwrap().rank.to_string();
    (1..=standings.rows.len() as u32).map(rank).collect::<Vec<_>>().join(" ")
}

fn assert_values(tournament: &Tournament, expected: &[(&str, &str)]) {
    for (code, expected) in expected {
        let expected: Vec<&str> = expected.split_whitespace().collect();
        assert_eq!(values(tournament, code), expected.join(" "), "{code}");
    }
}

#[test]
fn own_records_agree_with_the_exercises() {
    assert_values(
        &swiss(5, Edition::March2026, SWISS_5),
        &[
            ("WIN", "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3"),
            ("WON", "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3"),
            ("BPG", "2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2"),
            ("BWG", "1 1 1 1 0 1 0 0 0 1 0 0 1 1 1 1"),
            ("REP", "5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5"),
            ("PS", "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5"),
            ("PS/C1", "10 12 10.5 10.5 5 6 5 8 2.5 4 5 7 6 5 7 10"),
            ("TPN", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"),
            ("STD", "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5"),
        ],
    );
}

#[test]
fn buchholz_and_sonneborn_agree_with_the_exercises_in_the_older_edition() {
    assert_values(
        &swiss(5, Edition::August2024, SWISS_5),
        &[
            ("BH", "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5"),
            ("BH/C1", "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11"),
            ("AOB", "12.6 13.6 13.4 13.38 13.4 13.25 11.9 13 12.75 10.9 12.75 15 12.1 13.17 12.2 13.3"),
            ("FB", "13.5 13.5 15 15.5 10 12 13.5 12.5 9.5 12.5 12.5 11.5 13.5 10.5 12 13.5"),
            ("SB", "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25"),
            ("SB/C1", "7.25 8.5 9.25 8 3.25 5.5 1.25 3.75 2.25 0 4.25 4 4.25 3 2.5 5.75"),
        ],
    );
}

#[test]
fn the_caps_of_2026_change_whoever_had_an_unplayed_round_and_his_opponents_average() {
    // David (4) had a half-point bye: his dummy may score 2.5 at most, so 15 becomes 14. Maria (11) won by forfeit
    // against Jessica, whose adjusted score is 1.5: 13.5 becomes 12.5.
    assert_values(
        &swiss(5, Edition::March2026, SWISS_5),
        &[
            ("BH", "12.5 13 15.5 14 8.5 11.5 14.5 13.5 9 13 12.5 11.5 14 11 12 12.5"),
            ("BH/C1", "11 12 13 11.5 7.5 10.5 12.5 12 7.5 11.5 11 9.5 12 9 11 11"),
            ("AOB", "12.4 13.6 12.9 13.38 13.2 13.25 11.7 12.9 12.75 10.8 12.75 14 11.9 13 12.2 13.1"),
            ("FB", "13.5 13.5 15 14.5 10 12 13.5 12.5 9.5 12.5 12 11 13.5 10.5 12 13.5"),
            ("SB", "8 9.5 10.5 9.25 4.25 6 3.25 5.25 2.25 1.5 4.75 4 4.25 4.5 3.5 7.25"),
            ("SB/C1", "7.25 8.5 9.25 7.75 3.25 5 1.25 3.75 2.25 0 3.25 4 4.25 3 2.5 5.75"),
        ],
    );
}

#[test]
fn rating_tie_breaks_agree_with_the_exercises() {
    assert_values(
        &swiss(5, Edition::March2026, SWISS_5),
        &[
            ("ARO", "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820"),
            ("ARO/C1", "1900 1988 2000 1983 1738 1900 1838 1800 2200 1975 2000 - 2025 1900 1963 1900"),
            ("TPR", "1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969"),
            ("RTNG", "2200 2150 2100 2050 2000 1950 1900 1850 1800 1750 1700 1650 1600 1550 1500 1450"),
        ],
    );
    let standings = standings(&swiss(5, Edition::March2026, SWISS_5), &parse_list("APRO,PTP").unwrap());
    let value = |player, column: usize| {
        standings.row(number(player)).unwrap().values[column].value.unwrap().to_string()
    };
    assert_eq!([1, 3, 4, 16].map(|player| value(player, 0)), ["1789", "1904", "1772", "1805"]);
    assert_eq!(value(3, 1), "2112");
}

#[test]
fn a_round_robin_counts_its_forfeit_as_a_game() {
    assert_values(
        &round_robin(),
        &[
            ("SB", "9.25 6.25 6.25 4.25 3.25 2.25"),
            ("SB/C1", "9.25 4.75 4.75 4.25 3.25 1.5"),
            ("KS", "2 0.5 0.5 1 0.5 0"),
            // 15.2: a forfeit won is a game won; one lost stays unplayed for a player's own record.
            ("WON", "3 3 3 1 1 1"),
            ("BPG", "2 2 2 3 3 3"),
            ("REP", "5 5 5 5 4 5"),
        ],
    );
}

#[test]
fn direct_encounter_agrees_with_the_exercises() {
    let rank = |tournament: &Tournament| ranks(&standings(tournament, &parse_list("DE").unwrap()));
    let after_5 = swiss(5, Edition::March2026, SWISS_5);
    let ranked = standings(&after_5, &parse_list("DE").unwrap());
    for (group, rank) in [([1, 3, 4, 16].as_slice(), 2), (&[5, 8, 11], 7)] {
        for &player in group {
            assert_eq!(ranked.row(number(player)).unwrap().rank, rank, "player {player}");
        }
    }
    assert_eq!(rank(&swiss(9, Edition::March2026, SWISS_9)), "3 5 1 3 9 2 6 6 14 9 13 14 16 9 9 6");
    assert_eq!(rank(&round_robin()), "1 2 2 6 5 4");
}

#[test]
fn the_buchholz_family_is_passed_over_in_round_robins() {
    let standings = standings(&round_robin(), &parse_list("BH,FB/C1,AOB,DE").unwrap());
    assert!(standings.columns[..3].iter().all(|column| column.passed_over.is_some()));
    assert_eq!(standings.columns[3].passed_over, None);
    assert!(standings.rows.iter().all(|row| row.values[0].value.is_none()));
    assert_eq!(ranks(&standings), "1 2 2 6 5 4");
}

#[test]
fn rating_tie_breaks_are_passed_over_while_somebody_is_unrated() {
    let mut tournament = swiss(5, Edition::March2026, SWISS_5);
    tournament.player_mut(number(16)).unwrap().rating = None;
    assert_eq!(values(&tournament, "ARO"), ["-"; 16].join(" "));
    tournament.settings.tie_breaks.rating_of_unrated = Some(1450);
    assert_eq!(values(&tournament, "ARO").split(' ').next(), Some("1820"));
}

#[test]
fn pairing_numbers_order_from_below_and_reversed_from_above() {
    let tournament = swiss(5, Edition::March2026, SWISS_5);
    let order = |list: &str| -> Vec<u32> {
        let standings = standings(&tournament, &parse_list(list).unwrap());
        standings.rows.iter().map(|row| row.player.get()).collect()
    };
    assert_eq!(order("TPN")[..5], [2, 1, 3, 4, 16]);
    assert_eq!(order("TPN/R")[..5], [2, 16, 4, 3, 1]);
    assert_eq!(order("RTNG/R")[..5], [2, 16, 4, 3, 1]);
}

#[test]
fn codes_are_read_in_both_spellings_and_written_as_files_have_them() {
    for (read, written) in [
        ("BH", "BH"),
        ("bh-c1", "BH/C1"),
        ("BH/C2/P", "BH/C2/P"),
        ("SB/M1", "SB/M1"),
        ("KS/L+1", "KS/L+1"),
        ("KS-L-2", "KS/L-2"),
        ("AOB/F", "AOB/F"),
        ("DE/P", "DE/P"),
        ("TPN/R", "TPN/R"),
        ("OTHER_GV", "GV"),
        ("gv", "GV"),
    ] {
        let tie_break: TieBreak = read.parse().unwrap();
        assert_eq!(tie_break.to_string(), written, "{read}");
        assert_eq!(written.parse::<TieBreak>().unwrap(), tie_break);
    }
    for wrong in ["", "XX", "BH/", "BH/C", "BH/C0", "BH/L1", "DE/C1", "OTHER_BH", "KS/L", "WIN/P", "BH/C1x"] {
        assert!(wrong.parse::<TieBreak>().is_err(), "{wrong:?} was read");
    }
    assert_eq!(parse_list("PTS, DE,BH/C1,").unwrap().len(), 2);
}

#[test]
fn each_code_stands_at_its_own_place_in_the_table() {
    for (index, definition) in TABLE.iter().enumerate() {
        assert_eq!(definition.code as usize, index, "{}", definition.acronym);
        assert_eq!(definition.acronym.parse::<TieBreak>().unwrap().code(), definition.code);
        assert_eq!(tiger_pairing::tiebreak::definition(definition.code).name, definition.name);
    }
}

/// Every tie-break for individuals in the list of article 5, with its clause, and whether the list marks it for Cut-1.
const ARTICLE_5: [(&str, &str, bool); 20] = [
    ("AOB", "8.2", false),
    ("APPO", "10.5", false),
    ("APRO", "10.4", false),
    ("ARO", "10.1", true),
    ("BH", "8.1", true),
    ("BPG", "7.3", false),
    ("BWG", "7.4", false),
    ("DE", "6", false),
    ("FB", "8.3", true),
    ("KS", "9.2", false),
    ("PS", "7.5", true),
    ("PTP", "10.3", false),
    ("REP", "7.6", false),
    ("RTNG", "10.6", false),
    ("SB", "9.1", true),
    ("STD", "7.7", false),
    ("TPN", "7.8", false),
    ("TPR", "10.2", false),
    ("WIN", "7.1", false),
    ("WON", "7.2", false),
];

#[test]
fn the_table_has_the_individual_tie_breaks_of_article_5_and_none_beside_these_games_own() {
    let mut known: Vec<(&str, &str, bool)> = TABLE
        .iter()
        .filter_map(|line| Some((line.acronym, line.clause?, line.allowed.contains(&Allowed::Cut))))
        .collect();
    known.sort_unstable();
    assert_eq!(known, ARTICLE_5);
    let own: Vec<&str> = TABLE.iter().filter(|line| line.clause.is_none()).map(|line| line.acronym).collect();
    assert_eq!(own, ["GV", "NOM"]);
}

#[test]
fn a_number_prints_its_working() {
    let standings =
        standings(&swiss(5, Edition::March2026, SWISS_5), &parse_list("DE,BH/C1,SB,ARO").unwrap());
    let working =
        |player, column: usize| standings.row(number(player)).unwrap().values[column].working.to_string();
    assert_eq!(
        working(4, 1),
        "sum of R1 #12: 3 [adjusted from 2]; R2 bye: 2.5 [dummy with own 3.5, at most 2.5 for draws throughout] (cut: \
         voluntarily unplayed); R3 #13: 1.5; R4 #3: 3.5; R5 #1: 3.5"
    );
    assert_eq!(
        working(11, 2),
        "sum of R1 #3: 3.5 × 0.5 = 1.75; R2 #16: 3.5 × 0 = 0; R3 #5: 2.5 × 0 = 0; R4 #9: 1.5 × 1 = 1.5 [dummy with own \
         2.5, at most the scheduled opponent's 1.5]; R5 #7: 1.5 × 1 = 1.5"
    );
    assert_eq!(working(9, 3), "rounded average of R1 #1: 2200; R2 #10: 1750");
    assert_eq!(working(2, 0), "not tied");
    assert_eq!(working(16, 0), "place 1 among #1, #3, #4, #16 (not all have met): nothing");
}

#[test]
fn two_meetings_share_one_place_in_a_direct_encounter() {
    // 1 and 2 met twice (1½ to ½), 3 beat 1 and lost to 2: averages ¾ + 0, ¼ + 1, 1 + 0.
    let tournament = tournament(
        Settings::new(System::RoundRobin { cycles: 2 }, 4),
        "2000 | 2w1 2b= 3w0 4b1
         2000 | 1b0 1w= 4w1 3w1
         2000 | 4w1 4b= 1b1 2b0
         2000 | 3b0 3w= 2b0 1w0",
    );
    let standings = standings(&tournament, &parse_list("DE").unwrap());
    let points = |player| standings.row(number(player)).unwrap().values[0].value.unwrap().to_string();
    assert_eq!([1, 2, 3].map(points), ["0.75", "1.25", "1"]);
    assert_eq!(ranks(&standings), "3 1 2 4");
}

#[test]
fn a_leader_is_certain_only_if_no_missing_game_could_catch_him() {
    // Four tied on 2 of 3; 1 beat 2 and 3 and has not met 4, who has met nobody of them: 4 could still win all three.
    let lines = "
        2000 | 2w1 3b1 5w0
        2000 | 1b0 6w1 7b1
        2000 | 6b1 1w0 8w1
        2000 | 7w1 8w1 6b0
        2000 | 8w0 7b= 1b1
        2000 | 3w0 2b0 4w1
        2000 | 4b0 5w= 2w0
        2000 | 5b1 4b0 3b0";
    let ranked = standings(&swiss(3, Edition::March2026, lines), &parse_list("DE").unwrap());
    assert_eq!([1, 2, 3, 4].map(|player| ranked.row(number(player)).unwrap().rank), [1; 4]);
    // With 4 on another score, 1 is ahead of 2 and 3 whatever they do against each other, and those two stay tied.
    let lines = lines.replace("7w1 8w1 6b0", "7w1 8w1 6b1").replace("2b0 4w1", "2b0 4w0");
    let ranked = standings(&swiss(3, Edition::March2026, &lines), &parse_list("DE").unwrap());
    assert_eq!([4, 1, 2, 3].map(|player| ranked.row(number(player)).unwrap().rank), [1, 2, 3, 3]);
    // Where a game can bring twice what an ordinary win does, the winner of 2 against 3 could still come level with 1.
    let mut event = swiss(3, Edition::March2026, &lines);
    event.settings.greatest_win = Some(Points::whole(2));
    let ranked = standings(&event, &parse_list("DE").unwrap());
    assert_eq!([4, 1, 2, 3].map(|player| ranked.row(number(player)).unwrap().rank), [1, 2, 2, 2]);
}

#[test]
fn titles_say_what_the_modifiers_change() {
    for (code, title) in [
        ("BH", "Buchholz"),
        ("BH/C1", "Buchholz, the lowest left out"),
        ("BH/C2", "Buchholz, the 2 lowest left out"),
        ("BH/M1", "Buchholz, the highest and the lowest left out"),
        ("AOB/F", "Average of opponents' Buchholz, by Fore Buchholz"),
    ] {
        let tie_break: TieBreak = code.parse().unwrap();
        assert_eq!(tie_break.title(), title);
    }
}

#[test]
fn greater_victories_and_nominal_points_are_counted_from_the_awards() {
    let mut settings = Settings::new(System::Dutch, 2);
    settings.points = PointTable::new(Points::from_halves(11), Points::whole(1), Points::ZERO);
    let mut event =
        tournament(settings, "2000 | 2w1 3b1 \n 1900 | 1b0 4w1 \n 1800 | 4w1 1w0 \n 1700 | 3b0 2b0");
    let award = |event: &mut Tournament, player, round: usize, award| {
        event.player_mut(number(player)).unwrap().cells[round].award = Some(award);
    };
    let locking_up = Award { points: Points::whole(5), nominal: Points::from_halves(1), grade: 1 };
    let planting = Award { points: Points::whole(3), nominal: Points::ZERO, grade: 0 };
    award(&mut event, 1, 0, locking_up);
    award(&mut event, 1, 1, planting);
    award(&mut event, 2, 1, planting);
    award(&mut event, 3, 0, planting);
    assert_values(
        &event,
        &[
            ("GV", "1 0 0 0"),
            ("NOM", "0.5 0 0 0"),
            ("WON", "2 1 1 0"),
            ("WIN", "2 1 1 0"),
            ("STD", "2 1 1 0"),
        ],
    );
    let points = |event: &Tournament| standings(event, &[]).row(number(1)).unwrap().points.to_string();
    assert_eq!(points(&event), "8.5");
    event.settings.nominal_points_count = false;
    assert_eq!(points(&event), "8");
    assert_values(&event, &[("NOM", "0.5 0 0 0")]);
}

#[test]
fn a_round_being_played_counts_only_what_is_finished() {
    let lines = "2000 | 2w1 3w? \n 1900 | 1b0 4b1 \n 1800 | 4w1 1b? \n 1700 | 3b0 2w0";
    let event = swiss(2, Edition::March2026, lines);
    assert_values(&event, &[("BH", "1 1 0 2"), ("FB", "2 2 2 2"), ("SB", "1 0 0 0"), ("STD", "1 1 1 0")]);
}

#[test]
fn perfect_performance_has_its_two_ends() {
    let event =
        swiss(2, Edition::March2026, "2000 | 2w1 3w1 \n 1900 | 1b0 4w0 \n 1800 | 4b1 1b0 \n 1700 | 3w0 2b1");
    // Two wins: certain only 736 above the stronger opponent. No point: 800 below the weaker. One of two: between
    // the opponents, and as low as the table's steps allow (147 above 1700 is still 0.70, 153 below 2000 still 0.30).
    assert_values(&event, &[("PTP", "2636 900 1847 1847")]);
}
