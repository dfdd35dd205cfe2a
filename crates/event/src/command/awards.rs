//! Categories and prizes.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{Effect, Event, Family, Meta, Refusal, Teller, check_seen};
use crate::category::{self};
use crate::prizes::SetPrizes;
use crate::{Category, Prizes, SettledTie};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AwardCommand {
    /// The categories are replaced.
    SetCategories {
        /// The new ones, in the order in which pages show them.
        categories: Vec<Category>,
        seen: u64,
    },
    /// The prizes are replaced; they are not published any more.
    SetPrizes {
        /// The new ones; none to have none any more.
        prizes: Option<Prizes>,
        seen: u64,
    },
    /// Everybody may see who wins the prizes, or nobody any more.
    PublishPrizes { is_public: bool },
    /// Ties of the final standings are settled, all of them anew.
    SettleTies {
        ties: Vec<SettledTie>,
        /// The revision of the ties that whoever sent this had seen.
        seen: u64,
    },
}

impl Family for AwardCommand {
    fn check_new(&self, event: &Event, _: &Meta) -> Effect {
        let Self::SettleTies { ties, .. } = self else { return Ok(()) };
        event.check_is_not_finished()?;
        match event.ties_wait_for().filter(|_| !ties.is_empty()) {
            Some(open) => Err(Refusal::Invalid(format!("{open} Ties are settled when all is played."))),
            None => Ok(()),
        }
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::SetCategories { categories, seen } => set_categories(event, meta, categories, *seen),
            Self::SetPrizes { prizes, seen } => set_prizes(event, meta, prizes.as_ref(), *seen),
            Self::PublishPrizes { is_public } => publish(event, *is_public),
            Self::SettleTies { ties, seen } => settle_ties(event, meta, ties, *seen),
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::SetCategories { categories, .. } => {
                format!("Categories: {}", category::summary(teller.event, categories))
            }
            Self::SetPrizes { prizes: Some(prizes), .. } => {
                format!("Prizes: {}", prizes.summary(teller.event))
            }
            Self::SetPrizes { prizes: None, .. } => "No prizes any more".to_owned(),
            Self::SettleTies { ties, .. } => {
                format!("Settled ties: {}", SettledTie::summary(teller.event, ties))
            }
            Self::PublishPrizes { is_public: true } => "Prize list published".to_owned(),
            Self::PublishPrizes { is_public: false } => "Prize list no longer published".to_owned(),
        }
    }
}

fn set_categories(event: &mut Event, meta: &Meta, categories: &[Category], seen: u64) -> Effect {
    category::check(event, categories)?;
    check_seen(seen, event.categories_revision, || {
        let theirs = category::summary(event, &event.categories);
        ("the categories".to_owned(), theirs, category::summary(event, categories))
    })?;
    let lists = event.prizes().into_iter().flat_map(|prizes| &prizes.lists);
    let is_gone = |id| !categories.iter().any(|category| category.id == id);
    if let Some(gone) = lists.filter_map(|list| list.category).find(|id| is_gone(*id)) {
        let name = event.category(gone).map_or_else(|| "a category".to_owned(), |it| it.name.to_string());
        return Err(Refusal::Invalid(format!("There are prizes for {name}. Take them out first.")));
    }
    event.categories = categories.to_vec();
    event.categories_revision = meta.seq;
    Ok(())
}

fn settle_ties(event: &mut Event, meta: &Meta, ties: &[SettledTie], seen: u64) -> Effect {
    SettledTie::check(event, ties)?;
    check_seen(seen, event.settled_ties_revision, || {
        let theirs = SettledTie::summary(event, &event.settled_ties);
        ("the settled ties".to_owned(), theirs, SettledTie::summary(event, ties))
    })?;
    event.settled_ties = ties.to_vec();
    event.settled_ties_revision = meta.seq;
    Ok(())
}

fn set_prizes(event: &mut Event, meta: &Meta, prizes: Option<&Prizes>, seen: u64) -> Effect {
    if let Some(prizes) = prizes {
        prizes.check(event)?;
    }
    check_seen(seen, event.prizes_revision(), || {
        let summary = |prizes: Option<&Prizes>| {
            prizes.map_or_else(|| "none".to_owned(), |prizes| prizes.summary(event))
        };
        ("the prizes".to_owned(), summary(event.prizes()), summary(prizes))
    })?;
    event.prizes =
        prizes.map(|prizes| SetPrizes { prizes: prizes.clone(), revision: meta.seq, is_published: false });
    Ok(())
}

fn publish(event: &mut Event, is_public: bool) -> Effect {
    if let (true, Some(open)) = (is_public, event.places_wait_for()) {
        return Err(Refusal::Invalid(format!("{open} The prize list is published when all is played.")));
    }
    let set = event.prizes.as_mut().ok_or(Refusal::invalid("This event has no prizes."))?;
    set.is_published = is_public;
    Ok(())
}
