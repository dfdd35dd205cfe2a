//! The pages about second factors: setting one up, typing a code, codes on paper.

use askama::Template;

use super::Frame;
use super::form::FormView;
use super::qr::qr;
use crate::access::{CurrentUser, Viewer};
use crate::auth::factor::{FactorSecret, Paper};
use crate::auth::halfway::Half;
use crate::error::Result;
use crate::services::factors::Standing;

/// The second page of signing in.
#[derive(Template)]
#[template(path = "accounts/code.html")]
pub struct CodePage {
    pub frame: Frame,
    pub form: FormView,
    /// Where to go afterwards.
    pub next: String,
    /// What to scan, for those who set up their factor on the way in.
    pub secret: Option<SecretView>,
}

#[derive(Template)]
#[template(path = "accounts/second_factor.html")]
pub struct SecondFactorPage {
    pub frame: Frame,
    pub form: FormView,
    /// What to scan while the factor is set up.
    pub secret: Option<SecretView>,
    /// Since when it counts, if it does.
    pub since: Option<String>,
    /// How many codes on paper are left.
    pub on_paper: i64,
    /// Whether it is asked of everybody.
    pub is_demanded: bool,
}

/// Codes on paper, shown once.
#[derive(Template)]
#[template(path = "accounts/recovery_codes.html")]
pub struct RecoveryCodesPage {
    pub frame: Frame,
    pub codes: Vec<String>,
    /// The same in one line, to be copied.
    pub line: String,
    /// Where to go afterwards.
    pub next: String,
}

/// A secret, to be brought into an app.
pub struct SecretView {
    /// As a QR code, in SVG.
    pub qr: String,
    /// As people type it.
    pub typed: String,
}

impl SecretView {
    fn of(secret: Option<&FactorSecret>, login: &str) -> Result<Option<Self>> {
        let view =
            |secret: &FactorSecret| Ok(Self { qr: qr(&secret.address(login))?, typed: secret.typed() });
        secret.map(view).transpose()
    }
}

impl CodePage {
    pub fn of(viewer: &Viewer, half: &Half, form: FormView, next: &str) -> Result<Self> {
        let secret = SecretView::of(half.to_prove.as_ref(), half.user.shown_login())?;
        Ok(Self { frame: viewer.form_frame()?, form, next: next.to_owned(), secret })
    }
}

impl SecondFactorPage {
    pub fn of(user: &CurrentUser, standing: &Standing, form: FormView) -> Result<Self> {
        let CurrentUser { viewer, signed_in } = user;
        Ok(Self {
            frame: viewer.frame().under("Your account", "/account"),
            form,
            secret: SecretView::of(standing.to_prove.as_ref(), signed_in.user.shown_login())?,
            since: standing.since.map(|at| at.format("%-d %B %Y").to_string()),
            on_paper: standing.on_paper,
            is_demanded: standing.is_demanded,
        })
    }
}

impl RecoveryCodesPage {
    pub fn of(viewer: &Viewer, paper: &Paper, next: &str) -> Self {
        let codes = paper.shown();
        Self { frame: viewer.frame(), line: codes.join(" "), codes, next: next.to_owned() }
    }
}
