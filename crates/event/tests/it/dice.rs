use tiger_event::dice::{Bytes32, derive_faces};

#[test]
fn hex_round_trips() {
    let bytes = Bytes32::digest(b"tiger");
    assert_eq!(bytes.to_string().parse(), Ok(bytes));
    assert!("xyz".parse::<Bytes32>().is_err());
}

/// Python: `hmac.new(bytes(range(32)), b"message" + (0).to_bytes(4, "big"), "sha256")`, bytes below 252
/// modulo 6.
#[test]
fn faces_are_those_of_an_independent_hmac() {
    let mut secret = [0_u8; 32];
    for (i, byte) in (0_u8..).zip(secret.iter_mut()) {
        *byte = i;
    }
    assert_eq!(derive_faces(&Bytes32(secret), b"message", 8), VECTOR);
}

const VECTOR: [u8; 8] = [1, 4, 6, 5, 3, 1, 4, 5];

/// 36 pairs over 36,000 casts: a fair pair of dice stays within five standard deviations of 1,000.
#[test]
fn all_pairs_are_equally_likely() {
    let mut counts = [0_u32; 36];
    for n in 0_u32..36_000 {
        let secret = Bytes32::digest(&n.to_be_bytes());
        let faces = derive_faces(&secret, b"fair", 2);
        counts[usize::from(faces[0] - 1) * 6 + usize::from(faces[1] - 1)] += 1;
    }
    assert!(counts.iter().all(|&c| (845..=1155).contains(&c)), "{counts:?}");
}
