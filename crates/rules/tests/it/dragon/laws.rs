//! Laws that hold in every situation, tried on games that chance plays.

use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};
use tiger_rules::dragon::Situation;
use tiger_rules::{DragonOptions, Formation, Knights, Position as _};

use super::slow::Model;
use super::support::{Board, moves, read};

/// A small generator of chance, so that a failing game is told by its seed alone.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed ^ 0x9E37_79B9_7F4A_7C15)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }

    /// Half the time any move, else one that brings the war on: captures, landings, special moves.
    pub(crate) fn choose<'a>(&mut self, moves: &'a [String]) -> &'a str {
        let lively: Vec<&String> =
            moves.iter().filter(|mv| mv.contains(['x', '=', '*', '^', '@', 'O'])).collect();
        if self.below(2) == 0 || lively.is_empty() {
            &moves[self.below(moves.len())]
        } else {
            lively[self.below(lively.len())]
        }
    }
}

fn opening(seed: u64) -> Situation {
    let knights = Knights::ALL[usize::try_from(seed % 3).unwrap()];
    let formation = if seed.is_multiple_of(2) { Formation::Arrowhead } else { Formation::Trident };
    Situation::start(DragonOptions { knights, formation })
}

/// Plays a game by chance, comparing both generators at every ply; says how many plies it had.
fn compare(start: Situation, seed: u64, plies: usize) -> Result<usize, String> {
    let mut chance = Chance::new(seed);
    let mut now = start;
    let mut slow = Model::read(&now.situation());
    for ply in 0..plies {
        let text = now.situation();
        let (fast, listed) = (moves(&now), slow.moves());
        if fast != listed {
            let only_fast: Vec<_> = fast.iter().filter(|mv| !listed.contains(mv)).collect();
            let only_slow: Vec<_> = listed.iter().filter(|mv| !fast.contains(mv)).collect();
            return Err(format!("ply {ply}: only fast {only_fast:?}, only slow {only_slow:?} in {text}"));
        }
        if fast.is_empty() {
            return Ok(ply);
        }
        let mv = chance.choose(&fast).to_owned();
        let read_move = now.read_move(&mv).map_err(|error| format!("{mv}: {error} in {text}"))?;
        now.play_unchecked(&read_move);
        slow = slow.finish(&mv);
        if now.situation() != slow.write() {
            return Err(format!("after {mv} in {text}:\n{}\n{}", now.situation(), slow.write()));
        }
    }
    Ok(plies)
}

