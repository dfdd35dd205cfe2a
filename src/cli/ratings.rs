//! `tiger-arbiter ratings`: the rating list that players are looked up in when they are entered.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;

use anyhow::Context;
use tiger_event::text::count;

use super::{Exit, Outcome};
use crate::config::RatingsConfig;
use crate::db::ratings::RatingList;

/// Load a rating list, or look players up in it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Lists are FIDE's as text or XML, unpacked, or CSV whose first line names its columns: id, name, federation, title, sex,
rating, birth. A new list takes the place of the one before; the program may run meanwhile. Nothing needs the network.
Exit codes: 0 done or found, 1 nobody found, 2 unreadable.
Examples:
  tiger-arbiter ratings load players_list_foa.txt
  tiger-arbiter ratings find 'moor tam' --ratings /srv/hall/ratings.sqlite3")]
pub(super) struct RatingsArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Load a list in the place of the one before.
    #[command(after_help = "Example: tiger-arbiter ratings load standard_rating_list.xml")]
    Load {
        /// The list.
        list: PathBuf,
        #[command(flatten)]
        ratings: RatingsConfig,
    },
    /// Look players up by ID or name.
    #[command(after_help = "Example: tiger-arbiter ratings find 'moor tam'")]
    Find {
        /// The ID, or words of the name.
        asked: String,
        #[command(flatten)]
        ratings: RatingsConfig,
    },
}

impl RatingsArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        match self.task {
            Task::Load { list, ratings } => {
                let file = File::open(&list).with_context(|| format!("cannot read {}", list.display()))?;
                let name = list.file_name().unwrap_or(list.as_os_str()).to_string_lossy();
                let loaded = RatingList::at(ratings.file.clone()).load(&name, BufReader::new(file));
                let (list, into) = (list.display(), ratings.file.display());
                let (players, unread) = loaded.with_context(|| format!("cannot load {list} into {into}"))?;
                let players = count(usize::try_from(players)?, "player", "players");
                writeln!(out, "{}: {players}", ratings.file.display())?;
                if unread.players > 0 {
                    writeln!(
                        out,
                        "{} left out, without an ID or a name, or with more than fits into a field",
                        unread.players
                    )?;
                }
                if unread.ratings > 0 {
                    let (ratings, what) = (unread.ratings, "a rating is a whole number from 1 to 4000");
                    writeln!(out, "{ratings} taken as unrated, with what is no rating: {what}")?;
                }
                Ok(Exit::Fine)
            }
            Task::Find { asked, ratings } => {
                let list = RatingList::at(ratings.file.clone());
                let into = ratings.file.display();
                anyhow::ensure!(list.is_there(), "no list has been loaded into {into}");
                // What else is wrong with it is not mended by what the hall's database would need.
                let is_list = matches!(list.loaded(), Ok(Some(_)));
                anyhow::ensure!(
                    is_list,
                    "{into} is no list of ratings: `tiger-arbiter ratings load LIST` makes one"
                );
                let found = list.find(&asked)?;
                for player in &found {
                    let rating = player.rating.map(|rating| rating.to_string()).unwrap_or_default();
                    let fields =
                        [&player.id, &player.name, &player.federation, &player.title, &rating, &player.birth];
                    writeln!(out, "{}", fields.map(String::as_str).join("\t"))?;
                }
                Ok(if found.is_empty() { Exit::Broken } else { Exit::Fine })
            }
        }
    }
}
