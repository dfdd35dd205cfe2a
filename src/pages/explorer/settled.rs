//! Dice and deployments of a kind of games.

use tiger_event::explorer::{Dice, Face, Share, Told, dice};
use tiger_rules::Die;

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A share and the limits between which it lies; empty for too few.
pub(super) fn with_limits(share: Option<Share>) -> [String; 2] {
    let words = |it: Share| [percent(it.share), format!("{} to {}", percent(it.low), percent(it.high))];
    share.map(words).unwrap_or_default()
}

pub(super) struct FaceView {
    pub number: u8,
    /// What it decides as the deployment's die.
    pub means: &'static str,
    pub face: Face,
    pub share: [String; 2],
}

pub(super) struct DiceView {
    pub faces: Vec<FaceView>,
    pub doubles: String,
}

impl DiceView {
    pub(super) fn of(told: &[Told<'_>]) -> Option<Self> {
        let dice = dice(told);
        let cast = dice.cast();
        let face = |(number, face): (u8, Face)| FaceView {
            number,
            means: Die::try_from(number).map(|die| die.deployment().name()).unwrap_or_default(),
            face,
            share: with_limits(Dice::share(face.all(), cast)),
        };
        let doubles = format!(
            "The two dice were cast {} and came up equal {}{}; fair dice do so in 16.7 % of casts.",
            times(dice.pairs),
            times(dice.doubles),
            Dice::share(dice.doubles, dice.pairs)
                .map(|it| format!(
                    " ({}, 95 % between {} and {})",
                    percent(it.share),
                    percent(it.low),
                    percent(it.high)
                ))
                .unwrap_or_default()
        );
        (cast > 0).then(|| Self { faces: (1..).zip(dice.faces).map(face).collect(), doubles })
    }
}

fn times(count: usize) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}
