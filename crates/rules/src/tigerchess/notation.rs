//! Writing and reading the moves of TigerChess.

use std::ops::ControlFlow;

use super::moves::{Jumps, Move, eighth, exchanges, seventh};
use super::{Guard, TigerChess, draughts};
use crate::chessfield::batches::Batch;
use crate::chessfield::written::{self, Path, Written};
use crate::chessfield::{Bits, Kind, Square, situation};
use crate::game::{MoveEffect, MoveError, Position};
use crate::lancerchess::{check_origin, protected_wing, protection_text};
use crate::side::Side;
use crate::touch::{Touch, with_article};
use crate::typed::clean;
use crate::unreadable::Notation;

fn illegal<T>(why: impl Into<String>) -> Result<T, MoveError> {
    Err(MoveError::Illegal(why.into()))
}

fn file_letter(file: u8) -> char {
    char::from(b'A' + file)
}

impl TigerChess {
    /// The squares whose members the move takes, in order.
    fn victims(&self, mv: &Move) -> Vec<Square> {
        match *mv {
            Move::Plain { kind, from, to, .. } => {
                if self.field.side(self.turn.other()).has(to) {
                    return vec![to];
                }
                let is_en_passant = kind == Kind::Pikeman && self.ep == Some(to) && from.file() != to.file();
                let taken = Bits::of(to).ahead(self.turn.other());
                if is_en_passant { taken.collect() } else { Vec::new() }
            }
            Move::Jump { from, ref jumps, .. } => jumps.captured(from),
            Move::Occupy(_) | Move::Post(_) | Move::PostGuard(_) | Move::Flag(_) => Vec::new(),
        }
    }

    /// What the member has become when the move is over.
    fn becomes(&self, mv: &Move) -> Option<Kind> {
        match *mv {
            Move::Plain { becomes, .. } => becomes,
            Move::Jump { kind: Kind::Swordsman, from, ref jumps }
                if eighth(self.turn).has(jumps.end(from)) =>
            {
                Some(Kind::Archer)
            }
            _ => None,
        }
    }

    pub(super) fn write_notation(&self, mv: &Move) -> String {
        let suffix = self.becomes(mv).map(|kind| format!("={}", kind.letter())).unwrap_or_default();
        match *mv {
            Move::Plain { kind, from, to, .. } => match protected_wing(kind, from, to) {
                Some(wing) => protection_text(wing).to_owned(),
                None => {
                    let sign = if self.victims(mv).is_empty() { '-' } else { 'x' };
                    format!("{from}{sign}{to}{suffix}")
                }
            },
            Move::Jump { from, ref jumps, .. } => {
                let mut text = from.to_string();
                for square in jumps.squares() {
                    text.push('x');
                    text.push_str(&square.to_string());
                }
                text + &suffix
            }
            Move::Occupy(from) => format!("{from}xP{}", file_letter(from.file())),
            Move::Post(square) => format!("S@{square}"),
            Move::PostGuard(wing) => format!("G@{}", file_letter(wing)),
            Move::Flag(side) => format!("F@{}", situation::side_letter(side).to_ascii_uppercase()),
        }
    }

    pub(super) fn describe(&self, mv: &Move) -> MoveEffect {
        let victims = self.victims(mv);
        let (kind, from, to) = match *mv {
            Move::Plain { kind, from, to, becomes } => {
                let word = match (protected_wing(kind, from, to), becomes, victims.first()) {
                    (Some(_), ..) => "protect",
                    (_, Some(_), _) => "exchange",
                    (.., Some(&victim)) if victim != to => "en-passant",
                    (.., Some(_)) => "capture",
                    _ => "step",
                };
                (word, Some(from.to_string()), Some(to.to_string()))
            }
            Move::Jump { from, ref jumps, .. } => {
                ("draughts-capture", Some(from.to_string()), Some(jumps.end(from).to_string()))
            }
            Move::Occupy(from) => {
                ("occupation", Some(from.to_string()), Some(format!("P{}", file_letter(from.file()))))
            }
            Move::Post(square) => ("posting", None, Some(square.to_string())),
            Move::PostGuard(wing) => ("guard-posting", None, Some(format!("P{}", file_letter(wing)))),
            Move::Flag(_) => ("flag", None, None),
        };
        MoveEffect {
            kind: kind.to_owned(),
            from,
            to,
            captures: victims.iter().map(Square::to_string).collect(),
            becomes: self.becomes(mv).map(|kind| kind.letter().to_string()),
        }
    }

