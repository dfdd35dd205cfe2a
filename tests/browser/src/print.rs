//! A page as it comes out of the printer: its sheets as pictures, and the words on them with their places.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use base64::prelude::*;
use serde_json::json;
use tempfile::TempDir;

use crate::Tab;

/// Dots an inch of the pictures.
const DENSITY: u32 = 40;

/// Points an inch of the words' places.
const POINTS: f64 = 72.0;

/// How near to the edge of the paper printers print, in points: 8 mm.
const EDGE: f64 = 8.0 / 25.4 * POINTS;

/// Brighter than this is paper.
const PAPER: u8 = 215;

/// What everybody may read of a page, word by word as its lines may break.
const SAID: &str = "(() => {
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const said = [];
    while (walker.nextNode()) {
        const owner = walker.currentNode.parentElement;
        const isShown = owner.checkVisibility() && !owner.closest('.sr-only, [aria-hidden=true], svg');
        if (isShown) said.push(walker.currentNode.data);
    }
    return said.join(' ');
})()";

/// A page on paper.
#[derive(Debug)]
pub struct Print {
    /// Its sheets, in order.
    pub sheets: Vec<Sheet>,
    /// The words of the page, as it would show them on a screen that looks like paper.
    said: Vec<String>,
}

/// A sheet of paper.
#[derive(Debug)]
pub struct Sheet {
    /// What it looks like.
    pub picture: Picture,
    /// Its width and height in points.
    pub size: [f64; 2],
    words: Vec<Word>,
}

/// A picture in grey.
#[derive(Debug)]
pub struct Picture {
    /// Dots in a row.
    pub width: usize,
    /// Its rows one after the other; 0 is black.
    pub dots: Vec<u8>,
}

/// A word, and where it stands: left, top, right, bottom in points.
#[derive(Debug)]
struct Word {
    text: String,
    place: [f64; 4],
}

impl Tab<'_> {
    /// Prints the page that is open, on the paper that it asks for.
    ///
    /// # Errors
    /// When the browser has gone, or Debian's package `poppler-utils` is not installed.
    pub async fn print(&self) -> anyhow::Result<Print> {
        self.command("Emulation.setEmulatedMedia", &json!({ "media": "print" })).await?;
        let said: String = self.evaluate(SAID).await?;
        self.command("Emulation.setEmulatedMedia", &json!({ "media": "" })).await?;
        let file = self.print_to_file().await?;
        let sheets = read_words(&String::from_utf8(run("pdftotext", &["-bbox", "-", "-"], &file)?)?)?;
        let folder = TempDir::new()?;
        let root = folder.path().join("sheet").display().to_string();
        run("pdftoppm", &["-gray", "-r", &DENSITY.to_string(), "-", &root], &file)?;
        let pictures = read_pictures(folder.path())?;
        ensure!(pictures.len() == sheets.len(), "{} pictures of {} sheets", pictures.len(), sheets.len());
        let sheet = |(picture, (size, words))| Sheet { picture, size, words };
        Ok(Print {
            sheets: pictures.into_iter().zip(sheets).map(sheet).collect(),
            said: said.split_whitespace().map(str::to_owned).collect(),
        })
    }

    /// Prints the page that is open and scans its sheets into a folder: their files, in order.
    ///
    /// # Errors
    /// As for [`Self::print`].
    pub async fn scan(&self, folder: &Path, dots_an_inch: u32) -> anyhow::Result<Vec<PathBuf>> {
        let root = folder.join("scan").display().to_string();
        let file = self.print_to_file().await?;
        run("pdftoppm", &["-gray", "-png", "-r", &dots_an_inch.to_string(), "-", &root], &file)?;
        files_in(folder)
    }

    async fn print_to_file(&self) -> anyhow::Result<Vec<u8>> {
        // What readers of the file would hear takes a fifth of its time and two thirds of its bytes; here it is looked at.
        let wanted = json!({ "preferCSSPageSize": true, "generateTaggedPDF": false });
        let printed = self.command("Page.printToPDF", &wanted).await?;
        Ok(BASE64_STANDARD.decode(printed["data"].as_str().context("there is a file")?)?)
    }
}

