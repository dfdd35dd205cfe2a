//! A browser of sorts: keeps cookies, follows nothing, sends forms with their token.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use ureq::Agent;
use ureq::http::{Response, StatusCode};

/// A browser.
pub(crate) struct Browser {
    agent: Agent,
    base: String,
}

/// What the app answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: ureq::http::HeaderMap,
    pub(crate) body: String,
}

impl Browser {
    pub(crate) fn new(base: &str) -> Self {
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            // Shorter than the server keeps a connection: none is used just when it is closed there.
            .max_idle_age(Duration::from_secs(1))
            .build()
            .into();
        Self { agent, base: base.to_owned() }
    }

    /// Host and port of the app.
    pub(crate) fn address(&self) -> String {
        self.base.trim_start_matches("http://").to_owned()
    }

    /// Puts a cookie into the jar.
    pub(crate) fn set_cookie(&self, cookie: &str) {
        let url = self.base.parse().unwrap();
        let cookie = ureq::Cookie::parse(cookie.to_owned(), &url).unwrap();
        self.agent.cookie_jar_lock().insert(cookie, &url).unwrap();
    }

    /// An answer's head, in small letters, and its body as it comes over the wire, without anybody taking it out of its
    /// coding.
    pub(crate) fn raw(&self, path: &str, coding: &str) -> (String, Vec<u8>) {
        self.raw_with(path, &[("Accept-Encoding", coding)])
    }

    /// The same with any request headers.
    pub(crate) fn raw_with(&self, path: &str, headers: &[(&str, &str)]) -> (String, Vec<u8>) {
        let address = self.address();
        let mut stream = TcpStream::connect(&address).unwrap();
        let cookies: Vec<String> = {
            let jar = self.agent.cookie_jar_lock();
            jar.iter().map(|cookie| format!("{}={}", cookie.name(), cookie.value())).collect()
        };
        let cookies =
            if cookies.is_empty() { String::new() } else { format!("Cookie: {}\r\n", cookies.join("; ")) };
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{cookies}{headers}Connection: close\r\n\r\n",);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(answer[..end].to_vec()).unwrap().to_lowercase();
        (head, answer[end + 4..].to_vec())
    }

    /// The value of a cookie in the jar.
    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        let jar = self.agent.cookie_jar_lock();
        jar.iter().find(|cookie| cookie.name() == name).map(|cookie| cookie.value().to_owned())
    }

    /// Gets a page.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    /// Gets a page with request headers.
    pub(crate) fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.agent.get(self.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Answer::read(request.call().unwrap())
    }

    /// Asks as a page of another site does before it asks.
    pub(crate) fn options(&self, path: &str) -> Answer {
        Answer::read(self.agent.options(self.url(path)).call().unwrap())
    }

    /// The token of this browser's forms, from a page that has one for everybody.
    pub(crate) fn csrf(&self) -> String {
        let page = self.get("/appearance");
        page.hidden("csrf").unwrap_or_else(|| panic!("no token on the page: {}", page.body))
    }

    /// Sends a form with its token.
    pub(crate) fn post_form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let csrf = self.csrf();
        let mut all = vec![("csrf", csrf.as_str())];
        all.extend(fields);
        self.post_bare(path, &all)
    }

    /// Sends a form, and confirms the points where the app asks first.
    pub(crate) fn post_and_confirm(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let answer = self.post_form(path, fields);
        match answer.confirmation() {
            Some(confirmed) if answer.status == StatusCode::OK => {
                let mut all = fields.to_vec();
                all.push(("confirmed", confirmed.as_str()));
                self.post_form(path, &all)
            }
            _ => answer,
        }
    }

    /// Sends a form as it is, without adding a token.
    pub(crate) fn post_bare(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.try_post_bare(path, fields).unwrap()
    }

    /// The same, for an app that may end before it answers.
    pub(crate) fn try_post_bare(&self, path: &str, fields: &[(&str, &str)]) -> Result<Answer, ureq::Error> {
        Answer::try_read(self.agent.post(self.url(path)).send_form(fields.iter().copied())?)
    }

    /// Sends fields as a page's script does, and asks for JSON.
    pub(crate) fn post_json(&self, path: &str, fields: &[(String, String)]) -> Answer {
        let request = self.agent.post(self.url(path)).header("accept", "application/json");
        Answer::read(request.send_form(fields.iter().map(|(name, value)| (name, value))).unwrap())
    }

    /// Sends a body with request headers, as another program does.
    pub(crate) fn post_with(&self, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut request = self.agent.post(self.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Answer::read(request.send(body).unwrap())
    }

    /// Sends a form with a file and its token.
    pub(crate) fn post_file(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        (field, file, content): (&str, &str, &[u8]),
    ) -> Answer {
        const BOUNDARY: &str = "----tiger-arbiter-test";
        let csrf = self.csrf();
        let mut body = Vec::new();
        for (name, value) in [("csrf", csrf.as_str())].iter().chain(fields) {
            let part =
                format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend_from_slice(part.as_bytes());
        }
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{file}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        Answer::read(self.agent.post(self.url(path)).content_type(kind).send(&body[..]).unwrap())
    }

    fn url(&self, path: &str) -> String {
        if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.base) }
    }
}

