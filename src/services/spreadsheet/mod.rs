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
        sheet.put(row as usize, column as usize, &text_of(Data::from(cell.get_value().clone())))?;
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
    fn put(&mut self, row: usize, column: usize, text: &str) -> Result<(), SheetError> {
        if text.is_empty() || column >= MOST_COLUMNS {
            return Ok(());
        }
        // With the line of the titles, and one more, so that the reader of the list says that it is too long.
        if row > MOST_LINES + 1 {
            return Err(SheetError::TooGreat);
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::{SheetError, csv_of, is_spreadsheet};

    fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in parts {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    /// The parts that a spreadsheet program writes at the very least.
    fn xlsx(sheet: &str) -> Vec<u8> {
        let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
        let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        let package = "http://schemas.openxmlformats.org/package/2006/relationships";
        let book = format!(
            "<workbook xmlns=\"{main}\" xmlns:r=\"{office}\"><sheets><sheet name=\"Players\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
        );
        let links = format!(
            "<Relationships xmlns=\"{package}\"><Relationship Id=\"r1\" Type=\"{office}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
        );
        let root = format!(
            "<Relationships xmlns=\"{package}\"><Relationship Id=\"r1\" Type=\"{office}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
        );
        let sheet = format!("<worksheet xmlns=\"{main}\"><sheetData>{sheet}</sheetData></worksheet>");
        archive(&[
            ("_rels/.rels", root.as_bytes()),
            ("xl/workbook.xml", book.as_bytes()),
            ("xl/_rels/workbook.xml.rels", links.as_bytes()),
            ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
        ])
    }

    fn ods(rows: &str) -> Vec<u8> {
        let content = format!(
            "<office:document-content xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\"><office:body><office:spreadsheet>\
             <table:table table:name=\"Players\">{rows}</table:table><table:table table:name=\"Other\"><table:table-row>\
             <table:table-cell><text:p>no</text:p></table:table-cell></table:table-row></table:table>\
             </office:spreadsheet></office:body></office:document-content>"
        );
        archive(&[("content.xml", content.as_bytes())])
    }

    #[test]
    fn the_first_sheet_of_a_workbook_is_read() {
        let cell =
            |place: &str, text: &str| format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
        let sheet = format!(
            "<row r=\"1\">{}{}</row><row r=\"3\">{}<c r=\"B3\"><v>1850</v></c></row>",
            cell("A1", "Name"),
            cell("B1", "Rating"),
            cell("A3", "Moor; \"Tess\" &amp; Co"),
        );
        let bytes = xlsx(&sheet);
        assert!(is_spreadsheet(&bytes));
        assert_eq!(
            csv_of(&bytes).unwrap(),
            "\"Name\";\"Rating\"\n\"\"\n\"Moor; \"\"Tess\"\" & Co\";\"1850\"\n"
        );
    }

    #[test]
    fn an_open_document_is_read_with_its_repetitions() {
        let rows = "<table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell/>\
            <table:table-cell><text:p>Rating</text:p></table:table-cell><table:table-cell table:number-columns-repeated=\"16000\"/></table:table-row>\
            <table:table-row><table:table-cell><office:annotation><text:p>a note</text:p></office:annotation><text:p>Moor,<text:s/>T&amp;a</text:p><text:p>ssa</text:p></table:table-cell>\
            <table:table-cell table:number-columns-repeated=\"1\"/><table:table-cell office:value-type=\"float\" office:value=\"1850\"><text:p>1.850</text:p></table:table-cell></table:table-row>\
            <table:table-row table:number-rows-repeated=\"1048000\"><table:table-cell/></table:table-row>";
        let text = csv_of(&ods(rows)).unwrap();
        assert_eq!(text, "\"Name\";\"\";\"Rating\"\n\"Moor, T&a ssa\";\"\";\"1850\"\n");
    }

    #[test]
    fn what_unfolds_to_too_much_is_refused() {
        let zeros = vec![b' '; 17 * 1024 * 1024];
        assert_eq!(csv_of(&archive(&[("content.xml", &zeros)])), Err(SheetError::TooGreat));
        let rows = "<table:table-row table:number-rows-repeated=\"1048000\"><table:table-cell table:number-columns-repeated=\"16000\">\
                    <text:p>x</text:p></table:table-cell></table:table-row>";
        assert_eq!(csv_of(&ods(rows)), Err(SheetError::TooGreat));
        assert_eq!(
            csv_of(&xlsx("<row r=\"1048576\"><c r=\"A1048576\"><v>1</v></c></row>")),
            Err(SheetError::TooGreat)
        );
        let long = "x".repeat(1024 * 1024);
        let rows = format!(
            "<table:table-row table:number-rows-repeated=\"5000\"><table:table-cell table:number-columns-repeated=\"100\">\
             <text:p>{long}</text:p></table:table-cell></table:table-row>"
        );
        assert_eq!(csv_of(&ods(&rows)), Err(SheetError::TooGreat), "a long cell is repeated");
        assert_eq!(csv_of(b"PK\x03\x04"), Err(SheetError::Unreadable));
        assert_eq!(csv_of(&ods("<table:table-row><table:table-cell>")), Err(SheetError::Unreadable));
    }
}
