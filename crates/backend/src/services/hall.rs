//! What a hall needs of the machine that serves it, each in a sentence with what to do.

use std::fs;
use std::io::{ErrorKind, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, UdpSocket};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use chrono::{Local, Utc};
use rustix::process::{Resource, getrlimit};

use crate::config::{BaseUrl, Config, DatabaseUrl};
use crate::db::{self, Database};
use crate::disk;
use crate::ledger::Ledger;
use crate::ledger::witness::Witness;
use crate::services::alerts::mail::Mailer;
use crate::services::backups;

pub const MIB: u64 = 1024 * 1024;

/// A festival with its log and a few copies.
const WANTED_ROOM: u64 = 1024 * MIB;

/// With less than this the day ends early.
const LEAST_ROOM: u64 = 100 * MIB;

/// What a result waits for the disk where people notice it.
const SLOW_SYNC: Duration = Duration::from_millis(50);

/// Where a hall that enters fifty results at a time waits for seconds.
const WORST_SYNC: Duration = Duration::from_millis(250);

/// How often a file is written to the disk to find out how long it takes.
const SYNCS: usize = 9;

/// Connections of a small hall with telephones.
const FEW_FILES: u64 = 1_024;

/// How good a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    Fine,
    Look,
    /// It would stop a hall.
    Stops,
}

impl Grade {
    /// The word that stands before the sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Look => "look",
            Self::Stops => "STOPS",
        }
    }
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub grade: Grade,
    /// What it is, and what to do.
    pub sentence: String,
}

fn fine(sentence: impl Into<String>) -> Finding {
    Finding { grade: Grade::Fine, sentence: sentence.into() }
}

fn look(sentence: impl Into<String>) -> Finding {
    Finding { grade: Grade::Look, sentence: sentence.into() }
}

fn stops(sentence: impl Into<String>) -> Finding {
    Finding { grade: Grade::Stops, sentence: sentence.into() }
}

/// Looks at everything that `serve` with these settings would need.
pub fn examine(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let DatabaseUrl::Sqlite(file) = &config.store.database {
        let folder = disk::folder_of(file);
        findings.extend([room(folder), sync_time(folder)]);
        findings.extend(others(file));
    }
    findings.push(database(config));
    findings.extend(time(config));
    findings.push(port(config.listen, "--listen"));
    findings.extend(config.metrics.map(|listen| port(listen, "--metrics")));
    findings.extend([address(config), files(config)]);
    findings.push(copies(config, SystemTime::now()));
    findings.extend(witness(config));
    findings.push(mail(config));
    findings
}

/// Whether players can be told by e-mail.
fn mail(config: &Config) -> Finding {
    let Some(server) = &config.mail.server else {
        return fine("No mail server is set: players get no e-mail of their pairings.");
    };
    let base = config.base_url.clone().unwrap_or_else(|| BaseUrl::plain(config.listen));
    let tested = match Mailer::new(&config.mail, &base) {
        Ok(Some(mailer)) => mailer.test(),
        Ok(None) => Err("it is not known from whom: give --mail-from".to_owned()),
        // The program does not start with these.
        Err(error) => return stops(format!("The settings of e-mail cannot be used: {error}.")),
    };
    match tested {
        Ok(()) if config.base_url.is_none() => {
            look(format!("The mail server {server} answers; e-mail holds links, so give --base-url."))
        }
        Ok(()) => fine(format!("The mail server {server} answers.")),
        Err(why) => look(format!("Players would get no e-mail by {server}: {why}.")),
    }
}

fn room(folder: &Path) -> Finding {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let shown = whole.display();
    match disk::free(folder) {
        Err(error) => stops(format!("The folder {shown} cannot be read ({error}): name another --database.")),
        Ok(free) => judge_room(free, &shown.to_string()),
    }
}

pub fn judge_room(free: u64, folder: &str) -> Finding {
    let mib = free / MIB;
    if free < LEAST_ROOM {
        stops(format!("Only {mib} MiB are free under {folder}: make room, results could not be stored."))
    } else if free < WANTED_ROOM {
        look(format!("{mib} MiB are free under {folder}: enough for a small event; a festival wants 1 GiB."))
    } else {
        fine(format!("{mib} MiB are free under {folder}."))
    }
}

/// How long it takes until something is on the disk: every result waits for it.
fn sync_time(folder: &Path) -> Finding {
    let measure = || -> std::io::Result<Duration> {
        let mut file = tempfile::tempfile_in(folder)?;
        let mut times = Vec::with_capacity(SYNCS);
        for _ in 0..SYNCS {
            let begun = Instant::now();
            file.write_all(&[7; 4096])?;
            file.sync_data()?;
            times.push(begun.elapsed());
        }
        times.sort();
        Ok(times[SYNCS / 2])
    };
    match measure() {
        Ok(time) => judge_sync(time),
        Err(error) => stops(format!(
            "Nothing can be written under {} ({error}): the program needs to, choose another folder or its rights.",
            folder.display()
        )),
    }
}

