//! Groups of fields of which a form has several, one behind the other, with some empty ones at the end.

use crate::pages::FormView;

/// Such groups; their fields are called `GROUP_PLACE_NAME`.
#[derive(Debug, Clone, Copy)]
pub struct Places {
    /// What each of them is.
    pub(super) group: &'static str,
    /// The fields that tell by what stands in them that there is one.
    pub(super) told_by: &'static [&'static str],
    /// Empty ones at the end.
    pub(super) empty: usize,
    pub(super) most: usize,
}

impl Places {
    /// A field of the group at a place.
    pub fn field(&self, place: usize, name: &str) -> String {
        format!("{}_{place}_{name}", self.group)
    }

    /// The places at which there is one.
    pub fn filled(&self, form: &FormView) -> Vec<usize> {
        let is_told = |place: usize, name: &&str| !form.value(&self.field(place, name)).is_empty();
        let is_filled = |place: &usize| self.told_by.iter().any(|name| is_told(*place, name));
        (0..self.most).filter(is_filled).collect()
    }

    /// The places that the form shows.
    pub(super) fn shown(&self, form: &FormView) -> Vec<usize> {
        let filled = self.filled(form).last().map_or(0, |place| place + 1);
        (0..(filled + self.empty).min(self.most)).collect()
    }
}
