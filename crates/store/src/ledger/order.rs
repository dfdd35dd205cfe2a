//! What is brought to the ledger: a command, who gives it, and what is kept beside it.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use thiserror::Error;
use tiger_event::{Actor, Bytes32, CastId, Command, Event, EventId, RecordText, Refusal, RoundCommand};
use uuid::Uuid;

/// A command on its way into the ledger.
#[derive(Debug, Clone)]
pub struct Order {
    pub actor: Actor,
    pub event: EventId,
    /// The form that it came with; the same form by the same person is carried out once.
    pub key: Option<OnceKey>,
    pub command: Command,
    /// What is stored with it.
    pub attachments: Vec<Attachment>,
    /// Which draft there was when it was made; see [`Self::seeing`].
    draft: Option<Draft>,
    /// When it was given; none for now.
    pub(super) at: Option<DateTime<Utc>>,
}

impl Order {
    /// A command without form and attachments.
    pub fn new(actor: Actor, event: EventId, command: impl Into<Command>) -> Self {
        Self {
            actor,
            event,
            key: None,
            command: command.into(),
            attachments: Vec::new(),
            draft: None,
            at: None,
        }
    }

    /// The same with the key of the form that it came with.
    #[must_use]
    pub fn once(mut self, key: OnceKey) -> Self {
        self.key = Some(key);
        self
    }

    /// The same, made from what an event is. A draft takes the place of no other one than the one that is there.
    #[must_use]
    pub fn seeing(mut self, event: &Event) -> Self {
        self.draft =
            matches!(self.command, Command::Round(RoundCommand::DraftRound { .. })).then(|| draft_of(event));
        self
    }

    /// Refuses a draft that would take the place of one which whoever made it has not seen.
    pub(super) fn check_seen(&self, event: &Event) -> Result<(), Refusal> {
        match (self.draft, event.draft()) {
            (Some(seen), Some(round)) if seen != draft_of(event) => Err(Refusal::Invalid(format!(
                "Round {} was drafted meanwhile. This is the draft as it is now: draft it again if it should be another one.",
                round.number
            ))),
            _ => Ok(()),
        }
    }

    /// The same with something to be stored.
    #[must_use]
    pub fn with(mut self, attachment: Attachment) -> Self {
        self.attachments.push(attachment);
        self
    }

    /// The same, one of several that a form stands for, told from the others by what it is about: sent again, the form may
    /// stand for fewer.
    #[must_use]
    pub fn about(mut self, what: impl fmt::Display) -> Self {
        self.key = self.key.map(|key| key.of(format!("{} {what}", self.event).as_bytes()));
        self
    }

    /// The same, given at another time than now: the demo tells of days past. Never before the event's last change.
    #[must_use]
    pub const fn at(mut self, time: DateTime<Utc>) -> Self {
        self.at = Some(time);
        self
    }

    /// The form that it came with: under which name its key is kept, and the key.
    pub(super) fn form(&self) -> Option<(String, String)> {
        let key = self.key.as_ref()?;
        Some((author(&self.actor), key.to_string()))
    }
}

/// A draft by its revision; none if there is none.
type Draft = Option<u64>;

fn draft_of(event: &Event) -> Draft {
    event.draft().map(|round| round.revision)
}

/// Under which name the keys of somebody's forms are kept.
pub(super) fn author(actor: &Actor) -> String {
    actor.user().map_or_else(|| "program".to_owned(), |user| user.to_string())
}

/// Something that is stored in the command's transaction, but not in the ledger itself.
#[derive(Clone, PartialEq, Eq)]
pub enum Attachment {
    /// The secret of a cast; the command carries its SHA-256.
    Secret { cast: CastId, secret: Bytes32 },
    /// The text of a game record; the command carries its digest.
    Record(RecordText),
}

impl fmt::Debug for Attachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Secret { cast, .. } => write!(f, "Secret of cast {cast}"),
            Self::Record(record) => write!(f, "Record of {} bytes", record.text.len()),
        }
    }
}

/// The key that a form carries in its hidden field `once`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnceKey(String);

/// The form's key is not one that the app gave out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("This form lacks its key. Reload the page and send it again.")]
pub struct ParseOnceKeyError;

impl OnceKey {
    /// A key for a new form. It begins with the time, so that keys of one moment are stored side by side.
    #[expect(clippy::new_without_default, reason = "two calls differ, so there is no default value")]
    pub fn new() -> Self {
        Self(Uuid::now_v7().to_string())
    }

    /// The key of one content under this key, stored near to it. JSON is the same content in whatever order its fields stand.
    pub fn of(&self, content: &[u8]) -> Self {
        match serde_json::from_slice(content) {
            Ok(json) => self.of_json(&json),
            Err(_) => self.of_bytes(content),
        }
    }

    /// The key of JSON under this key.
    pub fn of_json(&self, json: &serde_json::Value) -> Self {
        self.of_bytes(json.to_string().as_bytes())
    }

    fn of_bytes(&self, content: &[u8]) -> Self {
        let digest = Bytes32::digest(&[self.0.as_bytes(), b" ", content].concat()).to_string();
        Self(self.0.chars().take(13).chain(digest.chars().take(32)).collect())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for OnceKey {
    type Err = ParseOnceKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_key = (16..=64).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if is_key { Ok(Self(text.to_owned())) } else { Err(ParseOnceKeyError) }
    }
}

impl fmt::Display for OnceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
