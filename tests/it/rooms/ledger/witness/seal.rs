use tiger_arbiter::clock;
use tiger_arbiter::ledger::witness::seal::{ReadSeal, Seal};
use tiger_event::{Bytes32, Slug};

#[test]
fn what_is_printed_is_read() {
    let slug = Slug::parse("merridon-open").unwrap_or_else(|_| unreachable!("it is an address"));
    let seal = Seal::of((clock::new_id(), &slug), 1234, Bytes32([0x9f; 32]), None);
    assert_eq!(seal.text, "merridon-open:1234:9f9f9f9f9f9f9f9f");
    for text in [&seal.text, &seal.whole] {
        let read = text.parse::<ReadSeal>();
        assert_eq!(read.map(|read| (read.slug, read.version)), Ok((slug.clone(), 1234)), "{text}");
    }
    assert!("merridon-open:1234:9f9f".parse::<ReadSeal>().is_err(), "too few digits prove nothing");
}
