//! A form as it is shown: what was typed stays, and each mistake stands at its field. Invariant: every error
//! names a field of the form or, with an empty name, the form as a whole.

use std::collections::BTreeMap;

use tiger_event::Mistake;

use crate::access::Posted;
use crate::ledger::OnceKey;

/// A form's values and mistakes, read by the field macros in `templates/_macros.html`.
#[derive(Clone, Debug, Default)]
pub struct FormView {
    /// What the ids of the fields begin with; unique on the page.
    pub id: String,
    /// The key that makes a double submission one; empty when the form needs none.
    pub idempotency: String,
    /// The version of what the form was made from, so that two arbiters do not overwrite each other.
    pub version: String,
    values: BTreeMap<String, Vec<String>>,
    errors: Vec<Mistake>,
    /// Whether it was sent, and not confirmed after all.
    pub is_kept: bool,
}

impl FormView {
    /// An empty form whose fields' ids begin with `id`.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }

    /// An empty form with a key of its own.
    pub fn fresh(id: impl Into<String>) -> Self {
        Self::new(id).with_idempotency(OnceKey::new().as_str())
    }

    /// A form to be shown again, with what was typed; passwords are typed again.
    pub fn typed(id: &str, posted: &Posted) -> Self {
        let is_kept = |name: &str| {
            !matches!(name, "csrf" | "idempotency_key" | "version") && !name.contains("password")
        };
        let pairs = posted.fields().iter().filter(|(name, _)| is_kept(name));
        Self::from_pairs(id, pairs.map(|(name, value)| (name.as_str(), value.as_str())))
            .with_idempotency(posted.value("idempotency_key"))
            .with_version(&posted.value("version"))
    }

    /// A form as it was posted; fields of the same name keep all their values.
    pub fn from_pairs<'a>(
        id: impl Into<String>,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        pairs.into_iter().fold(Self::new(id), |form, (name, value)| form.with_value(name, value))
    }

    #[must_use]
    pub fn with_value(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.values.entry(name.into()).or_default().push(value.into());
        self
    }

    /// Ticks a check box, if that is so.
    #[must_use]
    pub fn with_check(self, name: impl Into<String>, is_ticked: bool) -> Self {
        if is_ticked { self.with_value(name, "on") } else { self }
    }

    /// Puts a value in the place of all that a field has.
    #[must_use]
    pub fn with_only_value(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.values.insert(name.into(), vec![value.into()]);
        self
    }

    #[must_use]
    pub fn with_idempotency(mut self, key: impl Into<String>) -> Self {
        self.idempotency = key.into();
        self
    }

    #[must_use]
    pub fn with_version(mut self, version: &impl ToString) -> Self {
        self.version = version.to_string();
        self
    }

    /// Shows what was typed, with its mistakes, in the place of a fresh form: the ids and the key stay those of the fresh
    /// form, and its version where what was typed has none.
    pub fn refill(&mut self, typed: Self) {
        let fresh = std::mem::take(self);
        let version = if typed.version.is_empty() { fresh.version } else { typed.version };
        *self = Self { id: fresh.id, idempotency: fresh.idempotency, version, ..typed };
    }

    /// Notes a mistake at a field; an empty name means the form as a whole.
    pub fn reject(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.errors.push(Mistake::new(field, message));
    }

    /// The same as [`FormView::reject`], for chains.
    #[must_use]
    pub fn with_error(mut self, field: impl Into<String>, message: impl Into<String>) -> Self {
        self.reject(field, message);
        self
    }

    /// Parses the first value of a field; what is wrong is noted at the field.
    pub fn read<T, E: ToString>(
        &mut self,
        field: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        match parse(self.value(field)) {
            Ok(value) => Some(value),
            Err(error) => {
                self.reject(field, error.to_string());
                None
            }
        }
    }

    /// What was read from the form; a mistake in it is noted at its field.
    pub fn heed<T>(&mut self, read: Result<T, Mistake>) -> Option<T> {
        read.map_err(|mistake| self.errors.push(mistake)).ok()
    }

    /// All that was typed, as hidden fields that send it again.
    pub fn fields(&self) -> Vec<(String, String)> {
        let typed = self.values.iter().filter(|(name, _)| *name != "confirmed");
        typed.flat_map(|(name, values)| values.iter().map(|value| (name.clone(), value.clone()))).collect()
    }

    /// The first value of a field, or nothing.
    pub fn value(&self, name: &str) -> &str {
        self.values.get(name).and_then(|values| values.first()).map_or("", String::as_str)
    }

    /// Whether a field has this value among its values (radio buttons, check boxes, options).
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.values.get(name).is_some_and(|values| values.iter().any(|kept| kept == value))
    }

    /// The first mistake at a field.
    pub fn error(&self, name: &str) -> Option<&str> {
        self.errors.iter().find(|error| error.field == name).map(|error| error.sentence.as_str())
    }

    /// Whether one of these fields has a mistake; their names stand with blanks between them.
    pub fn has_mistake(&self, names: &str) -> bool {
        names.split(' ').any(|name| self.error(name).is_some())
    }

    /// All mistakes, in the order in which they were found.
    pub fn errors(&self) -> &[Mistake] {
        &self.errors
    }

    /// Whether the form has to be shown again (status 422).
    pub fn is_rejected(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Whether what was typed stands in it again.
    pub fn is_again(&self) -> bool {
        self.is_kept || self.is_rejected()
    }

    /// The id of a field's control.
    pub fn control(&self, name: &str) -> String {
        format!("{}-{name}", self.id)
    }

    /// The ids for `aria-describedby`: hint, then error, as far as they are shown.
    pub fn described_by(&self, name: &str, hint: &str) -> String {
        let mut ids = Vec::with_capacity(2);
        if !hint.is_empty() {
            ids.push(format!("{}-hint", self.control(name)));
        }
        if self.error(name).is_some() {
            ids.push(format!("{}-error", self.control(name)));
        }
        ids.join(" ")
    }
}

/// One thing to choose in a select, a row of radio buttons or a segmented control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub value: String,
    pub label: String,
    /// A sentence for those who do not know it; may be empty.
    pub hint: String,
}

impl Choice {
    pub fn new(value: impl Into<String>, label: impl Into<String>) -> Self {
        Self { value: value.into(), label: label.into(), hint: String::new() }
    }

    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}
