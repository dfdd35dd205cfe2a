//! What the disk takes: the time of a sync, and the bytes that were written.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Says on what the figures stand.
pub(crate) fn introduce(folder: &Path) {
    let mut file = File::create(folder.join("sync")).unwrap();
    let mut times: Vec<f64> = (0..200)
        .map(|_| {
            file.write_all(&[7; 4096]).unwrap();
            let begun = Instant::now();
            file.sync_data().unwrap();
            begun.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("unknown");
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    println!(
        "fsync of 4 KiB: median {:.2} ms, 99 of 100 within {:.2} ms; {cores} cores, load {load} before",
        times[100], times[197]
    );
}

/// Bytes that this process has had written to disks so far.
pub(crate) fn written() -> Option<u64> {
    let io = std::fs::read_to_string("/proc/self/io").ok()?;
    io.lines().find_map(|line| line.strip_prefix("write_bytes: "))?.parse().ok()
}
