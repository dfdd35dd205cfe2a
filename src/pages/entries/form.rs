//! The fields of a player.

use tiger_event::category::Asked;
use tiger_event::identity::Sex;
use tiger_event::roster::parse_rating;
use tiger_event::{Cents, EntryDetails, Identity, Label, Note, Office, PersonName, RatedPlayer};

use crate::pages::{Choice, FormView, or_empty};

/// Reads name, club, federation and rating; what else is known of a player is not in the form.
pub fn read_details(form: &mut FormView) -> Option<EntryDetails> {
    let name = form.read("name", PersonName::parse);
    let club = form.read("club", Label::parse_optional);
    let federation = form.read("federation", Label::parse_optional);
    let rating = form.read("rating", parse_rating);
    Some(EntryDetails {
        name: name?,
        club: club?,
        federation: federation?,
        rating: rating?,
        identity: Identity::default(),
        office: Office::default(),
    })
}

/// Reads all that arbiters may write down about a player.
pub fn read_player(form: &mut FormView) -> Option<EntryDetails> {
    let (details, identity, office) = (read_details(form), read_identity(form), read_office(form));
    Some(EntryDetails { identity: identity?, office: office?, ..details? })
}

/// Reads what categories ask, and nothing else.
pub fn read_for_categories(form: &mut FormView, asked: Asked) -> Option<Identity> {
    let sex = form.read("sex", |text| match text {
        text if !asked.sex || text.is_empty() => Ok(None),
        text => Sex::read(text).map(Some).ok_or("Choose from the list."),
    });
    let birth_date = if asked.age { form.read("birth", Identity::parse_birth) } else { Some(None) };
    Some(Identity {
        sex: sex?.and_then(|sex| Label::parse(sex.letter()).ok()),
        birth_date: birth_date?,
        ..Identity::default()
    })
}

fn read_identity(form: &mut FormView) -> Option<Identity> {
    let fide_id = form.read("fide_id", Identity::parse_fide_id);
    let national_id = form.read("national_id", Label::parse_optional);
    let title = form.read("title", Label::parse_optional);
    let asked = read_for_categories(form, Asked::ALL);
    let known_as = form.read("known_as", |text| match text {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| "Take the player from the ratings once more."),
    });
    Some(Identity {
        fide_id: fide_id?,
        national_id: national_id?,
        title: title?,
        known_as: known_as?,
        ..asked?
    })
}

fn read_office(form: &mut FormView) -> Option<Office> {
    let fee_due = form.read("fee_due", Cents::parse_optional);
    let fee_paid = form.read("fee_paid", Cents::parse_optional);
    let board = form.read("board", Office::parse_board);
    let note = form.read("note", Note::parse_optional);
    let fee_paid = fee_paid?.unwrap_or_default();
    Some(Office { fee_due: fee_due?, fee_paid, board: board?, note: note? })
}

/// Man or woman, or neither said.
pub(in crate::pages) fn sexes() -> Vec<Choice> {
    let choice = |sex: Sex| Choice::new(sex.letter(), sex.word());
    vec![Choice::new("", "not said"), choice(Sex::Woman), choice(Sex::Man)]
}

impl FormView {
    /// The form filled from a rating list.
    #[must_use]
    pub fn with_rated(self, player: &RatedPlayer) -> Self {
        self.with_value("name", player.name.as_str())
            .with_value("club", player.club.as_str())
            .with_value("federation", player.federation.as_str())
            .with_value("rating", or_empty(&player.rating))
            .with_value("fide_id", player.id.as_str())
            .with_value("title", player.title.as_str())
            .with_value("birth", player.birth.as_str())
    }

    /// The form filled with what categories ask.
    #[must_use]
    pub fn with_asked(self, identity: &Identity) -> Self {
        self.with_value("sex", identity.sex().map_or("", Sex::letter))
            .with_value("birth", or_empty(&identity.birth_date))
    }

    /// The form filled with name, club, federation and rating.
    #[must_use]
    pub fn with_details(self, details: &EntryDetails) -> Self {
        self.with_value("name", details.name.as_str())
            .with_value("club", or_empty(&details.club))
            .with_value("federation", or_empty(&details.federation))
            .with_value("rating", or_empty(&details.rating))
    }

    /// The form filled with all that arbiters wrote down about a player.
    #[must_use]
    pub fn with_player(self, details: &EntryDetails) -> Self {
        let EntryDetails { identity, office, .. } = details;
        let paid = (!office.fee_paid.is_none()).then_some(office.fee_paid);
        self.with_details(details)
            .with_value("fide_id", or_empty(&identity.fide_id))
            .with_value("national_id", or_empty(&identity.national_id))
            .with_value("title", or_empty(&identity.title))
            .with_asked(identity)
            .with_value("known_as", or_empty(&identity.known_as))
            .with_value("fee_due", or_empty(&office.fee_due))
            .with_value("fee_paid", or_empty(&paid))
            .with_value("board", or_empty(&office.board))
            .with_value("note", or_empty(&office.note))
    }
}
