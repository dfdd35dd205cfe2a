//! Answers and dice: how the variation of a game comes about.

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use tiger_rules::{Answer, Question, Step};

use super::telling::list;
use super::{Effect, Event, Family, Meta, Refusal, Teller, Who, open_game};
use crate::choice::Answered;
use crate::dice::{Cast, WordHand, faces_of};
use crate::result::seat_index;
use crate::{Bytes32, CastId, CastPurpose, CastState, Game, GameId, PlayerWord, Reason, Seat, Speaker};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ChoiceCommand {
    /// What the players answered to the question of the choice that is due.
    AnswerChoice {
        game: GameId,
        answer: Answer,
        /// The question that it answers; commands of earlier programs do not say so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked: Option<Question>,
    },
    /// What a player says by themself to the question of the choice that is due, where the event lets players answer.
    SayAnswer {
        game: GameId,
        #[serde(with = "crate::seat_number")]
        player: Seat,
        answer: Answer,
        asked: Question,
    },
    /// The answers are taken back, before anything was cast.
    ClearChoice { game: GameId, reason: Reason },
    /// The program draws a secret and commits itself.
    CommitDice {
        game: GameId,
        cast: CastId,
        purpose: CastPurpose,
        /// SHA-256 of the secret.
        commitment: Bytes32,
    },
    /// A player adds a word before the cast.
    AddWord {
        game: GameId,
        cast: CastId,
        #[serde(with = "crate::seat_number")]
        player: Seat,
        word: PlayerWord,
        /// Whether it is noted who entered it; commands of earlier programs do not say so.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        notes_hand: bool,
    },
    /// The program casts and reveals its secret.
    CastDice { game: GameId, cast: CastId, secret: Bytes32 },
    /// An arbiter enters dice from a real cup.
    EnterCast {
        game: GameId,
        cast: CastId,
        purpose: CastPurpose,
        /// The faces, each 1 to 6.
        faces: Vec<u8>,
        /// Whether the first and the second player have confirmed them.
        confirmed: [bool; 2],
    },
    /// A player confirms dice from a cup.
    ConfirmCast {
        game: GameId,
        cast: CastId,
        #[serde(with = "crate::seat_number")]
        player: Seat,
    },
    /// A cast does not count. It stays visible.
    VoidCast {
        game: GameId,
        cast: CastId,
        reason: Reason,
        /// The secret of what was committed to and not cast yet, which is revealed so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<Bytes32>,
    },
}

impl Family for ChoiceCommand {
    fn game(&self) -> Option<GameId> {
        let (Self::AnswerChoice { game, .. }
        | Self::SayAnswer { game, .. }
        | Self::ClearChoice { game, .. }
        | Self::CommitDice { game, .. }
        | Self::AddWord { game, .. }
        | Self::CastDice { game, .. }
        | Self::EnterCast { game, .. }
        | Self::ConfirmCast { game, .. }
        | Self::VoidCast { game, .. }) = self;
        Some(*game)
    }

    fn is_undoable(&self) -> bool {
        matches!(self, Self::AnswerChoice { .. } | Self::SayAnswer { .. } | Self::ClearChoice { .. })
    }

    fn who(&self, _: &Event) -> Result<Who, Refusal> {
        Ok(match self {
            Self::SayAnswer { game, player, .. }
            | Self::AddWord { game, player, .. }
            | Self::ConfirmCast { game, player, .. } => Who::Player(*game, *player),
            _ => Who::Arbiter,
        })
    }

