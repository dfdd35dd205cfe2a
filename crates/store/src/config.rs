//! Settings of the running app: typed, from flags and from the environment.

pub mod mail;
mod unseen;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::bail;
use thiserror::Error;

use mail::MailConfig;
use unseen::Unseen;

/// How often it is looked whether somebody is to be told of something.
const LOOK: Duration = Duration::from_secs(1);

/// Bytes that a posted form may have.
const FORM_LIMIT: usize = 512 * 1024;

/// Bytes that a posted form with files may have: a game record of 1 MiB and its surroundings.
const UPLOAD_LIMIT: usize = 1024 * 1024 + 64 * 1024;

/// Connections of one address.
const PER_ADDRESS: usize = 512;

/// Everything that can be set when the app starts.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    /// Where the data live.
    #[command(flatten)]
    pub store: StoreConfig,

    /// Who proves that nothing was taken away.
    #[command(flatten)]
    pub witness: WitnessConfig,

    /// Copies that are made meanwhile.
    #[command(flatten)]
    pub backup: BackupConfig,

    /// The rating list.
    #[command(flatten)]
    pub ratings: RatingsConfig,

    /// The mail server.
    #[command(flatten)]
    pub mail: MailConfig,

    /// Address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "TIGER_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub listen: SocketAddr,

    /// The address that people type; default: http and the listening address.
    #[arg(
        long,
        env = "TIGER_BASE_URL",
        value_name = "URL",
        help = "The address that people type, such as https://hall.example; default: http and the listening address"
    )]
    pub base_url: Option<BaseUrl>,

    /// A name for the hall's own network: devices that ask by multicast DNS find the program at NAME.local.
    #[arg(long, env = "TIGER_MDNS", value_name = "NAME")]
    pub mdns: Option<HallName>,

    /// A reverse proxy stands in front: take the client's address from the last entry of X-Forwarded-For.
    #[arg(long, env = "TIGER_BEHIND_PROXY", requires_if("true", "base_url"))]
    pub behind_proxy: bool,

    /// Minutes without a request after which a session ends.
    #[arg(long, env = "TIGER_SESSION_IDLE", default_value_t = 12 * 60, value_name = "MINUTES",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub session_idle: u32,

    /// Hours after sign-in after which a session ends in any case.
    #[arg(long, env = "TIGER_SESSION_HOURS", default_value_t = 14 * 24, value_name = "HOURS",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub session_hours: u32,

    /// Worker threads that answer requests; default: one a core.
    #[arg(long, env = "TIGER_WORKERS", value_name = "COUNT",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,

    /// How many pages may be live at the same time; each takes a connection and about 20 KiB.
    #[arg(long, env = "TIGER_LIVE_LIMIT", default_value_t = 4096, value_name = "COUNT")]
    pub live_limit: usize,

    /// How many connections one address may have; a hall whose people share one on the internet needs one for each.
    #[arg(long, env = "TIGER_PER_ADDRESS", default_value_t = PER_ADDRESS, value_name = "COUNT",
          value_parser = at_least_eight)]
    pub per_address: usize,

    /// Address and port on which `/metrics` tells numbers to Prometheus; nobody else should reach it.
    #[arg(long, env = "TIGER_METRICS", value_name = "ADDRESS")]
    pub metrics: Option<SocketAddr>,

    /// Let webhooks reach addresses of the own network, and such without encryption.
    #[arg(long, env = "TIGER_WEBHOOKS_INSIDE")]
    pub webhooks_inside: bool,

    /// Bytes that a posted form may have.
    #[arg(skip = FORM_LIMIT)]
    pub form_limit: usize,

    /// Bytes that a posted form with files may have: a game record of 1 MiB and its surroundings.
    #[arg(skip = UPLOAD_LIMIT)]
    pub upload_limit: usize,

    /// How often it is looked whether players or other programs are to be told of something.
    #[arg(skip = LOOK)]
    pub look: Duration,

    /// Whether nothing may be written: an event from a file is shown.
    #[arg(skip)]
    pub read_only: bool,

    /// Whether the process listens to SIGINT and SIGTERM; tests stop the server by its handle.
    #[arg(skip = true)]
    pub signals: bool,
}

/// Copies of a SQLite database that are made while the program serves.
#[derive(Debug, Clone, clap::Args)]
pub struct BackupConfig {
    /// Copy the SQLite database to this folder time after time; best on another disk.
    #[arg(long = "backup-to", env = "TIGER_BACKUP_TO", value_name = "FOLDER")]
    pub to: Option<PathBuf>,

    /// The time between two copies, such as 30s, 10m or 1h.
    #[arg(long = "backup-every", env = "TIGER_BACKUP_EVERY", default_value = "10m", value_name = "TIME")]
    pub every: Every,