impl Print {
    /// What somebody would notice who looks through the sheets: something cut, lost, printed over or left alone.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let of_sheet = |(number, sheet): (usize, &Sheet)| {
            sheet.faults().into_iter().map(move |fault| format!("sheet {number}: {fault}"))
        };
        let mut faults: Vec<String> = (1..).zip(&self.sheets).flat_map(of_sheet).collect();
        let [full @ .., last] = self.sheets.as_slice() else { return vec!["no sheet".to_owned()] };
        let fill = |sheet: &Sheet| 100 * sheet.depth() / sheet.picture.rows().len().max(1);
        faults.extend((1..).zip(full).filter(|(_, sheet)| fill(sheet) < 40).map(|(number, sheet)| {
            format!("sheet {number}: ends after {} of 100, and there is more to come", fill(sheet))
        }));
        if full.last().is_some_and(|before| before.lines() > 12) && last.lines() < 3 {
            faults.push(format!("the last sheet has {} lines alone", last.lines()));
        }
        faults.extend(self.lost());
        faults
    }

    /// The first of several sheets that does not say what it is of, nor which of them it is: nobody could put it back.
    #[must_use]
    pub fn stray(&self, of: &str) -> Option<String> {
        let count = self.sheets.len();
        let stray = |(number, sheet): &(usize, &Sheet)| {
            let said: Vec<&str> = sheet.words.iter().map(|word| word.text.as_str()).collect();
            let said = said.join(" ");
            count > 1 && !(said.contains(of) && said.contains(&format!("{number} / {count}")))
        };
        let stray = (1..).zip(&self.sheets).find(stray);
        stray.map(|(number, _)| format!("sheet {number} does not say {of:?} and its number"))
    }

    /// How high a word stands on paper where it comes first, in points.
    #[must_use]
    pub fn height_of(&self, text: &str) -> Option<f64> {
        let words = self.sheets.iter().flat_map(|sheet| &sheet.words);
        words.filter(|word| word.text == text).map(|word| word.place[3] - word.place[1]).next()
    }

    /// Words of the page that are not on paper as often.
    fn lost(&self) -> Option<String> {
        let mut counts: BTreeMap<&str, i32> = BTreeMap::new();
        let words = self.sheets.iter().flat_map(|sheet| &sheet.words).flat_map(|word| parts(&word.text));
        words.for_each(|part| *counts.entry(part).or_default() += 1);
        let said = self.said.iter().flat_map(|word| parts(word));
        said.for_each(|part| *counts.entry(part).or_default() -= 1);
        let lost: Vec<_> = counts.into_iter().filter(|(_, count)| *count < 0).collect();
        (!lost.is_empty()).then(|| format!("not on paper: {lost:?}"))
    }
}

/// A word as lines may break it; what is no word but a digest breaks anywhere, and is left out.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let is_digest = |part: &&str| part.len() > 8 && part.contains(|letter: char| letter.is_ascii_digit());
    word.split_inclusive(['-', '–', '·', '/', '=', ':']).filter(move |part| !is_digest(part))
}

impl Sheet {
    /// How far down there is ink, in dots.
    fn depth(&self) -> usize {
        self.picture.rows().rposition(is_inked).map_or(0, |row| row + 1)
    }

    /// Lines of words.
    fn lines(&self) -> usize {
        let mut middles: Vec<f64> =
            self.words.iter().map(|word| f64::midpoint(word.place[1], word.place[3])).collect();
        middles.sort_by(f64::total_cmp);
        middles.dedup_by(|next, before| *next - *before < 4.0);
        middles.len()
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.depth() == 0 {
            faults.push("is blank".to_owned());
        }
        if self.has_ink_at_edge() {
            faults.push("has ink at its edge, where printers cut".to_owned());
        }
        let [width, height] = self.size;
        let is_cut = |word: &&Word| {
            let [left, top, right, bottom] = word.place;
            left < EDGE || top < EDGE || right > width - EDGE || bottom > height - EDGE
        };
        faults.extend(self.words.iter().find(is_cut).map(|word| format!("cuts {:?}", word.text)));
        for (number, word) in self.words.iter().enumerate() {
            let over = self.words.iter().skip(number + 1).find(|other| word.is_under(other));
            faults.extend(over.map(|other| format!("prints {:?} over {:?}", other.text, word.text)));
        }
        faults.truncate(6);
        faults
    }

