//! What the interface for programs answers. The document under `/api/v1/openapi.json` is made from these types: their
//! comments are its descriptions. Within version 1 fields are added, never taken away or given another meaning.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use tiger_event::{EntryDetails, RoundState, Table};
use utoipa::ToSchema;

pub use crate::error::Problem;

/// Where to begin.
#[derive(Debug, Serialize, ToSchema)]
pub struct Api {
    /// The version of the interface.
    pub version: u32,
    /// The program and its version.
    pub program: String,
    /// The address of the list of events.
    pub events: String,
    /// The address of the document that describes everything here.
    pub description: String,
}

/// Which part of a list this is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Paging {
    /// This page, from 1.
    pub page: u32,
    /// How many pages there are; one at least.
    pub pages: u32,
    /// How many things all pages list.
    pub total: u32,
}

/// The public events, the latest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventList {
    /// Which part of the list this is.
    pub paging: Paging,
    /// The events.
    pub events: Vec<EventLine>,
}

/// An event in the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventLine {
    /// The address of the event, which names it here too.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// The game: `dragon`, `tigerchess`, `lancerchess`, `dance`.
    pub game: String,
    /// How rounds are paired: `swiss`, `round_robin`, `double_round_robin`, `knockout`, `match`, `free`.
    pub format: String,
    /// Where it is played.
    pub venue: Option<String>,
    /// First day.
    pub starts_on: NaiveDate,
    /// Last day.
    pub ends_on: NaiveDate,
    /// How many players are entered.
    pub players: u32,
    /// How many rounds are published.
    pub rounds: u16,
    /// How many rounds there will be.
    pub planned_rounds: u16,
    /// Whether it is over.
    pub is_finished: bool,
    /// Its address here.
    pub href: String,
}

/// An event.
#[derive(Debug, Serialize, ToSchema)]
pub struct Event {
    /// Its identifier, which stays when the address changes.
    pub id: String,
    /// Its address.
    pub slug: String,
    /// The version since which everybody sees this: it grows with every change.
    pub version: u64,
    /// Its name.
    pub name: String,
    /// The game: `dragon`, `tigerchess`, `lancerchess`, `dance`.
    pub game: String,
    /// How rounds are paired.
    pub format: String,
    /// Where it is played.
    pub venue: Option<String>,
    /// First day.
    pub starts_on: NaiveDate,
    /// Last day.
    pub ends_on: NaiveDate,
    /// The zone that people read its times in, such as `Europe/London`.
    pub time_zone: String,
    /// How many players are entered.
    pub players: u32,
    /// How many rounds are published.
    pub rounds: u16,
    /// How many rounds there will be.
    pub planned_rounds: u16,
    /// The tie-breaks by their codes, the first one first.
    pub tie_breaks: Vec<String>,
    /// The arbiters.
    pub arbiters: Vec<Arbiter>,
    /// Whether it is over.
    pub is_finished: bool,
}

/// An arbiter of an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct Arbiter {
    /// The name.
    pub name: String,
    /// Whether this is the chief arbiter.
    pub is_chief: bool,
}

/// The players of an event, by number.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryList {
    /// Which part of the list this is.
    pub paging: Paging,
    /// The players.
    pub entries: Vec<Entry>,
}

/// A player of an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct Entry {
    /// The identifier.
    pub id: String,
    /// The pairing number.
    pub number: u16,
    /// The name.
    pub name: String,
    /// Club or town.
    pub club: Option<String>,
    /// Federation or country.
    pub federation: Option<String>,
    /// FIDE's title.
    pub title: Option<String>,
    /// FIDE's number.
    pub fide_id: Option<String>,
    /// The rating, of whatever list the event uses.
    pub rating: Option<u16>,
    /// Whether the player has checked in.
    pub is_present: bool,
    /// The first round that the player belongs to.
    pub first_round: u16,
    /// The last round that the player belongs to, where the player leaves or has left; 0 for none.
    pub last_round: Option<u16>,
    /// Whether the player leaves a round robin so that none of their games counts for anybody.
    pub is_annulled: bool,
}

