//! Sentences that name a step of the arbiter's lead to where it is taken.

/// What sentences call a page by, before the number of a round or an entry.
const RESULTS: &str = "results of round ";
const DRAFT: &str = "draft of round ";
const TAKE_BACK: &str = "Take back entry ";

/// A sentence that is HTML already; what it names is a link to its page.
pub fn led(html: &str, base: &str) -> String {
    let mut led = String::with_capacity(html.len() + 64);
    let mut rest = html;
    let next = |rest: &str| {
        [RESULTS, DRAFT, TAKE_BACK].into_iter().filter_map(|name| Some((rest.find(name)?, name))).min()
    };
    while let Some((at, name)) = next(rest) {
        let (before, found) = rest.split_at(at);
        let digits = found.bytes().skip(name.len()).take_while(u8::is_ascii_digit).count();
        let (words, after) = found.split_at(name.len() + digits);
        let number = &words[name.len()..];
        led.push_str(before);
        led.push_str(&match name {
            _ if number.is_empty() => words.to_owned(),
            RESULTS => format!("<a href=\"{base}/rounds/{number}/results#reopen\">{words}</a>"),
            TAKE_BACK => format!("<a href=\"{base}/ledger/{number}/take-back\">{words}</a>"),
            _ => format!("<a href=\"{base}/draft\">{words}</a>"),
        });
        rest = after;
    }
    led + rest
}
