//! What lies over a picture of a board: places to touch, and moves drawn as arrows.
//!
//! Without any script a place is a link or a button of the form that the picture stands in.

use std::collections::BTreeMap;

use super::svg::{Area, Svg};

/// What lies over a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layer {
    pub spots: Vec<Spot>,
    pub arrows: Vec<Arrow>,
    /// Whether the board is seen from the North at first; its reader may turn it round.
    pub is_turned: bool,
}

/// A place to touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The position; one that the board does not have is left out.
    pub place: String,
    /// What touching it does, in words.
    pub name: String,
    pub look: Look,
    pub act: Act,
}

/// What is seen of a place to touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// A force that can be chosen.
    Own,
    /// The force that was chosen.
    Chosen,
    /// Where it can go, or whom it can strike.
    Target,
    /// A position like any other: nothing is said of it.
    Any,
}

impl Look {
    const fn class(self) -> &'static str {
        match self {
            Self::Own => "spot spot-own",
            Self::Chosen => "spot spot-chosen",
            Self::Target => "spot spot-target",
            Self::Any => "spot spot-any",
        }
    }
}

/// What touching a place does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Leads there.
    Follow(String),
    /// Sends the form around the picture with this move.
    Send(String),
}

/// A move drawn over the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrow {
    /// From where; none for a force that comes from beside the board.
    pub from: Option<String>,
    /// To where; none for a move without a way.
    pub to: Option<String>,
    /// Whether it is the second one of two that are compared: its line is broken.
    pub is_second: bool,
}

/// Draws the layer over the positions of a picture.
pub(super) fn draw(svg: &mut Svg, layer: &Layer, places: &BTreeMap<String, Area>) {
    for arrow in &layer.arrows {
        draw_arrow(svg, arrow, places);
    }
    for spot in &layer.spots {
        let Some(&area) = places.get(&spot.place) else { continue };
        match &spot.act {
            Act::Follow(href) => svg.spot_link(spot.look.class(), href, &spot.name, area),
            Act::Send(value) => svg.spot_button(spot.look.class(), value, &spot.name, area),
        }
    }
}

fn draw_arrow(svg: &mut Svg, arrow: &Arrow, places: &BTreeMap<String, Area>) {
    let class = if arrow.is_second { "way way-second" } else { "way way-first" };
    let middle =
        |place: &Option<String>| place.as_ref().and_then(|place| places.get(place)).map(|area| area.middle());
    svg.begin(class);
    match (middle(&arrow.from), middle(&arrow.to)) {
        (Some((x, y)), Some((to_x, to_y))) if (x, y) != (to_x, to_y) => {
            svg.path("way-line", &format!("M{x} {y} L{to_x} {to_y}"));
            svg.circle("way-start", (x, y), 12);
            svg.circle("way-end", (to_x, to_y), 30);
        }
        (Some(at), _) | (None, Some(at)) => svg.circle("way-end", at, 40),
        (None, None) => {}
    }
    svg.end();
}