    fn check_new(&self, event: &Event, meta: &Meta) -> Effect {
        match self {
            Self::SayAnswer { .. } if !event.settings.players_choose => Err(Refusal::Forbidden(
                "In this event an arbiter asks the players, and writes their answers down.".to_owned(),
            )),
            Self::SayAnswer { game, player, answer, .. }
                if event.game(*game)?.said[seat_index(*player)] == Some(*answer) =>
            {
                Err(Refusal::invalid("This player has said so already."))
            }
            Self::ConfirmCast { game, cast, player } if is_confirmed(event.game(*game)?, *cast, *player) => {
                Err(Refusal::invalid("This player has confirmed these dice already."))
            }
            Self::AddWord { word, .. } if !matches!(word, PlayerWord::Sealed { .. }) || !word.fits() => {
                Err(Refusal::invalid("A word comes with its salted digest."))
            }
            Self::AddWord { game, player, .. } => {
                let entry = event.entry(event.game(*game)?.player(*player))?;
                match entry.speaker {
                    Speaker::Taken { user } if meta.by.user() != Some(user) => {
                        Err(Refusal::Forbidden(format!(
                            "{} has an account and enters the word there: it is worth nothing from another hand.",
                            entry.details.name
                        )))
                    }
                    _ => Ok(()),
                }
            }
            Self::VoidCast { game, cast, secret: None, .. } => {
                let mut voided = event.game(*game)?.casts.iter().skip_while(|other| other.id != *cast);
                if voided.any(|other| other.voided.is_none() && other.state == CastState::Committed) {
                    return Err(Refusal::invalid(
                        "The program is committed to these dice: voiding them reveals its secret.",
                    ));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::AnswerChoice { game, answer, asked } => {
                check_asked(event, *game, *asked)?;
                take_answer(event, meta, *game, *answer)
            }
            Self::SayAnswer { game, player, answer, asked } => {
                check_asked(event, *game, Some(*asked))?;
                say(event, meta, *game, *player, *answer)
            }
            Self::ClearChoice { game, .. } => clear(event, meta, *game),
            Self::CommitDice { game, cast, purpose, commitment } => {
                let committed = CastState::Committed;
                begin(event, meta, *game, Cast::begun(*cast, *purpose, meta.at, Some(*commitment), committed))
            }
            Self::AddWord { game, cast, player, word, notes_hand } => {
                add_word(event, meta, *game, *cast, *player, word)?;
                if *notes_hand { note_hand(event, meta, *game, *cast, *player) } else { Ok(()) }
            }
            Self::CastDice { game, cast, secret } => reveal(event, meta, *game, *cast, *secret),
            Self::EnterCast { game, cast, purpose, faces, confirmed } => {
                if faces.len() != purpose.dice() || !faces.iter().all(|face| (1..=6).contains(face)) {
                    return Err(Refusal::Invalid(format!("Enter {} number(s) from 1 to 6.", purpose.dice())));
                }
                let (faces, by) = (faces.clone(), meta.author());
                let state = CastState::FromCup { faces, confirmed: *confirmed, at: meta.at, by };
                begin(event, meta, *game, Cast::begun(*cast, *purpose, meta.at, None, state))
            }
            Self::ConfirmCast { game, cast, player } => confirm_cast(event, meta, *game, *cast, *player),
            Self::VoidCast { game, cast, reason, secret } => {
                void_cast(event, meta, *game, *cast, (reason, *secret))
            }
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::AnswerChoice { answer, .. } => answer_words(*answer),
            Self::SayAnswer { game, player, answer, .. } => {
                format!("{} {}", teller.player(*game, *player), says(*answer))
            }
            Self::ClearChoice { reason, .. } => {
                format!("the answers about the variation taken back ({reason})")
            }
            Self::CommitDice { purpose, commitment, .. } => {
                format!("{} committed, SHA-256 of the secret {commitment}", cast_words(*purpose))
            }
            Self::AddWord { game, player, word, .. } => {
                format!("{} adds the word “{}”", teller.player(*game, *player), word.said())
            }
            Self::CastDice { game, cast, .. } => {
                let cast = teller.event.game(*game).ok().and_then(|game| game.cast(*cast).ok());
                let faces = cast.and_then(Cast::faces).unwrap_or_default();
                let told = if faces.is_empty() { String::new() } else { format!(": {}", list(faces)) };
                format!("dice cast{told}, secret revealed{}", known(teller, *game, faces))
            }
            Self::EnterCast { game, purpose, faces, confirmed, .. } => {
                let confirmed = match confirmed {
                    [true, true] => "both players confirm",
                    [false, false] => "not confirmed",
                    _ => "one player confirms",
                };
                let then = known(teller, *game, faces);
                format!("{} from the cup: {}; {confirmed}{then}", cast_words(*purpose), list(faces))
            }
            Self::ConfirmCast { game, player, .. } => {
                format!("{} confirms the dice", teller.player(*game, *player))
            }
            Self::VoidCast { game, reason, secret, .. } => {
                let revealed = secret.map(|secret| format!(", the secret revealed: {secret}"));
                let then = teller.cast(*game, None);
                format!("cast declared void ({reason}){}{then}", revealed.unwrap_or_default())
            }
        }
    }
}

/// Faces are known: two of them settle the points of TigerChess.
fn known(teller: &mut Teller<'_>, game: GameId, faces: &[u8]) -> String {
    match faces {
        [one, other] => teller.cast(game, Some(one == other)),
        _ => String::new(),
    }
}

const fn cast_words(purpose: CastPurpose) -> &'static str {
    match purpose {
        CastPurpose::Deployment => "die for the deployment",
        CastPurpose::Tiger => "two dice for the TigerVariation",
    }
}

fn answer_words(answer: Answer) -> String {
    match answer {
        Answer::Agreed(true) => "the players agree".to_owned(),
        Answer::Agreed(false) => "the players do not agree".to_owned(),
        Answer::Knights(knights) => format!("the {knights} asked for"),
        Answer::OneDie(die) => format!("die {die}"),
        Answer::TwoDice(dice) => format!("dice {}", list(dice)),
    }
}

/// What a player says, in words that go on after the name.
pub fn says(answer: Answer) -> String {
    match answer {
        Answer::Agreed(true) => "agrees".to_owned(),
        Answer::Agreed(false) => "does not agree".to_owned(),
        Answer::Knights(knights) => format!("asks for the {knights}"),
        Answer::OneDie(_) | Answer::TwoDice(_) => answer_words(answer),
    }
}

/// Refuses an answer to a question that has been answered meanwhile.
fn check_asked(event: &Event, game: GameId, asked: Option<Question>) -> Effect {
    match (event.game(game)?.choice(event.settings.game).next(), asked) {
        (Step::Ask(due), Some(asked)) if due != asked => Err(Refusal::invalid(
            "This question has been answered meanwhile. Look at the one that is open now.",
        )),
        (Step::Cast(_) | Step::Chosen(_), Some(_)) => {
            Err(Refusal::invalid("This question has been answered meanwhile."))
        }
        _ => Ok(()),
    }
}

fn take_answer(event: &mut Event, meta: &Meta, id: GameId, answer: Answer) -> Effect {
    let kind = event.settings.game;
    let game = open_game(event, meta, id)?;
    let mut choice = game.choice(kind);
    if !matches!(choice.next(), Step::Ask(_)) {
        return Err(Refusal::invalid("No question is open in this game."));
    }
    choice.answer(answer).map_err(|error| Refusal::Invalid(format!("{error}.")))?;
    game.answers.push(Answered { answer, at: meta.at, by: meta.author() });
    game.said = [None, None];
    event.rescore(id)
}

fn say(event: &mut Event, meta: &Meta, id: GameId, player: Seat, answer: Answer) -> Effect {
    let kind = event.settings.game;
    let game = open_game(event, meta, id)?;
    if game.question_to(kind, player).is_none() {
        return Err(Refusal::invalid("Nothing is asked of this player now."));
    }
    game.choice(kind).answer(answer).map_err(|error| Refusal::Invalid(format!("{error}.")))?;
    match game.hear(player, answer) {
        Some(answer) => take_answer(event, meta, id, answer),
        None => Ok(()),
    }
}

fn clear(event: &mut Event, meta: &Meta, id: GameId) -> Effect {
    let game = open_game(event, meta, id)?;
    if game.casts.iter().any(|cast| cast.voided.is_none()) {
        return Err(Refusal::invalid("Dice have been cast or committed to already. Void them first."));
    }
    game.answers.clear();
    game.said = [None, None];
    // It was a situation of the variation that is no longer chosen.
    game.beginning = None;
    event.rescore(id)
}

fn begin(event: &mut Event, meta: &Meta, id: GameId, cast: Cast) -> Effect {
    let game = event.game(id)?;
    if game.choice(event.settings.game).next() != Step::Cast(cast.purpose) {
        return Err(Refusal::invalid("These dice are not due in this game now."));
    }
    if game.open_cast().is_some() {
        return Err(Refusal::invalid("A cast is under way already: cast it, or void it with a reason."));
    }
    let is_known = event.games.values().flat_map(|game| &game.casts).any(|other| other.id == cast.id);
    if is_known {
        return Err(Refusal::invalid("A cast with this identifier exists already."));
    }
    open_game(event, meta, id)?.casts.push(cast);
    event.rescore(id)
}

/// The cast, to be changed, unless it was voided.
fn live_cast<'a>(
    event: &'a mut Event,
    meta: &Meta,
    game: GameId,
    id: CastId,
) -> Result<&'a mut Cast, Refusal> {
    let game = open_game(event, meta, game)?;
    let cast = game.casts.iter_mut().find(|cast| cast.id == id).ok_or(Refusal::NotFound("cast"))?;
    if cast.voided.is_some() { Err(Refusal::invalid("This cast has been voided.")) } else { Ok(cast) }
}

