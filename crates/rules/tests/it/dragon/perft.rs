//! Leaf counts kept as data.

use tiger_rules::{perft, perft_played};

use super::slow::Model;
use super::support::read;

/// The situations of the vector file with their counts by depth.
fn vectors() -> impl Iterator<Item = (&'static str, Vec<u64>)> {
    let lines = include_str!("../../vectors/dragon.perft").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut fields = line.split(" ; ");
        let situation = fields.next().unwrap();
        let counts = fields.map(|field| field.split(' ').nth(1).unwrap().parse().unwrap());
        (situation, counts.collect())
    })
}

#[test]
fn leaf_counts_are_as_recorded() {
    for (situation, counts) in vectors() {
        let position = read(situation);
        for (expected, depth) in counts.into_iter().zip(1..3) {
            assert_eq!(perft(&position, depth), expected, "{situation} at depth {depth}");
        }
        assert_eq!(perft_played(&position, 1), perft(&position, 1));
    }
}

#[test]
#[ignore = "takes minutes; run it in release mode after changing moves"]
fn leaf_counts_agree_with_the_slow_generator() {
    for (situation, counts) in vectors() {
        let model = Model::read(situation);
        let moves = model.moves();
        assert_eq!(moves.len() as u64, counts[0], "{situation} at depth 1");
        let leaves: usize = moves.iter().map(|mv| model.finish(mv).moves().len()).sum();
        assert_eq!(leaves as u64, counts[1], "{situation} at depth 2");
        assert_eq!(perft(&read(situation), 3), counts[2], "{situation} at depth 3");
    }
}