    pub(super) fn point_at(&self, mv: &Move) -> Touch {
        let wing = |file: u8| format!("P{}", file_letter(file));
        match *mv {
            Move::Plain { kind, from, to, becomes } => {
                let does = match (protected_wing(kind, from, to), self.victims(mv).first()) {
                    (Some(_), _) => "is protected by her Tower",
                    (None, Some(&victim)) if victim != to => "captures in passing",
                    (None, Some(_)) => "captures",
                    (None, None) => "moves",
                };
                let words = match becomes {
                    Some(kind @ (Kind::Knight | Kind::TigerKnight)) => {
                        format!("{does} and is exchanged for the {}", kind.word())
                    }
                    Some(kind) => format!("{does} and becomes {}", with_article(kind.word())),
                    // Ruling 7: a Pikeman who reaches the seventh rank without an exchange has forgone it.
                    None if kind == Kind::Pikeman && seventh(self.turn).has(to) => {
                        format!("{does} and forgoes the Knight")
                    }
                    None => does.to_owned(),
                };
                Touch::new(Some(from), Some(to), words)
            }
            Move::Jump { from, ref jumps, .. } => {
                let landings: Vec<_> = jumps.squares().iter().map(Square::to_string).collect();
                let becomes =
                    self.becomes(mv).map(|kind| format!(" and becomes {}", with_article(kind.word())));
                let words =
                    format!("captures, jumping to {}{}", landings.join(", "), becomes.unwrap_or_default());
                Touch::new(Some(from), Some(jumps.end(from)), words)
            }
            Move::Occupy(from) => Touch::new(Some(from), Some(wing(from.file())), "occupies the Palace"),
            Move::Post(square) => Touch::new(None::<Square>, Some(square), "posts a Swordsman"),
            Move::PostGuard(file) => Touch::new(None::<Square>, Some(wing(file)), "posts the Royal Guard"),
            Move::Flag(side) => Touch::new(
                None::<Square>,
                None::<Square>,
                format!("the {}'s flag falls in the deployment", situation::name(side)),
            ),
        }
    }

    pub(super) fn read_notation(&self, text: &str) -> Result<Move, MoveError> {
        let text = clean(text);
        match written::read(&text).ok_or_else(|| MoveError::Unreadable(self.why_unreadable(&text)))? {
            Written::Post(square) => self.find_posting(square),
            Written::PostGuard(wing) => self.find_guard_posting(wing),
            Written::Flag(side) => self.why_no_flag(side).map_or(Ok(Move::Flag(side)), illegal),
            Written::Path(_) | Written::Protect(_) | Written::Occupy(..) if self.deploying.is_some() => {
                let due = if self.guard_due().is_some() { "the Royal Guard" } else { "a Swordsman" };
                let such = self.legal_moves().first().map(|posting| self.write_notation(posting));
                illegal(format!(
                    "the deployment is not over: the {} has to post {due}{}",
                    situation::name(self.turn),
                    such.map(|posting| format!(", as {posting}")).unwrap_or_default()
                ))
            }
            _ if self.occupier().is_some() => illegal("the Palace is occupied: the game is over"),
            Written::Path(path) => self.find_path(&path),
            Written::Protect(wing) => {
                let from = self.field.queen(self.turn);
                let to = Square::at(wing.queen_target(), from.rank());
                let mv = Move::Plain { kind: Kind::Queen, from, to, becomes: None };
                if self.rights.has(self.turn, wing) && self.is_listed(mv) {
                    return Ok(mv);
                }
                illegal(self.scene().why_no_protection(wing))
            }
            Written::Occupy(from, wing) => self.find_occupation(from, wing),
        }
    }

