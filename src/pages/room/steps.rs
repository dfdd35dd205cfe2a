//! What the game room shows of the stage of a game and of the steps at the board.

use chrono::{DateTime, Utc};
use tiger_event::progress::Progress;
use tiger_event::protocol::{Offer, Protocol};
use tiger_event::result::{SEATS, army, seat_index};
use tiger_event::text::{capital, count};
use tiger_event::{ClaimKind, Event, Evidence, Game, IncidentKind, ResultEntry, Seat, Teller};
use tiger_rules::{Ending, GameKind, InLieu, Variation};

use super::local;
use crate::access::Room;
use crate::pages::parts::Step;
use crate::pages::{Choice, FormView, or_empty};
use crate::services::clocks::Fallen;
use crate::services::evidence::Known;
use crate::services::incidents::by_player;

/// The stage, what is due, what waits, what happened, and what can be done.
#[derive(Debug, Clone, Default)]
pub struct StepsView {
    /// The steps that the game goes through.
    pub stepper: Vec<Step>,
    /// What is due now.
    pub due: DueView,
    /// Offers and claims that wait, oldest first.
    pub waiting: Vec<WaitingView>,
    /// Everything that happened at the board, oldest first.
    pub happened: Vec<HappenedView>,
    /// The last step, if the reader can undo it.
    pub last: Option<LastView>,
    pub seers: Vec<SeerView>,
    pub offers: Vec<Choice>,
    pub claims: Vec<Choice>,
    /// Sorts of incidents.
    pub incidents: Vec<Choice>,
    /// What was noted about the two players in all rounds, for arbiters: name and words.
    pub noted: Vec<(String, String)>,
    /// The two players, for forms in which an arbiter speaks for one.
    pub players: Vec<Choice>,
    /// The two players, and both or nobody.
    pub players_or_none: Vec<Choice>,
    /// The same below a first line that names nobody, so that nobody is accused by mistake.
    pub concerned: Vec<Choice>,
    /// The offenders to choose from.
    pub offenders: Vec<Choice>,
    /// The phases that a flag can fall in; empty where there is one only.
    pub phases: Vec<Choice>,
    /// What is to be said about a fallen flag beside it.
    pub circumstance: Option<CircumstanceView>,
    /// Whether the deployment can be declared over.
    pub can_engage: bool,
    /// Whether the game is under way: begun and not over.
    pub is_under_way: bool,
    /// Whether the reader can call the arbiter, and has not.
    pub can_call: bool,
    /// Whether the reader can make offers, claims and consultations.
    pub can_speak: bool,
    /// Whether the reader can make an offer.
    pub can_offer: bool,
    /// Whether the variation is settled, so that the steps matter more than how it came about.
    pub comes_first: bool,
    /// An example of an article.
    pub article_hint: &'static str,
    /// What the moves on file show, in a sentence; may be empty.
    pub known: String,
}

/// Something about a loss on time that the scoring table asks for, as a check box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CircumstanceView {
    pub field: &'static str,
    pub label: &'static str,
    /// What it does to the winner's points.
    pub hint: String,
}

impl CircumstanceView {
    fn of(variation: Variation) -> Option<Self> {
        let plain = ResultEntry::plain(Some(Seat::First), Ending::Time);
        let (field, label, with) = match variation {
            _ if variation.is_tiger() => {
                let with = ResultEntry { bearer_captured: true, ..plain };
                ("bearer", "The winner's Standard Bearer had been captured", with)
            }
            Variation::Dragon(_) => {
                let with = ResultEntry { planting_inevitable: true, ..plain };
                ("planting", "Both players agree that planting was inevitable", with)
            }
            _ => return None,
        };
        let lines = plain.scoring_line(variation).zip(with.scoring_line(variation));
        let hint = lines.map_or_else(String::new, |(plain, with)| {
            format!("{} points instead of {} ({}).", with.points, plain.points, with.clause)
        });
        Some(Self { field, label, hint })
    }
}

