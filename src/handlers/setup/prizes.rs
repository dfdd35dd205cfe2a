//! Prizes: what there is to be won, who wins it, receipts.

use tiger_event::awards::Sharing;
use tiger_event::prizes::Currency;
use tiger_event::{AwardCommand, Cents, Event, PrizeList, Prizes};

use crate::access::ForArbiter;
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::pages::setup::{PrizeListPage, PrizesForm, ReceiptsPage};
use crate::pages::{FormView, Page};

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(PrizesForm::of(&access)).answer()
}

pub async fn save(FromArbiter(mut sent): FromArbiter) -> Answer {
    let seen = sent.posted.version()?;
    let prizes = read(&mut sent.form, &sent.access.event);
    let command = prizes.map(|prizes| AwardCommand::SetPrizes { prizes: Some(prizes), seen });
    let deed = Deed::new(sent.access.path("/settings/prizes"), "The prizes are saved.").typed_again();
    sent.answer_in(deed, command, async |access| Ok(PrizesForm::of(access)), |page| &mut page.form).await
}

/// Who wins the prizes as the event stands.
pub async fn list(ForArbiter(access): ForArbiter) -> Answer {
    Page(PrizeListPage::of(&access)?).answer()
}

/// Shows the list to everybody, or to nobody any more.
pub async fn publish(FromArbiter(sent): FromArbiter) -> Answer {
    let is_public = sent.posted.value("public") == "yes";
    let said = if is_public {
        "Everybody may see the prize list."
    } else {
        "The prize list is not public any more."
    };
    let deed = Deed::new(sent.access.path("/settings/prizes/list"), said);
    sent.carry_out(deed, AwardCommand::PublishPrizes { is_public }).await
}

pub async fn receipts(ForArbiter(access): ForArbiter) -> Answer {
    Page(ReceiptsPage::of(&access)?).answer()
}

fn read(form: &mut FormView, event: &Event) -> Option<Prizes> {
    let currency = form.read("currency", Currency::parse);
    let entry_fee = form.read("entry_fee", Cents::parse_optional);
    let fund = form.read("fund", Cents::parse_optional);
    let places = PrizesForm::PLACES.filled(form).into_iter();
    let lists = places.filter_map(|place| read_list(form, event, place)).collect();
    let prizes = Prizes {
        currency: currency?,
        entry_fee: entry_fee?.unwrap_or_default(),
        fund: fund?,
        is_one_each: form.has("one_each", "on"),
        takes_withdrawn: form.has("withdrawn", "on"),
        lists,
    };
    (!form.is_rejected()).then_some(prizes)
}

/// The list at a place; one whose amounts were taken out goes. Mistakes are noted at their fields.
fn read_list(form: &mut FormView, event: &Event, place: usize) -> Option<PrizeList> {
    let [of, amounts, sharing] =
        ["of", "amounts", "sharing"].map(|name| PrizesForm::PLACES.field(place, name));
    if form.value(&amounts).trim().is_empty() {
        return None;
    }
    let category = form.read(&of, |text| match text {
        PrizesForm::ALL => Ok(None),
        id => match id.parse().ok().filter(|id| event.category(*id).is_some()) {
            Some(id) => Ok(Some(id)),
            None => Err("Say whose places count."),
        },
    });
    let amounts = form.read(&amounts, read_amounts);
    let sharing = form.read(&sharing, |key| Sharing::from_key(key).ok_or("Choose from the list."));
    Some(PrizeList { category: category?, amounts: amounts?, sharing: sharing? })
}

/// Amounts from the first place down, such as `500 300 200.50`.
fn read_amounts(text: &str) -> Result<Vec<Cents>, String> {
    let amounts = text.split(|c: char| c.is_whitespace() || matches!(c, '/' | ';'));
    let amounts = amounts.filter(|amount| !amount.is_empty());
    amounts
        .map(|amount| {
            // A comma behind an amount parts it from the next one.
            Cents::parse(amount.trim_end_matches(',')).map_err(|error| format!("“{amount}”: {error}"))
        })
        .collect()
}
