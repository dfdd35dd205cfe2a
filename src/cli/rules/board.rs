//! The option `--board` of the subcommands: The Dragon's Dance on another board than the standard one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use tiger_rules::GameKind;
use tiger_rules::dance::Board;

use super::{Broken, read_standard_input};

/// `--board`, where a game is named.
#[derive(Debug, Default, clap::Args)]
pub(super) struct BoardOption {
    /// A board file for The Dragon's Dance, `-` for standard input; `rules board` prints the standard one as a pattern.
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
}

impl BoardOption {
    /// The board that was given, if one was.
    pub(super) fn read_if_given(&self) -> anyhow::Result<Option<Arc<Board>>> {
        let Some(file) = &self.board else { return Ok(None) };
        let text = read_text(file)?;
        let board = Board::parse(text.strip_prefix('\u{feff}').unwrap_or(&text))
            .map_err(|error| Broken(format!("{}: {error}", file.display())))?;
        Ok(Some(Arc::new(board)))
    }

    /// The board to play a game on: the one that was given, else the standard one.
    pub(super) fn read_for(&self, game: GameKind) -> anyhow::Result<Arc<Board>> {
        ensure!(
            self.board.is_none() || game == GameKind::Dance,
            "{game} has one board: --board goes with the game `dance` only"
        );
        Ok(self.read_if_given()?.unwrap_or_else(Board::standard))
    }

    /// Whether standard input is already taken for the board.
    pub(super) fn takes_standard_input(&self) -> bool {
        self.board.as_deref() == Some(Path::new("-"))
    }
}

fn read_text(file: &Path) -> anyhow::Result<String> {
    if file == Path::new("-") {
        return read_standard_input();
    }
    std::fs::read_to_string(file).with_context(|| format!("{} cannot be read as UTF-8 text", file.display()))
}
