//! Encryption on the way to a PostgreSQL server.
//!
//! The libpq in the binary has none, so that nothing of the system's is needed. Where the address asks for it, libpq talks
//! to a socket in a folder of our own, whose other end speaks TLS with the server and has checked its certificate.

use std::fs::DirBuilder;
use std::io::{Error, Result as IoResult};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use actix_web::web::Query;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpStream, UnixListener, UnixStream};
use tokio::sync::oneshot;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use uuid::Uuid;

use super::{DbError, greeting};
use crate::error::problem::percent_encode;

/// With what a client asks a PostgreSQL server for encryption.
const REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xD2, 0x16, 0x2F];

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The port in the name of the socket, as libpq looks for it.
const PORT: u16 = 5432;

/// An encrypted way to a server; it ends when it is dropped.
pub(super) struct Tunnel {
    /// The address for libpq.
    pub(super) address: String,
    _folder: Folder,
    _open: oneshot::Sender<()>,
}

/// What an address asks for.
#[derive(Debug, PartialEq, Eq)]
pub struct Wanted {
    pub host: String,
    pub port: u16,
    pub authorities: PathBuf,
    /// What stands before and after the place in the address for libpq.
    pub around: (String, String),
}

/// The server, as the tunnel reaches it.
#[derive(Clone)]
struct Server {
    place: (String, u16),
    name: ServerName<'static>,
    connector: TlsConnector,
}

impl Tunnel {
    /// The encrypted way to the server of an address, if the address asks for one.
    ///
    /// # Errors
    /// When the address asks for encryption without a look at the certificate, or the server does not prove who it is.
    pub(super) fn to(url: &str) -> Result<Option<Self>, DbError> {
        let Some(wanted) = Wanted::read(url)? else { return Ok(None) };
        let cannot = |error: Error| {
            DbError::Place(format!("no encrypted way to {}:{}: {error}", wanted.host, wanted.port))
        };
        let server = Server::of(&wanted).map_err(cannot)?;
        let folder = Folder::new().map_err(cannot)?;
        let socket = folder.0.join(format!(".s.PGSQL.{PORT}"));
        let (open, closed) = oneshot::channel();
        let (ready, is_ready) = mpsc::channel();
        let thread = std::thread::Builder::new().name("database-tls".to_owned());
        thread.spawn(move || run(&socket, server, &ready, closed)).map_err(cannot)?;
        is_ready.recv().unwrap_or_else(|_| Err(Error::other("it was given up"))).map_err(cannot)?;
        let (before, after) = &wanted.around;
        let place = percent_encode(&folder.0.to_string_lossy());
        let address = format!("{before}{after}host={place}&port={PORT}&sslmode=disable");
        Ok(Some(Self { address, _folder: folder, _open: open }))
    }
}

/// Carries connections until nobody wants the tunnel any more; says first whether it can.
fn run(socket: &Path, server: Server, ready: &mpsc::Sender<IoResult<()>>, closed: oneshot::Receiver<()>) {
    let began = tokio::runtime::Builder::new_current_thread().enable_all().build().and_then(|runtime| {
        // Libpq would only say that the connection was closed; here it is known why.
        let listener = runtime.block_on(async {
            server.connect().await?;
            UnixListener::bind(socket)
        })?;
        Ok((runtime, listener))
    });
    match began {
        Ok((runtime, listener)) => {
            // Whoever waits hears it, or has gone; then the tunnel ends at once.
            let _ = ready.send(Ok(()));
            runtime.block_on(async {
                tokio::select! {
                    () = accept(listener, server) => {}
                    _ = closed => {}
                }
            });
        }
        Err(error) => drop(ready.send(Err(error))),
    }
}

