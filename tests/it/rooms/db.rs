mod error;
mod greeting;
mod place;
mod ratings;
mod tls;
