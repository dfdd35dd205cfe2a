//! What a whole round is asked and casts before its games: a board's line becomes commands, or a sentence that says what
//! is wrong; what the program casts is committed, and cast, for all boards that are ready.

use std::collections::BTreeMap;

use tiger_event::text::capital;
use tiger_event::{
    Actor, CastId, CastPurpose, ChoiceCommand, Event, EventId, Game, GameId, Mistake, Refusal,
};
use tiger_rules::{Answer, Choice, Die, GameKind, Knights, Question, Side, Step};

use super::{attempt_all, dice, or_refused, results};
use crate::error::Result;
use crate::ledger::{Ledger, LedgerError, OnceKey, Order};
use crate::{clock, db};

/// Everything that may be asked and cast before a game of this kind, in the order of its rules: what comes when nobody
/// agrees to anything.
pub fn steps(kind: GameKind) -> Vec<Step> {
    let mut choice = Choice::new(kind);
    let mut steps = Vec::new();
    loop {
        let step = choice.next();
        let Some(answer) = least(step) else { break };
        steps.push(step);
        if choice.answer(answer).is_err() {
            break;
        }
    }
    steps
}

/// The answer after which the most is still to come.
fn least(step: Step) -> Option<Answer> {
    let one = Die::try_from(1).ok()?;
    match step {
        Step::Ask(Question::WhichKnights(_)) => Some(Answer::Knights(Knights::Sword)),
        Step::Ask(_) => Some(Answer::Agreed(false)),
        Step::Cast(CastPurpose::Deployment) => Some(Answer::OneDie(one)),
        Step::Cast(CastPurpose::Tiger) => Some(Answer::TwoDice([one, one])),
        Step::Chosen(_) => None,
    }
}

/// The value by which forms name a question.
pub const fn question_key(question: Question) -> &'static str {
    match question {
        Question::AgreeOnOpen => "open",
        Question::WhichKnights(Side::South) => "knights-south",
        Question::WhichKnights(Side::North) => "knights-north",
        Question::AgreeOnTrident => "trident",
        Question::AgreeOnRegicide(Side::South) => "regicide-south",
        Question::AgreeOnRegicide(Side::North) => "regicide-north",
    }
}

/// Reads the question of a game that a form names.
pub fn read_question(kind: GameKind, key: &str) -> Result<Question, &'static str> {
    let named = |step: Step| match step {
        Step::Ask(question) if question_key(question) == key => Some(question),
        _ => None,
    };
    steps(kind).into_iter().find_map(named).ok_or("This page is out of date. Load it again.")
}

pub fn read_answer(question: Question, text: &str) -> Result<Answer, &'static str> {
    let answer = match (question, text) {
        (Question::WhichKnights(_), name) => name.parse().ok().map(Answer::Knights),
        (_, "yes") => Some(Answer::Agreed(true)),
        (_, "no") => Some(Answer::Agreed(false)),
        _ => None,
    };
    answer.ok_or("Choose one of the answers.")
}

/// Reads the faces of dice from a cup.
///
/// # Errors
/// When they are not as many as are cast, or not all from 1 to 6.
pub fn read_faces(text: &str, purpose: CastPurpose) -> Result<Vec<u8>, String> {
    // Two dice are typed quickly without anything between them.
    let text = text.trim();
    let apart: String = text.chars().flat_map(|digit| [digit, ' ']).collect();
    let is_close = text.len() == purpose.dice() && text.bytes().all(|digit| digit.is_ascii_digit());
    let faces: Option<Vec<u8>> = if is_close { &apart } else { text }
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '-' | '+'))
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok().filter(|face| (1..=6).contains(face)))
        .collect();
    faces.filter(|faces| faces.len() == purpose.dice()).ok_or_else(|| match purpose.dice() {
        1 => "Write one number from 1 to 6.".to_owned(),
        dice => format!("Write {dice} numbers from 1 to 6, such as 2 5."),
    })
}

/// Whether the program may cast for a board with others: nothing stands that hangs on it.
fn is_open(game: &Game) -> bool {
    game.awaits_result()
}

