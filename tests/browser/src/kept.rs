//! Pictures of printed sheets that were looked at and kept: another layout is another picture.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use png::{BitDepth, ColorType};

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
    let seen = beside_each_other(&pictures);
    let kept = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/papers")).join(name).with_extension("png");
    if std::env::var("PAPERS").is_ok_and(|wish| wish == "keep") {
        save(&seen, &kept)?;
        return Ok(None);
    }
    let known = open(&kept).with_context(|| format!("{} is not kept", kept.display()))?;
    let others = others(&known, &seen);
    if others.is_some_and(|others| others <= OTHERS) {
        return Ok(None);
    }
    let seen_at = std::env::temp_dir().join(format!("tiger-paper-{name}.png"));
    save(&seen, &seen_at)?;
    Ok(Some(format!(
        "looks otherwise ({} of 1000 dots) than {}: compare {}, and run with PAPERS=keep if it shall",
        others.unwrap_or(1000),
        kept.display(),
        seen_at.display()
    )))
}

fn open(path: &Path) -> anyhow::Result<Picture> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    ensure!(reader.output_color_type() == (ColorType::Grayscale, BitDepth::Eight), "it is not in grey");
    let mut dots = vec![0; reader.output_buffer_size().context("it has a size")?];
    reader.next_frame(&mut dots)?;
    Ok(Picture { width: usize::try_from(reader.info().width)?, dots })
}

fn save(picture: &Picture, path: &Path) -> anyhow::Result<()> {
    let size = [picture.width, picture.height()].map(u32::try_from);
    let [width, height] = [size[0]?, size[1]?];
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), width, height);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Eight);
    encoder.write_header()?.write_image_data(&picture.dots)?;
    Ok(())
}

/// How many of a thousand dots differ; none where the sizes do.
fn others(known: &Picture, seen: &Picture) -> Option<usize> {
    let (width, height) = (known.width, known.height());
    if (width, height) != (seen.width, seen.height()) {
        return None;
    }
    let differs = |(x, y): &(usize, usize)| mixed(known, *x, *y).abs_diff(mixed(seen, *x, *y)) > GREYER;
    let dots = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    Some(1000 * dots.filter(differs).count() / (width * height))
}

/// A dot mixed with its neighbours.
fn mixed(picture: &Picture, x: usize, y: usize) -> u8 {
    let around = |at: usize, size: usize| at.saturating_sub(1)..=(at + 1).min(size - 1);
    let rows = around(y, picture.height());
    let dots: Vec<u32> = rows
        .flat_map(|y| around(x, picture.width).map(move |x| u32::from(picture.dots[y * picture.width + x])))
        .collect();
    (dots.iter().sum::<u32>() / dots.len() as u32) as u8
}

fn beside_each_other(pictures: &[&Picture]) -> Picture {
    let width = PLACE * pictures.len();
    let mut dots = vec![AROUND; width * PLACE];
    for (place, picture) in pictures.iter().enumerate() {
        let rows: Vec<&[u8]> = picture.rows().collect();
        for (y, rows) in rows.chunks_exact(SHRUNK).take(PLACE).enumerate() {
            for x in 0..(picture.width / SHRUNK).min(PLACE) {
                let mixed = rows.iter().filter_map(|row| row.get(x * SHRUNK..(x + 1) * SHRUNK)).flatten();
                let sum: usize = mixed.map(|dot| usize::from(*dot)).sum();
                dots[y * width + place * PLACE + x] = (sum / (SHRUNK * SHRUNK)) as u8;
            }
        }
    }
    Picture { width, dots }
}
