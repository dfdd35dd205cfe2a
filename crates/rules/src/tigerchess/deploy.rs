//! The deployment: Royal Guards in the TigerVariation, then eight Swordsmen in the order S B B S S B B S.

use std::ops::ControlFlow;

use super::draughts::colour_of;
use super::{Deploying, Guard, Move, TigerChess};
use crate::chessfield::rights::Rights;
use crate::chessfield::{Bits, Kind, Square, situation};
use crate::side::{BySide, Side};
use crate::variation::Deployment;

use Side::{North as S, South as B};

/// Who posts first to eighth.
pub(super) const ORDER: [Side; 8] = [S, B, B, S, S, B, B, S];

/// The Swordsmen of each side.
pub(super) const SWORDSMEN: u32 = 4;

/// The files of the Palace wings that a Royal Guard can be posted to: C to F.
pub(super) const WINGS: std::ops::RangeInclusive<u8> = 2..=5;

/// A side's third and fourth rank.
pub(super) const fn posting_ranks(side: Side) -> Bits {
    match side {
        Side::South => Bits(0x0000_0000_ffff_0000),
        Side::North => Bits(0x0000_ffff_0000_0000),
    }
}

/// The mirrors of the squares: same file, rank 9 - r.
const fn mirrors(squares: Bits) -> Bits {
    Bits(squares.0.swap_bytes())
}

/// What is posted next in a deployment.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Posting {
    /// A Royal Guard, to one of the Palace wings C to F (TigerVariation).
    Guard(Side),
    /// A Swordsman.
    Swordsman {
        /// Whose.
        side: Side,
        /// His numeral, 1 to 4.
        numeral: u32,
    },
}

impl Posting {
    /// Who posts.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::Guard(side) | Self::Swordsman { side, .. } => side,
        }
    }
}

impl TigerChess {
    /// The posting that is due; none once the engagement has begun.
    #[must_use]
    pub fn posting(&self) -> Option<Posting> {
        let deploying = self.deploying?;
        if let Some(side) = self.guard_due() {
            return Some(Posting::Guard(side));
        }
        let side = self.posting_due(deploying.flags)?;
        Some(Posting::Swordsman { side, numeral: self.swordsmen(side).len() + 1 })
    }

    pub(super) fn swordsmen(&self, side: Side) -> Bits {
        self.field.of(side, Kind::Swordsman)
    }

    /// The side whose Royal Guard is due to be posted, the Siberian's first.
    pub(super) fn guard_due(&self) -> Option<Side> {
        let guards = self.guards?;
        [Side::North, Side::South].into_iter().find(|&side| guards[side] == Guard::Unposted)
    }

    /// The side whose posting is due; none when the deployment is over.
    pub(super) fn posting_due(&self, flags: BySide<bool>) -> Option<Side> {
        if let Some(side) = self.guard_due() {
            return Some(side);
        }
        let posted = Side::BOTH.map(|side| self.swordsmen(side).len());
        let has_left = |side: Side| !flags[side] && posted[side.index()] < SWORDSMEN;
        if flags.south || flags.north {
            return Side::BOTH.into_iter().find(|&side| has_left(side));
        }
        ORDER.get((posted[0] + posted[1]) as usize).copied()
    }

    /// Where the side to move may post a Swordsman now.
    pub(super) fn posting_squares(&self, Deploying { variation, flags }: Deploying) -> Bits {
        let (own, others) = (self.swordsmen(self.turn), self.swordsmen(self.turn.other()));
        let vacant = posting_ranks(self.turn) & !self.field.occupied();
        if flags.south || flags.north {
            // Rule 11: the opponent of a fallen flag posts anywhere on his third or fourth rank.
            return vacant;
        }
        match variation {
            Deployment::Open => vacant,
            Deployment::Countdown => vacant & !mirrors(others),
            Deployment::Dragon => match (own.first(), others.first()) {
                (Some(own), _) => vacant & colour_of(own),
                (None, Some(other)) => vacant & !colour_of(other),
                (None, None) => vacant,
            },
            Deployment::Symmetrical => {
                let unanswered = mirrors(others) & !own;
                if unanswered.is_empty() { vacant } else { vacant & unanswered }
            }
        }
    }

    pub(super) fn visit_postings<B>(
        &self,
        deploying: Deploying,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.guard_due().is_some() {
            return WINGS.into_iter().try_for_each(|wing| visit(Move::PostGuard(wing)));
        }
        self.posting_squares(deploying).into_iter().try_for_each(|square| visit(Move::Post(square)))
    }