/// The published rounds of an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundList {
    /// The rounds, the first one first.
    pub rounds: Vec<RoundLine>,
}

/// A round in the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundLine {
    /// Its number, from 1.
    pub number: u16,
    /// What it is in a bracket, such as `Semifinals`.
    pub stage: Option<String>,
    /// Whether every game of it has its result and the arbiters have closed it.
    pub is_closed: bool,
    /// When it was published.
    pub published_at: Option<DateTime<Utc>>,
    /// How many games it has.
    pub games: u32,
    /// How many of these have no result yet.
    pub open_games: u32,
    /// Its address here.
    pub href: String,
}

/// A round with its boards.
#[derive(Debug, Serialize, ToSchema)]
pub struct Round {
    /// Its number, from 1.
    pub number: u16,
    /// What it is in a bracket, such as `Semifinals`.
    pub stage: Option<String>,
    /// Whether every game of it has its result and the arbiters have closed it.
    pub is_closed: bool,
    /// When it was published.
    pub published_at: Option<DateTime<Utc>>,
    /// The games, board 1 first.
    pub games: Vec<Game>,
    /// Those who do not play.
    pub byes: Vec<Bye>,
    /// The pairs neither of whom is there: both lose by forfeit.
    pub both_absent: Vec<[Absent; 2]>,
}

/// A player who is not there, nor is the opponent.
#[derive(Debug, Serialize, ToSchema)]
pub struct Absent {
    /// The pairing number.
    pub number: u16,
    /// The name.
    pub name: String,
}

/// A player who does not play in a round.
#[derive(Debug, Serialize, ToSchema)]
pub struct Bye {
    /// The pairing number.
    pub number: u16,
    /// The name.
    pub name: String,
    /// FIDE's abbreviation: `PAB`, `HPB`, `ZPB`, `FPB`; `+` for a win by forfeit over who has left a round robin.
    pub kind: String,
    /// The pairing number of the opponent who has left, in a win by forfeit.
    pub absent: Option<u16>,
    /// What it is worth, as a decimal such as `0.5`.
    pub points: String,
}

/// An event as its arbiters work at it: what commands name, each with the revision that they were made from.
#[derive(Debug, Serialize, ToSchema)]
pub struct Desk {
    /// How many entries the ledger of the event has.
    pub version: u64,
    /// The round that can be drafted now.
    pub next_round: Option<u16>,
    /// The rounds, drafts among them.
    pub rounds: Vec<DeskRound>,
    /// The players.
    pub entries: Vec<DeskEntry>,
}

/// A round as arbiters work at it.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskRound {
    /// Its number, from 1.
    pub number: u16,
    /// `draft`, `published` or `closed`.
    #[schema(value_type = String)]
    pub state: RoundState,
    /// The entry of the ledger that changed it last: `seen` of a command.
    pub revision: u64,
    /// Its boards, once it is published.
    pub games: Vec<DeskGame>,
    /// Boards and byes of a draft, as `change_draft` takes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub table: Option<Table>,
}

/// A board as arbiters work at it.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskGame {
    /// The identifier of the game.
    pub id: String,
    /// The number that its board bears in the hall.
    pub board: u16,
    /// The player who stands first.
    pub first: String,
    /// The other player.
    pub second: String,
    /// The entry of the ledger that changed the result last, or the game if it is adjourned: `seen` of a command.
    pub revision: u64,
    /// Whether there is a result.
    pub has_result: bool,
}

/// A player as arbiters work at the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskEntry {
    /// The identifier.
    pub id: String,
    /// The pairing number.
    pub number: u16,
    /// The name.
    pub name: String,
    /// Whether the player has checked in.
    pub is_present: bool,
    /// The entry of the ledger that changed the player last: `seen` of a command.
    pub revision: u64,
    /// All that is written down about the player, as `change_entry` takes and replaces it; for tokens with `entries` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub details: Option<EntryDetails>,
}

/// What was done.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// The entry of the ledger that tells it.
    pub entry: u64,
    /// What happened, in words.
    pub told: String,
    /// Whether the same request had been carried out before, and nothing was done again.
    pub is_repeat: bool,
}

