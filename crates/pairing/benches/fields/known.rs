//! The fields that took longest so far, and those whose slowness was reported.

use super::{Barred, History, NEVER, Recipe, Results, USUAL};

const WHITE: Results = Results { first: 1, ..NEVER };
const BLACK: Results = Results { second: 1, ..NEVER };
const DRAWS: Results = Results { draw: 1, ..NEVER };
const WHITE_OR_DRAWN: Results = Results { first: 30, draw: 30, favourite: 18, ..NEVER };
const FAVOURITES: Results = Results { favourite: 1, ..NEVER };

const fn plain(round: u32, results: Results) -> Recipe {
    Recipe::plain(999, round, results)
}

/// The fields, each with a name.
pub(crate) const KNOWN: [(&str, Recipe); 21] = [
    ("white always won, round 5", plain(5, WHITE)),
    ("black always won, round 7", plain(7, BLACK)),
    ("black always won, round 11", plain(11, BLACK)),
    ("favourites won, round 6", plain(6, FAVOURITES)),
    ("all drawn, round 4", plain(4, DRAWS)),
    ("usual results, round 5", plain(5, USUAL)),
    ("usual results, round 11", plain(11, USUAL)),
    ("two barred halves, round 1", Recipe { barred: Barred::Stretches(2), ..plain(1, USUAL) }),
    ("two barred halves, round 4", Recipe { barred: Barred::Stretches(2), ..plain(4, USUAL) }),
    ("odd and even barred, round 1", Recipe { barred: Barred::Residues(2), ..plain(1, USUAL) }),
    ("odd and even barred, round 4", Recipe { barred: Barred::Residues(2), ..plain(4, USUAL) }),
    ("upper half barred, all drawn, round 3", Recipe { barred: Barred::Top(49), ..plain(3, DRAWS) }),
    ("always the same side, round 6", Recipe { history: History::OneSided, ..plain(6, USUAL) }),
    (
        "always the same side, last round",
        Recipe { rounds: 6, history: History::OneSided, away: 27, ..plain(6, WHITE_OR_DRAWN) },
    ),
    (
        "neighbours met, last round",
        Recipe { history: History::Neighbours, seed: 599_143, ..plain(11, WHITE_OR_DRAWN) },
    ),
    ("9,000 players, round 3", Recipe { players: 9000, ..plain(3, USUAL) }),
    ("any history, white won, round 9", Recipe { history: History::Chance, away: 10, ..plain(9, WHITE) }),
    (
        "neighbours met, black won, round 4",
        Recipe { history: History::Neighbours, away: 5, ..plain(4, BLACK) },
    ),
    (
        "same sides, forfeits, upper part barred, round 6 of 6",
        Recipe {
            players: 997,
            rounds: 6,
            history: History::OneSided,
            away: 8,
            barred: Barred::Top(44),
            seed: 436_549,
            ..plain(6, Results { first: 30, draw: 2, favourite: 13, forfeit: 17, ..NEVER })
        },
    ),
    (
        "same sides, forfeits, upper part barred, round 11 of 11",
        Recipe {
            history: History::OneSided,
            away: 12,
            barred: Barred::Top(43),
            ..plain(11, Results { first: 30, favourite: 17, outsider: 9, forfeit: 17, ..NEVER })
        },
    ),
    ("9,000 players, round 5", Recipe { players: 9000, ..plain(5, USUAL) }),
];
