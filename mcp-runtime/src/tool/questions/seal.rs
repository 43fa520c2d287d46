//! Sealing what a client keeps between the rounds of a call: it can neither read nor change it.

use std::fmt;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};

use crate::tool::base64;

/// How many bytes of a key, and of a nonce.
const KEY: usize = 32;
const NONCE: usize = 24;
/// The first byte of what is sealed: how it is.
const VERSION: u8 = 1;
/// The longest text that is opened, and the most that is sealed into one.
pub(crate) const MOST: usize = 256 << 10;

/// A key that seals.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct StateKey([u8; KEY]);

impl StateKey {
    pub(crate) const fn new(key: [u8; KEY]) -> Self {
        Self(key)
    }

    /// The keys that a text lists: 64 hexadecimal digits each, with commas between them.
    pub(crate) fn list(text: &str) -> Option<Vec<Self>> {
        text.split(',').map(|key| Self::hex(key.trim())).collect()
    }

    fn hex(text: &str) -> Option<Self> {
        let mut key = [0; KEY];
        if text.len() != 2 * KEY {
            return None;
        }
        for (byte, digits) in key.iter_mut().zip(text.as_bytes().chunks(2)) {
            let [high, low] = digits else { return None };
            let digit = |digit: &u8| char::from(*digit).to_digit(16);
            *byte = u8::try_from(digit(high)? << 4 | digit(low)?).ok()?;
        }
        Some(Self(key))
    }

    fn random() -> Option<Self> {
        let mut key = [0; KEY];
        getrandom::fill(&mut key).ok()?;
        Some(Self(key))
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&Key::from(self.0))
    }
}

impl fmt::Debug for StateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StateKey(..)")
    }
}

/// Seals and opens. What is sealed is bound to a text that is not in it, and has an end.
#[derive(Debug)]
pub(crate) struct Sealer {
    /// The first seals, and all of them open.
    keys: Vec<StateKey>,
    /// Where there are none: this process alone opens what it sealed.
    own: OnceLock<Option<StateKey>>,
    /// How long what is sealed can be opened.
    lasts: Duration,
    /// The server's name.
    pub(crate) server: String,
}

/// Why a text was not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotOpened {
    /// It was not sealed by this server for this call, or it was changed.
    Broken,
    /// Its time is over.
    Expired,
}

impl Sealer {
    pub(crate) fn new(keys: Vec<StateKey>, lasts: Duration, server: &str) -> Self {
        Self {
            keys,
            own: OnceLock::new(),
            lasts,
            server: server.to_owned(),
        }
    }

    fn keys(&self) -> &[StateKey] {
        if !self.keys.is_empty() {
            return &self.keys;
        }
        self.own
            .get_or_init(StateKey::random)
            .as_ref()
            .map_or(&[], std::slice::from_ref)
    }

    /// Seals a text; `None` where the system has no random numbers.
    pub(crate) fn seal(&self, text: &str, bound_to: &[u8]) -> Option<String> {
        self.seal_at(text, bound_to, now())
    }

