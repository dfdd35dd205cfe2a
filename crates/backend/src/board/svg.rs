//! A writer of SVG: numbers and the crate's own words go in as they are, everything else escaped.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::Marks;
use super::force::Force;
use super::layer::{self, Layer};
use crate::assets;

/// A rectangle in the picture's own units; a position of a board is a hundred wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Area {
    pub(super) const fn new(x: i32, y: i32, width: i32, height: i32) -> Self {
        Self { x, y, width, height }
    }

    /// A square of a hundred.
    pub(super) const fn cell(x: i32, y: i32) -> Self {
        Self::new(x, y, 100, 100)
    }

    pub(super) const fn middle(self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }

    /// The same with so much less on each side.
    pub(super) const fn inset(self, by: i32) -> Self {
        Self::new(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)
    }
}

/// A picture being written.
#[derive(Debug)]
pub(super) struct Svg {
    text: String,
    sprite: String,
    /// Where the positions of the board are.
    places: BTreeMap<String, Area>,
    /// What is pointed out on them, until they are all drawn.
    marked: Vec<(&'static str, Area)>,
    is_touchable: bool,
    /// Whether what is drawn now is within something that stands upright as a whole.
    is_upright: bool,
}

impl Svg {
    /// Begins a picture of that many units.
    pub(super) fn open(look: &str, (width, height): (i32, i32), label: &str, layer: &Layer) -> Self {
        let is_touchable = !layer.spots.is_empty();
        let mut svg = Self {
            places: BTreeMap::new(),
            marked: Vec::new(),
            is_touchable,
            is_upright: false,
            text: String::with_capacity(32 * 1024),
            sprite: assets::url("vendor/game-icons/forces.svg"),
        };
        svg.raw(format_args!(
            "<svg class=\"board board-{look}{}\" viewBox=\"0 0 {width} {height}\" role=\"{}\" aria-label=\"",
            if layer.is_turned { " is-turned" } else { "" },
            if is_touchable { "group" } else { "img" }
        ));
        svg.escaped(label);
        svg.text.push_str("\">");
        svg.end_line();
        if is_touchable {
            // What stands where is told by the places to touch and by the words below the board.
            svg.text.push_str("<g aria-hidden=\"true\">");
        }
        svg
    }

    /// Ends the picture, with what lies over it.
    pub(super) fn close(mut self, layer: &Layer) -> String {
        if self.is_touchable {
            self.end();
        }
        let places = std::mem::take(&mut self.places);
        layer::draw(&mut self, layer, &places);
        self.text.push_str("</svg>");
        self.text
    }

    fn raw(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(text);
    }

