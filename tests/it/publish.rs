//! `tiger-arbiter publish`: an event as static pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tiger_arbiter::config::DatabaseUrl;
use tiger_event::{EventCommand, Reason, RoundCommand};

use crate::public::files::play_with_record;
use crate::public::world::open_event;
use crate::rig::{TestApp, on_sqlite};

on_sqlite!(pages_stand_by_themselves_and_are_written_when_they_change);

fn publish(app: &TestApp, folder: &Path, more: &[&str]) -> (i32, String) {
    let DatabaseUrl::Sqlite(file) = &app.state().config.store.database else { unreachable!("it is a file") };
    let mut command = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"));
    command.env("RUST_LOG", "warn").env("TIGER_DATABASE", file);
    let output = command.args(["publish", "open"]).arg(folder).args(more).output().unwrap();
    let told = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8_lossy(&told).into_owned())
}

/// The files below a folder.
fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path);
            }
        }
    }
    found
}

/// Whatever a page names is there, and it needs neither server nor script.
fn check_page(path: &Path) {
    let page = fs::read_to_string(path).unwrap();
    for word in ["<script", "<form", "=\"/", "data-live-url", "sign-in"] {
        assert!(!page.contains(word), "{} has {word}: {page}", path.display());
    }
    // From a disk, browsers take no drawing out of another file.
    for drawing in page.split("<use href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        let symbol = format!("<symbol id=\"{}\" viewBox", drawing.strip_prefix('#').unwrap_or(drawing));
        assert_eq!(page.matches(&symbol).count(), 1, "{} draws {drawing}", path.display());
    }
    for attribute in ["href=\"", "src=\""] {
        for address in page.split(attribute).skip(1).map(|rest| rest.split('"').next().unwrap()) {
            let file = address.split(['#', '?']).next().unwrap();
            if !file.is_empty() && !file.starts_with("http") && !file.starts_with("data:") {
                let target = path.parent().unwrap().join(file);
                assert!(target.is_file(), "{} leads to {address}, which is not there", path.display());
            }
        }
    }
}

fn pages_stand_by_themselves_and_are_written_when_they_change(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let games = play_with_record(app, &open);
    let folder = tempfile::TempDir::new().unwrap();
    let site = folder.path().join("site");
    let (code, told) = publish(app, &site, &["--replays"]);
    assert_eq!((code, told.contains(", 0 unchanged, 0 removed")), (0, true), "{told}");
    let first = files(&site);
    let pages: Vec<_> = first.iter().filter(|path| path.extension().is_some_and(|it| it == "html")).collect();
    assert!(pages.len() >= 20, "{pages:?}");
    pages.iter().for_each(|page| check_page(page));
    for name in ["index.html", "standings/1.html", "players/5.html", "about.html", "event.trf"] {
        assert!(first.contains(&site.join(name)), "no {name}");
    }
    let game = site.join("games").join(games[0].to_string());
    assert!(game.join("0.html").is_file() && game.join("4.html").is_file() && !game.join("5.html").exists());
    // Nothing has changed: nothing is written. What lies beside it stays.
    fs::write(site.join("own.html"), "<p>ours</p>").unwrap();
    let before = fs::metadata(site.join("index.html")).unwrap().modified().unwrap();
    let (_, told) = publish(app, &site, &["--replays"]);
    assert!(told.contains("open: 0 files written"), "{told}");
    assert_eq!(fs::metadata(site.join("index.html")).unwrap().modified().unwrap(), before);
    // A round that is taken back goes from the site too.
    open.publish(app, 2);
    publish(app, &site, &["--replays"]);
    assert!(site.join("rounds/2.html").is_file());
    let reason = Reason::parse("wrong pairing").unwrap();
    app.commit(open.id, RoundCommand::UnpublishRound { round: 2, reason });
    let (_, told) = publish(app, &site, &[]);
    assert!(!told.contains(" 0 removed"), "{told}");
    assert!(!site.join("rounds/2.html").exists() && !game.join("0.html").exists());
    assert!(site.join("own.html").is_file() && site.join("index.html").is_file());
    files(&site).iter().filter(|path| path.ends_with("index.html")).for_each(|page| check_page(page));
    // Links to what is not there lead to the program, where one says where it is.
    publish(app, &site, &["--site", "https://hall.example"]);
    let page = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(page.contains("href=\"https://hall.example/help\""), "{page}");
    // A page in whose place a link lies goes nowhere else.
    fs::rename(site.join("index.html"), folder.path().join("elsewhere")).unwrap();
    fs::write(folder.path().join("elsewhere"), "mine").unwrap();
    std::os::unix::fs::symlink("../elsewhere", site.join("index.html")).unwrap();
    let (code, told) = publish(app, &site, &[]);
    assert!(code == 2 && told.contains("index.html is not of this program"), "{told}");
    assert_eq!(fs::read_to_string(folder.path().join("elsewhere")).unwrap(), "mine");
    fs::remove_file(site.join("index.html")).unwrap();
    // Nor does one in a folder in whose place a link lies.
    let away = folder.path().join("away");
    fs::rename(site.join("rounds"), &away).unwrap();
    std::os::unix::fs::symlink(&away, site.join("rounds")).unwrap();
    let (code, told) = publish(app, &site, &[]);
    assert!(code == 2 && told.contains("is not of this program"), "{told}");
    fs::remove_file(site.join("rounds")).unwrap();
    fs::rename(&away, site.join("rounds")).unwrap();
    // A folder that is somebody else's, or another event's, is left as it is.
    let own = folder.path().join("own");
    fs::create_dir(&own).unwrap();
    fs::write(own.join("standings.html"), "mine").unwrap();
    let (code, told) = publish(app, &own, &[]);
    assert!(code == 2 && told.contains("standings.html is not of this program"), "{told}");
    assert_eq!(fs::read_to_string(own.join("standings.html")).unwrap(), "mine");
    fs::remove_dir_all(&own).unwrap();
    fs::create_dir(&own).unwrap();
    fs::write(own.join("index.html"), "keep").unwrap();
    let (code, told) = publish(app, &own, &[]);
    assert_eq!((code, told.contains("give a folder of its own")), (2, true), "{told}");
    assert_eq!(
        (files(&own).len(), fs::read_to_string(own.join("index.html")).unwrap().as_str()),
        (1, "keep")
    );
    let list = site.join(".tiger-arbiter-pages");
    let names = fs::read_to_string(&list).unwrap();
    fs::write(&list, names.replacen("# open", "# fortress-cup", 1)).unwrap();
    let (code, told) = publish(app, &site, &[]);
    assert_eq!((code, told.contains("holds the pages of fortress-cup")), (2, true), "{told}");
    // An earlier program did not write whose pages they are.
    fs::write(&list, names.replacen("# open\n", "", 1)).unwrap();
    assert_eq!(publish(app, &site, &[]).0, 0);
    // A hidden event is not published.
    app.commit(open.id, EventCommand::ShowEvent { is_public: false });
    let (code, told) = publish(app, &folder.path().join("other"), &[]);
    assert_eq!(code, 2, "{told}");
    assert!(
        told.contains("open is hidden: show it first") && !folder.path().join("other").exists(),
        "{told}"
    );
}
