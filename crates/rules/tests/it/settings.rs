//! What is settled before and after a game: choice of the variation, endings, game points, clock settings.

use tiger_rules::{
    Answer, Awards, Cast, Choice, ClockSettings, Deployment, Die, DragonOptions, Ending, EventTable,
    Formation, GameKind, GamePoints, InLieu, Knights, Outcome, PointsTable, Question, Regicide, ScoringFacts,
    Side, Step, TigerDice, TigerOptions, Variation, award, scoring_table,
};

fn die(number: u8) -> Die {
    Die::try_from(number).unwrap()
}

fn chosen(game: GameKind, answers: &[Answer]) -> Variation {
    match Choice::replay(game, answers.iter().copied()).unwrap().next() {
        Step::Chosen(variation) => variation,
        due => panic!("still due: {due:?}"),
    }
}

fn tiger(deployment: Deployment, tiger: bool) -> Variation {
    Variation::TigerChess(TigerOptions { deployment, tiger })
}

#[test]
fn agreeing_on_open_still_casts_two_dice() {
    let mut choice = Choice::new(GameKind::TigerChess);
    assert_eq!(choice.next(), Step::Ask(Question::AgreeOnOpen));
    choice.answer(Answer::Agreed(true)).unwrap();
    assert_eq!(choice.next(), Step::Cast(Cast::Tiger));
    choice.answer(Answer::TwoDice([die(2), die(5)])).unwrap();
    assert_eq!(choice.next(), Step::Chosen(tiger(Deployment::Open, false)));
    assert_eq!(choice.tiger_dice().unwrap().to_string(), "-; 2 5");
}

#[test]
fn one_die_selects_the_deployment_and_a_double_the_tigervariation() {
    use Deployment::{Countdown, Dragon, Symmetrical};
    for (number, deployment) in
        [(1, Symmetrical), (2, Countdown), (3, Dragon), (4, Countdown), (5, Dragon), (6, Countdown)]
    {
        for (two, is_tiger) in [([3, 3], true), ([3, 4], false)] {
            let two = Answer::TwoDice(two.map(die));
            let answers = [Answer::Agreed(false), Answer::OneDie(die(number)), two];
            assert_eq!(chosen(GameKind::TigerChess, &answers), tiger(deployment, is_tiger));
        }
    }
}

#[test]
fn what_is_not_due_is_refused() {
    let mut choice = Choice::new(GameKind::TigerChess);
    let error = choice.answer(Answer::OneDie(die(4))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "one die came, but what is due is whether both agree on the Open variation"
    );
    choice.answer(Answer::Agreed(false)).unwrap();
    assert!(choice.answer(Answer::TwoDice([die(1), die(1)])).is_err());
    choice.answer(Answer::OneDie(die(1))).unwrap();
    choice.answer(Answer::TwoDice([die(1), die(1)])).unwrap();
    assert!(choice.answer(Answer::TwoDice([die(1), die(1)])).is_err(), "nothing is cast twice");
    assert!(Choice::new(GameKind::LancerChess).answer(Answer::Agreed(true)).is_err());
}

#[test]
fn dragons_knights_are_swords_unless_both_ask_for_the_same() {
    for &south in Knights::ALL {
        for &north in Knights::ALL {
            let answers = [Answer::Knights(south), Answer::Knights(north), Answer::Agreed(true)];
            let knights = if south == north { south } else { Knights::Sword };
            let expected = DragonOptions { knights, formation: Formation::Trident };
            assert_eq!(chosen(GameKind::Dragon, &answers), Variation::Dragon(expected));
        }
    }
    assert_eq!(
        Variation::standard(GameKind::Dragon).first_mover(),
        Side::South,
        "Storm moves first in Arrowhead"
    );
    let trident = DragonOptions { formation: Formation::Trident, ..DragonOptions::default() };
    assert_eq!(Variation::Dragon(trident).first_mover(), Side::North, "Forest moves first in Trident");
}

