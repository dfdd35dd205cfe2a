//! The first table of an OpenDocument spreadsheet's content.

use std::borrow::Cow;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::{MOST_COLUMNS, Sheet, SheetError, unreadable};

/// Where the reader is in the table.
#[derive(Default)]
struct Place {
    sheet: Sheet,
    row: usize,
    column: usize,
    /// How often this row and this cell stand there.
    row_repeats: usize,
    cell_repeats: usize,
    /// What the cell shows, and its number if it is one.
    text: String,
    number: Option<String>,
    /// How deep in a note that somebody put to the cell.
    notes: usize,
}

pub(super) fn sheet(content: &str) -> Result<Sheet, SheetError> {
    let mut reader = Reader::from_str(content);
    let mut place = Place::default();
    loop {
        match reader.read_event().map_err(unreadable)? {
            Event::Start(tag) => place.open(&tag)?,
            Event::Empty(tag) => {
                place.open(&tag)?;
                place.close(tag.name().as_ref())?;
            }
            Event::Text(text) if place.notes == 0 => place.text.push_str(&text.xml10_content()),
            Event::GeneralRef(name) if place.notes == 0 => {
                match name.resolve_char_ref().map_err(unreadable)? {
                    Some(letter) => place.text.push(letter),
                    None => place.text.push_str(resolve_predefined_entity(&name).unwrap_or_default()),
                }
            }
            Event::End(tag) if tag.name().as_ref() == "table:table" => return Ok(place.sheet),
            Event::End(tag) => place.close(tag.name().as_ref())?,
            Event::Eof => return Err(SheetError::Unreadable),
            _ => {}
        }
    }
}

impl Place {
    fn open(&mut self, tag: &BytesStart<'_>) -> Result<(), SheetError> {
        match tag.name().as_ref() {
            "table:table-row" => {
                self.column = 0;
                self.row_repeats = repeats(tag, "table:number-rows-repeated")?;
            }
            "table:table-cell" | "table:covered-table-cell" => {
                self.text.clear();
                self.cell_repeats = repeats(tag, "table:number-columns-repeated")?;
                let kind = attribute(tag, "office:value-type")?;
                self.number = match kind.as_deref() {
                    Some("float") => attribute(tag, "office:value")?,
                    Some("date") => attribute(tag, "office:date-value")?,
                    _ => None,
                };
            }
            "office:annotation" => self.notes += 1,
            // Paragraphs, blanks, tabs and line ends part words.
            "text:p" | "text:s" | "text:tab" | "text:line-break" if self.notes == 0 => self.text.push(' '),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, name: &str) -> Result<(), SheetError> {
        match name {
            "office:annotation" => self.notes = self.notes.saturating_sub(1),
            "table:table-cell" | "table:covered-table-cell" => {
                let text = self.number.take().unwrap_or_else(|| self.text.trim().to_owned());
                if !text.is_empty() {
                    let last = self.column.saturating_add(self.cell_repeats).min(MOST_COLUMNS);
                    for column in self.column..last {
                        self.sheet.put(self.row, column, &text)?;
                    }
                }
                self.column = self.column.saturating_add(self.cell_repeats);
            }
            "table:table-row" => {
                let next = self.row.saturating_add(self.row_repeats);
                if let Some(cells) = self.sheet.rows.get(self.row).cloned() {
                    for row in self.row + 1..next {
                        cells
                            .iter()
                            .enumerate()
                            .try_for_each(|(column, text)| self.sheet.put(row, column, text))?;
                    }
                }
                self.row = next;
            }
            _ => {}
        }
        Ok(())
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, SheetError> {
    let found = tag.try_get_attribute(name).map_err(unreadable)?;
    let value = found.map(|it| it.normalized_value(XmlVersion::Implicit1_0).map(Cow::into_owned));
    value.transpose().map_err(unreadable)
}

fn repeats(tag: &BytesStart<'_>, name: &str) -> Result<usize, SheetError> {
    attribute(tag, name)?.map_or(Ok(1), |text| text.parse().map_err(unreadable))
}
