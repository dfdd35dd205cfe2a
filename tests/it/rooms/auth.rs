mod account;
mod address;
mod common;
mod factor;
mod journal;
mod password;
mod throttle;
mod token;
