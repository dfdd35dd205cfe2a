//! Steps that people might take in an event, in any order, sensible or not.

use proptest::prelude::*;
use tiger_event::command::LineCommand;
use tiger_event::text::TriedMoves;
use tiger_event::{GameId, Note, Seat};
use tiger_rules::GameKind;

/// One thing that somebody tries. Numbers choose among what the event has.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Play(GameKind),
    /// Boards count from another number.
    Renumber(u16),
    Add(u8),
    CheckIn(usize),
    Withdraw(usize, u16),
    Reinstate(usize, u16),
    Bye(usize, u16, bool),
    Draft,
    Break,
    Publish(bool),
    Unpublish,
    /// The sides of a board are swapped while the round is played.
    Sides(usize),
    Close,
    Reopen(u16),
    Answer(usize, bool),
    Say(usize, bool, bool),
    Line(usize, u8),
    Dice(usize, [u8; 2]),
    Commit(usize, u8),
    Cast(usize, u8),
    Void(usize),
    Result(usize, u8, bool),
    Report(usize, Seat, u8),
    Overrule(usize, u8),
    Adjourn(usize),
    Clear(usize),
    Record(usize, Option<Seat>, u8),
    Engage(usize),
    Offer(usize, Seat, u8),
    AnswerOffer(usize, bool),
    Claim(usize, Option<Seat>, u8),
    Judge(usize, bool, bool),
    Consult(usize, Seat),
    /// A Seer is appointed for a game.
    Seer(usize, Seat),
    /// A game begins from another situation, or as usual.
    Begin(usize, bool),
    Incident(usize, u8),
    TakeBack(usize, u8),
    Flag(usize, Seat, u8),
    Doubt(usize, Seat, u8),
    Disqualify(usize, Option<Seat>, u32),
    Undo(usize, bool),
    Object(usize, Seat),
    UseRecord(usize, usize, bool),
    Forbid(usize, usize, u16, Option<u16>),
    Lift(usize),
    Lot(Seat),
    Registration(bool, u16, bool),
    Accept(u8, u16, bool),
}

fn seat() -> impl Strategy<Value = Seat> {
    any::<u8>().prop_map(nth_seat)
}

pub(crate) const fn nth_seat(n: u8) -> Seat {
    if n.is_multiple_of(2) { Seat::First } else { Seat::Second }
}

