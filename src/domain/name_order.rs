//! The order of names in lists: that of the Unicode collation (root of CLDR), in which é stands beside e and capitals make
//! no difference.

use std::cmp::Ordering;

use feruca::{Collator, Tailoring};

/// Compares names as lists order them.
pub struct NameOrder(Collator);

impl Default for NameOrder {
    fn default() -> Self {
        // Commas and blanks count, so that all of one family name stand together; what is the same to it is told apart.
        Self(Collator::new(Tailoring::default(), false, true))
    }
}

impl NameOrder {
    /// Which name stands first.
    pub fn compare(&mut self, one: &str, other: &str) -> Ordering {
        self.0.collate(one, other)
    }
}

#[cfg(test)]
mod tests {
    use super::NameOrder;

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
