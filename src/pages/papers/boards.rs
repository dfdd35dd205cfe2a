//! The boards that paper is wanted of.

use std::ops::RangeInclusive;

/// Boards by the numbers on their tables, such as `4, 7-9`; where none is named, all of the round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Boards {
    /// As somebody typed it.
    pub typed: String,
    spans: Vec<RangeInclusive<u16>>,
}

impl Boards {
    /// What was typed, and what is wrong with it: it is kept either way.
    pub fn read(typed: &str) -> (Self, Option<String>) {
        let parts = typed.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
        let (spans, wrong) = match parts.map(span).collect::<Result<_, _>>() {
            Ok(spans) => (spans, None),
            Err(wrong) => (Vec::new(), Some(wrong)),
        };
        (Self { typed: typed.to_owned(), spans }, wrong)
    }

    /// Whether some are named.
    pub fn are_chosen(&self) -> bool {
        !self.spans.is_empty()
    }

    pub fn includes(&self, number: u16) -> bool {
        self.spans.is_empty() || self.spans.iter().any(|span| span.contains(&number))
    }

    /// The first number that none of these boards has.
    pub fn first_beyond(&self, boards: &RangeInclusive<u16>) -> Option<u16> {
        let mut ends = self.spans.iter().flat_map(|span| [*span.start(), *span.end()]);
        ends.find(|number| !boards.contains(number))
    }
}

fn span(part: &str) -> Result<RangeInclusive<u16>, String> {
    let number = |text: &str| {
        let number = text.trim().parse::<u16>().ok();
        number.ok_or_else(|| format!("“{part}” is no board. Boards are numbers and spans, such as 4, 7-9."))
    };
    let (first, last) = part.split_once(['-', '–']).unwrap_or((part, part));
    let (first, last) = (number(first)?, number(last)?);
    match first <= last {
        true => Ok(first..=last),
        false => Err(format!("“{part}” goes backwards. Say {last}-{first}.")),
    }
}
