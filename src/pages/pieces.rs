//! Pieces of pages that the macros of `templates/_macros.html` and the layout ask the frame for. A macro is compiled anew
//! in every page that uses it; these are compiled once.

use std::borrow::Borrow;

use askama::Template;

use super::form::{Choice, FormView};
use super::frame::Frame;
use super::listing::Listing;
use super::parts::Pagination;

macro_rules! of_the_frame {
    ($($(#[$doc:meta])* $name:ident $path:literal),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Template)]
        #[template(path = $path)]
        pub struct $name<'a> {
            frame: &'a Frame,
        }
    )+};
}

of_the_frame! {
    /// What every page begins with, up to its title.
    Head "pieces/head.html",
    /// Wordmark, who is signed in, masthead and navigation.
    Header "pieces/header.html",
    /// What stands above the content.
    Above "pieces/above.html",
    /// The foot of the page.
    Footer "pieces/footer.html",
}

/// A button that sends its form.
#[derive(Debug, Template)]
#[template(path = "pieces/button.html")]
pub struct Button<'a> {
    frame: &'a Frame,
    label: &'a str,
    kind: &'a str,
    icon: &'a str,
    name: &'a str,
    value: &'a str,
    confirm: &'a str,
}

/// A link that looks like a button.
#[derive(Debug, Template)]
#[template(path = "pieces/link.html")]
pub struct Link<'a> {
    frame: &'a Frame,
    href: &'a str,
    label: &'a str,
    kind: &'a str,
    icon: &'a str,
}

/// The hidden fields of a form.
#[derive(Debug, Template)]
#[template(path = "pieces/keys.html")]
pub struct Keys<'a> {
    frame: &'a Frame,
    form: &'a FormView,
}

/// What is wrong in a form, at its head.
#[derive(Debug, Template)]
#[template(path = "pieces/mistakes.html")]
pub struct Mistakes<'a> {
    frame: &'a Frame,
    form: &'a FormView,
}

/// The ways to the other parts of a long list.
#[derive(Debug, Template)]
#[template(path = "pieces/pagination.html")]
pub struct Pages<'a> {
    frame: &'a Frame,
    pages: &'a Pagination,
}

/// The search in a long list.
#[derive(Debug, Template)]
#[template(path = "pieces/finder.html")]
pub struct Finder<'a> {
    frame: &'a Frame,
    listing: &'a Listing,
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
#[derive(Debug, Template)]
#[template(path = "pieces/field.html")]
pub struct Field<'a> {
    of: FieldOf<'a>,
    form: &'a FormView,
    name: &'a str,
    label: &'a str,
    is_required: bool,
    control: Control<'a>,
}

/// The hint and the error of a field.
#[derive(Debug, Template)]
#[template(path = "pieces/notes.html")]
pub struct Notes<'a> {
    frame: &'a Frame,
    form: &'a FormView,
    name: &'a str,
    hint: &'a str,
}

/// What joins a control to its hint and error, as attributes.
#[derive(Debug, Template)]
#[template(path = "pieces/links.html")]
pub struct Links<'a> {
    form: &'a FormView,
    name: &'a str,
    hint: &'a str,
    is_required: bool,
}

#[derive(Debug)]
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
    #[must_use]
    pub const fn text(
        self,
        kind: &'a str,
        autocomplete: &'a str,
        inputmode: &'a str,
        width: &'a str,
    ) -> Field<'a> {
        self.with(Control::Text { kind, autocomplete, inputmode, width })
    }

    /// A number.
    #[must_use]
    pub const fn number(self, min: &'a str, max: &'a str, step: &'a str) -> Field<'a> {
        self.with(Control::Number { min, max, step })
    }

    /// Several lines of text.
    #[must_use]
    pub fn lines(self, rows: &'a str, is_mono: impl Borrow<bool>) -> Field<'a> {
        self.with(Control::Lines { rows, is_mono: *is_mono.borrow() })
    }

    /// A file.
    #[must_use]
    pub const fn file(self, accept: &'a str) -> Field<'a> {
        self.with(Control::File { accept })
    }

    /// One of a list that opens.
    #[must_use]
    pub const fn list(self, choices: &'a [Choice]) -> Field<'a> {
        self.with(Control::List { choices })
    }

    /// Radio buttons or check boxes.
    #[must_use]
    pub const fn choices(self, kind: &'a str, look: &'a str, choices: &'a [Choice]) -> Field<'a> {
        self.with(Control::Choices { kind, look, choices })
    }

    /// One yes.
    #[must_use]
    pub const fn check_box(self) -> Field<'a> {
        self.with(Control::CheckBox)
    }

    /// Hint and error alone, for a control built by hand.
    #[must_use]
    pub const fn notes(self) -> Notes<'a> {
        Notes { frame: self.frame, form: self.form, name: self.name, hint: self.hint }
    }

    /// The attributes alone, for a control built by hand.
    #[must_use]
    pub const fn links(self) -> Links<'a> {
        Links { form: self.form, name: self.name, hint: self.hint, is_required: self.is_required }
    }

    const fn with(self, control: Control<'a>) -> Field<'a> {
        let Self { form, name, label, is_required, .. } = self;
        Field { of: self, form, name, label, is_required, control }
    }
}

impl<'a> Field<'a> {
    const fn notes(&self) -> Notes<'a> {
        self.of.notes()
    }

    const fn links(&self) -> Links<'a> {
        self.of.links()
    }
}

impl Frame {
    /// See [`Head`].
    #[must_use]
    pub const fn head(&self) -> Head<'_> {
        Head { frame: self }
    }

    /// See [`Header`].
    #[must_use]
    pub const fn header(&self) -> Header<'_> {
        Header { frame: self }
    }

    /// See [`Above`].
    #[must_use]
    pub const fn above(&self) -> Above<'_> {
        Above { frame: self }
    }

    /// See [`Footer`].
    #[must_use]
    pub const fn footer(&self) -> Footer<'_> {
        Footer { frame: self }
    }

    /// See [`Button`].
    #[must_use]
    pub const fn button<'a>(
        &'a self,
        label: &'a str,
        kind: &'a str,
        icon: &'a str,
        name: &'a str,
        value: &'a str,
        confirm: &'a str,
    ) -> Button<'a> {
        Button { frame: self, label, kind, icon, name, value, confirm }
    }

    /// See [`Link`].
    #[must_use]
    pub const fn link<'a>(&'a self, href: &'a str, label: &'a str, kind: &'a str, icon: &'a str) -> Link<'a> {
        Link { frame: self, href, label, kind, icon }
    }

    /// See [`Keys`].
    #[must_use]
    pub const fn keys<'a>(&'a self, form: &'a FormView) -> Keys<'a> {
        Keys { frame: self, form }
    }

    /// See [`Mistakes`].
    #[must_use]
    pub const fn mistakes<'a>(&'a self, form: &'a FormView) -> Mistakes<'a> {
        Mistakes { frame: self, form }
    }

    /// See [`Pages`].
    #[must_use]
    pub const fn pagination<'a>(&'a self, pages: &'a Pagination) -> Pages<'a> {
        Pages { frame: self, pages }
    }

    /// See [`Finder`].
    #[must_use]
    pub const fn finder<'a>(&'a self, listing: &'a Listing) -> Finder<'a> {
        Finder { frame: self, listing }
    }

    /// A field of a form; which control fills it in is said next. Templates hand over some flags by reference.
    #[must_use]
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
