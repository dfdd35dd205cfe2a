//! Passwords: Argon2id with the parameters that OWASP recommends, a few at a time.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock, OnceLock, mpsc};
use std::thread;

use argon2::password_hash::{self, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Block, Params, PasswordHasher, Version};
use subtle::ConstantTimeEq;
use thiserror::Error;
use tokio::sync::Semaphore;

use super::common::weakness;
use crate::error::{AppError, Result};
use crate::shares::{self, Turn};

/// KiB of memory, passes and lanes: OWASP's first choice for Argon2id.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// A password that somebody chose; its `Debug` keeps it to itself.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword(String);

/// Why a password is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParsePasswordError {
    #[error("Use at least {least} characters; three or four words make a good password.", least = NewPassword::LEAST)]
    TooShort,
    #[error("Use at most {most} characters.", most = NewPassword::MOST)]
    TooLong,
    #[error(
        "This is easy to guess: {why}. Three or four words that do not belong together make a good password."
    )]
    TooEasy { why: &'static str },
}

impl NewPassword {
    pub const LEAST: usize = 12;
    pub const MOST: usize = 128;

    pub fn parse(text: &str, login: &str) -> Result<Self, ParsePasswordError> {
        let length = text.chars().count();
        if length < Self::LEAST {
            return Err(ParsePasswordError::TooShort);
        }
        if length > Self::MOST {
            return Err(ParsePasswordError::TooLong);
        }
        if let Some(why) = weakness(text, login) {
            return Err(ParsePasswordError::TooEasy { why });
        }
        Ok(Self(text.to_owned()))
    }

    /// How good a password is, in a sentence, while it is typed.
    pub fn judged(text: &str, login: &str) -> String {
        match Self::parse(text, login) {
            Err(ParsePasswordError::TooShort) => {
                format!("{} of at least {} characters.", text.chars().count(), Self::LEAST)
            }
            Err(error) => error.to_string(),
            Ok(_) => "This is a good password.".to_owned(),
        }
    }
}

impl fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewPassword(…)")
    }
}

/// Passwords of strangers, and of known people, that are hashed at the same time; each takes a core and 19 MiB.
const STRANGERS_AT_A_TIME: usize = 1;
const KNOWN_AT_A_TIME: usize = 2;

/// In which queue a password waits to be hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Of a browser in which the person has signed in before, or is signed in.
    Known,
    Strangers,
}

/// Hashes and checks passwords.
#[derive(Clone)]
pub struct Hasher {
    argon: Argon2<'static>,
    known: Arc<Semaphore>,
    strangers: Arc<Semaphore>,
    /// The hash of a password that nobody has, checked when there is no account, so that the time does not
    /// tell which accounts there are.
    decoy: &'static str,
}

/// A password could not be hashed, or a stored hash is unreadable.
#[derive(Debug, Error)]
#[error("the password cannot be hashed: {0}")]
pub struct HashError(String);

