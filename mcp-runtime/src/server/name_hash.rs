//! A quick hash for the names of tools.

use std::hash::Hasher;

/// FNV-1a. The names in the table are the server's own, so that no client can choose names that
/// collide with each other, and a hash that resists this would cost more than the look-up.
#[derive(Debug, Clone)]
pub(crate) struct NameHash(u64);

impl Default for NameHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for NameHash {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
