//! Every page of the demo, for everybody who may see it: no finding of axe-core, nothing wider than a phone.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use anyhow::ensure;
use serde::Deserialize;
use tiger_browser::{Chromium, Program, Scripts, Tab};

/// What links lead to that is no page.
const FILES: [&str; 10] =
    [".atom", ".csv", ".ics", ".json", ".tgr", ".trf", ".txt", ".svg", "/live", "/sign-out"];

/// Pages that must have been seen, whoever looks.
const LEAST_PAGES: usize = 20;

#[tokio::test]
async fn all_pages_suit_everybody() -> anyhow::Result<()> {
    let program = Program::demo()?;
    let chromium = Chromium::start_unpainted().await?;
    let known = RefCell::new(BTreeSet::new());
    let look = async |login| look_as(&chromium, &program, login, &known).await;
    let (chief, player, visitor) = tokio::try_join!(look("chief"), look("player"), look(""))?;
    let faults = [chief, player, visitor].concat();
    ensure!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    chromium.stop().await
}

/// Spoils a page: too wide, with pale words, with words letter below letter, with a covered button, and longer than its foot.
const SPOIL: &str = "(() => {
    const add = (parent, tag, text, style) => {
        const one = document.createElement(tag);
        one.textContent = text;
        Object.assign(one.style, style);
        return parent.appendChild(one);
    };
    const main = document.querySelector('main');
    add(main, 'div', '', { width: '3000px', height: '1px' });
    add(main, 'p', 'Pale words on white', { color: '#bbb', background: '#fff' });
    add(main, 'h2', 'Letter below letter', { width: '20px', overflowWrap: 'anywhere' });
    const card = add(main, 'div', '', { position: 'relative' });
    card.className = 'card';
    add(card, 'button', 'Out of reach', {});
    add(card, 'div', '', { position: 'absolute', inset: '0' });
    add(document.body, 'div', '', { height: '900px' });
    return true;
})()";

#[tokio::test]
async fn what_suits_nobody_is_found() -> anyhow::Result<()> {
    let (program, chromium) = (Program::serve()?, Chromium::start_unpainted().await?);
    let tab = chromium.person(&program, Scripts::On).await?;
    tab.open("/sign-in").await?;
    let before = tab.faults().await?;
    ensure!(before.is_empty(), "{before:?}");
    tab.evaluate::<bool>(SPOIL).await?;
    let found = tab.faults().await?.join("\n");
    for fault in [
        "at 335 pixels 3",
        "at 1280 pixels there is no room for <h2",
        "below its foot",
        "a finger does not reach <button",
        "color-contrast",
    ] {
        ensure!(found.contains(fault), "{fault:?} is not among {found}");
    }
    chromium.stop().await
}

/// What somebody finds, or a visitor without a login.
async fn look_as(
    chromium: &Chromium,
    program: &Program,
    login: &str,
    known: &Known,
) -> anyhow::Result<Vec<String>> {
    let tab = chromium.person(program, Scripts::On).await?;
    if !login.is_empty() {
        sign_in(&tab, login).await?;
    }
    tab.keep_axe().await?;
    tab.open("/sign-in").await?;
    look_at_all(&tab, login, known).await
}

/// The digests of contents and frames that somebody has looked at.
type Known = RefCell<BTreeSet<String>>;

/// A page as it comes from the server.
#[derive(Deserialize)]
struct Fetched {
    /// The digest of its content with its head, whose styles and scripts make it what it is.
    content: String,
    /// The digest of what stands above and below the content, whichever page of it is the current one.
    frame: String,
    links: Vec<String>,
}

/// Looks at one page of every sort that links lead to from the front page. Many show one and the same to everybody: what
/// somebody else has looked at, letter for letter and in a frame that was looked at too, is not looked at again.
async fn look_at_all(tab: &Tab<'_>, login: &str, known: &Known) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut waiting = VecDeque::from(["/".to_owned(), "/sign-in".to_owned()]);
    while let Some(path) = waiting.pop_front() {
        let sort = sort_of(&path);
        if seen.contains_key(&sort) {
            continue;
        }
        seen.insert(sort, path.clone());
        let page: Fetched = tab.evaluate(&fetched(&path)).await?;
        let is_new = [page.content, page.frame].map(|part| known.borrow_mut().insert(part)).contains(&true);
        let mut links = page.links;
        if is_new {
            let found = look_at(tab, &path).await?;
            faults.extend(found.into_iter().map(|fault| format!("{login} {path}: {fault}")));
            links = tab.evaluate(&format!("({LINKS})(document, location.href)")).await?;
        }
        waiting.extend(links.into_iter().filter(|link| is_page(link)));
    }
    ensure!(seen.len() >= LEAST_PAGES, "{login:?} saw only {} pages: {:?}", seen.len(), seen.values());
    Ok(faults)
}

/// What is found on one page. Screens in the hall go on by themselves, and on a busy machine before they are looked at:
/// then they are opened once more.
async fn look_at(tab: &Tab<'_>, path: &str) -> anyhow::Result<Vec<String>> {
    for _ in 0..2 {
        tab.open(path).await?;
        match tab.faults().await {
            Err(error) if error.to_string().contains("navigated") => {}
            found => return found,
        }
    }
    tab.open(path).await?;
    tab.faults().await
}

/// By a script: where nothing is painted, a page may wait for the next frame after a click, and none comes.
async fn sign_in(tab: &Tab<'_>, login: &str) -> anyhow::Result<()> {
    tab.open("/sign-in").await?;
    let sign_in = format!(
        "(() => {{ const form = document.querySelector('main form');
            [form.elements.login.value, form.elements.password.value] = [{login:?}, 'mistletoe and oak'];
            form.requestSubmit();
            return true; }})()"
    );
    tab.lead(&sign_in).await?;
    ensure!(tab.path().await? != "/sign-in", "{login} is not signed in");
    Ok(())
}

/// The path with numbers and identifiers left out, so that one game page stands for all of an event.
fn sort_of(path: &str) -> String {
    let part = |part: &str| {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let is_id = part.len() == 36 && part.matches('-').count() == 4;
        if is_number || is_id { "*".to_owned() } else { part.to_owned() }
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

fn is_page(link: &str) -> bool {
    let is_data = ["/static/", "/api/"].iter().any(|folder| link.starts_with(folder));
    !is_data && !FILES.iter().any(|ending| link.ends_with(ending))
}

/// The paths of the links of a document that stands at an address.
const LINKS: &str = "(page, base) => [...page.querySelectorAll('a[href]')]
    .map((link) => new URL(link.getAttribute('href'), base))
    .filter((url) => url.origin === location.origin).map((url) => url.pathname)";

/// Fetches a page without showing it.
fn fetched(path: &str) -> String {
    format!(
        "(async (links) => {{
            const response = await fetch({path:?});
            const page = new DOMParser().parseFromString(await response.text(), 'text/html');
            const digest = async (text) =>
                new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toHex();
            const found = links(page, response.url);
            const content = page.querySelector('main') ?? page.body;
            content.remove();
            const whole = [...page.documentElement.attributes, ...(page.body?.attributes ?? [])];
            const kind = whole.map((one) => `${{one.name}}=${{one.value}}`).join(' ');
            for (const input of page.querySelectorAll('input[type=hidden]')) input.remove();
            for (const link of page.querySelectorAll('a')) {{
                link.removeAttribute('href');
                link.removeAttribute('aria-current');
            }}
            return {{
                content: await digest(kind + page.head.outerHTML + content.outerHTML),
                frame: await digest(kind + (page.body?.outerHTML ?? '')),
                links: found,
            }};
        }})({LINKS})"
    )
}