impl Hasher {
    /// A hasher that works on a few passwords at a time.
    pub fn new() -> Result<Self, HashError> {
        let params =
            Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|error| HashError(error.to_string()))?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let decoy = decoy(&argon)?;
        let [known, strangers] =
            [KNOWN_AT_A_TIME, STRANGERS_AT_A_TIME].map(|slots| Arc::new(Semaphore::new(slots)));
        Ok(Self { argon, known, strangers, decoy })
    }

    /// Waits for a turn for the blocking work that hashes: first for one's own, so that whoever asks too often waits
    /// outside the queue. Those who read take turns of their own: passwords under way keep no page back.
    pub async fn turn(&self, lane: Lane) -> Result<Turn> {
        let own = shares::own_turn().await;
        let slots = match lane {
            Lane::Known => &self.known,
            Lane::Strangers => &self.strangers,
        };
        Ok(own.beside(slots.clone().acquire_owned().await.map_err(AppError::internal)?))
    }

    /// The hash to store, in PHC's notation. Blocks for some 15 ms.
    pub fn hash(&self, password: &NewPassword) -> Result<String, HashError> {
        let hash =
            self.argon.hash_password(password.0.as_bytes()).map_err(|error| HashError(error.to_string()))?;
        Ok(hash.to_string())
    }

    /// Whether the typed password is the one of the hash. Takes as long when there is no hash. Those of strangers are
    /// checked when nothing else is to be done: some 15 ms of a core are long for whoever waits for a page.
    pub fn is_right(&self, lane: Lane, typed: &str, hash: Option<&str>) -> bool {
        match lane {
            Lane::Known => self.fits(typed, hash, &mut Vec::new()),
            Lane::Strangers => {
                let (own, typed, hash) = (self.clone(), typed.to_owned(), hash.map(str::to_owned));
                aside(move |memory| own.fits(&typed, hash.as_deref(), memory)).unwrap_or(false)
            }
        }
    }

    fn fits(&self, typed: &str, hash: Option<&str>, memory: &mut Vec<Block>) -> bool {
        match reckon(typed, hash.unwrap_or(self.decoy), memory) {
            Ok(is_right) => is_right && hash.is_some(),
            Err(error) => {
                tracing::error!(%error, "a stored password hash is unreadable");
                false
            }
        }
    }
}

/// The hash of a password that nobody has, made once a process.
fn decoy(argon: &Argon2<'_>) -> Result<&'static str, HashError> {
    static DECOY: OnceLock<String> = OnceLock::new();
    if let Some(decoy) = DECOY.get() {
        return Ok(decoy);
    }
    let made =
        argon.hash_password(b"nobody has this password").map_err(|error| HashError(error.to_string()))?;
    Ok(DECOY.get_or_init(|| made.to_string()))
}

/// Whether the typed password has this hash, in memory that is used again.
fn reckon(typed: &str, hash: &str, memory: &mut Vec<Block>) -> Result<bool, password_hash::Error> {
    let parsed = PasswordHash::new(hash)?;
    let (Some(salt), Some(expected)) = (&parsed.salt, &parsed.hash) else { return Ok(false) };
    let params = Params::try_from(&parsed)?;
    let version = parsed.version.map_or(Ok(Version::V0x13), Version::try_from)?;
    memory.resize(params.block_count(), Block::new());
    let mut reckoned = vec![0; expected.len()];
    Argon2::new(Algorithm::try_from(parsed.algorithm.as_str())?, version, params)
        .hash_password_into_with_memory(typed.as_bytes(), salt, &mut reckoned, memory)?;
    Ok(reckoned.ct_eq(expected.as_bytes()).into())
}

type Job = Box<dyn FnOnce(&mut Vec<Block>) + Send>;

/// Does something in the one thread that gives way to all others, and waits for it; it has memory for a hash, which it
/// keeps. Nothing if it panicked.
fn aside<T: Send + 'static>(work: impl FnOnce(&mut Vec<Block>) -> T + Send + 'static) -> Option<T> {
    static JOBS: LazyLock<mpsc::Sender<Job>> = LazyLock::new(|| {
        let (sender, jobs) = mpsc::channel::<Job>();
        let run = move || {
            give_way();
            let mut memory = Vec::new();
            for job in jobs {
                // Whoever waits for it finds out by the end of their channel.
                let _ = catch_unwind(AssertUnwindSafe(|| job(&mut memory)));
            }
        };
        if let Err(error) = thread::Builder::new().name("passwords".to_owned()).spawn(run) {
            tracing::error!(%error, "passwords of strangers cannot be checked");
        }
        sender
    });
    let (sender, done) = mpsc::channel();
    let job = Box::new(move |memory: &mut Vec<Block>| {
        // Nobody waits for it any more when this fails.
        let _ = sender.send(work(memory));
    });
    JOBS.send(job).ok()?;
    done.recv().ok()
}

/// From now on this thread runs when others need no processor.
fn give_way() {
    // Elsewhere the whole process would give way.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!(%error, "the thread that checks passwords cannot give way");
    }
}

impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher")
            .field("free", &(self.known.available_permits(), self.strangers.available_permits()))
            .finish_non_exhaustive()
    }
}
