//! Pictures of sheets, of every kind that telephones and scanners make: the same code stands in each.

use tiger_arbiter::services::paper::picture::{PictureError, codes};

/// Those made by `qrcode` and Pillow are kept under `pictures/`.
fn kept() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/pictures");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.map(|path| (path.display().to_string(), std::fs::read(&path).unwrap())).collect()
}

#[test]
fn a_code_is_read_from_pictures_of_every_kind() {
    let kept = kept();
    assert_eq!(kept.len(), 12);
    for (path, bytes) in kept {
        assert_eq!(codes(&bytes).unwrap(), ["Tiger Arbiter"], "{path}");
    }
}

#[test]
fn what_was_cut_off_or_damaged_is_refused_or_read() {
    for (path, bytes) in kept() {
        for cut in (0..bytes.len()).step_by(bytes.len() / 6) {
            let read = codes(&bytes[..cut]);
            assert!(read.is_ok() || matches!(read, Err(PictureError::Other)), "{path} after {cut}");
            let mut damaged = bytes.clone();
            damaged[cut] ^= 0xFF;
            // Whatever comes, no thread is lost over it.
            let _ = codes(&damaged);
        }
    }
}

#[test]
fn a_picture_that_says_it_is_huge_is_refused_before_it_takes_room() {
    // The last is neither wide nor high, but each of its points takes four bytes.
    for (width, height) in [(6_001, 10), (10, 6_001), (u32::MAX >> 1, u32::MAX >> 1), (5_999, 5_999)] {
        let mut bytes = Vec::new();
        let mut picture = png::Encoder::new(&mut bytes, width, height);
        picture.set_color(png::ColorType::Rgba);
        // Nobody has such a picture at hand: nothing comes after its head.
        picture.write_header().unwrap().write_chunk(png::chunk::IDAT, &[]).unwrap();
        assert!(matches!(codes(&bytes), Err(PictureError::TooLarge)), "{width} x {height}");
    }
    let (_, mut bytes) = kept().into_iter().find(|(path, _)| path.ends_with("grey.jpg")).unwrap();
    // The frame's head: marker, length, bits, then height and width.
    let frame = bytes.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
    bytes[frame + 5..frame + 9].fill(0xFF);
    assert!(matches!(codes(&bytes), Err(PictureError::TooLarge)));
    // Neither wide nor high, but one that comes in several passes is held in full, two bytes for each value.
    let head = |mark: u8, side: u16| {
        let [high, low] = side.to_be_bytes();
        let frame = [0xFF, mark, 0, 17, 8, high, low, high, low, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
        let scan = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0, 0xFF, 0xD9];
        [&[0xFF, 0xD8][..], &frame, &scan].concat()
    };
    assert!(matches!(codes(&head(0xC2, 6_000)), Err(PictureError::TooLarge)));
    for (mark, side) in [(0xC2, 4_000), (0xC0, 6_000)] {
        assert!(!matches!(codes(&head(mark, side)), Err(PictureError::TooLarge)), "{mark} {side}");
    }
}