#[test]
fn regicide_is_agreed_for_each_side() {
    for (south, north, regicide) in [
        (false, false, Regicide::None),
        (true, false, Regicide::First),
        (false, true, Regicide::Second),
        (true, true, Regicide::Both),
    ] {
        let variation = chosen(GameKind::Dance, &[Answer::Agreed(south), Answer::Agreed(north)]);
        assert_eq!(variation, Variation::Dance { regicide });
        assert_eq!((regicide.of(Side::South), regicide.of(Side::North)), (south, north));
    }
}

#[test]
fn dice_tags_read_and_print() {
    for text in ["4; 2 5", "-; 6 6", "1; 1 1"] {
        assert_eq!(text.parse::<TigerDice>().unwrap().to_string(), text);
    }
    for text in ["", "4", "4;2", "0; 1 2", "7; 1 2", "4; 2 5 1", "4, 2 5", "--; 1 2", "4; 1 2; 3"] {
        assert!(text.parse::<TigerDice>().is_err(), "{text}");
    }
}

#[test]
fn every_ending_reads_back() {
    for ending in Ending::ALL {
        assert_eq!(ending.name().parse::<Ending>().unwrap(), ending);
    }
    assert_eq!("mate".parse(), Ok(Ending::Checkmate), "people say it for checkmate");
    for nonsense in ["", "mat", "checkmates", "concession (mate)", "fortresses"] {
        assert!(nonsense.parse::<Ending>().is_err(), "{nonsense}");
    }
}

fn texts(awards: Awards) -> (String, String) {
    let text = |side: Side| awards[side].map_or("?".to_owned(), GamePoints::decimal);
    (text(Side::South), text(Side::North))
}

fn points(variation: Variation, bearer_captured: bool, outcome: Outcome) -> (String, String) {
    let facts = ScoringFacts { winner_bearer_captured: bearer_captured, ..ScoringFacts::of(variation) };
    texts(award(&facts, outcome))
}

fn pair(south: &str, north: &str) -> (String, String) {
    (south.to_owned(), north.to_owned())
}

#[test]
fn tigerchess_scores_by_its_table() {
    use Ending::{Agreement, Checkmate, Concession, Disqualification, Occupation, Stalemate, Time};
    let standard = tiger(Deployment::Open, false);
    let tiger = tiger(Deployment::Open, true);
    let won = |by| Outcome::won(Side::South, by);
    for by in [Checkmate, Concession(None), Time] {
        assert_eq!(points(standard, false, won(by)), pair("3", "0"));
    }
    assert_eq!(points(standard, false, Outcome::drawn(Stalemate)), pair("1", "1"));
    assert_eq!(points(tiger, false, won(Occupation)), pair("6", "0"));
    assert_eq!(points(tiger, false, won(Checkmate)), pair("3", "0"));
    for by in [Concession(None), Time] {
        assert_eq!(points(tiger, false, won(by)), pair("6", "0"));
        assert_eq!(points(tiger, true, won(by)), pair("3", "0"));
    }
    assert_eq!(points(tiger, false, Outcome::won(Side::North, Agreement)), pair("0", "3"));
    assert_eq!(points(tiger, false, Outcome::drawn(Agreement)), pair("0", "0"));
    assert_eq!(points(standard, false, won(Disqualification)), pair("?", "0"));
    assert_eq!(scoring_table(tiger)[0].points, GamePoints::whole(6));
}