pub fn judge_sync(time: Duration) -> Finding {
    let told = format!("The disk takes {:.1} ms to keep something for good", time.as_secs_f64() * 1e3);
    if time >= WORST_SYNC {
        stops(format!("{told}: arbiters would wait. Put the database on a solid-state disk of this machine."))
    } else if time >= SLOW_SYNC {
        look(format!("{told}: people notice it. A solid-state disk of this machine is quicker."))
    } else {
        fine(format!("{told}."))
    }
}

/// Whether others on the machine may read the database.
fn others(file: &Path) -> Option<Finding> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(file).ok()?.permissions().mode();
    Some(if mode & 0o077 == 0 {
        fine("Nobody else on this machine may read the database.")
    } else {
        let file = file.display();
        look(format!(
            "Others on this machine may read {file}, which holds names and sessions: chmod 600 {file}"
        ))
    })
}

fn database(config: &Config) -> Finding {
    let shown = &config.store.database;
    if !shown.is_there() {
        return fine(format!("There is no database {shown} yet: `serve` makes it."));
    }
    let looked = Database::open(&config.store).and_then(|db| {
        db.check_is_known()?;
        let (is_sound, behind) = (db.is_sound()?, db.behind_since()?);
        Ok((is_sound, behind, db.is_up_to_date()?.then_some(db)))
    });
    match looked {
        Err(db::DbError::Damaged(why)) => stops(format!(
            "The database {shown} is damaged ({why}): go back to a copy with `tiger-arbiter restore`."
        )),
        Err(db::DbError::Place(why)) => stops(format!("The database cannot be used: {why}.")),
        Err(error) => stops(format!(
            "The database {shown} cannot be used: {:#}. If it is damaged, go back to a copy with `tiger-arbiter restore`.",
            anyhow::Error::from(error)
        )),
        Ok((false, ..)) => {
            stops(format!("The database {shown} is damaged: go back to a copy with `tiger-arbiter restore`."))
        }
        Ok((true, Some(version), _)) => look(format!(
            "The database {shown} is of an older program (migration {version}): `serve` brings it up to date and keeps a copy first."
        )),
        Ok((true, None, None)) => {
            fine(format!("The database {shown} is empty yet: `serve` makes its tables."))
        }
        Ok((true, None, Some(db))) => match not_whole(&Ledger::new(db)).as_deref() {
            Ok([]) => fine(format!("The database {shown} is sound, and its ledgers are whole.")),
            Ok(slugs) => look(format!(
                "The database {shown} can be read, but these ledgers are not whole: {}. `tiger-arbiter ledger verify` says what is wrong.",
                slugs.join(", ")
            )),
            Err(error) => stops(format!("The events of {shown} cannot be read: {error}.")),
        },
    }
}

/// The events whose ledgers are not whole.
fn not_whole(ledger: &Ledger) -> Result<Vec<String>, db::DbError> {
    let mut events = ledger.database().read(db::events::list)?;
    events.retain(|line| ledger.verify(line.id).map_or(true, |report| !report.faults.is_empty()));
    Ok(events.into_iter().map(|line| line.slug).collect())
}

/// The clock, held against what the ledgers say and against the database server's.
fn time(config: &Config) -> Vec<Finding> {
    let now = Local::now();
    let told = now.format("%Y-%m-%d %H:%M:%S, %:z from UTC");
    let mut findings = vec![fine(format!(
        "The machine's clock says {told}. Compare it with a watch; each event has a time zone of its own."
    ))];
    let opened = config.store.database.is_there().then(|| Database::open(&config.store).ok()).flatten();
    let asked = opened.and_then(|database| {
        database.read(|db| Ok::<_, db::DbError>((db::time(db)?, db::events::list(db)?))).ok()
    });
    let Some((server, events)) = asked else { return findings };
    let now = Utc::now();
    if let Some(last) = events.iter().map(|line| line.changed_at).max().filter(|last| *last > now) {
        findings.push(stops(format!(
            "The clock is behind: something happened in the database at {}, which has not come yet. Set the clock.",
            last.format("%Y-%m-%d %H:%M:%S UTC")
        )));
    }
    if let Some(apart) = server.map(|server| (server - now).num_seconds().abs()).filter(|apart| *apart > 1) {
        findings.push(look(format!(
            "The clocks of this machine and of the database server are {apart} seconds apart: set them right."
        )));
    }
    findings
}

/// Whether the option's address is free.
pub fn port(listen: SocketAddr, option: &str) -> Finding {
    match TcpListener::bind(listen) {
        Ok(_) => fine(format!("{listen} is free to listen on.")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => stops(format!(
            "Something listens on {listen} already, perhaps this program: end it, or choose another port with {option}."
        )),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            stops(format!("This user may not listen on {listen}: choose a port above 1023 with {option}."))
        }
        Err(error) => {
            stops(format!("Nobody can listen on {listen} ({error}): choose an address of this machine."))
        }
    }
}

