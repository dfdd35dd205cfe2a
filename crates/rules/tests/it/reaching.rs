//! What a row of the summary promises, reckoned place by place without the generators.

use tiger_rules::{Headings, Reach};

/// A place as file and rank.
pub(crate) type Place = (i8, i8);

/// Whether a force on `from` reaches `to` in this way. `forwards` is the sign of its forwards in ranks; `is_open` says
/// whether nothing stands in the way on a place.
pub(crate) fn reaches(
    reach: Reach,
    (from, to): (Place, Place),
    forwards: i8,
    is_open: &dyn Fn(Place) -> bool,
) -> bool {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let distance = files.abs().max(ranks.abs());
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let along = |headings: Headings| {
        distance > 0 && straight && headings.has(files.signum(), ranks.signum() * forwards)
    };
    let between = |distances: std::ops::Range<i8>| {
        distances.map(|step| (from.0 + step * files.signum(), from.1 + step * ranks.signum()))
    };
    match reach {
        Reach::Line { headings, most } => {
            let near = most.is_none_or(|most| distance <= i8::try_from(most).unwrap());
            along(headings) && near && between(1..distance).all(is_open)
        }
        Reach::Leap(offsets) => offsets.iter().any(|&(one, other)| {
            [(one.abs(), other.abs()), (other.abs(), one.abs())].contains(&(files.abs(), ranks.abs()))
        }),
        Reach::OverScreen(headings) => {
            along(headings) && between(1..distance).filter(|&place| !is_open(place)).count() == 1
        }
        Reach::Flight(headings) | Reach::Glide(headings) => along(headings),
        // To the place of the opponent; that the place behind is vacant is asked of the last step.
        Reach::ShortJump(headings) => along(headings) && distance == 1 && between(2..3).all(is_open),
        Reach::LongJump(headings) => {
            along(headings)
                && between(1..distance).all(is_open)
                && between(distance + 1..distance + 2).all(is_open)
        }
        Reach::Fire(most) => distance > 0 && distance <= i8::try_from(most).unwrap(),
        other => panic!("nothing is known of {other:?}"),
    }
}