    fn has_ink_at_edge(&self) -> bool {
        let edge = (EDGE / POINTS * f64::from(DENSITY)) as usize - 1;
        let (rows, width) = (self.picture.rows(), self.picture.width);
        let last = rows.len().saturating_sub(edge);
        rows.enumerate().any(|(y, row)| {
            if y < edge || y >= last {
                is_inked(row)
            } else {
                row.get(..edge).is_some_and(is_inked) || row.get(width - edge..).is_some_and(is_inked)
            }
        })
    }
}

impl Picture {
    /// Its rows, from the top.
    pub fn rows(&self) -> std::slice::ChunksExact<'_, u8> {
        self.dots.chunks_exact(self.width)
    }

    /// How many rows it has.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.dots.len() / self.width
    }

    /// Reads a "portable grey map" of one byte a dot.
    fn read(file: &[u8]) -> Option<Self> {
        let mut parts = file.splitn(4, u8::is_ascii_whitespace);
        let number = |bytes: &[u8]| std::str::from_utf8(bytes).ok()?.parse::<usize>().ok();
        let _ = parts.next().filter(|kind| *kind == b"P5")?;
        let (width, height) = (number(parts.next()?)?, number(parts.next()?)?);
        let dots = parts.next()?.strip_prefix(b"255\n")?.to_vec();
        (width > 0 && dots.len() == width * height).then_some(Self { width, dots })
    }
}

fn is_inked(row: &[u8]) -> bool {
    row.iter().any(|dot| *dot < PAPER)
}

impl Word {
    /// Whether another covers a third of it or more.
    fn is_under(&self, other: &Self) -> bool {
        let overlap = |low: usize, high: usize| {
            (self.place[high].min(other.place[high]) - self.place[low].max(other.place[low])).max(0.0)
        };
        let area = |word: &Self| (word.place[2] - word.place[0]) * (word.place[3] - word.place[1]);
        overlap(0, 2) * overlap(1, 3) > area(self).min(area(other)) / 3.0
    }
}

/// Runs a program of `poppler-utils` with a file as its input.
fn run(program: &str, arguments: &[&str], input: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut process = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // It complains about blank sheets, which are found without it.
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("{program} does not start: install Debian's package `poppler-utils`"))?;
    let mut pipe = process.stdin.take().context("it has an input")?;
    let output = std::thread::scope(|scope| {
        scope.spawn(move || pipe.write_all(input));
        process.wait_with_output()
    })?;
    ensure!(output.status.success(), "{program} cannot read what was printed");
    Ok(output.stdout)
}

fn read_pictures(folder: &Path) -> anyhow::Result<Vec<Picture>> {
    files_in(folder)?.iter().map(|file| Picture::read(&std::fs::read(file)?).context("no picture")).collect()
}

/// By name.
fn files_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let files = std::fs::read_dir(folder)?.map(|file| file.map(|file| file.path()));
    let mut files = files.collect::<Result<Vec<_>, _>>()?;
    files.sort();
    Ok(files)
}

/// Reads what `pdftotext -bbox` writes: each sheet's size and words.
fn read_words(text: &str) -> anyhow::Result<Vec<([f64; 2], Vec<Word>)>> {
    let mut sheets: Vec<([f64; 2], Vec<Word>)> = Vec::new();
    for line in text.lines().map(str::trim) {
        let number = |name: &str| -> anyhow::Result<f64> {
            let value = line.split_once(&format!("{name}=\"")).and_then(|(_, rest)| rest.split_once('"'));
            Ok(value.context("a place is missing")?.0.parse()?)
        };
        if line.starts_with("<page ") {
            sheets.push(([number("width")?, number("height")?], Vec::new()));
        } else if line.starts_with("<word ") {
            let text = line.split_once('>').and_then(|(_, rest)| rest.strip_suffix("</word>"));
            let text = text.context("a word is missing")?;
            let text =
                text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
            let place = [number("xMin")?, number("yMin")?, number("xMax")?, number("yMax")?];
            let word = Word { text: text.replace("&amp;", "&"), place };
            sheets.last_mut().context("a word without a sheet")?.1.push(word);
        }
    }
    Ok(sheets)
}
