//! What goes when somebody with an account is erased, told beforehand.

use tiger_event::{Event, Speaker, UserId};

use crate::db::users::User;
use crate::db::{self, DbError};
use crate::ledger::{Ledger, LedgerError, is_same_name};

/// Somebody who may be erased, and what goes then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goes {
    pub user: User,
    pub sentences: Vec<String>,
    /// Players of the same name whom nobody has claimed: it may be the same person, or another one.
    pub namesakes: Vec<String>,
}

pub fn what_goes(ledger: &Ledger, id: UserId) -> Result<Goes, LedgerError> {
    ledger.database().read(|db| {
        let user = db::users::find(db, id)?.filter(|user| !user.is_erased).ok_or(DbError::Missing)?;
        let sessions = db::sessions::list_of(db, id)?.len();
        let account = match &user.login {
            Some(login) => {
                format!("The account {login}: name, password, second factor, known browsers, tokens of programs, news, links")
            }
            None => "The account: name, known browsers, tokens of programs, news, links".to_owned(),
        };
        let mut sentences = vec![
            format!("{account}, and sign-ins that last: {sessions}."),
            "What the security journal says of it, and what was typed into registrations made with it."
                .to_owned(),
        ];
        let mut namesakes = Vec::new();
        let named = db::entries::events_naming(db, id)?;
        for line in db::events::list(db)? {
            let Some(event) = ledger.readable(db, line.id)? else {
                sentences.push(format!(
                    "The event {} cannot be read: what stands in it stays until it can be again.",
                    line.slug
                ));
                continue;
            };
            if named.contains(&event.id) {
                sentences.push(in_event(&event, id));
            }
            let others = event.entries.values().filter(|entry| {
                !entry.is_erased
                    && entry.speaker != Speaker::Taken { user: id }
                    && is_same_name(entry.details.name.as_str(), &user.name)
            });
            namesakes.extend(others.map(|entry| format!("{}, player {}", event.slug, entry.number)));
        }
        Ok(Goes { user, sentences, namesakes })
    })
}

fn in_event(event: &Event, user: UserId) -> String {
    let own = event.entries.values().find(|entry| entry.speaker == Speaker::Taken { user });
    let what = match (own, event.staff.get(&user)) {
        (Some(entry), _) => format!(
            "all that was typed about player {}, and what was written about the player’s games; results, pairings and the \
             rating stay",
            entry.number
        ),
        (None, Some(_)) => "the name of an arbiter wherever it stands, and texts that mention it".to_owned(),
        (None, None) => {
            "the name of who did something, wherever it stands, and texts that mention it".to_owned()
        }
    };
    format!("In {} ({}): {what}.", event.settings.name, event.slug)
}
