//! What a player can say and ask for on their own page: that they are here, to leave, a bye.

use tiger_event::wish::Wish;
use tiger_event::{ByeKind, Entry, Format, RoundNumber};

use crate::access::EventAccess;
use crate::config::BaseUrl;
use crate::error::Result;
use crate::pages::Status;
use crate::pages::entries::status;
use crate::pages::qr::qr;
use crate::services::entries::Missing;

/// The player's part of the check-in, and their wishes.
pub struct MyWishes {
    /// Whether the player is awaited, here, or gone.
    pub status: Status,
    /// What arbiters read at the check-in, as a picture; empty where nobody awaits the player.
    pub code: String,
    /// From when on the player leaves or has left, in a sentence; empty for whoever stays.
    pub left: String,
    /// Whether the player may say that they are here.
    pub can_say_here: bool,
    /// Whether they have said it, and nobody has confirmed it.
    pub has_said_here: bool,
    /// What is asked for.
    pub wishes: Vec<MyWish>,
    /// Rounds for which a bye can be asked for.
    pub bye_rounds: Vec<RoundNumber>,
    /// What can be asked for.
    pub byes: Vec<ByeKind>,
    /// Rounds before which the player can leave.
    pub leave_rounds: Vec<RoundNumber>,
}

/// Something that is asked for.
pub struct MyWish {
    pub id: u64,
    pub sentence: String,
    /// Whether it still waits.
    pub waits: bool,
}

impl MyWishes {
    /// What a player can say and ask for at this moment.
    pub fn of(access: &EventAccess, base_url: &BaseUrl, entry: &Entry) -> Result<Self> {
        let event = &access.event;
        let status = status(event, entry);
        let door = base_url.join(&access.path(&format!("/entries/{}/here", entry.id)));
        let leaves = entry.leaves_from();
        let is_gone = leaves.is_some_and(|from| from <= event.published_rounds().saturating_add(1));
        let is_awaited = status == Status::Expected
            && !event.is_finished
            && !is_gone
            && Missing::of(event).contains(entry.id);
        let verb = if is_gone { "have left" } else { "leave" };
        let counts = if event.is_annulled(entry.id) { ": none of your games counts" } else { "" };
        let left = leaves.map(|from| format!("You {verb} the event, from round {from} on{counts}."));
        let open: Vec<_> = event.open_wishes().into_iter().map(|(_, wish)| wish.id).collect();
        let wish = |wish: &Wish| {
            let waits = open.contains(&wish.id);
            let end = match waits {
                true => "An arbiter answers it.",
                false if wish.is_refused => "It was refused: speak to an arbiter.",
                false => "It came too late: speak to an arbiter.",
            };
            MyWish { id: wish.id, sentence: format!("You ask {}. {end}", wish.asked.words()), waits }
        };
        // Who has said when they leave has nothing more to ask for.
        let has_left = leaves.is_some() || event.is_finished;
        let first = event.published_rounds().saturating_add(1).max(entry.first_round);
        let rounds = first..=event.planned_rounds();
        let takes_byes = matches!(event.settings.format, Format::Swiss | Format::Free) && !has_left;
        let halves = entry.byes.values().filter(|bye| **bye == ByeKind::HalfPoint).count();
        let has_half = halves < usize::from(event.settings.byes.half_byes_allowed);
        let has_none = |round: &RoundNumber| !entry.byes.contains_key(round);
        Ok(Self {
            status,
            code: if is_awaited { qr(&door)? } else { String::new() },
            left: left.unwrap_or_default(),
            can_say_here: is_awaited && event.settings.players_check_in && entry.says_here.is_none(),
            has_said_here: is_awaited && entry.says_here.is_some(),
            wishes: entry.wishes.iter().map(wish).collect(),
            bye_rounds: if takes_byes { rounds.clone().filter(has_none).collect() } else { Vec::new() },
            byes: has_half.then_some(ByeKind::HalfPoint).into_iter().chain([ByeKind::ZeroPoint]).collect(),
            leave_rounds: if has_left { Vec::new() } else { rounds.collect() },
        })
    }
}