/// The games of the published rounds, round by round.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameList {
    /// Which part of the list this is.
    pub paging: Paging,
    /// The games.
    pub games: Vec<Game>,
}

/// A game.
#[derive(Debug, Serialize, ToSchema)]
pub struct Game {
    /// Its identifier.
    pub id: String,
    /// Its round.
    pub round: u16,
    /// The number that its board bears in the hall.
    pub board: u16,
    /// Who moves first, unless dice decide it.
    pub first: Seat,
    /// The other player.
    pub second: Seat,
    /// The variation that is played, once it is known.
    pub variation: Option<String>,
    /// Whether it was left for later.
    pub is_adjourned: bool,
    /// Whether it counts for nobody, because one of the two has left a round robin before half of it.
    pub is_annulled: bool,
    /// The result, once it stands.
    pub result: Option<GameResult>,
    /// The record, once it is published.
    pub record: Option<Record>,
    /// Its address here.
    pub href: String,
}

/// A player at a board.
#[derive(Debug, Serialize, ToSchema)]
pub struct Seat {
    /// The pairing number.
    pub number: u16,
    /// The name.
    pub name: String,
    /// What the player scores, as a decimal such as `5.5`; none before the result.
    pub points: Option<String>,
}

/// One of the two players.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// The one who stands first.
    First,
    /// The one who stands second.
    Second,
}

/// The result of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameResult {
    /// Who has won; none where nobody has.
    pub winner: Option<Winner>,
    /// How it ended, as records write it, such as `checkmate`.
    pub ending: String,
    /// The same in words, as people read it.
    pub words: String,
    /// When it was set.
    pub at: DateTime<Utc>,
}

/// The record of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct Record {
    /// The digest by which the ledger names the text that was handed in, SHA-256 of a salt and the text.
    pub digest: String,
    /// How many plies it has.
    pub plies: u32,
    /// Where the record is as a file, `.tgr`.
    pub file: String,
}

/// A game with its record.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameWithRecord {
    /// The game.
    pub game: Game,
    /// The text of its record in the format `.tgr`, under the event's own tags.
    pub tgr: Option<String>,
}

/// The standings after the published rounds, or after the first ones.
#[derive(Debug, Serialize, ToSchema)]
pub struct Standings {
    /// How many rounds are counted.
    pub after_round: u16,
    /// How many games of these rounds have no result yet.
    pub open_games: u32,
    /// The tie-breaks, in the order in which they count.
    pub tie_breaks: Vec<TieBreak>,
    /// The players, the first one first.
    pub lines: Vec<StandingsLine>,
}

/// A tie-break.
#[derive(Debug, Serialize, ToSchema)]
pub struct TieBreak {
    /// FIDE's code with its modifiers, such as `BH/C1`.
    pub code: String,
    /// What it is called.
    pub name: String,
}

/// A player's line of the standings.
#[derive(Debug, Serialize, ToSchema)]
pub struct StandingsLine {
    /// The place; players whom nothing tells apart share one. None where the games are annulled.
    pub place: Option<u32>,
    /// The pairing number.
    pub number: u16,
    /// The name.
    pub name: String,
    /// The points that rank the player, as a decimal.
    pub points: String,
    /// Nominal half points, which are shown apart.
    pub nominal_halves: u32,
    /// How far the player has come, in a bracket.
    pub stand: Option<String>,
    /// The values of the tie-breaks, as decimals; none where there is none.
    pub tie_breaks: Vec<Option<String>>,
    /// Whether the player has left a round robin and none of their games counts.
    pub is_annulled: bool,
}

/// What arbiters have decided against board or players.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulingList {
    /// The rulings, the oldest first.
    pub rulings: Vec<Ruling>,
}

/// A ruling.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ruling {
    /// Its identifier.
    pub id: String,
    /// The game.
    pub game: String,
    /// The result before; none if there was none.
    pub before: Option<GameResult>,
    /// The result after.
    pub after: GameResult,
    /// Why.
    pub reason: String,
    /// The article that it rests on.
    pub article: Option<String>,
}
