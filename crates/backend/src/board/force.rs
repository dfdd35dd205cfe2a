//! The forces of the four games as pictures know them: side, drawing, abbreviation, name.

use tiger_rules::{AnyPosition, GameKind, Kind, Mark, Side, Square, TigerMarks, dance, dragon};

use super::{dance as dance_board, dragon as dragon_board};

/// The class of the mark that a side has beside a name.
pub const fn side_class(game: GameKind, side: Side) -> &'static str {
    match (game, side) {
        (GameKind::LancerChess | GameKind::TigerChess, Side::South) => "side-bengal",
        (GameKind::LancerChess | GameKind::TigerChess, Side::North) => "side-siberian",
        (GameKind::Dragon, Side::South) => "side-storm",
        (GameKind::Dragon, Side::North) => "side-forest",
        (GameKind::Dance, Side::South) => "side-first",
        (GameKind::Dance, Side::North) => "side-second",
    }
}

/// A force, wherever it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Force {
    /// The game it belongs to, which names its side.
    pub game: GameKind,
    pub side: Side,
    /// The drawing's name in the sprite.
    pub icon: &'static str,
    /// The abbreviation of the notation.
    pub short: &'static str,
    pub name: &'static str,
    /// The letter or numeral that tells him from others of his kind, where it is known.
    pub mark: Option<Mark>,
}

impl Force {
    /// The class that gives it its side's colours: that of the side's mark, without `side-`.
    pub fn class(&self) -> &'static str {
        side_class(self.game, self.side).trim_start_matches("side-")
    }

    /// Side, name and mark, such as `Bengal Pikeman C`; the side once only, as in `Storm Queen`. What was spent or sunk is
    /// told by its own colour.
    pub fn full_name(&self) -> String {
        let side = self.game.side_name(self.side);
        let is_thing = self.name.ends_with(", spent") || self.name.ends_with(", sunk");
        let mut name =
            if is_thing || self.name.starts_with(side) { String::new() } else { format!("{side} ") };
        name.push_str(self.name);
        if let Some(mark) = self.mark {
            name.push_str(&format!(" {mark}"));
        }
        name
    }

    #[must_use]
    pub const fn marked(self, mark: Option<Mark>) -> Self {
        Self { mark, ..self }
    }

    /// Whether its token is round: the North's are, the South's have corners.
    pub const fn is_round(&self) -> bool {
        matches!(self.side, Side::North)
    }

    /// A member of the personnel of LancerChess or TigerChess.
    pub const fn personnel(game: GameKind, side: Side, kind: Kind) -> Self {
        let (short, icon) = match kind {
            Kind::Queen => ("Q", "chess-queen"),
            Kind::King => ("K", "chess-king"),
            Kind::Tower => ("T", "chess-rook"),
            Kind::Baron => ("B", "chess-bishop"),
            Kind::KingsLancer => ("L", "mounted-knight"),
            Kind::QueensLancer => ("M", "cavalry"),
            Kind::Pikeman => ("P", "pikeman"),
            Kind::Knight => ("N", "chess-knight"),
            Kind::TigerKnight => ("X", "tiger-head"),
            Kind::Swordsman => ("S", "crossed-swords"),
            Kind::Archer => ("A", "bow-arrow"),
        };
        Self { game, side, icon, short, name: kind.word(), mark: None }
    }

    pub const fn guard(side: Side) -> Self {
        let (icon, short, name) = ("spartan-helmet", "G", "Royal Guard");
        Self { game: GameKind::TigerChess, side, icon, short, name, mark: None }
    }
}

/// The square of a name such as `E4`.
pub(super) fn square_of(place: &str) -> Option<Square> {
    match place.as_bytes() {
        [file @ b'A'..=b'H', rank @ b'1'..=b'8'] => Some(Square::at(file - b'A', rank - b'1')),
        _ => None,
    }
}

/// The member on a square of either game of the Chessfield.
pub(super) fn member_at(position: &AnyPosition, borne: Option<&TigerMarks>, square: Square) -> Option<Force> {
    let (side, kind) = match position {
        AnyPosition::LancerChess(position) => position.at(square)?,
        AnyPosition::TigerChess(position) => position.at(square)?,
        AnyPosition::Dragon(_) | AnyPosition::Dance(_) => return None,
    };
    let force =
        Force::personnel(position.game(), side, kind).marked(borne.and_then(|borne| borne.at(square)));
    Some(Force { name: kind.word_on(side, square), ..force })
}

/// Who leaves the board when `place` is captured there, `borne` being the marks before it; of a vessel only her crew, see
/// [`sunk`](super::vessel::sunk).
pub(super) fn captured_at(position: &AnyPosition, borne: Option<&TigerMarks>, place: &str) -> Vec<Force> {
    match position {
        AnyPosition::LancerChess(_) | AnyPosition::TigerChess(_) => {
            square_of(place).and_then(|square| member_at(position, borne, square)).into_iter().collect()
        }
        AnyPosition::Dragon(situation) => dragon::Position::parse(place)
            .map(|at| dragon_board::forces_at(situation, at))
            .unwrap_or_default(),
        AnyPosition::Dance(situation) => dance::Square::parse(place)
            .and_then(|square| situation.piece_at(square))
            .map(dance_board::force)
            .into_iter()
            .collect(),
    }
}
