//! Pieces of pages that the macros of `templates/_macros.html` and the layout ask the frame for. A macro is compiled anew
//! in every page that uses it; these are compiled once.

use std::borrow::Borrow;

use askama::Template;

use super::event::EventTab;
use super::form::{Choice, FormView};
use super::frame::Frame;
use super::labels::UNNAMED;
use super::listing::Listing;
use super::parts::Pagination;
use crate::publish::MARK;

macro_rules! pieces {
    ($($(#[$doc:meta])* $method:ident: $name:ident { $($field:ident: $kind:ty),* } $path:literal)+) => {
        $(
            $(#[$doc])*
            #[derive(Template)]
            #[template(path = $path)]
            pub struct $name<'a> {
                frame: &'a Frame,
                $($field: &'a $kind,)*
            }
        )+

        impl Frame {
            $(
                $(#[$doc])*
                pub const fn $method<'a>(&'a self, $($field: &'a $kind),*) -> $name<'a> {
                    $name { frame: self, $($field),* }
                }
            )+
        }
    };
}

pieces! {
    /// What every page begins with, up to its title.
    head: Head {} "pieces/head.html"
    /// Wordmark, who is signed in, masthead and navigation.
    header: Header {} "pieces/header.html"
    /// What stands above the content.
    above: Above {} "pieces/above.html"
    /// The foot of the page.
    footer: Footer {} "pieces/footer.html"
    /// A button that sends its form.
    button: Button { label: str, kind: str, icon: str, name: str, value: str, confirm: str } "pieces/button.html"
    /// A link that looks like a button.
    link: Link { href: str, label: str, kind: str, icon: str } "pieces/link.html"
    /// The hidden fields of a form.
    keys: Keys { form: FormView } "pieces/keys.html"
    /// What is wrong in a form, at its head.
    mistakes: Mistakes { form: FormView } "pieces/mistakes.html"
    /// The ways to the other parts of a long list.
    pagination: Pages { pages: Pagination } "pieces/pagination.html"
    /// The search in a long list.
    finder: Finder { listing: Listing } "pieces/finder.html"
}

/// What a field is, before it is said by which control it is filled in.
#[derive(Debug, Clone, Copy)]
pub struct FieldOf<'a> {
    frame: &'a Frame,
    form: &'a FormView,
    name: &'a str,
    label: &'a str,
    hint: &'a str,
    is_required: bool,
}

/// A field with its label, hint, error and control.
#[derive(Template)]
#[template(path = "pieces/field.html")]
pub struct Field<'a> {
    of: FieldOf<'a>,
    control: Control<'a>,
}

/// The hint and the error of a field.
#[derive(Template)]
#[template(path = "pieces/notes.html")]
pub struct Notes<'a> {
    of: FieldOf<'a>,
}

/// What joins a control to its hint and error, as attributes.
#[derive(Template)]
#[template(path = "pieces/links.html")]
pub struct Links<'a> {
    of: FieldOf<'a>,
}

enum Control<'a> {
    Text { kind: &'a str, autocomplete: &'a str, inputmode: &'a str, width: &'a str },
    Number { min: &'a str, max: &'a str, step: &'a str },
    Lines { rows: &'a str, is_mono: bool },
    File { accept: &'a str },
    List { choices: &'a [Choice] },
    Choices { kind: &'a str, look: &'a str, choices: &'a [Choice] },
    CheckBox,
}

impl<'a> FieldOf<'a> {
    /// One line of text; `kind` as HTML names it.
    pub const fn text(
        self,
        kind: &'a str,
        autocomplete: &'a str,
        inputmode: &'a str,
        width: &'a str,
    ) -> Field<'a> {
        self.with(Control::Text { kind, autocomplete, inputmode, width })
    }

    pub const fn number(self, min: &'a str, max: &'a str, step: &'a str) -> Field<'a> {
        self.with(Control::Number { min, max, step })
    }

    /// Several lines of text.
    pub fn lines(self, rows: &'a str, is_mono: impl Borrow<bool>) -> Field<'a> {
        self.with(Control::Lines { rows, is_mono: *is_mono.borrow() })
    }

    pub const fn file(self, accept: &'a str) -> Field<'a> {
        self.with(Control::File { accept })
    }

    /// One of a list that opens.
    pub const fn list(self, choices: &'a [Choice]) -> Field<'a> {
        self.with(Control::List { choices })
    }

    /// Radio buttons or check boxes.
    pub const fn choices(self, kind: &'a str, look: &'a str, choices: &'a [Choice]) -> Field<'a> {
        self.with(Control::Choices { kind, look, choices })
    }

    /// One yes.
    pub const fn check_box(self) -> Field<'a> {
        self.with(Control::CheckBox)
    }

    /// Hint and error alone, for a control built by hand.
    pub const fn notes(self) -> Notes<'a> {
        Notes { of: self }
    }

    /// The attributes alone, for a control built by hand.
    pub const fn links(self) -> Links<'a> {
        Links { of: self }
    }

    const fn with(self, control: Control<'a>) -> Field<'a> {
        Field { of: self, control }
    }
}

impl Frame {
    /// A field of a form; which control fills it in is said next. Templates hand over some flags by reference.
    pub fn field<'a>(
        &'a self,
        form: &'a FormView,
        name: &'a str,
        label: &'a str,
        hint: &'a str,
        is_required: impl Borrow<bool>,
    ) -> FieldOf<'a> {
        FieldOf { frame: self, form, name, label, hint, is_required: *is_required.borrow() }
    }
}
