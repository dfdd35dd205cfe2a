//! What is asked before a game: as the arbiter asks it, and as a player answers it alone.

use tiger_event::choice::commander;
use tiger_event::command::says;
use tiger_event::result::{SEATS, seat_index};
use tiger_event::text::capital;
use tiger_event::{Event, Game, Seat};
use tiger_rules::{Answer, GameKind, Question, Side, Step};

use super::StepView;
use crate::pages::Choice;
use crate::services::choices::{question_key, settled};

/// What the reader is asked, to answer it alone.
pub struct AskedView {
    pub question: String,
    /// Its key, which the form brings back.
    pub key: &'static str,
    pub answers: Vec<Choice>,
    /// Whether the reader has said something already.
    pub has_spoken: bool,
    /// What follows from the answer.
    pub hint: &'static str,
}

impl AskedView {
    /// What the player in a seat is asked, in an event where players answer, while it matters.
    pub fn of(event: &Event, game: &Game, at: Seat) -> Option<Self> {
        if game.result.is_some() && !event.lacks_dice(game) {
            return None;
        }
        let kind = event.settings.game;
        let asked = game.question_to(kind, at).filter(|_| event.settings.players_choose)?;
        let is_knights = matches!(asked, Question::WhichKnights(_));
        Some(Self {
            question: match asked {
                Question::AgreeOnOpen => "Do you agree to the Open variation?".to_owned(),
                Question::AgreeOnTrident => "Do you agree to the Trident formation?".to_owned(),
                Question::AgreeOnRegicide(side) => {
                    format!("Do you agree that {} plays without the King (Regicide)?", led(event, game, side))
                }
                Question::WhichKnights(_) => "Which variation do you ask for?".to_owned(),
            },
            key: question_key(asked),
            answers: if is_knights {
                knights()
            } else {
                vec![Choice::new("yes", "I agree"), Choice::new("no", "I do not")]
            },
            has_spoken: game.said[seat_index(at)].is_some(),
            hint: if is_knights {
                "LanceVariation and PikeVariation need both players; otherwise it is the SwordVariation."
            } else {
                "It needs both of you: one no settles it."
            },
        })
    }
}

/// What the players have said by themselves to the open question, each in a sentence.
pub fn said(event: &Event, game: &Game) -> Vec<String> {
    let sentence = |at: Seat| {
        let answer = game.said[seat_index(at)]?;
        Some(format!("{} {}.", event.name_of(game.player(at)), says(answer)))
    };
    SEATS.into_iter().filter_map(sentence).collect()
}

/// Who is asked now, where players answer alone.
pub(super) fn who_is_asked(event: &Event, game: &Game) -> String {
    let silent = |at: &Seat| {
        game.question_to(event.settings.game, *at).is_some() && game.said[seat_index(*at)].is_none()
    };
    let names = SEATS.into_iter().filter(silent).map(|at| event.name_of(game.player(at)));
    names.collect::<Vec<_>>().join(" and ")
}

/// Who is asked about a side. Which side of Dragon that becomes, the formation settles: under Trident the other one begins.
fn led<'a>(event: &'a Event, game: &Game, side: Side) -> &'a str {
    event.name_of(game.player(commander(event.settings.game, side)))
}

fn knights() -> Vec<Choice> {
    ["lance", "pike", "sword"].map(|name| Choice::new(name, format!("{}Variation", capital(name)))).to_vec()
}

/// A question as an arbiter asks it.
pub(super) fn ask(event: &Event, game: &Game, asked: Question) -> StepView {
    let yes_no = vec![Choice::new("yes", "Both agree"), Choice::new("no", "They do not")];
    let (question, answers) = match asked {
        Question::AgreeOnOpen => ("Do both players agree on the Open variation?".to_owned(), yes_no),
        Question::AgreeOnTrident => ("Do both players agree on the Trident formation?".to_owned(), yes_no),
        Question::AgreeOnRegicide(side) => (
            format!("Do both agree that {} plays without the King (Regicide)?", led(event, game, side)),
            yes_no,
        ),
        Question::WhichKnights(side) => (
            format!(
                "Which variation does {} ask for? LanceVariation and PikeVariation need both players; otherwise it is the SwordVariation.",
                led(event, game, side)
            ),
            knights(),
        ),
    };
    StepView::Ask { question, key: question_key(asked), answers }
}

/// Everything that was answered, in words.
pub(super) fn answers(event: &Event, game: &Game) -> Vec<String> {
    let agreed = |yes: bool| if yes { "agreed" } else { "not agreed" };
    let kind = event.settings.game;
    let words = |(step, answer): (Step, Answer)| match (kind, step, answer) {
        (GameKind::TigerChess, _, Answer::Agreed(yes)) => Some(format!("Open variation: {}.", agreed(yes))),
        (GameKind::Dragon, _, Answer::Agreed(yes)) => Some(format!("Trident formation: {}.", agreed(yes))),
        (_, Step::Ask(Question::AgreeOnRegicide(side)), Answer::Agreed(yes)) => {
            Some(format!("Regicide of {}: {}.", led(event, game, side), agreed(yes)))
        }
        (_, Step::Ask(Question::WhichKnights(side)), Answer::Knights(knights)) => {
            Some(format!("{} asked for the {knights}Variation.", led(event, game, side)))
        }
        _ => None,
    };
    settled(kind, game).into_iter().filter_map(words).collect()
}