    pub(super) fn post(&mut self, square: Square) {
        self.field.put(square, self.turn, Kind::Swordsman);
        self.go_on_deploying();
    }

    pub(super) fn post_guard(&mut self, wing: u8) {
        if let Some(guards) = &mut self.guards {
            guards[self.turn] = Guard::Wing(wing);
        }
        self.go_on_deploying();
    }

    pub(super) fn drop_flag(&mut self, side: Side) {
        if let Some(deploying) = &mut self.deploying {
            deploying.flags[side] = true;
        }
        self.go_on_deploying();
    }

    /// Gives the turn to whoever's posting is due, or begins the engagement.
    pub(super) fn go_on_deploying(&mut self) {
        let Some(deploying) = self.deploying else { return };
        match self.posting_due(deploying.flags) {
            Some(side) => self.turn = side,
            None => {
                self.deploying = None;
                self.turn = Side::South;
                self.rights = Rights::ALL;
                (self.half, self.full) = (0, 1);
            }
        }
    }

    /// Why a Swordsman cannot be posted there, in the words of the variation.
    pub(super) fn why_no_posting(&self, square: Square, Deploying { variation, .. }: Deploying) -> String {
        let name = situation::name(self.turn);
        if !posting_ranks(self.turn).has(square) {
            return format!("{square} is not on the {name}'s third or fourth rank");
        }
        if self.field.occupied().has(square) {
            return format!("{square} already holds a Swordsman");
        }
        let other = situation::name(self.turn.other());
        match variation {
            Deployment::Countdown => {
                format!("Countdown: {square} is the mirror of the {other} Swordsman on {}", square.mirror())
            }
            Deployment::Dragon if self.swordsmen(self.turn).is_empty() => {
                format!("Dragon: {square} has the colour of the {other}'s Swordsmen")
            }
            Deployment::Dragon => {
                format!("Dragon: {square} has not the colour of the {name}'s first Swordsman")
            }
            Deployment::Open | Deployment::Symmetrical => {
                let due = self.posting_squares(Deploying { variation, flags: BySide::default() });
                let due = due.first().map_or_else(String::new, |square| square.to_string());
                format!("Symmetrical: the mirror of the posting just before is {due}")
            }
        }
    }

    /// Why that side's flag cannot fall now.
    pub(super) fn why_no_flag(&self, side: Side) -> Option<String> {
        let name = situation::name(side);
        let Some(deploying) = self.deploying else {
            return Some(
                "the deployment is over: whose time and reserve are used up then has lost the game".into(),
            );
        };
        if deploying.flags[side] {
            return Some(format!("the {name}'s flag has fallen already"));
        }
        (self.swordsmen(side).len() >= SWORDSMEN).then(|| format!("the {name} has posted all his Swordsmen"))
    }
}

/// Whether the postings so far obey order and variation, as far as the board shows; flags free what follows them.
pub(super) fn check_postings(position: &TigerChess, deploying: Deploying) -> Result<(), String> {
    let posted = Side::BOTH.map(|side| position.swordsmen(side).len());
    let is_in_order = |total: usize, other_may_have_more: bool| {
        let counts = Side::BOTH.map(|side| ORDER[..total].iter().filter(|&&due| due == side).count() as u32);
        Side::BOTH.into_iter().all(|side| {
            let (count, shown) = (counts[side.index()], posted[side.index()]);
            count == shown || (other_may_have_more && !deploying.flags[side] && count < shown)
        })
    };
    let any_flag = deploying.flags.south || deploying.flags.north;
    if !(0..=ORDER.len()).any(|total| is_in_order(total, any_flag)) {
        return Err(format!(
            "{} Siberian and {} Bengal Swordsmen posted: the order of postings is S B B S S B B S",
            posted[1], posted[0]
        ));
    }
    let (south, north) = (position.swordsmen(Side::South), position.swordsmen(Side::North));
    if any_flag {
        return Ok(());
    }
    let reflected = mirrors(north);
    let is_one_colour =
        |squares: Bits| squares.first().is_none_or(|first| (squares & !colour_of(first)).is_empty());
    let fits = match deploying.variation {
        Deployment::Open => true,
        Deployment::Countdown => !south.meets(reflected),
        Deployment::Dragon => {
            // Mirrored squares have opposite colours, so opposite sides match when mirrored.
            is_one_colour(south) && is_one_colour(north) && is_one_colour(south | reflected)
        }
        Deployment::Symmetrical => (south ^ reflected).len() <= 1,
    };
    if fits { Ok(()) } else { Err(format!("the Swordsmen do not stand as {} allows", deploying.variation)) }
}
