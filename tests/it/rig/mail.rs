//! A mail server on the loopback that keeps what it is handed.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use tiger_arbiter::config::Config;

/// How long a message may take that comes.
const SOON: Duration = Duration::from_secs(30);

/// A message, as it was handed over.
#[derive(Debug)]
pub(crate) struct Mail {
    pub(crate) to: String,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Mail {
    /// The path of the page that confirms and stops it.
    pub(crate) fn page(&self) -> String {
        let (_, rest) = self.body.rsplit_once("/alerts/").unwrap_or_else(|| panic!("no link in {self:?}"));
        format!("/alerts/{}", &rest[..64])
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        let line = self.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_else(|| panic!("no {name} in {}", self.head))
    }
}

/// The mail server.
pub(crate) struct PostOffice {
    port: u16,
    heard: Receiver<Mail>,
    /// With which code it refuses whoever writes; 0 if it takes what it is handed.
    refuses: Arc<AtomicU16>,
    /// How many connections there were.
    connections: Arc<AtomicUsize>,
}

impl PostOffice {
    pub(crate) fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, heard) = mpsc::channel();
        let refuses = Arc::<AtomicU16>::default();
        let connections = Arc::<AtomicUsize>::default();
        let (code, count) = (refuses.clone(), connections.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (sender, code) = (sender.clone(), code.clone());
                count.fetch_add(1, Ordering::SeqCst);
                std::thread::spawn(move || serve(stream.unwrap(), &sender, &code));
            }
        });
        Self { port, heard, refuses, connections }
    }

    /// Sends e-mail by this server.
    pub(crate) fn serve(&self, config: &mut Config) {
        config.mail.server = Some(format!("smtp://127.0.0.1:{}", self.port).parse().unwrap());
        config.mail.from = Some("Merridon Chess <arbiter@example.org>".parse().unwrap());
    }

    /// Refuses with a code from now on; takes everything again at 0.
    pub(crate) fn refuse(&self, code: u16) {
        self.refuses.store(code, Ordering::SeqCst);
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub(crate) fn hear(&self) -> Mail {
        self.heard.recv_timeout(SOON).expect("an e-mail comes")
    }

    /// Nothing comes within a time in which it would have.
    pub(crate) fn hear_nothing(&self) {
        let heard = self.heard.recv_timeout(Duration::from_secs(1));
        assert!(heard.is_err(), "{heard:?}");
    }
}

fn serve(stream: TcpStream, sender: &Sender<Mail>, refuses: &AtomicU16) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let mut answer = stream;
    let mut to = String::new();
    let mut say = |line: &str| answer.write_all(format!("{line}\r\n").as_bytes()).is_ok();
    say("220 merridon");
    while let Some(line) = lines.next() {
        let code = refuses.load(Ordering::SeqCst);
        let word = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        let said = match &*word {
            "EHLO" => say("250-merridon\r\n250 8BITMIME"),
            "MAIL" | "RCPT" if code != 0 => say(&format!("{code} not now, {line}")),
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap().to_owned();
                say("250 yes")
            }
            "DATA" => {
                say("354 go on");
                let text: Vec<String> = lines.by_ref().take_while(|line| line != ".").collect();
                let text = text.join("\n");
                let (head, body) = text.split_once("\n\n").unwrap();
                let body = if head.contains("quoted-printable") { plain(body) } else { body.to_owned() };
                let mail = Mail { to: to.clone(), head: head.replace("\n ", " "), body };
                sender.send(mail).is_ok() && say("250 kept")
            }
            "QUIT" => {
                say("221 bye");
                return;
            }
            _ => say("250 yes"),
        };
        if !said {
            return;
        }
    }
}

/// Reads what was written as quoted-printable.
fn plain(text: &str) -> String {
    let text = text.replace("=\n", "");
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'=' {
            let digits = [rest.next().unwrap(), rest.next().unwrap()];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap()
}
