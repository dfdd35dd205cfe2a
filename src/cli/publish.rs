//! `tiger-arbiter publish`: an event as static pages for any web host.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use askama::Template;
use tiger_event::{PublishedEvent, Slug};

use crate::config::BaseUrl;
use crate::error::{AppError, Result};
use crate::ledger::Ledger;
use crate::pages::about::AboutPage;
use crate::pages::{Frame, public};
use crate::publish::{Issue, Moment, Sheet, View};
use crate::{assets, db, exports, startup};

use super::installation::Installation;
use super::{Exit, Outcome};
use links::Links;

pub mod links;

/// What lists the files that were written, so that those that go are known.
const LIST: &str = ".tiger-arbiter-pages";

/// What stands before the event's address in the first line of that list.
const MARK: &str = "# ";

/// Write an event as static pages for any web host.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Everything that everybody may see of the event, as files with relative links that need no script and no server: copy the
folder to any web host, and begin with index.html. Give the same folder again: files that would say the same are not
written, and what is no longer shown goes. Other files in it are left alone; a folder with another event's pages, or with a file
of somebody else where one of them would stand, is refused.
Exit codes: 0 the pages are there, 2 they are not all there.
Examples:
  tiger-arbiter publish merridon-open-2026 site/ --database hall.sqlite3
  tiger-arbiter publish merridon-open-2026 site/ --replays --site https://hall.example")]
pub(super) struct PublishArgs {
    /// The address of the event, the part after /events/.
    event: String,
    /// The folder, made where it is missing.
    #[arg(value_name = "FOLDER")]
    to: PathBuf,
    /// A page for each ply of each record too: games can be replayed, but there are many files.
    #[arg(long)]
    replays: bool,
    /// Where the program serves the event; links to what is not published lead there.
    #[arg(long, value_name = "URL")]
    site: Option<BaseUrl>,
    #[command(flatten)]
    installation: Installation,
}

/// What was done with the files.
#[derive(Debug, Default)]
struct Done {
    /// Those that were written by an earlier run.
    before: BTreeSet<String>,
    files: BTreeSet<String>,
    written: usize,
}