#[test]
fn dragon_scores_by_its_table_with_the_nominal_half_apart() {
    let dragon = Variation::standard(GameKind::Dragon);
    let won = |by| award(&ScoringFacts::of(dragon), Outcome::won(Side::North, by)).north.unwrap();
    assert_eq!(won(Ending::LockingUp).to_string(), "5 + 1/2");
    assert_eq!(won(Ending::LockingUp).decimal(), "5.5");
    assert_eq!(won(Ending::DirectCapture).decimal(), "5");
    assert_eq!(won(Ending::Planting).decimal(), "3");
    assert_eq!(won(Ending::Concession(Some(InLieu::LockingUp))).to_string(), "5 + 1/2");
    assert_eq!(won(Ending::Concession(Some(InLieu::DirectCapture))).to_string(), "5");
    assert_eq!(won(Ending::Concession(Some(InLieu::Planting))).to_string(), "3");
    assert_eq!(won(Ending::Time).to_string(), "5 + 1/2");
    let agreed = ScoringFacts { planting_inevitable: true, ..ScoringFacts::of(dragon) };
    assert_eq!(award(&agreed, Outcome::won(Side::North, Ending::Time)).north.unwrap().decimal(), "3");
    assert_eq!(points(dragon, false, Outcome::drawn(Ending::Stalemate)), pair("1", "1"));
    let total: GamePoints =
        [won(Ending::LockingUp), won(Ending::LockingUp), won(Ending::Planting)].into_iter().sum();
    assert_eq!((total.to_string(), total.decimal()), ("13 + 1".to_owned(), "14".to_owned()));
}

#[test]
fn an_event_may_score_by_its_own_table() {
    let table = PointsTable::Event(EventTable {
        win: GamePoints::whole(1),
        draw: GamePoints::from_halves(1),
        loss: GamePoints::ZERO,
    });
    let facts = ScoringFacts::of(Variation::LancerChess);
    assert_eq!(texts(table.award(&facts, Outcome::drawn(Ending::Agreement))), pair("0.5", "0.5"));
    assert_eq!(
        texts(table.award(&facts, Outcome::won(Side::South, Ending::Disqualification))),
        pair("?", "0")
    );
    assert_eq!(texts(PointsTable::Game.award(&facts, Outcome::drawn(Ending::Agreement))), pair("1", "1"));
}

#[test]
fn an_outcome_must_fit_the_variation() {
    let won = |by| Outcome::won(Side::South, by);
    let (plain, tiger) = (tiger(Deployment::Dragon, false), tiger(Deployment::Dragon, true));
    assert!(!won(Ending::Occupation).is_possible_in(plain));
    assert!(won(Ending::Occupation).is_possible_in(tiger));
    assert!(!won(Ending::Agreement).is_possible_in(plain));
    assert!(won(Ending::Agreement).is_possible_in(tiger));
    assert!(!won(Ending::Stalemate).is_possible_in(plain));
    assert!(!Outcome::drawn(Ending::Checkmate).is_possible_in(plain));
    assert!(!won(Ending::Concession(None)).is_possible_in(Variation::standard(GameKind::Dragon)));
    assert!(!won(Ending::LockingUp).is_possible_in(Variation::LancerChess));
}

#[test]
fn clock_settings_read_print_and_double() {
    for text in
        ["triple 30m+150m+1m", "double 120m+1m", "tiger 100m+2m/100+120m", "fischer 90m+30s", "countdown 45s"]
    {
        assert_eq!(text.parse::<ClockSettings>().unwrap().to_string(), text);
    }
    assert_eq!("triple 30m+150m+60s".parse::<ClockSettings>().unwrap(), ClockSettings::TIGERCHESS);
    assert_eq!("tiger 100m+2m/100+2h".parse::<ClockSettings>().unwrap(), ClockSettings::DRAGON);
    let doubled = ClockSettings::TIGERCHESS.for_game(tiger(Deployment::Open, true));
    assert_eq!(doubled.to_string(), "triple 60m+300m+2m");
    assert_eq!(ClockSettings::TIGERCHESS.for_game(tiger(Deployment::Open, false)), ClockSettings::TIGERCHESS);
    assert_eq!(ClockSettings::DRAGON.doubled().to_string(), "tiger 200m+4m/100+240m");
    for text in [
        "",
        "fischer",
        "fischer 90",
        "fischer 90m",
        "countdown -1m",
        "triple 1m+1m",
        "tiger 1m+1m+1m",
        "x 1m",
        "countdown 999999999h",
        "countdown é",
        "tiger 1m+1m/0+1m",
    ] {
        assert!(text.parse::<ClockSettings>().is_err(), "{text}");
    }
}

