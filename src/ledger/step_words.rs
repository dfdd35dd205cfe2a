//! Steps of a game in words, without the place: what was done at the board. The ledger and the game room read them.

use tiger_rules::InLieu;

use crate::domain::command::Command;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::protocol::{ClaimFinding, ClaimKind, Offer, Phase};
use crate::domain::result::{ResultEntry, Seat};
use crate::domain::text::Article;

/// What a command did to a game, in a sentence without full stop; empty for one that is no step.
#[must_use]
pub fn step_words(event: &Event, game: &Game, command: &Command) -> String {
    let words = Words { event, game };
    words.result(command).or_else(|| words.protocol(command)).unwrap_or_default()
}

/// What a player offers, in words: `draw`, `concession in lieu of planting`.
#[must_use]
pub const fn offer_words(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "a draw",
        Offer::Concession { in_lieu: None, bearer_captured: false } => "concession",
        Offer::Concession { in_lieu: None, bearer_captured: true } => {
            "concession, the winner's Standard Bearer captured"
        }
        Offer::Concession { in_lieu: Some(InLieu::LockingUp), .. } => "concession in lieu of locking up",
        Offer::Concession { in_lieu: Some(InLieu::DirectCapture), .. } => {
            "concession in lieu of direct capture"
        }
        Offer::Concession { in_lieu: Some(InLieu::Planting), .. } => "concession in lieu of planting",
        Offer::InevitableCheckmate { against_himself: true } => {
            "agreement that checkmate is inevitable, the other to win"
        }
        Offer::InevitableCheckmate { against_himself: false } => {
            "agreement that checkmate is inevitable, for himself"
        }
        Offer::InevitablePlanting => "agreement that planting was inevitable",
    }
}

struct Words<'a> {
    event: &'a Event,
    game: &'a Game,
}

impl Words<'_> {
    fn player(&self, player: usize) -> &str {
        self.game.players().get(player).map_or("a player", |entry| self.event.name_of(*entry))
    }

    fn outcome(&self, result: &ResultEntry) -> String {
        let winner = result.winner.map(|seat| self.player(usize::from(seat == Seat::Second)));
        match winner {
            Some(winner) => format!("“{winner} wins, {}”", result.ending.title()),
            None => format!("“no winner, {}”", result.ending.title()),
        }
    }

    fn result(&self, command: &Command) -> Option<String> {
        use Command as C;
        Some(match command {
            C::AnswerChoice { .. } => "an answer about the variation".to_owned(),
            C::ClearChoice { reason, .. } => format!("the answers about the variation taken back ({reason})"),
            C::EnterResult { result, .. } => format!("result {}", self.outcome(result)),
            C::ClearResult { reason, .. } => format!("result taken back ({reason})"),
            C::ReportResult { player, result, .. } => {
                format!("{} reports {}", self.player(*player), self.outcome(result))
            }
            C::Adjourn { reason: Some(reason), .. } => format!("left for later ({reason})"),
            C::Adjourn { reason: None, .. } => "the game goes on".to_owned(),
            C::Overrule { result, reason, article, .. } => {
                format!("ruled {} ({reason}{})", self.outcome(result), article_words(article.as_ref()))
            }
            C::Disqualify { offender, awarded, reason, article, .. } => {
                let who = match offender {
                    Some(player) => {
                        format!("{} disqualified, {awarded} to the opponent", self.player(*player))
                    }
                    None => "both players disqualified".to_owned(),
                };
                format!("{who} ({reason}{})", article_words(article.as_ref()))
            }
            _ => return None,
        })
    }

    fn protocol(&self, command: &Command) -> Option<String> {
        use Command as C;
        Some(match command {
            C::BeginEngagement { .. } => "the deployment is over, the engagement begins".to_owned(),
            C::MakeOffer { player, offer, .. } => {
                let verb = if offer.needs_acceptance() { "offers" } else { "declares" };
                format!("{} {verb} {}", self.player(*player), offer_words(*offer))
            }
            C::AnswerOffer { offer, is_accepted, .. } => self.answer(*offer, *is_accepted),
            C::MakeClaim { player, kind, finding, .. } => {
                let who = player.map_or("an arbiter", |player| self.player(player));
                format!("{who} claims: {}{}", kind.title(), finding_words(*kind, *finding))
            }
            C::JudgeClaim { claim, is_granted, finding, reason, .. } => {
                let kind = self.game.protocol.claims.iter().find(|it| it.step == *claim).map(|it| it.kind);
                let verdict = if *is_granted { "granted" } else { "refused" };
                let what = kind.map_or("claim", ClaimKind::title);
                let found = kind.map(|kind| finding_words(kind, *finding)).unwrap_or_default();
                let why = reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
                format!("claim {verdict}: {what}{why}{found}")
            }
            C::ConsultSeer { player, .. } => format!("{} consults the Seer", self.player(*player)),
            C::NoteIncident { kind, player, words, article, .. } => {
                let who = player.map(|player| format!(", {}", self.player(player))).unwrap_or_default();
                format!("{}{who}: {words}{}", kind.title(), article_words(article.as_ref()))
            }
            C::FlagFallen { player, phase: Phase::Deployment, .. } => {
                format!("{}'s flag has fallen in the deployment", self.player(*player))
            }
            C::FlagFallen { player, bearer_captured, planting_inevitable, .. } => {
                let bearer = if *bearer_captured { ", the winner's Standard Bearer captured" } else { "" };
                let planting = if *planting_inevitable { ", planting agreed to be inevitable" } else { "" };
                format!("{}'s flag has fallen{bearer}{planting}", self.player(*player))
            }
            _ => return None,
        })
    }

    fn answer(&self, offer: u64, is_accepted: bool) -> String {
        let verb = if is_accepted { "accepts" } else { "declines" };
        match self.game.protocol.offer(offer) {
            Some(offered) => {
                format!("{} {verb} {}", self.player(1 - offered.player), offer_words(offered.offer))
            }
            None => format!("a player {verb} an offer that was undone later"),
        }
    }
}

fn article_words(article: Option<&Article>) -> String {
    article.map(|article| format!(", {article}")).unwrap_or_default()
}

fn finding_words(kind: ClaimKind, finding: Option<ClaimFinding>) -> String {
    match (kind, finding) {
        (ClaimKind::Flag, _) => String::new(),
        (_, Some(finding)) => format!(". {}", finding.sentence(kind).trim_end_matches('.')),
        (_, None) => ". No moves on file to check it by".to_owned(),
    }
}
