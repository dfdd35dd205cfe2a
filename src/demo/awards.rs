//! Categories and prizes of the demo's events.

use tiger_event::awards::Sharing;
use tiger_event::identity::Sex;
use tiger_event::ids::CategoryId;
use tiger_event::prizes::Currency;
use tiger_event::{Category, Cents, Label, PrizeList, Prizes};

use crate::clock;

fn category(name: &str) -> anyhow::Result<Category> {
    Ok(Category::plain(clock::new_id(), Label::parse(name)?))
}

/// Those up to a rating, and those who have none.
pub(super) fn up_to(rating: u16) -> anyhow::Result<Category> {
    Ok(Category { rating_to: Some(rating), takes_unrated: true, ..category(&format!("Up to {rating}"))? })
}

/// Women and girls.
pub(super) fn women() -> anyhow::Result<Category> {
    Ok(Category { sex: Some(Sex::Woman), ..category("Women")? })
}

/// Players up to an age.
pub(super) fn juniors(age: u8) -> anyhow::Result<Category> {
    Ok(Category { age_to: Some(age), ..category(&format!("Under {}", age + 1))? })
}

/// A list of prizes in whole euros, those who are level share by Hort's rule.
pub(super) fn list(category: Option<CategoryId>, euros: &[u64]) -> PrizeList {
    let amounts = euros.iter().map(|euros| Cents(euros * 100)).collect();
    PrizeList { category, amounts, sharing: Sharing::Hort }
}

/// What a club gives: one prize a player, for an entry fee of twenty euros.
pub(super) fn prizes(fund: u64, lists: Vec<PrizeList>) -> anyhow::Result<Prizes> {
    Ok(Prizes {
        currency: Currency::parse("EUR")?,
        entry_fee: Cents(2_000),
        fund: Some(Cents(fund * 100)),
        is_one_each: true,
        takes_withdrawn: false,
        lists,
    })
}