/// Whether a board's line can be filled in: its game is open, or its result waits for the dice.
pub fn is_to_fill_in(event: &Event, game: &Game) -> bool {
    is_open(game) || (event.lacks_dice(game) && game.open_cast().is_none())
}

/// What is answered and cast at a board already, each at its step.
pub fn settled(kind: GameKind, game: &Game) -> Vec<(Step, Answer)> {
    let mut then = Choice::new(kind);
    let mut settled = Vec::new();
    for answer in game.choice(kind).answers() {
        settled.push((then.next(), *answer));
        if then.answer(*answer).is_err() {
            break;
        }
    }
    settled
}

/// Reads a board's line, a text for each of [`steps`]; empty where nothing was typed. Dice come from a cup, and both
/// players have confirmed them or none.
pub fn read(
    event: &Event,
    game: &Game,
    typed: &[String],
    is_confirmed: bool,
) -> Result<Vec<ChoiceCommand>, Mistake> {
    let kind = event.settings.game;
    let (mut choice, settled) = (game.choice(kind), settled(kind, game));
    let mut commands = Vec::new();
    for (step, text) in steps(kind).into_iter().zip(typed) {
        if text.is_empty() {
            continue;
        }
        let wrong = |sentence: &str| Mistake::new("", format!("{}: {sentence}", capital(title(step))));
        let (command, answer) = match step {
            Step::Ask(question) => {
                let answer = read_answer(question, text).map_err(wrong)?;
                let asked = Some(question);
                (ChoiceCommand::AnswerChoice { game: game.id, answer, asked }, Some(answer))
            }
            Step::Cast(purpose) => {
                let faces = read_faces(text, purpose).map_err(|sentence| wrong(&sentence))?;
                let (cast, answer) = (clock::new_id(), cast(&faces));
                let confirmed = [is_confirmed; 2];
                (ChoiceCommand::EnterCast { game: game.id, cast, purpose, faces, confirmed }, answer)
            }
            Step::Chosen(_) => continue,
        };
        if let Some((_, stands)) = settled.iter().find(|(at, _)| *at == step) {
            // A form that is sent twice says what stands already.
            if answer == Some(*stands) {
                continue;
            }
            return Err(wrong("another answer stands here already. It is changed in the game's room."));
        }
        match choice.next() {
            // Points that stand may hang on it: the room shows what becomes of them, and asks.
            _ if game.result.is_some() && game.open_cast().is_some() => {
                return Err(wrong(
                    "a result stands at this board, and the program is committed to its dice. Cast or void them in its room.",
                ));
            }
            _ if !is_to_fill_in(event, game) => {
                return Err(wrong(
                    "a result stands at this board, or it is adjourned. Write it down in its room.",
                ));
            }
            Step::Cast(CastPurpose::Tiger) if game.result.is_some() && is_double(answer) => {
                return Err(wrong(
                    "a double changes the points that stand. Write it down in its room, which shows them first.",
                ));
            }
            due if due == step => commands.push(command),
            Step::Chosen(_) => return Err(wrong("not asked here, the variation is chosen without it.")),
            due => return Err(wrong(&format!("not yet. First: {}.", title(due)))),
        }
        if answer.is_none_or(|answer| choice.answer(answer).is_err()) {
            break;
        }
    }
    Ok(commands)
}

fn cast(faces: &[u8]) -> Option<Answer> {
    let die = |place: usize| faces.get(place).and_then(|face| Die::try_from(*face).ok());
    match faces.len() {
        1 => die(0).map(Answer::OneDie),
        _ => Some(Answer::TwoDice([die(0)?, die(1)?])),
    }
}

fn is_double(answer: Option<Answer>) -> bool {
    matches!(answer, Some(Answer::TwoDice([one, other])) if one == other)
}

/// A step in a word or two.
pub const fn title(step: Step) -> &'static str {
    match step {
        Step::Ask(Question::AgreeOnOpen) => "the answer about Open",
        Step::Ask(Question::WhichKnights(_)) => "the question of Knights",
        Step::Ask(Question::AgreeOnTrident) => "the answer about Trident",
        Step::Ask(Question::AgreeOnRegicide(_)) => "the answer about Regicide",
        Step::Cast(CastPurpose::Deployment) => "the one die",
        Step::Cast(CastPurpose::Tiger) => "the two dice",
        Step::Chosen(_) => "nothing",
    }
}