/// What is due now, and who does it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DueView {
    pub who: String,
    /// What, in a sentence that goes on after who.
    pub what: String,
    /// Where it is done; may be empty.
    pub href: String,
    /// The words on that link.
    pub action: &'static str,
}

/// An offer or a claim that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingView {
    /// The ledger entry that made it.
    pub step: u64,
    /// What it is, in a sentence.
    pub words: String,
    pub at: String,
    /// What the rules find now; empty for offers, and where there is nothing to look at.
    pub finding: String,
    /// What the reader can do about it.
    pub act: WaitingAct,
}

/// What can be done about something that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitingAct {
    /// Nothing: somebody else decides.
    Wait,
    /// The offer is accepted or declined.
    Answer,
    /// The claim is judged.
    Judge,
    /// The claim of a fallen flag is refused, or the flag noted.
    JudgeFlag,
    /// Somebody goes to the board and says so.
    BeThere,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HappenedView {
    pub at: String,
    pub words: String,
    /// More about it: a finding, a reason; may be empty.
    pub more: String,
    /// Where it is taken back; empty where it is not.
    pub take_back: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastView {
    /// Its ledger entry.
    pub step: u64,
    pub words: String,
    pub by: String,
    pub at: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeerView {
    /// 0 or 1 for the player.
    pub player: usize,
    /// `Forest Seer`.
    pub title: String,
    /// The player.
    pub name: String,
    /// The Seer's own name; empty while nobody is named.
    pub seer: String,
    /// How often he has been consulted.
    pub count: usize,
    /// Whether the reader can note another consultation.
    pub can_consult: bool,
}

/// The forms of the steps; one of them carries what was typed when it was refused.
pub struct StepForms {
    pub offer: FormView,
    pub claim: FormView,
    /// Answering or judging what waits, consulting, undoing: forms of one button.
    pub act: FormView,
    /// Appointing a Seer.
    pub seer: FormView,
    pub incident: FormView,
    /// A fallen flag.
    pub flag: FormView,
    /// A disqualification.
    pub disqualify: FormView,
}

/// Every offer with its word in forms.
pub const OFFERS: [(&str, Offer); 9] = [
    ("draw", Offer::Draw),
    ("concession", Offer::Concession { in_lieu: None, bearer_captured: false }),
    ("concession-bearer", Offer::Concession { in_lieu: None, bearer_captured: true }),
    ("concession-locking-up", Offer::Concession { in_lieu: Some(InLieu::LockingUp), bearer_captured: false }),
    (
        "concession-direct-capture",
        Offer::Concession { in_lieu: Some(InLieu::DirectCapture), bearer_captured: false },
    ),
    ("concession-planting", Offer::Concession { in_lieu: Some(InLieu::Planting), bearer_captured: false }),
    ("checkmate-lost", Offer::InevitableCheckmate { against_himself: true }),
    ("checkmate-won", Offer::InevitableCheckmate { against_himself: false }),
    ("planting", Offer::InevitablePlanting),
];

impl StepForms {
    /// Forms in which nothing has been typed yet; a player is chosen whose flag alone has fallen by the clock.
    pub(super) fn fresh(game: &Game, fallen: &[Fallen]) -> Self {
        let form = |id: &str| FormView::fresh(id).with_version(&game.seen());
        let flag = form("flag-form");
        Self {
            offer: form("offer-form"),
            claim: form("claim-form"),
            act: form("act"),
            seer: form("seer-form"),
            incident: form("incident-form"),
            flag: match fallen {
                [only] => flag.with_value("player", seat_index(only.player).to_string()),
                _ => flag,
            },
            disqualify: form("disqualify-form"),
        }
    }
}

/// A list in which nothing is chosen from the beginning.
fn chosen(choices: impl IntoIterator<Item = Choice>) -> Vec<Choice> {
    std::iter::once(Choice::new("", "Choose")).chain(choices).collect()
}

impl StepsView {
    /// The stage and the steps, with what the moves on file show, and whether somebody is out of time by the clock.
    pub(super) fn of(room: &Room<'_>, known: Option<&Known>, is_out_of_time: bool) -> Self {
        let event = room.event;
        let (game, kind) = (room.game, event.settings.game);
        let variation = game.variation(kind);
        let scene = Scene { room, event, game, kind, variation, known, is_out_of_time };
        let progress = game.progress(kind, known.map(|known| &known.reached.position));
        let (is_open, is_arbiter) = (room.is_open(), room.is_arbiter());
        let can_speak = is_open && (is_arbiter || room.seat.is_some());
        let offers = if can_speak { scene.offers() } else { Vec::new() };
        let is_under_way = is_open && progress.has_begun() && progress != Progress::Over;
        let players = scene.players();
        let or = |label: &str| -> Vec<Choice> {
            players.iter().cloned().chain([Choice::new("-", label)]).collect()
        };
        Self {
            stepper: scene.stepper(progress),
            due: scene.due(progress, is_open),
            waiting: scene.waiting(is_open),
            happened: scene.happened(),
            last: scene.last(is_open && is_arbiter),
            seers: scene.seers(is_under_way && can_speak),
            can_offer: !offers.is_empty() && (is_arbiter || event.settings.players_report),
            offers,
            claims: scene.claims(),
            incidents: chosen(IncidentKind::ALL.map(|kind| Choice::new(kind.key(), kind.title()))),
            noted: if is_arbiter { noted(event, game) } else { Vec::new() },
            concerned: chosen(or("Both or nobody")),
            players_or_none: or("Both or nobody"),
            offenders: or("Both players"),
            players,
            phases: scene.phases(progress),
            circumstance: variation.and_then(CircumstanceView::of),
            can_engage: is_under_way && is_arbiter && matches!(progress, Progress::Deployment(_)),
            is_under_way,
            can_call: room.seat.is_some_and(|seat| {
                let mut open = game.protocol.open_claims();
                can_speak && game.result.is_none() && !open.any(|claim| claim.is_call_of(seat))
            }),
            can_speak,
            comes_first: progress.has_begun(),
            article_hint: match kind {
                GameKind::Dragon => "Such as rule 28 for touch-move.",
                GameKind::LancerChess | GameKind::TigerChess => "Such as rule 10 for touch-move.",
                GameKind::Dance => "The rule that it rests on.",
            },
            known: scene.known_words(),
        }
    }
}

fn noted(event: &Event, game: &Game) -> Vec<(String, String)> {
    let all = by_player(event).into_iter().filter(|noted| game.players().contains(&noted.player));
    all.map(|noted| (event.name_of(noted.player).to_owned(), noted.words())).collect()
}

/// What the views of the steps are made from.
pub(super) struct Scene<'a> {
    pub(super) room: &'a Room<'a>,
    pub(super) event: &'a Event,
    pub(super) game: &'a Game,
    pub(super) kind: GameKind,
    pub(super) variation: Option<Variation>,
    pub(super) known: Option<&'a Known>,
    pub(super) is_out_of_time: bool,
}

impl Scene<'_> {
    pub(super) fn name(&self, seat: Seat) -> &str {
        self.event.name_of(self.game.player(seat))
    }

    pub(super) fn at(&self, at: DateTime<Utc>) -> String {
        local(self.event, at)
    }

    /// `Moor (Bengal)`, as far as the army is settled.
    pub(super) fn commander(&self, seat: Seat) -> String {
        let name = self.name(seat);
        match self.variation {
            Some(variation) if self.kind != GameKind::Dance => {
                format!("{name} ({})", self.kind.side_name(army(variation, seat)))
            }
            _ => name.to_owned(),
        }
    }

    fn last(&self, can_undo: bool) -> Option<LastView> {
        let last = self.game.last.as_ref().filter(|_| can_undo)?;
        Some(LastView {
            step: last.step,
            words: Teller::tell_one(self.event, &last.command),
            by: last.by.clone(),
            at: self.at(last.at),
        })
    }

    fn seers(&self, can_consult: bool) -> Vec<SeerView> {
        if self.kind != GameKind::Dragon {
            return Vec::new();
        }
        // Which army is whose follows from the formation.
        let title = |seat| match self.variation {
            Some(variation) => format!("{} Seer", self.kind.side_name(army(variation, seat))),
            None => "Seer".to_owned(),
        };
        let is_arbiter = self.room.is_arbiter();
        let view = |seat: Seat| {
            let count = self.game.protocol.consulted(seat);
            let is_left = count < Protocol::CONSULTATIONS;
            SeerView {
                player: seat_index(seat),
                title: title(seat),
                name: self.name(seat).to_owned(),
                seer: or_empty(&self.event.seer_of(self.game, seat)),
                count,
                can_consult: can_consult && is_left && (is_arbiter || self.room.seat == Some(seat)),
            }
        };
        SEATS.map(view).to_vec()
    }

    /// What can be offered now, with what it would score.
    fn offers(&self) -> Vec<Choice> {
        let Some(variation) = self.variation else { return Vec::new() };
        let result = self.game.result.as_ref().map(|result| &result.entry);
        let is_due = |offer: Offer| match (offer, result) {
            (Offer::InevitablePlanting, Some(entry)) => {
                entry.ending == Ending::Time && entry.winner.is_some() && !entry.planting_inevitable
            }
            (Offer::InevitablePlanting, None) => false,
            (_, stands) => stands.is_none(),
        };
        // That the winner's Standard Bearer was captured the moves on file know; what they do not show may have happened since.
        let is_taken = self
            .room
            .seat
            .zip(self.known)
            .is_some_and(|(seat, known)| known.is_bearer_captured(seat.other()));
        let is_true = |offer: Offer| {
            !(is_taken && offer == Offer::Concession { in_lieu: None, bearer_captured: false })
        };
        let hint = |offer: Offer| {
            if offer.needs_acceptance() {
                "It counts when the other accepts."
            } else {
                "It ends the game at once."
            }
        };
        OFFERS
            .into_iter()
            .filter(|(_, offer)| offer.is_of(variation) && is_due(*offer) && is_true(*offer))
            .map(|(key, offer)| Choice::new(key, capital(offer.words(self.kind))).with_hint(hint(offer)))
            .collect()
    }

    fn claims(&self) -> Vec<Choice> {
        let choice = |kind: ClaimKind| {
            let label = match kind {
                ClaimKind::Repetition => "The same situation for the third time",
                ClaimKind::FiftyMoves => "Fifty moves without progress",
                ClaimKind::Flag => "The other's flag has fallen",
                ClaimKind::Call => return None,
            };
            Some(Choice::new(kind.key(), label))
        };
        let is_arbiter = self.room.is_arbiter();
        let all = ClaimKind::ALL.into_iter().filter(|kind| !(is_arbiter && *kind == ClaimKind::Flag));
        all.filter_map(choice).collect()
    }

    fn players(&self) -> Vec<Choice> {
        SEATS.map(|seat| Choice::new(seat_index(seat).to_string(), self.commander(seat))).to_vec()
    }

    fn phases(&self, progress: Progress) -> Vec<Choice> {
        if self.kind != GameKind::TigerChess || !matches!(progress, Progress::Deployment(_)) {
            return Vec::new();
        }
        vec![
            Choice::new("deployment", "Deployment")
                .with_hint("Noted; this player posts no more Swordsmen, the other posts on (rule 11)."),
            Choice::new("engagement", "Engagement")
                .with_hint("Lost on time (rule 15; in the TigerVariation its rule 6)."),
        ]
    }

    fn known_words(&self) -> String {
        let Some(known) = self.known else { return String::new() };
        let source = match known.evidence {
            Evidence::Record { .. } => "The newest record",
            Evidence::Scoresheet => "The scoresheet",
        };
        format!(
            "{source} has {}; its last situation has stood {} and {} without progress.",
            count(known.reached.plies as usize, "ply", "plies"),
            match known.reached.times {
                1 => "once".to_owned(),
                2 => "twice".to_owned(),
                times => format!("{times} times"),
            },
            count(known.reached.quiet_half_moves as usize, "ply is", "plies are")
        )
    }
}
