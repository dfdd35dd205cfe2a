//! Files, and the disk that they lie on.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, fchown};
use std::path::Path;

/// Bytes that a disk must take to be any use: about what a result writes.
const SMALL: usize = 64 * 1024;

/// The folder in which a file lies.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Waits until the disk has the names in a folder.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Gives a new file or folder the owner of another one: what `root` makes is the service's user's to write. Tells whether it
/// has that owner; only `root` can give something away.
pub fn give(new: &File, to: &Metadata) -> bool {
    new.metadata().is_ok_and(|new| new.uid() == to.uid())
        || fchown(new, Some(to.uid()), Some(to.gid())).is_ok()
}

/// Writes a file in the place of whatever has its name, in one step: a link there is replaced, not followed.
pub fn write_anew(file: &Path, content: &[u8]) -> io::Result<()> {
    let mut new = tempfile::NamedTempFile::new_in(folder_of(file))?;
    new.write_all(content)?;
    new.as_file().sync_all()?;
    new.persist(file)?;
    sync_folder(folder_of(file))
}

/// Bytes that may still be written in a folder.
pub fn free(folder: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Whether two paths lie on one disk; not if that cannot be told.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let disk = |path: &Path| fs::metadata(path).map(|facts| facts.dev());
    matches!((disk(one), disk(other)), (Ok(one), Ok(other)) if one == other)
}

/// Tries whether a folder takes a small file, which is gone at once.
pub fn try_to_write(folder: &Path) -> io::Result<()> {
    tempfile::tempfile_in(folder)?.write_all(&[7; SMALL])
}
