//! Other programs that act for a person: what their tokens may do, and which commands they may bring.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize as _;
use serde_json::Value;
use strum::{EnumIter, EnumString, IntoEnumIterator, IntoStaticStr};
use tiger_event::text::{check, sentence};
use tiger_event::{
    AppealCommand, ChoiceCommand, ClaimCommand, Command, EntryCommand, Event, Game, Label, NoteCommand,
    ParseTextError, RecordCommand, ResultCommand, ResultEntry, RoundCommand, UserId, WishCommand,
};
use tiger_rules::Ending;
use uuid::Uuid;

use crate::auth::journal::What;
use crate::auth::{Journal, Token};
use crate::clock;
use crate::db::api_tokens::{self, ApiToken};
use crate::db::journal::Line;
use crate::db::users::User;
use crate::db::{self, Database, Db, DbError};
use crate::error::{AppError, Result};

/// Lines of the journal that are shown of a token.
const USES: usize = 10;

/// Tokens that one person may have.
const MOST: usize = 20;

/// The longest that a token works.
pub const LONGEST: TimeDelta = TimeDelta::days(366);

/// What a token may do beyond reading what its person may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Scope {
    Entries,
    Rounds,
    Results,
    /// Rule on games: overrule, disqualify, judge claims, decide which record stands, what a game begins from and ties.
    Rulings,
}

impl Scope {
    /// Its name in requests and in the database.
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub const fn title(self) -> &'static str {
        match self {
            Self::Entries => "Players: enter, change, check in, withdraw, byes",
            Self::Rounds => "Rounds: draft, publish, close, timetable, announcements",
            Self::Results => "Games: results, choices, dice, records",
            Self::Rulings => "Rulings: overrule, disqualify, judge claims, decide ties",
        }
    }

    /// What it takes to give a command; none for what only people do: settings, arbiters, links, erasing.
    pub const fn of(command: &Command) -> Option<Self> {
        match command {
            Command::Entry(EntryCommand::InviteSpeaker { .. } | EntryCommand::BecomeSpeaker { .. })
            | Command::Entry(EntryCommand::RestoreEntry { .. })
            | Command::Event(_)
            | Command::Erasure(_)
            | Command::Registration(_)
            | Command::Wish(WishCommand::SayHere { .. } | WishCommand::MakeWish { .. })
            | Command::Wish(WishCommand::TakeBackWish { .. })
            | Command::Award(_)
            | Command::Appeal(AppealCommand::SetAppealTerms { .. })
            | Command::Undo(_)
            | Command::Choice(ChoiceCommand::CommitDice { .. } | ChoiceCommand::CastDice { .. })
            | Command::Choice(ChoiceCommand::VoidCast { .. } | ChoiceCommand::AddWord { .. })
            | Command::Choice(ChoiceCommand::SayAnswer { .. })
            | Command::Line(_)
            | Command::Record(RecordCommand::HandInRecord { .. })
            // The program itself hears presses, drafts, and draws lots when it does: a table of others is a change of its draft.
            | Command::Note(NoteCommand::DoubtFlag { .. })
            | Command::Round(RoundCommand::DraftRound { .. } | RoundCommand::DrawFirstSide { .. }) => None,
            Command::Entry(_) | Command::Wish(_) | Command::Forbidden(_) => Some(Self::Entries),
            Command::Round(_) | Command::Timetable(_) | Command::Announcement(_) => Some(Self::Rounds),
            Command::Result(ResultCommand::Overrule { .. } | ResultCommand::Disqualify { .. })
            | Command::Result(ResultCommand::EnterResult {
                result: ResultEntry { ending: Ending::Disqualification, .. },
                ..
            })
            | Command::Claim(ClaimCommand::JudgeClaim { .. })
            | Command::Record(RecordCommand::UseRecord { .. })
            | Command::Beginning(_)
            | Command::Appeal(AppealCommand::NoteAppeal { .. } | AppealCommand::DecideAppeal { .. })
            | Command::Appeal(AppealCommand::WithdrawAppeal { .. })
            | Command::Tie(_) => Some(Self::Rulings),
            Command::Result(_)
            | Command::Choice(_)
            | Command::Offer(_)
            | Command::Claim(_)
            | Command::Note(_) => Some(Self::Results),
        }
    }
}

/// What it takes to give a command as the event stands: a ruling is taken back by whoever may rule.
pub fn scope_in(event: &Event, command: &Command, usual: Scope) -> Scope {
    match command {
        Command::Result(ResultCommand::ClearResult { game, .. })
            if event.game(*game).is_ok_and(Game::is_settled) =>
        {
            Scope::Rulings
        }
        _ => usual,
    }
}

pub fn scopes(token: &ApiToken) -> Vec<Scope> {
    let keys: Vec<&str> = token.scopes.split(' ').collect();
    Scope::iter().filter(|scope| keys.contains(&scope.key())).collect()
}

/// Refuses what nobody can have seen yet: beside it no change in between would be noticed.
///
/// # Errors
/// The sentence that says up to which entry there is something to be seen.
pub fn check_seen(event: &Event, sent: &Value) -> Result<()> {
    match sent["seen"].as_u64().filter(|seen| *seen > event.version) {
        Some(seen) => Err(AppError::unprocessable(format!(
            "`seen` is {seen}, but the last entry of this event is {}. Send the revision of the thing as you read it.",
            event.version
        ))),
        None => Ok(()),
    }
}

