//! A wire between the program and PostgreSQL that can be cut.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tempfile::TempDir;

/// The name that PostgreSQL gives its socket.
const SOCKET: &str = ".s.PGSQL.5432";

/// The wire; whoever connects to its folder gets through to the server as long as it is whole.
pub(super) struct Wire {
    folder: TempDir,
    is_cut: Arc<AtomicBool>,
    open: Arc<Mutex<Vec<UnixStream>>>,
}

impl Wire {
    /// A wire to the socket in a folder.
    pub(super) fn to(server: &Path) -> Self {
        let folder = TempDir::new().unwrap();
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let wire = Self { folder, is_cut: Arc::default(), open: Arc::default() };
        let (server, is_cut, open) = (server.join(SOCKET), wire.is_cut.clone(), wire.open.clone());
        // It ends with the process.
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(there) = UnixStream::connect(&server) else { continue };
                if is_cut.load(Ordering::Relaxed) {
                    continue;
                }
                let ends = [client.try_clone().unwrap(), there.try_clone().unwrap()];
                open.lock().unwrap().extend(ends);
                pass(client.try_clone().unwrap(), there.try_clone().unwrap());
                pass(there, client);
            }
        });
        wire
    }

    /// The folder that the program connects to.
    pub(super) fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Cuts every connection, in the middle of whatever it carries, or lets new ones through again.
    pub(super) fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::Relaxed);
        if is_cut {
            for end in self.open.lock().unwrap().drain(..) {
                let _ = end.shutdown(Shutdown::Both);
            }
        }
    }
}

fn pass(mut from: UnixStream, mut to: UnixStream) {
    std::thread::spawn(move || {
        let mut bytes = [0; 16 * 1024];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            if to.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    });
}
