//! Web push: a letter sealed for one browser (RFC 8291) and posted to the place that its maker keeps for it (RFC 8030), in
//! the name of this installation (VAPID, RFC 8292).
//!
//! The address of that place is typed by a visitor's browser and so by anybody: it leads outside only, as those of
//! webhooks do.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use chrono::{DateTime, TimeDelta, Utc};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use tiger_event::Bytes32;

use super::Letter;
use super::mail::Handed;
use crate::clock;
use crate::config::BaseUrl;
use crate::db::alerts::Alert;
use crate::db::{self, Database, DbError};
use crate::services::webhooks::{self, Outcome, Poster};

/// How long a message waits for a browser that is off.
const KEPT: TimeDelta = TimeDelta::hours(12);

/// Characters of the address of a browser's place at most.
const LONGEST: usize = 1000;

/// Characters of the text that a notice shows.
const SHOWN: usize = 600;

/// Bytes of a public key, uncompressed.
const POINT: usize = 65;

/// Bytes of the secret that a browser shares.
const SHARED: usize = 16;

/// Under which names the halves of the key are kept.
const NAMES: [&str; 3] = ["push", "push x", "push y"];

/// What went wrong with a key; it says no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key of web push cannot be used")]
pub struct KeyError;

/// A place where a browser is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    pub endpoint: String,
    /// Public key and shared secret, as the row has them.
    pub seal: String,
}

impl Subscription {
    pub fn read(endpoint: &str, key: &str, shared: &str, inside: bool) -> Result<Self, String> {
        let endpoint = webhooks::read_address_up_to(endpoint, inside, LONGEST)?;
        let seal = format!("{key} {shared}");
        read_seal(&seal).map_err(|error| error.to_string())?;
        Ok(Self { endpoint, seal })
    }
}

fn read_seal(seal: &str) -> Result<(Vec<u8>, Vec<u8>), KeyError> {
    let (key, shared) = seal.split_once(' ').ok_or(KeyError)?;
    let decode = |text: &str| BASE64.decode(text.trim_end_matches('=')).map_err(|_| KeyError);
    let (key, shared) = (decode(key)?, decode(shared)?);
    let is_right = key.len() == POINT && key.first() == Some(&4) && shared.len() == SHARED;
    if is_right { Ok((key, shared)) } else { Err(KeyError) }
}

/// What posts to browsers.
#[derive(Debug)]
pub struct Pusher {
    poster: Poster,
    keys: EcdsaKeyPair,
    public: String,
    contact: String,
}

impl Pusher {
    /// With the key of the installation, which is made at the first use.
    ///
    /// # Errors
    /// Faults of the database, and keys in it that are none.
    pub fn new(database: &Database, inside: bool, base: &BaseUrl) -> Result<Self, DbError> {
        let keys = keys(database)?;
        let public = BASE64.encode(keys.public_key().as_ref());
        Ok(Self { poster: Poster::new(inside), keys, public, contact: base.as_str().to_owned() })
    }

    /// The public key, as browsers want it.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// Posts a letter; waits for the answer.
    pub fn send(&self, alert: &Alert, letter: &Letter) -> Handed {
        let body: String = letter.words.join("\n").chars().take(SHOWN).collect();
        let notice = json!({ "title": letter.title, "body": body, "path": letter.path, "tag": alert.id });
        let sealed = read_seal(&alert.seal)
            .and_then(|(key, shared)| seal(notice.to_string().as_bytes(), &key, &shared));
        let (Ok(sealed), Ok(signed)) = (sealed, self.signed(&alert.address, clock::now())) else {
            return Handed::Gone;
        };
        let ttl = KEPT.num_seconds().to_string();
        let topic = alert.id.simple().to_string();
        let headers = [
            ("authorization", &*signed),
            ("content-type", "application/octet-stream"),
            ("content-encoding", "aes128gcm"),
            ("ttl", &*ttl),
            // Of those that wait for a browser only the last is true.
            ("topic", &*topic),
        ];
        match self.poster.send(&alert.address, &headers, &sealed) {
            Outcome::Answered(404 | 410) => Handed::Gone,
            outcome if outcome.is_good() => Handed::Taken,
            Outcome::Answered(status) => Handed::Refused(format!("the browser's place answered {status}")),
            Outcome::Failed(_) => Handed::Refused("the browser's place was not reached".to_owned()),
        }
    }