impl PublishArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let slug = Slug::parse(&self.event).with_context(|| format!("`{}` is no address", self.event))?;
        let db = startup::open_to_read(&self.installation.store)?;
        let witness = self.installation.known_witness()?;
        let ledger = Ledger::new(db).witnessed_by(witness.map(Into::into));
        let event = ledger.database().read(|db| ledger.event_by_slug(db, &slug));
        let event = event.with_context(|| format!("event {slug}"))?;
        let published = PublishedEvent::of(&event);
        let published = published.with_context(|| format!("{slug} is hidden: show it first"))?;
        let issue = Issue::new(published, event.version);
        issue.sealed_with(ledger.seal(event.id, &slug, event.version)?);
        let mut done = Done { before: self.take_folder(&slug)?, ..Done::default() };
        let views = views(&issue, self.replays);
        let names = views.iter().map(|view| file_name(*view)).chain([links::ABOUT.to_owned()]);
        names.into_iter().try_for_each(|name| self.check_is_ours(&name, &done))?;
        let known: BTreeMap<String, String> =
            views.iter().map(|view| (public::address(&issue.event, *view), file_name(*view))).collect();
        let mut links = Links::new(known, self.site.as_ref());
        // Only screens in the hall show where the program is; they stay there.
        let base =
            self.site.clone().unwrap_or_else(|| BaseUrl::plain(SocketAddr::from(([127, 0, 0, 1], 8080))));
        let find_record =
            |digest| -> Result<_> { Ok(ledger.database().read(|db| db::records::find_text(db, digest))?) };
        for view in views {
            let body = if view.is_file() {
                exports::write(view, &issue, &find_record)
            } else {
                let frame = public::public_frame(&issue.event, view);
                public::render(view, &issue, frame, &base, find_record)
            };
            let name = file_name(view);
            match body {
                Ok(body) if view.is_file() => self.write(&name, body.as_bytes(), &mut done)?,
                Ok(body) => self.write(&name, links.rewrite(&body, &name).as_bytes(), &mut done)?,
                // A record that cannot be replayed has no plies.
                Err(AppError::NotFound(_)) if matches!(view, View::Game(..)) => {}
                Err(error) => return Err(error).with_context(|| format!("cannot make {name}")),
            }
        }
        let about = AboutPage::new(Frame { path: "/about".to_owned(), ..Frame::default() }).render()?;
        self.write(links::ABOUT, links.rewrite(&about, links::ABOUT).as_bytes(), &mut done)?;
        for name in links.into_assets() {
            let path = name.trim_start_matches("static/");
            let found = assets::find(path).with_context(|| format!("there is no {name}"))?;
            self.write(&name, &found.asset.bytes, &mut done)?;
        }
        let gone = self.let_go(&slug, &done)?;
        let same = done.files.len() - done.written;
        writeln!(out, "{slug}: {} files written, {same} unchanged, {gone} removed", done.written)?;
        Ok(Exit::Fine)
    }

    /// Writes a file, unless it says the same already.
    fn write(&self, name: &str, body: &[u8], done: &mut Done) -> anyhow::Result<()> {
        let path = self.to.join(name);
        let cannot = || format!("cannot write {}", path.display());
        if fs::read(&path).is_ok_and(|there| there == body) {
            done.files.insert(name.to_owned());
            return Ok(());
        }
        self.check_is_ours(name, done)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(cannot)?;
        }
        if done.files.insert(name.to_owned()) && !done.before.contains(name) {
            // Listed first: should the run break off, the next one knows whose it is.
            let list = OpenOptions::new().append(true).open(self.to.join(LIST));
            list.and_then(|mut list| writeln!(list, "{name}"))
                .with_context(|| format!("cannot list {name}"))?;
        }
        fs::write(&path, body).with_context(cannot)?;
        done.written += 1;
        Ok(())
    }

    /// Refuses to write over what no earlier run has written.
    fn check_is_ours(&self, name: &str, done: &Done) -> anyhow::Result<()> {
        let path = self.to.join(name);
        let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|facts| facts.is_symlink());
        // A link may lead to what somebody else has written, wherever that lies; so may the link of a folder on the way.
        let is_ours = match path.symlink_metadata() {
            Ok(facts) => !facts.is_symlink() && (done.before.contains(name) || done.files.contains(name)),
            Err(_) => true,
        } && !path.ancestors().skip(1).take_while(|above| *above != self.to).any(is_link);
        ensure!(
            is_ours,
            "{} is not of this program and would be lost: give a folder of its own",
            path.display()
        );
        Ok(())
    }

    /// Takes the folder for the event's pages; what was written into it before.
    fn take_folder(&self, slug: &Slug) -> anyhow::Result<BTreeSet<String>> {
        let (list, to) = (self.to.join(LIST), self.to.display());
        let before = match fs::read_to_string(&list) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.check_is_ours("index.html", &Done::default())?;
                fs::create_dir_all(&self.to).with_context(|| format!("cannot make {to}"))?;
                fs::write(&list, headed(slug, []))
                    .with_context(|| format!("cannot write {}", list.display()))?;
                String::new()
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", list.display())),
        };
        let (names, marks): (Vec<_>, Vec<_>) = before.lines().partition(|line| !line.starts_with(MARK));
        // Earlier programs did not write whose pages they are.
        if let Some(other) =
            marks.iter().map(|mark| &mark[MARK.len()..]).find(|other| *other != slug.as_str())
        {
            bail!("{to} holds the pages of {other}: give {slug} a folder of its own");
        }
        Ok(names.into_iter().map(str::to_owned).collect())
    }

    /// Removes what was written before and is shown no longer; how many files.
    fn let_go(&self, slug: &Slug, done: &Done) -> anyhow::Result<usize> {
        let list = self.to.join(LIST);
        let mut gone = 0;
        for name in done.before.difference(&done.files) {
            let is_below =
                Path::new(name).components().all(|it| matches!(it, std::path::Component::Normal(_)));
            ensure!(is_below, "{} names {name}, which this program has not written", list.display());
            match fs::remove_file(self.to.join(name)) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot remove {name}"));
                }
                _ => gone += 1,
            }
        }
        let names = done.files.iter().map(String::as_str);
        fs::write(&list, headed(slug, names)).with_context(|| format!("cannot write {}", list.display()))?;
        Ok(gone)
    }
}

/// The list of an event's files.
fn headed<'a>(slug: &Slug, names: impl IntoIterator<Item = &'a str>) -> String {
    let names: String = names.into_iter().flat_map(|name| [name, "\n"]).collect();
    format!("{MARK}{slug}\n{names}")
}

/// Every page and file that is published: screens in the hall are for the hall, and news are the server’s.
fn views(issue: &Issue, with_replays: bool) -> Vec<View> {
    let event = &issue.event;
    let is_kept = |view: &View| !matches!(view, View::Feed | View::CrossTable(_));
    let mut views: Vec<View> = View::PLAIN.map(|(_, view)| view).into_iter().filter(is_kept).collect();
    for round in 1..=event.published_rounds() {
        views.extend([View::Round(round), View::Standings(Some(round))]);
        views.extend(Sheet::ALL.map(|sheet| View::Sheet(round, sheet)));
    }
    views.extend((1..).map(View::Category).take_while(|view| public::exists(issue, *view)));
    views.extend((1..).map(View::CrossTable).take_while(|view| public::exists(issue, *view)));
    let players = event.entries.values();
    views.extend(players.flat_map(|entry| [View::Player(entry.number), View::PlayerIcs(entry.number)]));
    for game in event.games.values() {
        views.push(View::Game(game.id, Moment::default()));
        let Some(record) = game.record_to_publish() else { continue };
        views.push(View::GameTgr(game.id));
        if with_replays {
            views.extend((0..=record.findings.plies).map(|ply| View::Game(game.id, Moment::after(ply))));
        }
    }
    views.retain(|view| public::exists(issue, *view));
    views
}

/// The file of a page, from the folder on.
fn file_name(view: View) -> String {
    let path = view.path();
    let path = path.trim_start_matches('/');
    match path {
        "" => "index.html".to_owned(),
        path if view.is_file() => path.to_owned(),
        path => format!("{}.html", path.replace("?page=", "-").replace("?ply=", "/")),
    }
}
