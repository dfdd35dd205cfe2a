//! A PostgreSQL cluster for one run of the tests, in a temporary folder, not root's.
//!
//! A shell watches over the server: when this process ends, however it ends, the shell's standard input ends
//! too, and it stops the server and removes the folder.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const WHAT_TO_INSTALL: &str = "the tests run on PostgreSQL too: install Debian's package `postgresql`, or set \
     TIGER_POSTGRES_BIN to the folder with `initdb` and `postgres`";

/// Files in memory, on Linux.
const MEMORY: &str = "/dev/shm";

/// What the shell does: `$1` is the folder of the programs, `$2` the folder of the cluster, `$3` whether what is
/// committed is on the disk, `$4` the port on which it speaks TLS and nothing else, with a certificate for `localhost` and
/// the password `s3cret`, by SCRAM as is usual; empty without; `$5` what is loaded before the C library of the server, empty without.
const WATCH: &str = r#"
cd /
echo s3cret >"$2/password"
"$1/initdb" --pgdata "$2/data" --username tiger --pwfile "$2/password" --auth trust --encoding UTF8 --no-locale --no-sync >"$2/log" 2>&1 || exit 1
listen= ssl=off
if [ -n "$4" ]; then
    listen=localhost ssl=on
    new="openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    {
        for authority in authority stranger; do
            $new -x509 -days 2 -subj "/CN=$authority" -keyout "$2/$authority.key" -out "$2/$authority.pem" || exit 1
        done
        $new -subj /CN=localhost -keyout "$2/data/server.key" -out "$2/server.csr" || exit 1
        echo "subjectAltName=DNS:localhost" >"$2/extensions"
        openssl x509 -req -in "$2/server.csr" -CA "$2/authority.pem" -CAkey "$2/authority.key" -CAcreateserial \
            -days 2 -extfile "$2/extensions" -out "$2/data/server.crt" || exit 1
    } >>"$2/log" 2>&1
    chmod 600 "$2/data/server.key"
    printf 'local all all trust\nhostssl all all all scram-sha-256\n' >"$2/data/pg_hba.conf"
fi
env ${5:+LD_PRELOAD="$5"} "$1/postgres" -D "$2/data" -c "listen_addresses=$listen" -c "port=${4:-5432}" -c "ssl=$ssl" \
    -c unix_socket_directories="$2" -c "fsync=$3" -c "full_page_writes=$3" -c max_connections=300 -c shared_buffers=64MB -c max_wal_size=256MB >>"$2/log" 2>&1 &
server=$!
read -r _
kill -INT "$(head -1 "$2/data/postmaster.pid")"
wait "$server"
while [ -e "$2/data/postmaster.pid" ]; do sleep 0.1; done
rm -rf "$2"
"#;

/// A running cluster.
pub(crate) struct Cluster {
    folder: PathBuf,
    port: Option<u16>,
    /// Its standard input holds the server alive.
    _watch: Child,
}