#[test]
fn variations_come_from_options_and_from_tags() {
    let variation = Variation::standard(GameKind::TigerChess)
        .with_option("deployment", "countdown")
        .and_then(|variation| variation.with_option("tiger", "yes"))
        .unwrap();
    assert_eq!(variation.title(), "TigerCountdown");
    let tags = variation.tags();
    assert_eq!(tags, [("Deployment", "Countdown"), ("TigerVariation", "Yes")]);
    let find = |name: &str| tags.iter().find(|(tag, _)| *tag == name).map(|&(_, value)| value);
    assert_eq!(Variation::from_tags(GameKind::TigerChess, find).unwrap(), variation);
    let missing = Variation::from_tags(GameKind::Dragon, |_| None).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "the tag `Knights` is missing: put a line such as [Knights \"Sword\"] before the moves"
    );
    let unknown = variation.with_option("knights", "lance").unwrap_err();
    assert_eq!(unknown.to_string(), "TigerChess has no option `knights`: its options are deployment, tiger");
}

#[test]
fn every_line_of_a_table_is_reached_by_some_ending_and_stands_in_it_once() {
    for variation in [
        Variation::LancerChess,
        tiger(Deployment::Open, false),
        tiger(Deployment::Open, true),
        Variation::Dragon(DragonOptions::default()),
        Variation::standard(GameKind::Dance),
    ] {
        let mut reached = Vec::new();
        for by in Ending::ALL {
            for (winner, flag) in [(Some(Side::South), false), (Some(Side::South), true), (None, false)] {
                let facts = ScoringFacts {
                    variation,
                    winner_bearer_captured: flag && variation.is_tiger(),
                    planting_inevitable: flag && variation.game() == GameKind::Dragon,
                };
                let outcome = Outcome { winner, by };
                let line = tiger_rules::scoring_line(&facts, outcome);
                reached.extend(line.filter(|_| outcome.is_possible_in(variation)).map(|line| line.key));
            }
        }
        reached.sort();
        reached.dedup();
        let mut keys: Vec<_> = scoring_table(variation).iter().map(|line| line.key).collect();
        keys.sort();
        assert_eq!(keys, reached, "{variation:?}");
    }
}

#[test]
fn every_award_by_the_table_names_its_line() {
    use tiger_rules::{scoring_clause, scoring_line};
    let variations = [
        Variation::LancerChess,
        tiger(Deployment::Open, false),
        tiger(Deployment::Countdown, true),
        Variation::Dragon(DragonOptions::default()),
        Variation::standard(GameKind::Dance),
    ];
    for variation in variations {
        for by in Ending::ALL {
            for winner in [Some(Side::South), Some(Side::North), None] {
                let outcome = Outcome { winner, by };
                if !outcome.is_possible_in(variation) {
                    continue;
                }
                for flag in [false, true] {
                    let facts = ScoringFacts {
                        variation,
                        winner_bearer_captured: flag && variation.is_tiger(),
                        planting_inevitable: flag && variation.game() == GameKind::Dragon,
                    };
                    let line = scoring_line(&facts, outcome);
                    let given = award(&facts, outcome)[winner.unwrap_or(Side::South)];
                    let is_silent = matches!(by, Ending::Arbiter | Ending::Disqualification)
                        || winner.is_none() && matches!(by, Ending::Time | Ending::Forfeit);
                    assert_eq!(line.is_none(), is_silent, "{variation:?} {outcome:?}");
                    assert!(
                        is_silent || scoring_clause(&facts, outcome).is_some(),
                        "{variation:?} {outcome:?}"
                    );
                    assert!(
                        line.is_none() || line.map(|line| line.points) == given,
                        "{facts:?} {outcome:?} {line:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_most_of_a_game_is_that_of_its_best_line() {
    let most = |game| PointsTable::Game.greatest_win(game).decimal();
    let games = [GameKind::LancerChess, GameKind::TigerChess, GameKind::Dragon, GameKind::Dance];
    assert_eq!(games.map(most), ["3", "6", "5.5", "3"]);
}
