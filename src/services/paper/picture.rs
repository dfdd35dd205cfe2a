//! The codes in a picture of a sheet, as a telephone or a scanner takes it. What is read was made by anybody: neither width
//! nor memory goes beyond a bound.

use std::io::Cursor;

use image::{ImageError, ImageReader, Limits};
use rxing::common::HybridBinarizer;
use rxing::multi::MultipleBarcodeReader as _;
use rxing::qrcode::cpp_port::QrReader;
use rxing::{BinaryBitmap, DecodeHints, Luma8LuminanceSource};
use thiserror::Error;

/// The longest side, in points. A sheet of A4 at 300 dots an inch has 3,508.
const LONGEST: u32 = 6_000;

/// Bytes that a picture may take while it is read.
const MEMORY: u64 = 128 * 1024 * 1024;

/// Why a picture is not read.
#[derive(Debug, Error)]
pub enum PictureError {
    #[error("This is no picture that can be read here. Take a JPEG or PNG.")]
    Other,
    #[error(
        "This picture is too large: at most {LONGEST} points each way are read. 200 dots an inch are plenty."
    )]
    TooLarge,
}

/// The texts of all codes that can be read in a picture.
pub fn codes(bytes: &[u8]) -> Result<Vec<String>, PictureError> {
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| PictureError::Other)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST);
    limits.max_image_height = Some(LONGEST);
    limits.max_alloc = Some(MEMORY);
    reader.limits(limits);
    let picture = reader.decode().map_err(|error| match error {
        ImageError::Limits(_) => PictureError::TooLarge,
        _ => PictureError::Other,
    })?;
    let grey = picture.into_luma8();
    let (width, height) = (grey.width(), grey.height());
    let light = Luma8LuminanceSource::new(grey.into_raw(), width, height).map_err(|_| PictureError::Other)?;
    let mut sheet = BinaryBitmap::new(HybridBinarizer::new(light));
    let hints = DecodeHints { TryHarder: Some(true), ..DecodeHints::default() };
    // A picture without any code is an error to the reader, and none to us.
    let codes = QrReader.decode_multiple_with_hints(&mut sheet, &hints).unwrap_or_default();
    Ok(codes.iter().map(|code| code.getText().to_owned()).collect())
}
