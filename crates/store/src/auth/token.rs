//! Secrets that browsers and links carry: 32 bytes from the operating system. The database keeps hashes.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use tiger_event::Bytes32;
use tiger_event::dice::ParseHexError;

/// A secret of 32 bytes; its `Debug` keeps it to itself.
#[derive(Clone, Copy)]
pub struct Token(Bytes32);

impl Token {
    pub fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(Bytes32(bytes)))
    }

    /// The secret that a key of the installation gives to a name: found again, and kept nowhere.
    pub fn of_key(key: Bytes32, name: &str) -> Self {
        Self(keyed(&key.0, name.as_bytes()))
    }

    /// What the database keeps.
    pub fn hash(&self) -> Bytes32 {
        Bytes32::digest(&self.0.0)
    }

    /// The token of the forms of whoever holds this secret in a cookie: it proves that the form came from a
    /// page that was made for this browser, and does not give the secret away.
    pub fn csrf(&self) -> String {
        keyed(&self.0.0, b"tiger-arbiter form").to_string()
    }

    /// Whether a form carries this secret's token; takes the same time whatever the difference.
    pub fn is_csrf(&self, given: &str) -> bool {
        self.csrf().as_bytes().ct_eq(given.as_bytes()).into()
    }

    /// The text for a cookie or a link.
    pub fn reveal(&self) -> String {
        self.0.to_string()
    }
}

/// What only whoever has the key can make of something.
pub(super) fn keyed(key: &[u8], what: &[u8]) -> Bytes32 {
    match Hmac::<Sha256>::new_from_slice(key) {
        Ok(mut mac) => {
            mac.update(what);
            Bytes32(mac.finalize().into_bytes().into())
        }
        // HMAC takes keys of every length; a digest is as good all the same.
        Err(_) => Bytes32::digest(&[key, what].concat()),
    }
}

impl FromStr for Token {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}
