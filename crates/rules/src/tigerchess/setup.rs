//! Reading and writing the situations of TigerChess.

use std::fmt::Write;

use super::{Deploying, Guard, TigerChess};
use crate::chessfield::rights::Rights;
use crate::chessfield::situation;
use crate::game::SituationError;
use crate::lancerchess::initial_field;
use crate::side::{BySide, Side};
use crate::variation::{Deployment, TigerOptions};

fn refuse<T>(why: impl Into<String>) -> Result<T, SituationError> {
    Err(SituationError::new("extra", why))
}

/// The last field of a situation string.
struct Extra {
    awaits_tigerknight: BySide<bool>,
    guards: Option<BySide<Guard>>,
    deploying: Option<Deploying>,
}

impl Extra {
    fn read(text: &str) -> Result<Self, SituationError> {
        let mut parts = text.split('/');
        let awaits_tigerknight = match parts.next() {
            Some("Xx") => BySide { south: true, north: true },
            Some("X") => BySide { south: true, north: false },
            Some("x") => BySide { south: false, north: true },
            Some("-") => BySide { south: false, north: false },
            _ => return refuse(format!("`{text}` must begin with `Xx`, `X`, `x` or `-`")),
        };
        let (mut guards, mut deploying) = (None, None);
        for part in parts {
            match part.strip_prefix("D:") {
                Some(phase) if deploying.is_none() => deploying = Some(read_phase(phase)?),
                None if guards.is_none() && deploying.is_none() => guards = Some(read_guards(part)?),
                _ => return refuse(format!("`{part}` does not belong where it stands in `{text}`")),
            }
        }
        Ok(Self { awaits_tigerknight, guards, deploying })
    }
}

fn read_guards(text: &str) -> Result<BySide<Guard>, SituationError> {
    let read = |letter: char, first: char, last: char| match letter {
        '?' => Some(Guard::Unposted),
        '*' => Some(Guard::Safe),
        '#' => Some(Guard::Captured),
        wing if (first..=last).contains(&wing) => Some(Guard::Wing(wing.to_ascii_uppercase() as u8 - b'A')),
        _ => None,
    };
    let mut letters = text.chars();
    let south = letters.next().and_then(|letter| read(letter, 'C', 'F'));
    let north = letters.next().and_then(|letter| read(letter, 'c', 'f'));
    match (south, north, letters.next()) {
        (Some(south), Some(north), None) => Ok(BySide { south, north }),
        _ => refuse(format!(
            "`{text}`: two letters, the Bengal Guard's wing C to F and the Siberian's c to f, or `?`, `*`, `#`"
        )),
    }
}

fn read_phase(text: &str) -> Result<Deploying, SituationError> {
    let mut letters = text.chars();
    let variation = match letters.next() {
        Some('o') => Deployment::Open,
        Some('c') => Deployment::Countdown,
        Some('d') => Deployment::Dragon,
        Some('s') => Deployment::Symmetrical,
        _ => return refuse(format!("`D:{text}`: the variation is o, c, d or s")),
    };
    let mut flags = BySide::default();
    for letter in letters {
        let side = match letter {
            'S' => Side::North,
            'B' => Side::South,
            _ => return refuse(format!("`D:{text}`: a fallen flag is S or B")),
        };
        if std::mem::replace(&mut flags[side], true) {
            return refuse(format!("`D:{text}`: the flag {letter} falls once"));
        }
    }
    Ok(Deploying { variation, flags })
}

impl TigerChess {
    pub(super) fn initial(options: TigerOptions) -> Self {
        let unposted = BySide { south: Guard::Unposted, north: Guard::Unposted };
        Self {
            field: initial_field(),
            turn: Side::North,
            rights: Rights::ALL,
            ep: None,
            half: 0,
            full: 0,
            awaits_tigerknight: BySide { south: true, north: true },
            guards: options.tiger.then_some(unposted),
            deploying: Some(Deploying { variation: options.deployment, flags: BySide::default() }),
        }
    }

    pub(super) fn read(text: &str) -> Result<Self, SituationError> {
        let [placement, turn, rights, ep, half, full, extra] =
            situation::split_fields(text, "<placement> <b|s> <protect> <ep> <half> <full> <extra>")?;
        let Extra { awaits_tigerknight, guards, deploying } = Extra::read(extra)?;
        let field = situation::read_placement(placement)?;
        let turn = situation::read_side(turn)?;
        let half = situation::read_count("half", half, 0)?;
        let full = situation::read_count("full", full, u16::from(deploying.is_none()))?;
        for side in Side::BOTH {
            situation::check_queens_count(&field, side)?;
        }
        let rights = situation::read_rights(rights, &field)?;
        let ep = situation::read_en_passant(ep, &field, turn, half)?;
        let position = Self { field, turn, rights, ep, half, full, awaits_tigerknight, guards, deploying };
        position.check()?;
        Ok(position)
    }

    pub(super) fn write(&self) -> String {
        let mut text = String::with_capacity(96);
        situation::write_placement(&self.field, &mut text);
        let _ = write!(text, " {} {} ", situation::side_letter(self.turn), self.rights);
        let _ = match self.ep {
            Some(ep) => write!(text, "{ep}"),
            None => write!(text, "-"),
        };
        let _ = write!(text, " {} {} ", self.half, self.full);
        self.write_extra(&mut text);
        text
    }

    fn write_extra(&self, text: &mut String) {
        text.push_str(match (self.awaits_tigerknight.south, self.awaits_tigerknight.north) {
            (true, true) => "Xx",
            (true, false) => "X",
            (false, true) => "x",
            (false, false) => "-",
        });
        if let Some(guards) = self.guards {
            text.push('/');
            for (side, first) in [(Side::South, b'A'), (Side::North, b'a')] {
                text.push(match guards[side] {
                    Guard::Unposted => '?',
                    Guard::Wing(file) => char::from(first + file),
                    Guard::Safe => '*',
                    Guard::Captured => '#',
                });
            }
        }
        if let Some(Deploying { variation, flags }) = self.deploying {
            text.push_str("/D:");
            text.push(match variation {
                Deployment::Open => 'o',
                Deployment::Countdown => 'c',
                Deployment::Dragon => 'd',
                Deployment::Symmetrical => 's',
            });
            for (fallen, letter) in [(flags.north, 'S'), (flags.south, 'B')] {
                if fallen {
                    text.push(letter);
                }
            }
        }
    }
}
