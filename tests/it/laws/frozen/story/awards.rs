//! Categories and prizes.

use tiger_arbiter::clock::new_id;
use tiger_event::awards::Sharing;
use tiger_event::identity::Sex;
use tiger_event::prizes::Currency;
use tiger_event::{
    AwardCommand, Category, Cents, EntryCommand, EntryId, Identity, Label, Note, Office, PrizeList, Prizes,
};

use super::Story;

impl Story {
    /// A player with everything that arbiters write down; categories and prizes of every kind.
    pub(super) fn awards(&mut self) {
        let first: EntryId = *self.event.entries.keys().next().unwrap();
        let label = |text: &str| Label::parse(text).ok();
        let mut details = self.event.entry(first).unwrap().details.clone();
        details.identity = Identity {
            fide_id: label("90000001"),
            national_id: label("N-17"),
            title: label("FM"),
            sex: label("w"),
            birth_date: label("2009-04-13"),
            known_as: Some(first),
        };
        let note = Note::parse("Needs a table near the door.").ok();
        details.office = Office { fee_due: Some(Cents(3000)), fee_paid: Cents(1250), note, board: Some(3) };
        assert!(self.give(EntryCommand::ChangeEntry { entry: first, details, seen: u64::MAX }));
        let plain = |name: &str| Category::plain(new_id(), Label::parse(name).unwrap());
        let young = Category { age_from: Some(8), age_to: Some(18), sex: Some(Sex::Woman), ..plain("Girls") };
        let near = Category {
            rating_from: Some(1000),
            rating_to: Some(1900),
            takes_unrated: true,
            sex: Some(Sex::Man),
            ..plain("Club")
        };
        let hosts = Category { named: vec![first], ..plain("Hosts") };
        let of = |category: Option<&Category>, sharing| PrizeList {
            category: category.map(|category| category.id),
            amounts: vec![Cents(10_000), Cents(3333)],
            sharing,
        };
        let prizes = Prizes {
            currency: Currency::parse("EUR").unwrap(),
            entry_fee: Cents(2500),
            fund: Some(Cents(50_000)),
            is_one_each: true,
            takes_withdrawn: true,
            lists: vec![
                of(None, Sharing::Hort),
                of(Some(&young), Sharing::Equal),
                of(Some(&hosts), Sharing::ByPlace),
            ],
        };
        let many = Prizes { is_one_each: false, takes_withdrawn: false, fund: None, ..prizes.clone() };
        for categories in [vec![hosts.clone()], Vec::new(), vec![young, near, hosts]] {
            assert!(self.give(AwardCommand::SetCategories { categories, seen: u64::MAX }));
        }
        for prizes in [Some(many), None, Some(prizes)] {
            assert!(self.give(AwardCommand::SetPrizes { prizes, seen: u64::MAX }));
        }
        assert!(self.give(AwardCommand::PublishPrizes { is_public: false }));
    }
}