/// Reads a command of another program.
///
/// # Errors
/// When it is no command, or none that a program may bring.
pub fn read_command(sent: &Value) -> Result<(Command, Scope)> {
    check_texts(sent)?;
    let command = Command::deserialize(sent).map_err(|error| {
        AppError::unprocessable(sentence(&format!("This is no command: {}", in_words(&error))))
    })?;
    let read = serde_json::to_value(&command).map_err(AppError::internal)?;
    if let Some(why) = unread(sent, &read) {
        return Err(AppError::Unprocessable(why));
    }
    let scope = Scope::of(&command)
        .ok_or_else(|| AppError::forbidden("Only people give this command, in the program itself."))?;
    Ok((command, scope))
}

/// What could not be read, in JSON's words: what is wanted is called by its type in this program otherwise.
pub fn in_words(error: &serde_json::Error) -> String {
    let told = error.to_string();
    let Some((found, wanted)) = told.split_once(", expected ") else { return told };
    let (wanted, place) = wanted.find(" at line ").map_or((wanted, ""), |at| wanted.split_at(at));
    let wanted = match wanted {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more, that is not too great",
        "a sequence" => "a list",
        "a map" => "an object",
        _ if wanted.starts_with("struct ") => "an object",
        _ => wanted,
    };
    format!("{found}, expected {wanted}{place}")
}

/// Why something that was sent was not read: a misspelt field would leave out what was meant.
fn unread(sent: &Value, read: &Value) -> Option<String> {
    match (sent, read) {
        (Value::Object(sent), Value::Object(read)) => {
            sent.iter().find_map(|(name, value)| match read.get(name) {
                Some(read) => unread(value, read),
                None => (!says_nothing(value)).then(|| format!("This command has no field `{name}` there.")),
            })
        }
        (Value::Array(sent), Value::Array(read)) => {
            sent.iter().zip(read).find_map(|(sent, read)| unread(sent, read))
        }
        (Value::Array(_), Value::Object(_)) => {
            Some("A list stands where fields with their names are wanted.".to_owned())
        }
        _ => None,
    }
}

/// What may be left out as well.
fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(yes) => !yes,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(all) => all.is_empty(),
        Value::Object(fields) => fields.values().all(says_nothing),
    }
}

/// What is stored may hold texts that are typed no more: whatever comes from outside is held to what people may type.
fn check_texts(sent: &Value) -> Result<()> {
    match sent {
        Value::String(text) => match check(text) {
            Ok(()) | Err(ParseTextError::Empty) => Ok(()),
            Err(error) => Err(AppError::unprocessable(format!("{}: {error}", shown(text)))),
        },
        Value::Array(all) => all.iter().try_for_each(check_texts),
        Value::Object(fields) => fields.values().try_for_each(check_texts),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

fn shown(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { '·' } else { c }).collect()
}

/// Makes a token; its secret is shown once.
///
/// # Errors
/// When the person has too many, or it would work too long.
pub fn make(
    db: &Database,
    user: UserId,
    name: &Label,
    scopes: &[Scope],
    expires_at: DateTime<Utc>,
) -> Result<Token> {
    let now = clock::now();
    if expires_at <= now || expires_at > now + LONGEST {
        return Err(AppError::unprocessable("A token works for a day at least and for a year at most."));
    }
    let secret = Token::new()?;
    let keys: Vec<&str> = scopes.iter().map(|scope| scope.key()).collect();
    let token = ApiToken {
        id: Uuid::now_v7(),
        user,
        name: name.to_string(),
        scopes: keys.join(" "),
        created_at: now,
        expires_at,
    };
    let has_room = db.write(|db| -> Result<_, DbError> {
        if api_tokens::list_of(db, user)?.len() >= MOST {
            return Ok(false);
        }
        api_tokens::insert(db, &token, secret.hash())?;
        Ok(true)
    })?;
    match has_room {
        true => Ok(secret),
        false => Err(AppError::unprocessable(format!("You have {MOST} tokens. Take one away first."))),
    }
}

/// A person's tokens, the newest first, each with what the journal says of it.
pub fn list(db: &Database, journal: &Journal, user: &User) -> Result<Vec<(ApiToken, Vec<Line>)>, DbError> {
    let lines = journal.of_user(db, user)?;
    let tokens = db.read(|db| api_tokens::list_of(db, user.id))?;
    let is_use = |line: &Line| matches!(line.what.parse(), Ok(What::ProgramRead | What::ProgramWrote));
    let uses = |token: &ApiToken| {
        let is_its = |line: &&Line| line.doer.token == Some(token.id) && is_use(line);
        lines.iter().filter(is_its).take(USES).cloned().collect()
    };
    Ok(tokens.into_iter().map(|token| (uses(&token), token)).map(|(uses, token)| (token, uses)).collect())
}

/// Lets pass who may have tokens: whoever signed out must be able to come back and take them away.
pub fn require_password(person: &User) -> Result<()> {
    if person.has_password {
        return Ok(());
    }
    Err(AppError::forbidden(
        "Tokens are for people with a password. Whoever came by a link asks an administrator for an account.",
    ))
}

/// Who brings a token that works, with it.
pub fn find(db: &mut Db, secret: &Token) -> Result<Option<(ApiToken, User)>, DbError> {
    let Some(token) = api_tokens::find(db, secret.hash())? else { return Ok(None) };
    let user = db::users::find(db, token.user)?.filter(|user| !user.is_disabled && user.has_password);
    Ok(user.filter(|_| clock::now() < token.expires_at).map(|user| (token, user)))
}