    fn why_unreadable(&self, text: &str) -> String {
        let forms = match (self.deploying, self.guard_due()) {
            (Some(_), Some(_)) => "G@D (a Royal Guard posted to a wing)",
            (Some(_), None) => "S@C6 (a posting) or F@S (a flag that falls)",
            (None, _) => "E2-E4, E4xD5, C3xE5xG7, E6-E7=N or O-K",
        };
        let is_position = written::is_position;
        Notation { game: "TigerChess", positions: "A1 to H8", is_position, forms }.why(text)
    }

    fn find_posting(&self, square: Square) -> Result<Move, MoveError> {
        let Some(deploying) = self.deploying else { return illegal("the deployment is over") };
        if let Some(side) = self.guard_due() {
            return illegal(format!("the {} posts his Royal Guard first", situation::name(side)));
        }
        if self.posting_squares(deploying).has(square) {
            return Ok(Move::Post(square));
        }
        illegal(self.why_no_posting(square, deploying))
    }

    fn find_guard_posting(&self, wing: u8) -> Result<Move, MoveError> {
        if self.guard_due().is_none() {
            return illegal("no Royal Guard is to be posted");
        }
        if !super::deploy::WINGS.contains(&wing) {
            return illegal(format!("the Palace has the wings C, D, E and F, not {}", file_letter(wing)));
        }
        Ok(Move::PostGuard(wing))
    }

    fn find_occupation(&self, from: Square, wing: u8) -> Result<Move, MoveError> {
        if self.guards.is_none() {
            return illegal("the Palace is occupied in the TigerVariation only");
        }
        let kind = check_origin(from, self.field.at(from), self.turn)?;
        if kind != Kind::KingsLancer {
            return illegal(format!("the {} on {from} is not the Standard Bearer (ruling 9)", kind.word()));
        }
        if self.guard(self.turn.other()) != Some(Guard::Wing(wing)) {
            return illegal(format!("the Royal Guard is not on wing {}", file_letter(wing)));
        }
        if self.occupation() == Some(from) && from.file() == wing {
            return Ok(Move::Occupy(from));
        }
        if from.file() != wing || !eighth(self.turn).has(from) {
            return illegal(format!(
                "the Standard Bearer reaches wing {0} only from the far end of the {0} file (ruling 9)",
                file_letter(wing)
            ));
        }
        illegal("the Palace cannot be occupied while the own Queen is in check (ruling 9)")
    }

    fn find_path(&self, path: &Path) -> Result<Move, MoveError> {
        let &[from, to, ref further @ ..] = path.squares() else {
            return illegal("a move needs two positions");
        };
        let kind = check_origin(from, self.field.at(from), self.turn)?;
        let draughts = matches!(kind, Kind::Swordsman | Kind::Archer);
        if draughts && path.captures {
            return self.find_jumps(kind, path);
        }
        if !further.is_empty() {
            return illegal(format!("the {} on {from} captures once a move", kind.word()));
        }
        self.scene().check_sign(kind, from, to, path.captures)?;
        let becomes = self.read_suffix(kind, to, path.becomes)?;
        let mv = Move::Plain { kind, from, to, becomes };
        if self.is_listed(mv) && protected_wing(kind, from, to).is_none() {
            return Ok(mv);
        }
        illegal(self.scene().why_illegal(kind, from, to))
    }

    /// What the member becomes: the suffix, or what is compulsory without it.
    fn read_suffix(&self, kind: Kind, to: Square, suffix: Option<Kind>) -> Result<Option<Kind>, MoveError> {
        let awaits = self.awaits_tigerknight[self.turn];
        let (due, is_choice) = match kind {
            Kind::Pikeman => {
                let (due, choice) = exchanges(self.turn, awaits, to);
                (due, choice.is_some())
            }
            Kind::Swordsman => (eighth(self.turn).has(to).then_some(Kind::Archer), false),
            _ => (None, false),
        };
        match suffix {
            None if is_choice => Ok(None),
            None => Ok(due),
            Some(suffix) if Some(suffix) == due => Ok(due),
            Some(suffix) => illegal(self.why_no_exchange(kind, to, suffix)),
        }
    }

