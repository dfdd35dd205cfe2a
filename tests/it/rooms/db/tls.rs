use tiger_arbiter::db::tls::Wanted;

fn read(url: &str) -> Result<Option<Wanted>, String> {
    Wanted::read(url).map_err(|error| error.to_string())
}

#[test]
fn the_place_of_the_server_is_taken_out_of_the_address() {
    let wanted = |host: &str, port, before: &str, after: &str| {
        Ok(Some(Wanted {
            host: host.to_owned(),
            port,
            authorities: "/etc/ca.pem".into(),
            around: (before.to_owned(), after.to_owned()),
        }))
    };
    assert_eq!(
        read("postgres://tiger:s3%40cret@db.example:5433/hall?sslmode=verify-full&sslrootcert=/etc/ca.pem"),
        wanted("db.example", 5433, "postgres://tiger:s3%40cret@/hall?", "")
    );
    assert_eq!(
        read("postgres:///hall?host=db.example&user=tiger&sslrootcert=%2Fetc%2Fca.pem&sslmode=verify-full"),
        wanted("db.example", 5432, "postgres:///hall?", "user=tiger&")
    );
    assert_eq!(
        read("postgres://[2001:db8::1]/hall?sslmode=verify-full&sslrootcert=/etc/ca.pem"),
        wanted("2001:db8::1", 5432, "postgres:///hall?", "")
    );
}

#[test]
fn what_is_not_checked_is_not_called_encrypted() {
    for plain in ["postgres://db.example/hall", "postgres://db.example/hall?sslmode=disable"] {
        assert_eq!(read(plain), Ok(None));
    }
    for (url, why) in [
        ("postgres://db.example/hall?sslmode=require", "only sslmode=verify-full"),
        ("postgres://db.example/hall?sslmode=verify-ca&sslrootcert=x", "only sslmode=verify-full"),
        ("postgres://db.example/hall?sslmode=verify-full", "needs sslrootcert=FILE"),
        ("postgres:///hall?host=/run/pg&sslmode=verify-full&sslrootcert=x", "the name of one server"),
        ("postgres://a,b/hall?sslmode=verify-full&sslrootcert=x", "the name of one server"),
        ("postgres://a:port/hall?sslmode=verify-full&sslrootcert=x", "the port is no number"),
    ] {
        assert!(read(url).is_err_and(|error| error.contains(why)), "{url}");
    }
}