/// Hands the lines of several boards to the ledger, written together: one that is refused does not hold up the others. The
/// boards that were refused, each with the first refusal.
pub async fn save(
    ledger: &Ledger,
    actor: Actor,
    event: EventId,
    once: &OnceKey,
    lines: Vec<(GameId, Vec<ChoiceCommand>)>,
) -> Result<BTreeMap<GameId, Refusal>> {
    let (ledger, once) = (ledger.clone(), once.clone());
    db::block(move || {
        let now = ledger.event(event)?;
        let (mut games, mut orders) = (Vec::new(), Vec::new());
        for (game, commands) in lines {
            let board = now.game(game).map(|game| game.board).unwrap_or_default();
            for (place, command) in commands.into_iter().enumerate() {
                let mut order = Order::new(actor.clone(), event, command);
                order.key = format!("{once}-{board}-{place}").parse().ok();
                games.push(game);
                orders.push(order);
            }
        }
        let mut refused = BTreeMap::new();
        for (game, outcome) in games.into_iter().zip(results::commit(&ledger, orders)) {
            if let Err(refusal) = or_refused(outcome)? {
                refused.entry(game).or_insert(refusal);
            }
        }
        Ok::<_, LedgerError>(refused)
    })
    .await
}

/// The games of a round whose dice are due and not committed to, each with what is cast.
pub fn ready(event: &Event, round: u16) -> Vec<(&Game, CastPurpose)> {
    let games = event.games_of(round).into_iter().filter(|game| is_open(game) && game.open_cast().is_none());
    let due = games.filter_map(|game| match game.choice(event.settings.game).next() {
        Step::Cast(purpose) => Some((game, purpose)),
        Step::Ask(_) | Step::Chosen(_) => None,
    });
    due.collect()
}

/// The games of a round whose dice the program is committed to, each with the cast.
pub fn committed(event: &Event, round: u16) -> Vec<(&Game, CastId)> {
    let games = event.games_of(round).into_iter().filter(|game| is_open(game));
    games.filter_map(|game| Some((game, game.open_cast()?.id))).collect()
}

/// Commits the program to the dice of those games of a round, among the ones named, that are ready, each with a secret of
/// its own: how many, or the first refusal.
///
/// # Errors
/// When the operating system has no randomness to give, and faults of the database.
pub async fn commit_all(
    ledger: &Ledger,
    actor: &Actor,
    (event, round): (&Event, u16),
    named: &[GameId],
    once: &OnceKey,
) -> Result<Result<usize, Refusal>> {
    let order = |(game, purpose): (&Game, CastPurpose)| {
        let mut order = dice::commitment(actor.clone(), (event.id, game.id), purpose)?;
        order.key = format!("{once}-{}", game.board).parse().ok();
        Ok(order)
    };
    let ready = ready(event, round).into_iter().filter(|(game, _)| named.contains(&game.id));
    let orders = ready.map(order).collect::<Result<Vec<_>>>()?;
    attempt_all(ledger, orders).await
}

/// Casts what the program is committed to in a round, as far as it is named, which reveals each secret: how many, or the
/// first refusal.
pub async fn cast_all(
    ledger: &Ledger,
    actor: &Actor,
    (event, round): (&Event, u16),
    named: &[CastId],
    once: &OnceKey,
) -> Result<Result<usize, Refusal>> {
    let waiting = committed(event, round).into_iter().filter(|(_, cast)| named.contains(cast));
    let waiting = waiting.map(|(game, cast)| ((game.id, game.board), cast)).collect();
    let order = |((game, board), cast, secret)| {
        let mut order = Order::new(actor.clone(), event.id, ChoiceCommand::CastDice { game, cast, secret });
        order.key = format!("{once}-{board}").parse().ok();
        order
    };
    let secrets = dice::secrets(ledger, event.id, waiting).await?;
    attempt_all(ledger, secrets.into_iter().map(order).collect()).await
}
