//! Every address of the app in one table, an area a function.
//!
//! To add an area: a function here, its call in [`configure`], its handlers under `handlers/<area>`.

use actix_web::web::{self, ServiceConfig};

use crate::handlers::{about, appearance, assets, health};

/// Mounts every area.
pub fn configure(app: &mut ServiceConfig) {
    app.configure(machine).configure(program);
}

/// What browsers and monitors ask for by themselves.
fn machine(app: &mut ServiceConfig) {
    app.service(web::resource("/health").get(health::show))
        .service(web::resource("/static/{path:.*}").get(assets::show));
}

/// What the program says of itself, and how it looks.
fn program(app: &mut ServiceConfig) {
    app.service(web::resource("/about").get(about::show))
        .service(web::resource("/appearance").get(appearance::show).post(appearance::choose));
}
