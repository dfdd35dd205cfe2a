//! The players of a report file.

use std::collections::BTreeSet;

use tiger_event::file_records::InFull;
use tiger_event::identity::Sex;
use tiger_event::text::same;
use tiger_event::{EntryDetails, EntryId, Identity, Label, Office, PersonName};
use tiger_pairing::PairingNumber;
use tiger_pairing::trf::Report;

use super::FileMistake;
use super::mistakes::Places;
use crate::clock;

/// A player of the file on his way into the event.
pub(super) struct Newcomer {
    pub(super) number: PairingNumber,
    pub(super) id: EntryId,
    pub(super) details: EntryDetails,
}

/// All players of a file.
pub(super) struct Newcomers {
    pub(super) people: Vec<Newcomer>,
    /// What could not be read of them, such as `Moor, Tessa (birth date “1990/02/31”)`.
    pub(super) left_out: Vec<String>,
}

impl Newcomers {
    pub(super) fn read(report: &Report, places: &Places, mistakes: &mut Vec<FileMistake>) -> Self {
        let mut people: Vec<Newcomer> = Vec::new();
        let mut left_out = Vec::new();
        let (mut names, mut ids) = (BTreeSet::new(), BTreeSet::new());
        let in_full = InFull::of(report);
        for player in report.tournament.players() {
            let person = report.people.get(&player.number).cloned().unwrap_or_default();
            let mistake = |column, sentence| FileMistake::new(places.line(player.number), column, sentence);
            let in_full = in_full.get(&player.number.get()).filter(|of| of.begins(&person.name));
            let name = match PersonName::parse(&person.name) {
                Ok(name) => in_full.map_or(name, |of| of.name.clone()),
                Err(error) => {
                    mistakes.push(mistake(15, format!("Name: {error}")));
                    continue;
                }
            };
            if !names.insert(same(name.as_str())) {
                let sentence = format!("{name} stands in the file twice. Add something to one of the names.");
                mistakes.push(mistake(15, sentence));
            }
            let rating = match player.rating.map(u16::try_from) {
                Some(Ok(rating)) if rating <= 4000 => Some(rating),
                None => None,
                Some(_) => {
                    mistakes.push(mistake(49, "A rating is a number from 1 to 4000.".to_owned()));
                    None
                }
            };
            let mut read = |what: &str, text: &str, parsed: Result<Option<Label>, String>| {
                parsed.unwrap_or_else(|_| {
                    left_out.push(format!("{name} ({what} “{}”)", text.trim()));
                    None
                })
            };
            let label = |text: &str| Label::parse_optional(text).map_err(|error| error.to_string());
            let federation = read("federation", &person.federation, label(&person.federation));
            let identity = Identity {
                fide_id: read("FIDE ID", &person.fide_id, Identity::parse_fide_id(&person.fide_id)),
                national_id: None,
                title: read("title", &person.title, label(&person.title)),
                sex: read("sex", &person.sex, sex(&person.sex)),
                birth_date: read("birth date", &person.birth_date, birth(&person.birth_date)),
                known_as: None,
            };
            if let Some(id) = identity.fide_number().filter(|id| !ids.insert((*id).to_owned())) {
                mistakes.push(mistake(
                    58,
                    format!("The FIDE ID {id} stands in the file twice. It is one person’s."),
                ));
            }
            let federation = federation.or_else(|| in_full?.federation.clone());
            let details =
                EntryDetails { name, club: None, federation, rating, identity, office: Office::default() };
            people.push(Newcomer { number: player.number, id: clock::new_id(), details });
        }
        Self { people, left_out }
    }
}

/// The letter of a file, if it is one of the two.
fn sex(text: &str) -> Result<Option<Label>, String> {
    let label = Label::parse_optional(text).map_err(|error| error.to_string())?;
    match label {
        Some(label) if Sex::read(label.as_str()).is_none() => Err("It is m or w.".to_owned()),
        label => Ok(label),
    }
}

/// A birth; files write zeros where none is known.
fn birth(text: &str) -> Result<Option<Label>, String> {
    let is_unknown = !text.contains(|c: char| c != '0' && !c.is_whitespace() && !c.is_ascii_punctuation());
    if is_unknown { Ok(None) } else { Identity::parse_birth(text) }
}
