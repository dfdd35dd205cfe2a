//! The way to a PostgreSQL server that speaks TLS and nothing else.

use tiger_arbiter::config::{DatabaseUrl, StoreConfig};
use tiger_arbiter::db::{self, Database};

use crate::rig::Cluster;

fn open(url: String) -> Result<Database, String> {
    let store = StoreConfig { database: DatabaseUrl::Postgres(url), connections: 4 };
    Database::open(&store).map_err(|error| error.to_string())
}

#[test]
fn a_server_is_spoken_to_when_its_certificate_proves_who_it_is() {
    let cluster = Cluster::encrypted();
    let (port, authority) = cluster.certificate("authority");
    let (_, stranger) = cluster.certificate("stranger");
    let url = |host: &str, more: &str| format!("postgres://tiger:s3cret@{host}:{port}/postgres?{more}");
    let checked = |file: &std::path::Path| format!("sslmode=verify-full&sslrootcert={}", file.display());
    let database = open(url("localhost", &checked(&authority))).unwrap();
    database.migrate().unwrap();
    assert!(!database.read(db::users::has_administrator).unwrap());
    // Several connections at a time, each of them encrypted: the server takes no others.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..50).for_each(|_| database.answers().unwrap()));
        }
    });
    let wrong = url("localhost", &checked(&authority)).replace("s3cret", "other");
    for (url, why) in [
        (wrong, "password authentication failed"),
        (url("localhost", ""), "no encryption"),
        (url("localhost", &checked(&stranger)), "UnknownIssuer"),
        (url("127.0.0.1", &checked(&authority)), "certificate not valid for name"),
        (url("localhost", "sslmode=require"), "only sslmode=verify-full"),
        (url("localhost", "sslmode=verify-full&sslrootcert=/nowhere.pem"), "/nowhere.pem"),
    ] {
        let refused = open(url.clone()).map(drop).unwrap_err();
        assert!(refused.contains(why), "{url}: {refused}");
    }
}

#[test]
fn a_server_without_encryption_is_not_spoken_to_where_it_is_asked_for() {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = std::thread::spawn(move || {
        let (mut client, _) = listener.accept().unwrap();
        let mut asked = [0; 8];
        client.read_exact(&mut asked).unwrap();
        client.write_all(b"N").unwrap();
        let mut more = Vec::new();
        client.read_to_end(&mut more).unwrap();
        more
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("authority.pem");
    let url = format!(
        "postgres://tiger:s3cret@localhost:{port}/hall?sslmode=verify-full&sslrootcert={}",
        file.display()
    );
    std::fs::write(&file, "").unwrap();
    assert!(open(url.clone()).map(drop).unwrap_err().contains("no certificate"));
    let made = std::process::Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"])
        .args(["-subj", "/CN=authority", "-keyout", "/dev/null", "-out"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let refused = open(url).map(drop).unwrap_err();
    assert!(refused.contains("offers no encryption") && !refused.contains("s3cret"), "{refused}");
    assert_eq!(server.join().unwrap(), b"", "neither name nor password went out");
}
