//! The order of names in lists: that of the Unicode collation (root of CLDR), in which é stands beside e and capitals make
//! no difference.

use std::cmp::Ordering;

use feruca::{Collator, Tailoring};
use unicode_normalization::UnicodeNormalization;

/// Compares names as lists order them.
pub struct NameOrder(Collator);

impl Default for NameOrder {
    fn default() -> Self {
        // Commas and blanks count, so that all of one family name stand together; what is the same to it is told apart.
        Self(Collator::new(Tailoring::default(), false, true))
    }
}

impl NameOrder {
    pub fn compare(&mut self, one: &str, other: &str) -> Ordering {
        self.0.collate(one, other)
    }
}

/// The letter under which a name stands in a list, without accents and as a capital; none for a name without letters.
pub fn initial(name: &str) -> Option<char> {
    name.nfkd().find(|c| c.is_alphabetic()).and_then(|first| first.to_uppercase().next())
}

#[cfg(test)]
mod tests {
    use super::{NameOrder, initial};

    #[test]
    fn names_stand_under_their_first_letter() {
        let of = |names: [&str; 5]| names.map(initial);
        let found = of(["\u{C9}tienne, C", "adams, B", "\u{d8}rsted, D", "\u{443}\u{43b}", "17"]);
        assert_eq!(found, [Some('E'), Some('A'), Some('\u{d8}'), Some('\u{423}'), None]);
    }

    #[test]
    fn accents_and_capitals_do_not_part_names() {
        let mut names = [
            "Zorn, A",
            "adams, B",
            "\u{C9}tienne, C",
            "\u{C7}elik, D",
            "Moore, E",
            "Moor, F",
            "Dupont, G",
            "Eagle, H",
            "Fox, I",
        ];
        let mut order = NameOrder::default();
        names.sort_by(|one, other| order.compare(one, other));
        let initials: String = names.iter().filter_map(|name| name.chars().last()).collect();
        assert_eq!(initials, "BDGHCIFEA");
    }
}
