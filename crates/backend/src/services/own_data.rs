//! What is stored about somebody who has an account, to be taken along.

use serde_json::{Value, json};
use tiger_event::scoresheet::Holder;
use tiger_event::{Event, Speaker, UserId};

use crate::db::{self, DbError};
use crate::ledger::{Ledger, LedgerError};

/// The name of the form of the file.
const FORMAT: &str = "tiger-arbiter-own-data-1";

/// The account, its sessions and registrations, and what its person is and did in each event.
pub fn of(ledger: &Ledger, user: UserId) -> Result<Value, LedgerError> {
    ledger.database().read(|db| {
        let account = db::users::find(db, user)?.ok_or(DbError::Missing)?;
        let sessions = db::sessions::list_of(db, user)?;
        let named = db::entries::events_naming(db, user)?;
        let journal: Vec<Value> = db::journal::of_user(db, &account)?
            .iter()
            .map(|line| {
                json!({
                    "what": line.what,
                    "who": line.who,
                    "address": line.address,
                    "times": line.times,
                    "first_at": line.first_at,
                    "last_at": line.last_at,
                })
            })
            .collect();
        let factor_since = db::factors::find(db, user)?.and_then(|factor| factor.proved_at);
        let (mut events, mut registrations) = (Vec::new(), Vec::new());
        for line in db::events::list(db)? {
            let Some(event) = ledger.readable(db, line.id)? else { continue };
            events.extend(in_event(db, &event, user, named.contains(&event.id))?);
            let own = db::registrations::list(db, line.id)?;
            let own = own.into_iter().map(|stored| stored.registration).filter(|one| one.user == Some(user));
            registrations.extend(own.map(|one| {
                json!({
                    "event": line.slug,
                    "at": one.at,
                    "details": one.application.details,
                    "rounds_off": one.application.rounds_off,
                    "contact": one.application.contact,
                    "remark": one.application.remark,
                })
            }));
        }
        let session = |session: &db::sessions::Session| {
            let (browser, began) = (&session.user_agent, session.created_at);
            json!({ "browser": browser, "began_at": began, "seen_at": session.seen_at })
        };
        let program = |token: &db::api_tokens::ApiToken| {
            json!({ "name": token.name, "may": token.scopes, "made_at": token.created_at, "until": token.expires_at })
        };
        let alert = |alert: &db::alerts::Alert| {
            let (event, at, confirmed) = (alert.event, alert.created_at, alert.confirmed_at);
            json!({ "event": event, "by": alert.kind.key(), "to": alert.address, "at": at, "confirmed_at": confirmed })
        };
        Ok(json!({
            "format": FORMAT,
            "account": {
                "login": account.login,
                "name": account.name,
                "is_administrator": account.is_admin,
                "is_arbiter": account.is_arbiter,
                "second_factor_since": factor_since,
            },
            "known_browsers_used_at": db::devices::list_of(db, user)?,
            "journal": journal,
            "programs": db::api_tokens::list_of(db, user)?.iter().map(program).collect::<Vec<_>>(),
            "sessions": sessions.iter().map(session).collect::<Vec<_>>(),
            "registrations": registrations,
            "alerts": db::alerts::of_user(db, user)?.iter().map(alert).collect::<Vec<_>>(),
            "events": events,
        }))
    })
}

/// What somebody is to an event and did there; none if nothing.
fn in_event(db: &mut db::Db, event: &Event, user: UserId, is_named: bool) -> Result<Option<Value>, DbError> {
    let staff = event.staff.get(&user);
    let entry = event.entries.values().find(|entry| entry.speaker == Speaker::Taken { user });
    if staff.is_none() && entry.is_none() && !is_named {
        return Ok(None);
    }
    let given = db::entries::given_by(db, event.id, user)?;
    let given = given.iter().map(|(entry, at, what)| json!({ "entry": entry, "at": at, "what": what }));
    let own = entry.map(|entry| entry.id);
    let mut games = Vec::new();
    for (game, seat) in event.games.values().filter_map(|game| Some((game, game.seat_of(own?)?))) {
        let mut records = Vec::new();
        for record in game.records.iter().filter(|record| record.player == Some(seat)) {
            records.push(json!({ "at": record.at, "text": db::records::find_text(db, record.digest)? }));
        }
        let holder = Holder::Player(game.player(seat));
        let sheet = db::scoresheets::find(db, game.id, holder)?;
        let incidents = game.protocol.incidents.iter();
        let incidents = incidents.filter(|incident| incident.player.is_none_or(|player| player == seat));
        games.push(json!({
            "place": event.place_title(game),
            "opponent": event.name_of(game.player(seat.other())),
            "result": game.result.as_ref().map(|result| event.result_words(game, &result.entry)),
            "incidents": incidents.collect::<Vec<_>>(),
            "lines": game.lines.iter().filter(|line| line.player == Some(seat)).collect::<Vec<_>>(),
            "records": records,
            "scoresheet": sheet.map(|sheet| sheet.moves),
        }));
    }
    let appeals =
        event.games.values().flat_map(|game| game.protocol.appeals.iter().map(move |it| (game, it)));
    let appeals =
        appeals.filter(|(game, it)| own.is_some_and(|own| it.player == own || game.seat_of(own).is_some()));
    let appeals = appeals.map(|(game, appeal)| {
        json!({
            "place": event.place_title(game),
            "by": event.name_of(appeal.player),
            "at": appeal.made_at,
            "words": appeal.words,
            "late": appeal.late,
            "became": appeal.state,
        })
    });
    Ok(Some(json!({
        "event": event.slug,
        "name": event.settings.name,
        "arbiter": staff.map(|member| json!({ "name": member.name, "rank": member.role })),
        "player": entry,
        "games": games,
        "appeals": appeals.collect::<Vec<_>>(),
        "gave": given.collect::<Vec<_>>(),
    })))
}
