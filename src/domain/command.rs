//! Everything that can happen to an event. A command carries all that its effect depends on, so that
//! replaying the ledger rebuilds the event.

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use tiger_pairing::knockout::TieId;
use tiger_rules::{Answer, GamePoints};

use super::bracket::TieVerdict;
use super::dice::{Bytes32, CastPurpose};
use super::entry::{ByeKind, EntryDetails, RoundNumber};
use super::ids::{CastId, EntryId, EventId, GameId, GroupId, RecordId, RulingId, UserId};
use super::permission::StaffRole;
use super::protocol::{ClaimFinding, ClaimKind, IncidentKind, Offer, Phase};
use super::record::Findings;
use super::registration::{AcceptedRegistration, RegistrationTerms};
use super::result::{ResultEntry, Seat};
use super::round::Table;
use super::settings::{Format, Settings};
use super::text::{Article, PersonName, Reason, Slug, Word};

/// A player to be entered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewEntry {
    /// The entry's identifier.
    pub id: EntryId,
    /// Name, club, rating.
    pub details: EntryDetails,
    /// The first round that the player is paired in.
    pub first_round: RoundNumber,
}

/// One change of an event.
///
/// `seen` is the revision of the thing as the form showed it: an older one is a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Command {
    /// The event comes into being.
    CreateEvent {
        /// Its identifier.
        event: EventId,
        /// Its address.
        slug: Slug,
        /// Its settings.
        settings: Box<Settings>,
        /// The chief arbiter.
        chief: UserId,
        /// The chief arbiter's name.
        chief_name: PersonName,
    },
    /// The settings are replaced.
    ChangeSettings {
        /// The new ones.
        settings: Box<Settings>,
        /// See [`Command`].
        seen: u64,
    },
    /// The event's public pages are opened or shut.
    ShowEvent {
        /// Whether everybody may see them.
        is_public: bool,
    },
    /// The event is over, or goes on after all.
    FinishEvent {
        /// Whether it is over.
        is_finished: bool,
    },
    /// Somebody becomes an arbiter of the event, or takes another rank.
    AppointStaff {
        /// The person.
        user: UserId,
        /// The person's name.
        name: PersonName,
        /// The rank.
        role: StaffRole,
    },
    /// Somebody is no longer an arbiter of the event.
    DismissStaff {
        /// The person.
        user: UserId,
    },
    /// Players are entered, in the order of their numbers.
    AddEntries {
        /// The players, at least one.
        entries: Vec<NewEntry>,
    },
    /// A player's name, club or rating is replaced.
    ChangeEntry {
        /// The player.
        entry: EntryId,
        /// The new details.
        details: EntryDetails,
        /// See [`Command`].
        seen: u64,
    },
    /// A player who was never paired is taken out.
    RemoveEntry {
        /// The player.
        entry: EntryId,
    },
    /// Pairing numbers are given anew, before the first round.
    NumberEntries {
        /// All entries, number 1 first.
        order: Vec<EntryId>,
    },
    /// Players are seen in the hall, or not after all.
    CheckIn {
        /// The players.
        entries: Vec<EntryId>,
        /// Whether they are there.
        is_present: bool,
    },
    /// A player plays no more.
    Withdraw {
        /// The player.
        entry: EntryId,
        /// The first round that he is not paired in.
        from_round: RoundNumber,
    },
    /// A player who withdrew plays again.
    Reinstate {
        /// The player.
        entry: EntryId,
        /// The first round that he is paired in again; the rounds between become zero-point byes.
        from_round: RoundNumber,
    },
    /// A player asks for a bye, or takes the wish back.
    RequestBye {
        /// The player.
        entry: EntryId,
        /// The round.
        round: RoundNumber,
        /// The bye, or none.
        kind: Option<ByeKind>,
    },
    /// Players may register by themselves from now on, on other terms, or no longer.
    SetRegistration {
        /// The terms; none when nobody may.
        terms: Option<RegistrationTerms>,
        /// See [`Command`].
        seen: u64,
    },
    /// Players who registered by themselves are entered.
    AcceptRegistrations {
        /// The players in the order of their numbers, at least one.
        accepted: Vec<AcceptedRegistration>,
    },
    /// A link is made with which a player may claim the entry.
    OfferClaim {
        /// The player.
        entry: EntryId,
        /// SHA-256 of the link's token.
        token: Bytes32,
    },
    /// A person claims the entry with the link.
    ClaimEntry {
        /// The player.
        entry: EntryId,
        /// The person.
        user: UserId,
        /// SHA-256 of the link's token.
        token: Bytes32,
    },
    /// Nobody may speak for the entry any more.
    ReleaseClaim {
        /// The player.
        entry: EntryId,
    },
    /// Players are kept apart: none of them is paired with another.
    ForbidPairs {
        /// The group that they make.
        group: GroupId,
        /// The players, at least two.
        players: Vec<EntryId>,
        /// The first round that it binds, one that is not published.
        first_round: RoundNumber,
        /// The last round that it binds, or none.
        last_round: Option<RoundNumber>,
    },
    /// Players are no longer kept apart in the rounds to come.
    LiftForbidden {
        /// The group.
        group: GroupId,
    },
    /// Lots are drawn for the side that the odd numbers have in round 1 of a Swiss event.
    DrawFirstSide {
        /// The side.
        side: Seat,
    },
    /// A round is drafted, or drafted anew.
    DraftRound {
        /// The round, the one after the last closed one.
        round: RoundNumber,
        /// The system that proposed it.
        system: Format,
        /// Boards and byes.
        table: Table,
    },
    /// A draft is changed by hand.
    ChangeDraft {
        /// The round.
        round: RoundNumber,
        /// All boards and byes.
        table: Table,
        /// See [`Command`].
        seen: u64,
    },
    /// A draft is thrown away.
    DiscardDraft {
        /// The round.
        round: RoundNumber,
    },
    /// Everybody sees the round from now on.
    PublishRound {
        /// The round.
        round: RoundNumber,
        /// See [`Command`].
        seen: u64,
    },
    /// A published round in which nothing has happened becomes a draft again.
    UnpublishRound {
        /// The round.
        round: RoundNumber,
        /// Why.
        reason: Reason,
    },
    /// The round is complete.
    CloseRound {
        /// The round.
        round: RoundNumber,
    },
    /// A closed round is opened again.
    ReopenRound {
        /// The round.
        round: RoundNumber,
        /// Why.
        reason: Reason,
    },
    /// What the players answered to the question of the choice that is due.
    AnswerChoice {
        /// The game.
        game: GameId,
        /// The answer.
        answer: Answer,
    },
    /// The answers are taken back, before anything was cast.
    ClearChoice {
        /// The game.
        game: GameId,
        /// Why.
        reason: Reason,
    },
    /// The program draws a secret and commits itself.
    CommitDice {
        /// The game.
        game: GameId,
        /// The cast.
        cast: CastId,
        /// What it decides.
        purpose: CastPurpose,
        /// SHA-256 of the secret.
        commitment: Bytes32,
    },
    /// A player adds a word before the cast.
    AddWord {
        /// The game.
        game: GameId,
        /// The cast.
        cast: CastId,
        /// 0 for the first player, 1 for the second.
        player: usize,
        /// The word.
        word: Word,
    },
    /// The program casts and reveals its secret.
    CastDice {
        /// The game.
        game: GameId,
        /// The cast.
        cast: CastId,
        /// The secret.
        secret: Bytes32,
    },
    /// An arbiter enters dice from a real cup.
    EnterCast {
        /// The game.
        game: GameId,
        /// The cast.
        cast: CastId,
        /// What it decides.
        purpose: CastPurpose,
        /// The faces, each 1 to 6.
        faces: Vec<u8>,
        /// Whether the first and the second player have confirmed them.
        confirmed: [bool; 2],
    },
    /// A player confirms dice from a cup.
    ConfirmCast {
        /// The game.
        game: GameId,
        /// The cast.
        cast: CastId,
        /// 0 for the first player, 1 for the second.
        player: usize,
    },
    /// A cast does not count. It stays visible.
    VoidCast {
        /// The game.
        game: GameId,
        /// The cast.
        cast: CastId,
        /// Why.
        reason: Reason,
    },
    /// An arbiter enters a result; an open dispute is settled by it.
    EnterResult {
        /// The game.
        game: GameId,
        /// The result.
        result: ResultEntry,
        /// See [`Command`].
        seen: u64,
    },
    /// An arbiter takes a result back.
    ClearResult {
        /// The game.
        game: GameId,
        /// Why.
        reason: Reason,
        /// See [`Command`].
        seen: u64,
    },
    /// A player reports a result; when both report the same it stands.
    ReportResult {
        /// The game.
        game: GameId,
        /// 0 for the first player, 1 for the second.
        player: usize,
        /// The result.
        result: ResultEntry,
    },
    /// A game is left for later, or taken up again.
    Adjourn {
        /// The game.
        game: GameId,
        /// Why; none when it goes on.
        reason: Option<Reason>,
    },
    /// An arbiter decides against what the board or the players say.
    Overrule {
        /// The ruling.
        ruling: RulingId,
        /// The game.
        game: GameId,
        /// The result that stands from now on.
        result: ResultEntry,
        /// Why.
        reason: Reason,
        /// The article that it rests on.
        article: Option<Article>,
        /// See [`Command`].
        seen: u64,
    },
    /// The deployment is over: the engagement begins.
    BeginEngagement {
        /// The game.
        game: GameId,
    },
    /// A player makes the other an offer; a concession may take effect at once.
    MakeOffer {
        /// The game.
        game: GameId,
        /// 0 or 1 for the player who offers.
        player: usize,
        /// What.
        offer: Offer,
    },
    /// The other player accepts an offer, or declines it.
    AnswerOffer {
        /// The game.
        game: GameId,
        /// The entry that made the offer.
        offer: u64,
        /// Whether it is accepted.
        is_accepted: bool,
    },
    /// A draw is claimed, or that the other's flag has fallen.
    MakeClaim {
        /// The game.
        game: GameId,
        /// 0 or 1 for the player who claims, none for an arbiter.
        player: Option<usize>,
        /// What.
        kind: ClaimKind,
        /// What the rules find in the moves on file.
        finding: Option<ClaimFinding>,
    },
    /// An arbiter grants a claim of a draw, or refuses a claim.
    JudgeClaim {
        /// The game.
        game: GameId,
        /// The entry that made the claim.
        claim: u64,
        /// Whether it is granted.
        is_granted: bool,
        /// What the rules find in the moves on file.
        finding: Option<ClaimFinding>,
        /// Why; needed to refuse, and to grant what the rules did not find.
        reason: Option<Reason>,
    },
    /// A player consults the Seer (Dragon).
    ConsultSeer {
        /// The game.
        game: GameId,
        /// 0 or 1 for the player.
        player: usize,
        /// The seat whose move it was, where the moves so far are known.
        turn: Option<Seat>,
    },
    /// An arbiter notes an incident or a warning.
    NoteIncident {
        /// The game.
        game: GameId,
        /// What sort.
        kind: IncidentKind,
        /// 0 or 1 for the player whom it concerns, none for both or nobody.
        player: Option<usize>,
        /// What happened.
        words: Reason,
        /// The article that it rests on.
        article: Option<Article>,
    },
    /// A flag has fallen: noted in the deployment, lost on time in the engagement.
    FlagFallen {
        /// The game.
        game: GameId,
        /// 0 or 1 for the player whose flag it is.
        player: usize,
        /// In which phase.
        phase: Phase,
        /// TigerVariation: the other's Standard Bearer had been captured.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bearer_captured: bool,
        /// Dragon: both players agree that planting was inevitable.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        planting_inevitable: bool,
        /// See [`Command`].
        seen: u64,
    },
    /// A player is disqualified, or both are.
    Disqualify {
        /// The ruling that it makes.
        ruling: RulingId,
        /// The game.
        game: GameId,
        /// 0 or 1 for the offender, none for both.
        offender: Option<usize>,
        /// What the opponent gets; nothing if both are disqualified.
        awarded: GamePoints,
        /// Why.
        reason: Reason,
        /// The article that it rests on.
        article: Option<Article>,
        /// See [`Command`].
        seen: u64,
    },
    /// The last step of a game is undone. Dice and records that were handed in stay.
    UndoStep {
        /// The game.
        game: GameId,
        /// The entry of the step.
        step: u64,
    },
    /// An arbiter decides who goes on from a tie of the bracket, or leaves it to the games again.
    DecideTie {
        /// The ruling.
        ruling: RulingId,
        /// The tie.
        tie: TieId,
        /// The decision.
        verdict: TieVerdict,
        /// Why.
        reason: Reason,
        /// The article that it rests on.
        article: Option<Article>,
        /// See [`Command`]; the revision is the entry of the last ruling on this tie, or 0.
        seen: u64,
    },
    /// A player disputes what the opponent reported or a record has brought about: an arbiter is asked.
    DisputeResult {
        /// The game.
        game: GameId,
        /// 0 for the first player, 1 for the second.
        player: usize,
        /// What the player says.
        words: Reason,
    },
    /// An arbiter lets one of the records stand, with the result that it shows.
    UseRecord {
        /// The game.
        game: GameId,
        /// The record.
        record: RecordId,
        /// See [`Command`].
        seen: u64,
    },
    /// A game record is handed in.
    HandInRecord {
        /// The game.
        game: GameId,
        /// The record.
        record: RecordId,
        /// 0 or 1 for the player who hands it in, none for an arbiter.
        player: Option<usize>,
        /// SHA-256 of the text, which is kept apart.
        digest: Bytes32,
        /// What the rules found in it.
        findings: Box<Findings>,
    },
}

impl Command {
    /// What the commands are called in the ledger.
    pub const NAMES: &[&str] = Self::VARIANTS;
}
