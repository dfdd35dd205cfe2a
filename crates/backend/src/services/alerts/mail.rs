//! E-mail: a letter as a message of plain text, handed to the mail server of the installation.

use std::time::Duration;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::{Error, PoolConfig, SmtpTransport};
use lettre::{Address, Transport};

use super::Letter;
use crate::config::BaseUrl;
use crate::config::mail::{Encryption, MailConfig, MailError};

/// How long the server may be silent.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a connection is kept for the next message.
const KEPT: Duration = Duration::from_secs(20);

/// Characters of an address at most.
const LONGEST: usize = 254;

/// Answers of a server that concern all messages alike: it closes, or knows us not.
const OF_ALL: [u16; 6] = [421, 530, 534, 535, 538, 454];

/// What came of handing a message over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handed {
    Taken,
    /// The server refused this message, with a code. Its words may hold the address and are not kept.
    Refused(String),
    /// Nobody reads there any more.
    Gone,
    /// The server is not there, or takes nothing from us.
    Unreached(String),
}

pub fn read_address(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.len() > LONGEST {
        return Err(format!("An e-mail address has {LONGEST} characters at most."));
    }
    let wrong = || "Write an e-mail address such as tessa@example.org.".to_owned();
    let address: Address = text.parse().map_err(|_| wrong())?;
    // Without a dot it is a name of somebody's own network, or a slip; other letters few servers take.
    let is_usual = text.is_ascii() && address.domain().contains('.') && !address.domain().contains('[');
    if !is_usual {
        return Err(wrong());
    }
    Ok(format!("{}@{}", address.user(), address.domain().to_ascii_lowercase()))
}

/// What sends e-mail.
#[derive(Debug, Clone)]
pub struct Mailer {
    transport: SmtpTransport,
    from: Mailbox,
    base: BaseUrl,
}

impl Mailer {
    /// For a server, if one is set. It is spoken to when there is something to send.
    ///
    /// # Errors
    /// When its password cannot be read.
    pub fn new(config: &MailConfig, base: &BaseUrl) -> Result<Option<Self>, MailError> {
        let (Some(server), Some(from)) = (&config.server, &config.from) else { return Ok(None) };
        let encrypted = || TlsParameters::new(server.host.clone()).map_err(|_| MailError::Tls);
        let tls = match server.encryption {
            Encryption::FromTheStart => Tls::Wrapper(encrypted()?),
            Encryption::StartTls => Tls::Required(encrypted()?),
            Encryption::None => Tls::None,
        };
        let mut builder = SmtpTransport::builder_dangerous(server.host.as_str())
            .port(server.port)
            .timeout(Some(PATIENCE))
            .tls(tls)
            .pool_config(PoolConfig::new().max_size(1).idle_timeout(KEPT));
        if let Some((user, password)) = config.credentials()? {
            builder = builder.credentials(Credentials::new(user, password));
        }
        Ok(Some(Self { transport: builder.build(), from: from.0.clone(), base: base.clone() }))
    }

    /// Whether the server answers and lets us in.
    pub fn test(&self) -> Result<(), String> {
        match self.transport.test_connection() {
            Ok(true) => Ok(()),
            Ok(false) => Err("it does not answer as a mail server does".to_owned()),
            Err(error) => Err(in_words(&error)),
        }
    }

    /// Hands a letter over; waits for the answer.
    pub fn send(&self, to: &str, letter: &Letter) -> Handed {
        let message = match self.message(to, letter) {
            Ok(message) => message,
            Err(why) => return Handed::Refused(why),
        };
        match self.transport.send(&message) {
            Ok(_) => Handed::Taken,
            Err(error) => {
                let code = error.status().map(u16::from);
                let is_of_all = code.is_none_or(|code| OF_ALL.contains(&code));
                let why = in_words(&error);
                if is_of_all { Handed::Unreached(why) } else { Handed::Refused(why) }
            }
        }
    }

    pub fn message(&self, to: &str, letter: &Letter) -> Result<Message, String> {
        let to: Address = to.parse().map_err(|_| "its address cannot be read".to_owned())?;
        let stop = format!("<{}>", self.base.join(&letter.stop));
        // Its address is ours and has no room for anything else; folded it would be read by few.
        let unsubscribe = HeaderName::new_from_ascii_str("List-Unsubscribe");
        let unsubscribe = HeaderValue::dangerous_new_pre_encoded(unsubscribe, stop.clone(), stop);
        let id = format!("<{}@{}>", letter.digest(), self.from.email.domain());
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(one_line(&letter.title))
            .message_id(Some(id))
            // No person wrote it, so that no machine answers.
            .raw_header(header("Auto-Submitted", "auto-generated"))
            // Where a mail program stops it (RFC 2369), and that a POST there is enough (RFC 8058).
            .raw_header(unsubscribe)
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"))
            .header(ContentType::TEXT_PLAIN)
            .body(self.text(letter))
            .map_err(|error| error.to_string())
    }

    fn text(&self, letter: &Letter) -> String {
        let words = letter.words.join("\n\n");
        let page = self.base.join(&letter.path);
        let stop = self.base.join(&letter.stop);
        if letter.is_question {
            return format!(
                "{words}\n\nTo say yes, open this page and press the button:\n{page}\n\nIf it was not you, do nothing: \
                 nothing more is sent, and your address is forgotten after {} days.\n",
                super::UNCONFIRMED.num_days()
            );
        }
        format!("{words}\n\n{page}\n\n-- \nYou asked for this e-mail. To stop it:\n{stop}\n")
    }
}

/// What went wrong, without the words of a server that may hold an address.
fn in_words(error: &Error) -> String {
    match error.status() {
        Some(code) => format!("the mail server answered {code}"),
        None if error.is_timeout() => {
            format!("the mail server was silent for {} seconds", PATIENCE.as_secs())
        }
        None => format!("the mail server cannot be reached: {}", cause(error)),
    }
}

fn cause(error: &Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

/// A text as one line, whatever somebody called their event; nothing in it reads like a coded word (RFC 2047).
fn one_line(text: &str) -> String {
    let parts = text.split(|c: char| c.is_control()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ").replace("=?", "= ?")
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}
