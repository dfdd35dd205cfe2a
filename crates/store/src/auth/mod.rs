//! Who is it? Accounts, passwords, sessions, one-time links, cookies, throttling.

pub mod account;
pub mod address;
pub mod common;
pub mod cookie;
pub mod factor;
pub mod halfway;
pub mod journal;
pub mod links;
pub mod password;
pub mod sessions;
pub mod throttle;
pub mod token;

pub use account::{AccountError, Login, NewAccount};
pub use journal::Journal;
pub use password::{Hasher, Lane, NewPassword};
pub use token::Token;
