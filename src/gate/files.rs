//! How many files may be open, and how many connections that leaves.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// More open files than this are of no use.
const ENOUGH: u64 = 65_536;

/// Files that are no connections: the database's, the log, what the workers wait on.
const OWN: usize = 64;

/// Raises the soft limit of open files towards the hard one, and tells how many connections there may be beside the
/// files that the program needs itself and so many connections to the database.
pub fn make_room(database_connections: u32) -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = ENOUGH.min(maximum.unwrap_or(u64::MAX)).max(current.unwrap_or(u64::MAX));
    let raised = current == Some(wanted)
        || current.is_none()
        || setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }).is_ok();
    let files = if raised { wanted } else { current.unwrap_or(wanted) };
    // A connection to SQLite takes three files: the database, its log, its index.
    let own = OWN + 3 * usize::try_from(database_connections).unwrap_or(usize::MAX);
    usize::try_from(files.min(ENOUGH)).unwrap_or(usize::MAX).saturating_sub(own).max(OWN)
}
