//! Laws that hold in every situation, tried on games that chance plays.

use proptest::prelude::{ProptestConfig, any, proptest};
use tiger_rules::dance::Situation;
use tiger_rules::{Position as _, Regicide, perft};

use super::slow::Model;
use super::support::{Layout, groups, moves, read, start};

struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }
}

/// Situations in the middle of battles: Dragons, Captains, recruits, Kings near enemy Dragons.
fn laid_out() -> Vec<Situation> {
    [
        Layout::bare('s')
            .with("Cd3 Fd4 Fe4 Mc4 Lh1 fd5 Dc3 dk1 cd9 fd10 oe9 hh5 Sf6")
            .reserve("F1M2O2L1H1f3m3l1s1"),
        Layout::bare('n').with("Di9 kj10 fk10 fj11 dc9 cd9 Lb9 Lc10 Mc8 Hj6 -j6 Hj7 Cg9").reserve("S1o2"),
        Layout::bare('s')
            .with("-a1 -k11 Hc3 Mi3 hc9 mi9 Cb2 cb10 Oc1 og7 Le6 De11 -e11 Da11")
            .reserve("F6M4f6m4d1s1"),
        Layout::bare('n').with("Ki3 di9 cj4 mh3 Fj3 Fi2 Oh2 Sc3 ff6 hc9 lg6").reserve("F3C1f2c1"),
    ]
    .into_iter()
    .map(|layout| layout.build())
    .collect()
}

/// Plays a game by chance, comparing both generators at every ply.
fn compare(start: Situation, seed: u64, plies: usize, with_groups: bool) {
    let mut chance = Chance(seed ^ 0x9E37_79B9_7F4A_7C15);
    let mut now = start;
    let mut slow = Model::read(&now.situation());
    for _ in 0..plies {
        let text = now.situation();
        let mut legal = moves(&now);
        assert_eq!(legal, slow.moves(), "{text}");
        assert_eq!(read(&text), now);
        assert_eq!(legal.is_empty(), now.verdict().is_some(), "{text}");
        if with_groups && now.led_pieces().len() < 5 {
            let listed = groups(&now);
            assert_eq!(listed, slow.groups(), "{text}");
            legal.extend(listed.into_iter().take(legal.len()));
        }
        if legal.is_empty() {
            return;
        }
        let lively: Vec<&String> = legal.iter().filter(|mv| mv.contains(['x', '*', '@', '!'])).collect();
        let mv = if lively.is_empty() || chance.below(3) > 0 {
            legal[chance.below(legal.len())].clone()
        } else {
            lively[chance.below(lively.len())].clone()
        };
        let ply = now.read_move(&mv.to_uppercase()).unwrap_or_else(|error| panic!("{mv}: {error} in {text}"));
        assert_eq!(now.write_move(&ply), mv);
        assert!(now.is_legal(&ply));
        let _ = now.effect(&ply);
        now.play_unchecked(&ply);
        slow = slow.after(&mv);
        assert_eq!(now.situation(), slow.write(), "after {mv} in {text}");
    }
}

#[test]
fn both_generators_agree_on_games_from_the_start() {
    for (seed, regicide) in (1..).zip(Regicide::ALL.iter().chain(Regicide::ALL)) {
        compare(Situation::start(*regicide), seed, 150, false);
    }
}

#[test]
fn both_generators_agree_in_the_middle_of_battles_groups_included() {
    for situation in laid_out() {
        for seed in 1..4 {
            compare(situation.clone(), seed, 8, true);
            compare(situation.clone(), seed, 120, false);
        }
    }
}

#[test]
fn leaf_counts_are_as_recorded() {
    let vectors = include_str!("../../vectors/dance.perft").lines().filter(|line| !line.starts_with('#'));
    let mut situations = 0;
    for line in vectors {
        let mut fields = line.split(" ; ");
        let position = read(fields.next().unwrap());
        for (count, depth) in fields.zip(1..) {
            let expected: u64 = count.split(' ').nth(1).unwrap().parse().unwrap();
            assert_eq!(perft(&position, depth), expected, "{line} at depth {depth}");
        }
        situations += 1;
    }
    assert_eq!(situations, 8);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_readers_panic(text: String, fields in "[A-Ka-k0-9FMOLCDHSX/*@&!x -]{0,80}") {
        for text in [&text, &fields] {
            let _ = Situation::from_situation(text);
            let _ = start().read_move(text);
            let _ = tiger_rules::dance::Board::parse(text);
        }
    }

    #[test]
    fn changed_situations_are_refused_or_played_without_panic(which in 0usize..4, at in 0usize..200, byte in 32u8..127, seed in any::<u64>()) {
        let mut text = laid_out()[which].situation().into_bytes();
        let at = at % text.len();
        text[at] = byte;
        if let Ok(mut now) = Situation::from_situation(&String::from_utf8(text).unwrap()) {
            let mut chance = Chance(seed | 1);
            for _ in 0..30 {
                let legal = now.legal_moves();
                if legal.is_empty() {
                    break;
                }
                now.play_unchecked(&legal[chance.below(legal.len())]);
            }
        }
    }
}
