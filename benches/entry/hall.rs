//! The same through the program: fifty browsers that send a row each, as the grid's script does, and a whole grid saved
//! as one form.

use std::time::Instant;

use tiger_arbiter::auth::account::{self, Login, NewAccount};
use tiger_arbiter::auth::cookie::Kind;
use tiger_arbiter::auth::sessions;
use tiger_arbiter::auth::token::Token;
use tiger_arbiter::config::Config;
use tiger_arbiter::db::DbError;
use tiger_arbiter::ledger::{Ledger, OnceKey};
use tiger_event::{Event, EventId, PersonName};
use ureq::Agent;

use crate::arbiters::{self, ARBITERS};
use crate::server::Server;
use crate::store::Store;
use crate::{Measured, tell};

/// A browser in which somebody is signed in.
struct Desk {
    agent: Agent,
    cookie: String,
    csrf: String,
    grid: String,
}

pub(crate) fn run(store: &Store, ledger: &Ledger, id: EventId, slug: &str, count: usize) {
    let cookie = sign_in(store, ledger, slug);
    let server = Server::start(store.address());
    let event = ledger.event(id).unwrap();
    let round = event.current_round().unwrap().number;
    let desks: Vec<Desk> = (0..ARBITERS)
        .map(|_| Desk::open(&server.address, &cookie, &format!("/events/{slug}/rounds/{round}/results")))
        .collect();
    let boards = u16::try_from(arbiters::boards(&event).len()).unwrap();
    let (times, whole) = arbiters::race(count, |person, number| {
        let board = u16::try_from(number % usize::from(boards)).unwrap() + 1;
        let answer = desks[person].save(&event, &[board], "0:concession", true);
        assert!(answer.contains("\"state\":\"saved\""), "{answer}");
    });
    tell("fifty browsers at once", &Measured { times, whole, bytes: None });
    let desk = &desks[0];
    let begun = Instant::now();
    let page = desk.get(&desk.grid);
    let shown = begun.elapsed();
    let all: Vec<u16> = (1..=boards).collect();
    let begun = Instant::now();
    desk.save(&event, &all, "1:time", false);
    println!(
        "    a grid of {boards} rows: shown in {:.0} ms ({} KB), saved as one form in {:.0} ms",
        shown.as_secs_f64() * 1000.0,
        page.len() / 1000,
        begun.elapsed().as_secs_f64() * 1000.0
    );
}

/// A session of an administrator.
fn sign_in(store: &Store, ledger: &Ledger, login: &str) -> String {
    let config = Config::plain(store.config().database, ([127, 0, 0, 1], 0).into());
    let account = NewAccount {
        login: Login::parse(login).unwrap(),
        name: PersonName::parse(login).unwrap(),
        password_hash: None,
        is_admin: true,
    };
    let user = ledger.database().write(|db| account::create(db, &account)).unwrap();
    let token = Token::new().unwrap();
    let begun: Result<(), DbError> =
        ledger.database().write(|db| sessions::begin(db, &config, user, &token, "bench"));
    begun.unwrap();
    format!("{}={}", Kind::Session.name(&config), token.reveal())
}

impl Desk {
    fn open(address: &str, cookie: &str, grid: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false);
        let mut desk = Self {
            agent: config.build().into(),
            cookie: cookie.to_owned(),
            csrf: String::new(),
            grid: format!("http://{address}{grid}"),
        };
        let page = desk.get(&format!("http://{address}/appearance"));
        let (_, rest) = page.split_once("name=\"csrf\" value=\"").unwrap();
        rest.split_once('"').unwrap().0.clone_into(&mut desk.csrf);
        desk
    }

    fn get(&self, url: &str) -> String {
        let answer = self.agent.get(url).header("cookie", &self.cookie).call().unwrap();
        assert_eq!(answer.status().as_u16(), 200, "{url}");
        answer.into_body().into_with_config().limit(1 << 30).read_to_string().unwrap()
    }

    /// Sends rows of the grid with the same result.
    fn save(&self, event: &Event, boards: &[u16], pick: &str, as_script: bool) -> String {
        let round = event.current_round().unwrap().number;
        let games = event.games_of(round);
        let mut fields = vec![
            ("csrf".to_owned(), self.csrf.clone()),
            ("idempotency_key".to_owned(), OnceKey::new().to_string()),
        ];
        for &board in boards {
            let game = games[usize::from(board) - 1];
            let mut field =
                |name: &str, value: &str| fields.push((format!("{name}-{board}"), value.to_owned()));
            field("game", &game.id.to_string());
            field("was", "");
            field("seen", &u64::MAX.to_string());
            field("pick", pick);
            field("award1", "");
            field("award2", "");
            field("reason", "");
        }
        let mut request = self.agent.post(&self.grid).header("cookie", &self.cookie);
        if as_script {
            request = request.header("accept", "application/json");
        }
        let answer = request.send_form(fields.iter().map(|(name, value)| (name, value))).unwrap();
        let expected = if as_script { 200 } else { 303 };
        let (head, mut body) = answer.into_parts();
        let body = body.read_to_string().unwrap();
        assert_eq!(head.status.as_u16(), expected, "{body}");
        body
    }
}