    /// How many copies are kept; the oldest go.
    #[arg(long = "backup-keep", env = "TIGER_BACKUP_KEEP", default_value_t = 144, value_name = "COUNT",
          value_parser = clap::value_parser!(u16).range(1..))]
    pub keep: u16,
}

impl BackupConfig {
    /// The file to copy and the folder for its copies, if copies are wanted.
    ///
    /// # Errors
    /// For PostgreSQL, which has tools of its own.
    pub fn ends(&self, url: &DatabaseUrl) -> anyhow::Result<Option<(PathBuf, PathBuf)>> {
        match (&self.to, url) {
            (None, _) => Ok(None),
            (Some(folder), DatabaseUrl::Sqlite(database)) => Ok(Some((database.clone(), folder.clone()))),
            (Some(_), _) => {
                bail!("--backup-to copies SQLite databases; PostgreSQL has its own tool, pg_dump")
            }
        }
    }
}

/// A time as `--backup-every` takes it: `30s`, `10m`, `1h`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Every(pub Duration);

/// The text is no such time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("write a number with s, m or h behind it, such as 10m; at least 10s")]
pub struct ParseEveryError;

impl FromStr for Every {
    type Err = ParseEveryError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let units = [('s', 1), ('m', 60), ('h', 3600)];
        let read = |(unit, seconds): (char, u64)| {
            let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
            number.checked_mul(seconds).filter(|seconds| (10..=864_000).contains(seconds))
        };
        let seconds = units.into_iter().find_map(read).ok_or(ParseEveryError)?;
        Ok(Self(Duration::from_secs(seconds)))
    }
}

/// Where the witness of the ledgers keeps its key and what it has stated.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct WitnessConfig {
    /// The folder in which the witness of the ledgers keeps its key and its checkpoints, best on another disk; default:
    /// the database's file with .witness behind it; none for PostgreSQL.
    #[arg(long = "witness", env = "TIGER_WITNESS", value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

impl WitnessConfig {
    /// The folder, if there is to be a witness.
    pub fn folder_for(&self, database: &DatabaseUrl) -> Option<PathBuf> {
        self.folder.clone().or_else(|| match database {
            DatabaseUrl::Sqlite(file) => Some(beside(file, ".witness")),
            DatabaseUrl::Postgres(_) => None,
        })
    }
}

/// The path with something behind its name.
pub fn beside(file: &Path, what: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(what);
    name.into()
}

/// Where the rating list is in which players are looked up.
#[derive(Debug, Clone, clap::Args)]
pub struct RatingsConfig {
    /// The file of the rating list, made by `tiger-arbiter ratings load`.
    #[arg(
        long = "ratings",
        env = "TIGER_RATINGS",
        default_value = "tiger-arbiter.ratings.sqlite3",
        value_name = "FILE"
    )]
    pub file: PathBuf,
}

/// The settings of every subcommand that opens the database.
#[derive(Debug, Clone, clap::Args)]
pub struct StoreConfig {
    /// The file of a SQLite database, or the address of a PostgreSQL one.
    #[arg(
        help = "The file of a SQLite database, or postgres://USER[:PASSWORD]@HOST[:PORT]/NAME",
        long,
        env = "TIGER_DATABASE",
        default_value = "tiger-arbiter.sqlite3",
        value_name = "FILE|URL",
        value_parser = Unseen::<DatabaseUrl>::new(),
        hide_env_values = true
    )]
    pub database: DatabaseUrl,

    /// Connections to the database that are kept open.
    #[arg(long, env = "TIGER_CONNECTIONS", default_value_t = 8, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=200))]
    pub connections: u32,
}

impl Config {
    /// The settings that `serve` has without flags, but for database and address.
    pub fn plain(database: DatabaseUrl, listen: SocketAddr) -> Self {
        Self {
            store: StoreConfig { database, connections: 8 },
            witness: WitnessConfig::default(),
            ratings: RatingsConfig { file: PathBuf::from("tiger-arbiter.ratings.sqlite3") },
            backup: BackupConfig { to: None, every: Every(Duration::from_secs(600)), keep: 144 },
            mail: MailConfig::default(),
            listen,
            base_url: None,
            mdns: None,
            behind_proxy: false,
            session_idle: 12 * 60,
            session_hours: 14 * 24,
            workers: None,
            live_limit: 4096,
            per_address: PER_ADDRESS,
            metrics: None,
            form_limit: FORM_LIMIT,
            upload_limit: UPLOAD_LIMIT,
            webhooks_inside: false,
            look: LOOK,
            read_only: false,
            signals: true,
        }
    }

