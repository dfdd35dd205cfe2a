//! The players of a report file.

use std::collections::BTreeSet;

use tiger_event::file_records::InFull;
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
            let (identity, unread) =
                Identity::of_report([&person.fide_id, &person.title, &person.sex, &person.birth_date]);
            left_out
                .extend(unread.iter().map(|(field, text, _)| format!("{name} ({field} “{}”)", text.trim())));
            let federation = Label::parse_optional(&person.federation);
            if federation.is_err() {
                left_out.push(format!("{name} (federation “{}”)", person.federation.trim()));
            }
            if let Some(id) = identity.fide_number().filter(|id| !ids.insert((*id).to_owned())) {
                mistakes.push(mistake(
                    58,
                    format!("The FIDE ID {id} stands in the file twice. It is one person’s."),
                ));
            }
            let federation = federation.ok().flatten().or_else(|| in_full?.federation.clone());
            let details =
                EntryDetails { name, club: None, federation, rating, identity, office: Office::default() };
            people.push(Newcomer { number: player.number, id: clock::new_id(), details });
        }
        Self { people, left_out }
    }
}
