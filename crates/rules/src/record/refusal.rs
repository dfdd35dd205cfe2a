//! What to say about a move of a record that is refused: why, and what may have been meant.
//!
//! The moves after it tell more than any distance between two texts: what was meant lets them be played.

use std::cmp::Reverse;

use super::{MoveText, RecordError};
use crate::any::{AnyPosition, each_game};
use crate::game::Replayed;
use crate::suggest::{self, Near};
use crate::typed::clean;

/// How many of the moves after it are tried.
const AHEAD: usize = 16;

/// How many are tried to tell the few moves from each other that are near: two forces that stand beside each other may
/// both do what follows for a long time.
const FAR_AHEAD: usize = 400;

/// A slip of one key: nearer than a move that was left out.
const ONE_SLIP: u32 = 3;

/// The refusal of `moves[at]`, which is ply `ply`, in a position of whichever game.
pub(super) fn refuse_any(
    position: &AnyPosition,
    moves: &[MoveText],
    at: usize,
    ply: u32,
    why: String,
) -> RecordError {
    each_game!(position, position => refuse(position, moves, at, ply, why, false))
}

/// The refusal of `moves[at]`, which is ply `ply`, for the reason `why`; its number may say that moves before it are
/// missing.
pub(super) fn refuse<P: Replayed>(
    position: &P,
    moves: &[MoveText],
    at: usize,
    ply: u32,
    why: String,
    is_missing: bool,
) -> RecordError {
    let (Some(refused), rest) = (moves.get(at), moves.get(at + 1..).unwrap_or_default()) else {
        return RecordError::before(why);
    };
    let error = |bare: String, why: String, suggestions| {
        let bare = (bare != why).then_some(bare);
        RecordError { bare, suggestions, ..RecordError::at(ply, refused, why) }
    };
    let near = by_what_follows(position, suggest::near(position, &refused.text), rest, FAR_AHEAD);
    let follows = near.first().map_or(0, |best| best.follow.min(AHEAD));
    let is_slip = near.first().is_some_and(|best| best.near.distance <= ONE_SLIP);

    let next = || moves.get(at + 1).map(|next| next.text.clone());
    let is_again = at > 0 && clean(&moves[at - 1].text).eq_ignore_ascii_case(&clean(&refused.text));
    if is_again && follow(position, rest, AHEAD) >= follows.max(usize::from(!rest.is_empty())) {
        let why = format!("{why}; the move before it is the same: perhaps it is written twice");
        return error(why.clone(), why, next().into_iter().collect());
    }
    let left_out = left_out(position, &moves[at..]);
    if let Some(best) = left_out.first().map(|best| best.follow - 1)
        && (is_missing || best > follows || best == follows && !is_slip)
    {
        let suggestions = suggest::few(left_out.into_iter().map(|it| it.near));
        let (due, such) = (due(position), suggest::listed(&suggestions));
        let missing = format!("{due} is missing before it, such as {such}");
        if is_missing {
            return error(format!("{due} is missing before it"), missing, suggestions);
        }
        let told = format!("{why}; perhaps {missing}");
        return error(why, told, suggestions);
    }
    let why = if is_missing { format!("{} is missing before it: {why}", due(position)) } else { why };
    let suggestions = suggest::few(near.into_iter().map(|it| it.near));
    let told = suggest::with_suggestions(why.clone(), &suggestions);
    error(why, told, suggestions)
}

/// `Siberian's move 2`, or `Siberian's move` where moves have no numbers.
fn due<P: Replayed>(position: &P) -> String {
    let number = position.move_number().map(|number| format!(" {number}")).unwrap_or_default();
    format!("{}'s move{number}", P::GAME.side_name(position.turn()))
}

/// A legal move, and how many of the moves that follow can be played after it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Trial {
    follow: usize,
    near: Near,
}

/// The moves that are near, those first after which the record goes on the longest.
fn by_what_follows<P: Replayed>(
    position: &P,
    near: Vec<Near>,
    rest: &[MoveText],
    ahead: usize,
) -> Vec<Trial> {
    let try_one = |near: Near| {
        let mv = position.read_move(&near.written).ok()?;
        Some(Trial { follow: follow(&position.after(&mv), rest, ahead), near })
    };
    let mut trials: Vec<Trial> = near.into_iter().filter_map(try_one).collect();
    trials.sort_by(|one, other| (Reverse(one.follow), &one.near).cmp(&(Reverse(other.follow), &other.near)));
    trials
}

/// The moves after which the refused one and what follows it can be played: one of them may have been left out.
fn left_out<P: Replayed>(position: &P, moves: &[MoveText]) -> Vec<Trial> {
    let any = position.legal_moves().into_iter();
    let any = any.map(|mv| Near { distance: 0, written: position.write_move(&mv) }).collect();
    let mut trials = by_what_follows(position, any, moves, AHEAD);
    let best = trials.first().map_or(0, |trial| trial.follow);
    trials.retain(|trial| trial.follow == best && best > 0);
    trials
}

/// How many of the moves can be played one after the other, as far as they are tried.
fn follow<P: Replayed>(position: &P, moves: &[MoveText], ahead: usize) -> usize {
    let mut position = position.clone();
    let tried = moves.iter().take(ahead);
    tried
        .take_while(|mv| {
            let legal = position.read_move(&mv.text).ok().filter(|_| position.verdict().is_none());
            legal.inspect(|mv| position.play_unchecked(mv)).is_some()
        })
        .count()
}
