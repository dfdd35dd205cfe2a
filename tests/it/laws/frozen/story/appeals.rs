//! Appeals, in time and late, and what became of them.

use chrono::NaiveDate;
use tiger_event::appeals::Until;
use tiger_event::protocol::Late;
use tiger_event::{AppealCommand, AppealTerms, GameId, PersonName};

use super::Story;
use crate::laws::history;

impl Story {
    pub(super) fn appeals(&mut self, game: GameId) {
        let name = |name: &str| PersonName::parse(name).unwrap();
        let committee = vec![name("Linden, L."), name("Maple, M.")];
        let long_ago = NaiveDate::from_ymd_opt(1960, 11, 21).unwrap().and_hms_opt(10, 15, 0).unwrap();
        let player = self.game(game).first;
        let ruled = self.event.rulings.iter().rev().find(|ruling| ruling.game == game);
        let ruling = ruled.map(|ruling| ruling.id);
        let set = |until| AppealCommand::SetAppealTerms {
            terms: AppealTerms { until, committee: committee.clone() },
            seen: u64::MAX,
        };
        let note = |ruling, late: Option<bool>, made_at| AppealCommand::NoteAppeal {
            game,
            player,
            ruling,
            words: history::reason(),
            made_at,
            late: late.map(|is_heard| Late { is_heard, reason: history::reason() }),
        };
        self.give(set(Until::After { minutes: 45 }));
        for is_upheld in [true, false] {
            self.give(note(ruling, None, self.event.changed_at));
            self.decide(game, is_upheld, &committee);
        }
        self.give(note(None, None, self.event.changed_at));
        let step = self.event.version;
        self.give(AppealCommand::WithdrawAppeal { game, step });
        self.give(set(Until::Moment { at: long_ago }));
        for is_heard in [true, false] {
            self.give(note(None, Some(is_heard), self.event.changed_at));
        }
    }

    fn decide(&mut self, game: GameId, is_upheld: bool, members: &[PersonName]) {
        let (step, words, members) = (self.event.version, history::reason(), members.to_vec());
        self.give(AppealCommand::DecideAppeal { game, step, is_upheld, words, members });
    }
}
