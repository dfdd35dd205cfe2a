//! Simulated Swiss tournaments, by the crate's own generator.

use tiger_pairing::PairingNumber;

pub(crate) use tiger_pairing::simulate::{Dice, Plan as Event};

pub(crate) fn number(number: u32) -> PairingNumber {
    PairingNumber::new(number).unwrap()
}