    fn escaped(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                '\'' => self.text.push_str("&#39;"),
                _ => self.text.push(letter),
            }
        }
    }

    fn title(&mut self, title: &str) {
        self.text.push_str("<title>");
        self.escaped(title);
        self.text.push_str("</title>");
    }

    pub(super) fn rect(&mut self, class: &str, area: Area) {
        let Area { x, y, width, height } = area;
        self.raw(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
    }

    /// A rectangle with rounded corners and a title.
    pub(super) fn room(&mut self, class: &str, area: Area, title: &str) {
        let Area { x, y, width, height } = area;
        self.raw(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"10\">"
        ));
        self.title(title);
        self.text.push_str("</rect>");
    }

    /// A wing of a Palace, which the notation has a name for.
    pub(super) fn wing(&mut self, place: &str, area: Area, title: &str) {
        let Area { x, y, width, height } = area;
        self.raw(format_args!("<rect class=\"palace\" data-place=\"{place}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"10\">"));
        self.title(title);
        self.text.push_str("</rect>");
    }

    /// Notes where a position is that is no square of the board.
    pub(super) fn note_place(&mut self, place: &str, area: Area) {
        self.places.insert(place.to_owned(), area);
    }

    /// A place to touch that leads somewhere.
    pub(super) fn spot_link(&mut self, class: &str, href: &str, name: &str, area: Area) {
        self.end_line();
        self.raw(format_args!("<a class=\"{class}\" href=\""));
        self.escaped(href);
        self.text.push_str("\" aria-label=\"");
        self.escaped(name);
        self.text.push_str("\">");
        self.spot_area(class, area);
        self.text.push_str("</a>");
    }

    fn spot_area(&mut self, class: &str, area: Area) {
        self.rect("spot-area", area.inset(2));
        if class.ends_with("spot-target") {
            self.circle("spot-dot", area.middle(), 17);
        }
    }

    /// A place to touch that sends the form with a move.
    pub(super) fn spot_button(&mut self, class: &str, value: &str, name: &str, area: Area) {
        let Area { x, y, width, height } = area;
        self.end_line();
        self.begin(class);
        self.spot_area(class, area);
        self.raw(format_args!(
            "<foreignObject x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"><button class=\"spot-button\" name=\"moves\" value=\""
        ));
        self.escaped(value);
        self.text.push_str("\" aria-label=\"");
        self.escaped(name);
        self.text.push_str("\"></button></foreignObject>");
        self.end();
    }

    /// A position of the board with its marks, titled by what it is called.
    pub(super) fn square(&mut self, class: &str, place: &str, title: &str, area: Area, marks: &Marks) {
        self.note_place(place, area);
        let Area { x, y, width, height } = area;
        self.raw(format_args!("<rect class=\"square {class}\" data-place=\"{place}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">"));
        self.title(title);
        self.text.push_str("</rect>");
        for (set, mark) in
            [(&marks.last, "mark-last"), (&marks.taken, "mark-taken"), (&marks.wrong, "mark-wrong")]
        {
            if set.contains(place) {
                self.marked.push((mark, area.inset(4)));
            }
        }
    }

    /// Ends the positions with what is pointed out on them. Marks have lines of their own, as forces and places to touch do:
    /// what another moment of the game does not change keeps its line, and is not sent again (`gate/held.rs`).
    pub(super) fn end_squares(&mut self) {
        for (mark, area) in std::mem::take(&mut self.marked) {
            self.end_line();
            self.rect(mark, area);
        }
        self.end_line();
    }

    fn end_line(&mut self) {
        self.text.push('\n');
    }

    /// A dot where a legal move can end; drawn above the forces.
    pub(super) fn target(&mut self, place: &str, area: Area, marks: &Marks) {
        if marks.targets.contains(place) {
            self.circle("mark-target", area.middle(), 13);
        }
    }

    pub(super) fn circle(&mut self, class: &str, (x, y): (i32, i32), radius: i32) {
        self.raw(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    }

    /// A line of an outline, given as path data.
    pub(super) fn path(&mut self, class: &str, data: &str) {
        self.raw(format_args!("<path class=\"{class}\" d=\"{data}\"/>"));
    }

    /// Begins a group that is moved and turned by degrees, with a title.
    pub(super) fn begin_turned(&mut self, class: &str, (x, y): (i32, i32), degrees: i32, title: &str) {
        self.end_line();
        self.raw(format_args!("<g class=\"{class}\" transform=\"translate({x} {y}) rotate({degrees})\">"));
        self.title(title);
    }

    pub(super) fn begin(&mut self, class: &str) {
        self.raw(format_args!("<g class=\"{class}\">"));
    }

    pub(super) fn end(&mut self) {
        self.text.push_str("</g>");
    }

    /// What looks the same however the board is turned: only its place is turned, round whose middle it stands upright again
    /// as a whole. What is upright already is left to that.
    pub(super) fn upright(&mut self, place: Area, draw: impl FnOnce(&mut Self)) {
        if self.is_upright {
            draw(self);
            return;
        }
        let (x, y) = place.middle();
        self.raw(format_args!("<g transform-origin=\"{x} {y}\">"));
        self.is_upright = true;
        draw(self);
        self.is_upright = false;
        self.end();
    }

    /// Words in the middle of a point, upright however the board is turned.
    pub(super) fn words(&mut self, class: &str, (x, y): (i32, i32), text: &str) {
        self.raw(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\""));
        if !self.is_upright {
            // The middle of a letter lies over its foot.
            self.raw(format_args!(" transform-origin=\"{x} {}\"", y - 9));
        }
        self.text.push('>');
        self.escaped(text);
        self.text.push_str("</text>");
    }

    /// A drawing of the sprite; it belongs into something upright.
    pub(super) fn icon(&mut self, name: &str, area: Area) {
        let Area { x, y, width, height } = area;
        let _ = write!(
            self.text,
            "<use href=\"{}#{name}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>",
            self.sprite
        );
    }

    /// A force of the chess kind: its drawing, with its letter or numeral.
    pub(super) fn figure(&mut self, force: &Force, place: &str, area: Area) {
        self.force(force, place, area, |svg| {
            svg.icon(force.icon, area);
            svg.mark(force, area);
        });
    }

    /// The letter or numeral of a force, in the lower right corner.
    pub(super) fn mark(&mut self, force: &Force, area: Area) {
        let Some(mark) = force.mark else { return };
        let class = if area.width < 70 { "member-mark member-mark-small" } else { "member-mark" };
        self.words(class, (area.x + area.width - 2, area.y + area.height), &mark.to_string());
    }

    /// A force as a token: shape and colour of its side, its drawing, its abbreviation.
    pub(super) fn token(&mut self, force: &Force, place: &str, area: Area) {
        self.force(force, place, area, |svg| svg.token_shape(force, area));
    }

    /// A force with its name and all that belongs to it, upright round the middle of its area; `place` is empty beside the
    /// board. The group with the name is the one that is moved on scoresheets (`static/js/sheet-board.js`).
    pub(super) fn force(&mut self, force: &Force, place: &str, area: Area, draw: impl FnOnce(&mut Self)) {
        let class = force.class();
        self.end_line();
        if place.is_empty() {
            self.raw(format_args!("<g class=\"force beside {class}\">"));
            self.title(&force.full_name());
        } else {
            self.raw(format_args!("<g class=\"force {class}\" data-at=\"{place}\">"));
            self.title(&format!("{}, {place}", force.full_name()));
        }
        self.upright(area, draw);
        self.end();
    }

    /// The shape, drawing and abbreviation of a token.
    pub(super) fn token_shape(&mut self, force: &Force, area: Area) {
        let Area { x, y, width, height } = area;
        let round = if force.is_round() { width / 2 } else { width / 6 };
        let disc = height * 74 / 100;
        let left = x + (width - disc) / 2;
        let radius = round.min(disc / 2);
        self.raw(format_args!(
            "<rect class=\"disc\" x=\"{left}\" y=\"{y}\" width=\"{disc}\" height=\"{disc}\" rx=\"{radius}\"/>"
        ));
        let inner = disc * 68 / 100;
        self.icon(force.icon, Area::new(x + (width - inner) / 2, y + (disc - inner) / 2, inner, inner));
        // Beside the board tokens stand close: a longer abbreviation is written smaller, so that none reaches the next one.
        let class = if area.width < 66 { "short short-small" } else { "short" };
        self.raw(format_args!("<text class=\"{class}\" x=\"{}\" y=\"{}\">", x + width / 2, y + height));
        self.escaped(force.short);
        self.text.push_str("</text>");
    }

    /// Forces beside the board, in rows from left to right, as many as fit.
    pub(super) fn shelf(&mut self, forces: &[Force], area: Area, size: i32) {
        let in_row = usize::try_from((area.width / size).max(1)).unwrap_or(1);
        self.upright(area, |svg| {
            for (row, line) in (0..).zip(forces.chunks(in_row)) {
                for (column, force) in (0..).zip(line) {
                    let at = Area::new(area.x + column * size, area.y + row * size, size, size);
                    svg.figure(force, "", at.inset(4));
                }
            }
        });
    }
}