    fn seal_at(&self, text: &str, bound_to: &[u8], now: u64) -> Option<String> {
        let key = self.keys().first()?;
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).ok()?;
        let until = now.saturating_add(self.lasts.as_secs());
        let mut inner = until.to_be_bytes().to_vec();
        inner.extend_from_slice(text.as_bytes());
        let payload = Payload {
            msg: &inner,
            aad: bound_to,
        };
        let sealed = key.cipher().encrypt(&XNonce::from(nonce), payload).ok()?;
        let mut whole = vec![VERSION];
        whole.extend_from_slice(&nonce);
        whole.extend_from_slice(&sealed);
        Some(base64::encode(&whole))
    }

    /// Opens what was sealed for the same binding.
    pub(crate) fn open(&self, sealed: &str, bound_to: &[u8]) -> Result<String, NotOpened> {
        self.open_at(sealed, bound_to, now())
    }

    fn open_at(&self, sealed: &str, bound_to: &[u8], now: u64) -> Result<String, NotOpened> {
        if sealed.len() > 2 * MOST {
            return Err(NotOpened::Broken);
        }
        let whole = base64::decode(sealed).ok_or(NotOpened::Broken)?;
        let Some((&VERSION, rest)) = whole.split_first() else {
            return Err(NotOpened::Broken);
        };
        let (nonce, text) = rest.split_first_chunk::<NONCE>().ok_or(NotOpened::Broken)?;
        let opened = self.keys().iter().find_map(|key| {
            let payload = Payload {
                msg: text,
                aad: bound_to,
            };
            key.cipher().decrypt(&XNonce::from(*nonce), payload).ok()
        });
        let opened = opened.ok_or(NotOpened::Broken)?;
        let (until, text) = opened.split_first_chunk::<8>().ok_or(NotOpened::Broken)?;
        let until = u64::from_be_bytes(*until);
        // Where a clock was set back, or a replica's is late, it lasts at most twice as long.
        let lasts_still = until.checked_sub(now);
        if lasts_still.is_none_or(|left| left > self.lasts.as_secs().saturating_mul(2)) {
            return Err(NotOpened::Expired);
        }
        String::from_utf8(text.to_vec()).map_err(|_| NotOpened::Broken)
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        reason = "tests may panic"
    )]

    use super::*;

    fn sealer(keys: &[u8]) -> Sealer {
        let keys = keys.iter().map(|key| StateKey::new([*key; KEY]));
        Sealer::new(keys.collect(), Duration::from_secs(60), "server")
    }

    #[test]
    fn what_was_sealed_opens_for_the_same_binding_alone_and_differs_each_time() {
        let sealer = sealer(&[]);
        let kept = sealer.seal("text", b"call").unwrap();
        assert_ne!(sealer.seal("text", b"call").unwrap(), kept);
        assert_eq!(sealer.open(&kept, b"call").unwrap(), "text");
        for other in [&b"Call"[..], b"", b"call "] {
            assert_eq!(sealer.open(&kept, other), Err(NotOpened::Broken));
        }
    }

    #[test]
    fn every_changed_bit_and_every_cut_is_noticed() {
        let sealer = sealer(&[1]);
        let kept = sealer.seal("a text that is kept", b"call").unwrap();
        for place in 0..kept.len() {
            for bit in 0..8 {
                let mut bytes = kept.clone().into_bytes();
                bytes[place] ^= 1 << bit;
                if let Ok(changed) = String::from_utf8(bytes) {
                    let opened = sealer.open(&changed, b"call");
                    assert_eq!(opened, Err(NotOpened::Broken), "{place} {bit}");
                }
            }
            let cut = sealer.open(&kept[..place], b"call");
            assert_eq!(cut, Err(NotOpened::Broken), "{place}");
        }
        for more in ["-TAMPERED", "=", "A", "AAAA"] {
            let opened = sealer.open(&format!("{kept}{more}"), b"call");
            assert_eq!(opened, Err(NotOpened::Broken), "{more}");
        }
    }

    #[test]
    fn what_was_sealed_has_an_end() {
        let sealer = sealer(&[1]);
        let kept = sealer.seal_at("text", b"", 1000).unwrap();
        assert_eq!(sealer.open_at(&kept, b"", 1060).unwrap(), "text");
        let late = sealer.open_at(&kept, b"", 1061);
        assert_eq!(late, Err(NotOpened::Expired));
    }

    #[test]
    fn a_clock_that_is_set_back_gives_it_twice_its_time_at_most() {
        let sealer = sealer(&[1]);
        let kept = sealer.seal_at("text", b"", 1000).unwrap();
        assert_eq!(sealer.open_at(&kept, b"", 940).unwrap(), "text");
        for now in [939, 0] {
            let back = sealer.open_at(&kept, b"", now);
            assert_eq!(back, Err(NotOpened::Expired));
        }
    }

    #[test]
    fn the_first_key_seals_and_every_key_opens() {
        let (old, both, new) = (sealer(&[1]), sealer(&[2, 1]), sealer(&[2]));
        let kept = old.seal("text", b"").unwrap();
        assert_eq!(both.open(&kept, b"").unwrap(), "text");
        assert_eq!(new.open(&kept, b""), Err(NotOpened::Broken));
        let kept = both.seal("text", b"").unwrap();
        assert_eq!(new.open(&kept, b"").unwrap(), "text");
        assert_eq!(old.open(&kept, b""), Err(NotOpened::Broken));
    }

    #[test]
    fn a_key_is_written_as_64_hexadecimal_digits() {
        let key = "0123456789abcdefABCDEF00000000000000000000000000000000000000ffFF";
        let keys = StateKey::list(&format!("{key}, {key}")).unwrap();
        assert_eq!(keys.len(), 2);
        assert_eq!(keys[0].0[..3], [0x01, 0x23, 0x45]);
        assert_eq!(keys[0].0[31], 0xff);
        for wrong in [
            "",
            "12",
            &key[1..],
            &format!("{key},"),
            &key.replace('0', "g"),
        ] {
            assert_eq!(StateKey::list(wrong), None, "{wrong}");
        }
    }
}
