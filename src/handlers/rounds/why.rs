//! Questions about a Swiss draft: why this board, why not these two, why not the bye.

use actix_web::web::Query;
use serde::Deserialize;
use tiger_event::Refusal;

use super::draft::sentence;
use crate::access::{EventAccess, ForArbiter};
use crate::db;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::pages::rounds::WhyPage;
use crate::pages::{Choice, EventTab, Page};
use crate::services::pairing::{self, Question};

/// What is asked: a board, or a player and an opponent.
#[derive(Debug, Deserialize)]
pub struct Asked {
    game: Option<String>,
    one: Option<String>,
    other: Option<String>,
}

pub async fn show(ForArbiter(access): ForArbiter, asked: Query<Asked>) -> Answer {
    let round = access.event.draft().ok_or(AppError::not_found("draft"))?.clone();
    let number = round.number;
    let event = access.event.clone();
    let found = match read(&asked) {
        Ok(question) => db::block(move || Ok::<_, Refusal>(pairing::why(&event, &round, question))).await?,
        Err(refusal) => Err(refusal),
    };
    let mut page = WhyPage {
        frame: access.frame(Some(EventTab::Rounds)).under("Draft", access.path("/draft")),
        round: number,
        question: "Why not?".to_owned(),
        answer: String::new(),
        criterion: String::new(),
        refusal: String::new(),
        everybody: everybody(&access, number),
        one: asked.one.clone().unwrap_or_default(),
        other: asked.other.clone().unwrap_or_default(),
    };
    match found {
        Ok(found) => {
            page.question = found.question;
            page.answer = found.answer;
            page.criterion = found.criterion;
            Page(page).answer()
        }
        Err(refusal) => {
            page.refusal = sentence(refusal)?;
            Page(page).again()
        }
    }
}

fn read(asked: &Asked) -> Result<Question, Refusal> {
    if let Some(game) = &asked.game {
        return game.parse().map(Question::Board).map_err(|_| Refusal::NotFound("board"));
    }
    let player = |text: &Option<String>| {
        let parsed = text.as_deref().unwrap_or_default().parse();
        parsed.map_err(|_| Refusal::invalid("Choose two players from the lists."))
    };
    let one = player(&asked.one)?;
    if asked.other.as_deref() == Some("bye") {
        return Ok(Question::Bye(one));
    }
    Ok(Question::Pair(one, player(&asked.other)?))
}

fn everybody(access: &EventAccess, round: u16) -> Vec<Choice> {
    let entries = access.event.entries_by_number().into_iter().filter(|entry| entry.plays_in(round));
    entries
        .map(|entry| Choice::new(entry.id.to_string(), format!("{}. {}", entry.number, entry.details.name)))
        .collect()
}
