use tiger_event::apart::{Apart, digest, gather, in_full, named};
use tiger_event::{
    Actor, Bytes32, Command, EntryCommand, EntryDetails, Identity, Label, NewEntry, PersonName,
};

use crate::new_id;

fn command(name: &str) -> Command {
    let details = EntryDetails {
        name: PersonName::parse(name).unwrap(),
        club: Label::parse("Harbour Club").ok(),
        federation: None,
        rating: Some(1850),
        identity: Identity::default(),
        office: tiger_event::office::Office::default(),
    };
    let entries = vec![NewEntry { id: new_id(), details, first_round: 1 }];
    EntryCommand::AddEntries { entries }.into()
}

fn written(command: &Command) -> (String, Vec<Apart>) {
    gather(Bytes32([7; 32]), None, || serde_json::to_string(command).unwrap())
}

#[test]
fn an_entry_says_digests_and_is_read_in_full() {
    let command = command("Moor, Tessa");
    let plain = serde_json::to_string(&command).unwrap();
    let (entry, apart) = written(&command);
    assert!(plain.contains("Moor") && plain.contains("Harbour"));
    assert!(!entry.contains("Moor") && !entry.contains("Harbour") && !entry.contains("1850"), "{entry}");
    assert_eq!(apart.len(), 1, "{apart:?}");
    let only = &apart[0];
    assert_eq!(named(&entry).collect::<Vec<_>>(), [only.digest]);
    assert_eq!(digest(only.salt, &only.body), only.digest);
    let full = in_full(&entry, |digest| (*digest == only.digest).then_some(only.body.as_str()));
    assert_eq!(full.as_deref(), Ok(plain.as_str()));
    assert_eq!(in_full(&entry, |_| None), Err(only.digest));
    // Outside, everything is written in full again.
    assert_eq!(serde_json::to_string(&command).unwrap(), plain);
}

#[test]
fn nobody_types_a_digest() {
    let (entry, apart) = written(&command("Moor, Tessa"));
    let stolen = entry.split_once("\"details\":").unwrap().1.split_once('}').unwrap().0.to_owned() + "}";
    assert_eq!(named(&stolen).collect::<Vec<_>>(), [apart[0].digest]);
    let typed = serde_json::to_string(&stolen).unwrap();
    assert_eq!(named(&typed).count(), 0, "{typed}");
    assert_eq!(in_full(&typed, |_| None).as_deref(), Ok(typed.as_str()));
}

#[test]
fn what_is_known_is_named_again() {
    let actor = Actor::User { id: new_id(), name: "Tessa".to_owned(), is_admin: false };
    let write = |known| gather(Bytes32([1; 32]), known, || serde_json::to_string(&actor).unwrap());
    let (first, new) = write(None);
    let known = Some((new[0].body.clone(), new[0].digest));
    assert_eq!(write(known), (first, Vec::new()));
}