impl Answer {
    fn read(response: Response<ureq::Body>) -> Self {
        Self::try_read(response).unwrap()
    }

    fn try_read(response: Response<ureq::Body>) -> Result<Self, ureq::Error> {
        let (head, mut body) = response.into_parts();
        let body = body.read_to_string()?;
        check_lists(&body);
        check_summaries(&body);
        Ok(Self { status: head.status, headers: head.headers, body })
    }

    /// A header's text; empty when it is not there.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The screen goes on to one of these pages, in step with the server's time.
    pub(crate) fn expect_turn(&self, among: &[&str]) {
        let told = self.header("refresh");
        let (seconds, page) = told.split_once("; url=").unwrap_or_default();
        assert!((1..=16).contains(&seconds.parse().unwrap_or(0)), "{told}");
        assert!(among.contains(&page), "{told} leads to none of {among:?}");
    }

    /// Where the answer leads.
    pub(crate) fn location(&self) -> &str {
        self.header("location")
    }

    /// The value of the first hidden field of a name on the page.
    pub(crate) fn hidden(&self, name: &str) -> Option<String> {
        let (_, rest) = self.body.split_once(&format!("name=\"{name}\" value=\""))?;
        rest.split_once('"').map(|(value, _)| value.to_owned())
    }

    /// What the page that asks for the points to be confirmed wants to hear.
    pub(crate) fn confirmation(&self) -> Option<String> {
        self.hidden("confirmed")
    }

    /// The page as people read it: a blank that holds a line together is a blank.
    fn as_read(&self) -> String {
        self.body.replace('\u{A0}', " ")
    }

    /// Fails with the page's text unless it has this status.
    #[track_caller]
    pub(crate) fn expect_status(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self
    }

    /// Fails with the page's text unless it leads to this path.
    #[track_caller]
    pub(crate) fn expect_redirect(self, path: &str) -> Self {
        let answer = self.expect_status(303);
        assert_eq!(answer.location(), path);
        answer
    }

    /// The same, wherever on the page it leads to.
    #[track_caller]
    pub(crate) fn expect_redirect_within(self, path: &str) -> Self {
        let answer = self.expect_status(303);
        assert_eq!(answer.location().split('#').next(), Some(path));
        answer
    }

    /// Fails with the page's text unless it contains this.
    #[track_caller]
    pub(crate) fn expect_text(self, text: &str) -> Self {
        assert!(self.as_read().contains(text), "no `{text}` in: {}", self.body);
        self
    }

    /// Fails with the page's text if it contains this.
    #[track_caller]
    pub(crate) fn expect_no_text(self, text: &str) -> Self {
        assert!(!stands_in(&self.as_read(), text), "there is `{text}` in: {}", self.body);
        self
    }
}

/// Whether a text is in a page. Digits alone may also be part of a key, an identifier or a digest by chance: those are of 16
/// signs and more, and nobody reads them.
fn stands_in(page: &str, text: &str) -> bool {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return page.contains(text);
    }
    let words = page.split(|sign: char| !(sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_')));
    words.filter(|word| word.len() < 16).any(|word| word.contains(text))
}

/// Fails if a browser would not send a form of the page as it comes: a list that wants a choice and offers one without a
/// value, which is none but a word that asks to choose.
fn check_lists(page: &str) {
    for list in page.split("<select ").skip(1).map(|rest| rest.split("</select>").next().unwrap_or_default())
    {
        let is_required = list.split('>').next().unwrap_or_default().contains(" required");
        let empty = list.split_once("<option value=\"\"").and_then(|(_, rest)| rest.split(['>', '<']).nth(1));
        let is_answer = empty.is_some_and(|words| !words.eq_ignore_ascii_case("choose"));
        assert!(!(is_required && is_answer), "nobody can choose this: {list}");
    }
}

/// Fails if the summary of a refused form has a line about a field that is nowhere on the page or has no label.
fn check_summaries(page: &str) {
    for list in
        page.split("error-summary\"").skip(1).map(|rest| rest.split("</ul>").next().unwrap_or_default())
    {
        for link in list.split("href=\"#").skip(1) {
            let id = link.split('"').next().unwrap_or_default();
            assert!(page.contains(&format!(" id=\"{id}\"")), "the summary leads nowhere: {link}");
            assert!(!link.contains("<!--field-->"), "the summary leads to a field without a label: {link}");
        }
    }
}
