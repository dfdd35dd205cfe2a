//! Links as pictures that phones read.

use fast_qr::convert::Builder;
use fast_qr::convert::svg::SvgBuilder;
use fast_qr::{ECL, QRBuilder};

use crate::error::{AppError, Result};

/// A QR code as an SVG picture. It holds nothing but the link, which is of our own making.
pub fn qr(link: &str) -> Result<String> {
    let code = QRBuilder::new(link).ecl(ECL::M).build().map_err(|_| {
        AppError::internal(anyhow::anyhow!("a link of {} bytes does not fit into a QR code", link.len()))
    })?;
    Ok(SvgBuilder::default().margin(2).to_str(&code))
}
