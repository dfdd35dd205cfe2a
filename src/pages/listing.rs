//! Long lists in parts that can be searched: what the address asks for, by `?q=` and `?page=`, and the part shown.

use actix_web::HttpRequest;
use actix_web::web::Query;
use serde::Deserialize;
use tiger_event::text::sought;

use super::parts::Pagination;
use crate::error::problem::percent_encode;
use crate::error::{AppError, Result};

/// What the address asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Wanted {
    /// Words that the lines shown must have.
    pub q: String,
    /// The part, from 1.
    pub page: Option<usize>,
    /// What else the address says of the list, and goes on saying in its other parts.
    #[serde(skip)]
    pub kept: Vec<(&'static str, String)>,
}

/// Where a long list stands that is shown in parts.
pub struct Listing {
    pub action: String,
    pub query: String,
    /// How many lines have them.
    pub found: usize,
    pub all: usize,
    /// The other parts.
    pub pages: Pagination,
    /// Whether the list is searched however short it is, and with a script as one types.
    pub is_searched_as_one_types: bool,
    pub kept: Vec<(&'static str, String)>,
}

impl Wanted {
    /// Reads the address.
    ///
    /// # Errors
    /// When its query cannot be read.
    pub fn of(request: &HttpRequest) -> Result<Self> {
        let asked =
            Query::<Self>::from_query(request.query_string()).map_err(|_| AppError::not_found("page"))?;
        Ok(Self { q: asked.q.trim().to_owned(), ..asked.into_inner() })
    }

    /// The same of a list of which the address says something else too: name and value.
    #[must_use]
    pub fn keeping(self, kept: Vec<(&'static str, String)>) -> Self {
        Self { kept, ..self }
    }

    /// The part of a list that is asked for, of `each` lines at most; `text` is what is searched of a line.
    pub fn part<T>(
        &self,
        lines: Vec<T>,
        each: usize,
        action: String,
        text: impl Fn(&T) -> String,
    ) -> Result<(Vec<T>, Listing)> {
        let all = lines.len();
        let words: Vec<String> = sought(&self.q).split_whitespace().map(str::to_owned).collect();
        let has_all = |line: &T| {
            let text = sought(&text(line));
            words.iter().all(|word| text.contains(word.as_str()))
        };
        let found: Vec<T> =
            if words.is_empty() { lines } else { lines.into_iter().filter(has_all).collect() };
        let (count, last) = (found.len(), found.len().div_ceil(each).max(1));
        let current = self.page.unwrap_or(1);
        if !(1..=last).contains(&current) {
            return Err(AppError::not_found("page"));
        }
        let query = if words.is_empty() { String::new() } else { format!("q={}&", percent_encode(&self.q)) };
        let pages =
            Pagination { current, last, prefix: format!("{action}?{}{query}page=", kept(&self.kept)) };
        let shown = found.into_iter().skip((current - 1) * each).take(each).collect();
        let (query, kept) = (self.q.clone(), self.kept.clone());
        let is_searched_as_one_types = false;
        Ok((shown, Listing { action, query, found: count, all, pages, is_searched_as_one_types, kept }))
    }
}

impl Listing {
    /// More lines than one looks through with a finger.
    const MANY: usize = 60;

    /// Whether it is worth searching: there are many lines, or somebody is searching.
    pub const fn is_searched(&self) -> bool {
        self.is_searched_as_one_types || self.is_long() || self.all > Self::MANY
    }

    /// Whether there are several parts, or somebody is searching.
    pub const fn is_long(&self) -> bool {
        self.pages.last > 1 || !self.query.is_empty()
    }

    pub fn here(&self) -> String {
        let is_whole = !self.is_long() && self.kept.is_empty();
        if is_whole { self.action.clone() } else { self.pages.href(&self.pages.current) }
    }
}

/// What an address says of a list, each with the sign that what follows needs.
fn kept(kept: &[(&str, String)]) -> String {
    kept.iter().map(|(name, value)| format!("{name}={}&", percent_encode(value))).collect()
}

/// The address of the part in which a line stands, counted from 0, of a list that nobody searches.
pub fn part_of(action: &str, line: usize, each: usize) -> String {
    match line / each {
        0 => action.to_owned(),
        part => format!("{action}?page={}", part + 1),
    }
}
