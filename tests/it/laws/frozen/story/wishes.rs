//! What players say and ask for by themselves.

use tiger_event::wish::Asked;
use tiger_event::{ByeKind, EntryId, EventCommand, Settings, WishCommand};

use super::Story;

impl Story {
    pub(super) fn wishes(&mut self, ids: &[EntryId]) {
        let settings = Settings { players_check_in: true, ..self.event.settings.clone() };
        self.give(EventCommand::change_settings(settings, u64::MAX));
        self.give(WishCommand::SayHere { entry: ids[5] });
        let asked = [
            Asked::Leave { from_round: 3 },
            Asked::Bye { round: 1, kind: ByeKind::ZeroPoint },
            Asked::Bye { round: 2, kind: ByeKind::HalfPoint },
        ];
        for asked in asked {
            self.give(WishCommand::MakeWish { entry: ids[1], asked });
        }
        let waiting: Vec<u64> = self.event.entry(ids[1]).unwrap().wishes.iter().map(|wish| wish.id).collect();
        self.give(WishCommand::RefuseWish { entry: ids[1], wish: waiting[0] });
        if let Some(wish) = waiting.get(1) {
            self.give(WishCommand::TakeBackWish { entry: ids[1], wish: *wish });
        }
    }
}
