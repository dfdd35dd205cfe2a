//! What the room shows of stage and steps.

use chrono::{DateTime, Utc};
use tiger_rules::{GameKind, Variation};

use super::offers::OFFERS;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::protocol::{
    ClaimKind, ClaimState, Claimed, IncidentKind, OfferState, Offered, Phase, Protocol,
};
use crate::domain::result::{Seat, army, seat_index};
use crate::domain::round::RoundState;
use crate::domain::stage::{Due, Stage, Stretch};
use crate::domain::text::capital;
use crate::handlers::room::Room;
use crate::ledger::{offer_words, step_words};
use crate::pages::form::Choice;
use crate::pages::parts::{Step, StepState};
use crate::pages::rounds::local;
use crate::pages::steps::{
    Circumstance, DueView, HappenedView, LastView, SeerView, StepsView, WaitingAct, WaitingView,
};
use crate::services::evidence::Known;

/// The stage and the steps, with what the moves on file show.
pub(in crate::handlers::room) fn steps(room: &Room<'_>, known: Option<&Known>) -> StepsView {
    let event = &*room.access.event;
    let (game, kind) = (room.game, event.settings.game);
    let scene = Scene { room, event, game, kind, variation: game.variation(kind), known };
    let stage = game.stage(kind, known.map(|known| &known.reached.position));
    let is_open = game.adjourned.is_some()
        || event.round(game.round).is_ok_and(|round| round.state == RoundState::Published);
    let is_arbiter = room.access.role.is_arbiter();
    let can_speak = is_open && (is_arbiter || room.seat.is_some());
    let offers = if can_speak { scene.offers() } else { Vec::new() };
    let is_under_way = is_open && stage.has_begun() && stage != Stage::Over;
    StepsView {
        stepper: scene.stepper(stage),
        due: scene.due(stage, is_open),
        waiting: scene.waiting(is_open),
        happened: scene.happened(),
        last: scene.last(is_open && is_arbiter),
        seers: scene.seers(is_under_way && can_speak),
        can_offer: !offers.is_empty() && (is_arbiter || event.settings.players_report),
        offers,
        claims: scene.claims(),
        incidents: IncidentKind::ALL.map(|kind| Choice::new(kind.key(), kind.title())).to_vec(),
        players: scene.players(),
        players_or_none: with(scene.players(), "-", "Both or nobody"),
        offenders: with(scene.players(), "-", "Both players"),
        phases: scene.phases(stage),
        circumstance: match scene.variation {
            Some(variation) if variation.is_tiger() => Circumstance::Bearer,
            Some(Variation::Dragon(_)) => Circumstance::Planting,
            _ => Circumstance::None,
        },
        can_engage: is_open
            && is_arbiter
            && matches!(game.stage(kind, None), Stage::Deployment(_))
            && is_under_way,
        is_under_way,
        can_speak,
        comes_first: stage.has_begun(),
        article_hint: match kind {
            GameKind::Dragon => "Such as rule 28 for touch-move.",
            GameKind::LancerChess | GameKind::TigerChess => "Such as rule 10 for touch-move.",
            GameKind::Dance => "The rule that it rests on.",
        },
        known: scene.known_words(),
    }
}

fn with(mut choices: Vec<Choice>, value: &str, label: &str) -> Vec<Choice> {
    choices.push(Choice::new(value, label));
    choices
}

struct Scene<'a> {
    room: &'a Room<'a>,
    event: &'a Event,
    game: &'a Game,
    kind: GameKind,
    variation: Option<Variation>,
    known: Option<&'a Known>,
}

