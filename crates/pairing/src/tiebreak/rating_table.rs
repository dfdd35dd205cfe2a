//! The conversion tables of the FIDE Rating Regulations (B.02, 8.1), as figures.

/// The greatest rating difference for each expected score from 0.50 up, in hundredths (B.02, 8.1.2). Beyond the last
/// one a win is certain.
const DIFFERENCE_UP_TO: [i64; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179,
    188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456,
    484, 517, 559, 619, 735,
];

/// The rating difference for each percentage from 50 to 100 (B.02, 8.1.1).
const DIFFERENCE_OF: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
];

/// The expected score in hundredths against an opponent rated `difference` points lower; the full scale, without the
/// cut at 400.
pub(crate) fn expected_hundredths(difference: i64) -> i64 {
    let steps = DIFFERENCE_UP_TO.partition_point(|&upper| upper < difference.abs()) as i64;
    if difference < 0 { 50 - steps } else { 50 + steps }
}

/// The rating difference that belongs to a score of so many hundredths (0 to 100).
pub(super) fn difference_of(percentage: u8) -> i64 {
    let above = usize::from(percentage.abs_diff(50)).min(50);
    if percentage < 50 { -DIFFERENCE_OF[above] } else { DIFFERENCE_OF[above] }
}
