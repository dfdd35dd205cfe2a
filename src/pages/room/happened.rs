//! What is due in a game, what waits, and what has happened at its board.

use chrono::{DateTime, Utc};
use tiger_event::dice::purpose_title;
use tiger_event::progress::{Due, Progress, Stretch};
use tiger_event::protocol::{ClaimState, OfferState, Phase};
use tiger_event::result::SEATS;
use tiger_event::text::{sentence, small};
use tiger_event::{ClaimKind, Claimed, Offered};
use tiger_rules::{Step as Asked, Variation};

use super::question::{AskedView, who_is_asked};
use super::steps::{DueView, HappenedView, Scene, WaitingAct, WaitingView};
use super::waits::offer_told;
use crate::pages::parts::{Step, StepState};

impl Scene<'_> {
    pub(super) fn stepper(&self, progress: Progress) -> Vec<Step> {
        let here = progress.stretch(self.variation);
        // A result may have come in before the questions were answered and the dice cast.
        let is_owed = self.event.lacks_dice(self.game) || self.game.open_cast().is_some();
        let owed = is_owed.then(|| match self.game.choice(self.kind).next() {
            Asked::Ask(_) => Stretch::Questions,
            Asked::Cast(_) | Asked::Chosen(_) => Stretch::Dice,
        });
        let state = |stretch: Stretch| match stretch.cmp(&here) {
            _ if owed == Some(stretch) => StepState::Here,
            _ if owed == Some(Stretch::Questions) && stretch == Stretch::Dice => StepState::Ahead,
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

    pub(super) fn due(&self, progress: Progress, is_open: bool) -> DueView {
        let due = |who: &str, what: String, href: &str, action: &'static str| DueView {
            who: who.to_owned(),
            what,
            href: href.to_owned(),
            action,
        };
        if let Some(reason) = &self.game.adjourned {
            return due("Adjourned:", format!("{reason}"), "", "");
        }
        if !is_open && progress != Progress::Over {
            return due("Nobody", "can do anything: the round is closed.".to_owned(), "", "");
        }
        if !self.game.disputes.is_empty() {
            return due("The arbiter", "decides what is disputed.".to_owned(), "", "");
        }
        if self.is_out_of_time && progress != Progress::Over {
            return due("The arbiter", "decides: a flag has fallen.".to_owned(), "", "");
        }
        let asked = SEATS
            .into_iter()
            .find(|seat| self.game.report(seat.other()).is_some() && self.game.report(*seat).is_none());
        if let (Some(seat), None) = (asked, &self.game.result) {
            let place = if self.room.seat == Some(seat) { "#waiting" } else { "" };
            let what = "says whether the reported result is right.".to_owned();
            return due(&self.commander(seat), what, place, "Confirm or dispute it");
        }
        match progress {
            Progress::Question(_) if self.event.settings.players_choose => {
                let who = who_is_asked(self.event, self.game);
                let verb = if who.contains(" and ") { "answer" } else { "answers" };
                let asked = self.room.seat.and_then(|seat| AskedView::of(self.event, self.game, seat));
                let place = match asked {
                    Some(_) => "#waiting",
                    None if self.room.is_arbiter() => "#choice",
                    None => "",
                };
                due(&who, format!("{verb} what is asked before the game."), place, "To the question")
            }
            Progress::Question(_) => {
                let what = "asks both players and writes down what they answer.".to_owned();
                due("The arbiter", what, self.arbiters("#choice"), "To the question")
            }
            Progress::Dice { is_committed: true, .. } => {
                let what = "casts; the players may add a word each before.".to_owned();
                due("The arbiter", what, self.arbiters("#choice"), "To the dice")
            }
            Progress::Dice { purpose, .. } => {
                let what = format!("casts for the {}.", purpose_title(purpose));
                due("The arbiter", what, self.arbiters("#choice"), "To the dice")
            }
            Progress::Deployment(posting) => self.posting(posting),
            Progress::Engagement { .. } if self.is_over_on_the_sheet() => {
                let what =
                    "is over by the moves on file. Hand in the record, or report the result.".to_owned();
                due("The game", what, "#records", "To the records")
            }
            Progress::Engagement { turn: Some(seat) } => {
                due(&self.commander(seat), "is to move, by the moves on file.".to_owned(), "", "")
            }
            Progress::Engagement { turn: None } => {
                due("Both players", "move in turn; claims and offers are below.".to_owned(), "", "")
            }
            Progress::Over if self.game.result.is_some() && self.event.lacks_dice(self.game) => {
                let what = "enters the dice, on which the points of this game rest.".to_owned();
                due("The arbiter", what, self.arbiters("#choice"), "To the dice")
            }
            Progress::Over => due("Nobody:", "the game is over.".to_owned(), "", ""),
        }
    }

    /// A place of the room at which arbiters alone have something to do; no link for others.
    fn arbiters(&self, place: &'static str) -> &'static str {
        if self.room.is_arbiter() { place } else { "" }
    }

    /// Whether the moves on file end the game on the board.
    fn is_over_on_the_sheet(&self) -> bool {
        self.known.is_some_and(|known| known.reached.verdict.is_some())
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
            SEATS.into_iter().filter(|seat| self.game.protocol.has_flag_fallen(*seat)).collect();
        let what = match fallen.as_slice() {
            [player] => {
                let rest = "posts no more Swordsmen; the other posts on, anywhere on their own third or fourth rank (rule 11)";
                format!("{what} {}'s flag has fallen: this player {rest}.", self.name(*player))
            }
            _ => what,
        };
        DueView { who, what, href: String::new(), action: "" }
    }

    pub(super) fn waiting(&self, is_open: bool) -> Vec<WaitingView> {
        let is_arbiter = self.room.is_arbiter();
        let offer = |offered: &Offered| {
            let answers = offered.player.other();
            let can_answer =
                is_arbiter || (self.room.seat == Some(answers) && self.event.settings.players_report);
            let act = if is_open && can_answer { WaitingAct::Answer } else { WaitingAct::Wait };
            WaitingView {
                step: offered.step,
                words: offer_told(self.event, self.game, offered),
                at: self.at(offered.at),
                finding: String::new(),
                act,
            }
        };
        let claim = |claimed: &Claimed| {
            let act = match claimed.kind {
                _ if !is_arbiter || !is_open => WaitingAct::Wait,
                ClaimKind::Flag => WaitingAct::JudgeFlag,
                ClaimKind::Call => WaitingAct::BeThere,
                ClaimKind::Repetition | ClaimKind::FiftyMoves => WaitingAct::Judge,
            };
            let now = self.known.and_then(|known| known.finding(claimed.kind));
            let now = now.filter(|now| Some(*now) != claimed.finding);
            let now =
                now.map(|now| format!(" By the moves on file now: {}", small(&now.sentence(claimed.kind))));
            let finding = format!("{}{}", claimed.found(), now.unwrap_or_default());
            let who = claimed.player.map_or("An arbiter", |player| self.name(player));
            WaitingView {
                step: claimed.step,
                words: match claimed.kind {
                    kind @ ClaimKind::Call => format!("{}.", kind.said_by(who)),
                    kind => format!("{}. The arbiter judges.", kind.said_by(who)),
                },
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

    pub(super) fn happened(&self) -> Vec<HappenedView> {
        let protocol = &self.game.protocol;
        let mut all: Vec<(u64, HappenedView)> = Vec::new();
        let mut tell = |step: u64, at: DateTime<Utc>, words: String, more: String| {
            all.push((step, HappenedView { at: self.at(at), words, more, take_back: String::new() }));
        };
        for offered in &protocol.offers {
            let words = format!("{}: {}", self.name(offered.player), offered.offer.words(self.kind));
            tell(offered.step, offered.at, words, offer_state(&offered.state).to_owned());
        }
        for claimed in &protocol.claims {
            let who = claimed.player.map_or("An arbiter", |player| self.name(player));
            tell(claimed.step, claimed.at, claimed.kind.said_by(who), claim_state(claimed));
        }
        for consulted in &protocol.consultations {
            let seer = consulted.seer.as_ref().map(|seer| format!(", {seer}")).unwrap_or_default();
            let words = format!("{} consults the Seer{seer}", self.name(consulted.player));
            tell(consulted.step, consulted.at, words, String::new());
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
                format!(
                    "{} Noted by {}.{}",
                    sentence(&format!("{}{article}", incident.in_words())),
                    incident.by,
                    incident.back_in_words()
                ),
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
        let incidents = protocol.incidents.iter().filter(|it| self.room.is_arbiter() && it.stands());
        let steps: Vec<u64> = incidents.map(|incident| incident.step).collect();
        for (step, view) in all.iter_mut().filter(|(step, _)| steps.contains(step)) {
            view.take_back = self.room.access.path(&format!("/ledger/{step}/take-back"));
        }
        all.sort_by_key(|(step, _)| *step);
        all.into_iter().map(|(_, view)| view).collect()
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
            let verdict = if claimed.kind == ClaimKind::Call {
                "Answered"
            } else if judged.is_granted {
                "Granted"
            } else {
                "Refused"
            };
            let reason = judged.reason.as_ref().map(|reason| format!(" {}", sentence(reason.as_str())));
            let reason = reason.unwrap_or_default();
            let finding = judged
                .finding
                .map(|finding| format!(" {}", finding.sentence(claimed.kind)))
                .unwrap_or_default();
            format!("{verdict} by {}.{reason}{finding}", judged.by)
        }
    }
}