async fn accept(listener: UnixListener, server: Server) {
    loop {
        match listener.accept().await {
            Ok((near, _)) => drop(tokio::spawn(carry(near, server.clone()))),
            Err(error) => {
                tracing::warn!(%error, "a connection to the database cannot be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn carry(mut near: UnixStream, server: Server) {
    match server.connect().await {
        Ok(mut far) => {
            // Either side may end a connection as it likes.
            match greeting::carry(&mut near, &mut far).await {
                Ok(()) => drop(copy_bidirectional(&mut near, &mut far).await),
                Err(error) => tracing::debug!(%error, "a connection to the database ended before it began"),
            }
        }
        Err(error) => tracing::warn!(%error, "no encrypted connection to the database"),
    }
}

impl Server {
    fn of(wanted: &Wanted) -> IoResult<Self> {
        let mut authorities = RootCertStore::empty();
        let unreadable = |error: &dyn std::fmt::Display| {
            Error::other(format!("{}: {error}", wanted.authorities.display()))
        };
        for certificate in CertificateDer::pem_file_iter(&wanted.authorities).map_err(|e| unreadable(&e))? {
            let certificate = certificate.map_err(|e| unreadable(&e))?;
            authorities.add(certificate).map_err(|e| unreadable(&e))?;
        }
        if authorities.is_empty() {
            return Err(unreadable(&"there is no certificate in it"));
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(Error::other)?
            .with_root_certificates(authorities)
            .with_no_client_auth();
        let name = ServerName::try_from(wanted.host.clone()).map_err(Error::other)?;
        let place = (wanted.host.clone(), wanted.port);
        Ok(Self { place, name, connector: TlsConnector::from(Arc::new(config)) })
    }

    /// A connection to the server, which has proved who it is.
    async fn connect(&self) -> IoResult<TlsStream<TcpStream>> {
        let connecting = async {
            let mut plain = TcpStream::connect((self.place.0.as_str(), self.place.1)).await?;
            plain.set_nodelay(true)?;
            plain.write_all(&REQUEST).await?;
            if plain.read_u8().await? != b'S' {
                return Err(Error::other("the server offers no encryption"));
            }
            self.connector.connect(self.name.clone(), plain).await
        };
        tokio::time::timeout(PATIENCE, connecting).await.map_err(|_| Error::other("the server is silent"))?
    }
}

impl Wanted {
    /// Reads what an address asks for; nothing where it asks for no encryption.
    pub fn read(url: &str) -> Result<Option<Self>, DbError> {
        let (place, query) = url.split_once('?').unwrap_or((url, ""));
        let told = |why: &str| DbError::Place(format!("the address of the database: {why}"));
        let pairs = Query::<Vec<(String, String)>>::from_query(query)
            .map_err(|_| told("what stands behind the question mark cannot be read"))?
            .into_inner();
        let value =
            |name: &str| pairs.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        match value("sslmode").as_deref() {
            None | Some("disable" | "allow" | "prefer") => return Ok(None),
            Some("verify-full") => {}
            Some(_) => {
                return Err(told(
                    "only sslmode=verify-full also checks whose server it is; write that, or disable",
                ));
            }
        }
        let authorities = value("sslrootcert").ok_or_else(|| {
            told("sslmode=verify-full needs sslrootcert=FILE, the certificate of the authority in PEM")
        })?;
        let (scheme, rest) = place.split_once("://").ok_or_else(|| told("it has no scheme"))?;
        let (authority, name) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, server) =
            authority.rsplit_once('@').map_or(("", authority), |(user, server)| (user, server));
        let (host, port) = match server.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port.to_owned()),
            _ => (server, String::new()),
        };
        let host = value("host").unwrap_or_else(|| host.trim_matches(['[', ']']).to_owned());
        let port = value("port").unwrap_or(port);
        let port = if port.is_empty() { Ok(PORT) } else { port.parse() };
        let port = port.map_err(|_| told("the port is no number"))?;
        if host.is_empty() || host.contains(['/', ',']) {
            return Err(told("sslmode=verify-full needs the name of one server"));
        }
        let user = if user.is_empty() { String::new() } else { format!("{user}@") };
        let kept = query.split('&').filter(|pair| {
            let key = pair.split('=').next().unwrap_or_default();
            !matches!(key, "" | "sslmode" | "sslrootcert" | "host" | "hostaddr" | "port")
        });
        let kept: String = kept.flat_map(|pair| [pair, "&"]).collect();
        let around = (format!("{scheme}://{user}/{name}?"), kept);
        Ok(Some(Self { host, port, authorities: PathBuf::from(authorities), around }))
    }
}

/// A folder that nobody else may enter; it goes when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> IoResult<Self> {
        let path = std::env::temp_dir().join(format!("tiger-arbiter-{}", Uuid::new_v4().simple()));
        DirBuilder::new().mode(0o700).create(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            tracing::debug!(%error, "the folder of the database's socket stays behind");
        }
    }
}