impl Cluster {
    /// The cluster of this process, started when first asked for.
    pub(crate) fn get() -> &'static Self {
        static CLUSTER: OnceLock<Cluster> = OnceLock::new();
        CLUSTER.get_or_init(|| Self::start("off"))
    }

    /// The address of one of its databases.
    pub(crate) fn url(&self, database: &str) -> String {
        let port = self.port.unwrap_or(5432);
        format!("postgres:///{database}?host={}&port={port}&user=tiger", self.folder.display())
    }

    /// One that is reached by TCP with TLS alone.
    pub(crate) fn encrypted() -> Self {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Self::start_on("off", Some(free), None)
    }

    /// Its port, and the file with a certificate: of the `authority` that made its own, or of a `stranger`.
    pub(crate) fn certificate(&self, whose: &str) -> (u16, PathBuf) {
        (self.port.unwrap(), self.folder.join(format!("{whose}.pem")))
    }

    /// The folder that its socket is in.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// It crashes, and starts again.
    pub(crate) fn crash(&self) {
        let done = as_nobody_special(&programs().join("pg_ctl").display().to_string())
            .args(["restart", "--wait", "--silent", "--mode=immediate", "--pgdata"])
            .arg(self.folder.join("data"))
            .arg("--log")
            .arg(self.folder.join("log"))
            .stdout(Stdio::null())
            .status();
        assert!(done.expect("pg_ctl is there").success(), "PostgreSQL did not start again");
    }

    /// Starts one that keeps what is committed through a power cut, `on`, or is quick, `off`.
    pub(crate) fn start(durability: &str) -> Self {
        Self::start_on(durability, None, None)
    }

    /// Starts one whose log of what is committed stands on a disk that breaks once [`Self::arm`] was called: `kind` and
    /// `at` are those of the shim.
    pub(crate) fn start_on_a_disk_that_breaks(shim: &Path, kind: &str, at: u64) -> Self {
        Self::start_on("on", None, Some((shim, kind, at)))
    }

    /// Whether the disk breaks.
    pub(crate) fn arm(&self, is_armed: bool) {
        let file = self.folder.join("armed");
        let done = if is_armed { std::fs::write(file, "") } else { std::fs::remove_file(file) };
        done.unwrap();
    }

    fn start_on(durability: &str, port: Option<u16>, fault: Option<(&Path, &str, u64)>) -> Self {
        let programs = programs();
        // Databases come and go by the hundred: in memory, where nothing has to outlive anything and there is room.
        let place = if durability == "off" && is_roomy(MEMORY) { MEMORY } else { "/tmp" };
        let made =
            as_nobody_special("mktemp").arg("-d").arg(format!("{place}/tiger-postgres-XXXXXX")).output();
        let made = made.expect(WHAT_TO_INSTALL);
        assert!(made.status.success(), "no temporary folder: {}", String::from_utf8_lossy(&made.stderr));
        let folder = PathBuf::from(String::from_utf8(made.stdout).unwrap().trim());
        let preload = folder.join("shim.so");
        let mut watch = as_nobody_special("sh");
        if let Some((shim, kind, at)) = fault {
            std::fs::copy(shim, &preload).unwrap();
            watch.env("FAULT_TREE", folder.join("data/pg_wal")).env("FAULT_ARM", folder.join("armed"));
            watch.env("FAULT_KIND", kind).env("FAULT_AT", at.to_string());
        }
        let watch = watch
            .args(["-c", WATCH, "watch"])
            .args([&programs, &folder])
            .arg(durability)
            .arg(port.map(|port| port.to_string()).unwrap_or_default())
            .arg(fault.map(|_| preload.display().to_string()).unwrap_or_default())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell can be started");
        let mut cluster = Self { folder, port, _watch: watch };
        cluster.wait();
        cluster
    }

    fn wait(&mut self) {
        use diesel::{Connection, PgConnection};
        let begun = Instant::now();
        let url = self.url("postgres");
        loop {
            let error = match PgConnection::establish(&url) {
                Ok(_) => return,
                Err(error) => error,
            };
            let has_ended = self._watch.try_wait().is_ok_and(|status| status.is_some());
            if has_ended || begun.elapsed() > Duration::from_secs(60) {
                let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                panic!("PostgreSQL did not start: {error}\n{log}\n{WHAT_TO_INSTALL}");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Whether a folder is there and has some GiB to spare.
fn is_roomy(folder: &str) -> bool {
    rustix::fs::statvfs(folder).is_ok_and(|it| it.f_bavail * it.f_frsize >= 3 << 30)
}

/// PostgreSQL refuses to run as root: then it runs as the user of Debian's package.
fn as_nobody_special(program: &str) -> Command {
    let id = Command::new("id").arg("-u").output().expect("`id` tells who runs the tests");
    if id.stdout.trim_ascii() != b"0" {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--", program]);
    command
}

/// The folder with `initdb` and `postgres`: the one that was set, or the newest of Debian's.
fn programs() -> PathBuf {
    let has_all = |folder: &Path| folder.join("initdb").is_file() && folder.join("postgres").is_file();
    if let Some(folder) = std::env::var_os("TIGER_POSTGRES_BIN").map(PathBuf::from) {
        assert!(has_all(&folder), "TIGER_POSTGRES_BIN names no such folder; {WHAT_TO_INSTALL}");
        return folder;
    }
    let version = |folder: &Path| -> Option<u32> { folder.parent()?.file_name()?.to_str()?.parse().ok() };
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    debian
        .map(|entry| entry.path().join("bin"))
        .filter(|folder| has_all(folder))
        .max_by_key(|folder| version(folder))
        .expect(WHAT_TO_INSTALL)
}
