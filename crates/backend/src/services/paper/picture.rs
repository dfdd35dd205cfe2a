//! The codes in a picture of a sheet, as a telephone or a scanner takes it. What is read was made by anybody: neither width
//! nor memory goes beyond a bound.

use std::io::Cursor;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use png::{DecodingError, Transformations};
use rxing::common::HybridBinarizer;
use rxing::multi::MultipleBarcodeReader as _;
use rxing::qrcode::cpp_port::QrReader;
use rxing::{BinaryBitmap, DecodeHints, Luma8LuminanceSource};
use thiserror::Error;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The longest side, in points. A sheet of A4 at 300 dots an inch has 3,508.
const LONGEST: u32 = 6_000;

/// Bytes that a picture may take while it is read.
const MEMORY: usize = 128 * 1024 * 1024;

/// How long somebody waits for their turn, and then for the picture to be read. One made for it takes minutes: the reader
/// tries all that may be corners of codes with each other, and cannot be stopped.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a picture is read like all other work is done. Sheets take a second or two, on a busy machine a few times that;
/// behind everybody from the beginning they would never be read there.
const HASTE: Duration = Duration::from_secs(10);

/// How many wait while one is read.
const WAITING: usize = 4;

/// What a JPEG file begins with.
const JPEG: &[u8] = &[0xFF, 0xD8, 0xFF];

/// Why a picture is not read.
#[derive(Debug, Error)]
pub enum PictureError {
    #[error("This is no picture that can be read here. Take a JPEG or PNG.")]
    Other,
    #[error(
        "This picture is too large: at most {LONGEST} points each way are read. 200 dots an inch are plenty."
    )]
    TooLarge,
    #[error(
        "It takes too long to read this picture, or others are being read. Try again with nothing but the sheet on it."
    )]
    TooLong,
}

/// A picture in shades of grey, row by row; 0 is black.
struct Grey {
    width: u32,
    height: u32,
    shades: Vec<u8>,
}

/// How many pictures are read or wait for it.
static ASKING: AtomicUsize = AtomicUsize::new(0);

/// One of them, until it is read: also where the reader breaks over it.
struct Asking;

