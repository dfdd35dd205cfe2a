//! One game of a published round: what was chosen, cast, reported, recorded, decided.

use serde::{Deserialize, Serialize};
use tiger_rules::Ending;

use crate::beginning::Beginning;
use crate::choice::{Answered, Said};
use crate::dice::{Cast, CastState};
use crate::line::KeptLine;
use crate::protocol::{Offer, Protocol};
use crate::record::{Checked, HandedIn};
use crate::result::{Dispute, Report, SEATS, seat_index};
use crate::step::LastStep;
use crate::{
    CastId, CastPurpose, EntryId, GameId, GameResult, Offered, Pairing, PersonName, Reason, Refusal,
    RoundNumber, Seat,
};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    pub id: GameId,
    pub round: RoundNumber,
    /// Its board, from 1.
    pub board: u16,
    /// The player who moves first.
    pub first: EntryId,
    /// The player who moves second.
    pub second: EntryId,
    /// What both players answered when they were asked about the variation, oldest first.
    pub answers: Vec<Answered>,
    /// What the first and the second player say by themselves to the question that is open.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub said: Said,
    /// All casts of dice, oldest first, voided ones included.
    pub casts: Vec<Cast>,
    /// What the first and the second player reported.
    pub reports: [Option<Report>; 2],
    /// The records that were handed in, oldest first.
    pub records: Vec<HandedIn>,
    /// What waits for an arbiter's decision.
    pub disputes: Vec<Dispute>,
    /// Why the game was left for later, if it was.
    pub adjourned: Option<Reason>,
    /// The Seers appointed for this game (Dragon, rules 3 to 5): the first and the second player's.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub seers: [Option<PersonName>; 2],
    /// What it begins from, if that is not the usual situation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginning: Option<Beginning>,
    /// What was said and noted at the board beside moves and dice.
    #[serde(default, skip_serializing_if = "Protocol::is_empty")]
    pub protocol: Protocol,
    /// Lines that were tried after it and kept, in the order in which they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<KeptLine>,
    /// The last step, as long as it can be undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastStep>,
    pub result: Option<GameResult>,
    /// The ledger entry that last set or took back the result; 0 for none.
    pub result_revision: u64,
    /// The ledger entry that last changed the game.
    pub revision: u64,
}

impl Game {
    /// The entry of an open offer of the other player that comes to the same as what this one would offer: whoever makes
    /// such an offer accepts it.
    pub fn equal_offer(&self, player: Seat, offer: Offer) -> Option<u64> {
        let stands = self.result.as_ref().map(|result| &result.entry);
        let wanted = offer.result(player, stands).filter(|_| offer.needs_acceptance())?;
        let is_equal = |other: &&Offered| {
            other.player != player && other.offer.result(other.player, stands) == Some(wanted)
        };
        self.protocol.open_offers().find(is_equal).map(|other| other.step)
    }

    /// A game that nothing has happened in.
    pub fn new(pairing: &Pairing, round: RoundNumber, board: u16, revision: u64) -> Self {
        Self {
            id: pairing.game,
            round,
            board,
            first: pairing.first,
            second: pairing.second,
            answers: Vec::new(),
            said: [None, None],
            casts: Vec::new(),
            reports: [None, None],
            records: Vec::new(),
            disputes: Vec::new(),
            adjourned: None,
            seers: [None, None],
            beginning: None,
            protocol: Protocol::default(),
            lines: Vec::new(),
            last: None,
            result: None,
            result_revision: 0,
            revision,
        }
    }

    /// What a form that shows the result has seen: of an adjourned game that it is adjourned, too.
    pub const fn seen(&self) -> u64 {
        if self.adjourned.is_some() { self.revision } else { self.result_revision }
    }

    /// The first and the second player.
    pub const fn players(&self) -> [EntryId; 2] {
        [self.first, self.second]
    }

    pub const fn player(&self, seat: Seat) -> EntryId {
        self.players()[seat_index(seat)]
    }

    /// The seat of a player, if the game is theirs.
    pub fn seat_of(&self, player: EntryId) -> Option<Seat> {
        SEATS.into_iter().find(|seat| self.player(*seat) == player)
    }

    /// What the player in a seat reported.
    pub const fn report(&self, seat: Seat) -> Option<&Report> {
        self.reports[seat_index(seat)].as_ref()
    }

    /// Whether a player has lost on time, as the result says.
    pub fn is_lost_on_time(&self, player: Seat) -> bool {
        let entry = self.result.as_ref().map(|result| result.entry);
        entry.is_some_and(|entry| entry.ending == Ending::Time && entry.winner != Some(player))
    }

    /// Whether nothing at all has happened in the game.
    pub fn is_untouched(&self) -> bool {
        self.is_blank() && self.protocol.is_empty() && self.answers.is_empty() && self.casts.is_empty()
    }

    /// Whether it waits for its result: there is none yet, and it does not go on another day.
    pub const fn awaits_result(&self) -> bool {
        self.result.is_none() && self.adjourned.is_none()
    }

    /// Whether anything has happened that belongs to its players: who only calls the arbiter has not begun, and choices and
    /// dice that were written down are the board's.
    pub fn has_begun(&self) -> bool {
        let is_written_down = |cast: &Cast| matches!(cast.state, CastState::FromCup { .. });
        !self.is_blank() || !self.casts.iter().all(is_written_down) || !self.protocol.is_of_calls()
    }

    fn is_blank(&self) -> bool {
        self.said == [None, None]
            && self.records.is_empty()
            && self.reports == [None, None]
            && self.result.is_none()
            && self.adjourned.is_none()
            && self.beginning.is_none()
    }

    /// The newest record of each other hand that does not break the rules; a hand is a player, or the arbiters.
    pub fn newest_of_others(&self, hand: Option<Seat>) -> Vec<&HandedIn> {
        let hands = [None, Some(Seat::First), Some(Seat::Second)].into_iter().filter(|other| *other != hand);
        hands.filter_map(|other| self.newest_of(other)).collect()
    }

    /// The newest record of one hand that does not break the rules.
    pub fn newest_of(&self, hand: Option<Seat>) -> Option<&HandedIn> {
        self.records.iter().rfind(|record| record.player == hand && record.findings.checked == Checked::Legal)
    }

    pub fn cast(&self, id: CastId) -> Result<&Cast, Refusal> {
        self.casts.iter().find(|cast| cast.id == id).ok_or(Refusal::NotFound("cast"))
    }

    /// The faces of the cast that counts for a purpose.
    pub fn faces(&self, purpose: CastPurpose) -> Option<&[u8]> {
        self.casts.iter().rev().find(|cast| cast.purpose == purpose && cast.counts())?.faces()
    }

    /// The cast for a purpose that is under way: committed, neither cast nor voided.
    pub fn open_cast(&self) -> Option<&Cast> {
        self.casts.iter().find(|cast| cast.voided.is_none() && cast.faces().is_none())
    }
}
