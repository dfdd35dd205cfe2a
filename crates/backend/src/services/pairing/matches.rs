//! Matches: the same two players in every round, sides alternating; how such a match stands.

use tiger_event::{EntryId, Event, Points, Refusal, Table};
use tiger_pairing::{Round, matches};

use super::sentences::Names;
use super::{knockout, unpairable};

pub(super) fn draft(event: &Event) -> Result<Table, Refusal> {
    let (seeds, bracket) = knockout::drawn(event)?;
    let bracket = bracket.filter(|_| event.entries.len() == 2).ok_or_else(|| {
        Refusal::Invalid(format!("A match has exactly two players; {} are entered.", event.entries.len()))
    })?;
    let stage = knockout::due(&bracket)?;
    let draft = match stage.game.map(|game| Round::new(u32::from(game))) {
        Some(Some(round)) => {
            let tournament = event.tournament_of_ties().map_err(unpairable)?;
            matches::draft(&tournament, round)
        }
        _ => event.bracket_draft(&bracket.seeds, stage),
    };
    let mut table = knockout::table(event, &bracket, stage, &draft.map_err(unpairable)?, seeds)?;
    for board in &mut table.boards {
        board.why = match stage.game {
            Some(1) => "Game 1: the first move was drawn by lot.".to_owned(),
            Some(game) => format!("Game {game}: the sides alternate."),
            None => "Level after all games, so a tie-break game is played.".to_owned(),
        };
    }
    Ok(table)
}

/// How a match stands, tie-break games left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchScore {
    pub players: [(EntryId, Points); 2],
    pub finished: u32,
    /// Games still to be played or finished.
    pub remaining: u32,
    /// Who has won already, whatever the remaining games bring.
    pub winner: Option<EntryId>,
    /// What the one behind still needs for the lead, if there is one behind; in points.
    pub lead: Points,
}

/// How the match stands; none in other formats, and while there are not two players.
pub fn score(event: &Event) -> Option<MatchScore> {
    let tournament = event.tournament_of_ties().ok()?;
    let score = matches::score(&tournament).ok()?;
    let names = Names::of(event);
    let player = |(number, points)| Some((names.id(number).ok()?, points));
    let [one, other] = score.players;
    Some(MatchScore {
        players: [player(one)?, player(other)?],
        finished: score.finished,
        remaining: score.remaining,
        winner: score.winner.and_then(|number| names.id(number).ok()),
        lead: Points::from_halves((one.1 - other.1).halves().abs()),
    })
}
