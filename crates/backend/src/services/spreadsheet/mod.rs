//! The first sheet of a spreadsheet (.xlsx, .ods) as CSV, from which lists of players are read.
//!
//! Such a file is an archive whose few bytes can unfold to many: how much is unfolded is bounded before anything is read.

mod ods;

use std::io::{self, Cursor, Read};

use calamine::{Data, Reader, SheetVisible, Xlsx};
use thiserror::Error;
use tiger_event::roster::MOST_LINES;
use zip::ZipArchive;

/// What a file may unfold to.
const MOST_BYTES: u64 = 16 * 1024 * 1024;
/// Columns beyond these are passed over.
const MOST_COLUMNS: usize = 100;

/// Why a spreadsheet could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SheetError {
    #[error("This spreadsheet cannot be read. Save it again as .xlsx or .ods, or as CSV.")]
    Unreadable,
    #[error("This spreadsheet holds far more than a list of players. Save the sheet of the players alone.")]
    TooGreat,
}

/// A sheet as it is read, its rows from the top; its cells together hold no more than the file may unfold to, however
/// often the file says that they are repeated.
struct Sheet {
    rows: Vec<Vec<String>>,
    left: usize,
}

impl Default for Sheet {
    fn default() -> Self {
        Self { rows: Vec::new(), left: MOST_BYTES as usize }
    }
}

/// Whether a file is an archive, as spreadsheets are.
pub fn is_spreadsheet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// The first sheet, a line a row, its cells parted by semicolons.
pub fn csv_of(bytes: &[u8]) -> Result<String, SheetError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    check_size(&mut archive)?;
    let sheet = match archive.by_name("content.xml").ok().map(io::read_to_string) {
        Some(content) => ods::sheet(&content.map_err(unreadable)?)?,
        None => sheet_of_xlsx(bytes)?,
    };
    // In quotation marks, a comma or semicolon of a cell parts nothing.
    let mut writer = csv::WriterBuilder::new();
    writer.delimiter(b';').flexible(true).quote_style(csv::QuoteStyle::Always);
    let mut writer = writer.from_writer(Vec::new());
    for row in sheet.rows {
        // A field goes over no line's end.
        let cells = row.iter().map(|cell| cell.split_whitespace().collect::<Vec<_>>().join(" "));
        writer.write_record(cells.chain(row.is_empty().then(String::new))).map_err(unreadable)?;
    }
    String::from_utf8(writer.into_inner().map_err(unreadable)?).map_err(unreadable)
}

fn unreadable<E>(_: E) -> SheetError {
    SheetError::Unreadable
}

/// Unfolds everything once, without keeping it.
fn check_size(archive: &mut ZipArchive<Cursor<&[u8]>>) -> Result<(), SheetError> {
    let mut left = MOST_BYTES;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(unreadable)?;
        left -= io::copy(&mut part.take(left), &mut io::sink()).map_err(unreadable)?;
        if left == 0 {
            return Err(SheetError::TooGreat);
        }
    }
    Ok(())
}

fn sheet_of_xlsx(bytes: &[u8]) -> Result<Sheet, SheetError> {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let is_shown = |sheet: &&calamine::Sheet| sheet.visible == SheetVisible::Visible;
    let first = book.sheets_metadata().iter().find(is_shown).or(book.sheets_metadata().first());
    let name = first.ok_or(SheetError::Unreadable)?.name.clone();
    let mut cells = book.worksheet_cells_reader(&name).map_err(unreadable)?;
    let mut sheet = Sheet::default();
    while let Some(cell) = cells.next_cell().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        // A text that many cells share is long perhaps: it is taken only where it stays.
        if sheet.takes(row as usize, column as usize)? {
            sheet.put(row as usize, column as usize, &text_of(Data::from(cell.get_value().clone())))?;
        }
    }
    Ok(sheet)
}

/// A cell as a person reads it; days as report files write them.
fn text_of(value: Data) -> String {
    match value {
        Data::DateTime(at) => {
            let (year, month, day, ..) = at.to_ymd_hms_milli();
            format!("{year}/{month:02}/{day:02}")
        }
        other => other.to_string(),
    }
}

impl Sheet {
    /// Whether a cell is kept; each that is looked at counts, wherever it stands.
    fn takes(&mut self, row: usize, column: usize) -> Result<bool, SheetError> {
        self.left = self.left.checked_sub(1).ok_or(SheetError::TooGreat)?;
        // With the line of the titles, and one more, so that the reader of the list says that it is too long.
        if row > MOST_LINES + 1 {
            return Err(SheetError::TooGreat);
        }
        Ok(column < MOST_COLUMNS)
    }

    fn put(&mut self, row: usize, column: usize, text: &str) -> Result<(), SheetError> {
        if text.is_empty() || !self.takes(row, column)? {
            return Ok(());
        }
        self.left = self.left.checked_sub(text.len()).ok_or(SheetError::TooGreat)?;
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize_with(column + 1, String::new);
        }
        text.clone_into(&mut cells[column]);
        Ok(())
    }
}
