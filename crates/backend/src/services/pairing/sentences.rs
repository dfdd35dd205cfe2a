//! What the pairing crate says by numbers, said by names.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tiger_event::points_text::shown_halves;
use tiger_event::text::{self, capital};
use tiger_event::tournament::pairing_number;
use tiger_event::{Entry, EntryId, Event, Points, Refusal, Seat};
use tiger_pairing::PairingNumber;
use tiger_pairing::check::Violation;
use tiger_pairing::dutch::{Float, SideRule};
use tiger_pairing::explain::{BoardReason, Decision, PlayerReason, WhyNot};

use crate::services::standings::entries_by_pairing_number;

/// The players of an event by the numbers under which they are paired.
pub(super) struct Names<'a> {
    event: &'a Event,
    entries: BTreeMap<PairingNumber, &'a Entry>,
}

impl<'a> Names<'a> {
    pub(super) fn of(event: &'a Event) -> Self {
        Self { event, entries: entries_by_pairing_number(event) }
    }

    pub(super) fn id(&self, number: PairingNumber) -> Result<EntryId, Refusal> {
        self.entries.get(&number).map(|entry| entry.id).ok_or(Refusal::NotFound("player"))
    }

    pub(super) fn number(&self, id: EntryId) -> Result<PairingNumber, Refusal> {
        pairing_number(self.event.entry(id)?).ok_or(Refusal::NotFound("player"))
    }

    pub(super) fn name(&self, number: PairingNumber) -> &'a str {
        self.entries.get(&number).map_or("–", |entry| entry.details.name.as_str())
    }

    /// A violation as the end of a sentence that a colon may begin; it names its criterion if it has one.
    pub(super) fn violation(&self, violation: &Violation) -> String {
        let said = match violation {
            Violation::Unpaired { player } => {
                format!("{} has neither an opponent nor a bye", self.name(*player))
            }
            Violation::Twice { player } => format!("{} is paired twice", self.name(*player)),
            Violation::Absent { player } => format!("{} is not paired in this round", self.name(*player)),
            Violation::NeedlessBye { byes: 1 } => {
                "the pairing-allocated bye is only given when the number of players is odd".to_owned()
            }
            Violation::NeedlessBye { byes } => {
                format!("{byes} players have the pairing-allocated bye, but at most one can")
            }
            Violation::MetBefore { one, other, round } => {
                format!("{} and {} met in round {round}", self.name(*one), self.name(*other))
            }
            Violation::Forbidden { one, other } => {
                format!("{} and {} must not meet in this round", self.name(*one), self.name(*other))
            }
            Violation::SecondBye { player, round } => {
                let name = self.name(*player);
                format!("{name} cannot have the bye: round {round} gave points without a game already")
            }
            Violation::SameAbsolute { one, other, side } => {
                let place = place(*side);
                format!("{} and {} must both move {place}", self.name(*one), self.name(*other))
            }
            Violation::AgainstAbsolute { player, side } => {
                format!("{} must not move {} again", self.name(*player), place(*side))
            }
        };
        match violation.criterion() {
            Some(criterion) => format!("{criterion}: {said}"),
            None => said,
        }
    }

    /// What speaks against something, as the end of a sentence.
    pub(super) fn why_not(&self, why_not: &WhyNot) -> String {
        match why_not {
            WhyNot::Never(violation) => self.violation(violation),
            other => other.to_string(),
        }
    }

    /// What the lot for the sides of round 1 said, and whose place it falls to; empty where it decides nothing.
    fn lot(&self, reason: &BoardReason) -> String {
        let (SideRule::InitialSide, Some(lot)) = (reason.sides, self.event.first_side) else {
            return String::new();
        };
        let [first, second] = &reason.players;
        let rank = |player: &PlayerReason| (Reverse(player.score), player.place);
        let higher = if rank(first) < rank(second) { first } else { second };
        let name = self.name(higher.number);
        let (odd, even) = (place(lot), place(lot.other()));
        let parity = if higher.place.is_multiple_of(2) { "even" } else { "odd" };
        let higher = higher.place;
        format!(
            ": by lot an odd place moves {odd}, an even one {even}, and {name} has place {higher} by number among all who play, which is {parity}"
        )
    }

    /// Who floats by a board, as the end of a clause; empty where nobody does.
    fn floats(&self, reason: &BoardReason) -> String {
        let float = |player: &PlayerReason| {
            let way = match player.float? {
                Float::Down => "down",
                Float::Up => "up",
            };
            Some(format!(", {} floats {way}", self.name(player.number)))
        };
        reason.players.iter().filter_map(float).collect()
    }

    /// Why a board is as it is, in sentences.
    pub(super) fn board(&self, reason: &BoardReason) -> String {
        let [first, second] = &reason.players;
        let decision = match &reason.decision {
            Decision::FirstInOrder => {
                "They stand opposite each other, and nothing speaks against it".to_owned()
            }
            Decision::Instead { opponent, because } => {
                format!("Not {} (number {opponent}): {}", self.name(*opponent), self.why_not(because))
            }
        };
        format!(
            "{} is number {}, {} number {}. Paired in the bracket of {}, with the scores {} and {}{}; sides by article {}{}. {decision}.",
            self.name(first.number),
            first.number,
            self.name(second.number),
            second.number,
            shown(reason.bracket),
            score(first),
            score(second),
            self.floats(reason),
            reason.sides.article(),
            self.lot(reason),
        )
    }
}

fn shown(points: Points) -> String {
    shown_halves(points.halves().into())
}

/// A score as it pairs a player; in an accelerated round also what of it is virtual.
fn score(player: &PlayerReason) -> String {
    let PlayerReason { score, virtual_points, .. } = *player;
    match virtual_points {
        Points::ZERO => shown(score),
        _ => format!(
            "{} ({}, and {} virtual)",
            shown(score),
            shown(score - virtual_points),
            shown(virtual_points)
        ),
    }
}

const fn place(side: Seat) -> &'static str {
    match side {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

/// The text with a capital at its head and a full stop at its end.
pub(super) fn sentence(text: &str) -> String {
    text::sentence(&capital(text))
}