    fn why_no_exchange(&self, kind: Kind, to: Square, suffix: Kind) -> String {
        let letter = suffix.letter();
        let why = match (kind, suffix) {
            (Kind::Pikeman, Kind::Knight) if !seventh(self.turn).has(to) => {
                format!(
                    "={letter}: a Pikeman is exchanged for his Knight on reaching the seventh rank, not on {to}"
                )
            }
            (Kind::Pikeman, Kind::TigerKnight) if !eighth(self.turn).has(to) => {
                format!(
                    "={letter}: a Pikeman is exchanged for the TigerKnight on reaching the eighth rank, not on {to}"
                )
            }
            (Kind::Pikeman, Kind::TigerKnight) => {
                format!(
                    "={letter}: the {} TigerKnight has already entered the game",
                    situation::name(self.turn)
                )
            }
            _ => return format!("={letter}: a {} on {to} is not exchanged for that", kind.word()),
        };
        format!("{why} (ruling 7)")
    }

    fn find_jumps(&self, kind: Kind, path: &Path) -> Result<Move, MoveError> {
        let squares = path.squares();
        let &[from, ref landings @ ..] = squares else { return illegal("a capture needs a landing") };
        let mut occupied = self.field.occupied() ^ Bits::of(from);
        let mut victims = self.field.side(self.turn.other());
        let (mut at, mut taken, mut jumps) = (from, Bits::NONE, Jumps::NONE);
        for &to in landings {
            let over = self.check_jump(kind, at, to, occupied, victims)?;
            let gone = Bits::of(over);
            (occupied, victims, taken) = (occupied ^ gone, victims ^ gone, taken | gone);
            jumps = jumps.with(to);
            at = to;
        }
        let archer_due = kind == Kind::Swordsman && eighth(self.turn).has(at);
        match path.becomes {
            Some(Kind::Archer) if archer_due => {}
            Some(suffix) => return illegal(self.why_no_exchange(kind, at, suffix)),
            None => {}
        }
        if !self.is_jump_safe(kind, from, at, taken) {
            return illegal(format!(
                "the Queen on {} would be attacked (ruling 4)",
                self.field.queen(self.turn)
            ));
        }
        Ok(Move::Jump { kind, from, jumps })
    }

    /// The one jumped over, if the jump is allowed.
    fn check_jump(
        &self,
        kind: Kind,
        at: Square,
        to: Square,
        occupied: Bits,
        victims: Bits,
    ) -> Result<Square, MoveError> {
        let word = kind.word();
        let Some(over) = draughts::jumped(at, to) else {
            return illegal(format!(
                "the {word} on {at} cannot jump to {to}: captures go along a diagonal over one force"
            ));
        };
        let distance = at.rank().abs_diff(to.rank());
        let is_forward = (to.rank() > at.rank()) == (self.turn == Side::South);
        if kind == Kind::Swordsman && (distance != 2 || !is_forward) {
            return illegal(format!(
                "the Swordsman on {at} jumps two positions diagonally forwards, not to {to}"
            ));
        }
        if !victims.has(over) {
            return illegal(format!("{over} holds no opposing force"));
        }
        let passed = crate::chessfield::lines::between(at, over) & occupied;
        if let Some(blocker) = passed.first() {
            return illegal(format!("{blocker} is in the way of the Archer on {at} (ruling 2)"));
        }
        if occupied.has(to) {
            return illegal(format!("{to} is occupied"));
        }
        Ok(over)
    }

    fn is_listed(&self, mv: Move) -> bool {
        let Move::Plain { from: origin, to: target, .. } = mv else { return false };
        self.visit_plain(&mut |batch| {
            let (Batch::From { to, .. } | Batch::Together { to, .. }) = batch;
            if !to.has(target) || matches!(batch, Batch::From { from, .. } if from != origin) {
                return ControlFlow::Continue(());
            }
            self.expand(batch, &mut |listed| {
                if listed == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        })
        .is_break()
    }
}
