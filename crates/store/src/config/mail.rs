//! The mail server by which players are told of their pairings, if there is one.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use lettre::message::Mailbox;
use thiserror::Error;

use super::unseen::Unseen;

/// The variable that may hold the password; a flag would show it to everybody on the machine.
pub const PASSWORD: &str = "TIGER_MAIL_PASSWORD";

/// How e-mail leaves the installation.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct MailConfig {
    /// The mail server.
    #[arg(
        help = "The mail server by which players are told of their pairings: smtps://HOST[:PORT], or smtp://HOST[:PORT] with \
                STARTTLS (without encryption only on this machine, or with ?tls=none)",
        long = "mail-server",
        env = "TIGER_MAIL_SERVER",
        value_name = "URL",
        value_parser = Unseen::<MailServer>::new(),
        hide_env_values = true,
        requires = "from"
    )]
    pub server: Option<MailServer>,

    /// From whom e-mail comes.
    #[arg(
        help = "From whom e-mail comes, such as 'Merridon Chess <arbiter@example.org>'",
        id = "from",
        long = "mail-from",
        env = "TIGER_MAIL_FROM",
        value_name = "ADDRESS"
    )]
    pub from: Option<Sender>,

    /// The name under which the mail server knows us; the password is in a file or in TIGER_MAIL_PASSWORD.
    #[arg(long = "mail-user", env = "TIGER_MAIL_USER", value_name = "NAME")]
    pub user: Option<String>,

    /// The file that holds the password for the mail server, in its first line.
    #[arg(long = "mail-password-file", env = "TIGER_MAIL_PASSWORD_FILE", value_name = "FILE")]
    pub password_file: Option<PathBuf>,
}

/// Why e-mail cannot be sent as it is set.
#[derive(Debug, Error)]
pub enum MailError {
    #[error(
        "a mail server that wants a name wants a password too: give --mail-user and --mail-password-file"
    )]
    Half,
    #[error("the password for the mail server cannot be read from {0}: {1}")]
    File(PathBuf, std::io::Error),
    #[error("the mail server's name fits no certificate")]
    Tls,
}

impl MailConfig {
    /// Whether e-mail is sent.
    pub const fn is_set(&self) -> bool {
        self.server.is_some() && self.from.is_some()
    }

    /// Name and password, if the server wants them.
    pub fn credentials(&self) -> Result<Option<(String, String)>, MailError> {
        let password = match &self.password_file {
            Some(file) => {
                let text =
                    std::fs::read_to_string(file).map_err(|error| MailError::File(file.clone(), error))?;
                Some(text.lines().next().unwrap_or_default().to_owned())
            }
            None => std::env::var(PASSWORD).ok(),
        };
        match (&self.user, password) {
            (Some(user), Some(password)) => Ok(Some((user.clone(), password))),
            (None, None) => Ok(None),
            _ => Err(MailError::Half),
        }
    }
}

/// How a connection is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// TLS from its first byte.
    FromTheStart,
    /// TLS before anything is said.
    StartTls,
    None,
}

/// A mail server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailServer {
    pub host: String,
    pub port: u16,
    /// How the connection is protected.
    pub encryption: Encryption,
}

/// The text names no mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("write smtps://HOST[:PORT] or smtp://HOST[:PORT], without name and password")]
pub struct ParseMailServerError;

impl FromStr for MailServer {
    type Err = ParseMailServerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (scheme, rest) = text.trim().split_once("://").ok_or(ParseMailServerError)?;
        let (place, is_plain) = match rest.split_once('?') {
            Some((place, "tls=none")) => (place, true),
            Some(_) => return Err(ParseMailServerError),
            None => (rest, false),
        };
        let (host, port) = match place.trim_end_matches('/').rsplit_once(':') {
            Some((host, port)) => (host, Some(port.parse().map_err(|_| ParseMailServerError)?)),
            None => (place.trim_end_matches('/'), None),
        };
        if host.is_empty() || !host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-')) {
            return Err(ParseMailServerError);
        }
        let is_here = matches!(host, "localhost" | "127.0.0.1");
        let (usual, encryption) = match (scheme, is_plain || is_here) {
            ("smtps", _) if is_plain => return Err(ParseMailServerError),
            ("smtps", _) => (465, Encryption::FromTheStart),
            ("smtp", true) => (25, Encryption::None),
            ("smtp", false) => (587, Encryption::StartTls),
            _ => return Err(ParseMailServerError),
        };
        Ok(Self { host: host.to_owned(), port: port.unwrap_or(usual), encryption })
    }
}

impl fmt::Display for MailServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

/// From whom e-mail comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender(pub Mailbox);

/// The text is no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("write an e-mail address, such as 'Merridon Chess <arbiter@example.org>'")]
pub struct ParseSenderError;

impl FromStr for Sender {
    type Err = ParseSenderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.trim().parse().map(Self).map_err(|_| ParseSenderError)
    }
}