pub(crate) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let game = 0..3_usize;
    let step = prop_oneof![
        1 => (1..4_u8).prop_map(Step::Add),
        1 => (1..400_u16).prop_map(Step::Renumber),
        1 => (0..8_usize).prop_map(Step::CheckIn),
        1 => (0..8_usize, 1..5_u16).prop_map(|(e, r)| Step::Withdraw(e, r)),
        1 => (0..8_usize, 1..5_u16).prop_map(|(e, r)| Step::Reinstate(e, r)),
        1 => (0..8_usize, 1..5_u16, any::<bool>()).prop_map(|(e, r, h)| Step::Bye(e, r, h)),
        2 => (0..8_usize, 0..8_usize, 1..5_u16, prop::option::of(1..5_u16))
            .prop_map(|(a, b, first, last)| Step::Forbid(a, b, first, last)),
        1 => (0..3_usize).prop_map(Step::Lift),
        1 => (any::<bool>(), 0..9_u16, any::<bool>()).prop_map(|(o, p, b)| Step::Registration(o, p, b)),
        2 => (1..3_u8, 1..5_u16, any::<bool>()).prop_map(|(n, off, known)| Step::Accept(n, off, known)),
        4 => Just(Step::Draft),
        1 => Just(Step::Break),
        4 => any::<bool>().prop_map(Step::Publish),
        1 => Just(Step::Unpublish),
        2 => game.clone().prop_map(Step::Sides),
        4 => Just(Step::Close),
        1 => (1..4_u16).prop_map(Step::Reopen),
        3 => (game.clone(), any::<bool>()).prop_map(|(g, y)| Step::Answer(g, y)),
        4 => (game.clone(), [1..7_u8, 1..7_u8]).prop_map(|(g, f)| Step::Dice(g, f)),
        3 => (game.clone(), any::<bool>(), any::<bool>()).prop_map(|(g, first, yes)| Step::Say(g, first, yes)),
        2 => (game.clone(), any::<u8>()).prop_map(|(g, n)| Step::Line(g, n)),
        1 => (game.clone(), any::<u8>()).prop_map(|(g, s)| Step::Commit(g, s)),
        1 => (game.clone(), any::<u8>()).prop_map(|(g, s)| Step::Cast(g, s)),
        1 => game.clone().prop_map(Step::Void),
        9 => (game.clone(), 0..9_u8, any::<bool>()).prop_map(|(g, r, s)| Step::Result(g, r, s)),
        3 => (game.clone(), seat(), 0..5_u8).prop_map(|(g, p, r)| Step::Report(g, p, r)),
        1 => (game.clone(), 0..9_u8).prop_map(|(g, r)| Step::Overrule(g, r)),
        1 => game.clone().prop_map(Step::Adjourn),
        1 => game.clone().prop_map(Step::Clear),
        2 => game.clone().prop_map(Step::Engage),
        6 => (game.clone(), seat(), 0..6_u8).prop_map(|(g, p, o)| Step::Offer(g, p, o)),
        8 => (game.clone(), any::<bool>()).prop_map(|(g, y)| Step::AnswerOffer(g, y)),
        5 => (game.clone(), prop::option::of(seat()), any::<u8>()).prop_map(|(g, p, c)| Step::Claim(g, p, c)),
        7 => (game.clone(), any::<bool>(), any::<bool>()).prop_map(|(g, y, r)| Step::Judge(g, y, r)),
        1 => (game.clone(), seat()).prop_map(|(g, p)| Step::Consult(g, p)),
        1 => (game.clone(), seat()).prop_map(|(g, p)| Step::Seer(g, p)),
        1 => (game.clone(), any::<bool>()).prop_map(|(g, is_usual)| Step::Begin(g, is_usual)),
        2 => (game.clone(), any::<u8>()).prop_map(|(g, k)| Step::Incident(g, k)),
        2 => (game.clone(), 0..2_u8).prop_map(|(g, n)| Step::TakeBack(g, n)),
        3 => (game.clone(), seat(), 0..6_u8).prop_map(|(g, p, f)| Step::Flag(g, p, f)),
        1 => (game.clone(), seat(), 0..6_u8).prop_map(|(g, p, press)| Step::Doubt(g, p, press)),
        1 => (game.clone(), prop::option::of(seat()), 0..4_u32).prop_map(|(g, p, a)| Step::Disqualify(g, p, a)),
        4 => (game.clone(), any::<bool>()).prop_map(|(g, fresh)| Step::Undo(g, fresh)),
        3 => (game.clone(), prop::option::of(seat()), 0..8_u8).prop_map(|(g, p, r)| Step::Record(g, p, r)),
        1 => (game.clone(), seat()).prop_map(|(g, p)| Step::Object(g, p)),
        4 => (game, 0..3_usize, any::<bool>()).prop_map(|(g, r, s)| Step::UseRecord(g, r, s)),
    ];
    (prop::collection::vec(step, 10..110), any::<[bool; 3]>(), [1..7_u8, 1..7_u8]).prop_map(
        |(mut steps, [is_chosen, is_double, is_dragon], faces)| {
            let faces = if is_double { [faces[0]; 2] } else { faces };
            let chosen = (0..2).flat_map(|g| match is_dragon {
                false => vec![Step::Answer(g, false), Step::Dice(g, faces), Step::Dice(g, faces)],
                true => vec![Step::Answer(g, true); 3],
            });
            let mut begun = vec![Step::Add(4), Step::Draft, Step::Publish(true)];
            if is_dragon {
                begun.insert(0, Step::Play(GameKind::Dragon));
            }
            begun.extend(chosen.filter(|_| is_chosen));
            steps.splice(0..0, begun);
            steps
        },
    )
}

/// A line that somebody keeps.
pub(crate) fn kept_line(game: GameId, n: u8) -> LineCommand {
    let player = (!n.is_multiple_of(3)).then(|| nth_seat(n));
    let (moves, words) = (TriedMoves::parse("E2-E4 E7-E5").unwrap(), Note::parse("Sharper").ok());
    LineCommand::KeepLine { game, player, ply: (n / 64).into(), moves, words }
}