impl Asking {
    /// None where too many wait.
    fn begin() -> Option<Self> {
        let before = ASKING.fetch_add(1, Ordering::AcqRel);
        Some(Self).filter(|_| before <= WAITING)
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        ASKING.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The same as [`codes`], one picture at a time, and one that takes long behind all other work, so that nobody else waits for
/// it. Blocking.
pub fn codes_in_time(bytes: Vec<u8>) -> Result<Vec<String>, PictureError> {
    static TURN: Mutex<()> = Mutex::new(());
    let asking = Asking::begin().ok_or(PictureError::TooLong)?;
    let (begin, begun) = mpsc::channel();
    let (tell, told) = mpsc::channel();
    let work = move || {
        let _asking = asking;
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has waited long enough has gone.
        if begin.send(Reading::here()).is_ok() {
            let _ = tell.send(codes(&bytes));
        }
    };
    thread::Builder::new().name("picture".to_owned()).spawn(work).map_err(|_| PictureError::TooLong)?;
    let reading = begun.recv_timeout(PATIENCE).map_err(|_| PictureError::TooLong)?;
    told.recv_timeout(HASTE)
        .or_else(|_| {
            reading.step_behind();
            told.recv_timeout(PATIENCE)
        })
        .unwrap_or(Err(PictureError::TooLong))
}

/// The thread that reads a picture.
struct Reading {
    #[cfg(target_os = "linux")]
    thread: rustix::process::Pid,
}

impl Reading {
    fn here() -> Self {
        Self {
            #[cfg(target_os = "linux")]
            thread: rustix::thread::gettid(),
        }
    }

    /// Lets all other work go first. Only Linux has priorities of threads; where they may not be set it goes without.
    fn step_behind(&self) {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::setpriority_process(Some(self.thread), 19);
    }
}

/// The texts of all codes that can be read in a picture.
pub fn codes(bytes: &[u8]) -> Result<Vec<String>, PictureError> {
    let Grey { width, height, shades } = if bytes.starts_with(JPEG) { jpeg(bytes)? } else { png(bytes)? };
    let light = Luma8LuminanceSource::new(shades, width, height).map_err(|_| PictureError::Other)?;
    let mut sheet = BinaryBitmap::new(HybridBinarizer::new(light));
    let hints = DecodeHints { TryHarder: Some(true), ..DecodeHints::default() };
    // A picture without any code is an error to the reader, and none to us.
    let codes = QrReader.decode_multiple_with_hints(&mut sheet, &hints).unwrap_or_default();
    Ok(codes.iter().map(|code| code.getText().to_owned()).collect())
}

fn png(bytes: &[u8]) -> Result<Grey, PictureError> {
    let limits = png::Limits { bytes: MEMORY };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| of_png(&error))?;
    let (width, height) = bounded(reader.info().size())?;
    let room = reader.output_buffer_size().filter(|room| *room <= MEMORY);
    let mut points = vec![0; room.ok_or(PictureError::TooLarge)?];
    reader.next_frame(&mut points).map_err(|error| of_png(&error))?;
    Ok(Grey { width, height, shades: shades(&points, reader.output_color_type().0.samples()) })
}

fn of_png(error: &DecodingError) -> PictureError {
    match error {
        DecodingError::LimitsExceeded => PictureError::TooLarge,
        _ => PictureError::Other,
    }
}

fn jpeg(bytes: &[u8]) -> Result<Grey, PictureError> {
    // How large it is, is judged below.
    let any = usize::MAX;
    let options = DecoderOptions::default().set_strict_mode(false).set_max_width(any).set_max_height(any);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|_| PictureError::Other)?;
    let (width, height) = decoder.dimensions().ok_or(PictureError::Other)?;
    let side = |points| u32::try_from(points).unwrap_or(u32::MAX);
    let (width, height) = bounded((side(width), side(height)))?;
    // One that comes in several passes is held in full meanwhile, with two bytes for each value.
    let values =
        width as usize * height as usize * decoder.input_colorspace().map_or(4, |it| it.num_components());
    if is_progressive(bytes) && 2 * values > MEMORY {
        return Err(PictureError::TooLarge);
    }
    // Brightness stands by itself in most pictures; others are mixed from their colours.
    let kind = match decoder.input_colorspace() {
        Some(ColorSpace::Luma | ColorSpace::YCbCr) => ColorSpace::Luma,
        _ => ColorSpace::RGB,
    };
    decoder.set_options(options.jpeg_set_out_colorspace(kind));
    let points = decoder.decode().map_err(|_| PictureError::Other)?;
    Ok(Grey { width, height, shades: shades(&points, kind.num_components()) })
}

/// Whether a JPEG comes in several passes, by the mark (SOF2) at the head of its picture.
fn is_progressive(jpeg: &[u8]) -> bool {
    let mut rest = jpeg.get(2..).unwrap_or_default();
    while let [0xFF, mark, high, low, ..] = *rest {
        match mark {
            0xC2 => return true,
            // Another kind of picture, or the picture itself.
            0xC0 | 0xC1 | 0xDA => return false,
            // A mark may be filled up with the same byte.
            0xFF => rest = &rest[1..],
            _ => rest = rest.get(2 + usize::from(u16::from_be_bytes([high, low]))..).unwrap_or_default(),
        }
    }
    false
}

fn bounded(size: (u32, u32)) -> Result<(u32, u32), PictureError> {
    if size.0.max(size.1) > LONGEST { Err(PictureError::TooLarge) } else { Ok(size) }
}

/// The shades of points with so many channels each: grey or red, green and blue, and how opaque a point is, which does not
/// count.
fn shades(points: &[u8], channels: usize) -> Vec<u8> {
    let shade = |point: &[u8]| match *point {
        // As bright as sRGB's colours are, in ten thousandths.
        [red, green, blue, ..] => {
            ((2_126 * u32::from(red) + 7_152 * u32::from(green) + 722 * u32::from(blue)) / 10_000) as u8
        }
        [grey, ..] => grey,
        [] => 0,
    };
    points.chunks_exact(channels).map(shade).collect()
}
