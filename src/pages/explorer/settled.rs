//! Dice and deployments of a kind of games.

use tiger_rules::{Die, GameKind, Side};

use crate::domain::explorer::{Dice, Posted, Told, dice};

/// The name of an option of a variation.
pub(super) fn option(key: &str) -> &'static str {
    match key {
        "deployment" => "Deployment",
        "tiger" => "TigerVariation",
        "knights" => "Knights",
        "formation" => "Formation",
        _ => "Regicide",
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// How often a number came up.
#[derive(Debug)]
pub(super) struct FaceView {
    pub name: String,
    /// What it decides as the deployment's die.
    pub means: String,
    pub deployment: usize,
    pub tiger: usize,
    pub all: usize,
    /// Empty for too few dice.
    pub share: String,
    pub limits: String,
}

#[derive(Debug)]
pub(super) struct DiceView {
    pub faces: Vec<FaceView>,
    pub doubles: String,
}

impl DiceView {
    pub(super) fn of(told: &[Told<'_>]) -> Option<Self> {
        let dice = dice(told);
        let cast = dice.cast();
        let face = |(number, face): (u8, &crate::domain::explorer::Face)| {
            let share = Dice::share(face.all(), cast);
            let deployment = Die::try_from(number).ok().map(|die| die.deployment().name());
            FaceView {
                name: number.to_string(),
                means: deployment.unwrap_or_default().to_owned(),
                deployment: face.deployment,
                tiger: face.tiger,
                all: face.all(),
                share: share.map(|it| percent(it.share)).unwrap_or_default(),
                limits: share
                    .map(|it| format!("{} to {}", percent(it.low), percent(it.high)))
                    .unwrap_or_default(),
            }
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
        (cast > 0).then(|| Self { faces: (1..).zip(&dice.faces).map(face).collect(), doubles })
    }
}

fn times(count: usize) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}

/// Where something was posted.
#[derive(Debug)]
pub(super) struct PostedView {
    pub place: String,
    pub count: usize,
    pub first: usize,
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
}

impl PostedView {
    /// The places of each side that has any.
    pub(super) fn by_side(kind: GameKind, posted: &[Posted]) -> Vec<(&'static str, Vec<Self>)> {
        let view = |it: &Posted| Self {
            place: it.place.clone(),
            count: it.count,
            first: it.first,
            won: it.tally.won,
            drawn: it.tally.drawn,
            lost: it.tally.lost,
        };
        let of = |side: Side| {
            let own: Vec<_> = posted.iter().filter(|it| it.side == side).map(view).collect();
            (!own.is_empty()).then(|| (kind.side_name(side), own))
        };
        Side::BOTH.into_iter().filter_map(of).collect()
    }
}