impl Scene<'_> {
    fn name(&self, player: usize) -> &str {
        self.game.players().get(player).map_or("–", |entry| self.event.name_of(*entry))
    }

    fn at(&self, at: DateTime<Utc>) -> String {
        local(self.event, at)
    }

    /// `Moor (Bengal)`, as far as the army is settled.
    fn commander(&self, seat: Seat) -> String {
        let name = self.name(seat_index(seat));
        match self.variation {
            Some(variation) if self.kind != GameKind::Dance => {
                format!("{name} ({})", self.kind.side_name(army(variation, seat)))
            }
            _ => name.to_owned(),
        }
    }

    fn stepper(&self, stage: Stage) -> Vec<Step> {
        let here = stage.stretch(self.variation);
        let state = |stretch: Stretch| match stretch.cmp(&here) {
            std::cmp::Ordering::Less => StepState::Done,
            std::cmp::Ordering::Equal if stretch == Stretch::Over => StepState::Done,
            std::cmp::Ordering::Equal => StepState::Here,
            std::cmp::Ordering::Greater => StepState::Ahead,
        };
        Stretch::all(self.kind, self.variation)
            .into_iter()
            .map(|stretch| Step { label: stretch.title().to_owned(), href: None, state: state(stretch) })
            .collect()
    }

    fn due(&self, stage: Stage, is_open: bool) -> DueView {
        let due = |who: &str, what: String, href: &str, action: &'static str| DueView {
            who: who.to_owned(),
            what,
            href: href.to_owned(),
            action,
        };
        if let Some(reason) = &self.game.adjourned {
            return due("Adjourned:", format!("{reason}"), "", "");
        }
        if !is_open && stage != Stage::Over {
            return due("Nobody", "can do anything: the round is closed.".to_owned(), "", "");
        }
        match stage {
            Stage::Question(_) => {
                due("The arbiter", "asks both players.".to_owned(), "#choice", "To the question")
            }
            Stage::Dice { is_committed: true, .. } => {
                let what = "casts; the players may add a word each before.".to_owned();
                due("The arbiter", what, "#choice", "To the dice")
            }
            Stage::Dice { purpose, .. } => {
                let what = format!("casts for the {}.", crate::domain::dice::purpose_title(purpose));
                due("The arbiter", what, "#choice", "To the dice")
            }
            Stage::Deployment(posting) => self.posting(posting),
            Stage::Engagement { turn: Some(seat) } => {
                due(&self.commander(seat), "is to move, by the moves on file.".to_owned(), "", "")
            }
            Stage::Engagement { turn: None } => {
                due("Both players", "move in turn; claims and offers are below.".to_owned(), "", "")
            }
            Stage::Over => due("Nobody:", "the game is over.".to_owned(), "", ""),
        }
    }

    fn posting(&self, posting: Due) -> DueView {
        let (who, what) = match posting {
            Due::Guard(seat) => {
                let what = "posts the Royal Guard to wing C, D, E or F of the Palace.".to_owned();
                (self.commander(seat), what)
            }
            Due::Swordsman { seat, numeral } => {
                let numeral = ["i", "ii", "iii", "iv"].get(numeral as usize - 1).copied().unwrap_or("");
                (self.commander(seat), format!("posts Swordsman {numeral} on the third or fourth rank."))
            }
            Due::Unknown => {
                let guards = if self.variation.is_some_and(Variation::is_tiger) {
                    "post the Royal Guards, the Siberian first, then the Swordsmen"
                } else {
                    "post the Swordsmen"
                };
                let what = format!(
                    "{guards}: Siberian, Bengal, Bengal, Siberian, Siberian, Bengal, Bengal, Siberian."
                );
                ("Both players".to_owned(), what)
            }
        };
        let fallen: Vec<_> =
            [0, 1].into_iter().filter(|player| self.game.protocol.has_flag_fallen(*player)).collect();
        let what = match fallen.as_slice() {
            [player] => {
                let rest =
                    "posts no more; the other posts on, anywhere on his third or fourth rank (rule 11)";
                format!("{what} {}'s flag has fallen: he {rest}.", self.name(*player))
            }
            _ => what,
        };
        DueView { who, what, href: String::new(), action: "" }
    }

    fn waiting(&self, is_open: bool) -> Vec<WaitingView> {
        let is_arbiter = self.room.access.role.is_arbiter();
        let offer = |offered: &Offered| {
            let answers = 1 - offered.player;
            let can_answer =
                is_arbiter || (self.room.seat == Some(answers) && self.event.settings.players_report);
            let act = if is_open && can_answer { WaitingAct::Answer } else { WaitingAct::Wait };
            WaitingView {
                step: offered.step,
                words: format!(
                    "{} offers {}; {} answers.",
                    self.name(offered.player),
                    offer_words(offered.offer),
                    self.name(answers)
                ),
                at: self.at(offered.at),
                finding: String::new(),
                act,
            }
        };
        let claim = |claimed: &Claimed| {
            let act = match claimed.kind {
                _ if !is_arbiter || !is_open => WaitingAct::Wait,
                ClaimKind::Flag => WaitingAct::JudgeFlag,
                ClaimKind::Repetition | ClaimKind::FiftyMoves => WaitingAct::Judge,
            };
            let now = self.known.and_then(|known| known.finding(claimed.kind)).or(claimed.finding);
            let finding = match (claimed.kind, now) {
                (ClaimKind::Flag, _) => String::new(),
                (kind, Some(finding)) => finding.sentence(kind),
                (_, None) => {
                    "There are no moves on file to check it by: hand in the record so far.".to_owned()
                }
            };
            let who = claimed.player.map_or("An arbiter", |player| self.name(player));
            WaitingView {
                step: claimed.step,
                words: format!("{who} claims: {}. The arbiter judges.", claimed.kind.title()),
                at: self.at(claimed.at),
                finding,
                act,
            }
        };
        let protocol = &self.game.protocol;
        let mut all: Vec<_> =
            protocol.open_offers().map(offer).chain(protocol.open_claims().map(claim)).collect();
        all.sort_by_key(|waiting| waiting.step);
        all
    }

    fn happened(&self) -> Vec<HappenedView> {
        let protocol = &self.game.protocol;
        let mut all: Vec<(u64, HappenedView)> = Vec::new();
        let mut tell = |step: u64, at: DateTime<Utc>, words: String, more: String| {
            all.push((step, HappenedView { at: self.at(at), words, more }));
        };
        for offered in &protocol.offers {
            let words = format!("{}: {}", self.name(offered.player), offer_words(offered.offer));
            tell(offered.step, offered.at, words, offer_state(&offered.state).to_owned());
        }
        for claimed in &protocol.claims {
            let who = claimed.player.map_or("An arbiter", |player| self.name(player));
            let words = format!("{who} claims: {}", claimed.kind.title());
            tell(claimed.step, claimed.at, words, claim_state(claimed));
        }
        for consulted in &protocol.consultations {
            tell(
                consulted.step,
                consulted.at,
                format!("{} consults the Seer", self.name(consulted.player)),
                String::new(),
            );
        }
        for incident in &protocol.incidents {
            let whom = incident.player.map(|player| format!(", {}", self.name(player))).unwrap_or_default();
            let article =
                incident.article.as_ref().map(|article| format!(" ({article})")).unwrap_or_default();
            let words = format!("{}{whom}", incident.kind.title());
            tell(
                incident.step,
                incident.at,
                words,
                format!("{}{article}. Noted by {}.", incident.words, incident.by),
            );
        }
        for flag in &protocol.flags {
            let when = match flag.phase {
                Phase::Deployment => " in the deployment",
                Phase::Engagement => "",
            };
            tell(
                flag.step,
                flag.at,
                format!("{}'s flag has fallen{when}", self.name(flag.player)),
                String::new(),
            );
        }
        all.sort_by_key(|(step, _)| *step);
        all.into_iter().map(|(_, view)| view).collect()
    }

    fn last(&self, can_undo: bool) -> Option<LastView> {
        let last = self.game.last.as_ref().filter(|_| can_undo)?;
        Some(LastView {
            step: last.step,
            words: step_words(self.event, self.game, &last.command),
            by: last.by.clone(),
            at: self.at(last.at),
        })
    }

    fn seers(&self, can_consult: bool) -> Vec<SeerView> {
        if self.kind != GameKind::Dragon {
            return Vec::new();
        }
        let variation = self.game.scoring_variation(self.kind);
        let is_arbiter = self.room.access.role.is_arbiter();
        let view = |player: usize| {
            let seat = if player == 0 { Seat::First } else { Seat::Second };
            let count = self.game.protocol.consulted(player);
            let is_left = count < Protocol::CONSULTATIONS;
            SeerView {
                player,
                title: format!("{} Seer", self.kind.side_name(army(variation, seat))),
                name: self.name(player).to_owned(),
                count,
                can_consult: can_consult && is_left && (is_arbiter || self.room.seat == Some(player)),
            }
        };
        vec![view(0), view(1)]
    }

    /// What can be offered now, with what it would score.
    fn offers(&self) -> Vec<Choice> {
        let Some(variation) = self.variation else { return Vec::new() };
        let result = self.game.result.as_ref().map(|result| &result.entry);
        let is_due = |offer: crate::domain::protocol::Offer| {
            use crate::domain::protocol::Offer as O;
            match (offer, result) {
                (O::InevitablePlanting, Some(entry)) => {
                    entry.ending == tiger_rules::Ending::Time
                        && entry.winner.is_some()
                        && !entry.planting_inevitable
                }
                (O::InevitablePlanting, None) => false,
                (_, stands) => stands.is_none(),
            }
        };
        let hint = |offer: crate::domain::protocol::Offer| {
            if offer.needs_acceptance() {
                "It counts when the other accepts."
            } else {
                "It ends the game at once."
            }
        };
        OFFERS
            .into_iter()
            .filter(|(_, offer)| offer.is_of(variation) && is_due(*offer))
            .map(|(key, offer)| Choice::new(key, capital(offer_words(offer))).with_hint(hint(offer)))
            .collect()
    }

    fn claims(&self) -> Vec<Choice> {
        let choice = |kind: ClaimKind| {
            let label = match kind {
                ClaimKind::Repetition => "The same situation for the third time",
                ClaimKind::FiftyMoves => "Fifty moves without progress",
                ClaimKind::Flag => "The other's flag has fallen",
            };
            Choice::new(kind.key(), label)
        };
        let is_arbiter = self.room.access.role.is_arbiter();
        ClaimKind::ALL
            .into_iter()
            .filter(|kind| !(is_arbiter && *kind == ClaimKind::Flag))
            .map(choice)
            .collect()
    }

    fn players(&self) -> Vec<Choice> {
        let player = |seat: Seat| Choice::new(seat_index(seat).to_string(), self.commander(seat));
        vec![player(Seat::First), player(Seat::Second)]
    }

    fn phases(&self, stage: Stage) -> Vec<Choice> {
        if self.kind != GameKind::TigerChess || !matches!(stage, Stage::Deployment(_)) {
            return Vec::new();
        }
        vec![
            Choice::new("deployment", "Deployment")
                .with_hint("Noted; he posts no more, the other posts on (rule 11)."),
            Choice::new("engagement", "Engagement").with_hint("Lost on time (rule 15)."),
        ]
    }

    fn known_words(&self) -> String {
        let Some(known) = self.known else { return String::new() };
        let source = match known.evidence {
            crate::domain::protocol::Evidence::Record { .. } => "The newest record",
            crate::domain::protocol::Evidence::Scoresheet => "The scoresheet",
        };
        format!(
            "{source} has {} plies; its last situation has stood {} and {} half-moves are without progress.",
            known.reached.plies,
            match known.reached.times {
                1 => "once".to_owned(),
                2 => "twice".to_owned(),
                times => format!("{times} times"),
            },
            known.reached.quiet_half_moves
        )
    }
}

const fn offer_state(state: &OfferState) -> &'static str {
    match state {
        OfferState::Open => "Waits for the answer.",
        OfferState::Accepted { .. } => "Accepted.",
        OfferState::Declined { .. } => "Declined; play goes on.",
        OfferState::TookEffect => "It took effect at once.",
        OfferState::Lapsed { .. } => "Lapsed: the game got its result otherwise.",
    }
}

fn claim_state(claimed: &Claimed) -> String {
    match &claimed.state {
        ClaimState::Open => "Waits for the arbiter.".to_owned(),
        ClaimState::Lapsed { .. } => "Lapsed: the game got its result otherwise.".to_owned(),
        ClaimState::Judged(judged) => {
            let verdict = if judged.is_granted { "Granted" } else { "Refused" };
            let reason = judged.reason.as_ref().map(|reason| format!(" {reason}")).unwrap_or_default();
            let finding = judged
                .finding
                .map(|finding| format!(" {}", finding.sentence(claimed.kind)))
                .unwrap_or_default();
            format!("{verdict} by {}.{reason}{finding}", judged.by)
        }
    }
}