    /// Who posts, for the host of an address alone and for half a day.
    fn signed(&self, address: &str, now: DateTime<Utc>) -> Result<String, KeyError> {
        let (scheme, rest) = address.split_once("://").ok_or(KeyError)?;
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let head = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = json!({
            "aud": format!("{scheme}://{host}"),
            "exp": (now + KEPT).timestamp(),
            "sub": self.contact,
        });
        let said = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature = self.keys.sign(&SystemRandom::new(), said.as_bytes()).map_err(|_| KeyError)?;
        Ok(format!("vapid t={said}.{}, k={}", BASE64.encode(signature), self.public))
    }
}

/// The key of the installation: once made it stays, for browsers take nothing from another.
fn keys(database: &Database) -> Result<EcdsaKeyPair, DbError> {
    let corrupt = || DbError::corrupt("key", KeyError);
    let random = SystemRandom::new();
    let kept = database.write(|db| -> Result<_, DbError> {
        let mut kept = Vec::new();
        for name in NAMES {
            kept.extend(db::keys::find(db, name)?);
        }
        if kept.len() == NAMES.len() {
            return Ok(kept);
        }
        let made =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).map_err(|_| corrupt())?;
        // The private half begins at byte 36 of this form, the public one is its end.
        let bytes = made.as_ref();
        let half = |from: usize| -> Result<Bytes32, DbError> {
            let half = bytes.get(from..from + 32).and_then(|half| half.try_into().ok());
            half.map(Bytes32).ok_or_else(corrupt)
        };
        let halves = [half(36)?, half(bytes.len() - 64)?, half(bytes.len() - 32)?];
        for (name, half) in NAMES.into_iter().zip(halves) {
            db::keys::replace(db, name, half)?;
        }
        Ok(halves.to_vec())
    })?;
    let [private, x, y] = kept.as_slice() else { return Err(corrupt()) };
    let public = [&[4], &x.0[..], &y.0[..]].concat();
    EcdsaKeyPair::from_private_key_and_public_key(
        &ECDSA_P256_SHA256_FIXED_SIGNING,
        &private.0,
        &public,
        &random,
    )
    .map_err(|_| corrupt())
}

/// Seals a text for a browser (RFC 8291).
pub fn seal(text: &[u8], key: &[u8], shared: &[u8]) -> Result<Vec<u8>, KeyError> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(|_| KeyError)?;
    let public = own.compute_public_key().map_err(|_| KeyError)?;
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|_| KeyError)?;
    agree_ephemeral(own, &UnparsedPublicKey::new(&ECDH_P256, key), |agreed| {
        seal_with(text, agreed, (key, shared), (public.as_ref(), &salt))
    })
    .map_err(|_| KeyError)?
}

/// How many bytes are wanted of a key.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

/// The same once both sides have agreed on something that nobody else knows.
pub fn seal_with(
    text: &[u8],
    agreed: &[u8],
    (key, shared): (&[u8], &[u8]),
    (public, salt): (&[u8], &[u8]),
) -> Result<Vec<u8>, KeyError> {
    let mut first = [0; 32];
    derive(shared, agreed, &[b"WebPush: info\0", key, public], &mut first)?;
    let (mut content, mut nonce) = ([0; 16], [0; 12]);
    derive(salt, &first, &[b"Content-Encoding: aes128gcm\0"], &mut content)?;
    derive(salt, &first, &[b"Content-Encoding: nonce\0"], &mut nonce)?;
    let content = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content).map_err(|_| KeyError)?);
    // The mark of the last record, and the tag behind it.
    let mut sealed = [text, &[2]].concat();
    let nonce = Nonce::assume_unique_for_key(nonce);
    content.seal_in_place_append_tag(nonce, Aad::empty(), &mut sealed).map_err(|_| KeyError)?;
    let length = u8::try_from(public.len()).map_err(|_| KeyError)?;
    Ok([salt, &4096_u32.to_be_bytes(), &[length], public, &sealed].concat())
}

fn derive(salt: &[u8], from: &[u8], info: &[&[u8]], into: &mut [u8]) -> Result<(), KeyError> {
    let key = Salt::new(HKDF_SHA256, salt).extract(from);
    key.expand(info, Bytes(into.len())).and_then(|derived| derived.fill(into)).map_err(|_| KeyError)
}