#[test]
fn both_generators_agree_on_games_from_the_start() {
    for seed in 0..4 {
        compare(opening(seed), seed, 60).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
}

#[test]
fn both_generators_agree_on_situations_full_of_special_moves() {
    let found = include_str!("situations.txt").lines().filter(|line| !line.starts_with('#')).map(read);
    for (index, situation) in found.chain(laid_out()).enumerate() {
        for seed in 1..3 {
            compare(situation.clone(), seed, 12)
                .unwrap_or_else(|why| panic!("situation {index}, seed {seed}: {why}"));
        }
    }
}

#[test]
#[ignore = "takes minutes; run it in release mode after changing moves"]
fn both_generators_agree_on_many_long_games() {
    for seed in 0..60 {
        compare(opening(seed), seed, 250).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        for (index, situation) in laid_out().enumerate() {
            compare(situation, seed, 80)
                .unwrap_or_else(|why| panic!("situation {index}, seed {seed}: {why}"));
        }
    }
}

/// Situations close to what games seldom reach: landings, interchanges, exchanges, shields, plantings.
fn laid_out() -> impl Iterator<Item = Situation> {
    let afire = "ice:afire;e0:TPC;jr:alert";
    let both = "ice:afire;e0:TPC;jr:alert;e16:WL;war:1;ga:3;gl:0;lb:alert;wl1:1";
    [
        Board::bare('f').with("C10 gsS=TPC, D9 gsS=DF, G10 rsN=WR, A10 gsE=CB, C1 GSE, I12 RSE, H14 SQN, B14 WS, B14 -, D14 WS").state("ra:3"),
        Board::bare('s').with("C6 rsN=WL, F6 gsN=RCT, H7 rfN.2=PE, G8 gsW=GK, F9 rsW, B3 GSE, D2 GD, H4 AS, I2 CB").state("ra:0"),
        Board::bare('s').with("F6 rsN=RWH, C3 GK, H1 GSE, B6 rsN=CE, A5 DF, G3 WK, C14 AS, I11 RN").state("ra:0"),
        Board::bare('f').with("C14 EF, G14 EF, A13 CE, H15 RCT, C12 RG, I12 GF, D4 RF").state("box:WK1,GK2,RG1,BK0,RK1,RR2").with("D4 -, B4 RF"),
        Board::bare('s').with("C2 TRL, H2 TRL, A3 GSE, I3 RSM, B5 RF, G4 RR, D14 GF").state("box:WK0,GK0,RG0,BK2,RK1,RR1").with("D14 -, I12 GF"),
        Board::bare('f').with("A12 DA, C1 FT, I12 ST, H4 SEP, B4 WD, G12 IM, D13 CW, F3 PD, C9 gsN=GK, G8 rsS=RK").state(afire).state("wiz:free;mag:free"),
        Board::bare('s').with("A12 DA, H14 SQN, C3 RN, I14 AS, E10 rfN.3h, E12 CE").state(afire).state("emp:1;ra:2"),
        Board::bare('f').with("E2 TBW, A13 DA, A4 ESA, I4 RN, C12 JR, G3 PD, G3 -, F3 PD, I12 AS").state(both).state("jr:guard"),
        Board::bare('s').with("E2 TBW, B13 DA, H3 LB, C5 YSA, I5 TRL, G12 ST").state("ice:afire;e0:TPC;jr:alert;yw:afire;war:1;ga:2;gl:0;lb:guard"),
        Board::bare('f').with("A1 WR*, I1 WR*, A15 CE*, I15 CE, D2 GD, F3 GD, D14 WS, E3 PD, E13 CW, E6 gfS.3h, E10 rfN.3h=CE, I15 -").rights("WEw"),
        Board::bare('f').with("E11 TPC, C15 WL, I12 RG, A14 GSD, H13 GNM"),
        Board::bare('s').with("E5 WL, C3 RWH, H5 RF, H1 GSE, C12 EF, D14 GNM, H14 GNM, I12 EF").state("wl1:1").with("D14 -, B14 GNM").with("E1 TPC"),
        Board::bare('f').with("C9 gfE.2=GK, C8 rsN=RK, C7 gsN=WR, E7 rfS.1=BK, G7 gsN=CB, G9 rsN=GNM, I9 gsW=WK, A9 rsE=PE, B2 DF, D5 DF").state("knights:lance"),
        Board::bare('s').with("C9 gfE.2=GK, C8 rsN=RK, C7 gsN=WR, E7 rfS.1=BK, G7 gsN=CB, G9 rsN=GNM, I9 gsW=WK, A9 rsE=PE, B14 GNM, C12 EF").state("knights:pike"),
        Board::bare('f').with("D9 gsS=TPC, E9 gsE, E10 rfN.3h=WL, A10 rsW=RWH, B9 rsE=RK, H9 gsS=BR"),
    ]
    .into_iter()
    .map(|board| board.build())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_listed_move_is_read_back_and_leads_to_a_situation_that_is_accepted(seed: u64) {
        let mut chance = Chance::new(seed);
        let mut now = opening(seed);
        for _ in 0..80 {
            let legal = now.legal_moves();
            let texts = moves(&now);
            let mut distinct = texts.clone();
            distinct.dedup();
            prop_assert_eq!(texts.len(), distinct.len(), "no two moves are written alike");
            prop_assert_eq!(read(&now.situation()), now.clone());
            prop_assert_eq!(now.verdict().is_some_and(|end| end.by != tiger_rules::Ending::FiftyMoves), legal.is_empty());
            for mv in legal.iter().skip(chance.below(5)).step_by(5) {
                let text = now.write_move(mv);
                prop_assert_eq!(now.read_move(&text.to_lowercase()), Ok(*mv), "{}", text);
                prop_assert!(now.is_legal(mv));
                let after = now.after(mv).situation();
                prop_assert_eq!(read(&after).situation(), after);
            }
            if legal.is_empty() {
                break;
            }
            let mv = now.read_move(chance.choose(&texts)).unwrap();
            now.play_unchecked(&mv);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_readers_panic(text: String, fields in "[A-Za-z0-9,#/=*!.;:~ -]{0,200}") {
        for text in [&text, &fields] {
            let _ = Situation::from_situation(text);
            let _ = super::support::start().read_move(text);
        }
    }

    #[test]
    fn changed_situations_are_refused_or_played_without_panic(which in 0usize..15, at in 0usize..700, byte in 32u8..127, seed: u64) {
        let mut text = laid_out().nth(which).unwrap().situation().into_bytes();
        let at = at % text.len();
        text[at] = byte;
        if let Ok(situation) = Situation::from_situation(&String::from_utf8(text).unwrap()) {
            let mut now = situation;
            let mut chance = Chance::new(seed);
            for _ in 0..20 {
                let legal = now.legal_moves();
                if legal.is_empty() { break; }
                now.play_unchecked(&legal[chance.below(legal.len())]);
                let _ = now.verdict();
            }
        }
    }
}