fn add_word(
    event: &mut Event,
    meta: &Meta,
    game: GameId,
    id: CastId,
    player: Seat,
    word: &PlayerWord,
) -> Effect {
    let cast = live_cast(event, meta, game, id)?;
    if cast.state != CastState::Committed {
        return Err(Refusal::invalid("These dice have been cast; a word comes too late."));
    }
    let slot = &mut cast.words[seat_index(player)];
    if slot.is_some() {
        return Err(Refusal::invalid("This player has added a word already."));
    }
    *slot = Some(word.clone());
    Ok(())
}

fn note_hand(event: &mut Event, meta: &Meta, game: GameId, id: CastId, player: Seat) -> Effect {
    let entry = event.entry(event.game(game)?.player(player))?;
    let is_player = matches!(entry.speaker, Speaker::Taken { user } if meta.by.user() == Some(user));
    let hand = match is_player {
        true => WordHand::Player,
        false => WordHand::Arbiter { name: meta.author() },
    };
    live_cast(event, meta, game, id)?.hands[seat_index(player)] = Some(hand);
    Ok(())
}

fn reveal(event: &mut Event, meta: &Meta, game: GameId, id: CastId, secret: Bytes32) -> Effect {
    let event_id = event.id;
    let cast = live_cast(event, meta, game, id)?;
    if cast.state != CastState::Committed {
        return Err(Refusal::invalid("These dice have been cast already."));
    }
    if cast.commitment != Some(Bytes32::digest(&secret.0)) {
        return Err(Refusal::invalid("The secret does not fit the commitment."));
    }
    let faces = faces_of(event_id, game, cast, &secret);
    cast.state = CastState::Cast { secret, faces, at: meta.at };
    event.rescore(game)
}

