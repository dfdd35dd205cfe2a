//! Writing records in their canonical form.

use std::fmt;

use super::Record;

/// The widest line of movetext.
const WIDTH: usize = 100;

impl fmt::Display for Record {
    /// Tags, a blank line, the movetext with its marks and comments in lines of at most a hundred characters, and a blank
    /// line.
    ///
    /// Move numbers need the rules (who moves first, what is no ply): they are written where a move has one, and
    /// [`Record::numbered`] gives every move its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in &self.tags {
            let value = tag.value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{} \"{}\"]", tag.name, value)?;
        }
        writeln!(f)?;
        let mut width = 0;
        let words = self.moves.iter().chain(&self.result).flat_map(|word| {
            let number = word.number.as_ref().map(ToString::to_string);
            let glyph = Some(word.glyph.clone()).filter(|glyph| !glyph.is_empty());
            let remarks = word.remarks.iter().flat_map(|remark| remark_words(remark));
            number.into_iter().chain([word.text.clone()]).chain(glyph).chain(remarks)
        });
        for word in words {
            let length = word.chars().count();
            if width > 0 && width + 1 + length > WIDTH {
                writeln!(f)?;
                width = 0;
            } else if width > 0 {
                f.write_str(" ")?;
                width += 1;
            }
            f.write_str(&word)?;
            width += length;
        }
        writeln!(f)
    }
}

/// The words of a comment in its braces; one that is said with braces itself has round brackets for them.
fn remark_words(remark: &str) -> Vec<String> {
    let said = remark.replace('{', "(").replace('}', ")");
    format!("{{{said}}}").split_whitespace().map(str::to_owned).collect()
}
