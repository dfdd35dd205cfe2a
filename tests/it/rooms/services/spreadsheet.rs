use std::io::{Cursor, Read, Write};

use tiger_arbiter::services::spreadsheet::{SheetError, csv_of, is_spreadsheet};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

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

/// The same with one text that cells share by its number, 0.
fn xlsx_sharing(text: &str, sheet: &str) -> Vec<u8> {
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let link = |id: &str, kind: &str, target: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"{office}/{kind}\" Target=\"{target}\"/>")
    };
    let links = format!(
        "<Relationships xmlns=\"{package}\">{}{}</Relationships>",
        link("r1", "worksheet", "worksheets/sheet1.xml"),
        link("r2", "sharedStrings", "sharedStrings.xml")
    );
    let shared = format!("<sst xmlns=\"{main}\" count=\"1\" uniqueCount=\"1\"><si><t>{text}</t></si></sst>");
    let mut other = ZipArchive::new(Cursor::new(xlsx(sheet))).unwrap();
    let mut parts: Vec<(String, Vec<u8>)> = Vec::new();
    for index in 0..other.len() {
        let mut part = other.by_index(index).unwrap();
        let mut content = Vec::new();
        part.read_to_end(&mut content).unwrap();
        let name = part.name().unwrap().into_owned();
        let is_links = name.ends_with("workbook.xml.rels");
        parts.push((name, if is_links { links.clone().into_bytes() } else { content }));
    }
    parts.push(("xl/sharedStrings.xml".to_owned(), shared.into_bytes()));
    let parts: Vec<_> = parts.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect();
    archive(&parts)
}

/// A file of a few KiB says that a hundred thousand cells have one long text: where a cell is passed over the text is not
/// touched, and where cells stay it counts for each.
#[test]
fn a_text_that_cells_share_counts_for_each_that_stays() {
    let text = "x".repeat(4 * 1024 * 1024);
    let far = "<c r=\"ZZ1\" t=\"s\"><v>0</v></c>".repeat(100_000);
    assert_eq!(
        csv_of(&xlsx_sharing("Name", "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row>")).unwrap(),
        "\"Name\"\n"
    );
    assert_eq!(csv_of(&xlsx_sharing(&text, &format!("<row r=\"1\">{far}</row>"))).unwrap(), "");
    let near: String =
        (1..=5).map(|row| format!("<row r=\"{row}\"><c r=\"A{row}\" t=\"s\"><v>0</v></c></row>")).collect();
    assert_eq!(csv_of(&xlsx_sharing(&text, &near)), Err(SheetError::TooGreat));
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
    assert_eq!(csv_of(&bytes).unwrap(), "\"Name\";\"Rating\"\n\"\"\n\"Moor; \"\"Tess\"\" & Co\";\"1850\"\n");
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
