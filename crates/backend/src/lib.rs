//! What Tiger Arbiter does for an event, whoever asks: use cases that load, ask `tiger-rules` or `tiger-pairing` and commit
//! through the ledger; pictures of boards; files in the forms that others read; public pages kept as bytes.
//!
//! It knows no form and no template. Arrows between its modules run one way: `exports` to `publish` to `services` to the
//! others, and from all of them to [`tiger_store`], whose rooms are called as if they were here.

pub mod assets;
pub mod board;
pub mod exports;
pub mod live;
pub mod publish;
pub mod services;
pub mod theme;

use tiger_store::{auth, clock, config, db, disk, error, ledger, metrics, shares};
