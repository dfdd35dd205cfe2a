//! The choices of a round: what the players answer and what the dice show, at all boards on one page.

use std::collections::{BTreeMap, HashMap};

use tiger_event::{CastId, ChoiceCommand, Event, GameId, Refusal, Round};

use crate::access::{EventAccess, ForArbiter, Posted};
use crate::handlers::submission::{Answer, FromArbiter, Submission};
use crate::pages::rounds::{ChoicesPage, TypedLine};
use crate::pages::{Page, Tone, see_other_saying};
use crate::services::choices;
use crate::services::results::changed_meanwhile;

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(ChoicesPage::of(&access, access.round()?)?).answer()
}

/// Writes down what was typed, board by board, each by itself.
pub async fn save(FromArbiter(sent): FromArbiter) -> Answer {
    let round = sent.access.round()?;
    let (mut typed, lines) = read(&sent.access.event, round, &sent.posted);
    let (ledger, id) = (&sent.state.ledger, sent.access.event.id);
    let boards = lines.len();
    let refused = choices::save(ledger, sent.actor()?, id, &sent.posted.key_of_page()?, lines).await?;
    let written = boards - refused.len();
    for (game, refusal) in refused {
        match refusal {
            Refusal::Invalid(sentence) => {
                typed.entry(game).or_default().error = sentence;
            }
            other => return Err(other.into()),
        }
    }
    typed.retain(|_, line| !line.error.is_empty());
    if typed.is_empty() {
        return said(&sent, Ok(boards), "written down.");
    }
    let access = EventAccess { event: ledger.event(id)?, ..sent.access.clone() };
    let page = ChoicesPage::again(&access, access.round()?, &typed, (is_confirmed(&sent.posted), written))?;
    Page(page).again()
}

/// Commits the program at every board whose dice are due.
pub async fn commit(FromArbiter(sent): FromArbiter) -> Answer {
    let place = (&*sent.access.event, sent.access.round()?.number);
    let key = sent.posted.key_of_page()?;
    let ready = |event: &Event| choices::ready(event, place.1).iter().map(|(game, _)| game.id).collect();
    let ready: Vec<GameId> = sent.of_shown(ready).await?;
    let done = choices::commit_all(&sent.state.ledger, &sent.actor()?, place, &ready, &key).await?;
    said(&sent, done, "the program is committed. Cast when the players have added their words.")
}

/// Casts at every board at which the program is committed.
pub async fn cast(FromArbiter(sent): FromArbiter) -> Answer {
    let place = (&*sent.access.event, sent.access.round()?.number);
    let key = sent.posted.key_of_page()?;
    let waiting = |event: &Event| choices::committed(event, place.1).iter().map(|(_, cast)| *cast).collect();
    let waiting: Vec<CastId> = sent.of_shown(waiting).await?;
    let done = choices::cast_all(&sent.state.ledger, &sent.actor()?, place, &waiting, &key).await?;
    said(&sent, done, "the dice are cast.")
}

/// Back to the page, which says at how many boards something was done, or what was refused.
fn said(sent: &Submission, done: Result<usize, Refusal>, what: &str) -> Answer {
    let to = ChoicesPage::path(&sent.access, sent.access.round()?.number);
    let (tone, sentence) = match done {
        Ok(0) => (Tone::Info, "Nothing was due at any board.".to_owned()),
        Ok(1) => (Tone::Good, format!("One board: {what}")),
        Ok(boards) => (Tone::Good, format!("{boards} boards: {what}")),
        Err(Refusal::Invalid(sentence)) => (Tone::Bad, sentence),
        Err(refusal) => return Err(refusal.into()),
    };
    Ok(see_other_saying(&to, tone, &sentence))
}

fn is_confirmed(posted: &Posted) -> bool {
    posted.has("confirmed")
}

/// The commands of one board's line.
type Line = (GameId, Vec<ChoiceCommand>);

/// The lines that something was typed in; those that read go to the ledger.
fn read(event: &Event, round: &Round, posted: &Posted) -> (BTreeMap<GameId, TypedLine>, Vec<Line>) {
    let fields = posted.fields().iter().rev().map(|(name, value)| (name.as_str(), value.trim()));
    let fields: HashMap<&str, &str> = fields.collect();
    let steps = choices::steps(event.settings.game).len();
    let (mut lines, mut commands) = (BTreeMap::new(), Vec::new());
    for game in event.games_of(round.number) {
        let field = |name: String| (*fields.get(name.as_str()).unwrap_or(&"")).to_owned();
        let texts: Vec<_> = (0..steps).map(|step| field(format!("step{step}-{}", game.board))).collect();
        if texts.iter().all(String::is_empty) {
            continue;
        }
        if field(format!("game-{}", game.board)) != game.id.to_string() {
            let error = changed_meanwhile(event, game);
            lines.insert(game.id, TypedLine { texts: vec![String::new(); steps], error });
            continue;
        }
        let error = match choices::read(event, game, &texts, is_confirmed(posted)) {
            Ok(line) => {
                commands.push((game.id, line));
                String::new()
            }
            Err(mistake) => mistake.sentence,
        };
        lines.insert(game.id, TypedLine { texts, error });
    }
    (lines, commands)
}
