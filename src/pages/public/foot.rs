//! The foot of prints: where the ledger stood, so that paper on a wall is a witness too.

use crate::error::Result;
use crate::pages::qr::qr;
use crate::publish::Issue;

pub(super) struct Foot {
    /// What people compare and type.
    pub(super) text: String,
    /// The same with all digits and the signature, for phones.
    pub(super) qr: String,
}

impl Foot {
    /// The foot of what is printed of an issue; none where nobody has sealed it.
    pub(super) fn of(issue: &Issue) -> Result<Option<Self>> {
        issue.seal().map(|seal| Ok(Self { text: seal.text.clone(), qr: qr(&seal.whole)? })).transpose()
    }
}
