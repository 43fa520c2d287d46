//! Base64 as the protocol wants binary data: the standard alphabet, padded. Twenty lines are less
//! than a dependency.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = ALPHABET.get((bits >> (18 - 6 * place)) as usize & 63);
            text.push(match letter {
                Some(&letter) if place <= group.len() => char::from(letter),
                _ => '=',
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_test_vectors_of_rfc_4648_hold() {
        for (plain, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(super::encode(plain.as_bytes()), encoded);
        }
        assert_eq!(super::encode(&[0xFB, 0xFF]), "+/8=");
    }
}
