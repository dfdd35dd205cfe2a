//! The standings page against nginx serving the same bytes, in turns, so that both see the same machine.

use std::fmt::Write;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::server::{Server, processor};

const TURNS: usize = 3;
const SECONDS: u32 = 6;
const CONNECTIONS: u32 = 64;

/// A way to ask for the page.
struct Way {
    name: &'static str,
    /// What the browser takes.
    accept: &'static str,
    /// Whether it has the page already.
    is_known: bool,
}

const WAYS: [Way; 4] = [
    Way { name: "plain", accept: "identity", is_known: false },
    Way { name: "gzip", accept: "gzip", is_known: false },
    Way { name: "brotli", accept: "br", is_known: false },
    Way { name: "304", accept: "br", is_known: true },
];

/// nginx with the page's bytes in files.
struct Nginx(Child);

impl Nginx {
    fn start(folder: &Path, port: u16, headers: &str) -> Self {
        let mut locations = String::new();
        for (name, coding) in [("identity", ""), ("gzip", "gzip"), ("br", "br")] {
            let coding = if coding.is_empty() {
                String::new()
            } else {
                format!("add_header Content-Encoding {coding};")
            };
            writeln!(
                locations,
                "location = /{name} {{ default_type 'text/html; charset=utf-8'; {coding} {headers} }}"
            )
            .unwrap();
        }
        let root = folder.display();
        let config = format!(
            "worker_processes 2; pid {root}/nginx.pid; error_log {root}/nginx.log; daemon off;\n\
             events {{ worker_connections 1024; }}\n\
             http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;\n\
             client_body_temp_path {root}/body; proxy_temp_path {root}/proxy; fastcgi_temp_path {root}/fastcgi;\n\
             uwsgi_temp_path {root}/uwsgi; scgi_temp_path {root}/scgi;\n\
             server {{ listen 127.0.0.1:{port}; root {root}/www; {locations} }} }}\n"
        );
        std::fs::write(folder.join("nginx.conf"), config).unwrap();
        let child = Command::new("/usr/sbin/nginx")
            .arg("-c")
            .arg(folder.join("nginx.conf"))
            .args(["-e", "stderr"])
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(500));
        Self(child)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

pub(crate) fn run(database: &Path, folder: &Path, slug: &str) {
    let server = Server::start(database);
    let page = format!("http://{}/events/{slug}/standings", server.address);
    let www = folder.join("www");
    std::fs::create_dir_all(&www).unwrap();
    let mut headers = String::new();
    for accept in ["identity", "gzip", "br"] {
        let (head, body) = fetch(&page, accept);
        println!("{accept}: {} bytes", body.len());
        std::fs::write(www.join(accept), body).unwrap();
        headers = head;
    }
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let nginx = Nginx::start(folder, port, &headers);
    // Compressed files are read as they are.
    println!(
        "\nwrk -t1 -c{CONNECTIONS}, {TURNS} turns of {SECONDS} s each, requests per second (median), µs of processor a request:"
    );
    println!("{:<8}{:>12}{:>12}{:>8}{:>12}{:>12}", "", "app", "nginx", "ratio", "app µs", "nginx µs");
    for way in &WAYS {
        let theirs = format!("http://127.0.0.1:{port}/{}", way.accept);
        let (mut ours_rates, mut their_rates, mut ours_cost, mut their_cost) =
            (vec![], vec![], vec![], vec![]);
        for _ in 0..TURNS {
            let (rate, cost) = turn(&page, way, &|| server.processor());
            ours_rates.push(rate);
            ours_cost.push(cost);
            let (rate, cost) = turn(&theirs, way, &|| processor(nginx.0.id()));
            their_rates.push(rate);
            their_cost.push(cost);
        }
        let [ours, others, cost, other_cost] = [ours_rates, their_rates, ours_cost, their_cost].map(median);
        println!(
            "{:<8}{ours:>12.0}{others:>12.0}{:>8.2}{cost:>12.1}{other_cost:>12.1}",
            way.name,
            ours / others
        );
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The page's security headers as nginx's directives, and its bytes.
fn fetch(url: &str, accept: &str) -> (String, Vec<u8>) {
    let mut answer = ureq::get(url).header("Accept-Encoding", accept).call().unwrap();
    let named = [
        "content-security-policy",
        "x-content-type-options",
        "x-frame-options",
        "referrer-policy",
        "cross-origin-opener-policy",
        "cross-origin-resource-policy",
        "permissions-policy",
        "cache-control",
        "vary",
    ];
    let directives = named.iter().filter_map(|name| {
        let value = answer.headers().get(*name)?.to_str().ok()?;
        Some(format!("add_header {name} \"{value}\";"))
    });
    let directives = directives.collect::<Vec<_>>().join(" ");
    let mut body = Vec::new();
    answer.body_mut().as_reader().read_to_end(&mut body).unwrap();
    (directives, body)
}

/// One turn: requests per second and µs of processor time a request.
fn turn(url: &str, way: &Way, processor: &dyn Fn() -> f64) -> (f64, f64) {
    let mut wrk = Command::new("wrk");
    wrk.args(["-t1", &format!("-c{CONNECTIONS}"), &format!("-d{SECONDS}s")]);
    wrk.args(["-H", &format!("Accept-Encoding: {}", way.accept)]);
    if way.is_known {
        let tag = ureq::get(url).header("Accept-Encoding", way.accept).call().unwrap();
        let tag = tag.headers()["etag"].to_str().unwrap().to_owned();
        wrk.args(["-H", &format!("If-None-Match: {tag}")]);
    }
    let before = processor();
    let output = wrk.arg(url).stderr(Stdio::inherit()).output().unwrap();
    let used = processor() - before;
    let text = String::from_utf8_lossy(&output.stdout);
    let number = |label: &str| -> f64 {
        let line = text.lines().find(|line| line.contains(label)).unwrap_or_else(|| panic!("{text}"));
        line.split_whitespace().find_map(|word| word.parse().ok()).unwrap()
    };
    let rate = number("Requests/sec:");
    (rate, used * 1e6 / number("requests in"))
}