    /// Settings for a test: a free port of the loopback, two workers, no signals.
    pub fn for_test(database: DatabaseUrl) -> Self {
        let mut config = Self::plain(database, SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0));
        config.store.connections = 4;
        config.workers = Some(2);
        config.session_idle = 60;
        config.look = Duration::from_millis(100);
        config.session_hours = 24;
        config.live_limit = 64;
        config.signals = false;
        config
    }

    /// Whether people reach the app by https, so that cookies may demand it.
    pub fn is_https(&self) -> bool {
        self.base_url.as_ref().is_some_and(BaseUrl::is_https)
    }

    /// How long a session lives without a request.
    pub fn idle_expiry(&self) -> Duration {
        Duration::from_secs(u64::from(self.session_idle) * 60)
    }

    /// How long a session lives in any case.
    pub fn absolute_expiry(&self) -> Duration {
        Duration::from_secs(u64::from(self.session_hours) * 3600)
    }
}

fn at_least_eight(text: &str) -> Result<usize, String> {
    let count: usize = text.parse().map_err(|error| format!("{error}"))?;
    if count >= 8 {
        Ok(count)
    } else {
        Err("a browser alone has six connections: allow at least eight".to_owned())
    }
}

/// A name in the hall's own network, without `.local`: letters, digits and hyphens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HallName(String);

/// Why a text is no such name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("write letters, digits and hyphens, 63 at most, such as merridon")]
pub struct ParseHallNameError;

impl FromStr for HallName {
    type Err = ParseHallNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.trim().to_ascii_lowercase();
        let name = name.strip_suffix(".local").unwrap_or(&name);
        let is_known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let is_name = (1..=63).contains(&name.len())
            && name.bytes().all(is_known)
            && !name.starts_with('-')
            && !name.ends_with('-');
        if is_name { Ok(Self(name.to_owned())) } else { Err(ParseHallNameError) }
    }
}

impl fmt::Display for HallName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The scheme, host and port that people type, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(String);

/// Why a text is no base address.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("write it like https://hall.example or http://192.168.1.5:8080, without a path")]
pub struct ParseBaseUrlError;

impl BaseUrl {
    /// The address of a server that listens without encryption.
    pub fn plain(address: SocketAddr) -> Self {
        Self(format!("http://{address}"))
    }

    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// The address of a path of this app.
    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for BaseUrl {
    type Err = ParseBaseUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().trim_end_matches('/');
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let host = host.ok_or(ParseBaseUrlError)?;
        let is_host_character =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        if host.is_empty() || !host.chars().all(is_host_character) {
            return Err(ParseBaseUrlError);
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which database holds the data. Its `Debug` and `Display` keep a password to themselves.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// A file.
    Sqlite(PathBuf),
    /// A server, with the address as libpq reads it.
    Postgres(String),
}

/// Why a text names no database.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseDatabaseUrlError {
    #[error("name the file of a SQLite database, or write postgres://USER[:PASSWORD]@HOST[:PORT]/NAME")]
    Unreadable,
    /// What reads such an address would take a part of the password for the place of the server, and name it.
    #[error(
        "a sign in its user or password is written by its code: %2F for /, %40 for @, %3F for ?, %25 for %, %20 for a space"
    )]
    BareSign,
}

impl DatabaseUrl {
    /// Whether there is one, as far as it is seen without opening it: an empty file is none yet.
    pub fn is_there(&self) -> bool {
        match self {
            Self::Sqlite(file) => std::fs::metadata(file).is_ok_and(|facts| facts.len() > 0),
            Self::Postgres(_) => true,
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = ParseDatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            let is_plain = has_no_bare_sign(text);
            return is_plain.then(|| Self::Postgres(text.to_owned())).ok_or(ParseDatabaseUrlError::BareSign);
        }
        let file = text.strip_prefix("sqlite://").unwrap_or(text);
        if file.trim().is_empty() || file.contains("://") || file == ":memory:" {
            return Err(ParseDatabaseUrlError::Unreadable);
        }
        Ok(Self::Sqlite(PathBuf::from(file)))
    }
}

/// Whether what stands before a server's place has nothing in it that would end it too early.
fn has_no_bare_sign(url: &str) -> bool {
    let (_, rest) = url.split_once("://").unwrap_or_default();
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let Some((who, _)) = place.rsplit_once('@') else {
        // A place whose port is none, before a sign that ends the name of a user: the rest of a password.
        let server = place.split('/').next().unwrap_or_default();
        let port = server.rsplit_once(':').map_or("", |(_, port)| port);
        return !query.contains('@') || port.bytes().all(|byte| byte.is_ascii_digit() || byte == b']');
    };
    let codes = who.split('%').skip(1);
    let mut codes = codes.map(|code| code.bytes().take(2).filter(u8::is_ascii_hexdigit).count());
    !who.contains(['/', '@', ' ']) && codes.all(|digits| digits == 2)
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => write!(f, "{}", file.display()),
            Self::Postgres(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
                match place.rsplit_once('@') {
                    Some((_, place)) => write!(f, "{scheme}://…@{place}"),
                    // What stands before the question mark may be half of a password that has one.
                    None if query.contains('@') => write!(f, "{scheme}://…"),
                    None => write!(f, "{scheme}://{place}"),
                }
            }
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}
