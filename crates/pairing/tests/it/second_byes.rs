//! States in which bbpPairings 6.0.0 gives somebody a second bye, against C2; published with the fuzzer Ainalrami as seeds
//! of it. Its author's engine and another one, Gacrux, pair them as they are paired here.

use tiger_pairing::check::judge_rounds;
use tiger_pairing::{DraftRound, Tournament, dutch, trf};

const TEN_IN_ROUND_7: &str = "\
142 9
152 W
001    1      P1                                1387                             2.5    1     6 w 0    10 b =  0000 - U  0000 - H     7 w 0  0000 - H
001    2      P2                                2384                             2.0    2     7 b =     5 w 0    10 w 0  0000 - Z     3 b =  0000 - U
001    3      P3                                2542                             1.5    3     8 w 0  0000 - U     5 b 0  0000 - Z     2 w =     6 b 0
001    4      P4                                2376                             3.5    4     9 b 1  0000 - Z     7 w 1  0000 - H     5 b =     8 w 0  0000 - H
001    5      P5                                1060                             4.5    5    10 w =     2 b 1     3 w 1     8 b 1     4 w =     9 b =
001    6      P6                                2277                             3.5    6     1 b 1     8 w 0  0000 - Z    10 b 1  0000 - Z     3 w 1  0000 - H
001    7      P7                                1512                             3.0    7     2 w =  0000 - H     4 b 0     9 w 0     1 b 1    10 b 1
001    8      P8                                1146                             4.0    8     3 b 1     6 b 1  0000 - H     5 w 0  0000 - H     4 b 1
001    9      P9                                2558                             3.5    9     4 w 0  0000 - H  0000 - H     7 b 1    10 w 1     5 w =
001   10      P10                               2271                             2.5   10     5 b =     1 w =     2 b 1     6 w 0     9 b 0     7 w 0  0000 - H
";

const NINE_IN_ROUND_8: &str = "\
142 9
152 W
001    1      P1                                1373                             3.5    1     7 w 0     8 b =  0000 - Z     4 b =  0000 - U     3 w 1     5 w =
001    2      P2                                2268                             4.0    2     3 b 0     6 w 0  0000 - U     5 b 1     8 w 1     7 b 0     9 w 1
001    3      P3                                2773                             3.5    3     2 w 1     9 b 1     7 w =     6 b =     5 w 0     1 b 0     4 w 0  0000 - H
001    4      P4                                1305                             3.5    4     6 b =     7 b =  0000 - Z     1 w =  0000 - H     9 w =     3 b 1
001    5      P5                                2080                             3.5    5     8 w 0  0000 - U     9 b 1     2 w 0     3 b 1     6 w 0     1 b =  0000 - Z
001    6      P6                                2326                             5.0    6     4 w =     2 b 1     8 w 1     3 w =     9 b 1     5 b 1  0000 - Z
001    7      P7                                2562                             4.5    7     1 b 1     4 w =     3 b =  0000 - H  0000 - Z     2 w 1     8 b 1
001    8      P8                                2506                             2.5    8     5 b 1     1 w =     6 b 0     9 w 0     2 b 0  0000 - U     7 w 0
001    9      P9                                2108                             2.5    9  0000 - U     3 w 0     5 w 0     8 b 1     6 w 0     4 b =     2 b 0
XXA    1  0.0  1.0  0.0  0.0  0.5  1.0  0.5  0.0  1.0
XXA    2  1.0  1.0  0.5  0.5  0.5  0.0  0.0  0.5  1.0
XXA    3  1.0  0.0  0.5  1.0  0.0  0.0  0.5  1.0  0.0
XXA    4  1.0  0.0  0.0  0.0  1.0  0.0  1.0  0.5  1.0
XXA    5  0.0  0.0  0.0  0.0  0.5  0.0  1.0  0.5  0.0
XXA    6  0.5  0.5  0.0  1.0  0.5  1.0  0.0  1.0  0.0
XXA    7  0.0  0.0  1.0  0.5  0.0  0.0  0.0  0.5  0.0
XXA    8  0.0  0.0  0.0  1.0  1.0  0.5  0.0  0.0  0.0
XXA    9  0.0  0.0  0.0  0.5  1.0  0.5  0.0  0.5  1.0
";

const TEN_IN_ROUND_9: &str = "\
142 9
152 W
001    1      P1                                1000                             5.5    1     5 w 1     3 b 1     7 w 0  0000 - H     8 b 1  0000 - Z     9 w 1    10 b 1
001    2      P2                                1439                             3.5    2     7 b =     9 w 1  0000 - Z     8 b 0     6 w 0  0000 - U     4 w =  0000 - H
001    3      P3                                2787                             4.0    3     8 w 1     1 w 0  0000 - H    10 b 1     9 b 0     6 w 1  0000 - H     4 b 0
001    4      P4                                1184                             2.5    4     9 b 0     7 w 0     5 b 0  0000 - U    10 w 0     8 w 0     2 b =     3 w 1
001    5      P5                                2074                             2.0    5     1 b 0     6 w 0     4 w 1  0000 - Z  0000 - U  0000 - Z  0000 - Z     9 b 0
001    6      P6                                1314                             4.0    6  0000 - Z     5 b 1     8 w =     9 w =     2 b 1     3 b 0     7 w 0  0000 - H  0000 - H
001    7      P7                                2579                             5.0    7     2 w =     4 b 1     1 b 1  0000 - H  0000 - Z     9 w =     6 b 1     8 b =
001    8      P8                                1281                             5.0    8     3 b 0  0000 - H     6 b =     2 w 1     1 w 0     4 b 1    10 b 1     7 w =  0000 - H
001    9      P9                                2640                             4.5    9     4 w 1     2 b 0    10 w =     6 b =     3 w 1     7 b =     1 b 0     5 w 1  0000 - Z
001   10      P10                               1681                             3.0   10  0000 - U  0000 - Z     9 b =     3 w 0     4 b 1  0000 - H     8 w 0     1 w 0
";

fn paired(text: &str) -> (Tournament, DraftRound) {
    let tournament = trf::read(text).unwrap().tournament;
    let draft = dutch::draft_round(&tournament, tournament.next_round()).unwrap();
    (tournament, draft)
}

#[test]
fn nobody_gets_a_second_bye_where_another_engine_gives_one() {
    let expected: [(&str, &[[u32; 2]]); 3] = [
        (TEN_IN_ROUND_7, &[[5, 1], [8, 2], [3, 9], [7, 0]]),
        (NINE_IN_ROUND_8, &[[9, 7], [2, 1], [4, 8], [6, 0]]),
        (TEN_IN_ROUND_9, &[[1, 4], [7, 10], [5, 2], [3, 0]]),
    ];
    for (text, pairs) in expected {
        let (tournament, draft) = paired(text);
        let boards = draft.boards.iter().map(|board| [board.first.get(), board.second.get()]);
        let byes = draft.byes.iter().map(|bye| [bye.player.get(), 0]);
        assert_eq!(boards.chain(byes).collect::<Vec<_>>(), pairs);
        assert!(judge_rounds(&tournament).unwrap().iter().all(tiger_pairing::check::Judgement::is_right));
    }
}