/// Whether people can type the address.
pub fn address(config: &Config) -> Finding {
    let (listen, port) = (config.listen.ip(), config.listen.port());
    if let Some(base) = &config.base_url {
        return if base.is_https() {
            fine(format!("People type {base}."))
        } else {
            look(format!(
                "People type {base}. Without HTTPS browsers keep no page for times without a connection; see docs/running-in-public.md."
            ))
        };
    }
    if listen.is_loopback() {
        return look(format!(
            "Only this machine reaches {listen}:{port}: for a hall give --listen 0.0.0.0:{port}, or put a proxy in front."
        ));
    }
    let own = if listen.is_unspecified() { own_address() } else { Some(listen) };
    match own {
        Some(own) => {
            let typed = SocketAddr::new(own, port);
            look(format!(
                "People type http://{typed}: give --base-url http://{typed}, which goes into links and QR codes."
            ))
        }
        None => look("This machine is in no network: nobody else reaches it. Connect it and ask again."),
    }
}

/// The address by which the machine would go out; nothing is sent.
fn own_address() -> Option<IpAddr> {
    // An address that is kept free for examples: only the way to it is looked up.
    let socket =
        UdpSocket::bind("0.0.0.0:0").and_then(|socket| socket.connect("192.0.2.1:9").map(|()| socket));
    let own = socket.ok()?.local_addr().ok()?.ip();
    (!own.is_unspecified() && !own.is_loopback()).then_some(own)
}

fn files(config: &Config) -> Finding {
    let limit = getrlimit(Resource::Nofile);
    judge_files(limit.maximum.or(limit.current).unwrap_or(u64::MAX), config.live_limit)
}

/// The program raises the soft limit itself.
pub fn judge_files(limit: u64, live: usize) -> Finding {
    let live = live as u64;
    if limit < FEW_FILES {
        stops(format!(
            "This user may open {limit} files, which is also the number of connections: raise it to 65536 (ulimit -Hn, LimitNOFILE)."
        ))
    } else if limit < 2 * live {
        look(format!(
            "This user may open {limit} files: fewer than {live} pages can be live. Raise it to 65536."
        ))
    } else {
        fine("Enough files may be open.")
    }
}

pub fn copies(config: &Config, now: SystemTime) -> Finding {
    let DatabaseUrl::Sqlite(file) = &config.store.database else {
        return look("PostgreSQL is copied by its own tools: see that pg_dump runs by a schedule.");
    };
    let Some(folder) = &config.backup.to else {
        return look("No copies are made: give --backup-to FOLDER, best on another disk.");
    };
    let shown = folder.display();
    if let Err(error) = try_to_write(folder) {
        return stops(format!("No copies can be written to {shown} ({error}): name another --backup-to."));
    }
    let Some(newest) = backups::newest(folder, file).ok().flatten() else {
        return look(format!("There is no copy in {shown} yet: `serve` makes the first at its start."));
    };
    let age = now.duration_since(newest).unwrap_or_default();
    let told = format!("The last copy in {shown} is {} old", words(age));
    if age > config.backup.every.0.saturating_mul(3) {
        return look(format!(
            "{told}, and one is to be made every {}: see whether `serve` runs.",
            words(config.backup.every.0)
        ));
    }
    if disk::is_same(folder, file) {
        return look(format!("{told}, on the same disk as the database: another disk survives this one."));
    }
    fine(format!("{told}."))
}

/// Whether the witness of the ledgers can be opened, where there is to be one: without, `serve` does not start.
pub fn witness(config: &Config) -> Option<Finding> {
    let folder = config.witness.folder_for(&config.store.database)?;
    let found = Witness::find(&folder).map_err(|error| error.to_string());
    let found = found.and_then(|_| try_to_write(&folder).map_err(|error| error.to_string()));
    let shown = folder.display();
    Some(match found {
        Ok(()) => fine(format!("The witness of the ledgers is kept in {shown}.")),
        Err(why) => {
            stops(format!("The witness's folder {shown} cannot be used ({why}): name another --witness."))
        }
    })
}

/// Tries whether files can be made in a folder, or in the one above in which it would be made.
fn try_to_write(folder: &Path) -> std::io::Result<()> {
    let absolute = std::path::absolute(folder)?;
    let there = absolute.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("/"));
    disk::try_to_write(there)
}

fn words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} seconds"),
        seconds @ 120..7_200 => format!("{} minutes", seconds / 60),
        seconds @ 7_200..172_800 => format!("{} hours", seconds / 3_600),
        seconds => format!("{} days", seconds / 86_400),
    }
}
