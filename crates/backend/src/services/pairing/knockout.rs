//! Knockouts: each round follows from the bracket, its pairs and sides from the pairing crate.

use tiger_event::bracket::Due;
use tiger_event::round::StageRound;
use tiger_event::text::small;
use tiger_event::{Bracket, ByeKind, EntryId, Event, Refusal, RoundBye, Table, Tie};
use tiger_pairing::DraftRound;

use super::sentences::Names;
use super::{pairing, unpairable};

/// The round that is due: in round 1 with the seeds, later with whoever has gone on.
pub(super) fn draft(event: &Event) -> Result<Table, Refusal> {
    let (seeds, bracket) = drawn(event)?;
    let bracket = bracket.ok_or_else(|| Refusal::invalid("A knockout needs two players."))?;
    let stage = due(&bracket)?;
    let draft = event.bracket_draft(&bracket.seeds, stage).map_err(unpairable)?;
    table(event, &bracket, stage, &draft, seeds)
}

/// Seeds for round 1, empty for later ones, and the bracket.
pub(super) fn drawn(event: &Event) -> Result<(Vec<EntryId>, Option<Bracket>), Refusal> {
    // A draft of round 1 is drawn anew from the settings.
    if event.published_rounds() > 0 {
        return Ok((Vec::new(), event.bracket(None).map_err(unpairable)?));
    }
    let seeds = event.proposed_seeds();
    let bracket = event.bracket_of(&seeds, Some(0)).map_err(unpairable)?;
    Ok((seeds, bracket))
}

pub(super) fn due(bracket: &Bracket) -> Result<StageRound, Refusal> {
    match bracket.due() {
        Due::Round(stage) => Ok(stage),
        Due::Unfinished => Err(Refusal::invalid(
            "A game that was adjourned decides who goes on: finish it before the next round is drafted.",
        )),
        Due::Over => Err(Refusal::invalid("Everything is decided; there is no further round.")),
    }
}

/// The boards and byes that the bracket still asks for, with their reasons.
pub(super) fn table(
    event: &Event,
    bracket: &Bracket,
    stage: StageRound,
    draft: &DraftRound,
    seeds: Vec<EntryId>,
) -> Result<Table, Refusal> {
    let names = Names::of(event);
    let mut table = Table { stage: Some(stage), seeds, ..Table::default() };
    let lineup = bracket.lineup(event, stage, &table);
    for board in &draft.boards {
        let (first, second) = (names.id(board.first)?, names.id(board.second)?);
        let is_asked_for = |pair: &[EntryId; 2]| [[first, second], [second, first]].contains(pair);
        if lineup.pairs.iter().any(is_asked_for) {
            table.boards.push(pairing(first, second, why(event, bracket, stage, [first, second])));
        }
    }
    if table.boards.is_empty() && stage.game.is_none() {
        return Err(Refusal::invalid(
            "Both players of the tie forfeited: no tie-break game is drafted, a ruling says who goes on.",
        ));
    }
    let byes = lineup.byes.iter().map(|entry| RoundBye::new(*entry, ByeKind::Pairing));
    table.byes.extend(byes);
    Ok(table)
}

fn why(event: &Event, bracket: &Bracket, stage: StageRound, pair: [EntryId; 2]) -> String {
    let Some(tie) = bracket.stage(stage.stage).iter().find(|tie| tie.is_of(pair[0], pair[1])) else {
        return String::new();
    };
    let title = bracket.tie_title(tie);
    if stage.game.is_none() {
        return format!("{title}: level after its games, so a tie-break game is played.");
    }
    if stage.stage == 1 {
        let seed = |entry| bracket.seed(entry).map_or_else(String::new, |seed| seed.to_string());
        let [one, other] = pair;
        return format!("{title}: seed {} against seed {}.", seed(one), seed(other));
    }
    let from = pair.map(|entry| came_from(event, bracket, tie, entry));
    format!("{title}: {}; {}.", from[0], from[1])
}

/// How a player came to a tie of a later stage.
fn came_from(event: &Event, bracket: &Bracket, tie: &Tie, entry: EntryId) -> String {
    let earlier = bracket.stage(tie.id.stage - 1).iter().find(|tie| tie.players.contains(&Some(entry)));
    let name = event.name_of(entry);
    match earlier {
        Some(earlier) if earlier.pair().is_none() => format!("{name} had a bye before"),
        Some(earlier) if earlier.winner() == Some(entry) => {
            format!("{name} won {}", small(&bracket.tie_title(earlier)))
        }
        Some(earlier) => format!("{name} lost {}", small(&bracket.tie_title(earlier))),
        None => name.to_owned(),
    }
}