fn is_confirmed(game: &Game, id: CastId, player: Seat) -> bool {
    let cast = game.casts.iter().find(|cast| cast.id == id);
    cast.is_some_and(
        |cast| matches!(cast.state, CastState::FromCup { confirmed, .. } if confirmed[seat_index(player)]),
    )
}

fn confirm_cast(event: &mut Event, meta: &Meta, game: GameId, id: CastId, player: Seat) -> Effect {
    let cast = live_cast(event, meta, game, id)?;
    let CastState::FromCup { confirmed, .. } = &mut cast.state else {
        return Err(Refusal::invalid("Only dice from a cup are confirmed."));
    };
    confirmed[seat_index(player)] = true;
    Ok(())
}

/// Voiding a cast takes back whatever was cast after it, too: the later dice answered another question.
fn void_cast(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    cast: CastId,
    (reason, secret): (&Reason, Option<Bytes32>),
) -> Effect {
    live_cast(event, meta, id, cast)?;
    let game = open_game(event, meta, id)?;
    let from = game.casts.iter().position(|other| other.id == cast).ok_or(Refusal::NotFound("cast"))?;
    let digest = secret.map(|secret| Bytes32::digest(&secret.0));
    if digest.is_some() && !game.casts.iter().skip(from).any(|cast| cast.commitment == digest) {
        return Err(Refusal::invalid("The secret does not fit the commitment."));
    }
    for cast in game.casts.iter_mut().skip(from).filter(|cast| cast.voided.is_none()) {
        cast.voided = Some(reason.clone());
        if cast.state == CastState::Committed && cast.commitment == digest {
            cast.revealed = secret;
        }
    }
    game.beginning = None;
    event.rescore(id)
}
