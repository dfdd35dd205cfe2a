//! Pictures of printed sheets that were looked at and kept: another layout is another picture.

use std::path::PathBuf;

use anyhow::Context;
use image::{GrayImage, Luma};

use crate::{Picture, Print};

/// Dots of a printed sheet that become one, in both directions.
const SHRUNK: usize = 4;

/// Width and height of a sheet's place, in dots: either edge of A4 or Letter.
const PLACE: usize = 118;

/// What lies around sheets.
const AROUND: u8 = 128;

/// Fonts are drawn a little otherwise elsewhere, dates and codes are others each time: how much greyer a dot may be when
/// it is mixed with its neighbours, and how many of a thousand may be so all the same.
const GREYER: u8 = 36;
const OTHERS: usize = 12;

/// Compares the first and the last sheet of prints with the picture that is kept under a name; what differs is told.
/// With `PAPERS=keep` in the environment what is seen is kept instead.
///
/// # Errors
/// When a picture cannot be read or written.
pub fn compare(name: &str, prints: &[Print]) -> anyhow::Result<Option<String>> {
    let sheets = prints.iter().flat_map(|print| [print.sheets.first(), print.sheets.last()]).flatten();
    let pictures: Vec<&Picture> = sheets.map(|sheet| &sheet.picture).collect();
    let seen = beside_each_other(&pictures)?;
    let kept = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/papers")).join(name).with_extension("png");
    if std::env::var("PAPERS").is_ok_and(|wish| wish == "keep") {
        seen.save(&kept)?;
        return Ok(None);
    }
    let known = image::open(&kept).with_context(|| format!("{} is not kept", kept.display()))?.into_luma8();
    let others = others(&known, &seen);
    if others.is_some_and(|others| others <= OTHERS) {
        return Ok(None);
    }
    let seen_at = std::env::temp_dir().join(format!("tiger-paper-{name}.png"));
    seen.save(&seen_at)?;
    Ok(Some(format!(
        "looks otherwise ({} of 1000 dots) than {}: compare {}, and run with PAPERS=keep if it shall",
        others.unwrap_or(1000),
        kept.display(),
        seen_at.display()
    )))
}

/// How many of a thousand dots differ; none where the sizes do.
fn others(known: &GrayImage, seen: &GrayImage) -> Option<usize> {
    let (width, height) = known.dimensions();
    if (width, height) != seen.dimensions() {
        return None;
    }
    let differs = |(x, y): &(u32, u32)| mixed(known, *x, *y).abs_diff(mixed(seen, *x, *y)) > GREYER;
    let dots = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    Some(1000 * dots.filter(differs).count() / (width * height) as usize)
}

/// A dot mixed with its neighbours.
fn mixed(picture: &GrayImage, x: u32, y: u32) -> u8 {
    let (width, height) = picture.dimensions();
    let rows = y.saturating_sub(1)..=(y + 1).min(height - 1);
    let dots: Vec<u32> = rows
        .flat_map(|y| (x.saturating_sub(1)..=(x + 1).min(width - 1)).map(move |x| (x, y)))
        .map(|(x, y)| u32::from(picture.get_pixel(x, y).0[0]))
        .collect();
    (dots.iter().sum::<u32>() / dots.len() as u32) as u8
}

fn beside_each_other(pictures: &[&Picture]) -> anyhow::Result<GrayImage> {
    let width = u32::try_from(PLACE * pictures.len())?;
    let mut all = GrayImage::from_pixel(width, PLACE as u32, Luma([AROUND]));
    for (place, picture) in pictures.iter().enumerate() {
        let rows: Vec<&[u8]> = picture.rows().collect();
        for (y, rows) in rows.chunks_exact(SHRUNK).take(PLACE).enumerate() {
            for x in 0..(picture.width / SHRUNK).min(PLACE) {
                let dots = rows.iter().filter_map(|row| row.get(x * SHRUNK..(x + 1) * SHRUNK)).flatten();
                let sum: usize = dots.map(|dot| usize::from(*dot)).sum();
                let grey = (sum / (SHRUNK * SHRUNK)) as u8;
                all.put_pixel((place * PLACE + x) as u32, y as u32, Luma([grey]));
            }
        }
    }
    Ok(all)
}
