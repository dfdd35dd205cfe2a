//! Values of the command line that may hold a password: what is wrong with one is told without it.

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};

/// Reads a value that is not repeated where it cannot be read.
#[derive(Debug, Clone)]
pub(super) struct Unseen<T>(PhantomData<fn() -> T>);

impl<T> Unseen<T> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> TypedValueParser for Unseen<T>
where
    T: FromStr<Err: Display> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let read = value.to_str().ok_or_else(|| "it is not UTF-8".to_owned());
        let read = read.and_then(|text| text.parse().map_err(|why: T::Err| why.to_string()));
        read.map_err(|why| {
            let option = arg.map(ToString::to_string).unwrap_or_default();
            let told = format!("the value of '{option}' cannot be read: {why}\n");
            Error::raw(ErrorKind::ValueValidation, told).with_cmd(command)
        })
    }
}
