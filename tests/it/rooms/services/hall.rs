use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tiger_arbiter::config::{Config, DatabaseUrl};
use tiger_arbiter::services::hall::{
    Finding, Grade, MIB, address, copies, examine, judge_files, judge_room, judge_sync, port, witness,
};

fn config(folder: &Path) -> Config {
    Config::for_test(DatabaseUrl::Sqlite(folder.join("hall.sqlite3")))
}

#[track_caller]
fn expect(finding: &Finding, grade: Grade, words: &str) {
    assert_eq!(finding.grade, grade, "{}", finding.sentence);
    assert!(finding.sentence.contains(words), "no `{words}` in: {}", finding.sentence);
}

#[test]
fn figures_are_judged() {
    expect(&judge_room(99 * MIB, "/"), Grade::Stops, "Only 99 MiB");
    expect(&judge_room(500 * MIB, "/"), Grade::Look, "a festival wants 1 GiB");
    expect(&judge_room(5_000 * MIB, "/"), Grade::Fine, "5000 MiB");
    expect(&judge_sync(Duration::from_millis(300)), Grade::Stops, "300.0 ms");
    expect(&judge_sync(Duration::from_millis(60)), Grade::Look, "notice");
    expect(&judge_sync(Duration::from_micros(1_500)), Grade::Fine, "1.5 ms");
    expect(&judge_files(256, 4096), Grade::Stops, "256 files");
    expect(&judge_files(4096, 4096), Grade::Look, "65536");
    expect(&judge_files(65_536, 4096), Grade::Fine, "Enough");
}

#[test]
fn a_port_that_is_taken_stops() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = taken.local_addr().unwrap();
    expect(&port(at, "--listen"), Grade::Stops, "listens on");
    drop(taken);
    expect(&port(at, "--listen"), Grade::Fine, "free");
}

#[test]
fn an_address_that_nobody_can_type_is_told() {
    let mut config = config(Path::new("."));
    config.listen = "127.0.0.1:8080".parse().unwrap();
    expect(&address(&config), Grade::Look, "Only this machine");
    config.listen = "192.168.1.5:8080".parse().unwrap();
    expect(&address(&config), Grade::Look, "--base-url http://192.168.1.5:8080");
    config.base_url = "https://hall.example".parse().ok();
    expect(&address(&config), Grade::Fine, "https://hall.example");
    config.base_url = "http://hall.example".parse().ok();
    expect(&address(&config), Grade::Look, "Without HTTPS");
}

#[test]
fn copies_that_are_missing_or_old_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    std::fs::write(folder.path().join("hall.sqlite3"), "").unwrap();
    let now = SystemTime::now();
    expect(&copies(&config, now), Grade::Look, "No copies are made");
    config.backup.to = Some("/proc/nope/stick".into());
    expect(&copies(&config, now), Grade::Stops, "No copies can be written");
    config.backup.to = Some(folder.path().to_owned());
    expect(&copies(&config, now), Grade::Look, "no copy in");
    let other = "backup-2026-11-22T10-00-00.000Z-club-0a1b2c3d.sqlite3";
    std::fs::write(folder.path().join(other), "").unwrap();
    expect(&copies(&config, now), Grade::Look, "no copy in");
    std::fs::write(folder.path().join("backup-2026-11-22.sqlite3"), "").unwrap();
    expect(&copies(&config, now), Grade::Look, "on the same disk");
    expect(&copies(&config, now + Duration::from_secs(3 * 86_400 + 60)), Grade::Look, "3 days old");
}

#[test]
fn a_witness_that_cannot_be_opened_stops() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    config.witness.folder = Some(folder.path().join("witness"));
    expect(&witness(&config).unwrap(), Grade::Fine, "is kept in");
    config.witness.folder = Some("/proc/nope".into());
    expect(&witness(&config).unwrap(), Grade::Stops, "name another --witness");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is made");
}

#[test]
fn a_machine_is_looked_at_as_a_whole_and_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let findings = examine(&config(folder.path()));
    assert!(findings.len() >= 7, "{findings:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let nowhere = examine(&config(&folder.path().join("nowhere")));
    assert!(nowhere.iter().any(|finding| finding.grade == Grade::Stops), "{nowhere:?}");
}
