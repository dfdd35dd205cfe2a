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
